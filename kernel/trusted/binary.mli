(* The binary numbers of the verified checker. *)

(* Positive numbers share their upper halves. *)
val positive : int -> Kernel.positive

val z_of_int64 : int64 -> Kernel.z
val z : int -> Kernel.z
val n : int -> Kernel.n

(* Back again; max_int for what is larger. *)
val int_of_positive : Kernel.positive -> int

val int_of_n : Kernel.n -> int
val int_of_z : Kernel.z -> int
