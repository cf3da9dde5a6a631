(* JSON's strings, which our other formats borrow. *)

(* The string scanned last: a part of some text. *)
type t = private { mutable text : string; mutable from : int; mutable length : int; decoded : Buffer.t }

val create : unit -> t

(* The opening quote is at the offset given; returns the offset behind the closing one. Raises Fault.Bad_input. *)
val scan : t -> Source.t -> int -> int

(* Takes a part of the source as it is: names without quotes. *)
val take : t -> Source.t -> int -> int -> unit

val is : t -> string -> bool
val contents : t -> string
val intern : Names.t -> t -> int
val find : Names.t -> t -> int
