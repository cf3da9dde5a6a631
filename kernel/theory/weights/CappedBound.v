(* Lower bounds where no weight is negative: transitions of weight B or more can be left out of the certificate, and
   so can potentials. A transition that is absent counts as one of weight B; closure is demanded only for sums below B.
   An infinite bound says that there is no run at all. *)
From Coq Require Import List PArith ZArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Weights WeightedAutomaton Bound.
Import ListNotations.

Section Capped.
Context {W : Type} {WW : Weight W} {WO : Order W}.
Definition nonneg (x : W) : bool := wleb wzero x.
Definition check_capped_ix np (D : list (wrule W)) A1 A2 (C : waut W) (FC : PS.t) (R : waut W) (B : option W) : bool :=
  forallb (fun x => nonneg (snd x)) D && allw nonneg C && check_bound_ix (atleast B) np D A1 A2 C FC R B.

(* [B] = None: infinity *)
Theorem check_capped_ix_sound np D A1 A2 C FC R B : check_capped_ix np D A1 A2 C FC R B = true ->
  forall n, weight_between D (langP np A1) (langP np A2) n -> atleast B n = true.
Proof.
  unfold check_capped_ix. rewrite !andb_true_iff, forallb_forall. intros ((HD & HC) & H) n L.
  assert (Up : forall x y, enoughb (atleast B) x -> wle x y -> enoughb (atleast B) y).
  { unfold enoughb. destruct B as [b|]; [|discriminate]. intros x y. apply wleb_trans. }
  assert (Grow : forall x y, nonneg y = true -> enoughb (atleast B) x -> enoughb (atleast B) (x [+] y)).
  { intros x y Ny Ex. eapply Up; [exact Ex|]. apply wle_grow; [exact Ny|apply wle_refl]. }
  enough (atleast B n = true \/ atleast B n = true) by tauto.
  eapply check_bound_ix_sound; eauto.
  - intros r k x I Ex. rewrite wplus_comm. apply Grow; [exact (HD _ I)|assumption].
  - intros s w t x y P. revert x. induction P as [s|s g t w u x y E P IH]; intros z Ez.
    + now rewrite wplus_zero_r.
    + rewrite wplus_assoc. apply IH, Grow; [|assumption]. exact (allw_spec _ _ HC _ _ E).
Qed.

Definition check_capped np D A1 A2 (C : list (trans * W)) (FC : list positive) (R : list (positive * positive * W))
  (B : option W) : bool := check_capped_ix np D A1 A2 (wbuild C) (buildset FC) (pots R) B.

Theorem check_capped_sound np D A1 A2 C FC R B : check_capped np D A1 A2 C FC R (Some B) = true ->
  lower_bound (weight_between D (langP np A1) (langP np A2)) B.
Proof. intros H n L. exact (check_capped_ix_sound _ _ _ _ _ _ _ _ H n L). Qed.
Theorem check_capped_unreachable np D A1 A2 C FC R : check_capped np D A1 A2 C FC R None = true ->
  ~ reachable (map fst D) (langP np A1) (langP np A2).
Proof.
  intros H L. apply reachable_weight in L. destruct L as (n & L).
  discriminate (check_capped_ix_sound _ _ _ _ _ _ _ _ H n L).
Qed.
End Capped.
