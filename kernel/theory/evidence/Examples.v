(* Evidence accepted and rejected by computation: the statements of the other files are not empty. *)
From Coq Require Import List PArith Bool FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Backward Trace Oracle Separate Instance
  Derivation Forward Listing PostStar ForwardComplete RawEvidence.
Import ListNotations.
Open Scope positive_scope.
Local Ltac ok := vm_compute; reflexivity.

(* 1: (1,1) -> (2, 2 1)   2: (2,2) -> (3, e)   3: (3,1) -> (1, 1)   4: (1,1) -> (1, e) *)
Definition D := [Rule 1 1 2 (Push 2 1); Rule 2 2 3 Pop; Rule 3 1 1 (Swap 1); Rule 1 1 1 Pop].
Definition A1 := PAut [(1,1,5)] [5].                        (* {(1, 1)} *)
Definition A2 := PAut [(3,1,6);(6,1,6)] [6].                (* {(3, 1 1* )} *)

(** * The oracle, and a trace *)
Example oracle_yes : oracle 3 D A1 A2 = Some true. Proof. ok. Qed.
Example oracle_no : oracle 3 (tl D) A1 A2 = Some false. Proof. ok. Qed.
Example trace_yes : check_trace 3 D A1 A2 (1,[1]) [1;2] = true. Proof. ok. Qed.
Example trace_other : check_trace 3 D A1 A2 (1,[1]) [1;2;3] = false. Proof. ok. Qed.
Example trace_stuck : check_trace 3 D A1 A2 (1,[1]) [2;1] = false. Proof. ok. Qed.

(** * Derivations; c p is the control location p, a q the state q of A2 *)
Definition c (p : positive) := xO p.
Definition a (q : positive) := xI q.
(* (2,2) -> c 3 by rule 2, then (1,1) -> a 6 by rule 1 through c 3 and the edge (3,1,6) of A2 *)
Definition der := [Dent 2 1 (c 3); Dent 1 (c 3) (a 6)].
Example derive_yes : check_derive 3 D A1 A2 der 1 [(1,5,a 6)] = true. Proof. ok. Qed.
Example derive_order : check_derive 3 D A1 A2 (rev der) 1 [(1,5,a 6)] = false. Proof. ok. Qed.
Example derive_gap : check_derive 3 D A1 A2 (tl der) 1 [(1,5,a 6)] = false. Proof. ok. Qed.

(* an edge of the final automaton into the state 2, where rule 2 starts: the oracle does not answer, unless the states
   are separated; (1, 1 2) must not be derived by taking the state 2 for the control location 2 *)
Definition A1s := PAut [(1,1,5);(5,2,7)] [7].
Definition A1t := PAut [(2,2,5)] [5].
Definition A2s := PAut [(1,1,2);(3,1,6)] [3].
Example shared_none : oracle 3 D A1s A2s = None. Proof. ok. Qed.
Example shared_no : oracle_any 3 D A1s A2s = Some false. Proof. ok. Qed.
Example shared_yes : oracle_any 3 D A1t A2s = Some true. Proof. ok. Qed.
Example shared_derive_no : check_derive 3 D A1s A2s [Dent 2 1 (c 3)] 1 [(1,5,a 2);(2,7,c 3)] = false. Proof. ok. Qed.
Example shared_derive_yes : check_derive 3 D A1t A2s [Dent 2 1 (c 3)] 2 [(2,5,c 3)] = true. Proof. ok. Qed.

(** * Backward certificates *)
(* pre* of A2 without rule 1 *)
Definition CB := PAut (triples (pre_star_exec (tl D) (tr A2))) (fin A2).
Definition RB := pair_list (prod_exec 3 A1 (pre_star_exec (tl D) (tr A2)) (pre_states (tl D) (tr A2))).
Example backward_yes : check_unreach 3 (tl D) A1 A2 CB RB = true. Proof. ok. Qed.
Example backward_small : check_unreach 3 (tl D) A1 A2 (PAut (tl (tr CB)) (fin CB)) RB = false. Proof. ok. Qed.
Example backward_other : check_unreach 3 D A1 A2 CB RB = false. Proof. ok. Qed.
Example backward_pairs : check_unreach 3 (tl D) A1 A2 CB [] = false. Proof. ok. Qed.

(** * Forward certificates *)
(* without rule 1, (1, 1) reaches itself and (1, e): an e-edge 1 -> 5 *)
Example forward_yes : check_forward 3 (tl D) A1 A2 A1 [(1,5)] [] [(3,3)] = true. Proof. ok. Qed.
Example forward_open : check_forward 3 (tl D) A1 A2 A1 [] [] [(3,3)] = false. Proof. ok. Qed.
Example forward_other : check_forward 3 D A1 A2 A1 [(1,5)] [] [(3,3)] = false. Proof. ok. Qed.
(* with rule 1, and 8 the middle state: 2 -2-> 8 -1-> 5, 3 -e-> 8; (3, 2 ...) is not reachable, (3, 1) is *)
Definition C8 := PAut [(1,1,5);(2,2,8);(8,1,5)] [5].
Definition B2 := PAut [(3,2,6);(6,1,6)] [6].
Example forward_push : check_forward 3 D A1 B2 C8 [(1,5);(3,8)] [] [(3,3);(3,8);(6,6)] = true. Proof. ok. Qed.
Example forward_hit : check_forward 3 D A1 A2 C8 [(1,5);(3,8)] [] [(3,3);(3,8);(6,5)] = false. Proof. ok. Qed.
(* the state 1 of A1 renamed to 9 by the map, and an e-edge 1 -> 9 *)
Example forward_map_yes : check_forward 3 (tl D) A1 A2 (PAut [(9,1,5)] [5]) [(1,5);(1,9)] [(1,9)] [(3,3)] = true.
Proof. ok. Qed.
Example forward_map_no : check_forward 3 (tl D) A1 A2 (PAut [(9,1,5)] [5]) [(1,5);(1,9)] [] [(3,3)] = false.
Proof. ok. Qed.

(** * Forward certificates that are computed *)
Example computed_1 : forward_computed 3 D A1 B2 = true. Proof. ok. Qed.
Example computed_2 : forward_computed 3 D A1 A2 = false. Proof. ok. Qed.
Example computed_3 : forward_computed 3 (tl D) A1 A2 = true. Proof. ok. Qed.
Example computed_shared : map (fun A => forward_computed 3 D A A2s) [A1s; A1t] = [true; false]. Proof. ok. Qed.
(* the states 5 and 13 are the copies of 1 and 5, the state 44 is the middle state of (2, 2) *)
Example computed_aut : post_aut 3 D A1 = PAut [(44,1,13);(2,2,44);(1,1,13);(5,1,13)] [13]. Proof. ok. Qed.
Example computed_eps : post_eps 3 D A1 = [(1,5);(1,13);(3,44)]. Proof. ok. Qed.
Example computed_mid : middle 3 2 2 = 44. Proof. ok. Qed.
Example computed_prod : forward_prod 3 D A1 B2 = [(3,44);(3,3)]. Proof. ok. Qed.
(* nothing in it can be left out, except 1 -1-> 13, since 1 -e-> 5 -1-> 13 *)
Definition without {X} (l : list X) : list (list X) := map (fun n => firstn n l ++ skipn (S n) l) (seq 0 (length l)).
Definition D1 := post_aut 3 D A1.
Definition again C E R := check_forward 3 D A1 B2 C E (forward_map 3 A1) R.
Example needed_tr : map (fun l => again (PAut l (fin D1)) (post_eps 3 D A1) (forward_prod 3 D A1 B2)) (without (tr D1))
  = [false; false; true; false].
Proof. ok. Qed.
Example needed_eps : map (fun l => again D1 l (forward_prod 3 D A1 B2)) (without (post_eps 3 D A1))
  = [false; false; false].
Proof. ok. Qed.
Example needed_prod : map (again D1 (post_eps 3 D A1)) (without (forward_prod 3 D A1 B2)) = [false; false].
Proof. ok. Qed.

(** * Instances as written: symbols 1 and 2, locations 1 and 2 *)
(* (1,1) -> (2, 2 1)   (1,1) -> (1, 2)   (1,* ) -> (2, * )   (2,2) -> (2, e) *)
Definition RD := [RRule 1 (LIn [1]) 2 (RPush (Sym 2) Same); RRule 1 (LIn [1]) 1 (RSwap (Sym 2));
                  RRule 1 (LNot []) 2 (RSwap Same); RRule 2 (LIn [2]) 2 RPop].
Definition R1 := RAut [(1,LIn [1],3)] [] [3].
Definition R2 := RAut [(2,LIn [1],3)] [] [3].
Definition R3 := RAut [(2,LIn [1],3);(3,LNot [],4)] [(4,5)] [5].
Example raw_yes : raw_oracle 2 2 RD R1 R2 = Some true. Proof. ok. Qed.
Example raw_eps : raw_oracle 2 2 RD R1 (RAut [(2,LIn [1],3)] [(3,4);(4,5)] [5]) = Some true. Proof. ok. Qed.
Example raw_empty_stack : raw_oracle 2 2 RD R1 (RAut [] [(2,5)] [5]) = Some true. Proof. ok. Qed.
Example raw_no : raw_oracle 2 2 RD R1 R3 = Some false. Proof. ok. Qed.
Example raw_except : raw_oracle 2 2 RD (RAut [(1,LNot [1],3)] [] [3]) R2 = Some false. Proof. ok. Qed.
(* the expansion numbers the rules: 1 (1,1) -> (2, 2 1)  2 (1,1) -> (1, 2)  3 (1,1) -> (2, 1)  4 (1,2) -> (2, 2)  5 pop *)
Example raw_derive_yes : raw_check_derive 2 2 RD R1 R2 [Dent 3 1 (a 3)] 1 [(1,3,a 3)] = true. Proof. ok. Qed.
Example raw_derive_no : raw_check_derive 2 2 RD R1 R2 [] 1 [(1,3,a 3)] = false. Proof. ok. Qed.
Example raw_derive_rule : raw_check_derive 2 2 RD R1 R2 [Dent 4 1 (a 3)] 1 [(1,3,a 3)] = false. Proof. ok. Qed.
(* 2 popped off the stack 2 1 of rule 1 leaves (2, 1) *)
Example raw_derive_push : raw_check_derive 2 2 RD R1 R2 [Dent 5 1 (c 2); Dent 1 (c 2) (a 3)] 1 [(1,3,a 3)] = true.
Proof. ok. Qed.
(* certificates of both kinds for R3, computed *)
Example raw_forward_yes : forward_computed 2 (rexp 2 RD) (rm 2 R1) (rm 2 R3) = true. Proof. ok. Qed.
Example raw_forward_no : forward_computed 2 (rexp 2 RD) (rm 2 R1) (rm 2 R2) = false. Proof. ok. Qed.
Definition CR := pre_star_exec (rexp 2 RD) (tr (sep 2 (rm 2 R3))).
Definition RR := prod_exec 2 (rm 2 R1) CR (pre_states (rexp 2 RD) (tr (sep 2 (rm 2 R3)))).
Example raw_backward_yes : raw_check_unreach 2 2 RD R1 R3 (PAut (triples CR) (fin (sep 2 (rm 2 R3)))) (pair_list RR) = true.
Proof. ok. Qed.
Example raw_backward_no : raw_check_unreach 2 2 RD R1 R2 (PAut (triples CR) (fin (sep 2 (rm 2 R3)))) (pair_list RR) = false.
Proof. ok. Qed.
