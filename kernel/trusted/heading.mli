(* The head of evidence about temporal properties: everything before what only one kind of evidence has. *)

type asked = Property of string | Formula of string
type verdict = Holds | Violated

type t = {
  defines : (string * int) list; (* values of parameters, in the order of the file *)
  options : string list; (* of Promela: NAME=VALUE, what else 'custos check' was told of the model *)
  initial : string list; (* the texts of --initial *)
  final : string list; (* and of --final, which mean nothing here *)
  asked : asked;
  verdict : verdict;
  atoms : string array option; (* None: there is no section 'atoms' *)
}

(* Has the evidence a line 'property' or 'formula'? Without one it is about reachability. Never raises. *)
val is_temporal : Source.t -> bool

(* The name under which texts of evidence are read. *)
val text_name : string

(* The question as evidence writes it: 'property "live"', 'formula "G p"'. *)
val show_question : asked -> string

(* Reads the two; None: it is something else. *)
val read_question : string -> asked option

(* What is asked. A question must be the one that was found in the evidence, or Fault.Rejected is raised; formulas may differ in
   their blanks and parentheses, and then the one of the question is meant. *)
val settled : asked option -> asked -> asked

(* Up to and with the section 'atoms'. 'question': what the evidence should be about. Raises Fault.Bad_input, Fault.Rejected. *)
val read : ?question:asked -> Tokens.t -> t

(* The formula asked for. 'find' looks a property up by its name, 'names' are those there are. The atoms in the evidence must be
   those of the formula: raises Fault.Rejected. *)
val formula : t -> find:(string -> Ltl_text.t option) -> names:string list -> Ltl_text.t

(* A property's name as answers have it: with quotes if it is more than letters, digits, '_' and '-'. Never cut. *)
val plain : string -> string

(* What was asked, for answers: the property's name and its formula, or the formula alone. Never cut. *)
val show : t -> Ltl_text.t -> string

(* Evidence about formulas alone. *)

(* 'claim translation', up to and with the section 'atoms': the formula, whose atoms are those of the evidence. *)
val read_translation : ?question:asked -> Tokens.t -> Ltl_text.t
