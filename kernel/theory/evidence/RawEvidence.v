(* Evidence about instances as written (wildcards, label sets, e-edges): it speaks about the expansion of Instance.v,
   so each checker of plain instances gives a checker of raw ones, sound and complete like it. *)
From Coq Require Import List PArith Bool FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Backward Oracle Separate Instance
  Derivation DerivationComplete Forward Listing ForwardComplete.
Import ListNotations.

Definition raw_check_unreach np ns D A1 A2 C R : bool :=
  check_unreach_any np (rexp ns D) (rm ns A1) (rm ns A2) C R.
Definition raw_check_forward np ns D A1 A2 C E h R : bool :=
  check_forward np (rexp ns D) (rm ns A1) (rm ns A2) C E h R.
Definition raw_check_derive np ns D A1 A2 l p w : bool :=
  check_derive np (rexp ns D) (rm ns A1) (rm ns A2) l p w.

(** * Soundness *)
Theorem raw_check_unreach_sound np ns D A1 A2 C R :
  raw_check_unreach np ns D A1 A2 C R = true -> ~ rreachable np ns D A1 A2.
Proof. intro H. apply check_unreach_any_sound in H. now rewrite expand_reachable in H. Qed.
Theorem raw_check_forward_sound np ns D A1 A2 C E h R :
  raw_check_forward np ns D A1 A2 C E h R = true -> ~ rreachable np ns D A1 A2.
Proof. intro H. apply check_forward_sound in H. now rewrite expand_reachable in H. Qed.
Theorem raw_check_derive_sound np ns D A1 A2 l p w :
  raw_check_derive np ns D A1 A2 l p w = true -> rreachable np ns D A1 A2.
Proof. intro H. apply check_derive_sound in H. now rewrite expand_reachable in H. Qed.

(* the configuration that the witness reads is one of A1, and runs of the rules as written lead from it into A2 *)
Theorem raw_check_derive_conf np ns D A1 A2 l p w : raw_check_derive np ns D A1 A2 l p w = true ->
  rlang np ns A1 (p, wword w) /\ exists c2, rsteps ns D (p, wword w) c2 /\ rlang np ns A2 c2.
Proof.
  intro H. apply check_derive_conf in H. rewrite rm_lang in H.
  setoid_rewrite rm_lang in H. setoid_rewrite rexp_steps in H. exact H.
Qed.

(** * Completeness *)
(* rules between control locations, as written *)
Definition rrules_ok np (D : list rrule) : Prop := forall r, In r D -> ctl np (rr_p r) /\ ctl np (rr_q r).
Lemma rrules_ok_expand np ns D : rrules_ok np D -> rules_ok np (rexp ns D).
Proof.
  intros W r I. apply in_flat_map in I. destruct I as (x & Ix & I).
  apply in_map_iff in I. destruct I as (g & <- & _). exact (W x Ix).
Qed.

Theorem raw_check_unreach_complete np ns D A1 A2 : rrules_ok np D -> ~ rreachable np ns D A1 A2 ->
  exists C R, raw_check_unreach np ns D A1 A2 C R = true.
Proof.
  intros W N. rewrite <- expand_reachable in N.
  exact (check_unreach_any_complete np _ _ _ (rrules_ok_expand np ns D W) N).
Qed.
Theorem raw_check_forward_complete np ns D A1 A2 : rrules_ok np D -> ~ rreachable np ns D A1 A2 ->
  exists C E h R, raw_check_forward np ns D A1 A2 C E h R = true.
Proof.
  intros W N. rewrite <- expand_reachable in N.
  exact (check_forward_complete np _ _ _ (rrules_ok_expand np ns D W) N).
Qed.
Theorem raw_check_derive_complete np ns D A1 A2 : rrules_ok np D -> rreachable np ns D A1 A2 ->
  exists l p w, raw_check_derive np ns D A1 A2 l p w = true.
Proof.
  intros W H. rewrite <- expand_reachable in H.
  exact (check_derive_complete np _ _ _ (rrules_ok_expand np ns D W) H).
Qed.

(* so every raw instance has evidence for its answer, whichever it is *)
Theorem raw_evidence np ns D A1 A2 : rrules_ok np D ->
  (exists l p w, raw_check_derive np ns D A1 A2 l p w = true) \/
  (exists C R, raw_check_unreach np ns D A1 A2 C R = true).
Proof.
  intro W. destruct (raw_oracle np ns D A1 A2) as [[]|] eqn:O.
  - left. apply raw_check_derive_complete; [assumption|]. now apply (raw_oracle_correct _ _ _ _ _ _ O).
  - right. apply raw_check_unreach_complete; [assumption|]. intro H. now apply (raw_oracle_correct _ _ _ _ _ _ O) in H.
  - apply oracle_any_None in O. now destruct (O (rrules_ok_expand np ns D W)).
Qed.
