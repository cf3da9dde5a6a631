(* Derivations: evidence for reachability as a list of derived transitions of the pre* automaton. An entry (i, m, q)
   derives the transition (p, g, q) from rule number i : (p, g) -> (p', w) and a path p' -w->* q, through m for a
   push, of transitions that were derived earlier or belong to the final automaton A2. States are tagged: xO p is the
   control location p, xI q the state q of A2; so edges of A2 may enter states that rules start from. *)
From Coq Require Import List PArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Trace.
Import ListNotations.

(** * What a transition of the tagged automaton means *)
Section Meaning.
Variables (D : list rule) (T : trans -> Prop).

(* between control locations: the run pops w; from a location into A2: some configuration that (p, w) reaches is
   read by A2; inside A2: w is read *)
Definition dgood (s : positive) (w : list positive) (t : positive) : Prop :=
  match s, t with
  | xO p, xO p' => steps D (p, w) (p', [])
  | xO p, xI q => exists p' w', steps D (p, w) (p', w') /\ path T p' w' q
  | xI s, xI q => path T s w q
  | _, _ => False
  end.

Lemma dgood_comp s u m v t : dgood s u m -> dgood m v t -> dgood s (u ++ v) t.
Proof.
  destruct s as [s|s|], m as [m|m|], t as [t|t|]; cbn; try tauto.
  - intros P1 P2. eapply path_app; eauto.
  - intros (p' & w' & S1 & P1) P2. exists p', (w' ++ v). split.
    + exact (steps_app _ _ _ S1 v).
    + eapply path_app; eauto.
  - intros S1 (p' & w' & S2 & P). exists p', w'. split; [|assumption].
    eapply steps_trans; [|exact S2]. exact (steps_app _ _ _ S1 v).
  - intros S1 S2. eapply steps_trans; [|exact S2]. exact (steps_app _ _ _ S1 v).
Qed.

Lemma dgood_rule r q : In r D -> dgood (xO (r_q r)) (lbl (r_op r)) q -> dgood (xO (r_p r)) [r_g r] q.
Proof.
  intro I.
  assert (S1 : step D (r_p r, [r_g r]) (r_q r, lbl (r_op r))).
  { rewrite <- (app_nil_r (lbl (r_op r))). now apply (step_intro D r []). }
  destruct q as [q|q|]; cbn; [|eauto using steps_cons|tauto].
  intros (p' & w' & S & P). eauto using steps_cons.
Qed.
End Meaning.

(** * The checker *)
(* is t an edge of A2 (from the initial copy or inside), or a derived transition? *)
Definition dmem (A M : aut) (t : trans) : bool :=
  match t with
  | (xI s, g, xI q) => tmem (s, g, q) A
  | (xO s, g, xI q) => tmem (s, g, q) A || tmem t M
  | _ => tmem t M
  end.

Record dent := Dent { d_rule : positive; d_mid : positive; d_tgt : positive }.

Definition just (A M : aut) (r : rule) (m q : positive) : bool :=
  match r_op r with
  | Pop => Pos.eqb q (xO (r_q r))
  | Swap g => dmem A M (xO (r_q r), g, q)
  | Push g1 g2 => dmem A M (xO (r_q r), g1, m) && dmem A M (m, g2, q)
  end.

Fixpoint derive (ix : PM.t rule) (A : aut) (l : list dent) (M : aut) : option aut :=
  match l with
  | [] => Some M
  | e :: l =>
    match PM.find (d_rule e) ix with
    | None => None
    | Some r => if just A M r (d_mid e) (d_tgt e)
                then derive ix A l (tadd (xO (r_p r), r_g r, d_tgt e) M) else None
    end
  end.

(* the witness: a path of the product of A1 and the derived automaton, as (symbol, state of A1, tagged state) *)
Fixpoint wpath (A1 A M : aut) (s1 s2 : positive) (l : list (positive * positive * positive))
  : option (positive * positive) :=
  match l with
  | [] => Some (s1, s2)
  | (g, t1, t2) :: l =>
    if tmem (s1, g, t1) A1 && dmem A M (s2, g, t2) then wpath A1 A M t1 t2 l else None
  end.
Definition wword (l : list (positive * positive * positive)) : list positive := map (fun x => fst (fst x)) l.
Definition untag (s : positive) : positive := match s with xO p => p | xI q => q | xH => xH end.
Definition tagged (s : positive) : bool := match s with xH => false | _ => true end.

Definition check_derive np (D : list rule) (A1 A2 : paut) (l : list dent)
  (p : positive) (w : list (positive * positive * positive)) : bool :=
  forallb (fun r => ctlb np (r_q r)) D && ctlb np p &&
  let A := build (tr A2) in
  match derive (numbered D) A l (PM.empty _) with
  | None => false
  | Some M =>
    match wpath (build (tr A1)) A M p (xO p) w with
    | None => false
    | Some (f1, f2) => tagged f2 && PS.mem f1 (buildset (fin A1)) && PS.mem (untag f2) (buildset (fin A2))
    end
  end.

(** * Soundness *)
Section Sound.
Variables (D : list rule) (A : aut).
Definition dinv M := forall s g q, T_of M (s, g, q) -> dgood D (T_of A) s [g] q.

Lemma dinv_empty : dinv (PM.empty _).
Proof. intros s g q Ht. exfalso. exact (proj1 (tmem_empty _) Ht). Qed.

Lemma dmem_good M s g q : dinv M -> dmem A M (s, g, q) = true -> dgood D (T_of A) s [g] q.
Proof.
  intros I H.
  destruct s as [s|s|], q as [q|q|]; cbn in H; try (apply I; exact H).
  - cbn. econstructor; [exact H|constructor].
  - apply orb_true_iff in H. destruct H as [H|H]; [|apply I; exact H].
    cbn. exists s, [g]. split; [constructor|]. econstructor; [exact H|constructor].
Qed.

Lemma just_good M r m q : dinv M -> In r D -> just A M r m q = true ->
  dgood D (T_of A) (xO (r_p r)) [r_g r] q.
Proof.
  intros I Ir H. apply dgood_rule; [assumption|]. unfold just in H.
  destruct (r_op r) as [|g|g1 g2]; cbn [lbl].
  - apply Pos.eqb_eq in H. subst. cbn. constructor.
  - eapply dmem_good; eauto.
  - apply andb_true_iff in H. destruct H as (H1 & H2).
    apply (dgood_comp D (T_of A) _ [g1] m [g2] q); eapply dmem_good; eauto.
Qed.

Lemma derive_good ix l : (forall i r, PM.find i ix = Some r -> In r D) ->
  forall M M', dinv M -> derive ix A l M = Some M' -> dinv M'.
Proof.
  intros HD; induction l as [|e l IH]; cbn [derive]; intros M M' I E; [inversion E; subst; assumption|].
  destruct (PM.find (d_rule e) ix) as [r|] eqn:F; [|discriminate].
  destruct (just A M r (d_mid e) (d_tgt e)) eqn:J; [|discriminate].
  apply IH in E; [assumption|]. intros s g q Ht. apply tmem_tadd in Ht.
  destruct Ht as [Ht|Ht]; [|apply I, Ht]. inversion Ht; subst.
  eapply just_good; eauto.
Qed.

Lemma wpath_good A1 M l : dinv M -> forall s1 s2 f1 f2, wpath A1 A M s1 s2 l = Some (f1, f2) ->
  path (T_of A1) s1 (wword l) f1 /\ (tagged s2 = true -> dgood D (T_of A) s2 (wword l) f2).
Proof.
  intros I; induction l as [|[[g t1] t2] l IH]; cbn [wpath wword map fst]; intros s1 s2 f1 f2 E.
  - inversion E; subst. split; [constructor|]. destruct f2; cbn; try discriminate; constructor.
  - destruct (tmem (s1, g, t1) A1) eqn:E1; [|discriminate].
    destruct (dmem A M (s2, g, t2)) eqn:E2; [|discriminate].
    cbn [andb] in E. apply IH in E. destruct E as (P1 & P2). split; [econstructor; eauto|].
    intros _. pose proof (dmem_good M _ _ _ I E2) as G.
    apply (dgood_comp D (T_of A) s2 [g] t2 (wword l) f2 G). apply P2.
    destruct t2 as [t2|t2|]; [reflexivity|reflexivity|]. destruct s2; cbn in G; tauto.
Qed.
End Sound.

Lemma path_build l s w q : path (T_of (build l)) s w q <-> path (fun t => In t l) s w q.
Proof. split; apply path_mono; intro t; apply build_spec. Qed.

(* the configuration (p, word of the witness) belongs to L(A1) and reaches L(A2) *)
Theorem check_derive_conf np D A1 A2 l p w :
  check_derive np D A1 A2 l p w = true ->
  langP np A1 (p, wword w) /\ exists c2, steps D (p, wword w) c2 /\ langP np A2 c2.
Proof.
  unfold check_derive. rewrite !andb_true_iff, forallb_forall. intros ((HC & Cp) & H).
  set (A := build (tr A2)) in *.
  destruct (derive _ A l _) as [M|] eqn:ED; [|discriminate].
  destruct (wpath _ A M p (xO p) w) as [[f1 f2]|] eqn:EW; [|discriminate].
  rewrite !andb_true_iff, !PS.mem_spec, !buildset_spec in H. destruct H as ((Tg & F1) & F2).
  assert (I : dinv D A M) by (eapply derive_good; [apply numbered_sound|apply dinv_empty|exact ED]).
  destruct (wpath_good D A _ M w I _ _ _ _ EW) as (P1 & P2). specialize (P2 eq_refl).
  assert (Cs : forall c, steps D (p, wword w) c -> ctl np (fst c)).
  { intros c S. exact (steps_ctl D (ctl np) HC _ _ S Cp). }
  split.
  - split; [exact Cp|]. exists f1. split; [assumption|]. now apply path_build.
  - destruct f2 as [q|q|]; cbn in P2, F2; [| |discriminate].
    + destruct P2 as (p' & w' & S & P). exists (p', w'). split; [exact S|]. split; [exact (Cs _ S)|].
      exists q. split; [assumption|]. now apply path_build.
    + exists (q, []). split; [exact P2|]. split; [exact (Cs _ P2)|].
      exists q. split; [assumption|constructor].
Qed.

Theorem check_derive_sound np D A1 A2 l p w :
  check_derive np D A1 A2 l p w = true -> reachable D (langP np A1) (langP np A2).
Proof.
  intro H. apply check_derive_conf in H. destruct H as (H1 & c2 & S & H2). exists (p, wword w), c2. auto.
Qed.
