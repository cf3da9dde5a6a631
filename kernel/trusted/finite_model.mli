(* Finite models as the verified checkers see them, and their states as evidence writes them. States have keys, natural numbers
   that only mean something within a run of the program. *)

type 'state t = {
  model : 'state Kernel.model;
  read_state : Tokens.t -> int; (* the numbers of a state; its key *)
  state_of_key : int -> 'state;
  key_of_state : 'state -> int; (* -1: it was never read *)
  order : Ints.t -> int array; (* the places of keys in the order in which the verified checker takes them best *)
  show_state : 'state -> string;
  action : string -> Kernel.positive option;
  show_action : Kernel.positive -> string;
}

(* The atoms of the formula get their meaning; those without one: Fault.Bad_input. *)

val of_lts : Lts.t -> Ltl_text.t -> Kernel.positive t
val of_gcl : Gcl.t -> Ltl_text.t option -> (Kernel.n * Kernel.store) t
