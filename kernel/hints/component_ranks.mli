(* Ranks of the reachable pairs of a model's state, by its number, and an automaton's state: how many accepting states can still be passed,
   and one, the same in each strongly connected component (Tarjan 1972). If no accepting state lies on a cycle these are ranks as the
   verified checker wants them; otherwise it rejects them. *)

type outcome =
  | Ranks of int * (int -> Kernel.positive -> Kernel.positive option) (* how many pairs there are, and the rank of one *)
  | Faulty of int (* the steps or the letter of this state cannot be computed *)

(* States are numbered, and their steps computed, as they are needed. *)
val find : Translation.t -> number:('state -> int) -> state:(int -> 'state) -> 'state Kernel.model -> outcome
