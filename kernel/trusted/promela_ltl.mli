(* Formulas of a Promela model, from its text. Whatever is accepted here was accepted by a verified function of Kernel. *)

(* What was proved of the claim, in words; the evidence is read up to its atoms, if it has any. Of a formula that holds, its automaton is
   read from the evidence, and nothing else; of one that does not, the run is followed. Raises Fault.Rejected, Fault.Unsupported. *)
val check : most:int -> Promela.t -> Heading.t -> Tokens.t -> string
