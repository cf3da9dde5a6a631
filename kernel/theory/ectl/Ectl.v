(* Extended CTL: CTL whose Until and Release carry an automaton that reads the actions of the path. Systems, automata,
   formulas and their truth. All are numbers from 1: actions, propositions, states (1 is where automata begin), stack symbols
   (1 is '_', with which the stack of an automaton begins, a symbol like others). *)
From Coq Require Import List PArith Bool.
Import ListNotations.

(** * Stacks *)
Inductive op := Pop | Rewrite (h : positive) | Push (h : positive).
(* what stands in the place of the top g; a push leaves g below *)
Definition after (g : positive) (o : op) : list positive :=
  match o with Pop => [] | Rewrite h => [h] | Push h => [h; g] end.

(** * Automata: real-time, acceptance by state with any stack *)
Inductive automaton :=
| Every                                                                               (* every word *)
| Finite (rules : list (positive * positive * positive)) (accepting : list positive)    (* state, action, state *)
| Pushdown (rules : list (positive * positive * positive * (positive * op))) (accepting : list positive).
                                                                         (* state, top, action, state, operation *)
(* with q, g on top, a is read: to r; an automaton without a stack leaves the top as it is *)
Definition arule (A : automaton) (q g a : positive) (r : positive) (o : op) : Prop :=
  match A with
  | Every => r = q /\ o = Rewrite g
  | Finite R _ => In (q, a, r) R /\ o = Rewrite g
  | Pushdown R _ => In (q, g, a, (r, o)) R
  end.
Definition accepts (A : automaton) (q : positive) : Prop :=
  match A with Every => True | Finite _ F => In q F | Pushdown _ F => In q F end.
Definition aconf : Type := positive * list positive.
Inductive astep (A : automaton) : aconf -> positive -> aconf -> Prop :=
| Astep q g w a r o : arule A q g a r o -> astep A (q, g :: w) a (r, after g o ++ w).
Inductive arun (A : automaton) : aconf -> list positive -> aconf -> Prop :=
| Arun_nil c : arun A c [] c
| Arun_snoc c u d a e : arun A c u d -> astep A d a e -> arun A c (u ++ [a]) e.
Definition language (A : automaton) (u : list positive) : Prop :=
  exists q w, arun A (1%positive, [1%positive]) u (q, w) /\ accepts A q.

(** * Formulas, as written *)
Inductive formula :=
| FFalse | FTrue | FProp (p : positive)
| FNot (f : formula) | FAnd (f g : formula) | FOr (f g : formula) | FImp (f g : formula) | FIff (f g : formula)
| FEX (f : formula) | FAX (f : formula)
| FEU (A : automaton) (f g : formula) | FER (A : automaton) (f g : formula)
| FAU (A : automaton) (f g : formula) | FAR (A : automaton) (f g : formula).

(** * Truth *)
Section Truth.
Context {S : Type} (step : S -> positive -> S -> Prop) (prop : positive -> S -> Prop).

(* A path: its state at each position, None behind its end, and the action that leaves the position. It is maximal: it ends only
   where nothing is enabled. *)
Definition maximal (p : nat -> option S) (u : nat -> positive) : Prop := forall n,
  match p n, p (1 + n) with
  | Some s, Some t => step s (u n) t
  | Some s, None => forall a t, ~ step s a t
  | None, Some _ => False
  | None, None => True
  end.
Definition path_from (s : S) p u : Prop := p 0 = Some s /\ maximal p u.
(* the actions before position n *)
Fixpoint word (u : nat -> positive) (n : nat) : list positive := match n with 0 => [] | Datatypes.S n => word u n ++ [u n] end.

(* Definition 6: what U and R say of a path *)
Definition until (L : list positive -> Prop) (x y : S -> Prop) (p : nat -> option S) (u : nat -> positive) : Prop :=
  exists n t, p n = Some t /\ L (word u n) /\ y t /\ forall i r, i < n -> p i = Some r -> x r.
Definition release (L : list positive -> Prop) (x y : S -> Prop) (p : nat -> option S) (u : nat -> positive) : Prop :=
  forall n t, p n = Some t -> ~ L (word u n) \/ y t \/ exists i r, i < n /\ p i = Some r /\ x r.

Fixpoint sat (f : formula) (s : S) : Prop :=
  match f with
  | FFalse => False
  | FTrue => True
  | FProp a => prop a s
  | FNot f => ~ sat f s
  | FAnd f g => sat f s /\ sat g s
  | FOr f g => sat f s \/ sat g s
  | FImp f g => sat f s -> sat g s
  | FIff f g => sat f s <-> sat g s
  | FEX f => exists a t, step s a t /\ sat f t
  | FAX f => forall a t, step s a t -> sat f t
  | FEU A f g => exists p u, path_from s p u /\ until (language A) (sat f) (sat g) p u
  | FER A f g => exists p u, path_from s p u /\ release (language A) (sat f) (sat g) p u
  | FAU A f g => forall p u, path_from s p u -> until (language A) (sat f) (sat g) p u
  | FAR A f g => forall p u, path_from s p u -> release (language A) (sat f) (sat g) p u
  end.

(* a truth value that is right: constructively more than one that is not wrong *)
Definition tells (b : bool) (P : Prop) : Prop := if b then P else ~ P.
End Truth.

(** * Labelled transition systems *)
Record lts := Lts {
  l_steps : list (positive * positive * positive);    (* state, action, state *)
  l_props : list (positive * positive) }.             (* proposition, state *)
Definition lstep (M : lts) (s a t : positive) : Prop := In (s, a, t) (l_steps M).
Definition lprop (M : lts) (p s : positive) : Prop := In (p, s) (l_props M).

(** * Pushdown systems *)
Record pds := Pds {
  p_rules : list (positive * positive * positive * (positive * op));   (* state, top, action, state, operation *)
  p_props : list (positive * (positive * positive)) }.                 (* proposition, state, top *)
Inductive pds_step (M : pds) : aconf -> positive -> aconf -> Prop :=
| Pstep p g w a q o : In (p, g, a, (q, o)) (p_rules M) -> pds_step M (p, g :: w) a (q, after g o ++ w).
(* with an empty stack no proposition holds *)
Definition pds_prop (M : pds) (x : positive) (c : aconf) : Prop :=
  match c with (p, g :: _) => In (x, (p, g)) (p_props M) | (p, []) => False end.
