(* Emptiness of Büchi pushdown systems (no reachable repeating head: Bouajjani, Esparza, Maler 1997) from certificates:
   a rank of the heads that matter, which never grows from a head to the next and falls where the path between them is
   accepting; and for these heads the summaries Sm (p, g, q) of the paths that pop (p, g) and end in q, those through an
   accepting location again in Sma. Rules whose head has no rank need not be looked at. *)
From Coq Require Import List PArith Arith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Buchi PushdownTrail.
Import ListNotations.

(* the head (p', g') follows (p, g), by an accepting path if b *)
Definition follows (Hd : positive -> positive -> Prop) (num : positive -> positive -> nat) p g (b : Prop) p' g' : Prop :=
  Hd p' g' /\ num p' g' <= num p g /\ (b -> num p' g' < num p g).

Record head_ranks (D : list rule) (acc : positive -> bool) (Sm Sma : trans -> Prop)
  (Hd : positive -> positive -> Prop) (num : positive -> positive -> nat) : Prop := HeadRanks {
  sum_pop : forall r, In r D -> r_op r = Pop -> Hd (r_p r) (r_g r) ->
    Sm (r_p r, r_g r, r_q r) /\ (acc (r_p r) = true -> Sma (r_p r, r_g r, r_q r));
  sum_swap : forall r g t, In r D -> r_op r = Swap g -> Hd (r_p r) (r_g r) -> Sm (r_q r, g, t) ->
    Sm (r_p r, r_g r, t) /\ (acc (r_p r) = true \/ Sma (r_q r, g, t) -> Sma (r_p r, r_g r, t));
  sum_push : forall r g1 g2 m t, In r D -> r_op r = Push g1 g2 -> Hd (r_p r) (r_g r) ->
    Sm (r_q r, g1, m) -> Sm (m, g2, t) ->
    Sm (r_p r, r_g r, t) /\
    (acc (r_p r) = true \/ Sma (r_q r, g1, m) \/ Sma (m, g2, t) -> Sma (r_p r, r_g r, t));
  next_swap : forall r g, In r D -> r_op r = Swap g -> Hd (r_p r) (r_g r) ->
    follows Hd num (r_p r) (r_g r) (acc (r_p r) = true) (r_q r) g;
  next_push : forall r g1 g2, In r D -> r_op r = Push g1 g2 -> Hd (r_p r) (r_g r) ->
    follows Hd num (r_p r) (r_g r) (acc (r_p r) = true) (r_q r) g1;
  next_return : forall r g1 g2 m, In r D -> r_op r = Push g1 g2 -> Hd (r_p r) (r_g r) -> Sm (r_q r, g1, m) ->
    follows Hd num (r_p r) (r_g r) (acc (r_p r) = true \/ Sma (r_q r, g1, m)) m g2 }.

Section Empty.
Variables (D : list rule) (acc : positive -> bool) (Sm Sma : trans -> Prop).
Variables (Hd : positive -> positive -> Prop) (num : positive -> positive -> nat).
Hypothesis cert : head_ranks D acc Sm Sma Hd num.
Notation trail := (trail (step D)).
Notation hits := (hits (accl acc)).

Lemma summary n : forall l p g q, length l <= n -> Hd p g -> pops D p g l q ->
  Sm (p, g, q) /\ (hits l -> Sma (p, g, q)).
Proof.
  induction n as [|n IH]; intros l p g q L H P; inversion P as [|s t l' z e T E1 E2]; subst; cbn in L; [lia|].
  apply step_inv in e. destruct e as (r & w & I & Ec & ->). inversion Ec; subst p g w; clear Ec.
  rewrite hits_cons. unfold accl at 1; cbn [fst].
  destruct (r_op r) as [|g|g1 g2] eqn:O; cbn [lbl app] in T.
  - apply trail_stuck in T. destruct T as (-> & T). inversion T; subst q.
    destruct (sum_pop _ _ _ _ _ _ cert r I O H) as (H1 & H2). split; [assumption|].
    intros [A|(s & [] & _)]; auto.
  - destruct (next_swap _ _ _ _ _ _ cert r g I O H) as (H' & _).
    destruct (IH l' (r_q r) g q ltac:(lia) H' T) as (H1 & H2).
    destruct (sum_swap _ _ _ _ _ _ cert r g q I O H H1) as (G1 & G2). split; [assumption|]. intros [A|A]; auto.
  - destruct (pop_or_above D (length l') l' _ _ _ _ (le_n _) T) as [(u & N & E)|(m & l1 & l2 & -> & P1 & P2)].
    { exfalso. cbn in E. destruct u; [now apply N|discriminate]. }
    rewrite app_length, map_length in L.
    destruct (next_push _ _ _ _ _ _ cert r g1 g2 I O H) as (H' & _).
    destruct (IH l1 _ _ _ ltac:(lia) H' P1) as (H1 & A1).
    destruct (next_return _ _ _ _ _ _ cert r g1 g2 m I O H H1) as (Hm & _).
    destruct (IH l2 _ _ _ ltac:(lia) Hm P2) as (H2 & A2).
    destruct (sum_push _ _ _ _ _ _ cert r g1 g2 m q I O H H1 H2) as (G1 & G2). split; [assumption|].
    rewrite hits_app, hits_lift. intros [A|[A|A]]; auto.
Qed.

Variable V : conf -> Prop.
Hypothesis HV : recurring (step D) (accl acc) V.

Lemma not_stuck p : ~ V (p, []).
Proof.
  intro v. apply (HV _ v). intros (l & t & T & (s & I & _) & _). apply trail_stuck in T. destruct T as (-> & _). destruct I.
Qed.

(* a path l from (p, g w) to z that does not pop g however it goes on within V *)
Definition settled p g w l z : Prop :=
  trail (p, g :: w) l z /\ Hd p g /\ forall l' z', trail z l' z' -> V z' -> ~ popped D p g w (l ++ l') z'.

Lemma settled_extend p g w l z l' z' : settled p g w l z -> trail z l' z' -> settled p g w (l ++ l') z'.
Proof.
  intros (T & H & N) T'. split; [eapply trail_app; eauto|]. split; [assumption|]. intros l2 z2 T2 v.
  rewrite <- app_assoc. apply N; [|assumption]. eapply trail_app; eauto.
Qed.

(* by induction on the rank, then on how far it is to an accepting location *)
Lemma settled_ranks k : forall d p g w l z l1 l2, settled p g w l z -> V z -> num p g <= k ->
  l = l1 ++ l2 -> hits l1 -> length l1 <= d -> False.
Proof.
  induction k as [k IHk] using lt_wf_ind.
  assert (Fall : forall p g w l z, settled p g w l z -> V z -> num p g < k -> False).
  { intros p g w l z S v Lk. apply (HV z v). intros (l' & z' & T' & Hl & v').
    eapply (IHk (num p g) Lk (length (l ++ l')) p g w (l ++ l') z' (l ++ l') []); eauto using settled_extend.
    - now rewrite app_nil_r.
    - apply hits_app; auto. }
  induction d as [|d IHd]; intros p g w l z l1 l2 S v Lk -> Hl Ld.
  { destruct l1; [|cbn in Ld; lia]. destruct Hl as (s & [] & _). }
  destruct l1 as [|c l1]; [destruct Hl as (s & [] & _)|]. cbn in Ld.
  destruct S as (T & H & N). cbn [app] in T, N.
  inversion T as [|s t l' z' e T' E1 E2]; subst. apply step_inv in e.
  destruct e as (r & w' & I & Ec & ->). inversion Ec; subst p g w'; clear Ec.
  apply hits_cons in Hl. unfold accl at 1 in Hl; cbn [fst] in Hl.
  destruct (r_op r) as [|g'|g1 g2] eqn:O; cbn [lbl app] in T'.
  - apply (N [] z); [constructor|assumption|]. rewrite app_nil_r. now apply popped_pop.
  - destruct (next_swap _ _ _ _ _ _ cert r g' I O H) as (H' & L & A).
    assert (S : settled (r_q r) g' w (l1 ++ l2) z).
    { split; [assumption|]. split; [assumption|]. intros la za Ta va P.
      apply (N la za Ta va). exact (popped_swap D _ _ _ _ _ I O P). }
    destruct Hl as [Hl|Hl]; [eapply Fall; eauto; specialize (A Hl); lia|]. eapply IHd; eauto; lia.
  - destruct (next_push _ _ _ _ _ _ cert r g1 g2 I O H) as (H' & L & A).
    assert (NX : ~ exists la za, trail z la za /\ V za /\ popped D (r_q r) g1 (g2 :: w) ((l1 ++ l2) ++ la) za).
    { intros (la & za & Ta & va & m & lb & lc & E & P & Tc).
      destruct (summary _ _ _ _ _ (le_n _) H' P) as (Sm1 & Sma1).
      destruct (next_return _ _ _ _ _ _ cert r g1 g2 m I O H Sm1) as (Hm & Lm & Am).
      assert (S : settled m g2 w lc za).
      { split; [assumption|]. split; [assumption|]. intros ld zd Td vd Pd.
        apply (N (la ++ ld) zd); [eapply trail_app; eauto|assumption|].
        rewrite app_assoc, E, <- app_assoc. exact (popped_push D _ _ _ _ _ _ _ _ I O P Pd). }
      destruct Hl as [Hl|Hl]; [eapply Fall; eauto; specialize (Am (or_introl Hl)); lia|].
      rewrite <- app_assoc in E. apply app_eq_app in E. destruct E as (x & [(-> & E)|(E & _)]).
      - apply hits_app in Hl. rewrite hits_lift in Hl. destruct Hl as [Hl|Hl].
        + eapply Fall; eauto. specialize (Am (or_intror (Sma1 Hl))). lia.
        + rewrite app_length in Ld. eapply IHd; eauto; lia.
      - eapply Fall; eauto. assert (hits lb); [|specialize (Am (or_intror (Sma1 H0))); lia].
        apply (hits_lift acc (g2 :: w)). rewrite E. apply hits_app; auto. }
    assert (S : settled (r_q r) g1 (g2 :: w) (l1 ++ l2) z).
    { split; [assumption|]. split; [assumption|]. intros la za Ta va P. apply NX. eauto. }
    destruct Hl as [Hl|Hl]; [eapply Fall; eauto; specialize (A Hl); lia|]. eapply IHd; eauto; lia.
Qed.

Lemma settled_empty p g w l z : settled p g w l z -> V z -> False.
Proof.
  intros S v. apply (HV z v). intros (l' & z' & T' & Hl & v').
  eapply (settled_ranks _ _ p g w (l ++ l') z' (l ++ l') []); eauto using settled_extend.
  - now rewrite app_nil_r.
  - apply hits_app; auto.
Qed.
End Empty.

Theorem pushdown_empty D acc Sm Sma Hd num : head_ranks D acc Sm Sma Hd num ->
  forall p g, Hd p g -> ~ fair (step D) (accl acc) (p, [g]).
Proof.
  intros C p g H (V & HV & v).
  apply (settled_empty D acc Sm Sma Hd num C V HV p g [] [] (p, [g])); [|assumption].
  split; [constructor|]. split; [assumption|]. intros l' z' _ v' (q & l1 & l2 & _ & _ & T).
  apply trail_stuck in T. destruct T as (_ & ->). exact (not_stuck D acc V HV q v').
Qed.

(** * The checker *)
Definition head_map := PM.t (PM.t positive).
Definition head_find (N : head_map) p g : option positive :=
  match PM.find p N with None => None | Some m => PM.find g m end.
Definition rule_ranks (acc : positive -> bool) (SM SMA : aut) (N : head_map) (r : rule) : bool :=
  let p := r_p r in let g := r_g r in let q := r_q r in let a := acc p in
  let down b p' g' := descends b (head_find N p g) (head_find N p' g') in
  match head_find N p g with None => true | Some _ =>
  match r_op r with
  | Pop => tmem (p, g, q) SM && (negb a || tmem (p, g, q) SMA)
  | Swap g' =>
      PS.subset (succ SM q g') (succ SM p g)
      && PS.for_all (fun t => negb (a || tmem (q, g', t) SMA) || tmem (p, g, t) SMA) (succ SM q g')
      && down a q g'
  | Push g1 g2 =>
      down a q g1
      && PS.for_all (fun m => let b := a || tmem (q, g1, m) SMA in
           PS.subset (succ SM m g2) (succ SM p g)
           && PS.for_all (fun t => negb (b || tmem (m, g2, t) SMA) || tmem (p, g, t) SMA) (succ SM m g2)
           && down b m g2) (succ SM q g1)
  end end.

Lemma down_follows N b p g p' g' : descends b (head_find N p g) (head_find N p' g') = true -> ranked (head_find N p g) ->
  forall B : Prop, (B -> b = true) ->
  follows (fun p g => ranked (head_find N p g)) (fun p g => rank_of (head_find N p g)) p g B p' g'.
Proof. intros H R B HB. destruct (descends_spec _ _ _ H R) as (H1 & H2 & H3). split; [assumption|]. auto. Qed.

Lemma rule_ranks_spec D acc SM SMA N : forallb (rule_ranks acc SM SMA N) D = true ->
  head_ranks D acc (T_of SM) (T_of SMA) (fun p g => ranked (head_find N p g)) (fun p g => rank_of (head_find N p g)).
Proof.
  rewrite forallb_forall. intro H.
  assert (G : forall r o, In r D -> r_op r = o -> ranked (head_find N (r_p r) (r_g r)) ->
    rule_ranks acc SM SMA N (Rule (r_p r) (r_g r) (r_q r) o) = true).
  { intros r o I <- _. destruct r; exact (H _ I). }
  unfold rule_ranks in G; cbn [r_p r_g r_q r_op] in G. constructor.
  - intros r I O R. specialize (G r Pop I O R). destruct R as (n & R). rewrite R in G.
    apply andb_true_iff in G. destruct G as (A & B). split; [exact A|]. intros C. rewrite C in B. exact B.
  - intros r g t I O R Ht. specialize (G r (Swap g) I O R). destruct R as (n & R). rewrite R in G.
    rewrite !andb_true_iff, ps_for_all, PS.subset_spec in G. destruct G as ((A & B) & _).
    apply T_of_succ in Ht. split; [apply T_of_succ, A, Ht|]. specialize (B _ Ht). intro C.
    assert (X : acc (r_p r) || tmem (r_q r, g, t) SMA = true) by (apply orb_true_iff; exact C).
    rewrite X in B. exact B.
  - intros r g1 g2 m t I O R Hm Ht. specialize (G r (Push g1 g2) I O R). destruct R as (n & R). rewrite R in G.
    apply andb_true_iff in G. destruct G as (_ & G). rewrite ps_for_all in G.
    apply T_of_succ in Hm. specialize (G _ Hm). cbv zeta in G.
    rewrite !andb_true_iff, ps_for_all, PS.subset_spec in G. destruct G as ((A & B) & _).
    apply T_of_succ in Ht. split; [apply T_of_succ, A, Ht|]. specialize (B _ Ht). intro C.
    assert (X : acc (r_p r) || tmem (r_q r, g1, m) SMA || tmem (m, g2, t) SMA = true).
    { rewrite !orb_true_iff. unfold T_of in C. tauto. }
    rewrite X in B. exact B.
  - intros r g I O R. specialize (G r (Swap g) I O R). pose proof R as (n & E). rewrite E in G.
    rewrite !andb_true_iff in G. destruct G as (_ & G). rewrite <- E in G. now apply (down_follows _ _ _ _ _ _ G R).
  - intros r g1 g2 I O R. specialize (G r (Push g1 g2) I O R). pose proof R as (n & E). rewrite E in G.
    apply andb_true_iff in G. destruct G as (G & _). rewrite <- E in G. now apply (down_follows _ _ _ _ _ _ G R).
  - intros r g1 g2 m I O R Hm. specialize (G r (Push g1 g2) I O R). pose proof R as (n & E). rewrite E in G.
    apply andb_true_iff in G. destruct G as (_ & G). rewrite ps_for_all in G.
    apply T_of_succ in Hm. specialize (G _ Hm). cbv zeta in G. rewrite !andb_true_iff in G. destruct G as (_ & G).
    rewrite <- E in G. apply (down_follows _ _ _ _ _ _ G R). intro C. apply orb_true_iff. exact C.
Qed.

(* from one configuration with one symbol on the stack *)
Definition check_pds_buchi (D : list rule) (acc : positive -> bool) p0 g0 SM SMA N : bool :=
  forallb (rule_ranks acc SM SMA N) D && match head_find N p0 g0 with Some _ => true | None => false end.

Theorem check_pds_buchi_sound D acc p0 g0 SM SMA N : check_pds_buchi D acc p0 g0 SM SMA N = true ->
  ~ fair (step D) (accl acc) (p0, [g0]).
Proof.
  unfold check_pds_buchi. rewrite andb_true_iff. intros (H & R). apply rule_ranks_spec in H.
  apply (pushdown_empty _ _ _ _ _ _ H). unfold ranked. destruct (head_find N p0 g0); [eauto|discriminate].
Qed.
Corollary check_pds_buchi_runs D acc p0 g0 SM SMA N : check_pds_buchi D acc p0 g0 SM SMA N = true ->
  forall rho, rho 0 = (p0, [g0]) -> is_run (step D) rho -> ~ accepting (accl acc) rho.
Proof. intros H rho E R A. apply (check_pds_buchi_sound _ _ _ _ _ _ _ H). rewrite <- E. now apply run_fair. Qed.
