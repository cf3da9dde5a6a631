(* LTL on an ultimately periodic word u v v v ...: evaluated bottom-up, each subformula at every position of u v,
   in time linear in the formula times the lasso, and proved equal to the semantics. *)
From Coq Require Import List Arith Bool Lia.
From Custos Require Import Ltl.
Import ListNotations.

(* one backward pass for "until", with a seed for the position after the last one *)
Fixpoint back (F G : list bool) (s : bool) : list bool :=
  match F, G with
  | f :: F, g :: G => let r := back F G s in (g || (f && hd s r)) :: r
  | _, _ => []
  end.
(* positions 0..a-1 are the stem, the rest the loop: a first pass over the loop finds the seed *)
Definition until_l (a : nat) (F G : list bool) : list bool :=
  back F G (hd false (back (skipn a F) (skipn a G) false)).
Definition release_l (a : nat) (F G : list bool) : list bool :=
  map negb (until_l a (map negb F) (map negb G)).
Definition next_l (a : nat) (F : list bool) : list bool := tl F ++ [nth a F false].
Fixpoint zip (f : bool -> bool -> bool) (F G : list bool) : list bool :=
  match F, G with x :: F, y :: G => f x y :: zip f F G | _, _ => [] end.

Fixpoint eval (a : nat) (w : list letter) (f : ltl) : list bool :=
  match f with
  | Tru => map (fun _ => true) w
  | Fls => map (fun _ => false) w
  | Lit l => map (holds l) w
  | And f g => zip andb (eval a w f) (eval a w g)
  | Or f g => zip orb (eval a w f) (eval a w g)
  | Next f => next_l a (eval a w f)
  | Until f g => until_l a (eval a w f) (eval a w g)
  | Release f g => release_l a (eval a w f) (eval a w g)
  end.
(* u: stem; x :: v: loop *)
Definition eval_lasso (u : list letter) (x : letter) (v : list letter) (f : ltl) : bool :=
  hd false (eval (length u) (u ++ x :: v) f).
Definition lasso_word (u : list letter) (x : letter) (v : list letter) : word := fun i =>
  if i <? length u then nth i u x else nth ((i - length u) mod length (x :: v)) (x :: v) x.

(* "until" on Boolean sequences *)
Definition untilb (F G : nat -> bool) : nat -> Prop := until (fun k => F k = true) (fun k => G k = true).

(** * The periodic extension of a list *)
Section Per.
Variables (a m : nat).
Hypothesis Hm : m <> 0.
Let n := a + m.
Definition pos (i : nat) : nat := if i <? a then i else a + (i - a) mod m.
Definition ext (F : list bool) (i : nat) : bool := nth (pos i) F false.

Lemma pos_lt i : pos i < n.
Proof. unfold pos, n. destruct (Nat.ltb_spec i a); [lia|]. pose proof (Nat.mod_upper_bound (i - a) m Hm). lia. Qed.
Lemma pos_small i : i < n -> pos i = i.
Proof. unfold pos, n. intro H. destruct (Nat.ltb_spec i a); [reflexivity|]. rewrite Nat.mod_small by lia. lia. Qed.
Lemma pos_per i : a <= i -> pos (i + m) = pos i.
Proof.
  intro H. unfold pos. destruct (Nat.ltb_spec (i + m) a); [lia|]. destruct (Nat.ltb_spec i a); [lia|].
  replace (i + m - a) with (i - a + 1 * m) by lia. now rewrite Nat.mod_add.
Qed.
Lemma pos_idem i : pos (pos i) = pos i.
Proof. apply pos_small, pos_lt. Qed.
Lemma pos_S i : pos (S i) = if S (pos i) =? n then a else S (pos i).
Proof.
  unfold pos at 1 2 3. destruct (Nat.ltb_spec i a).
  - destruct (Nat.ltb_spec (S i) a).
    + destruct (Nat.eqb_spec (S i) n); unfold n in *; lia.
    + assert (S i = a) by lia. replace (S i - a) with 0 by lia. rewrite Nat.mod_0_l by assumption.
      destruct (Nat.eqb_spec (S i) n); unfold n in *; lia.
  - destruct (Nat.ltb_spec (S i) a); [lia|].
    replace (S i - a) with (S (i - a)) by lia.
    pose proof (Nat.mod_upper_bound (i - a) m Hm) as U.
    pose proof (Nat.div_mod (i - a) m Hm) as DM.
    set (q := (i - a) / m) in *. set (r := (i - a) mod m) in *.
    destruct (Nat.eqb_spec (S (a + r)) n) as [E|E]; unfold n in E.
    + assert (S r = m) by lia. replace (S (i - a)) with (0 + S q * m) by lia.
      rewrite Nat.mod_add by assumption. rewrite Nat.mod_0_l by assumption. lia.
    + replace (S (i - a)) with (S r + q * m) by lia. rewrite Nat.mod_add by assumption.
      rewrite Nat.mod_small by lia. lia.
Qed.

Definition per (F : nat -> bool) := forall i, a <= i -> F (i + m) = F i.
Lemma ext_per F : per (ext F).
Proof. intros i H. unfold ext. now rewrite pos_per. Qed.

Lemma untilb_per F G : per F -> per G -> forall i, a <= i -> (untilb F G (i + m) <-> untilb F G i).
Proof.
  intros PF PG i L. split.
  - intros (j & Lj & Gj & H). exists (j - m). split; [lia|]. split.
    + rewrite <- PG by lia. now replace (j - m + m) with j by lia.
    + intros k Lk. rewrite <- PF by lia. apply H; lia.
  - intros (j & Lj & Gj & H). exists (j + m). split; [lia|]. split; [rewrite PG by lia; assumption|].
    intros k Lk. replace k with (k - m + m) by lia. rewrite PF by lia. apply H; lia.
Qed.

(* the loop is enough *)
Lemma untilb_bound F G : per F -> per G -> untilb F G a ->
  exists j, a <= j < n /\ G j = true /\ forall k, a <= k < j -> F k = true.
Proof.
  intros PF PG (j & L & Gj & H). revert L Gj H.
  induction j as [j IH] using lt_wf_ind; intros L Gj H.
  destruct (Nat.lt_ge_cases j n) as [L2|L2]; [exists j; auto|].
  apply (IH (j - m)); unfold n in *; [lia|lia| |].
  - rewrite <- PG by lia. now replace (j - m + m) with j by lia.
  - intros k Lk. apply H; lia.
Qed.
End Per.

(** * The backward pass *)
Lemma back_len F : forall G s, length F = length G -> length (back F G s) = length F.
Proof. induction F as [|f F IH]; intros [|g G] s H; cbn in *; try lia. rewrite IH; lia. Qed.

Lemma back_nth F : forall G s i, length F = length G -> i < length F ->
  nth i (back F G s) false =
  nth i G false || (nth i F false && (if S i =? length F then s else nth (S i) (back F G s) false)).
Proof.
  induction F as [|f F IH]; intros [|g G] s i H L; cbn [length] in *; try lia.
  cbn [back]. set (r := back F G s).
  destruct i as [|i].
  - cbn [nth]. f_equal. f_equal. destruct F as [|f' F].
    + destruct G; [|cbn in H; lia]. reflexivity.
    + destruct (Nat.eqb_spec 1 (S (length (f' :: F)))); [cbn in *; lia|].
      destruct G as [|g' G]; [cbn in H; lia|]. reflexivity.
  - cbn [nth]. unfold r. rewrite IH at 1 by lia. reflexivity.
Qed.

Lemma back_false F : forall G i, length F = length G ->
  (i < length F /\ nth i (back F G false) false = true <->
   exists j, i <= j < length F /\ nth j G false = true /\ forall k, i <= k < j -> nth k F false = true).
Proof.
  intros G i H.
  remember (length F - i) as d eqn:Ed. revert i Ed. induction d as [|d IH]; intros i Ed.
  - split; [lia|]. intros (j & L & _). lia.
  - assert (L : i < length F) by lia. specialize (IH (S i) ltac:(lia)).
    rewrite (back_nth F G false i H L). rewrite orb_true_iff, andb_true_iff. split.
    + intros (_ & [A|(A & B)]).
      * exists i. split; [lia|]. split; [assumption|]. intros; lia.
      * destruct (Nat.eqb_spec (S i) (length F)); [discriminate|].
        destruct IH as (IH & _). destruct IH as (j & Lj & Gj & K); [split; [lia|assumption]|].
        exists j. split; [lia|]. split; [assumption|]. intros k Lk.
        destruct (Nat.eq_dec k i) as [->|]; [assumption|]. apply K; lia.
    + intros (j & Lj & Gj & K). split; [assumption|].
      destruct (Nat.eq_dec i j) as [->|N]; [auto|right]. split; [apply K; lia|].
      destruct (Nat.eqb_spec (S i) (length F)); [lia|]. apply IH.
      exists j. split; [lia|]. split; [assumption|]. intros k Lk; apply K; lia.
Qed.

Lemma nth_skipn {A} (d : A) a : forall l i, nth i (skipn a l) d = nth (a + i) l d.
Proof. induction a as [|a IH]; intros [|x l] i; cbn; try reflexivity; [now destruct i|apply IH]. Qed.

Section Corr.
Variables (a m : nat).
Hypothesis Hm : m <> 0.
Variables F G : list bool.
Hypothesis LF : length F = a + m.
Hypothesis LG : length G = a + m.

Lemma until_len : length (until_l a F G) = a + m.
Proof. unfold until_l. rewrite back_len; lia. Qed.

Lemma seed_spec : hd false (back (skipn a F) (skipn a G) false) = true <-> untilb (ext a m F) (ext a m G) a.
Proof.
  assert (LS : length (skipn a F) = length (skipn a G)) by (rewrite !skipn_length; lia).
  assert (E : hd false (back (skipn a F) (skipn a G) false) = nth 0 (back (skipn a F) (skipn a G) false) false)
    by (destruct (back _ _ _); reflexivity).
  rewrite E. pose proof (back_false _ _ 0 LS) as B. rewrite skipn_length, LF in B.
  assert (X : forall H i, i < m -> nth i (skipn a H) false = ext a m H (a + i)).
  { intros H i L. rewrite nth_skipn. unfold ext. rewrite pos_small by lia. reflexivity. }
  split.
  - intro H. destruct B as (B & _). destruct B as (j & Lj & Gj & K); [split; [lia|assumption]|].
    exists (a + j). split; [lia|]. split; [rewrite <- X by lia; assumption|].
    intros k Lk. replace k with (a + (k - a)) by lia. rewrite <- X by lia. apply K; lia.
  - intro U. apply untilb_bound with (m := m) in U; [|assumption|apply ext_per; assumption|apply ext_per; assumption].
    destruct U as (j & Lj & Gj & K). apply B. exists (j - a). split; [lia|].
    split; [rewrite X by lia; now replace (a + (j - a)) with j by lia|].
    intros k Lk. rewrite X by lia. apply K; lia.
Qed.

Lemma until_small d : forall i, i + d = a + m -> i < a + m ->
  (nth i (until_l a F G) false = true <-> untilb (ext a m F) (ext a m G) i).
Proof.
  induction d as [|d IH]; intros i E L; [lia|].
  unfold untilb at 1. rewrite until_unfold. fold (untilb (ext a m F) (ext a m G)). unfold until_l. rewrite back_nth by lia. fold (until_l a F G).
  rewrite orb_true_iff, andb_true_iff. unfold ext at 1 2. rewrite pos_small by lia.
  rewrite LF. destruct (Nat.eqb_spec (S i) (a + m)) as [E1|E1].
  - rewrite seed_spec, E1. rewrite untilb_per with (a := a) (m := m);
      [tauto|assumption|apply ext_per; assumption|apply ext_per; assumption|lia].
  - rewrite IH by lia. tauto.
Qed.

Lemma untilb_pos i : untilb (ext a m F) (ext a m G) (pos a m i) <-> untilb (ext a m F) (ext a m G) i.
Proof.
  unfold pos. destruct (Nat.ltb_spec i a); [tauto|].
  pose proof (Nat.div_mod (i - a) m Hm) as DM. remember ((i - a) / m) as q eqn:Eq. clear Eq.
  set (r := (i - a) mod m) in *. replace i with (a + r + q * m) by lia. clearbody r. clear DM H i.
  induction q as [|q IH]; [now rewrite Nat.add_0_r|].
  rewrite IH. replace (a + r + S q * m) with (a + r + q * m + m) by lia.
  rewrite untilb_per with (a := a) (m := m);
      [tauto|assumption|apply ext_per; assumption|apply ext_per; assumption|lia].
Qed.

Lemma until_spec i : ext a m (until_l a F G) i = true <-> untilb (ext a m F) (ext a m G) i.
Proof.
  rewrite <- untilb_pos. unfold ext at 1. pose proof (pos_lt a m Hm i).
  apply (until_small (a + m - pos a m i)); lia.
Qed.
End Corr.

Lemma ext_map_negb a m F i : m <> 0 -> length F = a + m -> ext a m (map negb F) i = negb (ext a m F i).
Proof.
  intros Hm LF. unfold ext. pose proof (pos_lt a m Hm i).
  rewrite nth_indep with (d' := negb false) by (rewrite map_length; lia). apply map_nth.
Qed.

Lemma release_spec a m F G i : m <> 0 -> length F = a + m -> length G = a + m ->
  (ext a m (release_l a F G) i = true <->
   ~ until (fun k => ext a m F k <> true) (fun k => ext a m G k <> true) i).
Proof.
  intros Hm LF LG. unfold release_l.
  assert (N : forall H k, length H = a + m -> (ext a m (map negb H) k = true <-> ext a m H k <> true)).
  { intros H k LH. rewrite ext_map_negb by assumption. destruct (ext a m H k); cbn; intuition congruence. }
  rewrite N by (apply until_len; rewrite ?map_length; assumption).
  apply not_iff_compat. rewrite until_spec by (rewrite ?map_length; assumption).
  split; apply until_mono; intros k _; apply N; assumption.
Qed.

Lemma zip_len f F : forall G, length F = length G -> length (zip f F G) = length F.
Proof. induction F as [|x F IH]; intros [|y G] H; cbn in *; try lia. rewrite IH; lia. Qed.
Lemma zip_nth f F : forall G i, length F = length G -> i < length F ->
  nth i (zip f F G) false = f (nth i F false) (nth i G false).
Proof. induction F as [|x F IH]; intros [|y G] i H L; cbn in *; try lia. destruct i; [reflexivity|]. apply IH; lia. Qed.

Lemma next_len a F m : length F = a + m -> m <> 0 -> length (next_l a F) = a + m.
Proof. intros. unfold next_l. rewrite app_length. destruct F; cbn in *; lia. Qed.
Lemma next_spec a m F i : m <> 0 -> length F = a + m -> ext a m (next_l a F) i = ext a m F (S i).
Proof.
  intros Hm LF. unfold ext. rewrite (pos_S a m Hm i). pose proof (pos_lt a m Hm i) as P.
  generalize dependent (pos a m i). intros p P. unfold next_l.
  assert (LT : length (tl F) = a + m - 1) by (destruct F; cbn in *; lia).
  destruct (Nat.eqb_spec (S p) (a + m)).
  - rewrite app_nth2 by lia. replace (p - length (tl F)) with 0 by lia. reflexivity.
  - rewrite app_nth1 by lia. destruct F; [cbn in *; lia|reflexivity].
Qed.

(** * The theorem *)
Section Main.
Variables (u : list letter) (x : letter) (v : list letter).
Let a := length u.
Let m := length (x :: v).
Lemma m_pos : m <> 0. Proof. unfold m; cbn; lia. Qed.

Lemma word_pos i : lasso_word u x v i = nth (pos a m i) (u ++ x :: v) x.
Proof.
  unfold lasso_word, pos. fold a m. destruct (Nat.ltb_spec i a) as [H|H].
  - rewrite app_nth1 by assumption. reflexivity.
  - rewrite app_nth2 by (fold a; lia). fold a. f_equal. lia.
Qed.

Lemma eval_len f : length (eval a (u ++ x :: v) f) = a + m.
Proof.
  pose proof m_pos. induction f; cbn [eval].
  1-3: rewrite map_length, app_length; reflexivity.
  - rewrite zip_len; congruence.
  - rewrite zip_len; congruence.
  - apply next_len; assumption.
  - apply until_len; assumption.
  - unfold release_l. rewrite map_length. apply until_len; rewrite ?map_length; assumption.
Qed.

(* a formula without temporal operators is read off the letter *)
Lemma ext_map (p : letter -> bool) i : ext a m (map p (u ++ x :: v)) i = p (lasso_word u x v i).
Proof.
  unfold ext. rewrite word_pos. rewrite nth_indep with (d' := p x); [apply map_nth|].
  rewrite map_length, app_length. exact (pos_lt a m m_pos i).
Qed.

Theorem eval_spec f : forall i, ext a m (eval a (u ++ x :: v) f) i = true <-> sat (lasso_word u x v) i f.
Proof.
  pose proof m_pos as Hm. induction f as [| |l|f IHf g IHg|f IHf g IHg|f IHf|f IHf g IHg|f IHf g IHg];
    intro i; cbn [eval sat]; pose proof (pos_lt a m Hm i) as P.
  - rewrite ext_map. tauto.
  - rewrite ext_map. split; [discriminate|tauto].
  - rewrite ext_map. tauto.
  - rewrite <- IHf, <- IHg. unfold ext. rewrite zip_nth by (rewrite ?eval_len; auto). apply andb_true_iff.
  - rewrite <- IHf, <- IHg. unfold ext. rewrite zip_nth by (rewrite ?eval_len; auto). apply orb_true_iff.
  - rewrite <- IHf. rewrite next_spec by (try apply eval_len; assumption). tauto.
  - rewrite until_spec by (try apply eval_len; assumption).
    split; apply until_mono; intros k _; (apply IHf || apply IHg).
  - rewrite release_spec by (try apply eval_len; assumption). apply not_iff_compat.
    split; apply until_mono; intros k _; apply not_iff_compat; first [apply IHf | apply IHg | symmetry; apply IHf | symmetry; apply IHg].
Qed.

Theorem eval_lasso_correct f : eval_lasso u x v f = true <-> sat (lasso_word u x v) 0 f.
Proof.
  rewrite <- eval_spec. unfold eval_lasso. fold a. unfold ext.
  pose proof m_pos. rewrite pos_small by (try assumption; lia).
  destruct (eval a (u ++ x :: v) f); reflexivity.
Qed.
End Main.
