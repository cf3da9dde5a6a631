(* A run of a pushdown problem that satisfies a formula: a start configuration of the initial set, the rules of a stem, and
   the rules of a loop that comes back to the same location and top with a stack at least as high, or a configuration that
   stutters. Stacks are annotated (StackClasses.v), so that atoms about the whole configuration can be read off the top and
   come back with it. *)
From Coq Require Import List PArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Instance Trace Ltl LtlLasso LongLasso Buchi PushdownTrail Lasso LabelledRun PushdownLasso LassoLtl
  Stutter RawPushdownLtl Trie Labels Normal Maps RuleIndex StackClasses.
Import ListNotations.

Section Check.
Variables (np ns : positive) (ats : list (positive * atom)) (T : table).

(* configurations of table numbers *)
Definition pushed (o : rop) (g d : positive) : option (list positive) :=
  match o with
  | RPop => Some []
  | RSwap y => match symbol_of T (rget g y) (Some d) with Some x => Some [x] | None => None end
  | RPush y z =>
    match symbol_of T (rget g z) (Some d) with
    | Some x2 => match symbol_of T (rget g y) (class_from T (Some x2)) with Some x1 => Some [x1; x2] | None => None end
    | None => None end
  end.
Definition next_conf (ix : PM.t act_rule) (i : positive) (c : conf) : option (letter * conf) :=
  match snd c, PM.find i ix with
  | x :: v, Some (r, o) =>
    if Pos.eqb (fst c) (rr_p r) then
      match find x (t_entry T) with
      | Some (g, d, _, F) =>
        if cmatch ns (compile (rr_h r)) g then
          match pushed (rr_op r) g d with
          | Some u => Some (action_spelt ats o (conf_spelt np F ats (fst c) (Some g)), (rr_q r, u ++ v))
          | None => None end
        else None
      | None => None end
    else None
  | _, _ => None
  end.
(* the letter of a configuration without step *)
Definition idle_letter (ix : ruleix) (c : conf) : option letter :=
  match snd c with
  | [] => Some (conf_spelt np (t_bottom T) ats (fst c) None)
  | x :: _ =>
    match find x (t_entry T) with
    | Some (g, _, _, F) =>
      match rules_at ns ix (fst c) g with [] => Some (conf_spelt np F ats (fst c) (Some g)) | _ => None end
    | None => None end
  end.
(* the class of a stack that is annotated as it should be *)
Fixpoint stack_class (v : list positive) : option positive :=
  match v with
  | [] => Some xH
  | x :: v =>
    match stack_class v, find x (t_entry T) with
    | Some c, Some (g, _, h, _) =>
      match symbol_of T g (Some c) with Some y => if Pos.eqb x y then h else None | None => None end
    | _, _ => None end
  end.
Definition symbol_at (x : positive) : positive := match find x (t_entry T) with Some (g, _, _, _) => g | None => xH end.
Definition plain (c : conf) : conf := (fst c, map symbol_at (snd c)).

(* the same without recursion on stacks, which may be high, and on runs, which may be long *)
Definition class_up (c : option positive) (x : positive) : option positive :=
  match c, find x (t_entry T) with
  | Some c, Some (g, _, h, _) =>
    match symbol_of T g (Some c) with Some y => if Pos.eqb x y then h else None | None => None end
  | _, _ => None end.
Definition stack_class_t (v : list positive) : option positive := fold_left class_up (trev v) (Some xH).
Definition plain_t (c : conf) : conf := (fst c, tmap symbol_at (snd c)).
Fixpoint walk (next : positive -> conf -> option (letter * conf)) (t : list positive) (s : conf) (r : list letter) : option (list letter * conf) :=
  match t with
  | [] => Some (trev r, s)
  | i :: t => match next i s with None => None | Some (a, s) => walk next t s (a :: r) end
  end.
End Check.

Definition accepting_states ns (R : reader) (w : list positive) : set :=
  fold_left (fun S g => states_before ns R g S) (trev w) (last_states R).
Definition in_set np ns (A : raut) (c : conf) : bool :=
  match reader_of A with
  | Some R => if Pos.leb (fst c) np then mem (fst c) (accepting_states ns R (snd c)) else false
  | None => false end.

Definition check_pds_some np ns (D : actrules) (A1 : raut) (ats : list (positive * atom)) (f : ltl)
  (U : list (positive * positive)) (C : list (positive * list (positive * list positive))) (l : numbers) (c0 : conf)
  (stem : list positive) (loop : option (list positive)) : bool :=
  match set_readers ats with None => false | Some Rs =>
  let C := make_contents C in
  let T := make_table ns Rs C l in
  let next := next_conf np ns ats T (index D xH (PM.empty _)) in
  if check_classes (pairset U) Rs C T then
    match stack_class_t T (snd c0) with
    | None => false
    | Some _ =>
      if in_set np ns A1 (plain_t T c0) then
        match walk next stem c0 [] with
        | None => false
        | Some (s, z) =>
          match loop with
          | None =>
            match idle_letter np ns ats T (index_rules D) z with
            | Some a => eval_long s a [] f
            | None => false end
          | Some t =>
            match snd z with
            | [] => false
            | x :: _ =>
              match walk next t (fst z, [x]) [] with
              | Some (y :: k, (p', x' :: _)) =>
                if Pos.eqb (fst z) p' then if Pos.eqb x x' then eval_long s y k f else false else false
              | _ => false end
            end
          end
        end
      else false
    end
  else false end.

(** * Proofs *)
Lemma in_set_spec np ns A c : in_set np ns A c = true -> rlang np ns A c.
Proof.
  unfold in_set. destruct (reader_of A) as [R|] eqn:HR; [|discriminate]. destruct (Pos.leb (fst c) np) eqn:L; [|discriminate].
  intro M. split; [exact L|]. revert M. generalize (fst c). generalize (snd c).
  assert (G : forall w s, mem s (accepting_states ns R w) = true <-> accepted ns A s w).
  { intro w. unfold accepting_states. rewrite trev_eq, <- fold_left_rev_right, rev_involutive.
    induction w as [|g w IH]; intro s; cbn [fold_right]; [now apply last_states_spec|]. apply states_before_spec; auto. }
  intros w s M. apply G in M. exact M.
Qed.

Lemma stack_class_t_eq T v : stack_class_t T v = stack_class T v.
Proof.
  unfold stack_class_t. rewrite trev_eq, <- fold_left_rev_right, rev_involutive. induction v as [|x v IH]; [reflexivity|].
  cbn [fold_right stack_class]. rewrite IH. reflexivity.
Qed.
Lemma plain_t_eq T c : plain_t T c = plain T c.
Proof. unfold plain_t, plain. now rewrite tmap_eq. Qed.
Lemma walk_visit next t : forall s r u z, walk next t s r = Some (u, z) ->
  exists l, LabelledRun.visit next t s = Some (l, z) /\ u = rev r ++ map snd l.
Proof.
  induction t as [|i t IH]; intros s r u z H; cbn [walk LabelledRun.visit] in *.
  - inversion H; subst. exists []. split; [reflexivity|]. now rewrite trev_eq, app_nil_r.
  - destruct (next i s) as [[a s']|]; [|discriminate]. destruct (IH _ _ _ _ H) as (l & E & ->). rewrite E.
    exists ((s, a) :: l). split; [reflexivity|]. cbn. now rewrite <- app_assoc.
Qed.

Section Sound.
Variables (np ns : positive) (D : actrules) (ats : list (positive * atom)) (Rs : readers) (C : contents) (U : trie set) (l : numbers).
Let T := make_table ns Rs C l.
Hypothesis HR : set_readers ats = Some Rs.
Hypothesis PU : forall k, proper (tracked U k).
Hypothesis HC : check_classes U Rs C T = true.

(* stacks annotated as they should be *)
Definition annotated (v : list positive) : Prop := annotate T (map (symbol_at T) v) = map Some v.
Lemma stack_class_spec v : forall c, stack_class T v = Some c -> annotated v.
Proof.
  unfold annotated. assert (G : forall c, stack_class T v = Some c ->
    annotate T (map (symbol_at T) v) = map Some v /\ class_of T (map (symbol_at T) v) = Some c).
  { induction v as [|x v IH]; cbn [stack_class]; intros c E; [inversion E; subst; split; reflexivity|].
    destruct (stack_class T v) as [d|]; [|discriminate]. destruct (IH d eq_refl) as (I1 & I2).
    destruct (find x (t_entry T)) as [[[[g e] h] F0]|] eqn:Ex; [|discriminate].
    destruct (symbol_of T g (Some d)) as [y|] eqn:Ey; [|discriminate]. destruct (Pos.eqb_spec x y) as [<-|]; [|discriminate]. subst h.
    assert (Eg : symbol_at T x = g) by (unfold symbol_at; now rewrite Ex).
    cbn [map annotate class_of]. rewrite Eg, I2, Ey, I1. split; [reflexivity|]. cbn [class_from]. now rewrite Ex. }
  intros c E. apply (G c E).
Qed.
Lemma annotated_cons x v : annotated (x :: v) -> annotated v /\
  exists d h F, class_of T (map (symbol_at T) v) = Some d /\ find x (t_entry T) = Some (symbol_at T x, d, h, F) /\
    whole ns Rs C l (map (symbol_at T) (x :: v)) F.
Proof.
  unfold annotated. cbn [map annotate]. intro E. inversion E as [[E1 E2]]. rewrite E2. split; [reflexivity|].
  destruct (symbol_of_entry _ _ _ _ E1) as (d & h & F & Ed & Ex & _). exists d, h, F. split; [assumption|]. split; [assumption|].
  cbn [whole map]. exists x, d, h. auto.
Qed.
Lemma annotated_push g d v x : annotated v -> class_of T (map (symbol_at T) v) = Some d -> symbol_of T g (Some d) = Some x ->
  annotated (x :: v) /\ symbol_at T x = g /\ class_of T (map (symbol_at T) (x :: v)) = class_from T (Some x).
Proof.
  unfold annotated. intros A Ed Ex. destruct (symbol_of_entry _ _ _ _ Ex) as (d' & h & F & Ed' & Et & _).
  assert (Eg : symbol_at T x = g) by (unfold symbol_at; now rewrite Et). cbn [map annotate class_of]. rewrite Eg, Ed, Ex, A.
  repeat split; reflexivity.
Qed.

Definition jstep (c : conf) (a : letter) (c' : conf) : Prop := exists r o x v g d h F u, In (r, o) D /\
  c = (rr_p r, x :: v) /\ find x (t_entry T) = Some (g, d, h, F) /\ lmatch ns (rr_h r) g /\ pushed T (rr_op r) g d = Some u /\
  a = action_spelt ats o (conf_spelt np F ats (rr_p r) (Some g)) /\ c' = (rr_q r, u ++ v).
Definition jidle (c : conf) (a : letter) (c' : conf) : Prop := c' = c /\ idle_letter np ns ats T (index_rules D) c = Some a.

Lemma next_conf_sound i c a c' : next_conf np ns ats T (index D xH (PM.empty _)) i c = Some (a, c') -> jstep c a c'.
Proof.
  unfold next_conf. destruct c as [p [|x v]]; [discriminate|]. cbn [fst snd].
  destruct (PM.find i _) as [[r o]|] eqn:F; [|discriminate]. apply index_In in F.
  destruct (Pos.eqb_spec p (rr_p r)) as [->|]; [|discriminate].
  destruct (find x (t_entry T)) as [[[[g d] h] F0]|] eqn:Ex; [|discriminate].
  destruct (cmatch ns (compile (rr_h r)) g) eqn:M; [|discriminate]. apply cmatch_iff in M.
  destruct (pushed T (rr_op r) g d) as [u|] eqn:Eu; [|discriminate]. intro E; inversion E; subst.
  exists r, o, x, v, g, d, h, F0, u. repeat (split; [assumption || reflexivity|]). reflexivity.
Qed.
Lemma jstep_lift v c a c' : jstep c a c' -> jstep (lift v c) a (lift v c').
Proof.
  intros (r & o & x & w & g & d & h & F & u & I & -> & Ex & M & Eu & -> & ->). exists r, o, x, (w ++ v), g, d, h, F, u.
  unfold lift; cbn. rewrite app_assoc. repeat (split; [assumption || reflexivity|]). reflexivity.
Qed.

Lemma jstep_plain c a c' : annotated (snd c) -> jstep c a c' \/ jidle c a c' ->
  spelt_step np ns D ats (plain T c) a (plain T c') /\ annotated (snd c').
Proof.
  intros An [J|(-> & J)].
  - destruct J as (r & o & x & v & g & d & h & F & u & I & -> & Ex & M & Eu & -> & ->). cbn [snd] in *.
    destruct (annotated_cons _ _ An) as (Av & d' & h' & F' & Ed & Ex' & Wh). rewrite Ex in Ex'.
    assert (Eg : symbol_at T x = g) by (unfold symbol_at; now rewrite Ex). rewrite Eg in Ex'.
    assert (Q1 : d' = d) by congruence. assert (Q2 : F' = F) by congruence. rewrite Q1 in Ed. rewrite Q2 in Wh. clear Ex' Q1 Q2.
    assert (K : map (symbol_at T) (u ++ v) = rresult (rr_op r) g ++ map (symbol_at T) v /\ annotated (u ++ v)).
    { destruct (rr_op r) as [|y|y z]; cbn [pushed] in Eu.
      - inversion Eu; subst u. split; [reflexivity|assumption].
      - destruct (symbol_of T (rget g y) (Some d)) as [x1|] eqn:E1; [|discriminate]. inversion Eu; subst u.
        destruct (annotated_push _ _ _ _ Av Ed E1) as (A1 & S1 & _). split; [cbn; now rewrite S1|exact A1].
      - destruct (symbol_of T (rget g z) (Some d)) as [x2|] eqn:E2; [|discriminate].
        destruct (symbol_of T (rget g y) (class_from T (Some x2))) as [x1|] eqn:E1; [|discriminate]. inversion Eu; subst u.
        destruct (annotated_push _ _ _ _ Av Ed E2) as (A2 & S2 & C2).
        destruct (symbol_of_entry _ _ _ _ E1) as (d1 & h1 & F1 & Ed1 & _). rewrite Ed1 in C2, E1.
        destruct (annotated_push _ _ _ _ A2 C2 E1) as (A1 & S1 & _). split; [cbn; now rewrite S1, S2|exact A1]. }
    destruct K as (K1 & K2). split; [|exact K2]. exists o. unfold plain. cbn [fst snd]. split.
    + left. rewrite K1. cbn [map]. rewrite Eg. now constructor.
    + pose proof (spelt_right np ns ats Rs C U l HR PU HC (rr_p r) (map (symbol_at T) (x :: v)) F o Wh) as S. cbn [map hd_error] in S.
      rewrite Eg in S. cbn [map]. rewrite Eg. exact S.
  - split; [|assumption]. exists None. destruct c as [p v]. unfold plain, idle_letter in *. cbn [fst snd] in *. destruct v as [|x v].
    + inversion J; subst. split; [right|exact (spelt_right np ns ats Rs C U l HR PU HC p [] _ None eq_refl)].
      split; [intros o c' S; inversion S|auto].
    + destruct (annotated_cons _ _ An) as (Av & d' & h' & F' & Ed & Ex & Wh). rewrite Ex in J.
      destruct (rules_at ns (index_rules D) p (symbol_at T x)) as [|r rs] eqn:Er; [|discriminate]. inversion J; subst. split.
      * right. split; [|auto]. intros o c' S. inversion S as [r o' g w I M E1 E2 E3]; subst.
        assert (X : In (r, o) (rules_at ns (index_rules D) (rr_p r) (symbol_at T x))) by (apply rules_at_spec; auto).
        rewrite Er in X. destruct X.
      * exact (spelt_right np ns ats Rs C U l HR PU HC p (map (symbol_at T) (x :: v)) F' None Wh).
Qed.

Lemma plain_run rho w f : annotated (snd (rho 0%nat)) -> run_of (fun c a c' => jstep c a c' \/ jidle c a c') rho w -> sat w 0%nat f ->
  run_of (spelt_step np ns D ats) (fun i => plain T (rho i)) w.
Proof.
  intros A0 R _ i. assert (G : annotated (snd (rho i))).
  { induction i as [|i IH]; [exact A0|]. exact (proj2 (jstep_plain _ _ _ IH (R i))). }
  exact (proj1 (jstep_plain _ _ _ G (R i))).
Qed.
End Sound.

Theorem check_pds_some_sound np ns D A1 ats f U C l c0 stem loop : check_pds_some np ns D A1 ats f U C l c0 stem loop = true ->
  exists rho w, rlang np ns A1 (rho 0%nat) /\ run_of (spelt_step np ns D ats) rho w /\ sat w 0%nat f.
Proof.
  unfold check_pds_some. destruct (set_readers ats) as [Rs|] eqn:HR; [|discriminate]. cbv zeta.
  set (C' := make_contents C). set (T := make_table ns Rs C' l).
  set (next := next_conf np ns ats T _).
  destruct (check_classes (pairset U) Rs C' T) eqn:HC; [|discriminate].
  rewrite stack_class_t_eq, plain_t_eq.
  destruct (stack_class T (snd c0)) as [c|] eqn:Sc; [|discriminate]. apply stack_class_spec in Sc.
  destruct (in_set np ns A1 (plain T c0)) eqn:HI; [|discriminate]. apply in_set_spec in HI.
  destruct (walk next stem c0 []) as [[us z]|] eqn:V0; [|discriminate].
  apply walk_visit in V0. destruct V0 as (s & V0 & Eu). cbn [rev app] in Eu. subst us.
  assert (Fin : forall rho w, rho 0%nat = c0 -> run_of (fun c a c' => jstep np ns D ats Rs C' l c a c' \/ jidle np ns D ats Rs C' l c a c') rho w ->
    sat w 0%nat f -> exists rho w, rlang np ns A1 (rho 0%nat) /\ run_of (spelt_step np ns D ats) rho w /\ sat w 0%nat f).
  { intros rho w E R S. exists (fun i => plain T (rho i)), w. rewrite E. split; [exact HI|]. split; [|exact S].
    apply (plain_run np ns D ats Rs C' (pairset U) l HR (proj2 (pairset_spec U)) HC rho w f); [now rewrite E|exact R|exact S]. }
  destruct loop as [t|].
  - destruct (snd z) as [|x u] eqn:Ez; [discriminate|].
    destruct (walk next t (fst z, [x]) []) as [[[|ay ak] [p' [|x' v]]]|] eqn:V1; try discriminate.
    destruct (Pos.eqb_spec (fst z) p') as [<-|]; [|discriminate]. destruct (Pos.eqb_spec x x') as [<-|]; [|discriminate].
    rewrite eval_long_eq. intro Ev. apply walk_visit in V1. destruct V1 as ([|y k] & V1 & Eu); cbn [rev app map] in Eu; inversion Eu; subst ay ak.
    pose proof (visit_sound (jstep np ns D ats Rs C' l) next (fun i c a c' => next_conf_sound np ns D ats Rs C' l i c a c')) as V.
    destruct (V _ _ _ _ V0 (snd y)) as (a0 & T0). destruct (V _ _ _ _ V1 (snd y)) as (a1 & T1).
    pose proof (trail_hd _ _ _ _ T1) as Ey. cbn in Ey. subst y.
    assert (Z : z = (fst z, x :: u)) by (rewrite <- Ez; apply surjective_pairing). rewrite Z in T0.
    destruct (labelled_lasso (jstep np ns D ats Rs C' l) (round v u) (fun k => jstep_lift np ns D ats Rs C' l _) f c0 a0 s
      (fst z, [x], a1) k (fst z, x :: v) T0 T1) as (rho & w & E & R & S); [|exact Ev|].
    + intro n. unfold round, lift; cbn. now rewrite <- app_assoc.
    + apply (Fin rho w E); [|exact S]. intro i. left. apply R.
  - destruct (idle_letter np ns ats T (index_rules D) z) as [a|] eqn:Ea; [|discriminate]. rewrite eval_long_eq. intro Ev.
    set (step2 := fun c a c' => jstep np ns D ats Rs C' l c a c' \/ jidle np ns D ats Rs C' l c a c').
    pose proof (visit_sound step2 next (fun i c a c' K => or_introl (next_conf_sound np ns D ats Rs C' l i c a c' K))) as V.
    destruct (V _ _ _ _ V0 a) as (a0 & T0).
    assert (T1 : trail (leaving step2) (z, a) [(z, a)] (z, a)).
    { econstructor; [|constructor]. right. split; [reflexivity|exact Ea]. }
    destruct (labelled_lasso step2 (fun _ s => s) (fun _ _ _ _ K => K) f c0 a0 s (z, a) [] z T0 T1 (fun _ => eq_refl) Ev)
      as (rho & w & E & R & S). exact (Fin rho w E R S).
Qed.
