(* Systems whose steps carry letters: the propositions of the state left and of the action taken. Graphs with labelled
   edges, pushdown systems with labelled rules, and paths given by the numbers of the edges or rules to take.
   A state together with the letter of the step that leaves it is a state of an unlabelled graph again. *)
From Coq Require Import List PArith Arith Bool Lia FMapPositive.
From Custos Require Import Pushdown Automaton Trace Ltl Buchi PushdownTrail.
Import ListNotations.

Section Labelled.
Context {St : Type} (step : St -> letter -> St -> Prop).

(* rho is a run and w its word *)
Definition run_of (rho : nat -> St) (w : word) : Prop := forall i, step (rho i) (w i) (rho (S i)).

Definition leaving (s t : St * letter) : Prop := step (fst s) (snd s) (fst t).
Lemma leaving_run (rho : nat -> St * letter) : is_run leaving rho -> run_of (fun i => fst (rho i)) (fun i => snd (rho i)).
Proof. intros R i. apply R. Qed.

(* where the letter is that of the state left, the word is that of the states *)
Definition states_only (E : St -> St -> Prop) (lab : St -> letter) : Prop :=
  forall s a t, step s a t <-> E s t /\ a = lab s.

Variable next : positive -> St -> option (letter * St).
Fixpoint visit (t : list positive) (s : St) : option (list (St * letter) * St) :=
  match t with
  | [] => Some ([], s)
  | i :: t => match next i s with
              | None => None
              | Some (a, s') => match visit t s' with None => None | Some (l, z) => Some ((s, a) :: l, z) end end
  end.

Lemma visit_sound : (forall i s a t, next i s = Some (a, t) -> step s a t) ->
  forall t s l z, visit t s = Some (l, z) ->
  forall b, exists a, trail leaving (s, a) l (z, b).
Proof.
  intros HN t; induction t as [|i t IH]; cbn [visit]; intros s l z H b.
  - inversion H; subst. exists b. constructor.
  - destruct (next i s) as [[a s']|] eqn:N; [|discriminate]. destruct (visit t s') as [[l' z']|] eqn:V; [|discriminate].
    inversion H; subst. destruct (IH _ _ _ V b) as (a' & T). exists a. eapply trail_cons; [|exact T].
    exact (HN _ _ _ _ N).
Qed.
End Labelled.

(** * Graphs *)
Definition lgraph := list (positive * letter * positive).
Definition gstep (G : lgraph) (s : positive) (a : letter) (t : positive) : Prop := In (s, a, t) G.
Definition gnext (ix : PM.t (positive * letter * positive)) (i s : positive) : option (letter * positive) :=
  match PM.find i ix with Some (s', a, t) => if Pos.eqb s s' then Some (a, t) else None | None => None end.

Lemma index_In {A} (l : list A) i x : PM.find i (index l xH (PM.empty _)) = Some x -> In x l.
Proof. intro F. apply index_spec in F. destruct F as [|F]; [assumption|]. rewrite PM.gempty in F; discriminate. Qed.
Lemma gnext_sound G i s a t : gnext (index G xH (PM.empty _)) i s = Some (a, t) -> gstep G s a t.
Proof.
  unfold gnext. destruct (PM.find i _) as [[[s' a'] t']|] eqn:F; [|discriminate].
  destruct (Pos.eqb_spec s s'); [subst|discriminate]. intro E; inversion E; subst. exact (index_In _ _ _ F).
Qed.

Definition state_letters (lab : positive -> letter) (edges : list edge) : lgraph :=
  map (fun e => (fst e, lab (fst e), snd e)) edges.
Lemma state_letters_only lab edges : states_only (gstep (state_letters lab edges)) (fun s t => In (s, t) edges) lab.
Proof.
  intros s a t. unfold gstep, state_letters. rewrite in_map_iff. split.
  - intros ([s' t'] & E & I). inversion E; subst. auto.
  - intros (I & ->). exists (s, t). auto.
Qed.

(** * Pushdown systems *)
Definition fires (r : rule) (c c' : conf) : Prop :=
  exists w, c = (r_p r, r_g r :: w) /\ c' = (r_q r, lbl (r_op r) ++ w).
Lemma step_fires D c c' : step D c c' <-> exists r, In r D /\ fires r c c'.
Proof.
  split; [intros [r w I]; exists r; split; [assumption|exists w; auto]|].
  intros (r & I & w & -> & ->). now constructor.
Qed.
Lemma fires_lift r v c c' : fires r c c' -> fires r (lift v c) (lift v c').
Proof. intros (w & -> & ->). exists (w ++ v). unfold lift; cbn. now rewrite app_assoc. Qed.
Lemma fire_fires r c c' : fire r c = Some c' -> fires r c c'.
Proof.
  unfold fire. destruct c as [p [|g w]]; cbn; [discriminate|].
  destruct (Pos.eqb_spec p (r_p r)); [subst|discriminate]. destruct (Pos.eqb_spec g (r_g r)); [subst|discriminate].
  intro E; inversion E; subst. exists w. auto.
Qed.

Definition lrules := list (rule * letter).
Definition lstep (L : lrules) (c : conf) (a : letter) (c' : conf) : Prop := exists r, In (r, a) L /\ fires r c c'.
Definition lnext (ix : PM.t (rule * letter)) (i : positive) (c : conf) : option (letter * conf) :=
  match PM.find i ix with
  | Some (r, a) => match fire r c with Some c' => Some (a, c') | None => None end
  | None => None end.

Lemma lnext_sound L i c a c' : lnext (index L xH (PM.empty _)) i c = Some (a, c') -> lstep L c a c'.
Proof.
  unfold lnext. destruct (PM.find i _) as [[r b]|] eqn:F; [|discriminate].
  destruct (fire r c) as [d|] eqn:G; [|discriminate]. intro E; inversion E; subst.
  exists r. split; [exact (index_In _ _ _ F)|now apply fire_fires].
Qed.
Lemma lstep_lift L v c a c' : lstep L c a c' -> lstep L (lift v c) a (lift v c').
Proof. intros (r & I & F). exists r. split; [assumption|now apply fires_lift]. Qed.
(* without the letters it is the pushdown system of the rules *)
Lemma lstep_step L c c' : step (map fst L) c c' <-> exists a, lstep L c a c'.
Proof.
  rewrite step_fires. unfold lstep. split.
  - intros (r & I & F). apply in_map_iff in I. destruct I as ([r' a] & <- & I). eauto.
  - intros (a & r & I & F). exists r. split; [|assumption]. now apply (in_map fst) in I.
Qed.

(* lab p g is the letter of location p with g, or nothing, on top of the stack *)
Definition conf_letter (lab : positive -> option positive -> letter) (c : conf) : letter := lab (fst c) (hd_error (snd c)).
Definition head_letters (lab : positive -> option positive -> letter) (D : list rule) : lrules :=
  map (fun r => (r, lab (r_p r) (Some (r_g r)))) D.
Lemma head_letters_rules lab D : map fst (head_letters lab D) = D.
Proof. unfold head_letters. rewrite map_map. apply map_id. Qed.
Lemma head_letters_only lab D : states_only (lstep (head_letters lab D)) (step D) (conf_letter lab).
Proof.
  intros c a c'. unfold lstep, head_letters. rewrite step_fires. split.
  - intros (r & I & F). apply in_map_iff in I. destruct I as (r' & E & I). inversion E; subst. split; [eauto|].
    destruct F as (w & -> & _). reflexivity.
  - intros ((r & I & F) & ->). exists r. split; [|assumption]. apply in_map_iff. exists r. split; [|assumption].
    destruct F as (w & -> & _). reflexivity.
Qed.
