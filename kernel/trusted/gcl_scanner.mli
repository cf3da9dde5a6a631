(* Tokens of guarded-command programs. White space and comments ('#' to the end of the line) are skipped. *)

type token =
  | End
  | Number of int64
  | Name of string
  | Keyword of string (* in upper case, whatever the text has *)
  | Mark of string

type t

val create : Source.t -> from:int -> t
val source : t -> Source.t
val token : t -> token

(* Where the current token begins. *)
val place : t -> int

(* Makes the next token current. *)
val skip : t -> unit

(* Goes on at an offset. *)
val restart : t -> from:int -> unit

val is_mark : t -> string -> bool
val is_keyword : t -> string -> bool

(* At the current token. *)
val fail : t -> ('a, unit, string, 'b) format4 -> 'a

(* "X where WHAT should be" *)
val misfit : t -> string -> 'a

(* The mark or keyword must be current; skips it. *)
val expect_mark : t -> string -> unit

val expect_keyword : t -> string -> unit

(* A name must be current; skips it. *)
val expect_name : t -> string -> string

(* Bytes of numbers, and of names. *)
val is_digit : char -> bool

val is_word_byte : char -> bool
