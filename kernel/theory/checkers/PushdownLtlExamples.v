(* Formulas on a pushdown system, accepted and rejected by computation. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Instance Ltl Translation Formula Property RawPushdownLtl StackClasses CheckPushdownLtl PushdownProperty.
Import ListNotations.
Open Scope positive_scope.
Ltac ok := vm_compute; reflexivity.

(* locations p = 1, q = 2; symbols a = 1, b = 2; actions call = 1, return = 2:  p a -> q b a @call,  q b -> p @return,  p b -> p b *)
Definition D : actrules :=
  [(RRule 1 (LIn [1]) 2 (RPush (Sym 2) Same), Some 1); (RRule 2 (LIn [2]) 1 RPop, Some 2); (RRule 1 (LIn [2]) 1 (RSwap (Sym 2)), None)].
Definition A1 := RAut [(1, LIn [1], 3)] [] [3].                      (* {(p, a)} *)
Definition T : numbers := [(2, (1, 1, Some 1)); (3, (2, 1, Some 1))].

(** * G F @return holds *)
Definition returns := FGlobally (FFinally (FAtom 1)).
Definition never := Release Fls (Lit (false, 1)).
Definition P := Proof 1 [(1, [[]], 1); (1, [[(false, 1)]], 2); (2, [[(false, 1)]], 2)] [2]
  [Entry [Until Tru never] (Some 1) 2; Entry [never] (Some 2) 1] [(2, never)].
Definition H : head_list := [(2, [(1, [(1, (1, []))])]); (3, [(2, [(1, (1, [(1, 1, false)])); (2, (1, []))])])].
Definition S : start_list := [(xO 1, [(1, [(1, 1)])]); (xI 3, [(1, [])])].
Definition holds_with ats P H S := check_pds_holds 2 2 D A1 ats returns P [] [] T H S.
Example holds : holds_with [(1, AAction 2)] P H S = true. Proof. ok. Qed.
Example other_action : holds_with [(1, AAction 3)] P H S = false. Proof. ok. Qed.
Example head_missing : holds_with [(1, AAction 2)] P [(2, [(1, [(1, (1, []))])])] S = false. Proof. ok. Qed.
Example summary_missing : holds_with [(1, AAction 2)] P [(2, [(1, [(1, (1, []))])]); (3, [(2, [(1, (1, [])); (2, (1, []))])])] S = false.
Proof. ok. Qed.
Example start_missing : holds_with [(1, AAction 2)] P H [(xO 1, [(1, [])]); (xI 3, [(1, [])])] = false. Proof. ok. Qed.
Example rank_grows : holds_with [(1, AAction 2)] P [(2, [(1, [(1, (1, []))])]); (3, [(2, [(1, (2, [(1, 1, false)])); (2, (1, []))])])] S = false.
Proof. ok. Qed.
Example automaton_changed : holds_with [(1, AAction 2)]
  (Proof 1 [(1, [[]], 1); (1, [[(true, 1)]], 2); (2, [[(false, 1)]], 2)] [2] (p_entries P) (p_promises P)) H S = false.
Proof. ok. Qed.

(** * Runs that violate *)
Definition violated f ats stem loop := check_pds_violated 2 2 D A1 ats f [] [] T 1 [2] stem loop.
Definition never_returns := FGlobally (FNot (FAtom 1)).
Example violates : violated never_returns [(1, AAction 2)] [] (Some [1; 2]) = true. Proof. ok. Qed.
Example true_there : violated returns [(1, AAction 2)] [] (Some [1; 2]) = false. Proof. ok. Qed.
Example not_a_loop : violated never_returns [(1, AAction 2)] [] (Some [1]) = false. Proof. ok. Qed.
Example not_applicable : violated never_returns [(1, AAction 2)] [2] (Some [1; 2]) = false. Proof. ok. Qed.
Example does_not_stutter : violated never_returns [(1, AAction 2)] [1; 2] None = false. Proof. ok. Qed.

(** * A set: (p, a a* ) with an odd number of symbols; p a -> p a a *)
Definition DD : actrules := [(RRule 1 (LIn [1]) 1 (RPush Same Same), None)].
Definition odd := RAut [(1, LIn [1], 2); (2, LIn [1], 3); (3, LIn [1], 2)] [] [2].
Definition UU : list (positive * positive) := [(1, 2); (1, 3)].
(* class 1: even, from state 2; class 2: odd, from state 3 *)
Definition CC := [(1, [(1, [2])]); (2, [(1, [3])])].
Definition TT : numbers := [(2, (1, 1, Some 2)); (3, (1, 2, Some 1))].
Definition one := RAut [(1, LIn [1], 2)] [] [2].                     (* {(p, a)} *)
Definition grows_tracking U C T loop :=
  check_pds_violated 1 1 DD one [(1, ASet odd)] (FGlobally (FAtom 1)) U C T 1 [2] [] (Some loop).
Definition grows := grows_tracking UU.
Example not_always_odd : grows CC TT [1; 1] = true. Proof. ok. Qed.
Example class_differs : grows CC TT [1] = false. Proof. ok. Qed.
Example wrong_class : grows [(1, [(1, [2])]); (2, [(1, [2])])] TT [1; 1] = false. Proof. ok. Qed.
Example untracked : grows_tracking [(1, 2)] CC TT [1; 1] = false. Proof. ok. Qed.
(* without the symbol below there is no run to follow *)
Example table_lacks : grows CC [(2, (1, 1, Some 2))] [1; 1] = false. Proof. ok. Qed.

(* the empty stack stutters *)
Example stutters : check_pds_violated 1 1 [(RRule 1 (LIn [1]) 1 RPop, None)] one [(1, ATop 1)]
  (FGlobally (FAtom 1)) [] [] [(2, (1, 1, Some 1))] 1 [2] [1] None = true. Proof. ok. Qed.
