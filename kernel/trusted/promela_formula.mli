(* Formulas about Promela models: ltl blocks, and those that are asked from outside. Temporal operators bind as SPIN's parser has them:
   -> and <-> least, then ||, &&, then U, V and W, all of them from the left; [], <>, X and ! as tightly as any unary operator. *)

(* The largest parts without a temporal operator are expressions. *)
type t =
  | Expression of Kernel.expression
  | Not of t
  | Next of t
  | Always of t
  | Eventually of t
  | And of t * t
  | Or of t * t
  | Implies of t * t
  | Equivalent of t * t
  | Until of t * t
  | Release of t * t
  | Weak of t * t

(* Up to a '}' or the end of the tokens. Raises Fault.Bad_input, Fault.Unsupported. *)
val read : Promela_reader.t -> t

(* With its atoms, numbered from 1. Those of a list are taken as they are; other expressions are taken apart at '!', '&&' and '||', or are
   atoms behind these. *)
val to_kernel : t -> Kernel.expression list -> Kernel.raw * Kernel.expression list
