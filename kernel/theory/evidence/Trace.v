(* Traces as evidence for reachability: a configuration of the initial set, and the rules to apply. *)
From Coq Require Import List PArith NArith Bool Lia SetoidList FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton.
Import ListNotations.

Definition fire (r : rule) (c : conf) : option conf :=
  match snd c with
  | [] => None
  | g :: w => if Pos.eqb (fst c) (r_p r) && Pos.eqb g (r_g r)
              then Some (r_q r, lbl (r_op r) ++ w) else None
  end.

Fixpoint index {A} (l : list A) (n : positive) (m : PM.t A) : PM.t A :=
  match l with [] => m | x :: l => index l (Pos.succ n) (PM.add n x m) end.
Lemma index_spec {A} (l : list A) : forall n m i x,
  PM.find i (index l n m) = Some x -> In x l \/ PM.find i m = Some x.
Proof.
  induction l as [|a l IH]; cbn; intros n m i x H; [auto|].
  apply IH in H. destruct H as [H|H]; auto.
  destruct (Pos.eq_dec i n) as [->|N].
  - rewrite PM.gss in H. left; left; congruence.
  - rewrite PM.gso in H by assumption. auto.
Qed.

Lemma index_old {A} (l : list A) : forall n m i, (i < n)%positive -> PM.find i (index l n m) = PM.find i m.
Proof.
  induction l as [|a l IH]; cbn [index]; intros n m i L; [reflexivity|].
  rewrite IH by lia. apply PM.gso. lia.
Qed.
Lemma index_complete {A} (l : list A) : forall n m x, In x l -> exists i, PM.find i (index l n m) = Some x.
Proof.
  induction l as [|a l IH]; cbn [index]; intros n m x I; [destruct I|]. destruct I as [->|I]; [|eauto].
  exists n. rewrite index_old by lia. apply PM.gss.
Qed.
(* every rule has a number, and every number is that of a rule *)
Definition numbered {A} (l : list A) : PM.t A := index l xH (PM.empty _).
Lemma numbered_sound {A} (l : list A) i x : PM.find i (numbered l) = Some x -> In x l.
Proof. intro F. apply index_spec in F. destruct F as [|F]; [assumption|]. rewrite PM.gempty in F; discriminate. Qed.
Lemma numbered_complete {A} (l : list A) x : In x l -> exists i, PM.find i (numbered l) = Some x.
Proof. apply index_complete. Qed.

Fixpoint replay (ix : PM.t rule) (t : list positive) (c : conf) : option conf :=
  match t with
  | [] => Some c
  | i :: t => match PM.find i ix with
               | None => None
               | Some r => match fire r c with None => None | Some c' => replay ix t c' end
               end
  end.

Lemma replay_sound D ix : (forall i r, PM.find i ix = Some r -> In r D) ->
  forall t c c', replay ix t c = Some c' -> steps D c c'.
Proof.
  intros HD; induction t as [|i t IH]; cbn; intros c c' H.
  - inversion H; subst; constructor.
  - destruct (PM.find i ix) as [r|] eqn:E; [|discriminate].
    destruct (fire r c) as [c1|] eqn:F; [|discriminate].
    eapply steps_cons; [|apply IH, H]. unfold fire in F.
    destruct c as [p [|g w]]; cbn in F; [discriminate|].
    destruct (Pos.eqb_spec p (r_p r)); [subst|discriminate].
    destruct (Pos.eqb_spec g (r_g r)); [subst|discriminate].
    inversion F; subst. constructor. eauto.
Qed.

Definition check_trace np D A1 A2 (c : conf) (t : list positive) : bool :=
  accepts np A1 c &&
  match replay (index D xH (PM.empty _)) t c with
  | Some c' => accepts np A2 c' | None => false end.

Theorem check_trace_sound np D A1 A2 c t :
  check_trace np D A1 A2 c t = true -> reachable D (langP np A1) (langP np A2).
Proof.
  unfold check_trace. rewrite andb_true_iff. intros (H1 & H2).
  destruct (replay _ _ _) as [c'|] eqn:E; [|discriminate].
  exists c, c'. split; [apply accepts_spec, H1|]. split; [apply accepts_spec, H2|].
  eapply replay_sound; [|exact E]. intros i r F. apply index_spec in F.
  destruct F as [|F]; [assumption|]. rewrite PM.gempty in F; discriminate.
Qed.
