(* Monitors: what holds at a configuration of a pushdown system depends on its whole stack, but only in a regular way. A monitor reads the
   stack from the bottom; each symbol carries the monitor's state after all below it. With symbols that carry them the system takes the same steps. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Trie Ectl Keys Paths.
Import ListNotations.

(* State 1 is where nothing is known; a monitor stays there. Its table: state, symbol, state. *)
Record monitor := Monitor { m_start : positive; m_entries : list (positive * positive * positive) }.
Record watch := Watch { w_start : positive; w_step : trie positive }.
Definition make_watch (m : monitor) : watch :=
  Watch (m_start m) (fold_left (fun t x => put (key (fst (fst x)) (snd (fst x))) (snd x) t) (m_entries m) Empty).
Definition reads (m : watch) (d g : positive) : positive :=
  match d with xH => xH | _ => match find (key d g) (w_step m) with Some e => e | None => xH end end.
Fixpoint state_after (m : watch) (w : list positive) : positive :=
  match w with [] => w_start m | g :: w => reads m (state_after m w) g end.
Fixpoint carry (m : watch) (w : list positive) : list positive :=
  match w with [] => [] | g :: w => key g (state_after m w) :: carry m w end.

(* what is read is an entry *)
Lemma put_all_find (l : list (positive * positive * positive)) k e : forall t,
  find k (fold_left (fun t x => put (key (fst (fst x)) (snd (fst x))) (snd x) t) l t) = Some e ->
  (exists d g, k = key d g /\ In (d, g, e) l) \/ find k t = Some e.
Proof.
  induction l as [|[[d g] x] l IH]; cbn [fold_left]; intros t H; [now right|]. apply IH in H. cbn [fst snd] in H.
  destruct H as [(d' & g' & E & I)|H]; [left; exists d', g'; split; [exact E|now right]|]. unfold put in H.
  destruct (Pos.eq_dec k (key d g)) as [->|N].
  - rewrite find_update_same in H. inversion H; subst. left. exists d, g. split; [reflexivity|now left].
  - rewrite find_update_other in H by assumption. now right.
Qed.
Lemma reads_entry m d g e : reads (make_watch m) d g = e -> e <> 1%positive -> d <> 1%positive /\ In (d, g, e) (m_entries m).
Proof.
  intros H N. destruct (Pos.eq_dec d 1) as [->|Nd]; [cbn in H; congruence|]. split; [exact Nd|].
  assert (F : find (key d g) (w_step (make_watch m)) = Some e).
  { unfold reads in H. destruct d; try congruence; (destruct (find _ (w_step (make_watch m))); [congruence|congruence]). }
  cbn in F. apply put_all_find in F. destruct F as [(d' & g' & E & I)|F]; [|discriminate]. apply key_inj in E. destruct E; subst. exact I.
Qed.

Section Carrying.
Variable M : pds.
Variable m : watch.

Definition carried (d g : positive) (o : op) : op :=
  match o with Pop => Pop | Rewrite h => Rewrite (key h d) | Push h => Push (key h (reads m d g)) end.
Inductive carry_step : aconf -> positive -> aconf -> Prop :=
| Cstep p g d W a q o : In (p, g, a, (q, o)) (p_rules M) -> carry_step (p, key g d :: W) a (q, after (key g d) (carried d g o) ++ W).
Definition carry_conf (c : aconf) : aconf := (fst c, carry m (snd c)).

Lemma carried_after w g o : after (key g (state_after m w)) (carried (state_after m w) g o) ++ carry m w = carry m (after g o ++ w).
Proof. destruct o; reflexivity. Qed.
Lemma carry_step_to c a d : pds_step M c a d -> carry_step (carry_conf c) a (carry_conf d).
Proof.
  intro S. inversion S as [p g w a' q o I]; subst. unfold carry_conf. cbn [fst snd carry]. rewrite <- carried_after. now constructor.
Qed.
Lemma carry_step_from c a D : carry_step (carry_conf c) a D -> exists d, D = carry_conf d /\ pds_step M c a d.
Proof.
  intro S. remember (carry_conf c) as C eqn:E1. destruct S as [p g d W a q o I]. destruct c as [p' [|g' w]]; unfold carry_conf in E1; cbn in E1; [discriminate|].
  inversion E1 as [[Ep Ek EW]]; subst. apply key_inj in Ek. destruct Ek as (-> & ->). exists (q, after g' o ++ w). split; [|now constructor].
  unfold carry_conf. cbn [fst snd]. now rewrite <- carried_after.
Qed.

(* the stack without what its symbols carry *)
Definition bare (c : aconf) : aconf := (fst c, map (fun G => match unkey G with Some (g, _) => g | None => G end) (snd c)).
Lemma bare_carry c : bare (carry_conf c) = c.
Proof.
  destruct c as [p w]. unfold bare, carry_conf. cbn [fst snd]. f_equal. induction w as [|g w IH]; [reflexivity|].
  cbn [carry map]. now rewrite unkey_key, IH.
Qed.
Definition shown {B C} (f : B -> C) (p : nat -> option B) (n : nat) : option C := option_map f (p n).
Lemma path_to c p u : path_from (pds_step M) c p u -> path_from carry_step (carry_conf c) (shown carry_conf p) u.
Proof.
  intros (E & H). split; [unfold shown; now rewrite E|]. intro n. specialize (H n). unfold shown. cbn [plus] in *.
  destruct (p n) as [s|], (p (S n)) as [t|]; cbn; try exact H; try exact I.
  - now apply carry_step_to.
  - intros a T S. apply carry_step_from in S. destruct S as (d & _ & S). exact (H _ _ S).
Qed.
Lemma path_of c p u : path_from carry_step (carry_conf c) p u -> path_from (pds_step M) c (shown bare p) u /\
  forall n, p n = shown carry_conf (shown bare p) n.
Proof.
  intros (E & H).
  assert (G : forall n, match p n with Some s => exists d, s = carry_conf d | None => True end).
  { induction n as [|n IH]; [rewrite E; eauto|]. specialize (H n). cbn [plus] in H. destruct (p (S n)) as [t|]; [|exact I].
    destruct (p n) as [s|]; [|contradiction]. destruct IH as (d & ->). apply carry_step_from in H. destruct H as (d' & -> & _). eauto. }
  split.
  - split; [unfold shown; rewrite E; cbn; now rewrite bare_carry|]. intro n. specialize (H n). pose proof (G n) as Gn. pose proof (G (S n)) as Gm.
    unfold shown. cbn [plus] in *. destruct (p n) as [s|], (p (S n)) as [t|]; cbn; try exact H; try exact I.
    + destruct Gn as (d & ->), Gm as (e & ->). rewrite !bare_carry. apply carry_step_from in H. destruct H as (e' & Ee & S).
      assert (X : e = e') by (rewrite <- (bare_carry e), Ee; apply bare_carry). now subst.
    + destruct Gn as (d & ->). rewrite bare_carry. intros a t S. apply carry_step_to in S. exact (H _ _ S).
  - intro n. specialize (G n). unfold shown. destruct (p n) as [s|]; [|reflexivity]. destruct G as (d & ->). cbn. now rewrite bare_carry.
Qed.
End Carrying.

Lemma until_shown {B C} (f : B -> C) (L : list positive -> Prop) X Y p u :
  until L X Y (shown f p) u <-> until L (fun s => X (f s)) (fun s => Y (f s)) p u.
Proof.
  unfold shown. split.
  - intros (n & t & E & Lw & Yt & Xs). destruct (p n) as [s|] eqn:Es; inversion E; subst. exists n, s. repeat split; auto.
    intros i r I Er. apply (Xs i); [exact I|]. now rewrite Er.
  - intros (n & t & E & Lw & Yt & Xs). exists n, (f t). rewrite E. repeat split; auto.
    intros i r I Er. destruct (p i) as [s|] eqn:Es; inversion Er; subst. now apply (Xs i).
Qed.
Lemma release_shown {B C} (f : B -> C) (L : list positive -> Prop) X Y p u :
  release L X Y (shown f p) u <-> release L (fun s => X (f s)) (fun s => Y (f s)) p u.
Proof.
  unfold shown. split; intros R n t E.
  - assert (E' : option_map f (p n) = Some (f t)) by now rewrite E. destruct (R n (f t) E') as [N|[N|(i & r & I & Er & Xr)]]; auto.
    destruct (p i) as [s|] eqn:Es; inversion Er; subst. right; right. exists i, s. auto.
  - destruct (p n) as [s|] eqn:Es; inversion E; subst. destruct (R n s Es) as [N|[N|(i & r & I & Er & Xr)]]; auto.
    right; right. exists i, (f r). rewrite Er. auto.
Qed.
Lemma until_ext {B} (L : list positive -> Prop) X Y (p q : nat -> option B) u : (forall n, p n = q n) -> until L X Y p u -> until L X Y q u.
Proof.
  intros H (n & t & E & Lw & Yt & Xs). exists n, t. rewrite <- H. repeat split; auto. intros i r I Er. rewrite <- H in Er. eauto.
Qed.
Lemma release_ext {B} (L : list positive -> Prop) X Y (p q : nat -> option B) u : (forall n, p n = q n) -> release L X Y p u -> release L X Y q u.
Proof.
  intros H R n t E. rewrite <- H in E. destruct (R n t E) as [N|[N|(i & r & I & Er & Xr)]]; auto. right; right. exists i, r. rewrite <- H. auto.
Qed.
