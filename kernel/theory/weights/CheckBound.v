(* The check of a lower bound over a raw instance as the program can run it (section `least` of docs/formats/evidence.md):
   no rule and no label is expanded, states are tagged as in Normal.v, and every condition is decided by walking over
   the certificate. *)
From Coq Require Import List PArith ZArith Bool Lia.
From Custos Require Import Pushdown Automaton Instance Trie Labels Normal Weights Bound CappedBound WeightedInstance.
From Custos Require Import WeightedRows.
Import ListNotations.

(** * The states of a set that can be met when it reads a stack *)
(* inner states that an edge over some symbol enters *)
Definition enter ns (E : set) (e : positive * lset * positive) : set :=
  let '(_, l, t) := e in if lall ns l (fun _ => false) then E else sadd t E.
Definition entered ns (A : raut) : set := fold_left (enter ns) (r_tr A) Empty.
Definition met (E : set) (s : positive) : bool := match s with xI q => mem q E | _ => true end.
Definition met_edge np ns (A : raut) (e : trans) : Prop := nedge np ns A e /\ met (entered ns A) (fst (fst e)) = true.

Lemma entered_spec np ns A s a t : nedge np ns A (s, a, t) -> met (entered ns A) t = true.
Proof.
  intro H. assert (G : exists m l q, t = xI q /\ In (m, l, q) (r_tr A) /\ lmatch ns l a) by (inversion H; subst; eauto 6).
  destruct G as (m & l & q & -> & I & M). cbn [met].
  assert (L : lall ns l (fun _ => false) = false).
  { destruct (lall ns l _) eqn:E; [|reflexivity]. discriminate (lall_spec _ _ _ _ E M). }
  assert (K : forall r E, mem q E = true -> mem q (fold_left (enter ns) r E) = true).
  { clear. induction r as [|[[m l] t] r IH]; cbn [fold_left enter]; intros E H; [exact H|]. apply IH.
    destruct (lall ns l _); [exact H|]. apply mem_sadd. auto. }
  unfold entered. generalize (Empty : set). induction (r_tr A) as [|e r IH]; [destruct I|].
  destruct I as [->|I]; intro E; cbn [fold_left]; [|now apply IH].
  apply K. cbn [enter]. rewrite L. apply mem_sadd. auto.
Qed.
Lemma path_met np ns A s w t : met (entered ns A) s = true -> path (nedge np ns A) s w t -> path (met_edge np ns A) s w t.
Proof.
  intros H P. revert H. induction P as [s|s a m w t E P IH]; intro H; [constructor|].
  econstructor; [split; [exact E|exact H]|]. apply IH. eapply entered_spec; eauto.
Qed.

(** * The checker *)
Section Check.
Context {W : Type} {WW : Weight W} {WO : Order W}.
Variables (np ns : positive) (full : W -> bool).
Definition cover (o : option W) (n : W) : bool :=
  match o with Some y => if wleb y n then true else full n | None => full n end.

Definition closed_wrule (U : set) (C : wrows W) (x : rrule * W) : bool :=
  let (r, k) := x in let h := rr_h r in let q := xO (rr_q r) in
  let P := sub_at (xO (rr_p r)) C in
  let has n t a := cover (at_key t (sub_at a P)) n in
  let all n t := lall ns h (has n t) in
  match rr_op r with
  | RPop => if mem q U then all k q else true
  | RSwap (Sym b) => wall (sub_at b (sub_at q C)) (fun t x => all (k [+] x) t)
  | RSwap Same => wall_in h (sub_at q C) (fun a T => wall T (fun t x => has (k [+] x) t a))
  | RPush (Sym b) (Sym c) => wall (sub_at b (sub_at q C)) (fun m x =>
      wall (sub_at c (sub_at m C)) (fun t y => all (k [+] (x [+] y)) t))
  | RPush (Sym b) Same => wall (sub_at b (sub_at q C)) (fun m x =>
      wall_in h (sub_at m C) (fun a T => wall T (fun t y => has (k [+] (x [+] y)) t a)))
  | RPush Same c => wall_in h (sub_at q C) (fun a T => wall T (fun m x =>
      wall (sub_at (rget a c) (sub_at m C)) (fun t y => has (k [+] (x [+] y)) t a)))
  end.

Definition bound_edges (U : set) (C : wrows W) (N2 : normal) : bool :=
  let E := entered ns (n_aut N2) in
  nall np N2 (fun s l t => if mem t U then if met E s then lall ns l (fun a => cover (weight_of C (s, a, t)) wzero)
                           else true else true).
Definition bound_start (N1 : normal) (R : trie (positive * wset W)) : bool :=
  let ok s := match s with xO _ => cover (at_key s (sub_at s R)) wzero | _ => true end in
  if nall np N1 (fun s _ _ => ok s) then tall ok (n_acc N1) else false.
Definition bound_step (N1 : normal) (C : wrows W) (R : trie (positive * wset W)) : bool :=
  nall np N1 (fun s l t => let Rt := sub_at t R in wall (sub_at s R) (fun y d =>
    wall_in l (sub_at y C) (fun _ T => wall T (fun z w => cover (at_key z Rt) (d [+] w))))).
Definition bound_end (N1 N2 : normal) (R : trie (positive * wset W)) (B : option W) : bool :=
  tall (fun x => wall (sub_at x R) (fun y d => if mem y (n_acc N2) then atleast B d else true)) (n_acc N1).

Definition nonneg_rows (C : wrows W) : bool := wall C (fun _ L => wall L (fun _ T => wall T (fun _ w => nonneg w))).
Definition lower_ix (D : list (rrule * W)) (N1 N2 : normal) (U : set) (C : wrows W) (R : trie (positive * wset W))
  (B : option W) : bool :=
  if subset (n_acc N2) U then
  if tall (fun e => mem (fst e) U) C then
  if bound_edges U C N2 then
  if forallb (closed_wrule U C) D then
  if bound_start N1 R then
  if bound_step N1 C R then bound_end N1 N2 R B
  else false else false else false else false else false else false.
End Check.

(* rows: ((source, symbol), targets with weights); useful: the states from which acceptance can be reached, or more;
   pairs: ((state of A1, state of the certificate), potential). With [capped] no weight may be negative, and what weighs
   B or more may be left out. B = None is infinity: there is no run at all. *)
Definition check_lower_bound {W} {WW : Weight W} {WO : Order W} np ns (D : list (rrule * W)) (A1 A2 : raut) (capped : bool)
  (rows : list ((positive * positive) * list (positive * W))) (useful : list positive)
  (pairs : list ((positive * positive) * W)) (B : option W) : bool :=
  match normalise np A1, normalise np A2 with
  | Some N1, Some N2 =>
    let U := setof useful in
    let C := build_wrows (fun t => mem t U) rows in
    if capped then
      if forallb (fun x => nonneg (snd x)) D then
      if nonneg_rows C
      then lower_ix np ns (atleast B) D N1 N2 U C (build_pots pairs) B
      else false else false
    else lower_ix np ns (fun _ => false) D N1 N2 U C (build_pots pairs) B
  | _, _ => false
  end.

(** * Soundness *)
Section Sound.
Context {W : Type} {WW : Weight W} {WO : Order W}.
(* the system with tagged control locations *)
Definition tag_rule (x : wrule W) : wrule W :=
  let (r, k) := x in (Rule (xO (r_p r)) (r_g r) (xO (r_q r)) (r_op r), k).
Definition tagged_ctl np (x : positive) : Prop := exists p, x = xO p /\ ctl np p.
Lemma wsteps_tag D c n c' : wsteps D c n c' -> wsteps (map tag_rule D) (xO (fst c), snd c) n (xO (fst c'), snd c').
Proof.
  induction 1 as [c|r k w n c I _ IH]; [constructor|]. cbn in *.
  apply (wsteps_cons (map tag_rule D) (Rule (xO (r_p r)) (r_g r) (xO (r_q r)) (r_op r))); [|exact IH].
  apply (in_map tag_rule) in I. exact I.
Qed.
Lemma tagged_between np ns D A1 A2 n : rweight_between np ns D A1 A2 n ->
  weight_between (map tag_rule (wrexp ns D)) (lang (tagged_ctl np) (nedge np ns A1) (nacc np A1))
    (lang (tagged_ctl np) (met_edge np ns A2) (nacc np A2)) n.
Proof.
  assert (L : forall A c, rlang np ns A c -> lang (tagged_ctl np) (nedge np ns A) (nacc np A) (xO (fst c), snd c)).
  { intros A [p w] H. apply normal_lang in H. destruct H as (C & H). split; [exists p; auto|exact H]. }
  intros (c1 & c2 & L1 & L2 & S). apply wrexp_steps, wsteps_tag in S. do 2 eexists. split; [|split; [|exact S]]; auto.
  destruct (L _ _ L2) as (C & q & F & P). split; [exact C|]. exists q. split; [exact F|]. now apply path_met.
Qed.
Lemma in_tagged ns D r k : In (r, k) (map tag_rule (wrexp ns D)) -> exists x a, In (x, k) D /\ lmatch ns (rr_h x) a /\
  r = Rule (xO (rr_p x)) a (xO (rr_q x)) (rop_exp (rr_op x) a).
Proof.
  intro I. apply in_map_iff in I. destruct I as ([r' k'] & E & I). cbn in E. inversion E; subst.
  apply wrexp_spec in I. destruct I as (x & a & I & M & ->). exists x, a. auto.
Qed.

Variables (np ns : positive) (full : W -> bool).
Lemma cover_spec o n : cover full o n = true -> covers (enoughb full) o n.
Proof.
  unfold cover, covers, enoughb. destruct o as [y|]; [|auto]. destruct (wleb y n) eqn:L; [left; exists y; auto|auto].
Qed.
Lemma closed_wrule_spec U C x k a t v : closed_wrule ns full U C (x, k) = true -> lmatch ns (rr_h x) a ->
  cpath (weight_of C) (xO (rr_q x)) (rresult (rr_op x) a) t v -> mem t U = true ->
  cover full (weight_of C (xO (rr_p x), a, t)) (k [+] v) = true.
Proof.
  cbn beta iota zeta delta [closed_wrule]. intros H M P Ut.
  destruct (rr_op x) as [|b|b d]; cbn [rresult] in P; apply cpath1 in P.
  - destruct P as (<- & ->). rewrite Ut in H. rewrite wplus_zero_r. exact (lall_spec _ _ _ _ H M).
  - destruct P as (t' & y & z & E & P & ->). apply cpath1 in P. destruct P as (-> & ->). rewrite wplus_zero_r.
    destruct b as [b|]; cbn [rget] in E.
    + exact (lall_spec _ _ _ _ (wall_spec _ _ _ _ H E) M).
    + exact (wall_spec _ _ _ _ (wall_in_spec _ _ _ _ _ _ _ H M E) E).
  - destruct P as (m & y & z & E & P & ->). apply cpath1 in P. destruct P as (t' & y' & z' & E' & P & ->).
    apply cpath1 in P. destruct P as (-> & ->). rewrite wplus_zero_r.
    destruct b as [b|]; cbn [rget] in E; [destruct d as [d|]; cbn [rget] in E'|].
    + exact (lall_spec _ _ _ _ (wall_spec _ _ _ _ (wall_spec _ _ _ _ H E) E') M).
    + exact (wall_spec _ _ _ _ (wall_in_spec _ _ _ _ _ _ _ (wall_spec _ _ _ _ H E) M E') E').
    + exact (wall_spec _ _ _ _ (wall_spec _ _ _ _ (wall_in_spec _ _ _ _ _ _ _ H M E) E) E').
Qed.

Lemma lower_ix_sound D A1 A2 N1 N2 U C R B : normal_of np A1 N1 -> normal_of np A2 N2 ->
  (forall x y, enoughb full x -> wle x y -> enoughb full y) ->
  (forall r k x, In (r, k) D -> enoughb full x -> enoughb full (k [+] x)) ->
  (forall s w t x y, cpath (weight_of C) s w t y -> enoughb full x -> enoughb full (x [+] y)) ->
  lower_ix np ns full D N1 N2 U C R B = true ->
  forall n, rweight_between np ns D A1 A2 n -> full n = true \/ atleast B n = true.
Proof.
  intros O1 O2 E1 E2 E3. unfold lower_ix, bound_start.
  destruct (subset _ _) eqn:HU; [|discriminate]. destruct (tall _ C) eqn:HC; [|discriminate].
  destruct (bound_edges _ _ _ _ _ _) eqn:HE; [|discriminate]. destruct (forallb _ _) eqn:HD; [|discriminate].
  destruct (nall np N1 (fun s _ _ => _)) eqn:HS1; [|discriminate]. destruct (tall _ (n_acc N1)) eqn:HS2; [|discriminate].
  destruct (bound_step _ _ _ _ _) eqn:HP; [|discriminate]. intros HF n Hn. apply tagged_between in Hn.
  rewrite forallb_forall in HD.
  assert (Back : forall s g t x, weight_of C (s, g, t) = Some x -> mem t U = true -> mem s U = true).
  { intros s g t x E _. apply sub_spec in E. destruct E as (T & E & _). apply sub_spec in E. destruct E as (L & E & _).
    apply at_key_find in E. exact (tall_spec _ _ HC _ _ E). }
  assert (E2' : forall r k x, In (r, k) (map tag_rule (wrexp ns D)) -> enoughb full x -> enoughb full (k [+] x)).
  { intros r k x I. apply in_tagged in I. destruct I as (y & a & I & _ & _). now apply (E2 y). }
  destruct (bound_sound _ (weight_of C) (enoughb full) (fun t => mem t U = true) Back E1 E2' E3 (tagged_ctl np)
    (nedge np ns A1) (met_edge np ns A2) (nacc np A1) (nacc np A2) (nacc np A2) (fun s1 s2 => at_key s2 (sub_at s1 R)))
    with (n := n) as [G|(s1 & s2 & d & Ed & F1 & F2 & L)].
  - intros s g t (Ht & Ms) Ut. cbn in Ms. destruct (nall_spec _ _ _ _ _ O2 HE _ _ _ Ht) as (l & M & G).
    cbn beta in G. rewrite Ut, (no_aut _ _ _ O2), Ms in G.
    apply cover_spec. exact (lall_spec _ _ _ _ G M).
  - intros q Fq. split; [assumption|]. apply (subset_spec _ _ HU). now apply (no_acc _ _ _ O2).
  - intros r k q x I P Uq. apply in_tagged in I. destruct I as (y & a & I & M & ->). cbn in *.
    rewrite lbl_rop_exp in P. apply cover_spec. exact (closed_wrule_spec _ _ _ _ _ _ _ (HD _ I) M P Uq).
  - intros s w q (p & -> & Cp) Fq P. apply cover_spec. inversion P as [s0|s0 g t w0 u Ht P']; subst.
    + apply (no_acc _ _ _ O1) in Fq. exact (all_proper _ _ _ (no_acc_proper _ _ _ O1) HS2 Fq).
    + destruct (nall_spec _ _ _ _ _ O1 HS1 _ _ _ Ht) as (l & _ & G). exact G.
  - intros s1 s2 g t1 t2 d y Ed Ht Ey. apply cover_spec.
    destruct (nall_spec _ _ _ _ _ O1 HP _ _ _ Ht) as (l & M & G).
    exact (wall_spec _ _ _ _ (wall_in_spec _ _ _ _ _ _ _ (wall_spec _ _ _ _ G Ed) M Ey) Ey).
  - exact Hn.
  - left. exact G.
  - right. apply (no_acc _ _ _ O1) in F1. apply (no_acc _ _ _ O2) in F2.
    pose proof (wall_spec _ _ _ _ (all_proper _ _ _ (no_acc_proper _ _ _ O1) HF F1) Ed) as G. cbn beta in G.
    rewrite F2 in G. destruct B as [b|]; [|discriminate]. eapply wleb_trans; [exact G|exact L].
Qed.
End Sound.

Section Theorems.
Context {W : Type} {WW : Weight W} {WO : Order W}.
Lemma check_lower_bound_atleast np ns (D : list (rrule * W)) A1 A2 capped rows useful pairs B :
  check_lower_bound np ns D A1 A2 capped rows useful pairs B = true ->
  forall n, rweight_between np ns D A1 A2 n -> atleast B n = true.
Proof.
  unfold check_lower_bound. destruct (normalise np A1) as [N1|] eqn:O1; [|discriminate].
  destruct (normalise np A2) as [N2|] eqn:O2; [|discriminate]. apply normalise_spec in O1, O2.
  set (C := build_wrows _ _). intros H n Hn.
  destruct capped.
  2: { enough (false = true \/ atleast B n = true) as [|] by (discriminate || assumption).
       refine (lower_ix_sound np ns (fun _ => false) D A1 A2 N1 N2 _ C _ B O1 O2 _ _ _ H n Hn);
         unfold enoughb; discriminate. }
  destruct (forallb _ D) eqn:HD; [|discriminate]. destruct (nonneg_rows C) eqn:HC; [|discriminate].
  rewrite forallb_forall in HD.
  assert (Up : forall x y, enoughb (atleast B) x -> wle x y -> enoughb (atleast B) y).
  { unfold enoughb. destruct B as [b|]; [|discriminate]. intros x y. apply wleb_trans. }
  assert (Grow : forall x y, nonneg y = true -> enoughb (atleast B) x -> enoughb (atleast B) (x [+] y)).
  { intros x y Ny Ex. eapply Up; [exact Ex|]. apply wle_grow; [exact Ny|apply wle_refl]. }
  enough (atleast B n = true \/ atleast B n = true) by tauto.
  refine (lower_ix_sound np ns (atleast B) D A1 A2 N1 N2 _ C _ B O1 O2 Up _ _ H n Hn).
  - intros r k x I Ex. rewrite wplus_comm. apply Grow; [exact (HD _ I)|assumption].
  - intros s w t x y P. revert x. induction P as [s|s g t w u x y E P IH]; intros z Ez; [now rewrite wplus_zero_r|].
    rewrite wplus_assoc. apply IH, Grow; [|assumption].
    apply sub_spec in E. destruct E as (T & E & Et). apply sub_spec in E. destruct E as (L & E & Eg).
    exact (wall_spec _ _ _ _ (wall_spec _ _ _ _ (wall_spec _ _ _ _ HC E) Eg) Et).
Qed.
Theorem check_lower_bound_sound np ns (D : list (rrule * W)) A1 A2 capped rows useful pairs B :
  check_lower_bound np ns D A1 A2 capped rows useful pairs (Some B) = true -> lower_bound (rweight_between np ns D A1 A2) B.
Proof. intros H n Hn. exact (check_lower_bound_atleast _ _ _ _ _ _ _ _ _ _ H n Hn). Qed.
Theorem check_lower_bound_unreachable np ns (D : list (rrule * W)) A1 A2 capped rows useful pairs :
  check_lower_bound np ns D A1 A2 capped rows useful pairs None = true -> ~ rreachable np ns (map fst D) A1 A2.
Proof.
  intros H L. apply rreachable_weight in L. destruct L as (n & L).
  discriminate (check_lower_bound_atleast _ _ _ _ _ _ _ _ _ _ H n L).
Qed.
End Theorems.
