(* Safety of a Promela model from its text alone: the states, or a run to an error, are found here, and checked by the proved functions. *)

(* 'most': of states. Verdict and words; raises Fault.Unsupported where there are more, and Fault.Rejected where what was found
   is not what it should be, which would be a bug. *)
val check : most:int -> Promela.t -> string * string
