(* Promela whose states the checker finds itself: the checks of Unfold.v, about the meaning of the program. *)
From Coq Require Import List PArith NArith ZArith Bool MSetPositive.
From Custos Require Import Automaton Ltl Buchi LabelledRun Translation CheckTranslation Stutter Formula Property FiniteModel Unfold
  PromelaSyntax PromelaPoints Promela PromelaModel.
Import ListNotations.

(* Keys are for checks that are given lists of states. *)
Definition no_key (_ : pstate) : positive := 1%positive.

Section Unfold.
Context {Num : Type} (first : Num) (after : Num -> Num) (below : Num -> Num -> bool).
Definition pml_unfolds_safely (G : program) (limit : nat) (number : pstate -> Num) (state : Num -> pstate) (most : positive) : bool :=
  match pml_initial G (codes_of G) with
  | Val s => unfolds_safely (pml_model_safe G limit no_key s) first after below number state most
  | _ => false
  end.
Definition pml_check_unfolded (G : program) (limit : nat) (number : pstate -> Num) (state : Num -> pstate) (most : positive)
    (rank : Num -> positive -> option positive) (atoms : list (positive * expression)) (f : raw) (pr : proof) : bool :=
  match pml_initial G (codes_of G) with
  | Val s => check_unfolded (pml_model G limit no_key s atoms) first after below number state most rank f pr
  | _ => false
  end.

Hypothesis nothing_below : forall j, below j first = false.
Hypothesis below_after : forall j k, below j (after k) = true -> j = k \/ below j k = true.
Hypothesis below_trans : forall i j k, below i j = true -> below j k = true -> below i k = true.

(* no error can be reached *)
Theorem pml_unfolded_safe G limit number state most : pml_unfolds_safely G limit number state most = true ->
  forall s, promela_reaches G s -> ~ promela_error G s.
Proof.
  unfold pml_unfolds_safely. destruct (pml_initial G (codes_of G)) as [start| |] eqn:E; [|discriminate..]. intro H.
  apply (safe_model G limit no_key start E).
  exact (unfolds_safely_sound _ first after below number state nothing_below below_after below_trans most H).
Qed.

(* every run, continued by repeating its last state if it ends, satisfies f *)
Theorem pml_unfolded_holds G limit number state most rank atoms f pr :
  pml_check_unfolded G limit number state most rank atoms f pr = true ->
  forall rho, pml_initial G (codes_of G) = Val (rho 0%nat) -> maximal_run (any_step G) rho ->
  ~ ~ rsat (fun i => promela_letter G atoms (rho i)) 0 f.
Proof.
  unfold pml_check_unfolded. destruct (pml_initial G (codes_of G)) as [start| |]; [|discriminate..]. intros H rho E R.
  assert (E0 : start = rho 0%nat) by now inversion E. set (M := pml_model G limit no_key start atoms) in *.
  apply (check_unfolded_loose M first after below number state nothing_below below_after below_trans most rank f pr H rho); [now left|].
  apply stutter_runs in R. intro i. destruct (m_next M (rho i)) as [l|] eqn:L; [left|right; now left].
  pose proof (pml_model_step G limit no_key start atoms (rho i) l L) as S. destruct (R i) as [T|(Q & T)].
  - left. apply S. split; [exact T|reflexivity].
  - right. split; [|now split]. intros b t U. apply S in U. exact (Q t (proj1 U)).
Qed.
End Unfold.
