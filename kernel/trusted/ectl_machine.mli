(* Machines of sessions of extended CTL: automata and systems, with or without a stack, numbered as evidence numbers them. *)

type kind = Dfa | Pda | Lts | Pds
type operation = Pop | Rewrite of int | Push of int

(* Without a stack 'top' is 0 and the operation Rewrite 0. *)
type rule = { action : int; from : int; top : int; target : int; operation : operation }

type t = {
  kind : kind;
  states : Names.t; (* in the order of STATE; those that only rules of a PDS mention come last *)
  symbols : Names.t; (* 0 is '_' *)
  actions : Names.t;
  mutable accepting : int list;
  mutable heads : (int * int) list; (* PDS: those declared, in order *)
  mutable facts : (string * int * int) list; (* proposition, state, top (0 in an LTS) *)
  mutable rules : rule array; (* each once *)
}

(* Behind the name, at '{'. *)
val read : Ectl_scanner.t -> kind -> t
