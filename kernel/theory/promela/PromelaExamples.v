(* Small models of Promela, whose states are counted by computation: each has a rule that is easy to get wrong. *)
From Coq Require Import List PArith NArith ZArith Bool FMapPositive.
From Custos Require Import Automaton PromelaSyntax PromelaPoints Promela PromelaModel.
Import ListNotations.
Local Open Scope Z_scope.

(* how many states there are after each number of steps, without those that were met before, up to 'depth' steps *)
Definition successors (G : program) (s : pstate) : list pstate :=
  flat_map (fun r => match r with Val y => [fst y] | _ => [] end) (pml_ends G (codes_of G) 100 s).
Definition add_new (l r : list pstate) : list pstate * list pstate :=
  fold_left (fun x s => if existsb (same_pstate s) (fst x) then x else (s :: fst x, s :: snd x)) r (l, []).
Fixpoint levels (G : program) (depth : nat) (known last : list pstate) : list nat :=
  match depth with
  | O => []
  | S depth => let (known, new) := add_new known (flat_map (successors G) last) in length new :: levels G depth known new
  end.
Definition counts (G : program) (depth : nat) : list nat :=
  match pml_initial G (codes_of G) with Val s => levels G depth [s] [s] | _ => [] end.

Definition x : reference := Ref false 1 NoIndex (Type_of TByte false).
Definition set (z : Z) : statement := SBasic (AAssign x (XNum z)).
Fixpoint in_order (s : statement) (l : list statement) : sequence :=
  match l with [] => SLast [] s | t :: l => SThen [] s (in_order t l) end.
Definition process (s : statement) (l : list statement) : proctype := Proctype (Some (in_order s l)) None 1 [] [].
Definition model (types : list proctype) : program := Program 1 [] [Shape 0 [TByte]] types (seq 0 (length types)) false false.

(* x = 1; x = 2: two steps, and the end of the process is a third (sections 0 and 9) *)
Example assignments : counts (model [process (set 1) [set 2]]) 4 = [1; 1; 1; 0]%nat.
Proof. reflexivity. Qed.
(* atomic { x = 1; x = 2 } is one step (section 6) *)
Example atomics : counts (model [process (SAtomic (in_order (set 1) [set 2])) []]) 3 = [1; 1; 0]%nat.
Proof. reflexivity. Qed.
(* do :: x = 1 :: break od: a break that an option begins with is a step (section 4) *)
Example breaks : counts (model [process (SDo (MoreOptions (SLast [] (set 1)) (MoreOptions (SLast [] SBreak) NoOption))) []]) 4 = [2; 2; 1; 0]%nat.
Proof. reflexivity. Qed.
(* d_step { if :: x = 1 :: x = 2 fi; x = x + 10 } takes the first option (section 7) *)
Example d_steps :
  counts (model [process (SDstep (in_order (SIf (MoreOptions (SLast [] (set 1)) (MoreOptions (SLast [] (set 2)) NoOption)))
                                            [SBasic (AAssign x (XBinary BAdd (XRead x) (XNum 10)))])) []]) 3 = [1; 1; 0]%nat.
Proof. reflexivity. Qed.
(* { x = 1; x = 2 } unless { x == 1 -> x = 9 }: the escape is taken before x = 2 (section 8) *)
Example escapes : counts (model [process (SUnless (in_order (set 1) [set 2]) (in_order (SBasic (ATest (XBinary BEq (XRead x) (XNum 1)))) [set 9])) []]) 5
  = [1; 1; 1; 1; 0]%nat.
Proof. reflexivity. Qed.
(* x = 300 is cut to a byte, and 7 is true (section 12) *)
Example cuts : (store_as (Type_of TByte false) 300, store_as (Type_of TBit false) 6, store_as (Type_of TBit true) 3, store_as (Type_of TShort false) 40000, is_true 7)
  = (44, 0, 3, -25536, true).
Proof. reflexivity. Qed.
(* -7 / 2, -7 % 2, 1 << 33, -1 >> 1, 2^31 (section 12) *)
Example numbers : (apply_binary BDiv (-7) 2, apply_binary BMod (-7) 2, apply_binary BShiftLeft 1 33, apply_binary BShiftRight (-1) 1, apply_binary BAdd 2147483647 1)
  = (Val (-3), Val (-1), Val 2, Val (-1), Val (-2147483648)).
Proof. reflexivity. Qed.
