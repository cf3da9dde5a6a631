(* P-automata as finite data: indexed by state and symbol, with membership decided. *)
From Coq Require Import List PArith NArith Bool Lia SetoidList FMapPositive MSetPositive.
From Custos Require Import Pushdown.
Import ListNotations.
Module PM := PositiveMap.
Module PS := PositiveSet.

(** * Indexed automata: state -> symbol -> set of targets *)
Definition aut := PM.t (PM.t PS.t).

Definition oget {A} (d : A) (o : option A) : A := match o with Some x => x | None => d end.
Definition row (M : aut) s : PM.t PS.t := oget (PM.empty _) (PM.find s M).
Definition succ (M : aut) s g : PS.t := oget PS.empty (PM.find g (row M s)).
Definition tmem (t : trans) (M : aut) : bool :=
  let '(s, g, q) := t in PS.mem q (succ M s g).
Definition tadd (t : trans) (M : aut) : aut :=
  let '(s, g, q) := t in
  PM.add s (PM.add g (PS.add q (succ M s g)) (row M s)) M.
Definition addl (l : list trans) (M : aut) : aut := fold_left (fun M t => tadd t M) l M.
Definition build (l : list trans) : aut := addl l (PM.empty _).
Definition T_of (M : aut) : trans -> Prop := fun t => tmem t M = true.

Lemma succ_tadd s g q M s' g' : succ (tadd (s, g, q) M) s' g' =
  if Pos.eqb s s' && Pos.eqb g g' then PS.add q (succ M s g) else succ M s' g'.
Proof.
  unfold succ at 1, row at 1, tadd.
  destruct (Pos.eqb_spec s s') as [->|Hs]; cbn [andb].
  - rewrite PM.gss; cbn [oget]. destruct (Pos.eqb_spec g g') as [->|Hg].
    + rewrite PM.gss; reflexivity.
    + rewrite PM.gso by congruence; reflexivity.
  - rewrite PM.gso by congruence; reflexivity.
Qed.

Lemma tmem_tadd t t' M : tmem t (tadd t' M) = true <-> t = t' \/ tmem t M = true.
Proof.
  destruct t as [[s g] q], t' as [[s' g'] q']. unfold tmem. rewrite succ_tadd.
  destruct (Pos.eqb_spec s' s) as [->|Hs]; cbn [andb].
  2: { split; [auto|intros [E|]; [congruence|assumption]]. }
  destruct (Pos.eqb_spec g' g) as [->|Hg].
  2: { split; [auto|intros [E|]; [congruence|assumption]]. }
  rewrite !PS.mem_spec, PS.add_spec. split; intros [E|E]; auto; left; congruence.
Qed.

Lemma tmem_addl l : forall t M, tmem t (addl l M) = true <-> In t l \/ tmem t M = true.
Proof.
  induction l as [|a l IH]; cbn; intros t M; [tauto|].
  unfold addl in IH; rewrite IH, tmem_tadd. intuition.
Qed.

Lemma tmem_empty t : tmem t (PM.empty _) = true <-> False.
Proof.
  destruct t as [[s g] q]. unfold tmem, succ, row. rewrite PM.gempty; cbn.
  rewrite PM.gempty; cbn. now destruct q.
Qed.

Lemma build_spec l t : T_of (build l) t <-> In t l.
Proof. unfold T_of, build. rewrite tmem_addl, tmem_empty. tauto. Qed.

Lemma T_of_succ M s g q : T_of M (s, g, q) <-> PS.In q (succ M s g).
Proof. unfold T_of, tmem. apply PS.mem_spec. Qed.

Definition buildset (l : list positive) : PS.t := fold_left (fun S x => PS.add x S) l PS.empty.
Lemma buildset_spec l x : PS.In x (buildset l) <-> In x l.
Proof.
  unfold buildset.
  assert (G : forall S, PS.In x (fold_left (fun S x => PS.add x S) l S) <-> In x l \/ PS.In x S).
  { induction l as [|a l IH]; cbn; intro S; [tauto|]. rewrite IH, PS.add_spec. intuition. }
  rewrite G. split; [intros [|E]; auto|auto]. now destruct x.
Qed.

Lemma ps_for_all f S : PS.for_all f S = true <-> (forall x, PS.In x S -> f x = true).
Proof. rewrite PS.for_all_spec; [reflexivity|]. intros a b ->; reflexivity. Qed.

Lemma ps_elements S x : In x (PS.elements S) <-> PS.In x S.
Proof. rewrite <- PS.elements_spec1, InA_alt. split.
  - intro H; exists x; split; [reflexivity|assumption].
  - intros (y & E & H). now rewrite E.
Qed.

Lemma path1 T s w q : path T s w q <->
  match w with [] => s = q | g :: w' => exists m, T (s, g, m) /\ path T m w' q end.
Proof. split.
  - destruct 1; eauto.
  - destruct w; [intros ->; constructor|intros (m & H & P); econstructor; eauto].
Qed.

(** * P-automata as given by the user *)
Record paut := PAut { tr : list trans; fin : list positive }.
Definition ctlb (np p : positive) : bool := Pos.leb p np.
Definition ctl np : positive -> Prop := fun p => ctlb np p = true.
Definition langP np (A : paut) : conf -> Prop :=
  lang (ctl np) (fun t => In t (tr A)) (fun q => In q (fin A)).

Definition rs (R : aut) s := succ R s xH.   (* set of partners of s in the pair set R *)

(** * Reading a word *)
Definition post (M : aut) (S : PS.t) (g : positive) : PS.t :=
  fold_left (fun acc s => PS.union (succ M s g) acc) (PS.elements S) PS.empty.

Lemma post_spec M S g q : PS.In q (post M S g) <-> exists s, PS.In s S /\ T_of M (s, g, q).
Proof.
  unfold post.
  assert (G : forall l acc, PS.In q (fold_left (fun acc s => PS.union (succ M s g) acc) l acc) <->
     (exists s, In s l /\ T_of M (s, g, q)) \/ PS.In q acc).
  { induction l as [|a l IH]; intro acc.
    - cbn; split; [auto|]. intros [(s & [] & _)|]; auto.
    - cbn [fold_left]. rewrite IH, PS.union_spec, <- T_of_succ. split.
      + intros [(s & I & Ht)|[Ht|H]]; [left; exists s; cbn; auto|left; exists a; cbn; auto|auto].
      + intros [(s & [->|I] & Ht)|H]; auto. left; eauto. }
  rewrite G. setoid_rewrite ps_elements.
  split; [intros [H|E]; [exact H|now destruct q]|auto].
Qed.

Fixpoint run (M : aut) (S : PS.t) (w : list positive) : PS.t :=
  match w with [] => S | g :: w => run M (post M S g) w end.

Lemma run_spec M w : forall S q, PS.In q (run M S w) <-> exists s, PS.In s S /\ path (T_of M) s w q.
Proof.
  induction w as [|g w IH]; cbn; intros S q.
  - split; [intro H; exists q; split; [assumption|constructor]|].
    intros (s & I & P). inversion P; subst; assumption.
  - rewrite IH. split.
    + intros (m & I & P). apply post_spec in I. destruct I as (s & I & Ht).
      exists s; split; [assumption|econstructor; eauto].
    + intros (s & I & P). inversion P; subst. eexists; split; [apply post_spec|]; eauto.
Qed.

Definition accepts np (A : paut) (c : conf) : bool :=
  ctlb np (fst c) &&
  let S := run (build (tr A)) (PS.singleton (fst c)) (snd c) in
  existsb (fun q => PS.mem q S) (fin A).

Lemma accepts_spec np A c : accepts np A c = true <-> langP np A c.
Proof.
  unfold accepts, langP, lang, ctl. rewrite andb_true_iff, existsb_exists.
  setoid_rewrite PS.mem_spec. setoid_rewrite run_spec.
  split; intros (H & q & Fq & G); split; auto; exists q; split; auto.
  - destruct G as (s & I & P). apply PS.singleton_spec in I; subst.
    eapply path_mono; [|exact P]. intros t; apply build_spec.
  - exists (fst c); split; [apply PS.singleton_spec; reflexivity|].
    eapply path_mono; [|exact G]. intros t; apply build_spec.
Qed.
