(* The sections 'summaries' and 'heads' of evidence about a pushdown system and a formula. A head is a control state P and a state
   Q of the automaton (from 0) and a number X of the stack alphabet. *)

type t

(* Reads both sections; 'control', 'symbol' read a control state and a number of the stack alphabet. Summaries of heads without a
   rank are of no use and forgotten. Raises Fault.Bad_input, and Fault.Rejected for a head with two ranks. *)
val read : Tokens.t -> control:(Tokens.t -> int) -> symbol:(Tokens.t -> int) -> controls:int -> states:int -> t

val count : t -> int
val summary_count : t -> int

(* The number of a head, or -1; P, Q, X. *)
val find : t -> int -> int -> int -> int

val control : t -> int -> int
val state : t -> int -> int
val symbol : t -> int -> int
val rank : t -> int -> int

(* The locations where the head can be popped; true: also on an accepting way. *)
val iter_summaries : t -> int -> (int -> int -> bool -> unit) -> unit

val has_summary : t -> int -> int -> int -> accepting:bool -> bool

val to_kernel :
  t ->
  (Kernel.positive
  * (Kernel.positive * (Kernel.positive * (Kernel.positive * ((Kernel.positive * Kernel.positive) * bool) list)) list) list)
  list
