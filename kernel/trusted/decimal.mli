(* Numbers in decimal digits, exactly. The text given must consist of digits, with '-' before them where that is allowed. *)

(* A natural number below 2^61; -1 if it is larger. *)
val natural : string -> int -> int -> int

(* Whether a natural number is below 2^64. *)
val fits_64_bits : string -> int -> int -> bool

(* An integer from -(2^63 - 1) to 2^63 - 1. *)
val integer : string -> int -> int -> int64 option
