(* The transitions of a certificate, indexed by source and symbol, and the check that the product of a set
   with the certificate has no reachable accepting state. *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown Automaton Instance Trie Labels Normal.
Import ListNotations.

Definition cert_row := ((positive * positive) * list positive)%type.   (* (source, symbol), targets *)

(* source -> symbol -> symbol and set of targets *)
Definition line := trie (positive * set).
Definition rows := trie line.
Definition line_of (C : rows) (s : positive) : line := match find s C with Some L => L | None => Empty end.
Definition targets (L : line) (a : positive) : set := match find a L with Some e => snd e | None => Empty end.
Definition tgt (C : rows) (s a : positive) : set := targets (line_of C s) a.

(* only targets with keep are entered *)
Definition addkept (keep : positive -> bool) (l : list positive) (s : set) : set :=
  fold_left (fun s t => if keep t then sadd t s else s) l s.
Definition addrow (keep : positive -> bool) (C : rows) (x : cert_row) : rows :=
  let '((s, a), ts) := x in
  match addkept keep ts Empty with
  | Empty => C
  | T => update (fun L => update (fun e => (a, match e with Some e => addkept keep ts (snd e) | None => T end)) a
                            (match L with Some L => L | None => Empty end)) s C
  end.
Definition build_rows (keep : positive -> bool) (l : list cert_row) : rows := fold_left (addrow keep) l Empty.

(* all symbols that the label set matches and that have targets *)
Definition rall (l : lset) (L : line) (f : positive -> set -> bool) : bool :=
  match l with
  | LIn l => forallb (fun a => match find a L with Some e => f a (snd e) | None => true end) l
  | LNot l => let X := setof l in tall (fun e => if mem (fst e) X then true else f (fst e) (snd e)) L
  end.

(* ---------- the product of a set with the certificate ---------- *)
Definition prod_start np (N : normal) (I : positive -> set) (R : trie set) : bool :=
  let ok s := match s with xO p => subset (I p) (gets s R) | _ => true end in
  if nlive np N (fun s _ _ => ok s) then tall ok (n_acc N) else false.
Definition prod_step np (N : normal) (C : rows) (R : trie set) : bool :=
  nlive np N (fun s l t => let Rt := gets t R in tall (fun y => rall l (line_of C y) (fun _ T => subset T Rt)) (gets s R)).
Definition prod_acc (N : normal) (F : set) (R : trie set) : bool :=
  tall (fun x => tall (fun y => negb (mem y F)) (gets x R)) (n_acc N).
Definition disjoint np (N : normal) (C : rows) (F : set) (I : positive -> set) (pairs : list (positive * positive)) : bool :=
  let R := pairset pairs in
  if prod_start np N I R then if prod_acc N F R then prod_step np N C R else false else false.

(* ---------- proofs ---------- *)
Definition Tr (C : rows) : trans -> Prop := fun e => let '(s, a, t) := e in mem t (tgt C s a) = true.
(* the index is sound: entries carry their symbol, sets are proper, transitions come from the list and are kept *)
Record rows_ok (keep : positive -> bool) (l : list cert_row) (C : rows) : Prop := {
  ro_key : forall s a e, find a (line_of C s) = Some e -> fst e = a;
  ro_proper : forall s a, proper (tgt C s a);
  ro_from : forall s a t, Tr C (s, a, t) -> keep t = true /\ exists ts, In (s, a, ts) l /\ In t ts }.

Lemma addkept_spec keep ts : forall S, (forall x, mem x (addkept keep ts S) = true -> In x ts /\ keep x = true \/ mem x S = true) /\
  (proper S -> proper (addkept keep ts S)).
Proof.
  induction ts as [|t ts IH]; intro S; cbn; [auto|]. unfold addkept in *.
  destruct (IH (if keep t then sadd t S else S)) as (I1 & I2). split.
  - intros x M. apply I1 in M. destruct M as [(M & K)|M]; [auto|]. destruct (keep t) eqn:K; [|auto].
    apply mem_sadd in M. destruct M as [->|M]; auto.
  - intro P. apply I2. destruct (keep t); [now apply proper_sadd|assumption].
Qed.
Lemma line_update f s C u : line_of (update f s C) u = if Pos.eqb u s then f (find s C) else line_of C u.
Proof.
  unfold line_of. destruct (Pos.eqb_spec u s) as [->|N].
  - now rewrite find_update_same.
  - now rewrite find_update_other by assumption.
Qed.
Lemma addrow_cases keep C s a ts : addrow keep C (s, a, ts) = C \/
  forall u b, find b (line_of (addrow keep C (s, a, ts)) u) =
    if Pos.eqb u s && Pos.eqb b a
    then Some (a, addkept keep ts (tgt C s a)) else find b (line_of C u).
Proof.
  unfold addrow.
  set (g := fun T => fun L => update (fun e => (a, match e with Some e => addkept keep ts (snd e) | None => T end)) a
                            (match L with Some L => L | None => Empty end)).
  assert (G : forall u b, find b (line_of (update (g (addkept keep ts Empty)) s C) u) =
    if Pos.eqb u s && Pos.eqb b a then Some (a, addkept keep ts (tgt C s a)) else find b (line_of C u)).
  { intros u b. rewrite line_update. destruct (Pos.eqb_spec u s) as [->|N]; [|reflexivity]. unfold g. cbn [andb].

    destruct (Pos.eqb_spec b a) as [->|Nb].
    - rewrite find_update_same. unfold tgt, targets, line_of. destruct (find s C) as [L|]; [destruct (find a L)|]; reflexivity.
    - now rewrite find_update_other by assumption. }
  destruct (addkept keep ts Empty); [left; reflexivity| |]; right; exact G.
Qed.
Lemma addrow_ok keep l C s a ts : In (s, a, ts) l -> rows_ok keep l C -> rows_ok keep l (addrow keep C (s, a, ts)).
Proof.
  intros I OK. destruct (addrow_cases keep C s a ts) as [->|G]; [exact OK|].
  set (C' := addrow keep C (s, a, ts)) in *. clearbody C'.
  assert (GT : forall u b, tgt C' u b = if Pos.eqb u s && Pos.eqb b a then addkept keep ts (tgt C s a) else tgt C u b).
  { intros u b. unfold tgt at 1, targets. rewrite G. destruct (Pos.eqb u s && Pos.eqb b a); reflexivity. }
  destruct (addkept_spec keep ts (tgt C s a)) as (K1 & K2).
  split; [intros u b e|intros u b|intros u b t; unfold Tr]; rewrite ?G, ?GT;
    destruct (Pos.eqb_spec u s) as [->|Nu]; cbn [andb]; try apply OK;
    destruct (Pos.eqb_spec b a) as [->|Nb]; cbn [andb]; try apply OK.
  - intro E. inversion E. reflexivity.
  - apply K2, OK.
  - intro M. apply K1 in M. destruct M as [(M & K)|M]; [split; [assumption|eauto]|]. now apply (ro_from _ _ _ OK).
Qed.
Lemma build_rows_ok keep l : rows_ok keep l (build_rows keep l).
Proof.
  unfold build_rows.
  assert (G : forall k C, incl k l -> rows_ok keep l C -> rows_ok keep l (fold_left (addrow keep) k C)).
  { induction k as [|[[s a] ts] k IH]; intros C S OK; [exact OK|]. cbn [fold_left]. apply IH.
    - intros z Z. apply S. cbn; auto.
    - apply addrow_ok; [apply S; cbn; auto|assumption]. }
  apply G; [intros z Z; exact Z|]. split.
  - discriminate.
  - intros s a. apply proper_empty.
  - discriminate.
Qed.

Lemma rall_spec ns keep k C l s f a t : rows_ok keep k C -> rall l (line_of C s) f = true -> lmatch ns l a ->
  Tr C (s, a, t) -> f a (tgt C s a) = true.
Proof.
  intros OK H M T. unfold Tr, tgt, targets in *. destruct (find a (line_of C s)) as [e|] eqn:E; [|discriminate].
  destruct l as [l|l]; cbn [rall lmatch] in *.
  - rewrite forallb_forall in H. specialize (H _ M). now rewrite E in H.
  - destruct M as (_ & N). pose proof (tall_spec _ _ H _ _ E) as G. cbn beta in G.
    rewrite (ro_key _ _ _ OK _ _ _ E) in G. now rewrite mem_not in G.
Qed.

(* the set and the certificate, started in xO p and in a state of I p, never accept the same stack *)
Theorem disjoint_spec np ns A N keep k C F I pairs : normal_of np A N -> rows_ok keep k C ->
  disjoint np N C F I pairs = true ->
  forall p s w f g, mem s (I p) = true -> nacc np A f -> path (nedge np ns A) (xO p) w f -> path (Tr C) s w g -> mem g F = false.
Proof.
  intros NA OK H p s w f g Is Ff P Q. unfold disjoint in H. destruct (pairset_spec pairs) as (_ & PP).
  set (R := pairset pairs) in *. clearbody R.
  destruct (prod_start np N I R) eqn:H1; [|discriminate]. destruct (prod_acc N F R) eqn:H2; [|discriminate].
  assert (R0 : mem s (gets (xO p) R) = true).
  { unfold prod_start in H1. destruct (nlive np N _) eqn:H0; [|discriminate].
    apply path1 in P. destruct w as [|a w].
    - subst f. apply (no_acc _ _ _ NA) in Ff. pose proof (all_proper _ _ _ (no_acc_proper _ _ _ NA) H1 Ff) as G.
      cbn beta iota in G. exact (subset_spec _ _ G _ Is).
    - destruct P as (m & E & _). destruct (nlive_spec np ns A N _ NA H0 (xO p) _ _ Logic.I E) as (l & _ & G).
      exact (subset_spec _ _ G _ Is). }
  assert (S : forall x w f, path (nedge np ns A) x w f -> live N x -> forall y g, mem y (gets x R) = true -> path (Tr C) y w g ->
    mem g (gets f R) = true).
  { clear - NA OK H PP. induction 1 as [x|x a x' w f E P IH]; intros Lx y g M Q.
    - inversion Q; subst. assumption.
    - inversion Q as [|y0 a0 y' w0 g0 T Q' E1 E2 E3]; subst. apply (IH (no_live _ _ _ NA ns _ _ _ Lx E) y'); [|assumption].
      unfold prod_step in H. destruct (nlive_spec np ns A N _ NA H _ _ _ Lx E) as (l & L & G). cbv zeta in G.
      pose proof (all_proper _ _ _ (PP x) G M) as G2. cbn beta in G2.
      pose proof (rall_spec ns keep k C l y _ a y' OK G2 L T) as G3. cbn beta in G3.
      exact (subset_spec _ _ G3 _ T). }
  pose proof (S _ _ _ P Logic.I _ _ R0 Q) as M. unfold prod_acc in H2.
  apply (no_acc _ _ _ NA) in Ff. pose proof (all_proper _ _ _ (no_acc_proper _ _ _ NA) H2 Ff) as G. cbn beta in G.
  pose proof (all_proper _ _ _ (PP f) G M) as G2. cbn beta in G2. now apply negb_true_iff in G2.
Qed.
