(* Runs of Promela models in evidence: who moves, step by step. From that, and from what the extracted functions say of each process, the
   states of the run are found again; a verified check decides whether they are a run. *)

(* KEY COUNT, and a line for each step: the process, 's', 'j' or 'e', a statement, and of a handshake the partner with its statement.
   The processes. *)
val read : Tokens.t -> string -> int list

(* States from the first on to one in which there is an error. *)
val to_error : Promela.t -> int list -> Kernel.pstate list option
