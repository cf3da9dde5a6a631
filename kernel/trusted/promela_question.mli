(* Which question is asked of a Promela model: safety, a never claim, or a formula. *)

(* What was proved, in words; the evidence is read up to its atoms, if it has any. 'macros' and 'claims' are those of Promela.read. Raises
   Fault.Rejected, Fault.Unsupported, Fault.Bad_input. *)
val check : most:int -> macros:string list -> claims:string list -> Source.t -> Heading.t -> Tokens.t -> string
