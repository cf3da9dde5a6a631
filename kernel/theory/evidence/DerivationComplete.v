(* Derivations are complete: whenever L(A2) is reachable from L(A1), the checker of Derivation.v accepts one.
   The transitions that can be derived form the pre* automaton (the inductive dt); it reads (p, w) whenever a run
   leads from (p, w) into L(A2), and each of its transitions is derived by a finite list of entries. *)
From Coq Require Import List PArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Oracle Trace Derivation.
Import ListNotations.

Section Derivable.
Variables (D : list rule) (A : aut).

Inductive dt : trans -> Prop :=
| dt_inner : forall s g q, T_of A (s, g, q) -> dt (xI s, g, xI q)
| dt_enter : forall s g q, T_of A (s, g, q) -> dt (xO s, g, xI q)
| dt_pop : forall r, In r D -> r_op r = Pop -> dt (xO (r_p r), r_g r, xO (r_q r))
| dt_swap : forall r h q, In r D -> r_op r = Swap h -> dt (xO (r_q r), h, q) -> dt (xO (r_p r), r_g r, q)
| dt_push : forall r h k m q, In r D -> r_op r = Push h k -> dt (xO (r_q r), h, m) -> dt (m, k, q) ->
    dt (xO (r_p r), r_g r, q).

(** * Dt reads every predecessor *)
Lemma dt_step c c' x : step D c c' -> path dt (xO (fst c')) (snd c') x -> path dt (xO (fst c)) (snd c) x.
Proof.
  intros [r w I] P. cbn in *. apply path_split in P. destruct P as (m & P1 & P2).
  econstructor; [|exact P2]. destruct (r_op r) as [|h|h k] eqn:O; cbn [lbl] in P1; apply path1 in P1.
  - subst m. now apply dt_pop.
  - destruct P1 as (m' & H & P). apply path1 in P. subst. eapply dt_swap; eauto.
  - destruct P1 as (m' & H & P). apply path1 in P. destruct P as (m2 & H2 & P). apply path1 in P. subst.
    eapply dt_push; eauto.
Qed.
Lemma dt_steps c c' x : steps D c c' -> path dt (xO (fst c')) (snd c') x -> path dt (xO (fst c)) (snd c) x.
Proof. induction 1; auto. intro P. eapply dt_step; eauto. Qed.

Lemma dt_path_inner s w q : path (T_of A) s w q -> path dt (xI s) w (xI q).
Proof. induction 1; econstructor; eauto. now apply dt_inner. Qed.
Lemma dt_path_enter p w q : path (T_of A) p w q -> exists x, path dt (xO p) w x /\ tagged x = true /\ untag x = q.
Proof.
  destruct 1 as [s|s g t w u H P].
  - exists (xO s). split; [constructor|auto].
  - exists (xI u). split; [|auto]. econstructor; [apply dt_enter; exact H|]. now apply dt_path_inner.
Qed.

(** * More derived transitions do no harm *)
Definition sub (M N : aut) : Prop := forall t, T_of M t -> T_of N t.
Lemma dmem_sub M N t : sub M N -> dmem A M t = true -> dmem A N t = true.
Proof.
  intros S H. destruct t as [[s g] q].
  destruct s as [s|s|], q as [q|q|]; cbn beta iota delta [dmem] in *; try (apply S; exact H); try exact H.
  apply orb_true_iff in H. apply orb_true_iff. destruct H as [H|H]; [left; exact H|right; apply S; exact H].
Qed.
Lemma dmem_in M s g q : T_of M (xO s, g, q) -> dmem A M (xO s, g, q) = true.
Proof.
  intro H. destruct q as [q|q|]; cbn beta iota delta [dmem]; try exact H.
  apply orb_true_iff. right; exact H.
Qed.

Variable ix : PM.t rule.
Hypothesis Hix : forall r, In r D -> exists i, PM.find i ix = Some r.

Lemma derive_app l1 l2 M : derive ix A (l1 ++ l2) M =
  match derive ix A l1 M with Some M' => derive ix A l2 M' | None => None end.
Proof.
  revert M; induction l1 as [|e l1 IH]; intro M; [reflexivity|]. cbn [app derive].
  destruct (PM.find (d_rule e) ix) as [r|]; [|reflexivity].
  destruct (just A M r (d_mid e) (d_tgt e)); [apply IH|reflexivity].
Qed.
Lemma derive_sub l : forall M M', derive ix A l M = Some M' -> sub M M'.
Proof.
  induction l as [|e l IH]; cbn [derive]; intros M M' H; [inversion H; subst; intros t Ht; exact Ht|].
  destruct (PM.find (d_rule e) ix) as [r|]; [|discriminate].
  destruct (just A M r (d_mid e) (d_tgt e)); [|discriminate].
  apply IH in H. intros t Ht. apply H. apply tmem_tadd. right; exact Ht.
Qed.

(** * Every transition of dt is derived, whatever was derived before *)
Definition realizes (l : list dent) (ok : aut -> bool) : Prop :=
  forall M, exists M', derive ix A l M = Some M' /\ ok M' = true.

Lemma realize_one r m q l : In r D -> realizes l (fun M => just A M r m q) ->
  exists l', realizes l' (fun M => dmem A M (xO (r_p r), r_g r, q)).
Proof.
  intros I H. destruct (Hix r I) as (i & Ei). exists (l ++ [Dent i m q]). intro M.
  destruct (H M) as (M' & E & J). exists (tadd (xO (r_p r), r_g r, q) M'). split.
  - rewrite derive_app, E. cbn [derive d_rule d_mid d_tgt]. rewrite Ei, J. reflexivity.
  - apply dmem_in. apply tmem_tadd. left; reflexivity.
Qed.

Lemma realize t : dt t -> exists l, realizes l (fun M => dmem A M t).
Proof.
  induction 1 as [s g q H|s g q H|r I O|r h q I O _ (l & IH)|r h k m q I O _ (l1 & IH1) _ (l2 & IH2)].
  - exists []. intro M. exists M. split; [reflexivity|exact H].
  - exists []. intro M. exists M. split; [reflexivity|]. cbn beta iota delta [dmem]. apply orb_true_iff. left; exact H.
  - apply (realize_one r xH (xO (r_q r)) [] I). intro M. exists M. split; [reflexivity|].
    unfold just. rewrite O. apply Pos.eqb_refl.
  - apply (realize_one r xH q l I). intro M. destruct (IH M) as (M' & E & J). exists M'. split; [exact E|].
    unfold just. rewrite O. exact J.
  - apply (realize_one r m q (l1 ++ l2) I). intro M. destruct (IH1 M) as (M1 & E1 & J1).
    destruct (IH2 M1) as (M2 & E2 & J2). exists M2. split; [rewrite derive_app, E1; exact E2|].
    unfold just. rewrite O. apply andb_true_iff. split; [|exact J2].
    eapply dmem_sub; [eapply derive_sub; exact E2|exact J1].
Qed.

Lemma realize_path A1 s1 w f1 : path (T_of A1) s1 w f1 -> forall s2 x, path dt s2 w x ->
  exists l wl, wword wl = w /\ forall M, exists M', derive ix A l M = Some M' /\
    forall N, sub M' N -> wpath A1 A N s1 s2 wl = Some (f1, x).
Proof.
  induction 1 as [s|s g t w u H P IH]; intros s2 x P2.
  - apply path1 in P2. subst. exists [], []. split; [reflexivity|]. intro M. exists M. split; reflexivity.
  - apply path1 in P2. destruct P2 as (m & Hm & P2). destruct (IH m x P2) as (l & wl & E & K).
    destruct (realize _ Hm) as (l0 & K0). exists (l0 ++ l), ((g, t, m) :: wl).
    split; [cbn; now rewrite <- E|]. intro M. destruct (K0 M) as (M0 & E0 & J0).
    destruct (K M0) as (M1 & E1 & J1). exists M1. split; [rewrite derive_app, E0; exact E1|].
    intros N S. cbn [wpath]. unfold T_of in H. rewrite H.
    rewrite (dmem_sub M0 N); [|intros y Hy; apply S; eapply derive_sub; eauto|exact J0].
    cbn [andb]. apply J1, S.
Qed.
End Derivable.

Theorem check_derive_complete np D A1 A2 : rules_ok np D -> reachable D (langP np A1) (langP np A2) ->
  exists l p w, check_derive np D A1 A2 l p w = true.
Proof.
  intros W ([p w] & [p2 w2] & (C1 & f1 & F1 & P1) & (C2 & f2 & F2 & P2) & S). cbn in *.
  set (A := build (tr A2)). apply path_build in P1, P2. fold A in P2.
  destruct (dt_path_enter D A _ _ _ P2) as (x & Px & Tg & Ut).
  apply (dt_steps D A (p, w) (p2, w2) x S) in Px. cbn in Px.
  destruct (realize_path D A (numbered D) (numbered_complete D) _ _ _ _ P1 _ _ Px) as (l & wl & _ & K).
  exists l, p, wl. unfold check_derive. rewrite !andb_true_iff. split; [split|].
  - apply forallb_forall. intros r I. apply W, I.
  - exact C1.
  - fold A. destruct (K (PM.empty _)) as (M & E & J). rewrite E. rewrite (J M) by (intros t Ht; exact Ht).
    rewrite Ut, Tg. cbn [andb]. apply andb_true_iff.
    split; apply PS.mem_spec, buildset_spec; assumption.
Qed.
