(* Formulas of extended CTL, as written; EF, AG and so on are what they abbreviate. *)

type t =
  | False
  | True
  | Prop of string
  | Not of t
  | And of t * t
  | Or of t * t
  | Implies of t * t
  | Iff of t * t
  | EX of t
  | AX of t
  | EU of string option * t * t (* the automaton's name; None: every word *)
  | ER of string option * t * t
  | AU of string option * t * t
  | AR of string option * t * t

(* From the token on, as far as it goes. *)
val read : Ectl_scanner.t -> t
val of_string : name:string -> string -> t

(* Words that are no propositions. *)
val is_operator : string -> bool
