(* PDAAAL's JSON: {"instance": ...}, {"pda": ...} or {"P-automaton": ...}. Adds what the text says to the problem; raises
   Fault.Bad_input. *)
val read : Problem.t -> Source.t -> unit
