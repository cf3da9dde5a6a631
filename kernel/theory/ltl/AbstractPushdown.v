(* Büchi emptiness as in BuchiPushdown.v, for pushdown systems whose locations and symbols are of any type and whose
   rules are any set, finite or not: a rank of the heads that matter and the summaries of these. What a configuration
   needs is said without an automaton: `doomed` configurations have no fair run, and a symbol on top of what is doomed
   in every location where it can be popped is doomed itself. *)
From Coq Require Import List Arith Bool Lia.
From Custos Require Import Buchi.
Import ListNotations.

Section System.
Context {Loc Sym : Type}.
Inductive aop := APop | ASwap (g : Sym) | APush (g1 g2 : Sym).
Record arule := ARule { a_p : Loc; a_g : Sym; a_q : Loc; a_op : aop }.
Definition albl (o : aop) : list Sym := match o with APop => [] | ASwap g => [g] | APush g1 g2 => [g1; g2] end.
Definition aconf := (Loc * list Sym)%type.

Variable D : arule -> Prop.
Definition astep (c c' : aconf) : Prop :=
  exists r w, D r /\ c = (a_p r, a_g r :: w) /\ c' = (a_q r, albl (a_op r) ++ w).
Notation trail := (trail astep).

(** * Paths: what happens below the top does not matter *)
Definition alift (v : list Sym) (c : aconf) : aconf := (fst c, snd c ++ v).
Lemma map_alift u v l : map (alift v) (map (alift u) l) = map (alift (u ++ v)) l.
Proof. rewrite map_map. apply map_ext. intro c. unfold alift; cbn. now rewrite app_assoc. Qed.
Lemma astep_lift v c c' : astep c c' -> astep (alift v c) (alift v c').
Proof. intros (r & w & I & -> & ->). exists r, (w ++ v). unfold alift; cbn. rewrite app_assoc. auto. Qed.
Lemma atrail_lift v c l z : trail c l z -> trail (alift v c) (map (alift v) l) (alift v z).
Proof. induction 1; cbn [map]; econstructor; eauto using astep_lift. Qed.
Lemma arule_step r : D r -> astep (a_p r, [a_g r]) (a_q r, albl (a_op r)).
Proof. intro I. exists r, []. rewrite app_nil_r. auto. Qed.
Lemma atrail_stuck p l z : trail (p, []) l z -> l = [] /\ z = (p, []).
Proof. intro T. inversion T as [|s t l' z' e T' E1 E2]; subst; [auto|]. destruct e as (r & w & _ & E & _). discriminate. Qed.

Definition apops p g l q : Prop := trail (p, [g]) l (q, []).
Lemma apops_pop r : D r -> a_op r = APop -> apops (a_p r) (a_g r) [(a_p r, [a_g r])] (a_q r).
Proof. intros I O. pose proof (arule_step r I) as S. rewrite O in S. eapply trail_cons; [exact S|constructor]. Qed.
Lemma apops_swap r g l q : D r -> a_op r = ASwap g -> apops (a_q r) g l q ->
  apops (a_p r) (a_g r) ((a_p r, [a_g r]) :: l) q.
Proof. intros I O P. pose proof (arule_step r I) as S. rewrite O in S. eapply trail_cons; [exact S|exact P]. Qed.
Lemma apops_push r g1 g2 l1 m l2 q : D r -> a_op r = APush g1 g2 -> apops (a_q r) g1 l1 m -> apops m g2 l2 q ->
  apops (a_p r) (a_g r) ((a_p r, [a_g r]) :: map (alift [g2]) l1 ++ l2) q.
Proof.
  intros I O P1 P2. pose proof (arule_step r I) as S. rewrite O in S.
  eapply trail_cons; [exact S|]. eapply trail_app; [exact (atrail_lift [g2] _ _ _ P1)|exact P2].
Qed.

(* the path l from (p, g w) to z first pops g *)
Definition apopped p g w l z : Prop :=
  exists q l1 l2, l = map (alift w) l1 ++ l2 /\ apops p g l1 q /\ trail (q, w) l2 z.
Lemma apopped_pop r w l z : D r -> a_op r = APop -> trail (a_q r, w) l z ->
  apopped (a_p r) (a_g r) w ((a_p r, a_g r :: w) :: l) z.
Proof. intros I O T. exists (a_q r), [(a_p r, [a_g r])], l. split; [reflexivity|]. split; [now apply apops_pop|exact T]. Qed.
Lemma apopped_swap r g w l z : D r -> a_op r = ASwap g -> apopped (a_q r) g w l z ->
  apopped (a_p r) (a_g r) w ((a_p r, a_g r :: w) :: l) z.
Proof.
  intros I O (q & l1 & l2 & -> & P & T). exists q, ((a_p r, [a_g r]) :: l1), l2.
  split; [reflexivity|]. split; [eapply apops_swap; eauto|exact T].
Qed.
Lemma apopped_push r g1 g2 w l1 m l2 z : D r -> a_op r = APush g1 g2 -> apops (a_q r) g1 l1 m -> apopped m g2 w l2 z ->
  apopped (a_p r) (a_g r) w ((a_p r, a_g r :: w) :: map (alift (g2 :: w)) l1 ++ l2) z.
Proof.
  intros I O P (q & la & lb & -> & P2 & T). exists q, ((a_p r, [a_g r]) :: map (alift [g2]) l1 ++ la), lb.
  split; [|split; [eapply apops_push; eauto|exact T]].
  cbn [map app]. rewrite map_app, map_alift, <- app_assoc. reflexivity.
Qed.

Definition aabove (w : list Sym) (c : aconf) : Prop := exists u, u <> [] /\ snd c = u ++ w.
Lemma apop_or_above n : forall l p g w z, length l <= n -> trail (p, g :: w) l z -> aabove w z \/ apopped p g w l z.
Proof.
  induction n as [|n IH]; intros l p g w z L T; (inversion T as [s E1 E2|s t l' z' e T' E1 E2]; subst;
    [left; exists [g]; split; [discriminate|reflexivity]|]); [cbn in L; lia|].
  cbn in L. destruct e as (r & w' & I & Ec & ->). inversion Ec; subst p g w'; clear Ec.
  destruct (a_op r) as [|g'|g1 g2] eqn:O; cbn [albl app] in T'.
  - right. now apply apopped_pop.
  - apply IH in T'; [|lia]. destruct T' as [A|P]; [auto|right]. eapply apopped_swap; eauto.
  - apply IH in T'; [|lia]. destruct T' as [(u & N & E)|(m & l1 & l2 & -> & P & T2)].
    + left. exists (u ++ [g2]). split; [now destruct u|]. now rewrite <- app_assoc.
    + apply IH in T2; [|rewrite app_length in L; lia]. destruct T2 as [A|P2]; [auto|right].
      eapply apopped_push; eauto.
Qed.

(** * Ranks *)
Variable acc : Loc -> Prop.
Definition accloc (c : aconf) : Prop := acc (fst c).
Notation hits := (hits accloc).
Lemma hits_alift v l : hits (map (alift v) l) <-> hits l.
Proof.
  unfold Buchi.hits. split.
  - intros (c & I & A). apply in_map_iff in I. destruct I as (c' & <- & I). exists c'. auto.
  - intros (c & I & A). exists (alift v c). split; [now apply in_map|exact A].
Qed.

Variables (Sm Sma : Loc -> Sym -> Loc -> Prop) (Hd : Loc -> Sym -> Prop) (num : Loc -> Sym -> nat).
(* the head (p', g') follows (p, g), by an accepting path if b *)
Definition afollows p g (b : Prop) p' g' : Prop := Hd p' g' /\ num p' g' <= num p g /\ (b -> num p' g' < num p g).

Record ahead_ranks : Prop := AHeadRanks {
  asum_pop : forall p g q, D (ARule p g q APop) -> Hd p g -> Sm p g q /\ (acc p -> Sma p g q);
  asum_swap : forall p g q g' t, D (ARule p g q (ASwap g')) -> Hd p g -> Sm q g' t ->
    Sm p g t /\ (acc p \/ Sma q g' t -> Sma p g t);
  asum_push : forall p g q g1 g2 m t, D (ARule p g q (APush g1 g2)) -> Hd p g -> Sm q g1 m -> Sm m g2 t ->
    Sm p g t /\ (acc p \/ Sma q g1 m \/ Sma m g2 t -> Sma p g t);
  anext_swap : forall p g q g', D (ARule p g q (ASwap g')) -> Hd p g -> afollows p g (acc p) q g';
  anext_push : forall p g q g1 g2, D (ARule p g q (APush g1 g2)) -> Hd p g -> afollows p g (acc p) q g1;
  anext_return : forall p g q g1 g2 m, D (ARule p g q (APush g1 g2)) -> Hd p g -> Sm q g1 m ->
    afollows p g (acc p \/ Sma q g1 m) m g2 }.
Hypothesis cert : ahead_ranks.

Lemma arule_eta r o : D r -> a_op r = o -> D (ARule (a_p r) (a_g r) (a_q r) o).
Proof. intros I <-. now destruct r. Qed.

Lemma asummary n : forall l p g q, length l <= n -> Hd p g -> apops p g l q -> Sm p g q /\ (hits l -> Sma p g q).
Proof.
  induction n as [|n IH]; intros l p g q L H P; inversion P as [|s t l' z e T E1 E2]; subst; cbn in L; [lia|].
  destruct e as (r & w & I & Ec & ->). inversion Ec; subst p g w; clear Ec.
  rewrite hits_cons. unfold accloc at 1; cbn [fst].
  destruct (a_op r) as [|g|g1 g2] eqn:O; cbn [albl app] in T; pose proof (arule_eta _ _ I O) as J.
  - apply atrail_stuck in T. destruct T as (-> & T). inversion T; subst q.
    destruct (asum_pop cert _ _ _ J H) as (H1 & H2). split; [assumption|].
    intros [A|(s & [] & _)]; auto.
  - destruct (anext_swap cert _ _ _ _ J H) as (H' & _).
    destruct (IH l' (a_q r) g q ltac:(lia) H' T) as (H1 & H2).
    destruct (asum_swap cert _ _ _ _ q J H H1) as (G1 & G2). split; [assumption|]. intros [A|A]; auto.
  - destruct (apop_or_above (length l') l' _ _ _ _ (le_n _) T) as [(u & N & E)|(m & l1 & l2 & -> & P1 & P2)].
    { exfalso. cbn in E. destruct u; [now apply N|discriminate]. }
    rewrite app_length, map_length in L.
    destruct (anext_push cert _ _ _ _ _ J H) as (H' & _).
    destruct (IH l1 _ _ _ ltac:(lia) H' P1) as (H1 & A1).
    destruct (anext_return cert _ _ _ _ _ m J H H1) as (Hm & _).
    destruct (IH l2 _ _ _ ltac:(lia) Hm P2) as (H2 & A2).
    destruct (asum_push cert _ _ _ _ _ m q J H H1 H2) as (G1 & G2). split; [assumption|].
    rewrite hits_app, hits_alift. intros [A|[A|A]]; auto.
Qed.

Section Set_.
Variable V : aconf -> Prop.
Hypothesis HV : recurring astep accloc V.

Lemma anot_stuck p : ~ V (p, []).
Proof.
  intro v. apply (HV _ v). intros (l & t & T & (s & I & _) & _). apply atrail_stuck in T. destruct T as (-> & _). destruct I.
Qed.

(* a path l from (p, g w) to z that does not pop g however it goes on within V *)
Definition asettled p g w l z : Prop :=
  trail (p, g :: w) l z /\ Hd p g /\ forall l' z', trail z l' z' -> V z' -> ~ apopped p g w (l ++ l') z'.
Lemma asettled_extend p g w l z l' z' : asettled p g w l z -> trail z l' z' -> asettled p g w (l ++ l') z'.
Proof.
  intros (T & H & N) T'. split; [eapply trail_app; eauto|]. split; [assumption|]. intros l2 z2 T2 v.
  rewrite <- app_assoc. apply N; [|assumption]. eapply trail_app; eauto.
Qed.

(* by induction on the rank, then on how far it is to an accepting location *)
Lemma asettled_ranks k : forall d p g w l z l1 l2, asettled p g w l z -> V z -> num p g <= k ->
  l = l1 ++ l2 -> hits l1 -> length l1 <= d -> False.
Proof.
  induction k as [k IHk] using lt_wf_ind.
  assert (Fall : forall p g w l z, asettled p g w l z -> V z -> num p g < k -> False).
  { intros p g w l z S v Lk. apply (HV z v). intros (l' & z' & T' & Hl & v').
    eapply (IHk (num p g) Lk (length (l ++ l')) p g w (l ++ l') z' (l ++ l') []); eauto using asettled_extend.
    - now rewrite app_nil_r.
    - apply hits_app; auto. }
  induction d as [|d IHd]; intros p g w l z l1 l2 S v Lk -> Hl Ld.
  { destruct l1; [|cbn in Ld; lia]. destruct Hl as (s & [] & _). }
  destruct l1 as [|c l1]; [destruct Hl as (s & [] & _)|]. cbn in Ld.
  destruct S as (T & H & N). cbn [app] in T, N.
  inversion T as [|s t l' z' e T' E1 E2]; subst.
  destruct e as (r & w' & I & Ec & ->). inversion Ec; subst p g w'; clear Ec.
  apply hits_cons in Hl. unfold accloc at 1 in Hl; cbn [fst] in Hl.
  destruct (a_op r) as [|g'|g1 g2] eqn:O; cbn [albl app] in T'; pose proof (arule_eta _ _ I O) as J.
  - apply (N [] z); [constructor|assumption|]. rewrite app_nil_r. now apply apopped_pop.
  - destruct (anext_swap cert _ _ _ _ J H) as (H' & L & A).
    assert (S : asettled (a_q r) g' w (l1 ++ l2) z).
    { split; [assumption|]. split; [assumption|]. intros la za Ta va P.
      apply (N la za Ta va). exact (apopped_swap _ _ _ _ _ I O P). }
    destruct Hl as [Hl|Hl]; [eapply Fall; eauto; specialize (A Hl); lia|]. eapply IHd; eauto; lia.
  - destruct (anext_push cert _ _ _ _ _ J H) as (H' & L & A).
    assert (NX : ~ exists la za, trail z la za /\ V za /\ apopped (a_q r) g1 (g2 :: w) ((l1 ++ l2) ++ la) za).
    { intros (la & za & Ta & va & m & lb & lc & E & P & Tc).
      destruct (asummary _ _ _ _ _ (le_n _) H' P) as (Sm1 & Sma1).
      destruct (anext_return cert _ _ _ _ _ m J H Sm1) as (Hm & Lm & Am).
      assert (S : asettled m g2 w lc za).
      { split; [assumption|]. split; [assumption|]. intros ld zd Td vd Pd.
        apply (N (la ++ ld) zd); [eapply trail_app; eauto|assumption|].
        rewrite app_assoc, E, <- app_assoc. exact (apopped_push _ _ _ _ _ _ _ _ I O P Pd). }
      destruct Hl as [Hl|Hl]; [eapply Fall; eauto; specialize (Am (or_introl Hl)); lia|].
      rewrite <- app_assoc in E. apply app_eq_app in E. destruct E as (x & [(-> & E)|(E & _)]).
      - apply hits_app in Hl. rewrite hits_alift in Hl. destruct Hl as [Hl|Hl].
        + eapply Fall; eauto. specialize (Am (or_intror (Sma1 Hl))). lia.
        + rewrite app_length in Ld. eapply IHd; eauto; lia.
      - eapply Fall; eauto. assert (Hb : hits lb); [|specialize (Am (or_intror (Sma1 Hb))); lia].
        apply (hits_alift (g2 :: w)). rewrite E. apply hits_app; auto. }
    assert (S : asettled (a_q r) g1 (g2 :: w) (l1 ++ l2) z).
    { split; [assumption|]. split; [assumption|]. intros la za Ta va P. apply NX. eauto. }
    destruct Hl as [Hl|Hl]; [eapply Fall; eauto; specialize (A Hl); lia|]. eapply IHd; eauto; lia.
Qed.
Lemma asettled_empty p g w l z : asettled p g w l z -> V z -> False.
Proof.
  intros S v. apply (HV z v). intros (l' & z' & T' & Hl & v').
  eapply (asettled_ranks _ _ p g w (l ++ l') z' (l ++ l') []); eauto using asettled_extend.
  - now rewrite app_nil_r.
  - apply hits_app; auto.
Qed.
End Set_.

(** * Configurations from which no fair run can be reached *)
Definition doomed (c : aconf) : Prop :=
  forall V, recurring astep accloc V -> forall l z, trail c l z -> V z -> False.
Lemma doomed_empty p : doomed (p, []).
Proof. intros V HV l z T v. apply atrail_stuck in T. destruct T as (_ & ->). exact (anot_stuck V HV p v). Qed.
Theorem doomed_cons p g w : Hd p g -> (forall q, Sm p g q -> doomed (q, w)) -> doomed (p, g :: w).
Proof.
  intros H HS V HV l z T v. apply (asettled_empty V HV p g w l z); [|assumption].
  split; [assumption|]. split; [assumption|]. intros l' z' T' v' (q & l1 & l2 & _ & P & T2).
  apply (HS q) with (V := V) (l := l2) (z := z'); try assumption. exact (proj1 (asummary _ l1 p g q (le_n _) H P)).
Qed.
Theorem doomed_fair c : doomed c -> ~ fair astep accloc c.
Proof. intros N (V & HV & v). exact (N V HV [] c (trail_nil _ _) v). Qed.
End System.
Arguments aop : clear implicits. Arguments arule : clear implicits. Arguments aconf : clear implicits.
