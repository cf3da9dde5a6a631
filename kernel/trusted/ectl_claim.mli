(* A question of extended CTL and its tables as the verified checkers want them. *)

type question = {
  system : Ectl_machine.t;
  automaton : string -> Ectl_machine.t;
  formula : Ectl_formula.t;
  parts : Ectl_parts.t;
  tables : Ectl_tables.t array;
}

(* What holds at each state, in order; None: nothing is said. Raises Fault.Rejected, naming a table, if one is wrong. *)
val at_states : question -> bool option list

(* The same at configurations: state and stack, the top first. *)
val at_stacks : question -> (int * int list) list -> bool option list
