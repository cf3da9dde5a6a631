(* The transitions of a certificate, indexed by source and symbol, and the check that the product of a set
   with the certificate has no reachable accepting state. *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown Automaton Instance Trie Labels Normal Classes.
Import ListNotations.

(* classes of targets by number; (source, symbol) and the class of its targets; pairs of classes, the first within the second
   (a hint: which inclusions are worth to be remembered) *)
Record certificate := Certificate {
  c_classes : list (positive * list positive);
  c_rows : list ((positive * positive) * positive);
  c_within : list (positive * positive) }.

(* source -> symbol -> symbol and targets *)
Definition line := trie (positive * class).
Record rows := Rows { r_lines : trie line; r_known : trie set }.
Definition line_in (C : trie line) (s : positive) : line := match find s C with Some L => L | None => Empty end.
Definition line_of (C : rows) (s : positive) : line := line_in (r_lines C) s.
Definition targets (L : line) (a : positive) : class := match find a L with Some e => snd e | None => none end.
Definition tgt (C : rows) (s a : positive) : class := targets (line_of C s) a.
Definition leads (t : positive) (x : class) : bool := mem t (snd x).

(* only transitions between states with keep are entered *)
Definition addrow (keep : positive -> bool) (K : table) (C : trie line) (x : (positive * positive) * positive) : trie line :=
  let '((s, a), c) := x in
  let T := class_at K c in
  if is_empty T then C else if keep s
  then update (fun L => put a (a, T) (match L with Some L => L | None => Empty end)) s C else C.
Definition build_rows (keep : positive -> bool) (c : certificate) : rows :=
  let K := build_table keep (c_classes c) in
  Rows (fold_left (addrow keep K) (c_rows c) Empty) (build_known K (c_within c)).

(* all symbols that the label set matches and that have targets *)
Definition rall (l : lset) (L : line) (f : positive -> class -> bool) : bool :=
  match l with
  | LIn l => forallb (fun a => match find a L with Some e => f a (snd e) | None => true end) l
  | LNot l => let X := setof l in tall (fun e => if mem (fst e) X then true else f (fst e) (snd e)) L
  end.

(** * The product of a set with the certificate *)
Definition prod_start np (N : normal) (I : positive -> set) (R : trie set) : bool :=
  let ok s := match s with xO p => subset (I p) (gets s R) | _ => true end in
  if nlive np N (fun s _ _ => ok s) then tall ok (n_acc N) else false.
Definition prod_step np (N : normal) (C : rows) (R : trie set) : bool :=
  nlive np N (fun s l t => let Rt := gets t R in tall (fun y => rall l (line_of C y) (fun _ T => subset (snd T) Rt)) (gets s R)).
Definition prod_acc (N : normal) (F : set) (R : trie set) : bool :=
  tall (fun x => tall (fun y => negb (mem y F)) (gets x R)) (n_acc N).
Definition disjoint np (N : normal) (C : rows) (F : set) (I : positive -> set) (pairs : list (positive * positive)) : bool :=
  let R := pairset pairs in
  if prod_start np N I R then if prod_acc N F R then prod_step np N C R else false else false.

(** * Proofs *)
Definition Tr (C : rows) : trans -> Prop := fun e => let '(s, a, t) := e in leads t (tgt C s a) = true.
(* the index is sound: entries carry their symbol, sets are proper, transitions are kept, numbers do not lie *)
Record rows_ok (keep : positive -> bool) (C : rows) : Prop := {
  ro_key : forall s a e, find a (line_of C s) = Some e -> fst e = a;
  ro_proper : forall s a, proper (snd (tgt C s a));
  ro_kept : forall s a t, Tr C (s, a, t) -> keep s = true /\ keep t = true;
  ro_within : forall s a u b t, within (r_known C) (tgt C s a) (tgt C u b) = true -> Tr C (s, a, t) -> Tr C (u, b, t) }.

(* every entry carries its symbol and a class of the table, and has a kept source *)
Definition lines_ok (keep : positive -> bool) (K : table) (C : trie line) : Prop :=
  forall s a e, find a (line_in C s) = Some e -> fst e = a /\ find (fst (snd e)) K = Some (snd e) /\ keep s = true.
Lemma addrow_ok keep K C x : table_ok keep K -> lines_ok keep K C -> lines_ok keep K (addrow keep K C x).
Proof.
  intros TK OK. destruct x as [[s a] c]. unfold addrow. destruct (is_empty (class_at K c)) eqn:E; [exact OK|].
  destruct (keep s) eqn:Ks; [|exact OK]. unfold class_at in *. destruct (find c K) as [T|] eqn:F; [|discriminate].
  intros u b e. unfold line_in. destruct (Pos.eq_dec u s) as [->|N].
  - rewrite find_update_same. unfold put. destruct (Pos.eq_dec b a) as [->|Nb].
    + rewrite find_update_same. intro H. inversion H; subst. cbn [fst snd]. rewrite (proj1 (TK _ _ F)). auto.
    + rewrite find_update_other by assumption. exact (OK s b e).
  - rewrite find_update_other by assumption. exact (OK u b e).
Qed.
Lemma build_rows_ok keep c : rows_ok keep (build_rows keep c).
Proof.
  unfold build_rows. cbv zeta. set (K := build_table keep (c_classes c)). pose proof (build_table_ok keep (c_classes c)) as TK. fold K in TK.
  assert (G : forall k C, lines_ok keep K C -> lines_ok keep K (fold_left (addrow keep K) k C)).
  { induction k as [|x k IH]; intros C OK; [exact OK|]. cbn [fold_left]. now apply IH, addrow_ok. }
  specialize (G (c_rows c) Empty ltac:(intros s a e; discriminate)). set (C := fold_left _ _ _) in *. clearbody C K.
  assert (T : forall s a, tgt (Rows C (build_known K (c_within c))) s a = none \/
    keep s = true /\ find (fst (tgt (Rows C (build_known K (c_within c))) s a)) K = Some (tgt (Rows C (build_known K (c_within c))) s a)).
  { intros s a. unfold tgt, targets, line_of. cbn [r_lines]. destruct (find a (line_in C s)) as [e|] eqn:E; [|auto].
    right. split; apply (G _ _ _ E). }
  split.
  - intros s a e E. now apply (G s a e).
  - intros s a. destruct (T s a) as [->|(_ & F)]; [apply proper_empty|apply (TK _ _ F)].
  - intros s a t M. unfold Tr, leads in M. destruct (T s a) as [E|(Ks & F)]; [rewrite E in M; discriminate|].
    split; [assumption|]. now apply (TK _ _ F).
  - intros s a u b t H. unfold Tr, leads. eapply within_spec; [| |exact H].
    + destruct (T s a) as [->|(_ & F)]; [now left|now right].
    + destruct (T u b) as [->|(_ & F)]; [now left|now right].
Qed.

Lemma rall_spec ns keep C l s f a t : rows_ok keep C -> rall l (line_of C s) f = true -> lmatch ns l a ->
  Tr C (s, a, t) -> f a (tgt C s a) = true.
Proof.
  intros OK H M T. unfold Tr, leads, tgt, targets in *. destruct (find a (line_of C s)) as [e|] eqn:E; [|discriminate].
  destruct l as [l|l]; cbn [rall lmatch] in *.
  - rewrite forallb_forall in H. specialize (H _ M). now rewrite E in H.
  - destruct M as (_ & N). pose proof (tall_spec _ _ H _ _ E) as G. cbn beta in G.
    rewrite (ro_key _ _ OK _ _ _ E) in G. now rewrite mem_not in G.
Qed.

(* the set and the certificate, started in xO p and in a state of I p, never accept the same stack *)
Theorem disjoint_spec np ns A N keep C F I pairs : normal_of np A N -> rows_ok keep C ->
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
      pose proof (rall_spec ns keep C l y _ a y' OK G2 L T) as G3. cbn beta in G3.
      exact (subset_spec _ _ G3 _ T). }
  pose proof (S _ _ _ P Logic.I _ _ R0 Q) as M. unfold prod_acc in H2.
  apply (no_acc _ _ _ NA) in Ff. pose proof (all_proper _ _ _ (no_acc_proper _ _ _ NA) H2 Ff) as G. cbn beta in G.
  pose proof (all_proper _ _ _ (PP f) G M) as G2. cbn beta in G2. now apply negb_true_iff in G2.
Qed.
