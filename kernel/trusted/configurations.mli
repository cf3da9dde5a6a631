(* Regular sets of configurations: < [p,q] , (a | [^b])* c? > | ...; see docs/formats/automata.md. *)

(* What names mean at this place. *)
type meaning = {
  problem : Problem.t;
  symbols_closed : bool; (* symbols have been declared, there are no others *)
}

(* Each reads a part of the text from the current token on and leaves the token behind it current. *)

val control_state : meaning -> Scanner.t -> int
val symbol : meaning -> Scanner.t -> int

(* a | . | [a,b] | [^a,b] *)
val label : meaning -> Problem.automaton -> Scanner.t -> int

(* Adds a set to an automaton; the scanner must end behind it. *)
val read : meaning -> Problem.automaton -> Scanner.t -> unit
