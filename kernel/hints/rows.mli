(* The transitions of a certificate, by source and symbol. States are tagged, symbols count from 1. *)

type t

(* 'last_raw': no raw state is larger. Raises Fault.Rejected if a row is there twice. *)
val create : Numbering.t -> Evidence.certificate -> t

(* No tagged state is larger. *)
val last_state : t -> int

val transition_count : t -> int

(* Adds a transition, which should be new. *)
val add : t -> int -> int -> int -> unit

val iter : t -> int -> int -> (int -> unit) -> unit
val mem : t -> int -> int -> int -> bool

(* Calls the function with each symbol that the state reads. *)
val iter_symbols : t -> int -> (int -> unit) -> unit

(* All transitions. *)
val iter_all : t -> (int -> int -> int -> unit) -> unit

(* Marks of states, for comparing rows: 'mark_row' takes away all earlier marks first. *)
val mark_row : t -> int -> int -> unit

val is_marked : t -> int -> bool

(* Classes: rows with the same targets, as far as they are kept. *)

type classes

val classify : t -> keep:(int -> bool) -> classes

(* Classes count from 1; 0 for a row without targets, and for one that is newer than the classes. *)
val class_of : t -> classes -> int -> int -> int

(* The class of this row becomes 0. *)
val forget_class : t -> classes -> int -> int -> unit

(* Is each kept target of the first class one of the second? Takes away the marks. *)
val is_within : t -> classes -> int -> int -> bool

(* For the verified checker. It is told about inclusions that were asked for more than once: it remembers these. *)
val to_kernel : t -> classes -> Kernel.certificate
