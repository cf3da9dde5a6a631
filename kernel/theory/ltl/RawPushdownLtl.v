(* LTL on pushdown problems as files have them: rules with wildcards and perhaps an action, atoms that speak of the control
   location, of the top of the stack, of a regular set of configurations and of the action of the step taken.
   Runs are infinite: a configuration without a step, the empty stack included, is repeated for ever, without action. *)
From Coq Require Import List PArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Instance Ltl LabelledRun Stutter.
Import ListNotations.

Inductive atom := AState (p : positive) | ATop (g : positive) | AAction (x : positive) | ASet (A : raut).
Definition actrules := list (rrule * option positive).

Section Model.
Variables (np ns : positive) (D : actrules) (ats : list (positive * atom)).

(* two rules that differ only in their actions make different steps *)
Inductive taken : conf -> option positive -> conf -> Prop :=
| taken_intro : forall r o g w, In (r, o) D -> lmatch ns (rr_h r) g ->
    taken (rr_p r, g :: w) o (rr_q r, rresult (rr_op r) g ++ w).
Definition silent (c : conf) : option positive := None.

(* without the actions these are the steps of the problem *)
Theorem taken_rstep c c' : rstep ns (map fst D) c c' <-> exists o, taken c o c'.
Proof.
  split.
  - intros [r g w I M]. apply in_map_iff in I. destruct I as ([r' o] & <- & I). exists o. now constructor.
  - intros (o & [r o' g w I M]). constructor; [|assumption]. exact (in_map fst _ _ I).
Qed.

Definition true_at (x : atom) (c : conf) (o : option positive) : Prop :=
  match x with
  | AState p => fst c = p
  | ATop g => hd_error (snd c) = Some g
  | AAction x => o = Some x
  | ASet A => rlang np ns A c
  end.
(* the letter of a position: the propositions whose atom is true of the configuration and of the step that leaves it *)
Definition spells (c : conf) (o : option positive) (a : letter) : Prop :=
  forall k, PS.In k a <-> exists x, In (k, x) ats /\ true_at x c o.
Definition spelt_step (c : conf) (a : letter) (c' : conf) : Prop :=
  exists o, stutter taken silent c o c' /\ spells c o a.

(* a maximal run, with the actions taken and the letters spelt *)
Definition maximal_word (rho : nat -> conf) (w : word) : Prop :=
  exists o, maximal taken silent rho o /\ forall i, spells (rho i) (o i) (w i).
Lemma maximal_word_run rho w : maximal_word rho w -> run_of spelt_step rho w.
Proof.
  intros (o & M & S) i. exists (o i). split; [|apply S]. exact (maximal_stutters _ _ _ _ M i).
Qed.
End Model.
