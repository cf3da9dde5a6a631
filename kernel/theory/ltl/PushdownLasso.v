(* Pushdown lassos: a path from the initial configuration to some (p, g u), and a path from (p, g) to (p, g v) through an
   accepting location, repeated for ever on a growing stack. The paths are given in full, as numbers of rules; or
   derived: a path that pops a head may be exponentially long, so its summary is derived once and used as one edge. *)
From Coq Require Import List PArith Arith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Trace Buchi PushdownTrail Lasso LabelledRun.
Import ListNotations.

Fixpoint repeated (k : nat) (v : list positive) : list positive :=
  match k with 0 => [] | S k => v ++ repeated k v end.
(* a configuration of the loop in round k: the pushed v's, then what the stem left *)
Definition round (v u : list positive) (k : nat) (c : conf) : conf := lift (repeated k v ++ u) c.

Theorem pushdown_lasso D acc c0 p g u v l0 l1 :
  trail (step D) c0 l0 (p, g :: u) -> trail (step D) (p, [g]) l1 (p, g :: v) -> hits (accl acc) l1 ->
  exists rho, rho 0 = c0 /\ is_run (step D) rho /\ accepting (accl acc) rho.
Proof.
  intros T0 T1 H. destruct l1 as [|x l]; [destruct H as (s & [] & _)|].
  pose proof (trail_hd _ _ _ _ T1) as Ex. cbn in Ex. subst x.
  exists (lasso_run l0 l (p, [g]) (round v u)). split; [|split].
  - eapply lasso_run_0. exact T0.
  - eapply lasso_is_run; [exact T0|exact T1| |].
    + intros k a b S. now apply step_lift.
    + intro k. unfold round, lift; cbn. now rewrite <- app_assoc.
  - apply lasso_accepting; [|assumption]. intros k a A. exact A.
Qed.

(** * In full *)
Fixpoint replay_trail (ix : PM.t rule) (t : list positive) (c : conf) : option (list conf * conf) :=
  match t with
  | [] => Some ([], c)
  | i :: t => match PM.find i ix with
              | None => None
              | Some r => match fire r c with
                          | None => None
                          | Some c' => match replay_trail ix t c' with
                                       | None => None
                                       | Some (l, z) => Some (c :: l, z) end end end
  end.
Lemma replay_trail_sound D t : forall c l z, replay_trail (index D xH (PM.empty _)) t c = Some (l, z) ->
  trail (step D) c l z.
Proof.
  induction t as [|i t IH]; cbn [replay_trail]; intros c l z H; [inversion H; subst; constructor|].
  destruct (PM.find i _) as [r|] eqn:Er; [|discriminate]. destruct (fire r c) as [c1|] eqn:F; [|discriminate].
  destruct (replay_trail _ t c1) as [[l1 z1]|] eqn:V; [|discriminate]. inversion H; subst.
  eapply trail_cons; [|eauto]. apply step_fires. exists r. split; [exact (index_In _ _ _ Er)|now apply fire_fires].
Qed.

Definition check_pds_lasso (D : list rule) (acc : positive -> bool) (c0 : conf) (t0 t1 : list positive) : bool :=
  let ix := index D xH (PM.empty _) in
  match replay_trail ix t0 c0 with
  | Some (_, (p, g :: _)) =>
    match replay_trail ix t1 (p, [g]) with
    | Some (l, (p', g' :: _)) => Pos.eqb p p' && Pos.eqb g g' && existsb (fun c => acc (fst c)) l
    | _ => false
    end
  | _ => false
  end.

Theorem check_pds_lasso_sound D acc c0 t0 t1 : check_pds_lasso D acc c0 t0 t1 = true ->
  exists rho, rho 0 = c0 /\ is_run (step D) rho /\ accepting (accl acc) rho.
Proof.
  unfold check_pds_lasso.
  destruct (replay_trail _ t0 c0) as [[l0 [p [|g u]]]|] eqn:V0; try discriminate.
  destruct (replay_trail _ t1 (p, [g])) as [[l1 [p' [|g' v]]]|] eqn:V1; try discriminate.
  rewrite !andb_true_iff, !Pos.eqb_eq, existsb_exists. intros ((<- & <-) & H).
  apply replay_trail_sound in V0, V1. exact (pushdown_lasso D acc c0 p g u v l0 l1 V0 V1 H).
Qed.

(** * By derivation *)
(* a summary: the rule that starts it, the location between the two pops of a push, the location in which it ends *)
Record summary_entry := SEntry { s_rule : positive; s_mid : positive; s_tgt : positive }.
(* SM: summaries so far; SA: those through an accepting location. Says whether the new one is accepting *)
Definition summary_step (acc : positive -> bool) (SM SA : aut) (r : rule) (m q : positive) : option bool :=
  let a := acc (r_p r) in
  match r_op r with
  | Pop => if Pos.eqb q (r_q r) then Some a else None
  | Swap g => if tmem (r_q r, g, q) SM then Some (a || tmem (r_q r, g, q) SA) else None
  | Push g1 g2 => if tmem (r_q r, g1, m) SM && tmem (m, g2, q) SM
                  then Some (a || (tmem (r_q r, g1, m) SA || tmem (m, g2, q) SA)) else None
  end.
Fixpoint summaries (ix : PM.t rule) acc (l : list summary_entry) (SM SA : aut) : option (aut * aut) :=
  match l with
  | [] => Some (SM, SA)
  | e :: l =>
    match PM.find (s_rule e) ix with
    | None => None
    | Some r => match summary_step acc SM SA r (s_mid e) (s_tgt e) with
                | None => None
                | Some b => let t := (r_p r, r_g r, s_tgt e) in
                            summaries ix acc l (tadd t SM) (if b then tadd t SA else SA) end
    end
  end.

(* an edge between heads: a rule, and for a push the location in which its first symbol is popped, or None to go on with
   that symbol *)
Definition head_edge := (positive * option positive)%type.
Definition head_step (ix : PM.t rule) (acc : positive -> bool) (SM SA : aut) (p g : positive) (e : head_edge)
  : option (positive * positive * bool) :=
  match PM.find (fst e) ix with
  | None => None
  | Some r =>
    if Pos.eqb p (r_p r) && Pos.eqb g (r_g r) then
      match r_op r, snd e with
      | Swap g', None => Some (r_q r, g', acc p)
      | Push g1 _, None => Some (r_q r, g1, acc p)
      | Push g1 g2, Some m => if tmem (r_q r, g1, m) SM then Some (m, g2, acc p || tmem (r_q r, g1, m) SA) else None
      | _, _ => None
      end
    else None
  end.
Fixpoint head_walk ix acc SM SA (p g : positive) (b : bool) (l : list head_edge) : option (positive * positive * bool) :=
  match l with
  | [] => Some (p, g, b)
  | e :: l => match head_step ix acc SM SA p g e with
              | None => None
              | Some (p', g', b') => head_walk ix acc SM SA p' g' (b || b') l end
  end.
(* pops at the start of the stem, for an initial stack of several symbols *)
Fixpoint initial_pops (SM : aut) (p : positive) (w ms : list positive) {struct ms} : option (positive * list positive) :=
  match ms, w with
  | [], _ => Some (p, w)
  | m :: ms, g :: w => if tmem (p, g, m) SM then initial_pops SM m w ms else None
  | _, [] => None
  end.

Definition check_pds_lasso_derived (D : list rule) (acc : positive -> bool) (c0 : conf)
  (ents : list summary_entry) (ms : list positive) (stem loop : list head_edge) : bool :=
  let ix := index D xH (PM.empty _) in
  match summaries ix acc ents (PM.empty _) (PM.empty _) with
  | None => false
  | Some (SM, SA) =>
    match initial_pops SM (fst c0) (snd c0) ms with
    | Some (p0, g0 :: _) =>
      match head_walk ix acc SM SA p0 g0 false stem with
      | None => false
      | Some (p, g, _) =>
        match head_walk ix acc SM SA p g false loop with
        | None => false
        | Some (p', g', b) => Pos.eqb p p' && Pos.eqb g g' && b
        end
      end
    | _ => false
    end
  end.

Section Sound.
Variables (D : list rule) (acc : positive -> bool).
Let ix := index D xH (PM.empty _).
Notation hits := (hits (accl acc)).
Definition summarised (b : bool) (p g q : positive) : Prop := exists l, pops D p g l q /\ (b = true -> hits l).
Definition head_reach (b : bool) (p g p' g' : positive) : Prop :=
  exists l u, trail (step D) (p, [g]) l (p', g' :: u) /\ (b = true -> hits l).
Definition derived (SM SA : aut) : Prop :=
  (forall p g q, T_of SM (p, g, q) -> summarised false p g q) /\
  (forall p g q, T_of SA (p, g, q) -> summarised true p g q).

Lemma derived_get SM SA p g q : derived SM SA -> tmem (p, g, q) SM = true -> summarised (tmem (p, g, q) SA) p g q.
Proof. intros (I1 & I2) H. destruct (tmem (p, g, q) SA) eqn:E; [apply I2, E|apply I1, H]. Qed.

Lemma summary_step_sound SM SA r m q b : derived SM SA -> In r D -> summary_step acc SM SA r m q = Some b ->
  summarised b (r_p r) (r_g r) q.
Proof.
  intros I Ir H. unfold summary_step in H. destruct (r_op r) as [|g|g1 g2] eqn:O.
  - destruct (Pos.eqb_spec q (r_q r)); [subst|discriminate]. inversion H; subst.
    exists [(r_p r, [r_g r])]. split; [now apply pops_pop|]. intro E. apply hits_cons. now left.
  - destruct (tmem (r_q r, g, q) SM) eqn:E; [|discriminate]. apply (derived_get _ _ _ _ _ I) in E.
    destruct E as (l & P & Hl). inversion H; subst. eexists. split; [eapply pops_swap; eauto|].
    rewrite orb_true_iff, hits_cons. intros [E|E]; auto.
  - destruct (tmem (r_q r, g1, m) SM) eqn:E1; [|discriminate]. destruct (tmem (m, g2, q) SM) eqn:E2; [|discriminate].
    apply (derived_get _ _ _ _ _ I) in E1, E2. destruct E1 as (l1 & P1 & H1), E2 as (l2 & P2 & H2).
    cbn [andb] in H. inversion H; subst. eexists. split; [eapply pops_push; eauto|].
    rewrite !orb_true_iff, hits_cons, hits_app, hits_lift. intros [E|[E|E]]; auto.
Qed.

Lemma summaries_sound l : forall SM SA SM' SA', derived SM SA -> summaries ix acc l SM SA = Some (SM', SA') ->
  derived SM' SA'.
Proof.
  induction l as [|e l IH]; cbn [summaries]; intros SM SA SM' SA' I H; [inversion H; subst; assumption|].
  destruct (PM.find (s_rule e) ix) as [r|] eqn:F; [|discriminate].
  destruct (summary_step acc SM SA r (s_mid e) (s_tgt e)) as [b|] eqn:J; [|discriminate].
  apply (summary_step_sound _ _ _ _ _ _ I (index_In _ _ _ F)) in J. cbv zeta in H. apply IH in H; [assumption|].
  destruct I as (I1 & I2). split; intros p g q Ht.
  - apply tmem_tadd in Ht. destruct Ht as [Ht|Ht]; [|apply I1, Ht]. inversion Ht; subst.
    destruct J as (l' & P & _). exists l'. split; [assumption|discriminate].
  - destruct b; [|apply I2, Ht].
    apply tmem_tadd in Ht. destruct Ht as [Ht|Ht]; [inversion Ht; subst; exact J|apply I2, Ht].
Qed.

Lemma head_step_sound SM SA p g e p' g' b : derived SM SA -> head_step ix acc SM SA p g e = Some (p', g', b) ->
  head_reach b p g p' g'.
Proof.
  intros I H. unfold head_step in H. destruct (PM.find (fst e) ix) as [r|] eqn:F; [|discriminate].
  destruct (Pos.eqb_spec p (r_p r)); [subst p|discriminate].
  destruct (Pos.eqb_spec g (r_g r)); [subst g|discriminate]. cbn [andb] in H.
  pose proof (rule_step D r (index_In _ _ _ F)) as S.
  assert (Here : forall l, acc (r_p r) = true -> hits ((r_p r, [r_g r]) :: l)) by (intros; apply hits_cons; now left).
  destruct (r_op r) as [|h|g1 g2]; cbn [lbl] in S; [discriminate| |]; destruct (snd e) as [m|]; try discriminate.
  - inversion H; subst. exists [(r_p r, [r_g r])], []. split; [eapply trail_cons; [exact S|constructor]|auto].
  - destruct (tmem (r_q r, g1, m) SM) eqn:E; [|discriminate]. apply (derived_get _ _ _ _ _ I) in E.
    destruct E as (l & T & Hl). inversion H; subst. exists ((r_p r, [r_g r]) :: map (lift [g']) l), []. split.
    + eapply trail_cons; [exact S|]. exact (trail_lift D [g'] _ _ _ T).
    + rewrite orb_true_iff. intros [E|E]; [auto|]. apply hits_cons. right. apply hits_lift. auto.
  - inversion H; subst. exists [(r_p r, [r_g r])], [g2]. split; [eapply trail_cons; [exact S|constructor]|auto].
Qed.

Lemma head_reach_trans b b' p g q h s k : head_reach b p g q h -> head_reach b' q h s k -> head_reach (b || b') p g s k.
Proof.
  intros (l & u & T & H) (l' & u' & T' & H'). exists (l ++ map (lift u) l'), (u' ++ u). split.
  - eapply trail_app; [exact T|]. exact (trail_lift D u _ _ _ T').
  - rewrite orb_true_iff, hits_app, hits_lift. intros [E|E]; auto.
Qed.
Lemma head_walk_sound SM SA l : derived SM SA -> forall p0 g0 p g b p' g' b', head_reach b p0 g0 p g ->
  head_walk ix acc SM SA p g b l = Some (p', g', b') -> head_reach b' p0 g0 p' g'.
Proof.
  intros I; induction l as [|e l IH]; cbn [head_walk]; intros p0 g0 p g b p' g' b' R H; [inversion H; subst; assumption|].
  destruct (head_step ix acc SM SA p g e) as [[[p1 g1] b1]|] eqn:E; [|discriminate].
  apply (head_step_sound _ _ _ _ _ _ _ _ I) in E. eapply IH; [|exact H]. eapply head_reach_trans; eauto.
Qed.
Lemma head_reach_refl p g : head_reach false p g p g.
Proof. exists [], []. split; [constructor|discriminate]. Qed.

Lemma initial_pops_sound SM SA ms : derived SM SA -> forall p w p' w', initial_pops SM p w ms = Some (p', w') ->
  exists l, trail (step D) (p, w) l (p', w').
Proof.
  intros I; induction ms as [|m ms IH]; cbn [initial_pops]; intros p w p' w' H.
  - inversion H; subst. exists []. constructor.
  - destruct w as [|g w]; [discriminate|]. destruct (tmem (p, g, m) SM) eqn:E; [|discriminate].
    apply (proj1 I) in E. destruct E as (l & T & _). apply IH in H. destruct H as (l' & T').
    exists (map (lift w) l ++ l'). eapply trail_app; [exact (trail_lift D w _ _ _ T)|exact T'].
Qed.
End Sound.

Theorem check_pds_lasso_derived_sound D acc c0 ents ms stem loop :
  check_pds_lasso_derived D acc c0 ents ms stem loop = true ->
  exists rho, rho 0 = c0 /\ is_run (step D) rho /\ accepting (accl acc) rho.
Proof.
  unfold check_pds_lasso_derived. intro H.
  destruct (summaries _ acc ents _ _) as [[SM SA]|] eqn:ES; [|discriminate].
  assert (I : derived D acc SM SA).
  { eapply summaries_sound; [|exact ES]. split; intros p g q Ht; exfalso; exact (proj1 (tmem_empty _) Ht). }
  destruct (initial_pops SM _ _ ms) as [[p0 [|g0 w]]|] eqn:EP; try discriminate.
  destruct (head_walk _ acc SM SA p0 g0 false stem) as [[[p g] b0]|] eqn:E0; [|discriminate].
  destruct (head_walk _ acc SM SA p g false loop) as [[[p' g'] b]|] eqn:E1; [|discriminate].
  rewrite !andb_true_iff, !Pos.eqb_eq in H. destruct H as ((<- & <-) & ->).
  apply (initial_pops_sound D acc SM SA ms I) in EP. destruct EP as (l & T).
  apply (head_walk_sound D acc SM SA stem I _ _ _ _ _ _ _ _ (head_reach_refl D acc p0 g0)) in E0.
  apply (head_walk_sound D acc SM SA loop I _ _ _ _ _ _ _ _ (head_reach_refl D acc p g)) in E1.
  destruct E0 as (l0 & u & T0 & _), E1 as (l1 & v & T1 & H1).
  apply (pushdown_lasso D acc c0 p g (u ++ w) v (l ++ map (lift w) l0) l1); auto.
  destruct c0 as [pc wc]. eapply trail_app; [exact T|]. exact (trail_lift D w _ _ _ T0).
Qed.

(** * From a regular set of initial configurations *)
Lemma initial_run np A1 (P : (nat -> conf) -> Prop) c0 : accepts np A1 c0 = true ->
  (exists rho, rho 0 = c0 /\ P rho) -> exists rho, langP np A1 (rho 0) /\ P rho.
Proof. intros A (rho & E & H). exists rho. split; [rewrite E; now apply accepts_spec|exact H]. Qed.

Definition check_pds_lasso_from np D (A1 : paut) acc c0 t0 t1 : bool :=
  accepts np A1 c0 && check_pds_lasso D acc c0 t0 t1.
Theorem check_pds_lasso_from_sound np D A1 acc c0 t0 t1 : check_pds_lasso_from np D A1 acc c0 t0 t1 = true ->
  exists rho, langP np A1 (rho 0) /\ is_run (step D) rho /\ accepting (accl acc) rho.
Proof. intro H. apply andb_true_iff in H. destruct H as (H1 & H2). eapply initial_run, check_pds_lasso_sound; eauto. Qed.

Definition check_pds_lasso_derived_from np D (A1 : paut) acc c0 ents ms stem loop : bool :=
  accepts np A1 c0 && check_pds_lasso_derived D acc c0 ents ms stem loop.
Theorem check_pds_lasso_derived_from_sound np D A1 acc c0 ents ms stem loop :
  check_pds_lasso_derived_from np D A1 acc c0 ents ms stem loop = true ->
  exists rho, langP np A1 (rho 0) /\ is_run (step D) rho /\ accepting (accl acc) rho.
Proof. intro H. apply andb_true_iff in H. destruct H as (H1 & H2). eapply initial_run, check_pds_lasso_derived_sound; eauto. Qed.
