(* Names as numbers 0, 1, 2, ... in the order of their first mention. Names are given as parts of larger texts, so that
   looking one up copies nothing. *)

type t

val create : unit -> t
val count : t -> int
val name : t -> int -> string

(* The number of a name; -1 if there is none. *)
val find : t -> string -> int -> int -> int

(* The same, adding the name if it is new. *)
val intern : t -> string -> int -> int -> int

(* Name n gets the number 'place'.(n); these are all numbers, each once. *)
val renumber : t -> int array -> unit

val intern_string : t -> string -> int
val find_string : t -> string -> int
