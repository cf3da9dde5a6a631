(* What the verified checker wants to be told about a certificate. None of this need be right: it checks it. *)

(* Adds the edges of the set that the certificate grew from which no stack leads to: evidence leaves them out, the checker wants
   them. *)
val add_unentered_edges : View.t -> Rows.t -> unit

(* Adds to the rows of control states what is read behind their epsilon. The classes of what results. *)
val saturate_epsilon : Evidence.certificate -> Rows.t -> Rows.classes

(* The tagged states, by number, from which the certificate can accept; it accepts where the set does. *)
val useful : View.t -> Rows.t -> bool array

(* The pairs (state of the set, state of the certificate) that one word leads to from some control state; both tagged. A
   certificate that reads forward starts behind its epsilons, too. *)
val product : Numbering.t -> View.t -> Evidence.certificate -> Rows.t -> Rows.classes -> Ints.t * Ints.t

(* For each (control state, symbol) that some rule pushes: the state in between. *)
val mids : Numbering.t -> Rows.t -> Rows.classes -> ((Kernel.positive * Kernel.positive) * Kernel.positive) list

(* The numbers of the true places, for tagged arrays. *)
val places : bool array -> Ints.t

(* The tagged states of a set, given by raw state. *)
val tagged : Numbering.t -> bool array -> Ints.t
