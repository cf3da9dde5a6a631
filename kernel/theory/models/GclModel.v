(* Programs of guarded commands as models: a table from points to what is to be done there, built once; proved to have
   exactly the steps and faults of Gcl.v. *)
From Coq Require Import List PArith NArith ZArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Automaton Ltl Buchi LabelledRun Stutter Trie Formula Property FiniteModel Unfold Gcl GclCompiled.
Import ListNotations.
Local Open Scope N_scope.

(** * Code: a command with the points it leads to *)
Inductive code :=
| Go (k : N)
| Do (f : store -> option store) (k : N)
| Test (g : store -> option bool) (x y : code)
| Pick (p : picks)
with picks := NoPick | OnePick (g : store -> option bool) (x : code) (p : picks).

Fixpoint run (x : code) (s : store) : option (list gstate) :=
  match x with
  | Go k => Some [(k, s)]
  | Do f k => match f s with Some s => Some [(k, s)] | None => None end
  | Test g x y => match g s with Some true => run x s | Some false => run y s | None => None end
  | Pick p => run_picks p s
  end
with run_picks (p : picks) (s : store) : option (list gstate) :=
  match p with
  | NoPick => Some []
  | OnePick g x p =>
    match g s with
    | Some true => match run_picks p s with
                   | Some r => match run x s with Some l => Some (l ++ r) | None => None end
                   | None => None end
    | Some false => run_picks p s
    | None => None
    end
  end.

Definition points := trie code.
Definition set_point (n : N) (x : code) (T : points) : points := put (N.succ_pos n) x T.
Fixpoint build (c : expanded) (n k : N) (T : points) : points * code :=
  match c with
  | TSkip => let x := Go k in (set_point n x T, x)
  | TAssign e l => let x := Do (compile_assign e l) k in (set_point n x T, x)
  | TSelect b => let (T, p) := build_choices b (n + 1) k T in let x := Pick p in (set_point n x T, x)
  | TIf e g c d =>
    let (T, x) := build c (n + 1) k T in
    let (T, y) := build d (n + 1 + tree_size c) k T in
    let z := Test (compile_truth e g) x y in (set_point n z T, z)
  | TWhile e g c => let (T, x) := build c (n + 1) n T in let z := Test (compile_truth e g) x (Go k) in (set_point n z T, z)
  | TSeq c d =>
    let m := n + tree_size c in
    let (T, x) := build c n m T in
    let (T, _) := build d m k T in (T, x)
  end
with build_choices (b : choices) (n k : N) (T : points) : points * picks :=
  match b with
  | NoMore => (T, NoPick)
  | Choice e g c b =>
    let (T, x) := build c n k T in
    let (T, p) := build_choices b (n + tree_size c) k T in (T, OnePick (compile_truth e g) x p)
  end.
Definition program_points (P : expanded) : points := fst (build P 0 (tree_size P) Empty).
Definition gcl_next (T : points) (x : gstate) : option (list gstate) :=
  match find (N.succ_pos (fst x)) T with Some c => run c (snd x) | None => Some [] end.

(** * The code of a command does what the command does *)
Fixpoint code_of (c : expanded) (n k : N) : code :=
  match c with
  | TSkip => Go k
  | TAssign e l => Do (compile_assign e l) k
  | TSelect b => Pick (picks_of b (n + 1) k)
  | TIf e g c d => Test (compile_truth e g) (code_of c (n + 1) k) (code_of d (n + 1 + tree_size c) k)
  | TWhile e g c => Test (compile_truth e g) (code_of c (n + 1) n) (Go k)
  | TSeq c d => code_of c n (n + tree_size c)
  end
with picks_of (b : choices) (n k : N) : picks :=
  match b with NoMore => NoPick | Choice e g c b => OnePick (compile_truth e g) (code_of c n k) (picks_of b (n + tree_size c) k) end.

Lemma run_steps : (forall c n k s, run (code_of c n k) s = steps c n k s) /\
  (forall b n k s, run_picks (picks_of b n k) s = choose b n k s).
Proof.
  apply tree_choices_ind; cbn [code_of picks_of run run_picks steps choose]; intros; rewrite ?compile_truth_spec, ?compile_assign_spec;
    try reflexivity; auto.
  - now rewrite H, H0.
  - now rewrite H.
  - rewrite H, H0. destruct (truth (evaluate e s g)) as [[|]|]; destruct (choose b (n + tree_size c) k s); reflexivity.
Qed.

Lemma build_code : (forall c n k T, snd (build c n k T) = code_of c n k) /\
  (forall b n k T, snd (build_choices b n k T) = picks_of b n k).
Proof.
  apply tree_choices_ind; cbn [code_of picks_of build build_choices]; intros; try reflexivity.
  - specialize (H (n + 1) k T). destruct (build_choices b (n + 1) k T) as [T1 p]. cbn in *. now subst.
  - specialize (H (n + 1) k T). destruct (build c (n + 1) k T) as [T1 x]. specialize (H0 (n + 1 + tree_size c) k T1).
    destruct (build d (n + 1 + tree_size c) k T1) as [T2 y]. cbn in *. now subst.
  - specialize (H (n + 1) n T). destruct (build c (n + 1) n T) as [T1 x]. cbn in *. now subst.
  - specialize (H n (n + tree_size c) T). destruct (build c n (n + tree_size c) T) as [T1 x].
    destruct (build d (n + tree_size c) k T1) as [T2 y]. cbn in *. now subst.
  - specialize (H n k T). destruct (build c n k T) as [T1 x]. specialize (H0 (n + tree_size c) k T1).
    destruct (build_choices b (n + tree_size c) k T1) as [T2 y]. cbn in *. now subst.
Qed.

Lemma find_set m n x T : find (N.succ_pos m) (set_point n x T) = if m =? n then Some x else find (N.succ_pos m) T.
Proof.
  unfold set_point, put. destruct (N.eqb_spec m n) as [->|H]; [apply find_update_same|].
  apply find_update_other. intro E. apply H. assert (N.pos (N.succ_pos m) = N.pos (N.succ_pos n)) by congruence.
  rewrite !N.succ_pos_spec in *. lia.
Qed.

(* at each point m the table then has the code of what stands there, and nothing else is changed *)
Definition entered (T T' : points) (st : expanded -> N -> N -> Prop) (n z : N) : Prop :=
  (forall x m j, st x m j -> find (N.succ_pos m) T' = Some (code_of x m j)) /\
  (forall m, n <= m < z -> exists x j, st x m j) /\
  (forall m, m < n \/ z <= m -> find (N.succ_pos m) T' = find (N.succ_pos m) T).

Lemma build_spec :
  (forall c n k T, entered T (fst (build c n k T)) (fun x m j => stands x m j c n k) n (n + tree_size c)) /\
  (forall b n k T, entered T (fst (build_choices b n k T)) (fun x m j => stands_in x m j b n k) n (n + choices_size b)).
Proof.
  destruct build_code as (BC & BB). unfold entered.
  apply tree_choices_ind; intros; cbn [build build_choices stands stands_in tree_size choices_size].
  - split; [|split]; cbn [fst].
    + intros x m j [(-> & -> & ->)|[]]. now rewrite find_set, N.eqb_refl.
    + intros m L. exists TSkip, k. left. repeat split; lia.
    + intros m L. rewrite find_set. destruct (N.eqb_spec m n); [lia|reflexivity].
  - split; [|split]; cbn [fst].
    + intros x m j [(-> & -> & ->)|[]]. now rewrite find_set, N.eqb_refl.
    + intros m L. exists (TAssign e l), k. left. repeat split; lia.
    + intros m L. rewrite find_set. destruct (N.eqb_spec m n); [lia|reflexivity].
  - specialize (H (n + 1) k T). specialize (BB b (n + 1) k T). destruct (build_choices b (n + 1) k T) as [T1 p].
    cbn [fst snd] in *. destruct H as (H1 & H2 & H3). split; [|split].
    + intros x m j [(-> & -> & ->)|S]; rewrite find_set; [rewrite N.eqb_refl; cbn [code_of]; now subst|].
      apply stands_range in S as R. destruct (N.eqb_spec m n); [lia|]. now apply H1.
    + intros m L. destruct (N.eq_dec m n) as [->|D]; [exists (TSelect b), k; left; auto|].
      destruct (H2 m) as (x & j & S); [lia|]. exists x, j. auto.
    + intros m L. rewrite find_set. destruct (N.eqb_spec m n); [lia|]. apply H3. lia.
  - specialize (H (n + 1) k T). pose proof (BC c (n + 1) k T) as Ex. destruct (build c (n + 1) k T) as [T1 x1].
    specialize (H0 (n + 1 + tree_size c) k T1). pose proof (BC d (n + 1 + tree_size c) k T1) as Ey.
    destruct (build d (n + 1 + tree_size c) k T1) as [T2 x2]. cbn [fst snd] in *.
    destruct H as (H1 & H2 & H3), H0 as (G1 & G2 & G3). split; [|split].
    + intros x m j [(-> & -> & ->)|[S|S]]; rewrite find_set; [rewrite N.eqb_refl; cbn [code_of]; now subst| |];
        apply stands_range in S as R; destruct (N.eqb_spec m n); try lia; [|now apply G1].
      rewrite G3 by lia. now apply H1.
    + intros m L. destruct (N.eq_dec m n) as [->|D]; [exists (TIf e g c d), k; left; auto|].
      destruct (N.lt_ge_cases m (n + 1 + tree_size c)).
      * destruct (H2 m) as (x & j & S); [lia|]. exists x, j. auto.
      * destruct (G2 m) as (x & j & S); [lia|]. exists x, j. auto.
    + intros m L. rewrite find_set. destruct (N.eqb_spec m n); [lia|]. rewrite G3 by lia. apply H3. lia.
  - specialize (H (n + 1) n T). specialize (BC c (n + 1) n T). destruct (build c (n + 1) n T) as [T1 p].
    cbn [fst snd] in *. destruct H as (H1 & H2 & H3). split; [|split].
    + intros x m j [(-> & -> & ->)|S]; rewrite find_set; [rewrite N.eqb_refl; cbn [code_of]; now subst|].
      apply stands_range in S as R. destruct (N.eqb_spec m n); [lia|]. now apply H1.
    + intros m L. destruct (N.eq_dec m n) as [->|D]; [exists (TWhile e g c), k; left; auto|].
      destruct (H2 m) as (x & j & S); [lia|]. exists x, j. auto.
    + intros m L. rewrite find_set. destruct (N.eqb_spec m n); [lia|]. apply H3. lia.
  - pose proof (tree_size_pos c) as Pc. pose proof (tree_size_pos d) as Pd.
    specialize (H n (n + tree_size c) T). destruct (build c n (n + tree_size c) T) as [T1 x1].
    specialize (H0 (n + tree_size c) k T1). destruct (build d (n + tree_size c) k T1) as [T2 x2]. cbn [fst snd] in *.
    destruct H as (H1 & H2 & H3), H0 as (G1 & G2 & G3).
    assert (K : forall x m j, stands x m j c n (n + tree_size c) -> find (N.succ_pos m) T2 = Some (code_of x m j)).
    { intros x m j S. apply stands_range in S as R. rewrite G3 by lia. now apply H1. }
    split; [|split].
    + intros x m j [(-> & -> & ->)|[S|S]]; [|now apply K|now apply G1].
      cbn [code_of]. apply K. destruct c; cbn [stands]; auto.
    + intros m L. destruct (N.lt_ge_cases m (n + tree_size c)).
      * destruct (H2 m) as (x & j & S); [lia|]. exists x, j. auto.
      * destruct (G2 m) as (x & j & S); [lia|]. exists x, j. auto.
    + intros m L. rewrite G3 by lia. apply H3. lia.
  - split; [intros x m j []|]. split; [intros; lia|]. reflexivity.
  - specialize (H n k T). destruct (build c n k T) as [T1 x1].
    specialize (H0 (n + tree_size c) k T1). destruct (build_choices b (n + tree_size c) k T1) as [T2 x2]. cbn [fst snd] in *.
    destruct H as (H1 & H2 & H3), H0 as (G1 & G2 & G3). split; [|split].
    + intros x m j [S|S]; [|now apply G1]. apply stands_range in S as R. rewrite G3 by lia. now apply H1.
    + intros m L. destruct (N.lt_ge_cases m (n + tree_size c)).
      * destruct (H2 m) as (x & j & S); [lia|]. exists x, j. auto.
      * destruct (G2 m) as (x & j & S); [lia|]. exists x, j. auto.
    + intros m L. rewrite G3 by lia. apply H3. lia.
Qed.

(* what is found at a point *)
Theorem gcl_next_stands P c n k s : in_program P c n k -> gcl_next (program_points P) (n, s) = steps c n k s.
Proof.
  intro S. unfold gcl_next, program_points; cbn [fst snd]. destruct build_spec as (B & _).
  destruct (B P 0 (tree_size P) Empty) as (B1 & _). rewrite (B1 _ _ _ S). apply run_steps.
Qed.
Theorem gcl_next_outside P n s : (forall c k, ~ in_program P c n k) -> gcl_next (program_points P) (n, s) = Some [].
Proof.
  intro S. unfold gcl_next, program_points; cbn [fst snd]. destruct build_spec as (B & _).
  destruct (B P 0 (tree_size P) Empty) as (_ & B2 & B3).
  destruct (N.lt_ge_cases n (tree_size P)) as [L|L].
  - destruct (B2 n) as (x & j & H); [lia|]. now apply S in H.
  - rewrite B3 by lia. reflexivity.
Qed.
Lemma point_cases P n : (exists c k, in_program P c n k) \/ forall c k, ~ in_program P c n k.
Proof.
  destruct build_spec as (B & _). destruct (B P 0 (tree_size P) Empty) as (_ & B2 & _).
  destruct (N.lt_ge_cases n (tree_size P)) as [L|L]; [left; apply B2; lia|right].
  intros c k H. apply stands_range in H. lia.
Qed.
Theorem gcl_next_step P x y : (exists l, gcl_next (program_points P) x = Some l /\ In y l) <-> gcl_step P x y.
Proof.
  destruct x as [n s]. unfold gcl_step; cbn [fst snd]. split.
  - intros (l & E & I). destruct (point_cases P n) as [(c & k & S)|N].
    + rewrite (gcl_next_stands _ _ _ _ _ S) in E. exists c, k, l. auto.
    + rewrite (gcl_next_outside _ _ _ N) in E. inversion E; subst. destruct I.
  - intros (c & k & l & S & E & I). exists l. now rewrite (gcl_next_stands _ _ _ _ _ S).
Qed.
Theorem gcl_next_fault P x : gcl_next (program_points P) x = None <-> gcl_fault P x.
Proof.
  destruct x as [n s]. unfold gcl_fault; cbn [fst snd]. split.
  - intro E. destruct (point_cases P n) as [(c & k & S)|N].
    + rewrite (gcl_next_stands _ _ _ _ _ S) in E. eauto.
    + rewrite (gcl_next_outside _ _ _ N) in E. discriminate.
  - intros (c & k & S & E). now rewrite (gcl_next_stands _ _ _ _ _ S).
Qed.

(** * Keys: the bits of the numbers, small ones short *)
Fixpoint pack_pos (p k : positive) : positive :=
  match p with xH => xO k | xO p => xI (xO (pack_pos p k)) | xI p => xI (xI (pack_pos p k)) end.
Definition pack_z (z : Z) (k : positive) : positive :=
  match z with
  | Z0 => xO k
  | Zpos xH => xI (xO k)
  | Zpos p => xI (xI (xO (pack_pos p k)))
  | Zneg p => xI (xI (xI (pack_pos p k)))
  end.
Definition pack_n (n : N) (k : positive) : positive := match n with N0 => xO k | Npos p => xI (pack_pos p k) end.
Fixpoint pack_store (s : store) (k : positive) : positive :=
  match s with
  | PM.Leaf _ => k
  | PM.Node l o r => pack_store l (match o with Some z => pack_z z (pack_store r k) | None => pack_store r k end)
  end.
Definition gcl_key (x : gstate) : positive := pack_n (fst x) (pack_store (snd x) xH).

Fixpoint same_store (s t : store) : bool :=
  match s, t with
  | PM.Leaf _, PM.Leaf _ => true
  | PM.Node l o r, PM.Node l' o' r' =>
    match o, o' with
    | Some z, Some z' => Z.eqb z z'
    | None, None => true
    | _, _ => false end && same_store l l' && same_store r r'
  | _, _ => false
  end.
Definition same_state (x y : gstate) : bool := (fst x =? fst y) && same_store (snd x) (snd y).

Lemma same_store_eq s : forall t, same_store s t = true -> s = t.
Proof.
  induction s as [|l IHl o r IHr]; intros [|l' o' r']; cbn [same_store]; try discriminate; [reflexivity|].
  rewrite !andb_true_iff. intros ((H & Hl) & Hr). apply IHl in Hl. apply IHr in Hr. subst. f_equal.
  destruct o as [z|], o' as [z'|]; try discriminate; [|reflexivity]. apply Z.eqb_eq in H. now subst.
Qed.
Lemma same_state_eq x y : same_state x y = true -> x = y.
Proof.
  destruct x as [n s], y as [m t]. unfold same_state; cbn [fst snd]. rewrite andb_true_iff, N.eqb_eq. intros (-> & H).
  apply same_store_eq in H. now subst.
Qed.
Lemma same_state_refl x : same_state x x = true.
Proof.
  destruct x as [n s]. unfold same_state; cbn [fst snd]. rewrite N.eqb_refl; cbn [andb].
  induction s as [|l IHl o r IHr]; cbn [same_store]; [reflexivity|]. rewrite IHl, IHr. destruct o; [now rewrite Z.eqb_refl|reflexivity].
Qed.

Lemma pack_pos_inj p : forall q k j, pack_pos p k = pack_pos q j -> p = q /\ k = j.
Proof.
  induction p as [p IH|p IH|]; intros [q|q|] k j; cbn [pack_pos]; intro E; inversion E; auto;
    match goal with H : pack_pos _ _ = pack_pos _ _ |- _ => apply IH in H; destruct H; subst; auto end.
Qed.
Lemma pack_z_inj y z k j : pack_z y k = pack_z z j -> y = z /\ k = j.
Proof.
  destruct y as [|p|p], z as [|q|q]; cbn [pack_z]; intro E.
  - inversion E; auto.
  - destruct q; discriminate.
  - discriminate.
  - destruct p; discriminate.
  - destruct p as [p|p|], q as [q|q|]; inversion E; auto;
      match goal with H : pack_pos _ _ = pack_pos _ _ |- _ => apply pack_pos_inj in H; destruct H; subst; auto end.
  - destruct p; discriminate.
  - discriminate.
  - destruct q; discriminate.
  - inversion E as [H]. apply pack_pos_inj in H. destruct H; subst; auto.
Qed.
(* the same cells *)
Fixpoint same_shape (s t : store) : Prop :=
  match s, t with
  | PM.Leaf _, PM.Leaf _ => True
  | PM.Node l o r, PM.Node l' o' r' => (o = None <-> o' = None) /\ same_shape l l' /\ same_shape r r'
  | _, _ => False
  end.
Lemma pack_store_inj s : forall t k j, same_shape s t -> pack_store s k = pack_store t j -> s = t /\ k = j.
Proof.
  induction s as [|l IHl o r IHr]; intros [|l' o' r'] k j; cbn [same_shape pack_store]; try contradiction; [auto|].
  intros (So & Sl & Sr) E. apply IHl in E; [|assumption]. destruct E as (<- & E).
  destruct o as [z|], o' as [z'|]; try (exfalso; destruct So as (So1 & So2); (now discriminate So1) || (now discriminate So2)).
  - apply pack_z_inj in E. destruct E as (<- & E). apply IHr in E; [|assumption]. destruct E; subst; auto.
  - apply IHr in E; [|assumption]. destruct E; subst; auto.
Qed.
Theorem gcl_key_inj x y : same_shape (snd x) (snd y) -> gcl_key x = gcl_key y -> x = y.
Proof.
  destruct x as [n s], y as [m t]. unfold gcl_key; cbn [fst snd]. intros S E.
  assert (G : n = m /\ pack_store s 1 = pack_store t 1).
  { destruct n as [|p], m as [|q]; cbn [pack_n] in E; inversion E as [H]; auto. apply pack_pos_inj in H. destruct H; subst; auto. }
  destruct G as (-> & G). apply pack_store_inj in G; [|assumption]. now destruct G; subst.
Qed.

(** * The model *)
Fixpoint gcl_label (atoms : list (positive * (store -> option bool))) (s : store) (a : letter) : option letter :=
  match atoms with
  | [] => Some a
  | (p, g) :: atoms => match g s with
                       | Some true => gcl_label atoms s (PS.add p a)
                       | Some false => gcl_label atoms s a
                       | None => None end
  end.
Definition compile_atoms (atoms : list (positive * expr)) : list (positive * (store -> option bool)) :=
  map (fun x => (fst x, compile_truth [] (snd x))) atoms.
Definition without_action (y : gstate) : option positive * gstate := (None, y).
Definition gcl_model (P : expanded) (initial : store) (atoms : list (positive * expr)) : model gstate :=
  let T := program_points P in
  let compiled_atoms := compile_atoms atoms in
  Model [(0, initial)]
    (fun x => match gcl_next T x with Some l => Some (map without_action l) | None => None end)
    (fun x => gcl_label compiled_atoms (snd x) PS.empty) gcl_key same_state same_state_eq.

Section Model.
Variables (P : expanded) (initial : store) (atoms : list (positive * expr)).
Let M := gcl_model P initial atoms.

Theorem gcl_model_step x a y : mstep M x a y <-> gcl_step P x y /\ a = idle M x.
Proof.
  rewrite <- gcl_next_step. unfold mstep, M. cbn [gcl_model m_next]. split.
  - intros (l & o & E & I & Ea). destruct (gcl_next (program_points P) x) as [r|]; [|discriminate]. inversion E; subst l.
    apply in_map_iff in I. destruct I as (z & Ez & I). inversion Ez; subst. split; [eauto|reflexivity].
  - intros ((l & E & I) & Ea). exists (map without_action l), None. rewrite E. split; [reflexivity|].
    split; [|assumption]. now apply (in_map without_action) in I.
Qed.
Theorem gcl_model_fault x : m_next M x = None <-> gcl_fault P x.
Proof.
  rewrite <- gcl_next_fault. unfold M. cbn [gcl_model m_next].
  destruct (gcl_next (program_points P) x); split; intro E; discriminate E || reflexivity.
Qed.
Lemma gcl_label_spec s : forall l a b, gcl_label (compile_atoms l) s a = Some b ->
  forall p, PS.In p b <-> PS.In p a \/ exists x, In (p, x) l /\ evaluate [] s x = Some 1%Z.
Proof.
  induction l as [|[q x] l IH]; cbn [compile_atoms map fst snd gcl_label]; intros a b E p.
  - inversion E; subst. split; [auto|]. intros [H|(x & [] & _)]; exact H.
  - assert (T : forall o v, truth o = Some v -> o = Some (if v then 1%Z else 0%Z)).
    { intros [[|[z|z|]|z]|] v; cbn; intro H; inversion H; reflexivity. }
    rewrite compile_truth_spec in E. destruct (truth (evaluate [] s x)) as [[|]|] eqn:Et; [| |discriminate]; apply T in Et; rewrite (IH _ _ E).
    + rewrite PS.add_spec. split.
      * intros [[->|H]|(y & I & V)]; [right; exists x; cbn; auto|auto|right; exists y; cbn; auto].
      * intros [H|(y & [I|I] & V)]; [auto|inversion I; auto|right; eauto].
    + split.
      * intros [H|(y & I & V)]; [auto|right; exists y; cbn; auto].
      * intros [H|(y & [I|I] & V)]; [auto|inversion I; subst; rewrite Et in V; discriminate V|right; eauto].
Qed.
(* the letter of a state has the atoms whose expressions are true there *)
Theorem gcl_model_letter x : m_label M x <> None ->
  forall p, PS.In p (idle M x) <-> exists g, In (p, g) atoms /\ evaluate [] (snd x) g = Some 1%Z.
Proof.
  intros H p. unfold idle. destruct (m_label M x) as [a|] eqn:E; [|congruence]. unfold M in E; cbn [gcl_model m_label] in E.
  rewrite (gcl_label_spec _ _ _ _ E). assert (N : ~ PS.In p PS.empty) by (rewrite <- PS.mem_spec, PS.mem_Leaf; discriminate). tauto.
Qed.

(* every run of the program, continued by repeating its last state if it ends, satisfies f *)
Theorem gcl_holds f (pr : proof) l : check_holds M f pr l = true ->
  forall rho, rho 0%nat = (0, initial) -> maximal_run (gcl_step P) rho -> ~ ~ rsat (fun i => idle M (rho i)) 0 f.
Proof.
  intros H rho E R. apply (check_holds_sound M f pr l H rho); [rewrite E; now left|].
  exact (maximal_only (mstep M) (gcl_step P) (idle M) gcl_model_step rho R).
Qed.
(* the same, its states found by the checker itself *)
Theorem gcl_unfolded Num (first : Num) after below number state most rank f (pr : proof) :
  (forall j, below j first = false) -> (forall j k, below j (after k) = true -> j = k \/ below j k = true) ->
  (forall i j k, below i j = true -> below j k = true -> below i k = true) ->
  check_unfolded M first after below number state most rank f pr = true ->
  forall rho, rho 0%nat = (0, initial) -> maximal_run (gcl_step P) rho -> ~ ~ rsat (fun i => idle M (rho i)) 0 f.
Proof.
  intros L1 L2 L3 H rho E R. apply (check_unfolded_sound M first after below number state L1 L2 L3 most rank f pr H rho); [rewrite E; now left|].
  exact (maximal_only (mstep M) (gcl_step P) (idle M) gcl_model_step rho R).
Qed.
Theorem gcl_violated f stem loop : check_violated M f stem loop = true ->
  exists rho, rho 0%nat = (0, initial) /\ is_run (stutters (gcl_step P)) rho /\ (forall i, ~ gcl_fault P (rho i)) /\
    ~ rsat (fun i => idle M (rho i)) 0 f.
Proof.
  intro H. apply check_violated_sound in H. destruct H as (rho & w & [E|[]] & R & F & N). exists rho. split; [now symmetry|].
  destruct (stutter_only (mstep M) (gcl_step P) (idle M) gcl_model_step rho w R) as (R' & W). split; [assumption|]. split.
  - intros i G. apply (F i). left. now apply gcl_model_fault.
  - now rewrite <- (rsat_ext w _ f W 0).
Qed.

Inductive arrives : gstate -> Prop :=
| arrives_start : arrives (0, initial)
| arrives_step : forall x y, arrives x -> gcl_step P x y -> arrives y.
Lemma arrives_reachable x : arrives x <-> mreachable M x.
Proof.
  split.
  - induction 1 as [|x y _ IH S]; [constructor; now left|]. eapply reach_step; [exact IH|]. apply gcl_model_step.
    split; [exact S|reflexivity].
  - induction 1 as [x I|x a y _ IH S]; [destruct I as [<-|[]]; constructor|]. apply gcl_model_step in S.
    exact (arrives_step x y IH (proj1 S)).
Qed.
Theorem gcl_safe l : check_safe M l = true -> forall x, arrives x -> ~ gcl_fault P x.
Proof.
  intros H x A F. apply arrives_reachable in A. apply gcl_model_fault in F. exact (check_safe_sound M l H x A F).
Qed.
Theorem gcl_unfolds_safely Num (first : Num) after below number state most :
  (forall j, below j first = false) -> (forall j k, below j (after k) = true -> j = k \/ below j k = true) ->
  (forall i j k, below i j = true -> below j k = true -> below i k = true) ->
  unfolds_safely M first after below number state most = true -> forall x, arrives x -> ~ gcl_fault P x.
Proof.
  intros L1 L2 L3 H x A F. apply arrives_reachable in A. apply gcl_model_fault in F.
  exact (unfolds_safely_sound M first after below number state L1 L2 L3 most H x A F).
Qed.
Theorem gcl_unsafe l : check_unsafe M l = true -> exists x, arrives x /\ gcl_fault P x.
Proof.
  intro H. apply check_unsafe_sound in H. destruct H as (x & R & E). exists x. split; [now apply arrives_reachable|].
  now apply gcl_model_fault.
Qed.
End Model.
