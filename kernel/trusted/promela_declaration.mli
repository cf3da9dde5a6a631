(* Declarations of Promela: variables, channels, records, constants. *)

(* Does a declaration begin here? *)
val is_here : Promela_reader.t -> bool

(* Reads 'byte x, y = 3'; its variables with their names. They have places among the globals or in the process. *)
val read : Promela_reader.t -> (string * Promela_reader.field) list

(* (byte a; int b) *)
val parameters : Promela_reader.t -> (string * Promela_reader.field) list

val typedef : Promela_reader.t -> unit

(* A plain variable of a process, made for a loop. *)
val counter : Promela_reader.t -> Promela_reader.field

(* What gives it its first values. 'as_step': it is declared by a step of its own, which gives it a single first value. *)
val first_values : ?as_step:bool -> Promela_reader.field -> Kernel.declaration list

(* Its scalars, and their types. *)
val cells : Promela_reader.field -> (Kernel.positive * Kernel.vtype) list
