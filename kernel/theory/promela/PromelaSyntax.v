(* Promela: the syntax tree on which its meaning is defined (Promela.v). The parser (kernel/trusted/promela_*.ml) has
   preprocessed the text, expanded inline, resolved names, laid out records as rows of scalars, numbered mtype constants and
   labels, and done what SPIN's parser does to jumps and skips: a goto with an end, progress or accept label (or a label that
   P@L speaks of) has a skip in front of it, superfluous skips of options are gone. Numbers of sections are those of the notes
   on Promela as SPIN counts it (kernel/README.md says where). *)
From Coq Require Import List PArith ZArith.
Import ListNotations.

(** * Types: section 12 *)
Inductive basic_type := TBit | TByte | TShort | TInt | TUnsigned (bits : Z) | TMtype | TChan.
(* 'array': an element of an array; it matters for bits only *)
Record vtype := Type_of { t_basic : basic_type; t_array : bool }.

(** * Expressions *)
Inductive unary := UNot | UNegate | UComplement.
Inductive binary := BAdd | BSub | BMul | BDiv | BMod | BAndBits | BXorBits | BOrBits | BShiftLeft | BShiftRight
  | BEq | BNe | BLt | BLe | BGt | BGe.
Inductive measure := MLen | MEmpty | MNempty | MFull | MNfull.

Inductive expression :=
| XNum (z : Z)
| XRead (r : reference)
| XUnary (o : unary) (a : expression)
| XBinary (o : binary) (a b : expression)
| XAnd (a b : expression) | XOr (a b : expression)                  (* do not look at b where a decides *)
| XIf (a b c : expression)                                    (* (a -> b : c) *)
| XMeasure (m : measure) (channel : expression)
| XPoll (channel : expression) (random : bool) (p : patterns) (* c?[...], c??[...] *)
| XSelf | XCount | XLast | XTimeout                     (* _pid, _nr_pr, _last, timeout *)
| XAt (type : nat) (pid : expression) (label : positive)      (* P[pid]@L *)
| XSomeAt (type : nat) (label : positive)               (* P@L *)
| XRemote (type : nat) (pid : expression) (r : reference)           (* P[pid]:x *)
| XSomeRemote (type : nat) (r : reference)                    (* P:x *)
(* A scalar: cells of the globals and of each process are numbered 1, 2, ...; it lies at 'first' plus, for each index, the
   index times the stride; an index is less than its count. *)
with reference := Ref (is_local : bool) (first : positive) (i : indices) (t : vtype)
with indices := NoIndex | Index (i : expression) (count stride : Z) (r : indices)
(* the arguments of a receive or poll *)
with patterns := PNil | PAny (r : patterns) | PValue (e : expression) (r : patterns) | PStore (x : reference) (r : patterns).

(** * Statements *)
Inductive action :=
| ASkip
| ATest (e : expression)
| AElse
| AAssign (x : reference) (e : expression)
| ARun (x : option reference) (type : nat) (arguments : list expression)
| ASend (channel : expression) (sorted : bool) (l : list expression)
| AReceive (channel : expression) (random keeps : bool) (p : patterns) (* ?, ??, ?<...>, ??<...> *)
| AAssert (e : expression)
| APrint (l : list expression).

Inductive statement :=
| SBasic (a : action)
| SGoto (label : positive)
| SBreak
| SIf (o : options) | SDo (o : options)
| SBlock (s : sequence) | SAtomic (s : sequence) | SDstep (s : sequence)
| SUnless (main escape : sequence)
(* never empty; the labels of a statement, and whether each begins with 'end' *)
with sequence := SLast (l : list (positive * bool)) (s : statement) | SThen (l : list (positive * bool)) (s : statement) (r : sequence)
with options := NoOption | MoreOptions (s : sequence) (r : options).

(** * Declarations *)
(* how the globals are ordered when they get their first values *)
Inductive initial_class := CUnsigned | CBit | CByte | CChan | CMtype | CShort | CInt | CRecord.
Inductive initial := IValue (e : expression) (count : nat) | IList (l : list expression) | IChannel (shape : nat) (count : nat).
Record declaration := Declaration { d_class : initial_class; d_first : positive; d_type : vtype; d_initial : initial }.

Record proctype := Proctype {
  y_body : option sequence;                             (* None: it has declarations only *)
  y_provided : option expression;
  y_cells : N;                                          (* of its parameters and variables *)
  y_parameters : list (positive * vtype);
  y_declarations : list declaration }.                  (* those with first values, in the order of the text *)
Record shape := Shape { h_capacity : nat; h_fields : list basic_type }.
Record program := Program {
  g_cells : N;
  g_declarations : list declaration;
  g_shapes : list shape;
  g_types : list proctype;
  g_start : list nat;                                   (* the types of the first processes *)
  g_uses_timeout : bool; g_uses_last : bool }.
