(* Why the ranks of heads do not prove that the product with the automaton is empty. *)

(* Raises Fault.Rejected if it finds a reason. *)
val ranks : Numbering.t -> Atoms.meaning array -> Translation.t -> Stack_table.t -> Head_ranks.t -> unit
