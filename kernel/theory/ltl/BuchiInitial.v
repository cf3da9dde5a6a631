(* Büchi emptiness of a pushdown system from a regular set L(A1) of initial configurations: the certificate of
   BuchiPushdown.v and, instead of one initial head, a set R of pairs (state of A1, location): (p, p) for each initial
   location; if (s, p) is in R and A1 has s -g-> t then the head (p, g) is ranked, and (t, q) is in R for every summary
   (p, g, q). *)
From Coq Require Import List PArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Backward Buchi PushdownTrail BuchiPushdown.
Import ListNotations.

Theorem pushdown_empty_from D acc Sm Sma Hd num (T1 : trans -> Prop) (R : positive -> positive -> Prop) :
  head_ranks D acc Sm Sma Hd num ->
  (forall s p g t, R s p -> T1 (s, g, t) -> Hd p g) ->
  (forall s p g t q, R s p -> T1 (s, g, t) -> Sm (p, g, q) -> R t q) ->
  forall s w f p, path T1 s w f -> R s p -> ~ fair (step D) (accl acc) (p, w).
Proof.
  intros C RH RS s w f p P Hr (V & HV & v).
  assert (G : forall l z, trail (step D) (p, w) l z -> V z -> False); [|apply (G [] (p, w)); [constructor|assumption]].
  clear v. revert p Hr. induction P as [s|s g t w u Ht P IH]; intros p Hr l z T v.
  - apply trail_stuck in T. destruct T as (_ & ->). exact (not_stuck D acc V HV p v).
  - assert (N : ~ exists l' z', trail (step D) z l' z' /\ V z' /\ popped D p g w (l ++ l') z').
    { intros (l' & z' & T' & v' & q & l1 & l2 & _ & Pq & T2). apply (IH q) with (l := l2) (z := z'); auto.
      eapply RS; eauto. apply (summary D acc Sm Sma Hd num C _ l1 p g q (le_n _)); eauto. }
    apply (settled_empty D acc Sm Sma Hd num C V HV p g w l z); [|assumption].
    split; [assumption|]. split; [eauto|]. intros l' z' T' v' Pp. apply N. eauto.
Qed.

Definition check_initial (A1 : paut) (SM : aut) (N : head_map) (R : aut) : bool :=
  forallb (fun t => let '(s, g, q) := t in
    PS.for_all (fun p => match head_find N p g with Some _ => true | None => false end
                         && PS.subset (succ SM p g) (rs R q)) (rs R s)) (tr A1).
Definition check_pds_buchi_from np (D : list rule) (A1 : paut) (acc : positive -> bool) SM SMA N R : bool :=
  forallb (rule_ranks acc SM SMA N) D && check_init np A1 R && check_initial A1 SM N R.

Theorem check_pds_buchi_from_sound np D A1 acc SM SMA N R :
  check_pds_buchi_from np D A1 acc SM SMA N R = true ->
  forall c, langP np A1 c -> ~ fair (step D) (accl acc) c.
Proof.
  unfold check_pds_buchi_from, check_init, check_initial.
  rewrite !andb_true_iff, !(forallb_forall _ (tr A1)), forallb_forall with (l := fin A1).
  intros ((H1 & (HI1 & HI2)) & H3) [p w] (Cp & f & Ff & P). cbn [fst snd] in *. apply rule_ranks_spec in H1.
  assert (H4 : forall s p g t, T_of R (s, xH, p) -> In (s, g, t) (tr A1) ->
    ranked (head_find N p g) /\ PS.Subset (succ SM p g) (rs R t)).
  { intros s q g t Hr Ht. specialize (H3 _ Ht). cbn beta iota in H3. rewrite ps_for_all in H3.
    apply T_of_succ in Hr. specialize (H3 _ Hr). rewrite andb_true_iff, PS.subset_spec in H3.
    destruct H3 as (H3 & H5). split; [|assumption]. unfold ranked. destruct (head_find N q g); [eauto|discriminate]. }
  apply (pushdown_empty_from D acc _ _ _ _ (fun t => In t (tr A1)) (fun s p => T_of R (s, xH, p)) H1) with (s := p) (f := f).
  - intros s q g t Hr Ht. now apply (H4 s q g t).
  - intros s q g t q' Hr Ht Hs. apply T_of_succ. apply (H4 s q g t Hr Ht). now apply T_of_succ.
  - exact P.
  - unfold ctl in Cp. destruct P as [s|s g t w u Ht P].
    + specialize (HI2 _ Ff). rewrite Cp in HI2; exact HI2.
    + specialize (HI1 _ Ht). cbn in HI1. rewrite Cp in HI1; exact HI1.
Qed.
Corollary check_pds_buchi_from_runs np D A1 acc SM SMA N R :
  check_pds_buchi_from np D A1 acc SM SMA N R = true ->
  forall rho, langP np A1 (rho 0) -> is_run (step D) rho -> ~ accepting (accl acc) rho.
Proof. intros H rho L Hr A. exact (check_pds_buchi_from_sound _ _ _ _ _ _ _ _ H _ L (run_fair _ _ _ Hr A)). Qed.
