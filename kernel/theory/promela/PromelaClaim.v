(* Never claims: section 15 of the notes. A claim is the body of a process that only looks: tests, assertions and jumps, without
   variables, unless and d_steps. It moves first, then the system makes a step, and so on; where the system has come to its end
   the claim goes on alone. One move of it is a whole atomic sequence. *)
From Coq Require Import List PArith NArith ZArith Bool Lia MSetPositive.
From Custos Require Import Automaton Ltl Buchi LabelledRun Translation CheckTranslation Stutter Formula Property FiniteModel Unfold
  PromelaSyntax PromelaPoints Promela PromelaModel PromelaUnfold.
Import ListNotations.

(** * What a claim does *)
Section Meaning.
Variables (G : program) (c : code) (accepts : list positive).   (* accepts: its labels that begin with accept *)

(* One statement, on state s: where it leads, and whether the claim goes on from there on the same state; None: an assertion
   fails. 'some': an earlier one could be executed. *)
Definition look (s : pstate) (some : bool) (m : move) : list (outcome (option (point * bool))) :=
  let next := Val (Some (target_of c m)) in
  let value e (f : Z -> list (outcome (option (point * bool)))) :=
    match atom_value G (codes_of G) s e with Val z => f z | Bad e => [Bad e] | Unknown => [Unknown] end in
  match m with
  | Pass _ => [next]
  | Die => [Unknown]
  | Execute n =>
    match option_map e_kind (find_entry (k_table c) n) with
    | Some (KBasic ASkip) => [next]
    | Some (KBasic (ATest e)) => value e (fun z => if is_true z then [next] else [])
    | Some (KBasic AElse) => if some then [] else [next]
    | Some (KBasic (AAssert e)) => value e (fun z => if is_true z then [next] else [Val None])
    | _ => [Unknown]
    end
  end.
Fixpoint looks (s : pstate) (l : list (move * option positive)) (some : bool) : list (outcome (option (point * bool))) :=
  match l with
  | [] => []
  | (_, Some _) :: _ => [Unknown]
  | (m, None) :: l => match look s some m with [] => looks s l some | r => r ++ looks s l true end
  end.
Definition claim_moves (s : pstate) (p : point) := looks s (moves_at c p) false.
(* One move of the claim; None: an assertion of it fails. In an atomic sequence that blocks it stays. *)
Inductive claim_step (s : pstate) (p : point) : option point -> Prop :=
| claim_fails : In (Val None) (claim_moves s p) -> claim_step s p None
| claim_rests q : In (Val (Some (q, false))) (claim_moves s p) -> claim_step s p (Some q)
| claim_blocks q : In (Val (Some (q, true))) (claim_moves s p) -> claim_moves s q = [] -> claim_step s p (Some q)
| claim_goes_on q r : In (Val (Some (q, true))) (claim_moves s p) -> claim_step s q r -> claim_step s p r.
(* At its closing brace, or where an assertion of it fails, the claim is violated. *)
Definition is_violation (r : option point) : bool := match r with None | Some End => true | _ => false end.
Definition accepting (p : point) : bool := existsb (stands_at c p) accepts.

(* a run of the system, as far as n, with the places of the claim *)
Definition follows_to (n : nat) (rho : nat -> pstate) (places : nat -> point) : Prop :=
  pml_initial G (codes_of G) = Val (rho 0) /\ places 0 = k_start c /\
  forall i, i < n -> stutters (any_step G) (rho i) (rho (S i)) /\ claim_step (rho i) (places i) (Some (places (S i))).
(* No run comes to a violation; on none that the claim follows for ever it is accepting again and again. *)
Definition claim_holds : Prop :=
  (forall n rho places, follows_to n rho places -> forall r, claim_step (rho n) (places n) r -> is_violation r = false) /\
  (forall rho places, (forall n, follows_to n rho places) -> ~ forall i, exists j, i <= j /\ accepting (places j) = true).
End Meaning.

(** * The check *)
Section Check.
Variables (G : program) (limit : nat) (c : code) (accepts : list positive).

Fixpoint claim_ends (fuel : nat) (s : pstate) (p : point) : list (outcome (option point)) :=
  match fuel with
  | O => [Unknown]
  | S fuel => flat_map (fun o => match o with
      | Val None => [Val None]
      | Val (Some (q, false)) => [Val (Some q)]
      | Val (Some (q, true)) => match claim_moves G c s q with [] => [Unknown] | _ => claim_ends fuel s q end
      | Bad f => [Bad f]
      | Unknown => [Unknown] end) (claim_moves G c s p)
  end.
(* The system and where the claim is; None: it could not move, and follows this run no more. *)
Definition both := (pstate * option point)%type.
Definition same_place (a b : option point) : bool :=
  match a, b with Some p, Some q => same_point p q | None, None => true | _, _ => false end.
Definition same_both (x y : both) : bool := same_pstate (fst x) (fst y) && same_place (snd x) (snd y).
Lemma same_both_eq x y : same_both x y = true -> x = y.
Proof.
  destruct x as [s p], y as [t q]. unfold same_both. cbn [fst snd]. rewrite andb_true_iff. intros (S & P).
  apply same_pstate_eq in S. subst t. destruct p, q; cbn [same_place] in P; try discriminate; [|reflexivity].
  apply same_point_eq in P. now subst.
Qed.
Definition claim_next (y : both) : option (list (option positive * both)) :=
  let (s, place) := y in
  match place with
  | None => Some [(None, y)]
  | Some p =>
    match all_known (claim_ends limit s p), all_known (pml_ends G (codes_of G) limit s) with
    | Some places, Some l =>
      let states := match l with [] => [s] | _ => map fst l end in
      if existsb is_violation places then None else
      Some (match places with
            | [] => [(None, (s, None))]
            | _ => flat_map (fun q => map (fun t => (None, (t, q))) states) places end)
    | _, _ => None
    end
  end.
Definition claim_label (y : both) : option letter :=
  Some (match snd y with Some p => if accepting c accepts p then PS.add 1%positive PS.empty else PS.empty | None => PS.empty end).
Definition claim_model (start : pstate) : model both :=
  Model [(start, Some (k_start c))] claim_next claim_label (fun _ => 1%positive) same_both same_both_eq.
(* from some time on never accepting *)
Definition claim_formula : raw := FFinally (FGlobally (FNot (FAtom 1))).

Lemma claim_ends_complete fuel : forall s p r, ~ In Unknown (claim_ends fuel s p) -> claim_step G c s p r -> In (Val r) (claim_ends fuel s p).
Proof.
  induction fuel as [|fuel IH]; intros s p r N S; [exfalso; apply N; now left|].
  cbn [claim_ends] in *. rewrite in_flat_map in N. rewrite in_flat_map.
  destruct S as [I|q I|q I B|q r I S].
  - exists (Val None). split; [exact I|now left].
  - exists (Val (Some (q, false))). split; [exact I|now left].
  - exfalso. apply N. exists (Val (Some (q, true))). split; [exact I|]. rewrite B. now left.
  - exists (Val (Some (q, true))). split; [exact I|]. destruct (claim_moves G c s q) as [|o l] eqn:E.
    + exfalso. apply N. exists (Val (Some (q, true))). split; [exact I|]. rewrite E. now left.
    + apply IH; [|exact S]. intro U. apply N. exists (Val (Some (q, true))). split; [exact I|]. now rewrite E.
Qed.
Lemma all_known_in {A} (l : list (outcome A)) k : all_known l = Some k -> ~ In Unknown l /\ forall y, In (Val y) l -> In y k.
Proof.
  intro E. rewrite (all_known_spec _ _ E). split.
  - intro I. apply in_map_iff in I. destruct I as (y & D & _). discriminate.
  - intros y I. apply in_map_iff in I. destruct I as (z & D & J). now inversion D; subst.
Qed.
Lemma claim_next_step s p l : claim_next (s, Some p) = Some l ->
  (forall r, claim_step G c s p r -> is_violation r = false) /\
  forall t q, stutters (any_step G) s t -> claim_step G c s p (Some q) -> In (None, (t, Some q)) l.
Proof.
  cbn [claim_next]. destruct (all_known (claim_ends limit s p)) as [places|] eqn:P; [|discriminate].
  destruct (all_known (pml_ends G (codes_of G) limit s)) as [k|] eqn:E; [|discriminate].
  destruct (existsb is_violation places) eqn:V; [discriminate|]. intro H. inversion H; subst l; clear H.
  apply all_known_in in P. destruct P as (N & P). destruct (known_next G limit s k E) as (_ & R).
  assert (A : forall r, claim_step G c s p r -> In r places) by (intros r S; apply P; now apply claim_ends_complete).
  split.
  - intros r S. apply A in S. destruct (is_violation r) eqn:B; [|reflexivity]. rewrite <- V. symmetry. apply existsb_exists. eauto.
  - intros t q T S. apply A in S. destruct places as [|x places]; [destruct S|]. apply in_flat_map. exists (Some q). split; [exact S|].
    apply in_map_iff. exists t. split; [reflexivity|]. destruct T as [(b & T)|(D & ->)].
    + apply R in T. destruct k as [|y k]; [destruct T|]. apply in_map_iff. exists (t, b). now split.
    + destruct k as [|[u b] k]; [now left|]. exfalso. apply (D u). exists b. apply R. now left.
Qed.

Section Unfold.
Context {Num : Type} (first : Num) (after : Num -> Num) (below : Num -> Num -> bool).
Definition pml_check_claim (number : both -> Num) (state : Num -> both) (most : positive)
    (rank : Num -> positive -> option positive) (pr : proof) : bool :=
  match pml_initial G (codes_of G) with
  | Val s => unfolds_safely (claim_model s) first after below number state most &&
             check_unfolded (claim_model s) first after below number state most rank claim_formula pr
  | _ => false
  end.

Hypothesis nothing_below : forall j, below j first = false.
Hypothesis below_after : forall j k, below j (after k) = true -> j = k \/ below j k = true.
Hypothesis below_trans : forall i j k, below i j = true -> below j k = true -> below i k = true.

Theorem pml_claim_holds number state most rank pr : pml_check_claim number state most rank pr = true -> claim_holds G c accepts.
Proof.
  unfold pml_check_claim. destruct (pml_initial G (codes_of G)) as [start| |] eqn:E; [|discriminate..].
  rewrite andb_true_iff. intros (S & H). set (M := claim_model start) in *.
  apply unfolds_safely_sound in S; [|assumption..].
  assert (R : forall n rho places, follows_to G c n rho places -> mreachable M (rho n, Some (places n))).
  { induction n as [|n IH]; intros rho places (I & P & F).
    - apply reach_init. rewrite E in I. inversion I; subst. rewrite P. now left.
    - destruct (F n (Nat.lt_succ_diag_r n)) as (T & C).
      assert (B : mreachable M (rho n, Some (places n))) by (apply IH; split; [exact I|split; [exact P|intros i L; apply F; lia]]).
      destruct (m_next M (rho n, Some (places n))) as [l|] eqn:N; [|now apply S in B].
      eapply reach_step; [exact B|]. exists l, None. split; [exact N|]. split; [|reflexivity].
      exact (proj2 (claim_next_step _ _ _ N) _ _ T C). }
  split.
  - intros n rho places F r C. apply R in F. destruct (m_next M (rho n, Some (places n))) as [l|] eqn:N; [|now apply S in F].
    exact (proj1 (claim_next_step _ _ _ N) r C).
  - intros rho places F O. set (run := fun i => (rho i, Some (places i)) : both).
    apply (check_unfolded_loose M first after below number state nothing_below below_after below_trans most rank claim_formula pr H run
      (fun i => idle M (run i))).
    + destruct (F 0) as (I & P & _). left. unfold run. rewrite E in I. inversion I; subst. now rewrite P.
    + intro i. left. left. pose proof (R i rho places (F i)) as B. destruct (F (Datatypes.S i)) as (_ & _ & T).
      destruct (T i (Nat.lt_succ_diag_r i)) as (T1 & C). fold (run i) in B.
      destruct (m_next M (run i)) as [l|] eqn:N; [|now apply S in B].
      exists l, None. split; [exact N|]. split; [|reflexivity]. exact (proj2 (claim_next_step _ _ _ N) _ _ T1 C).
    + cbn [rsat claim_formula]. intros (j & _ & X). destruct (O j) as (k & L & A). apply X. exists k. split; [exact L|].
      intro Y. apply Y. unfold idle, run. cbn [M claim_model m_label claim_label snd]. rewrite A. apply PS.add_spec. now left.
Qed.
End Unfold.
End Check.
