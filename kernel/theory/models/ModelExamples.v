(* Formulas, transition systems and programs: evidence that is accepted and evidence that is refused, by computation. *)
From Coq Require Import List PArith NArith ZArith Bool FMapPositive MSetPositive.
From Custos Require Import Automaton Ltl LtlLasso Translation CheckTranslation Formula Property FiniteModel Lts Gcl GclModel.
Import ListNotations.
Open Scope positive_scope.
Ltac ok := vm_compute; reflexivity.

(** * Formulas: 1 in the stem, then 2 for ever *)
Definition p := FAtom 1.
Definition q := FAtom 2.
Definition letters (l : list positive) : letter := buildset l.
Definition on (f : raw) : bool := eval_raw [letters [1]] (letters [2]) [] f.
Example formulas_true : forallb on
  [FTrue; p; FNot q; FOr p q; FImplies p (FNext q); FXor p q; FNot (FEquiv p q); FEquiv p (FNot q); FFinally q; FNext (FGlobally q);
   FUntil p q; FWeak p q; FNot (FWeak p FFalse); FNot (FStrong p q); FStrong (FNext q) p; FNot (FRelease p q); FRelease q (FOr p q);
   FFinally (FGlobally q); FNot (FGlobally p)] = true. Proof. ok. Qed.
Example formulas_false : forallb (fun f => negb (on f))
  [FFalse; q; FAnd p q; FEquiv p q; FNext p; FRelease p q; FStrong p q; FGlobally (FOr p (FNext p)); FFinally (FAnd p q)] = true.
Proof. ok. Qed.

(** * Automata of negations *)
(* G F p; the negation F G !p: wait in 1, then !p for ever in 2 *)
Definition always_again := FGlobally (FFinally p).
Definition never := Release Fls (Lit (false, 1)).
Definition until_never := Proof 1 [(1, [[]], 1); (1, [[(false, 1)]], 2); (2, [[(false, 1)]], 2)] [2]
  [Entry [Until Tru never] (Some 1) 2; Entry [never] (Some 2) 1] [(2, never)].
Example negation : check_negation always_again until_never = true. Proof. ok. Qed.
Example negation_other : check_negation (FFinally p) until_never = false. Proof. ok. Qed.
(* without the loop at 1 *)
Example negation_lost : check_negation always_again
  (Proof 1 [(1, [[(false, 1)]], 2); (2, [[(false, 1)]], 2)] [2] (p_entries until_never) (p_promises until_never)) = false. Proof. ok. Qed.
(* G !p; the negation F p *)
Definition avoids := FGlobally (FNot p).
Definition meets_p := Proof 1 [(1, [[]], 1); (1, [[(true, 1)]], 2); (2, [[]], 2)] [2]
  [Entry [Until Tru (Lit (true, 1))] (Some 1) 2; Entry [] (Some 2) 1] [(2, Lit (true, 1))].
Example negation_avoids : check_negation avoids meets_p = true. Proof. ok. Qed.
(* F p; the negation G !p *)
Definition without_p := Proof 1 [(1, [[(false, 1)]], 1)] [1] [Entry [never] (Some 1) 1] [].
Example negation_finally : check_negation (FFinally p) without_p = true. Proof. ok. Qed.

(** * Transition systems *)
Definition circle := lts_model (Lts [1] [(1, None, 2); (2, None, 1)] [(1, [2])]).
Example circle_holds : check_holds circle always_again until_never [(1, [(1, 2)]); (2, [(1, 2); (2, 1)])] = true. Proof. ok. Qed.
Example circle_ungrouped : check_holds circle always_again until_never [(2, [(2, 1)]); (1, [(1, 2)]); (2, [(1, 2)])] = true. Proof. ok. Qed.
Example circle_pair_missing : check_holds circle always_again until_never [(1, [(1, 2)]); (2, [(1, 2)])] = false. Proof. ok. Qed.
Example circle_no_start : check_holds circle always_again until_never [(2, [(1, 2); (2, 1)])] = false. Proof. ok. Qed.
Example circle_rank_grows : check_holds circle always_again until_never [(1, [(1, 2)]); (2, [(1, 3); (2, 1)])] = false. Proof. ok. Qed.
Example circle_violated : check_violated circle (FFinally (FGlobally p)) [] [(1, None); (2, None)] = true. Proof. ok. Qed.
Example circle_not_violated : check_violated circle always_again [] [(1, None); (2, None)] = false. Proof. ok. Qed.
Example circle_no_stutter : check_violated circle (FFinally p) [] [(1, None)] = false. Proof. ok. Qed.
Example circle_not_initial : check_violated circle (FFinally (FGlobally p)) [] [(2, None); (1, None)] = false. Proof. ok. Qed.
Example circle_safe : check_safe circle [1; 2] = true. Proof. ok. Qed.
Example circle_open : check_safe circle [1] = false. Proof. ok. Qed.
(* 1 -> 2, where the run ends: 2 is repeated *)
Definition stop (at_p : positive) := lts_model (Lts [1] [(1, None, 2)] [(1, [at_p])]).
Example stop_holds : check_holds (stop 2) always_again until_never [(1, [(1, 2)]); (2, [(1, 2); (2, 1)])] = true. Proof. ok. Qed.
Example stop_holds_not : check_holds (stop 1) always_again until_never [(1, [(1, 2)]); (2, [(1, 2); (2, 1)])] = false. Proof. ok. Qed.
Example stop_violated : check_violated (stop 1) always_again [(1, None)] [(2, None)] = true. Proof. ok. Qed.
Example stop_no_way_back : check_violated (stop 1) always_again [] [(1, None); (2, None)] = false. Proof. ok. Qed.
(* atom 1 is an action: it holds at the position that the step leaves, not where the run stutters *)
Definition once := lts_model (Lts [1] [(1, Some 1, 2)] []).
Example action_holds : check_holds once (FFinally p) without_p [(1, [(1, 1)])] = true. Proof. ok. Qed.
Example action_violated : check_violated once always_again [(1, Some 1)] [(2, None)] = true. Proof. ok. Qed.
Example action_missing : check_violated once always_again [(1, None)] [(2, None)] = false. Proof. ok. Qed.
Example action_stuttering : check_violated once always_again [(1, Some 1)] [(2, Some 1)] = false. Proof. ok. Qed.

(** * Programs *)
Open Scope Z_scope.
Definition z1 := ENum 1.
Definition x := Declared 1 1 0 2.                 (* VAR x : 0..2 *)
Definition rx := ERead x (ENum 0).
Definition to_x (e : expr) := CAssign [(x, ENum 0, e)].
Definition at_ (n : N) (l : list Z) : gstate := (n, make_store l).
Definition model_of (c : command) (l : list Z) (atoms : list (positive * expr)) : model gstate :=
  gcl_model (match expand_command [] c with Some t => t | None => TSkip end) (make_store l) atoms.
Definition next_of (c : command) (l : list Z) (x : gstate) : option (list (option positive * list Z)) :=
  match m_next (model_of c l []) x with
  | Some r => Some (map (fun y => (None, Z.of_N (fst (snd y)) ::
      map (fun k => match PM.find (Pos.of_nat k) (snd (snd y)) with Some z => z | None => -1 end) (seq 1 (length l)))) r)
  | None => None end.

(* WHILE x < 2 DO x := x + 1 END: points 0, 1, and 2 is the end *)
Definition counter := CWhile (EOp OLt rx (ENum 2)) (to_x (EOp OAdd rx z1)).
Example counter_loop : next_of counter [0] (at_ 0 [0]) = Some [(None, [0; 1])]. Proof. ok. Qed.
Example counter_leaves : next_of counter [0] (at_ 0 [2]) = Some [(None, [2; 2])]. Proof. ok. Qed.
Example counter_end : next_of counter [0] (at_ 2 [2]) = Some []. Proof. ok. Qed.
Definition counter_states := [at_ 0 [0]; at_ 0 [1]; at_ 0 [2]; at_ 2 [2]].
Example counter_safe : check_safe (model_of counter [0] []) counter_states = true. Proof. ok. Qed.
Example counter_open : check_safe (model_of counter [0] []) (tl (rev counter_states)) = false. Proof. ok. Qed.
(* G F (x = 2): the program ends with x = 2 *)
Definition counter_product : list (gstate * list (positive * positive)) :=
  map (fun s => (s, [(1, 2); (2, 1)]%positive)) (skipn 2 counter_states) ++
  [(at_ 0 [0], [(1, 5)]%positive); (at_ 0 [1], [(1, 4); (2, 3)]%positive)].
Definition is_two := [(1%positive, EOp OEq rx (ENum 2))].
Example counter_holds : check_holds (model_of counter [0] is_two) always_again until_never counter_product = true. Proof. ok. Qed.
Example counter_holds_not : check_holds (model_of counter [0] is_two) always_again until_never (tl counter_product) = false. Proof. ok. Qed.
Example counter_violated : check_violated (model_of counter [0] is_two) (FGlobally (FImplies p (FNext (FNot p))))
  [(at_ 0 [0], None); (at_ 0 [1], None); (at_ 0 [2], None)] [(at_ 2 [2], None)] = true. Proof. ok. Qed.
Example counter_jump : check_violated (model_of counter [0] is_two) (FGlobally (FImplies p (FNext (FNot p))))
  [(at_ 0 [0], None); (at_ 0 [2], None)] [(at_ 2 [2], None)] = false. Proof. ok. Qed.

(* WHILE TRUE DO x := x + 1 END: a fault where x = 2, out of range *)
Definition endless := CWhile z1 (to_x (EOp OAdd rx z1)).
Example endless_unsafe : check_unsafe (model_of endless [0] []) [at_ 0 [0]; at_ 0 [1]; at_ 0 [2]] = true. Proof. ok. Qed.
Example endless_not_yet : check_unsafe (model_of endless [0] []) [at_ 0 [0]; at_ 0 [1]] = false. Proof. ok. Qed.
Example endless_safe_not : check_safe (model_of endless [0] []) [at_ 0 [0]; at_ 0 [1]; at_ 0 [2]] = false. Proof. ok. Qed.
Example faulty_pair : check_holds (model_of endless [0] [(1%positive, ENum 0)]) avoids meets_p
  (map (fun s => (s, [(1, 1)]%positive)) [at_ 0 [0]; at_ 0 [1]; at_ 0 [2]]) = false. Proof. ok. Qed.

(* IF [] x = 0 -> SKIP; x := 1 [] x = 1 -> SKIP FI; x := 2. Points: 0 the choice, 1 SKIP, 2 x := 1, 3 SKIP, 4 x := 2, 5 the end *)
Definition choice := CSeq (CSelect [Branch [] (EOp OEq rx (ENum 0)) (CSeq CSkip (to_x z1)); Branch [] (EOp OEq rx z1) CSkip]) (to_x (ENum 2)).
Example choice_first : next_of choice [0] (at_ 0 [0]) = Some [(None, [2; 0])]. Proof. ok. Qed.
Example choice_joins : next_of choice [0] (at_ 2 [0]) = Some [(None, [4; 1])]. Proof. ok. Qed.
Example choice_second : next_of choice [0] (at_ 0 [1]) = Some [(None, [4; 1])]. Proof. ok. Qed.
Example choice_last : next_of choice [0] (at_ 4 [1]) = Some [(None, [5; 2])]. Proof. ok. Qed.
(* no guard is true: the run ends *)
Example choice_none : next_of choice [2] (at_ 0 [2]) = Some []. Proof. ok. Qed.
Example choice_stutters : check_violated (model_of choice [2] [(1%positive, EOp OEq rx z1)]) (FFinally p) [] [(at_ 0 [2], None)] = true. Proof. ok. Qed.
(* a guard behind a true one faults: the state is faulty *)
Definition halves := CSelect [Branch [] z1 CSkip; Branch [] (EOp OEq (EOp ODiv z1 rx) z1) CSkip].
Example halves_fault : next_of halves [0] (at_ 0 [0]) = None. Proof. ok. Qed.
Example halves_both : next_of halves [1] (at_ 0 [1]) = Some [(None, [3; 1]); (None, [3; 1])]. Proof. ok. Qed.
(* IF x = 0 THEN WHILE x < 2 DO x := 2 END ELSE SKIP END *)
Definition nested := CIf (EOp OEq rx (ENum 0)) (CWhile (EOp OLt rx (ENum 2)) (to_x (ENum 2))) CSkip.
Example nested_then : next_of nested [0] (at_ 0 [0]) = Some [(None, [1; 2])]. Proof. ok. Qed.
Example nested_leaves : next_of nested [0] (at_ 1 [2]) = Some [(None, [4; 2])]. Proof. ok. Qed.
Example nested_else : next_of nested [1] (at_ 0 [1]) = Some [(None, [4; 1])]. Proof. ok. Qed.

(* arrays: VAR a[3] : 0..5. IF [] i IN 0..1 : j IN i+1..2 : a[i] > a[j] -> a[i], a[j] := a[j], a[i] FI *)
Definition a := Declared 1 3 0 5.
Definition i := EName 1. Definition j := EName 2.
Definition swap := CSelect [Branch [(1%positive, ENum 0, z1); (2%positive, EOp OAdd i z1, ENum 2)] (EOp OGt (ERead a i) (ERead a j))
  (CAssign [(a, i, ERead a j); (a, j, ERead a i)])].
Example swap_size : option_map tree_size (expand_command [] swap) = Some 4%N. Proof. ok. Qed.
Example swap_all : next_of swap [3; 2; 1] (at_ 0 [3; 2; 1]) = Some [(None, [4; 2; 3; 1]); (None, [4; 1; 2; 3]); (None, [4; 3; 1; 2])]. Proof. ok. Qed.
Example swap_sorted : next_of swap [1; 2; 3] (at_ 0 [1; 2; 3]) = Some []. Proof. ok. Qed.
Example same_cell_twice : next_of (CAssign [(a, z1, z1); (a, EOp OSub (ENum 2) z1, z1)]) [0; 0; 0] (at_ 0 [0; 0; 0]) = None. Proof. ok. Qed.
Example out_of_bounds : next_of (CAssign [(a, ENum 3, z1)]) [0; 0; 0] (at_ 0 [0; 0; 0]) = None. Proof. ok. Qed.
Example out_of_range : next_of (CAssign [(a, ENum 2, ENum 6)]) [0; 0; 0] (at_ 0 [0; 0; 0]) = None. Proof. ok. Qed.

(* expressions *)
Definition value (l : list Z) (e : expr) := evaluate [] (make_store l) e.
Example all_positive : value [1; 2; 3] (EForall 1 (ENum 0) (ENum 2) (EOp OGt (ERead a i) (ENum 0))) = Some 1. Proof. ok. Qed.
Example not_all : value [1; 0; 3] (EForall 1 (ENum 0) (ENum 2) (EOp OGt (ERead a i) (ENum 0))) = Some 0. Proof. ok. Qed.
Example all_of_none : value [] (EForall 1 z1 (ENum 0) (ENum 0)) = Some 1. Proof. ok. Qed.
Example stops_before_fault : value [1; 0; 3] (EForall 1 (ENum 0) (ENum 5) (EOp OGt (ERead a i) (ENum 0))) = Some 0. Proof. ok. Qed.
Example meets_fault : value [1; 1; 3] (EForall 1 (ENum 0) (ENum 5) (EOp OGt (ERead a i) (ENum 0))) = None. Proof. ok. Qed.
Example some_two : value [1; 2; 3] (EExists 1 (ENum 0) (ENum 5) (EOp OEq (ERead a i) (ENum 2))) = Some 1. Proof. ok. Qed.
Example none_four : value [1; 2; 3] (EExists 1 (ENum 0) (ENum 2) (EOp OEq (ERead a i) (ENum 4))) = Some 0. Proof. ok. Qed.
Example sum : value [1; 2; 3] (ESum 1 (ENum 0) (ENum 2) (EOp OMul i (ERead a i))) = Some 8. Proof. ok. Qed.
Example floor : (value [] (EOp ODiv (ENum (-7)) (ENum 2)), value [] (EOp OMod (ENum (-7)) (ENum 2))) = (Some (-4), Some 1). Proof. ok. Qed.
Example by_zero : value [] (EOp OMod z1 (ENum 0)) = None. Proof. ok. Qed.
Example short_and : value [] (EAnd (ENum 0) (EOp ODiv z1 (ENum 0))) = Some 0. Proof. ok. Qed.
Example short_or : value [] (EOr z1 (EOp ODiv z1 (ENum 0))) = Some 1. Proof. ok. Qed.
Example short_implies : value [] (EImplies (ENum 0) (EOp ODiv z1 (ENum 0))) = Some 1. Proof. ok. Qed.
Example too_large : value [] (EOp OAdd (ENum 9223372036854775807) z1) = None. Proof. ok. Qed.
Example largest : value [] (EOp OAdd (ENum 9223372036854775806) z1) = Some 9223372036854775807. Proof. ok. Qed.
Example least : value [] (ENeg (EOp OSub (ENeg (ENum 9223372036854775807)) z1)) = None. Proof. ok. Qed.
Example not_a_truth : value [] (ENot (ENum 2)) = None. Proof. ok. Qed.
Example unbound : value [] (EName 1) = None. Proof. ok. Qed.
