(* Guarded-command programs: .gcl files. Raise Fault.Bad_input. *)

type t = {
  source : Source.t;
  parameters : (string * int64) list;
  variables : Gcl_syntax.variable array;
  program : Gcl_syntax.command list;
  properties : (string * Ltl_text.t) list; (* in the order of the file *)
}

val cell_count : t -> int

(* 'defines' are the values of parameters that are not those of the file; a name that is no parameter's: Fault.Rejected. *)
val read : Source.t -> defines:(string * int) list -> t

(* The Boolean expression that an atom stands for. *)
val atom : t -> Ltl_text.t -> int -> Gcl_syntax.expression
