(* What saturation computes: a set of transitions that contains an automaton, is closed under the rules, and holds
   nothing unjustified, accepts exactly the predecessors (Bouajjani, Esparza, Maler 1997; Schwoon 2002). *)
From Coq Require Import List PArith Bool Lia.
From Custos Require Import Pushdown.
Import ListNotations.

(** * (A) saturated => backward closed *)
Definition closed D (T : trans -> Prop) : Prop :=
  forall r q, In r D -> path T (r_q r) (lbl (r_op r)) q -> T (r_p r, r_g r, q).

Lemma closed_steps D T : closed D T -> forall c c', steps D c c' ->
  forall q, path T (fst c') (snd c') q -> path T (fst c) (snd c) q.
Proof.
  intros C c c'; induction 1 as [c|c c' c'' S _ IH]; intros q P; [assumption|].
  apply IH in P. destruct S as [r w I]; cbn in *.
  apply path_split in P. destruct P as (m & P1 & P2). eauto using path.
Qed.

(* R relates states of the two automata: a closed set of product states *)
Definition prod_closed (ctl : positive -> Prop) (T1 : trans -> Prop) (F1 : positive -> Prop)
  (T2 : trans -> Prop) (F2 : positive -> Prop) (R : positive -> positive -> Prop) :=
  (forall p w q, ctl p -> F1 q -> path T1 p w q -> R p p) /\
  (forall s1 s2 g t1 t2, R s1 s2 -> T1 (s1, g, t1) -> T2 (s2, g, t2) -> R t1 t2) /\
  (forall s1 s2, R s1 s2 -> F1 s1 -> F2 s2 -> False).

Lemma prod_closed_empty ctl T1 F1 T2 F2 R :
  prod_closed ctl T1 F1 T2 F2 R ->
  forall p w q1 q2, ctl p -> F1 q1 -> F2 q2 -> path T1 p w q1 -> path T2 p w q2 -> False.
Proof.
  intros (H1 & H2 & H3) p w q1 q2 Cp Fq1 Fq2 P1 P2.
  assert (G : forall s1 w q1, path T1 s1 w q1 -> forall s2, R s1 s2 -> path T2 s2 w q2 -> R q1 q2).
  { clear - H2. induction 1; intros s2 Hr P2; inversion P2; subst; eauto. }
  eapply H3; [eapply G|..]; eauto.
Qed.

Theorem unreach_sound (ctl : positive -> Prop) D (T1 T2 TC : trans -> Prop)
  (F1 F2 FC : positive -> Prop) R :
  (forall t, T2 t -> TC t) -> (forall q, F2 q -> FC q) ->
  closed D TC -> prod_closed ctl T1 F1 TC FC R ->
  ~ reachable D (lang ctl T1 F1) (lang ctl T2 F2).
Proof.
  intros HT HF HC HR ([p w] & c2 & (C1 & q1 & F1q & P1) & (C2 & q2 & F2q & P2) & S).
  apply (path_mono _ _ _ _ _ HT) in P2.
  apply (closed_steps _ _ HC _ _ S) in P2. cbn in *.
  exact (prod_closed_empty _ _ _ _ _ _ HR p w q1 q2 C1 F1q (HF _ F2q) P1 P2).
Qed.

(** * (C) the saturation adds only justified transitions *)
Section Just.
Variables (D : list rule) (T : trans -> Prop).
(* hypothesis: no transition of the input automaton enters a state that is the
   left-hand control location of a rule (implied by "initial states are sources") *)
Hypothesis src : forall s g t, T (s, g, t) -> forall r, In r D -> r_p r <> t.

Definition good s w q := exists p' w', steps D (s, w) (p', w') /\ path T p' w' q.

Lemma good_comp s u q v t : good s u q -> good q v t -> good s (u ++ v) t.
Proof.
  intros (p' & w' & S1 & P1) (p2 & w2 & S2 & P2).
  apply steps_app with (v := v) in S1; cbn in S1.
  inversion S2 as [c E1 E2|c c' c'' S S2' E1 E2]; subst.
  - exists p', (w' ++ w2); split; [assumption|]. eapply path_app; eauto.
  - inversion S as [r w I E1 E2]; subst.
    destruct (path_last_in _ _ _ _ P1) as [[-> ->]|(s' & g & Ht)].
    + exists p2, w2; split; [|assumption].
      eapply steps_trans; [exact S1|exact S2].
    + exfalso; eapply src; eauto.
Qed.

Lemma good_path (T' : trans -> Prop) :
  (forall s g t, T' (s, g, t) -> good s [g] t) ->
  forall s w q, path T' s w q -> good s w q.
Proof.
  intros H s w q; induction 1 as [s|s g t w u Ht P IH].
  - exists s, []; split; constructor.
  - apply (good_comp s [g] t w u); auto.
Qed.

Lemma good_base s g t : T (s, g, t) -> good s [g] t.
Proof. intro H; exists s, [g]; split; eauto using steps, path. Qed.

Lemma good_rule r q : In r D -> good (r_q r) (lbl (r_op r)) q -> good (r_p r) [r_g r] q.
Proof.
  intros I (p' & w' & S & P). exists p', w'; split; [|assumption].
  eapply steps_cons; [|exact S].
  rewrite <- (app_nil_r (lbl (r_op r))). now apply (step_intro D r []).
Qed.
End Just.

Lemma steps_ctl D (ctl : positive -> Prop) : (forall r, In r D -> ctl (r_q r)) ->
  forall c c', steps D c c' -> ctl (fst c) -> ctl (fst c').
Proof. intros H c c'; induction 1 as [|c c' c'' S _ IH]; auto.
  intros _. apply IH. destruct S; cbn; auto. Qed.

(* the declarative correctness theorem of pre* saturation *)
Theorem saturation_correct D (ctl : positive -> Prop) (T T' : trans -> Prop) F :
  (forall r, In r D -> ctl (r_p r) /\ ctl (r_q r)) ->
  (forall s g t, T (s, g, t) -> forall r, In r D -> r_p r <> t) ->
  (forall t, T t -> T' t) -> closed D T' ->
  (forall s g t, T' (s, g, t) -> good D T s [g] t) ->
  forall c, lang ctl T' F c <-> pre_star D (lang ctl T F) c.
Proof.
  intros W S I C G [p w]; split.
  - intros (Cp & q & Fq & P). apply (good_path D T S T' G) in P.
    destruct P as (p' & w' & St & P). exists (p', w'); split; [exact St|].
    split; cbn; [|eauto]. eapply (steps_ctl D ctl) in St; eauto.
    intros r Ir; apply W; assumption.
  - intros ([p' w'] & St & Cp' & q & Fq & P). split; cbn in *.
    + inversion St as [|c c1 c2 S1 _]; subst; [assumption|].
      inversion S1; subst. now apply W.
    + exists q; split; [assumption|].
      apply (path_mono _ _ _ _ _ I) in P.
      exact (closed_steps _ _ C _ _ St _ P).
Qed.
