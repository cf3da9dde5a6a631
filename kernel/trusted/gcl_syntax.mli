(* Guarded-command programs as they are written, with types checked; what the verified semantics is given of them; and how large
   they become. *)

type kind = Boolean | Integer

type variable = {
  name : string;
  kind : kind;
  is_array : bool;
  size : int;
  low : int64;
  high : int64;
  initial : int64;
  first : int; (* its first cell; cells count from 0 *)
}

type operator =
  | Add
  | Subtract
  | Multiply
  | Divide
  | Modulo
  | Equal
  | Unequal
  | Less
  | At_most
  | Greater
  | At_least
  | And
  | Or
  | Implies

type quantifier = Forall | Exists | Sum

(* 'place' is in the source that the expression was read from. *)
type expression = { place : int; node : node }

and node =
  | Constant of int64 (* TRUE is 1, FALSE is 0 *)
  | Index of int (* bound by the quantifier or range that so many others are around *)
  | Read of variable * expression
  | Not of expression
  | Negate of expression
  | Operation of operator * expression * expression
  | Quantified of quantifier * int * range * expression

and range = { low : expression; high : expression }

type command =
  | Skip
  | Assign of (variable * expression * expression) list (* index, value *)
  | Select of branch list
  | If of expression * command list * command list
  | While of expression * command list

and branch = { ranges : (int * range) list; guard : expression; body : command list }

(* Indices are bound at most this deep, and so deep are commands and parentheses nested. *)
val most_nested : int

(* The value of a constant expression; where it has none, Fault.Bad_input. *)
val value : Source.t -> expression -> int64

(* Fails where a program becomes too large: a range of more than 1,000,000 values, more than 10,000,000 nodes. *)
val check_size : Source.t -> command list -> unit

(* The same for an expression alone. *)
val check_expression_size : Source.t -> expression -> unit

val expression_to_kernel : expression -> Kernel.expr
val program_to_kernel : command list -> Kernel.command
