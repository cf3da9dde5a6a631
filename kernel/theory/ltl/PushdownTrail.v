(* Finite paths of a pushdown system: what happens below the top of the stack does not matter, and a path from a stack
   g v either stays above v or first pops g. *)
From Coq Require Import List PArith Arith Bool Lia.
From Custos Require Import Pushdown Buchi.
Import ListNotations.

Definition lift (v : list positive) (c : conf) : conf := (fst c, snd c ++ v).

Lemma lift_lift u v c : lift v (lift u c) = lift (u ++ v) c.
Proof. unfold lift; cbn. now rewrite app_assoc. Qed.
Lemma map_lift u v l : map (lift v) (map (lift u) l) = map (lift (u ++ v)) l.
Proof. rewrite map_map. apply map_ext. intro c. apply lift_lift. Qed.

Section Trail.
Variable D : list rule.
Notation trail := (trail (step D)).

Lemma step_lift v c c' : step D c c' -> step D (lift v c) (lift v c').
Proof. intros [r w I]. unfold lift; cbn. rewrite <- app_assoc. now constructor. Qed.
Lemma trail_lift v c l z : trail c l z -> trail (lift v c) (map (lift v) l) (lift v z).
Proof. induction 1; cbn [map]; econstructor; eauto using step_lift. Qed.

Lemma rule_step r : In r D -> step D (r_p r, [r_g r]) (r_q r, lbl (r_op r)).
Proof. intro I. rewrite <- (app_nil_r (lbl (r_op r))). now apply (step_intro D r []). Qed.

Lemma step_inv c c' : step D c c' ->
  exists r w, In r D /\ c = (r_p r, r_g r :: w) /\ c' = (r_q r, lbl (r_op r) ++ w).
Proof. intros [r w I]. eauto. Qed.

(* an empty stack is the end *)
Lemma trail_stuck p l z : trail (p, []) l z -> l = [] /\ z = (p, []).
Proof. intro T. inversion T as [|s t l' z' e T' E1 E2]; subst; [auto|]. inversion e. Qed.

(* the path l pops the head (p, g), and ends in location q *)
Definition pops p g l q : Prop := trail (p, [g]) l (q, []).

Lemma pops_pop r : In r D -> r_op r = Pop -> pops (r_p r) (r_g r) [(r_p r, [r_g r])] (r_q r).
Proof. intros I O. pose proof (rule_step r I) as S. rewrite O in S. eapply trail_cons; [exact S|constructor]. Qed.
Lemma pops_swap r g l q : In r D -> r_op r = Swap g -> pops (r_q r) g l q ->
  pops (r_p r) (r_g r) ((r_p r, [r_g r]) :: l) q.
Proof. intros I O P. pose proof (rule_step r I) as S. rewrite O in S. eapply trail_cons; [exact S|exact P]. Qed.
Lemma pops_push r g1 g2 l1 m l2 q : In r D -> r_op r = Push g1 g2 -> pops (r_q r) g1 l1 m -> pops m g2 l2 q ->
  pops (r_p r) (r_g r) ((r_p r, [r_g r]) :: map (lift [g2]) l1 ++ l2) q.
Proof.
  intros I O P1 P2. pose proof (rule_step r I) as S. rewrite O in S.
  eapply trail_cons; [exact S|]. eapply trail_app; [exact (trail_lift [g2] _ _ _ P1)|exact P2].
Qed.

(* the path l from (p, g w) to z first pops g *)
Definition popped p g w l z : Prop :=
  exists q l1 l2, l = map (lift w) l1 ++ l2 /\ pops p g l1 q /\ trail (q, w) l2 z.

Lemma popped_pop r w l z : In r D -> r_op r = Pop -> trail (r_q r, w) l z ->
  popped (r_p r) (r_g r) w ((r_p r, r_g r :: w) :: l) z.
Proof. intros I O T. exists (r_q r), [(r_p r, [r_g r])], l. split; [reflexivity|]. split; [now apply pops_pop|exact T]. Qed.
Lemma popped_swap r g w l z : In r D -> r_op r = Swap g -> popped (r_q r) g w l z ->
  popped (r_p r) (r_g r) w ((r_p r, r_g r :: w) :: l) z.
Proof.
  intros I O (q & l1 & l2 & -> & P & T). exists q, ((r_p r, [r_g r]) :: l1), l2.
  split; [reflexivity|]. split; [eapply pops_swap; eauto|exact T].
Qed.
Lemma popped_push r g1 g2 w l1 m l2 z : In r D -> r_op r = Push g1 g2 -> pops (r_q r) g1 l1 m -> popped m g2 w l2 z ->
  popped (r_p r) (r_g r) w ((r_p r, r_g r :: w) :: map (lift (g2 :: w)) l1 ++ l2) z.
Proof.
  intros I O P (q & la & lb & -> & P2 & T). exists q, ((r_p r, [r_g r]) :: map (lift [g2]) l1 ++ la), lb.
  split; [|split; [eapply pops_push; eauto|exact T]].
  cbn [map app]. rewrite map_app, map_lift, <- app_assoc. reflexivity.
Qed.

Definition above (w : list positive) (c : conf) : Prop := exists u, u <> [] /\ snd c = u ++ w.

Lemma pop_or_above n : forall l p g w z, length l <= n -> trail (p, g :: w) l z -> above w z \/ popped p g w l z.
Proof.
  induction n as [|n IH]; intros l p g w z L T; (inversion T as [s E1 E2|s t l' z' e T' E1 E2]; subst;
    [left; exists [g]; split; [discriminate|reflexivity]|]); [cbn in L; lia|].
  cbn in L. apply step_inv in e. destruct e as (r & w' & I & Ec & ->). inversion Ec; subst p g w'; clear Ec.
  destruct (r_op r) as [|g'|g1 g2] eqn:O; cbn [lbl app] in T'.
  - right. now apply popped_pop.
  - apply IH in T'; [|lia]. destruct T' as [A|P]; [auto|right]. eapply popped_swap; eauto.
  - apply IH in T'; [|lia]. destruct T' as [(u & N & E)|(m & l1 & l2 & -> & P & T2)].
    + left. exists (u ++ [g2]). split; [now destruct u|]. now rewrite <- app_assoc.
    + apply IH in T2; [|rewrite app_length in L; lia]. destruct T2 as [A|P2]; [auto|right].
      eapply popped_push; eauto.
Qed.
End Trail.

(* acceptance read off the control location *)
Definition accl (acc : positive -> bool) (c : conf) : Prop := acc (fst c) = true.
Lemma hits_lift acc v l : hits (accl acc) (map (lift v) l) <-> hits (accl acc) l.
Proof.
  unfold hits. split.
  - intros (c & I & A). apply in_map_iff in I. destruct I as (c' & <- & I). exists c'. auto.
  - intros (c & I & A). exists (lift v c). split; [now apply in_map|exact A].
Qed.
