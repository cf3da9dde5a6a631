(* Maximal paths: made step by step, put together, taken apart. *)
From Coq Require Import List PArith Bool Arith Lia.
From Custos Require Import Ectl.
Import ListNotations.

Lemma word_cons u n : word u (S n) = u 0 :: word (fun i => u (S i)) n.
Proof. induction n as [|n IH]; [reflexivity|]. change (word u (S (S n))) with (word u (S n) ++ [u (S n)]). rewrite IH. reflexivity. Qed.
Lemma word_length u n : length (word u n) = n.
Proof. induction n as [|n IH]; [reflexivity|]. cbn. rewrite app_length, IH. cbn. lia. Qed.

Lemma arun_cons A c a d u e : astep A c a d -> arun A d u e -> arun A c (a :: u) e.
Proof.
  intros St R. induction R as [d|d u e b f R IH St'].
  - apply (Arun_snoc A c [] c a); [constructor|assumption].
  - apply (Arun_snoc A c (a :: u) e b); auto.
Qed.
Lemma arun_uncons A c a u e : arun A c (a :: u) e -> exists d, astep A c a d /\ arun A d u e.
Proof.
  remember (a :: u) as v eqn:E. intro R. revert u E. induction R as [c|c v d b e R IH St]; intros u E; [discriminate|].
  destruct v as [|a' v]; cbn in E; inversion E; subst.
  - inversion R as [|? ? ? ? ? ? ? X]; subst; [exists e; split; [assumption|constructor]|]. destruct u; discriminate.
  - destruct (IH v eq_refl) as (f & F & G). exists f. split; [assumption|]. econstructor; eauto.
Qed.
Lemma arun_unsnoc A c u a e : arun A c (u ++ [a]) e -> exists d, arun A c u d /\ astep A d a e.
Proof.
  remember (u ++ [a]) as v eqn:E. intro R. destruct R as [c|c v d b e R St].
  - destruct u; discriminate.
  - apply app_inj_tail in E. destruct E; subst. eauto.
Qed.
Lemma arun_nil A c e : arun A c [] e -> e = c.
Proof. remember [] as v eqn:E. intro R. destruct R as [c|c v d b e R St]; [reflexivity|]. destruct v; discriminate. Qed.
Definition real_time_deterministic (A : automaton) : Prop := forall c a d e, astep A c a d -> astep A c a e -> d = e.
Lemma arun_det A : real_time_deterministic A -> forall u c d e, arun A c u d -> arun A c u e -> d = e.
Proof.
  intros D. induction u as [|a u IH]; intros c d e R R'; [apply arun_nil in R; apply arun_nil in R'; congruence|].
  apply arun_uncons in R. apply arun_uncons in R'. destruct R as (x & S & R), R' as (y & S' & R').
  rewrite (D _ _ _ _ S S') in R. eauto.
Qed.

Section Paths.
Context {T : Type} (step : T -> positive -> T -> Prop).

(** * In front *)
Definition before {B} (b : B) (p : nat -> B) (n : nat) : B := match n with 0 => b | S n => p n end.
Lemma path_before s a t p u : step s a t -> path_from step t p u -> path_from step s (before (Some s) p) (before a u).
Proof. intros St (E & M). split; [reflexivity|]. intros [|n]; cbn; [rewrite E; exact St|]. exact (M n). Qed.
Lemma path_behind s p u t : path_from step s p u -> p 1 = Some t -> path_from step t (fun n => p (S n)) (fun n => u (S n)).
Proof. intros (E & M) F. split; [exact F|]. intro n. exact (M (S n)). Qed.

(** * Step by step *)
Section Unfold.
Context {U : Type} (show : U -> T) (next : U -> option (positive * U)).
Hypothesis next_ok : forall x, match next x with Some (a, y) => step (show x) a (show y) | None => forall a t, ~ step (show x) a t end.
Variable start : U.
Fixpoint stage (n : nat) : option U :=
  match n with
  | 0 => Some start
  | S n => match stage n with Some x => match next x with Some (_, y) => Some y | None => None end | None => None end
  end.
Definition stage_state (n : nat) : option T := match stage n with Some x => Some (show x) | None => None end.
Definition stage_action (n : nat) : positive :=
  match stage n with Some x => match next x with Some (a, _) => a | None => 1%positive end | None => 1%positive end.
Lemma stage_path : path_from step (show start) stage_state stage_action.
Proof.
  split; [reflexivity|]. intro n. unfold stage_state, stage_action. cbn [stage plus]. destruct (stage n) as [x|]; [|exact I].
  pose proof (next_ok x) as H. destruct (next x) as [[a y]|]; exact H.
Qed.
(* what each stage is like *)
Lemma stage_ind (J : nat -> U -> Prop) : J 0 start ->
  (forall n x a y, stage n = Some x -> next x = Some (a, y) -> stage_action n = a -> J n x -> J (S n) y) ->
  forall n x, stage n = Some x -> J n x.
Proof.
  intros B H. induction n as [|n IH]; cbn; intros x E; [now inversion E; subst|].
  destruct (stage n) as [y|] eqn:Ey; [|discriminate]. destruct (next y) as [[a z]|] eqn:Ez; inversion E; subst.
  apply (H n y a x Ey Ez); [unfold stage_action; now rewrite Ey, Ez|auto].
Qed.
End Unfold.

(** * From any state, if it is known what is enabled *)
Definition enabled_or_not : Type := forall s, {x : positive * T | step s (fst x) (snd x)} + {forall a t, ~ step s a t}.
Lemma some_path (E : enabled_or_not) s : exists p u, path_from step s p u.
Proof.
  set (next := fun s => match E s with inleft (exist _ x _) => Some x | inright _ => None end).
  exists (stage_state (fun s => s) next s), (stage_action next s). apply (stage_path (fun s => s) next).
  intro x. unfold next. destruct (E x) as [[[a t] H]|H]; exact H.
Qed.
End Paths.
