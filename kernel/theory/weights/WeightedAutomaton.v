(* Transitions with weights as finite data: indexed by source, symbol and target. *)
From Coq Require Import List PArith Bool FMapPositive.
From Custos Require Import Pushdown Automaton Weights.
Import ListNotations.

Section Data.
Context {W : Type}.
Definition waut := PM.t (PM.t (PM.t W)).
Definition wrow (M : waut) s g : PM.t W := oget (PM.empty _) (PM.find g (oget (PM.empty _) (PM.find s M))).
Definition wget (M : waut) (t : trans) : option W := let '(s, g, q) := t in PM.find q (wrow M s g).
Definition wadd (M : waut) (x : trans * W) : waut :=
  let '((s, g, q), n) := x in
  PM.add s (PM.add g (PM.add q n (wrow M s g)) (oget (PM.empty _) (PM.find s M))) M.
Definition wbuild (l : list (trans * W)) : waut := fold_left wadd l (PM.empty _).

(* every entry of a map satisfies f *)
Definition allmap {A} (f : positive -> A -> bool) (m : PM.t A) : bool :=
  forallb (fun x => f (fst x) (snd x)) (PM.elements m).
Definition allw (f : W -> bool) (M : waut) : bool :=
  allmap (fun _ => allmap (fun _ => allmap (fun _ => f))) M.

Lemma allmap_spec {A} f (m : PM.t A) : allmap f m = true -> forall q x, PM.find q m = Some x -> f q x = true.
Proof.
  unfold allmap. rewrite forallb_forall. intros H q x E. exact (H (q, x) (PM.elements_correct m q E)).
Qed.
Lemma allw_spec f M : allw f M = true -> forall t x, wget M t = Some x -> f x = true.
Proof.
  unfold allw. intros H [[s g] q] x E. unfold wget, wrow in E.
  destruct (PM.find s M) as [m|] eqn:Es; cbn [oget] in E; [|rewrite !PM.gempty in E; discriminate].
  destruct (PM.find g m) as [m'|] eqn:Eg; cbn [oget] in E; [|rewrite PM.gempty in E; discriminate].
  pose proof (allmap_spec _ _ (allmap_spec _ _ H _ _ Es) _ _ Eg) as H'. exact (allmap_spec _ _ H' _ _ E).
Qed.

Lemma wget_wadd M t n t' x : wget (wadd M (t, n)) t' = Some x -> t' = t /\ x = n \/ wget M t' = Some x.
Proof.
  destruct t as [[s g] q], t' as [[s' g'] q']. unfold wget, wadd.
  unfold wrow at 1. destruct (Pos.eq_dec s' s) as [->|N1].
  - rewrite PM.gss. cbn [oget]. destruct (Pos.eq_dec g' g) as [->|N2].
    + rewrite PM.gss. cbn [oget]. destruct (Pos.eq_dec q' q) as [->|N3].
      * rewrite PM.gss. intro H; inversion H; auto.
      * rewrite PM.gso by assumption. auto.
    + rewrite PM.gso by assumption. auto.
  - rewrite PM.gso by assumption. auto.
Qed.
Lemma wget_empty t : wget (PM.empty _) t = None.
Proof. destruct t as [[s g] q]. unfold wget, wrow. rewrite PM.gempty. cbn. rewrite PM.gempty. cbn. apply PM.gempty. Qed.
End Data.
Arguments waut W : clear implicits.
