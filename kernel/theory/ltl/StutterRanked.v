(* Stuttering rules where they matter: a system of np locations and ns symbols may have np * ns heads without a rule, but
   only those with a rank are looked at by the checkers. So it is enough to add the repeating rules of the ranked heads:
   what is accepted with these is accepted with all. *)
From Coq Require Import List PArith NArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Instance Ltl Buchi BuchiPushdown BuchiInitial LabelledRun
  Translation CheckTranslation LtlProduct Stutter PushdownStutter.
Import ListNotations.

Definition ranked_heads (N : head_map) : list (positive * positive) :=
  flat_map (fun pm => map (fun gn => (fst pm, fst gn)) (PM.elements (snd pm))) (PM.elements N).
Lemma ranked_heads_spec N p g : ranked (head_find N p g) -> In (p, g) (ranked_heads N).
Proof.
  unfold head_find. intros (n & H). destruct (PM.find p N) as [m|] eqn:E; [|discriminate].
  apply in_flat_map. exists (p, m). split; [now apply PM.elements_correct|].
  apply in_map_iff. exists (g, n). split; [reflexivity|now apply PM.elements_correct].
Qed.
Lemma unranked_rule acc SM SMA N r : ~ ranked (head_find N (r_p r) (r_g r)) -> rule_ranks acc SM SMA N r = true.
Proof. intro H. unfold rule_ranks. destruct (head_find N (r_p r) (r_g r)); [exfalso; apply H; eexists; reflexivity|reflexivity]. Qed.
Lemma ranked_dec N p g : ranked (head_find N p g) \/ ~ ranked (head_find N p g).
Proof. destruct (head_find N p g); [left; eexists; reflexivity|right; intros (n & H); discriminate]. Qed.

Lemma head_loops_incl hs hs' D h : In (loop h) (head_loops hs D) -> In h hs' -> In (loop h) (head_loops hs' D).
Proof.
  unfold head_loops. cbv zeta. intros I I'. apply in_map_iff in I. destruct I as (h' & E & I).
  assert (h' = h) by (destruct h', h; unfold loop in E; cbn in E; congruence). subst.
  apply filter_In in I. apply in_map. apply filter_In. tauto.
Qed.
Lemma loops_cases np ns D r : In r (loops np ns D) ->
  In r (bottom_loops np ns) \/
  exists h, r = loop h /\ (fst h <= np)%positive /\ In (loop h) (head_loops (list_prod (syms np) (syms ns)) D).
Proof.
  intro I. apply in_app_iff in I. destruct I as [I|I]; [right|now left].
  pose proof I as J. apply in_map_iff in J. destruct J as ([p g] & <- & J). apply filter_In in J. destruct J as (J & _).
  apply in_prod_iff in J. destruct J as (J & _). apply syms_spec in J. exists (p, g). auto.
Qed.

(** * Acceptance *)
Definition ranked_rules np ns (N : head_map) (D : list rule) : list rule :=
  D ++ head_loops (ranked_heads N) D ++ bottom_loops np ns.

Theorem ranked_rules_enough np ns D A1 acc SM SMA N R :
  check_pds_buchi_from np (ranked_rules np ns N D) A1 acc SM SMA N R = true ->
  check_pds_buchi_from np (stutter_rules np ns D) A1 acc SM SMA N R = true.
Proof.
  unfold check_pds_buchi_from. rewrite !andb_true_iff. intros ((H & H1) & H2). split; [|assumption]. split; [|assumption].
  rewrite forallb_forall in *. intros r I. apply in_app_iff in I. destruct I as [I|I]; [apply H, in_app_iff; auto|].
  destruct (loops_cases _ _ _ _ I) as [J|(h & -> & _ & J)]; [apply H; unfold ranked_rules; rewrite !in_app_iff; auto|].
  destruct (ranked_dec N (fst h) (snd h)) as [K|K]; [|now apply unranked_rule].
  apply H. unfold ranked_rules. rewrite !in_app_iff. right. left. eapply head_loops_incl; [exact J|].
  apply ranked_heads_spec in K. now destruct h.
Qed.

(** * Formulas: the location of a pair *)
Definition loc_of (np x : positive) : positive := N.succ_pos (N.modulo (Pos.pred_N x) (Npos np)).
Lemma loc_of_pair np p q : (p <= np)%positive -> loc_of np (pair_loc np p q) = p.
Proof.
  intro L. assert (E : (pair_loc np p q + np = p + np * q)%positive) by (apply Pos.sub_add; nia).
  assert (X : (N.pos (pair_loc np p q) + N.pos np = N.pos p + N.pos np * N.pos q)%N) by exact (f_equal N.pos E).
  unfold loc_of. rewrite N.pos_pred_spec.
  replace (N.pred (N.pos (pair_loc np p q))) with (N.pred (N.pos p) + N.pred (N.pos q) * N.pos np)%N.
  - rewrite N.mod_add, N.mod_small by lia.
    assert (Y : N.pos (N.succ_pos (N.pred (N.pos p))) = N.pos p) by (rewrite N.succ_pos_spec; lia). congruence.
  - rewrite N.mul_comm. nia.
Qed.

Definition ranked_lrules np ns idle (N : head_map) (L : lrules) : lrules :=
  L ++ map (idle_rule ns idle) (head_loops (map (fun h => (loc_of np (fst h), snd h)) (ranked_heads N)) (map fst L)
                                ++ bottom_loops np ns).

Theorem ranked_lrules_enough np ns nq idle L A1 f A R pr SM SMA N Rp :
  check_pds_ltl np nq (ranked_lrules np ns idle N L) A1 f A R pr SM SMA N Rp = true ->
  check_pds_ltl np nq (stutter_lrules np ns idle L) A1 f A R pr SM SMA N Rp = true.
Proof.
  unfold check_pds_ltl, check_pds_buchi_from, locs_in. cbv zeta. rewrite !andb_true_iff.
  intros (((Hq & HL) & HT) & (H & H1) & H2). repeat (split; try assumption); rewrite forallb_forall in *.
  - intros [r a] I. apply in_app_iff in I. destruct I as [I|I]; [apply HL, in_app_iff; auto|].
    apply in_map_iff in I. destruct I as (r' & E & I). inversion E; subst r' a. apply Pos.leb_le. cbn.
    destruct (loops_cases _ _ _ _ I) as [J|(h & -> & Lh & _)]; [|exact Lh].
    apply in_map_iff in J. destruct J as (p & <- & J). now apply syms_spec in J.
  - intros x I. apply in_flat_map in I. destruct I as ([r a] & I & Ix).
    assert (Small : In (r, a) (ranked_lrules np ns idle N L) -> rule_ranks (fun x => PS.mem x (product_acc np A)) SM SMA N x = true).
    { intro J. apply H. apply in_flat_map. exists (r, a). auto. }
    apply in_app_iff in I. destruct I as [I|I]; [apply Small, in_app_iff; auto|].
    apply in_map_iff in I. destruct I as (r' & E & I). inversion E; subst r'; clear E.
    destruct (loops_cases _ _ _ _ I) as [J|(h & -> & Lh & J)].
    { apply Small, in_app_iff. right. subst a. apply (in_map (idle_rule ns idle)), in_app_iff. auto. }
    cbv zeta in Ix. apply in_flat_map in Ix. destruct Ix as ([[q g] q'] & Iq & Ix).
    destruct (allows g _); [|destruct Ix]. destruct Ix as [<-|[]].
    destruct (ranked_dec N (pair_loc np (fst h) q) (snd h)) as [K|K]; [|now apply unranked_rule].
    apply Small, in_app_iff. right. subst a. apply (in_map (idle_rule ns idle)), in_app_iff. left.
    eapply head_loops_incl; [exact J|]. apply ranked_heads_spec in K. apply in_map_iff.
    exists (pair_loc np (fst h) q, snd h). split; [|assumption]. cbn. rewrite loc_of_pair by assumption. now destruct h.
Qed.

(** * What these checks prove *)
Corollary ranked_pds_buchi_sound np ns D A1 acc SM SMA N R : stutter_ok np ns D A1 = true ->
  check_pds_buchi_from np (ranked_rules np ns N D) (bottomed_set np ns A1) acc SM SMA N R = true ->
  forall rho, langP np A1 (rho 0) -> maximal_run (step D) rho -> ~ accepting (PushdownTrail.accl acc) rho.
Proof. intros K H. exact (stutter_pds_buchi_sound _ _ _ _ _ _ _ _ _ K (ranked_rules_enough _ _ _ _ _ _ _ _ _ H)). Qed.
Corollary ranked_pds_ltl_sound np ns nq idle L A1 f A R pr SM SMA N Rp : stutter_ok np ns (map fst L) A1 = true ->
  check_pds_ltl np nq (ranked_lrules np ns idle N L) (bottomed_set np ns A1) f A R pr SM SMA N Rp = true ->
  forall rho w, langP np A1 (rho 0) -> maximal (lstep L) (conf_letter idle) rho w -> ~ sat w 0 f.
Proof.
  intros K H. exact (stutter_pds_ltl_sound _ _ _ _ _ _ _ _ _ _ _ _ _ _ K (ranked_lrules_enough _ _ _ _ _ _ _ _ _ _ _ _ _ _ H)).
Qed.
