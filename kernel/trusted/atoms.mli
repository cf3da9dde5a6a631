(* What the atoms of a formula mean on a pushdown system. Numbers count from 0. *)

type meaning =
  | State of int
  | Top of int
  | Action of int
  | Set of int (* of the problem's named sets *)

(* One for each atom of the formula. Raises Fault.Bad_input where a name means nothing, or several things. *)
val bind : Problem.t -> Ltl_text.t -> meaning array

(* Proposition k + 1 is atom k. *)
val to_kernel : Numbering.t -> meaning array -> (Kernel.positive * Kernel.atom) list
