(* Tokens of our own text: names, '->' and single marks. White space and comments ('#' to the end of the line) are skipped. *)

type kind =
  | End
  | Name (* in 'text'; without quotes, or quoted as in JSON *)
  | Arrow
  | Mark of char

type t

(* Only the part between the two offsets is read; ends of lines in it are white space. The first token is current at once. *)
val create : Source.t -> from:int -> limit:int -> t

(* Goes on to another part of the same source. *)
val restart : t -> from:int -> limit:int -> unit

val kind : t -> kind
val text : t -> Quoted.t

(* Where the current token begins. *)
val place : t -> int

(* Makes the next token current. *)
val skip : t -> unit

(* The current token is this name, unquoted. *)
val is_word : t -> string -> bool

val is_quoted : t -> bool
val source : t -> Source.t
val is_mark : t -> char -> bool

(* At the current token. *)
val fail : t -> ('a, unit, string, 'b) format4 -> 'a

(* "X where WHAT should be" *)
val misfit : t -> string -> 'a

(* The mark must be current; skips it. *)
val expect : t -> char -> string -> unit
