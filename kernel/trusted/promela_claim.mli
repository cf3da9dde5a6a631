(* Never claims of a Promela model, from its text. Whatever is accepted here was accepted by a verified function of Kernel. *)

(* Is that the name of a claim? *)
val is_claim : Promela.t -> string -> bool

(* What was proved: that no run violates the claim. Of the evidence nothing is needed. 'most': of pairs of a state and a place of the claim.
   Raises Fault.Rejected, Fault.Unsupported. *)
val check : most:int -> Promela.t -> Heading.t -> string -> string
