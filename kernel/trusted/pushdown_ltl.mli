(* Evidence about formulas on pushdown systems. *)

(* The tokens are behind the heading; 'initial' are the texts that the problem was extended with. Returns what is proved; raises
   Fault.Rejected with the reason if it is not, Fault.Bad_input if the evidence is malformed. *)
val check : Problem.t -> initial:string list -> Heading.t -> Tokens.t -> string
