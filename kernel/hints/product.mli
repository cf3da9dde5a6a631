(* The section 'product': pairs of a state of the model and one of the automaton, with ranks, grouped by the model's state. *)

type t

(* Raises Fault.Bad_input, and Fault.Rejected for a pair that is there twice. *)
val read : Tokens.t -> 'state Finite_model.t -> states:int -> t

val pair_count : t -> int
val group_count : t -> int

(* The key of a group's state. *)
val key : t -> int -> int

(* The group of a key, or -1. *)
val group : t -> int -> int

(* The rank of an automaton's state in a group; -1: the pair is not there. Both count from 0. *)
val rank : t -> int -> int -> int

val iter_group : t -> int -> (int -> int -> unit) -> unit
val to_kernel : t -> 'state Finite_model.t -> ('state * (Kernel.positive * Kernel.positive) list) list
