(* For messages: what was meant? *)

(* ": do you mean X?" with the name nearest to one that does not exist, or nothing if none is near. *)
val hint : string -> string Seq.t -> string
