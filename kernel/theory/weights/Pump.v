(* Unbounded weights. A set of weights is pumped by a vector l if it contains a + n l for some a and every n. Two ways to
   show it of the runs of a weighted system: a loop of the witness, and a loop inside a derivation, where a transition
   follows from itself at the price l. For the second, weights are affine functions of the weight x of that transition:
   the vector c :: w stands for c x + w. *)
From Coq Require Import List PArith ZArith Bool Lia.
From Custos Require Import Pushdown Automaton Weights Vectors Derivation WeightedDerivation.
Import ListNotations.
Open Scope Z_scope.

Definition pumped (P : list Z -> Prop) (l : list Z) : Prop := exists a, forall n, P (vadd a (wtimes n l)).

(** * What pumping means *)
Lemma nth_vadd x : forall y i, nth i (vadd x y) 0 = nth i x 0 + nth i y 0.
Proof.
  induction x as [|a x IH]; intros [|b y] [|i]; cbn [vadd nth]; try lia. apply IH.
Qed.
Lemma nth_wtimes n l i : nth i (wtimes n l) 0 = Z.of_nat n * nth i l 0.
Proof.
  induction n as [|n IH]; cbn [wtimes wplus vector_weight wzero]; [destruct i; reflexivity|].
  rewrite nth_vadd, IH. lia.
Qed.
(* the sign of a vector is that of its first entry that is not zero *)
Lemma vsign_nth l : vsign l <> Eq -> exists j, (forall i, (i < j)%nat -> nth i l 0 = 0) /\ vsign l = (nth j l 0 ?= 0).
Proof.
  induction l as [|a l IH]; cbn [vsign]; intro H; [congruence|].
  destruct (Z.compare_spec a 0) as [->|L|L].
  - destruct (IH H) as (j & Hz & E). exists (S j). split; [|exact E]. intros [|i] Hi; cbn; [reflexivity|apply Hz; lia].
  - exists O. cbn. split; [intros i Hi; lia|]. symmetry. now apply Z.compare_lt_iff.
  - exists O. cbn. split; [intros i Hi; lia|]. symmetry. now apply Z.compare_gt_iff.
Qed.

(* enough steps of y, from a past z *)
Definition enough_steps (a z : Z) : nat := Z.to_nat (1 + Z.abs (a - z)).
Lemma far_below a z y : y < 0 -> a + Z.of_nat (enough_steps a z) * y < z.
Proof.
  intro L. unfold enough_steps. rewrite Z2Nat.id by lia.
  assert ((1 + Z.abs (a - z)) * y <= (1 + Z.abs (a - z)) * -1) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.
Lemma far_above a z y : 0 < y -> z < a + Z.of_nat (enough_steps a z) * y.
Proof.
  intro L. unfold enough_steps. rewrite Z2Nat.id by lia.
  assert ((1 + Z.abs (a - z)) * 1 <= (1 + Z.abs (a - z)) * y) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.

(* One entry runs away while the entries before it stay: if the vector's sign is Lt, below every number; if Gt, above. *)
Definition runs_away (P : list Z -> Prop) (side : comparison) : Prop :=
  exists a j, forall z, exists v, P v /\ (forall i, (i < j)%nat -> nth i v 0 = nth i a 0) /\ (nth j v 0 ?= z) = side.
Theorem pumped_runs_away P l : pumped P l -> vsign l <> Eq -> runs_away P (vsign l).
Proof.
  intros (a & H) N. destruct (vsign_nth l N) as (j & Hz & E). exists a, j. intro z.
  exists (vadd a (wtimes (enough_steps (nth j a 0) z) l)). split; [apply H|]. split.
  - intros i Hi. rewrite nth_vadd, nth_wtimes, (Hz i Hi). lia.
  - rewrite nth_vadd, nth_wtimes. rewrite E in N |- *.
    destruct (Z.compare_spec (nth j l 0) 0) as [|L|L]; [congruence| |].
    + now apply Z.compare_lt_iff, far_below.
    + now apply Z.compare_gt_iff, far_above.
Qed.

(* If that entry is the first one there is no least (greatest) weight; in particular in dimension one. *)
Lemma vsign_first v : nth 0 v 0 < 0 -> vsign v = Lt.
Proof. destruct v as [|e r]; cbn [nth vsign]; [lia|]. intro L. now rewrite (proj2 (Z.compare_lt_iff e 0) L). Qed.
Lemma nth_vneg i v : nth i (vneg v) 0 = - nth i v 0.
Proof. exact (map_nth Z.opp v 0 i). Qed.
Theorem pumped_no_least P x l : pumped P (x :: l) -> x < 0 -> ~ exists B, minimum P B.
Proof.
  intros (a & H) N (B & _ & L). specialize (L _ (H (enough_steps (nth 0 a 0) (nth 0 B 0)))).
  apply vleb_spec in L. apply L, vsign_first. rewrite !nth_vadd, nth_vneg, nth_wtimes. cbn [nth].
  pose proof (far_below (nth 0 a 0) (nth 0 B 0) x N). lia.
Qed.
Theorem pumped_no_greatest P x l : pumped P (x :: l) -> 0 < x -> ~ exists B, P B /\ forall v, P v -> wle v B.
Proof.
  intros (a & H) N (B & _ & L). specialize (L _ (H (enough_steps (nth 0 a 0) (nth 0 B 0)))).
  apply vleb_spec in L. apply L, vsign_first. rewrite vneg_vadd, !nth_vadd, !nth_vneg, nth_wtimes. cbn [nth].
  pose proof (far_above (nth 0 a 0) (nth 0 B 0) x N). lia.
Qed.

(** * (i) a loop of the witness *)
Section Pump.
Variables (D : list (wrule (list Z))) (T : trans -> Prop).
Fixpoint word_times (n : nat) (w : list positive) : list positive :=
  match n with O => [] | S n => w ++ word_times n w end.
Lemma path_times T1 s w : path T1 s w s -> forall n, path T1 s (word_times n w) s.
Proof. intros P n; induction n as [|n IH]; cbn; [constructor|eapply path_app; eauto]. Qed.
Lemma wdgood_times s w l : tagged s = true -> wdgood D T s w s l -> forall n, wdgood D T s (word_times n w) s (wtimes n l).
Proof.
  intros Tg G n; induction n as [|n IH]; cbn [word_times wtimes]; [now apply wdgood_nil|].
  now apply (wdgood_comp D T s w s).
Qed.

(** * (ii) weights that depend on the weight x of one transition *)
Definition eval (x v : list Z) : list Z := vadd (wtimes (Z.to_nat (hd 0 v)) x) (tl v).
Lemma hd_vadd u v : hd 0 (vadd u v) = hd 0 u + hd 0 v.
Proof. destruct u, v; cbn; lia. Qed.
Lemma tl_vadd u v : tl (vadd u v) = vadd (tl u) (tl v).
Proof. destruct u, v; cbn; auto. now rewrite vadd_nil_r. Qed.
Lemma eval_vadd x u v : 0 <= hd 0 u -> 0 <= hd 0 v -> eval x (vadd u v) = vadd (eval x u) (eval x v).
Proof.
  intros U V. unfold eval. rewrite hd_vadd, tl_vadd, Z2Nat.inj_add by assumption.
  rewrite (wtimes_add (W := list Z)). cbn [wplus vector_weight].
  apply vadd_interchange.
Qed.
Lemma eval_const x k : eval x (0 :: k) = k.
Proof. reflexivity. Qed.
Lemma eval_var x l : eval x (1 :: l) = vadd x l.
Proof. change (vadd (vadd x []) l = vadd x l). now rewrite vadd_nil_r. Qed.

(* the fact (s, w, t) with affine weight v, for all x in G *)
Definition agood (G : list Z -> Prop) s w t (v : list Z) : Prop :=
  0 <= hd 0 v /\ forall x, G x -> wdgood D T s w t (eval x v).
Definition always : list Z -> Prop := fun _ => True.

Lemma agood_sub G s w t v : agood always s w t v -> agood G s w t v.
Proof. intros (H & A). split; [assumption|]. intros x _. apply A. exact I. Qed.
Lemma agood_plain s w t v : agood always s w t v -> wdgood D T s w t (tl v).
Proof.
  intros (_ & A). specialize (A [] I). unfold eval in A.
  replace (wtimes (Z.to_nat (hd 0 v)) ([] : list Z)) with ([] : list Z) in A; [exact A|].
  induction (Z.to_nat (hd 0 v)); cbn; auto.
Qed.
Lemma agood_comp G s u m v t x y : agood G s u m x -> agood G m v t y -> agood G s (u ++ v) t (vadd x y).
Proof.
  intros (X & A) (Y & B). split; [rewrite hd_vadd; lia|]. intros z Gz. rewrite eval_vadd by assumption.
  exact (wdgood_comp D T s u m v t _ _ (A z Gz) (B z Gz)).
Qed.
Lemma agood_rule G r k q v : In (r, k) D -> agood G (xO (r_q r)) (lbl (r_op r)) q v ->
  agood G (xO (r_p r)) [r_g r] q (vadd (0 :: k) v).
Proof.
  intros I (X & A). split; [rewrite hd_vadd; cbn [hd]; lia|]. intros z Gz.
  rewrite eval_vadd, eval_const by (cbn [hd]; lia).
  exact (wdgood_rule D T r k q _ I (A z Gz)).
Qed.

(* from a fact to itself at the price l, any number of times *)
Lemma agood_loop s w t x0 l : wdgood D T s w t x0 -> agood (wdgood D T s w t) s w t (1 :: l) ->
  forall n, wdgood D T s w t (vadd x0 (wtimes n l)).
Proof.
  intros H0 (_ & A) n. induction n as [|n IH]; cbn [wtimes wzero wplus vector_weight]; [now rewrite vadd_nil_r|].
  apply A in IH. rewrite eval_var in IH. now rewrite <- vadd_assoc, (vadd_comm _ l) in IH.
Qed.
Lemma wtimes_vadd m x y : wtimes m (vadd x y) = vadd (wtimes m x) (wtimes m y).
Proof.
  induction m as [|m IH]; [reflexivity|]. cbn [wtimes wplus vector_weight]. rewrite IH.
  apply vadd_interchange.
Qed.
Lemma wtimes_swap m n (x : list Z) : wtimes m (wtimes n x) = wtimes n (wtimes m x).
Proof.
  induction m as [|m IH]; cbn [wtimes wzero wplus vector_weight].
  - induction n as [|n IHn]; cbn [wtimes wzero wplus vector_weight]; [reflexivity|exact IHn].
  - now rewrite IH, wtimes_vadd.
Qed.
(* what uses that fact c times is pumped by c l *)
Lemma agood_pump (G : list Z -> Prop) s w t v x0 l : (forall n, G (vadd x0 (wtimes n l))) -> agood G s w t v ->
  forall n, wdgood D T s w t (vadd (eval x0 v) (wtimes n (wtimes (Z.to_nat (hd 0 v)) l))).
Proof.
  intros H (_ & A) n. specialize (A _ (H n)). unfold eval in *. rewrite wtimes_vadd, wtimes_swap in A.
  now rewrite <- vadd_assoc, (vadd_comm _ (tl v)), vadd_assoc in A.
Qed.
End Pump.

(* c l has the sign of l *)
Lemma vsign_same x : forall y, vsign x = vsign y -> vsign (vadd x y) = vsign x.
Proof.
  induction x as [|a x IH]; intros [|b y]; cbn [vadd vsign]; auto.
  destruct (Z.compare_spec a 0), (Z.compare_spec b 0), (Z.compare_spec (a + b) 0); intro E; auto; try congruence; lia.
Qed.
Lemma vsign_wtimes n l : (0 < n)%nat -> vsign (wtimes n l) = vsign l.
Proof.
  destruct n as [|n]; [lia|]. intros _. induction n as [|n IH]; [exact (f_equal vsign (vadd_nil_r l))|].
  change (vsign (vadd l (wtimes (S n) l)) = vsign l). now apply vsign_same.
Qed.
