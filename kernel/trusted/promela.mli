(* Promela, read by the kernel's own parser: text to the tree that the proofs speak of. What it does not know, it refuses by name. *)

type t = {
  program : Kernel.program;
  codes : Kernel.code0 list; (* of its proctypes *)
}

(* How many moves one step may have: with more, the kernel knows nothing. *)
val limit : Kernel.nat

val read : Source.t -> t
