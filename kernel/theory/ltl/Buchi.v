(* Emptiness of Büchi graphs by a rank: a set of states closed under the edges, with a number for each state that never
   grows along an edge and falls along each edge that leaves an accepting state.
   Acceptance is said without building a run: a set of states is recurring if from each of its states some path leads
   through an accepting state into the set again. The states of an accepting run are such a set; conversely dependent
   choice, which we do not assume, makes an accepting run of such a set. *)
From Coq Require Import List PArith Arith Bool Lia FMapPositive MSetPositive Wf_nat.
From Custos Require Import Automaton.
Import ListNotations.

Section Graph.
Context {St : Type} (E : St -> St -> Prop) (acc : St -> Prop).

(* the states visited along a finite path, its last one apart *)
Inductive trail : St -> list St -> St -> Prop :=
| trail_nil : forall s, trail s [] s
| trail_cons : forall s t l z, E s t -> trail t l z -> trail s (s :: l) z.
Definition hits (l : list St) : Prop := exists s, In s l /\ acc s.

Definition recurring (V : St -> Prop) : Prop :=
  forall s, V s -> ~ ~ exists l t, trail s l t /\ hits l /\ V t.
(* from s a path goes on for ever, and through accepting states again and again *)
Definition fair (s : St) : Prop := exists V, recurring V /\ V s.

Definition is_run (rho : nat -> St) : Prop := forall i, E (rho i) (rho (S i)).
Definition accepting (rho : nat -> St) : Prop := forall n, exists m, n <= m /\ acc (rho m).

Lemma trail_app s l t l' z : trail s l t -> trail t l' z -> trail s (l ++ l') z.
Proof. induction 1; cbn; eauto using trail. Qed.

Lemma trail_split l1 : forall s l2 z, trail s (l1 ++ l2) z -> exists t, trail s l1 t /\ trail t l2 z.
Proof.
  induction l1 as [|a l1 IH]; cbn; intros s l2 z T; [exists s; split; [constructor|assumption]|].
  inversion T as [|s' t l z' e T' E1 E2]; subst. destruct (IH _ _ _ T') as (m & T1 & T2). eauto using trail.
Qed.

Lemma hits_app l l' : hits (l ++ l') <-> hits l \/ hits l'.
Proof.
  unfold hits. split.
  - intros (s & I & A). apply in_app_iff in I. destruct I; eauto.
  - intros [(s & I & A)|(s & I & A)]; exists s; rewrite in_app_iff; auto.
Qed.
Lemma hits_cons s l : hits (s :: l) <-> acc s \/ hits l.
Proof. unfold hits. cbn [In]. split; [intros (t & [->|I] & A); eauto|intros [A|(t & I & A)]; eauto]. Qed.

Lemma run_trail rho : is_run rho -> forall n i,
  exists l, trail (rho i) l (rho (i + n)) /\ forall k, i <= k < i + n -> In (rho k) l.
Proof.
  intros R n; induction n as [|n IH]; intro i.
  - exists []. rewrite Nat.add_0_r. split; [constructor|intros; lia].
  - destruct (IH (S i)) as (l & T & I). exists (rho i :: l). replace (i + S n) with (S i + n) by lia. split.
    + econstructor; [apply R|exact T].
    + intros k L. destruct (Nat.eq_dec k i) as [->|]; [now left|right]. apply I; lia.
Qed.

Lemma run_fair rho : is_run rho -> accepting rho -> fair (rho 0).
Proof.
  intros R A. exists (fun s => exists i, s = rho i). split; [|eauto].
  intros s (i & ->) K. destruct (A i) as (m & L & Am).
  destruct (run_trail rho R (S m - i) i) as (l & T & I). replace (i + (S m - i)) with (S m) in * by lia.
  apply K. exists l, (rho (S m)). split; [assumption|]. split; [|eauto].
  exists (rho m). split; [apply I; lia|assumption].
Qed.

(** * The rank *)
Variables (C : St -> Prop) (rank : St -> nat).
Hypothesis closed : forall s t, C s -> E s t -> C t /\ rank t <= rank s /\ (acc s -> rank t < rank s).

Lemma rank_trail s l t : trail s l t -> C s -> C t /\ rank t <= rank s /\ (hits l -> rank t < rank s).
Proof.
  induction 1 as [s|s t l z e _ IH]; intro c.
  - split; [assumption|]. split; [lia|]. intros (x & [] & _).
  - destruct (closed _ _ c e) as (c1 & L1 & A1). destruct (IH c1) as (c2 & L2 & A2).
    split; [assumption|]. split; [lia|]. intro H. apply hits_cons in H.
    destruct H as [H|H]; [specialize (A1 H)|specialize (A2 H)]; lia.
Qed.

Theorem rank_empty s : C s -> ~ fair s.
Proof.
  intros c (V & HV & v). assert (G : forall n s, rank s < n -> C s -> V s -> False); [|exact (G _ s (le_n _) c v)].
  induction n as [|n IH]; intros x L cx vx; [lia|]. apply (HV x vx). intros (l & t & T & H & vt).
  destruct (rank_trail _ _ _ T cx) as (ct & _ & D). apply (IH t); auto. specialize (D H). lia.
Qed.
End Graph.

(* a simulation of one graph by another carries fair paths over *)
Lemma fair_map {St St'} (E : St -> St -> Prop) (acc : St -> Prop) (E' : St' -> St' -> Prop) (acc' : St' -> Prop)
  (Sim : St -> St' -> Prop) :
  (forall s t s', Sim s s' -> E s t -> exists t', E' s' t' /\ Sim t t' /\ (acc s -> acc' s')) ->
  forall s s', Sim s s' -> fair E acc s -> fair E' acc' s'.
Proof.
  intros H s s' S (V & HV & v). exists (fun t' => exists t, V t /\ Sim t t'). split; [|eauto].
  intros x' (x & vx & Sx) K. apply (HV x vx). intros (l & t & T & Hl & vt). apply K.
  assert (G : exists l' t', trail E' x' l' t' /\ Sim t t' /\ (hits acc l -> hits acc' l')).
  { clear - H T Sx. revert x' Sx. induction T as [x|x y l t e _ IH]; intros x' Sx.
    - exists [], x'. split; [constructor|]. split; [assumption|]. intros (z & [] & _).
    - destruct (H _ _ _ Sx e) as (y' & e' & Sy & A). destruct (IH y' Sy) as (l' & t' & T' & Sz & Hl).
      exists (x' :: l'), t'. split; [econstructor; eauto|]. split; [assumption|].
      rewrite !hits_cons. intros [h|h]; auto. }
  destruct G as (l' & t' & T' & Sz & Hl'). exists l', t'. split; [assumption|]. split; [auto|eauto].
Qed.

(** * Ranks as data: absent means outside the closed set *)
Definition descends (b : bool) (before after : option positive) : bool :=
  match before, after with
  | None, _ => true
  | Some _, None => false
  | Some m, Some n => if b then Pos.ltb n m else Pos.leb n m
  end.
Definition ranked (o : option positive) : Prop := exists n, o = Some n.
Definition rank_of (o : option positive) : nat := match o with Some n => Pos.to_nat n | None => 0 end.

Lemma descends_spec b m n : descends b m n = true -> ranked m ->
  ranked n /\ rank_of n <= rank_of m /\ (b = true -> rank_of n < rank_of m).
Proof.
  intros H (k & ->). cbn in H. destruct n as [n|]; [|discriminate]. split; [now exists n|]. cbn.
  destruct b; [apply Pos.ltb_lt in H|apply Pos.leb_le in H]; split; intros; try discriminate; lia.
Qed.

(** * Explicit graphs *)
Definition edge := (positive * positive)%type.
Definition check_buchi (init : list positive) (edges : list edge) (acc : PS.t) (num : PM.t positive) : bool :=
  forallb (fun s => PM.mem s num) init &&
  forallb (fun e => descends (PS.mem (fst e) acc) (PM.find (fst e) num) (PM.find (snd e) num)) edges.

Theorem check_buchi_sound init edges acc num : check_buchi init edges acc num = true ->
  forall s, In s init -> ~ fair (fun s t => In (s, t) edges) (fun s => PS.In s acc) s.
Proof.
  unfold check_buchi. rewrite andb_true_iff, !forallb_forall. intros (H1 & H2) s I.
  apply (rank_empty _ _ (fun s => ranked (PM.find s num)) (fun s => rank_of (PM.find s num))).
  - intros x y c e. specialize (H2 _ e). cbn in H2. destruct (descends_spec _ _ _ H2 c) as (R & L & A).
    split; [assumption|]. split; [assumption|]. rewrite <- PS.mem_spec. exact A.
  - specialize (H1 _ I). rewrite PositiveMap.mem_find in H1. unfold ranked. destruct (PM.find s num); [eauto|discriminate].
Qed.

Corollary check_buchi_runs init edges acc num : check_buchi init edges acc num = true ->
  forall rho, In (rho 0) init -> is_run (fun s t => In (s, t) edges) rho -> ~ accepting (fun s => PS.In s acc) rho.
Proof. intros H rho I R A. exact (check_buchi_sound _ _ _ _ H _ I (run_fair _ _ _ R A)). Qed.
