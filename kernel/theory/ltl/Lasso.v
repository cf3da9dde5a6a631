(* Lassos as evidence of accepting runs: a path to some state, and a path from there back to it, repeated for ever.
   The run of a lasso is built here for any graph, also where each round ends one level higher than it began. *)
From Coq Require Import List PArith Arith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Automaton Buchi.
Import ListNotations.

Section Run.
Context {St : Type} (E : St -> St -> Prop).

Lemma trail_hd s l z : trail E s l z -> hd z l = s.
Proof. destruct 1; reflexivity. Qed.

Lemma trail_nth s l z d : trail E s l z -> forall i, i < length l -> E (nth i (l ++ [z]) d) (nth (S i) (l ++ [z]) d).
Proof.
  induction 1 as [s|s t l z e T IH]; cbn [length]; intros i L; [lia|].
  destruct i as [|i]; [|apply IH; lia]. apply trail_hd in T. destruct l; cbn in *; now subst.
Qed.

(* the loop x :: l runs from x to z, and z in round k is x in round k+1 *)
Variables (s0 : St) (stem l : list St) (x z : St) (lift : nat -> St -> St).
Hypothesis Hstem : trail E s0 stem (lift 0 x).
Hypothesis Hloop : trail E x (x :: l) z.
Hypothesis Hlift : forall k a b, E a b -> E (lift k a) (lift k b).
Hypothesis Hz : forall k, lift k z = lift (S k) x.

Let n0 := length stem.
Let n1 := length (x :: l).
Definition lasso_run (i : nat) : St :=
  if i <? length stem then nth i stem x
  else lift ((i - length stem) / length (x :: l)) (nth ((i - length stem) mod length (x :: l)) (x :: l) x).

Lemma loop_pos : n1 <> 0.
Proof. unfold n1; cbn; lia. Qed.
Lemma lasso_run_loop k j : j < n1 -> lasso_run (n0 + (k * n1 + j)) = lift k (nth j (x :: l) x).
Proof.
  intro L. unfold lasso_run. fold n0 n1. destruct (Nat.ltb_spec (n0 + (k * n1 + j)) n0); [lia|].
  replace (n0 + (k * n1 + j) - n0) with (j + k * n1) by lia.
  pose proof loop_pos. rewrite Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small by lia. reflexivity.
Qed.
Lemma lasso_run_stem i : i < n0 -> lasso_run i = nth i stem x.
Proof. intro L. unfold lasso_run. fold n0. destruct (Nat.ltb_spec i n0); [reflexivity|lia]. Qed.

Lemma lasso_run_0 : lasso_run 0 = s0.
Proof.
  rewrite <- (trail_hd _ _ _ Hstem). unfold lasso_run. generalize stem as st; intros [|s st]; [|reflexivity].
  cbn [length Nat.ltb Nat.leb hd]. rewrite Nat.sub_diag, Nat.div_small, Nat.mod_small by lia. reflexivity.
Qed.

Theorem lasso_is_run : is_run E lasso_run.
Proof.
  intro i. pose proof loop_pos as N1. destruct (Nat.lt_ge_cases i n0) as [L|L].
  - pose proof (trail_nth _ _ _ x Hstem i L) as C. rewrite app_nth1 in C by exact L. rewrite (lasso_run_stem i L).
    destruct (Nat.eq_dec (S i) n0) as [E0|E0].
    + rewrite app_nth2 in C by (fold n0; lia). fold n0 in C. replace (S i - n0) with 0 in C by lia. cbn [nth] in C.
      replace (S i) with (n0 + (0 * n1 + 0)) by lia. rewrite lasso_run_loop by lia. exact C.
    + rewrite app_nth1 in C by (fold n0; lia). rewrite lasso_run_stem by lia. exact C.
  - set (k := (i - n0) / n1). set (j := (i - n0) mod n1).
    assert (Ei : i = n0 + (k * n1 + j)) by (unfold k, j; pose proof (Nat.div_mod (i - n0) n1 N1); lia).
    assert (Lj : j < n1) by (apply Nat.mod_upper_bound, N1).
    pose proof (trail_nth _ _ _ x Hloop j Lj) as C. rewrite app_nth1 in C by exact Lj.
    rewrite Ei, (lasso_run_loop k j Lj). destruct (Nat.eq_dec (S j) n1) as [E1|E1].
    + rewrite app_nth2 in C by (fold n1; lia). fold n1 in C. replace (S j - n1) with 0 in C by lia. cbn [nth] in C.
      replace (S (n0 + (k * n1 + j))) with (n0 + (S k * n1 + 0)) by lia.
      rewrite lasso_run_loop by lia. cbn [nth]. rewrite <- Hz. apply Hlift, C.
    + rewrite app_nth1 in C by (fold n1; lia).
      replace (S (n0 + (k * n1 + j))) with (n0 + (k * n1 + S j)) by lia. rewrite lasso_run_loop by lia. apply Hlift, C.
Qed.

Theorem lasso_accepting (acc : St -> Prop) : (forall k a, acc a -> acc (lift k a)) -> hits acc (x :: l) ->
  accepting acc lasso_run.
Proof.
  intros H (a & I & A) n. destruct (In_nth _ _ x I) as (j & Lj & Ej). fold n1 in Lj.
  exists (n0 + (n * n1 + j)). split; [|rewrite (lasso_run_loop n j Lj), Ej; now apply H].
  pose proof loop_pos. nia.
Qed.
End Run.

(** * Explicit graphs *)
Definition edges_ix (l : list edge) : aut := build (map (fun e => (fst e, xH, snd e)) l).
Lemma edges_ix_spec edges s t : tmem (s, xH, t) (edges_ix edges) = true -> In (s, t) edges.
Proof.
  intro H. apply build_spec, in_map_iff in H. destruct H as ([a b] & E & I). cbn in E. now inversion E; subst.
Qed.

(* the states l, then z, are linked by edges *)
Fixpoint linked (M : aut) (l : list positive) (z : positive) : bool :=
  match l with [] => true | s :: l => tmem (s, xH, hd z l) M && linked M l z end.
Lemma linked_trail edges l z : linked (edges_ix edges) l z = true -> trail (fun s t => In (s, t) edges) (hd z l) l z.
Proof.
  induction l as [|s l IH]; cbn [linked hd]; [constructor|]. rewrite andb_true_iff. intros (H1 & H2).
  eapply trail_cons; [exact (edges_ix_spec _ _ _ H1)|auto].
Qed.

(* stem and loop without the state that closes it; the run starts in the first state of the stem, of the loop if the
   stem is empty *)
Definition check_lasso (init : list positive) (edges : list edge) (acc : PS.t) (stem loop : list positive) : bool :=
  match loop with
  | [] => false
  | x :: _ =>
    let M := edges_ix edges in
    PS.mem (hd x stem) (buildset init) && linked M stem x && linked M loop x && existsb (fun s => PS.mem s acc) loop
  end.

Theorem check_lasso_sound init edges acc stem loop : check_lasso init edges acc stem loop = true ->
  exists rho, In (rho 0) init /\ is_run (fun s t => In (s, t) edges) rho /\ accepting (fun s => PS.In s acc) rho.
Proof.
  destruct loop as [|x l]; [discriminate|]. unfold check_lasso.
  rewrite !andb_true_iff, existsb_exists. intros (((H0 & H1) & H2) & (a & Ia & Ha)).
  apply linked_trail in H1, H2. apply PS.mem_spec in H0, Ha. apply buildset_spec in H0.
  exists (lasso_run stem l x (fun _ s => s)). split; [|split].
  - erewrite lasso_run_0; [exact H0|exact H1].
  - eapply lasso_is_run; eauto.
  - apply lasso_accepting; [auto|exists a; auto].
Qed.
