(* Linear temporal logic over infinite words, whose letters are sets of propositions (Pnueli 1977).
   Formulas are in negation normal form. Release is defined as the dual of until; so negation is a function on
   formulas, and what it says is exact up to double negation, without excluded middle as an axiom. *)
From Coq Require Import List PArith Arith Bool Lia.
From Custos Require Import Automaton.
Import ListNotations.

Definition letter := PS.t.
Definition word := nat -> letter.

(* a literal: (true, p) says p, (false, p) says not p *)
Definition lit := (bool * positive)%type.
Definition holds (l : lit) (a : letter) : bool := Bool.eqb (PS.mem (snd l) a) (fst l).
Definition flip (l : lit) : lit := (negb (fst l), snd l).
Lemma holds_flip l a : holds (flip l) a = negb (holds l a).
Proof. unfold holds, flip; cbn. now destruct (PS.mem (snd l) a), (fst l). Qed.

Inductive ltl :=
| Tru | Fls | Lit (l : lit)
| And (f g : ltl) | Or (f g : ltl)
| Next (f : ltl) | Until (f g : ltl) | Release (f g : ltl).

(* P up to some later position where Q *)
Definition until (P Q : nat -> Prop) (i : nat) : Prop :=
  exists j, i <= j /\ Q j /\ forall k, i <= k < j -> P k.

Fixpoint sat (w : word) (i : nat) (f : ltl) : Prop :=
  match f with
  | Tru => True
  | Fls => False
  | Lit l => holds l (w i) = true
  | And f g => sat w i f /\ sat w i g
  | Or f g => sat w i f \/ sat w i g
  | Next f => sat w (S i) f
  | Until f g => until (fun k => sat w k f) (fun k => sat w k g) i
  | Release f g => ~ until (fun k => ~ sat w k f) (fun k => ~ sat w k g) i
  end.

(* the other connectives, and negation *)
Definition Eventually f := Until Tru f.
Definition Always f := Release Fls f.
Definition WeakUntil f g := Release g (Or f g).
Definition StrongRelease f g := Until g (And f g).
Fixpoint neg (f : ltl) : ltl :=
  match f with
  | Tru => Fls
  | Fls => Tru
  | Lit l => Lit (flip l)
  | And f g => Or (neg f) (neg g)
  | Or f g => And (neg f) (neg g)
  | Next f => Next (neg f)
  | Until f g => Release (neg f) (neg g)
  | Release f g => Until (neg f) (neg g)
  end.
Definition Implies f g := Or (neg f) g.

(** * Until *)
Lemma until_mono (P P' Q Q' : nat -> Prop) i : (forall k, i <= k -> P k -> P' k) -> (forall k, i <= k -> Q k -> Q' k) ->
  until P Q i -> until P' Q' i.
Proof.
  intros HP HQ (j & L & q & p). exists j. split; [assumption|]. split; [now apply HQ|].
  intros k Lk. apply HP; [lia|]. now apply p.
Qed.

Lemma until_here (P Q : nat -> Prop) i : Q i -> until P Q i.
Proof. intro q. exists i. split; [lia|]. split; [assumption|]. intros; lia. Qed.

Lemma until_later (P Q : nat -> Prop) i : P i -> until P Q (S i) -> until P Q i.
Proof.
  intros p (j & L & q & H). exists j. split; [lia|]. split; [assumption|].
  intros k Lk. destruct (Nat.eq_dec k i) as [->|]; [assumption|]. apply H; lia.
Qed.

Lemma until_unfold (P Q : nat -> Prop) i : until P Q i <-> Q i \/ P i /\ until P Q (S i).
Proof.
  split; [|intros [q|(p & U)]; [now apply until_here|now apply until_later]].
  intros (j & L & q & H). destruct (Nat.eq_dec i j) as [->|N]; [auto|right].
  split; [apply H; lia|]. exists j. split; [lia|]. split; [assumption|]. intros; apply H; lia.
Qed.

(* finitely many double negations at once *)
Lemma notnot_below (P : nat -> Prop) i j :
  (forall k, i <= k < j -> ~ ~ P k) -> ~ ~ (forall k, i <= k < j -> P k).
Proof.
  induction j as [|j IH]; intros H K; [apply K; intros; lia|].
  apply IH; [intros; apply H; lia|]. intro A.
  destruct (le_lt_dec i j) as [L|L]; [|apply K; intros; lia].
  apply (H j); [lia|]. intro p. apply K. intros k Lk.
  destruct (Nat.eq_dec k j) as [->|]; [assumption|]. apply A; lia.
Qed.

Lemma until_notnot (P P' Q Q' : nat -> Prop) i : (forall k, P k -> ~ ~ P' k) -> (forall k, Q k -> ~ ~ Q' k) ->
  until P Q i -> ~ ~ until P' Q' i.
Proof.
  intros HP HQ (j & L & q & p) K. apply (HQ j q). intro q'.
  apply (notnot_below P' i j); [intros; apply HP; auto|]. intro p'. apply K. exists j; auto.
Qed.

(** * Negation *)
Theorem neg_sound w f : forall i, sat w i (neg f) -> ~ sat w i f.
Proof.
  induction f as [| |l|f IHf g IHg|f IHf g IHg|f IHf|f IHf g IHg|f IHf g IHg]; cbn [neg sat]; intro i.
  - auto.
  - auto.
  - rewrite holds_flip. destruct (holds l (w i)); discriminate.
  - intros [H|H] (F & G); [apply (IHf i)|apply (IHg i)]; assumption.
  - intros (Hf & Hg) [F|G]; [apply (IHf i)|apply (IHg i)]; assumption.
  - apply IHf.
  - intros H U. apply H. apply (until_mono _ _ _ _ i (fun k _ F N => IHf k N F) (fun k _ G N => IHg k N G) U).
  - intros U H. apply H. exact (until_mono _ _ _ _ i (fun k _ => IHf k) (fun k _ => IHg k) U).
Qed.

Theorem neg_complete w f : forall i, ~ sat w i f -> ~ ~ sat w i (neg f).
Proof.
  induction f as [| |l|f IHf g IHg|f IHf g IHg|f IHf|f IHf g IHg|f IHf g IHg]; cbn [neg sat]; intros i H K.
  - auto.
  - auto.
  - rewrite holds_flip in K. destruct (holds l (w i)); [now apply H|now apply K].
  - apply (IHf i); [intro F|intro; apply K; auto]. apply (IHg i); [intro G; apply H; auto|intro; apply K; auto].
  - apply (IHf i); [intro; apply H; auto|intro F]. apply (IHg i); [intro; apply H; auto|intro G; apply K; auto].
  - exact (IHf _ H K).
  - apply K. intro U. revert H. apply (until_notnot _ _ _ _ i) with (3 := U); intros k N M; [exact (IHf k M N)|exact (IHg k M N)].
  - apply H. intro U. revert K. exact (until_notnot _ _ _ _ i IHf IHg U).
Qed.

(* a word that does not satisfy the negation satisfies the formula: what a proof of a property says *)
Corollary property_holds w i f : ~ sat w i (neg f) -> ~ ~ sat w i f.
Proof. intros N H. exact (neg_complete w f i H N). Qed.

(* only the letters matter *)
Lemma sat_ext (w w' : word) f : (forall i, w i = w' i) -> forall i, sat w i f -> sat w' i f.
Proof.
  intro E. assert (G : forall i, sat w i f <-> sat w' i f); [|intro i; apply G].
  induction f as [| |l|f IHf g IHg|f IHf g IHg|f IHf|f IHf g IHg|f IHf g IHg]; intro i; cbn [sat]; try tauto.
  - now rewrite E.
  - now rewrite IHf, IHg.
  - now rewrite IHf, IHg.
  - apply IHf.
  - split; apply until_mono; intros k _; (apply IHf || apply IHg).
  - split; intros N U; apply N; revert U; apply until_mono; intros k _ M F; apply M; (apply IHf || apply IHg); exact F.
Qed.
