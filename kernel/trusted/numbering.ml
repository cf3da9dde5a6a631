type t = { problem : Problem.t; np : int; ns : int }

(* What is mentioned together should lie together in the verified checker's tries: symbols get their numbers in the order of
   those. It matters only where there are many. *)
let few = 1000

let neighbours_stay_neighbours problem symbols =
  let place = Array.make symbols 0 in
  Array.iteri (fun number rank -> if number > 0 then place.(rank) <- number - 1) (Trie_order.ranks symbols);
  Problem.renumber_symbols problem place

(* Positive numbers cannot say 'none': a dummy nobody mentions. *)
let of_problem problem =
  let symbols = Problem.symbol_count problem in
  if symbols > few then neighbours_stay_neighbours problem symbols;
  { problem; np = max 1 (Problem.state_count problem); ns = max 1 (Problem.symbol_count problem) }

let raw_state t s = if s >= 0 then s + 1 else t.np - s
let start p = 2 * p
let inner q = (2 * q) + 1
let is_inner s = s land 1 = 1
let raw_of_tagged s = s lsr 1
let raw_count t side = t.np + Names.count (Problem.automaton t.problem side).extra

let show_control t p =
  if p <= Problem.state_count t.problem then Fault.show_name (Names.name t.problem.states (p - 1)) else "none"

let show_symbol t a =
  if a >= 1 && a <= Problem.symbol_count t.problem then Fault.show_name (Names.name t.problem.symbols (a - 1)) else "none"

let show_state t side s =
  let raw = raw_of_tagged s in
  if not (is_inner s) then show_control t raw
  else if raw <= t.np then "inner " ^ show_control t raw
  else begin
    let extra = (Problem.automaton t.problem side).extra in
    let k = raw - t.np - 1 in
    if k < Names.count extra then "extra state " ^ Fault.show_name (Names.name extra k)
    else Printf.sprintf "certificate state %d" (k - Names.count extra)
  end

let show_rule t r =
  let p = t.problem in
  let symbol x = if x = Problem.any then "*" else show_symbol t (x + 1) in
  let right =
    match Ints.get p.rule_length r with
    | 0 -> ""
    | 1 -> " " ^ symbol (Ints.get p.rule_top r)
    | _ -> Printf.sprintf " %s %s" (symbol (Ints.get p.rule_top r)) (symbol (Ints.get p.rule_below r))
  in
  Printf.sprintf "rule %d (%s %s -> %s%s)" r
    (show_control t (Ints.get p.rule_from r + 1))
    (symbol (Ints.get p.rule_head r))
    (show_control t (Ints.get p.rule_to r + 1))
    right
