(* Why evidence about a finite model was rejected, in words: each looks for the first thing that is wrong and raises
   Fault.Rejected; it returns if it finds nothing. Nothing is accepted because of what it says. *)

(* The pairs are not closed, or a rank does not fall where it should. *)
val product : 'state Finite_model.t -> Translation.t -> Product.t -> unit

(* Not a run, or not one that starts or ends as it should. *)
val lasso :
  'state Finite_model.t ->
  stem:('state * Kernel.positive option) list ->
  loop:('state * Kernel.positive option) list ->
  unit

(* Not closed under steps, or one of the states fails. *)
val safe : 'state Finite_model.t -> 'state list -> listed:(int -> bool) -> unit

(* Not a run, or its last state does not fail. *)
val unsafe : 'state Finite_model.t -> 'state list -> unit
