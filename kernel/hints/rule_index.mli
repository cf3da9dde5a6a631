(* The rules of a problem by head. States and symbols count from 0. *)

type t

val create : Problem.t -> t

(* Those that apply in a state with this symbol on top. *)
val iter : t -> int -> int -> (int -> unit) -> unit

val applies : t -> int -> int -> bool
