(* The transitions of a certificate with weights, indexed by source, symbol and target: tries whose values repeat their
   key, so that walking over them needs no invariant of how they were built. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Pushdown Instance Trie Labels.
Import ListNotations.

Section Data.
Context {W : Type}.
Definition wset := trie (positive * W).                    (* target -> weight *)
Definition wline := trie (positive * wset).                (* symbol -> targets *)
Definition wrows := trie (positive * wline).               (* source -> line *)
Definition at_key {A} (k : positive) (t : trie (positive * A)) : option A :=
  match find k t with Some (j, v) => if Pos.eqb j k then Some v else None | None => None end.
Definition sub_at {A} (k : positive) (t : trie (positive * trie A)) : trie A :=
  match at_key k t with Some v => v | None => Empty end.
Definition weight_of (C : wrows) (t : trans) : option W := let '(s, a, q) := t in at_key q (sub_at a (sub_at s C)).

Definition add_key {A} (k : positive) (f : option A -> A) (t : trie (positive * A)) : trie (positive * A) :=
  update (fun o => (k, f (option_map snd o))) k t.
Definition into {A} (f : trie A -> trie A) (o : option (trie A)) : trie A :=
  f (match o with Some t => t | None => Empty end).
Definition build_wrows (keep : positive -> bool) (l : list ((positive * positive) * list (positive * W))) : wrows :=
  fold_left (fun C x => let '((s, a), ts) := x in
    fold_left (fun C y => if keep (fst y)
      then add_key s (into (add_key a (into (add_key (fst y) (fun _ => snd y))))) C else C) ts C) l Empty.
Definition build_pots (l : list ((positive * positive) * W)) : trie (positive * wset) :=
  fold_left (fun R x => let '((s, t), d) := x in add_key s (into (add_key t (fun _ => d))) R) l Empty.

Definition wall {A} (T : trie (positive * A)) (f : positive -> A -> bool) : bool := tall (fun e => f (fst e) (snd e)) T.
(* all symbols that the label set matches and that have transitions *)
Definition wall_in (l : lset) (L : wline) (f : positive -> wset -> bool) : bool :=
  match l with
  | LIn l => forallb (fun a => match at_key a L with Some T => f a T | None => true end) l
  | LNot l => let X := setof l in wall L (fun a T => if mem a X then true else f a T)
  end.

Lemma at_key_find {A} k (t : trie (positive * A)) v : at_key k t = Some v -> find k t = Some (k, v).
Proof.
  unfold at_key. destruct (find k t) as [[j u]|]; [|discriminate]. destruct (Pos.eqb_spec j k); [|discriminate]. congruence.
Qed.
Lemma wall_spec {A} (T : trie (positive * A)) f k v : wall T f = true -> at_key k T = Some v -> f k v = true.
Proof. intros H E. apply at_key_find in E. exact (tall_spec _ _ H _ _ E). Qed.
Lemma sub_spec {A} k t j (v : A) : at_key j (sub_at k t) = Some v -> exists u, at_key k t = Some u /\ at_key j u = Some v.
Proof. unfold sub_at at 1. destruct (at_key k t) as [u|]; [eauto|discriminate]. Qed.
Lemma wall_in_spec ns l L f a q x : wall_in l L f = true -> lmatch ns l a -> at_key q (sub_at a L) = Some x ->
  f a (sub_at a L) = true.
Proof.
  intros H M E. apply sub_spec in E. destruct E as (T & E & _). unfold sub_at. rewrite E.
  change (@at_key wset a L = Some T) in E.
  destruct l as [l|l]; cbn [wall_in lmatch] in *.
  - rewrite forallb_forall in H. specialize (H _ M). now rewrite E in H.
  - pose proof (wall_spec _ _ _ _ H E) as G. cbn beta in G. now rewrite (mem_not _ _ (proj2 M)) in G.
Qed.
End Data.
Arguments wset : clear implicits. Arguments wline : clear implicits. Arguments wrows : clear implicits.
