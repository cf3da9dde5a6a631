(* Tables of Release. A head is bad, or else stops (x holds, or the system has no move, or the automaton cannot follow one), or
   else the product walks on from it. What is asked of a head is not always known: each question has two tests. Heads that live are justified by others that live, in any order; those that die lead to earlier ones only. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Trie Ectl Keys Pops Lives UntilTable.
Import ListNotations.

Section Release.
Variable moves : loc -> positive -> list move.
Variable bad good stop walk : loc -> positive -> bool.
Variable bad0 good0 : loc -> bool.

(* here a run may end *)
Definition stops (l : loc) (g : positive) : bool := good l g && stop l g.

Definition rlives (H : heads) (l : loc) (g : positive) : bool := stops l g || has H l g.
Definition check_release_lives (P : pops) (H : heads) (xs : list (loc * positive * why_life)) : bool :=
  forallb (fun x => good_life moves good P (rlives H) (fst (fst x)) (snd (fst x)) (snd x)) xs.
Definition rdead (D : heads) (l : loc) (g : positive) : bool := bad l g || has D l g.
Fixpoint check_release_dies (P : pops) (D : heads) (xs : list (loc * positive)) : option heads :=
  match xs with
  | [] => Some D
  | (l, g) :: xs => if walk l g && closed_at moves P (rdead D) l g then check_release_dies P (with_head D l g) xs else None
  end.

Fixpoint release_lives (P : pops) (H : heads) (l : loc) (w : list positive) : bool :=
  match w with
  | [] => good0 l
  | g :: w => if rlives H l g then true else existsb (fun m => release_lives P H m w) (pops_of P l g)
  end.
Fixpoint release_dies (P : pops) (D : heads) (l : loc) (w : list positive) : bool :=
  match w with
  | [] => bad0 l
  | g :: w => if bad l g then true else if has D l g then forallb (fun m => release_dies P D m w) (pops_of P l g) else false
  end.

Record release_table := Release { r_pops : pops; r_lives : heads; r_dies : heads }.
Definition check_release (ps : list (loc * positive * loc * why_pop)) (ls : list (loc * positive * why_life)) (ds : list (loc * positive))
  : option release_table :=
  match check_pops moves good no_pops ps with
  | None => None
  | Some P =>
    let H := fold_left add_life ls Empty in
    if check_release_lives P H ls then
      match check_release_dies P Empty ds with None => None | Some D => Some (Release P H D) end
    else None
  end.
(* does the table say so? *)
Definition release_verdict (t : release_table) (b : bool) (l : loc) (w : list positive) : bool :=
  if b then release_lives (r_pops t) (r_lives t) l w else release_dies (r_pops t) (r_dies t) l w.
Definition release_value (t : release_table) (l : loc) (w : list positive) : option bool :=
  if release_verdict t true l w then Some true else if release_verdict t false l w then Some false else None.
Lemma release_value_verdict t l w b : release_value t l w = Some b -> release_verdict t b l w = true.
Proof. unfold release_value. destruct (release_verdict t true l w) eqn:E, (release_verdict t false l w) eqn:F; intro H; inversion H; subst; assumption. Qed.

(** * True: from such a configuration some run goes on, or may end *)
Definition going (alive : conf -> Prop) (c : conf) : Type :=
  ((at_conf stops good0 c = true) + {u & {d | u <> [] /\ plain_run moves good c u d /\ alive d}})%type.
Lemma release_lives_going P H ls : pops_ok P -> (forall l g m, has_pop P l g m = true -> popping moves good l g m) ->
  H = fold_left add_life ls Empty -> check_release_lives P H ls = true ->
  forall c, release_lives P H (fst c) (snd c) = true -> going (fun d => release_lives P H (fst d) (snd d) = true) c.
Proof.
  intros O S EH C [l w] E. destruct w as [|g w]; [left; exact E|]. cbn [fst snd release_lives] in E. cbn [fst snd].
  destruct (stops l g) eqn:St; [left; exact St|]. destruct (has H l g) eqn:Hs.
  - right. rewrite EH in Hs. destruct (add_lives_spec l g ls Empty Hs) as [(y & I)|F]; [|discriminate].
    unfold check_release_lives in C. rewrite forallb_forall in C. specialize (C _ I). cbn [fst snd] in C.
    destruct (good_life_run moves good P (rlives H) l g y w S C) as (u & k & h & v & N & R & K).
    exists u, (k, h :: v). split; [exact N|]. split; [exact R|]. cbn. now rewrite K.
  - unfold rlives in E. rewrite St, Hs in E. cbn in E. right.
    assert (X : {m | has_pop P l g m = true & release_lives P H m w = true}).
    { assert (Y : forall m, In m (pops_of P l g) -> has_pop P l g m = true) by (intros; now apply O).
      induction (pops_of P l g) as [|m ms IHm]; cbn [existsb] in E; [discriminate|].
      destruct (release_lives P H m w) eqn:F; [exists m; [apply Y; now left|exact F]|]. apply IHm; [exact E|]. intros; apply Y; now right. }
    destruct X as [m Q F]. destruct (S _ _ _ Q w) as (u & V). exists u, (m, w). split; [|split; [exact V|exact F]].
    intros ->. cbn in V. inversion V as [[E1 E2]]. assert (L : length (g :: w) = length w) by now rewrite E2.
    cbn in L. exact (PeanoNat.Nat.neq_succ_diag_l _ L).
Qed.

(** * False: every run gets to something bad *)
Inductive doomed : conf -> Prop :=
| Doom_bad c : at_conf bad bad0 c = true -> doomed c
| Doom_step c : at_conf walk (fun _ => false) c = true -> (forall a d, pstep moves c a d -> doomed d) -> doomed c.
Definition dooms (P : pops) (l : loc) (g : positive) : Prop :=
  forall w, (forall m, has_pop P l g m = true -> doomed (m, w)) -> doomed (l, g :: w).
Lemma dooms_rdead P D : (forall l g, has D l g = true -> dooms P l g) -> forall l g, rdead D l g = true -> dooms P l g.
Proof.
  intros H l g E w F. unfold rdead in E. destruct (bad l g) eqn:B; [now apply Doom_bad|]. now apply (H l g E w).
Qed.
Lemma closed_dooms P D l g : pops_ok P -> (forall l g, has D l g = true -> dooms P l g) ->
  walk l g = true -> closed_at moves P (rdead D) l g = true -> dooms P l g.
Proof.
  intros O H Pl C w F. apply Doom_step; [exact Pl|]. intros a d St. inversion St as [l' g' w' a' k o I]; subst.
  pose proof (closed_at_spec moves P _ l g O C a k o I) as X. destruct o as [|h|h]; cbn [after app].
  - now apply F.
  - destruct X as (X & Y). apply (dooms_rdead P D H k h X w). intros m J. apply F, Y, J.
  - destruct X as (X & Y). apply (dooms_rdead P D H k h X (g :: w)). intros m J. destruct (Y m J) as (Z & V).
    apply (dooms_rdead P D H m g Z w). intros n J'. apply F, V, J'.
Qed.
Lemma check_release_dies_sound P xs : pops_ok P -> forall D K, check_release_dies P D xs = Some K ->
  (forall l g, has D l g = true -> dooms P l g) -> forall l g, has K l g = true -> dooms P l g.
Proof.
  intro O. induction xs as [|[l g] xs IH]; cbn; intros D K E H; [inversion E; subst; exact H|].
  destruct (walk l g && closed_at moves P (rdead D) l g) eqn:C; [|discriminate]. apply andb_true_iff in C. destruct C as (Pl & C).
  apply (IH _ _ E). intros l' g' F. apply has_with in F. destruct F as [(-> & ->)|F]; [|now apply H].
  now apply (closed_dooms P D).
Qed.
Lemma release_dies_sound P D : pops_ok P -> (forall l g, has D l g = true -> dooms P l g) ->
  forall w l, release_dies P D l w = true -> doomed (l, w).
Proof.
  intros O H. induction w as [|g w IH]; intros l E; cbn in E; [now apply Doom_bad|].
  destruct (bad l g) eqn:B; [now apply Doom_bad|]. destruct (has D l g) eqn:F; [|discriminate].
  apply (H l g F w). intros m J. apply IH. rewrite forallb_forall in E. now apply E, O.
Qed.

Theorem check_release_sound ps ls ds t : check_release ps ls ds = Some t ->
  {alive : conf -> Prop & ((forall c, alive c -> going alive c) * (forall l w, release_verdict t true l w = true -> alive (l, w)))%type} *
  (forall l w, release_verdict t false l w = true -> doomed (l, w)).
Proof.
  unfold check_release. destruct (check_pops _ _ _ _) as [P|] eqn:EP; [|discriminate].
  destruct (check_release_lives P _ ls) eqn:EL; [|discriminate]. destruct (check_release_dies P Empty ds) as [D|] eqn:ED; [|discriminate].
  intro E. inversion E; subst; clear E. destruct (check_pops_sound moves good ps _ _ EP no_pops_ok) as (O & S); [intros ? ? ? F; discriminate|].
  unfold release_verdict. cbn [r_pops r_lives r_dies]. split.
  - exists (fun d => release_lives P (fold_left add_life ls Empty) (fst d) (snd d) = true). split.
    + exact (release_lives_going P _ ls O S eq_refl EL).
    + intros l w V. exact V.
  - intros l w V.
    refine (release_dies_sound P D O _ w l V). refine (check_release_dies_sound P ds O _ _ ED _). intros ? ? G; discriminate.
Qed.
End Release.
