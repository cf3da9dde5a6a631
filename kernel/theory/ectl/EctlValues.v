(* What is known of a formula: yes, no or nothing at each state. Values of Boolean operators, and of path formulas from their paths. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Ectl EctlProduct.
Import ListNotations.

Definition vnot (a : option bool) : option bool := option_map negb a.
Definition vand (a b : option bool) : option bool :=
  match a, b with Some false, _ => Some false | _, Some false => Some false | Some true, Some true => Some true | _, _ => None end.
Definition vor (a b : option bool) : option bool := vnot (vand (vnot a) (vnot b)).
Definition viff (a b : option bool) : option bool :=
  match a, b with Some a, Some b => Some (eqb a b) | _, _ => None end.
Definition is_yes (a : option bool) : bool := match a with Some b => b | None => false end.
Definition is_no (a : option bool) : bool := match a with Some b => negb b | None => false end.
Lemma is_yes_spec a : is_yes a = true -> a = Some true.
Proof. destruct a as [[|]|]; cbn; congruence. Qed.
Lemma is_no_spec a : is_no a = true -> a = Some false.
Proof. destruct a as [[|]|]; cbn; congruence. Qed.
(* of all successors: does some satisfy it? *)
Definition vsome {B} (v : B -> option bool) (l : list B) : option bool :=
  if existsb (fun x => is_yes (v x)) l then Some true else if forallb (fun x => is_no (v x)) l then Some false else None.

Lemma tells_not a P b : (forall b, a = Some b -> tells b P) -> vnot a = Some b -> tells b (~ P).
Proof.
  destruct a as [c|]; cbn; intros H E; [|discriminate]. inversion E; subst. specialize (H c eq_refl). destruct c; cbn in *; [intro N; auto|auto].
Qed.
Lemma tells_and a c P Q b : (forall b, a = Some b -> tells b P) -> (forall b, c = Some b -> tells b Q) -> vand a c = Some b -> tells b (P /\ Q).
Proof.
  intros H G E. destruct a as [[|]|], c as [[|]|]; cbn in E; inversion E; subst; cbn;
    try (specialize (H _ eq_refl)); try (specialize (G _ eq_refl)); cbn in *; tauto.
Qed.
Lemma tells_or a c P Q b : (forall b, a = Some b -> tells b P) -> (forall b, c = Some b -> tells b Q) -> vor a c = Some b -> tells b (P \/ Q).
Proof.
  intros H G E. destruct a as [[|]|], c as [[|]|]; cbn in E; inversion E; subst; cbn;
    try (specialize (H _ eq_refl)); try (specialize (G _ eq_refl)); cbn in *; tauto.
Qed.
Lemma tells_imp a c (P Q : Prop) b : (forall b, a = Some b -> tells b P) -> (forall b, c = Some b -> tells b Q) -> vor (vnot a) c = Some b -> tells b (P -> Q).
Proof.
  intros H G E. destruct a as [[|]|], c as [[|]|]; cbn in E; inversion E; subst; cbn;
    try (specialize (H _ eq_refl)); try (specialize (G _ eq_refl)); cbn in *; tauto.
Qed.
Lemma tells_iff a c P Q b : (forall b, a = Some b -> tells b P) -> (forall b, c = Some b -> tells b Q) -> viff a c = Some b -> tells b (P <-> Q).
Proof.
  intros H G E. destruct a as [[|]|], c as [[|]|]; cbn in E; inversion E; subst; cbn;
    try (specialize (H _ eq_refl)); try (specialize (G _ eq_refl)); cbn in *; tauto.
Qed.

Section Values.
Context {T : Type} (step : T -> positive -> T -> Prop) (prop : positive -> T -> Prop).
Definition decides (v : T -> option bool) (f : formula) : Prop := forall s b, v s = Some b -> tells b (sat step prop f s).

Lemma clash (L : list positive -> Prop) (X Y X' Y' : T -> Prop) p u :
  until L X Y p u -> release L X' Y' p u -> (forall s, X s -> X' s -> False) -> (forall s, Y s -> Y' s -> False) -> False.
Proof.
  intros (n & t & E & Lw & Yt & Xs) R HX HY. destruct (R n t E) as [N|[N|(i & r & I & Er & Xr)]]; [auto|eauto|]. exact (HX r (Xs i r I Er) Xr).
Qed.
Lemma until_mono (L : list positive -> Prop) (X Y X' Y' : T -> Prop) p u : (forall s, X s -> X' s) -> (forall s, Y s -> Y' s) ->
  until L X Y p u -> until L X' Y' p u.
Proof. intros HX HY (n & t & E & Lw & Yt & Xs). exists n, t. repeat split; eauto. Qed.
Lemma release_mono (L : list positive -> Prop) (X Y X' Y' : T -> Prop) p u : (forall s, X s -> X' s) -> (forall s, Y s -> Y' s) ->
  release L X Y p u -> release L X' Y' p u.
Proof.
  intros HX HY R n t E. destruct (R n t E) as [N|[N|(i & r & I & Er & Xr)]]; [auto|auto|]. right; right. exists i, r. auto.
Qed.

Variable L : list positive -> Prop.
Variable x y : T -> option bool.
Definition until_told (v : T -> option bool) : Prop := forall s b, v s = Some b ->
  if b then exists p u, path_from step s p u /\ until L (yes x) (yes y) p u
  else forall p u, path_from step s p u -> release L (no x) (no y) p u.
Definition release_told (v : T -> option bool) : Prop := forall s b, v s = Some b ->
  if b then exists p u, path_from step s p u /\ release L (yes x) (yes y) p u
  else forall p u, path_from step s p u -> until L (no x) (no y) p u.
End Values.

Section Operators.
Context {T : Type} (step : T -> positive -> T -> Prop) (prop : positive -> T -> Prop).
Notation dec := (decides step prop).
Lemma yes_sat v f s : dec v f -> yes v s -> sat step prop f s.
Proof. intros D H. exact (D s true H). Qed.
Lemma no_sat v f s : dec v f -> no v s -> ~ sat step prop f s.
Proof. intros D H. exact (D s false H). Qed.
Lemma no_not v f s : dec v f -> no (fun t => vnot (v t)) s -> sat step prop f s.
Proof. intros D H. unfold no in H. destruct (v s) as [[|]|] eqn:E; try discriminate. exact (D s true E). Qed.
Lemma yes_not v f s : dec v f -> yes (fun t => vnot (v t)) s -> ~ sat step prop f s.
Proof. intros D H. unfold yes in H. destruct (v s) as [[|]|] eqn:E; try discriminate. exact (D s false E). Qed.

Lemma decides_eu A x y f g v : dec x f -> dec y g -> until_told step (language A) x y v -> dec v (FEU A f g).
Proof.
  intros X Y H s b E. specialize (H s b E). destruct b; cbn.
  - destruct H as (p & u & P & U). exists p, u. split; [exact P|]. revert U. apply until_mono; intros t; apply yes_sat; assumption.
  - intros (p & u & P & U). refine (clash _ _ _ _ _ _ _ U (H p u P) _ _); intros t S N; [apply (no_sat x f t)|apply (no_sat y g t)]; assumption.
Qed.
Lemma decides_er A x y f g v : dec x f -> dec y g -> release_told step (language A) x y v -> dec v (FER A f g).
Proof.
  intros X Y H s b E. specialize (H s b E). destruct b; cbn.
  - destruct H as (p & u & P & U). exists p, u. split; [exact P|]. revert U. apply release_mono; intros t; apply yes_sat; assumption.
  - intros (p & u & P & U). refine (clash _ _ _ _ _ _ _ (H p u P) U _ _); intros t N S; [apply (no_sat x f t)|apply (no_sat y g t)]; assumption.
Qed.
Lemma decides_au A x y f g v : dec x f -> dec y g ->
  release_told step (language A) (fun t => vnot (x t)) (fun t => vnot (y t)) v -> dec (fun t => vnot (v t)) (FAU A f g).
Proof.
  intros X Y H s b E. destruct (v s) as [c|] eqn:V; [|discriminate]. specialize (H s c V). cbn in E. inversion E; subst. destruct c; cbn.
  - destruct H as (p & u & P & R). intro U. refine (clash _ _ _ _ _ _ _ (U p u P) R _ _); intros t S N; [apply (yes_not x f t)|apply (yes_not y g t)]; assumption.
  - intros p u P. generalize (H p u P). apply until_mono; intros t; apply no_not; assumption.
Qed.
Lemma decides_ar A x y f g v : dec x f -> dec y g ->
  until_told step (language A) (fun t => vnot (x t)) (fun t => vnot (y t)) v -> dec (fun t => vnot (v t)) (FAR A f g).
Proof.
  intros X Y H s b E. destruct (v s) as [c|] eqn:V; [|discriminate]. specialize (H s c V). cbn in E. inversion E; subst. destruct c; cbn.
  - destruct H as (p & u & P & U). intro R. refine (clash _ _ _ _ _ _ _ U (R p u P) _ _); intros t N S; [apply (yes_not x f t)|apply (yes_not y g t)]; assumption.
  - intros p u P. generalize (H p u P). apply release_mono; intros t; apply no_not; assumption.
Qed.

(* EX, where the successors are those of a list *)
Lemma decides_ex {B} (l : T -> list B) (to : B -> T) x f :
  (forall s t, (exists a, step s a t) <-> exists z, In z (l s) /\ to z = t) -> dec x f ->
  dec (fun s => vsome (fun z => x (to z)) (l s)) (FEX f).
Proof.
  intros H X s b E. unfold vsome in E. destruct (existsb _ (l s)) eqn:Y; [|destruct (forallb _ (l s)) eqn:N]; inversion E; subst; cbn.
  - apply existsb_exists in Y. destruct Y as (z & I & Y). destruct (proj2 (H s (to z)) (ex_intro _ z (conj I eq_refl))) as (a & S).
    exists a, (to z). split; [exact S|]. apply (X _ true). now apply is_yes_spec.
  - intros (a & t & S & F). destruct (proj1 (H s t) (ex_intro _ a S)) as (z & I & <-). rewrite forallb_forall in N.
    apply (X _ false (is_no_spec _ (N z I))). exact F.
Qed.
Lemma decides_ax {B} (l : T -> list B) (to : B -> T) x f :
  (forall s t, (exists a, step s a t) <-> exists z, In z (l s) /\ to z = t) -> dec x f ->
  dec (fun s => vnot (vsome (fun z => vnot (x (to z))) (l s))) (FAX f).
Proof.
  intros H X s b E. unfold vsome in E. destruct (existsb _ (l s)) eqn:Y; [|destruct (forallb _ (l s)) eqn:N]; inversion E; subst; cbn.
  - apply existsb_exists in Y. destruct Y as (z & I & Y). destruct (proj2 (H s (to z)) (ex_intro _ z (conj I eq_refl))) as (a & S).
    intro F. apply is_yes_spec in Y. exact (yes_not x f (to z) X Y (F a _ S)).
  - intros a t S. destruct (proj1 (H s t) (ex_intro _ a S)) as (z & I & <-). rewrite forallb_forall in N.
    apply (no_not x f _ X). now apply is_no_spec, N.
Qed.
End Operators.
