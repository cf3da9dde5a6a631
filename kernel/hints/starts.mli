(* Where runs from the initial set meet its states: by state (tagged) and class of what is still to be read, the locations in
   which that can be reached. Found from heads and summaries; a hint for the verified checker. *)

type t

(* 'state': the automaton's initial one. Adds to the table what the initial set has. Raises Fault.Rejected if a head that is met
   has no rank. *)
val find : Numbering.t -> Stack_table.t -> Head_ranks.t -> state:int -> t

val to_kernel : t -> (Kernel.positive * (Kernel.positive * (Kernel.positive * Kernel.positive) list) list) list
