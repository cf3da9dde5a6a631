(* The kinds of heads, from what is known of x and y there, for any product. 'each' tells for each move of the system the moves of the product
   that follow it. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Trie Ectl Keys Pops Lives UntilTable ReleaseTable Paths EctlProduct EctlAutomaton EctlValues.
Import ListNotations.

Record evidence := Evidence {
  e_pops : list (loc * positive * loc * why_pop);
  e_lives : list (loc * positive * why_life);
  e_dies : list (loc * positive) }.

Section Kinds.
Variable each : loc -> positive -> list (list move).
Variable acc : positive -> bool.
Variable xh yh : loc -> positive -> option bool.
Variable y0 : loc -> option bool.

Definition all_moves (l : loc) (g : positive) : list move := concat (each l g).
Definition k_done (l : loc) (g : positive) : bool := if acc (fst l) then is_yes (yh l g) else false.
Definition k_undone (l : loc) (g : positive) : bool := if acc (fst l) then is_no (yh l g) else true.
Definition k_bad (l : loc) (g : positive) : bool := if acc (fst l) then is_no (yh l g) else false.
Definition k_good (l : loc) (g : positive) : bool := if acc (fst l) then is_yes (yh l g) else true.
Definition k_done0 (l : loc) : bool := if acc (fst l) then is_yes (y0 l) else false.
Definition k_undone0 (l : loc) : bool := if acc (fst l) then is_no (y0 l) else true.
Definition k_bad0 (l : loc) : bool := if acc (fst l) then is_no (y0 l) else false.
Definition k_good0 (l : loc) : bool := if acc (fst l) then is_yes (y0 l) else true.
Definition k_go (l : loc) (g : positive) : bool := is_yes (xh l g).
Definition k_stuck (l : loc) (g : positive) : bool := is_no (xh l g).
Definition is_nil {B} (l : list B) : bool := match l with [] => true | _ => false end.
Definition k_stop (l : loc) (g : positive) : bool :=
  if is_yes (xh l g) then true else match each l g with [] => true | ms => existsb is_nil ms end.
Definition k_walk (l : loc) (g : positive) : bool :=
  if is_no (xh l g) then match each l g with [] => false | ms => negb (existsb is_nil ms) end else false.

(* evidence in, a function out that knows, or does not, whether the formula holds *)
Definition until_check (e : evidence) : option until_table :=
  check_until all_moves k_done k_undone k_go k_stuck (e_pops e) (e_lives e) (e_dies e).
Definition until_shows (t : until_table) (b : bool) (l : loc) (w : list positive) : bool :=
  until_verdict k_done k_undone k_stuck k_done0 k_undone0 t b l w.
Definition until_says (t : until_table) (l : loc) (w : list positive) : option bool :=
  until_value k_done k_undone k_stuck k_done0 k_undone0 t l w.
Definition release_check (e : evidence) : option release_table :=
  check_release all_moves k_bad k_good k_stop k_walk (e_pops e) (e_lives e) (e_dies e).
Definition release_shows (t : release_table) (b : bool) (l : loc) (w : list positive) : bool :=
  release_verdict k_bad k_good k_stop k_bad0 k_good0 t b l w.
Definition release_says (t : release_table) (l : loc) (w : list positive) : option bool :=
  release_value k_bad k_good k_stop k_bad0 k_good0 t l w.
End Kinds.

Section Sound.
Context {T : Type} (step : T -> positive -> T -> Prop) (A : automaton).
Variable enabled : enabled_or_not step.
Variable each : loc -> positive -> list (list move).
Variable sys : conf -> T.
Variable aut : conf -> aconf.
Hypothesis aut_state : forall c, fst (aut c) = fst (fst c).
(* each move of the system, and how the automaton follows it *)
Variable sysmoves : loc -> positive -> list positive -> list (positive * T).
Hypothesis sys_step : forall l g w a t, step (sys (l, g :: w)) a t <-> In (a, t) (sysmoves l g w).
Hypothesis each_ok : forall l g w, Forall2 (fun m ms =>
    (forall a k o, In (a, (k, o)) ms -> a = fst m /\ sys (k, after g o ++ w) = snd m /\ astep A (aut (l, g :: w)) a (aut (k, after g o ++ w))) /\
    (forall e, astep A (aut (l, g :: w)) (fst m) e -> exists k o, In (fst m, (k, o)) ms /\ aut (k, after g o ++ w) = e))
  (sysmoves l g w) (each l g).
(* with nothing on the stack, the system or the automaton does not go on *)
Hypothesis empty_ok : forall l a t e, step (sys (l, [])) a t -> astep A (aut (l, [])) a e -> False.
Variable x y : T -> option bool.
Variable xh yh : loc -> positive -> option bool.
Variable y0 : loc -> option bool.
Hypothesis xh_ok : forall l g w b, xh l g = Some b -> x (sys (l, g :: w)) = Some b.
Hypothesis yh_ok : forall l g w b, yh l g = Some b -> y (sys (l, g :: w)) = Some b.
Hypothesis y0_ok : forall l b, y0 l = Some b -> y (sys (l, [])) = Some b.
Notation acc := (accepting (make_ready A)).

Lemma Forall2_left {B C} (R : B -> C -> Prop) l m b : Forall2 R l m -> In b l -> exists c, In c m /\ R b c.
Proof. induction 1 as [|b' c l m H F IH]; cbn; [tauto|]. intros [->|I]; [eauto|]. destruct (IH I) as (c' & J & K). eauto. Qed.
Lemma Forall2_right {B C} (R : B -> C -> Prop) l m c : Forall2 R l m -> In c m -> exists b, In b l /\ R b c.
Proof. induction 1 as [|b c' l m H F IH]; cbn; [tauto|]. intros [->|I]; [eauto|]. destruct (IH I) as (b' & J & K). eauto. Qed.

Lemma moves_sound c a d : pstep (all_moves each) c a d -> step (sys c) a (sys d) /\ astep A (aut c) a (aut d).
Proof.
  intro P. inversion P as [l g w a' k o I]; subst. unfold all_moves in I. apply in_concat in I. destruct I as (ms & J & I).
  destruct (Forall2_right _ _ _ _ (each_ok l g w) J) as ([b t] & K & H & _). destruct (H a k o I) as (-> & E & S). cbn [fst snd] in *.
  split; [apply sys_step; now rewrite E|exact S].
Qed.
Lemma moves_complete c a t e : step (sys c) a t -> astep A (aut c) a e -> exists d, pstep (all_moves each) c a d /\ sys d = t /\ aut d = e.
Proof.
  destruct c as [l [|g w]]; intros S S'; [destruct (empty_ok l a t e S S')|]. apply sys_step in S.
  destruct (Forall2_left _ _ _ _ (each_ok l g w) S) as (ms & J & H & G). cbn [fst snd] in *. destruct (G e S') as (k & o & I & E).
  destruct (H a k o I) as (_ & E' & _). exists (k, after g o ++ w). split; [|auto]. constructor. apply in_concat. eauto.
Qed.
Lemma acc_spec c : acc (fst (fst c)) = true <-> accepts A (fst (aut c)).
Proof. rewrite aut_state. apply accepting_spec. Qed.
Lemma tests : tests_done A sys aut y (k_done acc yh) (k_done0 acc y0) true /\ tests_undone A sys aut y (k_undone acc yh) (k_undone0 acc y0) false /\
  tests_done A sys aut y (k_bad acc yh) (k_bad0 acc y0) false /\ tests_undone A sys aut y (k_good acc yh) (k_good0 acc y0) true.
Proof.
  unfold tests_done, tests_undone, k_done, k_undone, k_bad, k_good, k_done0, k_undone0, k_bad0, k_good0.
  split; [|split; [|split]]; intros [l w] H; try split.
  1, 4: apply acc_spec; destruct w; cbn in *; now destruct (acc (fst l)).
  1, 3: destruct w as [|g w]; cbn in *; destruct (acc (fst l)); try discriminate; (apply is_yes_spec in H || apply is_no_spec in H); auto.
  all: intro Ac; apply acc_spec in Ac; cbn in Ac; destruct w as [|g w]; cbn in H; rewrite Ac in H; (apply is_yes_spec in H || apply is_no_spec in H); auto.
Qed.

Theorem until_sound e t l w b : until_check each acc xh yh e = Some t -> until_shows acc xh yh y0 t b l w = true ->
  if b then exists p u, path_from step (sys (l, w)) p u /\ until (from A aut (l, w)) (yes x) (yes y) p u
  else forall p u, path_from step (sys (l, w)) p u -> release (from A aut (l, w)) (no x) (no y) p u.
Proof.
  intros C V. destruct tests as (T1 & T2 & _).
  destruct (until_decided step A enabled (all_moves each) sys aut moves_sound moves_complete x y
    (k_done acc yh) (k_undone acc yh) (k_go xh) (k_stuck xh) (k_done0 acc y0) (k_undone0 acc y0) T1 T2) with (ps := e_pops e) (ls := e_lives e) (ds := e_dies e) (t := t) (l := l) (w := w) as (H1 & H2).
  - intros k g v H. apply xh_ok. now apply is_yes_spec.
  - intros k g v H. apply xh_ok. now apply is_no_spec.
  - exact C.
  - destruct b; auto.
Qed.
Lemma stop_cases c : at_conf (stops (k_good acc yh) (k_stop each xh)) (k_good0 acc y0) c = true ->
  ((yes x (sys c)) + {m : positive * T | step (sys c) (fst m) (snd m) /\ forall e, ~ astep A (aut c) (fst m) e} + (forall a t, ~ step (sys c) a t))%type.
Proof.
  destruct c as [l [|g w]]; cbn.
  - intros _. destruct (enabled (sys (l, []))) as [(m & S)|N]; [left; right|right; exact N]. exists m. split; [exact S|].
    intros e S'. exact (empty_ok _ _ _ _ S S').
  - unfold stops. intro H. apply andb_true_iff in H. destruct H as (_ & H). unfold k_stop in H.
    destruct (is_yes (xh l g)) eqn:X; [left; left; apply xh_ok; now apply is_yes_spec|].
    pose proof (each_ok l g w) as E. pose proof (sys_step l g w) as St.
    assert (F : {m | In m (sysmoves l g w) /\ forall e, ~ astep A (aut (l, g :: w)) (fst m) e} + {sysmoves l g w = []}).
    { destruct (each l g) as [|ms mss]; [right; now inversion E|left]. clear St.
      remember (ms :: mss) as all eqn:R. clear R. revert all E H. generalize (sysmoves l g w) as ss.
      induction ss as [|s ss IH]; intros all E H; [exfalso; inversion E; subst; discriminate|]. destruct all as [|m all]; [exfalso; inversion E|].
      cbn [existsb] in H. destruct m as [|m1 m].
      - exists s. split; [now left|]. intros e S'. inversion E as [|? ? ? ? (_ & G) _]; subst. destruct (G e S') as (k & o & [] & _).
      - destruct (IH all) as (m' & I & N); [now inversion E|exact H|]. exists m'. split; [now right|exact N]. }
    destruct F as [([a t] & I & N)|F].
    + left; right. exists (a, t). split; [now apply St|exact N].
    + right. intros a t S. apply St in S. rewrite F in S. destruct S.
Qed.
Lemma walk_cases c : at_conf (k_walk each xh) (fun _ => false) c = true ->
  no x (sys c) /\ (exists a t, step (sys c) a t) /\ forall a t, step (sys c) a t -> exists e, astep A (aut c) a e.
Proof.
  destruct c as [l [|g w]]; cbn; [discriminate|]. unfold k_walk. destruct (is_no (xh l g)) eqn:X; [|discriminate]. intro H.
  pose proof (each_ok l g w) as E. pose proof (sys_step l g w) as St. split; [apply xh_ok; now apply is_no_spec|].
  destruct (each l g) as [|ms mss]; [discriminate|]. split.
  - inversion E as [|[a t] ? ss ? ? ? Es]; subst. exists a, t. apply St. rewrite <- Es. now left.
  - intros a t S. apply St in S. destruct (Forall2_left _ _ _ _ E S) as (m & J & G & _). apply negb_true_iff in H.
    destruct m as [|[b [k o]] m].
    + exfalso. rewrite <- not_true_iff_false in H. apply H. apply existsb_exists. exists []. auto.
    + destruct (G b k o (or_introl eq_refl)) as (-> & _ & A'). cbn [fst] in *. eauto.
Qed.
Theorem release_sound e t l w b : deterministic A = true -> release_check each acc xh yh e = Some t -> release_shows each acc xh yh y0 t b l w = true ->
  if b then exists p u, path_from step (sys (l, w)) p u /\ release (from A aut (l, w)) (yes x) (yes y) p u
  else forall p u, path_from step (sys (l, w)) p u -> until (from A aut (l, w)) (no x) (no y) p u.
Proof.
  intros D C V. destruct tests as (_ & _ & T3 & T4).
  destruct (release_decided step A enabled (all_moves each) sys aut moves_sound moves_complete x y
    (k_bad acc yh) (k_good acc yh) (k_stop each xh) (k_walk each xh) (k_bad0 acc y0) (k_good0 acc y0) T3 T4 (accepts_dec A) stop_cases walk_cases
    (deterministic_sound A D) (e_pops e) (e_lives e) (e_dies e) t C l w) as (H1 & H2).
  destruct b; auto.
Qed.
End Sound.
