(* An automaton for the negation of a formula as evidence gives it: with a certificate of the translation. *)
From Coq Require Import List PArith Bool FMapPositive MSetPositive.
From Custos Require Import Automaton Ltl Buchi Translation CheckTranslation Formula.
Import ListNotations.

Record proof := Proof {
  p_init : positive;
  p_edges : list (positive * guard * positive);
  p_accepting : list positive;
  p_entries : list entry;
  p_promises : list (positive * ltl) }.     (* a rank and its promise *)
Definition automaton_of (P : proof) : buchi := Buchi (p_init P) (p_edges P) (buildset (p_accepting P)).
Definition promises_of (P : proof) : PM.t ltl :=
  fold_left (fun m x => PM.add (fst x) (snd x) m) (p_promises P) (PM.empty _).
Definition check_negation (f : raw) (P : proof) : bool :=
  check_translation (core true f) (automaton_of P) (p_entries P) (promises_of P).

Theorem check_negation_sound f P : check_negation f P = true ->
  forall w, ~ rsat w 0 f -> ~ ~ b_accepts (automaton_of P) w.
Proof.
  intros H w N K. apply core_negation in N. apply N. intro S. apply K.
  exact (check_translation_sound _ _ _ _ H w S).
Qed.
