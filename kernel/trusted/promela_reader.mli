(* What a parser of Promela knows while it reads: the tokens, with the semicolons that newlines stand for and the bodies of inlines that
   are called, and what names mean. *)

type typ = Basic of Kernel.basic_type | Record of record
and record = { fields : (string * field) list; size : int (* of its scalars *) }

(* A variable, a parameter, or a field of a record. *)
and field = {
  typ : typ;
  is_array : bool;
  count : int; (* of elements *)
  offset : int; (* of its first scalar in the globals, the process or the record; from 0 *)
  is_local : bool;
  first_value : first_value;
}

and first_value = Nothing | Value of Kernel.expression | Values of Kernel.expression list | Channel of int (* its shape *)

type inline = { formals : string list; body : Promela_tokens.t list; mutable is_open : bool }
type meaning = Variable of field | Constant of int | Type of record | Process of int | Inline of inline

type process = {
  number : int;
  mutable is_declared : bool;
  mutable cells : int;
  mutable parameters : (string * field) list;
  mutable locals : (string * field) list; (* of all its blocks, the last first *)
}

type t = {
  mutable token : Promela_tokens.t; (* that is looked at *)
  mutable taken : Promela_tokens.t; (* the one before *)
  mutable sources : source list; (* the innermost first *)
  asked : Promela_tokens.t array; (* of a formula that is no part of the model *)
  mutable in_sequence : int;
  mutable parentheses : int;
  names : (string, meaning) Hashtbl.t;
  mutable scope : string list; (* names that the process declared *)
  mutable process : process option; (* that is read *)
  processes : (string, process) Hashtbl.t;
  mutable globals : int; (* how many scalars *)
  mutable shapes : Kernel.shape list; (* the last first *)
  constants : (int, int) Hashtbl.t; (* first values of globals that are numbers, by their scalars *)
  mutable uses_timeout : bool;
  mutable uses_last : bool;
  labels_used : (int * string, unit) Hashtbl.t; (* by P@L: process and name *)
  labels_asked : (int * string, unit) Hashtbl.t; (* by P@L in that formula alone *)
  label_numbers : (int * int * string, int) Hashtbl.t; (* process, call (-1: of the whole process), name *)
  mutable calls : int;
  mtype_counts : (string, int) Hashtbl.t; (* of constants in each set *)
}

and source = { tokens : Promela_tokens.t array; mutable next : int; closes : inline option }

val create : macros:string list -> claims:string list -> formula:string -> Source.t -> t

(* Reads these tokens, the last of which is End, instead. *)
val begin_at : t -> Promela_tokens.t array -> unit
val fail : t -> ('a, unit, string, 'b) format4 -> 'a
val refuse : t -> ('a, unit, string, 'b) format4 -> 'a
val advance : t -> unit
val peek : t -> Promela_tokens.kind
val is_mark : t -> string -> bool
val is_word : t -> string -> bool

(* Skips it, or fails. *)
val take : t -> string -> unit

val take_word : t -> string -> unit
val is_keyword : string -> bool

(* A name that is no word of the language. *)
val take_name : t -> string

val skip_separators : t -> unit
val find : t -> string -> meaning option
val declare : t -> string -> meaning -> unit

(* Forgets what the process declared since the scope was that long. *)
val end_scope : t -> int -> unit

val find_process : t -> string -> process
val size_of : typ -> int
val label_number : t -> int * int * string -> int
val positive : int -> Kernel.positive
val z : int -> Kernel.z
val nat : int -> Kernel.nat
