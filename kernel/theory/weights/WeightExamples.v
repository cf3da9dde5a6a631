(* Evidence about weights that the checkers accept, and evidence that they reject. *)
From Coq Require Import List PArith ZArith Bool.
From Custos Require Import Pushdown Automaton Instance Derivation Weights Vectors WeightedAutomaton Bound CappedBound.
From Custos Require Import WeightedDerivation WeightedInstance CheckBound CheckDerivation Minimum CheckPump CheckPumpSound.
Import ListNotations.
Open Scope positive_scope.

(* Control locations 1, 2; symbol 1. From <1, 1>: push for 2, go to location 2 for 3, pop there for k. *)
Definition sys (k : Z) : list (wrule Z) :=
  [(Rule 1 1 1 (Push 1 1), 2%Z); (Rule 1 1 2 Pop, 3%Z); (Rule 2 1 2 Pop, k)].
Definition from_1 : paut := PAut [(1, 1, 3)] [3].         (* <1, 1> *)
Definition to_2 : paut := PAut [] [2].                    (* <2, empty> *)
Definition cert (k : Z) : list (trans * Z) := [((1, 1, 2), 3%Z); ((2, 1, 2), k)].
Definition pots_3 : list (positive * positive * Z) := [(1, 1, 0%Z); (3, 2, 3%Z)].

Example bound_accepted : check_bound 2 (sys 1) from_1 to_2 (cert 1) [2] pots_3 3%Z = true.
Proof. reflexivity. Qed.
Example bound_too_high : check_bound 2 (sys 1) from_1 to_2 (cert 1) [2] pots_3 4%Z = false.
Proof. reflexivity. Qed.
Example bound_negative_weight : check_bound 2 (sys (-1)) from_1 to_2 (cert (-1)) [2] pots_3 3%Z = true.
Proof. reflexivity. Qed.
(* a cycle of negative weight has no bound: with pops for -3 the push gains *)
Example bound_not_closed : check_bound 2 (sys (-3)) from_1 to_2 (cert (-3)) [2] pots_3 3%Z = false.
Proof. reflexivity. Qed.
Example bound_missing_transition : check_bound 2 (sys 1) from_1 to_2 [((2, 1, 2), 1%Z)] [2] pots_3 3%Z = false.
Proof. reflexivity. Qed.
Example bound_missing_acceptance : check_bound 2 (sys 1) from_1 to_2 (cert 1) [] pots_3 4%Z = false.
Proof. reflexivity. Qed.
Example bound_missing_potential : check_bound 2 (sys 1) from_1 to_2 (cert 1) [2] [(1, 1, 0%Z)] 3%Z = false.
Proof. reflexivity. Qed.

(* with a cap at 3 neither the transition of weight 3 nor its potential is needed *)
Example capped_accepted : check_capped 2 (sys 1) from_1 to_2 [((2, 1, 2), 1%Z)] [2] [(1, 1, 0%Z)] (Some 3%Z) = true.
Proof. reflexivity. Qed.
Example capped_empty : check_capped 2 (sys 1) from_1 to_2 [] [2] [] (Some 0%Z) = true.
Proof. reflexivity. Qed.
Example capped_too_high : check_capped 2 (sys 1) from_1 to_2 [((2, 1, 2), 1%Z)] [2] [(1, 1, 0%Z)] (Some 4%Z) = false.
Proof. reflexivity. Qed.
Example capped_rule_below_cap : check_capped 2 (sys 1) from_1 to_2 [] [2] [(1, 1, 0%Z)] (Some 3%Z) = false.
Proof. reflexivity. Qed.
Example capped_negative : check_capped 2 (sys (-1)) from_1 to_2 (cert (-1)) [2] pots_3 (Some 3%Z) = false.
Proof. reflexivity. Qed.
(* the infinite bound: without the rule from location 1 to location 2 there is no run *)
Definition stuck : list (wrule Z) := [(Rule 1 1 1 (Push 1 1), 2%Z); (Rule 2 1 2 Pop, 1%Z)].
Example capped_unreachable : check_capped 2 stuck from_1 to_2 [((2, 1, 2), 1%Z)] [2] [(1, 1, 0%Z)] None = true.
Proof. reflexivity. Qed.
Example capped_reachable : check_capped 2 (sys 1) from_1 to_2 (cert 1) [2] pots_3 None = false.
Proof. reflexivity. Qed.

(* derivations: pop the pushed symbols; directly, or after a push *)
Definition direct : list dent := [Dent 2 1 (xO 2)].
Definition pushed : list dent := [Dent 2 1 (xO 2); Dent 3 1 (xO 2); Dent 1 (xO 2) (xO 2)].
Definition link_2 := [(1, 3, xO 2)].
Example derivation_direct : wderive_weight 2 (sys 1) from_1 to_2 direct 1 link_2 = Some 3%Z.
Proof. reflexivity. Qed.
Example derivation_pushed : wderive_weight 2 (sys 1) from_1 to_2 pushed 1 link_2 = Some 6%Z.
Proof. reflexivity. Qed.
Example derivation_bound : check_wderive 2 (sys 1) from_1 to_2 pushed 1 link_2 5%Z = false.
Proof. reflexivity. Qed.
Example derivation_missing : wderive_weight 2 (sys 1) from_1 to_2 [Dent 1 (xO 2) (xO 2)] 1 link_2 = None.
Proof. reflexivity. Qed.
Example minimum_3 : minimum (weight_between (sys 1) (langP 2 from_1) (langP 2 to_2)) 3%Z.
Proof. exact (minimum_correct 2 (sys 1) from_1 to_2 direct 1 link_2 3%Z (cert 1) [2] pots_3 eq_refl eq_refl). Qed.

(* vectors: the same bound, lexicographically *)
Definition vsys : list (wrule (list Z)) :=
  [(Rule 1 1 1 (Push 1 1), [0; -7]%Z); (Rule 1 1 2 Pop, [3]%Z); (Rule 2 1 2 Pop, [1; 0]%Z)].
Definition vcert := [((1, 1, 2), [3]%Z); ((2, 1, 2), [1]%Z)].
Example vector_accepted : check_bound 2 vsys from_1 to_2 vcert [2] [(1, 1, []); (3, 2, [3]%Z)] [3; 0]%Z = true.
Proof. reflexivity. Qed.
Example vector_too_high : check_bound 2 vsys from_1 to_2 vcert [2] [(1, 1, []); (3, 2, [3]%Z)] [3; 1]%Z = false.
Proof. reflexivity. Qed.

(* Raw instances: the rules take any symbol of 1, 2; the initial set is <1, any>, with an e-edge. *)
Definition rsys : list (rrule * Z) :=
  [(RRule 1 (LNot []) 1 (RPush (Sym 2) Same), 2%Z); (RRule 1 (LIn [1; 2]) 2 RPop, 3%Z); (RRule 2 (LNot [2]) 2 RPop, 1%Z)].
Definition rfrom : raut := RAut [(3, LNot [], 4)] [(1, 3)] [4].
Definition rto : raut := RAut [] [] [2].
Definition rcert := [((1, 1, 2), 3%Z); ((1, 2, 2), 3%Z); ((2, 1, 2), 1%Z)].
Definition rpots := [(1, 1, 0%Z); (4, 2, 3%Z)].
Example raw_bound_accepted : check_raw_bound 2 2 rsys rfrom rto rcert [2; 4] rpots 3%Z = true.
Proof. vm_compute. reflexivity. Qed.
Example raw_bound_too_high : check_raw_bound 2 2 rsys rfrom rto rcert [2; 4] rpots 4%Z = false.
Proof. vm_compute. reflexivity. Qed.
(* an instance of the wildcard rule is missing *)
Example raw_bound_missing : check_raw_bound 2 2 rsys rfrom rto [((1, 1, 2), 3%Z); ((2, 1, 2), 1%Z)] [2; 4] rpots 3%Z = false.
Proof. vm_compute. reflexivity. Qed.
Example raw_capped_accepted : check_raw_capped 2 2 rsys rfrom rto [((2, 1, 2), 1%Z)] [2; 4] [(1, 1, 0%Z)] (Some 3%Z) = true.
Proof. vm_compute. reflexivity. Qed.
Example raw_capped_too_high : check_raw_capped 2 2 rsys rfrom rto [((2, 1, 2), 1%Z)] [2; 4] [(1, 1, 0%Z)] (Some 4%Z) = false.
Proof. vm_compute. reflexivity. Qed.
(* rules are numbered as expanded: 3 is the second rule for symbol 1, 5 the third *)
Example raw_derivation : raw_wderive_weight 2 2 rsys rfrom rto [Dent 3 1 (xO 2)] 1 [(1, 4, xO 2)] = Some 3%Z.
Proof. vm_compute. reflexivity. Qed.
Example raw_derivation_wrong_rule : raw_wderive_weight 2 2 rsys rfrom rto [Dent 5 1 (xO 2)] 1 [(1, 4, xO 2)] = None.
Proof. vm_compute. reflexivity. Qed.

(* the same without expansion, on tagged states *)
Definition brows : list ((positive * positive) * list (positive * Z)) :=
  [((xO 1, 1), [(xO 2, 3%Z)]); ((xO 1, 2), [(xO 2, 3%Z)]); ((xO 2, 1), [(xO 2, 1%Z)])].
Definition bpairs := [((xO 1, xO 1), 0%Z); ((xI 4, xO 2), 3%Z)].
Definition buseful := [xO 1; xO 2; xI 2].
Example lower_bound_accepted : check_lower_bound 2 2 rsys rfrom rto false brows buseful bpairs (Some 3%Z) = true.
Proof. vm_compute. reflexivity. Qed.
Example lower_bound_too_high : check_lower_bound 2 2 rsys rfrom rto false brows buseful bpairs (Some 4%Z) = false.
Proof. vm_compute. reflexivity. Qed.
Example lower_bound_missing : check_lower_bound 2 2 rsys rfrom rto false (tl brows) buseful bpairs (Some 3%Z) = false.
Proof. vm_compute. reflexivity. Qed.
Example lower_bound_not_useful : check_lower_bound 2 2 rsys rfrom rto false brows [xO 2; xI 2] bpairs (Some 3%Z) = false.
Proof. vm_compute. reflexivity. Qed.
(* capped at 3: only the transition of weight 1 and the first pair *)
Example lower_bound_capped :
  check_lower_bound 2 2 rsys rfrom rto true (tl (tl brows)) buseful [((xO 1, xO 1), 0%Z)] (Some 3%Z) = true.
Proof. vm_compute. reflexivity. Qed.
Example lower_bound_capped_too_high :
  check_lower_bound 2 2 rsys rfrom rto true (tl (tl brows)) buseful [((xO 1, xO 1), 0%Z)] (Some 4%Z) = false.
Proof. vm_compute. reflexivity. Qed.
(* without the second rule there is no run *)
Definition rstuck := [hd (RRule 1 (LIn []) 1 RPop, 0%Z) rsys; (RRule 2 (LNot [2]) 2 RPop, 1%Z)].
Example lower_bound_unreachable :
  check_lower_bound 2 2 rstuck rfrom rto true [((xO 2, 1), [(xO 2, 1%Z)])] buseful [((xO 1, xO 1), 0%Z)] None = true.
Proof. vm_compute. reflexivity. Qed.
Example lower_bound_reachable : check_lower_bound 2 2 rsys rfrom rto true brows buseful bpairs None = false.
Proof. vm_compute. reflexivity. Qed.

(* least and greatest weights: facts, a lower bound, and a bound of the negated system *)
Definition lsys : list (rrule * list Z) := [(RRule 1 (LNot []) 2 RPop, [3]%Z); (RRule 1 (LIn [1]) 2 RPop, [5]%Z)].
Definition lfacts : list fact := [FRule 1 1 (xO 2) xH xH; FRule 2 1 (xO 2) xH xH].
Definition lrows (x y : Z) := [((xO 1, 1), [(xO 2, [x])]); ((xO 1, 2), [(xO 2, [y])])].
Definition lpairs (d : Z) := [((xO 1, xO 1), []); ((xI 4, xO 2), [d])].
Example least : least_weight 2 2 lsys rfrom rto lfacts 1 [(1, 4)] true [] buseful [((xO 1, xO 1), [])] = Some [3%Z].
Proof. vm_compute. reflexivity. Qed.
Example not_least : least_weight 2 2 lsys rfrom rto lfacts 1 [(2, 4)] false (lrows 3 3) buseful (lpairs 3) = None.
Proof. vm_compute. reflexivity. Qed.
Example greatest :
  greatest_weight 2 2 lsys rfrom rto lfacts 1 [(2, 4)] false (lrows (-5) (-3)) buseful (lpairs (-5)) = Some [5%Z].
Proof. vm_compute. reflexivity. Qed.
Example not_greatest :
  greatest_weight 2 2 lsys rfrom rto lfacts 1 [(1, 4)] false (lrows (-5) (-3)) buseful (lpairs (-5)) = None.
Proof. vm_compute. reflexivity. Qed.

(* Unbounded weights: location 1, symbol 1; a push for k, and a pop for j. *)
Definition psys (k j : Z) : list (rrule * list Z) :=
  [(RRule 1 (LNot []) 1 (RPush Same Same), [k]); (RRule 1 (LNot []) 1 RPop, [j])].
Definition pto : raut := RAut [] [] [1].                              (* <1, empty> *)
Definition pone : raut := RAut [(1, LIn [1], 2)] [] [2].              (* <1, 1> *)
Definition pall : raut := RAut [(1, LIn [1], 2); (2, LNot [], 2)] [] [2].   (* <1, 1 1*> *)
Definition pfacts : list fact := [FRule 2 1 (xO 1) xH xH; FRule 1 1 (xO 1) 1 1].

(* the fact that <1, 1> reaches <1, empty> follows from itself by a push: twice its weight and k *)
Example fact_loop : pump_vector 1 1 (psys (-1) 0) pone pto pfacts 1 (FactLoop [(1, 2)] 1 2 3) = Some [(-1)%Z].
Proof. vm_compute. reflexivity. Qed.
Example fact_loop_below : check_pump 1 1 (psys (-1) 0) pone pto pfacts 1 (FactLoop [(2, 2)] 1 2 3) false = true.
Proof. vm_compute. reflexivity. Qed.
Example fact_loop_above : check_pump 1 1 (psys 3 0) pone pto pfacts 1 (FactLoop [(2, 2)] 1 2 3) true = true.
Proof. vm_compute. reflexivity. Qed.
Example fact_loop_no_least : ~ exists B, minimum (rweight_between 1 1 (psys (-1) 0) pone pto) B.
Proof.
  apply (check_pump_scalar 1 1 (psys (-1) 0) pone pto pfacts 1 (FactLoop [(2, 2)] 1 2 3) false); [|exact fact_loop_below].
  intros r k [E|[E|[]]]; inversion E; apply le_n.
Qed.
Example fact_loop_wrong_side : check_pump 1 1 (psys (-1) 0) pone pto pfacts 1 (FactLoop [(1, 2)] 1 2 3) true = false.
Proof. vm_compute. reflexivity. Qed.
Example fact_loop_gains_nothing : check_pump 1 1 (psys 1 (-1)) pone pto pfacts 1 (FactLoop [(1, 2)] 1 2 3) false = false.
Proof. vm_compute. reflexivity. Qed.
Example fact_loop_empty : check_pump 1 1 (psys (-1) 0) pone pto pfacts 1 (FactLoop [(1, 2)] 1 2 2) false = false.
Proof. vm_compute. reflexivity. Qed.
Example fact_loop_broken : check_pump 1 1 (psys (-1) 0) pone pto pfacts 1 (FactLoop [(1, 2)] 2 1 2) false = false.
Proof. vm_compute. reflexivity. Qed.
(* the loop is about symbol 1, the run about symbol 2 *)
Example fact_loop_not_used :
  check_pump 1 2 (psys (-1) 0) (RAut [(1, LIn [2], 2)] [] [2]) pto (pfacts ++ [FRule 2 2 (xO 1) xH xH]) 1
    (FactLoop [(3, 2)] 1 2 3) false = false.
Proof. vm_compute. reflexivity. Qed.

(* a loop of the witness: pop one more symbol of the initial stack *)
Definition pop_fact : list fact := [FRule 2 1 (xO 1) xH xH].
Example witness_loop :
  pump_vector 1 1 (psys 0 (-2)) pall pto pop_fact 1 (WitnessLoop [(1, 2)] [(1, 2)] []) = Some [(-2)%Z].
Proof. vm_compute. reflexivity. Qed.
Example witness_loop_below :
  check_pump 1 1 (psys 0 (-2)) pall pto pop_fact 1 (WitnessLoop [(1, 2)] [(1, 2)] []) false = true.
Proof. vm_compute. reflexivity. Qed.
Example witness_loop_not_closed :
  check_pump 1 1 (psys 0 (-2)) pall pto pop_fact 1 (WitnessLoop [] [(1, 2)] []) false = false.
Proof. vm_compute. reflexivity. Qed.
Example witness_loop_no_edge :
  check_pump 1 1 (psys 0 (-2)) pone pto pop_fact 1 (WitnessLoop [(1, 2)] [(1, 2)] []) false = false.
Proof. vm_compute. reflexivity. Qed.
Example witness_loop_wrong_side :
  check_pump 1 1 (psys 0 (-2)) pall pto pop_fact 1 (WitnessLoop [(1, 2)] [(1, 2)] []) true = false.
Proof. vm_compute. reflexivity. Qed.

(* Evidence as custos writes it. States p, q, r; symbols a, b:
     p a -> q b a : 2    q b -> q : 1    q a -> r : 4    p a -> r : 9    p * -> p * : 5    init <p, a a*>    final <r, a*> *)
Definition esys : list (rrule * list Z) :=
  [(RRule 1 (LIn [1]) 2 (RPush (Sym 2) (Sym 1)), [2]%Z); (RRule 2 (LIn [2]) 2 RPop, [1]%Z); (RRule 2 (LIn [1]) 3 RPop, [4]%Z);
   (RRule 1 (LIn [1]) 3 RPop, [9]%Z); (RRule 1 (LNot []) 1 (RSwap Same), [5]%Z)].
Definition einit : raut := RAut [(1, LIn [1], 4); (4, LIn [1], 5); (5, LIn [1], 5)] [] [4; 5].
Definition efinal : raut := RAut [(3, LIn [1], 4); (4, LIn [1], 4)] [] [3; 4].
Definition efacts : list fact := [FRule 3 1 (xO 3) xH xH; FRule 2 2 (xO 2) xH xH; FRule 1 1 (xO 3) 2 1].
Definition erows : list ((positive * positive) * list (positive * list Z)) :=
  [((xO 3, 1), [(xI 4, [0]%Z)]); ((xI 4, 1), [(xI 4, [0]%Z)]); ((xO 2, 2), [(xO 2, [1]%Z)]); ((xO 2, 1), [(xO 3, [4]%Z)])].
Definition euseful : list positive := [xO 1; xO 2; xO 3; xI 3; xI 4].
Example least_7 : least_weight 3 2 esys einit efinal efacts 1 [(3, 4)] true erows euseful [((xO 1, xO 1), [])] = Some [7%Z].
Proof. vm_compute. reflexivity. Qed.
Example least_7_row_missing :
  least_weight 3 2 esys einit efinal efacts 1 [(3, 4)] true (tl erows) euseful [((xO 1, xO 1), [])] = None.
Proof. vm_compute. reflexivity. Qed.
Example least_not_8 : check_lower_bound 3 2 esys einit efinal true erows euseful [((xO 1, xO 1), [])] (Some [8%Z]) = false.
Proof. vm_compute. reflexivity. Qed.
(* p a -> p a a : -1    p a -> p : 0    init <p, a>    final <p, empty> *)
Example unbounded_fact :
  check_pump 1 1 [(RRule 1 (LIn [1]) 1 (RPush (Sym 1) (Sym 1)), [-1]%Z); (RRule 1 (LIn [1]) 1 RPop, [0]%Z)] pone pto
    [FRule 2 1 (xO 1) xH xH; FRule 1 1 (xO 1) 1 1; FRule 1 1 (xO 1) 1 1; FRule 1 1 (xO 1) 3 1] 1
    (FactLoop [(4, 2)] 3 4 5) false = true.
Proof. vm_compute. reflexivity. Qed.
(* p a -> p : -2    init <p, a a*>    final <p, empty> *)
Example unbounded_witness :
  check_pump 1 1 [(RRule 1 (LIn [1]) 1 RPop, [-2]%Z)] (RAut [(1, LIn [1], 2); (2, LIn [1], 3); (3, LIn [1], 3)] [] [2; 3]) pto
    [FRule 1 1 (xO 1) xH xH] 1 (WitnessLoop [(1, 2); (1, 3)] [(1, 3)] []) false = true.
Proof. vm_compute. reflexivity. Qed.
