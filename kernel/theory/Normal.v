(* The normal form of a raw automaton: epsilon removed, labels expanded, control locations separated from the
   automaton's own states. States are tagged: xO p is control location p where reading starts, xI q the own state q.
   Only edges from control locations and from own states that can be entered count (the others read no stack). *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown Automaton Instance Trie Labels Epsilon.
Import ListNotations.

(* ---------- the meaning ---------- *)
Inductive nedge np ns (A : raut) : trans -> Prop :=
| ne_own : forall s m l t a, estar (r_eps A) s m -> In (m, l, t) (r_tr A) -> lmatch ns l a ->
    nedge np ns A (xI s, a, xI t)
| ne_ctl : forall s m l t a, ctl np s -> estar (r_eps A) s m -> In (m, l, t) (r_tr A) -> lmatch ns l a ->
    nedge np ns A (xO s, a, xI t).
Inductive nacc np (A : raut) : positive -> Prop :=
| na_own : forall s f, estar (r_eps A) s f -> In f (r_fin A) -> nacc np A (xI s)
| na_ctl : forall s f, ctl np s -> estar (r_eps A) s f -> In f (r_fin A) -> nacc np A (xO s).

(* ---------- own states that a path from a control location enters ---------- *)
(* edges backwards, epsilon or not *)
Definition back_edges (A : raut) : list (positive * positive) :=
  fold_left (fun k e => (snd e, fst e) :: k) (r_eps A)
    (fold_left (fun k e => let '(m, _, t) := e in (t, m) :: k) (r_tr A) []).
Definition reach np (k : list (positive * positive)) : set :=
  explore (rev_append k k) (eps_preds k) (fold_left (fun w e => if Pos.leb (snd e) np then visit w (snd e) else w) k ([], Empty)).
Definition inreach np (W : set) (s : positive) : bool := if Pos.leb s np then true else mem s W.
Definition reach_closed np (W : set) (k : list (positive * positive)) : bool :=
  forallb (fun e => if inreach np W (snd e) then inreach np W (fst e) else true) k.
Definition enter np ns (W : set) (S : set) (e : positive * lset * positive) : set :=
  let '(m, l, t) := e in if inreach np W m then if lall ns l (fun _ => false) then S else sadd t S else S.

(* ---------- the normal form: closure, entered and accepting states; the edges are walked over ---------- *)
Record normal := Normal { n_aut : raut; n_before : trie set; n_entered : set; n_acc : set }.
Definition tags np (S : set) (s : positive) : set :=
  let S := sadd (xI s) S in if Pos.leb s np then sadd (xO s) S else S.
Definition acc_set np (A : raut) (B : trie set) : set :=
  fold_left (fun S f => tfold (tags np) (gets f B) (tags np S f)) (r_fin A) Empty.
Definition normalise np ns (A : raut) : option normal :=
  let B := eps_before (r_eps A) in
  if eps_closed (r_eps A) B then
    let k := back_edges A in
    let W := reach np k in
    if reach_closed np W k then Some (Normal A B (fold_left (enter np ns W) (r_tr A) Empty) (acc_set np A B)) else None
  else None.

(* all edges (s, label set, t) from control locations and entered states *)
Definition nall np (N : normal) (f : positive -> lset -> positive -> bool) : bool :=
  forallb (fun e => let '(m, l, t) := e in
    let g s := if Pos.leb s np
               then if f (xO s) l (xI t) then if mem s (n_entered N) then f (xI s) l (xI t) else true else false
               else if mem s (n_entered N) then f (xI s) l (xI t) else true in
    if g m then tall g (gets m (n_before N)) else false) (r_tr (n_aut N)).

(* ---------- proofs: the normal form has the language of the automaton ---------- *)
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

(* ---------- the data computed is the normal form ---------- *)
Lemma leb_ctl np p : Pos.leb p np = true <-> ctl np p.
Proof. reflexivity. Qed.
Definition live (N : normal) (s : positive) : Prop :=
  match s with xO _ => True | xI s => mem s (n_entered N) = true | xH => False end.
Record normal_of np ns (A : raut) (N : normal) : Prop := {
  no_aut : n_aut N = A;
  no_before : forall s m, estar (r_eps A) s m <-> s = m \/ mem s (gets m (n_before N)) = true;
  no_proper : forall m, proper (gets m (n_before N));
  no_acc : forall s, mem s (n_acc N) = true <-> nacc np A s;
  no_acc_proper : proper (n_acc N);
  no_live : forall s a t, live N s -> nedge np ns A (s, a, t) -> live N t }.

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
Lemma enter_spec np ns W t k : forall S, mem t (fold_left (enter np ns W) k S) = true <->
  (exists m l, In (m, l, t) k /\ inreach np W m = true /\ lall ns l (fun _ => false) = false) \/ mem t S = true.
Proof.
  induction k as [|[[m l] u] k IH]; intro S; cbn [fold_left].
  - split; [auto|]. intros [(m & l & [] & _)|]; assumption.
  - rewrite IH. unfold enter. split.
    + intros [(m' & l' & I & H)|M]; [left; exists m', l'; cbn; tauto|].
      destruct (inreach np W m) eqn:R; [|auto]. destruct (lall ns l _) eqn:L; [auto|].
      apply mem_sadd in M. destruct M as [->|M]; [|auto]. left. exists m, l. cbn; auto.
    + intros [(m' & l' & [E|I] & R & L)|M]; [|left; eauto|].
      * inversion E; subst. rewrite R, L. right. apply mem_sadd. auto.
      * right. destruct (inreach np W m), (lall ns l _); rewrite ?mem_sadd; auto.
Qed.
Theorem normalise_spec np ns A N : normalise np ns A = Some N -> normal_of np ns A N.
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
    assert (K : forall s m l t a, inreach np W s = true -> estar (r_eps A) s m -> In (m, l, t) (r_tr A) -> lmatch ns l a ->
      mem t (fold_left (enter np ns W) (r_tr A) Empty) = true).
    { intros s m l t a Hs Es I M. apply enter_spec. left. exists m, l. split; [assumption|]. split; [eauto|].
      destruct (lall ns l (fun _ => false)) eqn:L; [|reflexivity]. exact (lall_spec _ _ _ _ L M). }
    intros s a t Ls Ed. inversion Ed as [s0 m l t0 a0 Es I M|s0 m l t0 a0 C Es I M]; subst; cbn [live n_entered] in *;
      apply (K s0 m l t0 a); try assumption.
    + apply enter_spec in Ls. destruct Ls as [(m' & l' & I' & Hm & _)|Ls]; [|discriminate].
      apply (RC m'); [assumption|]. apply back_edges_spec. eauto.
    + unfold inreach. apply leb_ctl in C. now rewrite C.
Qed.

(* walking over all edges *)
Lemma nall_spec np ns A N f : normal_of np ns A N -> nall np N f = true ->
  forall s a t, live N s -> nedge np ns A (s, a, t) -> exists l, lmatch ns l a /\ f s l t = true.
Proof.
  intros NA H s a t Ls E. unfold nall in H. rewrite forallb_forall, (no_aut _ _ _ _ NA) in H.
  inversion E as [s0 m l t0 a0 Es I M|s0 m l t0 a0 C Es I M]; subst; exists l; (split; [assumption|]);
    specialize (H _ I); cbn beta iota zeta in H;
    match type of H with (if ?g m then tall ?g0 _ else false) = true => set (g1 := g0) in H end;
    (assert (G : g1 s0 = true);
    [apply (no_before _ _ _ _ NA) in Es; destruct (g1 m) eqn:E0; unfold g1 in E0; rewrite E0 in H; [|discriminate];
     destruct Es as [->|Ms]; [exact E0|exact (all_proper g1 _ _ (no_proper _ _ _ _ NA m) H Ms)]|]); unfold g1 in G.
  - cbn [live] in Ls. rewrite Ls in G. destruct (Pos.leb s0 np), (f (xO s0) l (xI t0)); try discriminate; exact G.
  - apply leb_ctl in C. rewrite C in G. destruct (f (xO s0) l (xI t0)); [reflexivity|discriminate].
Qed.
