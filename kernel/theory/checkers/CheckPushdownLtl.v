(* No run of a pushdown problem satisfies a formula: the automaton of the formula and its translation certificate, a table
   of annotated stack symbols, and for the heads that matter (location, state of the automaton, symbol) a rank and
   summaries. The product is never built: the rules are looked up for each head, so that wildcards are expanded only for
   heads with a rank; a head that no rule starts from stutters. Rules of other heads need not be looked at. *)
From Coq Require Import List PArith Arith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Instance Ltl Buchi LabelledRun Stutter Translation CheckTranslation
  AbstractPushdown RawPushdownLtl Trie Labels Normal Maps RuleIndex StackClasses.
Import ListNotations.

(** * Heads *)
(* locations (p, q) where the symbol can be popped; true: also by a path that is known to be accepting *)
Definition sums := list (positive * positive * bool).
Record cell := Cell { c_rank : positive; c_sums : sums; c_index : trie (trie bool) }.
Definition index_sums (l : sums) : trie (trie bool) :=
  fold_left (fun m e => let '(p, q, b) := e in
    update (fun o => put q b (match o with Some n => n | None => Empty end)) p m) l Empty.
Definition make_cell (x : positive * sums) : cell := Cell (fst x) (snd x) (index_sums (snd x)).
(* stack symbol, location, state of the automaton *)
Definition head_list := list (positive * list (positive * list (positive * (positive * sums)))).
Definition heads := trie (trie (trie cell)).
Definition make_heads (l : head_list) : heads := map_of (map_of (map_of make_cell)) l.
Definition row_at (H : heads) (x p : positive) : trie cell := match find2 x p H with Some r => r | None => Empty end.

Definition has_sum (c : cell) (p q : positive) (b : bool) : bool :=
  match find2 p q (c_index c) with Some b' => if b then b' else true | None => false end.
Definition descend (b : bool) (c c' : cell) : bool :=
  if b then Pos.ltb (c_rank c') (c_rank c) else Pos.leb (c_rank c') (c_rank c).
(* what pops c' pops c *)
Definition sums_into (b : bool) (c' c : cell) : bool :=
  forallb (fun e => let '(p, q, b') := e in has_sum c p q (if b then true else b')) (c_sums c').
Definition follow (b : bool) (c : cell) (R : trie cell) (q : positive) : bool :=
  match find q R with
  | Some c' => if descend b c c' then sums_into b c' c else false
  | None => false end.

(** * The automaton *)
Definition edge_index := trie (list (guard * positive)).
Definition index_edges (l : list (positive * guard * positive)) : edge_index :=
  fold_left (fun m e => let '(q, g, q') := e in update (fun o => (g, q') :: olist o) q m) l Empty.
Definition all_edges (E : edge_index) (q : positive) (a : letter) (f : positive -> bool) : bool :=
  forallb (fun e => if allows (fst e) a then f (snd e) else true) (olist (find q E)).

Section Check.
Variables (np ns : positive) (ix : ruleix) (ats : list (positive * atom)) (T : table) (H : heads).
Variables (E : edge_index) (acc : positive -> bool).

(* from each state of a row of heads, along each edge that reads the letter *)
Definition all_states (R : trie cell) (qs : list (positive * (positive * sums))) (a : letter)
  (f : bool -> cell -> positive -> bool) : bool :=
  forallb (fun e => let q := fst e in
    match find q R with Some c => all_edges E q a (f (acc q) c) | None => true end) qs.
Definition check_rule (x p g c : positive) (base : letter) R qs (r : act_rule) : bool :=
  let p' := rr_q (fst r) in
  let all := all_states R qs (action_spelt ats (snd r) base) in
  match rr_op (fst r) with
  | RPop => all (fun b c q => has_sum c p' q b)
  | RSwap y =>
    match symbol_of T (rget g y) (Some c) with
    | Some x' => let R' := row_at H x' p' in all (fun b c q => follow b c R' q)
    | None => all (fun _ _ _ => false) end
  | RPush y z =>
    match symbol_of T (rget g z) (Some c) with
    | Some x2 =>
      match symbol_of T (rget g y) (class_from T (Some x2)) with
      | Some x1 => let R1 := row_at H x1 p' in
        all (fun b c q => match find q R1 with
          | Some c1 => if descend b c c1
                       then forallb (fun e => let '(m, n, b1) := e in follow (if b then true else b1) c (row_at H x2 m) n) (c_sums c1)
                       else false
          | None => false end)
      | None => all (fun _ _ _ => false) end
    | None => all (fun _ _ _ => false) end
  end.
Definition check_idle R qs (base : letter) : bool := all_states R qs base (fun b c q => follow b c R q).
Definition check_row (x p : positive) (qs : list (positive * (positive * sums))) : bool :=
  let R := row_at H x p in
  match x with
  | xH => check_idle R qs (conf_spelt np (t_bottom T) ats p None)
  | _ =>
    match find x (t_entry T) with
    | Some (g, c, _, F) =>
      let base := conf_spelt np F ats p (Some g) in
      match rules_at ns ix p g with
      | [] => check_idle R qs base
      | rs => forallb (check_rule x p g c base R qs) rs
      end
    | _ => false
    end
  end.
Definition check_heads (l : head_list) : bool :=
  forallb (fun xr => forallb (fun pq => check_row (fst xr) (fst pq) (snd pq)) (snd xr)) l.

(** * The initial set: for each state, by the class of what is still to be read, the locations met there *)
Definition start_list := list (positive * list (positive * list (positive * positive))).
Definition starts_t := trie (list (positive * list (positive * positive)) * trie (list (positive * positive) * trie set)).
Definition make_starts (l : start_list) : starts_t := map_of (fun k => (k, map_of (fun v => (v, pairset v)) k)) l.
Definition start_at (I : starts_t) (s c : positive) : option (list (positive * positive) * trie set) :=
  match find s I with Some (_, m) => find c m | None => None end.
Definition begins (q0 : positive) (s : positive) (v : list (positive * positive) * trie set) : bool :=
  match s with xO p => mem q0 (gets p (snd v)) | _ => true end.
Definition check_start_edge q0 (I : starts_t) s g (vt : list (positive * positive) * trie set) c : bool :=
  match symbol_of T g (Some c) with
  | None => false
  | Some x =>
    match class_from T (Some x) with
    | None => false
    | Some c' =>
      match start_at I s c' with
      | None => false
      | Some v =>
        if begins q0 s v
        then forallb (fun pq => match find (snd pq) (row_at H x (fst pq)) with
               | Some d => forallb (fun e => let '(m, n, _) := e in mem n (gets m (snd vt))) (c_sums d)
               | None => false end) (fst v)
        else false
      end
    end
  end.
Definition check_start_end q0 (I : starts_t) s : bool :=
  match start_at I s xH with
  | None => false
  | Some v =>
    if begins q0 s v
    then forallb (fun pq => match find (snd pq) (row_at H xH (fst pq)) with Some _ => true | None => false end) (fst v) else false
  end.
Definition check_starts q0 (N : normal) (I : starts_t) : bool :=
  nlive np N (fun s l t =>
    match find t I with
    | None => true
    | Some (cs, m) => forallb (fun cv => let c := fst cv in
        match find c m with Some vt => lall ns l (fun g => check_start_edge q0 I s g vt c) | None => true end) cs
    end) &&
  tall (fun s => match s with
    | xI q => if mem q (n_entered N) then check_start_end q0 I s else true
    | _ => check_start_end q0 I s end) (n_acc N).
End Check.

Definition check_pds_empty np ns (D : actrules) (A1 : raut) (ats : list (positive * atom)) (A : buchi)
  (U : list (positive * positive)) (C : list (positive * list (positive * list positive))) (l : numbers) (hs : head_list)
  (I : start_list) : bool :=
  match normalise np A1, set_readers ats with
  | Some N, Some Rs =>
    let C := make_contents C in
    let T := make_table ns Rs C l in
    let H := make_heads hs in
    if check_classes (pairset U) Rs C T then
      if check_heads np ns (index_rules D) ats T H (index_edges (b_edges A)) (fun q => PS.mem q (b_acc A)) hs
      then check_starts np ns T H (b_init A) N (make_starts I) else false
    else false
  | _, _ => false
  end.

(** * Proofs *)
Lemma index_sums_In l p q b : find2 p q (index_sums l) = Some b -> In (p, q, b) l.
Proof.
  unfold index_sums.
  set (f := fun m (e : positive * positive * bool) => let '(p, q, b) := e in
    update (fun o => put q b (match o with Some n => n | None => Empty end)) p m).
  assert (G : forall m, find2 p q (fold_left f l m) = Some b -> In (p, q, b) l \/ find2 p q m = Some b).
  { induction l as [|[[p1 q1] b1] l IH]; intros m Hm; cbn [fold_left] in Hm; [auto|]. apply IH in Hm. cbn [In].
    destruct Hm as [Hm|Hm]; [auto|]. unfold find2, f in Hm. destruct (Pos.eq_dec p p1) as [->|N].
    - rewrite find_update_same in Hm. unfold put in Hm. destruct (Pos.eq_dec q q1) as [->|N'].
      + rewrite find_update_same in Hm. inversion Hm; subst. auto.
      + rewrite find_update_other in Hm by assumption. unfold find2. destruct (find p1 m); [auto|discriminate].
    - rewrite find_update_other in Hm by assumption. auto. }
  intro K. apply G in K. destruct K as [K|K]; [assumption|discriminate].
Qed.
Lemma index_edges_spec l q g q' : In (q, g, q') l -> In (g, q') (olist (find q (index_edges l))).
Proof.
  unfold index_edges.
  set (f := fun m (e : positive * guard * positive) => let '(q, g, q') := e in update (fun o => (g, q') :: olist o) q m).
  assert (G : forall m, In (q, g, q') l \/ In (g, q') (olist (find q m)) -> In (g, q') (olist (find q (fold_left f l m)))).
  { induction l as [|[[s h] t] l IH]; intros m [K|K]; cbn [fold_left]; try (now destruct K); [assumption| |].
    - apply IH. cbn [In] in K. destruct K as [K|K]; [right|auto]. inversion K; subst. unfold f. rewrite find_update_same. now left.
    - apply IH. right. unfold f. destruct (Pos.eq_dec q s) as [->|N].
      + rewrite find_update_same. cbn [olist]. now right.
      + now rewrite find_update_other by assumption. }
  intro I. apply G. auto.
Qed.
Lemma allows_ext a a' g : (forall k, PS.In k a <-> PS.In k a') -> allows g a = allows g a'.
Proof.
  intro K. assert (M : forall l, holds l a = holds l a').
  { intro l. unfold holds. assert (PS.mem (snd l) a = PS.mem (snd l) a'); [|congruence].
    destruct (PS.mem (snd l) a) eqn:E1, (PS.mem (snd l) a') eqn:E2; try reflexivity.
    - apply PS.mem_spec, K, PS.mem_spec in E1. congruence.
    - apply PS.mem_spec, K, PS.mem_spec in E2. congruence. }
  unfold allows. induction g as [|c g IH]; cbn; [reflexivity|]. rewrite IH. f_equal.
  unfold models. induction c as [|l c IHc]; cbn; [reflexivity|]. now rewrite IHc, M.
Qed.
Lemma all_edges_spec A q a b q' f : all_edges (index_edges (b_edges A)) q a f = true ->
  (forall k, PS.In k a <-> PS.In k b) -> b_step A q b q' -> f q' = true.
Proof.
  unfold all_edges. rewrite forallb_forall. intros Hf K (g & I & G). apply index_edges_spec in I. specialize (Hf _ I).
  cbn [fst snd] in Hf. rewrite (allows_ext a b g K), G in Hf. exact Hf.
Qed.

Section Sound.
Variables (np ns : positive) (D : actrules) (ats : list (positive * atom)) (A : buchi) (Rs : readers) (C : contents) (U : trie set) (l : numbers).
Variable hs : head_list.
Let T := make_table ns Rs C l.
Let H := make_heads hs.
Let acc := fun q => PS.mem q (b_acc A).
Hypothesis HR : set_readers ats = Some Rs.
Hypothesis PU : forall k, proper (tracked U k).
Hypothesis HC : check_classes U Rs C T = true.
Hypothesis HH : check_heads np ns (index_rules D) ats T H (index_edges (b_edges A)) acc hs = true.

(** * The product, as an abstract system *)
Notation loc := (positive * positive)%type.
Notation sym := (option positive).
Definition top (w : list positive) : sym := match w with [] => Some xH | g :: w => symbol_of T g (class_of T w) end.
Definition top_op (o : rop) (g : positive) (w : list positive) : aop sym :=
  match o with
  | RPop => APop
  | RSwap y => ASwap (top (rget g y :: w))
  | RPush y z => APush (top (rget g y :: rget g z :: w)) (top (rget g z :: w))
  end.
Inductive prule : arule loc sym -> Prop :=
| pr_step : forall r o g w a q q', In (r, o) D -> lmatch ns (rr_h r) g -> spells np ns ats (rr_p r, g :: w) o a ->
    b_step A q a q' -> prule (ARule (rr_p r, q) (top (g :: w)) (rr_q r, q') (top_op (rr_op r) g w))
| pr_idle : forall p w a q q', deadlock (taken ns D) (p, w) -> spells np ns ats (p, w) None a -> b_step A q a q' ->
    prule (ARule (p, q) (top w) (p, q') (ASwap (top w))).
Definition bottomed (w : list positive) : list sym := annotate T w ++ [Some xH].
Definition enc (c : conf) (q : positive) : aconf loc sym := ((fst c, q), bottomed (snd c)).

Lemma bottomed_top w : exists v, bottomed w = top w :: v.
Proof. destruct w as [|g w]; [exists []; reflexivity|exists (bottomed w); reflexivity]. Qed.
Lemma pairs_enc c q c' q' : pairs_step A (spelt_step np ns D ats) (c, q) (c', q') -> astep prule (enc c q) (enc c' q').
Proof.
  intros (a & (o & S & Sp) & B). cbn [fst snd] in *. destruct S as [S|(Dl & -> & ->)].
  - destruct S as [r o g w I M]. exists (ARule (rr_p r, q) (top (g :: w)) (rr_q r, q') (top_op (rr_op r) g w)), (bottomed w).
    split; [econstructor; eauto|]. split; [reflexivity|]. unfold enc; cbn [fst snd a_q a_op]. f_equal.
    destruct (rr_op r); reflexivity.
  - destruct c as [p w]. destruct (bottomed_top w) as (v & Ev).
    exists (ARule (p, q) (top w) (p, q') (ASwap (top w))), v. split; [econstructor; eauto|].
    unfold enc; cbn [fst snd a_q a_op a_p a_g albl app]. rewrite Ev. auto.
Qed.
Definition accq (x : loc) : Prop := b_final A (snd x).
Lemma fair_enc c q : fair (pairs_step A (spelt_step np ns D ats)) (pairs_final A) (c, q) ->
  fair (astep prule) (accloc accq) (enc c q).
Proof.
  apply (fair_map _ _ _ _ (fun s t => t = enc (fst s) (snd s))); [|reflexivity].
  intros [d m] [d' m'] s' -> S. exists (enc d' m'). split; [exact (pairs_enc _ _ _ _ S)|]. split; [reflexivity|trivial].
Qed.

(** * Ranks and summaries *)
Definition head_at (x : loc) (s : sym) : option cell :=
  match s with Some y => find (snd x) (row_at H y (fst x)) | None => None end.
Definition Hd (x : loc) (s : sym) : Prop := exists c, head_at x s = Some c.
Definition num (x : loc) (s : sym) : nat := match head_at x s with Some c => Pos.to_nat (c_rank c) | None => 0 end.
Definition Smb (b : bool) (x : loc) (s : sym) (y : loc) : Prop :=
  exists c b', head_at x s = Some c /\ In (fst y, snd y, b') (c_sums c) /\ (b = true -> b' = true).

Lemma has_sum_Sm x s c p q b : head_at x s = Some c -> (exists z, c = make_cell z) -> has_sum c p q b = true -> Smb b x s (p, q).
Proof.
  intros E (z & Ez) S. unfold has_sum in S. destruct (find2 p q (c_index c)) as [b'|] eqn:F; [|discriminate].
  exists c, b'. split; [assumption|]. split; [subst c; exact (index_sums_In _ _ _ _ F)|]. intros ->. exact S.
Qed.
Lemma head_cell x s c : head_at x s = Some c -> exists z, c = make_cell z.
Proof.
  destruct s as [y|]; [|discriminate]. cbn [head_at]. unfold row_at, find2. subst H. unfold make_heads.
  destruct (find y _) as [m|] eqn:E1; [|discriminate]. destruct (find (fst x) m) as [n|] eqn:E2; [|discriminate]. intro E3.
  apply map_of_In in E1. destruct E1 as (u & _ & ->). apply map_of_In in E2. destruct E2 as (v & _ & ->).
  apply map_of_In in E3. destruct E3 as (z & _ & ->). eauto.
Qed.
Lemma head_listed p q y c : head_at (p, q) (Some y) = Some c ->
  exists rows qs z, In (y, rows) hs /\ In (p, qs) rows /\ In (q, z) qs.
Proof.
  cbn [head_at fst snd]. unfold row_at, find2. subst H. unfold make_heads.
  destruct (find y _) as [m|] eqn:E1; [|discriminate]. destruct (find p m) as [n|] eqn:E2; [|discriminate]. intro E3.
  apply map_of_In in E1. destruct E1 as (u & I1 & ->). apply map_of_In in E2. destruct E2 as (v & I2 & ->).
  apply map_of_In in E3. destruct E3 as (z & I3 & ->). eauto 8.
Qed.

(* what the checker knows of a rule whose head has a rank *)
Definition follows_to (b : bool) (c : cell) (y : loc) (s : sym) : Prop :=
  exists c', head_at y s = Some c' /\ descend b c c' = true /\ sums_into b c' c = true.
Definition rule_fine (b : bool) (c : cell) (y : loc) (o : aop sym) : Prop :=
  match o with
  | APop => has_sum c (fst y) (snd y) b = true
  | ASwap s => follows_to b c y s
  | APush s1 s2 => exists c1, head_at y s1 = Some c1 /\ descend b c c1 = true /\
      forall m n b1, In (m, n, b1) (c_sums c1) -> follows_to (if b then true else b1) c (m, n) s2
  end.
Lemma follow_spec b c y p q : follow b c (row_at H y p) q = true -> follows_to b c (p, q) (Some y).
Proof.
  unfold follow, follows_to. cbn [head_at fst snd]. destruct (find q (row_at H y p)) as [c'|]; [|discriminate].
  intro K. destruct (descend b c c') eqn:E; [|discriminate]. eauto.
Qed.
Lemma all_states_spec R qs a f q z c : all_states (index_edges (b_edges A)) acc R qs a f = true -> In (q, z) qs ->
  find q R = Some c -> forall b q', (forall k, PS.In k a <-> PS.In k b) -> b_step A q b q' -> f (acc q) c q' = true.
Proof.
  unfold all_states. rewrite forallb_forall. intros K I F b q' Eq S. specialize (K _ I). cbn [fst] in K. cbv zeta in K.
  rewrite F in K. exact (all_edges_spec A q a b q' _ K Eq S).
Qed.
Lemma spells_same c o a a' : spells np ns ats c o a -> spells np ns ats c o a' -> forall k, PS.In k a <-> PS.In k a'.
Proof. intros S S' k. now rewrite (S k), (S' k). Qed.

Lemma row_checked y p q c : head_at (p, q) (Some y) = Some c -> exists qs z, In (q, z) qs /\
  check_row np ns (index_rules D) ats T H (index_edges (b_edges A)) acc y p qs = true.
Proof.
  intro E. destruct (head_listed _ _ _ _ E) as (rows & qs & z & I1 & I2 & I3). exists qs, z. split; [assumption|].
  unfold check_heads in HH. rewrite forallb_forall in HH. specialize (HH _ I1). cbn [fst snd] in HH.
  rewrite forallb_forall in HH. exact (HH _ I2).
Qed.

Lemma prule_fine p q s y o c : prule (ARule (p, q) s y o) -> head_at (p, q) s = Some c -> rule_fine (acc q) c y o.
Proof.
  intros P E. destruct s as [x|]; [|discriminate]. destruct (row_checked _ _ _ _ E) as (qs & z & Iq & K).
  cbn [head_at fst snd] in E.
  remember (ARule (p, q) (Some x) y o) as R0 eqn:ER.
  destruct P as [r o' g w a q1 q' I M Sp B|p1 w a q1 q' Dl Sp B]; inversion ER as [[E0 E1 E2 E3 E4]]; subst; clear ER.
  - cbn [top] in E2. destruct (symbol_of_entry _ _ _ _ E2) as (d & h & F0 & Ed & Ex & Nx).
    assert (Wh : whole ns Rs C l (g :: w) F0) by (exists x, d, h; split; assumption).
    unfold check_row in K. cbv zeta in K.
    assert (K' : match rules_at ns (index_rules D) (rr_p r) g with
      | [] => check_idle (index_edges (b_edges A)) acc (row_at H x (rr_p r)) qs (conf_spelt np F0 ats (rr_p r) (Some g))
      | rs => forallb (check_rule ats T H (index_edges (b_edges A)) acc x (rr_p r) g d (conf_spelt np F0 ats (rr_p r) (Some g))
                (row_at H x (rr_p r)) qs) rs
      end = true).
    { destruct x; try congruence; rewrite Ex in K; exact K. }
    clear K.
    assert (Ir : In (r, o') (rules_at ns (index_rules D) (rr_p r) g)) by (apply rules_at_spec; auto).
    destruct (rules_at ns (index_rules D) (rr_p r) g) as [|r0 rs]; [destruct Ir|]. set (k := r0 :: rs) in *. clearbody k.
    rewrite forallb_forall in K'. specialize (K' _ Ir). unfold check_rule in K'. cbn [fst snd] in K'. cbv zeta in K'.
    pose proof (spelt_right np ns ats Rs C U l HR PU HC (rr_p r) (g :: w) F0 o' Wh) as Sp'. cbn [hd_error] in Sp'.
    pose proof (spells_same _ _ _ _ Sp' Sp) as Eq.
    unfold rule_fine, top_op. destruct (rr_op r) as [|u|u v]; cbn [fst snd].
    + exact (all_states_spec _ _ _ _ _ _ _ K' Iq E _ _ Eq B).
    + cbn [top]. rewrite Ed. destruct (symbol_of T (rget g u) (Some d)) as [x'|].
      * apply follow_spec. exact (all_states_spec _ _ _ _ _ _ _ K' Iq E _ _ Eq B).
      * pose proof (all_states_spec _ _ _ _ _ _ _ K' Iq E _ _ Eq B) as F. discriminate.
    + cbn [top class_of]. rewrite Ed. destruct (symbol_of T (rget g v) (Some d)) as [x2|];
        [|pose proof (all_states_spec _ _ _ _ _ _ _ K' Iq E _ _ Eq B) as F; discriminate].
      destruct (symbol_of T (rget g u) (class_from T (Some x2))) as [x1|];
        [|pose proof (all_states_spec _ _ _ _ _ _ _ K' Iq E _ _ Eq B) as F; discriminate].
      pose proof (all_states_spec _ _ _ _ _ _ _ K' Iq E _ _ Eq B) as F. cbn beta in F. cbn [head_at fst snd].
      destruct (find q' (row_at H x1 (rr_q r))) as [c1|]; [|discriminate]. exists c1. split; [reflexivity|].
      destruct (descend (acc q) c c1) eqn:Dc; [|discriminate]. split; [reflexivity|]. intros m n b1 Im.
      rewrite forallb_forall in F. specialize (F _ Im). cbn beta iota in F. now apply follow_spec.
  - assert (Idle : exists base, spells np ns ats (p, w) None base /\
        check_idle (index_edges (b_edges A)) acc (row_at H x p) qs base = true).
    { unfold check_row in K. cbv zeta in K. destruct w as [|g w].
      - cbn [top] in *. assert (x = xH) by congruence. subst x. exists (conf_spelt np (t_bottom T) ats p None). split; [|exact K].
        exact (spelt_right np ns ats Rs C U l HR PU HC p [] _ None eq_refl).
      - cbn [top] in *. match goal with Q : symbol_of T g _ = Some x |- _ => rename Q into Q0 end.
        destruct (symbol_of_entry _ _ _ _ Q0) as (d & h & F0 & Ed & Ex & Nx).
        assert (Wh : whole ns Rs C l (g :: w) F0) by (exists x, d, h; split; assumption).
        assert (Er : rules_at ns (index_rules D) p g = []).
        { destruct (rules_at ns (index_rules D) p g) as [|[r o] rs] eqn:Er; [reflexivity|]. exfalso.
          assert (I0 : In (r, o) (rules_at ns (index_rules D) p g)) by (rewrite Er; now left).
          apply rules_at_spec in I0. destruct I0 as (I0 & Ep & M). cbn [fst] in Ep, M. subst p.
          eapply (Dl o). constructor; eassumption. }
        exists (conf_spelt np F0 ats p (Some g)). split; [exact (spelt_right np ns ats Rs C U l HR PU HC p (g :: w) F0 None Wh)|].
        destruct x; try congruence; rewrite Ex, Er in K; exact K. }
    destruct Idle as (base & Sp' & K'). unfold check_idle in K'. unfold rule_fine.
    rewrite E2. apply follow_spec.
    exact (all_states_spec _ _ _ _ _ _ _ K' Iq E _ _ (spells_same _ _ _ _ Sp' Sp) B).
Qed.

Lemma acc_accq p q : accq (p, q) <-> acc q = true.
Proof. unfold accq, b_final, acc. cbn. symmetry. apply PS.mem_spec. Qed.
Lemma follows_afollows b c x s y s' : head_at x s = Some c -> follows_to b c y s' ->
  forall B : Prop, (B -> b = true) -> afollows Hd num x s B y s'.
Proof.
  intros E (c' & E' & De & _) B HB. split; [exists c'; assumption|]. unfold num. rewrite E, E'. unfold descend in De.
  destruct b.
  - apply Pos.ltb_lt in De. split; [lia|]. intros _. lia.
  - apply Pos.leb_le in De. split; [lia|]. intro X. specialize (HB X). discriminate.
Qed.
Lemma follows_sums b c x s y s' z : head_at x s = Some c -> follows_to b c y s' -> Smb false y s' z ->
  Smb false x s z /\ (b = true \/ Smb true y s' z -> Smb true x s z).
Proof.
  intros E (c' & E' & _ & Su) (d & b' & Ed & I & _). rewrite E' in Ed. inversion Ed; subst d; clear Ed.
  unfold sums_into in Su. rewrite forallb_forall in Su.
  assert (G : forall b0, In (fst z, snd z, b0) (c_sums c') -> has_sum c (fst z) (snd z) (if b then true else b0) = true).
  { intros b0 I0. specialize (Su _ I0). cbn beta iota in Su. exact Su. }
  assert (W : forall b0, has_sum c (fst z) (snd z) b0 = true -> Smb b0 x s z).
  { intros b0 K. rewrite (surjective_pairing z). eapply has_sum_Sm; eauto using head_cell. }
  split.
  - destruct (W _ (G _ I)) as (c0 & b0 & X1 & X2 & _). exists c0, b0. split; [assumption|]. split; [assumption|discriminate].
  - intros [->|(d & b0 & Ed & I0 & Eb)]; [exact (W _ (G _ I))|].
    rewrite E' in Ed. inversion Ed; subst d. specialize (Eb eq_refl). subst b0. specialize (W _ (G _ I0)).
    destruct b; exact W.
Qed.

Theorem heads_ranked : ahead_ranks prule accq (Smb false) (Smb true) Hd num.
Proof.
  constructor.
  - intros [p q] s [p' q'] P (c & E). pose proof (prule_fine _ _ _ _ _ _ P E) as K. cbn [rule_fine fst snd] in K.
    apply (has_sum_Sm _ _ _ _ _ _ E (head_cell _ _ _ E)) in K. destruct K as (d & b & Ed & I & Eb). split.
    + exists d, b. split; [assumption|]. split; [assumption|discriminate].
    + intro Ac. apply acc_accq in Ac. rewrite Ac in Eb. exists d, b. auto.
  - intros [p q] s y s' t P (c & E) Sm. pose proof (prule_fine _ _ _ _ _ _ P E) as K. cbn [rule_fine] in K.
    destruct (follows_sums _ _ _ _ _ _ _ E K Sm) as (G1 & G2). split; [assumption|]. rewrite acc_accq. exact G2.
  - intros [p q] s y s1 s2 [m n] t P (c & E) (d & b1 & Ed & I & _) Sm2. pose proof (prule_fine _ _ _ _ _ _ P E) as K.
    destruct K as (c1 & E1 & _ & K). assert (d = c1) by congruence. subst d. cbn [fst snd] in I.
    destruct (follows_sums _ _ _ _ _ _ _ E (K _ _ _ I) Sm2) as (G1 & G2). split; [assumption|]. rewrite acc_accq.
    intros [X|[(d & b2 & Ed2 & I2 & Eb)|X]]; [apply G2; left; now rewrite X| |apply G2; now right].
    assert (d = c1) by congruence. subst d. specialize (Eb eq_refl). subst b2. cbn [fst snd] in I2.
    apply (follows_sums _ _ _ _ _ _ _ E (K _ _ _ I2) Sm2). left. now destruct (acc q).
  - intros [p q] s y s' P (c & E). pose proof (prule_fine _ _ _ _ _ _ P E) as K. cbn [rule_fine] in K.
    apply (follows_afollows _ _ _ _ _ _ E K). apply acc_accq.
  - intros [p q] s y s1 s2 P (c & E). destruct (prule_fine _ _ _ _ _ _ P E) as (c1 & E1 & De & _).
    split; [exists c1; assumption|]. unfold num. rewrite E, E1. unfold descend in De. rewrite acc_accq. destruct (acc q).
    + apply Pos.ltb_lt in De. split; [lia|]. intros _. lia.
    + apply Pos.leb_le in De. split; [lia|discriminate].
  - intros [p q] s y s1 s2 [m n] P (c & E) Sm. destruct (prule_fine _ _ _ _ _ _ P E) as (c1 & E1 & _ & K).
    assert (Sm' := Sm). destruct Sm' as (d & b1 & Ed & I & _). assert (d = c1) by congruence. subst d. cbn [fst snd] in I.
    destruct (follows_afollows _ _ _ _ _ _ E (K _ _ _ I) False ltac:(tauto)) as (X1 & X2 & _).
    split; [assumption|]. split; [assumption|]. rewrite acc_accq. intros [Y|(d & b2 & Ed2 & I2 & Eb)].
    + refine (proj2 (proj2 (follows_afollows _ _ _ _ _ _ E (K _ _ _ I) True _)) Logic.I). intros _. now rewrite Y.
    + assert (d = c1) by congruence. subst d. specialize (Eb eq_refl). subst b2. cbn [fst snd] in I2.
      refine (proj2 (proj2 (follows_afollows _ _ _ _ _ _ E (K _ _ _ I2) True _)) Logic.I). intros _. now destruct (acc q).
Qed.

(** * The initial set *)
Variables (A1 : raut) (N : normal) (sl : start_list).
Let St := make_starts sl.
Hypothesis HN : normal_of np A1 N.
Hypothesis HS : check_starts np ns T H (b_init A) N St = true.
Notation doom := (doomed prule accq).

Lemma start_at_listed s c v : start_at St s c = Some v ->
  exists k m, find s St = Some (k, m) /\ find c m = Some v /\ (exists z, In (c, z) k) /\
    forall p q, mem q (gets p (snd v)) = true <-> In (p, q) (fst v).
Proof.
  unfold start_at. subst St. unfold make_starts. destruct (find s _) as [[k m]|] eqn:E; [|discriminate]. intro F.
  exists k, m. split; [reflexivity|]. split; [assumption|]. apply map_of_In in E. destruct E as (u & _ & Eu). inversion Eu; subst; clear Eu.
  apply map_of_In in F. destruct F as (z & I & ->). split; [eauto|]. cbn [fst snd]. apply pairset_spec.
Qed.
Lemma initial_doomed s w f : path (nedge np ns A1) s w f -> live N s -> nacc np A1 f ->
  exists c v, class_of T w = Some c /\ start_at St s c = Some v /\ begins (b_init A) s v = true /\
    forall p q, In (p, q) (fst v) -> doom ((p, q), bottomed w).
Proof.
  unfold check_starts in HS. apply andb_true_iff in HS. destruct HS as (H1 & H2).
  induction 1 as [s|s g t w f Ed P IH]; intros Ls F.
  - assert (K : check_start_end H (b_init A) St s = true).
    { apply (no_acc _ _ _ HN) in F. pose proof (all_proper _ _ _ (no_acc_proper _ _ _ HN) H2 F) as K. cbn beta in K.
      destruct s as [s|s|]; cbn [live] in Ls; [rewrite Ls in K|..]; exact K. }
    unfold check_start_end in K. destruct (start_at St s xH) as [v|] eqn:Ev; [|discriminate].
    destruct (begins (b_init A) s v) eqn:Eb; [|discriminate]. exists xH, v. split; [reflexivity|]. split; [assumption|].
    split; [assumption|]. intros p q I. rewrite forallb_forall in K. specialize (K _ I). cbn [fst snd] in K.
    apply (doomed_cons _ _ _ _ _ _ heads_ranked).
    + unfold Hd. cbn [head_at fst snd]. destruct (find q (row_at H 1 p)); [eauto|discriminate].
    + intros x _. apply (doomed_empty prule accq).
  - pose proof (no_live _ _ _ HN ns _ _ _ Ls Ed) as Lt. destruct (IH Lt F) as (c & vt & Ec & Evt & _ & Dt).
    destruct (nlive_spec np ns A1 N _ HN H1 _ _ _ Ls Ed) as (la & Lm & K). cbn beta in K.
    destruct (start_at_listed _ _ _ Evt) as (k & m & E1 & E2 & (z & Iz) & Em). rewrite E1 in K.
    rewrite forallb_forall in K. specialize (K _ Iz). cbn [fst] in K. cbv zeta in K. rewrite E2 in K.
    pose proof (lall_spec _ _ _ _ K Lm) as G. cbn beta in G. clear K.
    unfold check_start_edge in G. destruct (symbol_of T g (Some c)) as [x|] eqn:Ex; [|discriminate].
    destruct (class_from T (Some x)) as [c'|] eqn:Ec'; [|discriminate].
    destruct (start_at St s c') as [v|] eqn:Ev; [|discriminate]. destruct (begins (b_init A) s v) eqn:Eb; [|discriminate].
    exists c', v. split; [cbn [class_of]; now rewrite Ec, Ex|]. split; [assumption|]. split; [assumption|].
    intros p q I. rewrite forallb_forall in G. specialize (G _ I). cbn [fst snd] in G.
    unfold bottomed. cbn [annotate app]. rewrite Ec, Ex. destruct (find q (row_at H x p)) as [d|] eqn:Fd; [|discriminate].
    apply (doomed_cons _ _ _ _ _ _ heads_ranked).
    + unfold Hd. cbn [head_at fst snd]. eauto.
    + intros [m' n'] (d' & b & Ed' & Ib & _). cbn [head_at fst snd] in Ed', Ib. assert (d' = d) by congruence. subst d'.
      rewrite forallb_forall in G. specialize (G _ Ib). cbn beta iota in G. apply Dt. now apply Em.
Qed.

Theorem initial_empty c : rlang np ns A1 c ->
  ~ fair (pairs_step A (spelt_step np ns D ats)) (pairs_final A) (c, b_init A).
Proof.
  destruct c as [p w]. intros L F. apply normal_lang in L. destruct L as (_ & f & Nf & P).
  destruct (initial_doomed _ _ _ P Logic.I Nf) as (c & v & _ & Ev & Eb & Dm). cbn [begins] in Eb.
  destruct (start_at_listed _ _ _ Ev) as (k & m & _ & _ & _ & Em). apply Em in Eb.
  apply fair_enc in F. revert F. apply doomed_fair. exact (Dm _ _ Eb).
Qed.
End Sound.

Theorem check_pds_empty_sound np ns D A1 ats A U C l hs I : check_pds_empty np ns D A1 ats A U C l hs I = true ->
  forall c, rlang np ns A1 c -> ~ fair (pairs_step A (spelt_step np ns D ats)) (pairs_final A) (c, b_init A).
Proof.
  unfold check_pds_empty. destruct (normalise np A1) as [N|] eqn:EN; [|discriminate]. apply normalise_spec in EN.
  destruct (set_readers ats) as [Rs|] eqn:ER; [|discriminate]. cbv zeta.
  destruct (check_classes _ _ _ _) eqn:H1; [|discriminate]. destruct (check_heads _ _ _ _ _ _ _ _ _) eqn:H2; [|discriminate]. intros H3 c L.
  exact (initial_empty np ns D ats A Rs (make_contents C) (pairset U) l hs ER (proj2 (pairset_spec U)) H1 H2 A1 N I EN H3 c L).
Qed.

(* no run satisfies f *)
Theorem check_pds_none_sound np ns D A1 ats A U C l hs I : check_pds_empty np ns D A1 ats A U C l hs I = true ->
  forall f R pr, check_translation f A R pr = true ->
  forall rho w, rlang np ns A1 (rho 0%nat) -> run_of (spelt_step np ns D ats) rho w -> ~ sat w 0%nat f.
Proof.
  intros H f R pr HT rho w L S. apply (product_sound A (spelt_step np ns D ats) f R pr (rho 0%nat) HT) with (rho := rho); auto.
  exact (check_pds_empty_sound _ _ _ _ _ _ _ _ _ _ _ H _ L).
Qed.
