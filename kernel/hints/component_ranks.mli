(* Ranks of the pairs of a graph's node and an automaton's state: the number of the pair's strongly connected component, in the
   order in which Tarjan's algorithm (1972) finds them, so that successors have lower or equal ones. If no accepting state lies
   on a cycle these are ranks as the verified checker wants them; otherwise it rejects them. *)

(* 'initial': numbers of the initial nodes; 'nodes': how many there are, numbered from 1. A node has its letter, and of each step
   action and target. How many pairs there are, and the rank of a pair. *)
val find :
  Translation.t ->
  initial:Kernel.positive list ->
  nodes:int ->
  (Kernel.positive * (Kernel.letter * (Kernel.positive option * Kernel.positive) list)) list ->
  int * (Kernel.positive -> Kernel.positive -> Kernel.positive option)
