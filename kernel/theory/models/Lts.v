(* Labelled transition systems as a file lists them: initial states, transitions with or without an action, and for each
   proposition the states where it holds. *)
From Coq Require Import List PArith Bool FMapPositive MSetPositive.
From Custos Require Import Automaton Ltl Trie FiniteModel.
Import ListNotations.

Record lts := Lts {
  l_init : list positive;
  l_steps : list (positive * option positive * positive);
  l_props : list (positive * list positive) }.

Definition steps_index := trie (list (option positive * positive)).
Definition steps_of (ix : steps_index) (s : positive) : list (option positive * positive) :=
  match find s ix with Some l => l | None => [] end.
Definition add_step (ix : steps_index) (x : positive * option positive * positive) : steps_index :=
  let '(s, o, t) := x in update (fun l => (o, t) :: match l with Some l => l | None => [] end) s ix.
Definition props_of (ix : trie letter) (s : positive) : letter := match find s ix with Some a => a | None => PS.empty end.
Definition add_prop (ix : trie letter) (x : positive * list positive) : trie letter :=
  fold_left (fun ix s => update (fun a => PS.add (fst x) (match a with Some a => a | None => PS.empty end)) s ix) (snd x) ix.

Definition lts_model (L : lts) : model positive :=
  let steps := fold_left add_step (l_steps L) Empty in
  let props := fold_left add_prop (l_props L) Empty in
  Model (l_init L) (fun s => Some (steps_of steps s)) (fun s => Some (props_of props s)) (fun s => s) Pos.eqb
    (fun s t => proj1 (Pos.eqb_eq s t)).

(** * It is what the lists say *)
Lemma steps_spec l o t s : In (o, t) (steps_of (fold_left add_step l Empty) s) <-> In (s, o, t) l.
Proof.
  assert (G : forall ix, In (o, t) (steps_of (fold_left add_step l ix) s) <-> In (s, o, t) l \/ In (o, t) (steps_of ix s)).
  { induction l as [|[[s' o'] t'] l IH]; intro ix; cbn [fold_left In]; [tauto|]. rewrite IH. unfold steps_of, add_step.
    destruct (Pos.eq_dec s s') as [->|N].
    - rewrite find_update_same. cbn [In]. split.
      + intros [H|[H|H]]; [tauto|left; left; congruence|tauto].
      + intros [[H|H]|H]; [right; left; congruence|tauto|tauto].
    - rewrite find_update_other by assumption. intuition congruence. }
  rewrite G. cbn. tauto.
Qed.
Lemma props_spec l p s : PS.In p (props_of (fold_left add_prop l Empty) s) <-> exists ss, In (p, ss) l /\ In s ss.
Proof.
  assert (E : ~ PS.In p PS.empty) by (rewrite <- PS.mem_spec, PS.mem_Leaf; discriminate).
  assert (G1 : forall q ss ix, PS.In p (props_of (add_prop ix (q, ss)) s) <-> p = q /\ In s ss \/ PS.In p (props_of ix s)).
  { intros q ss. unfold add_prop; cbn [fst snd]. induction ss as [|x ss IH]; intro ix; cbn [fold_left In]; [tauto|].
    rewrite IH. unfold props_of. destruct (Pos.eq_dec s x) as [->|N].
    - rewrite find_update_same, PS.add_spec. destruct (find x ix); tauto.
    - rewrite find_update_other by assumption. intuition congruence. }
  assert (G : forall ix, PS.In p (props_of (fold_left add_prop l ix) s) <-> (exists ss, In (p, ss) l /\ In s ss) \/ PS.In p (props_of ix s)).
  { induction l as [|[q ss] l IH]; intro ix; cbn [fold_left In].
    - split; [tauto|]. intros [(ss & [] & _)|H]; assumption.
    - rewrite IH, G1. split.
      + intros [(ss' & H)|[(-> & H)|H]]; [left|left|tauto]; [exists ss'|exists ss]; tauto.
      + intros [(ss' & [H|H] & I)|H]; [inversion H; subst; tauto|left; eauto|tauto]. }
  rewrite G. cbn. tauto.
Qed.

Theorem lts_step L s a t : mstep (lts_model L) s a t <->
  exists o, In (s, o, t) (l_steps L) /\ a = with_action o (idle (lts_model L) s).
Proof.
  unfold mstep. cbn [lts_model m_next]. split.
  - intros (l & o & E & I & Ea). inversion E; subst. exists o. split; [now apply steps_spec|reflexivity].
  - intros (o & I & Ea). exists (steps_of (fold_left add_step (l_steps L) Empty) s), o. split; [reflexivity|].
    split; [now apply steps_spec|assumption].
Qed.
Theorem lts_letter L s p : PS.In p (idle (lts_model L) s) <-> exists ss, In (p, ss) (l_props L) /\ In s ss.
Proof. apply props_spec. Qed.
Theorem lts_sound L s : ~ faulty (lts_model L) s.
Proof. intros [H|H]; discriminate. Qed.
