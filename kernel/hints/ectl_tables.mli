(* The tables of evidence about extended CTL, as the file has them: docs/formats/ectl-evidence.md. *)

type head = {
  location : int;
  symbol : int;
  kind : string;
  order : int; (* 0: the kind has none *)
  rules : (int * int) option; (* why it lives: rule of the system, of the automaton, *)
  first : int; (* a pop, or -1, *)
  next : int; (* and a head; -1: it has no reason *)
}

type pop = { head : int; target : int; step : int; reading : int; first : int; second : int (* -1: none *) }

(* States of the monitor that the table gives: what they refine and locations that live; where they go by each symbol. *)
type monitor = { was : int array; live : int list array; steps : int array array }

type t = {
  is_release : bool;
  carried : int; (* the monitor whose states its symbols carry; 0 on transition systems *)
  locations : (int * int) array;
  symbols : (int * int) array;
  heads : head array;
  pops : pop array;
  monitor : monitor option;
}

(* 'stacked': has the system a stack, and then, how many symbols? The tables are those that are expected: of Release or not. *)
val read : Tokens.t -> stacked:bool -> symbols:int -> releases:bool list -> t array
