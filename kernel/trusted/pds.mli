(* Our text: .pds files, and sets of configurations on their own. Both add to the problem and raise Fault.Bad_input. *)

val read : Problem.t -> Source.t -> unit

(* The text of --initial and --final, and of .pa files. *)
val read_configurations : Problem.t -> Problem.side -> Source.t -> unit
