(* Evidence that a formula is violated on a pushdown system: a start, a stem and a loop. *)

type step = Rule of int | Stutter

type t = {
  start : int; (* control states and symbols count from 0 *)
  stack : int list; (* top first *)
  stem : step list;
  loop : step list;
}

(* What the verified checker is told: the stack in numbers of the table, which has all that the run needs, rules from 1, and no
   loop if the run stutters. *)
type told = {
  numbered : Kernel.positive list;
  stem_rules : Kernel.positive list;
  loop_rules : Kernel.positive list option;
}

(* The sections 'start', 'stem' and 'loop'. Raises Fault.Bad_input. *)
val read : Tokens.t -> states:int array -> symbols:int array -> rules:int -> t

(* Follows it; raises Fault.Rejected where that is not possible. *)
val follow : Numbering.t -> Stack_table.t -> t -> told
