(* Native integers and arrays to the data of the verified checker. Binary numbers share their upper halves. *)

val positive : int -> Kernel.positive

(* The rules with their weights; without 'weighted' every weight is []. *)
val weighted_rules : Numbering.t -> weighted:bool -> (Kernel.rrule * Kernel.z list) list

val rules : Numbering.t -> Kernel.rrule list
val automaton : Numbering.t -> Problem.side -> Kernel.raut

(* The same weight, whatever zeros are at its end. *)
val is_weight : int64 array -> Kernel.z list -> bool

(* Sets: in whatever order is best for the checker. *)
val positives : Ints.t -> Kernel.positive list

(* Two arrays of the same length. *)
val pairs : Ints.t -> Ints.t -> (Kernel.positive * Kernel.positive) list

val facts : Evidence.run -> Kernel.fact list
val witness : Evidence.run -> (Kernel.positive * Kernel.positive) list
val reduction : Evidence.reduction -> Kernel.reduction
