(* Stuttering on pushdown systems, by rules: a bottom symbol below every stack, so that no stack is ever empty, a rule
   that repeats each head without a rule, and one that repeats the bottom in each location. Locations are 1..np, symbols
   1..ns, the bottom ns+1. The runs of the new rules from (p, w bottom) are exactly the stuttering runs from (p, w), so
   the checkers for pushdown systems prove facts about all maximal runs. *)
From Coq Require Import List PArith Arith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Instance Ltl Buchi PushdownTrail BuchiPushdown BuchiInitial
  Lasso LabelledRun PushdownLasso LassoLtl Translation CheckTranslation LtlProduct Stutter.
Import ListNotations.

Section Bottom.
Variables np ns : positive.
Definition bottom : positive := Pos.succ ns.
Definition bottomed (c : conf) : conf := lift [bottom] c.

Definition loop (h : positive * positive) : rule := Rule (fst h) (snd h) (fst h) (Swap (snd h)).
(* those of the heads hs that no rule of D starts from *)
Definition head_loops (hs : list (positive * positive)) (D : list rule) : list rule :=
  let M := build (map (fun r => (r_p r, r_g r, xH)) D) in
  map loop (filter (fun h => negb (tmem (fst h, snd h, xH) M)) hs).
Definition bottom_loops : list rule := map (fun p => loop (p, bottom)) (syms np).
Definition loops (D : list rule) : list rule := head_loops (list_prod (syms np) (syms ns)) D ++ bottom_loops.

(* rules and configurations within the numbers *)
Definition sym_in (g : positive) : bool := Pos.leb g ns.
Definition rule_in (r : rule) : bool := Pos.leb (r_q r) np && sym_in (r_g r) && forallb sym_in (lbl (r_op r)).
Definition conf_in (c : conf) : bool := Pos.leb (fst c) np && forallb sym_in (snd c).

Lemma fires_in r c c' : rule_in r = true -> fires r c c' -> conf_in c = true -> conf_in c' = true.
Proof.
  unfold rule_in, conf_in. intros Hr (w & -> & ->). cbn. rewrite forallb_app, !andb_true_iff in *. tauto.
Qed.

(* a rule that does not read the bottom does the same below and above it *)
Lemma fires_bottomed r c d : rule_in r = true -> fires r (bottomed c) d -> exists c', d = bottomed c' /\ fires r c c'.
Proof.
  unfold rule_in, sym_in. rewrite !andb_true_iff, !Pos.leb_le. intros ((_ & Hg) & _) (w & E & ->).
  destruct c as [p [|g v]]; unfold bottomed, lift in E; cbn in E; inversion E; subst.
  - exfalso. unfold bottom in *. lia.
  - exists (r_q r, lbl (r_op r) ++ v). split; [unfold bottomed, lift; cbn; now rewrite app_assoc|exists v; auto].
Qed.

Lemma no_head_deadlock D p g w : (forall r, In r D -> r_p r = p -> r_g r = g -> False) -> forall c, ~ step D (p, g :: w) c.
Proof. intros H c S. apply step_inv in S. destruct S as (r & v & I & E & _). inversion E; subst. eauto. Qed.

Section Rules.
Variable D : list rule.
Hypothesis range : forallb rule_in D = true.

Lemma loops_fire r c d : In r (loops D) -> conf_in c = true -> fires r (bottomed c) d ->
  d = bottomed c /\ (forall c', ~ step D c c') /\
  r_p r = fst c /\ r_g r = match snd c with [] => bottom | g :: _ => g end.
Proof.
  unfold conf_in, sym_in. rewrite andb_true_iff. intros I (_ & C) (w & E & ->).
  destruct c as [p v]. unfold bottomed, lift in *. cbn [fst snd] in *.
  apply in_app_iff in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as (x & <- & I).
  - destruct x as [p' g]. cbn [loop r_p r_g r_q r_op lbl fst snd app] in *. apply filter_In in I. destruct I as (I & N).
    apply in_prod_iff in I. destruct I as (_ & Ig). apply syms_spec in Ig.
    destruct v as [|g' v]; cbn [app] in E; inversion E; subst; [unfold bottom in Ig; lia|].
    split; [reflexivity|]. split; [|auto]. apply no_head_deadlock. intros r Ir E1 E2. cbn [fst snd] in N.
    apply negb_true_iff in N. rewrite <- not_true_iff_false in N. apply N. apply build_spec. apply in_map_iff.
    exists r. split; [congruence|assumption].
  - cbn [loop r_p r_g r_q r_op lbl fst snd app] in *. destruct v as [|g' v]; cbn [app] in E; inversion E; subst.
    + split; [reflexivity|]. split; [|auto]. intros c' S. inversion S.
    + exfalso. cbn in C. apply andb_true_iff in C. destruct C as (C & _). apply Pos.leb_le in C. unfold bottom in C. lia.
Qed.
Lemma loops_complete c : conf_in c = true -> (forall c', ~ step D c c') ->
  exists r, In r (loops D) /\ fires r (bottomed c) (bottomed c).
Proof.
  unfold conf_in, sym_in. destruct c as [p [|g w]]; cbn [fst snd forallb]; rewrite ?andb_true_iff, ?Pos.leb_le; intros C N.
  - exists (loop (p, bottom)). split; [|exists []; auto]. apply in_app_iff. right.
    apply (in_map (fun p => loop (p, bottom))). now apply syms_spec.
  - exists (loop (p, g)). split; [|exists (w ++ [bottom]); auto]. apply in_app_iff. left. apply in_map. apply filter_In.
    split; [apply in_prod_iff; rewrite !syms_spec; tauto|]. cbn [fst snd]. apply negb_true_iff, not_true_iff_false. intro M.
    apply build_spec, in_map_iff in M. destruct M as (r & E & I). inversion E; subst. eapply N. now constructor.
Qed.

(** * Without letters *)
Definition stutter_rules : list rule := D ++ loops D.

Lemma stutter_rules_spec c d : conf_in c = true ->
  (step stutter_rules (bottomed c) d <-> exists c', d = bottomed c' /\ stutters (step D) c c').
Proof.
  pose proof range as HR. rewrite forallb_forall in HR. intro C. unfold stutters. rewrite step_fires. split.
  - intros (r & I & F). apply in_app_iff in I. destruct I as [I|I].
    + apply fires_bottomed in F; [|auto]. destruct F as (c' & -> & F). exists c'. split; [reflexivity|].
      left. apply step_fires. eauto.
    + destruct (loops_fire r c d I C F) as (-> & N & _). exists c. auto.
  - intros (c' & -> & [S|(N & ->)]).
    + apply step_fires in S. destruct S as (r & I & F). exists r. split; [apply in_app_iff; auto|now apply fires_lift].
    + destruct (loops_complete c C N) as (r & I & F). exists r. split; [apply in_app_iff; auto|assumption].
Qed.
Lemma stutters_in c c' : conf_in c = true -> stutters (step D) c c' -> conf_in c' = true.
Proof.
  pose proof range as HR. rewrite forallb_forall in HR. intros C [S|(_ & ->)]; [|assumption].
  apply step_fires in S. destruct S as (r & I & F). eapply fires_in; eauto.
Qed.

(* reading the run of D off that of the new rules *)
Definition unbottomed (c : conf) : conf := (fst c, removelast (snd c)).
Lemma unbottomed_bottomed c : unbottomed (bottomed c) = c.
Proof. destruct c as [p w]. unfold unbottomed, bottomed, lift. cbn [fst snd]. now rewrite removelast_last. Qed.

Theorem stutter_rules_runs rho' c0 : conf_in c0 = true -> rho' 0 = bottomed c0 ->
  (is_run (step stutter_rules) rho' <->
   exists rho, rho 0 = c0 /\ is_run (stutters (step D)) rho /\ forall i, rho' i = bottomed (rho i)).
Proof.
  intros C0 E0. split.
  - intro R. exists (fun i => unbottomed (rho' i)).
    assert (G : forall i, exists c, rho' i = bottomed c /\ conf_in c = true).
    { induction i as [|i (c & E & C)]; [eauto|]. specialize (R i). rewrite E in R.
      apply stutter_rules_spec in R; [|assumption]. destruct R as (c' & E' & S). exists c'. split; [assumption|].
      now apply (stutters_in c). }
    split; [rewrite E0; apply unbottomed_bottomed|]. split.
    + intro i. destruct (G i) as (c & E & C). specialize (R i). rewrite E in R. apply stutter_rules_spec in R; [|assumption].
      destruct R as (c' & E' & S). rewrite E, E', !unbottomed_bottomed. exact S.
    + intro i. destruct (G i) as (c & E & _). now rewrite E, unbottomed_bottomed.
  - intros (rho & Er & R & E) i. rewrite !E.
    assert (C : conf_in (rho i) = true) by (induction i as [|i IH]; [now rewrite Er|exact (stutters_in _ _ IH (R i))]).
    apply stutter_rules_spec; [assumption|]. exists (rho (S i)). auto.
Qed.

Lemma stutter_rules_fair acc c : conf_in c = true -> fair (stutters (step D)) (accl acc) c ->
  fair (step stutter_rules) (accl acc) (bottomed c).
Proof.
  intro C. apply (fair_map _ _ _ _ (fun c d => conf_in c = true /\ d = bottomed c)); [|auto].
  intros x y d (Cx & ->) S. exists (bottomed y). split; [apply stutter_rules_spec; eauto|].
  split; [split; [now apply (stutters_in x)|reflexivity]|trivial].
Qed.
End Rules.

(** * With letters: idle p g is the letter of location p with g, or nothing, on top *)
Section Letters.
Variables (idle : positive -> option positive -> letter) (L : lrules).
Hypothesis range : forallb rule_in (map fst L) = true.
Definition idle_rule (r : rule) : rule * letter := (r, idle (r_p r) (if sym_in (r_g r) then Some (r_g r) else None)).
Definition stutter_lrules : lrules := L ++ map idle_rule (loops (map fst L)).

Lemma in_range r a : In (r, a) L -> rule_in r = true.
Proof. intro I. rewrite forallb_forall in range. apply range. now apply (in_map fst) in I. Qed.
Lemma deadlock_step c : (forall c', ~ step (map fst L) c c') <-> deadlock (lstep L) c.
Proof.
  split; intro H; [intros a c' S; apply (H c'); apply lstep_step; eauto|].
  intros c' S. apply lstep_step in S. destruct S as (a & S). exact (H a c' S).
Qed.
Lemma idle_loop r c : r_p r = fst c -> r_g r = match snd c with [] => bottom | g :: _ => g end -> conf_in c = true ->
  idle (r_p r) (if sym_in (r_g r) then Some (r_g r) else None) = conf_letter idle c.
Proof.
  unfold conf_letter, conf_in. destruct c as [p [|g w]]; cbn [fst snd hd_error forallb]; rewrite ?andb_true_iff; intros -> -> C.
  - assert (X : sym_in bottom = false) by (apply Pos.leb_gt; unfold bottom; lia). now rewrite X.
  - destruct C as (_ & C & _). now rewrite C.
Qed.

Lemma stutter_lrules_spec c a d : conf_in c = true ->
  (lstep stutter_lrules (bottomed c) a d <-> exists c', d = bottomed c' /\ stutter (lstep L) (conf_letter idle) c a c').
Proof.
  intro C. split.
  - intros (r & I & F). apply in_app_iff in I. destruct I as [I|I].
    + apply fires_bottomed in F; [|eapply in_range; eauto]. destruct F as (c' & -> & F). exists c'.
      split; [reflexivity|]. left. exists r. auto.
    + apply in_map_iff in I. destruct I as (r' & E & I). inversion E; subst.
      destruct (loops_fire _ r c d I C F) as (-> & N & E1 & E2). exists c. split; [reflexivity|right].
      split; [now apply deadlock_step|]. split; [now apply idle_loop|reflexivity].
  - intros (c' & -> & [(r & I & F)|(N & -> & ->)]).
    + exists r. split; [apply in_app_iff; auto|now apply fires_lift].
    + destruct (loops_complete (map fst L) c C (proj2 (deadlock_step c) N)) as (r & I & F).
      exists r. split; [|assumption]. apply in_app_iff. right.
      destruct (loops_fire _ r c _ I C F) as (_ & _ & E1 & E2). rewrite <- (idle_loop r c E1 E2 C).
      now apply (in_map idle_rule).
Qed.
Lemma stutter_in c a c' : conf_in c = true -> stutter (lstep L) (conf_letter idle) c a c' -> conf_in c' = true.
Proof.
  intros C [(r & I & F)|(_ & _ & ->)]; [|assumption]. eapply fires_in; eauto. eapply in_range; eauto.
Qed.

Theorem stutter_lrules_runs rho' w c0 : conf_in c0 = true -> rho' 0 = bottomed c0 ->
  (run_of (lstep stutter_lrules) rho' w <->
   exists rho, rho 0 = c0 /\ run_of (stutter (lstep L) (conf_letter idle)) rho w /\ forall i, rho' i = bottomed (rho i)).
Proof.
  intros C0 E0. split.
  - intro R. exists (fun i => unbottomed (rho' i)).
    assert (G : forall i, exists c, rho' i = bottomed c /\ conf_in c = true).
    { induction i as [|i (c & E & C)]; [eauto|]. specialize (R i). rewrite E in R.
      apply stutter_lrules_spec in R; [|assumption]. destruct R as (c' & E' & S). exists c'. split; [assumption|].
      exact (stutter_in _ _ _ C S). }
    split; [rewrite E0; apply unbottomed_bottomed|]. split.
    + intro i. destruct (G i) as (c & E & C). specialize (R i). rewrite E in R. apply stutter_lrules_spec in R; [|assumption].
      destruct R as (c' & E' & S). rewrite E, E', !unbottomed_bottomed. exact S.
    + intro i. destruct (G i) as (c & E & _). now rewrite E, unbottomed_bottomed.
  - intros (rho & Er & R & E) i. rewrite !E.
    assert (C : conf_in (rho i) = true) by (induction i as [|i IH]; [now rewrite Er|exact (stutter_in _ _ _ IH (R i))]).
    apply stutter_lrules_spec; [assumption|]. exists (rho (S i)). split; [reflexivity|apply R].
Qed.
End Letters.

(** * Initial sets: the bottom below every stack *)
Definition fresh_state (A : paut) : positive :=
  Pos.succ (fold_left Pos.max (map (fun t => Pos.max (fst (fst t)) (snd t)) (tr A) ++ fin A) np).
Definition bottomed_set (A : paut) : paut :=
  let f := fresh_state A in PAut (tr A ++ map (fun q => (q, bottom, f)) (fin A)) [f].
Definition set_in (A : paut) : bool := forallb (fun t => sym_in (snd (fst t))) (tr A).

Lemma bottomed_set_lang A c : langP np A c -> langP np (bottomed_set A) (bottomed c).
Proof.
  intros (C & q & F & P). split; [exact C|]. exists (fresh_state A). split; [now left|]. cbn [fst snd bottomed lift].
  apply path_app with (q := q).
  - eapply path_mono; [|exact P]. intros t I. cbn. apply in_app_iff. now left.
  - econstructor; [|constructor]. cbn. apply in_app_iff. right. apply in_map_iff. exists q. auto.
Qed.
Lemma set_in_conf A c : set_in A = true -> langP np A c -> conf_in c = true.
Proof.
  unfold set_in, conf_in. rewrite forallb_forall. intros H (C & q & _ & P). unfold ctl, ctlb in C. rewrite C. cbn.
  apply forallb_forall. clear - H P. induction P as [|s g t w u Ht _ IH]; intros x []; [|auto]. subst. exact (H _ Ht).
Qed.
End Bottom.

(** * What the checkers prove about stuttering runs *)
Definition stutter_ok np ns D A1 : bool := forallb (rule_in np ns) D && set_in ns A1.

Theorem stutter_pds_buchi_sound np ns D A1 acc SM SMA N R : stutter_ok np ns D A1 = true ->
  check_pds_buchi_from np (stutter_rules np ns D) (bottomed_set np ns A1) acc SM SMA N R = true ->
  forall rho, langP np A1 (rho 0) -> maximal_run (step D) rho -> ~ accepting (accl acc) rho.
Proof.
  intros K H rho I M A. apply andb_true_iff in K. destruct K as (K1 & K2).
  pose proof (set_in_conf _ _ _ _ K2 I) as C. apply stutter_runs in M.
  apply (check_pds_buchi_from_sound _ _ _ _ _ _ _ _ H (bottomed ns (rho 0))); [now apply bottomed_set_lang|].
  apply stutter_rules_fair; auto. now apply run_fair.
Qed.

Section Evidence.
Variables (np ns : positive) (D : list rule) (A1 : paut) (acc : positive -> bool) (c0 : conf).
Hypothesis ok : stutter_ok np ns D A1 = true.
Hypothesis initial : accepts np A1 c0 = true.

Lemma stutter_evidence :
  (exists rho, rho 0 = bottomed ns c0 /\ is_run (step (stutter_rules np ns D)) rho /\ accepting (accl acc) rho) ->
  exists rho, langP np A1 (rho 0) /\ is_run (stutters (step D)) rho /\ accepting (accl acc) rho.
Proof.
  apply andb_true_iff in ok. destruct ok as (K1 & K2). apply accepts_spec in initial.
  pose proof (set_in_conf _ _ _ _ K2 initial) as C. intros (rho' & E & R & A).
  apply (stutter_rules_runs np ns D K1 rho' c0 C E) in R. destruct R as (rho & E0 & R & E1).
  exists rho. split; [now rewrite E0|]. split; [assumption|]. intro n. destruct (A n) as (m & Lm & Am).
  exists m. split; [assumption|]. rewrite E1 in Am. exact Am.
Qed.

Theorem stutter_pds_lasso_sound t0 t1 :
  check_pds_lasso (stutter_rules np ns D) acc (bottomed ns c0) t0 t1 = true ->
  exists rho, langP np A1 (rho 0) /\ is_run (stutters (step D)) rho /\ accepting (accl acc) rho.
Proof. intro H. apply stutter_evidence. now apply check_pds_lasso_sound in H. Qed.
Theorem stutter_pds_lasso_derived_sound ents ms stem loop :
  check_pds_lasso_derived (stutter_rules np ns D) acc (bottomed ns c0) ents ms stem loop = true ->
  exists rho, langP np A1 (rho 0) /\ is_run (stutters (step D)) rho /\ accepting (accl acc) rho.
Proof. intro H. apply stutter_evidence. now apply check_pds_lasso_derived_sound in H. Qed.
End Evidence.

Theorem stutter_pds_ltl_sound np ns nq idle L A1 f A R pr SM SMA N Rp : stutter_ok np ns (map fst L) A1 = true ->
  check_pds_ltl np nq (stutter_lrules np ns idle L) (bottomed_set np ns A1) f A R pr SM SMA N Rp = true ->
  forall rho w, langP np A1 (rho 0) -> maximal (lstep L) (conf_letter idle) rho w -> ~ sat w 0 f.
Proof.
  intros K H rho w I M. apply andb_true_iff in K. destruct K as (K1 & K2).
  pose proof (set_in_conf _ _ _ _ K2 I) as C.
  apply (check_pds_ltl_sound _ _ _ _ _ _ _ _ _ _ _ _ H (fun i => bottomed ns (rho i))); [now apply bottomed_set_lang|].
  apply (stutter_lrules_runs np ns idle L K1 (fun i => bottomed ns (rho i)) w (rho 0) C eq_refl).
  exists rho. split; [reflexivity|]. split; [|reflexivity]. intro i. now apply maximal_stutters.
Qed.

Theorem stutter_pds_ltl_lasso_sound np ns idle L A1 f c0 t0 t1 : stutter_ok np ns (map fst L) A1 = true ->
  accepts np A1 c0 = true ->
  check_pds_ltl_lasso (stutter_lrules np ns idle L) f (bottomed ns c0) t0 t1 = true ->
  exists rho w, langP np A1 (rho 0) /\ run_of (stutter (lstep L) (conf_letter idle)) rho w /\ sat w 0 f.
Proof.
  intros K I H. apply andb_true_iff in K. destruct K as (K1 & K2). apply accepts_spec in I.
  pose proof (set_in_conf _ _ _ _ K2 I) as C. apply check_pds_ltl_lasso_sound in H. destruct H as (rho' & w & E & R & S).
  apply (stutter_lrules_runs np ns idle L K1 rho' w c0 C E) in R. destruct R as (rho & E0 & R & _).
  exists rho, w. split; [now rewrite E0|auto].
Qed.

(* letters of heads alone *)
Corollary stutter_pds_ltl_heads_sound np ns nq lab D A1 f A R pr SM SMA N Rp : stutter_ok np ns D A1 = true ->
  check_pds_ltl np nq (stutter_lrules np ns lab (head_letters lab D)) (bottomed_set np ns A1) f A R pr SM SMA N Rp = true ->
  forall rho, langP np A1 (rho 0) -> maximal_run (step D) rho -> ~ sat (fun i => conf_letter lab (rho i)) 0 f.
Proof.
  intros K H rho I M. rewrite <- (head_letters_rules lab D) in K.
  apply (stutter_pds_ltl_sound _ _ _ _ _ _ _ _ _ _ _ _ _ _ K H rho _ I).
  exact (maximal_only _ _ _ (head_letters_only lab D) rho M).
Qed.
Corollary stutter_pds_ltl_heads_lasso_sound np ns lab D A1 f c0 t0 t1 : stutter_ok np ns D A1 = true ->
  accepts np A1 c0 = true ->
  check_pds_ltl_lasso (stutter_lrules np ns lab (head_letters lab D)) f (bottomed ns c0) t0 t1 = true ->
  exists rho, langP np A1 (rho 0) /\ is_run (stutters (step D)) rho /\ sat (fun i => conf_letter lab (rho i)) 0 f.
Proof.
  intros K I H. rewrite <- (head_letters_rules lab D) in K.
  destruct (stutter_pds_ltl_lasso_sound _ _ _ _ _ _ _ _ _ K I H) as (rho & w & I' & R & S).
  apply (stutter_only _ _ _ (head_letters_only lab D)) in R. destruct R as (R & E). exists rho.
  split; [assumption|]. split; [assumption|]. exact (sat_ext _ _ f E 0 S).
Qed.
