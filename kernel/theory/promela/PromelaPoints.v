(* Where the processes of Promela can stand, and what can be next there: sections 4, 6 and 8. Statements are numbered in the
   order of the text; a table has for each what the rules ask about it. *)
From Coq Require Import List PArith NArith ZArith Bool FMapPositive.
From Custos Require Import Automaton PromelaSyntax.
Import ListNotations.
Local Open Scope positive_scope.

(* At a statement, behind an if, do or unless, or at the closing brace. *)
Inductive point := At (n : positive) | Behind (n : positive) | End.
Definition same_point (a b : point) : bool :=
  match a, b with At m, At n => m =? n | Behind m, Behind n => m =? n | End, End => true | _, _ => false end.

Inductive kind :=
| KBasic (a : action)
| KGoto (label : positive)
| KBreak (loop : positive)
| KUnless (main escape : positive)
| KDstep (first : positive)
| KOther.                                               (* if, do, block, atomic *)
Record entry := Entry {
  e_kind : kind;
  e_after : point;                                      (* what comes behind it *)
  e_atomic : bool;                                      (* it carries the flag A of section 6, *)
  e_atomic_behind : bool;                               (* and so does the point behind it *)
  e_unless : list positive;                             (* in whose main parts it stands, the outermost first *)
  e_firsts : list positive;                             (* the statements that can be executed first in it, *)
  e_entered : list positive }.                          (* and the unless that are entered with them *)

(** * Numbers *)
(* how many statements there are *)
Fixpoint statement_size (s : statement) : positive :=
  match s with
  | SBasic _ | SGoto _ | SBreak => 1
  | SIf o | SDo o => options_size o 1
  | SBlock s | SAtomic s | SDstep s => 1 + sequence_size s
  | SUnless m e => 1 + sequence_size m + sequence_size e
  end
with sequence_size (s : sequence) : positive :=
  match s with SLast _ s => statement_size s | SThen _ s r => statement_size s + sequence_size r end
with options_size (o : options) (n : positive) : positive :=
  match o with NoOption => n | MoreOptions s r => options_size r (n + sequence_size s) end.

Definition first_of (s : sequence) : statement := match s with SLast _ s | SThen _ s _ => s end.
Definition is_else (s : sequence) : bool := match first_of s with SBasic AElse => true | _ => false end.

(** * What is first: section 4, out(n) *)
(* Choices that a choice, block, atomic or unless begins with are choices of the whole; an option that is an else comes last.
   In a d_step another one is a block. The statements, and the unless that are entered. *)
Fixpoint firsts (inside : bool) (s : statement) (n : positive) : list positive * list positive :=
  match s with
  | SBasic _ | SGoto _ | SBreak => ([n], [])
  | SIf o | SDo o => let (a, u) := firsts_of_options inside false o (n + 1) in
                   let (b, v) := firsts_of_options inside true o (n + 1) in (a ++ b, u ++ v)
  | SBlock s | SAtomic s => firsts_of_sequence inside s (n + 1)
  | SDstep s => if inside then firsts_of_sequence inside s (n + 1) else ([n], [])
  | SUnless m _ => let (a, u) := firsts_of_sequence inside m (n + 1) in (a, n :: u)
  end
with firsts_of_sequence (inside : bool) (s : sequence) (n : positive) : list positive * list positive :=
  match s with SLast _ s | SThen _ s _ => firsts inside s n end
with firsts_of_options (inside elses : bool) (o : options) (n : positive) : list positive * list positive :=
  match o with
  | NoOption => ([], [])
  | MoreOptions s r => let (b, v) := firsts_of_options inside elses r (n + sequence_size s) in
                  if Bool.eqb (is_else s) elses
                  then let (a, u) := firsts_of_sequence inside s n in (a ++ b, u ++ v) else (b, v)
  end.

(** * The table *)
Record table := Table {
  b_entries : PM.t entry;
  b_targets : PM.t positive;                            (* of labels: where a goto leads *)
  b_places : PM.t positive;                             (* and where P@L is true *)
  b_ends : list positive;                               (* with labels that begin with 'end' *)
  b_ends_behind : list positive;                        (* behind these it is as if there were such a label *)
  b_points : nat }.                                     (* as many as there are, or more *)
Definition no_table : table := Table (PM.empty _) (PM.empty _) (PM.empty _) [] [] 0.
(* Labels of the first statement of an option are 'misplaced': a jump finds them there, but P@L does not, and as the mark of
   an end they stand for the point behind that statement; but those of a do are where it is. *)
Definition add_labels (misplaced : bool) (l : list (positive * bool)) (s : statement) (n : positive) (T : table) : table :=
  let misplaced := misplaced && match s with SDo _ => false | _ => true end in
  fold_left (fun T x =>
    Table (b_entries T) (PM.add (fst x) n (b_targets T))
      (if misplaced then b_places T else PM.add (fst x) (n) (b_places T))
      (if snd x && negb misplaced then n :: b_ends T else b_ends T)
      (if snd x && misplaced then n :: b_ends_behind T else b_ends_behind T) (b_points T)) l T.
Definition add_entry (n : positive) (e : entry) (T : table) : table :=
  Table (PM.add n e (b_entries T)) (b_targets T) (b_places T) (b_ends T) (b_ends_behind T) (S (S (b_points T))).

(* where a statement stands: in an atomic? as the last of it? in a d_step? in which loop and unless? *)
Record place := Place { w_atomic : bool; w_last : bool; w_inside : bool; w_loop : positive; w_unless : list positive }.

(* The flag A is on every statement of an atomic but the last; the last of a block or an atomic is the last in it, that of a
   trailing if, do or unless the point behind it (section 6). *)
Fixpoint lay (w : place) (s : statement) (n : positive) (after : point) (T : table) : table :=
  let enter k atomic behind :=
    let (f, u) := firsts (w_inside w) s n in
    add_entry n (Entry k after atomic behind (w_unless w) f u) in
  let a := w_atomic w in let alone := negb (w_last w) in
  let within := Place a false (w_inside w) (w_loop w) (w_unless w) in
  match s with
  | SBasic x => enter (KBasic x) (a && alone) a T
  | SGoto l => enter (KGoto l) (a && alone) a T
  | SBreak => enter (KBreak (w_loop w)) (a && alone) a T
  | SIf o => enter KOther a (a && alone) (lay_options within o (n + 1) (Behind n) T)
  | SDo o => enter KOther a (a && alone) (lay_options (Place a false (w_inside w) n (w_unless w)) o (n + 1) (At n) T)
  | SBlock r => enter KOther a a (lay_sequence w r false (n + 1) after T)
  | SAtomic r => enter KOther a a (lay_sequence (if a then w else Place true true (w_inside w) (w_loop w) (w_unless w)) r false (n + 1) after T)
  | SDstep r => if w_inside w then enter KOther a a (lay_sequence w r false (n + 1) after T)
               else enter (KDstep (n + 1)) (a && alone) a
                      (lay_sequence (Place false false true (w_loop w) (w_unless w)) r false (n + 1) End T)
  | SUnless m e =>
    let n' := n + 1 + sequence_size m in
    enter (KUnless (n + 1) n') a (a && alone)
      (lay_sequence within e false n' (Behind n)
         (lay_sequence (Place a false (w_inside w) (w_loop w) (w_unless w ++ [n])) m false (n + 1) (Behind n) T))
  end
with lay_sequence (w : place) (s : sequence) (is_option : bool) (n : positive) (after : point) (T : table) : table :=
  match s with
  | SLast l s => lay w s n after (add_labels is_option l s n T)
  | SThen l s r =>
    let n' := n + statement_size s in
    lay_sequence w r false n' after
      (lay (Place (w_atomic w) false (w_inside w) (w_loop w) (w_unless w)) s n (At n') (add_labels is_option l s n T))
  end
with lay_options (w : place) (o : options) (n : positive) (after : point) (T : table) : table :=
  match o with
  | NoOption => T
  | MoreOptions s r => lay_options w r (n + sequence_size s) after (lay_sequence w s true n after T)
  end.

(** * Passing: section 4, resolve(n) *)
Section Resolve.
Variable T : table.
Definition find_entry (n : positive) : option entry := PM.find n (b_entries T).
(* the point that a pass-through point leads to *)
Definition pass (p : point) : option point :=
  match p with
  | End => None
  | Behind n => option_map e_after (find_entry n)
  | At n => match option_map e_kind (find_entry n) with
            | Some (KGoto l) => option_map At (PM.find l (b_targets T))
            | Some (KBreak d) => Some (Behind d)
            | Some (KUnless m _) => Some (At m)
            | _ => None end
  end.
(* in an atomic, be it as the last of it *)
Definition is_inside (p : point) : bool :=
  match p with
  | End => false
  | At n | Behind n => match find_entry n with Some e => e_atomic e || e_atomic_behind e | None => false end
  end.
(* A goto or break has the flag if it leads from an atomic into an atomic. *)
Definition is_atomic (p : point) : bool :=
  match p with
  | End => false
  | Behind n => match find_entry n with Some e => e_atomic_behind e | None => false end
  | At n => match find_entry n with
            | Some e => match e_kind e with
                        | KGoto _ | KBreak _ => e_atomic_behind e && match pass p with Some q => is_inside q | None => false end
                        | _ => e_atomic e end
            | None => false end
  end.
(* What carries A does not pass to a point without it. Gotos may lead in a circle; then the process stays on one of them. *)
Fixpoint resolve_in (fuel : nat) (alone : bool) (p : point) : point :=
  match fuel with
  | O => p
  | S fuel => match pass p with
              | Some q => if alone && negb (is_atomic q) then p else resolve_in fuel alone q
              | None => p end
  end.
Definition resolve : bool -> point -> point := resolve_in (b_points T).

(** * Moves *)
(* A process may execute statement n; pass a point that normally does not exist; or end. *)
Inductive move := Execute (n : positive) | Pass (p : point) | Die.
(* where a move leads, and whether the process goes on alone from there *)
Definition target (m : move) : point * bool :=
  match m with
  | Die => (End, false)
  | Pass p => let a := is_atomic p in (match pass p with Some q => resolve a q | None => p end, a)
  | Execute n => match find_entry n with Some e => (resolve (e_atomic e) (e_after e), e_atomic e) | None => (End, false) end
  end.
(* a goto or break that an option begins with is a step *)
Definition move_of (n : positive) : move :=
  match option_map e_kind (find_entry n) with Some (KGoto _) | Some (KBreak _) => Pass (At n) | _ => Execute n end.
Definition first_moves (n : positive) : list move :=
  match find_entry n with Some e => map move_of (e_firsts e) | None => [] end.
(* what the escape of unless u begins with; a goto or break there is passed *)
Definition escape_moves (u : positive) : list move :=
  match option_map e_kind (find_entry u) with
  | Some (KUnless _ e) => match resolve false (At e) with At n => first_moves n | Behind n => [Pass (Behind n)] | End => [Die] end
  | _ => [] end.
(* Each move with the unless whose escape it is in. Escapes come first, those of the outermost unless before all (section 8);
   SPIN puts them in front of a list one by one, so those of one unless are tried in the opposite order of the text. Where a
   point stands in an unless and enters another, the list of the first that is entered has those around it already, and is put
   in front as one: pan -d shows it. *)
Definition tagged (u : positive) (l : list move) : list (move * option positive) := map (fun m => (m, Some u)) l.
Definition escape_group (u : positive) : list (move * option positive) := tagged u (rev (escape_moves u)).
Definition escapes (around entered : list positive) : list (move * option positive) :=
  match around, entered with
  | _ :: _, u :: us =>
    tagged u (rev (flat_map (fun v => rev (escape_moves v)) around ++ escape_moves u)) ++ flat_map escape_group us
  | _, _ => flat_map escape_group (around ++ entered)
  end.
Definition moves (p : point) : list (move * option positive) :=
  match p with
  | End => [(Die, None)]
  | Behind _ => [(Pass p, None)]
  | At n => match find_entry n with
            | Some e => escapes (e_unless e) (e_entered e) ++ map (fun m => (m, None)) (first_moves n)
            | None => [] end
  end.
End Resolve.

(** * A proctype as its points *)
Record code := Code {
  k_table : table; k_start : point; k_ends : list point;
  k_moves : PM.t (list (move * option positive));       (* of the points At n *)
  k_targets : PM.t (point * bool);                      (* of the moves Execute n *)
  k_inside : PM.t point }.                              (* where a d_step goes on behind statement n of it *)
(* joins, gotos and breaks in a d_step are passed *)
Definition next_inside (T : table) (n : positive) : point :=
  resolve T false (match move_of T n with Pass p => p | _ => match find_entry T n with Some e => e_after e | None => End end end).
Definition code_of (body : option sequence) : code :=
  match body with
  | None => Code no_table End [] (PM.empty _) (PM.empty _) (PM.empty _)
  | Some s =>
    let T := lay_sequence (Place false false false 1 []) s false 1 End no_table in
    let behind n := match find_entry T n with Some e => [resolve T false (e_after e)] | None => [] end in
    Code T (resolve T false (At 1)) (map At (b_ends T) ++ flat_map behind (b_ends_behind T))
      (PM.mapi (fun n _ => moves T (At n)) (b_entries T))
      (PM.mapi (fun n _ => target T (Execute n)) (b_entries T))
      (PM.mapi (fun n _ => next_inside T n) (b_entries T))
  end.
Definition moves_at (c : code) (p : point) : list (move * option positive) :=
  match p with
  | At n => match PM.find n (k_moves c) with Some l => l | None => [] end
  | p => moves (k_table c) p
  end.
Definition target_of (c : code) (m : move) : point * bool :=
  match m with
  | Execute n => match PM.find n (k_targets c) with Some t => t | None => (End, false) end
  | m => target (k_table c) m
  end.
Definition inside_after (c : code) (n : positive) : point := match PM.find n (k_inside c) with Some p => p | None => End end.
Definition stands_at (c : code) (p : point) (label : positive) : bool :=
  match PM.find label (b_places (k_table c)) with Some n => same_point p (At n) | None => false end.
