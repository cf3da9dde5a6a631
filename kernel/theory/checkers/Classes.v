(* Sets of states that many rows of a certificate share. Each is built once and has a number: equal numbers, equal sets,
   and an inclusion that many rules need is checked once. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Trie.
Import ListNotations.

Definition class := (positive * set)%type.             (* number, members *)
Definition table := trie class.                        (* by number *)
Definition none : class := (xH, Empty).
Definition class_at (K : table) (c : positive) : class := match find c K with Some x => x | None => none end.

(* only members with keep are entered *)
Definition kept (keep : positive -> bool) (l : list positive) : set :=
  fold_left (fun s t => if keep t then sadd t s else s) l Empty.
Definition build_table (keep : positive -> bool) (l : list (positive * list positive)) : table :=
  fold_left (fun K x => put (fst x) (fst x, kept keep (snd x)) K) l Empty.

(* the inclusions that hold of those claimed; c -> those that include c *)
Definition build_known (K : table) (l : list (positive * positive)) : trie set :=
  pairset (fold_left (fun k x => if subset (snd (class_at K (fst x))) (snd (class_at K (snd x))) then x :: k else k) l []).

Definition is_empty (x : class) : bool := match snd x with Empty => true | _ => false end.
Definition within (I : trie set) (x y : class) : bool :=
  if is_empty x then true else if is_empty y then false else
  if Pos.eqb (fst x) (fst y) then true else if mem (fst y) (gets (fst x) I) then true else subset (snd x) (snd y).

(** * Proofs *)
Definition table_ok (keep : positive -> bool) (K : table) : Prop :=
  forall c x, find c K = Some x -> fst x = c /\ proper (snd x) /\ forall t, mem t (snd x) = true -> keep t = true.
Lemma kept_ok keep l : proper (kept keep l) /\ forall t, mem t (kept keep l) = true -> keep t = true.
Proof.
  unfold kept.
  assert (G : forall S, (proper S /\ forall t, mem t S = true -> keep t = true) ->
    let S' := fold_left (fun s t => if keep t then sadd t s else s) l S in
    proper S' /\ forall t, mem t S' = true -> keep t = true).
  { induction l as [|a l IH]; intros S H; [exact H|]. cbn [fold_left]. apply IH. destruct H as (P & H).
    destruct (keep a) eqn:Ka; [|auto]. split; [now apply proper_sadd|].
    intros t M. apply mem_sadd in M. destruct M as [->|M]; auto. }
  apply G. split; [apply proper_empty|discriminate].
Qed.
Lemma build_table_ok keep l : table_ok keep (build_table keep l).
Proof.
  unfold build_table.
  assert (G : forall K, table_ok keep K -> table_ok keep (fold_left (fun K x => put (fst x) (fst x, kept keep (snd x)) K) l K)).
  { induction l as [|[a ts] l IH]; intros K H; [exact H|]. cbn [fold_left fst snd]. apply IH. intros c x E. unfold put in E.
    destruct (Pos.eq_dec c a) as [->|N].
    - rewrite find_update_same in E. inversion E; subst. split; [reflexivity|apply kept_ok].
    - rewrite find_update_other in E by assumption. now apply H. }
  apply G. discriminate.
Qed.

(* the class is the one of its number, or has no members *)
Definition listed (K : table) (x : class) : Prop := snd x = Empty \/ find (fst x) K = Some x.
Lemma within_spec K l x y : listed K x -> listed K y -> within (build_known K l) x y = true ->
  forall t, mem t (snd x) = true -> mem t (snd y) = true.
Proof.
  intros Lx Ly H t. unfold within, is_empty in H.
  destruct Lx as [Ex|Fx]; [rewrite Ex; discriminate|]. destruct Ly as [Ey|Fy]; [rewrite Ey in *; destruct (snd x); discriminate|].
  assert (H' : snd x = Empty \/ fst x = fst y \/ mem (fst y) (gets (fst x) (build_known K l)) = true \/ subset (snd x) (snd y) = true).
  { destruct (snd x); [auto| |]; destruct (snd y); try discriminate;
      destruct (Pos.eqb_spec (fst x) (fst y)); auto; destruct (mem (fst y) _); auto. }
  clear H. destruct H' as [E|[E|[M|S]]].
  - rewrite E. discriminate.
  - assert (x = y) by congruence. now subst.
  - unfold build_known in M. apply (proj1 (pairset_spec _)) in M.
    assert (G : forall k z, In z (fold_left (fun k (x : positive * positive) =>
        if subset (snd (class_at K (fst x))) (snd (class_at K (snd x))) then x :: k else k) l k) ->
      In z k \/ subset (snd (class_at K (fst z))) (snd (class_at K (snd z))) = true).
    { clear. induction l as [|a l IH]; intros k z Z; [auto|]. cbn [fold_left] in Z. apply IH in Z.
      destruct (subset (snd (class_at K (fst a))) (snd (class_at K (snd a)))) eqn:S; [|exact Z].
      destruct Z as [[<-|Z]|Z]; auto. }
    apply G in M. destruct M as [[]|M]. unfold class_at in M. cbn [fst snd] in M. rewrite Fx, Fy in M. exact (subset_spec _ _ M t).
  - exact (subset_spec _ _ S t).
Qed.
