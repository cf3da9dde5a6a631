(* The sections about the automaton of a formula: automaton, accepting, edges, formulas, promises, translation. Evidence that a
   property holds has those of the negated formula. *)

type t = {
  states : int;
  initial : int;
  accepting : bool array;
  edge_from : Ints.t; (* states count from 0 here *)
  edge_to : Ints.t;
  edge_guard : Kernel.lit list list array; (* conditions: disjunctions of cubes; atom k is known as k + 1 *)
  proof : Kernel.proof; (* all of it for the verified checker, which knows state q as q + 1, rank n as n + 1 *)
}

(* 'atoms': how many there are. Raises Fault.Bad_input. *)
val read : Tokens.t -> atoms:int -> t

(* Raises Fault.Rejected, with the reason, if the automaton is not shown to accept every word that satisfies the formula. *)
val explain : Kernel.raw -> t -> unit
