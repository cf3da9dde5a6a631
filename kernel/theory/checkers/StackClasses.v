(* Regular sets of configurations as atoms. The class of a stack is the set of those states, of the automata of all sets, from
   which it is accepted; states that no edge enters need not be tracked, for a stack that lies below something is read from
   the others only. The class of g w follows from g and the class of w. Stack symbols are annotated with the class of what is
   below them: a table has a number for each pair that matters. So whether a configuration is in a set follows from its
   location and the number of its top. Number 1 is the bottom of the stack, class 1 that of the empty stack. *)
From Coq Require Import List PArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Instance Ltl RawPushdownLtl Trie Labels Epsilon Normal Maps.
Import ListNotations.

(** * Automata of sets *)
Record reader := Reader { rd_edges : list (positive * cset * positive); rd_before : trie set; rd_fin : list positive }.
Definition reader_of (A : raut) : option reader :=
  let B := eps_before (r_eps A) in
  if eps_closed (r_eps A) B
  then Some (Reader (fold_left (fun k e => let '(m, l, t) := e in (m, compile l, t) :: k) (r_tr A) []) B (r_fin A)) else None.
Definition add_before (B : trie set) (S : set) (m : positive) : set := tfold (fun S s => sadd s S) (gets m B) (sadd m S).
(* from which the empty stack is accepted; g on top of what is accepted from S *)
Definition last_states (R : reader) : set := fold_left (add_before (rd_before R)) (rd_fin R) Empty.
Definition states_before ns (R : reader) (g : positive) (S : set) : set :=
  fold_left (fun Z e => let '(m, l, t) := e in
    if mem t S then if cmatch ns l g then add_before (rd_before R) Z m else Z else Z) (rd_edges R) Empty.
(* the sets among the atoms; None: an automaton that is refused *)
Definition readers := list (positive * reader).
Fixpoint set_readers (ats : list (positive * atom)) : option readers :=
  match ats with
  | [] => Some []
  | (k, ASet A) :: ats =>
    match reader_of A, set_readers ats with Some R, Some Rs => Some ((k, R) :: Rs) | _, _ => None end
  | _ :: ats => set_readers ats
  end.

(** * The table *)
(* what the classes are: class -> atom -> states *)
Definition contents := trie (trie set).
Definition content (C : contents) (c k : positive) : set := match find2 c k C with Some s => s | None => Empty end.
Definition make_contents (l : list (positive * list (positive * list positive))) : contents := map_of (map_of setof) l.
Definition tracked (U : trie set) (k : positive) : set := gets k U.

(* number -> (symbol, class below), class from here *)
Definition numbers := list (positive * (positive * positive * option positive)).
(* and, for each set, the states from which the stack from here is accepted *)
Definition tentry := (positive * positive * option positive * trie set)%type.
Record table := Table { t_entry : trie tentry; t_number : trie (trie positive); t_bottom : trie set }.
Definition make_table ns (Rs : readers) (C : contents) (l : numbers) : table :=
  Table (map_of (fun e => let '(g, c, h) := e in (g, c, h,
           fold_left (fun m kr => put (fst kr) (states_before ns (snd kr) g (content C c (fst kr))) m) Rs Empty)) l)
        (fold_left (fun m e => let '(x, (g, c, _)) := e in
           update (fun o => put c x (match o with Some n => n | None => Empty end)) g m) l Empty)
        (map_of last_states Rs).
(* what a table says is looked up both ways, so that nothing need be known of how it was made *)
Definition symbol_of (T : table) (g : positive) (c : option positive) : option positive :=
  match c with
  | None => None
  | Some c =>
    match find2 g c (t_number T) with
    | Some xH | None => None
    | Some x => match find x (t_entry T) with
                | Some (h, d, _, _) => if Pos.eqb g h then if Pos.eqb c d then Some x else None else None
                | None => None end
    end
  end.
Definition class_from (T : table) (x : option positive) : option positive :=
  match x with
  | Some x => match find x (t_entry T) with Some (_, _, h, _) => h | None => None end
  | None => None end.
Fixpoint class_of (T : table) (w : list positive) : option positive :=
  match w with [] => Some xH | g :: w => class_from T (symbol_of T g (class_of T w)) end.
(* None: a symbol that the table lacks *)
Fixpoint annotate (T : table) (w : list positive) : list (option positive) :=
  match w with [] => [] | g :: w => symbol_of T g (class_of T w) :: annotate T w end.

(* the same, as far as states are tracked *)
Definition agree (U s t : set) : bool := tall (fun x => Bool.eqb (mem x s) (mem x t)) U.
Definition check_classes (U : trie set) (Rs : readers) (C : contents) (T : table) : bool :=
  match Rs with
  | [] => true
  | _ =>
    distinct Rs &&
    forallb (fun kr => let '(k, R) := kr in
      forallb (fun e => mem (snd e) (tracked U k)) (rd_edges R)
      && agree (tracked U k) (content C xH k) (gets k (t_bottom T))) Rs &&
    tall (fun e => let '(_, _, h, F) := e in
      match h with
      | None => true
      | Some h => forallb (fun kr => agree (tracked U (fst kr)) (content C h (fst kr)) (gets (fst kr) F)) Rs
      end) (t_entry T)
  end.

(** * Letters *)
Definition add_true (f : positive * atom -> bool) (ats : list (positive * atom)) (a : letter) : letter :=
  fold_left (fun a e => if f e then PS.add (fst e) a else a) ats a.
(* F: the states from which the whole stack is accepted *)
Definition conf_true np (F : trie set) (p : positive) (g : option positive) (e : positive * atom) : bool :=
  match snd e with
  | AState q => Pos.eqb p q
  | ATop h => match g with Some g => Pos.eqb g h | None => false end
  | AAction _ => false
  | ASet _ => if Pos.leb p np then mem p (gets (fst e) F) else false
  end.
Definition action_true (o : option positive) (e : positive * atom) : bool :=
  match snd e, o with AAction x, Some y => Pos.eqb x y | _, _ => false end.
(* of the configuration alone; with an action *)
Definition conf_spelt np F ats p g : letter := add_true (conf_true np F p g) ats PS.empty.
Definition action_spelt ats (o : option positive) (a : letter) : letter :=
  match o with None => a | Some _ => add_true (action_true o) ats a end.

(** * Proofs *)
Lemma symbol_of_entry T g c x : symbol_of T g c = Some x ->
  exists d h F, c = Some d /\ find x (t_entry T) = Some (g, d, h, F) /\ x <> xH.
Proof.
  unfold symbol_of. destruct c as [c|]; [|discriminate]. destruct (find2 g c (t_number T)) as [y|]; [|discriminate].
  intro H. assert (N : y <> xH) by (intros ->; discriminate).
  assert (H' : match find y (t_entry T) with
    | Some (h, d, _, _) => if Pos.eqb g h then if Pos.eqb c d then Some y else None else None
    | None => None end = Some x) by (destruct y; [exact H|exact H|congruence]). clear H.
  destruct (find y (t_entry T)) as [[[[h d] e] F]|] eqn:E; [|discriminate].
  destruct (Pos.eqb_spec g h); [|discriminate]. destruct (Pos.eqb_spec c d); [|discriminate]. inversion H'; subst. eauto 8.
Qed.
Lemma agree_spec U s t : proper U -> agree U s t = true -> forall x, mem x U = true -> (mem x s = true <-> mem x t = true).
Proof.
  intros P H x M. pose proof (all_proper _ _ _ P H M) as E. cbn beta in E. apply eqb_prop in E. now rewrite E.
Qed.
Definition accepted ns (A : raut) (s : positive) (w : list positive) : Prop := exists q, In q (r_fin A) /\ rpath ns A s w q.

Section Reader.
Variables (ns : positive) (A : raut) (R : reader).
Hypothesis HR : reader_of A = Some R.
Lemma reader_edges m l t : In (m, l, t) (rd_edges R) <-> exists k, In (m, k, t) (r_tr A) /\ l = compile k.
Proof.
  unfold reader_of in HR. destruct (eps_closed _ _); [|discriminate]. inversion HR; subst; clear HR. cbn [rd_edges].
  assert (G : forall k z, In (m, l, t) (fold_left (fun k (e : positive * lset * positive) => let '(m, l, t) := e in (m, compile l, t) :: k) k z) <->
    (exists x, In (m, x, t) k /\ l = compile x) \/ In (m, l, t) z).
  { induction k as [|[[a b] c] k IH]; intro z; cbn [fold_left].
    - split; [auto|]. intros [(x & [] & _)|]; assumption.
    - rewrite IH. cbn [In]. split.
      + intros [(x & I & E)|[E|I]]; [left; eauto|inversion E; subst; left; eauto|auto].
      + intros [(x & [E|I] & Ex)|I]; [inversion E; subst; auto|left; eauto|auto]. }
  rewrite G. cbn. tauto.
Qed.
Lemma reader_fin : rd_fin R = r_fin A.
Proof. unfold reader_of in HR. destruct (eps_closed _ _); [|discriminate]. inversion HR; subst. reflexivity. Qed.
Lemma add_before_spec S m s : mem s (add_before (rd_before R) S m) = true <-> estar (r_eps A) s m \/ mem s S = true.
Proof.
  unfold reader_of in HR. destruct (eps_closed _ _) eqn:E; [|discriminate]. inversion HR; subst; clear HR. cbn [rd_before].
  unfold add_before. rewrite tfold_values. fold (sadds (values (gets m (eps_before (r_eps A)))) (sadd m S)).
  rewrite (proj1 (sadds_spec _ _)), mem_sadd, values_proper by apply eps_before_ok. split.
  - intros [M|[->|M]]; [left; now apply eps_before_ok in M|left; constructor|auto].
  - intros [M|M]; [|auto]. apply (eps_closed_complete _ _ _ _ E) in M. destruct M as [->|M]; auto.
Qed.
Lemma last_states_spec s : mem s (last_states R) = true <-> accepted ns A s [].
Proof.
  unfold last_states. rewrite reader_fin.
  assert (G : forall k S, mem s (fold_left (add_before (rd_before R)) k S) = true <->
    (exists f, In f k /\ estar (r_eps A) s f) \/ mem s S = true).
  { induction k as [|f k IH]; intro S; cbn [fold_left].
    - split; [auto|]. intros [(f & [] & _)|]; assumption.
    - rewrite IH, add_before_spec. cbn [In]. split.
      + intros [(x & I & E)|[E|M]]; [left; eauto|left; eauto|auto].
      + intros [(x & [->|I] & E)|M]; [auto|left; eauto|auto]. }
  rewrite G. unfold accepted. split.
  - intros [(f & I & E)|M]; [|discriminate]. exists f. split; [assumption|]. eapply rpath_estar; [exact E|constructor].
  - intros (f & I & P). left. exists f. split; [assumption|]. exact (rpath_split _ _ _ _ _ P).
Qed.
Lemma states_before_spec g w S : (forall m l t, In (m, l, t) (r_tr A) -> (mem t S = true <-> accepted ns A t w)) ->
  forall s, mem s (states_before ns R g S) = true <-> accepted ns A s (g :: w).
Proof.
  intros HS s. unfold states_before.
  set (f := fun Z (e : positive * cset * positive) => let '(m, l, t) := e in
    if mem t S then if cmatch ns l g then add_before (rd_before R) Z m else Z else Z).
  assert (G : forall k Z, mem s (fold_left f k Z) = true <->
    (exists m l t, In (m, l, t) k /\ cmatch ns l g = true /\ mem t S = true /\ estar (r_eps A) s m) \/ mem s Z = true).
  { induction k as [|[[m l] t] k IH]; intro Z; cbn [fold_left].
    - split; [auto|]. intros [(m & l & t & [] & _)|]; assumption.
    - rewrite IH. assert (K : mem s (f Z (m, l, t)) = true <->
        (cmatch ns l g = true /\ mem t S = true /\ estar (r_eps A) s m) \/ mem s Z = true).
      { unfold f. destruct (mem t S), (cmatch ns l g); rewrite ?add_before_spec; intuition congruence. }
      rewrite K. cbn [In]. split.
      + intros [(m' & l' & t' & I & H)|[H|M]]; [left; exists m', l', t'; auto|left; exists m, l, t; auto|auto].
      + intros [(m' & l' & t' & [E|I] & H)|M]; [inversion E; subst; auto|left; exists m', l', t'; auto|auto]. }
  rewrite G. unfold accepted. split.
  - intros [(m & l & t & I & M & Mt & E)|M]; [|discriminate]. apply reader_edges in I. destruct I as (k & I & ->).
    apply cmatch_iff in M. apply (HS _ _ _ I) in Mt. destruct Mt as (q & F & P). exists q. split; [assumption|].
    eapply rpath_estar; [exact E|]. eapply rp_sym; eauto.
  - intros (q & F & P). apply rpath_split in P. destruct P as (m & l & t & E & I & M & P). left. exists m, (compile l), t.
    split; [apply reader_edges; eauto|]. split; [now apply cmatch_iff|]. split; [|assumption]. apply (HS _ _ _ I). exists q. auto.
Qed.
End Reader.


Lemma set_readers_spec ats Rs : set_readers ats = Some Rs -> forall k A, In (k, ASet A) ats ->
  exists R, reader_of A = Some R /\ In (k, R) Rs.
Proof.
  revert Rs. induction ats as [|[j x] ats IH]; intros Rs H k A I; [destruct I|]. cbn [set_readers] in H.
  destruct x as [p|g|y|A']; cbn [In] in I; try (destruct I as [E|I]; [discriminate|exact (IH Rs H k A I)]).
  destruct (reader_of A') as [R'|] eqn:E1; [|discriminate]. destruct (set_readers ats) as [Rs'|]; [|discriminate].
  inversion H; subst. destruct I as [E|I]; [inversion E; subst; exists R'; cbn; auto|].
  destruct (IH _ eq_refl k A I) as (R & HR & IR). exists R. cbn; auto.
Qed.

Section Sound.
Variables (np ns : positive) (ats : list (positive * atom)) (Rs : readers) (C : contents) (U : trie set) (l : numbers).
Let T := make_table ns Rs C l.
Hypothesis HR : set_readers ats = Some Rs.
Hypothesis PU : forall k, proper (tracked U k).
Hypothesis HC : check_classes U Rs C T = true.

Lemma check_classes_inv : Rs <> [] -> distinct Rs = true /\
  (forall k R, In (k, R) Rs -> (forall m l t, In (m, l, t) (rd_edges R) -> mem t (tracked U k) = true) /\
     agree (tracked U k) (content C xH k) (gets k (t_bottom T)) = true) /\
  (forall x g c h F, find x (t_entry T) = Some (g, c, Some h, F) -> forall k R, In (k, R) Rs ->
     agree (tracked U k) (content C h k) (gets k F) = true).
Proof.
  intro N. pose proof HC as K. unfold check_classes in K.
  assert (X : forall (rs : readers) b, match rs with [] => true | _ => b end = true -> rs <> [] -> b = true) by (intros [|]; congruence).
  apply X in K; [|assumption]. clear X. rewrite !andb_true_iff in K. destruct K as ((H1 & H2) & H3).
  split; [assumption|]. rewrite forallb_forall in H2. split.
  - intros k R I. specialize (H2 _ I). cbn beta iota in H2. rewrite andb_true_iff, forallb_forall in H2. destruct H2 as (H2 & H4).
    split; [|assumption]. intros m la t Ie. exact (H2 _ Ie).
  - intros x g c h F Ex k R I. pose proof (tall_spec _ _ H3 _ _ Ex) as G. cbn beta iota in G. rewrite forallb_forall in G. exact (G _ I).
Qed.
Lemma fulls_spec x g c h F : find x (t_entry T) = Some (g, c, h, F) -> forall k R, distinct Rs = true -> In (k, R) Rs ->
  gets k F = states_before ns R g (content C c k).
Proof.
  intro E. cbn [T make_table t_entry] in E. apply map_of_In in E. destruct E as ([[g' c'] h'] & _ & E). inversion E; subst; clear E.
  intros k R Ds I.
  set (f := fun m kr => put (fst kr) (states_before ns (snd kr) g' (content C c' (fst kr))) m).
  assert (G : forall (q : readers) m, distinct q = true ->
    (In (k, R) q -> find k (fold_left f q m) = Some (states_before ns R g' (content C c' k))) /\
    ((forall S, ~ In (k, S) q) -> find k (fold_left f q m) = find k m)).
  { clear I Ds. unfold f. induction q as [|[j S] q IH]; intros m D; [split; [intros []|reflexivity]|]. cbn [fold_left fst snd].
    cbn [distinct fst] in D. destruct (existsb (fun d => Pos.eqb j (fst d)) q) eqn:Ex; [discriminate|].
    assert (N : forall S', ~ In (j, S') q).
    { intros S' I'. rewrite <- not_true_iff_false in Ex. apply Ex. apply existsb_exists. exists (j, S'). split; [assumption|apply Pos.eqb_refl]. }
    destruct (IH (put j (states_before ns S g' (content C c' j)) m) D) as (I1 & I2). split.
    - intros [E|I']; [inversion E; subst|now apply I1]. rewrite I2 by assumption. unfold put. now rewrite find_update_same.
    - intro N'. rewrite I2; [|intros S' I'; apply (N' S'); now right]. unfold put. apply find_update_other. intros ->. apply (N' S). now left. }
  unfold gets. now rewrite (proj1 (G Rs Empty Ds) I).
Qed.
Lemma bottom_spec k R : distinct Rs = true -> In (k, R) Rs -> gets k (t_bottom T) = last_states R.
Proof.
  intros Ds I. cbn [T make_table t_bottom]. unfold gets. destruct (map_of_some last_states Rs k R I) as (v & E). rewrite E.
  apply map_of_In in E. destruct E as (R' & I' & ->). now rewrite (distinct_spec _ _ _ _ Ds I I').
Qed.

Theorem classes_sound k A : In (k, ASet A) ats -> forall w c, class_of T w = Some c ->
  forall s, mem s (tracked U k) = true -> (mem s (content C c k) = true <-> accepted ns A s w).
Proof.
  intro I. destruct (set_readers_spec _ _ HR _ _ I) as (R & HA & IR).
  assert (N : Rs <> []) by (intros E; rewrite E in IR; destruct IR).
  destruct (check_classes_inv N) as (Ds & H1 & H2). destruct (H1 _ _ IR) as (Ht & Hb).
  assert (Tr : forall m la t, In (m, la, t) (r_tr A) -> mem t (tracked U k) = true).
  { intros m la t It. apply (Ht m (compile la) t). apply (reader_edges A R HA). eauto. }
  induction w as [|g w IH]; cbn [class_of]; intros c Hc s Ms.
  - inversion Hc; subst. rewrite (agree_spec _ _ _ (PU k) Hb s Ms), (bottom_spec k R Ds IR). now apply last_states_spec.
  - destruct (symbol_of T g (class_of T w)) as [x|] eqn:E; [|discriminate].
    destruct (symbol_of_entry _ _ _ _ E) as (d & h & F & Ed & Ex & _). cbn [class_from] in Hc. rewrite Ex in Hc. subst h.
    rewrite (agree_spec _ _ _ (PU k) (H2 _ _ _ _ _ Ex _ _ IR) s Ms), (fulls_spec _ _ _ _ _ Ex k R Ds IR).
    apply states_before_spec; [assumption|]. intros m la t It. exact (IH d Ed t (Tr _ _ _ It)).
Qed.
(* the states from which the stack of a configuration is accepted *)
Definition whole (w : list positive) (F : trie set) : Prop :=
  match w with
  | [] => F = t_bottom T
  | g :: w => exists x c h, symbol_of T g (class_of T w) = Some x /\ find x (t_entry T) = Some (g, c, h, F)
  end.
Lemma whole_sound w F k A : whole w F -> In (k, ASet A) ats -> forall s, mem s (gets k F) = true <-> accepted ns A s w.
Proof.
  intros W I. destruct (set_readers_spec _ _ HR _ _ I) as (R & HA & IR).
  assert (N : Rs <> []) by (intros E; rewrite E in IR; destruct IR).
  destruct (check_classes_inv N) as (Ds & H1 & _). destruct (H1 _ _ IR) as (Ht & _). intro s.
  destruct w as [|g w]; cbn [whole] in W.
  - subst F. rewrite (bottom_spec k R Ds IR). now apply last_states_spec.
  - destruct W as (x & c & h & E & Ex). destruct (symbol_of_entry _ _ _ _ E) as (d & h' & F' & Ed & Ex' & _).
    rewrite Ex in Ex'. inversion Ex'; subst. rewrite (fulls_spec _ _ _ _ _ Ex k R Ds IR).
    apply states_before_spec; [assumption|]. intros m la t It. apply (classes_sound k A I w d Ed).
    apply (Ht m (compile la) t). apply (reader_edges A R HA). eauto.
Qed.

Lemma add_true_spec f as_ : forall a k, PS.In k (add_true f as_ a) <-> (exists x, In (k, x) as_ /\ f (k, x) = true) \/ PS.In k a.
Proof.
  unfold add_true. induction as_ as [|[j x] q IH]; intros a k; cbn [fold_left].
  - split; [auto|]. intros [(x & [] & _)|]; assumption.
  - rewrite IH. cbn [In fst]. destruct (f (j, x)) eqn:E; rewrite ?PS.add_spec; split.
    + intros [(y & I & F)|[->|M]]; [left; eauto|left; eauto|auto].
    + intros [(y & [Ey|I] & F)|M]; [inversion Ey; subst; auto|left; eauto|auto].
    + intros [(y & I & F)|M]; [left; eauto|auto].
    + intros [(y & [Ey|I] & F)|M]; [inversion Ey; subst; congruence|left; eauto|auto].
Qed.

Theorem spelt_right p w F o : whole w F ->
  spells np ns ats (p, w) o (action_spelt ats o (conf_spelt np F ats p (hd_error w))).
Proof.
  intros W k.
  assert (A0 : forall x, In (k, x) ats -> (true_at np ns x (p, w) o <->
    conf_true np F p (hd_error w) (k, x) = true \/ action_true o (k, x) = true)).
  { intros x I. destruct x as [q|g|y|A]; unfold conf_true, action_true; cbn [snd fst true_at].
    - rewrite Pos.eqb_eq. intuition discriminate.
    - destruct (hd_error w) as [h|]; [rewrite Pos.eqb_eq|]; intuition congruence.
    - destruct o as [z|]; [rewrite Pos.eqb_eq|]; intuition congruence.
    - unfold rlang. cbn [fst snd]. pose proof (whole_sound w F k A W I p) as K. unfold accepted in K.
      rewrite <- K, <- leb_ctl. destruct (Pos.leb p np); intuition discriminate. }
  assert (E0 : forall z, PS.In z (conf_spelt np F ats p (hd_error w)) <->
    exists x, In (z, x) ats /\ conf_true np F p (hd_error w) (z, x) = true).
  { intro z. unfold conf_spelt. rewrite add_true_spec. split; [intros [E|E]; [exact E|now destruct z]|auto]. }
  assert (E1 : PS.In k (action_spelt ats o (conf_spelt np F ats p (hd_error w))) <->
    (exists x, In (k, x) ats /\ action_true o (k, x) = true) \/ PS.In k (conf_spelt np F ats p (hd_error w))).
  { unfold action_spelt. destruct o as [y|]; [apply add_true_spec|]. split; [auto|]. intros [(x & _ & X)|M]; [|assumption].
    unfold action_true in X. cbn in X. destruct x; discriminate. }
  rewrite E1, E0. split.
  - intros [(x & I & X)|(x & I & X)]; exists x; (split; [assumption|]); apply A0; auto.
  - intros (x & I & X). apply A0 in X; [|assumption]. destruct X as [X|X]; [right|left]; eauto.
Qed.
End Sound.
