(* Tokens of evidence files: words, numbers and quoted names, separated by one blank; lines. Everything raises Fault.Bad_input
   at the place where the file is not what it should be. *)

type t = {
  source : Source.t;
  text : string;
  mutable at : int; (* the offset of what comes next *)
  name : Quoted.t; (* the string read last *)
}

val create : Source.t -> t

(* Raises Fault.Unsupported, with the place. *)
val unsupported : t -> string -> 'a

(* At the current place. *)
val fail : t -> ('a, unit, string, 'b) format4 -> 'a

(* The next byte, '\000' at the end of the text. *)
val byte : t -> char

val at_line_end : t -> bool

(* The line must end here, and there must be another one: 'end' comes last. *)
val next_line : t -> unit

(* Is this word here, with a blank or the end of the line behind it? Then it is skipped. *)
val word : t -> string -> bool

(* The word must be here; it is skipped. *)
val expect : t -> string -> unit

(* Skips the blank that must be here; "a blank and WHAT should be here". *)
val blank : t -> string -> unit

(* A natural number of this kind below 'bound'. *)
val natural : t -> int -> string -> int

(* An integer of 63 bits. *)
val integer : t -> string -> int

(* KEY COUNT, and goes to the next line. What is counted takes a byte at least. *)
val header : t -> string -> int

(* A string between double quotes, into 'name'. *)
val quoted : t -> unit

(* KEY COUNT, then a line with a tab and the list. *)
val list : t -> string -> (t -> int) -> Ints.t

(* A list of a known length: a line with a tab and the list. *)
val list_line : t -> int -> (t -> int) -> Ints.t

(* The lines that begin with a word and go on with a quoted text. *)
val texts : t -> string -> string list

(* 'end', and nothing behind it. *)
val finish : t -> unit
