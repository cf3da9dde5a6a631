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

(* Sets: in whatever order is best for the checker. *)
val positives : Ints.t -> Kernel.positive list

(* Two arrays of the same length. *)
val pairs : Ints.t -> Ints.t -> (Kernel.positive * Kernel.positive) list

(* The loop that is marked. *)
val pump : Evidence.run -> Kernel.pump

val weight : int64 array -> Kernel.z list
val least_rows : Evidence.least -> dimension:int -> ((Kernel.positive * Kernel.positive) * (Kernel.positive * Kernel.z list) list) list
val facts : Evidence.run -> Kernel.fact list
val witness : Evidence.run -> (Kernel.positive * Kernel.positive) list
val reduction : Evidence.reduction -> Kernel.reduction
