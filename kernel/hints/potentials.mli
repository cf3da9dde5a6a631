(* How cheaply pairs of states can be reached in the product of the initial set and the automaton of 'least': what the verified
   checker of lower bounds wants to be told. It checks them; they need not be right. *)

(* ((state of the initial set, state of the automaton), weight), both tagged; only those below the bound. *)
val find : Numbering.t -> View.t -> Evidence.least -> bound:int64 array -> ((int * int) * int64 array) list
