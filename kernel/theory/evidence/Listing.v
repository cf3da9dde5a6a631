(* Indexed automata and pair sets as lists, and back: what an indexed certificate says, a listed one says too. *)
From Coq Require Import List PArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Backward Oracle Separate Forward.
Import ListNotations.

Definition triples (M : aut) : list trans :=
  flat_map (fun x => let '(s, row) := x in
    flat_map (fun y => let '(g, qs) := y in map (fun q => (s, g, q)) (PS.elements qs)) (PM.elements row)) (PM.elements M).

Lemma triples_spec M t : In t (triples M) <-> T_of M t.
Proof.
  destruct t as [[s g] q]. rewrite T_of_succ. unfold triples, succ, row. rewrite in_flat_map. split.
  - intros ([s' r] & Hs & I). apply in_flat_map in I. destruct I as ([g' qs] & Hg & I).
    apply in_map_iff in I. destruct I as (q' & Eq & I). inversion Eq; subst.
    apply PM.elements_complete in Hs, Hg. rewrite Hs; cbn [oget]. rewrite Hg. now apply ps_elements.
  - intro I. destruct (PM.find s M) as [r|] eqn:Hs; cbn [oget] in I; [|rewrite PM.gempty in I; now destruct q].
    destruct (PM.find g r) as [qs|] eqn:Hg; cbn [oget] in I; [|now destruct q].
    exists (s, r). split; [now apply PM.elements_correct|]. apply in_flat_map.
    exists (g, qs). split; [now apply PM.elements_correct|]. apply in_map_iff.
    exists q. split; [reflexivity|]. now apply ps_elements.
Qed.
Lemma build_triples M t : T_of (build (triples M)) t <-> T_of M t.
Proof. rewrite build_spec. apply triples_spec. Qed.

Lemma pairs_spec l s t : T_of (pairs l) (s, xH, t) <-> In (s, t) l.
Proof.
  unfold pairs.
  assert (G : forall M, T_of (fold_left (fun M x => tadd (fst x, xH, snd x) M) l M) (s, xH, t) <->
     In (s, t) l \/ T_of M (s, xH, t)).
  { unfold T_of. induction l as [|[a b] l IH]; cbn [fold_left In fst snd]; intro M; [tauto|].
    rewrite IH, tmem_tadd. split.
    - intros [H|[H|H]]; auto. left; left; congruence.
    - intros [[H|H]|H]; auto. right; left; congruence. }
  rewrite G. unfold T_of. rewrite tmem_empty. tauto.
Qed.

Definition pair_of (t : trans) : list (positive * positive) :=
  let '(s, x, q) := t in match x with xH => [(s, q)] | _ => [] end.
Definition pair_list (R : aut) : list (positive * positive) := flat_map pair_of (triples R).
Lemma pair_list_spec R s t : In (s, t) (pair_list R) <-> T_of R (s, xH, t).
Proof.
  unfold pair_list. rewrite in_flat_map. split.
  - intros ([[a x] b] & I & J). cbn in J. apply triples_spec in I.
    destruct x; try contradiction. destruct J as [J|[]]. inversion J; subst. exact I.
  - intro H. exists (s, xH, t). split; [now apply triples_spec|left; reflexivity].
Qed.
Lemma pairs_pair_list R s t : T_of (pairs (pair_list R)) (s, xH, t) <-> T_of R (s, xH, t).
Proof. rewrite pairs_spec. apply pair_list_spec. Qed.

(** * Backward certificates *)
Record unreach_ok np D (A1 A2 : paut) (C : aut) (FC : PS.t) (R : aut) : Prop := {
  uo_tr : forall t, In t (tr A2) -> T_of C t;
  uo_fin : forall q, In q (fin A2) -> PS.In q FC;
  uo_closed : closed D (T_of C);
  uo_init : forall p, ctl np p -> In p (starts A1) -> T_of R (p, xH, p);
  uo_next : forall s1 s g t1 t, T_of R (s1, xH, s) -> In (s1, g, t1) (tr A1) -> T_of C (s, g, t) -> T_of R (t1, xH, t);
  uo_none : forall s1 s, T_of R (s1, xH, s) -> In s1 (fin A1) -> PS.In s FC -> False }.

Theorem check_unreach_ix_spec np D A1 A2 C FC R :
  check_unreach_ix np D A1 A2 C FC R = true <-> unreach_ok np D A1 A2 C FC R.
Proof.
  unfold check_unreach_ix, check_sub, check_init, check_prod, check_fin.
  rewrite !andb_true_iff, !forallb_forall. setoid_rewrite PS.mem_spec. setoid_rewrite rule_closed_spec. split.
  - intros (((((HT & HF) & HC) & (HI1 & HI2)) & HP) & HX). split; auto.
    + intros r q Ir. exact (HC r Ir q).
    + intros p Cp I. apply in_app_or in I. destruct I as [I|I].
      * apply in_map_iff in I. destruct I as ([[s g] t] & <- & I). exact (proj1 (guarded np s _) (HI1 _ I) Cp).
      * exact (proj1 (guarded np p _) (HI2 _ I) Cp).
    + intros s1 s g t1 t Hr Ht Hc. apply T_of_succ. apply T_of_succ in Hr, Hc. specialize (HP _ Ht).
      cbn beta iota in HP. rewrite ps_for_all in HP. specialize (HP _ Hr). apply PS.subset_spec in HP. exact (HP _ Hc).
    + intros s1 s Hr F1 F. apply T_of_succ in Hr. specialize (HX _ F1). rewrite ps_for_all in HX.
      specialize (HX _ Hr). apply PS.mem_spec in F. rewrite F in HX. discriminate.
  - intros [HT HF HC HI HP HX]. repeat split; auto.
    + intros [[s g] t] I. apply guarded. intro Cs. apply HI; [assumption|]. apply in_or_app; left.
      apply in_map_iff. exists (s, g, t); auto.
    + intros s I. apply guarded. intro Cs. apply HI; [assumption|]. apply in_or_app; right; assumption.
    + intros [[s1 g] t1] I. apply ps_for_all. intros s Hr. apply PS.subset_spec. intros t Hc.
      apply T_of_succ. apply T_of_succ in Hr, Hc. eapply HP; eauto.
    + intros f F. apply ps_for_all. intros s Hr. apply T_of_succ in Hr. apply negb_true_iff, not_true_iff_false.
      rewrite PS.mem_spec. eauto.
Qed.

Theorem check_unreach_listed np D A1 A2 C FC R : check_unreach_ix np D A1 A2 C FC R = true ->
  check_unreach np D A1 A2 (PAut (triples C) (PS.elements FC)) (pair_list R) = true.
Proof.
  intro H. apply check_unreach_ix_spec in H. destruct H as [HT HF HC HI HP HX].
  apply check_unreach_ix_spec. cbn [tr fin]. fold (pairs (pair_list R)). split.
  - intros t I. rewrite build_triples. exact (HT _ I).
  - intros q I. rewrite buildset_spec, ps_elements. exact (HF _ I).
  - intros r q Ir P. rewrite build_triples. apply HC; [assumption|].
    eapply path_mono; [|exact P]. intros t Ht. now rewrite build_triples in Ht.
  - intros p Cp I. rewrite pairs_pair_list. exact (HI _ Cp I).
  - intros s1 s g t1 t. rewrite !pairs_pair_list, build_triples. apply HP.
  - intros s1 s. rewrite pairs_pair_list, buildset_spec, ps_elements. apply HX.
Qed.

(* every unreachable instance has a listed backward certificate *)
Theorem check_unreach_any_complete np D A1 A2 : rules_ok np D -> ~ reachable D (langP np A1) (langP np A2) ->
  exists C R, check_unreach_any np D A1 A2 C R = true.
Proof.
  intros W N. destruct (cert_any_complete np D A1 A2 W N) as (C & FC & R & H).
  do 2 eexists. apply check_unreach_listed, H.
Qed.
