(* The rules of a problem by head: those that name the symbol, and for each location those with a wildcard. *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown Instance RawPushdownLtl Trie Labels Maps.
Import ListNotations.

Definition act_rule := (rrule * option positive)%type.
Record ruleix := RuleIx { x_exact : trie (trie (list act_rule)); x_wild : trie (list (set * act_rule)) }.
Definition olist {A} (o : option (list A)) : list A := match o with Some l => l | None => [] end.
Definition otrie {A} (o : option (trie A)) : trie A := match o with Some m => m | None => Empty end.
Definition add_exact (p g : positive) (r : act_rule) (m : trie (trie (list act_rule))) : trie (trie (list act_rule)) :=
  update (fun o => update (fun l => r :: olist l) g (otrie o)) p m.
Definition add_rule (ix : ruleix) (r : act_rule) : ruleix :=
  let p := rr_p (fst r) in
  match rr_h (fst r) with
  | LIn l => RuleIx (fold_left (fun m g => add_exact p g r m) l (x_exact ix)) (x_wild ix)
  | LNot l => RuleIx (x_exact ix) (update (fun o => (setof l, r) :: olist o) p (x_wild ix))
  end.
Definition index_rules (D : actrules) : ruleix := fold_left add_rule D (RuleIx Empty Empty).

Definition exact_at (ix : ruleix) (p g : positive) : list act_rule := olist (find2 p g (x_exact ix)).
Definition wild_at ns (ix : ruleix) (p g : positive) (k : list act_rule) : list act_rule :=
  if Pos.leb g ns then fold_left (fun k e => if mem g (fst e) then k else snd e :: k) (olist (find p (x_wild ix))) k else k.
Definition rules_at ns (ix : ruleix) (p g : positive) : list act_rule := wild_at ns ix p g (exact_at ix p g).

(** * Proofs *)
Lemma add_exact_spec p g r m p' g' x : In x (olist (find2 p' g' (add_exact p g r m))) <->
  (x = r /\ p = p' /\ g = g') \/ In x (olist (find2 p' g' m)).
Proof.
  unfold find2, add_exact. destruct (Pos.eq_dec p' p) as [->|N].
  - rewrite find_update_same. destruct (Pos.eq_dec g' g) as [->|N'].
    + rewrite find_update_same. cbn [olist In]. destruct (find p m) as [n|]; cbn [otrie]; [|cbn]; intuition.
    + rewrite find_update_other by assumption. destruct (find p m) as [n|]; cbn [otrie]; [|cbn]; intuition congruence.
  - rewrite find_update_other by assumption. intuition congruence.
Qed.
Lemma wild_at_spec ns ix p g k x : In x (wild_at ns ix p g k) <->
  In x k \/ (g <= ns)%positive /\ exists s, In (s, x) (olist (find p (x_wild ix))) /\ mem g s = false.
Proof.
  unfold wild_at. destruct (Pos.leb_spec g ns) as [L|L].
  - assert (G : forall l k, In x (fold_left (fun k (e : set * act_rule) => if mem g (fst e) then k else snd e :: k) l k) <->
      In x k \/ exists s, In (s, x) l /\ mem g s = false).
    { clear k. induction l as [|[s y] l IH]; intro k; cbn [fold_left fst snd].
      - split; [auto|]. intros [|(s & [] & _)]; assumption.
      - rewrite IH. destruct (mem g s) eqn:E; cbn [In]; split.
        + intros [I|(s' & I & M)]; [auto|right; eauto].
        + intros [I|(s' & [Es|I] & M)]; [auto|inversion Es; congruence|right; eauto].
        + intros [[->|I]|(s' & I & M)]; [right; eauto|auto|right; eauto].
        + intros [I|(s' & [Es|I] & M)]; [auto|inversion Es; auto|right; eauto]. }
    rewrite G. tauto.
  - split; [auto|]. intros [I|(L' & _)]; [assumption|lia].
Qed.

Theorem rules_at_spec ns D p g r : In r (rules_at ns (index_rules D) p g) <->
  In r D /\ rr_p (fst r) = p /\ lmatch ns (rr_h (fst r)) g.
Proof.
  unfold rules_at. rewrite wild_at_spec. unfold exact_at, index_rules.
  assert (G : forall D ix,
    (In r (olist (find2 p g (x_exact (fold_left add_rule D ix)))) \/
     (g <= ns)%positive /\ exists s, In (s, r) (olist (find p (x_wild (fold_left add_rule D ix)))) /\ mem g s = false) <->
    (In r D /\ rr_p (fst r) = p /\ lmatch ns (rr_h (fst r)) g) \/
    (In r (olist (find2 p g (x_exact ix))) \/
     (g <= ns)%positive /\ exists s, In (s, r) (olist (find p (x_wild ix))) /\ mem g s = false)).
  { clear D. induction D as [|a D IH]; intro ix; cbn [fold_left]; [cbn; tauto|]. rewrite IH. clear IH.
    assert (K : (In r (olist (find2 p g (x_exact (add_rule ix a)))) \/
       (g <= ns)%positive /\ exists s, In (s, r) (olist (find p (x_wild (add_rule ix a)))) /\ mem g s = false) <->
      (r = a /\ rr_p (fst a) = p /\ lmatch ns (rr_h (fst a)) g) \/
      (In r (olist (find2 p g (x_exact ix))) \/
       (g <= ns)%positive /\ exists s, In (s, r) (olist (find p (x_wild ix))) /\ mem g s = false)).
    { unfold add_rule. destruct (rr_h (fst a)) as [l|l]; cbn [x_exact x_wild lmatch].
      - assert (E : forall l m, In r (olist (find2 p g (fold_left (fun m g => add_exact (rr_p (fst a)) g a m) l m))) <->
          (r = a /\ rr_p (fst a) = p /\ In g l) \/ In r (olist (find2 p g m))).
        { clear l. induction l as [|h l IHl]; intro m; cbn [fold_left]; [cbn; tauto|]. rewrite IHl, add_exact_spec. cbn [In].
          intuition. }
        rewrite E. tauto.
      - destruct (Pos.eq_dec p (rr_p (fst a))) as [->|N].
        + rewrite find_update_same. cbn [olist In]. split.
          * intros [I|(L & s & [Es|I] & M)]; [auto|inversion Es; subst|right; right; eauto]. left. split; [reflexivity|].
            split; [reflexivity|]. split; [assumption|]. intro I. apply mem_setof in I. congruence.
          * intros [(-> & _ & L & N)|[I|(L & s & I & M)]]; [right|auto|right; split; [assumption|eauto]].
            split; [assumption|]. exists (setof l). split; [auto|now apply mem_not].
        + rewrite find_update_other by assumption. intuition congruence. }
    rewrite K. cbn [In]. intuition (subst; auto). }
  rewrite G. cbn. split; [intros [H|[[]|(_ & s & [] & _)]]; exact H|auto].
Qed.
