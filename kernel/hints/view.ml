type t = {
  numbers : Numbering.t;
  side : Problem.side;
  automaton : Problem.automaton;
  occurs : int -> bool;
  set_is_empty : bool array; (* by label set: none of its symbols occurs *)
  count : int;
  first : int array; (* by raw state: its first place in 'order' *)
  order : int array; (* edges by raw source *)
  has_epsilon : bool;
  epsilon_closures : int array array; (* by raw state; [||]: not computed yet, or there is no epsilon at all *)
  accepting : bool array; (* epsilon followed *)
}

let side v = v.side
let count v = v.count
let raw_from v e = Numbering.raw_state v.numbers (Ints.get v.automaton.edge_from e)
let raw_to v e = Numbering.raw_state v.numbers (Ints.get v.automaton.edge_to e)
let label v e = Ints.get v.automaton.edge_label e

let iter_own_edges v state f =
  for i = v.first.(state) to v.first.(state + 1) - 1 do
    f v.order.(i)
  done

let compute_closure v state =
  let found = Ints.create () in
  let seen = Int_table.create () in
  let see s = if Int_table.add seen s then Ints.push found s in
  see state;
  let i = ref 0 in
  while !i < Ints.length found do
    iter_own_edges v (Ints.get found !i) (fun e -> if label v e = Problem.epsilon then see (raw_to v e));
    incr i
  done;
  Array.init (Ints.length found) (Ints.get found)

let iter_closure v state f =
  if not v.has_epsilon then f state
  else begin
    if Array.length v.epsilon_closures.(state) = 0 then v.epsilon_closures.(state) <- compute_closure v state;
    Array.iter f v.epsilon_closures.(state)
  end

let sort_by_source numbers (a : Problem.automaton) count =
  let edges = Ints.length a.edge_from in
  let from e = Numbering.raw_state numbers (Ints.get a.edge_from e) in
  let first = Array.make (count + 2) 0 in
  for e = 0 to edges - 1 do
    first.(from e + 1) <- first.(from e + 1) + 1
  done;
  for s = 1 to count + 1 do
    first.(s) <- first.(s) + first.(s - 1)
  done;
  let next = Array.copy first in
  let order = Array.make edges 0 in
  for e = 0 to edges - 1 do
    order.(next.(from e)) <- e;
    next.(from e) <- next.(from e) + 1
  done;
  (first, order)

let set_has_some numbers occurs set =
  let rec search a =
    a <= Problem.symbol_count numbers.Numbering.problem && ((occurs a && Problem.set_has set (a - 1)) || search (a + 1))
  in
  if set.Problem.negated then search 1 else Array.exists (fun a -> occurs (a + 1)) set.members

let create ?(occurs = fun _ -> true) numbers side =
  let automaton = Problem.automaton numbers.Numbering.problem side in
  let count = Numbering.raw_count numbers side in
  let first, order = sort_by_source numbers automaton count in
  let accepting = Array.make (count + 1) false in
  Ints.iter (fun s -> accepting.(Numbering.raw_state numbers s) <- true) automaton.accepting;
  let has_epsilon = ref false in
  Ints.iter (fun label -> if label = Problem.epsilon then has_epsilon := true) automaton.edge_label;
  let v =
    {
      numbers;
      side;
      automaton;
      occurs;
      set_is_empty = Array.init automaton.set_count (fun k -> not (set_has_some numbers occurs automaton.sets.(k)));
      count;
      first;
      order;
      has_epsilon = !has_epsilon;
      epsilon_closures = (if !has_epsilon then Array.make (count + 1) [||] else [||]);
      accepting;
    }
  in
  let closed = Array.make (count + 1) false in
  for s = 1 to count do
    iter_closure v s (fun t -> if accepting.(t) then closed.(s) <- true)
  done;
  { v with accepting = closed }

let iter_edges v state f =
  iter_closure v state (fun s ->
      iter_own_edges v s (fun e -> if label v e <> Problem.epsilon then f (label v e) (raw_to v e)))

let accepts v state = v.accepting.(state)

exception Found

let exists_edge v state test =
  try
    iter_edges v state (fun label target -> if test label target then raise_notrace Found);
    false
  with Found -> true

let has_edges v state = exists_edge v state (fun _ _ -> true)

let label_has v label symbol =
  v.occurs symbol
  && if label >= 0 then label + 1 = symbol else Problem.set_has (Problem.set_of_label v.automaton label) (symbol - 1)

let label_is_empty v label =
  if label >= 0 then not (v.occurs (label + 1)) else v.set_is_empty.(Problem.set_number label)

let iter_label v label f =
  if label >= 0 then begin
    if v.occurs (label + 1) then f (label + 1)
  end
  else
    for a = 1 to Problem.symbol_count v.numbers.problem do
      if label_has v label a then f a
    done

let has_edge v from symbol target =
  Numbering.is_inner target
  && exists_edge v (Numbering.raw_of_tagged from) (fun label t ->
         t = Numbering.raw_of_tagged target && label_has v label symbol)

let entered v =
  let entered = Array.make (v.count + 1) false in
  let todo = Ints.create () in
  let leave state =
    iter_edges v state (fun label target ->
        if (not entered.(target)) && not (label_is_empty v label) then begin
          entered.(target) <- true;
          Ints.push todo target
        end)
  in
  for p = 1 to v.numbers.np do
    leave p
  done;
  while Ints.length todo > 0 do
    leave (Ints.pop todo)
  done;
  entered

(* Backward over all edges, epsilon and labelled. *)
let useful v =
  let edges = Array.length v.order in
  let first = Array.make (v.count + 1) (-1) and next = Array.make edges (-1) in
  for e = 0 to edges - 1 do
    if label v e = Problem.epsilon || not (label_is_empty v (label v e)) then begin
      next.(e) <- first.(raw_to v e);
      first.(raw_to v e) <- e
    end
  done;
  let useful = Array.copy v.accepting in
  let todo = Ints.create () in
  Array.iteri (fun s is_useful -> if is_useful then Ints.push todo s) useful;
  while Ints.length todo > 0 do
    let e = ref first.(Ints.pop todo) in
    while !e >= 0 do
      let s = raw_from v !e in
      if not useful.(s) then begin
        useful.(s) <- true;
        Ints.push todo s
      end;
      e := next.(!e)
    done
  done;
  useful
