(* Weighted instances as written, with wildcards, label sets and e-edges: the weight of a run, defined on the raw rules;
   the expansion, which gives each instance of a wildcard rule the weight of the rule, proved equivalent; and lower
   bounds, weighted derivations and minima of raw instances. *)
From Coq Require Import List PArith ZArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Separate Instance.
From Custos Require Import Weights WeightedAutomaton Bound CappedBound Derivation WeightedDerivation.
Import ListNotations.

(* the same rules with other weights, without recursion that is as deep as the list is long *)
Definition reweigh {V W} (f : V -> W) (D : list (rrule * V)) : list (rrule * W) :=
  rev_append (fold_left (fun l x => (fst x, f (snd x)) :: l) D []) [].
Lemma reweigh_map {V W} (f : V -> W) D : reweigh f D = map (fun x => (fst x, f (snd x))) D.
Proof.
  assert (G : forall l, fold_left (fun l x => (fst x, f (snd x)) :: l) D l = rev (map (fun x => (fst x, f (snd x))) D) ++ l).
  { induction D as [|x D IH]; intro l; cbn; [reflexivity|]. rewrite IH, <- app_assoc. reflexivity. }
  unfold reweigh. rewrite G, app_nil_r, rev_append_rev, app_nil_r. apply rev_involutive.
Qed.

(** * The weight of a run *)
Section Runs.
Context {W : Type} {WW : Weight W}.
Inductive wrsteps (ns : positive) (D : list (rrule * W)) : conf -> W -> conf -> Prop :=
| wrsteps_refl : forall c, wrsteps ns D c wzero c
| wrsteps_cons : forall r k g w n c, In (r, k) D -> lmatch ns (rr_h r) g ->
    wrsteps ns D (rr_q r, rresult (rr_op r) g ++ w) n c -> wrsteps ns D (rr_p r, g :: w) (k [+] n) c.

Definition rweight_between np ns D A1 A2 (n : W) : Prop :=
  exists c1 c2, rlang np ns A1 c1 /\ rlang np ns A2 c2 /\ wrsteps ns D c1 n c2.

(* without the weights these are the runs of Instance.v *)
Lemma wrsteps_rsteps ns D c c' : rsteps ns (map fst D) c c' <-> exists n, wrsteps ns D c n c'.
Proof.
  split.
  - induction 1 as [c|c c' c'' S _ (n & IH)]; [exists wzero; constructor|].
    destruct S as [r g w I M]. apply in_map_iff in I. destruct I as ([r' k] & E & I). cbn in E; subst.
    exists (k [+] n). now constructor.
  - intros (n & S). induction S as [c|r k g w n c I M _ IH]; [constructor|]. eapply rsteps_cons; [|exact IH].
    constructor; [|assumption]. apply in_map_iff. exists (r, k); auto.
Qed.
Lemma rreachable_weight np ns D A1 A2 :
  rreachable np ns (map fst D) A1 A2 <-> exists n, rweight_between np ns D A1 A2 n.
Proof.
  split.
  - intros (c1 & c2 & L1 & L2 & S). apply wrsteps_rsteps in S. destruct S as (n & S). exists n, c1, c2. auto.
  - intros (n & c1 & c2 & L1 & L2 & S). exists c1, c2. split; [|split]; auto. apply wrsteps_rsteps. eauto.
Qed.

(** * Expansion *)
Definition wrexp ns (D : list (rrule * W)) : list (wrule W) :=
  flat_map (fun x => map (fun r => (r, snd x)) (rexp1 ns (fst x))) D.

Lemma lbl_rop_exp o g : lbl (rop_exp o g) = rresult o g.
Proof. now destruct o. Qed.
Lemma wrexp_spec ns D r k : In (r, k) (wrexp ns D) <-> exists x g, In (x, k) D /\ lmatch ns (rr_h x) g /\
  r = Rule (rr_p x) g (rr_q x) (rop_exp (rr_op x) g).
Proof.
  unfold wrexp, rexp1. rewrite in_flat_map. split.
  - intros ([x k'] & I & J). apply in_map_iff in J. destruct J as (r' & E & J). cbn in E, J. inversion E; subst.
    apply in_map_iff in J. destruct J as (g & <- & Ig). exists x, g. split; [|split]; auto. now apply lexp_spec.
  - intros (x & g & I & M & ->). exists (x, k). split; [assumption|]. apply in_map_iff.
    exists (Rule (rr_p x) g (rr_q x) (rop_exp (rr_op x) g)). split; [reflexivity|]. apply in_map_iff.
    exists g. split; [reflexivity|]. now apply lexp_spec.
Qed.
Lemma wrexp_steps ns D c n c' : wsteps (wrexp ns D) c n c' <-> wrsteps ns D c n c'.
Proof.
  split.
  - induction 1 as [c|r k w n c I _ IH]; [constructor|]. apply wrexp_spec in I. destruct I as (x & g & I & M & ->).
    cbn in *. rewrite lbl_rop_exp in IH. now constructor.
  - induction 1 as [c|r k g w n c I M _ IH]; [constructor|]. rewrite <- lbl_rop_exp in IH.
    apply (wsteps_cons (wrexp ns D) (Rule (rr_p r) g (rr_q r) (rop_exp (rr_op r) g))); [|exact IH].
    apply wrexp_spec. eauto.
Qed.
Theorem expand_weight np ns D A1 A2 n :
  weight_between (wrexp ns D) (langP np (rm ns A1)) (langP np (rm ns A2)) n <-> rweight_between np ns D A1 A2 n.
Proof.
  unfold weight_between, rweight_between. setoid_rewrite rm_lang. setoid_rewrite wrexp_steps. reflexivity.
Qed.
(* the same with the inner states of the final set kept apart from the control locations, as in Separate.v *)
Lemma expand_weight_sep np ns D A1 A2 n :
  weight_between (wrexp ns D) (langP np (rm ns A1)) (langP np (sep np (rm ns A2))) n <-> rweight_between np ns D A1 A2 n.
Proof. rewrite <- expand_weight. unfold weight_between. setoid_rewrite sep_lang. reflexivity. Qed.

(** * Evidence about raw instances *)
(* a derivation, on the rules as expanded *)
Definition raw_wderive_weight np ns (D : list (rrule * W)) A1 A2 l p w : option W :=
  wderive_weight np (wrexp ns D) (rm ns A1) (rm ns A2) l p w.
Theorem raw_wderive_weight_sound np ns D A1 A2 l p w n : raw_wderive_weight np ns D A1 A2 l p w = Some n ->
  rweight_between np ns D A1 A2 n.
Proof. intro H. apply expand_weight. eapply wderive_weight_sound; eauto. Qed.

(* bounds: states of the certificate are control locations p and q + np for the states q of the final set *)
Context {WO : Order W}.
Definition check_raw_bound np ns D A1 A2 C FC R (B : W) : bool :=
  check_bound np (wrexp ns D) (rm ns A1) (sep np (rm ns A2)) C FC R B.
Definition check_raw_capped np ns D A1 A2 C FC R (B : option W) : bool :=
  check_capped np (wrexp ns D) (rm ns A1) (sep np (rm ns A2)) C FC R B.

Theorem check_raw_bound_sound np ns D A1 A2 C FC R B : check_raw_bound np ns D A1 A2 C FC R B = true ->
  lower_bound (rweight_between np ns D A1 A2) B.
Proof. intros H n L. apply expand_weight_sep in L. exact (check_bound_sound _ _ _ _ _ _ _ _ H n L). Qed.
Theorem check_raw_capped_sound np ns D A1 A2 C FC R B : check_raw_capped np ns D A1 A2 C FC R (Some B) = true ->
  lower_bound (rweight_between np ns D A1 A2) B.
Proof. intros H n L. apply expand_weight_sep in L. exact (check_capped_sound _ _ _ _ _ _ _ _ H n L). Qed.
Theorem check_raw_capped_unreachable np ns D A1 A2 C FC R : check_raw_capped np ns D A1 A2 C FC R None = true ->
  ~ rreachable np ns (map fst D) A1 A2.
Proof.
  intros H L. apply rreachable_weight in L. destruct L as (n & L). apply expand_weight_sep in L.
  apply (check_capped_unreachable _ _ _ _ _ _ _ H), reachable_weight. eauto.
Qed.

(* a run of weight B, shown in any way, and B as a bound: the minimum *)
Theorem raw_minimum np ns D A1 A2 B C FC R : rweight_between np ns D A1 A2 B ->
  check_raw_bound np ns D A1 A2 C FC R B = true \/ check_raw_capped np ns D A1 A2 C FC R (Some B) = true ->
  minimum (rweight_between np ns D A1 A2) B.
Proof.
  intros H [G|G]; (split; [assumption|]); [eapply check_raw_bound_sound|eapply check_raw_capped_sound]; eauto.
Qed.
Theorem raw_minimum_correct np ns D A1 A2 l p w B C FC R : raw_wderive_weight np ns D A1 A2 l p w = Some B ->
  check_raw_bound np ns D A1 A2 C FC R B = true \/ check_raw_capped np ns D A1 A2 C FC R (Some B) = true ->
  minimum (rweight_between np ns D A1 A2) B.
Proof. intro H. apply raw_minimum. eapply raw_wderive_weight_sound; eauto. Qed.
End Runs.

(* over the integers the order is the usual one *)
Corollary raw_minimum_Z np ns (D : list (rrule * Z)) A1 A2 l p w B C FC R :
  raw_wderive_weight np ns D A1 A2 l p w = Some B ->
  check_raw_bound np ns D A1 A2 C FC R B = true \/ check_raw_capped np ns D A1 A2 C FC R (Some B) = true ->
  rweight_between np ns D A1 A2 B /\ forall n, rweight_between np ns D A1 A2 n -> (B <= n)%Z.
Proof.
  intros H1 H2. destruct (raw_minimum_correct _ _ _ _ _ _ _ _ _ _ _ _ H1 H2) as (H & L).
  split; [exact H|]. intros n Hn. apply wle_Z, L, Hn.
Qed.
