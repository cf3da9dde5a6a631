(* Sessions of extended CTL (.ectl) as text: docs/formats/ectl.md. REGULAR and GRAMMAR are known by name only. *)

type definition = Machine of Ectl_machine.t | Formula of Ectl_formula.t | Other of string (* "REGULAR", "GRAMMAR" *)

(* A state, and with brackets a stack, its top first. *)
type place = { state : string; stack : string list option }
type asked = Named of string | Written of Ectl_formula.t
type check = { asked : asked; system : string; at : place option }
type t = { definitions : (string, definition) Hashtbl.t; checks : check list; loads : bool (* other files *) }

val read : Source.t -> t

(* As evidence names it: "p[a b _]". *)
val show_place : place -> string
