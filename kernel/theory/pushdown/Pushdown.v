(* Pushdown systems, their runs, and sets of configurations as P-automata. *)
From Coq Require Import List PArith Bool Lia.
Import ListNotations.

Inductive op := Pop | Swap (g : positive) | Push (g1 g2 : positive).
Record rule := Rule { r_p : positive; r_g : positive; r_q : positive; r_op : op }.

Definition lbl (o : op) : list positive :=
  match o with Pop => [] | Swap g => [g] | Push a b => [a; b] end.

Definition conf := (positive * list positive)%type.

Inductive step (D : list rule) : conf -> conf -> Prop :=
| step_intro : forall r w, In r D ->
    step D (r_p r, r_g r :: w) (r_q r, lbl (r_op r) ++ w).

Inductive steps (D : list rule) : conf -> conf -> Prop :=
| steps_refl : forall c, steps D c c
| steps_cons : forall c c' c'', step D c c' -> steps D c' c'' -> steps D c c''.

Definition trans := (positive * positive * positive)%type.

(* T : transition relation as a predicate *)
Inductive path (T : trans -> Prop) : positive -> list positive -> positive -> Prop :=
| path_nil : forall s, path T s [] s
| path_cons : forall s g t w u, T (s, g, t) -> path T t w u -> path T s (g :: w) u.

(* control locations are the states satisfying ctl; a configuration (p,w) is
   accepted iff p is a control location and some w-path from p ends in F *)
Definition lang (ctl : positive -> Prop) (T : trans -> Prop) (F : positive -> Prop)
  (c : conf) : Prop :=
  ctl (fst c) /\ exists q, F q /\ path T (fst c) (snd c) q.

Definition pre_star D (L : conf -> Prop) (c : conf) : Prop :=
  exists c', steps D c c' /\ L c'.

Definition reachable D (L1 L2 : conf -> Prop) : Prop :=
  exists c1 c2, L1 c1 /\ L2 c2 /\ steps D c1 c2.

(** * Basic facts *)
Lemma steps_trans D a b c : steps D a b -> steps D b c -> steps D a c.
Proof. induction 1; eauto using steps_cons. Qed.

Lemma steps_app D a b : steps D a b -> forall v,
  steps D (fst a, snd a ++ v) (fst b, snd b ++ v).
Proof.
  induction 1 as [c|c c' c'' S _ IH]; intro v; [constructor|].
  eapply steps_cons; [|apply IH]. destruct S as [r w I]; cbn.
  rewrite <- app_assoc. now constructor.
Qed.

Lemma path_app T s u q v t : path T s u q -> path T q v t -> path T s (u ++ v) t.
Proof. induction 1; cbn; eauto using path. Qed.

Lemma path_split T u : forall s v t, path T s (u ++ v) t ->
  exists q, path T s u q /\ path T q v t.
Proof.
  induction u as [|g u IH]; cbn; intros s v t P.
  - exists s; split; [constructor|assumption].
  - inversion P; subst. edestruct IH as (q & P1 & P2); eauto.
    exists q; split; eauto using path.
Qed.

Lemma path_mono (T T' : trans -> Prop) s w q :
  (forall t, T t -> T' t) -> path T s w q -> path T' s w q.
Proof. intros H; induction 1; eauto using path. Qed.

Lemma path_last_in T s w q : path T s w q -> w = [] /\ s = q \/ exists s' g, T (s', g, q).
Proof. induction 1 as [|s g t w u Ht P IH]; auto.
  destruct IH as [[-> ->]|?]; eauto. Qed.
