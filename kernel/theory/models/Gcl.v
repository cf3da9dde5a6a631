(* Guarded commands: the language, and what its programs do. A parser has replaced names of variables by their
   declarations, parameters by their values, TRUE and FALSE by 1 and 0; what is left are the index names of ranges.
   A state is a point of the program and the values of all cells. None is a fault. *)
From Coq Require Import List PArith NArith ZArith Bool Lia FMapPositive.
From Custos Require Import Automaton.
Import ListNotations.
Local Open Scope Z_scope.

(** * Syntax *)
(* cells are numbered 1, 2, ... in the order of declaration; a plain variable is an array of one cell *)
Record variable := Declared { v_first : positive; v_size : Z; v_lo : Z; v_hi : Z }.

Inductive operator := OAdd | OSub | OMul | ODiv | OMod | OEq | ONe | OLt | OLe | OGt | OGe.
Inductive expr :=
| ENum (z : Z)
| EName (n : positive)                                (* the index of a range *)
| ERead (x : variable) (i : expr)
| ENot (a : expr) | ENeg (a : expr) | EOp (o : operator) (a b : expr)
| EAnd (a b : expr) | EOr (a b : expr) | EImplies (a b : expr)
| EForall (n : positive) (lo hi a : expr) | EExists (n : positive) (lo hi a : expr) | ESum (n : positive) (lo hi a : expr).

Inductive command :=
| CSkip
| CAssign (l : list (variable * expr * expr))         (* variable, index, value; all at once *)
| CSelect (l : list branch)                           (* IF ... FI *)
| CIf (g : expr) (c d : command)
| CWhile (g : expr) (c : command)
| CSeq (c d : command)
with branch := Branch (ranges : list (positive * expr * expr)) (g : expr) (c : command).

(** * Expressions *)
Definition store := PM.t Z.
Definition make_store (l : list Z) : store :=
  snd (fold_left (fun x z => (Pos.succ (fst x), PM.add (fst x) z (snd x))) l (xH, PM.empty Z)).
Definition env := list (positive * Z).                (* the values of index names, the innermost first *)
Fixpoint index_value (n : positive) (e : env) : option Z :=
  match e with [] => None | (m, z) :: e => if Pos.eqb n m then Some z else index_value n e end.

Definition fit (z : Z) : option Z := if (-9223372036854775808 <=? z) && (z <=? 9223372036854775807) then Some z else None.
Definition truth (o : option Z) : option bool :=
  match o with Some 0 => Some false | Some 1 => Some true | _ => None end.
Definition of_bool (b : bool) : option Z := Some (if b then 1 else 0).
Definition cell (x : variable) (i : Z) : option positive :=
  if (0 <=? i) && (i <? v_size x) then Some (Z.to_pos (Zpos (v_first x) + i)) else None.
Definition operate (o : operator) (a b : Z) : option Z :=
  match o with
  | OAdd => fit (a + b)
  | OSub => fit (a - b)
  | OMul => fit (a * b)
  | ODiv => if b =? 0 then None else fit (a / b)
  | OMod => if b =? 0 then None else fit (a mod b)
  | OEq => of_bool (a =? b)
  | ONe => of_bool (negb (a =? b))
  | OLt => of_bool (a <? b)
  | OLe => of_bool (a <=? b)
  | OGt => of_bool (b <? a)
  | OGe => of_bool (b <=? a)
  end.
(* how many numbers lo..hi has *)
Definition count (lo hi : Z) : nat := match (hi - lo + 1)%Z with Zpos p => Pos.iter S O p | _ => O end.

Fixpoint evaluate (e : env) (s : store) (x : expr) : option Z :=
  match x with
  | ENum z => Some z
  | EName n => index_value n e
  | ERead x i => match evaluate e s i with
                 | Some i => match cell x i with Some c => PM.find c s | None => None end
                 | None => None end
  | ENot a => match truth (evaluate e s a) with Some a => of_bool (negb a) | None => None end
  | ENeg a => match evaluate e s a with Some a => fit (- a) | None => None end
  | EOp o a b => match evaluate e s a with
                 | Some a => match evaluate e s b with Some b => operate o a b | None => None end
                 | None => None end
  | EAnd a b => match truth (evaluate e s a) with
                | Some true => match truth (evaluate e s b) with Some b => of_bool b | None => None end
                | Some false => Some 0
                | None => None end
  | EOr a b => match truth (evaluate e s a) with
               | Some true => Some 1
               | Some false => match truth (evaluate e s b) with Some b => of_bool b | None => None end
               | None => None end
  | EImplies a b => match truth (evaluate e s a) with
                    | Some true => match truth (evaluate e s b) with Some b => of_bool b | None => None end
                    | Some false => Some 1
                    | None => None end
  | EForall n lo hi a =>
    match evaluate e s lo, evaluate e s hi with
    | Some lo, Some hi =>
      (fix from (k : nat) (v : Z) : option Z :=
         match k with
         | O => Some 1
         | S k => match truth (evaluate ((n, v) :: e) s a) with
                  | Some true => from k (v + 1) | Some false => Some 0 | None => None end
         end) (count lo hi) lo
    | _, _ => None end
  | EExists n lo hi a =>
    match evaluate e s lo, evaluate e s hi with
    | Some lo, Some hi =>
      (fix from (k : nat) (v : Z) : option Z :=
         match k with
         | O => Some 0
         | S k => match truth (evaluate ((n, v) :: e) s a) with
                  | Some true => Some 1 | Some false => from k (v + 1) | None => None end
         end) (count lo hi) lo
    | _, _ => None end
  | ESum n lo hi a =>
    match evaluate e s lo, evaluate e s hi with
    | Some lo, Some hi =>
      (fix from (k : nat) (v sum : Z) : option Z :=
         match k with
         | O => Some sum
         | S k => match evaluate ((n, v) :: e) s a with
                  | Some z => match fit (sum + z) with Some sum => from k (v + 1) sum | None => None end
                  | None => None end
         end) (count lo hi) lo 0
    | _, _ => None end
  end.

(** * Expansion: a branch with ranges is copied for each value of its indices *)
(* commands without ranges; each expression comes with the values of the index names around it *)
Inductive expanded :=
| TSkip
| TAssign (e : env) (l : list (variable * expr * expr))
| TSelect (b : choices)
| TIf (e : env) (g : expr) (c d : expanded)
| TWhile (e : env) (g : expr) (c : expanded)
| TSeq (c d : expanded)
with choices := NoMore | Choice (e : env) (g : expr) (c : expanded) (b : choices).

(* one after another in front of b, the first range outermost, its values ascending (so built from the last) *)
Fixpoint copies (ranges : list (positive * expr * expr)) (one : env -> choices -> option choices) (e : env) (b : choices)
  : option choices :=
  match ranges with
  | [] => one e b
  | (n, lo, hi) :: ranges =>
    match evaluate e (PM.empty _) lo, evaluate e (PM.empty _) hi with
    | Some lo, Some hi =>
      (fix down (k : nat) (v : Z) (b : choices) : option choices :=
         match k with
         | O => Some b
         | S k => match copies ranges one ((n, v) :: e) b with Some b => down k (v - 1) b | None => None end
         end) (count lo hi) hi b
    | _, _ => None end
  end.
Fixpoint expand_command (e : env) (c : command) : option expanded :=
  match c with
  | CSkip => Some TSkip
  | CAssign l => Some (TAssign e l)
  | CSelect l =>
    option_map TSelect
      ((fix branches (l : list branch) : option choices :=
          match l with
          | [] => Some NoMore
          | Branch ranges g c :: l =>
            match branches l with
            | Some b => copies ranges (fun e b => option_map (fun t => Choice e g t b) (expand_command e c)) e b
            | None => None end
          end) l)
  | CIf g c d => match expand_command e c, expand_command e d with Some c, Some d => Some (TIf e g c d) | _, _ => None end
  | CWhile g c => option_map (TWhile e g) (expand_command e c)
  | CSeq c d => match expand_command e c, expand_command e d with Some c, Some d => Some (TSeq c d) | _, _ => None end
  end.

(** * Points *)
(* the number of nodes; all but sequences are nodes. A command whose nodes are numbered from n begins at n. *)
Fixpoint tree_size (c : expanded) : N :=
  match c with
  | TSkip | TAssign _ _ => 1
  | TSelect b => 1 + choices_size b
  | TIf _ _ c d => 1 + tree_size c + tree_size d
  | TWhile _ _ c => 1 + tree_size c
  | TSeq c d => tree_size c + tree_size d
  end%N
with choices_size (b : choices) : N :=
  match b with NoMore => 0%N | Choice _ _ c b => (tree_size c + choices_size b)%N end.

(* command x stands at point m, and point j follows it, in command c, which stands at n and is followed by k *)
Fixpoint stands (x : expanded) (m j : N) (c : expanded) (n k : N) : Prop :=
  x = c /\ m = n /\ j = k \/
  match c with
  | TSkip | TAssign _ _ => False
  | TSelect b => stands_in x m j b (n + 1) k
  | TIf _ _ c d => stands x m j c (n + 1) k \/ stands x m j d (n + 1 + tree_size c) k
  | TWhile _ _ c => stands x m j c (n + 1) n
  | TSeq c d => stands x m j c n (n + tree_size c) \/ stands x m j d (n + tree_size c) k
  end%N
with stands_in (x : expanded) (m j : N) (b : choices) (n k : N) : Prop :=
  match b with
  | NoMore => False
  | Choice _ _ c b => stands x m j c n k \/ stands_in x m j b (n + tree_size c)%N k
  end.

(** * Steps *)
Fixpoint changes (e : env) (s : store) (l : list (variable * expr * expr)) : option (list (positive * Z)) :=
  match l with
  | [] => Some []
  | (x, i, a) :: l =>
    match evaluate e s i, evaluate e s a with
    | Some i, Some z =>
      match cell x i with
      | Some c => if (v_lo x <=? z) && (z <=? v_hi x)
                  then match changes e s l with Some r => Some ((c, z) :: r) | None => None end
                  else None
      | None => None end
    | _, _ => None end
  end.
Fixpoint distinct (l : list (positive * Z)) : bool :=
  match l with [] => true | x :: l => negb (existsb (fun y => Pos.eqb (fst x) (fst y)) l) && distinct l end.
Definition assign (e : env) (l : list (variable * expr * expr)) (s : store) : option store :=
  match changes e s l with
  | Some r => if distinct r then Some (fold_left (fun s x => PM.add (fst x) (snd x) s) r s) else None
  | None => None
  end.

Definition gstate := (N * store)%type.
(* the steps of command c, which stands at n and is followed by k *)
Fixpoint steps (c : expanded) (n k : N) (s : store) : option (list gstate) :=
  match c with
  | TSkip => Some [(k, s)]
  | TAssign e l => match assign e l s with Some s => Some [(k, s)] | None => None end
  | TSelect b => choose b (n + 1)%N k s
  | TIf e g c d => match truth (evaluate e s g) with
                   | Some true => steps c (n + 1)%N k s
                   | Some false => steps d (n + 1 + tree_size c)%N k s
                   | None => None end
  | TWhile e g c => match truth (evaluate e s g) with
                    | Some true => steps c (n + 1)%N n s
                    | Some false => Some [(k, s)]
                    | None => None end
  | TSeq c d => steps c n (n + tree_size c)%N s
  end
with choose (b : choices) (n k : N) (s : store) : option (list gstate) :=
  match b with
  | NoMore => Some []
  | Choice e g c b =>
    match truth (evaluate e s g), choose b (n + tree_size c)%N k s with
    | Some true, Some r => match steps c n k s with Some l => Some (l ++ r) | None => None end
    | Some false, Some r => Some r
    | _, _ => None end
  end.

(* the program P: its first point is 0, its last, where nothing stands, the number of its nodes *)
Definition in_program (P : expanded) (c : expanded) (n k : N) : Prop := stands c n k P 0%N (tree_size P).
Definition gcl_step (P : expanded) (x y : gstate) : Prop :=
  exists c k l, in_program P c (fst x) k /\ steps c (fst x) k (snd x) = Some l /\ In y l.
Definition gcl_fault (P : expanded) (x : gstate) : Prop :=
  exists c k, in_program P c (fst x) k /\ steps c (fst x) k (snd x) = None.

(** * Facts *)
Theorem make_store_spec l i : PM.find (Pos.of_succ_nat i) (make_store l) = nth_error l i.
Proof.
  unfold make_store. assert (G : forall l p (m : PM.t Z), (forall q, (p <= q)%positive -> PM.find q m = None) ->
    forall i, PM.find (p + Pos.of_succ_nat i - 1)%positive
      (snd (fold_left (fun x z => (Pos.succ (fst x), PM.add (fst x) z (snd x))) l (p, m))) = nth_error l i /\
    forall q, (q < p)%positive -> PM.find q (snd (fold_left (fun x z => (Pos.succ (fst x), PM.add (fst x) z (snd x))) l (p, m))) = PM.find q m).
  { clear. induction l as [|z l IH]; intros p m H i; cbn [fold_left snd fst].
    - split; [|auto]. rewrite H by lia. now destruct i.
    - assert (H' : forall q, (Pos.succ p <= q)%positive -> PM.find q (PM.add p z m) = None).
      { intros q L. rewrite PM.gso by lia. apply H. lia. }
      specialize (IH (Pos.succ p) (PM.add p z m) H'). split.
      + destruct i as [|i].
        * cbn [nth_error]. change (Pos.of_succ_nat 0) with 1%positive. replace (p + 1 - 1)%positive with p by lia.
          destruct (IH 0%nat) as (_ & IH2). rewrite IH2 by lia. apply PM.gss.
        * destruct (IH i) as (IH1 & _). cbn [nth_error]. rewrite <- IH1. f_equal. lia.
      + intros q L. destruct (IH 0%nat) as (_ & IH2). rewrite IH2 by lia. apply PM.gso. lia. }
  destruct (G l 1%positive (PM.empty Z)) with (i := i) as (G1 & _); [intros; apply PM.gempty|].
  rewrite <- G1. f_equal. lia.
Qed.
Lemma count_spec lo hi : Z.of_nat (count lo hi) = Z.max 0 (hi - lo + 1).
Proof.
  unfold count. destruct (hi - lo + 1) as [|p|p]; [reflexivity| |reflexivity].
  rewrite Pos2Nat.inj_iter. replace (nat_rect (fun _ => nat) 0%nat (fun _ => S) (Pos.to_nat p)) with (Pos.to_nat p).
  - rewrite positive_nat_Z. lia.
  - induction (Pos.to_nat p) as [|n IH]; cbn; congruence.
Qed.

Scheme tree_mind := Induction for expanded Sort Prop with choices_mind := Induction for choices Sort Prop.
Combined Scheme tree_choices_ind from tree_mind, choices_mind.

Lemma tree_size_pos c : (1 <= tree_size c)%N.
Proof. induction c; cbn [tree_size]; lia. Qed.
(* what stands in a command stands at one of its points *)
Lemma stands_range x m j : (forall c n k, stands x m j c n k -> n <= m < n + tree_size c)%N /\
  (forall b n k, stands_in x m j b n k -> n <= m < n + choices_size b)%N.
Proof.
  apply tree_choices_ind; cbn [stands stands_in tree_size choices_size]; intros.
  - lia.
  - lia.
  - destruct H0 as [H0|H0]; [lia|]. apply H in H0. lia.
  - destruct H1 as [H1|[H1|H1]]; [lia|apply H in H1|apply H0 in H1]; lia.
  - destruct H0 as [H0|H0]; [lia|]. apply H in H0. lia.
  - pose proof (tree_size_pos c). pose proof (tree_size_pos d). destruct H1 as [H1|[H1|H1]]; [lia|apply H in H1|apply H0 in H1]; lia.
  - contradiction.
  - destruct H1 as [H1|H1]; [apply H in H1|apply H0 in H1]; lia.
Qed.
(* at the end the run ends *)
Corollary end_stops P s y : ~ gcl_step P (tree_size P, s) y.
Proof. intros (c & k & l & H & _). apply stands_range in H. cbn [fst] in H. lia. Qed.
