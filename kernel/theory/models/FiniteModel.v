(* Models with finitely many reachable states, given by functions, and the checks of evidence about them.
   A state may be faulty: its steps or its propositions cannot be computed. Runs are maximal; a run that ends repeats its
   last state (Stutter.v). The letter of a position has the propositions of the state and the action of the step that leaves it. *)
From Coq Require Import List PArith Arith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Automaton Ltl LtlLasso Buchi Lasso LabelledRun LassoLtl Translation CheckTranslation Stutter Trie
  LongLasso Formula Property.
Import ListNotations.

Record model (St : Type) := Model {
  m_init : list St;
  m_next : St -> option (list (option positive * St));   (* action and target of each step; None: faulty *)
  m_label : St -> option letter;                         (* None: faulty *)
  m_key : St -> positive;                                (* should differ for different states *)
  m_same : St -> St -> bool;
  m_same_eq : forall s t, m_same s t = true -> s = t }.
Arguments Model {St}. Arguments m_init {St}. Arguments m_next {St}. Arguments m_label {St}. Arguments m_key {St}.
Arguments m_same {St}. Arguments m_same_eq {St}.

(** * What it means *)
Section Meaning.
Context {St : Type} (M : model St).

Definition with_action (o : option positive) (a : letter) : letter := match o with Some x => PS.add x a | None => a end.
(* what holds in a state, without actions *)
Definition idle (s : St) : letter := match m_label M s with Some a => a | None => PS.empty end.
Definition mstep (s : St) (a : letter) (t : St) : Prop :=
  exists l o, m_next M s = Some l /\ In (o, t) l /\ a = with_action o (idle s).
Definition faulty (s : St) : Prop := m_next M s = None \/ m_label M s = None.
(* every maximal run from an initial state satisfies f (doubly negated, for want of excluded middle) *)
Definition satisfies (f : raw) : Prop :=
  forall rho w, In (rho 0) (m_init M) -> maximal mstep idle rho w -> ~ ~ rsat w 0 f.
(* some run does not, and meets no faulty state *)
Definition violates (f : raw) : Prop :=
  exists rho w, In (rho 0) (m_init M) /\ run_of (stutter mstep idle) rho w /\ (forall i, ~ faulty (rho i)) /\ ~ rsat w 0 f.

Inductive mreachable : St -> Prop :=
| reach_init : forall s, In s (m_init M) -> mreachable s
| reach_step : forall s a t, mreachable s -> mstep s a t -> mreachable t.
(* no state is reachable whose steps cannot be computed *)
Definition safe : Prop := forall s, mreachable s -> m_next M s <> None.
End Meaning.

(** * The checks *)
Section Check.
Context {St : Type} (M : model St).

(* the automaton, its edges by source *)
Record indexed := Indexed { i_edges : trie (list (guard * positive)); i_final : set }.
Definition edges_from (ix : trie (list (guard * positive))) (q : positive) : list (guard * positive) :=
  match find q ix with Some l => l | None => [] end.
Definition add_edge (ix : trie (list (guard * positive))) (e : positive * guard * positive) : trie (list (guard * positive)) :=
  let '(q, g, q') := e in update (fun o => (g, q') :: match o with Some l => l | None => [] end) q ix.
Definition index_automaton (P : proof) : indexed :=
  Indexed (fold_left add_edge (p_edges P) Empty) (setof (p_accepting P)).

(* states by key, each with its states of the automaton and their ranks *)
Definition table := trie (St * trie (positive * positive)).
Definition add_ranks (row : trie (positive * positive)) (l : list (positive * positive)) : trie (positive * positive) :=
  fold_left (fun row x => put (fst x) x row) l row.
Definition add_state (T : table) (x : St * list (positive * positive)) : table :=
  update (fun o => (fst x, add_ranks (match o with Some (_, row) => row | None => Empty end) (snd x))) (m_key M (fst x)) T.
Definition build_table (l : list (St * list (positive * positive))) : table := fold_left add_state l Empty.
Definition row_of (T : table) (s : St) : trie (positive * positive) :=
  match find (m_key M s) T with
  | Some (s', row) => if m_same M s' s then row else Empty
  | None => Empty
  end.
Definition rank_in (row : trie (positive * positive)) (q : positive) : option positive :=
  match find q row with Some x => Some (snd x) | None => None end.

(* where the automaton goes from q with letter a *)
Fixpoint allowed (a : letter) (l : list (guard * positive)) : list positive :=
  match l with [] => [] | (g, q) :: l => if allows g a then q :: allowed a l else allowed a l end.
(* a bound, whether to stay below it, and the states that must be found with such a rank *)
Definition demand := ((bool * positive) * list positive)%type.
Definition demands (ix : indexed) (a : letter) (row : trie (positive * positive)) : list demand :=
  tfold (fun r x => match allowed a (edges_from (i_edges ix) (fst x)) with
                    | [] => r
                    | l => ((mem (fst x) (i_final ix), snd x), l) :: r end) row [].
Definition meets (row : trie (positive * positive)) (d : demand) : bool :=
  forallb (fun q => descends (fst (fst d)) (Some (snd (fst d))) (rank_in row q)) (snd d).
Definition all_met (T : table) (ds : list demand) (t : St) : bool :=
  match ds with [] => true | _ => let row := row_of T t in forallb (meets row) ds end.

Definition check_state (ix : indexed) (T : table) (x : St * trie (positive * positive)) : bool :=
  match m_label M (fst x), m_next M (fst x) with
  | Some a, Some l =>
    let here := demands ix a (snd x) in
    match l with
    | [] => all_met T here (fst x)
    | _ => forallb (fun e => match fst e with
                             | None => all_met T here (snd e)
                             | Some _ => all_met T (demands ix (with_action (fst e) a) (snd x)) (snd e) end) l
    end
  | _, _ => false
  end.
Definition check_product (P : proof) (l : list (St * list (positive * positive))) : bool :=
  let ix := index_automaton P in
  let T := build_table l in
  forallb (fun s => match rank_in (row_of T s) (p_init P) with Some _ => true | None => false end) (m_init M) &&
  tall (check_state ix T) T.
Definition check_holds (f : raw) (P : proof) (l : list (St * list (positive * positive))) : bool :=
  check_negation f P && check_product P l.

(* (s, o), and then t: a step, or the repetition of a last state *)
Definition same_action (o o' : option positive) : bool :=
  match o, o' with Some x, Some y => Pos.eqb x y | None, None => true | _, _ => false end.
Definition check_step (s : St) (o : option positive) (t : St) : bool :=
  match m_next M s with
  | None => false
  | Some [] => same_action o None && m_same M s t
  | Some l => existsb (fun e => same_action o (fst e) && m_same M (snd e) t) l
  end.
(* the word of a path that goes on to z, from its end, then r *)
Fixpoint path_letters (l : list (St * option positive)) (z : St) (r : list letter) : option (list letter) :=
  match l with
  | [] => Some r
  | (s, o) :: l =>
    match m_label M s with
    | None => None
    | Some a =>
      if check_step s o (match l with [] => z | (t, _) :: _ => t end) then path_letters l z (with_action o a :: r) else None
    end
  end.
Definition path_word (l : list (St * option positive)) (z : St) : option (list letter) := option_map trev (path_letters l z []).
Definition is_initial (s : St) : bool := existsb (fun t => m_same M t s) (m_init M).
Definition check_violated (f : raw) (stem loop : list (St * option positive)) : bool :=
  match loop with
  | [] => false
  | (z, _) :: _ =>
    is_initial (match stem with [] => z | (s, _) :: _ => s end) &&
    match path_word stem z, path_word loop z with
    | Some u, Some (x :: v) => eval_long u x v (core true f)
    | _, _ => false
    end
  end.

Definition listed (T : trie St) (s : St) : bool :=
  match find (m_key M s) T with Some t => m_same M t s | None => false end.
Definition check_safe (l : list St) : bool :=
  let T := fold_left (fun T s => put (m_key M s) s T) l Empty in
  forallb (listed T) (m_init M) &&
  tall (fun s => match m_next M s with Some l => forallb (fun e => listed T (snd e)) l | None => false end) T.
Fixpoint check_run (s : St) (l : list St) : bool :=
  match m_next M s, l with
  | None, [] => true
  | Some ts, t :: l => if existsb (fun e => m_same M (snd e) t) ts then check_run t l else false
  | _, _ => false
  end.
Definition check_unsafe (l : list St) : bool :=
  match l with s :: l => is_initial s && check_run s l | [] => false end.

(** * Proofs *)
Lemma add_edge_spec ix e q : edges_from (add_edge ix e) q =
  if Pos.eqb q (fst (fst e)) then (snd (fst e), snd e) :: edges_from ix q else edges_from ix q.
Proof.
  destruct e as [[p g] q']. unfold edges_from, add_edge; cbn [fst snd]. destruct (Pos.eqb_spec q p) as [->|N].
  - now rewrite find_update_same.
  - now rewrite find_update_other.
Qed.
Lemma index_automaton_edges P q g q' : In (q, g, q') (p_edges P) -> In (g, q') (edges_from (i_edges (index_automaton P)) q).
Proof.
  unfold index_automaton; cbn [i_edges]. generalize (@Empty (list (guard * positive))) as ix.
  assert (K : forall l ix, In (g, q') (edges_from ix q) -> In (g, q') (edges_from (fold_left add_edge l ix) q)).
  { induction l as [|e l IH]; intros ix H; [exact H|]. apply IH. rewrite add_edge_spec. destruct (Pos.eqb q _); [now right|exact H]. }
  induction (p_edges P) as [|e l IH]; intros ix [].
  - subst e. cbn [fold_left]. apply K. rewrite add_edge_spec; cbn [fst snd]. rewrite Pos.eqb_refl. now left.
  - now apply IH.
Qed.
Lemma allowed_spec a l g q : In (g, q) l -> allows g a = true -> In q (allowed a l).
Proof.
  induction l as [|[g' q'] l IH]; cbn [allowed]; [intros []|]. intros [E|I] H.
  - inversion E; subst. rewrite H. now left.
  - destruct (allows g' a); [right|]; auto.
Qed.

(* a row is keyed by its states of the automaton *)
Definition row_ok (row : trie (positive * positive)) : Prop := forall k x, find k row = Some x -> fst x = k.
Lemma add_ranks_ok l : forall row, row_ok row -> row_ok (add_ranks row l).
Proof.
  induction l as [|x l IH]; intros row H; [exact H|]. apply IH. intros k y. unfold put.
  destruct (Pos.eq_dec k (fst x)) as [->|N]; [rewrite find_update_same|rewrite find_update_other by assumption; apply H]. congruence.
Qed.
Definition table_ok (T : table) : Prop := forall k x, find k T = Some x -> row_ok (snd x).
Lemma build_table_ok l : table_ok (build_table l).
Proof.
  unfold build_table. assert (G : forall T, table_ok T -> table_ok (fold_left add_state l T)).
  { induction l as [|x l IH]; intros T H; [exact H|]. apply IH. intros k y. unfold add_state.
    destruct (Pos.eq_dec k (m_key M (fst x))) as [->|N]; [|rewrite find_update_other by assumption; apply H].
    rewrite find_update_same. intro E; inversion E; subst; clear E. cbn [snd]. apply add_ranks_ok.
    destruct (find (m_key M (fst x)) T) as [[s row]|] eqn:F; [exact (H _ _ F)|intros ? ?; discriminate]. }
  apply G. intros k x; discriminate.
Qed.

Lemma demands_spec ix a row q n l : row_ok row -> find q row = Some (q, n) ->
  allowed a (edges_from (i_edges ix) q) = l -> l <> [] -> In ((mem q (i_final ix), n), l) (demands ix a row).
Proof.
  intros OK F E N. unfold demands. rewrite tfold_values.
  assert (I : In (q, n) (values row)) by (apply values_spec; eauto). clear F OK. revert I.
  set (g := fun r x => match allowed a _ with [] => r | _ => _ end).
  assert (K : forall vs r d, In d r -> In d (fold_left g vs r)).
  { induction vs as [|x vs IH]; intros r d H; [exact H|]. apply IH. unfold g. destruct (allowed a (edges_from (i_edges ix) (fst x))); [exact H|now right]. }
  generalize (@nil (bool * positive * list positive)) as r.
  induction (values row) as [|x vs IH]; intros r I; [destruct I|]. destruct I as [->|I]; [|now apply IH]. cbn [fold_left].
  apply K. unfold g; cbn [fst snd]. rewrite E. destruct l; [congruence|now left].
Qed.
Lemma meets_spec row d q : meets row d = true -> In q (snd d) ->
  exists n, rank_in row q = Some n /\ (n <= snd (fst d))%positive /\ (fst (fst d) = true -> (n < snd (fst d))%positive).
Proof.
  unfold meets. rewrite forallb_forall. intros H I. specialize (H _ I). cbn [descends] in H.
  destruct (rank_in row q) as [n|]; [|discriminate]. exists n. split; [reflexivity|].
  destruct (fst (fst d)); [apply Pos.ltb_lt in H|apply Pos.leb_le in H]; split; intros; try discriminate; lia.
Qed.

Lemma row_of_found T s q n : rank_in (row_of T s) q = Some n ->
  exists row, find (m_key M s) T = Some (s, row) /\ rank_in row q = Some n.
Proof.
  unfold row_of. destruct (find (m_key M s) T) as [[s' row]|]; [|discriminate].
  destruct (m_same M s' s) eqn:E; [|discriminate]. apply m_same_eq in E. subst. eauto.
Qed.

(* in a faulty state anything may happen *)
Definition loose (s : St) (a : letter) (t : St) : Prop := stutter (mstep M) (idle M) s a t \/ faulty M s.

Lemma check_product_rank P l s a t q q' n : check_product P l = true ->
  let T := build_table l in
  rank_in (row_of T s) q = Some n -> loose s a t -> b_step (automaton_of P) q a q' ->
  exists n', rank_in (row_of T t) q' = Some n' /\ (n' <= n)%positive /\ (b_final (automaton_of P) q -> (n' < n)%positive).
Proof.
  unfold check_product. rewrite andb_true_iff. cbv zeta. set (ix := index_automaton P). pose proof (build_table_ok l) as TO.
  set (T := build_table l) in *. intros (_ & H) Hn S (g & Ig & Ag).
  apply row_of_found in Hn. destruct Hn as (row & F & Hn).
  pose proof (tall_spec _ _ H _ _ F) as C. specialize (TO _ _ F). cbn [snd] in TO. unfold check_state in C; cbn [fst snd] in C.
  destruct (m_label M s) as [b|] eqn:Eb; [|discriminate]. destruct (m_next M s) as [ts|] eqn:Es; [|discriminate].
  assert (Fq : find q row = Some (q, n)).
  { unfold rank_in in Hn. destruct (find q row) as [[q2 n2]|] eqn:E; [|discriminate]. cbn in Hn. apply TO in E as E2. cbn in E2. congruence. }
  assert (D : forall t', all_met T (demands ix a row) t' = true -> exists n', rank_in (row_of T t') q' = Some n' /\
    (n' <= n)%positive /\ (b_final (automaton_of P) q -> (n' < n)%positive)).
  { intros t' A. apply index_automaton_edges in Ig. fold ix in Ig. pose proof (allowed_spec _ _ _ _ Ig Ag) as Iq.
    assert (Id : In ((mem q (i_final ix), n), allowed a (edges_from (i_edges ix) q)) (demands ix a row)).
    { apply demands_spec; auto. intro E. now rewrite E in Iq. }
    unfold all_met in A. destruct (demands ix a row) as [|d ds]; [destruct Id|]. cbv zeta in A. rewrite forallb_forall in A.
    destruct (meets_spec _ _ q' (A _ Id) Iq) as (n' & E & L & B). cbn [fst snd] in *. exists n'. split; [exact E|].
    split; [exact L|]. intro Fi. apply B. unfold ix; cbn [index_automaton i_final]. apply mem_setof. now apply buildset_spec. }
  assert (Ib : idle M s = b) by (unfold idle; now rewrite Eb).
  destruct S as [[(ts' & o & Ets & It & Ea)|(Dl & Ea & Et)]|[S|S]]; try congruence.
  - rewrite Es in Ets; inversion Ets; subst ts'. rewrite Ib in Ea. apply D.
    destruct ts as [|e ts]; [destruct It|]. rewrite forallb_forall in C. specialize (C _ It). cbn [fst snd] in C.
    destruct o as [x|]; cbn [with_action] in *; now subst a.
  - subst t. rewrite Ib in Ea. subst a. destruct ts as [|[o t] ts]; [now apply D|]. exfalso. apply (Dl (with_action o b) t).
    exists ((o, t) :: ts), o. rewrite Ib. split; [assumption|]. split; [now left|reflexivity].
Qed.

Theorem check_holds_loose f P l : check_holds f P l = true ->
  forall rho w, In (rho 0) (m_init M) -> run_of loose rho w -> ~ ~ rsat w 0 f.
Proof.
  unfold check_holds. rewrite andb_true_iff. intros (HT & HP) rho w I R. rewrite <- core_negation. intro K. apply K. clear K.
  pose proof (check_product_rank P l) as Step. set (T := build_table l) in *.
  apply (product_rank (automaton_of P) loose (core true f) (p_entries P) (promises_of P)
    (fun s q => ranked (rank_in (row_of T s) q)) (fun s q => rank_of (rank_in (row_of T s) q)) HT) with (rho := rho); [| |exact R].
  - intros s a t q q' (n & En) S B. destruct (Step s a t q q' n HP En S B) as (n' & En' & L & F). fold T in En'.
    rewrite En, En'. cbn [rank_of]. split; [now exists n'|]. split; [lia|]. intro Fi. specialize (F Fi). lia.
  - unfold check_product in HP. apply andb_true_iff in HP. destruct HP as (HP & _). rewrite forallb_forall in HP.
    specialize (HP _ I). cbn [automaton_of b_init]. unfold ranked. fold T in HP.
    destruct (rank_in (row_of T (rho 0)) (p_init P)); [eauto|discriminate].
Qed.
Theorem check_holds_sound f P l : check_holds f P l = true -> satisfies M f.
Proof.
  intros H rho w I R. apply (check_holds_loose f P l H rho w I). intro i. left. exact (maximal_stutters _ _ _ _ R i).
Qed.

(** * Violations *)
Definition sound_step (s : St) (a : letter) (t : St) : Prop := stutter (mstep M) (idle M) s a t /\ ~ faulty M s.
Lemma same_action_eq o o' : same_action o o' = true -> o = o'.
Proof. destruct o, o'; cbn; try discriminate; [|reflexivity]. intro H. apply Pos.eqb_eq in H. now subst. Qed.
Lemma check_step_sound s o t a : m_label M s = Some a -> check_step s o t = true -> sound_step s (with_action o a) t.
Proof.
  intros E H. unfold check_step in H. assert (Ia : idle M s = a) by (unfold idle; now rewrite E).
  destruct (m_next M s) as [l|] eqn:El; [|discriminate]. split; [|intros [F|F]; congruence]. destruct l as [|e l].
  - apply andb_true_iff in H. destruct H as (H1 & H2). apply same_action_eq in H1. apply m_same_eq in H2. subst. right.
    split; [|auto]. intros a t' (l & o & El' & I & _). rewrite El in El'. inversion El'; subst. destruct I.
  - left. apply existsb_exists in H. destruct H as ([o' t'] & I & H). cbn [fst snd] in H. apply andb_true_iff in H.
    destruct H as (H1 & H2). apply same_action_eq in H1. apply m_same_eq in H2. subst. exists (e :: l), o'. auto.
Qed.
Lemma path_letters_sound l : forall z r u, path_letters l z r = Some u -> forall b,
  exists lt c, trail (leaving sound_step) (match l with [] => z | (s, _) :: _ => s end, c) lt (z, b) /\ u = rev (map snd lt) ++ r.
Proof.
  induction l as [|[s o] l IH]; cbn [path_letters]; intros z r u H b.
  - inversion H; subst. exists [], b. split; [constructor|reflexivity].
  - destruct (m_label M s) as [a|] eqn:Ea; [|discriminate]. destruct (check_step s o _) eqn:Es; [|discriminate].
    destruct (IH _ _ _ H b) as (lt & c & T & Em). exists ((s, with_action o a) :: lt), (with_action o a).
    split; [|rewrite Em; cbn; now rewrite <- app_assoc]. eapply trail_cons; [|exact T]. unfold leaving; cbn [fst snd].
    now apply check_step_sound.
Qed.
Lemma path_word_sound l z u : path_word l z = Some u -> forall b,
  exists lt c, trail (leaving sound_step) (match l with [] => z | (s, _) :: _ => s end, c) lt (z, b) /\ map snd lt = u.
Proof.
  unfold path_word. destruct (path_letters l z []) as [r|] eqn:E; [|discriminate]. cbn. intros H b. inversion H; subst.
  destruct (path_letters_sound _ _ _ _ E b) as (lt & c & T & ->). exists lt, c. split; [exact T|].
  now rewrite trev_eq, app_nil_r, rev_involutive.
Qed.
Lemma is_initial_spec s : is_initial s = true -> In s (m_init M).
Proof. unfold is_initial. rewrite existsb_exists. intros (t & I & E). apply m_same_eq in E. now subst. Qed.

Theorem check_violated_sound f stem loop : check_violated f stem loop = true -> violates M f.
Proof.
  unfold check_violated. destruct loop as [|[z oz] loop]; [discriminate|]. rewrite andb_true_iff. intros (Hi & H).
  destruct (path_word stem z) as [u|] eqn:Eu; [|discriminate].
  destruct (path_word ((z, oz) :: loop) z) as [[|x v]|] eqn:Ev; try discriminate.
  destruct (path_word_sound _ _ _ Ev x) as (lt & c & T1 & Em). destruct lt as [|[z' x'] lt]; [discriminate|].
  cbn [map snd] in Em. inversion Em; subst x' v; clear Em. pose proof (trail_hd _ _ _ _ T1) as Eh. cbn in Eh.
  inversion Eh; subst z' c; clear Eh.
  destruct (path_word_sound _ _ _ Eu x) as (st & c0 & T0 & Eu'). subst u. rewrite eval_long_eq in H.
  destruct (labelled_lasso sound_step (fun _ s => s) (fun _ _ _ _ S => S) (core true f) _ c0 st (z, x) lt z T0 T1 (fun _ => eq_refl) H)
    as (rho & w & E0 & R & S).
  exists rho, w. split; [rewrite E0; now apply is_initial_spec|]. split; [intro i; apply R|]. split; [intro i; apply R|].
  apply core_negation. auto.
Qed.

(** * Faults *)
Theorem check_safe_sound l : check_safe l = true -> safe M.
Proof.
  unfold check_safe. set (T := fold_left _ _ _). cbv zeta. rewrite andb_true_iff, forallb_forall. intros (H0 & H).
  assert (L : forall s, listed T s = true -> find (m_key M s) T = Some s).
  { intros s. unfold listed. destruct (find (m_key M s) T) as [t|]; [|discriminate]. intro E. apply m_same_eq in E. now subst. }
  assert (G : forall s, mreachable M s -> listed T s = true).
  { induction 1 as [s I|s a t _ IH (l' & o & E & I & _)]; [auto|]. apply L in IH. pose proof (tall_spec _ _ H _ _ IH) as C. cbn beta in C.
    rewrite E, forallb_forall in C. exact (C _ I). }
  intros s R E. apply G, L in R. pose proof (tall_spec _ _ H _ _ R) as C. cbn beta in C. now rewrite E in C.
Qed.
Theorem check_unsafe_sound l : check_unsafe l = true -> exists s, mreachable M s /\ m_next M s = None.
Proof.
  unfold check_unsafe. destruct l as [|s l]; [discriminate|]. rewrite andb_true_iff. intros (I & H). apply is_initial_spec in I.
  assert (R : mreachable M s) by now constructor. clear I. revert s R H.
  induction l as [|t l IH]; cbn [check_run]; intros s R H; destruct (m_next M s) as [ts|] eqn:E; try discriminate; [eauto|].
  destruct (existsb _ ts) eqn:X; [|discriminate]. apply existsb_exists in X. destruct X as ([o t'] & I & X). cbn [snd] in X.
  apply m_same_eq in X. subst t'. apply (IH t); [|assumption]. eapply reach_step; [exact R|]. exists ts, o. eauto.
Qed.
End Check.
