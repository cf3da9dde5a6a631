(* Certificates that no run from one set to another weighs less than a bound: weights for the transitions of an
   automaton that contains the final set, closed under the rules as a lower bound, and potentials for the product with
   the initial set. The weights are the least that each transition can be shown to cost, or less. *)
From Coq Require Import List PArith ZArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Weights WeightedAutomaton.
Import ListNotations.

(** * The argument, for any partial weights of transitions *)
Section Abs.
Context {W : Type} {WW : Weight W} {WO : Order W}.
Variables (D : list (wrule W)) (wt : trans -> option W).
Inductive cpath : positive -> list positive -> positive -> W -> Prop :=
| cpath_nil : forall s, cpath s [] s wzero
| cpath_cons : forall s g t w u x y, wt (s, g, t) = Some x -> cpath t w u y -> cpath s (g :: w) u (x [+] y).

Lemma cpath_split u : forall s v t x, cpath s (u ++ v) t x ->
  exists q y z, cpath s u q y /\ cpath q v t z /\ x = y [+] z.
Proof.
  induction u as [|g u IH]; cbn; intros s v t x P.
  - exists s, wzero, x. split; [constructor|]. split; [assumption|now rewrite wplus_zero].
  - inversion P as [|s0 g0 t0 w0 u0 x0 y0 E P' E1 E2 E3]; subst.
    destruct (IH _ _ _ _ P') as (q & y & z & P1 & P2 & ->).
    exists q, (x0 [+] y), z. split; [econstructor; eauto|]. split; [assumption|apply wplus_assoc].
Qed.

(* [enough n]: weights from n on need not be accounted for. It is False for plain bounds; CappedBound.v uses it.
   [useful t]: transitions into other states need not be there; acceptance is reached only from useful states. *)
Variables (enough : W -> Prop) (useful : positive -> Prop).
Definition covers (o : option W) (n : W) : Prop := (exists y, o = Some y /\ wle y n) \/ enough n.
Definition wclosed : Prop := forall r k q x, In (r, k) D -> cpath (r_q r) (lbl (r_op r)) q x -> useful q ->
  covers (wt (r_p r, r_g r, q)) (k [+] x).

Hypothesis useful_back : forall s g t x, wt (s, g, t) = Some x -> useful t -> useful s.
Lemma cpath_useful s w t x : cpath s w t x -> useful t -> useful s.
Proof. induction 1; eauto. Qed.

(* what is enough stays so when the weight of a rule or of a path is added *)
Hypothesis enough_le : forall x y, enough x -> wle x y -> enough y.
Hypothesis enough_rule : forall r k x, In (r, k) D -> enough x -> enough (k [+] x).
Hypothesis enough_path : forall s w t x y, cpath s w t y -> enough x -> enough (x [+] y).

Lemma covers_plus o x y z : covers o x -> wle y z -> (forall x, enough x -> enough (x [+] y)) ->
  (exists u, o = Some u /\ wle (u [+] y) (x [+] z)) \/ enough (x [+] z).
Proof.
  intros [(u & E & L)|N] Lz H; [left|right].
  - exists u. split; [assumption|now apply wle_plus].
  - eapply enough_le; [apply H, N|]. now apply wle_plus_l.
Qed.

Lemma wclosed_steps : wclosed -> forall c k c', wsteps D c k c' -> forall q x, useful q -> cpath (fst c') (snd c') q x ->
  (exists y, cpath (fst c) (snd c) q y /\ wle y (k [+] x)) \/ enough (k [+] x).
Proof.
  intros C c k c'; induction 1 as [c|r k w n c I _ IH]; intros q x U P.
  - left. exists x. rewrite wplus_zero. split; [assumption|apply wle_refl].
  - rewrite <- wplus_assoc. destruct (IH q x U P) as [(y & Py & Ly)|N]; [|right; now apply (enough_rule r)].
    cbn in Py. apply cpath_split in Py. destruct Py as (m & y1 & y2 & P1 & P2 & ->).
    destruct (covers_plus _ _ y2 y2 (C r k m y1 I P1 (cpath_useful _ _ _ _ P2 U)) (wle_refl _)) as [(z & Ez & Lz)|N].
    + intros. eapply enough_path; eauto.
    + left. exists (z [+] y2). split; [econstructor; eauto|]. eapply wle_trans; [exact Lz|].
      rewrite <- wplus_assoc. now apply wle_plus_l.
    + right. eapply enough_le; [exact N|]. rewrite <- wplus_assoc. now apply wle_plus_l.
Qed.

(* the potential [pot s1 s2] is at most what leads to the pair (s1, s2) of states of the initial set and the certificate *)
Theorem bound_sound (ctl : positive -> Prop) (T1 T2 : trans -> Prop) (F1 F2 FC : positive -> Prop)
  (pot : positive -> positive -> option W) :
  (forall s g t, T2 (s, g, t) -> useful t -> covers (wt (s, g, t)) wzero) ->
  (forall q, F2 q -> FC q /\ useful q) -> wclosed ->
  (forall p w q, ctl p -> F1 q -> path T1 p w q -> covers (pot p p) wzero) ->
  (forall s1 s2 g t1 t2 d y, pot s1 s2 = Some d -> T1 (s1, g, t1) -> wt (s2, g, t2) = Some y ->
     covers (pot t1 t2) (d [+] y)) ->
  forall n, weight_between D (lang ctl T1 F1) (lang ctl T2 F2) n ->
  enough n \/ exists s1 s2 d, pot s1 s2 = Some d /\ F1 s1 /\ FC s2 /\ wle d n.
Proof.
  intros HT HF HC H1 H2 n ([p w] & [p2 w2] & (C1 & q1 & F1q & P1) & (C2 & q2 & F2q & P2) & S). cbn in *.
  assert (A : enough wzero -> enough n).
  { intro N. clear - S N enough_rule. induction S as [c|r k v m c I _ IH]; [assumption|]. now apply (enough_rule r). }
  (* the final set, read by the certificate *)
  assert (P : (exists x, cpath p2 w2 q2 x /\ wle x wzero) \/ enough wzero).
  { destruct (HF _ F2q) as (_ & U). clear - P2 HT U useful_back. induction P2 as [s|s g t w u Ht P IH].
    - left. exists wzero. split; [constructor|apply wle_refl].
    - destruct (IH U) as [(x & Px & L)|N]; [|auto].
      destruct (HT _ _ _ Ht (cpath_useful _ _ _ _ Px U)) as [(y & E & Ly)|N]; [left|auto]. exists (y [+] x).
      split; [econstructor; eauto|]. rewrite <- (wplus_zero wzero). now apply wle_plus. }
  destruct P as [(x & P & Lx)|N]; [|auto].
  (* back along the run *)
  assert (Le : wle (n [+] x) n) by (rewrite <- (wplus_zero_r n) at 2; now apply wle_plus_l).
  destruct (wclosed_steps HC _ _ _ S q2 x (proj2 (HF _ F2q)) P) as [(y & Py & Ly)|N]; [|left; eapply enough_le; eauto].
  cbn in Py.
  (* the product with the initial set *)
  assert (G : forall s1 w q1, path T1 s1 w q1 -> forall s2 d q2 y, pot s1 s2 = Some d ->
     cpath s2 w q2 y -> (exists e, pot q1 q2 = Some e /\ wle e (d [+] y)) \/ enough (d [+] y)).
  { clear - H2 enough_le enough_path. induction 1 as [s|s g t w u Ht P IH]; intros s2 d q2 y E Q.
    - inversion Q; subst. left. exists d. split; [assumption|]. rewrite wplus_zero_r. apply wle_refl.
    - inversion Q as [|s0 g0 t0 w0 u0 x0 y0 E0 Q' E1 E2 E3]; subst. rewrite wplus_assoc.
      destruct (H2 _ _ _ _ _ _ _ E Ht E0) as [(d' & E' & L')|N]; [|right; eauto].
      assert (L : wle (d' [+] y0) (d [+] x0 [+] y0)) by (apply wle_plus; [assumption|apply wle_refl]).
      destruct (IH _ _ _ _ E' Q') as [(e & Ee & Le)|N]; [left|right; eauto].
      exists e. split; [assumption|eapply wle_trans; eauto]. }
  destruct (H1 _ _ _ C1 F1q P1) as [(d & Ed & Ld)|N]; [|auto].
  assert (L : wle (d [+] y) n).
  { eapply wle_trans; [|exact Le]. rewrite <- (wplus_zero (n [+] x)). now apply wle_plus. }
  destruct (G p w q1 P1 p d q2 y Ed Py) as [(e & Ee & Le')|N]; [right|left; eauto].
  exists q1, q2, e. split; [assumption|]. split; [assumption|]. split; [now apply HF|]. eapply wle_trans; eauto.
Qed.
End Abs.

(** * Executable *)
Section Check.
Context {W : Type} {WW : Weight W} {WO : Order W}.
Variable full : W -> bool.
Definition covb (M : waut W) (t : trans) (n : W) : bool :=
  match wget M t with Some y => wleb y n || full n | None => full n end.

Definition wrule_closed (M : waut W) (x : wrule W) : bool :=
  let (r, k) := x in let p := r_p r in let g := r_g r in let p' := r_q r in
  match r_op r with
  | Pop => covb M (p, g, p') k
  | Swap g' => allmap (fun q x => covb M (p, g, q) (k [+] x)) (wrow M p' g')
  | Push g1 g2 => allmap (fun m x => allmap (fun q y => covb M (p, g, q) (k [+] (x [+] y))) (wrow M m g2)) (wrow M p' g1)
  end.

(* the certificate: weighted transitions C, accepting states FC, potentials R; [B] = None is an infinite bound *)
Definition atleast (B : option W) (n : W) : bool := match B with Some b => wleb b n | None => false end.
Definition check_bound_ix np (D : list (wrule W)) (A1 A2 : paut) (C : waut W) (FC : PS.t) (R : waut W)
  (B : option W) : bool :=
  forallb (fun t => covb C t wzero) (tr A2) && forallb (fun q => PS.mem q FC) (fin A2) &&
  forallb (wrule_closed C) D &&
  forallb (fun s => negb (ctlb np s) || covb R (s, xH, s) wzero) (map (fun t => fst (fst t)) (tr A1) ++ fin A1) &&
  forallb (fun t => let '(s1, g, t1) := t in
     allmap (fun s2 d => allmap (fun t2 y => covb R (t1, xH, t2) (d [+] y)) (wrow C s2 g)) (wrow R s1 xH)) (tr A1) &&
  forallb (fun f => allmap (fun s2 d => negb (PS.mem s2 FC) || atleast B d) (wrow R f xH)) (fin A1).

Definition enoughb (n : W) : Prop := full n = true.
Lemma covb_spec M t n : covb M t n = true -> covers enoughb (wget M t) n.
Proof.
  unfold covb, covers, enoughb. destruct (wget M t) as [y|]; [|auto].
  rewrite orb_true_iff. intros [L|N]; [left; exists y; auto|auto].
Qed.
Lemma cpath1 wt s w q x : cpath wt s w q x ->
  match w with
  | [] => s = q /\ x = wzero
  | g :: w => exists m y z, wt (s, g, m) = Some y /\ cpath wt m w q z /\ x = y [+] z
  end.
Proof. destruct 1; eauto 10. Qed.

Lemma wrule_closed_spec M r k : wrule_closed M (r, k) = true -> forall q x,
  cpath (wget M) (r_q r) (lbl (r_op r)) q x -> covers enoughb (wget M (r_p r, r_g r, q)) (k [+] x).
Proof.
  cbn beta iota zeta delta [wrule_closed]. intros HC q x P. apply covb_spec.
  destruct (r_op r) as [|g'|g1 g2]; cbn [lbl] in P; apply cpath1 in P.
  - destruct P as (<- & ->). now rewrite wplus_zero_r.
  - destruct P as (m & y & z & E & P & ->). apply cpath1 in P. destruct P as (<- & ->).
    rewrite wplus_zero_r. exact (allmap_spec _ _ HC _ _ E).
  - destruct P as (m & y & z & E & P & ->). apply cpath1 in P.
    destruct P as (m2 & y2 & z2 & E2 & P & ->). apply cpath1 in P. destruct P as (<- & ->).
    rewrite wplus_zero_r. exact (allmap_spec _ _ (allmap_spec _ _ HC _ _ E) _ _ E2).
Qed.

Theorem check_bound_ix_sound np D A1 A2 C FC R B :
  (forall x y, enoughb x -> wle x y -> enoughb y) ->
  (forall r k x, In (r, k) D -> enoughb x -> enoughb (k [+] x)) ->
  (forall s w t x y, cpath (wget C) s w t y -> enoughb x -> enoughb (x [+] y)) ->
  check_bound_ix np D A1 A2 C FC R B = true ->
  forall n, weight_between D (langP np A1) (langP np A2) n -> full n = true \/ atleast B n = true.
Proof.
  intros E1 E2 E3. unfold check_bound_ix. rewrite !andb_true_iff, !forallb_forall.
  intros (((((HT & HF) & HC) & HI) & HP) & HX) n H.
  destruct (bound_sound D (wget C) enoughb (fun _ => True) (fun _ _ _ _ _ H => H) E1 E2 E3 (ctl np)
    (fun t => In t (tr A1)) (fun t => In t (tr A2))
    (fun q => In q (fin A1)) (fun q => In q (fin A2)) (fun q => PS.In q FC)
    (fun s1 s2 => wget R (s1, xH, s2))) with (n := n) as [N|(s1 & s2 & d & E & F1 & F2 & L)].
  - intros s g t I _. apply covb_spec, HT, I.
  - intros q I. split; [|exact Logic.I]. apply PS.mem_spec, HF, I.
  - intros r k q x I P _. apply wrule_closed_spec; auto.
  - intros p w q Cp Fq P. apply covb_spec.
    assert (In p (map (fun t => fst (fst t)) (tr A1) ++ fin A1)) as Ip.
    { apply in_or_app. destruct P as [s|s g t w u Ht P]; [auto|left].
      apply in_map_iff. exists (s, g, t); auto. }
    specialize (HI _ Ip). unfold ctl in Cp. now rewrite Cp in HI.
  - intros s1 s2 g t1 t2 d y E I Ey. specialize (HP _ I). cbn beta iota in HP. apply covb_spec.
    exact (allmap_spec _ _ (allmap_spec _ _ HP _ _ E) _ _ Ey).
  - exact H.
  - left. exact N.
  - right. pose proof (allmap_spec _ _ (HX _ F1) _ _ E) as G. cbn beta in G.
    apply PS.mem_spec in F2. rewrite F2 in G. cbn in G.
    destruct B as [b|]; [|discriminate]. eapply wleb_trans; [exact G|exact L].
Qed.
End Check.

(* the certificate as lists *)
Definition pots {W} (R : list (positive * positive * W)) : waut W :=
  wbuild (map (fun x => let '(s1, s2, d) := x in ((s1, xH, s2), d)) R).
Definition check_bound {W} {WW : Weight W} {WO : Order W} np D A1 A2 (C : list (trans * W)) (FC : list positive)
  (R : list (positive * positive * W)) (B : W) : bool :=
  check_bound_ix (fun _ => false) np D A1 A2 (wbuild C) (buildset FC) (pots R) (Some B).

Theorem check_bound_sound {W} {WW : Weight W} {WO : Order W} np D A1 A2 (C : list (trans * W)) FC R B :
  check_bound np D A1 A2 C FC R B = true ->
  lower_bound (weight_between D (langP np A1) (langP np A2)) B.
Proof.
  intros H n L. apply check_bound_ix_sound with (n := n) in H; unfold enoughb; try discriminate; [|assumption].
  now destruct H.
Qed.
