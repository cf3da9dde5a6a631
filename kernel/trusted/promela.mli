(* Promela, read by the kernel's own parser: text to the tree that the proofs speak of. What it does not know, it refuses by name. *)

type t = {
  program : Kernel.program;
  codes : Kernel.code0 list; (* of its proctypes *)
  formulas : (string * Promela_formula.t Lazy.t) list; (* the ltl blocks *)
  asked : Promela_formula.t option; (* the formula from outside *)
  claims : (string * (Kernel.code0 * Kernel.positive list) Lazy.t) list; (* never claims, and their labels 'accept' *)
  expression : string -> Kernel.expression; (* one about globals and other processes *)
}

(* How many moves one step may have: with more, the kernel knows nothing. *)
val limit : Kernel.nat

(* 'macros': NAME=TEXT, or NAME, which is 1; 'claims': files that are read behind the model. *)
(* 'formula': one that is no part of the model, or "". *)
val read : macros:string list -> claims:string list -> formula:string -> Source.t -> t
