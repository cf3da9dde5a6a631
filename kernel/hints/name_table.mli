(* Tables of names in evidence. *)

(* KEY COUNT and as many quoted names, each of which must be among 'names', all of them and none twice: the numbers of those names
   in the order of the file. Raises Fault.Bad_input, and Fault.Rejected if the names are others. 'what' is one of them. *)
val read : Tokens.t -> string -> Names.t -> string -> int array
