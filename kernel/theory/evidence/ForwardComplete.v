(* Forward certificates are complete: whenever L(A2) is not reachable from L(A1), the post* automaton of A1, its e-edges
   and the reachable pairs of A2 and that automaton are accepted. The certificate is computed, so checking it is also
   a decision procedure, which shares only the saturation loop with the oracle. *)
From Coq Require Import List PArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Backward Oracle Forward Listing PostStar.
Import ListNotations.

(** * The reachable pairs of A2 and an automaton with e-edges *)
Definition fprod_init np (A2 : paut) (E : aut) : list trans :=
  flat_map (fun p => map (fun s => (p, xH, s)) (PS.elements (istart E p))) (filter (ctlb np) (starts A2)).
Definition fprod_exec np (A2 : paut) (C E : aut) (Q : list positive) : aut :=
  saturate (prod_cand A2 C) (fuel (tr A2) Q) (build (fprod_init np A2 E)).

Lemma prod_cand_spec A2 C M x : In x (prod_cand A2 C M) <-> exists s2 s g t2 t,
  T_of M (s2, xH, s) /\ In (s2, g, t2) (tr A2) /\ T_of C (s, g, t) /\ x = (t2, xH, t).
Proof.
  unfold prod_cand. rewrite in_flat_map. split.
  - intros ([[s2 g] t2] & H2 & I). apply in_flat_map in I. destruct I as (s & Hr & I).
    apply in_map_iff in I. destruct I as (t & <- & Hc). apply ps_elements, T_of_succ in Hr, Hc.
    exists s2, s, g, t2, t. auto.
  - intros (s2 & s & g & t2 & t & Hr & H2 & Hc & ->). exists (s2, g, t2). split; [assumption|].
    apply in_flat_map. exists s. split; [now apply ps_elements, T_of_succ|].
    apply in_map_iff. exists t. split; [reflexivity|]. now apply ps_elements, T_of_succ.
Qed.

Lemma fprod_exec_spec np A2 C E Q : (forall s g t, T_of C (s, g, t) -> In t Q) ->
  let R := fprod_exec np A2 C E Q in
  (forall p s, ctl np p -> In p (starts A2) -> Start E p s -> T_of R (p, xH, s)) /\
  (forall s2 s g t2 t, T_of R (s2, xH, s) -> In (s2, g, t2) (tr A2) -> T_of C (s, g, t) -> T_of R (t2, xH, t)) /\
  (forall s2 s, T_of R (s2, xH, s) -> exists p w s0, ctl np p /\ Start E p s0 /\
     path (fun t => In t (tr A2)) p w s2 /\ path (T_of C) s0 w s).
Proof.
  intros HQ R.
  pose (P := fun x : trans => let '(s2, l, s) := x in l = xH -> exists p w s0, ctl np p /\ Start E p s0 /\
     path (fun t => In t (tr A2)) p w s2 /\ path (T_of C) s0 w s).
  destruct (saturate_correct (prod_cand A2 C) P
     (flat_map (fun t => map (prod_pair t) Q) (tr A2)) (build (fprod_init np A2 E)))
     with (n := fuel (tr A2) Q) as ((HA & HB) & HC).
  - intros M AP x I. apply prod_cand_spec in I. destruct I as (s2 & s & g & t2 & t & Hr & H2 & Hc & ->). split.
    + intros _. apply AP in Hr. destruct (Hr eq_refl) as (p & w & s0 & Cp & Ss & P1 & P2).
      exists p, (w ++ [g]), s0. repeat split; auto; eapply path_snoc; eauto.
    + apply in_flat_map. exists (s2, g, t2). split; [assumption|]. apply in_map_iff. exists t. split; [reflexivity|eauto].
  - intros [[s2 l] s] Ht _. apply build_spec, in_flat_map in Ht. destruct Ht as (p & Ip & I).
    apply in_map_iff in I. destruct I as (s' & Eq & I). inversion Eq; subst. apply ps_elements, istart_spec in I.
    apply filter_In in Ip. exists s2, [], s. repeat split; [apply Ip|exact I|constructor|constructor].
  - rewrite len_prod. apply fuel_spec.
  - fold (fprod_exec np A2 C E Q) in *. fold R in HA, HB, HC. split; [|split].
    + intros p s Cp Ip Ss. apply HB, build_spec. apply in_flat_map. exists p. split; [now apply filter_In|].
      apply (in_map (fun s => (p, xH, s))). now apply ps_elements, istart_spec.
    + intros s2 s g t2 t Hr H2 Hc. apply HC, prod_cand_spec. exists s2, s, g, t2, t. auto.
    + intros s2 s Hr. apply HA in Hr. now apply Hr.
Qed.

(** * The map of the states of A1 to their copies *)
Definition states (A : paut) : list positive :=
  map (fun t => fst (fst t)) (tr A) ++ map (fun t => snd t) (tr A) ++ fin A.
Definition graph (f : positive -> positive) (l : list positive) := map (fun s => (s, f s)) l.

Lemma graph_hmap f l s : In s l -> hmap (mapping (graph f l)) s = f s.
Proof.
  unfold hmap, mapping, graph.
  assert (G : forall l m, In s l \/ PM.find s m = Some (f s) ->
    PM.find s (fold_left (fun m x => PM.add (fst x) (snd x) m) (map (fun s => (s, f s)) l) m) = Some (f s)).
  { clear l. induction l as [|a l IH]; cbn [map fold_left fst snd]; intros m [I|H]; [destruct I|assumption| |];
      apply IH.
    - destruct I as [->|I]; [right; apply PM.gss|left; assumption].
    - right. destruct (Pos.eq_dec s a) as [->|N]; [apply PM.gss|now rewrite PM.gso]. }
  intro I. now rewrite G by auto.
Qed.
Lemma states_tr A s g t : In (s, g, t) (tr A) -> In s (states A) /\ In t (states A).
Proof.
  intro I. unfold states. rewrite !in_app_iff, !in_map_iff.
  split; [left|right; left]; exists (s, g, t); auto.
Qed.
Lemma states_fin A q : In q (fin A) -> In q (states A).
Proof. intro I. unfold states. rewrite !in_app_iff. auto. Qed.
Lemma starts_states A s : In s (starts A) -> In s (states A).
Proof. unfold starts, states. rewrite !in_app_iff. tauto. Qed.

(** * The certificate *)
Definition forward_map np A1 : list (positive * positive) := graph (inner np) (states A1).
Definition forward_prod np D A1 A2 : list (positive * positive) :=
  pair_list (fprod_exec np A2 (build (tr (post_aut np D A1))) (pairs (post_eps np D A1)) (post_states np D A1)).
Definition forward_computed np D A1 A2 : bool :=
  check_forward np D A1 A2 (post_aut np D A1) (post_eps np D A1) (forward_map np A1) (forward_prod np D A1 A2).

Theorem forward_computed_complete np D A1 A2 : rules_ok np D ->
  ~ reachable D (langP np A1) (langP np A2) -> forward_computed np D A1 A2 = true.
Proof.
  intros W N. unfold forward_computed, check_forward. apply check_forward_ix_spec.
  assert (B : forall t, T_of (build (tr (post_aut np D A1))) t <-> In t (tr (post_aut np D A1)))
    by (intro t; apply build_spec).
  destruct (fprod_exec_spec np A2 (build (tr (post_aut np D A1))) (pairs (post_eps np D A1)) (post_states np D A1))
    as (G1 & G2 & G3).
  { intros s g t Ht. apply B in Ht. eapply post_aut_targets; eauto. }
  unfold forward_prod. set (R := fprod_exec _ _ _ _ _) in *. split.
  - intros s g t I. destruct (states_tr _ _ _ _ I) as (Is & It). unfold forward_map. rewrite !graph_hmap by assumption.
    apply B. now apply post_aut_copy.
  - intros q F. unfold forward_map. rewrite graph_hmap by now apply states_fin. apply buildset_spec. now apply in_map.
  - intros p C Ip. unfold forward_map. rewrite graph_hmap by now apply starts_states. now apply post_aut_enter.
  - intros r s q Ir Ss Ht. apply B in Ht. destruct (post_aut_closed np D A1 W r s q Ir Ss Ht) as (s' & Ss' & P).
    exists s'. split; [assumption|]. eapply path_mono; [|exact P]. intro t. apply B.
  - intros p s C Ip Ss. rewrite pairs_pair_list. now apply G1.
  - intros s2 s g t2 t. rewrite !pairs_pair_list. apply G2.
  - intros s2 s Hr F2 F. rewrite pairs_pair_list in Hr. apply buildset_spec in F. apply N.
    destruct (G3 _ _ Hr) as (p & w & s0 & C & Ss & P2 & P).
    destruct (post_aut_sound np D A1 W p w s0 s C Ss) as (c & Lc & S); [|assumption|].
    + eapply path_mono; [|exact P]. intro t. apply B.
    + exists c, (p, w). split; [assumption|]. split; [|assumption]. split; [exact C|]. exists s2. auto.
Qed.

(* checking the computed certificate decides reachability *)
Theorem forward_computed_correct np D A1 A2 : rules_ok np D ->
  (forward_computed np D A1 A2 = true <-> ~ reachable D (langP np A1) (langP np A2)).
Proof. intro W. split; [apply check_forward_sound|now apply forward_computed_complete]. Qed.

Theorem check_forward_complete np D A1 A2 : rules_ok np D -> ~ reachable D (langP np A1) (langP np A2) ->
  exists C E h R, check_forward np D A1 A2 C E h R = true.
Proof. intros W N. do 4 eexists. exact (forward_computed_complete np D A1 A2 W N). Qed.

Theorem check_forward_ix_complete np D A1 A2 : rules_ok np D -> ~ reachable D (langP np A1) (langP np A2) ->
  exists C E FC h R, check_forward_ix np D A1 A2 C E FC h R = true.
Proof. intros W N. do 5 eexists. exact (forward_computed_complete np D A1 A2 W N). Qed.
