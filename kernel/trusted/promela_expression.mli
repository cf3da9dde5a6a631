(* Expressions of Promela, and the variables they name. *)

(* A variable, an element or a field: all scalars of a whole record; one with no index if an array was named alone. *)
type reference = {
  is_local : bool;
  first : int; (* scalar, from 1 *)
  indices : (Kernel.expression * int * int) list; (* index, count, stride *)
  field : Promela_reader.field; (* the last part *)
  is_whole_array : bool;
}

val reference : ?whole:bool -> Promela_reader.t -> reference
val kernel_reference : Promela_reader.t -> reference -> Kernel.reference

(* The scalars of a record, or the scalar. *)
val scalars : Promela_reader.t -> reference -> Kernel.reference list

val expression : Promela_reader.t -> Kernel.expression

(* One without operators between two sides. *)
val unary : Promela_reader.t -> Kernel.expression

(* The operators that bind tighter than &&, the loosest first. *)
val operators : (string * (Kernel.expression -> Kernel.expression -> Kernel.expression)) list list

(* The rest of one of which a reference was read. *)
val expression_from : Promela_reader.t -> reference -> Kernel.expression

(* An expression, or a whole record as its scalars. *)
val argument : Promela_reader.t -> Kernel.expression list

(* What a receive or poll compares and assigns. *)
val patterns : Promela_reader.t -> Kernel.patterns

(* What is sent: behind '!'. *)
val message : Promela_reader.t -> Kernel.expression list

(* A number that is known before the model runs. *)
val constant : variables:bool -> Promela_reader.t -> int

val int_of_z : Kernel.z -> int
