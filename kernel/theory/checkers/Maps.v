(* Tries made of lists, for the checkers of LTL: what is found was in the list. Label sets ready for membership tests. *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown Instance Trie Labels.
Import ListNotations.

Definition map_of {A B} (f : A -> B) (l : list (positive * A)) : trie B :=
  fold_left (fun m e => put (fst e) (f (snd e)) m) l Empty.
Lemma map_of_In {A B} (f : A -> B) l k v : find k (map_of f l) = Some v -> exists u, In (k, u) l /\ v = f u.
Proof.
  unfold map_of.
  assert (G : forall m, find k (fold_left (fun m e => put (fst e) (f (snd e)) m) l m) = Some v ->
    (exists u, In (k, u) l /\ v = f u) \/ find k m = Some v).
  { induction l as [|[j u] l IH]; intros m H; cbn [fold_left] in H; [auto|]. apply IH in H. cbn [In].
    destruct H as [(w & I & E)|H]; [left; eauto|]. cbn [fst snd] in H. unfold put in H. destruct (Pos.eq_dec k j) as [->|N].
    - rewrite find_update_same in H. inversion H; subst. left. eauto.
    - rewrite find_update_other in H by assumption. auto. }
  intro H. apply G in H. destruct H as [H|H]; [assumption|discriminate].
Qed.
Lemma map_of_some {A B} (f : A -> B) l k u : In (k, u) l -> exists v, find k (map_of f l) = Some v.
Proof.
  unfold map_of.
  assert (G : forall m, In (k, u) l \/ (exists v, find k m = Some v) ->
    exists v, find k (fold_left (fun m e => put (fst e) (f (snd e)) m) l m) = Some v).
  { induction l as [|[j w] l IH]; intros m H; cbn [fold_left]; [destruct H as [[]|H]; exact H|]. apply IH. unfold put. cbn [fst snd].
    destruct (Pos.eq_dec k j) as [->|N]; [right; rewrite find_update_same; eauto|]. rewrite find_update_other by assumption.
    destruct H as [[E|I]|H]; [congruence|auto|auto]. }
  intro I. apply G. auto.
Qed.
Fixpoint distinct {A} (l : list (positive * A)) : bool :=
  match l with [] => true | e :: l => if existsb (fun d => Pos.eqb (fst e) (fst d)) l then false else distinct l end.
Lemma distinct_spec {A} (l : list (positive * A)) k a b : distinct l = true -> In (k, a) l -> In (k, b) l -> a = b.
Proof.
  induction l as [|[j c] l IH]; cbn [distinct In fst]; intros H Ia Ib; [destruct Ia|].
  destruct (existsb _ l) eqn:E; [discriminate|].
  assert (G : forall x, ~ In (j, x) l).
  { intros x I. rewrite <- not_true_iff_false in E. apply E. apply existsb_exists. exists (j, x). split; [assumption|apply Pos.eqb_refl]. }
  destruct Ia as [Ea|Ia], Ib as [Eb|Ib]; [congruence|inversion Ea; subst|inversion Eb; subst|auto]; exfalso; eapply G; eauto.
Qed.
Definition find2 {A} (j k : positive) (m : trie (trie A)) : option A :=
  match find j m with Some n => find k n | None => None end.

Lemma cmatch_iff ns l a : cmatch ns (compile l) a = true <-> lmatch ns l a.
Proof.
  split; [apply cmatch_spec|]. destruct l as [l|l]; cbn [compile lmatch].
  - intro I. apply mem_setof in I. destruct l as [|b [|c l]]; try exact I. apply mem_setof in I. destruct I as [->|[]]. apply Pos.eqb_refl.
  - intros (L & N). cbn [cmatch]. rewrite mem_not by assumption. now apply Pos.leb_le.
Qed.
