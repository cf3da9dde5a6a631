(* A lasso of a model whose word satisfies an LTL formula, the negated property: evidence that the property is violated,
   without any automaton. Labelled graphs and labelled pushdown systems; the letter of a position is that of the step
   that leaves it, so formulas may speak of states and of actions. *)
From Coq Require Import List PArith Arith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Trace Ltl LtlLasso Buchi PushdownTrail Lasso LabelledRun PushdownLasso.
Import ListNotations.

Lemma lasso_letters {St} (stem l : list (St * letter)) x lift : (forall k s, snd (lift k s) = snd s) ->
  forall i, lasso_word (map snd stem) (snd x) (map snd l) i = snd (lasso_run stem l x lift i).
Proof.
  intros H i. unfold lasso_word, lasso_run. rewrite map_length. destruct (i <? length stem); [apply map_nth|].
  replace (length (snd x :: map snd l)) with (length (x :: l)) by (cbn; now rewrite map_length).
  rewrite H. exact (map_nth snd (x :: l) x _).
Qed.

(* the run of a stem and a loop, each round lifted *)
Section Model.
Context {St : Type} (step : St -> letter -> St -> Prop) (up : nat -> St -> St).
Hypothesis up_step : forall k s a t, step s a t -> step (up k s) a (up k t).

Lemma labelled_lasso f s0 a0 stem x l z : trail (leaving step) (s0, a0) stem (up 0 (fst x), snd x) ->
  trail (leaving step) x (x :: l) (z, snd x) -> (forall k, up k z = up (S k) (fst x)) ->
  eval_lasso (map snd stem) (snd x) (map snd l) f = true ->
  exists rho w, rho 0 = s0 /\ run_of step rho w /\ sat w 0 f.
Proof.
  intros T0 T1 Hz Hf. set (lift := fun k (s : St * letter) => (up k (fst s), snd s)).
  set (rho := lasso_run stem l x lift).
  exists (fun i => fst (rho i)), (fun i => snd (rho i)). split; [|split].
  - unfold rho. now rewrite (lasso_run_0 _ _ _ _ _ lift T0).
  - apply leaving_run. unfold rho. eapply lasso_is_run; [exact T0|exact T1| |].
    + intros k a b S. now apply up_step.
    + intro k. unfold lift; cbn. now rewrite Hz.
  - apply eval_lasso_correct in Hf. eapply sat_ext; [|exact Hf]. now apply lasso_letters.
Qed.
End Model.

(** * Graphs *)
Definition check_ltl_lasso (init : list positive) (G : lgraph) (f : ltl) (s0 : positive) (t0 t1 : list positive) : bool :=
  let ix := index G xH (PM.empty _) in
  match visit (gnext ix) t0 s0 with
  | None => false
  | Some (stem, z) =>
    match visit (gnext ix) t1 z with
    | Some (x :: l, z') => Pos.eqb z z' && PS.mem s0 (buildset init) && eval_lasso (map snd stem) (snd x) (map snd l) f
    | _ => false
    end
  end.

Theorem check_ltl_lasso_sound init G f s0 t0 t1 : check_ltl_lasso init G f s0 t0 t1 = true ->
  exists rho w, In (rho 0) init /\ run_of (gstep G) rho w /\ sat w 0 f.
Proof.
  unfold check_ltl_lasso. set (ix := index G xH (PM.empty _)).
  destruct (visit _ t0 s0) as [[stem z]|] eqn:V0; [|discriminate].
  destruct (visit _ t1 z) as [[[|x l] z']|] eqn:V1; try discriminate.
  rewrite !andb_true_iff, Pos.eqb_eq, PS.mem_spec. intros ((<- & I) & H). apply buildset_spec in I.
  pose proof (visit_sound (gstep G) _ (gnext_sound G)) as V.
  destruct (V _ _ _ _ V0 (snd x)) as (a0 & T0). destruct (V _ _ _ _ V1 (snd x)) as (a1 & T1).
  pose proof (trail_hd _ _ _ _ T1) as Ex. cbn in Ex. subst x.
  destruct (labelled_lasso (gstep G) (fun _ s => s) (fun _ _ _ _ S => S) f s0 a0 stem (z, a1) l z T0 T1
    (fun _ => eq_refl) H) as (rho & w & E & R & S).
  exists rho, w. rewrite E. auto.
Qed.

(** * Pushdown systems *)
Definition check_pds_ltl_lasso (L : lrules) (f : ltl) (c0 : conf) (t0 t1 : list positive) : bool :=
  let ix := index L xH (PM.empty _) in
  match visit (lnext ix) t0 c0 with
  | Some (stem, (p, g :: _)) =>
    match visit (lnext ix) t1 (p, [g]) with
    | Some (x :: l, (p', g' :: _)) =>
        Pos.eqb p p' && Pos.eqb g g' && eval_lasso (map snd stem) (snd x) (map snd l) f
    | _ => false
    end
  | _ => false
  end.

Theorem check_pds_ltl_lasso_sound L f c0 t0 t1 : check_pds_ltl_lasso L f c0 t0 t1 = true ->
  exists rho w, rho 0 = c0 /\ run_of (lstep L) rho w /\ sat w 0 f.
Proof.
  unfold check_pds_ltl_lasso.
  destruct (visit _ t0 c0) as [[stem [p [|g u]]]|] eqn:V0; try discriminate.
  destruct (visit (lnext _) t1 (p, [g])) as [[[|x l] [p' [|g' v]]]|] eqn:V1; try discriminate.
  rewrite !andb_true_iff, !Pos.eqb_eq. intros ((<- & <-) & H).
  pose proof (visit_sound (lstep L) _ (lnext_sound L)) as V.
  destruct (V _ _ _ _ V0 (snd x)) as (a0 & T0). destruct (V _ _ _ _ V1 (snd x)) as (a1 & T1).
  pose proof (trail_hd _ _ _ _ T1) as Ex. cbn in Ex. subst x.
  apply (labelled_lasso (lstep L) (round v u) (fun k => lstep_lift L _) f c0 a0 stem
    (p, [g], a1) l (p, g :: v) T0 T1); [|exact H].
  intro k. unfold round, lift; cbn. now rewrite <- app_assoc.
Qed.

Definition check_pds_ltl_lasso_from np (A1 : paut) L f c0 t0 t1 : bool :=
  accepts np A1 c0 && check_pds_ltl_lasso L f c0 t0 t1.
Theorem check_pds_ltl_lasso_from_sound np A1 L f c0 t0 t1 : check_pds_ltl_lasso_from np A1 L f c0 t0 t1 = true ->
  exists rho w, langP np A1 (rho 0) /\ run_of (lstep L) rho w /\ sat w 0 f.
Proof.
  intro H. apply andb_true_iff in H. destruct H as (H1 & H2). apply check_pds_ltl_lasso_sound in H2.
  destruct H2 as (rho & w & E & H2). exists rho, w. split; [rewrite E; now apply accepts_spec|exact H2].
Qed.
