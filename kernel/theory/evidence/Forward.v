(* Forward certificates for unreachability: an automaton C that contains the initial set, is closed under post, and
   has no configuration in common with the final set. As in the post* automaton of Schwoon (2002), e-edges lead from
   control locations to other states (a pair set E; one e-edge in a row is enough). Closure is one condition for all
   rules (p, g) -> (p', w): every state that C reaches from p (or an e-successor of p) by g is reached from p' (or an
   e-successor of p') by w. The initial automaton A1 is contained in C by a map h of its states. *)
From Coq Require Import List PArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Backward.
Import ListNotations.

(** * The argument, on relations *)
Section Closed.
Variables (D : list rule) (I : positive -> positive -> Prop) (T : trans -> Prop).
Definition facc (c : conf) (q : positive) : Prop := exists s, I (fst c) s /\ path T s (snd c) q.
Definition fclosed : Prop := forall r s q, In r D -> I (r_p r) s -> T (s, r_g r, q) ->
  exists s', I (r_q r) s' /\ path T s' (lbl (r_op r)) q.

Lemma fclosed_steps : fclosed -> forall c c', steps D c c' -> forall q, facc c q -> facc c' q.
Proof.
  intros C c c'; induction 1 as [c|c c' c'' S _ IH]; intros q P; [assumption|].
  apply IH. destruct S as [r w Ir]. destruct P as (s & Is & P); cbn in *.
  inversion P; subst. edestruct C as (s' & Is' & P'); eauto.
  exists s'. split; [assumption|]. eapply path_app; eauto.
Qed.
End Closed.

Lemma path_map (T T' : trans -> Prop) (h : positive -> positive) :
  (forall s g t, T (s, g, t) -> T' (h s, g, h t)) -> forall s w q, path T s w q -> path T' (h s) w (h q).
Proof. intros H s w q; induction 1; econstructor; eauto. Qed.

Theorem forward_sound (ctl : positive -> Prop) D (T1 T2 TC : trans -> Prop)
  (F1 F2 FC : positive -> Prop) (I R : positive -> positive -> Prop) (h : positive -> positive) :
  (* A1 is contained in C by the map h *)
  (forall s g t, T1 (s, g, t) -> TC (h s, g, h t)) -> (forall q, F1 q -> FC (h q)) ->
  (forall p w q, ctl p -> F1 q -> path T1 p w q -> I p (h p)) ->
  fclosed D I TC ->
  (* R is a closed set of product states of A2 and C without a final one *)
  (forall p s w q, ctl p -> F2 q -> path T2 p w q -> I p s -> R p s) ->
  (forall s2 s g t2 t, R s2 s -> T2 (s2, g, t2) -> TC (s, g, t) -> R t2 t) ->
  (forall s2 s, R s2 s -> F2 s2 -> FC s -> False) ->
  ~ reachable D (lang ctl T1 F1) (lang ctl T2 F2).
Proof.
  intros HT HF HI HC HR1 HR2 HR3 ([p w] & [p2 w2] & (C1 & q1 & F1q & P1) & (C2 & q2 & F2q & P2) & S).
  cbn in *.
  destruct (fclosed_steps D I TC HC _ _ S (h q1)) as (s & Is & Ps).
  { exists (h p). split; [eapply HI; eauto|]. eapply path_map; eauto. }
  cbn in *. assert (R0 : R p2 s) by (eapply HR1; eauto).
  assert (G : forall s2 w2 q2, path T2 s2 w2 q2 -> forall s, R s2 s -> path TC s w2 (h q1) -> R q2 (h q1)).
  { clear - HR2. induction 1; intros s0 Hr Q; inversion Q; subst; eauto. }
  eapply HR3; [eapply G|..]; eauto.
Qed.

(** * The checker *)
(* the states that stand for the control location p: p and its e-successors *)
Definition istart (E : aut) (p : positive) : PS.t := PS.add p (rs E p).
Definition rule_fwd (C E : aut) (r : rule) : bool :=
  PS.subset (post C (istart E (r_p r)) (r_g r)) (run C (istart E (r_q r)) (lbl (r_op r))).
Definition hmap (h : PM.t positive) (s : positive) : positive := oget s (PM.find s h).

(* the states from which an automaton may accept something *)
Definition starts (A : paut) : list positive := map (fun t => fst (fst t)) (tr A) ++ fin A.
Definition check_fsub np (A : paut) (C E : aut) (FC : PS.t) (h : PM.t positive) : bool :=
  forallb (fun t => let '(s, g, q) := t in tmem (hmap h s, g, hmap h q) C) (tr A) &&
  forallb (fun q => PS.mem (hmap h q) FC) (fin A) &&
  forallb (fun s => negb (ctlb np s) || PS.mem (hmap h s) (istart E s)) (starts A).
Definition check_finit np (A : paut) (E R : aut) : bool :=
  forallb (fun s => negb (ctlb np s) || PS.subset (istart E s) (rs R s)) (starts A).

Definition check_forward_ix np (D : list rule) (A1 A2 : paut) (C E : aut) (FC : PS.t)
  (h : PM.t positive) (R : aut) : bool :=
  check_fsub np A1 C E FC h && forallb (rule_fwd C E) D &&
  check_finit np A2 E R && check_prod A2 C R && check_fin A2 FC R.

Definition pairs (l : list (positive * positive)) : aut :=
  fold_left (fun M x => tadd (fst x, xH, snd x) M) l (PM.empty _).
Definition mapping (l : list (positive * positive)) : PM.t positive :=
  fold_left (fun m x => PM.add (fst x) (snd x) m) l (PM.empty _).
(* the certificate: an automaton, its e-edges, a map from states of A1 (identity where absent),
   and a list of product states of A2 and the automaton *)
Definition check_forward np D A1 A2 (C : paut) (E h R : list (positive * positive)) : bool :=
  check_forward_ix np D A1 A2 (build (tr C)) (pairs E) (buildset (fin C)) (mapping h) (pairs R).

(** * What the checker decides *)
Definition Start (E : aut) (p s : positive) : Prop := p = s \/ T_of E (p, xH, s).
Lemma istart_spec E p s : PS.In s (istart E p) <-> Start E p s.
Proof. unfold istart, Start, rs. rewrite PS.add_spec, T_of_succ. intuition congruence. Qed.

Lemma rule_fwd_spec C E r : rule_fwd C E r = true <->
  (forall s q, Start E (r_p r) s -> T_of C (s, r_g r, q) ->
     exists s', Start E (r_q r) s' /\ path (T_of C) s' (lbl (r_op r)) q).
Proof.
  unfold rule_fwd. rewrite PS.subset_spec. unfold PS.Subset.
  setoid_rewrite run_spec. setoid_rewrite post_spec. setoid_rewrite istart_spec.
  split; [intros H s q Hs Ht; apply H; eauto|intros H q (s & Hs & Ht); eauto].
Qed.

Record forward_ok np D (A1 A2 : paut) (C E : aut) (FC : PS.t) (h : positive -> positive) (R : aut) : Prop := {
  fo_tr : forall s g t, In (s, g, t) (tr A1) -> T_of C (h s, g, h t);
  fo_fin : forall q, In q (fin A1) -> PS.In (h q) FC;
  fo_init : forall p, ctl np p -> In p (starts A1) -> Start E p (h p);
  fo_closed : fclosed D (Start E) (T_of C);
  fo_prod : forall p s, ctl np p -> In p (starts A2) -> Start E p s -> T_of R (p, xH, s);
  fo_next : forall s2 s g t2 t, T_of R (s2, xH, s) -> In (s2, g, t2) (tr A2) -> T_of C (s, g, t) -> T_of R (t2, xH, t);
  fo_none : forall s2 s, T_of R (s2, xH, s) -> In s2 (fin A2) -> PS.In s FC -> False }.

Lemma guarded np (p : positive) b : negb (ctlb np p) || b = true <-> (ctl np p -> b = true).
Proof. unfold ctl. destruct (ctlb np p); cbn; intuition congruence. Qed.

Theorem check_forward_ix_spec np D A1 A2 C E FC h R :
  check_forward_ix np D A1 A2 C E FC h R = true <-> forward_ok np D A1 A2 C E FC (hmap h) R.
Proof.
  unfold check_forward_ix, check_fsub, check_finit, check_prod, check_fin.
  rewrite !andb_true_iff, !forallb_forall. setoid_rewrite guarded. setoid_rewrite rule_fwd_spec.
  setoid_rewrite PS.mem_spec. setoid_rewrite PS.subset_spec. setoid_rewrite istart_spec. split.
  - intros ((((((HT & HF) & HI) & HC) & HJ) & HP) & HX). split; auto.
    + intros s g t I. exact (HT _ I).
    + intros r s q Ir. exact (HC r Ir s q).
    + intros p s Cp Ip Ss. apply T_of_succ, (HJ p Ip Cp), istart_spec, Ss.
    + intros s2 s g t2 t Hr Ht Hc. apply T_of_succ. apply T_of_succ in Hr, Hc. specialize (HP _ Ht).
      cbn beta iota in HP. rewrite ps_for_all in HP. specialize (HP _ Hr). apply PS.subset_spec in HP. exact (HP _ Hc).
    + intros s2 s Hr F2 F. apply T_of_succ in Hr. specialize (HX _ F2). rewrite ps_for_all in HX.
      specialize (HX _ Hr). apply PS.mem_spec in F. rewrite F in HX. discriminate.
  - intros [HT HF HI HC HJ HP HX]. repeat split; auto.
    + intros [[s g] t] I. exact (HT _ _ _ I).
    + intros r Ir s q. exact (HC r s q Ir).
    + intros p Ip Cp s Ss. apply T_of_succ, HJ; auto. now apply istart_spec.
    + intros [[s2 g] t2] I. apply ps_for_all. intros s Hr. apply PS.subset_spec. intros t Hc.
      apply T_of_succ. apply T_of_succ in Hr, Hc. eapply HP; eauto.
    + intros f F. apply ps_for_all. intros s Hr. apply T_of_succ in Hr. apply negb_true_iff, not_true_iff_false.
      rewrite PS.mem_spec. eauto.
Qed.

(** * Soundness *)
Lemma starts_spec A p w q : In q (fin A) -> path (fun t => In t (tr A)) p w q -> In p (starts A).
Proof.
  intros F P. unfold starts. apply in_or_app. destruct P as [s|s g t w u Ht P]; [auto|left].
  apply in_map_iff. exists (s, g, t); auto.
Qed.

Theorem check_forward_ix_sound np D A1 A2 C E FC h R :
  check_forward_ix np D A1 A2 C E FC h R = true ->
  ~ reachable D (langP np A1) (langP np A2).
Proof.
  rewrite check_forward_ix_spec. intros [HT HF HI HC HJ HP HX].
  apply (forward_sound (ctl np) D (fun t => In t (tr A1)) (fun t => In t (tr A2)) (T_of C)
    (fun q => In q (fin A1)) (fun q => In q (fin A2)) (fun q => PS.In q FC)
    (Start E) (fun s1 s2 => T_of R (s1, xH, s2)) (hmap h)); auto.
  - intros p w q Cp Fq P. apply HI; [assumption|]. eapply starts_spec; eauto.
  - intros p s w q Cp Fq P Ss. apply HJ; auto. eapply starts_spec; eauto.
Qed.

Theorem check_forward_sound np D A1 A2 C E h R :
  check_forward np D A1 A2 C E h R = true -> ~ reachable D (langP np A1) (langP np A2).
Proof. apply check_forward_ix_sound. Qed.
