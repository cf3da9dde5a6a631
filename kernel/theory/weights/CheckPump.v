(* The check of evidence for unbounded weights over a raw instance, in the format of docs/formats/evidence.md: a marked
   loop of the witness, or a loop of facts. Facts are checked by CheckDerivation.v, with weights that are affine
   functions (Pump.v): the rules carry 0 :: weight, and [1] stands for the weight of the fact that is repeated. *)
From Coq Require Import List PArith ZArith Bool Lia.
From Custos Require Import Instance Trie Normal Lookup WeightedInstance CheckDerivation Vectors.
Import ListNotations.
Open Scope Z_scope.

(** * The checker *)
Definition shift (D : list (rrule * list Z)) : list (rrule * list Z) := reweigh (cons 0) D.
Definition link := (positive * positive)%type.                 (* fact number, state of the initial set *)
Inductive pump :=
| WitnessLoop (before loop after : list link)                  (* the links before, in and after the loop *)
| FactLoop (witness : list link) (i b e : positive).           (* facts b .. e-1 lead from fact i to itself *)

Definition same_fact (x y : known) : bool := Pos.eqb (k_s x) (k_s y) && Pos.eqb (k_a x) (k_a y) && Pos.eqb (k_t x) (k_t y).
Definition unknown (x : known) : known := Known (k_s x) (k_a x) (k_t x) [1].

Section Facts.
Variables (np ns : positive) (R : trie crule) (L2 : lookup).
(* the facts in order; what is concluded goes through h *)
Fixpoint facts_with (h : known -> known) (l : list fact) (n : positive) (K : trie known) : option (trie known) :=
  match l with
  | [] => Some K
  | x :: l =>
    match match x with
          | FEdge s a t => if has_edge np ns L2 s a t then Some (Known s a t []) else None
          | FRule r a t f g => conclude ns R K r a t f g
          end with
    | Some k => facts_with h l (Pos.succ n) (put n (h k) K)
    | None => None
    end
  end.

(* facts b .. e-1, each from the one before, whose number is [j]; its weight here is [prev], kept under the number [z] *)
Fixpoint chain (K : trie known) (z b e : positive) (l : list fact) (n j : positive) (prev : known) : option known :=
  match l with
  | [] => if Pos.eqb n e then Some prev else None
  | x :: l =>
    if Pos.ltb n b then chain K z b e l (Pos.succ n) j prev
    else if Pos.ltb n e then
      match x with
      | FEdge _ _ _ => None
      | FRule r a t f g =>
        match (if Pos.eqb f j then conclude ns R (put z prev K) r a t z g
               else if Pos.eqb g j then conclude ns R (put z prev K) r a t f z else None) with
        | Some k => chain K z b e l (Pos.succ n) n k
        | None => None
        end
      end
    else Some prev
  end.
End Facts.
Definition past (l : list fact) : positive := fold_left (fun n _ => Pos.succ n) l xH.

(* the loop's weight; the runs are pumped by a positive multiple of it *)
Definition pump_vector np ns (D : list (rrule * list Z)) (A1 A2 : raut) (facts : list fact) (start : positive) (x : pump)
  : option (list Z) :=
  match normalise np A1, normalise np A2 with
  | Some N1, Some N2 =>
    if Pos.leb start np && forallb (fun x => Pos.leb (rr_q (fst x)) np) D then
      let R := index_rules (shift D) xH Empty in
      let L1 := lookup_of N1 in let L2 := lookup_of N2 in
      let accepted s1 s2 := mem (xI s1) (n_acc N1) && mem s2 (n_acc N2) in
      match facts_with np ns R L2 (fun k => k) facts xH Empty with
      | None => None
      | Some K =>
        match x with
        | WitnessLoop before loop after =>
          match follow np ns L1 K before start (xO start) [] with
          | None => None
          | Some (s1, s2, _) =>
            match follow np ns L1 K loop s1 s2 [], follow np ns L1 K after s1 s2 [] with
            | Some (t1, t2, l), Some (f1, f2, _) =>
              if Pos.eqb t1 s1 && Pos.eqb t2 s2 && accepted f1 f2 then Some (tl l) else None
            | _, _ => None
            end
          end
        | FactLoop witness i b e =>
          match find i K with
          | None => None
          | Some k =>
            match chain ns R K (past facts) b e facts xH i (unknown k),
                  facts_with np ns R L2 (fun y => if same_fact y k then unknown y else y) facts xH Empty with
            | Some k', Some K' =>
              match follow np ns L1 K' witness start (xO start) [] with
              | None => None
              | Some (f1, f2, v) =>
                if same_fact k' k && Z.eqb (hd 0 (k_w k')) 1 && Z.leb 1 (hd 0 v) && accepted f1 f2
                then Some (tl (k_w k')) else None
              end
            | _, _ => None
            end
          end
        end
      end
    else None
  | _, _ => None
  end.
Definition check_pump np ns D A1 A2 facts start x (above : bool) : bool :=
  match pump_vector np ns D A1 A2 facts start x with
  | Some l => match vsign l with Eq => false | Lt => negb above | Gt => above end
  | None => false
  end.
