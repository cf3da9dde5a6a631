(* The check of a derivation over a raw instance, with the weight of the run that it describes: what the program runs
   for `claim reachable`. The run itself may be exponentially long. *)
From Coq Require Import List PArith ZArith Bool Lia.
From Custos Require Import Pushdown Automaton Instance Trie Labels Normal Lookup.
Import ListNotations.

(* weights: vectors, [] is zero *)
Fixpoint vadd (x y : list Z) : list Z :=
  match x, y with
  | [], _ => y
  | _, [] => x
  | a :: x', b :: y' => (a + b)%Z :: vadd x' y'
  end.

Inductive fact :=
| FEdge (s a t : positive)              (* the final set has this edge *)
| FRule (r a t f g : positive).         (* by rule r over symbol a to t, from the facts f and g *)
Record known := Known { k_s : positive; k_a : positive; k_t : positive; k_w : list Z }.
Record crule := CRule { c_rule : rrule; c_head : cset; c_weight : list Z }.

Fixpoint index_rules (l : list (rrule * list Z)) (n : positive) (m : trie crule) : trie crule :=
  match l with
  | [] => m
  | (r, k) :: l => index_rules l (Pos.succ n) (put n (CRule r (compile (rr_h r)) k) m)
  end.

Definition premise (K : trie known) (n s a : positive) : option (positive * list Z) :=
  match find n K with
  | Some k => if Pos.eqb (k_a k) a then if Pos.eqb (k_s k) s then Some (k_t k, k_w k) else None else None
  | None => None
  end.
Definition conclude ns (R : trie crule) (K : trie known) (r a t f g : positive) : option known :=
  match find r R with
  | None => None
  | Some c =>
    let x := c_rule c in
    if cmatch ns (c_head c) a then
      let q := xO (rr_q x) in
      match match rr_op x with
            | RPop => Some (q, [])
            | RSwap b => premise K f q (rget a b)
            | RPush b d =>
              match premise K f q (rget a b) with
              | Some (m, u) => match premise K g m (rget a d) with Some (e, v) => Some (e, vadd u v) | None => None end
              | None => None end
            end with
      | Some (e, w) => if Pos.eqb e t then Some (Known (xO (rr_p x)) a t (vadd (c_weight c) w)) else None
      | None => None
      end
    else None
  end.

(* Rules and facts are kept under their numbers with the bits in the opposite order: neighbours stay together in
   the trie, which makes filling it in order five times as fast. *)
Fixpoint turn (n acc : positive) : positive :=
  match n with xH => acc | xO n => turn n (xO acc) | xI n => turn n (xI acc) end.
Definition back (n : positive) : positive := turn n xH.
Fixpoint index_back (l : list (rrule * list Z)) (n : positive) (m : trie crule) : trie crule :=
  match l with
  | [] => m
  | (r, k) :: l => index_back l (Pos.succ n) (put (back n) (CRule r (compile (rr_h r)) k) m)
  end.
Definition links_back (l : list (positive * positive)) : list (positive * positive) :=
  rev_append (fold_left (fun k x => (back (fst x), snd x) :: k) l []) [].

Fixpoint derive np ns (R : trie crule) (L : lookup) (l : list fact) (n : positive) (K : trie known) : option (trie known) :=
  match l with
  | [] => Some K
  | x :: l =>
    match match x with
          | FEdge s a t => if has_edge np ns L s a t then Some (Known s a t []) else None
          | FRule r a t f g => conclude ns R K (back r) a t (back f) (back g)
          end with
    | Some k => derive np ns R L l (Pos.succ n) (put (back n) k K)
    | None => None
    end
  end.

Fixpoint follow np ns (L1 : lookup) (K : trie known) (l : list (positive * positive)) (s1 s2 : positive) (w : list Z)
  : option (positive * positive * list Z) :=
  match l with
  | [] => Some (s1, s2, w)
  | (n, t1) :: l =>
    match find n K with
    | Some k =>
      if Pos.eqb (k_s k) s2
      then if has_edge np ns L1 (xI s1) (k_a k) (xI t1) then follow np ns L1 K l t1 (k_t k) (vadd w (k_w k)) else None
      else None
    | None => None
    end
  end.

Definition derivation_weight np ns (D : list (rrule * list Z)) (A1 A2 : raut) (facts : list fact)
  (start : positive) (witness : list (positive * positive)) : option (list Z) :=
  match normalise np A1, normalise np A2 with
  | Some N1, Some N2 =>
    if Pos.leb start np then
    if forallb (fun x => Pos.leb (rr_q (fst x)) np) D then
      match derive np ns (index_back D xH Empty) (lookup_of N2) facts xH Empty with
      | None => None
      | Some K =>
        match follow np ns (lookup_of N1) K (links_back witness) start (xO start) [] with
        | Some (s1, s2, w) => if mem (xI s1) (n_acc N1) then if mem s2 (n_acc N2) then Some w else None else None
        | None => None
        end
      end
    else None else None
  | _, _ => None
  end.

(** * Weighted runs *)
Lemma vadd_nil_r x : vadd x [] = x.
Proof. destruct x; reflexivity. Qed.
Lemma vadd_assoc x : forall y z, vadd x (vadd y z) = vadd (vadd x y) z.
Proof. induction x as [|a x IH]; intros [|b y] [|c z]; cbn; try reflexivity. now rewrite IH, Z.add_assoc. Qed.

Inductive wrsteps ns (D : list (rrule * list Z)) : conf -> list Z -> conf -> Prop :=
| wrsteps_refl : forall c, wrsteps ns D c [] c
| wrsteps_cons : forall r k a w n c, In (r, k) D -> lmatch ns (rr_h r) a ->
    wrsteps ns D (rr_q r, rresult (rr_op r) a ++ w) n c -> wrsteps ns D (rr_p r, a :: w) (vadd k n) c.

Lemma wrsteps_rsteps ns D c n c' : wrsteps ns D c n c' -> rsteps ns (map fst D) c c'.
Proof.
  induction 1 as [|r k a w n c I M _ IH]; [constructor|]. eapply rsteps_cons; [|exact IH].
  constructor; [|assumption]. apply in_map_iff. exists (r, k). auto.
Qed.
Lemma rsteps_wrsteps ns D c c' : rsteps ns (map fst D) c c' -> exists n, wrsteps ns D c n c'.
Proof.
  induction 1 as [c|c c' c'' S _ (n & IH)]; [exists []; constructor|]. destruct S as [r a w I M].
  apply in_map_iff in I. destruct I as ([r' k] & E & I). cbn in E; subst. exists (vadd k n). now constructor.
Qed.

(** * Proofs *)
Section Sem.
Variables (np ns : positive) (D : list (rrule * list Z)) (A2 : raut).
Lemma wrsteps_trans a m b n c : wrsteps ns D a m b -> wrsteps ns D b n c -> wrsteps ns D a (vadd m n) c.
Proof.
  induction 1 as [|r k g w m c0 I M _ IH]; intro H; [exact H|]. rewrite <- vadd_assoc. constructor; auto.
Qed.
Lemma wrsteps_app a n b : wrsteps ns D a n b -> forall v, wrsteps ns D (fst a, snd a ++ v) n (fst b, snd b ++ v).
Proof.
  induction 1 as [|r k g w n c I M _ IH]; intro v; [constructor|].
  cbn. constructor; [assumption|assumption|]. rewrite app_assoc. apply IH.
Qed.

(* what a fact says: T is a control location reached with the stack w consumed, or a state of the final set *)
Definition says (s : positive) (w : list positive) (t : positive) (n : list Z) : Prop :=
  match s, t with
  | xO p, xO q => wrsteps ns D (p, w) n (q, [])
  | xO p, xI _ => exists p' w', wrsteps ns D (p, w) n (p', w') /\ path (nedge np ns A2) (xO p') w' t
  | xI _, xI _ => path (nedge np ns A2) s w t /\ n = []
  | _, _ => False
  end.
Lemma says_comp s u m v t x y : says s u m x -> says m v t y -> says s (u ++ v) t (vadd x y).
Proof.
  destruct s as [s|s|], m as [m|m|], t as [t|t|]; cbn [says]; try tauto.
  - intros (P1 & ->) (P2 & ->). split; [eapply path_app; eauto|reflexivity].
  - intros (p' & w' & S1 & P1) (P2 & ->). rewrite vadd_nil_r. exists p', (w' ++ v). split.
    + exact (wrsteps_app _ _ _ S1 v).
    + eapply path_app; eauto.
  - intros S1 (p' & w' & S2 & P). exists p', w'. split; [|assumption].
    eapply wrsteps_trans; [|exact S2]. exact (wrsteps_app _ _ _ S1 v).
  - intros S1 S2. eapply wrsteps_trans; [|exact S2]. exact (wrsteps_app _ _ _ S1 v).
Qed.
Lemma says_rule r k a t n : In (r, k) D -> lmatch ns (rr_h r) a -> says (xO (rr_q r)) (rresult (rr_op r) a) t n ->
  says (xO (rr_p r)) [a] t (vadd k n).
Proof.
  intros I M.
  assert (S1 : forall c, wrsteps ns D (rr_q r, rresult (rr_op r) a) n c -> wrsteps ns D (rr_p r, [a]) (vadd k n) c).
  { intros c H. constructor; [assumption|assumption|]. now rewrite app_nil_r. }
  destruct t as [t|t|]; cbn [says]; [|apply S1|tauto]. intros (p' & w' & S & P). eauto.
Qed.
Lemma says_edge s a t : nedge np ns A2 (s, a, t) -> says s [a] t [].
Proof.
  intro E. assert (P : path (nedge np ns A2) s [a] t) by (econstructor; [exact E|constructor]).
  inversion E; subst; cbn [says]; [auto|]. do 2 eexists. split; [constructor|exact P].
Qed.

Definition all_true (K : trie known) : Prop := forall n k, find n K = Some k -> says (k_s k) [k_a k] (k_t k) (k_w k).
Lemma premise_says K n s a t w : all_true K -> premise K n s a = Some (t, w) -> says s [a] t w.
Proof.
  intros HK. unfold premise. destruct (find n K) as [k|] eqn:E; [|discriminate].
  destruct (Pos.eqb_spec (k_a k) a) as [<-|]; [|discriminate]. destruct (Pos.eqb_spec (k_s k) s) as [<-|]; [|discriminate].
  intro H. inversion H; subst. exact (HK _ _ E).
Qed.
Definition rule_index_ok (R : trie crule) : Prop :=
  forall i c, find i R = Some c -> In (c_rule c, c_weight c) D /\ c_head c = compile (rr_h (c_rule c)).
Lemma rule_index_put r k n m : In (r, k) D -> rule_index_ok m -> rule_index_ok (put n (CRule r (compile (rr_h r)) k) m).
Proof.
  intros I H i c. unfold put. destruct (Pos.eq_dec i n) as [->|N].
  - rewrite find_update_same. intro E. inversion E; subst. cbn. auto.
  - rewrite find_update_other by assumption. apply H.
Qed.
Lemma index_rules_ok l : forall n m, incl l D -> rule_index_ok m -> rule_index_ok (index_rules l n m).
Proof.
  induction l as [|[r k] l IH]; intros n m S H; [exact H|]. cbn [index_rules]. apply IH; [intros z Z; apply S; cbn; auto|].
  apply rule_index_put; [apply S; cbn; auto|assumption].
Qed.
Lemma index_back_ok l : forall n m, incl l D -> rule_index_ok m -> rule_index_ok (index_back l n m).
Proof.
  induction l as [|[r k] l IH]; intros n m S H; [exact H|]. cbn [index_back]. apply IH; [intros z Z; apply S; cbn; auto|].
  apply rule_index_put; [apply S; cbn; auto|assumption].
Qed.
Lemma conclude_says R K r a t f g k : rule_index_ok R -> all_true K -> conclude ns R K r a t f g = Some k ->
  says (k_s k) [k_a k] (k_t k) (k_w k).
Proof.
  intros HR HK H. unfold conclude in H. destruct (find r R) as [c|] eqn:E; [|discriminate].
  destruct (HR _ _ E) as (I & Hc). rewrite Hc in H. cbv zeta in H. destruct (cmatch ns _ a) eqn:M; [|discriminate]. apply cmatch_spec in M.
  destruct (match rr_op (c_rule c) with RPop => _ | RSwap b => _ | RPush b d => _ end) as [[e w]|] eqn:Ep; [|discriminate].
  destruct (Pos.eqb_spec e t) as [->|]; [|discriminate]. inversion H; subst; clear H. cbn [k_s k_a k_t k_w].
  apply says_rule; [assumption|assumption|]. destruct (rr_op (c_rule c)) as [|b|b d]; cbn [rresult].
  - inversion Ep; subst. constructor.
  - eapply premise_says; eauto.
  - destruct (premise K f _ _) as [[m u]|] eqn:E1; [|discriminate].
    destruct (premise K g _ _) as [[e v]|] eqn:E2; [|discriminate]. inversion Ep; subst; clear Ep.
    apply (says_comp _ [rget a b] m [rget a d]); eapply premise_says; eauto.
Qed.
Lemma derive_true N2 R l : normal_of np A2 N2 -> rule_index_ok R -> forall n K K', all_true K ->
  derive np ns R (lookup_of N2) l n K = Some K' -> all_true K'.
Proof.
  intros NA HR. induction l as [|x l IH]; cbn [derive]; intros n K K' HK H; [inversion H; subst; assumption|].
  destruct (match x with FEdge s a t => _ | FRule r a t f g => _ end) as [k|] eqn:E; [|discriminate].
  apply IH in H; [assumption|]. intros i k'. unfold put. destruct (Pos.eq_dec i (back n)) as [->|N].
  - rewrite find_update_same. intro Ek. inversion Ek; subst; clear Ek. destruct x as [s a t|r a t f g].
    + destruct (has_edge _ _ _ _ _ _) eqn:He; [|discriminate]. inversion E; subst; clear E. cbn.
      eapply says_edge, has_edge_sound; eauto.
    + eapply conclude_says; eauto.
  - rewrite find_update_other by assumption. apply HK.
Qed.

Lemma follow_says A1 N1 K l : normal_of np A1 N1 -> all_true K -> forall s1 s2 n f1 f2 n',
  follow np ns (lookup_of N1) K l s1 s2 n = Some (f1, f2, n') -> says s2 [] s2 [] ->
  exists w x, path (nedge np ns A1) (xI s1) w (xI f1) /\ says s2 w f2 x /\ n' = vadd n x.
Proof.
  intros NA HK. induction l as [|[i t1] l IH]; cbn [follow]; intros s1 s2 n f1 f2 n' H Z.
  - inversion H; subst. exists [], []. split; [constructor|]. split; [assumption|]. now rewrite vadd_nil_r.
  - destruct (find i K) as [k|] eqn:E; [|discriminate]. destruct (Pos.eqb_spec (k_s k) s2) as [<-|]; [|discriminate].
    destruct (has_edge _ _ _ _ _ _) eqn:He; [|discriminate]. pose proof (HK _ _ E) as G.
    apply IH in H.
    + destruct H as (w & x & P & S & ->). exists (k_a k :: w), (vadd (k_w k) x).
      split; [econstructor; [eapply has_edge_sound; eauto|exact P]|].
      split; [exact (says_comp _ [k_a k] _ _ _ _ _ G S)|]. symmetry. apply vadd_assoc.
    + destruct (k_t k) as [t|t|]; [split; constructor|constructor|]. destruct (k_s k); cbn in G; tauto.
Qed.
End Sem.

Theorem derivation_weight_sound np ns D A1 A2 facts start witness w :
  derivation_weight np ns D A1 A2 facts start witness = Some w ->
  exists c1 c2, rlang np ns A1 c1 /\ rlang np ns A2 c2 /\ wrsteps ns D c1 w c2.
Proof.
  unfold derivation_weight. destruct (normalise np A1) as [N1|] eqn:E1; [|discriminate].
  destruct (normalise np A2) as [N2|] eqn:E2; [|discriminate]. apply normalise_spec in E1, E2.
  destruct (Pos.leb start np) eqn:Cp; [|discriminate].
  destruct (forallb (fun x => Pos.leb (rr_q (fst x)) np) D) eqn:HD; [|discriminate]. rewrite forallb_forall in HD.
  destruct (derive _ _ _ _ _ _ _) as [K|] eqn:EK; [|discriminate].
  assert (HK : all_true np ns D A2 K).
  { eapply derive_true; [exact E2| | |exact EK].
    - apply index_back_ok; [intros z Z; exact Z|discriminate].
    - discriminate. }
  destruct (follow _ _ _ _ _ _ _ _) as [[[f1 f2] n]|] eqn:EF; [|discriminate].
  destruct (mem (xI f1) (n_acc N1)) eqn:F1; [|discriminate]. destruct (mem f2 (n_acc N2)) eqn:F2; [|discriminate].
  intro H. inversion H; subst n; clear H. apply (no_acc _ _ _ E1) in F1. apply (no_acc _ _ _ E2) in F2.
  apply (follow_says np ns D A2 A1 N1) in EF; [|assumption|assumption|constructor].
  destruct EF as (u & x & P & S & ->). cbn [vadd].
  assert (L1 : rlang np ns A1 (start, u)).
  { split; [exact Cp|]. apply (normal_inner np). eauto. }
  assert (CT : forall c y, wrsteps ns D (start, u) y c -> ctl np (fst c)).
  { intros c y W.
    assert (Gc : forall a y b, wrsteps ns D a y b -> ctl np (fst a) -> ctl np (fst b)).
    { clear - HD. induction 1 as [|r k a w n c I M _ IH]; [auto|]. intros _. apply IH. exact (HD _ I). }
    exact (Gc _ _ _ W Cp). }
  exists (start, u). destruct f2 as [q|q|]; cbn [says] in S; [| |contradiction].
  - destruct S as (p' & w' & W & Q). exists (p', w'). split; [assumption|]. split; [|assumption].
    apply normal_lang. split; [exact (CT _ _ W)|eauto].
  - exists (q, []). split; [assumption|]. split; [|assumption]. apply normal_lang. split; [exact (CT _ _ S)|].
    exists (xO q). split; [assumption|constructor].
Qed.
Corollary derivation_reachable np ns D A1 A2 facts start witness w :
  derivation_weight np ns D A1 A2 facts start witness = Some w -> rreachable np ns (map fst D) A1 A2.
Proof.
  intro H. apply derivation_weight_sound in H. destruct H as (c1 & c2 & L1 & L2 & S).
  exists c1, c2. split; [assumption|]. split; [assumption|]. eapply wrsteps_rsteps; eauto.
Qed.
