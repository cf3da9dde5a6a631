(* Formulas of extended CTL on a labelled transition system, evaluated from evidence: a table for each Until and Release. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Trie Ectl Keys Pops Lives UntilTable ReleaseTable Paths EctlProduct EctlAutomaton EctlValues EctlKinds.
Import ListNotations.

(* A formula with its evidence: A(x U y) is not E(not x R not y), A(x R y) not E(not x U not y). *)
Inductive claim :=
| CFalse | CTrue | CProp (p : positive)
| CNot (f : claim) | CAnd (f g : claim) | COr (f g : claim) | CImp (f g : claim) | CIff (f g : claim)
| CEX (f : claim) | CAX (f : claim)
| CEU (A : automaton) (e : evidence) (f g : claim) | CER (A : automaton) (e : evidence) (f g : claim)
| CAU (A : automaton) (e : evidence) (f g : claim) | CAR (A : automaton) (e : evidence) (f g : claim).
Fixpoint claimed (c : claim) : formula :=
  match c with
  | CFalse => FFalse | CTrue => FTrue | CProp p => FProp p
  | CNot f => FNot (claimed f) | CAnd f g => FAnd (claimed f) (claimed g) | COr f g => FOr (claimed f) (claimed g)
  | CImp f g => FImp (claimed f) (claimed g) | CIff f g => FIff (claimed f) (claimed g)
  | CEX f => FEX (claimed f) | CAX f => FAX (claimed f)
  | CEU A _ f g => FEU A (claimed f) (claimed g) | CER A _ f g => FER A (claimed f) (claimed g)
  | CAU A _ f g => FAU A (claimed f) (claimed g) | CAR A _ f g => FAR A (claimed f) (claimed g)
  end.

(* values at the states that matter, computed once *)
Definition memo (states : list positive) (v : positive -> option bool) : positive -> option bool :=
  let m := fold_left (fun m s => match v s with Some b => put s b m | None => m end) states Empty in
  fun s => find s m.
Lemma memo_spec states v s b : memo states v s = Some b -> v s = Some b.
Proof.
  unfold memo. assert (G : forall m, (forall s b, find s m = Some b -> v s = Some b) -> forall s b,
    find s (fold_left (fun m s => match v s with Some b => put s b m | None => m end) states m) = Some b -> v s = Some b).
  { induction states as [|r rs IH]; cbn; intros m H; [exact H|]. apply IH. intros s' b' F. destruct (v r) as [c|] eqn:E; [|auto].
    unfold put in F. destruct (Pos.eq_dec s' r) as [->|N]; [rewrite find_update_same in F; congruence|].
    rewrite find_update_other in F by assumption. auto. }
  apply G. intros ? ? F; discriminate.
Qed.

Record lts_index := LtsIndex { li_steps : trie (list (positive * positive)); li_props : set; li_states : list positive }.
Definition index_lts (M : lts) (states : list positive) : lts_index :=
  LtsIndex (index (tmap (fun x => (fst (fst x), (snd (fst x), snd x))) (l_steps M)))
    (setof (tmap (fun x => key (fst x) (snd x)) (l_props M))) states.
Definition successors (ix : lts_index) (s : positive) : list (positive * positive) := at_key s (li_steps ix).

Definition lts_each (ix : lts_index) (A : ready) (l : loc) (g : positive) : list (list move) :=
  map (fun m : positive * positive => map (fun r : positive * op => (fst m, ((fst r, snd m), snd r))) (follow A (fst l) g (fst m)))
    (successors ix (snd l)).

Definition lts_until (ix : lts_index) (A : automaton) (e : evidence) (x y : positive -> option bool) : option (positive -> option bool) :=
  let a := make_ready A in
  let xh := fun (l : loc) (_ : positive) => x (snd l) in
  let yh := fun (l : loc) (_ : positive) => y (snd l) in
  match until_check (lts_each ix a) (accepting a) xh yh e with
  | Some t => Some (memo (li_states ix) (fun s => until_says (accepting a) xh yh (fun l => y (snd l)) t (1, s)%positive [1%positive]))
  | None => None
  end.
Definition lts_release (ix : lts_index) (A : automaton) (e : evidence) (x y : positive -> option bool) : option (positive -> option bool) :=
  let a := make_ready A in
  let xh := fun (l : loc) (_ : positive) => x (snd l) in
  let yh := fun (l : loc) (_ : positive) => y (snd l) in
  if deterministic A then
    match release_check (lts_each ix a) (accepting a) xh yh e with
    | Some t => Some (memo (li_states ix) (fun s => release_says (lts_each ix a) (accepting a) xh yh (fun l => y (snd l)) t (1, s)%positive [1%positive]))
    | None => None
    end
  else None.

Definition both {B} (f : (positive -> option bool) -> (positive -> option bool) -> option B) (x y : option (positive -> option bool)) : option B :=
  match x, y with Some x, Some y => f x y | _, _ => None end.
Definition inverse (v : positive -> option bool) : positive -> option bool := fun s => vnot (v s).
Definition inverted (o : option (positive -> option bool)) : option (positive -> option bool) :=
  match o with Some v => Some (inverse v) | None => None end.
Fixpoint lts_value (ix : lts_index) (c : claim) : option (positive -> option bool) :=
  match c with
  | CFalse => Some (fun _ => Some false)
  | CTrue => Some (fun _ => Some true)
  | CProp p => Some (fun s => Some (mem (key p s) (li_props ix)))
  | CNot f => inverted (lts_value ix f)
  | CAnd f g => both (fun x y => Some (fun s => vand (x s) (y s))) (lts_value ix f) (lts_value ix g)
  | COr f g => both (fun x y => Some (fun s => vor (x s) (y s))) (lts_value ix f) (lts_value ix g)
  | CImp f g => both (fun x y => Some (fun s => vor (vnot (x s)) (y s))) (lts_value ix f) (lts_value ix g)
  | CIff f g => both (fun x y => Some (fun s => viff (x s) (y s))) (lts_value ix f) (lts_value ix g)
  | CEX f => match lts_value ix f with Some x => Some (memo (li_states ix) (fun s => vsome (fun m => x (snd m)) (successors ix s))) | None => None end
  | CAX f => match lts_value ix f with Some x => Some (memo (li_states ix) (fun s => vnot (vsome (fun m => vnot (x (snd m))) (successors ix s)))) | None => None end
  | CEU A e f g => both (lts_until ix A e) (lts_value ix f) (lts_value ix g)
  | CER A e f g => both (lts_release ix A e) (lts_value ix f) (lts_value ix g)
  | CAU A e f g => inverted (both (fun x y => lts_release ix A e (inverse x) (inverse y)) (lts_value ix f) (lts_value ix g))
  | CAR A e f g => inverted (both (fun x y => lts_until ix A e (inverse x) (inverse y)) (lts_value ix f) (lts_value ix g))
  end.

(** * It is the truth *)
Section Sound.
Variable M : lts.
Variable states : list positive.
Notation ix := (index_lts M states).
Notation dec := (decides (lstep M) (lprop M)).

Lemma successors_spec s a t : In (a, t) (successors ix s) <-> lstep M s a t.
Proof.
  unfold successors, lstep. cbn [li_steps index_lts]. rewrite tmap_map, index_spec, in_map_iff. split.
  - intros ([[s' a'] t'] & E & I). cbn in E. inversion E; subst. exact I.
  - intro I. exists (s, a, t). auto.
Qed.
Lemma lts_enabled : enabled_or_not (lstep M).
Proof.
  intro s. destruct (successors ix s) as [|[a t] l] eqn:E.
  - right. intros a t S. apply successors_spec in S. rewrite E in S. destruct S.
  - left. exists (a, t). apply successors_spec. rewrite E. now left.
Qed.
Definition lts_sys (c : conf) : positive := snd (fst c).
Definition lts_aut (c : conf) : aconf := (fst (fst c), snd c).
Lemma lts_step_of l g (w : list positive) a t : lstep M (lts_sys (l, g :: w)) a t <-> In (a, t) (successors ix (snd l)).
Proof. symmetry. apply successors_spec. Qed.
Lemma lts_each_ok A l g w : Forall2 (fun m ms =>
    (forall a k o, In (a, (k, o)) ms -> a = fst m /\ lts_sys (k, after g o ++ w) = snd m /\ astep A (lts_aut (l, g :: w)) a (lts_aut (k, after g o ++ w))) /\
    (forall e, astep A (lts_aut (l, g :: w)) (fst m) e -> exists k o, In (fst m, (k, o)) ms /\ lts_aut (k, after g o ++ w) = e))
  (successors ix (snd l)) (lts_each ix (make_ready A) l g).
Proof.
  unfold lts_each. induction (successors ix (snd l)) as [|[a s] ms IH]; cbn [map]; constructor; [|exact IH]. cbn [fst snd]. clear IH. split.
  - intros b k o I. apply in_map_iff in I. destruct I as ([r o'] & E & I). cbn in E. inversion E; subst. apply follow_spec in I.
    split; [reflexivity|]. split; [reflexivity|]. unfold lts_aut. cbn. now constructor.
  - intros e S. unfold lts_aut in S. cbn in S. inversion S as [q g' w' a' r o I]; subst. exists (r, s), o. split; [|reflexivity].
    apply in_map_iff. exists (r, o). split; [reflexivity|]. now apply follow_spec.
Qed.
Lemma lts_empty A l a (t : positive) e : lstep M (lts_sys (l, [])) a t -> astep A (lts_aut (l, [])) a e -> False.
Proof. intros _ S. unfold lts_aut in S. cbn in S. inversion S. Qed.
Lemma from_language A s v : from A lts_aut ((1, s)%positive, [1%positive]) v <-> language A v.
Proof.
  unfold from, language, lts_aut. cbn. split; [intros ([q w] & R & Ac); exists q, w; auto|intros (q & w & R & Ac); exists (q, w); auto].
Qed.
Lemma until_same {T} (K L : list positive -> Prop) X Y (p : nat -> option T) u : (forall v, K v <-> L v) -> until K X Y p u -> until L X Y p u.
Proof. intros H (n & t & E & Lw & R). exists n, t. split; [exact E|]. split; [now apply H|exact R]. Qed.
Lemma release_same {T} (K L : list positive -> Prop) X Y (p : nat -> option T) u : (forall v, K v <-> L v) -> release K X Y p u -> release L X Y p u.
Proof. intros H R n t E. destruct (R n t E) as [N|N]; [left|right; exact N]. intro Lw. now apply N, H. Qed.

Lemma lts_until_told A e x y v : lts_until ix A e x y = Some v -> until_told (lstep M) (language A) x y v.
Proof.
  unfold lts_until. destruct (until_check _ _ _ _ e) as [t|] eqn:C; [|discriminate]. intros E s b V. inversion E; subst; clear E.
  apply memo_spec, until_value_verdict in V.
  pose proof (until_sound (lstep M) A lts_enabled (lts_each ix (make_ready A)) lts_sys lts_aut (fun c => eq_refl) (fun l g w => successors ix (snd l)) lts_step_of
    (lts_each_ok A) (lts_empty A) x y (fun l _ => x (snd l)) (fun l _ => y (snd l)) (fun l => y (snd l))
    (fun l g w b H => H) (fun l g w b H => H) (fun l b H => H) e t (1, s)%positive [1%positive] b C V) as H.
  change (lts_sys ((1%positive, s), [1%positive])) with s in H. destruct b.
  - destruct H as (p & u & P & U). exists p, u. split; [exact P|]. exact (until_same _ _ _ _ p u (from_language A s) U).
  - intros p u P. exact (release_same _ _ _ _ p u (from_language A s) (H p u P)).
Qed.
Lemma lts_release_told A e x y v : lts_release ix A e x y = Some v -> release_told (lstep M) (language A) x y v.
Proof.
  unfold lts_release. destruct (deterministic A) eqn:D; [|discriminate].
  destruct (release_check _ _ _ _ e) as [t|] eqn:C; [|discriminate]. intros E s b V. inversion E; subst; clear E.
  apply memo_spec, release_value_verdict in V.
  pose proof (release_sound (lstep M) A lts_enabled (lts_each ix (make_ready A)) lts_sys lts_aut (fun c => eq_refl) (fun l g w => successors ix (snd l)) lts_step_of
    (lts_each_ok A) (lts_empty A) x y (fun l _ => x (snd l)) (fun l _ => y (snd l)) (fun l => y (snd l))
    (fun l g w b H => H) (fun l g w b H => H) (fun l b H => H) e t (1, s)%positive [1%positive] b D C V) as H.
  change (lts_sys ((1%positive, s), [1%positive])) with s in H. destruct b.
  - destruct H as (p & u & P & U). exists p, u. split; [exact P|]. exact (release_same _ _ _ _ p u (from_language A s) U).
  - intros p u P. exact (until_same _ _ _ _ p u (from_language A s) (H p u P)).
Qed.
Lemma lts_next s t : (exists a, lstep M s a t) <-> exists z, In z (successors ix s) /\ snd z = t.
Proof.
  split; [intros (a & S); exists (a, t); split; [now apply successors_spec|reflexivity]|].
  intros ([a t'] & I & E). cbn in E. subst. exists a. now apply successors_spec.
Qed.

Lemma both_some {B} (f : _ -> _ -> option B) o1 o2 v : both f o1 o2 = Some v -> exists x y, o1 = Some x /\ o2 = Some y /\ f x y = Some v.
Proof. destruct o1 as [x|], o2 as [y|]; cbn; try discriminate. eauto. Qed.
Lemma inverted_some o v : inverted o = Some v -> exists x, o = Some x /\ v = inverse x.
Proof. destruct o as [x|]; cbn; [|discriminate]. intro E. inversion E. eauto. Qed.
Lemma decides_memo v f : dec v f -> dec (memo states v) f.
Proof. intros D s b E. apply memo_spec in E. now apply D. Qed.

Lemma lts_value_decides c : forall v, lts_value ix c = Some v -> dec v (claimed c).
Proof.
  induction c as [| |p|c IH|c1 IH1 c2 IH2|c1 IH1 c2 IH2|c1 IH1 c2 IH2|c1 IH1 c2 IH2|c IH|c IH|A e c1 IH1 c2 IH2|A e c1 IH1 c2 IH2|A e c1 IH1 c2 IH2|A e c1 IH1 c2 IH2];
    cbn [lts_value claimed]; intros v E.
  - inversion E; subst. intros s b F. inversion F; subst. intro H. exact H.
  - inversion E; subst. intros s b F. inversion F; subst. exact I.
  - inversion E; subst. intros s b F. inversion F as [G]. cbn [sat]. unfold lprop.
    assert (H : mem (key p s) (li_props ix) = true <-> In (p, s) (l_props M)).
    { cbn [li_props index_lts]. rewrite tmap_map, mem_setof, in_map_iff. split; [|intro J; exists (p, s); auto].
      intros ([p' s'] & K & J). cbn in K. apply key_inj in K. destruct K; subst. exact J. }
    cbn [li_props index_lts] in *. destruct (mem _ _); cbn; [now apply H|]. intro N. apply H in N. discriminate.
  - apply inverted_some in E. destruct E as (x & E & ->). intros s b. apply tells_not. intro b'. now apply (IH x E).
  - apply both_some in E. destruct E as (x & y & E1 & E2 & E). inversion E; subst. intros s b. apply tells_and; intro; [apply (IH1 x E1)|apply (IH2 y E2)].
  - apply both_some in E. destruct E as (x & y & E1 & E2 & E). inversion E; subst. intros s b. apply tells_or; intro; [apply (IH1 x E1)|apply (IH2 y E2)].
  - apply both_some in E. destruct E as (x & y & E1 & E2 & E). inversion E; subst. intros s b. apply tells_imp; intro; [apply (IH1 x E1)|apply (IH2 y E2)].
  - apply both_some in E. destruct E as (x & y & E1 & E2 & E). inversion E; subst. intros s b. apply tells_iff; intro; [apply (IH1 x E1)|apply (IH2 y E2)].
  - destruct (lts_value ix c) as [x|] eqn:F; [|discriminate]. inversion E; subst. apply decides_memo.
    apply (decides_ex (lstep M) (lprop M) (successors ix) snd x _ lts_next). now apply IH.
  - destruct (lts_value ix c) as [x|] eqn:F; [|discriminate]. inversion E; subst. apply decides_memo.
    apply (decides_ax (lstep M) (lprop M) (successors ix) snd x _ lts_next). now apply IH.
  - apply both_some in E. destruct E as (x & y & E1 & E2 & E). exact (decides_eu _ _ A x y _ _ v (IH1 x E1) (IH2 y E2) (lts_until_told A e x y v E)).
  - apply both_some in E. destruct E as (x & y & E1 & E2 & E). exact (decides_er _ _ A x y _ _ v (IH1 x E1) (IH2 y E2) (lts_release_told A e x y v E)).
  - apply inverted_some in E. destruct E as (w & E & ->). apply both_some in E. destruct E as (x & y & E1 & E2 & E).
    exact (decides_au _ _ A x y _ _ w (IH1 x E1) (IH2 y E2) (lts_release_told A e _ _ w E)).
  - apply inverted_some in E. destruct E as (w & E & ->). apply both_some in E. destruct E as (x & y & E1 & E2 & E).
    exact (decides_ar _ _ A x y _ _ w (IH1 x E1) (IH2 y E2) (lts_until_told A e _ _ w E)).
Qed.
End Sound.

(* None: some evidence is wrong. At a state, None: not known. *)
Definition check_ectl_lts (M : lts) (states : list positive) (c : claim) : option (list (option bool)) :=
  match lts_value (index_lts M states) c with Some v => Some (tmap v states) | None => None end.
Theorem check_ectl_lts_sound M states c bs n s b : check_ectl_lts M states c = Some bs ->
  nth_error states n = Some s -> nth_error bs n = Some (Some b) -> tells b (sat (lstep M) (lprop M) (claimed c) s).
Proof.
  unfold check_ectl_lts. destruct (lts_value _ c) as [v|] eqn:E; [|discriminate]. intros F N B. inversion F; subst.
  rewrite tmap_map, (map_nth_error v n states N) in B. inversion B as [B'].
  exact (lts_value_decides M states c v E s b B').
Qed.
