(* The checker of translation certificates: the automaton accepts every word that satisfies the formula.
   Edges carry conditions as in HOA: disjunctions of cubes of literals. That the edges at hand cover the letters of a cube
   is decided by case distinction on the propositions that occur in them. *)
From Coq Require Import List PArith Arith Bool Lia.
From Custos Require Import Automaton Ltl Buchi Translation.
Import ListNotations.

(** * Conditions, and when they cover a cube *)
Definition guard := list (list lit).
Definition allows (g : guard) (a : letter) : bool := existsb (models a) g.

(* what is left of a guard if a literal is true *)
Definition assume (g : guard) (l : lit) : guard :=
  flat_map (fun c => if existsb (lit_eqb (flip l)) c then [] else [filter (fun m => negb (lit_eqb l m)) c]) g.
Fixpoint valid_guard (n : nat) (g : guard) : bool :=
  existsb (fun c => match c with [] => true | _ => false end) g ||
  match g, n with
  | (l :: _) :: _, S n => valid_guard n (assume g l) && valid_guard n (assume g (flip l))
  | _, _ => false
  end.
Definition covers (c : list lit) (g : guard) : bool :=
  let g := fold_left assume c g in valid_guard (length (concat g)) g.

Lemma assume_allows g l a : holds l a = true -> allows (assume g l) a = true -> allows g a = true.
Proof.
  unfold allows, assume. rewrite !existsb_exists. intros H (c & I & M). apply in_flat_map in I.
  destruct I as (d & Id & I). destruct (existsb (lit_eqb (flip l)) d); [destruct I|]. destruct I as [<-|[]].
  exists d. split; [assumption|]. unfold models in *. rewrite forallb_forall in *. intros m Im.
  destruct (lit_eqb l m) eqn:E; [apply lit_eqb_eq in E; now subst|]. apply M. apply filter_In. now rewrite E.
Qed.
Lemma valid_guard_allows n : forall g a, valid_guard n g = true -> allows g a = true.
Proof.
  induction n as [|n IH]; intros g a H; cbn [valid_guard] in H; apply orb_true_iff in H; destruct H as [H|H].
  1, 3: apply existsb_exists in H; destruct H as ([|] & I & E); [|discriminate];
        apply existsb_exists; exists []; split; [assumption|reflexivity].
  - destruct g as [|[|]]; discriminate.
  - destruct g as [|[|l c] g]; try discriminate. apply andb_true_iff in H. destruct H as (H1 & H2).
    destruct (holds l a) eqn:E.
    + apply (assume_allows _ l); auto.
    + apply (assume_allows _ (flip l)); [rewrite holds_flip; now rewrite E|auto].
Qed.
Lemma covers_allows c g a : covers c g = true -> models a c = true -> allows g a = true.
Proof.
  unfold covers. intros H. apply valid_guard_allows with (a := a) in H. revert g H.
  induction c as [|l c IH]; cbn; intros g H M; [assumption|]. apply andb_true_iff in M. destruct M as (M1 & M2).
  apply (assume_allows g l a M1). now apply IH.
Qed.

(** * Automata *)
Record buchi := Buchi { b_init : positive; b_edges : list (positive * guard * positive); b_acc : PS.t }.
Definition b_step (A : buchi) (q : positive) (a : letter) (q' : positive) : Prop :=
  exists g, In (q, g, q') (b_edges A) /\ allows g a = true.
Definition b_final (A : buchi) (q : positive) : Prop := PS.In q (b_acc A).
Definition b_accepts (A : buchi) (w : word) : Prop := accepts_from (b_step A) (b_final A) (b_init A) w.

(* an accepting run is an infinite sequence of states; the converse needs dependent choice *)
Lemma run_accepts A w rho : rho 0 = b_init A -> (forall i, b_step A (rho i) (w i) (rho (S i))) ->
  (forall n, exists m, n <= m /\ b_final A (rho m)) -> b_accepts A w.
Proof.
  intros E R F. unfold b_accepts, accepts_from. rewrite <- E.
  apply (run_fair _ _ (fun i => (i, rho i))); [|exact F]. intro i. split; [reflexivity|apply R].
Qed.

(** * The checker *)
Definition state_eqb (q q' : option positive) : bool :=
  match q, q' with Some q, Some q' => Pos.eqb q q' | None, None => true | _, _ => false end.
Lemma state_eqb_eq q q' : state_eqb q q' = true -> q = q'.
Proof. destruct q, q'; cbn; try discriminate; [|reflexivity]. intro H. apply Pos.eqb_eq in H. now subst. Qed.

(* the entries to which the edges of a state lead, and under which condition; every state may move to the sink *)
Definition leads (A : buchi) (R : list entry) (q : option positive) : list (entry * guard) :=
  map (fun y => (y, [[]])) (filter (fun y => state_eqb (state y) None) R) ++
  flat_map (fun e => let '(s, g, t) := e in
    if state_eqb q (Some s) then map (fun y => (y, g)) (filter (fun y => state_eqb (state y) (Some t)) R) else [])
    (b_edges A).
(* f follows from the formulas in l: it is one of them, or made of such *)
Fixpoint implied (l : list ltl) (f : ltl) : bool :=
  among f l ||
  match f with
  | Tru => true
  | And f g => implied l f && implied l g
  | Or f g => implied l f || implied l g
  | _ => false
  end.
Definition advance (A : buchi) (pr : PM.t ltl) (x y : entry) (c : cube) : bool :=
  match state x with Some q => PS.mem q (b_acc A) | None => false end ||
  Pos.ltb (rank y) (rank x) ||
  Pos.eqb (rank y) (rank x) && match PM.find (rank x) pr with Some h => among h (promises c) | None => false end.
Definition usable A pr (x y : entry) (c : cube) : bool :=
  if advance A pr x y c then forallb (implied (nexts c)) (obligations y) else false.
Definition check_cube A pr (x : entry) (ls : list (entry * guard)) (c : cube) : bool :=
  covers (lits c) (flat_map (fun yg => if usable A pr x (fst yg) c then snd yg else []) ls).
Definition check_entry A R pr (x : entry) : bool :=
  let ls := leads A R (state x) in forallb (check_cube A pr x ls) (expand_all (obligations x)).
Definition check_translation (f : ltl) (A : buchi) (R : list entry) (pr : PM.t ltl) : bool :=
  existsb (fun x => state_eqb (state x) (Some (b_init A)) && forallb (implied (conjuncts f)) (obligations x)) R &&
  forallb (check_entry A R pr) R.

Lemma implied_sat w i l f : (forall g, In g l -> sat w i g) -> implied l f = true -> sat w i f.
Proof.
  intro H. induction f; cbn [implied]; rewrite orb_true_iff; (intros [A|A]; [now apply H, among_In|]); cbn [sat];
    try discriminate; rewrite ?andb_true_iff, ?orb_true_iff in A; tauto.
Qed.
Lemma implied_entails l m : forallb (implied l) m = true -> entails l m.
Proof. rewrite forallb_forall. intros H w i Hl g I. apply (implied_sat w i l); auto. Qed.
Lemma advance_spec A pr x y c : advance A pr x y c = true ->
  advances (b_final A) (fun k => PM.find k pr) x y c.
Proof.
  unfold advance, advances, final, b_final. rewrite !orb_true_iff, andb_true_iff, Pos.ltb_lt, Pos.eqb_eq.
  intros [[H|H]|(H & G)]; [left|auto|right; right].
  - destruct (state x); [now apply PS.mem_spec|discriminate].
  - split; [assumption|]. destruct (PM.find (rank x) pr) as [h|]; [|discriminate].
    exists h. split; [reflexivity|now apply among_In].
Qed.
Lemma leads_spec A R q y g a : In (y, g) (leads A R q) -> allows g a = true ->
  In y R /\ moves (b_step A) q a (state y).
Proof.
  unfold leads. rewrite in_app_iff. intros [I|I] H.
  - apply in_map_iff in I. destruct I as (y' & E & I). inversion E; subst. apply filter_In in I. destruct I as (I & N).
    apply state_eqb_eq in N. rewrite N. split; [assumption|]. now destruct q.
  - apply in_flat_map in I. destruct I as ([[s g'] t] & Ie & I). destruct (state_eqb q (Some s)) eqn:Eq; [|destruct I].
    apply state_eqb_eq in Eq. apply in_map_iff in I. destruct I as (y' & E & I). inversion E; subst.
    apply filter_In in I. destruct I as (I & N). apply state_eqb_eq in N. rewrite N. split; [assumption|].
    cbn. exists g. auto.
Qed.

Theorem check_translation_sound f A R pr : check_translation f A R pr = true ->
  forall w, sat w 0 f -> b_accepts A w.
Proof.
  unfold check_translation. rewrite andb_true_iff, existsb_exists, forallb_forall.
  intros ((x & Ix & Hx) & H) w S. apply andb_true_iff in Hx. destruct Hx as (Ex & Ox).
  apply state_eqb_eq in Ex. apply implied_entails in Ox.
  apply (translation_sound (b_step A) (b_final A) (fun y => In y R) (fun k => PM.find k pr)) with (f := f) (x := x); auto.
  2: { intros w' i Hw. apply Ox. apply (conjuncts_sat w' i f). apply Hw. now left. }
  clear x Ix Ex Ox. intros x c a Ix Ic M. specialize (H x Ix). unfold check_entry in H. cbv zeta in H.
  rewrite forallb_forall in H. specialize (H c Ic). apply (covers_allows _ _ a) in H; [|assumption].
  apply existsb_exists in H. destruct H as (d & I & Md). apply in_flat_map in I. destruct I as ((y & g) & I & Id).
  cbn [fst snd] in Id. destruct (usable A pr x y c) eqn:E1; [|destruct Id]. unfold usable in E1.
  destruct (advance A pr x y c) eqn:E2; [|discriminate].
  destruct (leads_spec A R (state x) y g a I) as (Iy & My); [apply existsb_exists; eauto|].
  exists y. split; [assumption|]. split; [now apply implied_entails|]. split; [assumption|now apply advance_spec].
Qed.

(** * Systems: no run satisfies the formula if the product with the automaton is empty *)
Section System.
Context {St : Type} (A : buchi) (step : St -> letter -> St -> Prop).
(* steps carry letters: the propositions of the state left, and of the action *)
Definition pairs_step (s t : St * positive) : Prop :=
  exists a, step (fst s) a (fst t) /\ b_step A (snd s) a (snd t).
Definition pairs_final (s : St * positive) : Prop := b_final A (snd s).

Lemma product_fair (rho : nat -> St) (w : word) : (forall i, step (rho i) (w i) (rho (S i))) ->
  b_accepts A w -> fair pairs_step pairs_final (rho 0, b_init A).
Proof.
  intros R Hw. apply (fair_map _ _ _ _ (fun s t => t = (rho (fst s), snd s))) with (3 := Hw); [|reflexivity].
  intros [i q] [j q'] s' -> (E & B). cbn in E, B. subst j. exists (rho (S i), q').
  split; [exists (w i); cbn; auto|]. split; [reflexivity|trivial].
Qed.

(* with an emptiness proof of the product, by whatever means *)
Theorem product_sound f R pr s : check_translation f A R pr = true -> ~ fair pairs_step pairs_final (s, b_init A) ->
  forall rho w, rho 0 = s -> (forall i, step (rho i) (w i) (rho (S i))) -> ~ sat w 0 f.
Proof.
  intros H N rho w <- Hr S. apply N. apply (product_fair rho w Hr). exact (check_translation_sound _ _ _ _ H w S).
Qed.

(* with a rank *)
Theorem product_rank f R pr (C : St -> positive -> Prop) (num : St -> positive -> nat) :
  check_translation f A R pr = true ->
  (forall s a t q q', C s q -> step s a t -> b_step A q a q' ->
     C t q' /\ num t q' <= num s q /\ (b_final A q -> num t q' < num s q)) ->
  forall rho w, C (rho 0) (b_init A) -> (forall i, step (rho i) (w i) (rho (S i))) -> ~ sat w 0 f.
Proof.
  intros H P rho w C0 Hr. apply (product_sound f R pr (rho 0) H) with (rho := rho); auto.
  apply (rank_empty _ _ (fun s => C (fst s) (snd s)) (fun s => num (fst s) (snd s))); [|exact C0].
  intros [s q] [t q'] c (a & S & B). exact (P _ _ _ _ _ c S B).
Qed.
End System.
