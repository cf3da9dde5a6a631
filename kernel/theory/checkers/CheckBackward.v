(* The check of a backward certificate over a raw instance: what the program runs for `claim unreachable, direction backward`. *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown Automaton Instance Trie Labels Normal Classes Rows Reduction.
Import ListNotations.

(* for each possible instance p a -> q w of the rule: what the certificate reads w to from q, it reads a to from p *)
Definition closed_rule ns (X : option redix) (U : set) (C : rows) (r : rrule) : bool :=
  let p := rr_p r in let h := rr_h r in let q := rr_q r in
  let P := line_of C (xO p) in
  let within := within (r_known C) in
  let into T := if is_empty T then true else hall ns X p h (fun a => within T (targets P a)) in
  let into_same L := rall h L (fun a T => if poss X p a then within T (targets P a) else true) in
  match rr_op r with
  | RPop => if mem (xO q) U then hall ns X p h (fun a => leads (xO q) (targets P a)) else true
  | RSwap (Sym b) => into (tgt C (xO q) b)
  | RSwap Same => into_same (line_of C (xO q))
  | RPush (Sym b) (Sym c) => tall (fun m => into (tgt C m c)) (snd (tgt C (xO q) b))
  | RPush (Sym b) Same => tall (fun m => into_same (line_of C m)) (snd (tgt C (xO q) b))
  | RPush Same y => rall h (line_of C (xO q)) (fun a T =>
      if poss X p a then let S := targets P a in tall (fun m => within (tgt C m (rget a y)) S) (snd T) else true)
  end.

(* U has every state from which an accepting state can be reached: the certificate is indexed between states of U alone *)
Definition check_edges np ns (X : option redix) (U : set) (C : rows) (N2 : normal) : bool :=
  nlive np N2 (fun s l t => if mem t U then let L := line_of C s in sall ns X l (fun a => leads t (targets L a)) else true).

Definition check_backward np ns (D : list rrule) (A1 A2 : raut) (red : option reduction)
  (certificate : certificate) (useful : list positive) (pairs : list (positive * positive)) : bool :=
  match normalise np A1, normalise np A2 with
  | Some N1, Some N2 =>
    let X := index_opt red in
    let U := setof useful in
    let C := build_rows (fun t => mem t U) certificate in
    if subset (n_acc N2) U then
    if check_reduction np ns D N1 X then
    if check_edges np ns X U C N2 then
    if forallb (closed_rule ns X U C) D then
    disjoint np N1 C (n_acc N2) (fun p => Leaf (xO p) (xO p)) pairs
    else false else false else false else false
  | _, _ => false
  end.

(** * Proofs *)
Section Sound.
Variables (np ns : positive) (D : list rrule) (A1 A2 : raut) (N1 N2 : normal) (X : option redix) (U : set)
  (C : rows).
Hypothesis (HN2 : normal_of np A2 N2) (HX : red_wf X).
Hypothesis HC : rows_ok (fun t => mem t U) C.
Hypothesis HU : subset (n_acc N2) U = true.

Lemma useful_acc f : nacc np A2 f -> mem f U = true.
Proof. intro F. apply (no_acc _ _ _ HN2) in F. exact (subset_spec _ _ HU _ F). Qed.
Lemma useful_path s w f : path (Tr C) s w f -> nacc np A2 f -> mem s U = true.
Proof. intros P F. destruct P as [|s a t w f T]; [now apply useful_acc|exact (proj1 (ro_kept _ _ HC _ _ _ T))]. Qed.

(* the certificate has the final set *)
Lemma edges_path : check_edges np ns X U C N2 = true ->
  forall s w f, path (nedge np ns A2) s w f -> live N2 s -> nacc np A2 f -> Forall (occurs X) w -> path (Tr C) s w f.
Proof.
  intros H s w f. induction 1 as [s|s a t w f E P IH]; intros Ls F O; [constructor|]. inversion O; subst.
  assert (Q : path (Tr C) t w f) by (apply IH; try assumption; exact (no_live _ _ _ HN2 ns _ _ _ Ls E)). econstructor; [|exact Q].
  destruct (nlive_spec np ns A2 N2 _ HN2 H _ _ _ Ls E) as (l & L & G). cbv zeta in G.
  rewrite (useful_path _ _ _ Q F) in G. exact (sall_spec _ _ _ _ _ HX G L ltac:(assumption)).
Qed.

(* the certificate is closed *)
Lemma closed_rule_spec r a t : closed_rule ns X U C r = true -> lmatch ns (rr_h r) a -> poss X (rr_p r) a = true ->
  mem t U = true -> path (Tr C) (xO (rr_q r)) (rresult (rr_op r) a) t -> Tr C (xO (rr_p r), a, t).
Proof.
  intros H M P Ut Q. unfold closed_rule in H. cbv zeta in H.
  set (into := fun T : class => if is_empty T then true
      else hall ns X (rr_p r) (rr_h r) (fun a => within (r_known C) T (targets (line_of C (xO (rr_p r))) a))) in H.
  assert (Into : forall s b, into (tgt C s b) = true -> Tr C (s, b, t) -> Tr C (xO (rr_p r), a, t)).
  { intros s b HT MT. unfold into in HT. destruct (is_empty (tgt C s b)) eqn:Em.
    - unfold is_empty in Em. unfold Tr, leads in MT. destruct (snd (tgt C s b)); discriminate.
    - pose proof (hall_spec _ _ _ _ _ _ HX HT M P) as G. cbn beta in G. exact (ro_within _ _ HC _ _ _ _ _ G MT). }
  set (into_same := fun L => rall (rr_h r) L (fun a T =>
      if poss X (rr_p r) a then within (r_known C) T (targets (line_of C (xO (rr_p r))) a) else true)) in H.
  assert (IntoSame : forall s, into_same (line_of C s) = true -> Tr C (s, a, t) -> Tr C (xO (rr_p r), a, t)).
  { intros s HT Ts. pose proof (rall_spec ns _ _ _ _ _ _ _ HC HT M Ts) as G. cbn beta in G. rewrite P in G.
    exact (ro_within _ _ HC _ _ _ _ _ G Ts). }
  destruct (rr_op r) as [|x|x y]; cbn [rresult] in Q; apply path1 in Q.
  - subst t. rewrite Ut in H. exact (hall_spec _ _ _ _ _ _ HX H M P).
  - destruct Q as (t' & T & Q). apply path1 in Q. subst t'. destruct x as [b|]; cbn [rget] in T; eauto.
  - destruct Q as (m & T1 & Q). apply path1 in Q. destruct Q as (t' & T2 & Q). apply path1 in Q. subst t'.
    destruct x as [b|]; cbn [rget] in T1.
    + destruct y as [c|]; cbn [rget] in T2;
        pose proof (all_proper _ _ _ (ro_proper _ _ HC _ _) H T1) as G; cbn beta in G; eauto.
    + pose proof (rall_spec ns _ _ _ _ _ _ _ HC H M T1) as G. cbn beta in G. rewrite P in G.
      pose proof (all_proper _ _ _ (ro_proper _ _ HC _ _) G T1) as G2. cbn beta in G2.
      exact (ro_within _ _ HC _ _ _ _ _ G2 T2).
Qed.
Lemma closed_run c c' f : check_reduction np ns D N1 X = true -> forallb (closed_rule ns X U C) D = true ->
  rsteps ns D c c' -> fits X c -> nacc np A2 f ->
  (fits X c' -> path (Tr C) (xO (fst c')) (snd c') f) -> path (Tr C) (xO (fst c)) (snd c) f.
Proof.
  intros R H S. rewrite forallb_forall in H. induction S as [c|c c1 c' S1 _ IH]; intros Fc Ff K; [auto|].
  pose proof (check_reduction_step _ _ _ _ _ _ _ HX R Fc S1) as F1. specialize (IH F1 Ff K).
  destruct S1 as [r a w I M]. cbn [fst snd] in *. apply path_split in IH. destruct IH as (m & P1 & P2).
  destruct Fc as (Pa & _). econstructor; [|exact P2].
  eapply closed_rule_spec; eauto. eapply useful_path; eauto.
Qed.
End Sound.

Theorem check_backward_sound np ns D A1 A2 red certificate useful pairs :
  check_backward np ns D A1 A2 red certificate useful pairs = true -> ~ rreachable np ns D A1 A2.
Proof.
  unfold check_backward. destruct (normalise np A1) as [N1|] eqn:E1; [|discriminate].
  destruct (normalise np A2) as [N2|] eqn:E2; [|discriminate]. apply normalise_spec in E1, E2. cbv zeta.
  set (U := setof useful). set (C := build_rows _ certificate). pose proof (index_opt_wf red) as HX. set (X := index_opt red) in *.
  assert (HC : rows_ok (fun t => mem t U) C) by apply build_rows_ok. clearbody U C X.
  destruct (subset (n_acc N2) U) eqn:H1; [|discriminate].
  destruct (check_reduction np ns D N1 X) eqn:H2; [|discriminate].
  destruct (check_edges np ns X U C N2) eqn:H3; [|discriminate].
  destruct (forallb (closed_rule ns X U C) D) eqn:H4; [|discriminate].
  intros H5 ([p w] & [p2 w2] & L1 & L2 & S). apply normal_lang in L1, L2.
  destruct L1 as (_ & f1 & F1 & P1), L2 as (_ & f2 & F2 & P2).
  assert (Q : path (Tr C) (xO p) w f2).
  { eapply (closed_run np ns D A2 N1 N2 X U C E2 HX HC H1 (p, w) (p2, w2) f2); try assumption.
    - exact (check_reduction_init np ns D A1 N1 X E1 H2 _ _ _ P1).
    - intro Fit. eapply edges_path; eauto; [exact I|]. now apply (fits_occurs X (p2, w2)). }
  assert (G : mem f2 (n_acc N2) = false).
  { eapply (disjoint_spec np ns A1 N1); eauto. cbn beta. unfold mem. cbn [find]. now rewrite Pos.eqb_refl. }
  apply (no_acc _ _ _ E2) in F2. congruence.
Qed.
