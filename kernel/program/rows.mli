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

(* For the verified checker: without targets that are not kept. *)
val to_kernel : t -> keep:(int -> bool) -> ((Kernel.positive * Kernel.positive) * Kernel.positive list) list
