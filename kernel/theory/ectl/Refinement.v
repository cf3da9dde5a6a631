(* The monitor that a table gives: it refines the one that the table's symbols carry, and knows in each state which of the locations that matter
   live with the stack that was read. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Trie Ectl Keys Pops Lives UntilTable ReleaseTable EctlValues EctlKinds Monitor.
Import ListNotations.

Definition loc_key (l : loc) : positive := key (fst l) (snd l).
Lemma loc_key_inj l m : loc_key l = loc_key m -> l = m.
Proof. destruct l, m. unfold loc_key; cbn. intro E. apply key_inj in E. destruct E; subst; reflexivity. Qed.

(* what a table tells of a head, whatever lies below *)
Record answers := Answers {
  a_lives : loc -> positive -> bool;
  a_dies : loc -> positive -> bool;                 (* for sure *)
  a_closed : loc -> positive -> bool;               (* if all its pops lead to what dies *)
  a_pops : loc -> positive -> list loc;
  a_lives0 : loc -> bool;
  a_dies0 : loc -> bool }.
(* 'shows' is what the table says of whole stacks *)
Record answering (a : answers) (shows : bool -> loc -> list positive -> bool) : Prop := Answering {
  lives_head : forall l G W, a_lives a l G = true -> shows true l (G :: W) = true;
  lives_pop : forall l G W m, In m (a_pops a l G) -> shows true m W = true -> shows true l (G :: W) = true;
  lives_empty : forall l, a_lives0 a l = true -> shows true l [] = true;
  dies_head : forall l G W, a_dies a l G = true -> shows false l (G :: W) = true;
  dies_pop : forall l G W, a_closed a l G = true -> (forall m, In m (a_pops a l G) -> shows false m W = true) -> shows false l (G :: W) = true;
  dies_empty : forall l, a_dies0 a l = true -> shows false l [] = true }.

Section Tables.
Variable each : loc -> positive -> list (list move).
Variable acc : positive -> bool.
Variable xh yh : loc -> positive -> option bool.
Variable y0 : loc -> option bool.
Definition until_answers (t : until_table) : answers :=
  Answers (fun l g => if k_done acc yh l g then true else has (u_lives t) l g) (fun _ _ => false)
    (udead (k_undone acc yh) (k_stuck xh) (u_dies t)) (pops_of (u_pops t)) (k_done0 acc y0) (k_undone0 acc y0).
Definition release_answers (t : release_table) : answers :=
  Answers (rlives (k_good acc yh) (k_stop each xh) (r_lives t)) (k_bad acc yh) (has (r_dies t)) (pops_of (r_pops t)) (k_good0 acc y0) (k_bad0 acc y0).
Lemma until_answering t : answering (until_answers t) (until_shows acc xh yh y0 t).
Proof.
  constructor; unfold until_answers, until_shows; cbn [a_lives a_dies a_closed a_pops a_lives0 a_dies0 until_verdict until_lives until_dies]; intros.
  - destruct (k_done acc yh l G); [reflexivity|now rewrite H].
  - destruct (k_done acc yh l G); [reflexivity|]. destruct (has (u_lives t) l G); [reflexivity|]. apply existsb_exists. eauto.
  - assumption.
  - discriminate.
  - rewrite H. apply forallb_forall. assumption.
  - assumption.
Qed.
Lemma release_answering t : answering (release_answers t) (release_shows each acc xh yh y0 t).
Proof.
  constructor; unfold release_answers, release_shows; cbn [a_lives a_dies a_closed a_pops a_lives0 a_dies0 release_verdict release_lives release_dies]; intros.
  - now rewrite H.
  - destruct (rlives _ _ _ l G); [reflexivity|]. apply existsb_exists. eauto.
  - assumption.
  - now rewrite H.
  - destruct (k_bad acc yh l G); [reflexivity|]. rewrite H. apply forallb_forall. assumption.
  - assumption.
Qed.
End Tables.

Record refinement := Refinement {
  f_to : positive;                                             (* the number of the new monitor *)
  f_locs : list loc;                                           (* the locations that matter *)
  f_states : list (positive * (positive * list loc)) }.        (* its states: the state that it refines, what lives *)
Record known := Known { n_was : positive; n_live : list loc; n_set : set }.
Definition make_known (x : positive * list loc) : known := Known (fst x) (snd x) (setof (tmap loc_key (snd x))).
Definition infos (r : refinement) : trie known := fold_left (fun t x => put (fst x) (make_known (snd x)) t) (f_states r) Empty.
Lemma infos_made r d k : find d (infos r) = Some k -> exists x, k = make_known x.
Proof.
  unfold infos. assert (G : forall l t, find d (fold_left (fun t x => put (fst x) (make_known (snd x)) t) l t) = Some k ->
    (exists x, k = make_known x) \/ find d t = Some k).
  { induction l as [|[e x] l IH]; cbn [fold_left]; intros t H; [now right|]. apply IH in H. destruct H as [H|H]; [auto|]. cbn [fst snd] in H.
    unfold put in H. destruct (Pos.eq_dec d e) as [->|N]; [rewrite find_update_same in H; inversion H; subst; eauto|].
    rewrite find_update_other in H by assumption. now right. }
  intro H. apply G in H. destruct H as [H|H]; [exact H|discriminate].
Qed.
Definition lives_in (k : known) (l : loc) : bool := mem (loc_key l) (n_set k).
Lemma lives_in_made x l : lives_in (make_known x) l = true -> In l (n_live (make_known x)).
Proof.
  unfold lives_in. cbn. rewrite tmap_map, mem_setof, in_map_iff. intros (m & E & I). apply loc_key_inj in E. now subst.
Qed.

Section Refine.
Variable a : answers.
Variable locs : set.
(* at a head, above a stack of which k is known *)
Definition value_above (k : known) (l : loc) (G : positive) : option bool :=
  if a_lives a l G then Some true
  else if existsb (lives_in k) (a_pops a l G) then Some true
  else if a_dies a l G then Some false
  else if a_closed a l G then
    if forallb (fun m => mem (loc_key m) locs && negb (lives_in k m)) (a_pops a l G) then Some false else None
  else None.
End Refine.
Definition loc_set (r : refinement) : set := setof (tmap loc_key (f_locs r)).

Definition check_refinement (m : watch) (n : monitor) (r : refinement) (a : answers) : bool :=
  let ix := infos r in
  let locs := loc_set r in
  match find (m_start n) ix with
  | None => false
  | Some k =>
    Pos.eqb (n_was k) (w_start m) && forallb (a_lives0 a) (n_live k) &&
    forallb (fun l => if lives_in k l then true else a_dies0 a l) (f_locs r)
  end &&
  forallb (fun x : positive * positive * positive => let '(d, g, e) := x in
    match find d ix, find e ix with
    | Some k, Some k' =>
      let G := key g (n_was k) in
      Pos.eqb (reads m (n_was k) g) (n_was k') && forallb (fun l => is_yes (value_above a locs k l G)) (n_live k') &&
      forallb (fun l => if lives_in k' l then true else is_no (value_above a locs k l G)) (f_locs r)
    | _, _ => false
    end) (m_entries n).

Section Sound.
Variable m : watch.
Variable n : monitor.
Variable r : refinement.
Variable a : answers.
Variable shows : bool -> loc -> list positive -> bool.
Hypothesis A : answering a shows.
Definition knows (k : known) (w : list positive) : Prop :=
  n_was k = state_after m w /\ (forall l, lives_in k l = true -> shows true l (carry m w) = true) /\
  (forall l, mem (loc_key l) (loc_set r) = true -> lives_in k l = false -> shows false l (carry m w) = true).
Lemma value_above_sound k w l g b : knows k w -> value_above a (loc_set r) k l (key g (n_was k)) = Some b -> shows b l (carry m (g :: w)) = true.
Proof.
  intros (E & H & H'). unfold value_above. rewrite E. cbn [carry]. set (G := key g (state_after m w)).
  destruct (a_lives a l G) eqn:L; [intro F; inversion F; subst; now apply (lives_head a shows A)|].
  destruct (existsb (lives_in k) (a_pops a l G)) eqn:P.
  { intro F. inversion F; subst. apply existsb_exists in P. destruct P as (x & I & P). eapply (lives_pop a shows A); eauto. }
  destruct (a_dies a l G) eqn:D; [intro F; inversion F; subst; now apply (dies_head a shows A)|].
  destruct (a_closed a l G) eqn:C; [|discriminate]. destruct (forallb _ (a_pops a l G)) eqn:Q; [|discriminate]. intro F. inversion F; subst.
  apply (dies_pop a shows A); [exact C|]. intros x I. rewrite forallb_forall in Q. specialize (Q x I). apply andb_true_iff in Q.
  apply H'; [tauto|]. now apply negb_true_iff.
Qed.
Lemma in_locs l : mem (loc_key l) (loc_set r) = true -> In l (f_locs r).
Proof. unfold loc_set. rewrite tmap_map, mem_setof, in_map_iff. intros (x & E & I). apply loc_key_inj in E. now subst. Qed.
Theorem check_refinement_sound : check_refinement m n r a = true -> forall w, state_after (make_watch n) w <> 1%positive ->
  exists k, find (state_after (make_watch n) w) (infos r) = Some k /\ knows k w.
Proof.
  intro H. unfold check_refinement in H. apply andb_true_iff in H. destruct H as (S & E). rewrite forallb_forall in E.
  induction w as [|g w IH]; intro N.
  - cbn [state_after make_watch w_start] in *. destruct (find (m_start n) (infos r)) as [k|] eqn:F; [|discriminate]. exists k. split; [reflexivity|].
    apply andb_true_iff in S. destruct S as (S & S3). apply andb_true_iff in S. destruct S as (S1 & S2). apply Pos.eqb_eq in S1.
    rewrite forallb_forall in S2, S3. split; [exact S1|]. split; cbn [carry].
    + intros l I. destruct (infos_made r _ _ F) as (x & ->). apply (lives_empty a shows A), S2. now apply lives_in_made.
    + intros l I J. apply in_locs, S3 in I. rewrite J in I. now apply (dies_empty a shows A).
  - cbn [state_after] in *. destruct (reads_entry n _ g _ eq_refl N) as (N' & I). destruct (IH N') as (k & F & K). specialize (E _ I). cbn beta iota in E.
    rewrite F in E. destruct (find (reads _ _ g) (infos r)) as [k'|] eqn:F'; [|discriminate]. exists k'. split; [reflexivity|].
    apply andb_true_iff in E. destruct E as (E & E3). apply andb_true_iff in E. destruct E as (E1 & E2). apply Pos.eqb_eq in E1.
    rewrite forallb_forall in E2, E3. split; [|split].
    + rewrite <- E1. destruct K as (-> & _). reflexivity.
    + intros l J. destruct (infos_made r _ _ F') as (x & ->). apply (value_above_sound k w l g true K). apply is_yes_spec, E2. now apply lives_in_made.
    + intros l J Q. apply in_locs, E3 in J. rewrite Q in J. apply (value_above_sound k w l g false K). now apply is_no_spec.
Qed.
End Sound.
