(* Arrays of integers that grow at their end. *)

type t

val create : unit -> t
val length : t -> int
val push : t -> int -> unit
val get : t -> int -> int
val set : t -> int -> int -> unit
val iter : (int -> unit) -> t -> unit
val clear : t -> unit

(* Removes and returns the last one; there must be one. *)
val pop : t -> int
