(* Evidence that the checkers of infinite runs accept, and evidence they refuse, by computation. *)
From Coq Require Import List PArith Bool FMapPositive MSetPositive.
From Custos Require Import Pushdown Automaton Ltl LtlLasso Buchi BuchiPushdown BuchiInitial Lasso LabelledRun
  PushdownLasso LassoLtl Translation CheckTranslation LtlProduct Stutter PushdownStutter StutterRanked.
Import ListNotations.
Open Scope positive_scope.

Ltac ok := vm_compute; reflexivity.
Definition ranks (l : list (positive * positive * positive)) : head_map :=
  fold_left (fun m x => let '(p, g, n) := x in
    PM.add p (PM.add g n (oget (PM.empty _) (PM.find p m))) m) l (PM.empty _).
Definition numbers {A} (l : list (positive * A)) : PM.t A := fold_left (fun m x => PM.add (fst x) (snd x) m) l (PM.empty _).
Definition pairs (l : list (positive * positive)) : aut := build (map (fun x => (fst x, xH, snd x)) l).
Definition none : aut := PM.empty _.

(** * Graphs: 1 -> 2 <-> 3 *)
Definition G := [(1,2); (2,3); (3,2)].
Example lasso : check_lasso [1] G (buildset [3]) [1] [2;3] = true. Proof. ok. Qed.
Example lasso_not_accepting : check_lasso [1] G (buildset [1]) [1] [2;3] = false. Proof. ok. Qed.
Example lasso_not_initial : check_lasso [1] G (buildset [3]) [] [3;2] = false. Proof. ok. Qed.
Example lasso_not_closed : check_lasso [1] G (buildset [3]) [1] [2;3;3] = false. Proof. ok. Qed.
Example rank : check_buchi [1] G (buildset [1]) (numbers [(1,2); (2,1); (3,1)]) = true. Proof. ok. Qed.
Example rank_flat : check_buchi [1] G (buildset [1]) (numbers [(1,1); (2,1); (3,1)]) = false. Proof. ok. Qed.
Example rank_cycle : check_buchi [1] G (buildset [3]) (numbers [(1,3); (2,2); (3,1)]) = false. Proof. ok. Qed.
Example rank_open : check_buchi [1] G (buildset [1]) (numbers [(1,2); (2,1)]) = false. Proof. ok. Qed.
(* 1 -> 2, and 2 has no successor: it is repeated *)
Example stutter_rank : check_buchi [1] (stutter_edges [1] [(1,2)]) (buildset [1]) (numbers [(1,2); (2,1)]) = true. Proof. ok. Qed.
Example stutter_rank_not : check_buchi [1] (stutter_edges [1] [(1,2)]) (buildset [2]) (numbers [(1,2); (2,1)]) = false. Proof. ok. Qed.
Example stutter_lasso : check_lasso [1] (stutter_edges [1] [(1,2)]) (buildset [2]) [1] [2] = true. Proof. ok. Qed.
Example stutter_lasso_not : check_lasso [1] (stutter_edges [1] [(1,2); (2,1)]) (buildset [2]) [1] [2] = false. Proof. ok. Qed.

(** * Pushdown systems: location 2 calls f = symbol 1, which recurs or returns by 2, then loops at 4 *)
Definition D := [Rule 2 3 1 (Push 1 4); Rule 1 1 1 (Push 1 2); Rule 1 1 1 (Swap 2); Rule 1 2 1 Pop; Rule 1 4 1 (Swap 4)].
Definition SM := build [(1,1,1); (1,2,1); (2,3,1)].
Definition N := ranks [(2,3,2); (1,1,1); (1,2,1); (1,4,1)].
Example heads : check_pds_buchi D (Pos.eqb 2) 2 3 SM none N = true. Proof. ok. Qed.
Example heads_repeating : check_pds_buchi D (Pos.eqb 1) 2 3 SM SM N = false. Proof. ok. Qed.
Example heads_no_summary : check_pds_buchi D (Pos.eqb 2) 2 3 none none N = false. Proof. ok. Qed.
(* from all (2, 3 w) with w a word of 4s *)
Definition AI := PAut [(2,3,7); (7,4,7)] [7].
Definition SM' := build [(1,1,1); (1,2,1)].
Example heads_from : check_pds_buchi_from 2 D AI (Pos.eqb 2) SM none N (pairs [(2,2); (7,1)]) = true. Proof. ok. Qed.
Example heads_from' : check_pds_buchi_from 2 D AI (Pos.eqb 2) SM' none N (pairs [(2,2)]) = true. Proof. ok. Qed.
Example heads_from_repeating : check_pds_buchi_from 2 D AI (Pos.eqb 1) SM' SM' N (pairs [(2,2)]) = false. Proof. ok. Qed.
Example heads_from_open : check_pds_buchi_from 2 D AI (Pos.eqb 2) SM' none N (pairs []) = false. Proof. ok. Qed.

Example pds_lasso : check_pds_lasso D (Pos.eqb 1) (2,[3]) [1] [2] = true. Proof. ok. Qed.
Example pds_lasso_loop : check_pds_lasso D (Pos.eqb 1) (2,[3]) [1;3;4] [5] = true. Proof. ok. Qed.
Example pds_lasso_not_accepting : check_pds_lasso D (Pos.eqb 2) (2,[3]) [1] [2] = false. Proof. ok. Qed.
Example pds_lasso_no_loop : check_pds_lasso D (Pos.eqb 1) (2,[3]) [1] [] = false. Proof. ok. Qed.
Example pds_lasso_from : check_pds_lasso_from 2 D (PAut [(2,3,7)] [7]) (Pos.eqb 1) (2,[3]) [1] [2] = true. Proof. ok. Qed.
(* rule 4 pops (1,2), so by rule 3 the head (1,1) is popped; the stem is rule 1 over it, the loop rule 5 *)
Definition entries := [SEntry 4 1 1; SEntry 3 1 1].
Example derived_lasso : check_pds_lasso_derived D (Pos.eqb 1) (2,[3]) entries [] [(1, Some 1)] [(5, None)] = true. Proof. ok. Qed.
Example derived_not_accepting : check_pds_lasso_derived D (Pos.eqb 2) (2,[3]) entries [] [(1, Some 1)] [(5, None)] = false. Proof. ok. Qed.
Example derived_out_of_order : check_pds_lasso_derived D (Pos.eqb 1) (2,[3]) (rev entries) [] [(1, Some 1)] [(5, None)] = false. Proof. ok. Qed.
Example derived_growing : check_pds_lasso_derived D (Pos.eqb 1) (2,[3]) [] [] [(1, None)] [(2, None)] = true. Proof. ok. Qed.
Example derived_no_loop : check_pds_lasso_derived D (Pos.eqb 1) (2,[3]) [] [] [(1, None)] [] = false. Proof. ok. Qed.
Example derived_from : check_pds_lasso_derived_from 2 D (PAut [(1,1,7); (7,2,8); (8,4,9)] [9]) (Pos.eqb 1) (1,[1;2;4])
  entries [1;1] [] [(5, None)] = true. Proof. ok. Qed.

(** * Formulas on lassos: the word {1} {2} ({3} {4})^w *)
Definition at_ (p : positive) := Lit (true, p).
Definition not_ (p : positive) := Lit (false, p).
Definition often p := Always (Eventually (at_ p)).
Definition ev f := eval_lasso [PS.singleton 1; PS.singleton 2] (PS.singleton 3) [PS.singleton 4] f.
Example evaluation : map ev [at_ 1; at_ 2; Next (at_ 2); Eventually (at_ 4); often 4; often 2;
    Eventually (Always (Or (at_ 3) (at_ 4))); Eventually (Always (at_ 3)); Until (Or (at_ 1) (at_ 2)) (at_ 3);
    Until (at_ 1) (at_ 3); Release (at_ 2) (Or (at_ 1) (at_ 2))]
  = [true; false; true; true; true; false; true; false; true; false; true]. Proof. ok. Qed.
Example negations : map (fun f => ev (neg f)) [at_ 1; often 4; often 2; WeakUntil (not_ 3) (at_ 2); StrongRelease (at_ 4) (not_ 2)]
  = [false; false; true; false; true]. Proof. ok. Qed.

(* edges 1: 1 -{1}-> 2, 2: 2 -{2}-> 3, 3: 3 -{3}-> 2 *)
Definition LG : lgraph := [(1, PS.singleton 1, 2); (2, PS.singleton 2, 3); (3, PS.singleton 3, 2)].
Example ltl_lasso : check_ltl_lasso [1] LG (often 3) 1 [1] [2;3] = true. Proof. ok. Qed.
Example ltl_lasso_false : check_ltl_lasso [1] LG (often 1) 1 [1] [2;3] = false. Proof. ok. Qed.
Example ltl_lasso_not_initial : check_ltl_lasso [1] LG (often 3) 2 [] [2;3] = false. Proof. ok. Qed.
Example ltl_lasso_not_closed : check_ltl_lasso [1] LG (often 3) 1 [1] [2] = false. Proof. ok. Qed.
(* the rules of D, each with its head's symbol as a proposition *)
Definition LD : lrules := map (fun r => (r, PS.singleton (r_g r))) D.
Example pds_ltl_lasso : check_pds_ltl_lasso LD (And (at_ 3) (Eventually (Always (at_ 4)))) (2,[3]) [1;3;4] [5] = true. Proof. ok. Qed.
Example pds_ltl_lasso_false : check_pds_ltl_lasso LD (often 3) (2,[3]) [1;3;4] [5] = false. Proof. ok. Qed.

(** * Translations *)
Definition yes p : guard := [[(true, p)]].
Definition no p : guard := [[(false, p)]].
Definition any : guard := [[]].
(* F p1, with state 2 accepting for ever; the run waits in state 1 as long as the promise p1 is pending *)
Definition AF := Buchi 1 [(1, any, 1); (1, yes 1, 2); (2, any, 2)] (buildset [2]).
Definition RF := [Entry [Eventually (at_ 1)] (Some 1) 2; Entry [] (Some 2) 1].
Example translation_F : check_translation (Eventually (at_ 1)) AF RF (numbers [(2, at_ 1)]) = true. Proof. ok. Qed.
Example translation_no_promise : check_translation (Eventually (at_ 1)) AF RF (numbers []) = false. Proof. ok. Qed.
Example translation_other : check_translation (Eventually (at_ 2)) AF RF (numbers [(2, at_ 1)]) = false. Proof. ok. Qed.
Example translation_rank : check_translation (Eventually (at_ 1)) AF
  [Entry [Eventually (at_ 1)] (Some 1) 1; Entry [] (Some 2) 1] (numbers [(1, at_ 1)]) = false. Proof. ok. Qed.
(* G F p: state 1, accepting, after each p *)
Definition AGF p := Buchi 1 [(1, yes p, 1); (1, no p, 2); (2, yes p, 1); (2, no p, 2)] (buildset [1]).
Definition RGF p := [Entry [often p] (Some 1) 1; Entry [Eventually (at_ p); often p] (Some 2) 2].
Definition PGF p := numbers [(2, at_ p)].
Example translation_GF : check_translation (often 1) (AGF 1) (RGF 1) (PGF 1) = true. Proof. ok. Qed.
(* no run of state 2 on words without p *)
Example translation_dropped : check_translation (often 1)
  (Buchi 1 [(1, yes 1, 1); (1, no 1, 2); (2, yes 1, 1)] (buildset [1])) (RGF 1) (PGF 1) = false. Proof. ok. Qed.
(* no accepting state *)
Example translation_unmarked : check_translation (often 1) (Buchi 1 (b_edges (AGF 1)) PS.empty) (RGF 1) (PGF 1) = false. Proof. ok. Qed.
(* F G p is not G F p *)
Example translation_FG : check_translation (Eventually (Always (at_ 1))) (AGF 1) (RGF 1) (PGF 1) = false. Proof. ok. Qed.
(* p & X !p & X p has no model: the sink proves an automaton without edges right *)
Definition absurd_ := And (at_ 1) (And (Next (not_ 1)) (Next (at_ 1))).
Example translation_sink : check_translation absurd_ (Buchi 1 [] PS.empty)
  [Entry [absurd_] (Some 1) 2; Entry [not_ 1; at_ 1] None 1] (numbers []) = true. Proof. ok. Qed.
Example translation_sink_not : check_translation (at_ 1) (Buchi 1 [] PS.empty)
  [Entry [at_ 1] (Some 1) 2; Entry [] None 1] (numbers []) = false. Proof. ok. Qed.
(* conditions are split on the propositions that occur: a covers (a & b) or !b or (c & a) or ..., but not without !b *)
Example cover : covers [(true, 1)] [[(true, 1); (true, 2)]; [(false, 2); (true, 3)]; [(false, 3)]] = true. Proof. ok. Qed.
Example cover_not : covers [(true, 1)] [[(true, 1); (true, 2)]; [(true, 3)]; [(true, 2); (false, 3)]] = false. Proof. ok. Qed.

(** * Products *)
(* 1 -{}-> 2 -{1}-> 3 -{}-> 3: no run satisfies G F p1 *)
Definition PG : lgraph := [(1, PS.empty, 2); (2, PS.singleton 1, 3); (3, PS.empty, 3)].
Definition PN := ranks [(1,1,3); (2,2,2); (3,1,2); (3,2,1)].
Example graph_product : check_ltl_graph [1] PG (often 1) (AGF 1) (RGF 1) (PGF 1) PN = true. Proof. ok. Qed.
Example graph_product_open : check_ltl_graph [1] PG (often 1) (AGF 1) (RGF 1) (PGF 1)
  (ranks [(1,1,3); (2,2,2); (3,1,2)]) = false. Proof. ok. Qed.
Example graph_product_holds : check_ltl_graph [1] ((3, PS.singleton 1, 3) :: PG) (often 1) (AGF 1) (RGF 1) (PGF 1) PN = false. Proof. ok. Qed.
(* without the loop on 3 the run stops there, and stuttering steps carry no action *)
Definition PS_ := stutter_graph [1] (fun _ => PS.empty) (removelast PG).
Example stutter_product : check_ltl_graph [1] PS_ (often 1) (AGF 1) (RGF 1) (PGF 1) PN = true. Proof. ok. Qed.
Example stutter_ltl : check_ltl_lasso [1] PS_ (And (Eventually (at_ 1)) (Eventually (Always (not_ 1)))) 1 [1;2] [3] = true. Proof. ok. Qed.
Example stutter_ltl_false : check_ltl_lasso [1] PS_ (often 1) 1 [1;2] [3] = false. Proof. ok. Qed.

(* one location; 1 recurs (action 1) or becomes 2, which pops (action 2): infinitely many pops are impossible, since
   after them the stack is empty and only its bottom, symbol 3, is repeated *)
Definition LP : lrules := [(Rule 1 1 1 (Push 1 2), PS.singleton 1); (Rule 1 1 1 (Swap 2), PS.empty); (Rule 1 2 1 Pop, PS.singleton 2)].
Definition LS := stutter_lrules 1 2 (fun _ _ => PS.empty) LP.
Definition A1 := PAut [(1,1,2)] [2].
Example in_range : stutter_ok 1 2 (map fst LP) A1 = true. Proof. ok. Qed.
Example in_range_not : stutter_ok 1 1 (map fst LP) A1 = false. Proof. ok. Qed.
Definition SMp := build [(1,2,1); (2,2,1); (1,1,1); (2,1,1)].
Definition SAp := build [(1,2,1); (1,1,1); (2,1,1)].
Definition Np := ranks [(1,1,3); (2,1,2); (1,2,1); (2,2,1); (1,3,2); (2,3,1)].
Definition check_stutter f A R pr N := check_pds_ltl 1 2 LS (bottomed_set 1 2 A1) f A R pr SMp SAp N (pairs [(1,1); (4,1)]).
Example pds_product : check_stutter (often 2) (AGF 2) (RGF 2) (PGF 2) Np = true. Proof. ok. Qed.
Example pds_product_no_bottom : check_stutter (often 2) (AGF 2) (RGF 2) (PGF 2)
  (ranks [(1,1,3); (2,1,2); (1,2,1); (2,2,1)]) = false. Proof. ok. Qed.
(* with the stuttering rules of the ranked heads alone *)
Definition check_ranked N := check_pds_ltl 1 2 (ranked_lrules 1 2 (fun _ _ => PS.empty) N LP) (bottomed_set 1 2 A1)
  (often 2) (AGF 2) (RGF 2) (PGF 2) SMp SAp N (pairs [(1,1); (4,1)]).
Example pds_ranked : check_ranked Np = true. Proof. ok. Qed.
Example pds_ranked_flat : check_ranked (ranks [(1,1,3); (2,1,2); (1,2,1); (2,2,1); (1,3,1); (2,3,1)]) = false. Proof. ok. Qed.
(* location 1 stops at symbol 1: no rule, so the head is repeated, and its location visited for ever *)
Definition stopping (acc : positive -> bool) := check_pds_buchi_from 1 (ranked_rules 1 1 (ranks [(1,1,1)]) [])
  (bottomed_set 1 1 A1) acc none none (ranks [(1,1,1)]) (pairs [(1,1)]).
Example pds_stopping : stopping (fun _ => false) = true. Proof. ok. Qed.
Example pds_stopping_accepting : stopping (fun _ => true) = false. Proof. ok. Qed.
(* infinitely many pushes are possible *)
Example pds_product_holds : check_stutter (often 1) (AGF 1) (RGF 1) (PGF 1) Np = false. Proof. ok. Qed.
Example pds_pushes : check_pds_ltl_lasso LS (often 1) (bottomed 2 (1,[1])) [] [1] = true. Proof. ok. Qed.
(* push, return, pop twice, then the bottom for ever, by rule 4 *)
Example pds_stutter : check_pds_ltl_lasso LS (And (Eventually (at_ 2)) (Eventually (Always (And (not_ 1) (not_ 2)))))
  (bottomed 2 (1,[1])) [1;2;3;3] [4] = true. Proof. ok. Qed.
Example pds_stutter_false : check_pds_ltl_lasso LS (often 2) (bottomed 2 (1,[1])) [1;2;3;3] [4] = false. Proof. ok. Qed.
(* the same run by acceptance: location 1 is accepting *)
Example pds_stutter_lasso : check_pds_lasso (stutter_rules 1 2 (map fst LP)) (Pos.eqb 1) (bottomed 2 (1,[1])) [1;2;3;3] [4] = true. Proof. ok. Qed.
Example pds_stutter_lasso_empty : check_pds_lasso (map fst LP) (Pos.eqb 1) (1,[1]) [1;2;3;3] [] = false. Proof. ok. Qed.
