(* Numbers for states as they are met, from 0, and back. States with the same hash get the same number, which the verified
   checker notices: it accepts nothing then. What was answered once is never changed. *)

type 'state t

(* 'hash' gives natural numbers. *)
val create : hash:('state -> int) -> 'state t

val number : 'state t -> 'state -> int

(* The first state that got this number, which is below 'count'. *)
val state : 'state t -> int -> 'state

(* How many there are. *)
val count : 'state t -> int

(* Of guarded commands, and of Promela. *)
val hash_gcl : Kernel.gstate -> int

val hash_promela : Kernel.pstate -> int
