(* What evidence says, as data of the verified checker. Bridge does the same for the problem. *)

(* Sets: in whatever order is best for the checker. *)
val positives : Ints.t -> Kernel.positive list

(* Two arrays of the same length. *)
val pairs : Ints.t -> Ints.t -> (Kernel.positive * Kernel.positive) list

(* The loop that is marked. *)
val pump : Evidence.run -> Kernel.pump

val least_rows : Evidence.least -> dimension:int -> ((Kernel.positive * Kernel.positive) * (Kernel.positive * Kernel.z list) list) list
val facts : Evidence.run -> Kernel.fact list
val witness : Evidence.run -> (Kernel.positive * Kernel.positive) list
val reduction : Evidence.reduction -> Kernel.reduction
