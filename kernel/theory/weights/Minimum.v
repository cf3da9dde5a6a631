(* The least weight of a run, checked on a raw instance: a derivation gives a run of weight B, a lower bound excludes a
   lighter one. The greatest weight is the least one of the system with all weights negated. *)
From Coq Require Import List PArith ZArith Bool Lia.
From Custos Require Import Pushdown Automaton Instance CheckDerivation.
From Custos Require Import Weights Vectors WeightedInstance CheckBound.
Import ListNotations.

(* CheckDerivation.v and WeightedInstance.v speak of the same runs *)
Lemma wrsteps_vector ns D c v c' : CheckDerivation.wrsteps ns D c v c' <-> WeightedInstance.wrsteps ns D c v c'.
Proof.
  split; induction 1 as [c|r k a w n c I M _ IH].
  - exact (WeightedInstance.wrsteps_refl ns D c).
  - exact (WeightedInstance.wrsteps_cons ns D r k a w n c I M IH).
  - exact (CheckDerivation.wrsteps_refl ns D c).
  - exact (CheckDerivation.wrsteps_cons ns D r k a w n c I M IH).
Qed.
Theorem derivation_weight_between np ns D A1 A2 facts start witness v :
  derivation_weight np ns D A1 A2 facts start witness = Some v -> rweight_between np ns D A1 A2 v.
Proof.
  intro H. apply derivation_weight_sound in H. destruct H as (c1 & c2 & L1 & L2 & S).
  exists c1, c2. split; [|split]; try assumption. now apply wrsteps_vector.
Qed.

(* the weight, if it is the least *)
Definition least_weight np ns (D : list (rrule * list Z)) A1 A2 facts start witness capped rows useful pairs
  : option (list Z) :=
  match derivation_weight np ns D A1 A2 facts start witness with
  | Some B => if check_lower_bound np ns D A1 A2 capped rows useful pairs (Some B) then Some B else None
  | None => None
  end.
Theorem least_weight_correct np ns D A1 A2 facts start witness capped rows useful pairs B :
  least_weight np ns D A1 A2 facts start witness capped rows useful pairs = Some B ->
  minimum (rweight_between np ns D A1 A2) B.
Proof.
  unfold least_weight. destruct (derivation_weight _ _ _ _ _ _ _ _) as [v|] eqn:E; [|discriminate].
  destruct (check_lower_bound _ _ _ _ _ _ _ _ _ _) eqn:H; [|discriminate]. intro Ev; inversion Ev; subst v.
  split; [eapply derivation_weight_between; eauto|eapply check_lower_bound_sound; eauto].
Qed.

(** * The greatest weight *)
Definition negated (D : list (rrule * list Z)) : list (rrule * list Z) := reweigh vneg D.
Lemma rweight_negated np ns D A1 A2 v : rweight_between np ns D A1 A2 v -> rweight_between np ns (negated D) A1 A2 (vneg v).
Proof.
  intros (c1 & c2 & L1 & L2 & S). exists c1, c2. split; [|split]; try assumption. clear L1 L2.
  induction S as [c|r k a w n c I M _ IH]; [exact (WeightedInstance.wrsteps_refl ns (negated D) c)|].
  change (wplus k n) with (vadd k n). rewrite vneg_vadd.
  refine (WeightedInstance.wrsteps_cons ns (negated D) r (vneg k) a w (vneg n) c _ M IH).
  unfold negated. rewrite reweigh_map. exact (in_map (fun x => (fst x, vneg (snd x))) _ _ I).
Qed.
Definition greatest_weight np ns (D : list (rrule * list Z)) A1 A2 facts start witness capped rows useful pairs
  : option (list Z) :=
  match derivation_weight np ns D A1 A2 facts start witness with
  | Some B => if check_lower_bound np ns (negated D) A1 A2 capped rows useful pairs (Some (vneg B)) then Some B else None
  | None => None
  end.
Lemma vneg_vneg x : vneg (vneg x) = x.
Proof. unfold vneg. rewrite map_map. rewrite <- (map_id x) at 2. apply map_ext. apply Z.opp_involutive. Qed.
Theorem greatest_weight_correct np ns D A1 A2 facts start witness capped rows useful pairs B :
  greatest_weight np ns D A1 A2 facts start witness capped rows useful pairs = Some B ->
  rweight_between np ns D A1 A2 B /\ forall v, rweight_between np ns D A1 A2 v -> wle v B.
Proof.
  unfold greatest_weight. destruct (derivation_weight _ _ _ _ _ _ _ _) as [u|] eqn:E; [|discriminate].
  destruct (check_lower_bound _ _ _ _ _ _ _ _ _ _) eqn:H; [|discriminate]. intro Eu; inversion Eu; subst u.
  split; [eapply derivation_weight_between; eauto|]. intros v Hv. apply rweight_negated in Hv.
  pose proof (check_lower_bound_sound _ _ _ _ _ _ _ _ _ _ H _ Hv) as L. apply vleb_spec in L. apply vleb_spec.
  now rewrite vneg_vneg, vadd_comm in L.
Qed.
