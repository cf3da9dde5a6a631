(* Formulas of linear temporal logic as text: in properties of files, and given by the user. Nothing here is recursive in the
   depth of a formula, and formulas that are nested too deeply for others are refused. *)

type t = {
  formula : Kernel.raw;
  atoms : string array; (* in the order of first occurrence; the formula knows atom k as k + 1 *)
  places : int array; (* where they occur first in the source *)
  source : Source.t;
  text : string; (* as it was written, on one line *)
}

(* Only the part between the two offsets is read, to its end. 'comments': '#' begins one that ends with the line. Raises
   Fault.Bad_input. *)
val read : ?comments:bool -> Source.t -> from:int -> limit:int -> t

val of_string : name:string -> string -> t

(* The end of a formula that begins here: the first of the bytes that satisfy the function outside strings and comments, or the
   limit. *)
val find_end : ?comments:bool -> Source.t -> from:int -> limit:int -> (char -> bool) -> int

(* A formula that others read, as 'text' above. *)
val on_one_line : string -> string
