(* The reader of guarded-command programs, and how it reads expressions: with types, and with the names that are known at a
   place. All raise Fault.Bad_input. *)

type meaning = Parameter of int64 | Variable of Gcl_syntax.variable | Bound of int

type reader = {
  scanner : Gcl_scanner.t;
  names : (string, meaning) Hashtbl.t;
  mutable bound : int; (* how many indices there are here *)
  mutable nested : int;
  mutable cells : int; (* of the variables so far *)
  mutable only_constants : bool; (* here variables have no value *)
  mutable in_guard : bool; (* of a branch: '->' ends it *)
}

val create : Source.t -> reader

(* At the current token, or at a place. *)
val fail : reader -> ('a, unit, string, 'b) format4 -> 'a

val fail_at : reader -> int -> ('a, unit, string, 'b) format4 -> 'a

(* Reads something that is inside of something else: not too deep. *)
val nest : reader -> (unit -> 'a) -> 'a

(* The name is not taken. *)
val check_new : reader -> int -> string -> unit

(* 'with_index r place name read': what is read knows the index, and is told its number. *)
val with_index : reader -> int -> string -> (int -> 'a) -> 'a

(* An expression with what is known about it. *)
type typed = { e : Gcl_syntax.expression; kind : Gcl_syntax.kind; depth : int }

(* It must be of this kind. *)
val want : reader -> Gcl_syntax.kind -> typed -> unit

(* As much as there is; up to the '->' of a branch; without variables. *)
val full : reader -> typed

val guard : reader -> typed
val constant : reader -> typed

(* What one of these reads, of this kind. *)
val typed : reader -> Gcl_syntax.kind -> (reader -> typed) -> Gcl_syntax.expression

(* The value of a constant. *)
val constant_value : reader -> Gcl_syntax.kind -> int64

(* The index of an array's cell, or none. *)
val subscript : reader -> Gcl_syntax.variable -> typed

(* LOW .. HIGH *)
val range : reader -> typed * typed
