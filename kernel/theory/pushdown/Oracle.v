(* (C) pre* as a total executable function, proved correct in both directions,
   and a decision procedure for reachability between P-automata. *)
From Coq Require Import List PArith NArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Backward.
Import ListNotations.

(** * Generic bounded iteration with early exit *)
Section Iter.
Context {S R : Type} (f : S -> S + R).
Fixpoint iter (n : positive) (s : S) : S + R :=
  match n with
  | xH => f s
  | xO n => match iter n s with inl s' => iter n s' | r => r end
  | xI n => match iter n s with
            | inl s' => match iter n s' with inl s'' => f s'' | r => r end
            | r => r end
  end.

Variables (Inv : S -> Prop) (Post : R -> Prop) (mu : S -> nat).
Hypothesis Hl : forall s s', Inv s -> f s = inl s' -> Inv s' /\ mu s' < mu s.
Hypothesis Hr : forall s r, Inv s -> f s = inr r -> Post r.

Lemma iter_inl n : forall s s', Inv s -> iter n s = inl s' -> Inv s' /\ mu s' + Pos.to_nat n <= mu s.
Proof.
  induction n as [n IH|n IH|]; cbn; intros s s' I E.
  - destruct (iter n s) as [s1|] eqn:E1; [|discriminate].
    destruct (iter n s1) as [s2|] eqn:E2; [|discriminate].
    apply IH in E1; [|assumption]. destruct E1 as (I1 & L1).
    apply IH in E2; [|assumption]. destruct E2 as (I2 & L2).
    apply Hl in E; [|assumption]. split; [tauto|]. lia.
  - destruct (iter n s) as [s1|] eqn:E1; [|discriminate].
    apply IH in E1; [|assumption]. destruct E1 as (I1 & L1).
    apply IH in E; [|assumption]. split; [tauto|]. lia.
  - apply Hl in E; [|assumption]. split; [tauto|]. lia.
Qed.

Lemma iter_inr n : forall s r, Inv s -> iter n s = inr r -> Post r.
Proof.
  induction n as [n IH|n IH|]; cbn; intros s r I E; eauto.
  - destruct (iter n s) as [s1|] eqn:E1; [|inversion E; subst; eauto].
    apply iter_inl in E1; [|assumption]. destruct E1 as (I1 & _).
    destruct (iter n s1) as [s2|] eqn:E2; [|inversion E; subst; eauto].
    apply iter_inl in E2; [|assumption]. destruct E2 as (I2 & _). eauto.
  - destruct (iter n s) as [s1|] eqn:E1; [|inversion E; subst; eauto].
    apply iter_inl in E1; [|assumption]. destruct E1 as (I1 & _). eauto.
Qed.

Lemma iter_total n s : Inv s -> mu s < Pos.to_nat n -> exists r, iter n s = inr r /\ Post r.
Proof.
  intros I L. destruct (iter n s) as [s'|r] eqn:E.
  - apply iter_inl in E; [lia|assumption].
  - exists r; split; [reflexivity|]. eapply iter_inr; eauto.
Qed.
End Iter.

(** * Generic saturation of a finite set of triples *)
Section Sat.
Variable cand : aut -> list trans.
Definition news (M : aut) : list trans := filter (fun t => negb (tmem t M)) (cand M).
Definition sat_step (M : aut) : aut + aut :=
  match news M with [] => inr M | l => inl (addl l M) end.
Definition saturate (n : positive) (M : aut) : aut :=
  match iter sat_step n M with inl M' => M' | inr M' => M' end.

Variables (P : trans -> Prop) (U : list trans) (M0 : aut).
Definition allP M := forall t, T_of M t -> P t.
Hypothesis HP : forall M, allP M -> forall t, In t (cand M) -> P t /\ In t U.
Hypothesis H0 : allP M0.

Definition miss M (t : trans) : bool := negb (tmem t M).
Definition musat M : nat := length (filter (miss M) U).

Lemma filter_le (f g : trans -> bool) l : (forall t, f t = true -> g t = true) ->
  length (filter f l) <= length (filter g l).
Proof. intro H; induction l as [|a l IH]; cbn; [lia|].
  specialize (H a). destruct (f a), (g a); cbn; try lia; discriminate (H eq_refl). Qed.
Lemma filter_lt (f g : trans -> bool) l x : (forall t, f t = true -> g t = true) ->
  In x l -> f x = false -> g x = true -> length (filter f l) < length (filter g l).
Proof.
  intros H; induction l as [|a l IH]; cbn; intros I Fx Gx; [tauto|]. destruct I as [->|I].
  - rewrite Fx, Gx. cbn. pose proof (filter_le f g l H). lia.
  - specialize (IH I Fx Gx). specialize (H a). destruct (f a), (g a); cbn; try lia; discriminate (H eq_refl).
Qed.

Definition sinv M := allP M /\ (forall t, T_of M0 t -> T_of M t).
Lemma sat_inl M M' : sinv M -> sat_step M = inl M' -> sinv M' /\ musat M' < musat M.
Proof.
  intros (A & B) E. unfold sat_step in E.
  destruct (news M) as [|t0 l] eqn:EN; [discriminate|].
  assert (E' : M' = addl (news M) M) by (rewrite EN; congruence). clear E; subst M'.
  assert (N : forall t, In t (news M) -> In t (cand M) /\ tmem t M = false).
  { intros t I. apply filter_In in I. now rewrite negb_true_iff in I. }
  assert (I0 : In t0 (news M)) by (rewrite EN; left; reflexivity).
  clear EN. generalize dependent (news M). clear l. intros l N I0.
  split; [split|].
  - intros t Ht. apply tmem_addl in Ht. destruct Ht as [Ht|Ht]; [|apply A, Ht].
    apply N in Ht. now apply HP with (M := M).
  - intros t Ht. apply tmem_addl. right. apply B, Ht.
  - destruct (N t0 I0) as (N1 & N2).
    apply filter_lt with (x := t0).
    + unfold miss. intro t. rewrite !negb_true_iff, <- !not_true_iff_false, tmem_addl. tauto.
    + now apply (HP M).
    + unfold miss. apply negb_false_iff, tmem_addl. left; assumption.
    + unfold miss. now rewrite N2.
Qed.
Definition spost R := sinv R /\ (forall t, In t (cand R) -> T_of R t).
Lemma sat_inr M R : sinv M -> sat_step M = inr R -> spost R.
Proof.
  unfold sat_step. intros A E. destruct (news M) as [|t0 l] eqn:EN; [|discriminate].
  inversion E; subst; clear E. split; [assumption|]. intros t I.
  unfold T_of. destruct (tmem t R) eqn:F; [reflexivity|exfalso].
  assert (In t (news R)) by (apply filter_In; rewrite F; auto). rewrite EN in *; tauto.
Qed.
Lemma saturate_correct n : length U < Pos.to_nat n -> spost (saturate n M0).
Proof.
  intro L. destruct (iter_total sat_step sinv spost musat sat_inl sat_inr n M0) as (r & E & Q).
  - split; [exact H0|auto].
  - unfold musat. assert (length (filter (miss M0) U) <= length U); [|lia].
    clear. induction U as [|a l IH]; cbn; [lia|]. destruct (miss M0 a); cbn; lia.
  - unfold saturate. rewrite E. exact Q.
Qed.
End Sat.

Definition lenN {A} (l : list A) : N := fold_left (fun n _ => N.succ n) l 0%N.
Lemma lenN_spec {A} (l : list A) : N.to_nat (lenN l) = length l.
Proof.
  unfold lenN. assert (G : forall n, N.to_nat (fold_left (fun n _ => N.succ n) l n) = length l + N.to_nat n).
  { induction l as [|a l IH]; cbn; intro n; [reflexivity|]. rewrite IH. lia. }
  rewrite G; cbn; lia.
Qed.
Definition fuel {A B} (a : list A) (b : list B) : positive := N.succ_pos (lenN a * lenN b).
Lemma fuel_spec {A B} (a : list A) (b : list B) : length a * length b < Pos.to_nat (fuel a b).
Proof. unfold fuel. rewrite <- !lenN_spec. rewrite <- N2Nat.inj_mul.
  generalize (lenN a * lenN b)%N as n; intro n. rewrite N.succ_pos_spec || idtac.
  assert (N.pos (N.succ_pos n) = N.succ n) by apply N.succ_pos_spec.
  assert (Pos.to_nat (N.succ_pos n) = N.to_nat (N.succ n)) by (rewrite <- H; reflexivity). lia. Qed.

Lemma len_prod {A B C} (f : A -> B -> C) (l : list A) (m : list B) :
  length (flat_map (fun a => map (f a) m) l) = length l * length m.
Proof. induction l as [|a l IH]; cbn; [reflexivity|].
  rewrite app_length, map_length, IH. lia. Qed.

(** * Pre* *)
Definition tgts (M : aut) (r : rule) : list positive :=
  match r_op r with
  | Pop => [r_q r]
  | Swap g => PS.elements (succ M (r_q r) g)
  | Push g1 g2 => flat_map (fun m => PS.elements (succ M m g2)) (PS.elements (succ M (r_q r) g1))
  end.
Lemma tgts_spec M r q : In q (tgts M r) <-> path (T_of M) (r_q r) (lbl (r_op r)) q.
Proof.
  unfold tgts. destruct (r_op r) as [|g|g1 g2]; cbn [lbl].
  - rewrite path1. cbn; tauto.
  - rewrite ps_elements, <- T_of_succ, path1. split.
    + intro H; exists q; split; [assumption|constructor].
    + intros (m & H & Q). apply path1 in Q; subst; assumption.
  - rewrite in_flat_map. setoid_rewrite ps_elements. setoid_rewrite <- T_of_succ. split.
    + intros (m & H1 & H2). eauto using path.
    + intros H. apply path1 in H. destruct H as (m & H1 & H2). apply path1 in H2.
      destruct H2 as (m2 & H2 & H3). apply path1 in H3; subst. eauto.
Qed.

Definition heads (r : rule) (q : positive) : trans := (r_p r, r_g r, q).
Definition pre_cand (D : list rule) (M : aut) : list trans :=
  flat_map (fun r => map (heads r) (tgts M r)) D.
Definition tgt (t : trans) : positive := snd t.
Definition pre_states (D : list rule) (A : list trans) : list positive :=
  map r_q D ++ map tgt A.
Definition pre_star_exec (D : list rule) (A : list trans) : aut :=
  saturate (pre_cand D) (fuel D (pre_states D A)) (build A).

Definition src_ok (D : list rule) (A : list trans) : Prop :=
  forall s g t, In (s, g, t) A -> forall r, In r D -> r_p r <> t.

Lemma pre_star_exec_spec D A : src_ok D A ->
  let M := pre_star_exec D A in
  (forall t, In t A -> T_of M t) /\ closed D (T_of M) /\
  (forall s g t, T_of M (s, g, t) -> good D (fun t => In t A) s [g] t /\ In t (pre_states D A)).
Proof.
  intros S M.
  pose (P := fun t : trans => let '(s, g, q) := t in
     good D (fun t => In t A) s [g] q /\ In q (pre_states D A)).
  destruct (saturate_correct (pre_cand D) P
     (flat_map (fun r => map (heads r) (pre_states D A)) D) (build A)) with (n := fuel D (pre_states D A))
     as ((HA & HB) & HC).
  - intros M1 AP t I. unfold pre_cand in I. apply in_flat_map in I. destruct I as (r & Ir & I).
    apply in_map_iff in I. destruct I as (q & <- & I). apply tgts_spec in I.
    assert (Q : In q (pre_states D A)).
    { destruct (path_last_in _ _ _ _ I) as [[_ <-]|(s' & g & Ht)].
      - apply in_or_app; left. now apply in_map.
      - apply AP in Ht. apply Ht. }
    split.
    + cbn. split; [|exact Q]. apply good_rule; [assumption|].
      eapply good_path; [exact S| |exact I]. intros s g t Ht. apply AP in Ht. apply Ht.
    + apply in_flat_map. exists r; split; [assumption|]. apply in_map; assumption.
  - intros [[s g] q] Ht. apply build_spec in Ht. split; [now apply good_base|].
    apply in_or_app; right. apply in_map_iff. exists (s, g, q); auto.
  - rewrite len_prod. apply fuel_spec.
  - fold (pre_star_exec D A) in *. fold M in HA, HB, HC. split; [|split].
    + intros t I. apply HB, build_spec, I.
    + intros r q Ir Pq. apply HC. apply in_flat_map. exists r; split; [assumption|].
      apply in_map_iff. exists q; split; [reflexivity|]. apply tgts_spec, Pq.
    + intros s g t Ht. apply HA in Ht. exact Ht.
Qed.

Definition rules_ok np (D : list rule) : Prop :=
  forall r, In r D -> ctl np (r_p r) /\ ctl np (r_q r).

Theorem pre_star_exec_correct np D A : rules_ok np D -> src_ok D (tr A) ->
  forall c, lang (ctl np) (T_of (pre_star_exec D (tr A))) (fun q => In q (fin A)) c
            <-> pre_star D (langP np A) c.
Proof.
  intros W S. destruct (pre_star_exec_spec D (tr A) S) as (H1 & H2 & H3).
  apply saturation_correct; auto. intros s g t Ht. now apply H3.
Qed.

(** * Product reachability and the decision procedure *)
Definition prod_cand (A1 : paut) (C : aut) (R : aut) : list trans :=
  flat_map (fun t => let '(s1, g, t1) := t in
    flat_map (fun s2 => map (fun t2 => (t1, xH, t2)) (PS.elements (succ C s2 g)))
      (PS.elements (rs R s1))) (tr A1).
Definition prod_init np (A1 : paut) : list trans :=
  map (fun p => (p, xH, p)) (filter (ctlb np) (map (fun t => fst (fst t)) (tr A1) ++ fin A1)).
Definition prod_pair (t2 : trans) (q : positive) : trans := (snd t2, xH, q).
Definition prod_exec np (A1 : paut) (C : aut) (Q : list positive) : aut :=
  saturate (prod_cand A1 C) (fuel (tr A1) Q) (build (prod_init np A1)).

Lemma path_snoc T s w t g u : path T s w t -> T (t, g, u) -> path T s (w ++ [g]) u.
Proof. intros H1 H2. eapply path_app; eauto using path. Qed.

Lemma prod_exec_spec np A1 C Q : (forall s g t, T_of C (s, g, t) -> In t Q) ->
  let R := prod_exec np A1 C Q in
  (forall p, ctl np p -> (In p (fin A1) \/ exists g t, In (p, g, t) (tr A1)) -> T_of R (p, xH, p)) /\
  (forall s1 s2 g t1 t2, T_of R (s1, xH, s2) -> In (s1, g, t1) (tr A1) -> T_of C (s2, g, t2) ->
     T_of R (t1, xH, t2)) /\
  (forall s1 s2, T_of R (s1, xH, s2) -> exists p w, ctl np p /\
     path (fun t => In t (tr A1)) p w s1 /\ path (T_of C) p w s2).
Proof.
  intros HQ R.
  pose (P := fun t : trans => let '(s1, x, s2) := t in x = xH -> exists p w, ctl np p /\
     path (fun t => In t (tr A1)) p w s1 /\ path (T_of C) p w s2).
  destruct (saturate_correct (prod_cand A1 C) P
     (flat_map (fun t => map (prod_pair t) Q) (tr A1)) (build (prod_init np A1)))
     with (n := fuel (tr A1) Q) as ((HA & HB) & HC).
  - intros M AP t I. apply in_flat_map in I. destruct I as ([[s1 g] t1] & I1 & I).
    apply in_flat_map in I. destruct I as (s2 & I2 & I). apply ps_elements, T_of_succ in I2.
    apply in_map_iff in I. destruct I as (t2 & <- & I3). apply ps_elements, T_of_succ in I3.
    split.
    + intros _. apply AP in I2. destruct (I2 eq_refl) as (p & w & Cp & P1 & P2).
      exists p, (w ++ [g]). split; [assumption|]. split; eapply path_snoc; eauto.
    + apply in_flat_map. exists (s1, g, t1); split; [assumption|].
      apply in_map_iff. exists t2; split; [reflexivity|eauto].
  - intros [[s1 x] s2] Ht _. apply build_spec in Ht. apply in_map_iff in Ht.
    destruct Ht as (p & E & I). inversion E; subst. apply filter_In in I.
    exists s2, []. split; [apply I|]. split; constructor.
  - rewrite len_prod. apply fuel_spec.
  - fold (prod_exec np A1 C Q) in *. fold R in HA, HB, HC. split; [|split].
    + intros p Cp H. apply HB, build_spec. apply in_map_iff. exists p; split; [reflexivity|].
      apply filter_In. split; [|exact Cp]. apply in_or_app.
      destruct H as [H|(g & t & H)]; [auto|left]. apply in_map_iff. now exists (p, g, t).
    + intros s1 s2 g t1 t2 Hr H1 H2. apply HC. apply in_flat_map.
      exists (s1, g, t1); split; [assumption|]. apply in_flat_map.
      exists s2; split; [apply ps_elements, T_of_succ, Hr|]. apply in_map_iff.
      exists t2; split; [reflexivity|]. apply ps_elements, T_of_succ, H2.
    + intros s1 s2 Hr. apply HA in Hr. now apply Hr.
Qed.

Definition nonempty (A1 : paut) (FC : PS.t) (R : aut) : bool :=
  existsb (fun f => PS.exists_ (fun s2 => PS.mem s2 FC) (rs R f)) (fin A1).

Definition wf_b np D (A2 : paut) : bool :=
  forallb (fun r => ctlb np (r_p r) && ctlb np (r_q r)) D &&
  let H := buildset (map r_p D) in
  forallb (fun t => negb (PS.mem (snd t) H)) (tr A2).

Definition oracle np D A1 A2 : option bool :=
  if wf_b np D A2 then
    let C := pre_star_exec D (tr A2) in
    Some (nonempty A1 (buildset (fin A2)) (prod_exec np A1 C (pre_states D (tr A2))))
  else None.

Lemma wf_b_spec np D A2 : wf_b np D A2 = true <-> rules_ok np D /\ src_ok D (tr A2).
Proof.
  unfold wf_b, rules_ok, src_ok, ctl. rewrite andb_true_iff, !forallb_forall.
  setoid_rewrite andb_true_iff. split; intros (H1 & H2); split; auto.
  - intros s g t I r Ir E. specialize (H2 _ I). cbn in H2. apply negb_true_iff in H2.
    rewrite <- not_true_iff_false, PS.mem_spec, buildset_spec in H2. apply H2.
    rewrite <- E. now apply in_map.
  - intros [[s g] t] I. cbn. apply negb_true_iff. rewrite <- not_true_iff_false, PS.mem_spec, buildset_spec.
    rewrite in_map_iff. intros (r & E & Ir). eapply H2; eauto.
Qed.

Lemma nonempty_spec A1 FC R : nonempty A1 FC R = true <->
  exists s1 s2, In s1 (fin A1) /\ PS.In s2 FC /\ T_of R (s1, xH, s2).
Proof.
  unfold nonempty. rewrite existsb_exists.
  assert (E : forall S, PS.exists_ (fun s2 => PS.mem s2 FC) S = true <->
     exists s2, PS.In s2 S /\ PS.In s2 FC).
  { intro S. rewrite PS.exists_spec by (intros a b ->; reflexivity). unfold PS.Exists.
    setoid_rewrite PS.mem_spec. reflexivity. }
  setoid_rewrite E. setoid_rewrite T_of_succ. split.
  - intros (f & If & s2 & I1 & I2). exists f, s2. auto.
  - intros (s1 & s2 & I1 & I2 & I3). exists s1; split; [assumption|]. exists s2; auto.
Qed.

Theorem oracle_None np D A1 A2 :
  oracle np D A1 A2 = None <-> ~ (rules_ok np D /\ src_ok D (tr A2)).
Proof. unfold oracle. rewrite <- wf_b_spec. destruct (wf_b np D A2); split; congruence. Qed.

Theorem oracle_Some np D A1 A2 b : oracle np D A1 A2 = Some b ->
  (b = true <-> reachable D (langP np A1) (langP np A2)).
Proof.
  unfold oracle. destruct (wf_b np D A2) eqn:W; [|discriminate]. apply wf_b_spec in W.
  destruct W as (W & S). intro E; inversion E; subst; clear E.
  pose proof (pre_star_exec_correct np D A2 W S) as PC.
  destruct (pre_star_exec_spec D (tr A2) S) as (H1 & H2 & H3).
  destruct (prod_exec_spec np A1 (pre_star_exec D (tr A2)) (pre_states D (tr A2))) as (G1 & G2 & G3).
  { intros s g t Ht. now apply H3 in Ht. }
  set (C := pre_star_exec D (tr A2)) in *. set (R := prod_exec np A1 C _) in *.
  rewrite nonempty_spec. split.
  - intros (s1 & s2 & F1 & F2 & Hr). apply buildset_spec in F2.
    destruct (G3 _ _ Hr) as (p & w & Cp & P1 & P2).
    destruct (proj1 (PC (p, w))) as (c' & St & L).
    { split; [assumption|]. exists s2; auto. }
    exists (p, w), c'. split; [|auto]. split; [assumption|]. exists s1; auto.
  - intros ([p w] & c2 & L1 & L2 & St).
    destruct (proj2 (PC (p, w))) as (Cp & s2 & F2 & P2); [exists c2; auto|].
    destruct L1 as (_ & s1 & F1 & P1). cbn in *.
    exists s1, s2. split; [assumption|]. split; [now apply buildset_spec|].
    assert (G : forall a w b, path (fun t => In t (tr A1)) a w b -> forall a' b',
      path (T_of C) a' w b' -> T_of R (a, xH, a') -> T_of R (b, xH, b')).
    { clear - G2. induction 1; intros a' b' P2 Hr; inversion P2; subst; eauto. }
    eapply G; eauto. apply G1; [assumption|]. inversion P1; subst; eauto.
Qed.

(* completeness of the certificate format: whenever the answer is "unreachable",
   the oracle's own automaton and product set are accepted by the checker *)
Theorem cert_complete np D A1 A2 : rules_ok np D -> src_ok D (tr A2) ->
  ~ reachable D (langP np A1) (langP np A2) ->
  let C := pre_star_exec D (tr A2) in
  check_unreach_ix np D A1 A2 C (buildset (fin A2)) (prod_exec np A1 C (pre_states D (tr A2))) = true.
Proof.
  intros W S NR C.
  destruct (pre_star_exec_spec D (tr A2) S) as (H1 & H2 & H3).
  destruct (prod_exec_spec np A1 C (pre_states D (tr A2))) as (G1 & G2 & G3).
  { intros s g t Ht. now apply H3 in Ht. }
  assert (O : nonempty A1 (buildset (fin A2)) (prod_exec np A1 C (pre_states D (tr A2))) = false).
  { apply not_true_iff_false; intro N. apply NR.
    apply (oracle_Some np D A1 A2 true); [|reflexivity]. unfold oracle.
    replace (wf_b np D A2) with true by (symmetry; apply wf_b_spec; auto). fold C. now rewrite N. }
  unfold check_unreach_ix, check_sub, check_init, check_prod, check_fin.
  rewrite !andb_true_iff, !forallb_forall. repeat split.
  - intros t I. apply H1, I.
  - intros q I. apply PS.mem_spec. apply buildset_spec, I.
  - intros r I. apply rule_closed_spec. intros q. now apply H2.
  - intros [[s g] t] I. destruct (ctlb np s) eqn:E; [cbn|reflexivity]. apply G1; eauto.
  - intros s I. destruct (ctlb np s) eqn:E; [cbn|reflexivity]. apply G1; eauto.
  - intros [[s1 g] t1] I. apply ps_for_all. intros s2 I2. apply PS.subset_spec. intros t2 I3.
    apply T_of_succ. apply T_of_succ in I2, I3. exact (G2 _ _ _ _ _ I2 I I3).
  - intros f I. apply ps_for_all. intros s2 I2. apply negb_true_iff.
    apply not_true_iff_false; intro N. apply not_true_iff_false in O. apply O.
    apply nonempty_spec. exists f, s2. split; [assumption|]. split; [now apply PS.mem_spec|].
    now apply T_of_succ.
Qed.
