(* A reader of JSON (RFC 8259) that is told by its caller what comes next: a value that the caller has no use for is an error
   where it begins. So nothing is built, and the nesting is no deeper than the caller's. *)

type t

val of_source : Source.t -> t

(* An object. The function is called behind each key and its colon, must read the value, and finds the key in 'text'. The string
   says what the object should be: "an object where WHAT should be". *)
val members : t -> string -> (unit -> unit) -> unit

(* An array; the function must read one element. *)
val elements : t -> string -> (unit -> unit) -> unit

val string : t -> string -> unit
val number : t -> string -> unit
val boolean : t -> string -> bool

(* Nothing but white space may follow. *)
val finish : t -> unit

(* What kind of value comes next? *)
type kind = Object | Array | String | Number | Other

val next : t -> kind

(* The last key, string or number; escapes have been decoded. *)
val text : t -> Quoted.t

(* The last number has neither point nor exponent. *)
val is_integer : t -> bool

(* Where the last key, string, number, '{', '[', '}' or ']' begins. *)
val place : t -> int

val source : t -> Source.t

(* At 'place'. *)
val fail : t -> ('a, unit, string, 'b) format4 -> 'a

(* "X where WHAT should be", X being what comes next. *)
val misfit : t -> string -> 'a
