(* Native integers and arrays to the data of the verified checker. Binary numbers share their upper halves. *)

val positive : int -> Kernel.positive

(* The rules with their weights; or each with the same. *)
val weighted_rules : Numbering.t -> (Kernel.rrule * Kernel.z list) list

val rules_of_weight : Numbering.t -> Kernel.z list -> (Kernel.rrule * Kernel.z list) list

val rules : Numbering.t -> Kernel.rrule list
val automaton : Numbering.t -> Problem.side -> Kernel.raut
val automaton_of : Numbering.t -> Problem.automaton -> Kernel.raut

(* The rules with their actions: action a of the problem is a + 1. *)
val acting_rules : Numbering.t -> (Kernel.rrule * Kernel.positive option) list

(* [f 0; f 1; ...; f (count - 1)], built from its end. *)
val list : int -> (int -> 'a) -> 'a list

(* The same weight, whatever zeros are at its end. *)
val is_weight : int64 array -> Kernel.z list -> bool

val weight : int64 array -> Kernel.z list

(* Weight n of those that are stored one behind the other, 'dimension' numbers each. *)
val part_of : Problem.Weights.t -> int -> int -> Kernel.z list
