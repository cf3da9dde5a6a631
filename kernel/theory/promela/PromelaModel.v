(* Promela as a model of FiniteModel.v: the function that computes steps gives exactly the steps of the relation, whatever the
   limit, unless it says Unknown. *)
From Coq Require Import List PArith NArith ZArith Arith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Automaton Ltl Buchi Lasso LabelledRun Translation CheckTranslation Stutter Formula Property FiniteModel Gcl GclModel
  PromelaSyntax PromelaPoints Promela.
Import ListNotations.

(** * Limits only cut off *)
Definition below {A} (a b : outcome A) : Prop := a = Unknown \/ a = b.
Lemma below_refl {A} (a : outcome A) : below a a.
Proof. now right. Qed.
Lemma bind_below {A B} (a : outcome A) (f g : A -> outcome B) : (forall v, below (f v) (g v)) -> below (bind a f) (bind a g).
Proof. intro H. destruct a; cbn [bind]; [apply H|apply below_refl|apply below_refl]. Qed.

Definition lower {A} : list (outcome A) -> list (outcome A) -> Prop := Forall2 below.
Lemma lower_refl {A} (l : list (outcome A)) : lower l l.
Proof. induction l; constructor; [apply below_refl|assumption]. Qed.
Lemma lower_app {A} (l l' r r' : list (outcome A)) : lower l l' -> lower r r' -> lower (l ++ r) (l' ++ r').
Proof. intros. now apply Forall2_app. Qed.
Lemma lower_flat {A B} (f g : A -> list (outcome B)) l : (forall x, lower (f x) (g x)) -> lower (flat_map f l) (flat_map g l).
Proof. intro H. induction l; cbn [flat_map]; [constructor|now apply lower_app]. Qed.
Lemma lower_in {A} (l l' : list (outcome A)) x : lower l l' -> In x l -> x <> Unknown -> In x l'.
Proof.
  intro H. induction H as [|a b l l' B _ IH]; intros I N; [contradiction|]. destruct I as [->|I]; [|right; now apply IH].
  destruct B as [B|B]; [now apply N in B|now left].
Qed.
Lemma lower_eq {A} (l l' : list (outcome A)) : lower l l' -> ~ In Unknown l -> l = l'.
Proof.
  intro H. induction H as [|a b l l' B _ IH]; intro N; [reflexivity|]. f_equal.
  - destruct B as [->|B]; [exfalso; apply N; now left|assumption].
  - apply IH. intro I. apply N. now right.
Qed.
Lemma lower_nil {A} (l l' : list (outcome A)) : lower l l' -> (l = [] <-> l' = []).
Proof. intro H. destruct H; split; intro E; reflexivity || discriminate. Qed.

Section Limits.
Variables (G : program) (codes : list code).

Lemma run_inside_below n : forall k s x o c p failed, n <= k ->
  below (run_inside G codes n s x o c p failed) (run_inside G codes k s x o c p failed).
Proof.
  induction n as [|n IH]; intros k s x o c p failed L; destruct p as [q|q|]; cbn [run_inside]; try (now left).
  - destruct k; apply below_refl.
  - destruct k as [|k]; [lia|]. cbn [run_inside]. apply bind_below. intros [m|]; [|apply below_refl].
    apply bind_below. intro r. apply IH. lia.
  - destruct k; apply below_refl.
Qed.
Lemma execute_at_below n k s x o c m : n <= k -> below (execute_at G codes n s x o c m) (execute_at G codes k s x o c m).
Proof.
  intro L. unfold execute_at. destruct (option_map e_kind (find_entry (k_table c) m)) as [[]|]; try apply below_refl.
  now apply run_inside_below.
Qed.
Lemma one_lower b r r' : below r r' -> lower (one b r) (one b r').
Proof. intro B. destruct b as [[]| |]; cbn [one]; try apply lower_refl. constructor; [assumption|constructor]. Qed.
Lemma possible_lower try try' l : (forall some m, lower (try some m) (try' some m)) -> forall some e,
  lower (possible try l some e) (possible try' l some e).
Proof.
  intro H. induction l as [|[m u] l IH]; intros some e; cbn [possible]; [constructor|].
  match goal with |- context [if ?b then _ else _] => destruct b end; [|constructor].
  specialize (H some m). pose proof (lower_nil _ _ H) as N. destruct (try some m) as [|a r], (try' some m) as [|a' r'].
  - apply IH.
  - destruct N as [N _]. discriminate (N eq_refl).
  - destruct N as [_ N]. discriminate (N eq_refl).
  - apply lower_app; [assumption|apply IH].
Qed.
Lemma if_provided_lower s pid timeout f f' : (forall p c, lower (f p c) (f' p c)) ->
  lower (if_provided G codes s pid timeout f) (if_provided G codes s pid timeout f').
Proof.
  intro H. unfold if_provided. destruct (nth_error (s_processes s) pid) as [p|]; [|constructor].
  destruct (provided G codes s pid timeout p) as [[]| |]; try apply lower_refl. apply H.
Qed.
Lemma answers_lower n k s timeout o failed pid : n <= k ->
  lower (answers G codes n s timeout o failed pid) (answers G codes k s timeout o failed pid).
Proof.
  intro L. unfold answers. apply if_provided_lower. intros p c. apply possible_lower. intros _ [m|m|]; try apply lower_refl.
  apply one_lower. destruct (execute_at_below n k s (Context (Some pid) timeout) (Some o) c m L) as [->| ->]; [now left|apply below_refl].
Qed.
Lemma handshakes_lower n k s pid timeout c m i q l : n <= k ->
  lower (handshakes G codes n s pid timeout c m i q l) (handshakes G codes k s pid timeout c m i q l).
Proof.
  intro L. unfold handshakes. destruct (message_of G codes s (Context (Some pid) timeout) q l); try apply lower_refl.
  apply lower_flat. intro j. now apply answers_lower.
Qed.
Lemma process_moves_lower n k s timeout pid : n <= k ->
  lower (process_moves G codes n s timeout pid) (process_moves G codes k s timeout pid).
Proof.
  intro L. unfold process_moves. apply if_provided_lower. intros p c. apply possible_lower. intros some [m|m|]; try apply lower_refl.
  assert (A : lower (one (can_at G codes s (Context (Some pid) timeout) None some c m)
      (let* r := execute_at G codes n s (Context (Some pid) timeout) None c m in Val (advance G pid c (Execute m) (fst r) (snd r))))
    (one (can_at G codes s (Context (Some pid) timeout) None some c m)
      (let* r := execute_at G codes k s (Context (Some pid) timeout) None c m in Val (advance G pid c (Execute m) (fst r) (snd r))))).
  { apply one_lower. destruct (execute_at_below n k s (Context (Some pid) timeout) None c m L) as [->| ->]; [now left|apply below_refl]. }
  destruct (option_map e_kind (find_entry (k_table c) m)) as [[[]| | | | |]|]; try exact A.
  destruct (eval G codes s (Context (Some pid) timeout) channel) as [i| |]; try exact A.
  destruct (find_channel s i) as [q|]; try exact A. destruct (is_rendezvous G q); [|exact A]. now apply handshakes_lower.
Qed.
Lemma state_moves_lower n k s : n <= k -> lower (state_moves G codes n s) (state_moves G codes k s).
Proof.
  intro L. unfold state_moves.
  assert (H : forall t, lower (flat_map (process_moves G codes n s t) (pids s)) (flat_map (process_moves G codes k s t) (pids s))).
  { intro t. apply lower_flat. intro p. now apply process_moves_lower. }
  pose proof (H false) as F. pose proof (lower_nil _ _ F) as N.
  destruct (flat_map (process_moves G codes n s false) (pids s)) as [|a l], (flat_map (process_moves G codes k s false) (pids s)) as [|b r].
  - destruct (g_uses_timeout G); [apply H|constructor].
  - destruct N as [N _]. discriminate (N eq_refl).
  - destruct N as [_ N]. discriminate (N eq_refl).
  - exact F.
Qed.
Lemma goes_on_limit n k m : goes_on G codes n m = goes_on G codes k m.
Proof.
  assert (H : forall a b, a <= b -> goes_on G codes a m = goes_on G codes b m).
  { intros a b L. unfold goes_on. destruct (u_alone m) as [p|]; [|reflexivity].
    pose proof (lower_nil _ _ (process_moves_lower a b (u_state m) false p L)) as N.
    destruct (process_moves G codes a (u_state m) false p), (process_moves G codes b (u_state m) false p); try reflexivity.
    - destruct N as [N _]. discriminate (N eq_refl).
    - destruct N as [_ N]. discriminate (N eq_refl). }
  rewrite (H n (max n k)) by lia. symmetry. apply H. lia.
Qed.
Lemma leads_more n k m t b : n <= k -> leads G codes n m t b -> leads G codes k m t b.
Proof.
  intros L H. induction H as [m E|m p m' t b E I _ IH].
  - apply leads_rest. now rewrite (goes_on_limit k n).
  - apply (leads_on G codes k m p m'); [now rewrite (goes_on_limit k n)| |exact IH].
    eapply lower_in; [now apply (process_moves_lower n k)|exact I|discriminate].
Qed.
Lemma wrong_more n k m f : n <= k -> goes_wrong G codes n m f -> goes_wrong G codes k m f.
Proof.
  intros L H. induction H as [m p f E I|m p m' f E I _ IH].
  - apply (wrong_now G codes k m p); [now rewrite (goes_on_limit k n)|].
    eapply lower_in; [now apply (process_moves_lower n k)|exact I|discriminate].
  - apply (wrong_later G codes k m p m'); [now rewrite (goes_on_limit k n)| |exact IH].
    eapply lower_in; [now apply (process_moves_lower n k)|exact I|discriminate].
Qed.

(** * The function and the relation *)
Definition after (m : moved) (r : outcome (pstate * bool)) : outcome (pstate * bool) := let* y := r in Val (fst y, u_failed m || snd y).
Definition go_on (n fuel : nat) (m : moved) (o : outcome moved) : list (outcome (pstate * bool)) :=
  match o with Val m' => map (after m) (ends G codes n fuel m') | Bad f => [Bad f] | Unknown => [Unknown] end.
Lemma ends_eq n fuel m : ends G codes n fuel m =
  match goes_on G codes n m with
  | None => [Val (u_state m, u_failed m)]
  | Some p => match fuel with O => [Unknown] | S fuel => flat_map (go_on n fuel m) (process_moves G codes n (u_state m) false p) end
  end.
Proof. destruct fuel; reflexivity. Qed.
Lemma after_val m r t b : after m r = Val (t, b) -> exists c, r = Val (t, c) /\ b = u_failed m || c.
Proof. destruct r as [[s c]| |]; cbn; intro E; inversion E; subst; eauto. Qed.

Lemma ends_sound n fuel : forall m t b, In (Val (t, b)) (ends G codes n fuel m) -> leads G codes n m t b.
Proof.
  induction fuel as [|fuel IH]; intros m t b; rewrite ends_eq; destruct (goes_on G codes n m) as [p|] eqn:E.
  - intros [I|[]]; discriminate.
  - intros [I|[]]. inversion I; subst. now apply leads_rest.
  - intro I. apply in_flat_map in I. destruct I as ([m'| |] & M & I).
    + cbn [go_on] in I. apply in_map_iff in I. destruct I as (r & R & I). apply after_val in R. destruct R as (c & -> & ->).
      apply (leads_on G codes n m p m'); auto.
    + destruct I as [I|[]]; discriminate.
    + destruct I as [I|[]]; discriminate.
  - intros [I|[]]. inversion I; subst. now apply leads_rest.
Qed.
Lemma ends_wrong n fuel : forall m f, In (Bad f) (ends G codes n fuel m) -> goes_wrong G codes n m f.
Proof.
  induction fuel as [|fuel IH]; intros m f; rewrite ends_eq; destruct (goes_on G codes n m) as [p|] eqn:E.
  - intros [I|[]]; discriminate.
  - intros [I|[]]; discriminate.
  - intro I. apply in_flat_map in I. destruct I as ([m'| |] & M & I).
    + cbn [go_on] in I. apply in_map_iff in I. destruct I as ([[]|g|] & R & I); try discriminate. inversion R; subst.
      apply (wrong_later G codes n m p m'); auto.
    + destruct I as [I|[]]. inversion I; subst. now apply (wrong_now G codes n m p).
    + destruct I as [I|[]]; discriminate.
  - intros [I|[]]; discriminate.
Qed.
(* no Unknown among the ends: none among the moves, nor among the ends of each *)
Lemma known_moves n fuel m p : goes_on G codes n m = Some p -> ~ In Unknown (ends G codes n fuel m) -> exists fuel', fuel = S fuel' /\
  ~ In Unknown (process_moves G codes n (u_state m) false p) /\
  forall m', In (Val m') (process_moves G codes n (u_state m) false p) -> ~ In Unknown (ends G codes n fuel' m').
Proof.
  intros E N. rewrite ends_eq, E in N. destruct fuel as [|fuel]; [exfalso; apply N; now left|]. exists fuel. split; [reflexivity|]. split.
  - intro I. apply N. apply in_flat_map. exists Unknown. split; [assumption|now left].
  - intros m' I U. apply N. apply in_flat_map. exists (Val m'). split; [assumption|]. cbn [go_on].
    change Unknown with (after m Unknown). now apply in_map.
Qed.
Lemma same_moves n k s t p : ~ In Unknown (process_moves G codes n s t p) -> n <= k ->
  process_moves G codes n s t p = process_moves G codes k s t p.
Proof. intros N L. apply lower_eq; [now apply process_moves_lower|assumption]. Qed.
Lemma ends_complete n k m t b : n <= k -> leads G codes k m t b -> forall fuel, ~ In Unknown (ends G codes n fuel m) ->
  In (Val (t, b)) (ends G codes n fuel m).
Proof.
  intros L H. induction H as [m E|m p m' t b E I _ IH]; intros fuel N; rewrite (goes_on_limit k n) in E.
  - rewrite ends_eq, E. now left.
  - destruct (known_moves n fuel m p E N) as (fuel' & -> & N1 & N2). rewrite ends_eq, E. apply in_flat_map. exists (Val m').
    rewrite <- (same_moves n k) in I by assumption. split; [assumption|]. cbn [go_on]. apply in_map_iff. exists (Val (t, b)).
    split; [reflexivity|]. apply IH. now apply N2.
Qed.
Lemma ends_wrong_complete n k m f : n <= k -> goes_wrong G codes k m f -> forall fuel, ~ In Unknown (ends G codes n fuel m) ->
  In (Bad f) (ends G codes n fuel m).
Proof.
  intros L H. induction H as [m p f E I|m p m' f E I _ IH]; intros fuel N; rewrite (goes_on_limit k n) in E;
    destruct (known_moves n fuel m p E N) as (fuel' & -> & N1 & N2); rewrite ends_eq, E; apply in_flat_map;
    rewrite <- (same_moves n k) in I by assumption.
  - exists (Bad f). split; [assumption|now left].
  - exists (Val m'). split; [assumption|]. cbn [go_on]. change (Bad f) with (after m (Bad f)). apply in_map. apply IH. now apply N2.
Qed.

Lemma known_state n s : ~ In Unknown (pml_ends G codes n s) -> ~ In Unknown (state_moves G codes n s) /\
  forall m, In (Val m) (state_moves G codes n s) -> ~ In Unknown (ends G codes n n m).
Proof.
  intro N. split.
  - intro I. apply N. apply in_flat_map. exists Unknown. split; [assumption|now left].
  - intros m I U. apply N. apply in_flat_map. exists (Val m). now split.
Qed.
Lemma pml_ends_sound n s t b : In (Val (t, b)) (pml_ends G codes n s) -> pml_step G codes n s b t.
Proof.
  intro I. apply in_flat_map in I. destruct I as ([m| |] & M & I); [|destruct I as [I|[]]; discriminate..].
  exists m. split; [assumption|]. exact (ends_sound n n m t b I).
Qed.
Lemma pml_ends_wrong n s f : In (Bad f) (pml_ends G codes n s) -> pml_wrong G codes n s f.
Proof.
  intro I. apply in_flat_map in I. destruct I as ([m|g|] & M & I).
  - right. exists m. split; [assumption|]. exact (ends_wrong n n m f I).
  - destruct I as [I|[]]. inversion I; subst. now left.
  - destruct I as [I|[]]; discriminate.
Qed.
Lemma pml_ends_complete n k s t b : ~ In Unknown (pml_ends G codes n s) -> pml_step G codes k s b t -> In (Val (t, b)) (pml_ends G codes n s).
Proof.
  intros N (m & I & H). destruct (known_state n s N) as (N1 & N2). set (j := max n k).
  assert (I' : In (Val m) (state_moves G codes n s)).
  { rewrite (lower_eq _ _ (state_moves_lower n j s ltac:(lia)) N1).
    eapply lower_in; [apply (state_moves_lower k j); lia|exact I|discriminate]. }
  apply in_flat_map. exists (Val m). split; [assumption|].
  apply (ends_complete n j); [lia| |now apply N2]. apply (leads_more k); [lia|assumption].
Qed.
Lemma pml_wrong_complete n k s f : ~ In Unknown (pml_ends G codes n s) -> pml_wrong G codes k s f -> In (Bad f) (pml_ends G codes n s).
Proof.
  intros N H. destruct (known_state n s N) as (N1 & N2). set (j := max n k).
  assert (I' : forall x, In x (state_moves G codes k s) -> x <> Unknown -> In x (state_moves G codes n s)).
  { intros x I U. rewrite (lower_eq _ _ (state_moves_lower n j s ltac:(lia)) N1).
    eapply lower_in; [apply (state_moves_lower k j); lia|exact I|exact U]. }
  apply in_flat_map. destruct H as [I|(m & I & H)].
  - exists (Bad f). split; [apply I'; [assumption|discriminate]|now left].
  - assert (M : In (Val m) (state_moves G codes n s)) by (apply I'; [assumption|discriminate]).
    exists (Val m). split; [assumption|]. apply (ends_wrong_complete n j); [lia| |now apply N2]. apply (wrong_more k); [lia|assumption].
Qed.
Lemma bad_end_limit n k s : pml_bad_end G codes n s <-> pml_bad_end G codes k s.
Proof.
  assert (H : state_moves G codes n s = [] <-> state_moves G codes k s = []).
  { rewrite (lower_nil _ _ (state_moves_lower n (max n k) s ltac:(lia))).
    symmetry. apply lower_nil. apply state_moves_lower. lia. }
  unfold pml_bad_end. now rewrite H.
Qed.
Lemma is_bad_end_spec n s : pml_is_bad_end G codes n s = true <-> pml_bad_end G codes n s.
Proof.
  unfold pml_is_bad_end, pml_bad_end. destruct (state_moves G codes n s) as [|a l].
  - rewrite negb_true_iff. split; [auto|]. now intros [_ H].
  - split; [discriminate|]. intros [H _]. discriminate H.
Qed.
End Limits.

(** * Equality of states *)
Fixpoint same_list {A} (same : A -> A -> bool) (l r : list A) : bool :=
  match l, r with [], [] => true | x :: l, y :: r => same x y && same_list same l r | _, _ => false end.
Lemma same_list_eq {A} (same : A -> A -> bool) : (forall x y, same x y = true -> x = y) -> forall l r, same_list same l r = true -> l = r.
Proof.
  intro H. induction l as [|x l IH]; intros [|y r]; cbn [same_list]; try discriminate; [reflexivity|].
  rewrite andb_true_iff. intros (E & R). apply H in E. apply IH in R. congruence.
Qed.
Definition same_process (x y : process) : bool :=
  Nat.eqb (p_type x) (p_type y) && same_point (p_at x) (p_at y) && Nat.eqb (p_channels x) (p_channels y) && same_store (p_cells x) (p_cells y).
Definition same_channel (x y : channel) : bool :=
  Nat.eqb (c_shape x) (c_shape y) && same_list (same_list Z.eqb) (c_messages x) (c_messages y).
Definition same_pstate (x y : pstate) : bool :=
  same_list same_process (s_processes x) (s_processes y) && same_store (s_globals x) (s_globals y) &&
  same_list same_channel (s_channels x) (s_channels y) && Z.eqb (s_last x) (s_last y).
Lemma same_point_eq x y : same_point x y = true -> x = y.
Proof. destruct x, y; cbn [same_point]; try discriminate; try rewrite Pos.eqb_eq; congruence. Qed.
Lemma same_process_eq x y : same_process x y = true -> x = y.
Proof.
  destruct x, y. unfold same_process. cbn. rewrite !andb_true_iff, !Nat.eqb_eq. intros (((-> & P) & ->) & C).
  apply same_point_eq in P. apply same_store_eq in C. now subst.
Qed.
Lemma same_channel_eq x y : same_channel x y = true -> x = y.
Proof.
  destruct x, y. unfold same_channel. cbn. rewrite !andb_true_iff, !Nat.eqb_eq. intros (-> & H). f_equal. revert H.
  apply same_list_eq. apply same_list_eq. intros a b. apply Z.eqb_eq.
Qed.
Theorem same_pstate_eq x y : same_pstate x y = true -> x = y.
Proof.
  destruct x, y. unfold same_pstate. cbn. rewrite !andb_true_iff, Z.eqb_eq. intros (((P & S) & C) & ->).
  apply (same_list_eq _ same_process_eq) in P. apply (same_list_eq _ same_channel_eq) in C. apply same_store_eq in S. now subst.
Qed.

(** * The models *)
(* all ends, unless one is wrong or not known *)
Fixpoint all_known {A} (l : list (outcome A)) : option (list A) :=
  match l with
  | [] => Some []
  | Val y :: l => match all_known l with Some r => Some (y :: r) | None => None end
  | _ => None
  end.
Lemma all_known_spec {A} (l : list (outcome A)) r : all_known l = Some r -> l = map Val r.
Proof.
  revert r. induction l as [|[y| |] l IH]; cbn [all_known]; intros r E; try discriminate; [now inversion E|].
  destruct (all_known l) as [k|]; [|discriminate]. inversion E; subst. cbn [map]. f_equal. now apply IH.
Qed.
Definition to_state (y : pstate * bool) : option positive * pstate := (None, fst y).
(* What formulas see: a failed assertion is a step as any other; a state that goes wrong, or too far, is faulty. *)
Definition pml_next (G : program) (codes : list code) (limit : nat) (s : pstate) : option (list (option positive * pstate)) :=
  match all_known (pml_ends G codes limit s) with Some l => Some (map to_state l) | None => None end.
(* Where there are ends there are moves. *)
Definition ends_badly {A} (G : program) (codes : list code) (limit : nat) (s : pstate) (l : list A) : bool :=
  match l with [] => pml_is_bad_end G codes limit s | _ => false end.
(* For safety whatever is an error is faulty, too, *)
Definition pml_next_safe (G : program) (codes : list code) (limit : nat) (s : pstate) : option (list (option positive * pstate)) :=
  match all_known (pml_ends G codes limit s) with
  | Some l => if existsb snd l || ends_badly G codes limit s l then None else Some (map to_state l)
  | None => None
  end.
(* and for its violation nothing else is. *)
Definition is_error (r : outcome (pstate * bool)) : bool := match r with Val y => snd y | Bad _ => true | Unknown => false end.
Definition end_state (r : outcome (pstate * bool)) : list (option positive * pstate) := match r with Val y => [to_state y] | _ => [] end.
Definition pml_next_unsafe (G : program) (codes : list code) (limit : nat) (s : pstate) : option (list (option positive * pstate)) :=
  let l := pml_ends G codes limit s in
  if existsb is_error l || ends_badly G codes limit s l then None else Some (flat_map end_state l).

(* An atom is an expression that nobody evaluates; it holds if it is not 0. *)
Definition atom_value (G : program) (codes : list code) (s : pstate) (e : expression) : outcome Z := eval G codes s (Context None false) e.
Fixpoint pml_label (G : program) (codes : list code) (atoms : list (positive * expression)) (s : pstate) (a : letter) : option letter :=
  match atoms with
  | [] => Some a
  | (p, e) :: atoms => match atom_value G codes s e with
                       | Val z => pml_label G codes atoms s (if is_true z then PS.add p a else a)
                       | _ => None end
  end.
(* 'key' is a hint: states with the same key are told apart by same_pstate. *)
Definition pml_model (G : program) (limit : nat) (key : pstate -> positive) (start : pstate) (atoms : list (positive * expression))
  : model pstate :=
  let codes := codes_of G in
  Model [start] (pml_next G codes limit) (fun s => pml_label G codes atoms s PS.empty) key same_pstate same_pstate_eq.
Definition pml_model_safe (G : program) (limit : nat) (key : pstate -> positive) (start : pstate) : model pstate :=
  let codes := codes_of G in
  Model [start] (pml_next_safe G codes limit) (fun _ => Some PS.empty) key same_pstate same_pstate_eq.
Definition pml_model_unsafe (G : program) (limit : nat) (key : pstate -> positive) (start : pstate) : model pstate :=
  let codes := codes_of G in
  Model [start] (pml_next_unsafe G codes limit) (fun _ => Some PS.empty) key same_pstate same_pstate_eq.

Lemma pml_label_spec G codes s : forall l a b, pml_label G codes l s a = Some b ->
  forall p, PS.In p b <-> PS.In p a \/ exists e z, In (p, e) l /\ atom_value G codes s e = Val z /\ is_true z = true.
Proof.
  induction l as [|[q e] l IH]; cbn [pml_label]; intros a b E p.
  - inversion E; subst. split; [auto|]. intros [H|(e & z & [] & _)]; exact H.
  - destruct (atom_value G codes s e) as [z| |] eqn:V; [|discriminate..]. rewrite (IH _ _ E). destruct (is_true z) eqn:T.
    + rewrite PS.add_spec. split.
      * intros [[->|H]|(x & y & I & W)]; [right; exists e, z; cbn; auto|auto|right; exists x, y; cbn; tauto].
      * intros [H|(x & y & [I|I] & W)]; [auto|inversion I; auto|right; exists x, y; tauto].
    + split.
      * intros [H|(x & y & I & W)]; [auto|right; exists x, y; cbn; tauto].
      * intros [H|(x & y & [I|I] & W & T')]; [auto|inversion I; subst; rewrite V in W; inversion W; congruence|right; exists x, y; tauto].
Qed.

Section Model.
Variables (G : program) (limit : nat) (key : pstate -> positive) (start : pstate).
Local Notation codes := (codes_of G).

Local Notation any_step := (any_step G).
Lemma known_next s l : all_known (pml_ends G codes limit s) = Some l ->
  ~ In Unknown (pml_ends G codes limit s) /\ forall t b, In (t, b) l <-> promela_step G s b t.
Proof.
  intro E. apply all_known_spec in E. assert (N : ~ In Unknown (pml_ends G codes limit s)).
  { rewrite E. intro I. apply in_map_iff in I. destruct I as (y & D & _). discriminate. }
  split; [exact N|]. intros t b. split.
  - intro I. exists limit. apply pml_ends_sound. rewrite E. now apply in_map.
  - intros (k & H). apply (pml_ends_complete G codes limit k s t b N) in H. rewrite E in H. apply in_map_iff in H.
    destruct H as (y & D & I). now inversion D; subst.
Qed.
(* (a): the steps of the model are those of the relation *)
Theorem pml_next_step s l : pml_next G codes limit s = Some l -> forall t, In (None, t) l <-> any_step s t.
Proof.
  unfold pml_next. destruct (all_known (pml_ends G codes limit s)) as [r|] eqn:E; [|discriminate]. intro H. inversion H; subst l.
  destruct (known_next s r E) as (_ & R). intro t. rewrite in_map_iff. split.
  - intros ((u & b) & D & I). inversion D; subst. exists b. now apply R.
  - intros (b & S). exists (t, b). split; [reflexivity|]. now apply R.
Qed.
Lemma next_without_action (o : option positive) t l s : pml_next G codes limit s = Some l -> In (o, t) l -> o = None.
Proof.
  unfold pml_next. destruct (all_known (pml_ends G codes limit s)) as [r|]; [|discriminate]. intro H. inversion H; subst l.
  intro I. apply in_map_iff in I. destruct I as (y & D & _). now inversion D.
Qed.

(** * Safety *)
Hypothesis starts : pml_initial G codes = Val start.

Lemma no_ends s : state_moves G codes limit s = [] -> pml_ends G codes limit s = [].
Proof. unfold pml_ends. now intros ->. Qed.
Lemma safe_next s l : pml_next_safe G codes limit s = Some l ->
  ~ promela_error G s /\ forall t, (exists o, In (o, t) l) <-> any_step s t.
Proof.
  unfold pml_next_safe. destruct (all_known (pml_ends G codes limit s)) as [r|] eqn:E; [|discriminate].
  destruct (existsb snd r || ends_badly G codes limit s r) eqn:B; [discriminate|]. intro H. inversion H; subst l.
  apply orb_false_iff in B. destruct B as (B1 & B2). destruct (known_next s r E) as (N & R). split.
  - intros [(t & S)|[(f & k & W)|W]].
    + apply R in S. assert (X : existsb snd r = true) by (apply existsb_exists; exists (t, true); now split). congruence.
    + apply (pml_wrong_complete G codes limit k s f N) in W. rewrite (all_known_spec _ _ E) in W. apply in_map_iff in W.
      destruct W as (y & D & _). discriminate.
    + apply (bad_end_limit G codes 0 limit) in W. pose proof (no_ends _ (proj1 W)) as X. rewrite (all_known_spec _ _ E) in X.
      apply map_eq_nil in X. subst r. apply is_bad_end_spec in W. cbn [ends_badly] in B2. congruence.
  - intro t. split.
    + intros (o & I). apply in_map_iff in I. destruct I as ((u & b) & D & I). inversion D; subst. exists b. now apply R.
    + intros (b & S). exists None. apply in_map_iff. exists (t, b). split; [reflexivity|]. now apply R.
Qed.
(* no error can be reached; PromelaUnfold.v checks that the model is safe *)
Lemma safe_model : safe (pml_model_safe G limit key start) -> forall s, promela_reaches G s -> ~ promela_error G s.
Proof.
  intro S. set (M := pml_model_safe G limit key start) in *.
  assert (R : forall s, promela_reaches G s -> mreachable M s).
  { intros s H. induction H as [s I|s b t _ IH T]; [apply reach_init; rewrite starts in I; inversion I; now left|].
    destruct (m_next M s) as [k|] eqn:E; [|now apply S in IH; contradiction].
    destruct (safe_next s k E) as (_ & N). destruct (proj2 (N t)) as (o & J); [now exists b|].
    eapply reach_step; [exact IH|]. exists k, o. repeat split; [exact E|exact J]. }
  intros s H. apply R in H. destruct (m_next M s) as [k|] eqn:E; [|now apply S in H; contradiction].
  exact (proj1 (safe_next s k E)).
Qed.
Lemma unsafe_next s l : pml_next_unsafe G codes limit s = Some l -> forall o t, In (o, t) l -> exists b, promela_step G s b t.
Proof.
  unfold pml_next_unsafe. match goal with |- context [if ?b then _ else _] => destruct b end; [discriminate|].
  intros H o t I. inversion H; subst l. apply in_flat_map in I. destruct I as ([[u b]| |] & J & I); [|contradiction..].
  destruct I as [I|[]]. inversion I; subst. exists b, limit. now apply pml_ends_sound.
Qed.
Lemma unsafe_error s : pml_next_unsafe G codes limit s = None -> promela_error G s.
Proof.
  unfold pml_next_unsafe. destruct (existsb is_error (pml_ends G codes limit s) || ends_badly G codes limit s (pml_ends G codes limit s)) eqn:B; [|discriminate].
  intros _. apply orb_true_iff in B. destruct B as [B|B].
  - apply existsb_exists in B. destruct B as ([[t []]|f|] & I & X); try discriminate.
    + left. exists t, limit. now apply pml_ends_sound.
    + right. left. exists f, limit. now apply pml_ends_wrong.
  - unfold ends_badly in B. destruct (pml_ends G codes limit s); [|discriminate]. right. right. apply is_bad_end_spec in B. now apply (bad_end_limit G codes limit 0) in B.
Qed.
(* an error can be reached *)
Lemma model_unsafe l : check_unsafe (pml_model_unsafe G limit key start) l = true -> exists s, promela_reaches G s /\ promela_error G s.
Proof.
  intro C. set (M := pml_model_unsafe G limit key start) in *. destruct (check_unsafe_sound M l C) as (s & R & E).
  exists s. split; [|now apply unsafe_error]. clear E. induction R as [s J|s a t _ IH (k & o & E & J & _)].
  - destruct J as [<-|[]]. now apply reaches_start.
  - destruct (unsafe_next s k E o t J) as (b & S). exact (reaches_step G s b t IH S).
Qed.

(** * Formulas *)
Variable atoms : list (positive * expression).
Local Notation M := (pml_model G limit key start atoms).
Lemma pml_model_step s l : m_next M s = Some l -> forall a t, mstep M s a t <-> any_step s t /\ a = idle M s.
Proof.
  intros E a t. pose proof (pml_next_step s l E) as N. split.
  - intros (k & o & E' & I & Ea). rewrite E in E'. inversion E'; subst k. assert (o = None) as -> by exact (next_without_action o t l s E I).
    split; [now apply N|exact Ea].
  - intros (S & ->). exists l, None. split; [exact E|]. split; [now apply N|reflexivity].
Qed.
Lemma not_wrong s l f : m_next M s = Some l -> ~ promela_wrong G s f.
Proof.
  cbn [pml_model m_next]. unfold pml_next. destruct (all_known (pml_ends G codes limit s)) as [r|] eqn:E; [|discriminate]. intros _ (k & W).
  destruct (known_next s r E) as (N & _). apply (pml_wrong_complete G codes limit k s f N) in W. rewrite (all_known_spec _ _ E) in W.
  apply in_map_iff in W. destruct W as (y & D & _). discriminate.
Qed.
(* some run does not, and nothing goes wrong on it *)
Lemma model_violated f stem loop : check_violated M f stem loop = true ->
  exists rho, rho 0%nat = start /\ is_run (stutters any_step) rho /\ (forall i e, ~ promela_wrong G (rho i) e) /\
    ~ rsat (fun i => idle M (rho i)) 0 f.
Proof.
  intro H. apply check_violated_sound in H. destruct H as (rho & w & [E|[]] & R & F & N). exists rho. split; [now symmetry|].
  assert (K : forall i, exists k, m_next M (rho i) = Some k).
  { intro i. destruct (m_next M (rho i)) as [k|] eqn:En; [now exists k|]. exfalso. apply (F i). now left. }
  assert (W : forall i, stutters any_step (rho i) (rho (S i)) /\ w i = idle M (rho i)).
  { intro i. destruct (K i) as (k & En). destruct (R i) as [S|(D & Ea & Et)].
    - apply (pml_model_step _ k En) in S. split; [left|]; apply S.
    - split; [|exact Ea]. right. split; [|exact Et]. intros u S. apply (D (idle M (rho i)) u). now apply (pml_model_step _ k En). }
  split; [intro i; apply W|]. split; [intros i e; destruct (K i) as (k & En); now apply (not_wrong _ k)|].
  rewrite <- (rsat_ext w _ f); [exact N|]. intro i. apply W.
Qed.
End Model.

Theorem pml_ends_step G limit s t b : ~ In Unknown (pml_ends G (codes_of G) limit s) ->
  In (Val (t, b)) (pml_ends G (codes_of G) limit s) <-> promela_step G s b t.
Proof.
  intro N. split; [intro I; exists limit; now apply pml_ends_sound|]. intros (k & S). now apply (pml_ends_complete _ _ _ k).
Qed.
Theorem pml_ends_fault G limit s f : ~ In Unknown (pml_ends G (codes_of G) limit s) ->
  In (Bad f) (pml_ends G (codes_of G) limit s) <-> promela_wrong G s f.
Proof.
  intro N. split; [intro I; exists limit; now apply pml_ends_wrong|]. intros (k & W). now apply (pml_wrong_complete _ _ _ k).
Qed.

(** * What the kernel runs *)
Definition pml_check_unsafe (G : program) (limit : nat) (key : pstate -> positive) (l : list pstate) : bool :=
  match pml_initial G (codes_of G) with Val s => check_unsafe (pml_model_unsafe G limit key s) l | _ => false end.
Definition pml_check_violated (G : program) (limit : nat) (key : pstate -> positive) (atoms : list (positive * expression)) (f : raw)
    (stem loop : list (pstate * option positive)) : bool :=
  match pml_initial G (codes_of G) with Val s => check_violated (pml_model G limit key s atoms) f stem loop | _ => false end.

(* the letter of a state: the atoms that are true there; of one where an atom has no value, none *)
Definition promela_letter (G : program) (atoms : list (positive * expression)) (s : pstate) : letter :=
  match pml_label G (codes_of G) atoms s PS.empty with Some a => a | None => PS.empty end.
Theorem promela_letter_spec G atoms s a : pml_label G (codes_of G) atoms s PS.empty = Some a ->
  forall p, PS.In p (promela_letter G atoms s) <->
            exists e z, In (p, e) atoms /\ atom_value G (codes_of G) s e = Val z /\ is_true z = true.
Proof.
  intros E p. unfold promela_letter. rewrite E, (pml_label_spec G (codes_of G) s atoms _ _ E p).
  assert (N : ~ PS.In p PS.empty) by (rewrite <- PS.mem_spec, PS.mem_Leaf; discriminate). tauto.
Qed.

(* an error can be reached *)
Theorem pml_unsafe G limit key l : pml_check_unsafe G limit key l = true -> exists s, promela_reaches G s /\ promela_error G s.
Proof.
  unfold pml_check_unsafe. destruct (pml_initial G (codes_of G)) as [start| |] eqn:E; [|discriminate..]. exact (model_unsafe G limit key start E l).
Qed.
(* some run does not, and nothing goes wrong on it *)
Theorem pml_violated G limit key atoms f stem loop : pml_check_violated G limit key atoms f stem loop = true ->
  exists rho, pml_initial G (codes_of G) = Val (rho 0%nat) /\ is_run (stutters (any_step G)) rho /\
    (forall i e, ~ promela_wrong G (rho i) e) /\ ~ rsat (fun i => promela_letter G atoms (rho i)) 0 f.
Proof.
  unfold pml_check_violated. destruct (pml_initial G (codes_of G)) as [start| |]; [|discriminate..]. intro H.
  destruct (model_violated G limit key start atoms f stem loop H) as (rho & E & R). exists rho. split; [now rewrite E|exact R].
Qed.
