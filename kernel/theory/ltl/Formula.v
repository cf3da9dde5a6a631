(* LTL formulas as they are written, with all connectives, and what they mean. Where the textbook says "at all positions"
   this says "at no position not", so that the negation normal form, which the checkers work on, means the same without
   excluded middle, up to double negation; with excluded middle it is the textbook's meaning (rsat_classical). *)
From Coq Require Import List PArith Arith Bool Lia.
From Custos Require Import Automaton Ltl LtlLasso.
Import ListNotations.

Inductive raw :=
| FTrue | FFalse | FAtom (p : positive) | FNot (f : raw)
| FAnd (f g : raw) | FOr (f g : raw) | FImplies (f g : raw) | FEquiv (f g : raw) | FXor (f g : raw)
| FNext (f : raw) | FFinally (f : raw) | FGlobally (f : raw)
| FUntil (f g : raw) | FRelease (f g : raw) | FWeak (f g : raw) | FStrong (f g : raw).

Fixpoint rsat (w : word) (i : nat) (f : raw) : Prop :=
  match f with
  | FTrue => True
  | FFalse => False
  | FAtom p => PS.In p (w i)
  | FNot f => ~ rsat w i f
  | FAnd f g => rsat w i f /\ rsat w i g
  | FOr f g => rsat w i f \/ rsat w i g
  | FImplies f g => rsat w i f -> rsat w i g
  | FEquiv f g => rsat w i f <-> rsat w i g
  | FXor f g => rsat w i f /\ ~ rsat w i g \/ ~ rsat w i f /\ rsat w i g
  | FNext f => rsat w (S i) f
  | FFinally f => exists j, i <= j /\ rsat w j f
  | FGlobally f => ~ exists j, i <= j /\ ~ rsat w j f
  | FUntil f g => exists j, i <= j /\ rsat w j g /\ forall k, i <= k < j -> rsat w k f
  (* no position without g such that f was nowhere before *)
  | FRelease f g => ~ exists j, i <= j /\ ~ rsat w j g /\ forall k, i <= k < j -> ~ rsat w k f
  (* no position without f such that g was nowhere up to there *)
  | FWeak f g => ~ exists j, i <= j /\ ~ rsat w j f /\ forall k, i <= k <= j -> ~ rsat w k g
  | FStrong f g => exists j, i <= j /\ rsat w j f /\ forall k, i <= k <= j -> rsat w k g
  end.

(* only the letters matter *)
Lemma rsat_ext (w w' : word) f : (forall i, w i = w' i) -> forall i, rsat w i f <-> rsat w' i f.
Proof.
  intro E. induction f as [| |p|f IHf|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf|f IHf|f IHf
    |f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg]; intro i; cbn [rsat]; try rewrite E; try setoid_rewrite IHf;
    try setoid_rewrite IHg; reflexivity.
Qed.

(* negation normal form of f, or of its negation *)
Fixpoint core (n : bool) (f : raw) : ltl :=
  match f, n with
  | FTrue, false | FFalse, true => Tru
  | FTrue, true | FFalse, false => Fls
  | FAtom p, _ => Lit (negb n, p)
  | FNot f, _ => core (negb n) f
  | FAnd f g, false => And (core false f) (core false g)
  | FAnd f g, true => Or (core true f) (core true g)
  | FOr f g, false => Or (core false f) (core false g)
  | FOr f g, true => And (core true f) (core true g)
  | FImplies f g, false => Or (core true f) (core false g)
  | FImplies f g, true => And (core false f) (core true g)
  | FEquiv f g, false | FXor f g, true => Or (And (core false f) (core false g)) (And (core true f) (core true g))
  | FEquiv f g, true | FXor f g, false => Or (And (core false f) (core true g)) (And (core true f) (core false g))
  | FNext f, _ => Next (core n f)
  | FFinally f, false => Until Tru (core false f)
  | FFinally f, true => Release Fls (core true f)
  | FGlobally f, false => Release Fls (core false f)
  | FGlobally f, true => Until Tru (core true f)
  | FUntil f g, false => Until (core false f) (core false g)
  | FUntil f g, true => Release (core true f) (core true g)
  | FRelease f g, false => Release (core false f) (core false g)
  | FRelease f g, true => Until (core true f) (core true g)
  | FWeak f g, false => Release (core false g) (Or (core false f) (core false g))
  | FWeak f g, true => Until (core true g) (And (core true f) (core true g))
  | FStrong f g, false => Until (core false g) (And (core false f) (core false g))
  | FStrong f g, true => Release (core true g) (Or (core true f) (core true g))
  end.

(** * The two agree *)
Lemma until_cong (P P' Q Q' : nat -> Prop) i : (forall k, ~ ~ P k <-> ~ ~ P' k) -> (forall k, ~ ~ Q k <-> ~ ~ Q' k) ->
  (~ ~ until P Q i <-> ~ ~ until P' Q' i).
Proof.
  intros HP HQ. split; intros H K; apply H; intro U;
    [apply (until_notnot P P' Q Q' i)|apply (until_notnot P' P Q' Q i)]; try assumption; intros k X; (apply HP || apply HQ); auto.
Qed.
Lemma notnot_exists (P P' : nat -> Prop) : (forall j, ~ ~ P j <-> ~ ~ P' j) -> (~ ~ ex P <-> ~ ~ ex P').
Proof.
  intro H. split; intros E K; apply E; intros (j & p); apply (proj1 (H j) (fun n => n p)) || apply (proj2 (H j) (fun n => n p));
    intro p'; apply K; eauto.
Qed.
Lemma until_closed (P Q : nat -> Prop) i :
  ~ ~ until P (fun k => Q k /\ P k) i <-> ~ ~ exists j, i <= j /\ Q j /\ forall k, i <= k <= j -> P k.
Proof.
  apply notnot_exists. intro j. split; intros H K; apply H.
  - intros (L & (q & p) & A). apply K. split; [assumption|]. split; [assumption|]. intros k Lk.
    destruct (Nat.eq_dec k j) as [->|]; [assumption|]. apply A; lia.
  - intros (L & q & A). apply K. split; [assumption|]. split; [split; [assumption|apply A; lia]|]. intros; apply A; lia.
Qed.
Lemma until_true (Q : nat -> Prop) i : until (fun _ => True) Q i <-> exists j, i <= j /\ Q j.
Proof. split; intros (j & H); exists j; tauto. Qed.

(* what a connective makes of formulas and their negations, up to double negation *)
Definition agrees (F N R : Prop) : Prop := (~ ~ F <-> ~ ~ R) /\ (~ ~ N <-> ~ R).
Lemma agrees_true : agrees True False True. Proof. unfold agrees. tauto. Qed.
Lemma agrees_not F N R : agrees F N R -> agrees N F (~ R).
Proof. unfold agrees. tauto. Qed.
Lemma agrees_and F N R F' N' R' : agrees F N R -> agrees F' N' R' -> agrees (F /\ F') (N \/ N') (R /\ R').
Proof. unfold agrees. tauto. Qed.
Lemma agrees_or F N R F' N' R' : agrees F N R -> agrees F' N' R' -> agrees (F \/ F') (N /\ N') (R \/ R').
Proof. unfold agrees. tauto. Qed.
Lemma agrees_iff F N R R' : (~ ~ R <-> ~ ~ R') -> agrees F N R -> agrees F N R'.
Proof. unfold agrees. tauto. Qed.
Lemma agrees_implies F N R F' N' R' : agrees F N R -> agrees F' N' R' -> agrees (N \/ F') (F /\ N') (R -> R').
Proof. unfold agrees. tauto. Qed.
Lemma agrees_same F N R F' N' R' : agrees F N R -> agrees F' N' R' ->
  agrees (F /\ F' \/ N /\ N') (F /\ N' \/ N /\ F') (R <-> R').
Proof.
  unfold agrees. intros (H1 & H2) (H3 & H4). split; split; intros H K; [apply H; clear H|apply H; clear H|apply H; clear H|].
  - intros [(f & f')|(n & n')].
    + apply (proj1 H1 (fun k => k f)). intro r. apply (proj1 H3 (fun k => k f')). intro r'. tauto.
    + apply K. pose proof (proj1 H2 (fun k => k n)). pose proof (proj1 H4 (fun k => k n')). tauto.
  - intro E. assert (D : ~ ~ (R \/ ~ R)) by tauto. apply D. intros [r|r].
    + apply (proj2 H1 (fun k => k r)). intro f. apply (proj2 H3 (fun k => k (proj1 E r))). intro f'. tauto.
    + apply (proj2 H2 r). intro n. apply (proj2 H4); [intro r'; tauto|]. intro n'. tauto.
  - intros [(f & n')|(n & f')].
    + apply (proj1 H1 (fun k => k f)). intro r. exact (proj1 H4 (fun k => k n') (proj1 K r)).
    + apply (proj1 H3 (fun k => k f')). intro r'. exact (proj1 H2 (fun k => k n) (proj2 K r')).
  - assert (D : ~ ~ (R \/ ~ R)) by tauto. assert (D' : ~ ~ (R' \/ ~ R')) by tauto.
    apply D. intros [r|r]; apply D'; intros [r'|r'].
    + tauto.
    + apply (proj2 H1 (fun k => k r)). intro f. apply (proj2 H4 r'). intro n'. tauto.
    + apply (proj2 H2 r). intro n. apply (proj2 H3 (fun k => k r')). intro f'. tauto.
    + tauto.
Qed.
Lemma agrees_other F N R F' N' R' : agrees F N R -> agrees F' N' R' ->
  agrees (F /\ N' \/ N /\ F') (F /\ F' \/ N /\ N') (R /\ ~ R' \/ ~ R /\ R').
Proof.
  intros H H'. pose proof (agrees_same _ _ _ _ _ _ H H') as S. apply agrees_not in S.
  apply agrees_iff with (2 := S). tauto.
Qed.
Lemma agrees_until (F N R F' N' R' : nat -> Prop) i : (forall k, agrees (F k) (N k) (R k)) -> (forall k, agrees (F' k) (N' k) (R' k)) ->
  agrees (until F F' i) (~ until (fun k => ~ N k) (fun k => ~ N' k) i) (until R R' i).
Proof.
  intros H H'. unfold agrees.
  assert (E : ~ ~ until (fun k => ~ N k) (fun k => ~ N' k) i <-> ~ ~ until R R' i).
  { apply until_cong; intro k; [destruct (H k)|destruct (H' k)]; tauto. }
  split; [|tauto]. apply until_cong; intro k; [apply H|apply H'].
Qed.
Lemma agrees_release (F N R F' N' R' : nat -> Prop) i : (forall k, agrees (F k) (N k) (R k)) -> (forall k, agrees (F' k) (N' k) (R' k)) ->
  agrees (~ until (fun k => ~ F k) (fun k => ~ F' k) i) (until N N' i) (~ until (fun k => ~ R k) (fun k => ~ R' k) i).
Proof.
  intros H H'. unfold agrees.
  assert (E : ~ ~ until (fun k => ~ F k) (fun k => ~ F' k) i <-> ~ ~ until (fun k => ~ R k) (fun k => ~ R' k) i).
  { apply until_cong; intro k; [destruct (H k)|destruct (H' k)]; tauto. }
  assert (G : ~ ~ until N N' i <-> ~ ~ until (fun k => ~ R k) (fun k => ~ R' k) i).
  { apply until_cong; intro k; [destruct (H k)|destruct (H' k)]; tauto. }
  tauto.
Qed.

Lemma core_agrees w f : forall i, agrees (sat w i (core false f)) (sat w i (core true f)) (rsat w i f).
Proof.
  assert (TF : forall k : nat, agrees True False True) by (intro; exact agrees_true).
  assert (FT : forall k : nat, agrees False True False) by (intro; unfold agrees; tauto).
  induction f as [| |p|f IHf|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf|f IHf|f IHf
    |f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg]; intro i; cbn [core sat rsat negb].
  - exact agrees_true.
  - apply (FT 0).
  - unfold holds; cbn [fst snd]. unfold agrees. rewrite <- PS.mem_spec. destruct (PS.mem p (w i)); cbn; intuition congruence.
  - now apply agrees_not.
  - now apply agrees_and.
  - now apply agrees_or.
  - now apply agrees_implies.
  - now apply agrees_same.
  - now apply agrees_other.
  - apply IHf.
  - apply agrees_iff with (2 := agrees_until _ _ _ _ _ _ i TF IHf). now rewrite until_true.
  - apply agrees_iff with (2 := agrees_release _ _ _ _ _ _ i FT IHf).
    enough (E : until (fun _ => ~ False) (fun k => ~ rsat w k f) i <-> exists j, i <= j /\ ~ rsat w j f) by now rewrite E.
    split; intros (j & H); exists j; tauto.
  - apply (agrees_until _ _ _ _ _ _ i IHf IHg).
  - apply (agrees_release _ _ _ _ _ _ i IHf IHg).
  - apply agrees_iff with (2 := agrees_release _ _ _ _ _ _ i IHg (fun k => agrees_or _ _ _ _ _ _ (IHf k) (IHg k))).
    enough (E : ~ ~ until (fun k => ~ rsat w k g) (fun k => ~ (rsat w k f \/ rsat w k g)) i <->
      ~ ~ exists j, i <= j /\ ~ rsat w j f /\ forall k, i <= k <= j -> ~ rsat w k g) by tauto.
    rewrite <- until_closed. apply until_cong; intro k; tauto.
  - apply agrees_iff with (2 := agrees_until _ _ _ _ _ _ i IHg (fun k => agrees_and _ _ _ _ _ _ (IHf k) (IHg k))).
    apply until_closed.
Qed.

(* the negation normal forms mean the formula and its negation; doubly negated, for want of excluded middle *)
Theorem core_correct w i f : ~ ~ sat w i (core false f) <-> ~ ~ rsat w i f.
Proof. apply (core_agrees w f i). Qed.
Theorem core_negation w i f : ~ ~ sat w i (core true f) <-> ~ rsat w i f.
Proof. apply (core_agrees w f i). Qed.

(* on a lasso the meaning is decided *)
Definition eval_raw (u : list letter) (x : letter) (v : list letter) (f : raw) : bool := eval_lasso u x v (core false f).
Theorem eval_raw_correct u x v f : eval_raw u x v f = true <-> ~ ~ rsat (lasso_word u x v) 0 f.
Proof.
  unfold eval_raw. rewrite <- core_correct, <- eval_lasso_correct. destruct (eval_lasso u x v (core false f)); intuition congruence.
Qed.
Corollary eval_raw_refutes u x v f : eval_lasso u x v (core true f) = true -> ~ rsat (lasso_word u x v) 0 f.
Proof. intro H. apply core_negation. intro K. apply K. now apply eval_lasso_correct. Qed.

(** * The textbook's meaning *)
Fixpoint textbook (w : word) (i : nat) (f : raw) : Prop :=
  match f with
  | FTrue => True
  | FFalse => False
  | FAtom p => PS.In p (w i)
  | FNot f => ~ textbook w i f
  | FAnd f g => textbook w i f /\ textbook w i g
  | FOr f g => textbook w i f \/ textbook w i g
  | FImplies f g => textbook w i f -> textbook w i g
  | FEquiv f g => textbook w i f <-> textbook w i g
  | FXor f g => ~ (textbook w i f <-> textbook w i g)
  | FNext f => textbook w (S i) f
  | FFinally f => exists j, i <= j /\ textbook w j f
  | FGlobally f => forall j, i <= j -> textbook w j f
  | FUntil f g => exists j, i <= j /\ textbook w j g /\ forall k, i <= k < j -> textbook w k f
  | FRelease f g => forall j, i <= j -> textbook w j g \/ exists k, i <= k < j /\ textbook w k f
  | FWeak f g => (forall j, i <= j -> textbook w j f) \/
                 exists j, i <= j /\ textbook w j g /\ forall k, i <= k < j -> textbook w k f
  | FStrong f g => exists j, i <= j /\ textbook w j f /\ forall k, i <= k <= j -> textbook w k g
  end.

Section Classical.
Hypothesis middle : forall P : Prop, P \/ ~ P.
Lemma no_witness (P : nat -> Prop) i : (~ exists j, i <= j /\ ~ P j) <-> forall j, i <= j -> P j.
Proof.
  split.
  - intros N j L. destruct (middle (P j)) as [|H]; [assumption|]. exfalso. eauto.
  - intros A (j & L & H). auto.
Qed.
(* if P holds somewhere it has a first position *)
Lemma first (P : nat -> Prop) i j : i <= j -> P j -> exists k, i <= k /\ P k /\ forall m, i <= m < k -> ~ P m.
Proof.
  revert P i. induction j as [j IH] using lt_wf_ind. intros P i L H.
  destruct (middle (exists k, i <= k < j /\ P k)) as [(k & Lk & Hk)|N]; [apply (IH k); auto; lia|].
  exists j. split; [assumption|]. split; [assumption|]. intros m Lm Hm. apply N. eauto.
Qed.
Theorem rsat_classical w f : forall i, rsat w i f <-> textbook w i f.
Proof.
  induction f as [| |p|f IHf|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf|f IHf|f IHf
    |f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg]; intro i; cbn [rsat textbook]; try reflexivity.
  - now rewrite IHf.
  - now rewrite IHf, IHg.
  - now rewrite IHf, IHg.
  - now rewrite IHf, IHg.
  - now rewrite IHf, IHg.
  - rewrite IHf, IHg. destruct (middle (textbook w i f)), (middle (textbook w i g)); tauto.
  - apply IHf.
  - split; intros (j & L & H); exists j; (split; [assumption|]); now apply IHf.
  - rewrite no_witness. split; intros H j L; apply IHf, H, L.
  - split; intros (j & L & H & A); exists j; (split; [assumption|]); (split; [now apply IHg|]); intros k Lk; apply IHf, A, Lk.
  - split.
    + intros N j L. destruct (middle (textbook w j g)) as [|H]; [now left|right].
      destruct (middle (exists k, i <= k < j /\ textbook w k f)) as [|M]; [assumption|]. exfalso. apply N. exists j.
      split; [assumption|]. split; [now rewrite IHg|]. intros k Lk F. apply M. exists k. split; [assumption|]. now apply IHf.
    + intros A (j & L & H & B). destruct (A j L) as [G|(k & Lk & F)]; [now apply H, IHg|]. apply (B k Lk). now apply IHf.
  - split.
    + intro N. destruct (middle (exists j, i <= j /\ textbook w j g)) as [(j & L & H)|M].
      * right. destruct (first (fun k => textbook w k g) i j L H) as (k & Lk & Hk & Fk). exists k.
        split; [assumption|]. split; [assumption|]. intros m Lm.
        destruct (middle (textbook w m f)) as [|F]; [assumption|]. exfalso. apply N. exists m. split; [lia|].
        split; [now rewrite IHf|]. intros n Ln. rewrite IHg. apply Fk. lia.
      * left. apply no_witness. intros (j & L & F). apply N. exists j. split; [assumption|]. split; [now rewrite IHf|].
        intros k Lk G. apply M. exists k. split; [lia|]. now apply IHg.
    + intros [A|(m & L & G & A)] (j & Lj & F & B); [apply F, IHf; auto|].
      destruct (Nat.le_gt_cases m j) as [H|H]; [apply (B m); [lia|]; now apply IHg|]. apply F, IHf, A. lia.
  - split; intros (j & L & H & A); exists j; (split; [assumption|]); (split; [now apply IHf|]); intros k Lk; apply IHg, A, Lk.
Qed.
End Classical.
