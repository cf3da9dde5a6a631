(* Numbers for states as they are met, from 1, and back. States with the same hash get the same number, which the verified
   checker notices: it accepts nothing then. *)

type 'state t

(* 'hash' gives natural numbers. *)
val create : hash:('state -> int) -> 'state t

val number : 'state t -> 'state -> Kernel.positive

(* The first state that got this number. One that none has is asked for only if there is no initial state; any will do. *)
val state : 'state t -> Kernel.positive -> 'state

(* How many there are. *)
val count : 'state t -> int

(* Of guarded commands. *)
val hash_gcl : Kernel.gstate -> int
