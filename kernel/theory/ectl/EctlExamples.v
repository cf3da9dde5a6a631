(* Evidence about extended CTL, accepted and rejected by computation. *)
From Coq Require Import List PArith Bool.
From Custos Require Import Ectl Keys Pops Lives EctlKinds EctlLts Monitor Refinement EctlPds EctlPdsSound.
Import ListNotations.
Open Scope positive_scope.
Ltac ok := vm_compute; reflexivity.

(* s = 1 has p = 1, t = 2 has q = 2; s -a-> s, s -b-> t; a = 1, b = 2. A: words a*b; its state 2 accepts. *)
Definition M := Lts [(1, 1, 1); (1, 2, 2)] [(1, 1); (2, 2)].
Definition A := Finite [(1, 1, 1); (1, 2, 2)] [2].
Definition reach e := check_ectl_lts M [1; 2] (CEU A e (CProp 1) (CProp 2)).
Example until_decided : reach (Evidence [] [((1, 1), 1, LMove (2, 2) (Rewrite 1))] []) = Some [Some true; Some false]. Proof. ok. Qed.
Example by_itself : reach (Evidence [] [((1, 1), 1, LMove (1, 1) (Rewrite 1))] []) = None. Proof. ok. Qed.
Example not_closed : reach (Evidence [] [] [((1, 1), 1)]) = None. Proof. ok. Qed.
Example nothing_said : reach (Evidence [] [] []) = Some [None; Some false]. Proof. ok. Qed.
(* E(q R p): stay in s for ever; at t the path ends, and p does not hold *)
Definition stay e := check_ectl_lts M [1; 2] (CER Every e (CProp 2) (CProp 1)).
Example release_decided : stay (Evidence [] [((1, 1), 1, LMove (1, 1) (Rewrite 1))] []) = Some [Some true; Some false]. Proof. ok. Qed.
Example dies_before_itself : stay (Evidence [] [] [((1, 1), 1)]) = None. Proof. ok. Qed.
(* A must be deterministic for Release, not for Until *)
Definition N := Finite [(1, 1, 1); (1, 1, 2)] [2].
Example not_deterministic : check_ectl_lts M [1; 2] (CER N (Evidence [] [] []) CFalse CTrue) = None. Proof. ok. Qed.
Example nondeterministic_until : check_ectl_lts M [2] (CEU N (Evidence [] [] []) CFalse CTrue) = Some [Some false]. Proof. ok. Qed.

(* s = 1, t = 2; _ = 1, a = 2: s _ -> s a _, s a -> t, s a -> s a; q = 1 holds at <t, _>. EF q at <s, a>: only with _ below. *)
Definition S := Pds [(1, 1, 1, (1, Push 2)); (1, 2, 2, (2, Pop)); (1, 2, 3, (1, Rewrite 2))] [(1, (2, 1))].
Definition m0 := [(1, Monitor 2 [(2, 1, 2); (2, 2, 2)])].
Definition bottom := key 1 2.
Definition top := key 2 2.
Definition table := Evidence [((1, 1), top, (1, 2), ByPop)] [((1, 1), bottom, LBelow (1, 1) top (1, 2))] [((1, 1), top); ((1, 2), top)].
Definition finds e asked := check_ectl_pds S m0 (OEU Every e (PTrue 1) (PProp 1 1)) asked.
Example stacks : finds table [(1, [1]); (1, [2]); (1, [2; 1]); (2, [1]); (2, [])] = Some [Some true; Some false; Some true; Some true; Some false].
Proof. ok. Qed.
Example pop_missing : finds (Evidence [] [] [((1, 1), top)]) [] = None. Proof. ok. Qed.
