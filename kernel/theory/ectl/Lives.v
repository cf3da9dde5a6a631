(* Why a head lives: a step to a head that lives, without popping the symbol; or a push, a pop of what was pushed, and the head then below lives. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Trie Ectl Keys Pops.
Import ListNotations.

Inductive why_life :=
| LMove (k : loc) (o : op)
| LBelow (k : loc) (h : positive) (m : loc).

Definition add_life (H : heads) (x : loc * positive * why_life) : heads := with_head H (fst (fst x)) (snd (fst x)).
Lemma add_lives_spec l g xs : forall H, has (fold_left add_life xs H) l g = true -> {y | In (l, g, y) xs} + {has H l g = true}.
Proof.
  induction xs as [|[[l' g'] y] xs IH]; cbn [fold_left]; intros H E; [now right|].
  destruct (IH _ E) as [(y' & I)|F]; [left; exists y'; now right|]. clear IH E. unfold add_life in F. cbn [fst snd] in F.
  destruct (Pos.eq_dec (head_key l g) (head_key l' g')) as [K|N].
  - apply head_key_inj in K. destruct K; subst. left. exists y. now left.
  - right. apply has_with in F. destruct F as [(-> & ->)|F]; [congruence|assumption].
Qed.

Section Lives.
Variable moves : loc -> positive -> list move.
Variable plain : loc -> positive -> bool.

Definition good_life (P : pops) (ok : loc -> positive -> bool) (l : loc) (g : positive) (y : why_life) : bool :=
  plain l g &&
  match y with
  | LMove k o => can moves l g k o && match o with Pop => false | Rewrite h => ok k h | Push h => ok k h end
  | LBelow k h m => can moves l g k (Push h) && has_pop P k h m && ok m g
  end.
(* a run to a head that is 'ok' *)
Definition to_ok (ok : loc -> positive -> bool) (c : conf) : Type :=
  {u & {k & {h & {w | u <> [] /\ plain_run moves plain c u (k, h :: w) /\ ok k h = true}}}}.
Lemma good_life_run P ok l g y w : (forall l g m, has_pop P l g m = true -> popping moves plain l g m) ->
  good_life P ok l g y = true -> to_ok ok (l, g :: w).
Proof.
  intros S H. unfold good_life in H. apply andb_true_iff in H. destruct H as (Pl & H). destruct y as [k o|k h m].
  - apply andb_true_iff in H. destruct H as (H & F). apply can_move in H. destruct H as (a & I). destruct o as [|h|h]; [discriminate| |].
    + exists [(a, (k, h :: w))], k, h, w. split; [discriminate|]. split; [|exact F]. cbn. split; [exact Pl|split; [|reflexivity]].
      exact (Pmove moves l g w a k (Rewrite h) I).
    + exists [(a, (k, h :: g :: w))], k, h, (g :: w). split; [discriminate|]. split; [|exact F]. cbn. split; [exact Pl|split; [|reflexivity]].
      exact (Pmove moves l g w a k (Push h) I).
  - apply andb_true_iff in H. destruct H as (H & F). apply andb_true_iff in H. destruct H as (H & Q).
    apply can_move in H. destruct H as (a & I). destruct (S _ _ _ Q (g :: w)) as (u & R).
    exists ((a, (k, h :: g :: w)) :: u), m, g, w. split; [discriminate|]. split; [|exact F]. cbn. split; [exact Pl|split; [|exact R]].
    exact (Pmove moves l g w a k (Push h) I).
Qed.
End Lives.
