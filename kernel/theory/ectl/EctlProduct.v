(* From the product to paths of the system: an accepted table decides E(x U[A] y) and E(x R[A] y), and so their duals. *)
From Coq Require Import List PArith Bool Arith Lia.
From Custos Require Import Trie Ectl Keys Pops Lives UntilTable ReleaseTable Paths.
Import ListNotations.

Section Product.
Context {T : Type} (step : T -> positive -> T -> Prop) (A : automaton).
Variable enabled : enabled_or_not step.
Variable moves : loc -> positive -> list move.
Variable sys : conf -> T.
Variable aut : conf -> aconf.
Hypothesis moves_sound : forall c a d, pstep moves c a d -> step (sys c) a (sys d) /\ astep A (aut c) a (aut d).
Hypothesis moves_complete : forall c a t e, step (sys c) a t -> astep A (aut c) a e ->
  exists d, pstep moves c a d /\ sys d = t /\ aut d = e.
(* What is known of x and y. *)
Variable x y : T -> option bool.
Definition from (c : conf) (v : list positive) : Prop := exists e, arun A (aut c) v e /\ accepts A (fst e).
Definition yes (f : T -> option bool) (s : T) : Prop := f s = Some true.
Definition no (f : T -> option bool) (s : T) : Prop := f s = Some false.
(* the questions that both tables ask: accepted and y, not accepted or not y *)
Definition tests_done (f : loc -> positive -> bool) (f0 : loc -> bool) (v : bool) : Prop :=
  forall c, at_conf f f0 c = true -> accepts A (fst (aut c)) /\ y (sys c) = Some v.
Definition tests_undone (f : loc -> positive -> bool) (f0 : loc -> bool) (v : bool) : Prop :=
  forall c, at_conf f f0 c = true -> accepts A (fst (aut c)) -> y (sys c) = Some v.

(** * Until *)
Section Until.
Variable done undone go stuck : loc -> positive -> bool.
Variable done0 undone0 : loc -> bool.
Hypothesis done_ok : tests_done done done0 true.
Hypothesis undone_ok : tests_undone undone undone0 false.
Hypothesis go_ok : forall l g w, go l g = true -> yes x (sys (l, g :: w)).
Hypothesis stuck_ok : forall l g w, stuck l g = true -> no x (sys (l, g :: w)).

Lemma until_run_path v : forall c d, plain_run moves go c v d -> at_conf done done0 d = true ->
  exists p u, path_from step (sys c) p u /\ until (from c) (yes x) (yes y) p u.
Proof.
  induction v as [|[a e] v IH]; cbn [plain_run]; intros c d R D.
  - subst d. destruct (some_path step enabled (sys c)) as (p & u & H). exists p, u. split; [exact H|]. exists 0, (sys c).
    apply done_ok in D. destruct H as (H & _). split; [exact H|]. split; [exists (aut c); split; [constructor|tauto]|]. split; [apply D|].
    intros i r L. lia.
  - destruct R as (P & St & R). destruct (IH e d R D) as (p & u & H & n & t & E & (f & F & G) & Y & X).
    destruct (moves_sound _ _ _ St) as (S1 & S2). exists (before (Some (sys c)) p), (before a u).
    split; [exact (path_before step _ _ _ _ _ S1 H)|]. exists (S n), t. split; [exact E|]. split.
    { exists f. split; [|exact G]. rewrite word_cons. cbn. apply (arun_cons _ _ _ _ _ _ S2). exact F. }
    split; [exact Y|]. intros [|i] r L Q; cbn in Q; [inversion Q; subst|apply (X i); [lia|exact Q]].
    destruct c as [l [|g w]]; cbn in P; [tauto|]. now apply go_ok.
Qed.
Lemma dying_path (dying : conf -> Prop) c :
  (forall c, dying c -> at_conf undone undone0 c = true) ->
  (forall c a d, dying c -> at_conf stuck (fun _ => false) c = false -> pstep moves c a d -> dying d) ->
  dying c -> forall p u, path_from step (sys c) p u -> release (from c) (no x) (no y) p u.
Proof.
  intros U N Dc p u (E & M).
  assert (G : forall n t, p n = Some t -> (exists i r, i < n /\ p i = Some r /\ no x r) \/
    (forall e, arun A (aut c) (word u n) e -> exists d, sys d = t /\ aut d = e /\ dying d)).
  { induction n as [|n IH]; intros t Et.
    - right. intros e R. apply arun_nil in R. exists c. rewrite E in Et. inversion Et. auto.
    - pose proof (M n) as Mn. cbn [plus] in Mn. rewrite Et in Mn. destruct (p n) as [r|] eqn:Er; [|contradiction].
      destruct (IH r eq_refl) as [(i & r' & L & Q)|IH']; [left; exists i, r'; split; [lia|exact Q]|].
      destruct (x r) as [[|]|] eqn:X; [|left; exists n, r; auto|].
      all: right; intros e R; cbn in R; apply arun_unsnoc in R; destruct R as (f & R & St); destruct (IH' f R) as (d & D1 & D2 & D3); subst r f;
        destruct (moves_complete d (u n) t e Mn St) as (d' & P & D1' & D2'); exists d'; split; [exact D1'|]; split; [exact D2'|];
        apply (N d (u n) d' D3); [|exact P]; inversion P as [l g w a k o I]; subst; cbn; destruct (stuck l g) eqn:Sk; [|reflexivity];
        apply (stuck_ok l g w) in Sk; unfold no in Sk; congruence. }
  intros n t Et. destruct (G n t Et) as [B|B]; [right; right; exact B|].
  destruct (y t) as [[|]|] eqn:Y; [left|right; left; exact Y|left].
  all: intros (e & R & Ac); destruct (B e R) as (d & D1 & D2 & D3); subst t e; pose proof (undone_ok d (U d D3) Ac); congruence.
Qed.
Theorem until_decided ps ls ds t : check_until moves done undone go stuck ps ls ds = Some t -> forall l w,
  (until_verdict done undone stuck done0 undone0 t true l w = true ->
    exists p u, path_from step (sys (l, w)) p u /\ until (from (l, w)) (yes x) (yes y) p u) /\
  (until_verdict done undone stuck done0 undone0 t false l w = true ->
    forall p u, path_from step (sys (l, w)) p u -> release (from (l, w)) (no x) (no y) p u).
Proof.
  intros H l w. destruct (check_until_sound moves done undone go stuck done0 undone0 ps ls ds t H) as (H1 & dying & U & N & V). split; intro E.
  - destruct (H1 l w E) as (v & d & R & D). exact (until_run_path v _ _ R D).
  - apply (dying_path dying); auto.
Qed.
End Until.

(** * Release *)
Section Release.
Variable bad good stop walk : loc -> positive -> bool.
Variable bad0 good0 : loc -> bool.
Hypothesis bad_ok : tests_done bad bad0 false.
Hypothesis good_ok : tests_undone good good0 true.
Hypothesis accepts_dec : forall q, {accepts A q} + {~ accepts A q}.
(* where a run may stop: x holds, or some move cannot be followed, or there is none *)
Hypothesis stop_ok : forall c, at_conf (stops good stop) good0 c = true ->
  ((yes x (sys c)) + {m : positive * T | step (sys c) (fst m) (snd m) /\ forall e, ~ astep A (aut c) (fst m) e} + (forall a t, ~ step (sys c) a t))%type.
Hypothesis walk_ok : forall c, at_conf walk (fun _ => false) c = true ->
  no x (sys c) /\ (exists a t, step (sys c) a t) /\ forall a t, step (sys c) a t -> exists e, astep A (aut c) a e.

Lemma doomed_path c : doomed moves bad walk bad0 c -> forall p u, path_from step (sys c) p u -> until (from c) (no x) (no y) p u.
Proof.
  induction 1 as [c B|c Pl N IH]; intros p u P.
  - destruct P as (E & M). apply bad_ok in B. exists 0, (sys c). split; [exact E|]. split; [exists (aut c); split; [constructor|tauto]|].
    split; [apply B|]. intros; lia.
  - destruct (walk_ok c Pl) as (X & (a0 & t0 & En) & F). destruct P as (E & M). pose proof (M 0) as M0. cbn [plus] in M0. rewrite E in M0.
    destruct (p 1) as [t|] eqn:E1; [|exfalso; exact (M0 _ _ En)]. destruct (F _ _ M0) as (e & St).
    destruct (moves_complete c (u 0) t e M0 St) as (d & Pd & D1 & D2). subst t e.
    destruct (IH _ _ Pd _ _ (path_behind step (sys c) p u (sys d) (conj E M) E1)) as (n & s & Es & (f & R & Ac) & Y & Xs).
    exists (S n), s. split; [exact Es|]. split; [exists f; split; [|exact Ac]; rewrite word_cons; exact (arun_cons _ _ _ _ _ _ St R)|].
    split; [exact Y|]. intros [|i] r L Q; [rewrite E in Q; inversion Q; subst; exact X|]. apply (Xs i); [lia|exact Q].
Qed.

(* a path from where something lives *)
Variable alive : conf -> Prop.
Hypothesis goes : forall c, alive c -> going moves good stop good0 alive c.
Hypothesis det : real_time_deterministic A.
Lemma plain_good c : plain_conf good c -> at_conf good good0 c = true.
Proof. destruct c as [l [|g w]]; cbn; tauto. Qed.
Lemma alive_good c : alive c -> at_conf good good0 c = true.
Proof.
  intro H. destruct (goes c H) as [St|([|[a e] u] & d & N & R & _)].
  - destruct c as [l [|g w]]; cbn in *; [assumption|]. unfold stops in St. now destruct (good l g).
  - congruence.
  - apply plain_good. apply R.
Qed.
(* a run still to be followed, to where something lives; or anything *)
Definition leg : Type := {z : conf * list (positive * conf) * conf | plain_run moves good (fst (fst z)) (snd (fst z)) (snd z) /\ alive (snd z)}.
Definition leg_at (z : leg) : conf := fst (fst (proj1_sig z)).
Definition stage_of : Type := leg + T.
Definition show (z : stage_of) : T := match z with inl z => sys (leg_at z) | inr s => s end.
Definition wander (s : T) : option (positive * stage_of) :=
  match enabled s with inleft (exist _ m _) => Some (fst m, inr (snd m)) | inright _ => None end.
Lemma leg_step (z : leg) : {m : positive * leg | pstep moves (leg_at z) (fst m) (leg_at (snd m))} + {at_conf (stops good stop) good0 (leg_at z) = true}.
Proof.
  destruct z as [[[c v] d] (R & L)]. unfold leg_at. cbn [proj1_sig fst snd] in *.
  assert (F : forall v d, plain_run moves good c v d -> alive d -> v <> [] ->
    {m : positive * leg | pstep moves c (fst m) (fst (fst (proj1_sig (snd m))))}).
  { clear. intros [|[a e] v] d R L N; [congruence|]. cbn in R. assert (Q : plain_run moves good e v d /\ alive d) by tauto.
    exists (a, exist _ (e, v, d) Q). cbn. tauto. }
  destruct v as [|s v]; [|left; apply (F _ _ R L); discriminate].
  cbn in R. subst d. destruct (goes c L) as [St|(v & d & N & R & L')]; [right; exact St|left; exact (F v d R L' N)].
Qed.
Definition next (z : stage_of) : option (positive * stage_of) :=
  match z with
  | inr s => wander s
  | inl z =>
    match leg_step z with
    | inleft (exist _ m _) => Some (fst m, inl (snd m))
    | inright E =>
      match stop_ok _ E with
      | inl (inl _) => wander (sys (leg_at z))
      | inl (inr (exist _ m _)) => Some (fst m, inr (snd m))
      | inr _ => None
      end
    end
  end.
Lemma wander_ok s : match wander s with Some (a, z) => step s a (show z) | None => forall a t, ~ step s a t end.
Proof. unfold wander. destruct (enabled s) as [[[a t] H]|H]; exact H. Qed.
Lemma next_ok z : match next z with Some (a, z') => step (show z) a (show z') | None => forall a t, ~ step (show z) a t end.
Proof.
  destruct z as [z|s]; [|apply wander_ok]. cbn [next show]. destruct (leg_step z) as [[[a z'] H]|E].
  - cbn in *. now apply moves_sound.
  - destruct (stop_ok (leg_at z) E) as [[X|[[a t] H]]|H]; [apply wander_ok|cbn in *; tauto|exact H].
Qed.
Lemma alive_path c : alive c -> exists p u, path_from step (sys c) p u /\ release (from c) (yes x) (yes y) p u.
Proof.
  intro L. set (start := inl (exist _ (c, [], c) (conj eq_refl L)) : stage_of).
  exists (stage_state show next start), (stage_action next start). split; [exact (stage_path step show next next_ok start)|].
  set (u := stage_action next start). set (p := stage_state show next start).
  assert (J : forall n z, stage next start n = Some z ->
    match z with
    | inl z => arun A (aut c) (word u n) (aut (leg_at z))
    | inr _ => (exists i r, i < n /\ p i = Some r /\ yes x r) \/ forall e, ~ arun A (aut c) (word u n) e
    end).
  { apply (stage_ind next start (fun n z => match z with
      | inl z => arun A (aut c) (word u n) (aut (leg_at z))
      | inr _ => (exists i r, i < n /\ p i = Some r /\ yes x r) \/ forall e, ~ arun A (aut c) (word u n) e end)).
    - cbn. constructor.
    - intros n z a z' En Ez Ea H. fold u in Ea. cbn [word]. rewrite Ea. destruct z as [z|s]; cbn [next] in Ez.
      + destruct (leg_step z) as [[[b z''] Q]|E].
        * inversion Ez; subst. cbn in *. econstructor; [exact H|]. now apply moves_sound.
        * destruct (stop_ok (leg_at z) E) as [[X|[[b t] (Q1 & Q2)]]|Q].
          -- unfold wander in Ez. destruct (enabled (sys (leg_at z))) as [[m Q]|Q]; inversion Ez; subst. left.
             exists n, (sys (leg_at z)). split; [lia|]. split; [|exact X]. unfold p, stage_state. now rewrite En.
          -- inversion Ez; subst. cbn in *. right. intros e R. apply arun_unsnoc in R. destruct R as (f & R & St).
             rewrite (arun_det A det _ _ _ _ R H) in St. exact (Q2 _ St).
          -- discriminate.
      + unfold wander in Ez. destruct (enabled s) as [[m Q]|Q]; inversion Ez; subst. destruct H as [(i & r & K & H)|H].
        * left. exists i, r. split; [lia|exact H].
        * right. intros e R. apply arun_unsnoc in R. destruct R as (f & R & _). exact (H _ R). }
  intros n t E. unfold p, stage_state in E. destruct (stage next start n) as [z|] eqn:Ez; [|discriminate]. inversion E; subst; clear E.
  specialize (J n z Ez). destruct z as [z|s]; cbn [show].
  - assert (B : at_conf good good0 (leg_at z) = true).
    { destruct z as [[[c' v] d] (R & L')]. unfold leg_at. cbn in *. destruct v as [|[a e] v]; [cbn in R; subst; now apply alive_good|].
      apply plain_good. apply R. }
    destruct (accepts_dec (fst (aut (leg_at z)))) as [Ac|Ac].
    + right; left. exact (good_ok _ B Ac).
    + left. intros (e & R & Ac'). rewrite (arun_det A det _ _ _ _ R J) in Ac'. contradiction.
  - destruct J as [J|J]; [right; right; exact J|left]. intros (e & R & _). exact (J _ R).
Qed.
End Release.

Theorem release_decided bad good stop walk bad0 good0 :
  tests_done bad bad0 false -> tests_undone good good0 true ->
  (forall q, {accepts A q} + {~ accepts A q}) ->
  (forall c, at_conf (stops good stop) good0 c = true ->
    ((yes x (sys c)) + {m : positive * T | step (sys c) (fst m) (snd m) /\ forall e, ~ astep A (aut c) (fst m) e} + (forall a t, ~ step (sys c) a t))%type) ->
  (forall c, at_conf walk (fun _ => false) c = true ->
    no x (sys c) /\ (exists a t, step (sys c) a t) /\ forall a t, step (sys c) a t -> exists e, astep A (aut c) a e) ->
  real_time_deterministic A ->
  forall ps ls ds t, check_release moves bad good stop walk ps ls ds = Some t -> forall l w,
  (release_verdict bad good stop bad0 good0 t true l w = true ->
    exists p u, path_from step (sys (l, w)) p u /\ release (from (l, w)) (yes x) (yes y) p u) /\
  (release_verdict bad good stop bad0 good0 t false l w = true ->
    forall p u, path_from step (sys (l, w)) p u -> until (from (l, w)) (no x) (no y) p u).
Proof.
  intros Hb Hg Ha Hs Hw Hd ps ls ds t H l w.
  destruct (check_release_sound moves bad good stop walk bad0 good0 ps ls ds t H) as ((alive & G & V) & F). split; intro E.
  - exact (alive_path good stop good0 Hg Ha Hs alive G Hd (l, w) (V l w E)).
  - exact (doomed_path bad walk bad0 Hb Hw (l, w) (F l w E)).
Qed.
End Product.
