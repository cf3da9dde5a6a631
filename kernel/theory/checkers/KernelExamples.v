(* Evidence that the checkers of the kernel accept and reject, by computation: their theorems are not empty.
   Controls 1, 2, 3; symbols 1, 2. Tagged states: xO p is control location p, xI q the set's own state q. *)
From Coq Require Import List PArith ZArith Bool.
From Custos Require Import Instance Reduction Rows CheckBackward CheckForward CheckDerivation.
Import ListNotations.
Open Scope positive_scope.
Local Ltac ok := vm_compute; reflexivity.

(* 1: (1,1) -> (2, 2 1)   2: (2, any) -> (2, e)   3: (3,1) -> (1, 1), never used from (1, 1) *)
Definition D := [RRule 1 (LIn [1]) 2 (RPush (Sym 2) Same); RRule 2 (LNot []) 2 RPop; RRule 3 (LIn [1]) 1 (RSwap Same)].
Definition A1 := RAut [(1, LIn [1], 4)] [] [4].                 (* {(1, 1)} *)
Definition A2 := RAut [(5, LIn [1], 4)] [(2, 5)] [4].           (* {(2, 1)}, by an e-edge *)
Definition A3 := RAut [(3, LNot [], 4)] [] [4].                 (* {(3, 1), (3, 2)} *)

(** * Derivations: (1, 1) reaches (2, 1) *)
Definition W := combine D [[1%Z; 10%Z]; [2%Z; 20%Z]; [4%Z; 40%Z]].
Definition facts := [FRule 2 2 (xO 2) 1 1; FEdge (xO 2) 1 (xI 4); FRule 1 1 (xI 4) 1 2].
Example derivation : derivation_weight 3 2 W A1 A2 facts 1 [(3, 4)] = Some [3%Z; 30%Z]. Proof. ok. Qed.
Example derivation_unweighted : derivation_weight 3 2 (map (fun r => (r, [])) D) A1 A2 facts 1 [(3, 4)] = Some []. Proof. ok. Qed.
Example no_such_edge : derivation_weight 3 2 W A1 A3 facts 1 [(3, 4)] = None. Proof. ok. Qed.
Example later_premise : derivation_weight 3 2 W A1 A2 [FRule 1 1 (xI 4) 2 3; FRule 2 2 (xO 2) 1 1; FEdge (xO 2) 1 (xI 4)] 1 [(1, 4)] = None.
Proof. ok. Qed.
Example head_differs : derivation_weight 3 2 W A1 A2 [FRule 1 2 (xO 2) 1 1] 1 [] = None. Proof. ok. Qed.
Example not_a_control : derivation_weight 1 2 W A1 A2 facts 1 [(3, 4)] = None. Proof. ok. Qed.

(* a certificate with a class of its own for each row *)
Definition each (rows : list ((positive * positive) * list positive)) : certificate :=
  let numbered := combine (map Pos.of_succ_nat (seq 0 (length rows))) rows in
  Certificate (map (fun x => (fst x, snd (snd x))) numbered) (map (fun x => (fst (snd x), fst x)) numbered) [].

(** * Backward: (1, 1) does not reach control 3 *)
Definition rows3 := [((xO 3, 1), [xI 4]); ((xO 3, 2), [xI 4])].
Definition U3 := [xO 3; xI 4].
Example backward : check_backward 3 2 D A1 A3 None (each rows3) U3 [(xO 1, xO 1)] = true. Proof. ok. Qed.
Example edge_missing : check_backward 3 2 D A1 A3 None (each [((xO 3, 1), [xI 4])]) U3 [(xO 1, xO 1)] = false. Proof. ok. Qed.
Example not_useful : check_backward 3 2 D A1 A3 None (each rows3) [xI 4] [(xO 1, xO 1)] = false. Proof. ok. Qed.
Example useful_forgets : check_backward 3 2 D A1 A3 None (each []) [xO 3] [(xO 1, xO 1)] = false. Proof. ok. Qed.
Example pair_missing : check_backward 3 2 D A1 A3 None (each rows3) U3 [] = false. Proof. ok. Qed.
(* (2, 1) is reachable: closing the certificate makes the product accept *)
Definition rows2 := [((xO 2, 1), [xI 4; xO 2]); ((xO 2, 2), [xO 2]); ((xI 5, 1), [xI 4])].
Definition U2 := [xO 1; xO 2; xO 3; xI 2; xI 4; xI 5].
Example not_closed : check_backward 3 2 D A1 A2 None (each rows2) U2 [(xO 1, xO 1)] = false. Proof. ok. Qed.
Example accepting_pair : check_backward 3 2 D A1 A2 None (each (((xO 1, 1), [xI 4; xO 2]) :: ((xO 3, 1), [xI 4; xO 2]) :: rows2)) U2
  [(xO 1, xO 1); (xI 4, xI 4); (xI 4, xO 2)] = false. Proof. ok. Qed.
(* the same certificate separates A2 from (2, 2) without the e-edge's symbol below *)
Definition B1 := RAut [(2, LIn [2], 4)] [] [4].                 (* {(2, 2)} *)
Example closed : check_backward 3 2 D B1 A2 None (each (((xO 1, 1), [xI 4; xO 2]) :: ((xO 3, 1), [xI 4; xO 2]) :: rows2)) U2
  [(xO 2, xO 2); (xI 4, xO 2)] = true. Proof. ok. Qed.

(** * The head reduction: from (1, 1) no configuration is in control 3, so no row is needed for it *)
Definition red := Reduction [(1, 1); (2, 2)] [2] [1].
Definition A4 := RAut [(2, LIn [2], 6); (6, LIn [2], 4)] [] [4].  (* {(2, 2 2)} *)
Definition rows4 := [((xO 2, 2), [xO 2; xI 6]); ((xO 2, 1), [xO 2]); ((xI 6, 2), [xI 4])].
Definition U4 := [xO 2; xI 6; xI 4].
Definition D4 := D ++ [RRule 3 (LNot []) 2 (RSwap (Sym 2))].
Example needs_reduction : check_backward 3 2 D4 A1 A4 None (each rows4) U4 [(xO 1, xO 1)] = false. Proof. ok. Qed.
Example reduced : check_backward 3 2 D4 A1 A4 (Some red) (each (((xO 1, 1), [xO 2]) :: rows4)) (xO 1 :: U4)
  [(xO 1, xO 1); (xI 4, xO 2)] = true. Proof. ok. Qed.
Example reduction_too_small : check_backward 3 2 D4 A1 A4 (Some (Reduction [(1, 1); (2, 2)] [2] [])) (each (((xO 1, 1), [xO 2]) :: rows4)) (xO 1 :: U4)
  [(xO 1, xO 1); (xI 4, xO 2)] = false. Proof. ok. Qed.

(** * Forward: what (1, 1) reaches, with a state xI 6 of the certificate alone *)
Definition post := [((xO 1, 1), [xI 4]); ((xO 2, 2), [xI 6]); ((xI 6, 1), [xI 4]); ((xO 2, 1), [xI 4])].
Definition starts2 := [(2, xI 6); (2, xI 4)].
Example start_pair_missing : check_forward 3 2 D A1 A3 starts2 (each post) [xO 1; xI 4] [] [] = false. Proof. ok. Qed.
Example forward : check_forward 3 2 D A1 A3 starts2 (each post) [xO 1; xI 4] [((2, 2), xI 6)] [(xO 3, xO 3)] = true. Proof. ok. Qed.
Example forward_no_hint : check_forward 3 2 D A1 A3 starts2 (each post) [xO 1; xI 4] [] [(xO 3, xO 3)] = true. Proof. ok. Qed.
Example not_saturated : check_forward 3 2 D A1 A3 starts2 (each (removelast post)) [xO 1; xI 4] [] [(xO 3, xO 3)] = false. Proof. ok. Qed.
Example pop_missing : check_forward 3 2 D A1 A3 [(2, xI 6)] (each post) [xO 1; xI 4] [] [(xO 3, xO 3)] = false. Proof. ok. Qed.
Example useless_initial : check_forward 3 2 D A1 A3 starts2 (each post) [xI 4] [] [(xO 3, xO 3)] = false. Proof. ok. Qed.
Example reaches : check_forward 3 2 D A1 A2 starts2 (each post) [xO 1; xI 4] []
  [(xO 2, xO 2); (xO 2, xI 6); (xO 2, xI 4); (xI 4, xI 4)] = false. Proof. ok. Qed.

(** * Classes: shared, with an inclusion claimed that holds, one that does not, and one of no class *)
Definition shared := Certificate [(1, [xI 4]); (2, [xI 6])] [((xO 1, 1), 1); ((xO 2, 2), 2); ((xI 6, 1), 1); ((xO 2, 1), 1)].
Example forward_shared : check_forward 3 2 D A1 A3 starts2 (shared [(1, 1); (1, 2); (3, 1)]) [xO 1; xI 4] [] [(xO 3, xO 3)] = true. Proof. ok. Qed.
(* the class that a row needs is another: not helped by a claim that it includes the first *)
Definition wrong := Certificate [(1, [xI 4]); (2, [xI 6])] [((xO 1, 1), 1); ((xO 2, 2), 2); ((xI 6, 1), 1); ((xO 2, 1), 2)].
Example forward_wrong_class : check_forward 3 2 D A1 A3 starts2 (wrong [(1, 2)]) [xO 1; xI 4] [] [(xO 3, xO 3)] = false. Proof. ok. Qed.
Example forward_no_class : check_forward 3 2 D A1 A3 starts2 (Certificate [(2, [xI 6])] (c_rows (shared [])) []) [xO 1; xI 4] []
  [(xO 3, xO 3)] = false. Proof. ok. Qed.
