(* Evidence about finite models: temporal properties of .lts, .aut and .gcl files, and safety of .gcl files. Whatever is accepted
   here was accepted by a verified function of Kernel, applied to the problem as it was read. *)

type language = Lts | Aut | Gcl

(* What was proved, in words. Raises Fault.Rejected and Fault.Bad_input. *)
val check : language -> Source.t -> Heading.t -> Tokens.t -> string

(* Evidence about a formula alone: its automaton accepts every word that satisfies it. *)
val check_translation : ?question:Heading.asked -> Source.t -> Ltl_text.t * string

(* Numbers of states, with 'succ', as the verified checker wants them: three laws hold even if they overflow. *)
val first : int

val below : int -> int -> bool

(* A rank for all pairs, if no run reaches an accepting state. *)
val plain_rank : Translation.t -> int -> Kernel.positive -> Kernel.positive option

(* For messages: 1,234 *)
val grouped : int -> string

(* 1 state, 1,234 states *)
val plural : int -> string -> string
