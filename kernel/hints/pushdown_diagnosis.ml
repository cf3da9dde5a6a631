type t = {
  numbers : Numbering.t;
  meanings : Atoms.meaning array;
  automaton : Translation.t;
  guards : (bool * int) list list array; (* by edge; atoms from 0 *)
  leaving : int list array; (* by state: edges *)
  table : Stack_table.t;
  ranks : Head_ranks.t;
}

let native_guard = List.map (List.map (fun (positive, atom) -> (positive, Binary.int_of_positive atom - 1)))

let show_head t h =
  let x = Head_ranks.symbol t.ranks h in
  Printf.sprintf "head %s, %d, %s"
    (Numbering.show_control t.numbers (Head_ranks.control t.ranks h + 1))
    (Head_ranks.state t.ranks h)
    (if x = Stack_table.bottom then "bottom" else Numbering.show_symbol t.numbers (Stack_table.symbol t.table x + 1))

(* Is the atom true in a configuration with this top, when a step with this action follows? *)
let is_true t ~control ~x ~action atom =
  let is_bottom = x = Stack_table.bottom in
  match t.meanings.(atom) with
  | Atoms.State p -> p = control
  | Atoms.Top g -> (not is_bottom) && Stack_table.symbol t.table x = g
  | Atoms.Action a -> a = action
  | Atoms.Set _ ->
      let symbol, below =
        if is_bottom then (None, 1) else (Some (Stack_table.symbol t.table x), Stack_table.below t.table x)
      in
      Classes.is_in (Stack_table.classes t.table) ~atom ~state:(control + 1) ~symbol below

let allows t edge letter = List.exists (List.for_all (fun (positive, atom) -> letter atom = positive)) t.guards.(edge)

(* The head must be there, with a rank that has not grown, and has fallen if 'falls'. *)
let follows t ~where h ~falls p q x =
  let next = if x < 0 then -1 else Head_ranks.find t.ranks p q x in
  if next < 0 then
    Fault.rejected "%s: %s is followed by control state %s in state %d of the automaton, a head without a rank" where
      (show_head t h)
      (Numbering.show_control t.numbers (p + 1))
      q;
  if Head_ranks.rank t.ranks next > Head_ranks.rank t.ranks h then
    Fault.rejected "%s: the rank grows from %s to %s" where (show_head t h) (show_head t next);
  if falls && Head_ranks.rank t.ranks next = Head_ranks.rank t.ranks h then
    Fault.rejected "%s: the rank should fall from %s to %s: what lies between is accepting" where (show_head t h)
      (show_head t next);
  next

let summary t ~where h p q ~accepting =
  if not (Head_ranks.has_summary t.ranks h p q ~accepting) then
    Fault.rejected "%s: %s lacks a summary to control state %s, state %d%s" where (show_head t h)
      (Numbering.show_control t.numbers (p + 1))
      q
      (if accepting then ", marked as accepting" else "")

let inherits t ~where h next ~accepting =
  Head_ranks.iter_summaries t.ranks next (fun p q mark -> summary t ~where h p q ~accepting:(accepting || mark))

(* One step of the product: to a location, leaving these numbers on the stack. *)
let check_step t ~where h p q pushed =
  let accepting = t.automaton.accepting.(Head_ranks.state t.ranks h) in
  match pushed with
  | [] -> summary t ~where h p q ~accepting
  | [ x ] -> inherits t ~where h (follows t ~where h ~falls:accepting p q x) ~accepting
  | x :: y :: _ ->
      let first = follows t ~where h ~falls:accepting p q x in
      Head_ranks.iter_summaries t.ranks first (fun p' q' mark ->
          let accepting = accepting || mark in
          inherits t ~where h (follows t ~where h ~falls:accepting p' q' y) ~accepting)

let check_edges t ~where h ~action target pushed =
  let control = Head_ranks.control t.ranks h and x = Head_ranks.symbol t.ranks h in
  List.iter
    (fun edge ->
      if allows t edge (is_true t ~control ~x ~action) then
        check_step t ~where h target (Ints.get t.automaton.edge_to edge) pushed)
    t.leaving.(Head_ranks.state t.ranks h)

let check_rule t h rule =
  let problem = t.numbers.problem in
  let x = Head_ranks.symbol t.ranks h in
  let top = Stack_table.symbol t.table x and below = Stack_table.below t.table x in
  let pushed s = if s = Problem.any then top else s in
  let symbols =
    match Ints.get problem.rule_length rule with
    | 0 -> []
    | 1 -> [ Stack_table.find t.table (pushed (Ints.get problem.rule_top rule)) below ]
    | _ ->
        let second = pushed (Ints.get problem.rule_below rule) in
        let c = Classes.above (Stack_table.classes t.table) second below in
        [ Stack_table.find t.table (pushed (Ints.get problem.rule_top rule)) c; Stack_table.find t.table second below ]
  in
  check_edges t ~where:(Numbering.show_rule t.numbers rule) h
    ~action:(Ints.get problem.rule_action rule)
    (Ints.get problem.rule_to rule) symbols

let check_head t index h =
  let control = Head_ranks.control t.ranks h and x = Head_ranks.symbol t.ranks h in
  if x = Stack_table.bottom || not (Rule_index.applies index control (Stack_table.symbol t.table x)) then
    check_edges t ~where:"stuttering" h ~action:(-2) control [ x ]
  else Rule_index.iter index control (Stack_table.symbol t.table x) (check_rule t h)

let ranks (numbers : Numbering.t) meanings (automaton : Translation.t) table ranks =
  let leaving = Array.make (max 1 automaton.states) [] in
  for edge = Ints.length automaton.edge_from - 1 downto 0 do
    let q = Ints.get automaton.edge_from edge in
    leaving.(q) <- edge :: leaving.(q)
  done;
  let t = { numbers; meanings; automaton; guards = Array.map native_guard automaton.edge_guard; leaving; table; ranks } in
  let index = Rule_index.create numbers.problem in
  for h = 0 to Head_ranks.count ranks - 1 do
    check_head t index h
  done
