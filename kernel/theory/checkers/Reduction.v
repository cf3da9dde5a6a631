(* The head reduction: which heads (p, a) can occur at the top of a stack, and which symbols below it, on runs from
   the initial set. Only rules with a possible head and edges over possible symbols matter to a backward certificate.
   Without a reduction everything is possible. *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown Automaton Instance Trie Labels Normal.
Import ListNotations.

Record reduction := Reduction { rd_heads : list (positive * positive); rd_popped : list positive; rd_below : list positive }.
Record redix := Redix { x_heads : trie set; x_popped : set; x_below : set; x_syms : set }.
Definition index_red (r : reduction) : redix :=
  Redix (pairset (rd_heads r)) (setof (rd_popped r)) (setof (rd_below r))
        (sadds (rd_below r) (fold_left (fun s h => sadd (snd h) s) (rd_heads r) Empty)).
Definition index_opt (red : option reduction) : option redix := match red with Some r => Some (index_red r) | None => None end.

Definition poss (X : option redix) (p a : positive) : bool :=
  match X with
  | None => true
  | Some X => if mem a (gets p (x_heads X)) then true else if mem p (x_popped X) then mem a (x_below X) else false
  end.
Definition below (X : option redix) (a : positive) : bool :=
  match X with None => true | Some X => mem a (x_below X) end.

(* all a that the label set matches with (p, a) possible; with a in some possible head or below *)
Definition hall ns (X : option redix) (p : positive) (l : lset) (f : positive -> bool) : bool :=
  match X with
  | None => lall ns l f
  | Some Y =>
    match l with
    | LIn l => forallb (fun a => if poss X p a then f a else true) l
    | LNot _ => if lall_in (gets p (x_heads Y)) l f
                then if mem p (x_popped Y) then lall_in (x_below Y) l f else true else false
    end
  end.
Definition sall ns (X : option redix) (l : lset) (f : positive -> bool) : bool :=
  match X with None => lall ns l f | Some X => lall_in (x_syms X) l f end.

Definition red_rule ns (X : option redix) (r : rrule) : bool :=
  let q := rr_q r in
  let ok a := match rr_op r with
    | RPop => match X with None => true | Some X => mem q (x_popped X) end
    | RSwap x => poss X q (rget a x)
    | RPush x y => if poss X q (rget a x) then below X (rget a y) else false
    end in
  match rr_op r with
  | RPop | RSwap (Sym _) | RPush (Sym _) (Sym _) => if ok xH then true else hall ns X (rr_p r) (rr_h r) (fun _ => false)
  | _ => hall ns X (rr_p r) (rr_h r) ok
  end.
Definition red_init np ns (X : option redix) (N : normal) : bool :=
  nlive np N (fun s l _ => match s with xO p => lall ns l (poss X p) | _ => lall ns l (below X) end).
Definition check_reduction np ns (D : list rrule) (N1 : normal) (X : option redix) : bool :=
  match X with
  | None => true
  | Some _ => if red_init np ns X N1 then forallb (red_rule ns X) D else false
  end.

(** * Proofs *)
Definition red_wf (X : option redix) : Prop :=
  match X with
  | None => True
  | Some X => (forall p, proper (gets p (x_heads X))) /\ proper (x_below X) /\ proper (x_syms X) /\
      (forall p a, mem a (gets p (x_heads X)) = true -> mem a (x_syms X) = true) /\
      (forall a, mem a (x_below X) = true -> mem a (x_syms X) = true)
  end.
Lemma index_opt_wf red : red_wf (index_opt red).
Proof.
  destruct red as [[h po be]|]; [|exact I]. cbn [index_opt red_wf index_red x_heads x_below x_syms rd_heads rd_popped rd_below].
  destruct (pairset_spec h) as (H1 & H2).
  assert (G : forall k S, (forall x, mem x (fold_left (fun s (e : positive * positive) => sadd (snd e) s) k S) = true <->
      (exists p, In (p, x) k) \/ mem x S = true) /\ (proper S -> proper (fold_left (fun s (e : positive * positive) => sadd (snd e) s) k S))).
  { induction k as [|[p b] k IH]; intro S; cbn [fold_left snd].
    - split; [|auto]. intro x. split; [auto|]. intros [(p & [])|]; assumption.
    - destruct (IH (sadd b S)) as (I1 & I2). split; [|intro P; now apply I2, proper_sadd].
      intro x. rewrite I1, mem_sadd. split.
      + intros [(p' & I)|[->|M]]; [left; exists p'; cbn; auto|left; exists p; cbn; auto|auto].
      + intros [(p' & [E|I])|M]; [inversion E; subst; auto|eauto|auto]. }
  destruct (G h Empty) as (G1 & G2). destruct (sadds_spec be (fold_left (fun s e => sadd (snd e) s) h Empty)) as (S1 & S2).
  split; [exact H2|]. split; [apply proper_setof|]. split; [apply S2, G2, proper_empty|]. split.
  - intros p a M. apply H1 in M. apply S1. right. apply G1. eauto.
  - intros a M. apply mem_setof in M. apply S1. auto.
Qed.

Lemma hall_spec ns X p l f a : red_wf X -> hall ns X p l f = true -> lmatch ns l a -> poss X p a = true -> f a = true.
Proof.
  intros W H M P. destruct X as [X|]; cbn [hall] in H; [|eapply lall_spec; eauto].
  destruct l as [l|l].
  { rewrite forallb_forall in H. specialize (H _ M). now rewrite P in H. }
  cbn [poss] in P. set (k := LNot l) in *. destruct W as (W1 & W2 & _). destruct (lall_in (gets p (x_heads X)) k f) eqn:H1; [|discriminate].
  destruct (mem a (gets p (x_heads X))) eqn:Ma.
  - exact (lall_in_spec ns _ _ _ _ (W1 p) H1 M Ma).
  - destruct (mem p (x_popped X)); [|discriminate]. exact (lall_in_spec ns _ _ _ _ W2 H M P).
Qed.
(* a occurs in some possible configuration *)
Definition occurs (X : option redix) (a : positive) : Prop :=
  match X with None => True | Some X => mem a (x_syms X) = true end.
Lemma sall_spec ns X l f a : red_wf X -> sall ns X l f = true -> lmatch ns l a -> occurs X a -> f a = true.
Proof.
  intros W H M O. destruct X as [X|]; cbn [sall occurs] in *; [|eapply lall_spec; eauto].
  destruct W as (_ & _ & W & _). eapply lall_in_spec; eauto.
Qed.

(* the configurations that the reduction allows *)
Definition fits (X : option redix) (c : conf) : Prop :=
  match snd c with [] => True | a :: w => poss X (fst c) a = true /\ Forall (fun b => below X b = true) w end.
Lemma fits_occurs X c : red_wf X -> fits X c -> Forall (occurs X) (snd c).
Proof.
  destruct c as [p [|a w]], X as [X|]; intros W F; try solve [repeat constructor | apply Forall_forall; intros; exact I].
  destruct F as (P & B). destruct W as (_ & _ & _ & W1 & W2). cbn [snd] in *. constructor.
  - cbn [occurs poss fst] in *. destruct (mem a (gets p (x_heads X))) eqn:M; [eauto|].
    destruct (mem p (x_popped X)); [eauto|discriminate].
  - eapply Forall_impl; [|exact B]. exact W2.
Qed.
Lemma fits_none c : fits None c.
Proof. destruct c as [p [|a w]]; cbn; [exact I|]. split; [reflexivity|]. apply Forall_forall. reflexivity. Qed.

Lemma red_rule_step ns X r a w : red_wf X -> red_rule ns X r = true -> lmatch ns (rr_h r) a ->
  fits X (rr_p r, a :: w) -> fits X (rr_q r, rresult (rr_op r) a ++ w).
Proof.
  intros W H M (P & B). destruct X as [X|]; [|apply fits_none]. cbn [fst snd] in P, B.
  set (ok := fun a => match rr_op r with
    | RPop => mem (rr_q r) (x_popped X)
    | RSwap x => poss (Some X) (rr_q r) (rget a x)
    | RPush x y => if poss (Some X) (rr_q r) (rget a x) then below (Some X) (rget a y) else false end).
  assert (K : ok a = true).
  { assert (Hc : ok xH = ok a -> (if ok xH then true else hall ns (Some X) (rr_p r) (rr_h r) (fun _ => false)) = true -> ok a = true).
    { intros <- H'. destruct (ok xH); [reflexivity|]. exact (hall_spec _ _ _ _ _ _ W H' M P). }
    unfold red_rule in H. subst ok. cbn beta in Hc. destruct (rr_op r) as [|[b|]|[b|] [c|]];
      try (apply Hc; [reflexivity|exact H]); exact (hall_spec _ _ _ _ _ _ W H M P). }
  unfold ok in K. unfold fits. cbn [fst snd]. destruct (rr_op r) as [|x|x y]; cbn [rresult app].
  - destruct w as [|b w]; [exact I|]. inversion B; subst. split; [|assumption]. cbn [poss below] in *. rewrite K.
    destruct (mem b (gets (rr_q r) (x_heads X))); [reflexivity|assumption].
  - split; assumption.
  - destruct (poss (Some X) (rr_q r) (rget a x)); [|discriminate]. split; [reflexivity|now constructor].
Qed.

Lemma red_init_fits np ns A N X p w f : normal_of np A N -> red_init np ns X N = true ->
  path (nedge np ns A) (xO p) w f -> fits X (p, w).
Proof.
  intros NA H P. unfold red_init in H. unfold fits. cbn [fst snd].
  assert (G : forall s w f, path (nedge np ns A) s w f -> forall t, s = xI t -> live N s -> Forall (fun b => below X b = true) w).
  { clear P p w f. induction 1 as [s|s a t' w f E P IH]; intros t Et Ls; [constructor|].
    pose proof (no_live _ _ _ NA ns _ _ _ Ls E) as Lt.
    destruct (nlive_spec np ns A N _ NA H _ _ _ Ls E) as (l & L & K). subst s. cbn beta iota in K. constructor.
    - exact (lall_spec _ _ _ _ K L).
    - inversion E; subst. eapply IH; [reflexivity|assumption]. }
  apply path1 in P. destruct w as [|a w]; [exact I|]. destruct P as (m & E & P).
  destruct (nlive_spec np ns A N _ NA H (xO p) _ _ I E) as (l & L & K). cbn beta iota in K. split.
  - exact (lall_spec _ _ _ _ K L).
  - pose proof (no_live _ _ _ NA ns (xO p) _ _ I E) as Lm. inversion E; subst. eapply G; [exact P|reflexivity|exact Lm].
Qed.

(* every configuration on a run from the initial set is allowed *)
Theorem check_reduction_init np ns D A1 N1 X : normal_of np A1 N1 -> check_reduction np ns D N1 X = true ->
  forall p w f, path (nedge np ns A1) (xO p) w f -> fits X (p, w).
Proof.
  intros NA H p w f P. unfold check_reduction in H. destruct X as [X|]; [|apply fits_none].
  destruct (red_init np ns (Some X) N1) eqn:H1; [|discriminate]. eapply red_init_fits; eauto.
Qed.
Theorem check_reduction_step np ns D N1 X c c' : red_wf X -> check_reduction np ns D N1 X = true ->
  fits X c -> rstep ns D c c' -> fits X c'.
Proof.
  intros W H F S. destruct X as [X|]; [|apply fits_none]. unfold check_reduction in H.
  destruct (red_init np ns (Some X) N1); [|discriminate]. rewrite forallb_forall in H.
  destruct S as [r a w I M]. eapply red_rule_step; eauto.
Qed.
