(* An automaton of the problem, prepared for walks: raw states, epsilon followed. For hints and messages only; what is accepted
   does not depend on it. *)

type t

(* 'occurs': which symbols (from 1) there are; labels have no others. *)
val create : ?occurs:(int -> bool) -> Numbering.t -> Problem.side -> t
val side : t -> Problem.side

(* How many raw states there are. *)
val count : t -> int

(* Calls the function with the label and the raw target of each edge that leaves the state, behind any epsilons. *)
val iter_edges : t -> int -> (int -> int -> unit) -> unit

val accepts : t -> int -> bool
val has_edges : t -> int -> bool

(* Whether a label reads a symbol (from 1), or any at all. *)
val label_has : t -> int -> int -> bool

val label_is_empty : t -> int -> bool

(* Calls the function with each symbol (from 1) of a label. *)
val iter_label : t -> int -> (int -> unit) -> unit

(* Is there such an edge, tagged states given? *)
val has_edge : t -> int -> int -> int -> bool

(* Tagged inner states that can be entered by reading from a control state: by raw state. *)
val entered : t -> bool array

(* Raw states from which acceptance can be reached. *)
val useful : t -> bool array
