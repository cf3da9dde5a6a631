(* The stack alphabet of evidence about formulas: a symbol and the class of what lies below it have a number, from 2; 1 is the
   bottom. Grows as far as it is needed. Symbols count from 0, classes from 1. *)

type t

val create : Classes.t -> t
val bottom : int
val classes : t -> Classes.t
val number : t -> int -> int -> int

(* Of a number above 1. *)
val symbol : t -> int -> int

val below : t -> int -> int

(* The number of a symbol and a class, -1 if it is not there. *)
val find : t -> int -> int -> int

val to_kernel : t -> (Kernel.positive * ((Kernel.positive * Kernel.positive) * Kernel.positive option)) list
