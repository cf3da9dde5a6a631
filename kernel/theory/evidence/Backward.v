(* Backward certificates for unreachability: an automaton that contains the final set, is closed under the rules,
   and has no configuration in common with the initial set. *)
From Coq Require Import List PArith NArith Bool Lia SetoidList FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton.
Import ListNotations.

(** * Saturation closure check *)
Definition rule_closed (M : aut) (r : rule) : bool :=
  let tgt := succ M (r_p r) (r_g r) in
  match r_op r with
  | Pop => PS.mem (r_q r) tgt
  | Swap g => PS.subset (succ M (r_q r) g) tgt
  | Push g1 g2 => PS.for_all (fun m => PS.subset (succ M m g2) tgt) (succ M (r_q r) g1)
  end.

Lemma rule_closed_spec M r : rule_closed M r = true <->
  (forall q, path (T_of M) (r_q r) (lbl (r_op r)) q -> T_of M (r_p r, r_g r, q)).
Proof.
  unfold rule_closed. destruct (r_op r) as [|g|g1 g2]; cbn [lbl].
  - rewrite PS.mem_spec. setoid_rewrite T_of_succ. setoid_rewrite path1.
    split; [intros H q <-; exact H|auto].
  - rewrite PS.subset_spec. setoid_rewrite T_of_succ. unfold PS.Subset.
    split; intros H q.
    + intro P. apply path1 in P. destruct P as (m & P1 & P2). apply path1 in P2. subst.
      apply H, T_of_succ, P1.
    + intro I. apply H. econstructor; [apply T_of_succ, I|constructor].
  - rewrite ps_for_all. setoid_rewrite PS.subset_spec. setoid_rewrite T_of_succ.
    split; intros H q.
    + intro P. apply path1 in P. destruct P as (m & P1 & P2).
      apply path1 in P2. destruct P2 as (m2 & P2 & P3). apply path1 in P3; subst.
      apply T_of_succ in P1, P2. exact (H m P1 _ P2).
    + intros I q2 I2. apply H. econstructor; [apply T_of_succ, I|].
      econstructor; [apply T_of_succ, I2|constructor].
Qed.


Definition check_sub (A : paut) (C : aut) (FC : PS.t) : bool :=
  forallb (fun t => tmem t C) (tr A) && forallb (fun q => PS.mem q FC) (fin A).

Definition check_init np (A : paut) (R : aut) : bool :=
  forallb (fun t => let '(s, _, _) := t in negb (ctlb np s) || tmem (s, xH, s) R) (tr A)
  && forallb (fun s => negb (ctlb np s) || tmem (s, xH, s) R) (fin A).
Definition check_prod (A : paut) (C R : aut) : bool :=
  forallb (fun t => let '(s1, g, t1) := t in
    PS.for_all (fun s2 => PS.subset (succ C s2 g) (rs R t1)) (rs R s1)) (tr A).
Definition check_fin (A : paut) (FC : PS.t) (R : aut) : bool :=
  forallb (fun f => PS.for_all (fun s2 => negb (PS.mem s2 FC)) (rs R f)) (fin A).

Definition check_unreach_ix np (D : list rule) (A1 A2 : paut) (C : aut) (FC : PS.t) (R : aut) : bool :=
  check_sub A2 C FC && forallb (rule_closed C) D &&
  check_init np A1 R && check_prod A1 C R && check_fin A1 FC R.

(* the certificate: an automaton and a list of product states *)
Definition check_unreach np D A1 A2 (C : paut) (R : list (positive * positive)) : bool :=
  check_unreach_ix np D A1 A2 (build (tr C)) (buildset (fin C))
    (fold_left (fun M x => tadd (fst x, xH, snd x) M) R (PM.empty _)).

Theorem check_unreach_ix_sound np D A1 A2 C FC R :
  check_unreach_ix np D A1 A2 C FC R = true ->
  ~ reachable D (langP np A1) (langP np A2).
Proof.
  unfold check_unreach_ix, check_sub, check_init, check_prod, check_fin.
  rewrite !andb_true_iff, !forallb_forall.
  intros (((((HT & HF) & HC) & (HI1 & HI2)) & HP) & HX).
  apply (unreach_sound (ctl np) D (fun t => In t (tr A1)) (fun t => In t (tr A2)) (T_of C)
    (fun q => In q (fin A1)) (fun q => In q (fin A2)) (fun q => PS.In q FC)
    (fun s1 s2 => T_of R (s1, xH, s2))).
  - exact HT.
  - intros q I. apply PS.mem_spec. apply HF, I.
  - intros r q Ir. apply rule_closed_spec; auto.
  - split; [|split].
    + intros p w q Cp Fq P. destruct P as [s|s g t w u Ht P].
      * specialize (HI2 _ Fq). unfold ctl in Cp. rewrite Cp in HI2; exact HI2.
      * specialize (HI1 _ Ht). unfold ctl in Cp. cbn in HI1. rewrite Cp in HI1; exact HI1.
    + intros s1 s2 g t1 t2 Hr H1 H2. specialize (HP _ H1). cbn beta iota in HP.
      rewrite ps_for_all in HP. apply T_of_succ. apply T_of_succ in Hr, H2.
      specialize (HP _ Hr). rewrite PS.subset_spec in HP. apply HP; assumption.
    + intros s1 s2 Hr F1 F2. specialize (HX _ F1). rewrite ps_for_all in HX.
      apply T_of_succ in Hr. specialize (HX _ Hr). apply PS.mem_spec in F2.
      rewrite F2 in HX; discriminate.
Qed.

Theorem check_unreach_sound np D A1 A2 C R :
  check_unreach np D A1 A2 C R = true -> ~ reachable D (langP np A1) (langP np A2).
Proof. apply check_unreach_ix_sound. Qed.
