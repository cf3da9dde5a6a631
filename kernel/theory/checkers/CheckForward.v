(* The check of a forward certificate over a raw instance: what the program runs for `claim unreachable, direction forward`. *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown Automaton Instance Trie Labels Normal Classes Rows.
Import ListNotations.

(* the states where reading may start in control location p *)
Definition starts (E : trie set) (p : positive) : set := sadd (xO p) (gets p E).

(* whatever is read from those is read from xO p *)
Definition saturated (C : rows) (e : positive * positive) : bool :=
  let P := line_of C (xO (fst e)) in
  tall (fun x => within (r_known C) (snd x) (targets P (fst x))) (line_of C (snd e)).

(* T is read over a from p: it is read over b c from q; m is a hint *)
Definition push_ok (C : rows) (M : trie (trie positive)) (q b c : positive) (T : class) : bool :=
  let B := snd (tgt C (xO q) b) in
  if match find q M with
     | Some L => match find b L with Some m => if mem m B then within (r_known C) T (tgt C m c) else false | None => false end
     | None => false end
  then true
  else tall (fun t => tany (fun m => leads t (tgt C m c)) B) (snd T).

Definition fclosed_rule (C : rows) (E : trie set) (M : trie (trie positive)) (r : rrule) : bool :=
  let q := rr_q r in
  rall (rr_h r) (line_of C (xO (rr_p r))) (fun a T =>
    match rr_op r with
    | RPop => subset (snd T) (starts E q)
    | RSwap x => within (r_known C) T (tgt C (xO q) (rget a x))
    | RPush x y => push_ok C M q (rget a x) (rget a y) T
    end).

(* the initial set's edges on the way to acceptance are there *)
Definition check_initial np ns (U : set) (C : rows) (N1 : normal) : bool :=
  if subset (n_acc N1) U
  then nlive np N1 (fun s l t => if mem t U
         then let L := line_of C s in
              if mem s U then lall ns l (fun a => leads t (targets L a)) else lall ns l (fun _ => false)
         else true)
  else false.

Definition check_forward np ns (D : list rrule) (A1 A2 : raut) (eps : list (positive * positive))
  (certificate : certificate) (useful : list positive) (mids : list ((positive * positive) * positive))
  (pairs : list (positive * positive)) : bool :=
  match normalise np A1, normalise np A2 with
  | Some N1, Some N2 =>
    let E := pairset eps in
    let C := build_rows (fun _ => true) certificate in
    let M := fold_left (fun M x => let '((q, b), m) := x in
               update (fun o => put b m (match o with Some L => L | None => Empty end)) q M) mids Empty in
    if check_initial np ns (setof useful) C N1 then
    if forallb (saturated C) eps then
    if forallb (fclosed_rule C E M) D then
    disjoint np N2 C (n_acc N1) (starts E) pairs
    else false else false else false
  | _, _ => false
  end.

(** * Proofs *)
Lemma starts_spec eps p s : mem s (starts (pairset eps) p) = true <-> s = xO p \/ In (p, s) eps.
Proof. unfold starts. rewrite mem_sadd. now rewrite (proj1 (pairset_spec eps)). Qed.

Section Sound.
Variables (np ns : positive) (D : list rrule) (A1 : raut) (N1 : normal) (U : set) (eps : list (positive * positive))
  (C : rows) (M : trie (trie positive)).
Hypothesis HN1 : normal_of np A1 N1.
Hypothesis HC : rows_ok (fun _ => true) C.

(* the certificate has the initial set *)
Lemma initial_path s w f : check_initial np ns U C N1 = true -> path (nedge np ns A1) s w f -> live N1 s -> nacc np A1 f ->
  mem s U = true /\ path (Tr C) s w f.
Proof.
  intros H P Ls F. unfold check_initial in H. destruct (subset (n_acc N1) U) eqn:S; [|discriminate].
  induction P as [s|s a t w f E P IH].
  - split; [|constructor]. apply (no_acc _ _ _ HN1) in F. exact (subset_spec _ _ S _ F).
  - destruct (IH (no_live _ _ _ HN1 ns _ _ _ Ls E) F) as (Ut & Q). destruct (nlive_spec np ns A1 N1 _ HN1 H _ _ _ Ls E) as (l & L & G).
    cbn beta zeta in G. rewrite Ut in G. destruct (mem s U) eqn:Us.
    + split; [reflexivity|]. econstructor; [|exact Q]. exact (lall_spec _ _ _ _ G L).
    + apply (lall_spec _ _ _ _ G) in L. discriminate.
Qed.

(* the certificate reads w to f from a state where reading may start in p *)
Definition reads (c : conf) (f : positive) : Prop :=
  exists s, mem s (starts (pairset eps) (fst c)) = true /\ path (Tr C) s (snd c) f.
Lemma reads_first p a w f : forallb (saturated C) eps = true -> reads (p, a :: w) f ->
  exists t, Tr C (xO p, a, t) /\ path (Tr C) t w f.
Proof.
  intros H (s & I & P). cbn [fst snd] in *. inversion P as [|s0 a0 t w0 f0 T Q E1 E2 E3]; subst. exists t. split; [|assumption].
  apply starts_spec in I. destruct I as [->|I]; [assumption|]. rewrite forallb_forall in H. specialize (H _ I).
  unfold saturated in H. cbn [fst snd] in H. pose proof T as T0. unfold Tr, leads, tgt, targets in T0.
  destruct (find a (line_of C s)) as [e|] eqn:E; [|discriminate].
  pose proof (tall_spec _ _ H _ _ E) as G. cbn beta in G.
  assert (Et : snd e = tgt C s a) by (unfold tgt, targets; now rewrite E). apply (ro_key _ _ HC) in E. rewrite E, Et in G.
  exact (ro_within _ _ HC _ _ _ _ _ G T).
Qed.
Lemma push_ok_spec q b c s a t : push_ok C M q b c (tgt C s a) = true -> Tr C (s, a, t) ->
  exists m, Tr C (xO q, b, m) /\ Tr C (m, c, t).
Proof.
  intros H Mt. unfold push_ok in H.
  destruct (match find q M with Some L => _ | None => false end) eqn:E.
  - destruct (find q M) as [L|]; [|discriminate]. destruct (find b L) as [m|]; [|discriminate].
    destruct (mem m (snd (tgt C (xO q) b))) eqn:Mm; [|discriminate]. exists m. split; [exact Mm|]. exact (ro_within _ _ HC _ _ _ _ _ E Mt).
  - pose proof (all_proper _ _ _ (ro_proper _ _ HC _ _) H Mt) as G. cbn beta in G. apply tany_spec in G. destruct G as (k & v & Ek & Mv).
    exists v. split; [|exact Mv]. rewrite (ro_proper _ _ HC _ _ _ _ Ek) in *. apply mem_find. eauto.
Qed.
Lemma reads_step c c' f : forallb (saturated C) eps = true -> forallb (fclosed_rule C (pairset eps) M) D = true ->
  rstep ns D c c' -> reads c f -> reads c' f.
Proof.
  intros HS HD S R. rewrite forallb_forall in HD. destruct S as [r a w I L].
  apply reads_first in R; [|assumption]. destruct R as (t & T & Q).
  specialize (HD _ I). unfold fclosed_rule in HD. cbv zeta in HD.
  pose proof (rall_spec ns _ _ _ _ _ _ _ HC HD L T) as G. cbn beta in G.
  assert (St : mem (xO (rr_q r)) (starts (pairset eps) (rr_q r)) = true) by (apply starts_spec; auto).
  unfold reads. cbn [fst snd]. destruct (rr_op r) as [|x|x y]; cbn [rresult app].
  - exists t. split; [|assumption]. exact (subset_spec _ _ G _ T).
  - exists (xO (rr_q r)). split; [assumption|]. econstructor; [|exact Q]. exact (ro_within _ _ HC _ _ _ _ _ G T).
  - apply (push_ok_spec _ _ _ _ _ t) in G; [|exact T]. destruct G as (m & T1 & T2).
    exists (xO (rr_q r)). split; [assumption|]. econstructor; [exact T1|]. econstructor; eauto.
Qed.
Lemma reads_run c c' f : forallb (saturated C) eps = true -> forallb (fclosed_rule C (pairset eps) M) D = true ->
  rsteps ns D c c' -> reads c f -> reads c' f.
Proof. intros HS HD S. induction S; eauto using reads_step. Qed.
End Sound.

Theorem check_forward_sound np ns D A1 A2 eps certificate useful mids pairs :
  check_forward np ns D A1 A2 eps certificate useful mids pairs = true -> ~ rreachable np ns D A1 A2.
Proof.
  unfold check_forward. destruct (normalise np A1) as [N1|] eqn:E1; [|discriminate].
  destruct (normalise np A2) as [N2|] eqn:E2; [|discriminate]. apply normalise_spec in E1, E2. cbv zeta.
  set (C := build_rows _ certificate). set (M := fold_left _ mids Empty).
  assert (HC : rows_ok (fun _ => true) C) by apply build_rows_ok. clearbody C M.
  destruct (check_initial np ns (setof useful) C N1) eqn:H1; [|discriminate].
  destruct (forallb (saturated C) eps) eqn:H2; [|discriminate].
  destruct (forallb (fclosed_rule C (pairset eps) M) D) eqn:H3; [|discriminate].
  intros H4 ([p w] & [p2 w2] & L1 & L2 & S). apply normal_lang in L1, L2.
  destruct L1 as (_ & f1 & F1 & P1), L2 as (_ & f2 & F2 & P2).
  destruct (initial_path np ns A1 N1 _ C E1 (xO p) _ _ H1 P1 I F1) as (_ & Q1).
  destruct (reads_run ns D eps C M HC (p, w) (p2, w2) f1 H2 H3 S) as (s & I & Q2).
  { exists (xO p). split; [apply starts_spec; auto|exact Q1]. }
  assert (G : mem f1 (n_acc N1) = false).
  { eapply (disjoint_spec np ns A2 N2 (fun _ => true) C (n_acc N1) (starts (pairset eps))); eauto. }
  apply (no_acc _ _ _ E1) in F1. congruence.
Qed.
