let positive = Binary.positive
let z_of_int64 = Binary.z_of_int64

let is_weight claimed found =
  let rec same i = function
    | [] -> i >= Array.length claimed || (Int64.equal claimed.(i) 0L && same (i + 1) [])
    | x :: rest -> x = (if i < Array.length claimed then z_of_int64 claimed.(i) else Kernel.Z0) && same (i + 1) rest
  in
  same 0 found

let weight w = List.map z_of_int64 (Array.to_list w)

(* What many rules and edges share, by symbol (from 1). *)
type shared = { singles : Kernel.lset array; symbols : Kernel.rsym array; any : Kernel.lset }

let share (numbers : Numbering.t) =
  let count = Problem.symbol_count numbers.problem in
  {
    singles = Array.init (count + 1) (fun a -> if a = 0 then Kernel.LIn [] else Kernel.LIn [ positive a ]);
    symbols = Array.init (count + 1) (fun a -> if a = 0 then Kernel.Same else Kernel.Sym (positive a));
    (* Without symbols, 'any' must not match the dummy. *)
    any = (if count = 0 then Kernel.LIn [] else Kernel.LNot []);
  }

let rule shared (p : Problem.t) r =
  let symbol x = if x = Problem.any then Kernel.Same else shared.symbols.(x + 1) in
  let head = Ints.get p.rule_head r in
  {
    Kernel.rr_p = positive (Ints.get p.rule_from r + 1);
    rr_h = (if head = Problem.any then shared.any else shared.singles.(head + 1));
    rr_q = positive (Ints.get p.rule_to r + 1);
    rr_op =
      (match Ints.get p.rule_length r with
      | 0 -> Kernel.RPop
      | 1 -> Kernel.RSwap (symbol (Ints.get p.rule_top r))
      | _ -> Kernel.RPush (symbol (Ints.get p.rule_top r), symbol (Ints.get p.rule_below r)));
  }

(* [f 0; f 1; ...; f (count - 1)], built from its end. *)
let list count f =
  let rec build i tail = if i < 0 then tail else build (i - 1) (f i :: tail) in
  build (count - 1) []

let rules (numbers : Numbering.t) =
  let shared = share numbers in
  list (Problem.rule_count numbers.problem) (rule shared numbers.problem)

let part_of weights dimension n = list dimension (fun i -> z_of_int64 (Problem.Weights.get weights ((n * dimension) + i)))

let weighted_rules (numbers : Numbering.t) =
  let p = numbers.problem in
  let shared = share numbers in
  list (Problem.rule_count p) (fun r -> (rule shared p r, part_of p.weights p.dimension r))

let acting_rules (numbers : Numbering.t) =
  let p = numbers.problem in
  let shared = share numbers in
  let actions = Array.init (Names.count p.actions) (fun a -> Some (positive (a + 1))) in
  list (Problem.rule_count p) (fun r ->
      let action = Ints.get p.rule_action r in
      (rule shared p r, if action = Problem.no_action then None else actions.(action)))

let rules_of_weight (numbers : Numbering.t) weight =
  let shared = share numbers in
  list (Problem.rule_count numbers.problem) (fun r -> (rule shared numbers.problem r, weight))

let label_set (numbers : Numbering.t) (set : Problem.label_set) =
  let members = list (Array.length set.members) (fun i -> positive (set.members.(i) + 1)) in
  if not set.negated then Kernel.LIn members
  else if Problem.symbol_count numbers.problem = 0 then Kernel.LIn []
  else Kernel.LNot members

let automaton_of (numbers : Numbering.t) (a : Problem.automaton) =
  let shared = share numbers in
  let sets = Array.init a.set_count (fun k -> label_set numbers a.sets.(k)) in
  let raw s = positive (Numbering.raw_state numbers s) in
  let rec edges i labelled epsilons =
    if i < 0 then (labelled, epsilons)
    else begin
      let from = raw (Ints.get a.edge_from i) and target = raw (Ints.get a.edge_to i) in
      let label = Ints.get a.edge_label i in
      if label = Problem.epsilon then edges (i - 1) labelled ((from, target) :: epsilons)
      else begin
        let set = if label >= 0 then shared.singles.(label + 1) else sets.(Problem.set_number label) in
        edges (i - 1) (((from, set), target) :: labelled) epsilons
      end
    end
  in
  let labelled, epsilons = edges (Ints.length a.edge_from - 1) [] [] in
  {
    Kernel.r_tr = labelled;
    r_eps = epsilons;
    r_fin = list (Ints.length a.accepting) (fun i -> raw (Ints.get a.accepting i));
  }

let automaton (numbers : Numbering.t) side = automaton_of numbers (Problem.automaton numbers.problem side)
