(* Tables from natural numbers to integers, much smaller and faster than Hashtbl's. *)

type t

val create : unit -> t
val length : t -> int

(* The value of a key, or -1. *)
val find : t -> int -> int

(* Sets the value of a key, which should not be -1. *)
val set : t -> int -> int -> unit

(* Adds a key with the value 0 unless it is there; was it new? *)
val add : t -> int -> bool
