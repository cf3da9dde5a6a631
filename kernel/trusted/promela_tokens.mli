(* The tokens of Promela, made from what the preprocessor leaves. *)

type kind =
  | Name of string
  | Number of int
  | Text
  | Mark of string
  | End

type t = { kind : kind; piece : Promela_pieces.t; new_line : bool }

(* Of the model, and of a formula. *)
val of_source : macros:string list -> claims:string list -> formula:string -> Source.t -> t array * t array
