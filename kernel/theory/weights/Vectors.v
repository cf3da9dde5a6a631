(* Integer vectors as weights: lists of integers, added pointwise (a missing entry counts as zero, so [] is the zero
   vector of every dimension), ordered lexicographically. *)
From Coq Require Import List ZArith Bool Lia.
From Custos Require Import Weights.
Import ListNotations.
Open Scope Z_scope.

Fixpoint vadd (x y : list Z) : list Z :=
  match x, y with
  | [], _ => y
  | _, [] => x
  | a :: x, b :: y => a + b :: vadd x y
  end.
Definition vneg (x : list Z) : list Z := map Z.opp x.

(* the sign of the first entry that is not zero: how x compares with the zero vector *)
Fixpoint vsign (x : list Z) : comparison :=
  match x with [] => Eq | a :: x => match a ?= 0 with Eq => vsign x | c => c end end.
Definition vleb (x y : list Z) : bool :=
  match vsign (vadd y (vneg x)) with Lt => false | _ => true end.

Lemma vadd_nil_r x : vadd x [] = x.
Proof. now destruct x. Qed.
Lemma vadd_comm x : forall y, vadd x y = vadd y x.
Proof. induction x as [|a x IH]; intros [|b y]; cbn; auto. f_equal; [lia|apply IH]. Qed.
Lemma vadd_assoc x : forall y z, vadd x (vadd y z) = vadd (vadd x y) z.
Proof. induction x as [|a x IH]; intros [|b y] [|c z]; cbn; auto. f_equal; [lia|apply IH]. Qed.
#[global, refine] Instance vector_weight : Weight (list Z) := {| wzero := []; wplus := vadd |}.
Proof. - reflexivity. - apply vadd_comm. - apply vadd_assoc. Defined.

Lemma vadd_shuffle a b c d : vadd (vadd a b) (vadd c d) = vadd (vadd a d) (vadd c b).
Proof. rewrite <- !vadd_assoc. f_equal. now rewrite (vadd_comm d (vadd c b)), (vadd_comm c b), <- vadd_assoc. Qed.
Lemma vadd_interchange a b c d : vadd (vadd a b) (vadd c d) = vadd (vadd a c) (vadd b d).
Proof. rewrite <- !vadd_assoc. f_equal. now rewrite !vadd_assoc, (vadd_comm b c). Qed.
Lemma vneg_vadd x : forall y, vneg (vadd x y) = vadd (vneg x) (vneg y).
Proof. induction x as [|a x IH]; intros [|b y]; cbn; auto. f_equal; [lia|apply IH]. Qed.

(* adding a difference that cancels does not change the sign *)
Lemma vsign_diff x : vsign (vadd x (vneg x)) = Eq.
Proof. induction x as [|a x IH]; cbn; [reflexivity|]. now replace (a + - a) with 0 by lia. Qed.
Lemma vsign_cancel x : forall y, vsign (vadd x (vadd y (vneg y))) = vsign x.
Proof.
  induction x as [|a x IH]; intros [|b y]; cbn [vadd vneg map vsign]; auto.
  - replace (b + - b) with 0 by lia. apply vsign_diff.
  - replace (a + (b + - b)) with a by lia. now rewrite IH.
Qed.
Lemma vsign_vadd x : forall y, vsign x <> Lt -> vsign y <> Lt -> vsign (vadd x y) <> Lt.
Proof.
  induction x as [|a x IH]; intros [|b y]; cbn [vadd vsign]; auto.
  destruct (Z.compare_spec a 0), (Z.compare_spec b 0), (Z.compare_spec (a + b) 0); auto; try congruence; lia.
Qed.

Lemma vleb_spec x y : vleb x y = true <-> vsign (vadd y (vneg x)) <> Lt.
Proof. unfold vleb. destruct (vsign _); split; congruence. Qed.
#[global, refine] Instance vector_order : Order (list Z) := {| wleb := vleb |}.
Proof.
  - intro x. apply vleb_spec. now rewrite vsign_diff.
  - intros x y z. rewrite !vleb_spec. intros A B.
    rewrite <- (vsign_cancel (vadd z (vneg x)) y), <- vadd_shuffle.
    now apply vsign_vadd.
  - intros x y z. cbn. rewrite !vleb_spec. intro A.
    rewrite vneg_vadd. rewrite (vadd_comm z y), <- (vadd_assoc y z), (vadd_assoc z), (vadd_comm _ (vneg x)), vadd_assoc.
    now rewrite vsign_cancel.
Defined.
Definition vlt (x y : list Z) : Prop := vleb y x = false.

(* a vector added n times moves any sum as far as its sign says *)
Lemma vlt_add x l : vsign l = Lt -> vlt (vadd x l) x.
Proof.
  intro A. unfold vlt. apply not_true_iff_false. rewrite vleb_spec.
  rewrite (vadd_comm x l), <- vadd_assoc, vsign_cancel. tauto.
Qed.
Lemma vlt_add_above x l : vsign l = Gt -> vlt x (vadd x l).
Proof.
  intro A. unfold vlt. apply not_true_iff_false. rewrite vleb_spec. rewrite vneg_vadd, vadd_assoc, vadd_comm.
  assert (B : vsign (vneg l) = Lt).
  { clear x. induction l as [|a l IH]; cbn in *; [discriminate|].
    destruct (Z.compare_spec a 0); try discriminate; destruct (Z.compare_spec (- a) 0); auto; lia. }
  rewrite vsign_cancel. tauto.
Qed.
