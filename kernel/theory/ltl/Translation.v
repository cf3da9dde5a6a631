(* Why a Büchi automaton accepts every word that satisfies a formula f. The certificate is a set of entries: obligations
   (formulas that hold from here on), a state of the automaton, and a rank. One step of the tableau (Couvreur 1999)
   expands the obligations to cubes: literals now, formulas next, promises h that are not yet kept: h fails now and holds
   later. For each entry, cube and letter some edge must lead to an entry whose obligations follow from the formulas next;
   unless the state left is accepting the rank must fall, or stay with the promise of that rank among the cube's.
   So the run goes through accepting states for ever: otherwise one promise would stay pending for ever. *)
From Coq Require Import List PArith Arith Bool Lia.
From Custos Require Import Automaton Ltl Buchi.
Import ListNotations.

(** * Equality of literals and formulas *)
Definition lit_eqb (l m : lit) : bool := Bool.eqb (fst l) (fst m) && Pos.eqb (snd l) (snd m).
Lemma lit_eqb_eq l m : lit_eqb l m = true <-> l = m.
Proof.
  destruct l as [b p], m as [c q]. unfold lit_eqb; cbn. rewrite andb_true_iff, Bool.eqb_true_iff, Pos.eqb_eq.
  split; [intros (-> & ->); reflexivity|intro E; inversion E; auto].
Qed.
Fixpoint ltl_eqb (f g : ltl) : bool :=
  match f, g with
  | Tru, Tru | Fls, Fls => true
  | Lit l, Lit m => lit_eqb l m
  | Next f, Next g => ltl_eqb f g
  | And f f', And g g' | Or f f', Or g g' | Until f f', Until g g' | Release f f', Release g g' =>
      ltl_eqb f g && ltl_eqb f' g'
  | _, _ => false
  end.
Lemma ltl_eqb_eq f : forall g, ltl_eqb f g = true -> f = g.
Proof.
  induction f; intros []; cbn [ltl_eqb]; intro H; try discriminate; try reflexivity; f_equal;
    try (now apply lit_eqb_eq); try (apply andb_true_iff in H; destruct H); auto.
Qed.
Definition among (f : ltl) (l : list ltl) : bool := existsb (ltl_eqb f) l.
Lemma among_In f l : among f l = true -> In f l.
Proof. unfold among. rewrite existsb_exists. intros (g & I & E). apply ltl_eqb_eq in E. now subst. Qed.

(* union of lists without repetition *)
Fixpoint join (l m : list ltl) : list ltl :=
  match l with [] => m | f :: l => let r := join l m in if among f r then r else f :: r end.
Lemma in_join g l m : In g (join l m) -> In g l \/ In g m.
Proof.
  induction l as [|f l IH]; cbn [join]; [auto|]. destruct (among f (join l m)); cbn; tauto.
Qed.
(* the members of a conjunction *)
Fixpoint conjuncts (f : ltl) : list ltl :=
  match f with And f g => join (conjuncts f) (conjuncts g) | Tru => [] | _ => [f] end.
Lemma conjuncts_sat w i f : sat w i f -> forall g, In g (conjuncts f) -> sat w i g.
Proof.
  induction f; cbn [conjuncts]; intros H g; try (intros [<-|[]]; exact H); [intros []|].
  intro I. apply in_join in I. destruct H as (H1 & H2), I; auto.
Qed.

Definition entails (l m : list ltl) : Prop :=
  forall w i, (forall g, In g l -> sat w i g) -> forall g, In g m -> sat w i g.

(** * Cubes and the one-step expansion *)
Definition models (a : letter) (c : list lit) : bool := forallb (fun l => holds l a) c.
Fixpoint conjoin (c d : list lit) : option (list lit) :=
  match c with
  | [] => Some d
  | l :: c => match conjoin c d with
              | None => None
              | Some e => if existsb (lit_eqb (flip l)) e then None
                          else Some (if existsb (lit_eqb l) e then e else l :: e) end
  end.
Lemma conjoin_models a c d : models a c = true -> models a d = true ->
  exists e, conjoin c d = Some e /\ models a e = true.
Proof.
  induction c as [|l c IH]; cbn [conjoin models forallb]; intros Hc Hd; [eauto|].
  apply andb_true_iff in Hc. destruct Hc as (Hl & Hc). destruct (IH Hc Hd) as (e & -> & He).
  destruct (existsb (lit_eqb (flip l)) e) eqn:X.
  - exfalso. apply existsb_exists in X. destruct X as (m & I & X). apply lit_eqb_eq in X. subst m.
    unfold models in He. rewrite forallb_forall in He. specialize (He _ I). rewrite holds_flip, Hl in He. discriminate.
  - exists (if existsb (lit_eqb l) e then e else l :: e). split; [reflexivity|].
    destruct (existsb (lit_eqb l) e); [assumption|]. cbn. fold (models a e). now rewrite Hl, He.
Qed.

Record cube := Cube { lits : list lit; nexts : list ltl; promises : list ltl }.
Definition meet (c d : cube) : list cube :=
  match conjoin (lits c) (lits d) with
  | None => []
  | Some e => [Cube e (join (nexts c) (nexts d)) (join (promises c) (promises d))]
  end.
(* c asks for no more than d; only the least cubes are kept *)
Definition less (c d : cube) : bool :=
  forallb (fun l => existsb (lit_eqb l) (lits d)) (lits c) &&
  forallb (fun f => among f (nexts d)) (nexts c) && forallb (fun f => among f (promises d)) (promises c).
Definition absorb (c : cube) (x : list cube) : list cube :=
  if existsb (fun d => less d c) x then x else c :: filter (fun d => negb (less c d)) x.
Definition times (x y : list cube) : list cube :=
  fold_right (fun c r => fold_right (fun d r => fold_right absorb r (meet c d)) r y) [] x.
Fixpoint expand (f : ltl) : list cube :=
  match f with
  | Tru => [Cube [] [] []]
  | Fls => []
  | Lit l => [Cube [l] [] []]
  | And f g => times (expand f) (expand g)
  | Or f g => expand f ++ expand g
  | Next f => [Cube [] (conjuncts f) []]
  | Until f g => expand g ++ times (expand f) [Cube [] [Until f g] [g]]
  | Release f g => times (expand g) (expand f ++ [Cube [] [Release f g] []])
  end.
Definition expand_all (s : list ltl) : list cube := fold_right (fun f => times (expand f)) [Cube [] [] []] s.

Section Word.
Variable w : word.
Definition pending i h : Prop := ~ sat w i h /\ exists j, i <= j /\ sat w j h.
Definition valid i c : Prop := models (w i) (lits c) = true /\
  (forall g, In g (nexts c) -> sat w (S i) g) /\ (forall h, In h (promises c) -> pending i h).
Definition some i (l : list cube) : Prop := exists c, In c l /\ valid i c.

Lemma some_one i c : valid i c -> some i [c].
Proof. intro V. exists c. split; [now left|assumption]. Qed.
Lemma some_app i x y : some i x \/ some i y -> some i (x ++ y).
Proof. intros [(c & I & V)|(c & I & V)]; exists c; rewrite in_app_iff; auto. Qed.
Lemma valid_less i c d : less c d = true -> valid i d -> valid i c.
Proof.
  unfold less, models. rewrite !andb_true_iff, !forallb_forall. intros ((H1 & H2) & H3) (V1 & V2 & V3).
  unfold models in V1. rewrite forallb_forall in V1. split; [|split; intros g I; [apply V2|apply V3]; now apply among_In; auto].
  apply forallb_forall. intros l I. specialize (H1 l I). apply existsb_exists in H1. destruct H1 as (m & Im & E).
  apply lit_eqb_eq in E. subst. auto.
Qed.
Lemma some_absorb i c x : valid i c \/ some i x -> some i (absorb c x).
Proof.
  unfold absorb. destruct (existsb (fun d => less d c) x) eqn:X.
  - intros [V|S]; [|assumption]. apply existsb_exists in X. destruct X as (d & I & Ld).
    exists d. split; [assumption|]. now apply (valid_less i d c).
  - intros [V|(d & I & V)]; [exists c; split; [now left|assumption]|].
    destruct (less c d) eqn:Ld.
    + exists c. split; [now left|now apply (valid_less i c d)].
    + exists d. split; [|assumption]. right. apply filter_In. now rewrite Ld.
Qed.
Lemma some_times i x y : some i x -> some i y -> some i (times x y).
Proof.
  intros (a & Ia & A1 & A2 & A3) (b & Ib & B1 & B2 & B3).
  destruct (conjoin_models _ _ _ A1 B1) as (e & E & He).
  assert (V : valid i (Cube e (join (nexts a) (nexts b)) (join (promises a) (promises b)))).
  { split; [assumption|]. cbn. split; intros g I; apply in_join in I; destruct I; auto. }
  assert (G : forall c l r, some i r -> some i (fold_right (fun d r => fold_right absorb r (meet c d)) r l)).
  { intros c l r S. induction l as [|d l IH]; cbn; [assumption|]. unfold meet.
    destruct (conjoin (lits c) (lits d)); cbn; [apply some_absorb; now right|assumption]. }
  unfold times. induction x as [|c x IH]; [destruct Ia|]. cbn. destruct Ia as [->|Ia]; [|apply G; auto].
  clear IH. generalize (fold_right (fun c r => fold_right (fun d r => fold_right absorb r (meet c d)) r y) [] x) as r.
  intro r. clear G. induction y as [|d y IH]; [destruct Ib|]. cbn. destruct Ib as [->|Ib].
  - unfold meet. rewrite E. cbn. apply some_absorb. now left.
  - specialize (IH Ib). unfold meet. destruct (conjoin (lits a) (lits d)); cbn; [apply some_absorb; now right|assumption].
Qed.
Lemma valid_true i : valid i (Cube [] [] []).
Proof. split; [reflexivity|]. split; intros g []. Qed.

Lemma expand_complete f : forall i, sat w i f -> ~ ~ some i (expand f).
Proof.
  induction f as [| |l|f IHf g IHg|f IHf g IHg|f IHf|f IHf g IHg|f IHf g IHg]; cbn [sat expand]; intros i H K.
  - apply K, some_one, valid_true.
  - assumption.
  - apply K, some_one. split; [cbn; now rewrite H|]. split; intros g [].
  - destruct H as (F & G). apply (IHf i F). intro. apply (IHg i G). intro. apply K. now apply some_times.
  - destruct H as [F|G]; [apply (IHf i F)|apply (IHg i G)]; intro; apply K, some_app; auto.
  - apply K, some_one. split; [reflexivity|]. split; [|intros g []]. exact (conjuncts_sat w (S i) f H).
  - assert (N : ~ sat w i g) by (intro G; apply (IHg i G); intro; apply K, some_app; auto).
    pose proof H as U. apply until_unfold in H. destruct H as [H|(F & H)]; [contradiction|].
    apply (IHf i F). intro SF. apply K, some_app. right. apply some_times; [assumption|]. apply some_one.
    split; [reflexivity|]. cbn. split; intros h [<-|[]]; [exact H|]. split; [assumption|].
    destruct U as (j & L & G & _). eauto.
  - assert (G : ~ ~ sat w i g) by (intro N; apply H; now apply until_here).
    apply G. clear G. intro G. apply (IHg i G). intro SG.
    assert (N : ~ sat w i f) by (intro F; apply (IHf i F); intro; apply K, some_times; auto using some_app).
    apply K, some_times; [assumption|]. apply some_app. right. apply some_one.
    split; [reflexivity|]. cbn. split; [|intros h []]. intros h [<-|[]]. cbn. intro U. apply H. now apply until_later.
Qed.

Lemma expand_all_complete i s : (forall g, In g s -> sat w i g) -> ~ ~ some i (expand_all s).
Proof.
  induction s as [|f s IH]; cbn; intros H K.
  - apply K, some_one, valid_true.
  - apply (expand_complete f i); [auto|]. intro. apply IH; [auto|]. intro. apply K. now apply some_times.
Qed.
End Word.

(** * Acceptance of a word, and certificates *)
Section Certificate.
Variables (step : positive -> letter -> positive -> Prop) (acc : positive -> Prop).

(* the automaton reading w: its states at each position; acceptance as in Buchi.v *)
Definition reads (w : word) (s t : nat * positive) : Prop := fst t = S (fst s) /\ step (snd s) (w (fst s)) (snd t).
Definition accepts_from (q : positive) (w : word) : Prop := fair (reads w) (fun s => acc (snd s)) (0, q).

(* None is a sink that accepts nothing: its obligations are unsatisfiable *)
Record entry := Entry { obligations : list ltl; state : option positive; rank : positive }.
Definition moves (q : option positive) (a : letter) (q' : option positive) : Prop :=
  match q, q' with Some q, Some q' => step q a q' | _, None => True | None, Some _ => False end.
Definition final (q : option positive) : Prop := match q with Some q => acc q | None => False end.

Variables (R : entry -> Prop) (pr : positive -> option ltl).
Definition advances (x y : entry) (c : cube) : Prop :=
  final (state x) \/ (rank y < rank x)%positive \/
  rank y = rank x /\ exists h, pr (rank x) = Some h /\ In h (promises c).
Hypothesis covered : forall x c a, R x -> In c (expand_all (obligations x)) -> models a (lits c) = true ->
  exists y, R y /\ entails (nexts c) (obligations y) /\ moves (state x) a (state y) /\ advances x y c.

Variable w : word.
Definition holds_at i x : Prop := R x /\ forall g, In g (obligations x) -> sat w i g.
Definition reads' (s t : nat * option positive) : Prop := fst t = S (fst s) /\ moves (snd s) (w (fst s)) (snd t).
Definition acc' (s : nat * option positive) : Prop := final (snd s).

Lemma next_entry i x : holds_at i x -> ~ ~ exists y, holds_at (S i) y /\ moves (state x) (w i) (state y) /\
  (final (state x) \/ (rank y < rank x)%positive \/ rank y = rank x /\ exists h, pr (rank x) = Some h /\ pending w i h).
Proof.
  intros (Rx & Hx) K. apply (expand_all_complete w i _ Hx). intros (c & I & V1 & V2 & V3).
  destruct (covered x c (w i) Rx I V1) as (y & Ry & Hy & M & A). apply K. exists y.
  split; [split; [assumption|exact (Hy w (S i) V2)]|]. split; [assumption|].
  destruct A as [A|[A|(A & h & E & P)]]; eauto 8.
Qed.

(* by induction on the rank, then on how far it is to where the promise is kept *)
Lemma progress i x : holds_at i x ->
  ~ ~ exists l j y, trail reads' (i, state x) l (j, state y) /\ hits acc' l /\ holds_at j y.
Proof.
  intros H K. remember (Pos.to_nat (rank x)) as n eqn:En. revert i x H En K.
  induction n as [n IHn] using lt_wf_ind.
  assert (Later : forall i x y, moves (state x) (w i) (state y) ->
    (exists l j z, trail reads' (S i, state y) l (j, state z) /\ hits acc' l /\ holds_at j z) ->
    exists l j z, trail reads' (i, state x) l (j, state z) /\ hits acc' l /\ holds_at j z).
  { intros i x y M (l & j & z & T & Hl & Hz). exists ((i, state x) :: l), j, z.
    split; [eapply trail_cons; [|exact T]; split; [reflexivity|exact M]|]. split; [apply hits_cons; auto|assumption]. }
  assert (Now : forall i x y, moves (state x) (w i) (state y) -> final (state x) -> holds_at (S i) y ->
    exists l j z, trail reads' (i, state x) l (j, state z) /\ hits acc' l /\ holds_at j z).
  { intros i x y M A Hy. exists [(i, state x)], (S i), y. split; [|split; [|assumption]].
    - eapply trail_cons; [|constructor]. split; [reflexivity|exact M].
    - apply hits_cons; auto. }
  assert (Wait : forall h d i x, n = Pos.to_nat (rank x) -> pr (rank x) = Some h -> holds_at i x -> sat w (i + d) h ->
    ~ ~ exists l j y, trail reads' (i, state x) l (j, state y) /\ hits acc' l /\ holds_at j y).
  { intros h d; induction d as [|d IHd]; intros i x En Ep Hx Hs K; apply (next_entry i x Hx);
      intros (y & Hy & M & [A|[A|(A & h' & E & P)]]); try (apply K; now apply (Now i x y M)).
    - apply (IHn (Pos.to_nat (rank y))) with (i := S i) (x := y); auto; [lia|]. intro X. now apply K, (Later i x y).
    - rewrite Ep in E; inversion E; subst h'. rewrite Nat.add_0_r in Hs. now apply P.
    - apply (IHn (Pos.to_nat (rank y))) with (i := S i) (x := y); auto; [lia|]. intro X. now apply K, (Later i x y).
    - apply (IHd (S i) y); auto; [congruence|congruence|now replace (S i + d) with (i + S d) by lia|].
      intro X. now apply K, (Later i x y). }
  intros i x Hx En K. apply (next_entry i x Hx). intros (y & Hy & M & [A|[A|(A & h & E & P)]]).
  - apply K. now apply (Now i x y M).
  - apply (IHn (Pos.to_nat (rank y))) with (i := S i) (x := y); auto; [lia|]. intro X. now apply K, (Later i x y).
  - destruct P as (_ & j & L & Hs). apply (Wait h (j - i) i x); auto. now replace (i + (j - i)) with j by lia.
Qed.

Lemma sink_trail s l t : trail reads' s l t -> snd s = None -> snd t = None /\ ~ hits acc' l.
Proof.
  induction 1 as [s|s t l z (E & M) _ IH]; intro N.
  - split; [assumption|]. intros (x & [] & _).
  - rewrite N in M. cbn in M. destruct (snd t) eqn:F; [destruct M|]. destruct (IH eq_refl) as (H1 & H2).
    split; [assumption|]. rewrite hits_cons. unfold acc' at 1. rewrite N. cbn. tauto.
Qed.
Lemma proper_trail s l t : trail reads' s l t -> forall q q', snd s = Some q -> snd t = Some q' ->
  exists l', trail (reads w) (fst s, q) l' (fst t, q') /\ (hits acc' l -> hits (fun s => acc (snd s)) l').
Proof.
  induction 1 as [s|s t l z (E & M) T IH]; intros q q' Eq Eq'.
  - exists []. replace q' with q by congruence. split; [constructor|]. intros (x & [] & _).
  - destruct (snd t) as [m|] eqn:Em.
    + destruct (IH m q' eq_refl Eq') as (l' & T' & Hl). exists ((fst s, q) :: l'). split.
      * eapply trail_cons; [|exact T']. rewrite Eq in M. split; [exact E|exact M].
      * rewrite !hits_cons. unfold acc' at 1. rewrite Eq. cbn. tauto.
    + destruct (sink_trail _ _ _ T Em) as (N & _). congruence.
Qed.

Theorem translation_sound f x q : R x -> state x = Some q -> entails [f] (obligations x) ->
  sat w 0 f -> accepts_from q w.
Proof.
  intros Rx Eq Hx Hf.
  exists (fun s => exists x, holds_at (fst s) x /\ state x = Some (snd s)). split.
  2: { exists x. split; [|assumption]. split; [assumption|]. apply (Hx w 0). intros g [<-|[]]. exact Hf. }
  intros [i p] (y & Hy & Ey) K. cbn in Hy, Ey. apply (progress i y Hy). intros (l & j & z & T & Hl & Hz).
  destruct (state z) as [m|] eqn:Em.
  - destruct (proper_trail _ _ _ T p m Ey eq_refl) as (l' & T' & Hl'). apply K. exists l', (j, m).
    split; [exact T'|]. split; [auto|]. exists z. auto.
  - apply (progress j z Hz). intros (l2 & k & z2 & T2 & Hl2 & _). rewrite Em in T2.
    now apply (sink_trail _ _ _ T2).
Qed.
End Certificate.
