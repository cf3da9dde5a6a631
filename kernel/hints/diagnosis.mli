(* Why evidence was rejected, in words. Each looks for the first condition of docs/formats/evidence.md that does not hold, and
   raises Fault.Rejected; it returns if it finds none. Nothing is accepted because of what it says. *)

val run : Numbering.t -> initial:View.t -> final:View.t -> Evidence.run -> unit

(* What can be on top of the stack, and below it, after a reduction; without one, everything. *)
type possible = { on_top : int -> int -> bool; below : int -> bool; popped : int -> bool; occurs : int -> bool }

val possible : Numbering.t -> Evidence.reduction option -> possible

(* 'grown' is the set that the certificate grew from, 'other' the one that it must miss. *)
val certificate :
  Numbering.t -> grown:View.t -> other:View.t -> possible -> Evidence.certificate -> Rows.t -> useful:bool array -> unit
