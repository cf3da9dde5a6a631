(* A text with a name. Readers work with byte offsets; lines and columns are counted only when a message needs them. *)

type t = private { name : string; text : string }

val of_string : name:string -> string -> t

(* "-" is standard input. Raises Fault.System, and Fault.Bad_input at a byte 0. A mark of the order of bytes is skipped. *)
val of_file : string -> t

(* Raises Fault.Bad_input at an offset. *)
val fail_at : t -> int -> ('a, unit, string, 'b) format4 -> 'a

val line_at : t -> int -> int
val column_at : t -> int -> int
