(* The text of a Promela model as pieces, as a preprocessor of C sees them: comments and joined lines are gone, a number is what C
   takes for one (0..N is one piece). *)

type kind = Name | Number | Text | Character | Mark (* of one byte *) | Newline

type t = {
  kind : kind;
  text : string; (* strings and characters with their quotes *)
  white : bool; (* blanks before it *)
  new_line : bool; (* the first of its line *)
  place : Source.t * int;
  hidden : string list; (* macros that are not expanded in it again *)
}

val fail : t -> ('a, unit, string, 'b) format4 -> 'a

(* What the kernel does not know: it refuses rather than guess. *)
val refuse : t -> ('a, unit, string, 'b) format4 -> 'a

(* The lines of a text, each with its pieces. *)
val lines : Source.t -> t list list
