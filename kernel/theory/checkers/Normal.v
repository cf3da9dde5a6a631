(* The normal form of a raw automaton: epsilon removed, labels expanded, control locations separated from the
   automaton's own states. States are tagged: xO p is control location p where reading starts, xI q the own state q.
   Only edges from control locations and from own states that can be entered count (the others read no stack). *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown Automaton Instance Trie Labels Epsilon.
Import ListNotations.

(** * The meaning *)
Inductive nedge np ns (A : raut) : trans -> Prop :=
| ne_own : forall s m l t a, estar (r_eps A) s m -> In (m, l, t) (r_tr A) -> lmatch ns l a ->
    nedge np ns A (xI s, a, xI t)
| ne_ctl : forall s m l t a, ctl np s -> estar (r_eps A) s m -> In (m, l, t) (r_tr A) -> lmatch ns l a ->
    nedge np ns A (xO s, a, xI t).
Inductive nacc np (A : raut) : positive -> Prop :=
| na_own : forall s f, estar (r_eps A) s f -> In f (r_fin A) -> nacc np A (xI s)
| na_ctl : forall s f, ctl np s -> estar (r_eps A) s f -> In f (r_fin A) -> nacc np A (xO s).

(** * Own states that a path from a control location enters *)
(* edges backwards, epsilon or not *)
Definition back_edges (A : raut) : list (positive * positive) :=
  fold_left (fun k e => (snd e, fst e) :: k) (r_eps A)
    (fold_left (fun k e => let '(m, _, t) := e in (t, m) :: k) (r_tr A) []).
Definition reach np (k : list (positive * positive)) : set :=
  explore (rev_append k k) (eps_preds k) (fold_left (fun w e => if Pos.leb (snd e) np then visit w (snd e) else w) k ([], Empty)).
Definition inreach np (W : set) (s : positive) : bool := if Pos.leb s np then true else mem s W.
Definition reach_closed np (W : set) (k : list (positive * positive)) : bool :=
  forallb (fun e => if inreach np W (snd e) then inreach np W (fst e) else true) k.
Definition enter np (W : set) (S : set) (e : positive * lset * positive) : set :=
  let '(m, l, t) := e in match l with LIn [] => S | _ => if inreach np W m then sadd t S else S end.

(** * The normal form: closure, entered and accepting states; the edges are walked over *)
Record normal := Normal { n_aut : raut; n_before : trie set; n_entered : set; n_acc : set }.
Definition tags np (S : set) (s : positive) : set :=
  let S := sadd (xI s) S in if Pos.leb s np then sadd (xO s) S else S.
Definition acc_set np (A : raut) (B : trie set) : set :=
  fold_left (fun S f => tfold (tags np) (gets f B) (tags np S f)) (r_fin A) Empty.
Definition normalise np (A : raut) : option normal :=
  let B := eps_before (r_eps A) in
  if eps_closed (r_eps A) B then
    let k := back_edges A in
    let W := reach np k in
    if reach_closed np W k then Some (Normal A B (fold_left (enter np W) (r_tr A) Empty) (acc_set np A B)) else None
  else None.

(* all edges (s, label set, t) *)
Definition btags np (f : positive -> bool) (s : positive) : bool :=
  if f (xI s) then if Pos.leb s np then f (xO s) else true else false.
Definition nall np (N : normal) (f : positive -> lset -> positive -> bool) : bool :=
  forallb (fun e => let '(m, l, t) := e in
    let g := btags np (fun s => f s l (xI t)) in
    if g m then tall g (gets m (n_before N)) else false) (r_tr (n_aut N)).
(* those from control locations and entered states *)
Definition nlive np (N : normal) (f : positive -> lset -> positive -> bool) : bool :=
  let V := n_entered N in
  nall np N (fun s l t => match s with xI q => if mem q V then f s l t else true | _ => f s l t end).

(** * Proofs: the normal form has the language of the automaton *)
Lemma normal_inner np ns A w : forall s, (exists f, nacc np A f /\ path (nedge np ns A) (xI s) w f) <->
  exists q, In q (r_fin A) /\ rpath ns A s w q.
Proof.
  induction w as [|a w IH]; intro s; setoid_rewrite path1.
  - split.
    + intros (f & F & <-). inversion F as [s' f E I|]; subst. exists f. split; [assumption|].
      eapply rpath_estar; [exact E|constructor].
    + intros (q & I & P). apply rpath_split in P. exists (xI s). split; [econstructor; eauto|reflexivity].
  - split.
    + intros (f & F & m & E & P). inversion E as [s' m' l t a' Es It Ml|]; subst.
      destruct (proj1 (IH t)) as (q & I & Q); [eauto|]. exists q. split; [assumption|].
      eapply rpath_estar; [exact Es|]. eapply rp_sym; eauto.
    + intros (q & I & P). apply rpath_split in P. destruct P as (m & l & t & Es & It & Ml & P).
      destruct (proj2 (IH t)) as (f & F & Q); [eauto|]. exists f. split; [assumption|].
      exists (xI t). split; [econstructor; eauto|assumption].
Qed.
Theorem normal_lang np ns A p w : rlang np ns A (p, w) <->
  ctl np p /\ exists f, nacc np A f /\ path (nedge np ns A) (xO p) w f.
Proof.
  unfold rlang. cbn [fst snd]. split; intros (C & H); (split; [assumption|]).
  - apply (normal_inner np) in H. destruct H as (f & F & P). apply path1 in P. destruct w as [|a w].
    + subst f. inversion F; subst. exists (xO p). split; [econstructor; eauto|constructor].
    + destruct P as (m & E & P). exists f. split; [assumption|]. inversion E; subst.
      econstructor; [eapply ne_ctl; eauto|assumption].
  - apply (normal_inner np). destruct H as (f & F & P). apply path1 in P. destruct w as [|a w].
    + subst f. inversion F; subst. exists (xI p). split; [econstructor; eauto|constructor].
    + destruct P as (m & E & P). exists f. split; [assumption|]. inversion E; subst.
      econstructor; [eapply ne_own; eauto|assumption].
Qed.

(** * The data computed is the normal form *)
Lemma leb_ctl np p : Pos.leb p np = true <-> ctl np p.
Proof. reflexivity. Qed.
Definition live (N : normal) (s : positive) : Prop :=
  match s with xO _ => True | xI s => mem s (n_entered N) = true | xH => False end.
Record normal_of np (A : raut) (N : normal) : Prop := {
  no_aut : n_aut N = A;
  no_before : forall s m, estar (r_eps A) s m <-> s = m \/ mem s (gets m (n_before N)) = true;
  no_proper : forall m, proper (gets m (n_before N));
  no_acc : forall s, mem s (n_acc N) = true <-> nacc np A s;
  no_acc_proper : proper (n_acc N);
  no_live : forall ns s a t, live N s -> nedge np ns A (s, a, t) -> live N t }.

Definition tagof np (s x : positive) : Prop := x = xI s \/ x = xO s /\ ctl np s.
Lemma tags_spec np S s : (forall x, mem x (tags np S s) = true <-> tagof np s x \/ mem x S = true) /\
  (proper S -> proper (tags np S s)).
Proof.
  unfold tags, tagof. pose proof (leb_ctl np s) as L. destruct (Pos.leb s np).
  - split; [intro x; rewrite !mem_sadd; intuition|intro P; now apply proper_sadd, proper_sadd].
  - assert (~ ctl np s) by (intro C; apply L in C; discriminate).
    split; [intro x; rewrite !mem_sadd; intuition|intro P; now apply proper_sadd].
Qed.
Lemma tags_fold np k : forall S, (forall x, mem x (fold_left (tags np) k S) = true <->
    (exists s, In s k /\ tagof np s x) \/ mem x S = true) /\
  (proper S -> proper (fold_left (tags np) k S)).
Proof.
  induction k as [|s k IH]; intro S; cbn [fold_left].
  - split; [|auto]. intro x. split; [auto|]. intros [(s & [] & _)|]; assumption.
  - destruct (IH (tags np S s)) as (I1 & I2). destruct (tags_spec np S s) as (T1 & T2).
    split; [|auto]. intro x. rewrite I1, T1. split.
    + intros [(s' & I & T)|[T|M]]; [left; exists s'; cbn; auto|left; exists s; cbn; auto|auto].
    + intros [(s' & [->|I] & T)|M]; eauto.
Qed.
Lemma acc_set_spec np A B : (forall m, proper (gets m B)) ->
  (forall x, mem x (acc_set np A B) = true <->
     exists f s, In f (r_fin A) /\ (s = f \/ mem s (gets f B) = true) /\ tagof np s x) /\ proper (acc_set np A B).
Proof.
  intro PB. unfold acc_set.
  set (step := fun S f => tfold (tags np) (gets f B) (tags np S f)).
  assert (G : forall k S, (forall x, mem x (fold_left step k S) = true <->
     (exists f s, In f k /\ (s = f \/ mem s (gets f B) = true) /\ tagof np s x) \/ mem x S = true) /\
     (proper S -> proper (fold_left step k S))).
  { induction k as [|f k IH]; intro S; cbn [fold_left].
    - split; [|auto]. intro x. split; [auto|]. intros [(f & s & [] & _)|]; assumption.
    - destruct (IH (step S f)) as (I1 & I2).
      assert (T : (forall x, mem x (step S f) = true <-> (exists s, (s = f \/ mem s (gets f B) = true) /\ tagof np s x) \/ mem x S = true)
                  /\ (proper S -> proper (step S f))).
      { unfold step. rewrite tfold_values. destruct (tags_fold np (values (gets f B)) (tags np S f)) as (F1 & F2).
        destruct (tags_spec np S f) as (T1 & T2). split; [|auto]. intro x. rewrite F1, T1. split.
        - intros [(s & I & T)|[T|M]]; [|eauto|auto]. apply values_proper in I; [|apply PB]. eauto.
        - intros [(s & [->|I] & T)|M]; [auto| |auto]. left. exists s. split; [|assumption]. now apply values_proper. }
      destruct T as (T1 & T2). split; [|auto]. intro x. rewrite I1, T1. split.
      + intros [(g & s & I & H)|[(s & H)|M]]; [left; exists g, s; cbn; tauto|left; exists f, s; cbn; tauto|auto].
      + intros [(g & s & [->|I] & H)|M]; eauto 6. }
  destruct (G (r_fin A) Empty) as (G1 & G2). split; [|apply G2, proper_empty].
  intro x. rewrite G1. split; [intros [|]; [assumption|discriminate]|auto].
Qed.
Lemma back_edges_spec A s t : In (t, s) (back_edges A) <-> In (s, t) (r_eps A) \/ exists l, In (s, l, t) (r_tr A).
Proof.
  unfold back_edges.
  assert (G : forall k z, In (t, s) (fold_left (fun k e => (snd e, fst e) :: k) k z) <-> In (s, t) k \/ In (t, s) z).
  { induction k as [|[a b] k IH]; intro z; cbn [fold_left fst snd]; [cbn; tauto|]. rewrite IH. cbn. intuition congruence. }
  assert (H : forall k z, In (t, s) (fold_left (fun k (e : positive * lset * positive) => let '(m, _, t) := e in (t, m) :: k) k z) <->
    (exists l, In (s, l, t) k) \/ In (t, s) z).
  { induction k as [|[[a l] b] k IH]; intro z; cbn [fold_left].
    - split; [auto|]. intros [(l & [])|]; assumption.
    - rewrite IH. cbn. split.
      + intros [(l' & I)|[E|I]]; [eauto|inversion E; subst; eauto|auto].
      + intros [(l' & [E|I])|I]; [inversion E; subst; auto|eauto|auto]. }
  rewrite G, H. cbn. tauto.
Qed.
Lemma enter_spec np W t k : forall S, mem t (fold_left (enter np W) k S) = true <->
  (exists m l, In (m, l, t) k /\ inreach np W m = true /\ l <> LIn []) \/ mem t S = true.
Proof.
  assert (K : forall S m l u, mem t (enter np W S (m, l, u)) = true <->
    (t = u /\ inreach np W m = true /\ l <> LIn []) \/ mem t S = true).
  { intros S m l u. unfold enter. destruct l as [[|a l]|l], (inreach np W m); rewrite ?mem_sadd; intuition congruence. }
  induction k as [|[[m l] u] k IH]; intro S; cbn [fold_left].
  - split; [auto|]. intros [(m & l & [] & _)|]; assumption.
  - rewrite IH, K. split.
    + intros [(m' & l' & I & H)|[(-> & H)|M]]; [left; exists m', l'; cbn; tauto|left; exists m, l; cbn; tauto|auto].
    + intros [(m' & l' & [E|I] & H)|M]; [inversion E; subst; auto|left; eauto|auto].
Qed.
Theorem normalise_spec np A N : normalise np A = Some N -> normal_of np A N.
Proof.
  unfold normalise. destruct (eps_closed _ _) eqn:E; [|discriminate]. cbv zeta.
  set (W := reach np (back_edges A)). destruct (reach_closed np W (back_edges A)) eqn:R; [|discriminate].
  intro H. inversion H; subst; clear H.
  assert (EB : forall s m, estar (r_eps A) s m <-> s = m \/ mem s (gets m (eps_before (r_eps A))) = true).
  { intros s m. split; [now apply eps_closed_complete|]. intros [->|M]; [constructor|]. now apply eps_before_ok in M. }
  destruct (acc_set_spec np A (eps_before (r_eps A))) as (A1 & A2); [apply eps_before_ok|].
  split; cbn [n_aut n_before n_acc]; [reflexivity|exact EB|apply eps_before_ok| |exact A2|].
  - intro x. rewrite A1. unfold tagof. split.
    + intros (f & s & I & M & [->|(-> & C)]); apply EB in M; econstructor; eauto.
    + intro H. inversion H as [s f Es I|s f C Es I]; subst; apply EB in Es; eauto 8.
  - clearbody W. unfold reach_closed in R. rewrite forallb_forall in R.
    assert (RC : forall s t, inreach np W s = true -> In (t, s) (back_edges A) -> inreach np W t = true).
    { intros s t Hs I. specialize (R _ I). cbn [fst snd] in R. now rewrite Hs in R. }
    assert (RE : forall s m, estar (r_eps A) s m -> inreach np W s = true -> inreach np W m = true).
    { induction 1 as [|s t m I _ IH]; [auto|]. intro Hs. apply IH. apply (RC s); [assumption|]. apply back_edges_spec. auto. }
    assert (K : forall ns s m l t a, inreach np W s = true -> estar (r_eps A) s m -> In (m, l, t) (r_tr A) -> lmatch ns l a ->
      mem t (fold_left (enter np W) (r_tr A) Empty) = true).
    { intros ns s m l t a Hs Es I M. apply enter_spec. left. exists m, l. split; [assumption|]. split; [eauto|].
      intros ->. exact M. }
    intros ns s a t Ls Ed. inversion Ed as [s0 m l t0 a0 Es I M|s0 m l t0 a0 C Es I M]; subst; cbn [live n_entered] in *;
      apply (K ns s0 m l t0 a); try assumption.
    + apply enter_spec in Ls. destruct Ls as [(m' & l' & I' & Hm & _)|Ls]; [|discriminate].
      apply (RC m'); [assumption|]. apply back_edges_spec. eauto.
    + unfold inreach. apply leb_ctl in C. now rewrite C.
Qed.

(* walking over all edges *)
Lemma nall_spec np ns A N f : normal_of np A N -> nall np N f = true ->
  forall s a t, nedge np ns A (s, a, t) -> exists l, lmatch ns l a /\ f s l t = true.
Proof.
  intros NA H s a t E. unfold nall in H. rewrite forallb_forall, (no_aut _ _ _ NA) in H.
  assert (G : forall s0 m l t0, estar (r_eps A) s0 m -> In (m, l, t0) (r_tr A) ->
    btags np (fun s => f s l (xI t0)) s0 = true).
  { intros s0 m l t0 Es I. specialize (H _ I). cbv zeta in H.
    cbn beta iota in H. destruct (btags np (fun s => f s l (xI t0)) m) eqn:E0; [|discriminate].
    apply (no_before _ _ _ NA) in Es. destruct Es as [->|M]; [assumption|].
    exact (all_proper _ _ _ (no_proper _ _ _ NA m) H M). }
  inversion E as [s0 m l t0 a0 Es I M|s0 m l t0 a0 C Es I M]; subst; exists l; (split; [assumption|]);
    specialize (G _ _ _ _ Es I); unfold btags in G; destruct (f (xI s0) l (xI t0)); try discriminate; [reflexivity|].
  apply leb_ctl in C. now rewrite C in G.
Qed.
Lemma nlive_spec np ns A N f : normal_of np A N -> nlive np N f = true ->
  forall s a t, live N s -> nedge np ns A (s, a, t) -> exists l, lmatch ns l a /\ f s l t = true.
Proof.
  intros NA H s a t Ls E. destruct (nall_spec np ns A N _ NA H _ _ _ E) as (l & L & G). exists l. split; [assumption|].
  destruct s as [s|s|]; cbn [live] in Ls; [rewrite Ls in G|..]; exact G.
Qed.
