(* Evidence about sessions of extended CTL. *)

(* What was proved, in words. Raises Fault.Rejected and Fault.Bad_input. *)
val check : Source.t -> Heading.t -> Tokens.t -> string
