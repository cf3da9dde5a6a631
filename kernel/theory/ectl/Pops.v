(* The product of a system and an automaton, one of which has a stack, is a pushdown system: a location is a state of the
   automaton with one of the system. Here it is any function from heads to moves. Plain heads are those from which the product
   goes on. A pop says that some run of plain heads takes the symbol away. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Trie Ectl Keys.
Import ListNotations.

Definition loc : Type := positive * positive.
Definition conf : Type := loc * list positive.
Definition move : Type := positive * (loc * op).        (* action, where to *)

Definition loc_eqb (x y : loc) : bool := Pos.eqb (fst x) (fst y) && Pos.eqb (snd x) (snd y).
Lemma loc_eqb_eq x y : loc_eqb x y = true <-> x = y.
Proof.
  destruct x, y; unfold loc_eqb; cbn. rewrite andb_true_iff, !Pos.eqb_eq. split; [intros (-> & ->); reflexivity|intro E; inversion E; auto].
Qed.
Definition op_eqb (x y : op) : bool :=
  match x, y with Pop, Pop => true | Rewrite g, Rewrite h => Pos.eqb g h | Push g, Push h => Pos.eqb g h | _, _ => false end.
Lemma op_eqb_eq x y : op_eqb x y = true -> x = y.
Proof. destruct x, y; cbn; try discriminate; try rewrite Pos.eqb_eq; congruence. Qed.

(** * Sets of heads, and pops *)
Definition head_key (l : loc) (g : positive) : positive := key (fst l) (key g (snd l)).
Lemma head_key_inj l g l' g' : head_key l g = head_key l' g' -> l = l' /\ g = g'.
Proof. unfold head_key. intro E. apply key_inj in E. destruct E as (E & F). apply key_inj in F. destruct F, l, l'; cbn in *; subst; auto. Qed.
Definition heads := trie positive.
Definition has (H : heads) (l : loc) (g : positive) : bool := mem (head_key l g) H.
Definition with_head (H : heads) (l : loc) (g : positive) : heads := sadd (head_key l g) H.
Lemma has_with H l g l' g' : has (with_head H l g) l' g' = true <-> (l' = l /\ g' = g) \/ has H l' g' = true.
Proof.
  unfold has, with_head. rewrite mem_sadd. split; intros [E|E]; auto; [apply head_key_inj in E|destruct E; subst]; auto.
Qed.

(* by head the locations where it ends; and all as one set *)
Record pops := Pops { p_by : trie (list loc); p_set : set }.
Definition no_pops : pops := Pops Empty Empty.
Definition pop_key (l : loc) (g : positive) (m : loc) : positive := key (fst m) (key (snd m) (head_key l g)).
Lemma pop_key_inj l g m l' g' m' : pop_key l g m = pop_key l' g' m' -> l = l' /\ g = g' /\ m = m'.
Proof.
  unfold pop_key. intro E. apply key_inj in E. destruct E as (E & F). apply key_inj in F. destruct F as (F & G).
  apply head_key_inj in G. destruct G, m, m'; cbn in *; subst; auto.
Qed.
Definition pops_of (P : pops) (l : loc) (g : positive) : list loc := at_key (head_key l g) (p_by P).
Definition has_pop (P : pops) (l : loc) (g : positive) (m : loc) : bool := mem (pop_key l g m) (p_set P).
Definition with_pop (P : pops) (l : loc) (g : positive) (m : loc) : pops :=
  Pops (update (fun o => m :: match o with Some k => k | None => [] end) (head_key l g) (p_by P)) (sadd (pop_key l g m) (p_set P)).
Lemma has_pop_with P l g m l' g' m' :
  has_pop (with_pop P l g m) l' g' m' = true <-> (l' = l /\ g' = g /\ m' = m) \/ has_pop P l' g' m' = true.
Proof.
  unfold has_pop, with_pop. cbn [p_set]. rewrite mem_sadd. split; intros [E|E]; auto; [apply pop_key_inj in E; auto|].
  destruct E as (-> & -> & ->); auto.
Qed.
(* the two agree *)
Definition pops_ok (P : pops) : Prop := forall l g m, In m (pops_of P l g) <-> has_pop P l g m = true.
Lemma no_pops_ok : pops_ok no_pops.
Proof. intros l g m. cbn. split; [tauto|discriminate]. Qed.
Lemma with_pop_ok P l g m : pops_ok P -> pops_ok (with_pop P l g m).
Proof.
  intros O l' g' m'. rewrite has_pop_with. specialize (O l' g' m'). unfold pops_of, with_pop, at_key in *. cbn [p_by] in *.
  destruct (Pos.eq_dec (head_key l' g') (head_key l g)) as [E|N].
  - rewrite E, find_update_same in *. apply head_key_inj in E. destruct E as (-> & ->). cbn [In]. rewrite O.
    split; [intros [->|]; auto|intros [(_ & _ & ->)|]; auto].
  - rewrite find_update_other by assumption. rewrite O. split; [auto|]. intros [(-> & -> & _)|]; [congruence|auto].
Qed.

Section Product.
Variable moves : loc -> positive -> list move.
Variable plain : loc -> positive -> bool.

Definition can (l : loc) (g : positive) (k : loc) (o : op) : bool :=
  existsb (fun m => op_eqb (snd (snd m)) o && loc_eqb (fst (snd m)) k) (moves l g).
Lemma can_move l g k o : can l g k o = true -> {a | In (a, (k, o)) (moves l g)}.
Proof.
  unfold can. intro H. induction (moves l g) as [|[a [k' o']] ms IH]; cbn [existsb fst snd] in H; [discriminate|].
  destruct (op_eqb o' o && loc_eqb k' k) eqn:E.
  - apply andb_true_iff in E. destruct E as (E & F). apply op_eqb_eq in E. apply loc_eqb_eq in F. subst. exists a. now left.
  - destruct IH as (b & I); [exact H|]. exists b. now right.
Qed.

Inductive pstep : conf -> positive -> conf -> Prop :=
| Pmove l g w a k o : In (a, (k, o)) (moves l g) -> pstep (l, g :: w) a (k, after g o ++ w).
Definition plain_conf (c : conf) : Prop := match c with (l, g :: _) => plain l g = true | (_, []) => False end.

(* A run through plain heads: the steps one by one, so that paths can be made of it. *)
Fixpoint plain_run (c : conf) (u : list (positive * conf)) (d : conf) : Prop :=
  match u with [] => c = d | (a, e) :: u => plain_conf c /\ pstep c a e /\ plain_run e u d end.
Lemma plain_run_app c u d v e : plain_run c u d -> plain_run d v e -> plain_run c (u ++ v) e.
Proof.
  revert c. induction u as [|[a f] u IH]; cbn; intros c H G; [now subst|]. destruct H as (P & Q & H). eauto.
Qed.
Definition popping (l : loc) (g : positive) (m : loc) : Type :=
  forall w, {u | plain_run (l, g :: w) u (m, w)}.

(** * Pops in order, each from earlier ones *)
Inductive why_pop :=
| ByPop
| ByRewrite (k : loc) (h : positive)
| ByPush (k : loc) (h : positive) (m : loc).
Definition good_pop (P : pops) (l : loc) (g : positive) (to : loc) (y : why_pop) : bool :=
  plain l g &&
  match y with
  | ByPop => can l g to Pop
  | ByRewrite k h => can l g k (Rewrite h) && has_pop P k h to
  | ByPush k h m => can l g k (Push h) && has_pop P k h m && has_pop P m g to
  end.
Fixpoint check_pops (P : pops) (l : list (loc * positive * loc * why_pop)) : option pops :=
  match l with
  | [] => Some P
  | (k, g, m, y) :: l => if good_pop P k g m y then check_pops (with_pop P k g m) l else None
  end.

Lemma good_pop_sound P l g to y : (forall l g m, has_pop P l g m = true -> popping l g m) ->
  good_pop P l g to y = true -> popping l g to.
Proof.
  intros S H w. unfold good_pop in H. apply andb_true_iff in H. destruct H as (Pl & H). destruct y as [|k h|k h m].
  - apply can_move in H. destruct H as (a & I). exists [(a, (to, w))]. cbn. split; [exact Pl|split; [|reflexivity]].
    exact (Pmove l g w a to Pop I).
  - apply andb_true_iff in H. destruct H as (H & Q). apply can_move in H. destruct H as (a & I). destruct (S _ _ _ Q w) as (u & R).
    exists ((a, (k, h :: w)) :: u). cbn. split; [exact Pl|split; [|exact R]]. exact (Pmove l g w a k (Rewrite h) I).
  - apply andb_true_iff in H. destruct H as (H & Q2). apply andb_true_iff in H. destruct H as (H & Q1).
    apply can_move in H. destruct H as (a & I). destruct (S _ _ _ Q1 (g :: w)) as (u & R). destruct (S _ _ _ Q2 w) as (v & R').
    exists ((a, (k, h :: g :: w)) :: u ++ v). cbn. split; [exact Pl|split]; [exact (Pmove l g w a k (Push h) I)|].
    eapply plain_run_app; eauto.
Qed.
Theorem check_pops_sound l : forall P Q, check_pops P l = Some Q -> pops_ok P ->
  (forall l g m, has_pop P l g m = true -> popping l g m) ->
  pops_ok Q * (forall l g m, has_pop Q l g m = true -> popping l g m).
Proof.
  induction l as [|[[[k g] m] y] l IH]; cbn; intros P Q H O S; [inversion H; subst; auto|].
  destruct (good_pop P k g m y) eqn:E; [|discriminate]. apply IH in H; [exact H|now apply with_pop_ok|].
  intros l' g' m' F. destruct (has_pop P l' g' m') eqn:G; [auto|].
  assert (X : l' = k /\ g' = g /\ m' = m) by (apply has_pop_with in F; destruct F; [assumption|congruence]).
  destruct X as (-> & -> & ->). now apply (good_pop_sound P _ _ _ y).
Qed.

(** * Closed at a head: every run of it goes on in heads that are 'ok', and its pops are pops *)
Definition closed_at (P : pops) (ok : loc -> positive -> bool) (l : loc) (g : positive) : bool :=
  let inside k h := forallb (has_pop P l g) (pops_of P k h) in
  forallb (fun m : move =>
    let k := fst (snd m) in
    match snd (snd m) with
    | Pop => has_pop P l g k
    | Rewrite h => ok k h && inside k h
    | Push h => ok k h && forallb (fun n => ok n g && inside n g) (pops_of P k h)
    end) (moves l g).
Lemma closed_at_spec P ok l g : pops_ok P -> closed_at P ok l g = true -> forall a k o, In (a, (k, o)) (moves l g) ->
  match o with
  | Pop => has_pop P l g k = true
  | Rewrite h => ok k h = true /\ forall n, has_pop P k h n = true -> has_pop P l g n = true
  | Push h => ok k h = true /\ forall m, has_pop P k h m = true ->
      ok m g = true /\ forall n, has_pop P m g n = true -> has_pop P l g n = true
  end.
Proof.
  intros O H a k o I. unfold closed_at in H. rewrite forallb_forall in H. specialize (H _ I). cbn [fst snd] in H.
  destruct o as [|h|h]; [exact H| |].
  - apply andb_true_iff in H. destruct H as (H & F). split; [exact H|]. intros n Q. rewrite forallb_forall in F. apply F, O, Q.
  - apply andb_true_iff in H. destruct H as (H & F). split; [exact H|]. intros m Q. rewrite forallb_forall in F.
    specialize (F m (proj2 (O _ _ _) Q)). apply andb_true_iff in F. destruct F as (F & G). split; [exact F|].
    intros n R. rewrite forallb_forall in G. apply G, O, R.
Qed.
End Product.
