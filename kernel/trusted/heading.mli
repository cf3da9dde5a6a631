(* The head of evidence about temporal properties: everything before what only one kind of evidence has. *)

type asked = Property of string | Formula of string
type verdict = Holds | Violated

type t = {
  defines : (string * int) list; (* values of parameters, in the order of the file *)
  initial : string list; (* the texts of --initial *)
  final : string list; (* and of --final, which mean nothing here *)
  asked : asked;
  verdict : verdict;
  atoms : string array option; (* None: there is no section 'atoms' *)
}

(* Has the evidence a line 'property' or 'formula'? Without one it is about reachability. Never raises. *)
val is_temporal : Source.t -> bool

(* Up to and with the section 'atoms'. Raises Fault.Bad_input. *)
val read : Tokens.t -> t

(* The formula asked for. 'find' looks a property up by its name, 'names' are those there are. The atoms in the evidence must be
   those of the formula: raises Fault.Rejected. *)
val formula : t -> find:(string -> Ltl_text.t option) -> names:string list -> Ltl_text.t

(* What was asked, for messages: the property's name and its formula, or the formula alone. *)
val show : t -> Ltl_text.t -> string

(* ---- Evidence about formulas alone ---- *)

(* 'claim translation', up to and with the section 'atoms': the formula, whose atoms are those of the evidence. *)
val read_translation : Tokens.t -> Ltl_text.t
