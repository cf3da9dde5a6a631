(* Tables of Until. A head is done, or else stuck (x does not hold), or else the product goes on from it. What is asked of a head is not
   always known, so that each question has two tests: one for yes, one for no. Heads that live are justified in order; those that die are closed. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Trie Ectl Keys Pops Lives.
Import ListNotations.

Definition head_set (ds : list (loc * positive)) : heads := fold_left (fun D x => with_head D (fst x) (snd x)) ds Empty.

Section Until.
Variable moves : loc -> positive -> list move.
Variable done undone go stuck : loc -> positive -> bool.
Variable done0 undone0 : loc -> bool.

Definition at_conf (f : loc -> positive -> bool) (f0 : loc -> bool) (c : conf) : bool := match c with (l, g :: _) => f l g | (l, []) => f0 l end.

Definition ulives (H : heads) (l : loc) (g : positive) : bool := done l g || has H l g.
Fixpoint check_until_lives (P : pops) (H : heads) (xs : list (loc * positive * why_life)) : option heads :=
  match xs with
  | [] => Some H
  | (l, g, y) :: xs => if good_life moves go P (ulives H) l g y then check_until_lives P (with_head H l g) xs else None
  end.
Definition udead (D : heads) (l : loc) (g : positive) : bool := undone l g && (stuck l g || has D l g).
Definition check_until_dies (P : pops) (D : heads) (xs : list (loc * positive)) : bool :=
  forallb (fun x => closed_at moves P (udead D) (fst x) (snd x)) xs.

Fixpoint until_lives (P : pops) (H : heads) (l : loc) (w : list positive) : bool :=
  match w with
  | [] => done0 l
  | g :: w => if done l g then true else if has H l g then true else existsb (fun m => until_lives P H m w) (pops_of P l g)
  end.
Fixpoint until_dies (P : pops) (D : heads) (l : loc) (w : list positive) : bool :=
  match w with
  | [] => undone0 l
  | g :: w => if udead D l g then forallb (fun m => until_dies P D m w) (pops_of P l g) else false
  end.

Record until_table := Until { u_pops : pops; u_lives : heads; u_dies : heads }.
Definition check_until (ps : list (loc * positive * loc * why_pop)) (ls : list (loc * positive * why_life)) (ds : list (loc * positive))
  : option until_table :=
  match check_pops moves go no_pops ps with
  | None => None
  | Some P =>
    match check_until_lives P Empty ls with
    | None => None
    | Some H =>
      let D := head_set ds in
      if check_until_dies P D ds then Some (Until P H D) else None
    end
  end.
(* does the table say so? *)
Definition until_verdict (t : until_table) (b : bool) (l : loc) (w : list positive) : bool :=
  if b then until_lives (u_pops t) (u_lives t) l w else until_dies (u_pops t) (u_dies t) l w.
Definition until_value (t : until_table) (l : loc) (w : list positive) : option bool :=
  if until_verdict t true l w then Some true else if until_verdict t false l w then Some false else None.
Lemma until_value_verdict t l w b : until_value t l w = Some b -> until_verdict t b l w = true.
Proof. unfold until_value. destruct (until_verdict t true l w) eqn:E, (until_verdict t false l w) eqn:F; intro H; inversion H; subst; assumption. Qed.

(** * True *)
Definition reaches (c : conf) : Type := {u & {d | plain_run moves go c u d /\ at_conf done done0 d = true}}.
Lemma reaches_app c u d : plain_run moves go c u d -> reaches d -> reaches c.
Proof. intros R (v & e & R' & E). exists (u ++ v), e. split; [eapply plain_run_app; eauto|exact E]. Qed.
Lemma check_until_lives_sound P xs : (forall l g m, has_pop P l g m = true -> popping moves go l g m) ->
  forall H K, check_until_lives P H xs = Some K -> (forall l g w, has H l g = true -> reaches (l, g :: w)) ->
  forall l g w, has K l g = true -> reaches (l, g :: w).
Proof.
  intro S. induction xs as [|[[l g] y] xs IH]; cbn; intros H K E R; [inversion E; subst; exact R|].
  destruct (good_life moves go P (ulives H) l g y) eqn:G; [|discriminate]. eapply IH; [exact E|].
  intros l' g' w F. destruct (has H l' g') eqn:F'; [auto|].
  assert (X : l' = l /\ g' = g) by (apply has_with in F; destruct F; [assumption|congruence]). destruct X as (-> & ->).
  destruct (good_life_run moves go P (ulives H) l g y w S G) as (u & k & h & v & _ & Q & O).
  eapply reaches_app; [exact Q|]. unfold ulives in O. destruct (done k h) eqn:Dn.
  - exists [], (k, h :: v). split; [reflexivity|exact Dn].
  - apply R. exact O.
Qed.
Lemma until_lives_sound P H : pops_ok P -> (forall l g m, has_pop P l g m = true -> popping moves go l g m) ->
  (forall l g w, has H l g = true -> reaches (l, g :: w)) ->
  forall w l, until_lives P H l w = true -> reaches (l, w).
Proof.
  intros O S R. induction w as [|g w IH]; intros l E; cbn in E.
  - exists [], (l, []). split; [reflexivity|exact E].
  - destruct (done l g) eqn:Dn; [exists [], (l, g :: w); split; [reflexivity|exact Dn]|].
    destruct (has H l g) eqn:Hs; [now apply R|].
    assert (X : {m | has_pop P l g m = true & until_lives P H m w = true}).
    { assert (Y : forall m, In m (pops_of P l g) -> has_pop P l g m = true) by (intros; now apply O).
      induction (pops_of P l g) as [|m ms IHm]; cbn [existsb] in E; [discriminate|].
      destruct (until_lives P H m w) eqn:F; [exists m; [apply Y; now left|exact F]|]. apply IHm; [exact E|]. intros; apply Y; now right. }
    destruct X as [m Q F]. destruct (S _ _ _ Q w) as (u & V). eapply reaches_app; [exact V|]. now apply IH.
Qed.

(** * False *)
Lemma until_dies_step P D : pops_ok P -> (forall l g, has D l g = true -> closed_at moves P (udead D) l g = true) ->
  forall l w a k v, until_dies P D l w = true -> at_conf stuck (fun _ => false) (l, w) = false -> pstep moves (l, w) a (k, v) ->
  until_dies P D k v = true.
Proof.
  intros O C l w a k v E Pl St. inversion St as [l' g w' a' k' o I]; subst. cbn [until_dies] in E. cbn [at_conf] in Pl.
  destruct (udead D l g) eqn:U; [|discriminate]. rewrite forallb_forall in E.
  assert (B : has D l g = true) by (unfold udead in U; rewrite Pl in U; now destruct (undone l g)).
  pose proof (closed_at_spec moves P _ l g O (C _ _ B) a k o I) as X. destruct o as [|h|h]; cbn [after app until_dies] in *.
  - apply E, O, X.
  - destruct X as (-> & X). apply forallb_forall. intros n J. apply O, X, O, E in J. exact J.
  - destruct X as (-> & X). apply forallb_forall. intros m J. apply O, X in J. destruct J as (-> & J).
    apply forallb_forall. intros n J'. apply O, J, O, E in J'. exact J'.
Qed.
Lemma until_dies_undone P D l w : until_dies P D l w = true -> at_conf undone undone0 (l, w) = true.
Proof. destruct w as [|g w]; cbn; [auto|]. unfold udead. now destruct (undone l g). Qed.

Lemma has_fold ds : forall D l g, has (fold_left (fun D x => with_head D (fst x) (snd x)) ds D) l g = true ->
  In (l, g) ds \/ has D l g = true.
Proof.
  induction ds as [|[l' g'] ds IH]; cbn; intros D l g H; [now right|]. apply IH in H. destruct H as [H|H]; [auto|].
  apply has_with in H. destruct H as [(-> & ->)|H]; auto.
Qed.
Theorem check_until_sound ps ls ds t : check_until ps ls ds = Some t ->
  (forall l w, until_verdict t true l w = true -> reaches (l, w)) *
  {dying : conf -> Prop |
    (forall c, dying c -> at_conf undone undone0 c = true) /\
    (forall c a d, dying c -> at_conf stuck (fun _ => false) c = false -> pstep moves c a d -> dying d) /\
    (forall l w, until_verdict t false l w = true -> dying (l, w))}.
Proof.
  unfold check_until. destruct (check_pops _ _ _ _) as [P|] eqn:EP; [|discriminate].
  destruct (check_until_lives P Empty ls) as [H|] eqn:EH; [|discriminate].
  destruct (check_until_dies P _ ds) eqn:ED; [|discriminate]. intros E. inversion E; subst; clear E.
  destruct (check_pops_sound moves go ps _ _ EP no_pops_ok) as (O & S); [intros ? ? ? F; discriminate|].
  unfold until_verdict. cbn [u_pops u_lives u_dies]. set (D := head_set ds) in *. split.
  - intros l w V. apply (until_lives_sound P H O S); [|exact V]. intros l' g' w'. revert l' g' w'. apply (check_until_lives_sound P ls S _ _ EH).
    intros ? ? ? G; discriminate.
  - exists (fun c => until_dies P D (fst c) (snd c) = true). split; [|split].
    + intros [l w]. apply until_dies_undone.
    + intros [l w] a [k v] E St M. cbn [fst snd] in *. refine (until_dies_step P D O _ l w a k v E St M).
      intros l' g' B. apply has_fold in B. destruct B as [B|B]; [|discriminate].
      unfold check_until_dies in ED. rewrite forallb_forall in ED. exact (ED _ B).
    + intros l w V. exact V.
Qed.
End Until.
