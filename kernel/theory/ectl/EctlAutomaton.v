(* Automata ready for use: rules by state, top and action. Determinism. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Trie Ectl Keys Paths.
Import ListNotations.

Inductive ready :=
| REvery
| RFinite (ix : trie (list positive)) (accepting : set)
| RPushdown (ix : trie (list (positive * op))) (accepting : set).
Definition make_ready (A : automaton) : ready :=
  match A with
  | Every => REvery
  | Finite R F => RFinite (index (tmap (fun x => (key (fst (fst x)) (snd (fst x)), snd x)) R)) (setof F)
  | Pushdown R F => RPushdown (index (tmap (fun x => (key (fst (fst (fst x))) (key (snd (fst (fst x))) (snd (fst x))), snd x)) R)) (setof F)
  end.
Definition follow (A : ready) (q g a : positive) : list (positive * op) :=
  match A with
  | REvery => [(q, Rewrite g)]
  | RFinite ix _ => map (fun r => (r, Rewrite g)) (at_key (key q a) ix)
  | RPushdown ix _ => at_key (key q (key g a)) ix
  end.
Definition accepting (A : ready) (q : positive) : bool :=
  match A with REvery => true | RFinite _ F => mem q F | RPushdown _ F => mem q F end.
Definition finite (A : automaton) : bool := match A with Pushdown _ _ => false | _ => true end.

Lemma follow_spec A q g a r o : In (r, o) (follow (make_ready A) q g a) <-> arule A q g a r o.
Proof.
  destruct A as [|R F|R F]; cbn; rewrite ?tmap_map.
  - split; [intros [E|[]]; inversion E; auto|intros (-> & ->); auto].
  - rewrite in_map_iff. split.
    + intros (x & E & I). inversion E; subst. apply index_spec, in_map_iff in I. destruct I as ([[q' a'] r'] & E' & I). cbn in E'.
      inversion E' as [[E1 E2]]. apply key_inj in E1. destruct E1; subst. auto.
    + intros (I & ->). exists r. split; [reflexivity|]. apply index_spec, in_map_iff. exists (q, a, r). auto.
  - rewrite index_spec, in_map_iff. split.
    + intros ([[[q' g'] a'] ro] & E & I). cbn in E. inversion E as [[E1 E2]]. apply key_inj in E1. destruct E1 as (-> & E1).
      apply key_inj in E1. destruct E1; subst. exact I.
    + intro I. exists (q, g, a, (r, o)). auto.
Qed.
Lemma accepting_spec A q : accepting (make_ready A) q = true <-> accepts A q.
Proof. destruct A; cbn; [tauto|apply mem_setof|apply mem_setof]. Qed.
Lemma accepts_dec A q : {accepts A q} + {~ accepts A q}.
Proof.
  destruct (accepting (make_ready A) q) eqn:E; [left; now apply accepting_spec|right]. intro H. apply accepting_spec in H. congruence.
Qed.

Definition at_most_one {B} (l : list B) : bool := match l with _ :: _ :: _ => false | _ => true end.
Definition deterministic (A : automaton) : bool :=
  let r := make_ready A in
  match A with
  | Every => true
  | Finite R _ => forallb (fun x => at_most_one (follow r (fst (fst x)) xH (snd (fst x)))) R
  | Pushdown R _ => forallb (fun x => at_most_one (follow r (fst (fst (fst x))) (snd (fst (fst x))) (snd (fst x)))) R
  end.
Lemma at_most_one_spec {B} (l : list B) x y : at_most_one l = true -> In x l -> In y l -> x = y.
Proof. destruct l as [|a [|b l]]; cbn; [tauto|intuition congruence|discriminate]. Qed.
Lemma deterministic_sound A : deterministic A = true -> real_time_deterministic A.
Proof.
  intros H c a d e S S'. inversion S as [q g w a' r o I]; subst. inversion S' as [q' g' w' a' r' o' I']; subst.
  assert (E : (r, o) = (r', o')); [|now inversion E].
  destruct A as [|R F|R F]; cbn in H.
  - cbn in I, I'. intuition congruence.
  - destruct I as (I & ->), I' as (I' & ->). rewrite forallb_forall in H. specialize (H _ I). cbn [fst snd] in H.
    pose proof (proj2 (follow_spec (Finite R F) q xH a r (Rewrite xH)) (conj I eq_refl)) as J.
    pose proof (proj2 (follow_spec (Finite R F) q xH a r' (Rewrite xH)) (conj I' eq_refl)) as J'.
    pose proof (at_most_one_spec _ _ _ H J J') as X. inversion X. reflexivity.
  - rewrite forallb_forall in H. specialize (H _ I). cbn [fst snd] in H.
    exact (at_most_one_spec _ _ _ H (proj2 (follow_spec (Pushdown R F) q g a r o) I) (proj2 (follow_spec (Pushdown R F) q g a r' o') I')).
Qed.
