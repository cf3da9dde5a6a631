(* What the program asks about a pushdown problem and a formula as they are written: does every run from the initial set
   satisfy it, or is there one that does not? *)
From Coq Require Import List PArith Bool FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Instance Ltl Buchi LabelledRun Stutter CheckTranslation Formula Property RawPushdownLtl
  Trie Labels Normal Maps RuleIndex StackClasses CheckPushdownLtl CheckPushdownLasso.
Import ListNotations.

Definition check_pds_holds np ns (D : actrules) (A1 : raut) (ats : list (positive * atom)) (f : raw) (P : proof)
  (U : list (positive * positive)) (C : list (positive * list (positive * list positive))) (l : numbers) (hs : head_list)
  (I : start_list) : bool :=
  if check_negation f P then check_pds_empty np ns D A1 ats (automaton_of P) U C l hs I else false.

(* the letter of each position is spelt by some step that leaves it *)
Theorem check_pds_holds_runs np ns D A1 ats f P U C l hs I :
  check_pds_holds np ns D A1 ats f P U C l hs I = true ->
  forall rho w, rlang np ns A1 (rho 0%nat) -> run_of (spelt_step np ns D ats) rho w -> ~ ~ rsat w 0%nat f.
Proof.
  unfold check_pds_holds. destruct (check_negation f P) eqn:HN; [|discriminate]. intros H rho w L M N.
  apply core_negation in N. apply N. intro S.
  exact (check_pds_none_sound _ _ _ _ _ _ _ _ _ _ _ H _ _ _ HN rho w L M S).
Qed.
Theorem check_pds_holds_sound np ns D A1 ats f P U C l hs I :
  check_pds_holds np ns D A1 ats f P U C l hs I = true ->
  forall rho w, rlang np ns A1 (rho 0%nat) -> maximal_word np ns D ats rho w -> ~ ~ rsat w 0%nat f.
Proof.
  intros H rho w L M. apply maximal_word_run in M. exact (check_pds_holds_runs _ _ _ _ _ _ _ _ _ _ _ _ H rho w L M).
Qed.

Definition check_pds_violated np ns (D : actrules) (A1 : raut) (ats : list (positive * atom)) (f : raw)
  (U : list (positive * positive)) (C : list (positive * list (positive * list positive))) (l : numbers) (p : positive)
  (v stem : list positive) (loop : option (list positive)) : bool :=
  check_pds_some np ns D A1 ats (core true f) U C l (p, v) stem loop.

Theorem check_pds_violated_sound np ns D A1 ats f U C l p v stem loop :
  check_pds_violated np ns D A1 ats f U C l p v stem loop = true ->
  exists rho w, rlang np ns A1 (rho 0%nat) /\ run_of (spelt_step np ns D ats) rho w /\ ~ rsat w 0%nat f.
Proof.
  intro H. apply check_pds_some_sound in H. destruct H as (rho & w & L & R & S). exists rho, w. split; [assumption|].
  split; [assumption|]. apply core_negation. intro N. exact (N S).
Qed.

(* the two claims exclude each other, whatever evidence is given for them *)
Corollary check_pds_consistent np ns D A1 ats f P U C l hs I U' C' l' p v stem loop :
  check_pds_holds np ns D A1 ats f P U C l hs I = true ->
  check_pds_violated np ns D A1 ats f U' C' l' p v stem loop = false.
Proof.
  intro H. destruct (check_pds_violated np ns D A1 ats f U' C' l' p v stem loop) eqn:V; [|reflexivity]. exfalso.
  apply check_pds_violated_sound in V. destruct V as (rho & w & L & R & N).
  exact (check_pds_holds_runs _ _ _ _ _ _ _ _ _ _ _ _ H rho w L R N).
Qed.
