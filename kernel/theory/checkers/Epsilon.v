(* The epsilon closure of an automaton: computed by a search whose termination is not proved, and then checked to be closed.
   What is found is really reachable; what is closed is complete. *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown Instance Trie.
Import ListNotations.

(* for each state the states before it *)
Definition eps_preds (l : list (positive * positive)) : trie (list positive) :=
  fold_left (fun m e => update (fun o => fst e :: match o with Some x => x | None => [] end) (snd e) m) l Empty.
Definition visit (w : list positive * set) (x : positive) : list positive * set :=
  if mem x (snd w) then w else (x :: fst w, sadd x (snd w)).
Fixpoint explore {F} (fuel : list F) (g : trie (list positive)) (w : list positive * set) : set :=
  match fuel with
  | [] => snd w
  | _ :: fuel =>
    match fst w with
    | [] => snd w
    | x :: todo =>
      explore fuel g (fold_left visit (match find x g with Some l => l | None => [] end) (todo, snd w))
    end
  end.
Definition eps_before (l : list (positive * positive)) : trie set :=
  let g := eps_preds l in
  fold_left (fun B e => if mem (snd e) B then B else put (snd e) (explore (e :: l) g ([snd e], Empty)) B) l Empty.
Definition eps_closed (l : list (positive * positive)) (B : trie set) : bool :=
  forallb (fun e => let T := gets (snd e) B in if mem (fst e) T then subset (gets (fst e) B) T else false) l.

(** * The closure: complete because checked, sound by construction *)
Lemma eps_closed_complete l B s t : eps_closed l B = true -> estar l s t -> s = t \/ mem s (gets t B) = true.
Proof.
  unfold eps_closed. rewrite forallb_forall. intros H E.
  assert (G : forall e, In e l -> mem (fst e) (gets (snd e) B) = true /\ subset (gets (fst e) B) (gets (snd e) B) = true).
  { intros e I. specialize (H _ I). cbv zeta in H. destruct (mem (fst e) (gets (snd e) B)); [auto|discriminate]. }
  enough (K : forall s m, estar l s m -> forall x, x = s \/ mem x (gets s B) = true -> x = m \/ mem x (gets m B) = true)
    by (apply (K _ _ E); auto).
  clear - G. induction 1 as [s|s t u I _ IH]; intros x X; [assumption|]. apply IH.
  destruct (G _ I) as (G1 & G2). cbn [fst snd] in *. right. destruct X as [->|X]; [assumption|].
  exact (subset_spec _ _ G2 _ X).
Qed.

Definition before_ok (l : list (positive * positive)) (t : positive) (s : set) : Prop :=
  proper s /\ forall x, mem x s = true -> estar l x t.
Lemma eps_preds_ok l : forall x y p, find y (eps_preds l) = Some p -> In x p -> In (x, y) l.
Proof.
  unfold eps_preds.
  assert (G : forall k m, (forall x y p, find y m = Some p -> In x p -> In (x, y) l) -> incl k l ->
    forall x y p, find y (fold_left (fun m e => update (fun o => fst e :: match o with Some x => x | None => [] end) (snd e) m) k m)
      = Some p -> In x p -> In (x, y) l).
  { induction k as [|[a b] k IH]; intros m M S; [exact M|]. cbn [fold_left fst snd].
    apply IH; [|intros z Z; apply S; cbn; auto].
    intros x y p. destruct (Pos.eq_dec y b) as [->|N].
    - rewrite find_update_same. intros E I. inversion E; subst; clear E. destruct I as [->|I]; [apply S; cbn; auto|].
      destruct (find b m) as [p'|] eqn:F; [eapply M; eauto|contradiction].
    - rewrite find_update_other by assumption. apply M. }
  apply G; [discriminate|]. intros z Z; exact Z.
Qed.
Lemma explore_ok {F} l t (fuel : list F) : forall w, (forall x, In x (fst w) -> estar l x t) -> before_ok l t (snd w) ->
  before_ok l t (explore fuel (eps_preds l) w).
Proof.
  induction fuel as [|e fuel IH]; intros [todo seen] T S; [exact S|]. cbn [explore fst snd] in *.
  destruct todo as [|x todo]; [exact S|].
  assert (G : forall k w, (forall y, In y k -> In (y, x) l) -> (forall y, In y (fst w) -> estar l y t) -> before_ok l t (snd w) ->
    (forall y, In y (fst (fold_left visit k w)) -> estar l y t) /\ before_ok l t (snd (fold_left visit k w))).
  { clear - T. induction k as [|y k IH]; intros [td sn] K W1 W2; [split; assumption|].
    cbn [fold_left]. apply IH; [intros; apply K; cbn; auto| |]; unfold visit; cbn [fst snd]; destruct (mem y sn); cbn [fst snd]; try assumption.
    - intros z [<-|Z]; [|now apply W1]. econstructor; [apply K; cbn; auto|]. apply T; cbn; auto.
    - destruct W2 as (W2 & W3). split; [now apply proper_sadd|]. intros z Z. apply mem_sadd in Z.
      destruct Z as [->|Z]; [|now apply W3]. econstructor; [apply K; cbn; auto|]. apply T; cbn; auto. }
  destruct (G (match find x (eps_preds l) with Some l => l | None => [] end) (todo, seen)) as (G1 & G2).
  - intros y Y. destruct (find x (eps_preds l)) as [p|] eqn:E; [|contradiction]. eapply eps_preds_ok; eauto.
  - intros y Y. apply T; cbn; auto.
  - exact S.
  - now apply IH.
Qed.
Lemma eps_before_ok l t : before_ok l t (gets t (eps_before l)).
Proof.
  unfold eps_before.
  set (step := fun B e => if mem (snd e) B then B else put (snd e) (explore (e :: l) (eps_preds l) ([snd e], Empty)) B).
  assert (G : forall k B, (forall t, before_ok l t (gets t B)) -> forall t, before_ok l t (gets t (fold_left step k B))).
  { induction k as [|e k IH]; intros B H; [exact H|]. cbn [fold_left]. apply IH. intro u. unfold step.
    destruct (mem (snd e) B); [apply H|]. unfold gets, put. destruct (Pos.eq_dec u (snd e)) as [->|N].
    - rewrite find_update_same. apply explore_ok; cbn [fst snd].
      + intros x [<-|[]]. constructor.
      + split; [apply proper_empty|intros; discriminate].
    - rewrite find_update_other by assumption. apply H. }
  apply G. intro u. split; [apply proper_empty|intros; discriminate].
Qed.
