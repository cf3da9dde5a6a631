(* Pairs of numbers as one number, so that tries know them; rules by what they start from; sets of heads. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Trie.
Import ListNotations.

(* the bits of j, each behind a 1, then a 0, then k: small numbers are short *)
Fixpoint key (j k : positive) : positive :=
  match j with xI j => xI (xI (key j k)) | xO j => xI (xO (key j k)) | xH => xO k end.
Lemma key_inj j k : forall j' k', key j k = key j' k' -> j = j' /\ k = k'.
Proof.
  induction j as [j IH|j IH|]; intros [j'|j'|] k' E; cbn in E; try discriminate; inversion E as [E']; auto;
    apply IH in E'; destruct E'; subst; auto.
Qed.

Definition at_key {A} (k : positive) (ix : trie (list A)) : list A := match find k ix with Some l => l | None => [] end.
Definition index {A} (l : list (positive * A)) : trie (list A) :=
  fold_left (fun ix e => update (fun o => snd e :: match o with Some l => l | None => [] end) (fst e) ix) l Empty.
Lemma index_spec {A} (l : list (positive * A)) k x : In x (at_key k (index l)) <-> In (k, x) l.
Proof.
  unfold index.
  assert (G : forall ix, In x (at_key k (fold_left (fun ix e => update (fun o => snd e :: match o with Some l => l | None => [] end) (fst e) ix) l ix))
    <-> In (k, x) l \/ In x (at_key k ix)).
  { induction l as [|[j y] l IH]; intro ix; cbn [fold_left In]; [tauto|]. rewrite IH. cbn [fst snd]. unfold at_key.
    destruct (Pos.eq_dec k j) as [->|N].
    - rewrite find_update_same. cbn [In]. split.
      + intros [H|[H|H]]; [tauto|left; left; congruence|tauto].
      + intros [[H|H]|H]; [right; left; congruence|tauto|tauto].
    - rewrite find_update_other by assumption. intuition congruence. }
  rewrite G. cbn. tauto.
Qed.

(* map for long lists: in constant stack *)
Definition tmap {A B} (f : A -> B) (l : list A) : list B := rev_append (fold_left (fun m x => f x :: m) l []) [].
Lemma tmap_map {A B} (f : A -> B) l : tmap f l = map f l.
Proof.
  unfold tmap. rewrite rev_append_rev, app_nil_r.
  assert (G : forall m, fold_left (fun m x => f x :: m) l m = rev (map f l) ++ m).
  { induction l as [|x l IH]; intro m; cbn; [reflexivity|]. rewrite IH, <- app_assoc. reflexivity. }
  rewrite G, app_nil_r. apply rev_involutive.
Qed.

Fixpoint unkey (k : positive) : option (positive * positive) :=
  match k with
  | xO k => Some (xH, k)
  | xI (xI k) => match unkey k with Some (j, k) => Some (xI j, k) | None => None end
  | xI (xO k) => match unkey k with Some (j, k) => Some (xO j, k) | None => None end
  | _ => None
  end.
Lemma unkey_key j k : unkey (key j k) = Some (j, k).
Proof. induction j as [j IH|j IH|]; cbn; [rewrite IH|rewrite IH|]; reflexivity. Qed.
Lemma unkey_some : forall k j r, unkey k = Some (j, r) -> k = key j r.
Proof.
  fix IH 1. intros [[k|k|]|k|] j r; cbn; try discriminate.
  - destruct (unkey k) as [[j' r']|] eqn:E; [|discriminate]. intro H. inversion H; subst. cbn. now rewrite <- (IH k j' r E).
  - destruct (unkey k) as [[j' r']|] eqn:E; [|discriminate]. intro H. inversion H; subst. cbn. now rewrite <- (IH k j' r E).
  - intro H. inversion H; subst. reflexivity.
Qed.
