(* Weighted pushdown systems. A weight is an element of a commutative monoid; the weight of a run is the sum of the
   weights of its rules. Instances: the integers here, integer vectors in Vectors.v. *)
From Coq Require Import List PArith ZArith Bool Lia.
From Custos Require Import Pushdown Saturation.
Import ListNotations.

Class Weight (W : Type) := {
  wzero : W;
  wplus : W -> W -> W;
  wplus_zero : forall x, wplus wzero x = x;
  wplus_comm : forall x y, wplus x y = wplus y x;
  wplus_assoc : forall x y z, wplus x (wplus y z) = wplus (wplus x y) z }.
Declare Scope weight_scope.
Infix "[+]" := wplus (at level 50, left associativity) : weight_scope.
Open Scope weight_scope.

(* an order in which sums are monotone *)
Class Order (W : Type) `{Weight W} := {
  wleb : W -> W -> bool;
  wleb_refl : forall x, wleb x x = true;
  wleb_trans : forall x y z, wleb x y = true -> wleb y z = true -> wleb x z = true;
  wleb_plus : forall x y z, wleb x y = true -> wleb (z [+] x) (z [+] y) = true }.
Definition wle {W} `{Order W} (x y : W) : Prop := wleb x y = true.

#[global, refine] Instance Z_weight : Weight Z := {| wzero := 0%Z; wplus := Z.add |}.
Proof. all: intros; lia. Defined.
#[global, refine] Instance Z_order : Order Z := {| wleb := Z.leb |}.
Proof. all: intros *; cbn; rewrite ?Z.leb_le; lia. Defined.
Lemma wle_Z (x y : Z) : wle x y <-> (x <= y)%Z.
Proof. apply Z.leb_le. Qed.

(** * Sums *)
Section Sums.
Context {W : Type} `{Weight W}.
Lemma wplus_zero_r x : x [+] wzero = x.
Proof. now rewrite wplus_comm, wplus_zero. Qed.
Lemma wplus_swap x y z : x [+] (y [+] z) = y [+] (x [+] z).
Proof. now rewrite !wplus_assoc, (wplus_comm x y). Qed.

(* n times x *)
Fixpoint wtimes (n : nat) (x : W) : W := match n with O => wzero | S n => x [+] wtimes n x end.
Lemma wtimes_add m n x : wtimes (m + n) x = wtimes m x [+] wtimes n x.
Proof. induction m as [|m IH]; cbn; [now rewrite wplus_zero|]. now rewrite IH, wplus_assoc. Qed.

Context {O : Order W}.
Lemma wle_refl x : wle x x.
Proof. apply wleb_refl. Qed.
Lemma wle_trans x y z : wle x y -> wle y z -> wle x z.
Proof. apply wleb_trans. Qed.
Lemma wle_plus_l x y z : wle x y -> wle (z [+] x) (z [+] y).
Proof. apply wleb_plus. Qed.
Lemma wle_plus x y x' y' : wle x y -> wle x' y' -> wle (x [+] x') (y [+] y').
Proof.
  intros A B. apply wle_trans with (y := x [+] y'); [now apply wle_plus_l|].
  rewrite (wplus_comm x), (wplus_comm y). now apply wle_plus_l.
Qed.
Lemma wle_grow x y z : wle wzero y -> wle x z -> wle x (z [+] y).
Proof. intros A B. rewrite <- (wplus_zero_r x). now apply wle_plus. Qed.
End Sums.

(** * Runs *)
Section Runs.
Context {W : Type} `{Weight W}.
Definition wrule : Type := rule * W.
Inductive wsteps (D : list wrule) : conf -> W -> conf -> Prop :=
| wsteps_refl : forall c, wsteps D c wzero c
| wsteps_cons : forall r k w n c, In (r, k) D -> wsteps D (r_q r, lbl (r_op r) ++ w) n c ->
    wsteps D (r_p r, r_g r :: w) (k [+] n) c.

(* without their weights these are the runs of Pushdown.v *)
Lemma wsteps_steps D c n c' : wsteps D c n c' -> steps (map fst D) c c'.
Proof.
  induction 1 as [|r k w n c I _ IH]; [constructor|]. eapply steps_cons; [|exact IH].
  constructor. apply in_map_iff. exists (r, k); auto.
Qed.
Lemma steps_wsteps D c c' : steps (map fst D) c c' -> exists n, wsteps D c n c'.
Proof.
  induction 1 as [c|c c' c'' S _ (n & IH)]; [exists wzero; constructor|].
  destruct S as [r w I]. apply in_map_iff in I. destruct I as ([r' k] & E & I). cbn in E; subst.
  exists (k [+] n). constructor; assumption.
Qed.

Lemma wsteps_trans D a m b n c : wsteps D a m b -> wsteps D b n c -> wsteps D a (m [+] n) c.
Proof.
  induction 1 as [|r k w m c0 I _ IH]; intro S; [now rewrite wplus_zero|].
  rewrite <- wplus_assoc. constructor; auto.
Qed.
Lemma wsteps_app D a n b : wsteps D a n b -> forall v, wsteps D (fst a, snd a ++ v) n (fst b, snd b ++ v).
Proof.
  induction 1 as [|r k w n c I _ IH]; intro v; [constructor|].
  cbn. constructor; [assumption|]. rewrite app_assoc. apply IH.
Qed.
Lemma wsteps_ctl D (ctl : positive -> Prop) : (forall r k, In (r, k) D -> ctl (r_q r)) ->
  forall c n c', wsteps D c n c' -> ctl (fst c) -> ctl (fst c').
Proof.
  intros C c n c' S. apply wsteps_steps in S. apply (steps_ctl _ _) with (2 := S).
  intros r I. apply in_map_iff in I. destruct I as ([r' k] & <- & I). exact (C _ _ I).
Qed.

(* the weights of runs between two sets, and the least of them *)
Definition weight_between D (L1 L2 : conf -> Prop) (n : W) : Prop :=
  exists c1 c2, L1 c1 /\ L2 c2 /\ wsteps D c1 n c2.
Definition lower_bound {O : Order W} (P : W -> Prop) (B : W) : Prop := forall n, P n -> wle B n.
Definition minimum {O : Order W} (P : W -> Prop) (B : W) : Prop := P B /\ lower_bound P B.

Lemma reachable_weight D L1 L2 : reachable (map fst D) L1 L2 <-> exists n, weight_between D L1 L2 n.
Proof.
  split.
  - intros (c1 & c2 & I1 & I2 & S). apply steps_wsteps in S. destruct S as (n & S). exists n, c1, c2. auto.
  - intros (n & c1 & c2 & I1 & I2 & S). exists c1, c2. apply wsteps_steps in S. auto.
Qed.
End Runs.
Arguments wrule W : clear implicits.
