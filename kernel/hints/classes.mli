(* Regular sets of configurations as atoms: the class of a stack is the set of those states, of the automata of all sets that a
   formula speaks of, from which the stack is accepted. States that nothing enters are left out, but for extra ones, for a stack
   that lies below something is read from the others only. All of this is a hint for the verified checker, and reasons.

   Classes count from 1, which is that of the empty stack; symbols and atoms from 0; states are raw ones, from 1. *)

type t

val create : Numbering.t -> Atoms.meaning array -> t

(* Are there sets at all? Otherwise there is one class. *)
val has_sets : t -> bool

(* The class of a symbol on a stack of this class. *)
val above : t -> int -> int -> int

(* The class of these states: (atom, raw state). *)
val of_states : t -> (int * int) list -> int

(* Is <p, symbol w> in the set of this atom, where w has this class? No symbol: the empty stack. *)
val is_in : t -> atom:int -> state:int -> symbol:int option -> int -> bool

(* What the classes met so far are, and the states that they are about. *)
val to_kernel : t -> (Kernel.positive * (Kernel.positive * Kernel.positive list) list) list

val tracked : t -> (Kernel.positive * Kernel.positive) list

(* By raw state, of which 'states' are there: the raw states from which epsilons lead to it, itself included. The function makes
   raw states of those of the automaton. *)
val closure : Problem.automaton -> (int -> int) -> int -> int list array

(* (raw state, label, raw state) *)
val symbol_edges : Problem.automaton -> (int -> int) -> (int * int * int) array
