(* An index of an automaton's normal form for questions "is there an edge (s, a, t)?". *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown Automaton Instance Trie Labels Normal.
Import ListNotations.

(* own states: source -> symbol -> targets, and source -> target -> the sets of excepted symbols *)
Record lookup := Lookup { l_in : trie (trie set); l_not : trie (trie (list set)) }.
Definition look ns (L : lookup) (s a t : positive) : bool :=
  if match find s (l_in L) with
     | Some m => match find a m with Some T => mem t T | None => false end
     | None => false end
  then true
  else match find s (l_not L) with
       | Some m => match find t m with
                   | Some l => if Pos.leb a ns then existsb (fun X => negb (mem a X)) l else false
                   | None => false end
       | None => false end.
Definition sub {A} (o : option (trie A)) : trie A := match o with Some m => m | None => Empty end.
Definition add_in (t : positive) (l : list positive) (L : lookup) (s : positive) : lookup :=
  Lookup (update (fun o => fold_left (fun m a =>
            update (fun T => sadd t (sub T)) a m) l (sub o)) s (l_in L)) (l_not L).
Definition add_not (t : positive) (X : set) (L : lookup) (s : positive) : lookup :=
  Lookup (l_in L) (update (fun o => update (fun e => X :: match e with Some l => l | None => [] end) t (sub o)) s (l_not L)).
Definition add_edge (B : trie set) (L : lookup) (e : positive * lset * positive) : lookup :=
  let '(m, l, t) := e in
  match l with
  | LIn l => tfold (add_in t l) (gets m B) (add_in t l L m)
  | LNot l => let X := setof l in tfold (add_not t X) (gets m B) (add_not t X L m)
  end.
Definition lookup_of (N : normal) : lookup := fold_left (add_edge (n_before N)) (r_tr (n_aut N)) (Lookup Empty Empty).

(* tagged states *)
Definition has_edge np ns (L : lookup) (s a t : positive) : bool :=
  match s, t with
  | xI s, xI t => look ns L s a t
  | xO s, xI t => if Pos.leb s np then look ns L s a t else false
  | _, _ => false
  end.

(** * Proofs: what is found is an edge *)
Section Sound.
Variables (np ns : positive) (A : raut).
Definition edge (s a t : positive) : Prop := exists m l, estar (r_eps A) s m /\ In (m, l, t) (r_tr A) /\ lmatch ns l a.
Definition lookup_ok (L : lookup) : Prop :=
  (forall s m, find s (l_in L) = Some m -> forall a T t, find a m = Some T -> mem t T = true -> edge s a t) /\
  (forall s m, find s (l_not L) = Some m -> forall t l X a, find t m = Some l -> In X l ->
     (a <= ns)%positive -> mem a X = false -> edge s a t).

Lemma look_sound L s a t : lookup_ok L -> look ns L s a t = true -> edge s a t.
Proof.
  intros (H1 & H2) H. unfold look in H.
  destruct (match find s (l_in L) with Some m => _ | None => false end) eqn:E.
  - destruct (find s (l_in L)) as [m|] eqn:Es; [|discriminate]. destruct (find a m) as [T|] eqn:Ea; [|discriminate]. eauto.
  - destruct (find s (l_not L)) as [m|] eqn:Es; [|discriminate]. destruct (find t m) as [l|] eqn:Et; [|discriminate].
    destruct (Pos.leb a ns) eqn:La; [|discriminate]. apply existsb_exists in H. destruct H as (X & I & N).
    apply negb_true_iff in N. eapply H2; eauto. now apply Pos.leb_le.
Qed.
Lemma add_in_ok t l L s : (forall a, In a l -> edge s a t) -> lookup_ok L -> lookup_ok (add_in t l L s).
Proof.
  intros G (H1 & H2). split; [|exact H2]. cbn [add_in l_in]. intros u m.
  destruct (Pos.eq_dec u s) as [->|N]; [|rewrite find_update_other by assumption; apply H1].
  rewrite find_update_same. intro E. inversion E; subst; clear E.
  assert (K : forall k m, incl k l -> (forall a T t', find a m = Some T -> mem t' T = true -> edge s a t') ->
    forall a T t', find a (fold_left (fun m a => update (fun T => sadd t (sub T)) a m) k m) = Some T -> mem t' T = true -> edge s a t').
  { induction k as [|b k IH]; intros m S Hm; [exact Hm|]. cbn [fold_left].
    apply IH; [intros z Z; apply S; cbn; auto|]. intros a T t'. destruct (Pos.eq_dec a b) as [->|N].
    - rewrite find_update_same. intros E Mt. inversion E; subst; clear E. apply mem_sadd in Mt.
      destruct Mt as [->|Mt]; [apply G, S; cbn; auto|]. destruct (find b m) as [T'|] eqn:F; [eauto|discriminate].
    - rewrite find_update_other by assumption. apply Hm. }
  apply K; [intros z Z; exact Z|]. destruct (find s (l_in L)) as [m|] eqn:F; cbn [sub]; [exact (H1 _ _ F)|discriminate].
Qed.
Lemma add_not_ok t X L s : (forall a, (a <= ns)%positive -> mem a X = false -> edge s a t) -> lookup_ok L -> lookup_ok (add_not t X L s).
Proof.
  intros G (H1 & H2). split; [exact H1|]. cbn [add_not l_not]. intros u m.
  destruct (Pos.eq_dec u s) as [->|N]; [|rewrite find_update_other by assumption; apply H2].
  rewrite find_update_same. intro E. inversion E; subst; clear E. intros v l Y a. destruct (Pos.eq_dec v t) as [->|N].
  - rewrite find_update_same. intros E I La Ma. inversion E; subst; clear E. destruct I as [<-|I]; [now apply G|].
    destruct (find s (l_not L)) as [m|] eqn:F; cbn [sub] in I; [|contradiction].
    destruct (find t m) as [l|] eqn:Ft; [eauto|contradiction].
  - rewrite find_update_other by assumption. destruct (find s (l_not L)) as [m|] eqn:F; cbn [sub]; [apply (H2 _ _ F)|discriminate].
Qed.
Lemma lookup_of_ok N : normal_of np A N -> lookup_ok (lookup_of N).
Proof.
  intro NA. unfold lookup_of. rewrite (no_aut _ _ _ NA).
  assert (F : forall (f : lookup -> positive -> lookup) m L, (forall L s, estar (r_eps A) s m -> lookup_ok L -> lookup_ok (f L s)) ->
    lookup_ok L -> lookup_ok (tfold f (gets m (n_before N)) (f L m))).
  { intros f m L H OK. rewrite tfold_values.
    assert (K : forall k L, (forall s, In s k -> estar (r_eps A) s m) -> lookup_ok L -> lookup_ok (fold_left f k L)).
    { induction k as [|s k IH]; intros L0 E0 OK0; [exact OK0|]. cbn [fold_left].
      apply IH; [intros; apply E0; cbn; auto|]. apply H; [apply E0; cbn; auto|assumption]. }
    apply K; [|apply H; [constructor|assumption]]. intros s I. apply (no_before _ _ _ NA). right.
    apply values_proper in I; [assumption|]. apply (no_proper _ _ _ NA). }
  assert (G : forall k L, incl k (r_tr A) -> lookup_ok L -> lookup_ok (fold_left (add_edge (n_before N)) k L)).
  { induction k as [|[[m l] t] k IH]; intros L S OK; [exact OK|]. cbn [fold_left].
    assert (It : In (m, l, t) (r_tr A)) by (apply S; cbn; auto).
    apply IH; [intros z Z; apply S; cbn; auto|]. unfold add_edge. destruct l as [l|l]; cbv zeta.
    - apply F; [|assumption]. intros L0 s E. apply add_in_ok. intros a I. exists m, (LIn l). auto.
    - apply F; [|assumption]. intros L0 s E. apply add_not_ok. intros a La Ma. exists m, (LNot l).
      split; [assumption|]. split; [assumption|]. split; [assumption|]. intro I. apply mem_setof in I. congruence. }
  apply G; [intros z Z; exact Z|]. split; cbn; discriminate.
Qed.
Lemma has_edge_sound N s a t : normal_of np A N -> has_edge np ns (lookup_of N) s a t = true -> nedge np ns A (s, a, t).
Proof.
  intros NA H. apply lookup_of_ok in NA. unfold has_edge in H. destruct s as [s|s|], t as [t|t|]; try discriminate.
  - apply look_sound in H; [|assumption]. destruct H as (m & l & E & I & M). econstructor; eauto.
  - destruct (Pos.leb s np) eqn:C; [|discriminate].
    apply look_sound in H; [|assumption]. destruct H as (m & l & E & I & M). econstructor; eauto.
Qed.
End Sound.
