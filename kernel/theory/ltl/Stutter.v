(* Runs are infinite: a maximal finite run is continued by repeating its last state. As a relation: each state without a
   successor is its own successor; a stuttering step carries the letter of the state alone, of no action.
   The runs of this relation are the infinite runs and the maximal finite runs so continued; on explicit graphs
   self-loops on the states without edges express it, so the checkers for graphs prove facts about all maximal runs. *)
From Coq Require Import List PArith Arith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Automaton Ltl Buchi Lasso LabelledRun LassoLtl Translation CheckTranslation LtlProduct.
Import ListNotations.

Section Labelled.
Context {St L : Type} (step : St -> L -> St -> Prop) (idle : St -> L).
Definition deadlock (s : St) : Prop := forall a t, ~ step s a t.
Definition stutter (s : St) (a : L) (t : St) : Prop := step s a t \/ deadlock s /\ a = idle s /\ t = s.

(* the first n steps, then nothing but the last state *)
Definition stops (rho : nat -> St) (w : nat -> L) (n : nat) : Prop :=
  (forall i, i < n -> step (rho i) (w i) (rho (S i))) /\ deadlock (rho n) /\
  forall i, n <= i -> rho i = rho n /\ w i = idle (rho n).
Definition maximal (rho : nat -> St) (w : nat -> L) : Prop :=
  (forall i, step (rho i) (w i) (rho (S i))) \/ exists n, stops rho w n.

Theorem maximal_stutters rho w : maximal rho w -> forall i, stutter (rho i) (w i) (rho (S i)).
Proof.
  intros [H|(n & H & Dl & C)] i; [left; apply H|]. destruct (Nat.lt_ge_cases i n) as [Lt|Le]; [left; auto|right].
  destruct (C i Le) as (E1 & E2). destruct (C (S i) ltac:(lia)) as (E3 & _). rewrite E1, E2, E3. auto.
Qed.

(* up to any position a stuttering run steps, or it has stopped before *)
Theorem stutters_prefix rho w : (forall i, stutter (rho i) (w i) (rho (S i))) -> forall n,
  (forall i, i < n -> step (rho i) (w i) (rho (S i))) \/ exists m, m < n /\ stops rho w m.
Proof.
  intros H n. induction n as [|n [IH|(m & L1 & S)]].
  - left. intros; lia.
  - destruct (H n) as [S|(Dl & E1 & E2)].
    + left. intros i Li. destruct (Nat.eq_dec i n) as [->|]; [assumption|]. apply IH; lia.
    + right. exists n. split; [lia|]. split; [assumption|]. split; [assumption|].
      intros i Li. induction Li as [|i Li (E3 & E4)]; [auto|].
      assert (E5 : rho (S i) = rho n).
      { destruct (H i) as [S|(_ & _ & E)]; [|congruence]. rewrite E3 in S. now apply Dl in S. }
      split; [assumption|]. destruct (H (S i)) as [S|(_ & E & _)]; [|congruence]. rewrite E5 in S. now apply Dl in S.
  - right. exists m. split; [lia|assumption].
Qed.
Theorem stutters_maximal rho w : (forall i, stutter (rho i) (w i) (rho (S i))) -> ~ ~ maximal rho w.
Proof.
  intros H K. apply K. left. intro i. destruct (stutters_prefix rho w H (S i)) as [S|(m & _ & S)]; [apply S; lia|].
  exfalso. apply K. right. eauto.
Qed.
End Labelled.

(* without letters *)
Section Plain.
Context {St : Type} (E : St -> St -> Prop).
Definition stutters (s t : St) : Prop := E s t \/ (forall u, ~ E s u) /\ t = s.
Definition maximal_run (rho : nat -> St) : Prop :=
  is_run E rho \/ exists n, (forall i, i < n -> E (rho i) (rho (S i))) /\ (forall u, ~ E (rho n) u) /\
                            forall i, n <= i -> rho i = rho n.

Let step s (_ : unit) t := E s t.
Lemma stutters_stutter s t : stutters s t <-> stutter step (fun _ => tt) s tt t.
Proof. unfold stutters, stutter, deadlock, step. split; (intros [H|H]; [now left|right]); intuition eauto. Qed.
Lemma maximal_run_maximal rho : maximal_run rho <-> maximal step (fun _ => tt) rho (fun _ => tt).
Proof.
  unfold maximal_run, maximal, is_run, stops, deadlock, step.
  split; (intros [H|(n & H1 & H2 & H3)]; [now left|right; exists n]);
    (split; [assumption|]); (split; [first [exact (fun _ => H2) | exact (H2 tt)]|]).
  - intros i Li. now rewrite (H3 i Li).
  - intros i Li. now apply H3.
Qed.
Theorem stutter_runs rho : (maximal_run rho -> is_run stutters rho) /\ (is_run stutters rho -> ~ ~ maximal_run rho).
Proof.
  rewrite maximal_run_maximal. split; intro H.
  - intro i. apply stutters_stutter. exact (maximal_stutters _ _ _ _ H i).
  - apply stutters_maximal. intro i. now apply stutters_stutter.
Qed.
End Plain.

(* letters of states alone *)
Section States.
Context {St : Type} (step : St -> letter -> St -> Prop) (E : St -> St -> Prop) (lab : St -> letter).
Hypothesis only : states_only step E lab.
Lemma deadlock_only s : deadlock step s <-> forall t, ~ E s t.
Proof.
  split; [intros H t e; apply (H (lab s) t); now apply only|]. intros H a t S. apply only in S. exact (H t (proj1 S)).
Qed.
Lemma maximal_only rho : maximal_run E rho -> maximal step lab rho (fun i => lab (rho i)).
Proof.
  intros [H|(n & H1 & H2 & H3)]; [left; intro i; apply only; auto|right; exists n].
  split; [intros i Li; apply only; auto|]. split; [now apply deadlock_only|]. intros i Li. now rewrite (H3 i Li).
Qed.
Lemma stutter_only rho w : run_of (stutter step lab) rho w -> is_run (stutters E) rho /\ forall i, w i = lab (rho i).
Proof.
  intro R. split; intro i; destruct (R i) as [S|(N & Ea & Et)]; try assumption.
  - left. apply only in S. apply S.
  - right. split; [now apply deadlock_only|assumption].
  - apply only in S. apply S.
Qed.
End States.

(** * Explicit graphs *)
Definition reached (init : list positive) (edges : list edge) (s : positive) : Prop :=
  In s init \/ exists r, In (r, s) edges.
Definition ends (init : list positive) (edges : list edge) : list positive :=
  let out := buildset (map fst edges) in filter (fun s => negb (PS.mem s out)) (init ++ map snd edges).
Lemma ends_spec init edges s : In s (ends init edges) <-> reached init edges s /\ forall t, ~ In (s, t) edges.
Proof.
  unfold ends, reached. cbv zeta. rewrite filter_In, in_app_iff, negb_true_iff, <- not_true_iff_false, PS.mem_spec, buildset_spec.
  assert (M : forall (p : edge -> positive) x, In x (map p edges) <-> exists e, In e edges /\ p e = x).
  { intros p x. rewrite in_map_iff. split; intros (e & H); exists e; tauto. }
  rewrite !M. split.
  - intros ([H|([r s'] & I & <-)] & N); (split; [cbn; eauto|]); intros t I'; apply N; exists (s, t) || exists (s', t); auto.
  - intros ([H|(r & I)] & N); (split; [|intros ([s' t] & I' & E); cbn in E; subst; exact (N t I')]); [now left|].
    right. exists (r, s). auto.
Qed.

Definition stutter_edges (init : list positive) (edges : list edge) : list edge :=
  edges ++ map (fun s => (s, s)) (ends init edges).
Lemma stutter_edges_spec init edges s t : reached init edges s ->
  (In (s, t) (stutter_edges init edges) <-> stutters (fun s t => In (s, t) edges) s t).
Proof.
  intro Rs. unfold stutter_edges, stutters. rewrite in_app_iff, in_map_iff. setoid_rewrite ends_spec. split.
  - intros [H|(x & E & _ & N)]; [now left|right]. inversion E; subst. auto.
  - intros [H|(N & ->)]; [now left|right]. exists s. auto.
Qed.
Lemma reached_step init edges s t : reached init edges s -> stutters (fun s t => In (s, t) edges) s t ->
  reached init edges t.
Proof. intros Rs [H|(_ & ->)]; [right; eauto|assumption]. Qed.

Theorem stutter_edges_runs init edges rho : In (rho 0) init ->
  (is_run (fun s t => In (s, t) (stutter_edges init edges)) rho <-> is_run (stutters (fun s t => In (s, t) edges)) rho).
Proof.
  intro I. split; intros H i.
  - assert (R : reached init edges (rho i)); [|now apply (stutter_edges_spec init edges)].
    induction i as [|i IH]; [now left|]. apply reached_step with (s := rho i); [assumption|]. now apply (stutter_edges_spec init edges).
  - assert (R : reached init edges (rho i)); [|now apply stutter_edges_spec].
    induction i as [|i IH]; [now left|]. now apply reached_step with (s := rho i).
Qed.

Theorem stutter_buchi_sound init edges acc num : check_buchi init (stutter_edges init edges) acc num = true ->
  forall rho, In (rho 0) init -> maximal_run (fun s t => In (s, t) edges) rho -> ~ accepting (fun s => PS.In s acc) rho.
Proof.
  intros H rho I M. apply (check_buchi_runs _ _ _ _ H rho I). apply stutter_edges_runs; [assumption|]. now apply stutter_runs.
Qed.
Theorem stutter_lasso_sound init edges acc stem loop :
  check_lasso init (stutter_edges init edges) acc stem loop = true ->
  exists rho, In (rho 0) init /\ is_run (stutters (fun s t => In (s, t) edges)) rho /\ accepting (fun s => PS.In s acc) rho.
Proof.
  intro H. apply check_lasso_sound in H. destruct H as (rho & I & R & A). exists rho. split; [assumption|].
  split; [|assumption]. now apply (stutter_edges_runs init).
Qed.

(** * Labelled graphs: idle s is the letter of state s when nothing happens *)
Definition unlabelled (G : lgraph) : list edge := map (fun e => let '(s, _, t) := e in (s, t)) G.
Definition stutter_graph (init : list positive) (idle : positive -> letter) (G : lgraph) : lgraph :=
  G ++ map (fun s => (s, idle s, s)) (ends init (unlabelled G)).
Lemma in_unlabelled G s t : In (s, t) (unlabelled G) <-> exists a, gstep G s a t.
Proof.
  unfold unlabelled, gstep. rewrite in_map_iff. split.
  - intros ([[s' a] t'] & E & I). inversion E; subst. eauto.
  - intros (a & I). exists (s, a, t). auto.
Qed.
Lemma stutter_graph_spec init idle G s a t : reached init (unlabelled G) s ->
  (gstep (stutter_graph init idle G) s a t <-> stutter (gstep G) idle s a t).
Proof.
  intro Rs. unfold stutter_graph, stutter, gstep at 1, deadlock. rewrite in_app_iff, in_map_iff.
  setoid_rewrite ends_spec. setoid_rewrite in_unlabelled. split.
  - intros [H|(x & E & _ & N)]; [now left|right]. inversion E; subst. split; [|auto]. intros b u S. apply (N u). eauto.
  - intros [H|(N & -> & ->)]; [now left|right]. exists s. split; [reflexivity|]. split; [assumption|].
    intros u (b & S). exact (N b u S).
Qed.
Lemma reached_gstep init idle G s a t : reached init (unlabelled G) s -> stutter (gstep G) idle s a t ->
  reached init (unlabelled G) t.
Proof. intros Rs [H|(_ & _ & ->)]; [right; exists s; apply in_unlabelled; eauto|assumption]. Qed.

Theorem stutter_graph_runs init idle G rho w : In (rho 0) init ->
  (run_of (gstep (stutter_graph init idle G)) rho w <-> run_of (stutter (gstep G) idle) rho w).
Proof.
  intro I. split; intros H i.
  - assert (R : reached init (unlabelled G) (rho i)); [|now apply (stutter_graph_spec init)].
    induction i as [|i IH]; [now left|]. eapply reached_gstep; [exact IH|]. now apply (stutter_graph_spec init idle G).
  - assert (R : reached init (unlabelled G) (rho i)); [|now apply stutter_graph_spec].
    induction i as [|i IH]; [now left|]. eapply reached_gstep; [exact IH|]. apply H.
Qed.

Theorem stutter_ltl_graph_sound init idle G f A R pr num :
  check_ltl_graph init (stutter_graph init idle G) f A R pr num = true ->
  forall rho w, In (rho 0) init -> maximal (gstep G) idle rho w -> ~ sat w 0 f.
Proof.
  intros H rho w I M. apply (check_ltl_graph_sound _ _ _ _ _ _ _ H rho w I).
  apply stutter_graph_runs; [assumption|]. intro i. now apply maximal_stutters.
Qed.
Theorem stutter_ltl_lasso_sound init idle G f s0 t0 t1 :
  check_ltl_lasso init (stutter_graph init idle G) f s0 t0 t1 = true ->
  exists rho w, In (rho 0) init /\ run_of (stutter (gstep G) idle) rho w /\ sat w 0 f.
Proof.
  intro H. apply check_ltl_lasso_sound in H. destruct H as (rho & w & I & R & S). exists rho, w.
  split; [assumption|]. split; [|assumption]. now apply (stutter_graph_runs init).
Qed.

(* letters of states alone *)
Corollary stutter_ltl_states_sound init lab edges f A R pr num :
  check_ltl_graph init (stutter_graph init lab (state_letters lab edges)) f A R pr num = true ->
  forall rho, In (rho 0) init -> maximal_run (fun s t => In (s, t) edges) rho -> ~ sat (fun i => lab (rho i)) 0 f.
Proof.
  intros H rho I M. apply (stutter_ltl_graph_sound _ _ _ _ _ _ _ _ H rho _ I).
  exact (maximal_only _ _ _ (state_letters_only lab edges) rho M).
Qed.
Corollary stutter_ltl_states_lasso_sound init lab edges f s0 t0 t1 :
  check_ltl_lasso init (stutter_graph init lab (state_letters lab edges)) f s0 t0 t1 = true ->
  exists rho, In (rho 0) init /\ is_run (stutters (fun s t => In (s, t) edges)) rho /\ sat (fun i => lab (rho i)) 0 f.
Proof.
  intro H. apply stutter_ltl_lasso_sound in H. destruct H as (rho & w & I & R & S).
  apply (stutter_only _ _ _ (state_letters_only lab edges)) in R. destruct R as (R & E). exists rho.
  split; [assumption|]. split; [assumption|]. exact (sat_ext _ _ f E 0 S).
Qed.
