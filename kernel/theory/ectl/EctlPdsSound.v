(* Values on pushdown systems are the truth. *)
From Coq Require Import List PArith Bool Arith Lia.
From Custos Require Import Trie Ectl Keys Pops Lives UntilTable ReleaseTable Paths EctlProduct EctlAutomaton EctlValues EctlKinds Monitor Refinement EctlLts EctlPds.
Import ListNotations.

Section Sound.
Variable M : pds.
Variable mons : list (positive * monitor).
Notation ix := (index_pds M).
Notation E := (make_watches mons).
Notation dec := (decides (pds_step M) (pds_prop M)).

Lemma rules_for_spec p g a q o : In (a, (q, o)) (rules_for ix p g) <-> In (p, g, a, (q, o)) (p_rules M).
Proof.
  unfold rules_for. cbn [pi_rules index_pds]. rewrite tmap_map, index_spec, in_map_iff. split.
  - intros ([[[p' g'] a'] qo] & F & I). cbn in F. inversion F as [[K E1 E2]]. apply key_inj in K. destruct K; subst. exact I.
  - intro I. exists (p, g, a, (q, o)). auto.
Qed.

(** * The product, for one monitor *)
Section Product.
Variable m : watch.
Variable A : automaton.
Hypothesis Fin : finite A = true.
Definition pds_sys (c : conf) : aconf := (snd (fst c), snd c).
Definition pds_aut (c : conf) : aconf := (fst (fst c), [1%positive]).
Definition pds_moves (l : loc) (G : positive) (W : list positive) : list (positive * aconf) :=
  match unkey G with
  | None => []
  | Some (g, d) => map (fun x : positive * (positive * op) => (fst x, (fst (snd x), after G (carried m d g (snd (snd x))) ++ W))) (rules_for ix (snd l) g)
  end.
Lemma pds_moves_spec l G W a t : carry_step M m (pds_sys (l, G :: W)) a t <-> In (a, t) (pds_moves l G W).
Proof.
  unfold pds_sys, pds_moves. cbn [fst snd]. split.
  - intro S. inversion S as [p g d W' a' q o I]; subst. rewrite unkey_key. apply in_map_iff. exists (a, (q, o)). split; [reflexivity|]. now apply rules_for_spec.
  - destruct (unkey G) as [[g d]|] eqn:U; [|intros []]. apply unkey_some in U. subst G. intro I. apply in_map_iff in I.
    destruct I as ([a' [q o]] & F & I). cbn in F. inversion F; subst. constructor. now apply rules_for_spec.
Qed.
Lemma carry_enabled : enabled_or_not (carry_step M m).
Proof.
  intros [p [|G W]].
  - right. intros a t S. inversion S.
  - pose proof (pds_moves_spec (1%positive, p) G W) as H. unfold pds_sys in H. cbn [fst snd] in H. destruct (pds_moves (1%positive, p) G W) as [|[a t] l].
    + right. intros a t S. apply H in S. destruct S.
    + left. exists (a, t). apply H. now left.
Qed.
Lemma finite_step q a r w : astep A (q, [1%positive]) a (r, w) <-> exists o, arule A q 1 a r o /\ w = [1%positive].
Proof.
  assert (K : forall o, arule A q 1 a r o -> o = Rewrite 1%positive) by (destruct A; cbn in *; [tauto|tauto|discriminate]). split.
  - intro S. inversion S as [q' g w' a' r' o I]; subst. exists o. split; [exact I|]. rewrite (K o I). reflexivity.
  - intros (o & I & ->). pose proof (Astep A q 1 [] a r o I) as S. rewrite (K o I) in S. exact S.
Qed.
Lemma pds_each_ok l G W : Forall2 (fun m' ms =>
    (forall a k o, In (a, (k, o)) ms -> a = fst m' /\ pds_sys (k, after G o ++ W) = snd m' /\ astep A (pds_aut (l, G :: W)) a (pds_aut (k, after G o ++ W))) /\
    (forall e, astep A (pds_aut (l, G :: W)) (fst m') e -> exists k o, In (fst m', (k, o)) ms /\ pds_aut (k, after G o ++ W) = e))
  (pds_moves l G W) (pds_each ix m (make_ready A) l G).
Proof.
  unfold pds_moves, pds_each. destruct (unkey G) as [[g d]|]; [|constructor].
  induction (rules_for ix (snd l) g) as [|[a [p o]] rs IH]; cbn [map]; constructor; [|exact IH]. cbn [fst snd]. clear IH. split.
  - intros b k o' I. apply in_map_iff in I. destruct I as ([r z] & F & I). cbn in F. inversion F; subst. apply follow_spec in I.
    split; [reflexivity|]. split; [reflexivity|]. unfold pds_aut. cbn [fst snd]. apply finite_step. eauto.
  - intros [r w] S. unfold pds_aut in S. cbn [fst snd] in S. apply finite_step in S. destruct S as (z & I & ->). exists (r, p), (carried m d g o).
    split; [|reflexivity]. apply in_map_iff. exists (r, z). split; [reflexivity|]. now apply follow_spec.
Qed.
Lemma pds_empty l a t e : carry_step M m (pds_sys (l, [])) a t -> astep A (pds_aut (l, [])) a e -> False.
Proof. intros S _. unfold pds_sys in S. cbn in S. inversion S. Qed.
Lemma pds_from p W v : from A pds_aut ((1%positive, p), W) v <-> language A v.
Proof.
  unfold from, language, pds_aut. cbn. split; [intros ([q w] & R & Ac); exists q, w; auto|intros (q & w & R & Ac); exists (q, w); auto].
Qed.

(* what is known of carried stacks *)
Definition carried_value (v : pvalue) (c : aconf) : option bool :=
  match snd c with [] => v_none v (fst c) | G :: _ => match unkey G with Some (g, d) => v_head v (fst c) g d | None => None end end.
Lemma until_shown_told e t x y p w b :
  until_check (pds_each ix m (make_ready A)) (accepting (make_ready A)) (known_head x) (known_head y) e = Some t ->
  until_shows (accepting (make_ready A)) (known_head x) (known_head y) (known_none y) t b (1%positive, p) (carry m w) = true ->
  let X := fun c => carried_value x (carry_conf m c) in let Y := fun c => carried_value y (carry_conf m c) in
  if b then exists q u, path_from (pds_step M) (p, w) q u /\ until (language A) (yes X) (yes Y) q u
  else forall q u, path_from (pds_step M) (p, w) q u -> release (language A) (no X) (no Y) q u.
Proof.
  intros C V X Y.
  pose proof (until_sound (carry_step M m) A carry_enabled (pds_each ix m (make_ready A)) pds_sys pds_aut (fun c => eq_refl) pds_moves pds_moves_spec
    pds_each_ok pds_empty (carried_value x) (carried_value y) (known_head x) (known_head y) (known_none y)
    (fun l g w b H => H) (fun l g w b H => H) (fun l b H => H) e t (1%positive, p) (carry m w) b C V) as H.
  change (pds_sys (1%positive, p, carry m w)) with (carry_conf m (p, w)) in H. destruct b.
  - destruct H as (q & u & P & U). apply path_of in P. destruct P as (P & Ex). exists (shown bare q), u. split; [exact P|].
    apply (until_ext _ _ _ _ _ _ Ex), (proj1 (until_shown (carry_conf m) _ _ _ (shown bare q) u)) in U. exact (until_same _ _ _ _ _ u (pds_from p _) U).
  - intros q u P. apply (path_to M m), H in P. apply (proj1 (release_shown (carry_conf m) _ _ _ q u)) in P. exact (release_same _ _ _ _ _ u (pds_from p _) P).
Qed.
Lemma release_shown_told e t x y p w b : deterministic A = true ->
  release_check (pds_each ix m (make_ready A)) (accepting (make_ready A)) (known_head x) (known_head y) e = Some t ->
  release_shows (pds_each ix m (make_ready A)) (accepting (make_ready A)) (known_head x) (known_head y) (known_none y) t b (1%positive, p) (carry m w) = true ->
  let X := fun c => carried_value x (carry_conf m c) in let Y := fun c => carried_value y (carry_conf m c) in
  if b then exists q u, path_from (pds_step M) (p, w) q u /\ release (language A) (yes X) (yes Y) q u
  else forall q u, path_from (pds_step M) (p, w) q u -> until (language A) (no X) (no Y) q u.
Proof.
  intros D C V X Y.
  pose proof (release_sound (carry_step M m) A carry_enabled (pds_each ix m (make_ready A)) pds_sys pds_aut (fun c => eq_refl) pds_moves pds_moves_spec
    pds_each_ok pds_empty (carried_value x) (carried_value y) (known_head x) (known_head y) (known_none y)
    (fun l g w b H => H) (fun l g w b H => H) (fun l b H => H) e t (1%positive, p) (carry m w) b D C V) as H.
  change (pds_sys (1%positive, p, carry m w)) with (carry_conf m (p, w)) in H. destruct b.
  - destruct H as (q & u & P & U). apply path_of in P. destruct P as (P & Ex). exists (shown bare q), u. split; [exact P|].
    apply (release_ext _ _ _ _ _ _ Ex), (proj1 (release_shown (carry_conf m) _ _ _ (shown bare q) u)) in U. exact (release_same _ _ _ _ _ u (pds_from p _) U).
  - intros q u P. apply (path_to M m), H in P. apply (proj1 (until_shown (carry_conf m) _ _ _ q u)) in P. exact (until_same _ _ _ _ _ u (pds_from p _) P).
Qed.
End Product.

Lemma carried_value_at v c : carried_value v (carry_conf (watch_of E (v_mon v)) c) = value_at E v c.
Proof. destruct c as [p [|g w]]; [reflexivity|]. unfold carried_value, value_at, carry_conf. cbn [fst snd carry]. now rewrite unkey_key. Qed.

(** * Values of tables *)
Lemma refined_shows m r a none shows v : answering a shows -> (forall p b, none p = Some b -> shows b (1%positive, p) [] = true) ->
  refined E m r a none = Some v -> forall p w b, value_at E v (p, w) = Some b -> shows b (1%positive, p) (carry m w) = true.
Proof.
  intros An No. unfold refined. destruct (find (f_to r) E) as [x|] eqn:F; [|discriminate]. destruct (check_refinement m (fst x) r a) eqn:C; [|discriminate].
  intro H. inversion H; subst; clear H. intros p [|g w] b V; unfold value_at in V; cbn [fst snd v_none v_head v_mon] in V; [now apply No|].
  assert (W : watch_of E (f_to r) = make_watch (fst x)) by (unfold watch_of; rewrite F; now apply (make_watches_ok mons (f_to r))).
  rewrite W in V. destruct (Pos.eq_dec (state_after (make_watch (fst x)) w) 1) as [Q|Q]; [rewrite Q in V; discriminate|].
  destruct (check_refinement_sound m (fst x) r a shows An C w Q) as (k & Fk & K). rewrite Fk in V.
  apply (value_above_sound m r a shows An k w _ g b K). destruct (state_after _ w); congruence.
Qed.
Lemma pds_until_told A e r x y v : pds_until ix E A e r x y = Some v ->
  until_told (pds_step M) (language A) (value_at E x) (value_at E y) (value_at E v).
Proof.
  unfold pds_until. destruct (finite A) eqn:Fn; [|discriminate]. destruct (Pos.eqb_spec (v_mon x) (v_mon y)) as [Eq|]; [|discriminate].
  cbn [andb]. set (m := watch_of E (v_mon x)). destruct (until_check _ _ _ _ e) as [t|] eqn:C; [|discriminate]. intros H [p w] b V.
  apply (refined_shows m r _ _ (until_shows (accepting (make_ready A)) (known_head x) (known_head y) (known_none y) t)) with (p := p) (w := w) (b := b) in H;
    [|apply until_answering|intros p' b' N; now apply until_value_verdict|exact V].
  pose proof (until_shown_told m A Fn e t x y p w b C H) as T. cbn beta zeta in T.
  assert (Ex : forall c, carried_value x (carry_conf m c) = value_at E x c) by (intro c; apply carried_value_at).
  assert (Ey : forall c, carried_value y (carry_conf m c) = value_at E y c) by (intro c; unfold m; rewrite Eq; apply carried_value_at).
  destruct b.
  - destruct T as (q & u & P & U). exists q, u. split; [exact P|]. revert U. apply until_mono; unfold yes; intros s; congruence.
  - intros q u P. generalize (T q u P). apply release_mono; unfold no; intros s; congruence.
Qed.
Lemma pds_release_told A e r x y v : pds_release ix E A e r x y = Some v ->
  release_told (pds_step M) (language A) (value_at E x) (value_at E y) (value_at E v).
Proof.
  unfold pds_release. destruct (finite A) eqn:Fn; [|discriminate]. destruct (Pos.eqb_spec (v_mon x) (v_mon y)) as [Eq|]; [|discriminate].
  destruct (deterministic A) eqn:D; [|discriminate].
  cbn [andb]. set (m := watch_of E (v_mon x)). destruct (release_check _ _ _ _ e) as [t|] eqn:C; [|discriminate]. intros H [p w] b V.
  apply (refined_shows m r _ _ (release_shows (pds_each ix m (make_ready A)) (accepting (make_ready A)) (known_head x) (known_head y) (known_none y) t)) with (p := p) (w := w) (b := b) in H;
    [|apply release_answering|intros p' b' N; now apply release_value_verdict|exact V].
  pose proof (release_shown_told m A Fn e t x y p w b D C H) as T. cbn beta zeta in T.
  assert (Ex : forall c, carried_value x (carry_conf m c) = value_at E x c) by (intro c; apply carried_value_at).
  assert (Ey : forall c, carried_value y (carry_conf m c) = value_at E y c) by (intro c; unfold m; rewrite Eq; apply carried_value_at).
  destruct b.
  - destruct T as (q & u & P & U). exists q, u. split; [exact P|]. revert U. apply release_mono; unfold yes; intros s; congruence.
  - intros q u P. generalize (T q u P). apply until_mono; unfold no; intros s; congruence.
Qed.

(** * EX *)
Lemma pds_enabled : enabled_or_not (pds_step M).
Proof.
  intros [p [|g w]]; [right; intros a t S; inversion S|]. destruct (rules_for ix p g) as [|[a [q o]] l] eqn:R.
  - right. intros a t S. inversion S as [p' g' w' a' q o I]; subst. apply rules_for_spec in I. rewrite R in I. destruct I.
  - left. exists (a, (q, after g o ++ w)). cbn. constructor. apply rules_for_spec. rewrite R. now left.
Qed.
Lemma one_action_rule q a r : In (q, a, r) (map (fun a => (1, a, 2)%positive) (pi_actions ix)) <-> q = 1%positive /\ r = 2%positive /\ In a (pi_actions ix).
Proof.
  rewrite in_map_iff. split; [intros (b & F & I); inversion F; subst; auto|]. intros (-> & -> & I). eauto.
Qed.
Lemma actions_spec a : In a (pi_actions ix) <-> exists p g qo, In (p, g, a, qo) (p_rules M).
Proof.
  cbn [pi_actions index_pds]. rewrite tmap_map, (values_proper _ _ (proper_setof _)), mem_setof, in_map_iff. split.
  - intros ([[[p g] b] qo] & F & I). cbn in F. subst. eauto.
  - intros (p & g & qo & I). exists (p, g, a, qo). auto.
Qed.
Lemma one_action_language v : language (one_action ix) v <-> exists a, v = [a] /\ In a (pi_actions ix).
Proof.
  unfold one_action. rewrite tmap_map. split.
  - intros (q & w & R & Ac). cbn in Ac. destruct Ac as [<-|[]]. destruct v as [|a v]; [apply arun_nil in R; inversion R|].
    apply arun_uncons in R. destruct R as (d & S & R). inversion S as [q' g w' a' r o I]; subst. cbn in I. destruct I as (I & ->).
    apply one_action_rule in I. destruct I as (_ & -> & I). destruct v as [|b v]; [eauto|]. apply arun_uncons in R. destruct R as (d & S' & _).
    inversion S' as [q' g' w'' a' r o I']; subst. cbn in I'. destruct I' as (I' & _). apply one_action_rule in I'. destruct I' as (X & _). discriminate.
  - intros (a & -> & I). exists 2%positive, [1%positive]. split; [|now left]. eapply arun_cons; [|constructor].
    apply (Astep _ 1 1 [] a 2 (Rewrite 1)). cbn. split; [|reflexivity]. apply one_action_rule. auto.
Qed.
Lemma ex_told x v : until_told (pds_step M) (language (one_action ix)) (fun _ => Some true) x v -> forall s b, v s = Some b ->
  if b then exists a t, pds_step M s a t /\ x t = Some true else forall a t, pds_step M s a t -> x t = Some false.
Proof.
  intros H s b V. specialize (H s b V). destruct b; cbn.
  - destruct H as (p & u & (P0 & P) & n & t & Et & L & Y & _). apply one_action_language in L. destruct L as (a & L & _).
    assert (N : n = 1) by (rewrite <- (word_length u n), L; reflexivity). subst n. specialize (P 0). cbn [plus] in P. rewrite P0, Et in P.
    exists (u 0), t. split; [exact P|exact Y].
  - intros a t S. destruct (some_path (pds_step M) pds_enabled t) as (p & u & P).
    specialize (H _ _ (path_before (pds_step M) s a t p u S P) 1 t). destruct P as (P0 & P). cbn in H. destruct (H P0) as [N|[N|(i & r & _ & _ & N)]].
    + exfalso. apply N, one_action_language. exists a. split; [reflexivity|]. apply actions_spec. inversion S as [p' g w a' q o I]; subst. eauto.
    + exact N.
    + discriminate.
Qed.
Lemma pds_ex_told e r x v : pds_ex ix E e r x = Some v ->
  until_told (pds_step M) (language (one_action ix)) (fun _ => Some true) (value_at E x) (value_at E v).
Proof.
  intros H s b V. pose proof (pds_until_told _ _ _ _ _ _ H s b V) as T.
  assert (K : forall c, value_at E (ptrue (v_mon x)) c = Some true) by (intros [p [|g w]]; reflexivity). destruct b.
  - destruct T as (q & u & P & U). exists q, u. split; [exact P|]. revert U. apply until_mono; unfold yes; intros c; [reflexivity|auto].
  - intros q u P. generalize (T q u P). apply release_mono; unfold no; intros c; [rewrite K; discriminate|auto].
Qed.

(** * All formulas *)
Lemma value_inverse v c : value_at E (pinverse v) c = vnot (value_at E v c).
Proof. destruct c as [p [|g w]]; reflexivity. Qed.
Lemma dec_ext v w f : (forall c, v c = w c) -> dec v f -> dec w f.
Proof. intros H D s b F. apply D. now rewrite H. Qed.
Lemma dec_inverse v f : dec (value_at E v) f -> dec (value_at E (pinverse v)) (FNot f).
Proof. intros D s b. rewrite value_inverse. apply tells_not. intro b'. apply D. Qed.
Lemma pjoin_value f x y v : pjoin f x y = Some v -> forall c, value_at E v c = f (value_at E x c) (value_at E y c).
Proof.
  unfold pjoin. destruct (Pos.eqb_spec (v_mon x) (v_mon y)) as [Eq|]; [|discriminate]. intro H. inversion H; subst. intros [p [|g w]]; [reflexivity|].
  unfold value_at. cbn. now rewrite Eq.
Qed.
Lemma pboth_some {B} (f : _ -> _ -> option B) o1 o2 v : pboth f o1 o2 = Some v -> exists x y, o1 = Some x /\ o2 = Some y /\ f x y = Some v.
Proof. destruct o1 as [x|], o2 as [y|]; cbn; try discriminate. eauto. Qed.
Lemma pinverted_some o v : pinverted o = Some v -> exists x, o = Some x /\ v = pinverse x.
Proof. destruct o as [x|]; cbn; [|discriminate]. intro H. inversion H. eauto. Qed.

Lemma lift_state m n h : check_lift m n h = true -> forall w, state_after (make_watch n) w <> 1%positive ->
  find (state_after (make_watch n) w) h = Some (state_after m w).
Proof.
  intro H. unfold check_lift in H. apply andb_true_iff in H. destruct H as (S & F). rewrite forallb_forall in F. induction w as [|g w IH]; intro N.
  - cbn in *. destruct (find (m_start n) h) as [d|]; [|discriminate]. apply Pos.eqb_eq in S. now subst.
  - cbn [state_after] in *. destruct (reads_entry n _ g _ eq_refl N) as (N' & I). specialize (F _ I). cbn beta iota in F. rewrite (IH N') in F.
    destruct (find (reads _ _ g) h) as [e|]; [|discriminate]. apply Pos.eqb_eq in F. now subst.
Qed.
Lemma pds_lift_value j h x v : pds_lift E j h x = Some v -> forall c b, value_at E v c = Some b -> value_at E x c = Some b.
Proof.
  unfold pds_lift. destruct (Pos.eqb j (v_mon x)); [intro H; inversion H; subst; auto|]. destruct (find j E) as [y|] eqn:F; [|discriminate].
  destruct (check_lift _ (fst y) _) eqn:C; [|discriminate]. intro H. inversion H; subst; clear H. intros [p [|g w]] b V; [exact V|].
  unfold value_at in *. cbn [fst snd v_head v_mon] in *.
  assert (W : watch_of E j = make_watch (fst y)) by (unfold watch_of; rewrite F; now apply (make_watches_ok mons j)). rewrite W in V.
  destruct (Pos.eq_dec (state_after (make_watch (fst y)) w) 1) as [Q|Q]; [rewrite Q in V; discriminate|].
  rewrite (lift_state _ _ _ C w Q) in V. destruct (state_after (make_watch (fst y)) w); congruence.
Qed.

Lemma pds_value_decides c : forall v, pds_value ix E c = Some v -> dec (value_at E v) (pclaimed c).
Proof.
  induction c as [i|i|i p|c IH|c1 IH1 c2 IH2|c1 IH1 c2 IH2|c1 IH1 c2 IH2|c1 IH1 c2 IH2|e r c IH|e r c IH|A e r c1 IH1 c2 IH2|A e r c1 IH1 c2 IH2|A e r c1 IH1 c2 IH2|A e r c1 IH1 c2 IH2|j h c IH];
    cbn [pds_value pclaimed]; intros v H.
  - inversion H; subst. intros [p [|g w]] b F; inversion F; subst; intro N; exact N.
  - inversion H; subst. intros [p [|g w]] b F; inversion F; subst; exact I.
  - inversion H; subst. intros [q [|g w]] b F; unfold value_at in F; cbn [fst snd v_none v_head] in F; inversion F as [G]; cbn [sat pds_prop]; [intro N; exact N|].
    assert (K : mem (key p (key q g)) (pi_props ix) = true <-> In (p, (q, g)) (p_props M)).
    { cbn [pi_props index_pds]. rewrite tmap_map, mem_setof, in_map_iff. split; [|intro J; exists (p, (q, g)); auto].
      intros ([p' [q' g']] & K & J). cbn in K. apply key_inj in K. destruct K as (-> & K). apply key_inj in K. destruct K; subst. exact J. }
    cbn [pi_props index_pds] in *. destruct (mem _ _); cbn; [now apply K|]. intro N. apply K in N. discriminate.
  - apply pinverted_some in H. destruct H as (x & H & ->). apply dec_inverse. now apply IH.
  - apply pboth_some in H. destruct H as (x & y & E1 & E2 & H). intros s b. rewrite (pjoin_value _ _ _ _ H). apply tells_and; intro; [apply (IH1 x E1)|apply (IH2 y E2)].
  - apply pboth_some in H. destruct H as (x & y & E1 & E2 & H). intros s b. rewrite (pjoin_value _ _ _ _ H). apply tells_or; intro; [apply (IH1 x E1)|apply (IH2 y E2)].
  - apply pboth_some in H. destruct H as (x & y & E1 & E2 & H). intros s b. rewrite (pjoin_value _ _ _ _ H). apply tells_imp; intro; [apply (IH1 x E1)|apply (IH2 y E2)].
  - apply pboth_some in H. destruct H as (x & y & E1 & E2 & H). intros s b. rewrite (pjoin_value _ _ _ _ H). apply tells_iff; intro; [apply (IH1 x E1)|apply (IH2 y E2)].
  - destruct (pds_value ix E c) as [x|]; [|discriminate]. intros s b V. pose proof (ex_told _ _ (pds_ex_told e r x v H) s b V) as T. destruct b; cbn.
    + destruct T as (a & t & S & F). exists a, t. split; [exact S|]. exact (IH x eq_refl t true F).
    + intros (a & t & S & F). exact (IH x eq_refl t false (T a t S) F).
  - apply pinverted_some in H. destruct H as (w & H & ->). destruct (pds_value ix E c) as [x|]; [|discriminate]. intros s b V.
    rewrite value_inverse in V. destruct (value_at E w s) as [d|] eqn:Vd; [|discriminate]. pose proof (ex_told _ _ (pds_ex_told e r _ w H) s d Vd) as T.
    assert (K : forall t d, value_at E (pinverse x) t = Some d -> value_at E x t = Some (negb d)).
    { intros t d'. rewrite value_inverse. destruct (value_at E x t) as [[|]|]; cbn; intro Q; inversion Q; reflexivity. }
    cbn in V. inversion V; subst. destruct d; cbn.
    + destruct T as (a & t & S & F). intro N. exact (IH x eq_refl t false (K t true F) (N a t S)).
    + intros a t S. exact (IH x eq_refl t true (K t false (T a t S))).
  - apply pboth_some in H. destruct H as (x & y & E1 & E2 & H). exact (decides_eu _ _ A _ _ _ _ _ (IH1 x E1) (IH2 y E2) (pds_until_told A e r x y v H)).
  - apply pboth_some in H. destruct H as (x & y & E1 & E2 & H). exact (decides_er _ _ A _ _ _ _ _ (IH1 x E1) (IH2 y E2) (pds_release_told A e r x y v H)).
  - apply pinverted_some in H. destruct H as (w & H & ->). apply pboth_some in H. destruct H as (x & y & E1 & E2 & H).
    apply (dec_ext (fun c => vnot (value_at E w c))); [intro; symmetry; apply value_inverse|].
    refine (decides_au _ _ A _ _ _ _ _ (IH1 x E1) (IH2 y E2) _). intros s b V. pose proof (pds_release_told _ _ _ _ _ _ H s b V) as T.
    destruct b.
    + destruct T as (q & u & P & U). exists q, u. split; [exact P|]. revert U. apply release_mono; unfold yes; intros d; now rewrite value_inverse.
    + intros q u P. generalize (T q u P). apply until_mono; unfold no; intros d; now rewrite value_inverse.
  - apply pinverted_some in H. destruct H as (w & H & ->). apply pboth_some in H. destruct H as (x & y & E1 & E2 & H).
    apply (dec_ext (fun c => vnot (value_at E w c))); [intro; symmetry; apply value_inverse|].
    refine (decides_ar _ _ A _ _ _ _ _ (IH1 x E1) (IH2 y E2) _). intros s b V. pose proof (pds_until_told _ _ _ _ _ _ H s b V) as T.
    destruct b.
    + destruct T as (q & u & P & U). exists q, u. split; [exact P|]. revert U. apply until_mono; unfold yes; intros d; now rewrite value_inverse.
    + intros q u P. generalize (T q u P). apply release_mono; unfold no; intros d; now rewrite value_inverse.
  - destruct (pds_value ix E c) as [x|]; [|discriminate]. intros s b V. apply (IH x eq_refl). exact (pds_lift_value j h x v H s b V).
Qed.

(** * Where no monitor is needed *)
Lemma until_at_told A e x y v : until_at ix E A e x y = Some v -> until_told (pds_step M) (language A) (value_at E x) (value_at E y) v.
Proof.
  unfold until_at. destruct (finite A) eqn:Fn; [|discriminate]. destruct (Pos.eqb_spec (v_mon x) (v_mon y)) as [Eq|]; [|discriminate].
  cbn [andb]. set (m := watch_of E (v_mon x)). destruct (until_check _ _ _ _ e) as [t|] eqn:C; [|discriminate]. intros H [p w] b V.
  inversion H; subst; clear H. cbn [fst snd] in V. apply until_value_verdict in V.
  pose proof (until_shown_told m A Fn e t x y p w b C V) as T. cbn beta zeta in T.
  assert (Ex : forall c, carried_value x (carry_conf m c) = value_at E x c) by (intro c; apply carried_value_at).
  assert (Ey : forall c, carried_value y (carry_conf m c) = value_at E y c) by (intro c; unfold m; rewrite Eq; apply carried_value_at).
  destruct b.
  - destruct T as (q & u & P & U). exists q, u. split; [exact P|]. revert U. apply until_mono; unfold yes; intros s; congruence.
  - intros q u P. generalize (T q u P). apply release_mono; unfold no; intros s; congruence.
Qed.
Lemma release_at_told A e x y v : release_at ix E A e x y = Some v -> release_told (pds_step M) (language A) (value_at E x) (value_at E y) v.
Proof.
  unfold release_at. destruct (finite A) eqn:Fn; [|discriminate]. destruct (Pos.eqb_spec (v_mon x) (v_mon y)) as [Eq|]; [|discriminate].
  destruct (deterministic A) eqn:D; [|discriminate].
  cbn [andb]. set (m := watch_of E (v_mon x)). destruct (release_check _ _ _ _ e) as [t|] eqn:C; [|discriminate]. intros H [p w] b V.
  inversion H; subst; clear H. cbn [fst snd] in V. apply release_value_verdict in V.
  pose proof (release_shown_told m A Fn e t x y p w b D C V) as T. cbn beta zeta in T.
  assert (Ex : forall c, carried_value x (carry_conf m c) = value_at E x c) by (intro c; apply carried_value_at).
  assert (Ey : forall c, carried_value y (carry_conf m c) = value_at E y c) by (intro c; unfold m; rewrite Eq; apply carried_value_at).
  destruct b.
  - destruct T as (q & u & P & U). exists q, u. split; [exact P|]. revert U. apply release_mono; unfold yes; intros s; congruence.
  - intros q u P. generalize (T q u P). apply until_mono; unfold no; intros s; congruence.
Qed.
Lemma ex_at_told e x v : until_at ix E (one_action ix) e (ptrue (v_mon x)) x = Some v ->
  until_told (pds_step M) (language (one_action ix)) (fun _ => Some true) (value_at E x) v.
Proof.
  intros H s b V. pose proof (until_at_told _ _ _ _ _ H s b V) as T.
  assert (K : forall c, value_at E (ptrue (v_mon x)) c = Some true) by (intros [p [|g w]]; reflexivity). destruct b.
  - destruct T as (q & u & P & U). exists q, u. split; [exact P|]. revert U. apply until_mono; unfold yes; intros c; [reflexivity|auto].
  - intros q u P. generalize (T q u P). apply release_mono; unfold no; intros c; [rewrite K; discriminate|auto].
Qed.
Lemma dec_not v f : dec v f -> dec (fun c => vnot (v c)) (FNot f).
Proof. intros D s b. apply tells_not. intro b'. apply D. Qed.
Lemma outer_some {B} (f : _ -> _ -> option B) o1 o2 v : oboth f o1 o2 = Some v -> exists x y, o1 = Some x /\ o2 = Some y /\ f x y = Some v.
Proof. destruct o1 as [x|], o2 as [y|]; cbn; try discriminate. eauto. Qed.
Lemma oinverted_some o v : oinverted o = Some v -> exists x, o = Some x /\ v = fun c => vnot (x c).
Proof. destruct o as [x|]; cbn; [|discriminate]. intro H. inversion H. eauto. Qed.

Lemma outer_value_decides c : forall v, outer_value ix E c = Some v -> dec v (oclaimed c).
Proof.
  induction c as [c|c IH|c1 IH1 c2 IH2|c1 IH1 c2 IH2|c1 IH1 c2 IH2|c1 IH1 c2 IH2|e c|e c|A e c1 c2|A e c1 c2|A e c1 c2|A e c1 c2];
    cbn [outer_value oclaimed]; intros v H.
  - destruct (pds_value ix E c) as [x|] eqn:F; [|discriminate]. inversion H; subst. now apply pds_value_decides.
  - apply oinverted_some in H. destruct H as (x & H & ->). apply dec_not. now apply IH.
  - apply outer_some in H. destruct H as (x & y & E1 & E2 & H). inversion H; subst. intros s b. apply tells_and; intro; [apply (IH1 x E1)|apply (IH2 y E2)].
  - apply outer_some in H. destruct H as (x & y & E1 & E2 & H). inversion H; subst. intros s b. apply tells_or; intro; [apply (IH1 x E1)|apply (IH2 y E2)].
  - apply outer_some in H. destruct H as (x & y & E1 & E2 & H). inversion H; subst. intros s b. apply tells_imp; intro; [apply (IH1 x E1)|apply (IH2 y E2)].
  - apply outer_some in H. destruct H as (x & y & E1 & E2 & H). inversion H; subst. intros s b. apply tells_iff; intro; [apply (IH1 x E1)|apply (IH2 y E2)].
  - destruct (pds_value ix E c) as [x|] eqn:F; [|discriminate]. pose proof (pds_value_decides c x F) as D.
    intros s b V. pose proof (ex_told _ _ (ex_at_told e x v H) s b V) as T. destruct b; cbn.
    + destruct T as (a & t & S & G). exists a, t. split; [exact S|]. exact (D t true G).
    + intros (a & t & S & G). exact (D t false (T a t S) G).
  - apply oinverted_some in H. destruct H as (w & H & ->). destruct (pds_value ix E c) as [x|] eqn:F; [|discriminate]. pose proof (pds_value_decides c x F) as D.
    intros s b V. destruct (w s) as [d|] eqn:Vd; [|discriminate]. pose proof (ex_told _ _ (ex_at_told e (pinverse x) w H) s d Vd) as T.
    assert (K : forall t d, value_at E (pinverse x) t = Some d -> value_at E x t = Some (negb d)).
    { intros t d'. rewrite value_inverse. destruct (value_at E x t) as [[|]|]; cbn; intro Q; inversion Q; reflexivity. }
    cbn in V. inversion V; subst. destruct d; cbn.
    + destruct T as (a & t & S & G). intro N. exact (D t false (K t true G) (N a t S)).
    + intros a t S. exact (D t true (K t false (T a t S))).
  - apply pboth_some in H. destruct H as (x & y & E1 & E2 & H).
    exact (decides_eu _ _ A _ _ _ _ _ (pds_value_decides c1 x E1) (pds_value_decides c2 y E2) (until_at_told A e x y v H)).
  - apply pboth_some in H. destruct H as (x & y & E1 & E2 & H).
    exact (decides_er _ _ A _ _ _ _ _ (pds_value_decides c1 x E1) (pds_value_decides c2 y E2) (release_at_told A e x y v H)).
  - apply oinverted_some in H. destruct H as (w & H & ->). apply pboth_some in H. destruct H as (x & y & E1 & E2 & H).
    refine (decides_au _ _ A _ _ _ _ _ (pds_value_decides c1 x E1) (pds_value_decides c2 y E2) _). intros s b V. pose proof (release_at_told _ _ _ _ _ H s b V) as T.
    destruct b.
    + destruct T as (q & u & P & U). exists q, u. split; [exact P|]. revert U. apply release_mono; unfold yes; intros d; now rewrite value_inverse.
    + intros q u P. generalize (T q u P). apply until_mono; unfold no; intros d; now rewrite value_inverse.
  - apply oinverted_some in H. destruct H as (w & H & ->). apply pboth_some in H. destruct H as (x & y & E1 & E2 & H).
    refine (decides_ar _ _ A _ _ _ _ _ (pds_value_decides c1 x E1) (pds_value_decides c2 y E2) _). intros s b V. pose proof (until_at_told _ _ _ _ _ H s b V) as T.
    destruct b.
    + destruct T as (q & u & P & U). exists q, u. split; [exact P|]. revert U. apply until_mono; unfold yes; intros d; now rewrite value_inverse.
    + intros q u P. generalize (T q u P). apply release_mono; unfold no; intros d; now rewrite value_inverse.
Qed.
End Sound.

(* None: some evidence is wrong. At a configuration, None: not known. *)
Definition check_ectl_pds (M : pds) (mons : list (positive * monitor)) (c : oclaim) (asked : list aconf) : option (list (option bool)) :=
  match outer_value (index_pds M) (make_watches mons) c with Some v => Some (tmap v asked) | None => None end.
Theorem check_ectl_pds_sound M mons c asked bs n s b : check_ectl_pds M mons c asked = Some bs ->
  nth_error asked n = Some s -> nth_error bs n = Some (Some b) -> tells b (sat (pds_step M) (pds_prop M) (oclaimed c) s).
Proof.
  unfold check_ectl_pds. destruct (outer_value _ _ c) as [v|] eqn:F; [|discriminate]. intros H N B. inversion H; subst.
  rewrite tmap_map, (map_nth_error _ n asked N) in B. inversion B as [B']. exact (outer_value_decides M mons c v F s b B').
Qed.
