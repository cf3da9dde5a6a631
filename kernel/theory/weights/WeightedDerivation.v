(* Weighted derivations: the derivations of Derivation.v, with the weight of the unfolded run computed by the checker.
   The evidence is polynomial where the run it stands for is exponentially long. Together with a lower bound: the minimum. *)
From Coq Require Import List PArith ZArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Trace Weights WeightedAutomaton Bound CappedBound Derivation.
Import ListNotations.

(** * What a weighted transition of the tagged automaton means *)
Section Meaning.
Context {W : Type} {WW : Weight W}.
Variables (D : list (wrule W)) (T : trans -> Prop).
Definition wdgood (s : positive) (w : list positive) (t : positive) (n : W) : Prop :=
  match s, t with
  | xO p, xO p' => wsteps D (p, w) n (p', [])
  | xO p, xI q => exists p' w', wsteps D (p, w) n (p', w') /\ path T p' w' q
  | xI s, xI q => path T s w q /\ n = wzero
  | _, _ => False
  end.

Lemma wdgood_nil s : tagged s = true -> wdgood s [] s wzero.
Proof. destruct s; cbn; [split; constructor|constructor|discriminate]. Qed.
Lemma wdgood_tagged s w t n : wdgood s w t n -> tagged t = true.
Proof. destruct s, t; cbn; tauto. Qed.
Lemma wdgood_comp s u m v t x y : wdgood s u m x -> wdgood m v t y -> wdgood s (u ++ v) t (x [+] y).
Proof.
  destruct s as [s|s|], m as [m|m|], t as [t|t|]; cbn; try tauto.
  - intros (P1 & ->) (P2 & ->). split; [eapply path_app; eauto|apply wplus_zero].
  - intros (p' & w' & S1 & P1) (P2 & ->). exists p', (w' ++ v). rewrite wplus_zero_r. split.
    + exact (wsteps_app _ _ _ _ S1 v).
    + eapply path_app; eauto.
  - intros S1 (p' & w' & S2 & P). exists p', w'. split; [|assumption].
    eapply wsteps_trans; [|exact S2]. exact (wsteps_app _ _ _ _ S1 v).
  - intros S1 S2. eapply wsteps_trans; [|exact S2]. exact (wsteps_app _ _ _ _ S1 v).
Qed.
Lemma wdgood_rule r k q x : In (r, k) D -> wdgood (xO (r_q r)) (lbl (r_op r)) q x ->
  wdgood (xO (r_p r)) [r_g r] q (k [+] x).
Proof.
  intro I.
  assert (S1 : forall c, wsteps D (r_q r, lbl (r_op r)) x c -> wsteps D (r_p r, [r_g r]) (k [+] x) c).
  { intros c H. constructor; [assumption|]. now rewrite app_nil_r. }
  destruct q as [q|q|]; cbn; [|apply S1|tauto].
  intros (p' & w' & S & P). eauto.
Qed.
Lemma wdgood_edge s g q : T (untag s, g, q) -> tagged s = true -> wdgood s [g] (xI q) wzero.
Proof.
  intros E Tg. assert (P : path T (untag s) [g] q) by (econstructor; [exact E|constructor]).
  destruct s as [s|s|]; cbn in *; [auto| |discriminate]. exists s, [g]. split; [constructor|assumption].
Qed.

(* from a control location to acceptance *)
Lemma wdgood_run (ctl F : positive -> Prop) p w q n : (forall r k, In (r, k) D -> ctl (r_q r)) -> ctl p ->
  wdgood (xO p) w q n -> F (untag q) -> exists c, wsteps D (p, w) n c /\ lang ctl T F c.
Proof.
  intros HC Cp G Fq. assert (Cs : forall c, wsteps D (p, w) n c -> ctl (fst c)).
  { intros c S. exact (wsteps_ctl D ctl HC _ _ _ S Cp). }
  destruct q as [q|q|]; cbn in G, Fq; [| |contradiction].
  - destruct G as (p' & w' & S & P). exists (p', w'). split; [exact S|]. split; [exact (Cs _ S)|]. exists q. auto.
  - exists (q, []). split; [exact G|]. split; [exact (Cs _ G)|]. exists q. split; [assumption|constructor].
Qed.
End Meaning.

(** * The checker *)
Section Check.
Context {W : Type} {WW : Weight W}.
Definition wdmem (A : aut) (M : waut W) (t : trans) : option W :=
  match t with
  | (xI s, g, xI q) => if tmem (s, g, q) A then Some wzero else None
  | (xO s, g, xI q) => if tmem (s, g, q) A then Some wzero else wget M t
  | _ => wget M t
  end.
Definition wjust (A : aut) (M : waut W) (r : rule) (m q : positive) : option W :=
  match r_op r with
  | Pop => if Pos.eqb q (xO (r_q r)) then Some wzero else None
  | Swap g => wdmem A M (xO (r_q r), g, q)
  | Push g1 g2 =>
    match wdmem A M (xO (r_q r), g1, m), wdmem A M (m, g2, q) with
    | Some x, Some y => Some (x [+] y)
    | _, _ => None
    end
  end.
Fixpoint wderive (ix : PM.t (wrule W)) (A : aut) (l : list dent) (M : waut W) : option (waut W) :=
  match l with
  | [] => Some M
  | e :: l =>
    match PM.find (d_rule e) ix with
    | None => None
    | Some (r, k) => match wjust A M r (d_mid e) (d_tgt e) with
                     | None => None
                     | Some x => wderive ix A l (wadd M ((xO (r_p r), r_g r, d_tgt e), k [+] x)) end
    end
  end.
Fixpoint wwitness (A1 A : aut) (M : waut W) (s1 s2 : positive) (n : W) (l : list (positive * positive * positive))
  : option (positive * positive * W) :=
  match l with
  | [] => Some (s1, s2, n)
  | (g, t1, t2) :: l =>
    if tmem (s1, g, t1) A1 then
      match wdmem A M (s2, g, t2) with Some x => wwitness A1 A M t1 t2 (n [+] x) l | None => None end
    else None
  end.

(* the weight of the run that the derivation stands for *)
Definition wderive_weight np (D : list (wrule W)) (A1 A2 : paut) (l : list dent)
  (p : positive) (w : list (positive * positive * positive)) : option W :=
  if forallb (fun x => ctlb np (r_q (fst x))) D && ctlb np p then
    let A := build (tr A2) in
    match wderive (numbered D) A l (PM.empty _) with
    | None => None
    | Some M =>
      match wwitness (build (tr A1)) A M p (xO p) wzero w with
      | None => None
      | Some (f1, f2, n) =>
        if PS.mem f1 (buildset (fin A1)) && PS.mem (untag f2) (buildset (fin A2)) then Some n else None
      end
    end
  else None.
Definition check_wderive {WO : Order W} np D A1 A2 l p w (B : W) : bool :=
  match wderive_weight np D A1 A2 l p w with Some n => wleb n B | None => false end.
End Check.

(** * Soundness *)
Section Sound.
Context {W : Type} {WW : Weight W}.
Variables (D : list (wrule W)) (A : aut).
Definition wdinv M := forall s g q x, wget M (s, g, q) = Some x -> wdgood D (T_of A) s [g] q x.

Lemma wdmem_good M s g q x : wdinv M -> wdmem A M (s, g, q) = Some x -> wdgood D (T_of A) s [g] q x.
Proof.
  intros I H.
  destruct s as [s|s|], q as [q|q|]; cbn beta iota delta [wdmem] in H; try (apply I; exact H);
    (destruct (tmem (s, g, q) A) eqn:E; [inversion H; subst|try discriminate; apply I; exact H]);
    now apply wdgood_edge.
Qed.
Lemma wjust_good M r k m q x : wdinv M -> In (r, k) D -> wjust A M r m q = Some x ->
  wdgood D (T_of A) (xO (r_p r)) [r_g r] q (k [+] x).
Proof.
  intros I Ir H. apply wdgood_rule; [assumption|]. unfold wjust in H.
  destruct (r_op r) as [|g|g1 g2]; cbn [lbl].
  - destruct (Pos.eqb_spec q (xO (r_q r))); [|discriminate]. inversion H; subst. cbn. constructor.
  - eapply wdmem_good; eauto.
  - destruct (wdmem A M (xO (r_q r), g1, m)) as [y|] eqn:E1; [|discriminate].
    destruct (wdmem A M (m, g2, q)) as [z|] eqn:E2; [|discriminate]. inversion H; subst.
    apply (wdgood_comp D (T_of A) _ [g1] m [g2] q); eapply wdmem_good; eauto.
Qed.
Lemma wderive_good ix l : (forall i x, PM.find i ix = Some x -> In x D) ->
  forall M M', wdinv M -> wderive ix A l M = Some M' -> wdinv M'.
Proof.
  intros HD; induction l as [|e l IH]; cbn [wderive]; intros M M' I E; [inversion E; subst; assumption|].
  destruct (PM.find (d_rule e) ix) as [[r k]|] eqn:F; [|discriminate].
  destruct (wjust A M r (d_mid e) (d_tgt e)) as [x|] eqn:J; [|discriminate].
  apply IH in E; [assumption|]. intros s g q y Ht. apply wget_wadd in Ht.
  destruct Ht as [(Ht & ->)|Ht]; [|apply I, Ht]. inversion Ht; subst.
  eapply wjust_good; eauto.
Qed.
Lemma wwitness_good A1 M l : wdinv M -> forall s1 s2 n f1 f2 n', tagged s2 = true ->
  wwitness A1 A M s1 s2 n l = Some (f1, f2, n') ->
  path (T_of A1) s1 (wword l) f1 /\ exists x, n' = n [+] x /\ wdgood D (T_of A) s2 (wword l) f2 x.
Proof.
  intros I; induction l as [|[[g t1] t2] l IH]; cbn [wwitness wword map fst]; intros s1 s2 n f1 f2 n' Tg E.
  - inversion E; subst. split; [constructor|]. exists wzero. split; [now rewrite wplus_zero_r|now apply wdgood_nil].
  - destruct (tmem (s1, g, t1) A1) eqn:E1; [|discriminate].
    destruct (wdmem A M (s2, g, t2)) as [x|] eqn:E2; [|discriminate].
    pose proof (wdmem_good M _ _ _ _ I E2) as G.
    apply IH in E; [|eapply wdgood_tagged; eauto]. destruct E as (P1 & y & -> & P2). split; [econstructor; eauto|].
    exists (x [+] y). split; [now rewrite wplus_assoc|].
    exact (wdgood_comp D (T_of A) s2 [g] t2 (wword l) f2 x y G P2).
Qed.
End Sound.

Section Theorems.
Context {W : Type} {WW : Weight W}.
Theorem wderive_weight_sound np (D : list (wrule W)) A1 A2 l p w n : wderive_weight np D A1 A2 l p w = Some n ->
  weight_between D (langP np A1) (langP np A2) n.
Proof.
  unfold wderive_weight. set (A := build (tr A2)).
  destruct (_ && _) eqn:H; [|discriminate]. apply andb_true_iff in H. rewrite forallb_forall in H. destruct H as (HC & Cp).
  destruct (wderive _ A l _) as [M|] eqn:ED; [|discriminate].
  destruct (wwitness _ A M p (xO p) wzero w) as [[[f1 f2] m]|] eqn:EW; [|discriminate].
  destruct (_ && _) eqn:HF; [|discriminate]. rewrite andb_true_iff, !PS.mem_spec, !buildset_spec in HF.
  intro E; inversion E; subst m; clear E.
  assert (I : wdinv D A M).
  { eapply wderive_good; [apply numbered_sound| |exact ED]. intros s g q x Ht. rewrite wget_empty in Ht; discriminate. }
  destruct (wwitness_good D A _ M w I p (xO p) _ _ _ _ eq_refl EW) as (P1 & x & -> & G). rewrite wplus_zero.
  destruct (wdgood_run D (T_of A) (ctl np) (fun q => In q (fin A2)) p (wword w) f2 x) as (c & S & Lc);
    [|exact Cp|exact G|apply HF|].
  { intros r k Ir. exact (HC _ Ir). }
  exists (p, wword w), c. split; [|split; [|exact S]].
  - split; [exact Cp|]. exists f1. split; [apply HF|]. now apply path_build.
  - destruct Lc as (Cc & q & Fq & P). split; [exact Cc|]. exists q. split; [assumption|]. now apply path_build.
Qed.

Context {WO : Order W}.
Theorem check_wderive_sound np (D : list (wrule W)) A1 A2 l p w B : check_wderive np D A1 A2 l p w B = true ->
  exists n, weight_between D (langP np A1) (langP np A2) n /\ wle n B.
Proof.
  unfold check_wderive. destruct (wderive_weight np D A1 A2 l p w) as [n|] eqn:E; [|discriminate].
  intro L. exists n. split; [eapply wderive_weight_sound; eauto|exact L].
Qed.

(* a derivation and a lower bound that meet: the minimum *)
Theorem minimum_correct np (D : list (wrule W)) A1 A2 l p w B C FC R : wderive_weight np D A1 A2 l p w = Some B ->
  check_bound np D A1 A2 C FC R B = true -> minimum (weight_between D (langP np A1) (langP np A2)) B.
Proof. intros H1 H2. split; [eapply wderive_weight_sound; eauto|eapply check_bound_sound; eauto]. Qed.
Theorem minimum_capped_correct np (D : list (wrule W)) A1 A2 l p w B C FC R : wderive_weight np D A1 A2 l p w = Some B ->
  check_capped np D A1 A2 C FC R (Some B) = true -> minimum (weight_between D (langP np A1) (langP np A2)) B.
Proof. intros H1 H2. split; [eapply wderive_weight_sound; eauto|eapply check_capped_sound; eauto]. Qed.
End Theorems.
