(* LTL on a lasso as in LtlLasso.v, with functions on lists that need no stack, for lassos of any length. *)
From Coq Require Import List Arith Bool Lia.
From Custos Require Import Ltl LtlLasso.
Import ListNotations.

Definition trev {A} (l : list A) : list A := rev_append l [].
Definition tmap {A B} (f : A -> B) (l : list A) : list B := trev (fold_left (fun r x => f x :: r) l []).
Definition tapp {A} (l m : list A) : list A := rev_append (trev l) m.
Definition tlength {A} (l : list A) : nat := fold_left (fun n _ => S n) l 0.
Fixpoint zip_rev (f : bool -> bool -> bool) (F G r : list bool) : list bool :=
  match F, G with x :: F, y :: G => zip_rev f F G (f x y :: r) | _, _ => r end.
Definition tzip (f : bool -> bool -> bool) (F G : list bool) : list bool := trev (zip_rev f F G []).
(* the lists from their ends *)
Fixpoint back_rev (F G : list bool) (s : bool) (r : list bool) : list bool :=
  match F, G with f :: F, g :: G => let b := g || (f && s) in back_rev F G b (b :: r) | _, _ => r end.
Definition tback (F G : list bool) (s : bool) : list bool := back_rev (trev F) (trev G) s [].
Definition until_t (a : nat) (F G : list bool) : list bool :=
  tback F G (hd false (tback (skipn a F) (skipn a G) false)).
Definition release_t (a : nat) (F G : list bool) : list bool := tmap negb (until_t a (tmap negb F) (tmap negb G)).
Definition next_t (a : nat) (F : list bool) : list bool := tapp (tl F) [nth a F false].
Fixpoint eval_t (a : nat) (w : list letter) (f : ltl) : list bool :=
  match f with
  | Tru => tmap (fun _ => true) w
  | Fls => tmap (fun _ => false) w
  | Lit l => tmap (holds l) w
  | And f g => tzip andb (eval_t a w f) (eval_t a w g)
  | Or f g => tzip orb (eval_t a w f) (eval_t a w g)
  | Next f => next_t a (eval_t a w f)
  | Until f g => until_t a (eval_t a w f) (eval_t a w g)
  | Release f g => release_t a (eval_t a w f) (eval_t a w g)
  end.
Definition eval_long (u : list letter) (x : letter) (v : list letter) (f : ltl) : bool :=
  hd false (eval_t (tlength u) (tapp u (x :: v)) f).

(** * The same *)
Lemma trev_eq {A} (l : list A) : trev l = rev l.
Proof. unfold trev. now rewrite rev_append_rev, app_nil_r. Qed.
Lemma tmap_eq {A B} (f : A -> B) l : tmap f l = map f l.
Proof.
  unfold tmap. rewrite trev_eq. assert (G : forall r, fold_left (fun r x => f x :: r) l r = rev (map f l) ++ r).
  { induction l as [|x l IH]; intro r; cbn; [reflexivity|]. rewrite IH, <- app_assoc. reflexivity. }
  now rewrite G, app_nil_r, rev_involutive.
Qed.
Lemma tapp_eq {A} (l m : list A) : tapp l m = l ++ m.
Proof. unfold tapp. now rewrite rev_append_rev, trev_eq, rev_involutive. Qed.
Lemma tlength_eq {A} (l : list A) : tlength l = length l.
Proof.
  unfold tlength. assert (G : forall n, fold_left (fun n _ => S n) l n = length l + n).
  { induction l as [|x l IH]; intro n; cbn; [reflexivity|]. rewrite IH. lia. }
  rewrite G. lia.
Qed.
Lemma tzip_eq f F G : tzip f F G = zip f F G.
Proof.
  unfold tzip. rewrite trev_eq. assert (H : forall F G r, zip_rev f F G r = rev (zip f F G) ++ r).
  { clear. induction F as [|x F IH]; intros [|y G] r; cbn; try reflexivity. rewrite IH, <- app_assoc. reflexivity. }
  now rewrite H, app_nil_r, rev_involutive.
Qed.
Lemma back_app F : forall G F' G' s, length F = length G -> back (F ++ F') (G ++ G') s = back F G (hd s (back F' G' s)) ++ back F' G' s.
Proof.
  induction F as [|f F IH]; intros [|g G] F' G' s L; cbn in L; try lia; [reflexivity|]. cbn [app back]. rewrite IH by lia.
  assert (E : hd s (back F G (hd s (back F' G' s)) ++ back F' G' s) = hd (hd s (back F' G' s)) (back F G (hd s (back F' G' s)))).
  { destruct (back F G _); reflexivity. }
  now rewrite E.
Qed.
Lemma tback_eq F G s : length F = length G -> tback F G s = back F G s.
Proof.
  unfold tback. rewrite !trev_eq. intro L.
  assert (H : forall F' G' F G s, length F = length G -> length F' = length G' ->
    back_rev (rev F') (rev G') (hd s (back F G s)) (back F G s) = back (F' ++ F) (G' ++ G) s).
  { clear. induction F' as [|f F' IH] using rev_ind; intros G' F G s L L'.
    - destruct G'; [reflexivity|discriminate].
    - rewrite app_length in L'. cbn in L'. destruct (rev G') as [|g G2] eqn:E.
      + apply (f_equal (@rev bool)) in E. rewrite rev_involutive in E. subst G'. cbn in L'. lia.
      + apply (f_equal (@rev bool)) in E. rewrite rev_involutive in E. cbn in E. subst G'. rewrite app_length, rev_length in L'. cbn in L'.
        rewrite rev_app_distr. cbn [rev app back_rev]. rewrite <- !app_assoc. cbn [app].
        specialize (IH (rev G2) (f :: F) (g :: G) s ltac:(cbn; lia) ltac:(rewrite rev_length; lia)).
        rewrite rev_involutive in IH. rewrite <- IH. reflexivity. }
  specialize (H F G [] [] s eq_refl L). cbn [back hd] in H. now rewrite !app_nil_r in H.
Qed.

Lemma eval_length a w f : w <> [] -> length (eval a w f) = length w.
Proof.
  intro N. assert (Z : forall g F G, length F = length w -> length G = length w -> length (zip g F G) = length w).
  { intros g F G HF HG. rewrite <- HF in *. clear HF. revert G HG. induction F as [|x F IH]; intros [|y G] H; cbn in *; try lia.
    rewrite IH; lia. }
  assert (U : forall F G, length F = length w -> length G = length w -> length (until_l a F G) = length w).
  { intros F G HF HG. unfold until_l. rewrite back_len; lia. }
  assert (L : length w <> 0) by (destruct w; [congruence|discriminate]).
  induction f; cbn [eval]; rewrite ?map_length; auto.
  - unfold next_l. rewrite app_length. destruct (eval a w f); cbn in *; lia.
  - unfold release_l. rewrite map_length. apply U; rewrite map_length; assumption.
Qed.
Lemma eval_t_eq a w f : w <> [] -> eval_t a w f = eval a w f.
Proof.
  intro N. assert (U : forall F G, length F = length w -> length G = length w -> until_t a F G = until_l a F G).
  { intros F G HF HG. unfold until_t, until_l. rewrite !tback_eq; [reflexivity|rewrite !skipn_length; lia|lia]. }
  induction f; cbn [eval_t eval]; rewrite ?tmap_eq, ?tzip_eq, ?IHf, ?IHf1, ?IHf2; try reflexivity.
  - unfold next_t. now rewrite tapp_eq.
  - apply U; now apply eval_length.
  - unfold release_t, release_l. rewrite !tmap_eq. rewrite U; [reflexivity| |]; rewrite map_length; now apply eval_length.
Qed.
Theorem eval_long_eq u x v f : eval_long u x v f = eval_lasso u x v f.
Proof.
  unfold eval_long, eval_lasso. rewrite tlength_eq, tapp_eq, eval_t_eq; [reflexivity|]. destruct u; discriminate.
Qed.
