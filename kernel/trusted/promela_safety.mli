(* Safety of a Promela model, from its text: assertions, invalid end states, faults. Whatever is accepted here was accepted by a verified
   function of Kernel. *)

(* Without evidence: "holds" or "violated", and what was proved. 'most': of states. Raises Fault.Unsupported. *)
val decide : most:int -> Promela.t -> string * string

(* What was proved of the claim, in words; the evidence is read up to its claim. Of a model that is safe nothing else in it is needed;
   of one that is not, the run is followed. Raises Fault.Rejected, Fault.Unsupported. *)
val check : most:int -> Promela.t -> Heading.verdict -> Tokens.t -> string
