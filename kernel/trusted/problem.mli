(* A reachability problem as its files say it. Everything is numbered from 0 in the order of first mention. *)

(* Integers of 64 bits; OCaml's own have 63. *)
module Weights : sig
  type t

  val create : unit -> t
  val count : t -> int
  val get : t -> int -> int64
  val push : t -> int64 -> unit
end

type side = Initial | Final

(* Labels of edges: a symbol, or one of the negative numbers below. *)
val epsilon : int

type label_set = { negated : bool; members : int array (* ascending, none twice *) }

(* A state of an automaton is a control state's number, or -1 - k for extra state k. *)
type automaton = {
  extra : Names.t;
  edge_from : Ints.t;
  edge_label : Ints.t;
  edge_to : Ints.t;
  accepting : Ints.t;
  mutable sets : label_set array;
  mutable set_count : int;
  mutable is_given : bool;
}

(* Heads and right sides of rules: a symbol, or this. *)
val any : int

type t = {
  states : Names.t;
  symbols : Names.t;
  mutable states_are_numbers : bool;
  mutable has_system : bool;
  rule_from : Ints.t;
  rule_head : Ints.t;
  rule_to : Ints.t;
  rule_length : Ints.t; (* how many symbols it leaves: 0, 1 or 2 *)
  rule_top : Ints.t;
  rule_below : Ints.t;
  actions : Names.t;
  rule_action : Ints.t; (* or 'no_action' *)
  mutable dimension : int; (* of weights; 0: none *)
  weights : Weights.t; (* 'dimension' of them a rule *)
  initial : automaton;
  final : automaton;
  (* For formulas: regular sets by the number of their name, and properties in the order of the files. *)
  set_names : Names.t;
  mutable named_sets : automaton array;
  mutable properties : (string * Ltl_text.t) list;
}

val no_action : int

val most_dimensions : int
val create : unit -> t
val automaton : t -> side -> automaton

(* Made by its first mention. *)
val named_set : t -> int -> automaton

val rule_count : t -> int
val state_count : t -> int
val symbol_count : t -> int
val add_rule : ?action:int -> t -> from:int -> head:int -> target:int -> length:int -> top:int -> below:int -> unit
val add_edge : automaton -> int -> int -> int -> unit

(* The label of a new set. *)
val add_set : automaton -> negated:bool -> int list -> int

(* Which of the sets a label below 'epsilon' is. *)
val set_number : int -> int

val set_of_label : automaton -> int -> label_set

val set_has : label_set -> int -> bool

(* Does the label of an edge, no epsilon, match a symbol? *)
val reads : automaton -> int -> int -> bool

(* Symbol n becomes symbol 'place'.(n), everywhere. *)
val renumber_symbols : t -> int array -> unit

(* An extra state without a name of its own gets a number for one. *)
val add_position : automaton -> int
