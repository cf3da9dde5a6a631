(* Which parts of a formula have a table, and which: those of its core, equal ones once, children first, left before right. *)

type t

(* 'next': do EX and AX have tables, too? *)
val of_formula : next:bool -> Ectl_formula.t -> t

(* The table of an EU, ER, AU, AR, and of an EX or AX if those have one. The formula is a part of the one given. *)
val table : t -> Ectl_formula.t -> int

(* Of each table: is it about Release? *)
val releases : t -> bool list
