(* The oracle and the unreachability certificates without the hypothesis on edges into states that
   rules start from: separate the control locations 1..np of A2 from its inner states, renamed q + np. *)
From Coq Require Import List PArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Backward Oracle.
Import ListNotations.
Open Scope positive_scope.

Definition sep_t (np : positive) (t : trans) : list trans :=
  let '(s, g, q) := t in
  (s + np, g, q + np) :: (if ctlb np s then [(s, g, q + np)] else []).
Definition sep (np : positive) (A : paut) : paut :=
  PAut (flat_map (sep_t np) (tr A)) (map (fun q => q + np) (fin A) ++ filter (ctlb np) (fin A)).

Lemma ctl_le np p : ctl np p <-> p <= np.
Proof. unfold ctl, ctlb. apply Pos.leb_le. Qed.

Lemma sep_tr np A s g q : In (s, g, q) (tr (sep np A)) <->
  exists s' q', In (s', g, q') (tr A) /\ q = q' + np /\ (s = s' + np \/ s = s' /\ ctl np s').
Proof.
  cbn [sep tr]. rewrite in_flat_map. split.
  - intros ([[s0 g0] q0] & I & J). destruct J as [J|J].
    + inversion J; subst. eauto 6.
    + destruct (ctlb np s0) eqn:E; [|contradiction]. destruct J as [J|J]; [|contradiction].
      inversion J; subst. exists s, q0. auto.
  - intros (s' & q' & I & -> & J). exists (s', g, q'). split; [assumption|]. unfold sep_t.
    destruct J as [->|(-> & C)]; [left; reflexivity|right]. unfold ctl in C. rewrite C. left; reflexivity.
Qed.
Lemma sep_fin np A q : In q (fin (sep np A)) <->
  (exists q', In q' (fin A) /\ q = q' + np) \/ In q (fin A) /\ ctl np q.
Proof.
  cbn [sep fin]. rewrite in_app_iff, in_map_iff, filter_In. unfold ctl.
  split; intros [(q' & H)|H]; auto; left; exists q'; intuition.
Qed.

Lemma sep_inner np A w : forall s q, path (fun t => In t (tr (sep np A))) (s + np) w q <->
  exists q', q = q' + np /\ path (fun t => In t (tr A)) s w q'.
Proof.
  induction w as [|g w IH]; intros s q.
  - rewrite path1. split.
    + intros <-. exists s. split; [reflexivity|constructor].
    + intros (q' & -> & P). apply path1 in P. now subst.
  - rewrite path1. split.
    + intros (m & Hm & P). apply sep_tr in Hm. destruct Hm as (s' & m' & I & -> & J).
      assert (s' = s). { destruct J as [J|(J & C)]; [lia|]. apply ctl_le in C. lia. } subst s'.
      apply IH in P. destruct P as (q' & -> & P). exists q'. split; [reflexivity|]. econstructor; eauto.
    + intros (q' & -> & P). apply path1 in P. destruct P as (m & Hm & P). exists (m + np). split.
      * apply sep_tr. eauto 6.
      * apply IH. eauto.
Qed.

Theorem sep_lang np A c : langP np (sep np A) c <-> langP np A c.
Proof.
  destruct c as [p w]. unfold langP, lang. cbn [fst snd]. split; intros (C & q & F & P); split; auto.
  - apply path1 in P. destruct w as [|g w].
    + subst q. apply sep_fin in F. destruct F as [(q' & _ & ->)|(F & _)].
      * apply ctl_le in C. lia.
      * exists p. split; [assumption|constructor].
    + destruct P as (m & Hm & P). apply sep_tr in Hm. destruct Hm as (s' & m' & I & -> & J).
      assert (s' = p). { destruct J as [J|(J & _)]; [apply ctl_le in C; lia|auto]. } subst s'.
      apply sep_inner in P. destruct P as (q' & -> & P). exists q'. split; [|econstructor; eauto].
      apply sep_fin in F. destruct F as [(q2 & F & E)|(_ & C2)]; [replace q' with q2 by lia; assumption|].
      apply ctl_le in C2. lia.
  - apply path1 in P. destruct w as [|g w].
    + subst q. exists p. split; [apply sep_fin; auto|constructor].
    + destruct P as (m & Hm & P). exists (q + np). split; [apply sep_fin; eauto|].
      econstructor; [apply sep_tr; eauto 8|]. apply sep_inner. eauto.
Qed.

Lemma sep_src np D A : rules_ok np D -> src_ok D (tr (sep np A)).
Proof.
  intros W s g t I r Ir E. apply sep_tr in I. destruct I as (s' & q' & _ & -> & _).
  destruct (W r Ir) as (C & _). apply ctl_le in C. lia.
Qed.

Lemma sep_reachable np D A1 A2 :
  reachable D (langP np A1) (langP np (sep np A2)) <-> reachable D (langP np A1) (langP np A2).
Proof. unfold reachable. split; intros (c1 & c2 & L1 & L2 & S); exists c1, c2; split; auto; split; auto; apply sep_lang, L2. Qed.

Definition oracle_any np D A1 A2 : option bool := oracle np D A1 (sep np A2).

Theorem oracle_any_None np D A1 A2 : oracle_any np D A1 A2 = None <-> ~ rules_ok np D.
Proof.
  unfold oracle_any. rewrite oracle_None. split; intros H K; apply H; [|apply K].
  split; [assumption|now apply sep_src].
Qed.
Theorem oracle_any_Some np D A1 A2 b : oracle_any np D A1 A2 = Some b ->
  (b = true <-> reachable D (langP np A1) (langP np A2)).
Proof. intro H. apply oracle_Some in H. now rewrite sep_reachable in H. Qed.

(* certificates about the separated A2: sound, and complete for every A2 *)
Definition check_unreach_any_ix np D A1 A2 C FC R : bool := check_unreach_ix np D A1 (sep np A2) C FC R.
Definition check_unreach_any np D A1 A2 C R : bool := check_unreach np D A1 (sep np A2) C R.
Theorem check_unreach_any_sound np D A1 A2 C R : check_unreach_any np D A1 A2 C R = true ->
  ~ reachable D (langP np A1) (langP np A2).
Proof. intro H. apply check_unreach_sound in H. now rewrite sep_reachable in H. Qed.
Theorem cert_any_complete np D A1 A2 : rules_ok np D -> ~ reachable D (langP np A1) (langP np A2) ->
  exists C FC R, check_unreach_any_ix np D A1 A2 C FC R = true.
Proof.
  intros W N. do 3 eexists. apply cert_complete; [assumption|now apply sep_src|]. now rewrite sep_reachable.
Qed.
