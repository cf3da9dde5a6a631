(* The numbers by which the verified checker knows things, as native integers. Control states are 1..np, symbols 1..ns; a raw
   state of an automaton is a control state, or np + 1 + k for extra state k; rules and facts count from 1.

   Where automata are normal, a state is tagged: 2 p is control state p as the place where reading starts, 2 q + 1 the inner
   state q. That is how the binary numbers XO p and XI q of the checker read as integers. *)

type t = { problem : Problem.t; np : int; ns : int }

val of_problem : Problem.t -> t

(* Of a state as Problem numbers it. *)
val raw_state : t -> int -> int

val start : int -> int
val inner : int -> int
val is_inner : int -> bool

(* Without its tag. *)
val raw_of_tagged : int -> int

(* How many raw states the automaton of a side has, np included. *)
val raw_count : t -> Problem.side -> int

val show_control : t -> int -> string
val show_symbol : t -> int -> string

(* A tagged state of the automaton of a side, or one of a certificate that grew from it. *)
val show_state : t -> Problem.side -> int -> string

(* Rules count from 0 in messages, as they do in evidence files. *)
val show_rule : t -> int -> string
