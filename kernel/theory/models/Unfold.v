(* Checks of models whose states the checker finds itself, computing the steps of each of them once. The kernel numbers the
   states as it meets them, and keeps them in tables of its own, which are functions here of which nothing is assumed:
   'number' gives the number of a state, 'state' the state of a number, 'rank' the rank of a state (by number) and one of the
   automaton. Whatever they answer is checked: where two states have one number, say, nothing is accepted. Of numbers three
   laws are assumed, which are true of machine integers, where j is below k if 0 <= j < k, even if they overflow. *)
From Coq Require Import List PArith Arith Bool Lia MSetPositive.
From Custos Require Import Automaton Ltl Buchi LabelledRun Translation CheckTranslation Stutter Trie Formula Property FiniteModel.
Import ListNotations.

Section Unfold.
Context {St Num : Type} (M : model St).
Variables (first : Num) (after : Num -> Num) (below : Num -> Num -> bool).
Variables (number : St -> Num) (state : Num -> St).

(* action, and target's number *)
Definition numbered_step := (option positive * Num)%type.
(* the states to look at, and what is to be true of their letters and steps *)
Section States.
Variables (wanted : Num -> bool) (check : Num -> letter -> list numbered_step -> bool).

(* numbers below 'w_next' have been looked at; all numbers that were met are below 'w_bound' *)
Record work := Work { w_next : Num; w_bound : Num }.

(* the successors of a state: their numbers, before 'found', and the bound; None: a number is that of another state *)
Fixpoint visit (l : list (option positive * St)) (bound : Num) (found : list numbered_step) : option (Num * list numbered_step) :=
  match l with
  | [] => Some (bound, found)
  | e :: l => let k := number (snd e) in
              if m_same M (state k) (snd e) then
                if below k bound then visit l bound ((fst e, k) :: found) else
                let larger := after k in
                if below bound larger && below k larger then visit l larger ((fst e, k) :: found) else None
              else None
  end.
Definition advance (w : work) : option work :=
  let k := w_next w in
  if wanted k then
    let s := state k in
    match m_label M s with
    | Some a =>
      match m_next M s with
      | Some l =>
        match visit l (w_bound w) [] with
        | Some (bound, found) => if check k a found then Some (Work (after k) bound) else None
        | None => None
        end
      | None => None
      end
    | None => None
    end
  else Some (Work (after k) (w_bound w)).
Definition unfinished (w : work) : bool := below (w_next w) (w_bound w).
(* so many states, or all that there are *)
Fixpoint advances (n : positive) (w : work) : option work :=
  if unfinished w then
    match n with
    | xH => advance w
    | xO n => match advances n w with Some w => advances n w | None => None end
    | xI n => match advances n w with
              | Some w => match advances n w with
                          | Some w => if unfinished w then advance w else Some w
                          | None => None end
              | None => None end
    end
  else Some w.
(* are all states that are wanted as they should be? At most 'most' states; the last test: there are no more *)
Definition unfolds (most : positive) : bool :=
  match visit (map (fun s => (None, s)) (m_init M)) first [] with
  | Some (bound, _) => match advances most (Work first bound) with
                       | Some w => below (w_bound w) (after (w_next w))
                       | None => false end
  | None => false
  end.
End States.

(* the ranks are right: of each state, and each of the automaton that has one *)
Section Ranks.
(* states of the automaton from which it can go on: are they accepting, and where do they go *)
Variables (rank : Num -> positive -> option positive) (states : list (positive * (bool * list (guard * positive)))).
Definition check_step_ranks (before : positive) (accepting : bool) (next : list positive) (row : positive -> option positive) : bool :=
  forallb (fun q => descends accepting (Some before) (row q)) next.
Definition is_ranked (k : Num) : bool :=
  let row := rank k in
  existsb (fun x => match row (fst x) with Some _ => true | None => false end) states.
Definition check_node (k : Num) (a : letter) (steps : list numbered_step) : bool :=
  let row := rank k in
  forallb (fun x => match row (fst x) with
    | None => true
    | Some n =>
      let '(accepting, edges) := snd x in
      let here := allowed a edges in
      match steps with
      | [] => check_step_ranks n accepting here row
      | _ => forallb (fun e => match fst e with
               | None => check_step_ranks n accepting here (rank (snd e))
               | Some _ => check_step_ranks n accepting (allowed (with_action (fst e) a) edges) (rank (snd e)) end) steps
      end end) states.
End Ranks.
Definition automaton_states (P : proof) : list positive := values (setof (p_init P :: map snd (p_edges P))).
Definition moving_states (P : proof) : list (positive * (bool * list (guard * positive))) :=
  let ix := index_automaton P in
  filter (fun x => match snd (snd x) with [] => false | _ => true end)
    (map (fun q => (q, (mem q (i_final ix), edges_from (i_edges ix) q))) (automaton_states P)).

Definition check_unfolded (most : positive) (rank : Num -> positive -> option positive) (f : raw) (P : proof) : bool :=
  if check_negation f P then
    let states := moving_states P in
    if unfolds (is_ranked rank states) (check_node rank states) most then
      forallb (fun s => match rank (number s) (p_init P) with Some _ => true | None => false end) (m_init M)
    else false
  else false.
Definition unfolds_safely (most : positive) : bool := unfolds (fun _ => true) (fun _ _ _ => true) most.

(** * Proofs: the states *)
Hypothesis nothing_below : forall j, below j first = false.
Hypothesis below_after : forall j k, below j (after k) = true -> j = k \/ below j k = true.
Hypothesis below_trans : forall i j k, below i j = true -> below j k = true -> below i k = true.

Definition numbered (e : option positive * St) : numbered_step := (fst e, number (snd e)).
Definition known (bound : Num) (s : St) : Prop := state (number s) = s /\ below (number s) bound = true.
(* all below b are below c *)
Definition up_to (b c : Num) : Prop := b = c \/ below b c = true.
Lemma up_to_trans b c d : up_to b c -> up_to c d -> up_to b d.
Proof. unfold up_to. intros [->|B] [->|C]; eauto. Qed.
Lemma known_above b c s : up_to b c -> known b s -> known c s.
Proof. intros [->|L] (E & B); [now split|]. split; [exact E|eauto]. Qed.
Lemma visit_spec l : forall bound found b all, visit l bound found = Some (b, all) ->
  up_to bound b /\ all = rev (map numbered l) ++ found /\ forall e, In e l -> known b (snd e).
Proof.
  induction l as [|e l IH]; cbn [visit]; intros bound found b all H.
  - inversion H; subst. split; [now left|]. split; [reflexivity|intros ? []].
  - cbv zeta in H. destruct (m_same M _ _) eqn:E; [|discriminate]. apply m_same_eq in E.
    assert (G : exists c, up_to bound c /\ below (number (snd e)) c = true /\ visit l c ((fst e, number (snd e)) :: found) = Some (b, all)).
    { destruct (below (number (snd e)) bound) eqn:B; [exists bound; split; [now left|]; auto|].
      destruct (below bound _ && below _ _) eqn:C; [|discriminate]. apply andb_true_iff in C. destruct C as (C & D).
      exists (after (number (snd e))). split; [now right|]. auto. }
    destruct G as (c & U & B & V). destruct (IH _ _ _ _ V) as (L & A & K).
    split; [now apply (up_to_trans bound c)|]. split; [rewrite A; cbn [map rev]; now rewrite <- app_assoc|].
    intros x [<-|I]; [|auto]. apply (known_above c b); [exact L|]. now split.
Qed.

Section Sound.
Variables (wanted : Num -> bool) (check : Num -> letter -> list numbered_step -> bool).
(* the state of a number that is wanted is as it should be, and its successors are known *)
Definition seen (bound k : Num) : Prop := wanted k = true ->
  exists a l, m_label M (state k) = Some a /\ m_next M (state k) = Some l /\ check k a (rev (map numbered l)) = true /\
    forall e, In e l -> known bound (snd e).
Definition good (w : work) : Prop := forall k, below k (w_next w) = true -> seen (w_bound w) k.
Lemma advance_spec w v : advance wanted check w = Some v -> good w -> good v /\ up_to (w_bound w) (w_bound v).
Proof.
  unfold advance. cbv zeta. destruct (wanted (w_next w)) eqn:W.
  - destruct (m_label M _) as [a|] eqn:A; [|discriminate]. destruct (m_next M _) as [l|] eqn:L; [|discriminate].
    destruct (visit l (w_bound w) []) as [[b found]|] eqn:V; [|discriminate]. destruct (check _ _ _) eqn:C; [|discriminate].
    intros H G. injection H as <-. apply visit_spec in V. destruct V as (B & E & K). rewrite app_nil_r in E. subst found.
    cbn [w_next w_bound]. split; [|exact B]. intros k Lt. cbn [w_next w_bound] in *. apply below_after in Lt. destruct Lt as [->|Lt].
    + intros _. exists a, l. auto.
    + intro Wk. destruct (G k Lt Wk) as (c & m & Lc & Lm & Cm & Km). exists c, m. repeat (split; [assumption|]).
      intros e Ie. exact (known_above _ _ _ B (Km e Ie)).
  - intros H G. injection H as <-. cbn [w_next w_bound]. split; [|now left]. intros k Lt. cbn [w_next w_bound] in *.
    apply below_after in Lt. destruct Lt as [->|Lt]; [intro Wk; congruence|now apply G].
Qed.
Lemma advances_spec n : forall w v, advances wanted check n w = Some v -> good w -> good v /\ up_to (w_bound w) (w_bound v).
Proof.
  induction n as [n IH|n IH|]; cbn [advances]; intros w v H G; destruct (unfinished w) eqn:F;
    try (inversion H; subst; split; [exact G|now left]).
  - destruct (advances wanted check n w) as [u|] eqn:E1; [|discriminate]. destruct (advances wanted check n u) as [x|] eqn:E2; [|discriminate].
    destruct (IH _ _ E1 G) as (G1 & L1). destruct (IH _ _ E2 G1) as (G2 & L2). pose proof (up_to_trans _ _ _ L1 L2) as L.
    destruct (unfinished x).
    + destruct (advance_spec _ _ H G2) as (G3 & L3). split; [exact G3|exact (up_to_trans _ _ _ L L3)].
    + inversion H; subst. auto.
  - destruct (advances wanted check n w) as [u|] eqn:E1; [|discriminate]. destruct (IH _ _ E1 G) as (G1 & L1).
    destruct (IH _ _ H G1) as (G2 & L2). split; [exact G2|exact (up_to_trans _ _ _ L1 L2)].
  - now apply advance_spec.
Qed.
(* some set of states has the initial ones, and with each that is wanted its successors *)
Theorem unfolds_spec most : unfolds wanted check most = true -> exists K : St -> Prop,
  (forall s, In s (m_init M) -> K s) /\
  forall s, K s -> wanted (number s) = true ->
    exists a l, m_label M s = Some a /\ m_next M s = Some l /\ check (number s) a (rev (map numbered l)) = true /\
      forall e, In e l -> K (snd e).
Proof.
  unfold unfolds. destruct (visit _ _ _) as [[b found]|] eqn:V; [|discriminate].
  destruct (advances wanted check most _) as [w|] eqn:E; [|discriminate]. intro F. apply visit_spec in V. destruct V as (_ & _ & V).
  destruct (advances_spec _ _ _ E) as (G & L); [intros k Lt; cbn [w_next] in Lt; now rewrite nothing_below in Lt|]. cbn [w_bound] in L.
  exists (known (w_bound w)). split.
  - intros s I. apply (known_above _ _ _ L). apply (V (None, s)). apply in_map_iff. eauto.
  - intros s (Es & B) W. apply below_after in F. assert (Lt : below (number s) (w_next w) = true) by (destruct F as [<-|F]; eauto).
    destruct (G _ Lt W) as (a & l & A & N & C & K). rewrite Es in A, N. eauto 8.
Qed.
End Sound.
Theorem unfolds_safely_sound most : unfolds_safely most = true -> safe M.
Proof.
  intro H. apply unfolds_spec in H. destruct H as (K & I & N). intros s R.
  assert (Ks : K s).
  { induction R as [s Is|s a t _ IH (l & o & E & It & _)]; [auto|]. destruct (N s IH eq_refl) as (b & m & _ & Em & _ & Km).
    rewrite E in Em; injection Em as <-. exact (Km _ It). }
  destruct (N s Ks eq_refl) as (a & l & _ & E & _). congruence.
Qed.

(** * Proofs: the ranks *)
Lemma automaton_states_spec P q : q = p_init P \/ (exists p g, In (p, g, q) (p_edges P)) -> In q (automaton_states P).
Proof.
  intro H. unfold automaton_states. rewrite values_proper by apply proper_setof. rewrite mem_setof. cbn [In].
  destruct H as [->|(p & g & I)]; [auto|]. right. apply in_map_iff. exists (p, g, q). auto.
Qed.
Lemma moving_states_spec P q g q' : In q (automaton_states P) -> In (q, g, q') (p_edges P) ->
  exists edges, In (q, (mem q (i_final (index_automaton P)), edges)) (moving_states P) /\ In (g, q') edges.
Proof.
  intros I E. apply index_automaton_edges in E. eexists. split; [|exact E]. unfold moving_states. apply filter_In. split.
  - apply in_map_iff. exists q. split; [reflexivity|exact I].
  - cbn [snd]. destruct (edges_from _ q); [destruct E|reflexivity].
Qed.
Section Covered.
Variables (rank : Num -> positive -> option positive) (P : proof) (K : St -> Prop).
Hypothesis closed : forall s, K s -> is_ranked rank (moving_states P) (number s) = true ->
  exists a l, m_label M s = Some a /\ m_next M s = Some l /\
    check_node rank (moving_states P) (number s) a (rev (map numbered l)) = true /\ forall e, In e l -> K (snd e).
Definition covered (s : St) (q : positive) : Prop := K s /\ In q (automaton_states P) /\ ranked (rank (number s) q).

Lemma covered_step s a t q q' : covered s q -> loose M s a t -> b_step (automaton_of P) q a q' ->
  covered t q' /\ rank_of (rank (number t) q') <= rank_of (rank (number s) q) /\
  (b_final (automaton_of P) q -> rank_of (rank (number t) q') < rank_of (rank (number s) q)).
Proof.
  intros (Ks & Iq & (n & En)) S (g & Ig & Ag). destruct (moving_states_spec P q g q' Iq Ig) as (edges & Im & Ie).
  assert (R : is_ranked rank (moving_states P) (number s) = true).
  { unfold is_ranked. cbv zeta. apply existsb_exists. eexists. split; [exact Im|]. cbn [fst]. now rewrite En. }
  destruct (closed s Ks R) as (b & l & Eb & El & H & Kl). unfold check_node in H. cbv zeta in H. rewrite forallb_forall in H.
  specialize (H _ Im). cbn [fst snd] in H. rewrite En in H.
  assert (Iq' : In q' (automaton_states P)) by (apply automaton_states_spec; right; eauto).
  assert (Ib : idle M s = b) by (unfold idle; now rewrite Eb).
  assert (D : forall u, check_step_ranks n (mem q (i_final (index_automaton P))) (allowed a edges) (rank (number u)) = true ->
    ranked (rank (number u) q') /\ rank_of (rank (number u) q') <= rank_of (rank (number s) q) /\
    (b_final (automaton_of P) q -> rank_of (rank (number u) q') < rank_of (rank (number s) q))).
  { intros u C. unfold check_step_ranks in C. rewrite forallb_forall in C. specialize (C _ (allowed_spec _ _ _ _ Ie Ag)).
    rewrite En. destruct (descends_spec _ _ _ C (ex_intro _ n eq_refl)) as (Ku & L & F). split; [exact Ku|]. split; [exact L|].
    intro Fi. apply F. unfold index_automaton; cbn [i_final]. apply mem_setof. now apply buildset_spec. }
  destruct S as [[(l' & o & El' & It & Ea)|(Dl & -> & ->)]|[S|S]]; try congruence.
  - rewrite El in El'; injection El' as <-. rewrite Ib in Ea. pose proof (Kl _ It) as Kt. cbn [snd] in Kt.
    assert (In' : In (o, number t) (rev (map numbered l))) by (rewrite <- in_rev; apply in_map_iff; exists (o, t); auto).
    destruct (rev (map numbered l)) as [|x steps]; [destruct In'|]. rewrite forallb_forall in H. specialize (H _ In'). cbn [fst snd] in H.
    destruct (D t) as (Ku & L & F).
    + destruct o as [x0|]; cbn [with_action] in *; now subst a.
    + split; [split; auto|auto].
  - assert (E : l = []).
    { destruct l as [|[o t] l]; [reflexivity|exfalso]. apply (Dl (with_action o (idle M s)) t). exists ((o, t) :: l), o.
      split; [exact El|]. split; [now left|reflexivity]. }
    subst l. cbn [map rev] in H. rewrite Ib in D. destruct (D s H) as (Ku & L & F). split; [split; auto|auto].
Qed.
End Covered.

(* also of runs that do anything where the model has no steps *)
Theorem check_unfolded_loose most rank f P : check_unfolded most rank f P = true ->
  forall rho w, In (rho 0) (m_init M) -> run_of (loose M) rho w -> ~ ~ rsat w 0 f.
Proof.
  unfold check_unfolded. destruct (check_negation f P) eqn:T; [|discriminate]. cbv zeta.
  destruct (unfolds _ _ most) eqn:E; [|discriminate]. apply unfolds_spec in E. destruct E as (K & Ki & Kc). rewrite forallb_forall.
  intros H rho w I X. rewrite <- core_negation. intro N. apply N. clear N.
  apply (product_rank (automaton_of P) (loose M) (core true f) (p_entries P) (promises_of P)
    (covered rank P K) (fun s q => rank_of (rank (number s) q)) T) with (rho := rho).
  - intros s a t q q' C S B. exact (covered_step rank P K Kc s a t q q' C S B).
  - split; [now apply Ki|]. split; [apply automaton_states_spec; now left|]. specialize (H _ I). cbn [automaton_of b_init].
    unfold ranked. destruct (rank (number (rho 0)) (p_init P)); [eauto|discriminate].
  - exact X.
Qed.
Theorem check_unfolded_sound most rank f P : check_unfolded most rank f P = true -> satisfies M f.
Proof.
  intros H rho w I X. apply (check_unfolded_loose most rank f P H rho w I). intro i. left. exact (maximal_stutters _ _ _ _ X i).
Qed.
End Unfold.
