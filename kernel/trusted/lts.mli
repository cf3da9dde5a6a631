(* Labelled transition systems: .lts files, and Aldebaran's .aut. Raise Fault.Bad_input. *)

type t = {
  states : Names.t;
  actions : Names.t;
  props : Names.t;
  initial : Ints.t;
  step_from : Ints.t;
  step_action : Ints.t; (* -1: none *)
  step_to : Ints.t;
  holds_prop : Ints.t; (* pairs of which 'prop' says that they hold *)
  holds_state : Ints.t;
  mutable properties : (string * Ltl_text.t) list; (* in the order of the file *)
}

val read : Source.t -> t
val read_aut : Source.t -> t
