(* Checks of models whose states the checker finds itself, computing the steps of each of them once. The kernel numbers the
   states from 1 as it meets them, and keeps them in tables of its own, which are functions here of which nothing is assumed:
   'number' gives the number of a state, 'state' the state of a number, 'rank' the rank of a state (by number) and one of the
   automaton. Whatever they answer is checked: where two states have one number, say, nothing is accepted. *)
From Coq Require Import List PArith Arith Bool Lia MSetPositive.
From Custos Require Import Automaton Ltl Buchi LabelledRun Translation CheckTranslation Stutter Trie Formula Property FiniteModel.
Import ListNotations.

(* the letter of a numbered state, and of each of its steps action and target *)
Definition node := (letter * list (option positive * positive))%type.

Section Unfold.
Context {St : Type} (M : model St) (number : St -> positive) (state : positive -> St).

(* numbers below 'w_next' have their nodes; 'w_bound' is above all numbers that were met *)
Record work := Work { w_next : positive; w_bound : positive; w_nodes : list (positive * node) }.

(* the successors of a state: their numbers, before 'found', and the bound; None: a number is that of another state *)
Fixpoint visit (l : list (option positive * St)) (bound : positive) (found : list (option positive * positive)) :
    option (positive * list (option positive * positive)) :=
  match l with
  | [] => Some (bound, found)
  | e :: l => let k := number (snd e) in
              if m_same M (state k) (snd e)
              then visit l (if Pos.ltb k bound then bound else Pos.succ k) ((fst e, k) :: found)
              else None
  end.
Definition advance (w : work) : option work :=
  let s := state (w_next w) in
  match m_label M s, m_next M s with
  | Some a, Some l =>
    match visit l (w_bound w) [] with
    | Some (bound, found) => Some (Work (Pos.succ (w_next w)) bound ((w_next w, (a, found)) :: w_nodes w))
    | None => None
    end
  | _, _ => None
  end.
Definition finished (w : work) : bool := Pos.leb (w_bound w) (w_next w).
(* so many states, or all that there are *)
Fixpoint advances (n : positive) (w : work) : option work :=
  if finished w then Some w else
  match n with
  | xH => advance w
  | xO n => match advances n w with Some w => advances n w | None => None end
  | xI n => match advances n w with
            | Some w => match advances n w with
                        | Some w => if finished w then Some w else advance w
                        | None => None end
            | None => None end
  end.
(* the nodes of all reachable states, at most 'most'; None: there are more, or a faulty one, or two of one number *)
Definition unfold (most : positive) : option (list (positive * node)) :=
  match visit (map (fun s => (None, s)) (m_init M)) 1 [] with
  | Some (bound, _) => match advances most (Work 1 bound []) with
                       | Some w => if finished w then Some (w_nodes w) else None
                       | None => None end
  | None => None
  end.

(* the ranks are right: of each node, and each state of the automaton that has one *)
Section Ranks.
Variables (rank : positive -> positive -> option positive) (ix : indexed) (states : list positive).
Definition check_step_ranks (before : positive) (accepting : bool) (next : list positive) (row : positive -> option positive) : bool :=
  forallb (fun q => descends accepting (Some before) (row q)) next.
Definition check_node (x : positive * node) : bool :=
  let '(k, (a, steps)) := x in
  let row := rank k in
  forallb (fun q => match row q with
    | None => true
    | Some n =>
      let edges := edges_from (i_edges ix) q in
      let accepting := mem q (i_final ix) in
      match edges with
      | [] => true
      | _ =>
        let here := allowed a edges in
        match steps with
        | [] => check_step_ranks n accepting here row
        | _ => forallb (fun e => match fst e with
                 | None => check_step_ranks n accepting here (rank (snd e))
                 | Some _ => check_step_ranks n accepting (allowed (with_action (fst e) a) edges) (rank (snd e)) end) steps
        end
      end end) states.
End Ranks.
Definition automaton_states (P : proof) : list positive := values (setof (p_init P :: map snd (p_edges P))).
Definition check_ranks (rank : positive -> positive -> option positive) (P : proof) (nodes : list (positive * node)) : bool :=
  forallb (fun s => match rank (number s) (p_init P) with Some _ => true | None => false end) (m_init M) &&
  forallb (check_node rank (index_automaton P) (automaton_states P)) nodes.

(* 'ranks' is asked once the nodes are known *)
Definition check_unfolded (most : positive) (ranks : list (positive * node) -> positive -> positive -> option positive)
    (f : raw) (P : proof) : bool :=
  if check_negation f P then
    match unfold most with Some nodes => check_ranks (ranks nodes) P nodes | None => false end
  else false.
Definition unfolds_safely (most : positive) : bool := match unfold most with Some _ => true | None => false end.

(* ---------- proofs: the nodes ---------- *)
Definition numbered (e : option positive * St) : option positive * positive := (fst e, number (snd e)).
Definition known (bound : positive) (s : St) : Prop := state (number s) = s /\ (number s < bound)%positive.
Lemma known_above b c s : (b <= c)%positive -> known b s -> known c s.
Proof. intros L (E & B). split; [exact E|lia]. Qed.
Lemma visit_spec l : forall bound found b all, visit l bound found = Some (b, all) ->
  (bound <= b)%positive /\ all = rev (map numbered l) ++ found /\ forall e, In e l -> known b (snd e).
Proof.
  induction l as [|e l IH]; cbn [visit]; intros bound found b all H.
  - inversion H; subst. split; [lia|]. split; [reflexivity|intros ? []].
  - cbv zeta in H. destruct (m_same M _ _) eqn:E; [|discriminate]. apply m_same_eq in E.
    destruct (IH _ _ _ _ H) as (L & A & K). set (c := if Pos.ltb _ _ then _ else _) in *.
    assert (B : (bound <= c /\ number (snd e) < c)%positive).
    { unfold c. destruct (Pos.ltb_spec (number (snd e)) bound); lia. }
    split; [lia|]. split; [rewrite A; cbn [map rev]; now rewrite <- app_assoc|].
    intros x [<-|I]; [split; [exact E|lia]|auto].
Qed.

(* a node of the state with this number, whose successors are known *)
Definition has_node (bound : positive) (nodes : list (positive * node)) (k : positive) : Prop :=
  exists a l, m_label M (state k) = Some a /\ m_next M (state k) = Some l /\ In (k, (a, rev (map numbered l))) nodes /\
    forall e, In e l -> known bound (snd e).
Definition good (w : work) : Prop := forall k, (k < w_next w)%positive -> has_node (w_bound w) (w_nodes w) k.
Lemma advance_spec w v : advance w = Some v -> good w -> good v /\ (w_bound w <= w_bound v)%positive.
Proof.
  unfold advance. destruct (m_label M _) as [a|] eqn:A; [|discriminate]. destruct (m_next M _) as [l|] eqn:L; [|discriminate].
  destruct (visit l (w_bound w) []) as [[b found]|] eqn:V; [|discriminate]. intros H G. injection H as <-.
  apply visit_spec in V. destruct V as (B & E & K). rewrite app_nil_r in E. subst found. split; [|exact B].
  intros k Lt. cbn [w_next w_bound w_nodes] in *. destruct (Pos.eq_dec k (w_next w)) as [->|N].
  - exists a, l. split; [exact A|]. split; [exact L|]. split; [now left|exact K].
  - destruct (G k) as (c & m & C & Lm & I & Km); [lia|]. exists c, m. split; [exact C|]. split; [exact Lm|].
    split; [now right|]. intros e Ie. exact (known_above _ _ _ B (Km e Ie)).
Qed.
Lemma advances_spec n : forall w v, advances n w = Some v -> good w -> good v /\ (w_bound w <= w_bound v)%positive.
Proof.
  induction n as [n IH|n IH|]; cbn [advances]; intros w v H G; destruct (finished w) eqn:F;
    try (inversion H; subst; split; [exact G|lia]).
  - destruct (advances n w) as [u|] eqn:E1; [|discriminate]. destruct (advances n u) as [x|] eqn:E2; [|discriminate].
    destruct (IH _ _ E1 G) as (G1 & L1). destruct (IH _ _ E2 G1) as (G2 & L2). destruct (finished x).
    + inversion H; subst. split; [exact G2|lia].
    + destruct (advance_spec _ _ H G2) as (G3 & L3). split; [exact G3|lia].
  - destruct (advances n w) as [u|] eqn:E1; [|discriminate]. destruct (IH _ _ E1 G) as (G1 & L1).
    destruct (IH _ _ H G1) as (G2 & L2). split; [exact G2|lia].
  - now apply advance_spec.
Qed.
(* of each reachable state the node is there *)
Theorem unfold_nodes most nodes : unfold most = Some nodes -> forall s, mreachable M s ->
  exists a l, m_label M s = Some a /\ m_next M s = Some l /\ In (number s, (a, rev (map numbered l))) nodes.
Proof.
  unfold unfold. destruct (visit _ _ _) as [[b found]|] eqn:V; [|discriminate].
  destruct (advances most _) as [w|] eqn:E; [|discriminate]. destruct (finished w) eqn:F; [|discriminate].
  intro H; injection H as <-. apply Pos.leb_le in F. apply visit_spec in V. destruct V as (_ & _ & K).
  destruct (advances_spec _ _ _ E) as (G & L); [intros k Lt; cbn [w_next] in Lt; lia|]. cbn [w_bound] in L.
  assert (R : forall s, mreachable M s -> known (w_bound w) s).
  { induction 1 as [s I|s a t _ IH (l & o & N & I & _)].
    - apply (known_above _ _ _ L). apply (K (None, s)). apply in_map_iff. eauto.
    - destruct IH as (Es & B). destruct (G (number s)) as (b' & m & _ & Nm & _ & Km); [lia|]. rewrite Es, N in Nm.
      inversion Nm; subst. exact (Km _ I). }
  intros s Rs. destruct (R s Rs) as (Es & B). destruct (G (number s)) as (a & l & A & N & I & _); [lia|].
  rewrite Es in A, N. eauto.
Qed.
Theorem unfolds_safely_sound most : unfolds_safely most = true -> safe M.
Proof.
  unfold unfolds_safely. destruct (unfold most) as [nodes|] eqn:E; [|discriminate]. intros _ s R F.
  destruct (unfold_nodes most nodes E s R) as (a & l & _ & N & _). congruence.
Qed.

(* ---------- proofs: the ranks ---------- *)
Lemma automaton_states_spec P q : q = p_init P \/ (exists p g, In (p, g, q) (p_edges P)) -> In q (automaton_states P).
Proof.
  intro H. unfold automaton_states. rewrite values_proper by apply proper_setof. rewrite mem_setof. cbn [In].
  destruct H as [->|(p & g & I)]; [auto|]. right. apply in_map_iff. exists (p, g, q). auto.
Qed.
Section Sound.
Variables (most : positive) (nodes : list (positive * node)) (rank : positive -> positive -> option positive) (P : proof).
Hypotheses (unfolded : unfold most = Some nodes) (checked : check_ranks rank P nodes = true).
Definition covered (s : St) (q : positive) : Prop :=
  mreachable M s /\ In q (automaton_states P) /\ ranked (rank (number s) q).

Lemma covered_step s a t q q' : covered s q -> stutter (mstep M) (idle M) s a t -> b_step (automaton_of P) q a q' ->
  covered t q' /\ rank_of (rank (number t) q') <= rank_of (rank (number s) q) /\
  (b_final (automaton_of P) q -> rank_of (rank (number t) q') < rank_of (rank (number s) q)).
Proof.
  intros (R & Iq & (n & En)) S (g & Ig & Ag). destruct (unfold_nodes most nodes unfolded s R) as (b & l & Eb & El & I).
  unfold check_ranks in checked. apply andb_true_iff in checked. destruct checked as (_ & H). rewrite forallb_forall in H.
  specialize (H _ I). cbn [check_node] in H. cbv zeta in H. rewrite forallb_forall in H. specialize (H _ Iq). cbn beta in H.
  rewrite En in H. assert (Iq' : In q' (automaton_states P)) by (apply automaton_states_spec; right; eauto).
  assert (Ie : In (g, q') (edges_from (i_edges (index_automaton P)) q)) by now apply index_automaton_edges.
  destruct (edges_from (i_edges (index_automaton P)) q) as [|e0 edges] eqn:Ee; [destruct Ie|]. rewrite <- Ee in *.
  assert (Ib : idle M s = b) by (unfold idle; now rewrite Eb).
  assert (D : forall u, check_step_ranks n (mem q (i_final (index_automaton P))) (allowed a (edges_from (i_edges (index_automaton P)) q)) (rank (number u)) = true ->
    ranked (rank (number u) q') /\ rank_of (rank (number u) q') <= rank_of (rank (number s) q) /\
    (b_final (automaton_of P) q -> rank_of (rank (number u) q') < rank_of (rank (number s) q))).
  { intros u C. unfold check_step_ranks in C. rewrite forallb_forall in C. specialize (C _ (allowed_spec _ _ _ _ Ie Ag)).
    rewrite En. destruct (descends_spec _ _ _ C (ex_intro _ n eq_refl)) as (K & L & F). split; [exact K|]. split; [exact L|].
    intro Fi. apply F. unfold index_automaton; cbn [i_final]. apply mem_setof. now apply buildset_spec. }
  destruct S as [St'|(Dl & -> & ->)].
  - assert (Rt : mreachable M t) by (eapply reach_step; eauto). destruct St' as (l' & o & El' & It & Ea).
    rewrite El in El'; injection El' as <-. rewrite Ib in Ea.
    assert (Im : In (o, number t) (rev (map numbered l))) by (rewrite <- in_rev; apply in_map_iff; exists (o, t); auto).
    destruct (rev (map numbered l)) as [|x steps]; [destruct Im|]. rewrite forallb_forall in H. specialize (H _ Im). cbn [fst snd] in H.
    destruct (D t) as (K & L & F).
    + destruct o as [x0|]; cbn [with_action] in *; now subst a.
    + split; [split; auto|auto].
  - assert (E : l = []).
    { destruct l as [|[o t] l]; [reflexivity|exfalso]. apply (Dl (with_action o (idle M s)) t). exists ((o, t) :: l), o.
      split; [exact El|]. split; [now left|reflexivity]. }
    subst l. cbn [map rev] in H. rewrite Ib in D. destruct (D s H) as (K & L & F). split; [split; auto|auto].
Qed.
End Sound.

Theorem check_unfolded_sound most ranks f P : check_unfolded most ranks f P = true -> satisfies M f.
Proof.
  unfold check_unfolded. destruct (check_negation f P) eqn:T; [|discriminate].
  destruct (unfold most) as [nodes|] eqn:E; [|discriminate]. intros H rho w I X. rewrite <- core_negation. intro K. apply K. clear K.
  apply (product_rank (automaton_of P) (stutter (mstep M) (idle M)) (core true f) (p_entries P) (promises_of P)
    (covered (ranks nodes) P) (fun s q => rank_of (ranks nodes (number s) q)) T) with (rho := rho).
  - intros s a t q q' C S B. exact (covered_step most nodes (ranks nodes) P E H s a t q q' C S B).
  - split; [now constructor|]. split; [apply automaton_states_spec; now left|]. unfold check_ranks in H.
    apply andb_true_iff in H. destruct H as (H & _). rewrite forallb_forall in H. specialize (H _ I). cbn [automaton_of b_init].
    unfold ranked. destruct (ranks nodes (number (rho 0)) (p_init P)); [eauto|discriminate].
  - exact (maximal_stutters _ _ _ _ X).
Qed.
End Unfold.
