(* Runs of Promela models in evidence: who moves, step by step. From that, and from what the extracted functions say of each process, the
   states of the run are found again; a verified check decides whether they are a run. The statements of the evidence have numbers of its
   own, which help to choose. *)

type step

(* KEY COUNT, and a line for each step: the process, 's', 'j' or 'e', a statement, and of a handshake the partner with its statement. *)
val read : Tokens.t -> string -> step list

(* States from the first on to one in which there is an error. *)
val to_error : Promela.t -> step list -> Kernel.pstate list option

(* A run that ends with a loop, or with a state that is repeated for ever if there is none: the states before the loop, and those in it.
   Several may be tried: the first that is good. *)
val lasso :
  Promela.t ->
  stem:step list ->
  loop:step list ->
  (Kernel.pstate list * Kernel.pstate list -> bool) ->
  (Kernel.pstate list * Kernel.pstate list) option
