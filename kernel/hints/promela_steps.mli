(* All states of a Promela model, by the extracted function: what 'custos-kernel steps' prints. Nothing here makes the kernel accept
   anything. *)

type result = {
  states : int;
  transitions : int;
  assertions : int; (* transitions on which one fails *)
  ends : int; (* invalid end states *)
  faults : int; (* states from which something has no meaning *)
  is_complete : bool; (* no limit was met *)
}

(* 'most': of states. 'show': is told each state that is met, as text, with how many steps lead from it. *)
val explore : ?show:(string -> int -> unit) -> most:int -> Promela.t -> result

(* States from the first to one where there is an error; or why there is none. *)
type found = Error of Kernel.pstate list | Nothing of string

val find_error : most:int -> Promela.t -> found
