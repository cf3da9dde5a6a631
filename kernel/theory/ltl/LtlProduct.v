(* No run satisfies a formula, so every run satisfies its negation: a translation certificate for the automaton, and a
   rank that shows the product of the model with the automaton empty. Labelled graphs, and labelled pushdown systems
   from a regular set of initial configurations, where the product is a pushdown system again. *)
From Coq Require Import List PArith Arith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Instance Ltl Buchi PushdownTrail BuchiPushdown BuchiInitial LabelledRun
  Translation CheckTranslation.
Import ListNotations.

(** * Graphs: a rank for each pair of a state of the graph and one of the automaton *)
Definition check_product (init : list positive) (G : lgraph) (A : buchi) (num : head_map) : bool :=
  forallb (fun s => match head_find num s (b_init A) with Some _ => true | None => false end) init &&
  forallb (fun e => let '(s, a, t) := e in
    forallb (fun b => let '(q, g, q') := b in
      descends (PS.mem q (b_acc A)) (head_find num s q) (head_find num t q') || negb (allows g a)) (b_edges A)) G.
Definition check_ltl_graph init G f A R pr num : bool := check_translation f A R pr && check_product init G A num.

Theorem check_ltl_graph_sound init G f A R pr num : check_ltl_graph init G f A R pr num = true ->
  forall rho w, In (rho 0) init -> run_of (gstep G) rho w -> ~ sat w 0 f.
Proof.
  unfold check_ltl_graph, check_product. rewrite !andb_true_iff, !forallb_forall. intros (H & H1 & H2) rho w I.
  apply (product_rank A (gstep G) f R pr (fun s q => ranked (head_find num s q)) (fun s q => rank_of (head_find num s q)) H).
  - intros s a t q q' C S (g & Ig & Ag). specialize (H2 _ S). cbn beta iota in H2. rewrite forallb_forall in H2.
    specialize (H2 _ Ig). cbn beta iota in H2. rewrite Ag, orb_false_r in H2.
    destruct (descends_spec _ _ _ H2 C) as (C' & L & F). split; [assumption|]. split; [assumption|].
    intro Fq. apply F. now apply PS.mem_spec.
  - specialize (H1 _ I). unfold ranked. destruct (head_find num (rho 0) (b_init A)); [eauto|discriminate].
Qed.
Corollary check_ltl_graph_property init G f A R pr num : check_ltl_graph init G (neg f) A R pr num = true ->
  forall rho w, In (rho 0) init -> run_of (gstep G) rho w -> ~ ~ sat w 0 f.
Proof. intros H rho w I S. apply property_holds. exact (check_ltl_graph_sound _ _ _ _ _ _ _ H rho w I S). Qed.

(** * Pushdown systems *)
Open Scope positive_scope.
(* the pair of location p <= np and state q, numbered 1..np, np+1..2np, ... *)
Definition pair_loc (np p q : positive) : positive := p + np * q - np.
Lemma pair_loc_le np nq p q : p <= np -> q <= nq -> pair_loc np p q <= np * nq.
Proof.
  intros Hp Hq. assert (E : pair_loc np p q + np = p + np * q) by (apply Pos.sub_add; nia). nia.
Qed.

Definition product_rules (np : positive) (L : lrules) (A : buchi) : list rule :=
  flat_map (fun ra => let r := fst ra in
    flat_map (fun e => let '(q, g, q') := e in
      if allows g (snd ra) then [Rule (pair_loc np (r_p r) q) (r_g r) (pair_loc np (r_q r) q') (r_op r)] else [])
      (b_edges A)) L.
Definition product_acc (np : positive) (A : buchi) : PS.t :=
  buildset (flat_map (fun q => map (fun p => pair_loc np p q) (syms np)) (PS.elements (b_acc A))).
(* the initial set, in state q0; the states of the automaton that reads stacks are moved out of the way *)
Definition product_initial (np nq q0 : positive) (A1 : paut) : paut :=
  let n := np * nq in
  PAut (flat_map (fun t => let '(s, g, q) := t in
          (s + n, g, q + n) :: if ctlb np s then [(pair_loc np s q0, g, q + n)] else []) (tr A1))
       (map (fun q => q + n) (fin A1) ++ map (fun p => pair_loc np p q0) (filter (ctlb np) (fin A1))).

Lemma product_initial_lang np nq q0 A1 p w : q0 <= nq -> langP np A1 (p, w) ->
  langP (np * nq) (product_initial np nq q0 A1) (pair_loc np p q0, w).
Proof.
  intros Hq (Cp & f & Ff & P). cbn [fst snd] in *. pose proof Cp as Lp. apply Pos.leb_le in Lp. split; cbn [fst snd].
  - apply Pos.leb_le. now apply pair_loc_le.
  - set (n := np * nq). assert (Inner : forall s w q, path (fun t => In t (tr A1)) s w q ->
      path (fun t => In t (tr (product_initial np nq q0 A1))) (s + n) w (q + n)).
    { induction 1 as [s|s g t v u Ht _ IH]; [constructor|]. econstructor; [|exact IH].
      cbn [product_initial tr]. apply in_flat_map. exists (s, g, t). split; [assumption|]. left. reflexivity. }
    inversion P as [s E1 E2|s g t v u Ht P' E1 E2]; subst.
    + exists (pair_loc np f q0). split; [|constructor]. cbn [product_initial fin]. apply in_app_iff. right.
      apply (in_map (fun p => pair_loc np p q0)). apply filter_In. auto.
    + exists (f + n). split; [cbn [product_initial fin]; apply in_app_iff; left; now apply (in_map (fun q => q + n))|].
      econstructor; [|exact (Inner _ _ _ P')]. cbn [product_initial tr]. apply in_flat_map. exists (p, g, t).
      split; [assumption|]. right. unfold ctl in Cp. rewrite Cp. now left.
Qed.
Close Scope positive_scope.

Definition locs_in (np : positive) (L : lrules) : bool := forallb (fun ra => Pos.leb (r_p (fst ra)) np) L.

Lemma product_rules_fair np L A c q : locs_in np L = true -> fair (pairs_step A (lstep L)) (pairs_final A) (c, q) ->
  fair (step (product_rules np L A)) (accl (fun x => PS.mem x (product_acc np A))) (pair_loc np (fst c) q, snd c).
Proof.
  intro HL. unfold locs_in in HL. rewrite forallb_forall in HL.
  apply (fair_map _ _ _ _ (fun s t => t = (pair_loc np (fst (fst s)) (snd s), snd (fst s)))); [|reflexivity].
  intros [d m] [d' m'] s' -> (a & (r & I & w & E & E') & g & Ig & Ag). cbn [fst snd] in *. subst d d'. cbn [fst snd].
  exists (pair_loc np (r_q r) m', lbl (r_op r) ++ w). split; [|split; [reflexivity|]].
  - apply (step_intro _ (Rule (pair_loc np (r_p r) m) (r_g r) (pair_loc np (r_q r) m') (r_op r))).
    apply in_flat_map. exists (r, a). split; [assumption|]. apply in_flat_map. exists (m, g, m').
    split; [assumption|]. cbn [snd fst]. rewrite Ag. now left.
  - unfold pairs_final, b_final, accl; cbn [fst snd]. intro F. apply PS.mem_spec, buildset_spec, in_flat_map.
    exists m. split; [now apply ps_elements|]. apply (in_map (fun p => pair_loc np p m)).
    apply syms_spec. specialize (HL _ I). now apply Pos.leb_le in HL.
Qed.

(* np, nq: the locations are 1..np, the states of the automaton 1..nq *)
Definition check_pds_ltl np nq (L : lrules) (A1 : paut) f A R pr SM SMA N Rp : bool :=
  Pos.leb (b_init A) nq && locs_in np L && check_translation f A R pr &&
  (let acc := product_acc np A in
   check_pds_buchi_from (np * nq)%positive (product_rules np L A) (product_initial np nq (b_init A) A1)
     (fun x => PS.mem x acc) SM SMA N Rp).

Theorem check_pds_ltl_sound np nq L A1 f A R pr SM SMA N Rp :
  check_pds_ltl np nq L A1 f A R pr SM SMA N Rp = true ->
  forall rho w, langP np A1 (rho 0) -> run_of (lstep L) rho w -> ~ sat w 0 f.
Proof.
  unfold check_pds_ltl. rewrite !andb_true_iff, Pos.leb_le. intros (((Hq & HL) & H) & HB) rho w I S.
  apply (product_sound A (lstep L) f R pr (rho 0) H) with (rho := rho); [|reflexivity|exact S].
  intro F. apply (product_rules_fair np _ _ _ _ HL) in F. revert F. apply (check_pds_buchi_from_sound _ _ _ _ _ _ _ _ HB).
  destruct (rho 0) as [p v]. now apply product_initial_lang.
Qed.
Corollary check_pds_ltl_property np nq L A1 f A R pr SM SMA N Rp :
  check_pds_ltl np nq L A1 (neg f) A R pr SM SMA N Rp = true ->
  forall rho w, langP np A1 (rho 0) -> run_of (lstep L) rho w -> ~ ~ sat w 0 f.
Proof. intros H rho w I S. apply property_holds. exact (check_pds_ltl_sound _ _ _ _ _ _ _ _ _ _ _ _ H rho w I S). Qed.
