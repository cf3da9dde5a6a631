(* Evidence files (docs/formats/evidence.md), with the names in their tables replaced by the numbers of the problem. *)

type weight = Unclaimed | Weight of int64 array | Unbounded_below | Unbounded_above

(* The automaton of 'least': rows as in a certificate, each target with a weight. *)
type least = {
  least_from : Ints.t;
  least_symbol : Ints.t;
  least_first : Ints.t;
  least_to : Ints.t;
  least_weights : Problem.Weights.t; (* 'dimension' of them a target *)
}

(* Facts and links count from 0, as in the file; states are tagged states of the final set; symbols count from 1. *)
type run = {
  weight : weight;
  fact_rule : Ints.t; (* from 0; -1: an edge of the final set *)
  fact_from : Ints.t;
  fact_symbol : Ints.t;
  fact_to : Ints.t;
  fact_first : Ints.t; (* premises; -1: none *)
  fact_second : Ints.t;
  start : int; (* a control state *)
  link_fact : Ints.t;
  link_to : Ints.t; (* a tagged state of the initial set *)
  link_in_loop : Ints.t; (* 1: marked *)
  fact_loop : (int * int * int) option; (* 'loop I B E' *)
  least : least option;
}

type reduction = {
  popped : Ints.t; (* control states *)
  below : Ints.t; (* symbols *)
  head_state : Ints.t;
  head_symbol : Ints.t;
}

type certificate = {
  forward : bool;
  epsilon_from : Ints.t; (* a control state *)
  epsilon_to : Ints.t; (* a tagged state *)
  reduction : reduction option;
  row_from : Ints.t; (* tagged *)
  row_symbol : Ints.t;
  row_first : Ints.t; (* where its targets begin; one entry more than rows *)
  targets : Ints.t; (* tagged *)
  last_raw : int; (* no raw state is larger *)
}

type claim = Reachable of run | Unreachable of certificate

(* 'initial' and 'final' are the texts that the problem was extended with: the evidence must name the same. Raises
   Fault.Bad_input if the text is no evidence, Fault.Rejected if it is evidence for another problem. *)
val read : Numbering.t -> initial:string list -> final:string list -> Source.t -> claim

(* The texts of an option ("--initial") in the evidence must be those that were given: raises Fault.Rejected. *)
val check_texts : string -> string list -> string list -> unit
