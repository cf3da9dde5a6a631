(* Expressions and assignments of guarded commands as functions of the cells, made once: the values of index names are put in, what is
   constant is computed, quantifiers over constant ranges are written out. Proved equal to what Gcl.v says. *)
From Coq Require Import List PArith NArith ZArith Bool Lia FMapPositive.
From Custos Require Import Automaton Gcl.
Import ListNotations.
Local Open Scope Z_scope.

(** * Expressions *)
Inductive compiled :=
| KNum (z : Z)                                        (* always the same *)
| KCell (c : positive)
| KBool (f : store -> option bool)
| KValue (f : store -> option Z).
Definition value (x : compiled) : store -> option Z :=
  match x with
  | KNum z => let r := Some z in fun _ => r
  | KCell c => fun s => PM.find c s
  | KBool f => fun s => match f s with Some true => Some 1 | Some false => Some 0 | None => None end
  | KValue f => f
  end.
Definition condition (x : compiled) : store -> option bool :=
  match x with
  | KNum z => let r := truth (Some z) in fun _ => r
  | KCell c => fun s => truth (PM.find c s)
  | KBool f => f
  | KValue f => fun s => truth (f s)
  end.
Definition constant (o : option Z) : compiled := match o with Some z => KNum z | None => KValue (fun _ => None) end.

(* the operators that give truth values *)
Definition comparison (o : operator) : option (Z -> Z -> bool) :=
  match o with
  | OEq => Some Z.eqb
  | ONe => Some (fun a b => negb (a =? b))
  | OLt => Some Z.ltb
  | OLe => Some Z.leb
  | OGt => Some (fun a b => b <? a)
  | OGe => Some (fun a b => b <=? a)
  | OAdd | OSub | OMul | ODiv | OMod => None
  end.
Definition compile_operation (o : operator) (a b : compiled) : compiled :=
  match a, b with
  | KNum a, KNum b => constant (operate o a b)
  | _, _ =>
    let f := value a in let g := value b in
    match comparison o with
    | Some c => KBool (fun s => match f s with
                                | Some a => match g s with
                                            | Some b => if c a b then Some true else Some false
                                            | None => None end
                                | None => None end)
    | None => KValue (fun s => match f s with
                               | Some a => match g s with Some b => operate o a b | None => None end
                               | None => None end)
    end
  end.
Definition compile_read (x : variable) (i : compiled) : compiled :=
  match i with
  | KNum i => match cell x i with Some c => KCell c | None => KValue (fun _ => None) end
  | _ => let f := value i in
         KValue (fun s => match f s with
                          | Some i => match cell x i with Some c => PM.find c s | None => None end
                          | None => None end)
  end.

(* all of them, some of them, their sum *)
Fixpoint all_of (l : list (store -> option bool)) (s : store) : option bool :=
  match l with
  | [] => Some true
  | f :: l => match f s with Some true => all_of l s | Some false => Some false | None => None end
  end.
Fixpoint some_of (l : list (store -> option bool)) (s : store) : option bool :=
  match l with
  | [] => Some false
  | f :: l => match f s with Some true => Some true | Some false => some_of l s | None => None end
  end.
Fixpoint sum_of (l : list (store -> option Z)) (s : store) (sum : Z) : option Z :=
  match l with
  | [] => Some sum
  | f :: l => match f s with
              | Some z => match fit (sum + z) with Some sum => sum_of l s sum | None => None end
              | None => None end
  end.
(* f of lo and the k - 1 numbers behind it *)
Fixpoint written_out {A} (f : Z -> A) (k : nat) (lo : Z) : list A :=
  match k with O => [] | S k => f lo :: written_out f k (lo + 1) end.

(* ranges of at most 'room' numbers are written out *)
Fixpoint compile (room : Z) (e : env) (x : expr) : compiled :=
  match x with
  | ENum z => KNum z
  | EName n => constant (index_value n e)
  | ERead x i => compile_read x (compile room e i)
  | ENot a => let f := condition (compile room e a) in
              KBool (fun s => match f s with Some true => Some false | Some false => Some true | None => None end)
  | ENeg a => match compile room e a with
              | KNum a => constant (fit (- a))
              | a => let f := value a in KValue (fun s => match f s with Some a => fit (- a) | None => None end)
              end
  | EOp o a b => compile_operation o (compile room e a) (compile room e b)
  | EAnd a b => let f := condition (compile room e a) in let g := condition (compile room e b) in
                KBool (fun s => match f s with Some true => g s | Some false => Some false | None => None end)
  | EOr a b => let f := condition (compile room e a) in let g := condition (compile room e b) in
               KBool (fun s => match f s with Some true => Some true | Some false => g s | None => None end)
  | EImplies a b => let f := condition (compile room e a) in let g := condition (compile room e b) in
                    KBool (fun s => match f s with Some true => g s | Some false => Some true | None => None end)
  | EForall n lo hi a =>
    match compile room e lo, compile room e hi with
    | KNum lo, KNum hi =>
      let size := hi - lo + 1 in
      if size <=? room then
        let l := written_out (fun v => condition (compile (room / Z.max 1 size) ((n, v) :: e) a)) (count lo hi) lo in KBool (all_of l)
      else KValue (fun s => evaluate e s x)
    | _, _ => KValue (fun s => evaluate e s x)
    end
  | EExists n lo hi a =>
    match compile room e lo, compile room e hi with
    | KNum lo, KNum hi =>
      let size := hi - lo + 1 in
      if size <=? room then
        let l := written_out (fun v => condition (compile (room / Z.max 1 size) ((n, v) :: e) a)) (count lo hi) lo in KBool (some_of l)
      else KValue (fun s => evaluate e s x)
    | _, _ => KValue (fun s => evaluate e s x)
    end
  | ESum n lo hi a =>
    match compile room e lo, compile room e hi with
    | KNum lo, KNum hi =>
      let size := hi - lo + 1 in
      if size <=? room then
        let l := written_out (fun v => value (compile (room / Z.max 1 size) ((n, v) :: e) a)) (count lo hi) lo in
        KValue (fun s => sum_of l s 0)
      else KValue (fun s => evaluate e s x)
    | _, _ => KValue (fun s => evaluate e s x)
    end
  end.
Definition compile_truth (e : env) (x : expr) : store -> option bool := condition (compile 4096 e x).

(** * Assignments *)
Definition in_range (x : variable) (z : Z) : bool := (v_lo x <=? z) && (z <=? v_hi x).
(* a value that fits into x *)
Definition fitting (x : variable) (a : compiled) : store -> option Z :=
  match a with
  | KNum z => let r := if in_range x z then Some z else None in fun _ => r
  | _ => let f := value a in fun s => match f s with Some z => if in_range x z then Some z else None | None => None end
  end.
(* where all cells are constant: they, and what they get *)
Fixpoint fixed_targets (e : env) (l : list (variable * expr * expr)) : option (list (positive * (store -> option Z))) :=
  match l with
  | [] => Some []
  | (x, i, a) :: l =>
    match compile 4096 e i with
    | KNum i => match cell x i, fixed_targets e l with
                | Some c, Some r => Some ((c, fitting x (compile 4096 e a)) :: r)
                | _, _ => None end
    | _ => None
    end
  end.
Fixpoint fixed_changes (l : list (positive * (store -> option Z))) (s : store) : option (list (positive * Z)) :=
  match l with
  | [] => Some []
  | (c, f) :: l => match f s with
                   | Some z => match fixed_changes l s with Some r => Some ((c, z) :: r) | None => None end
                   | None => None end
  end.
Fixpoint distinct_cells {A} (l : list (positive * A)) : bool :=
  match l with [] => true | x :: l => negb (existsb (fun y => Pos.eqb (fst x) (fst y)) l) && distinct_cells l end.
Definition add_changes (r : list (positive * Z)) (s : store) : store := fold_left (fun s x => PM.add (fst x) (snd x) s) r s.
Definition assign_fixed (l : list (positive * (store -> option Z))) : store -> option store :=
  match l with
  | [(c, f)] => fun s => match f s with Some z => Some (PM.add c z s) | None => None end
  | _ => fun s => match fixed_changes l s with Some r => Some (add_changes r s) | None => None end
  end.
(* the others *)
Definition target := (variable * (store -> option Z) * (store -> option Z))%type.
Definition compile_target (e : env) (t : variable * expr * expr) : target :=
  let '(x, i, a) := t in ((x, value (compile 4096 e i)), fitting x (compile 4096 e a)).
Fixpoint compiled_changes (l : list target) (s : store) : option (list (positive * Z)) :=
  match l with
  | [] => Some []
  | (x, f, g) :: l =>
    match f s with
    | Some i =>
      match g s with
      | Some z =>
        match cell x i with
        | Some c => match compiled_changes l s with Some r => Some ((c, z) :: r) | None => None end
        | None => None end
      | None => None end
    | None => None end
  end.
Definition assign_compiled (l : list target) : store -> option store :=
  fun s => match compiled_changes l s with
           | Some r => if distinct r then Some (add_changes r s) else None
           | None => None end.
Definition compile_assign (e : env) (l : list (variable * expr * expr)) : store -> option store :=
  match fixed_targets e l with
  | Some r => if distinct_cells r then assign_fixed r else fun _ => None
  | None => assign_compiled (map (compile_target e) l)
  end.

(** * Proofs *)
Lemma value_constant o s : value (constant o) s = o.
Proof. destruct o; reflexivity. Qed.
Lemma condition_value x s : condition x s = truth (value x s).
Proof. destruct x as [z|c|f|f]; cbn; try reflexivity. destruct (f s) as [[|]|]; reflexivity. Qed.
Lemma value_bool f s : value (KBool f) s = match f s with Some b => of_bool b | None => None end.
Proof. cbn. destruct (f s) as [[|]|]; reflexivity. Qed.
Lemma comparison_spec o c : comparison o = Some c -> forall a b, operate o a b = of_bool (c a b).
Proof. destruct o; cbn; intros H a b; inversion H; reflexivity. Qed.
Lemma compile_operation_spec o a b s : value (compile_operation o a b) s =
  match value a s with Some x => match value b s with Some y => operate o x y | None => None end | None => None end.
Proof.
  assert (G : forall f g : store -> option Z,
    value (match comparison o with
           | Some c => KBool (fun s => match f s with
                                       | Some a => match g s with Some b => if c a b then Some true else Some false | None => None end
                                       | None => None end)
           | None => KValue (fun s => match f s with Some a => match g s with Some b => operate o a b | None => None end | None => None end)
           end) s = match f s with Some x => match g s with Some y => operate o x y | None => None end | None => None end).
  { intros f g. destruct (comparison o) as [c|] eqn:E; [|reflexivity]. cbn [value].
    destruct (f s) as [x|]; [|reflexivity]. destruct (g s) as [y|]; [|reflexivity].
    rewrite (comparison_spec _ _ E). now destruct (c x y). }
  destruct a, b; try apply G. cbn [compile_operation value]. apply value_constant.
Qed.
Lemma compile_read_spec x i s : value (compile_read x i) s =
  match value i s with Some i => match cell x i with Some c => PM.find c s | None => None end | None => None end.
Proof. destruct i as [z|c|f|f]; try reflexivity. cbn [compile_read value]. now destruct (cell x z). Qed.

(* the loops of 'evaluate' over what is written out *)
Section Loops.
Variables (s : store) (body : Z -> option Z).
Lemma all_of_spec (f : Z -> store -> option bool) : (forall v, f v s = truth (body v)) -> forall k lo,
  match all_of (written_out f k lo) s with Some b => of_bool b | None => None end =
  (fix from (k : nat) (v : Z) : option Z :=
     match k with
     | O => Some 1
     | S k => match truth (body v) with Some true => from k (v + 1) | Some false => Some 0 | None => None end
     end) k lo.
Proof.
  intros E. induction k as [|k IH]; intro lo; cbn [written_out all_of]; [reflexivity|]. rewrite E.
  destruct (truth (body lo)) as [[|]|]; [apply IH|reflexivity|reflexivity].
Qed.
Lemma some_of_spec (f : Z -> store -> option bool) : (forall v, f v s = truth (body v)) -> forall k lo,
  match some_of (written_out f k lo) s with Some b => of_bool b | None => None end =
  (fix from (k : nat) (v : Z) : option Z :=
     match k with
     | O => Some 0
     | S k => match truth (body v) with Some true => Some 1 | Some false => from k (v + 1) | None => None end
     end) k lo.
Proof.
  intros E. induction k as [|k IH]; intro lo; cbn [written_out some_of]; [reflexivity|]. rewrite E.
  destruct (truth (body lo)) as [[|]|]; [reflexivity|apply IH|reflexivity].
Qed.
Lemma sum_of_spec (f : Z -> store -> option Z) : (forall v, f v s = body v) -> forall k lo sum,
  sum_of (written_out f k lo) s sum =
  (fix from (k : nat) (v sum : Z) : option Z :=
     match k with
     | O => Some sum
     | S k => match body v with
              | Some z => match fit (sum + z) with Some sum => from k (v + 1) sum | None => None end
              | None => None end
     end) k lo sum.
Proof.
  intros E. induction k as [|k IH]; intros lo sum; cbn [written_out sum_of]; [reflexivity|]. rewrite E.
  destruct (body lo) as [z|]; [|reflexivity]. destruct (fit (sum + z)); [apply IH|reflexivity].
Qed.
End Loops.

Theorem compile_spec s x : forall room e, value (compile room e x) s = evaluate e s x.
Proof.
  assert (C : forall room e a, (forall room e, value (compile room e a) s = evaluate e s a) ->
    condition (compile room e a) s = truth (evaluate e s a)) by (intros; rewrite condition_value; congruence).
  induction x; intros room e; cbn [compile evaluate].
  - reflexivity.
  - apply value_constant.
  - rewrite compile_read_spec. now rewrite IHx.
  - rewrite value_bool, C by assumption. destruct (truth (evaluate e s x)) as [[|]|]; reflexivity.
  - specialize (IHx room e). rewrite <- IHx. destruct (compile room e x); try reflexivity. cbn [value]. apply value_constant.
  - rewrite compile_operation_spec. now rewrite IHx1, IHx2.
  - rewrite value_bool, !C by assumption. destruct (truth (evaluate e s x1)) as [[|]|]; reflexivity.
  - rewrite value_bool, !C by assumption. destruct (truth (evaluate e s x1)) as [[|]|]; reflexivity.
  - rewrite value_bool, !C by assumption. destruct (truth (evaluate e s x1)) as [[|]|]; reflexivity.
  - pose proof (IHx1 room e) as E1. pose proof (IHx2 room e) as E2.
    destruct (compile room e x1) as [lo| | |]; try reflexivity. destruct (compile room e x2) as [hi| | |]; try reflexivity.
    cbv zeta. destruct (_ <=? room); [|reflexivity]. cbn [value] in E1, E2. rewrite <- E1, <- E2, value_bool.
    apply (all_of_spec s (fun v => evaluate ((n, v) :: e) s x3)). intro v. now apply C.
  - pose proof (IHx1 room e) as E1. pose proof (IHx2 room e) as E2.
    destruct (compile room e x1) as [lo| | |]; try reflexivity. destruct (compile room e x2) as [hi| | |]; try reflexivity.
    cbv zeta. destruct (_ <=? room); [|reflexivity]. cbn [value] in E1, E2. rewrite <- E1, <- E2, value_bool.
    apply (some_of_spec s (fun v => evaluate ((n, v) :: e) s x3)). intro v. now apply C.
  - pose proof (IHx1 room e) as E1. pose proof (IHx2 room e) as E2.
    destruct (compile room e x1) as [lo| | |]; try reflexivity. destruct (compile room e x2) as [hi| | |]; try reflexivity.
    cbv zeta. destruct (_ <=? room); [|reflexivity]. cbn [value] in E1, E2. rewrite <- E1, <- E2. cbn [value].
    apply (sum_of_spec s (fun v => evaluate ((n, v) :: e) s x3)). intro v. apply IHx3.
Qed.
Theorem compile_truth_spec e x s : compile_truth e x s = truth (evaluate e s x).
Proof. unfold compile_truth. now rewrite condition_value, compile_spec. Qed.

Lemma fitting_spec x a s : fitting x a s = match value a s with Some z => if in_range x z then Some z else None | None => None end.
Proof. destruct a; reflexivity. Qed.
Lemma fixed_targets_spec e s l : forall r, fixed_targets e l = Some r -> fixed_changes r s = changes e s l.
Proof.
  induction l as [|[[x i] a] l IH]; cbn [fixed_targets]; intros r H; [inversion H; reflexivity|].
  pose proof (compile_spec s i 4096 e) as Ei. destruct (compile 4096 e i) as [z| | |]; try discriminate. cbn [value] in Ei.
  destruct (cell x z) as [c|] eqn:Ec; [|discriminate]. destruct (fixed_targets e l) as [r'|] eqn:El; [|discriminate].
  inversion H; subst. cbn [fixed_changes changes]. rewrite <- Ei, fitting_spec, compile_spec, Ec, <- (IH r' eq_refl).
  destruct (evaluate e s a) as [v|]; [|reflexivity]. unfold in_range. now destruct (_ && _).
Qed.
Lemma fixed_changes_distinct l s : forall r, fixed_changes l s = Some r -> distinct r = distinct_cells l.
Proof.
  assert (X : forall c l r, fixed_changes l s = Some r ->
    existsb (fun y => Pos.eqb c (fst y)) r = existsb (fun y => Pos.eqb c (fst y)) l).
  { intros c. induction l0 as [|[d f] l0 IH]; cbn [fixed_changes]; intros r H; [inversion H; reflexivity|].
    destruct (f s); [|discriminate]. destruct (fixed_changes l0 s) eqn:E; [|discriminate]. inversion H; subst. cbn [existsb fst].
    now rewrite (IH _ eq_refl). }
  induction l as [|[c f] l IH]; cbn [fixed_changes]; intros r H; [inversion H; reflexivity|].
  destruct (f s); [|discriminate]. destruct (fixed_changes l s) eqn:E; [|discriminate]. inversion H; subst.
  cbn [distinct distinct_cells fst]. now rewrite (X c l _ E), (IH _ eq_refl).
Qed.
Lemma assign_fixed_spec l s : assign_fixed l s = match fixed_changes l s with Some r => Some (add_changes r s) | None => None end.
Proof.
  destruct l as [|[c f] [|x l]]; try reflexivity. cbn [assign_fixed fixed_changes]. destruct (f s); reflexivity.
Qed.
Lemma compiled_changes_spec e s l : compiled_changes (map (compile_target e) l) s = changes e s l.
Proof.
  induction l as [|[[x i] a] l IH]; [reflexivity|]. cbn [map compile_target compiled_changes changes].
  rewrite compile_spec, fitting_spec, compile_spec, IH. destruct (evaluate e s i) as [j|]; [|reflexivity].
  destruct (evaluate e s a) as [z|]; [|reflexivity]. unfold in_range. destruct (cell x j); destruct (_ && _); reflexivity.
Qed.
Theorem compile_assign_spec e l s : compile_assign e l s = assign e l s.
Proof.
  unfold compile_assign, assign. destruct (fixed_targets e l) as [r|] eqn:E.
  - rewrite <- (fixed_targets_spec e s l r E). destruct (distinct_cells r) eqn:D.
    + rewrite assign_fixed_spec. destruct (fixed_changes r s) as [c|] eqn:C; [|reflexivity].
      now rewrite (fixed_changes_distinct _ _ _ C), D.
    + destruct (fixed_changes r s) as [c|] eqn:C; [|reflexivity]. now rewrite (fixed_changes_distinct _ _ _ C), D.
  - unfold assign_compiled. now rewrite compiled_changes_spec.
Qed.
