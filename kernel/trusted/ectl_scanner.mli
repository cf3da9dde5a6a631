(* Tokens of sessions of extended CTL. *)

type token = End | Word of string | Number of string | Text of string | Option of string | Mark of string
type t

val create : Source.t -> t
val token : t -> token

(* Where the token begins. *)
val place : t -> int
val skip : t -> unit

(* "... where WHAT should be", at the token. *)
val misfit : t -> string -> 'a
val fail_at : t -> int -> ('a, unit, string, 'b) format4 -> 'a
val is_mark : t -> string -> bool
val is_word : t -> string -> bool
val expect : t -> string -> unit
val word : t -> string -> string

(* From the token on up to a ')' and over it, whatever stands there but a brace. *)
val skip_arguments : t -> unit
