(* Evidence for unbounded weights that CheckPump.v accepts is true: for some a and some l below (above) zero there are
   runs of weight a + n l for every n. *)
From Coq Require Import List PArith ZArith Bool Lia.
From Custos Require Import Pushdown Automaton Instance Trie Labels Normal Lookup CheckDerivation CheckPump.
From Custos Require Import Weights Vectors Derivation WeightedDerivation WeightedInstance Pump.
Import ListNotations.
Open Scope Z_scope.

Section Sound.
Variables (np ns : positive) (D : list (rrule * list Z)) (A1 A2 : raut).
Definition T1 : trans -> Prop := fun t => In t (tr (rm ns A1)).
Definition T2 : trans -> Prop := fun t => In t (tr (rm ns A2)).
Definition aknown (G : list Z -> Prop) (k : known) : Prop := agood (wrexp ns D) T2 G (k_s k) [k_a k] (k_t k) (k_w k).
Definition aknowns G (K : trie known) : Prop := forall n k, find n K = Some k -> aknown G k.

Lemma aknowns_put G K n k : aknowns G K -> aknown G k -> aknowns G (put n k K).
Proof.
  intros HK Hk m k'. unfold put. destruct (Pos.eq_dec m n) as [->|N].
  2: { rewrite find_update_other by assumption. apply HK. }
  rewrite find_update_same. intro E. inversion E; subst. exact Hk.
Qed.
Lemma nedge_rm A s a t : nedge np ns A (s, a, t) ->
  exists q, t = xI q /\ tagged s = true /\ In (untag s, a, q) (tr (rm ns A)).
Proof.
  intro H; inversion H; subst; eexists; (split; [reflexivity|]); (split; [reflexivity|]); apply rm_tr; eauto.
Qed.
Lemma nacc_rm A s : nacc np A s -> In (untag s) (fin (rm ns A)).
Proof. intro H; inversion H; subst; apply rm_fin; eauto. Qed.

(* facts *)
Definition rules_indexed (R : trie crule) : Prop := forall i c, find i R = Some c ->
  exists k, In (c_rule c, k) D /\ c_weight c = 0 :: k /\ c_head c = compile (rr_h (c_rule c)).
Lemma shift_indexed : rules_indexed (index_rules (shift D) xH Empty).
Proof.
  intros i c E. apply (index_rules_ok (shift D) (shift D)) in E; [|apply incl_refl|discriminate].
  destruct E as (I & Eh). unfold shift in I. rewrite reweigh_map in I.
  apply in_map_iff in I. destruct I as ([r k] & E & I). cbn in E. inversion E; subst. eauto.
Qed.

Section Given.
Variable G : list Z -> Prop.
Lemma premise_good K n s a t w : aknowns G K -> premise K n s a = Some (t, w) -> agood (wrexp ns D) T2 G s [a] t w.
Proof.
  intros HK. unfold premise. destruct (find n K) as [k|] eqn:E; [|discriminate].
  destruct (Pos.eqb_spec (k_a k) a); [|discriminate]. destruct (Pos.eqb_spec (k_s k) s); [|discriminate].
  intro H; inversion H; subst. exact (HK _ _ E).
Qed.
Lemma agood_nil s : tagged s = true -> agood (wrexp ns D) T2 G s [] s [].
Proof. intro Tg. split; [cbn; lia|]. intros x _. exact (wdgood_nil (wrexp ns D) T2 s Tg). Qed.
Lemma conclude_good R K r a t f g k : rules_indexed R -> aknowns G K -> conclude ns R K r a t f g = Some k -> aknown G k.
Proof.
  intros HR HK. unfold conclude. destruct (find r R) as [c|] eqn:E; [|discriminate].
  destruct (HR _ _ E) as (w & Ir & Ew & Eh). rewrite Eh, Ew. destruct c as [x h k']. cbn [c_rule c_head c_weight] in *.
  destruct (cmatch ns (compile (rr_h x)) a) eqn:M; [|discriminate]. apply cmatch_spec in M.
  assert (H : forall e v, agood (wrexp ns D) T2 G (xO (rr_q x)) (rresult (rr_op x) a) e v ->
    (if Pos.eqb e t then Some (Known (xO (rr_p x)) a t (vadd (0 :: w) v)) else None) = Some k -> aknown G k).
  { intros e v A. destruct (Pos.eqb_spec e t) as [->|]; [|discriminate]. intro H; inversion H; subst.
    rewrite <- lbl_rop_exp in A.
    apply (agood_rule (wrexp ns D) T2 G (Rule (rr_p x) a (rr_q x) (rop_exp (rr_op x) a)) w t v); [|exact A].
    apply wrexp_spec. eauto. }
  destruct (rr_op x) as [|b|b d]; cbn [rresult] in H.
  - apply H. now apply agood_nil.
  - destruct (premise K f _ _) as [[e v]|] eqn:P; [|discriminate]. apply H. eapply premise_good; eauto.
  - destruct (premise K f _ _) as [[m u]|] eqn:P1; [|discriminate].
    destruct (premise K g m _) as [[e v]|] eqn:P2; [|discriminate]. apply H.
    apply (agood_comp (wrexp ns D) T2 G _ [rget a b] m [rget a d]); eapply premise_good; eauto.
Qed.
Lemma facts_good N2 R h : normal_of np A2 N2 -> rules_indexed R -> (forall k, aknown G k -> aknown G (h k)) ->
  forall l n K K', aknowns G K -> facts_with np ns R (lookup_of N2) h l n K = Some K' -> aknowns G K'.
Proof.
  intros HN HR Hh l; induction l as [|x l IH]; cbn [facts_with]; intros n K K' HK E; [inversion E; subst; assumption|].
  destruct x as [s a t|r a t f g].
  - destruct (has_edge _ _ _ _ _ _) eqn:Hs; [|discriminate]. eapply IH; [|exact E].
    apply aknowns_put; [assumption|]. apply Hh. apply (has_edge_sound _ _ _ _ _ _ _ HN), nedge_rm in Hs.
    destruct Hs as (q & -> & Tg & I). split; [cbn; lia|]. intros y _. exact (wdgood_edge (wrexp ns D) T2 s a q I Tg).
  - destruct (conclude _ _ _ _ _ _ _ _) as [k|] eqn:C; [|discriminate]. eapply IH; [|exact E].
    apply aknowns_put; [assumption|]. apply Hh. eapply conclude_good; eauto.
Qed.
Lemma chain_good R K z b e : rules_indexed R -> aknowns G K -> forall l n j prev k, aknown G prev ->
  chain ns R K z b e l n j prev = Some k -> aknown G k.
Proof.
  intros HR HK; induction l as [|x l IH]; cbn [chain]; intros n j prev k Hp E.
  - destruct (Pos.eqb n e); inversion E; subst; assumption.
  - destruct (Pos.ltb n b); [eapply IH; eauto|]. destruct (Pos.ltb n e); [|inversion E; subst; assumption].
    destruct x as [|r a t f g]; [discriminate|].
    assert (HK' := aknowns_put G K z prev HK Hp).
    destruct (if Pos.eqb f j then _ else _) as [k'|] eqn:C; [|discriminate]. eapply IH; [|exact E].
    destruct (Pos.eqb f j); [|destruct (Pos.eqb g j); [|discriminate]]; eapply conclude_good; eauto.
Qed.

(* the witness; G must hold of something, so that the facts are about states that exist *)
Hypothesis inhabited : exists x, G x.
Lemma follow_good N1 K : normal_of np A1 N1 -> aknowns G K -> forall l s1 s2 w f1 f2 v, tagged s2 = true ->
  follow np ns (lookup_of N1) K l s1 s2 w = Some (f1, f2, v) ->
  tagged f2 = true /\ exists u v', path T1 s1 u f1 /\ v = vadd w v' /\ agood (wrexp ns D) T2 G s2 u f2 v'.
Proof.
  intros HN HK l; induction l as [|[n t1] l IH]; cbn [follow]; intros s1 s2 w f1 f2 v Tg E.
  - inversion E; subst. split; [assumption|]. exists [], []. split; [constructor|]. split; [now rewrite vadd_nil_r|].
    now apply agood_nil.
  - destruct (find n K) as [k|] eqn:F; [|discriminate]. destruct (Pos.eqb_spec (k_s k) s2) as [<-|]; [|discriminate].
    destruct (has_edge _ _ _ _ _ _) eqn:Hs; [|discriminate].
    apply (has_edge_sound _ _ _ _ _ _ _ HN), nedge_rm in Hs. destruct Hs as (q & Eq & _ & I). inversion Eq; subst q.
    pose proof (HK _ _ F) as A. apply IH in E.
    + destruct E as (Tf & u & v' & P & -> & B). split; [assumption|]. exists (k_a k :: u), (vadd (k_w k) v').
      split; [econstructor; eauto|]. split; [symmetry; apply vadd_assoc|].
      apply (agood_comp (wrexp ns D) T2 G _ [k_a k] (k_t k) u); assumption.
    + destruct inhabited as (x & Gx). destruct A as (_ & A). eapply wdgood_tagged, A, Gx.
Qed.
End Given.

Lemma accept_run p u f1 f2 n : ctl np p -> (forall x, In x D -> ctl np (rr_q (fst x))) ->
  path T1 p u f1 -> In f1 (fin (rm ns A1)) -> wdgood (wrexp ns D) T2 (xO p) u f2 n -> In (untag f2) (fin (rm ns A2)) ->
  rweight_between np ns D A1 A2 n.
Proof.
  intros Cp HD P F1 A F2. apply expand_weight.
  destruct (wdgood_run (wrexp ns D) T2 (ctl np) (fun q => In q (fin (rm ns A2))) p u f2 n) as (c & S & Lc); auto.
  - intros r k I. apply wrexp_spec in I. destruct I as (x & g & I & _ & ->). exact (HD _ I).
  - exists (p, u), c. split; [|split; assumption]. split; [assumption|]. exists f1. auto.
Qed.
End Sound.

Lemma same_fact_spec x y : same_fact x y = true <-> k_s x = k_s y /\ k_a x = k_a y /\ k_t x = k_t y.
Proof. unfold same_fact. rewrite !andb_true_iff, !Pos.eqb_eq. tauto. Qed.

Theorem pump_vector_sound np ns D A1 A2 facts start x l : pump_vector np ns D A1 A2 facts start x = Some l ->
  exists c, (0 < c)%nat /\ pumped (rweight_between np ns D A1 A2) (wtimes c l).
Proof.
  unfold pump_vector. destruct (normalise np A1) as [N1|] eqn:HN1; [|discriminate].
  destruct (normalise np A2) as [N2|] eqn:HN2; [|discriminate].
  apply normalise_spec in HN1, HN2.
  destruct (_ && _) eqn:HC; [|discriminate]. rewrite andb_true_iff, forallb_forall in HC. destruct HC as (Cp & HD).
  set (R := index_rules _ _ _). assert (HR : rules_indexed D R) by apply shift_indexed.
  assert (H0 : forall G, aknowns ns D A2 G Empty) by (intros G n k; destruct n; discriminate).
  destruct (facts_with _ _ _ _ (fun k => k) _ _ _) as [K|] eqn:EK; [|discriminate].
  assert (HK : aknowns ns D A2 always K)
    by exact (facts_good np ns D A2 always N2 R _ HN2 HR (fun k H => H) _ _ _ _ (H0 _) EK).
  assert (inh : exists x, always x) by (exists []; exact I).
  assert (acc : forall f1 f2, mem (xI f1) (n_acc N1) = true /\ mem f2 (n_acc N2) = true ->
     In f1 (fin (rm ns A1)) /\ In (untag f2) (fin (rm ns A2))).
  { intros f1 f2 (M1 & M2). split.
    - apply (no_acc _ _ _ HN1), (nacc_rm np ns) in M1. exact M1.
    - apply (no_acc _ _ _ HN2), (nacc_rm np ns) in M2. exact M2. }
  destruct x as [before loop after|witness i b e].
  - destruct (follow _ _ _ K before _ _ _) as [[[s1 s2] v0]|] eqn:E0; [|discriminate].
    destruct (follow _ _ _ K loop _ _ _) as [[[t1 t2] v1]|] eqn:E1; [|discriminate].
    destruct (follow _ _ _ K after _ _ _) as [[[f1 f2] v2]|] eqn:E2; [|discriminate].
    destruct (_ && _) eqn:HF; [|discriminate]. rewrite !andb_true_iff, !Pos.eqb_eq in HF.
    destruct HF as ((-> & ->) & M1 & M2). destruct (acc f1 f2 (conj M1 M2)) as (F1 & F2).
    intro E; inversion E; subst l; clear E.
    apply (follow_good np ns D A1 A2 always inh N1 K HN1 HK) in E0; [|reflexivity].
    destruct E0 as (Tg & u0 & w0 & P0 & -> & G0).
    apply (follow_good np ns D A1 A2 always inh N1 K HN1 HK) in E1, E2; try assumption.
    destruct E1 as (_ & u1 & w1 & P1 & -> & G1), E2 as (_ & u2 & w2 & P2 & -> & G2). cbn [vadd].
    apply agood_plain in G0, G1, G2.
    exists 1%nat. split; [lia|]. exists (vadd (tl w0) (tl w2)). intro n.
    eapply (accept_run np ns D A1 A2 start (u0 ++ (word_times n u1 ++ u2))); eauto.
    + eapply path_app; [exact P0|]. eapply path_app; [|exact P2]. now apply path_times.
    + change (wtimes 1 (tl w1)) with (vadd (tl w1) []). rewrite vadd_nil_r.
      rewrite <- vadd_assoc, (vadd_comm (tl w2)).
      apply (wdgood_comp (wrexp ns D) (T2 ns A2) _ u0 s2 _ _ _ _ G0).
      exact (wdgood_comp (wrexp ns D) (T2 ns A2) s2 _ s2 u2 _ _ _ (wdgood_times _ _ _ _ _ Tg G1 n) G2).
  - destruct (find i K) as [k|] eqn:Ek; [|discriminate].
    destruct (chain _ _ _ _ _ _ _ _ _ _) as [k'|] eqn:Ec; [|discriminate].
    destruct (facts_with _ _ _ _ (fun y => if same_fact y k then unknown y else y) _ _ _) as [K'|] eqn:EK'; [|discriminate].
    destruct (follow _ _ _ K' _ _ _ _) as [[[f1 f2] v]|] eqn:E; [|discriminate].
    destruct (_ && _) eqn:HF; [|discriminate]. rewrite !andb_true_iff, Z.eqb_eq, Z.leb_le in HF.
    destruct HF as (((Hs & H1) & Hv) & M1 & M2). destruct (acc f1 f2 (conj M1 M2)) as (F1 & F2).
    intro El; inversion El; subst l; clear El.
    (* the weights of the repeated fact *)
    pose (G := wdgood (wrexp ns D) (T2 ns A2) (k_s k) [k_a k] (k_t k)).
    assert (HU : forall y, same_fact y k = true -> aknown ns D A2 G (unknown y)).
    { intros y Sy. apply same_fact_spec in Sy. destruct Sy as (E1 & E2 & E3). unfold aknown, unknown.
      cbn [k_s k_a k_t k_w]. rewrite E1, E2, E3. split; [cbn; lia|]. intros x Gx. rewrite eval_var, vadd_nil_r. exact Gx. }
    assert (Gk : G (tl (k_w k))) by exact (agood_plain _ _ _ _ _ _ (HK _ _ Ek)).
    assert (HKG : aknowns ns D A2 G K) by (intros n y F; apply agood_sub, (HK _ _ F)).
    assert (Gl : forall n, G (vadd (tl (k_w k)) (wtimes n (tl (k_w k'))))).
    { apply agood_loop; [exact Gk|].
      assert (Hk' : aknown ns D A2 G k').
      { eapply (chain_good ns D A2 G R K); [exact HR|exact HKG| |exact Ec]. apply HU, same_fact_spec. auto. }
      apply same_fact_spec in Hs. destruct Hs as (S1 & S2 & S3). unfold aknown in Hk'. rewrite S1, S2, S3 in Hk'.
      destruct (k_w k') as [|c d]; cbn [hd tl] in *; [discriminate|]. subst c. exact Hk'. }
    (* the run that uses it *)
    assert (HK' : aknowns ns D A2 G K').
    { refine (facts_good np ns D A2 G N2 R _ HN2 HR _ _ _ _ _ (H0 _) EK').
      intros y Hy. destruct (same_fact y k) eqn:Sy; [now apply HU|exact Hy]. }
    apply (follow_good np ns D A1 A2 G (ex_intro _ _ Gk) N1 K' HN1 HK') in E; [|reflexivity].
    destruct E as (_ & u & w & P & -> & Gw). cbn [vadd] in Hv |- *.
    exists (Z.to_nat (hd 0 w)). split; [lia|]. eexists. intro n.
    eapply (accept_run np ns D A1 A2 start u); eauto. eapply agood_pump; eauto.
Qed.

(* there are runs of weight a + n l for every n, where l is below (above) zero *)
Theorem check_pump_sound np ns D A1 A2 facts start x above : check_pump np ns D A1 A2 facts start x above = true ->
  exists a l, vsign l = (if above then Gt else Lt) /\ forall n, rweight_between np ns D A1 A2 (vadd a (wtimes n l)).
Proof.
  unfold check_pump. destruct (pump_vector _ _ _ _ _ _ _ _) as [l|] eqn:E; [|discriminate]. intro S.
  apply pump_vector_sound in E. destruct E as (c & Hc & a & H). exists a, (wtimes c l). split; [|exact H].
  rewrite vsign_wtimes by assumption. destruct (vsign l), above; reflexivity || discriminate.
Qed.
Corollary check_pump_runs_away np ns D A1 A2 facts start x above : check_pump np ns D A1 A2 facts start x above = true ->
  runs_away (rweight_between np ns D A1 A2) (if above then Gt else Lt).
Proof.
  intro H. apply check_pump_sound in H. destruct H as (a & l & S & H). rewrite <- S. apply pumped_runs_away.
  - exists a. exact H.
  - rewrite S. now destruct above.
Qed.

(* In dimension one: no run of least (greatest) weight. *)
Lemma length_vadd x : forall y, (length x <= length (vadd x y) /\ length y <= length (vadd x y))%nat /\
  (length x <= 1 -> length y <= 1 -> length (vadd x y) <= 1)%nat.
Proof. induction x as [|a x IH]; intros [|b y]; cbn; try lia. specialize (IH y). destruct x, y; cbn in *; lia. Qed.
Lemma wrsteps_scalar ns (D : list (rrule * list Z)) : (forall r k, In (r, k) D -> (length k <= 1)%nat) ->
  forall c v c', wrsteps ns D c v c' -> (length v <= 1)%nat.
Proof.
  intros H c v c'; induction 1 as [|r k g w n c I _ _ IH]; cbn; [lia|]. apply length_vadd; [eapply H; eauto|exact IH].
Qed.
Theorem check_pump_scalar np ns D A1 A2 facts start x above : (forall r k, In (r, k) D -> (length k <= 1)%nat) ->
  check_pump np ns D A1 A2 facts start x above = true ->
  if above then ~ exists B, rweight_between np ns D A1 A2 B /\ forall v, rweight_between np ns D A1 A2 v -> wle v B
  else ~ exists B, minimum (rweight_between np ns D A1 A2) B.
Proof.
  intros HD H. apply check_pump_sound in H. destruct H as (a & l & S & H).
  assert (Hl : (length l <= 1)%nat).
  { destruct (H 1%nat) as (c1 & c2 & _ & _ & R). apply wrsteps_scalar in R; [|assumption].
    change (wtimes 1 l) with (vadd l []) in R. rewrite vadd_nil_r in R. pose proof (length_vadd a l). lia. }
  destruct l as [|y [|]]; cbn in Hl; [destruct above; discriminate| |lia]. cbn in S.
  destruct (Z.compare_spec y 0), above; try discriminate.
  - apply pumped_no_least with (x := y) (l := []); [exists a; exact H|assumption].
  - apply pumped_no_greatest with (x := y) (l := []); [exists a; exact H|assumption].
Qed.
