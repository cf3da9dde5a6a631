(* Finite maps from positive numbers as binary tries, low bit first, in which a subtree with a single key is one leaf
   that holds the rest of the key (the standard library's maps spend 20 nodes on a lone 20-bit key).
   A set is a map from each element to itself, so that walking over it needs no reconstruction of keys.
   Every function here recurses at most as deep as a key is long, or is tail recursive. *)
From Coq Require Import List PArith Bool.
Import ListNotations.

Inductive trie (A : Type) : Type :=
| Empty
| Leaf (k : positive) (v : A)
| Node (l : trie A) (o : option A) (r : trie A).
Arguments Empty {A}. Arguments Leaf {A}. Arguments Node {A}.

Fixpoint find {A} (k : positive) (t : trie A) {struct t} : option A :=
  match t with
  | Empty => None
  | Leaf j v => if Pos.eqb k j then Some v else None
  | Node l o r => match k with xH => o | xO k => find k l | xI k => find k r end
  end.

(* replace the value v of k (if any) by f v *)
Fixpoint update {A} (f : option A -> A) (k : positive) (t : trie A) {struct k} : trie A :=
  match t with
  | Empty => Leaf k (f None)
  | Leaf j v =>
    if Pos.eqb k j then Leaf j (f (Some v)) else
    match k, j with
    | xH, xH => t
    | xH, xO j => Node (Leaf j v) (Some (f None)) Empty
    | xH, xI j => Node Empty (Some (f None)) (Leaf j v)
    | xO k, xH => Node (Leaf k (f None)) (Some v) Empty
    | xI k, xH => Node Empty (Some v) (Leaf k (f None))
    | xO k, xI j => Node (Leaf k (f None)) None (Leaf j v)
    | xI k, xO j => Node (Leaf j v) None (Leaf k (f None))
    | xO k, xO j => Node (update f k (Leaf j v)) None Empty
    | xI k, xI j => Node Empty None (update f k (Leaf j v))
    end
  | Node l o r =>
    match k with
    | xH => Node l (Some (f o)) r
    | xO k => Node (update f k l) o r
    | xI k => Node l o (update f k r)
    end
  end.
Definition put {A} (k : positive) (v : A) (t : trie A) : trie A := update (fun _ => v) k t.

Fixpoint tall {A} (f : A -> bool) (t : trie A) : bool :=
  match t with
  | Empty => true
  | Leaf _ v => f v
  | Node l o r =>
    if match o with Some v => f v | None => true end then if tall f l then tall f r else false else false
  end.
Fixpoint tany {A} (f : A -> bool) (t : trie A) : bool :=
  match t with
  | Empty => false
  | Leaf _ v => f v
  | Node l o r =>
    if match o with Some v => f v | None => false end then true else if tany f l then true else tany f r
  end.
Fixpoint tfold {A B} (f : B -> A -> B) (t : trie A) (b : B) : B :=
  match t with
  | Empty => b
  | Leaf _ v => f b v
  | Node l o r => tfold f r (tfold f l (match o with Some v => f b v | None => b end))
  end.

(** * Sets *)
Definition set := trie positive.
Definition mem (x : positive) {A} (s : trie A) : bool := match find x s with Some _ => true | None => false end.
Definition sadd (x : positive) (s : set) : set := update (fun _ => x) x s.
Definition sadds (l : list positive) (s : set) : set := fold_left (fun s x => sadd x s) l s.
Definition setof (l : list positive) : set := sadds l Empty.
Fixpoint subset {A B} (s : trie A) (t : trie B) : bool :=
  match s with
  | Empty => true
  | Leaf k _ => mem k t
  | Node l o r =>
    match t with
    | Node l' o' r' =>
      match o, o' with
      | Some _, None => false
      | _, _ => if subset l l' then subset r r' else false
      end
    | _ => false          (* a node has two keys *)
    end
  end.

(** * Maps to sets *)
Definition gets (k : positive) (m : trie set) : set := match find k m with Some s => s | None => Empty end.
Definition addpair (m : trie set) (x : positive * positive) : trie set :=
  update (fun o => sadd (snd x) (match o with Some s => s | None => Empty end)) (fst x) m.
Definition pairset (l : list (positive * positive)) : trie set := fold_left addpair l Empty.

(** * Proofs *)
Lemma find_leaf {A} k (v : A) : find k (Leaf k v) = Some v.
Proof. cbn. now rewrite Pos.eqb_refl. Qed.
Lemma find_leaf_other {A} i k (v : A) : i <> k -> find i (Leaf k v) = None.
Proof. intro D. apply Pos.eqb_neq in D. cbn. now rewrite D. Qed.
(* a leaf with another key is split *)
Lemma update_leaf {A} (f : option A -> A) k j v : update f k (Leaf j v) =
  if Pos.eqb k j then Leaf j (f (Some v)) else
  match k, j with
  | xH, xH => Leaf j v
  | xH, xO j => Node (Leaf j v) (Some (f None)) Empty
  | xH, xI j => Node Empty (Some (f None)) (Leaf j v)
  | xO k, xH => Node (Leaf k (f None)) (Some v) Empty
  | xI k, xH => Node Empty (Some v) (Leaf k (f None))
  | xO k, xI j => Node (Leaf k (f None)) None (Leaf j v)
  | xI k, xO j => Node (Leaf j v) None (Leaf k (f None))
  | xO k, xO j => Node (update f k (Leaf j v)) None Empty
  | xI k, xI j => Node Empty None (update f k (Leaf j v))
  end.
Proof. destruct k, j; reflexivity. Qed.

Lemma find_update_same {A} (f : option A -> A) k : forall t, find k (update f k t) = Some (f (find k t)).
Proof.
  induction k as [k IH|k IH|]; (intros [|j v|l o r]; [apply find_leaf| |]); try apply IH; try reflexivity;
    rewrite update_leaf; match goal with |- context [if Pos.eqb ?x ?y then _ else _] => destruct (Pos.eqb_spec x y) as [<-|N] end;
    rewrite ?find_leaf; try reflexivity; rewrite (find_leaf_other _ j) by assumption;
    destruct j as [j|j|]; try congruence; try (apply find_leaf); try reflexivity;
    cbn [find]; rewrite IH, find_leaf_other by congruence; reflexivity.
Qed.
Lemma find_update_other {A} (f : option A -> A) k : forall i t, i <> k -> find i (update f k t) = find i t.
Proof.
  induction k as [k IH|k IH|]; intros i; (intros [|j v|l o r] D; [now apply find_leaf_other| |]).
  2, 4, 6: destruct i as [i|i|]; cbn [update find]; try reflexivity; try (apply IH; congruence); congruence.
  all: rewrite update_leaf; match goal with |- context [if Pos.eqb ?x ?y then _ else _] => destruct (Pos.eqb_spec x y) as [<-|N] end;
    [rewrite !find_leaf_other by assumption; reflexivity|].
  all: destruct j as [j|j|], i as [i|i|]; try reflexivity; try congruence; cbn [find].
  all: try (rewrite IH by congruence; reflexivity).
  all: apply find_leaf_other; congruence.
Qed.

Lemma tall_spec {A} (f : A -> bool) t : tall f t = true -> forall k v, find k t = Some v -> f v = true.
Proof.
  induction t as [|j w|l IHl o r IHr]; cbn; intros H k v E; [discriminate| |].
  - destruct (Pos.eqb k j); congruence.
  - destruct (match o with Some v => f v | None => true end) eqn:Eo; [|discriminate].
    destruct (tall f l) eqn:El; [|discriminate].
    destruct k; eauto. subst o. assumption.
Qed.
Lemma tany_spec {A} (f : A -> bool) t : tany f t = true -> exists k v, find k t = Some v /\ f v = true.
Proof.
  induction t as [|j w|l IHl o r IHr]; cbn; intros H; [discriminate| |].
  - exists j, w. rewrite Pos.eqb_refl. auto.
  - destruct (match o with Some v => f v | None => false end) eqn:Eo.
    + destruct o as [v|]; [|discriminate]. exists xH, v. auto.
    + destruct (tany f l) eqn:El.
      * destruct (IHl eq_refl) as (k & v & E). exists (xO k), v. exact E.
      * destruct (IHr H) as (k & v & E). exists (xI k), v. exact E.
Qed.

(* the values in the order in which tfold meets them *)
Fixpoint values {A} (t : trie A) : list A :=
  match t with
  | Empty => []
  | Leaf _ v => [v]
  | Node l o r => (match o with Some v => [v] | None => [] end) ++ values l ++ values r
  end.
Lemma values_spec {A} (t : trie A) v : In v (values t) <-> exists k, find k t = Some v.
Proof.
  induction t as [|j w|l IHl o r IHr]; cbn.
  - split; [tauto|intros (k & E); discriminate].
  - split; [intros [->|[]]; exists j; now rewrite Pos.eqb_refl|].
    intros (k & E). destruct (Pos.eqb k j); [inversion E; auto|discriminate].
  - rewrite !in_app_iff, IHl, IHr. split.
    + intros [H|[(k & E)|(k & E)]]; [|exists (xO k); exact E|exists (xI k); exact E].
      exists xH. destruct o; [destruct H as [->|[]]; reflexivity|contradiction].
    + intros ([k|k|] & E); [right; right; eauto|right; left; eauto|left; subst o; left; reflexivity].
Qed.
Lemma tfold_values {A B} (f : B -> A -> B) t : forall b, tfold f t b = fold_left f (values t) b.
Proof.
  induction t as [|j w|l IHl o r IHr]; intro b; cbn; try reflexivity.
  rewrite !fold_left_app, IHr, IHl. destruct o; reflexivity.
Qed.

Lemma mem_find {A} x (s : trie A) : mem x s = true <-> exists v, find x s = Some v.
Proof. unfold mem. destruct (find x s); split; intro H; eauto; [discriminate|destruct H; discriminate]. Qed.
Lemma subset_spec {A B} (s : trie A) : forall t : trie B, subset s t = true -> forall x, mem x s = true -> mem x t = true.
Proof.
  induction s as [|j w|l IHl o r IHr]; cbn [subset]; intros t H x M.
  - discriminate.
  - unfold mem in M. cbn [find] in M. destruct (Pos.eqb_spec x j); [now subst|discriminate].
  - destruct t as [|?|l' o' r']; try discriminate.
    assert (H' : subset l l' = true /\ subset r r' = true /\ (o = None \/ o' <> None)).
    { destruct (subset l l'); destruct o, o'; try discriminate; repeat split; auto; right; congruence. }
    destruct H' as (Hl & Hr & Ho). unfold mem in *. cbn [find] in *. destruct x as [x|x|].
    + exact (IHr _ Hr x M).
    + exact (IHl _ Hl x M).
    + destruct Ho as [->|Ho]; [discriminate|]. destruct o'; [reflexivity|congruence].
Qed.

(* every value of a set is its key *)
Definition proper (s : set) : Prop := forall k v, find k s = Some v -> v = k.
Lemma proper_empty : proper Empty.
Proof. intros k v E; discriminate. Qed.
Lemma proper_sadd x s : proper s -> proper (sadd x s).
Proof.
  intros P k v. unfold sadd. destruct (Pos.eq_dec k x) as [->|N].
  - rewrite find_update_same. congruence.
  - rewrite find_update_other by assumption. apply P.
Qed.
Lemma mem_sadd y x s : mem y (sadd x s) = true <-> y = x \/ mem y s = true.
Proof.
  unfold mem, sadd. destruct (Pos.eq_dec y x) as [->|N].
  - rewrite find_update_same. tauto.
  - rewrite find_update_other by assumption. tauto.
Qed.
Lemma all_proper f (s : set) x : proper s -> tall f s = true -> mem x s = true -> f x = true.
Proof. intros P H M. apply mem_find in M. destruct M as (v & E). rewrite <- (P _ _ E). exact (tall_spec _ _ H _ _ E). Qed.
Lemma values_proper s x : proper s -> (In x (values s) <-> mem x s = true).
Proof.
  intro P. rewrite values_spec, mem_find. split.
  - intros (k & E). rewrite <- (P _ _ E) in E. eauto.
  - intros (v & E). rewrite (P _ _ E) in E. eauto.
Qed.

Lemma sadds_spec l : forall s, (forall x, mem x (sadds l s) = true <-> In x l \/ mem x s = true) /\ (proper s -> proper (sadds l s)).
Proof.
  induction l as [|a l IH]; intro s; cbn; [split; [tauto|auto]|].
  destruct (IH (sadd a s)) as (IH1 & IH2). unfold sadds in *. split.
  - intro x. rewrite IH1, mem_sadd. intuition.
  - intro P. now apply IH2, proper_sadd.
Qed.
Lemma mem_setof l x : mem x (setof l) = true <-> In x l.
Proof. unfold setof. rewrite (proj1 (sadds_spec l Empty)). split; [intros [|]; [assumption|discriminate]|auto]. Qed.
Lemma proper_setof l : proper (setof l).
Proof. apply sadds_spec, proper_empty. Qed.

Lemma gets_addpair m x k : gets k (addpair m x) = if Pos.eqb k (fst x) then sadd (snd x) (gets k m) else gets k m.
Proof.
  unfold gets, addpair. destruct (Pos.eqb_spec k (fst x)) as [->|N].
  - now rewrite find_update_same.
  - now rewrite find_update_other by assumption.
Qed.
Lemma pairset_spec l : (forall k x, mem x (gets k (pairset l)) = true <-> In (k, x) l) /\ (forall k, proper (gets k (pairset l))).
Proof.
  unfold pairset.
  assert (G : forall m, (forall k, proper (gets k m)) ->
    (forall k x, mem x (gets k (fold_left addpair l m)) = true <-> In (k, x) l \/ mem x (gets k m) = true) /\
    (forall k, proper (gets k (fold_left addpair l m)))).
  { induction l as [|[a b] l IH]; intros m P; cbn [fold_left]; [split; [cbn; tauto|assumption]|].
    destruct (IH (addpair m (a, b))) as (IH1 & IH2).
    - intro k. rewrite gets_addpair. cbn [fst snd]. destruct (Pos.eqb k a); [apply proper_sadd|]; apply P.
    - split; [|assumption]. intros k x. rewrite IH1, gets_addpair. cbn [fst snd In].
      destruct (Pos.eqb_spec k a) as [->|N]; [rewrite mem_sadd|]; intuition congruence. }
  destruct (G Empty) as (G1 & G2); [intro; apply proper_empty|]. split; [|exact G2].
  intros k x. rewrite G1. split; [intros [|]; [assumption|discriminate]|auto].
Qed.
