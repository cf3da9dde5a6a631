(* What can go wrong, and how the program tells it. Nothing else is raised on purpose. *)

(* A file is not what it should be. Line and column count from 1, columns in bytes; line 0: the file as a whole. *)
exception Bad_input of { file : string; line : int; column : int; message : string }

(* The same of evidence: what 'custos check' has written never is. *)
exception Bad_evidence of { file : string; line : int; column : int; message : string }

(* This program has no answer: something is beyond what it reads. *)
exception Unsupported of string

(* The evidence is well-formed but does not prove its claim. *)
exception Rejected of string

(* The command line makes no sense. *)
exception Usage of string

(* A file cannot be read. *)
exception System of string

val rejected : ('a, unit, string, 'b) format4 -> 'a
val usage : ('a, unit, string, 'b) format4 -> 'a

(* FILE:LINE:COLUMN: MESSAGE *)
val describe_bad_input : file:string -> line:int -> column:int -> string -> string

(* Adds the character at an offset, or its escape '\u001b' if it is a control character, and returns the offset behind it. *)
val add_visible : Buffer.t -> string -> int -> int

(* The whole text between double quotes, without control characters. *)
val quote : string -> string

(* A name as it is shown in messages: quoted, and cut if it is long. *)
val show_name : string -> string
