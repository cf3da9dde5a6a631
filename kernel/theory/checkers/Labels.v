(* Walking over the symbols that a label set matches, without listing an alphabet of a million symbols first. *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown Instance Trie.
Import ListNotations.

(* all numbers x, 2x, 2x+1, 4x, ... up to ns *)
Fixpoint upfrom (ns : positive) (f : positive -> bool) (d : nat) (x : positive) : bool :=
  match d with
  | O => true
  | S d => if Pos.leb x ns
           then if f x then if upfrom ns f d (xO x) then upfrom ns f d (xI x) else false else false
           else true
  end.
Definition upto (ns : positive) (f : positive -> bool) : bool := upfrom ns f (Pos.size_nat ns) xH.

Definition lall (ns : positive) (l : lset) (f : positive -> bool) : bool :=
  match l with
  | LIn l => forallb f l
  | LNot l => let X := setof l in upto ns (fun a => if mem a X then true else f a)
  end.
(* only those that belong to s *)
Definition lall_in (s : set) (l : lset) (f : positive -> bool) : bool :=
  match l with
  | LIn l => forallb (fun a => if mem a s then f a else true) l
  | LNot l => let X := setof l in tall (fun a => if mem a X then true else f a) s
  end.

(* a label set prepared for many membership tests *)
Inductive cset := COne (a : positive) | CIn (s : set) | CNot (s : set).
Definition compile (l : lset) : cset := match l with LIn [a] => COne a | LIn l => CIn (setof l) | LNot l => CNot (setof l) end.
Definition cmatch (ns : positive) (c : cset) (a : positive) : bool :=
  match c with COne b => Pos.eqb a b | CIn s => mem a s | CNot s => if mem a s then false else Pos.leb a ns end.

(** * Proofs *)
Open Scope positive_scope.
Lemma size_nat_mono x : forall y, x <= y -> (Pos.size_nat x <= Pos.size_nat y)%nat.
Proof. induction x as [x IH|x IH|]; intros [y|y|] L; cbn; try lia; apply le_n_S, IH; lia. Qed.
(* every number up to ns is met, with enough depth left for its successors *)
Lemma upfrom_met ns f : upto ns f = true -> forall x, x <= ns ->
  upfrom ns f (S (Pos.size_nat ns - Pos.size_nat x)) x = true.
Proof.
  intros H x. induction x as [x IH|x IH|]; intro L.
  1, 2: assert (Lx : x <= ns) by lia; specialize (IH Lx); apply size_nat_mono in L; cbn [Pos.size_nat] in *;
    replace (S (Pos.size_nat ns - S (Pos.size_nat x)))%nat with (Pos.size_nat ns - Pos.size_nat x)%nat by lia;
    cbn [upfrom] in IH; rewrite (proj2 (Pos.leb_le _ _) Lx) in IH; destruct (f x); [|discriminate];
    destruct (upfrom ns f _ x~0); [auto; reflexivity|discriminate].
  unfold upto in H. replace (S (Pos.size_nat ns - Pos.size_nat 1))%nat with (Pos.size_nat ns); [assumption|].
  destruct ns; cbn; lia.
Qed.
Lemma upto_spec ns f : upto ns f = true -> forall x, x <= ns -> f x = true.
Proof.
  intros H x L. pose proof (upfrom_met ns f H x L) as M. cbn [upfrom] in M.
  rewrite (proj2 (Pos.leb_le _ _) L) in M. destruct (f x); [reflexivity|discriminate].
Qed.

Lemma mem_not l a : ~ In a l -> mem a (setof l) = false.
Proof. intro N. destruct (mem a (setof l)) eqn:E; [|reflexivity]. apply mem_setof in E. contradiction. Qed.
Lemma lall_spec ns l f a : lall ns l f = true -> lmatch ns l a -> f a = true.
Proof.
  destruct l as [l|l]; cbn [lall lmatch].
  - rewrite forallb_forall. auto.
  - intros H (L & N). apply (upto_spec _ _ H) in L. cbn beta in L. now rewrite mem_not in L.
Qed.
Lemma lall_in_spec ns s l f a : proper s -> lall_in s l f = true -> lmatch ns l a -> mem a s = true -> f a = true.
Proof.
  intro P. destruct l as [l|l]; cbn [lall_in lmatch].
  - rewrite forallb_forall. intros H I M. specialize (H _ I). now rewrite M in H.
  - intros H (L & N) M. pose proof (all_proper _ _ _ P H M) as E. cbn beta in E. now rewrite mem_not in E.
Qed.
Lemma cmatch_spec ns l a : cmatch ns (compile l) a = true -> lmatch ns l a.
Proof.
  destruct l as [l|l]; cbn [compile lmatch].
  - intro H. apply mem_setof. destruct l as [|b [|c l]]; try exact H. apply Pos.eqb_eq in H. subst. apply mem_setof. now left.
  - cbn [cmatch]. destruct (mem a (setof l)) eqn:E; [discriminate|]. intro L. apply Pos.leb_le in L.
    split; [assumption|]. intro I. apply mem_setof in I. congruence.
Qed.
