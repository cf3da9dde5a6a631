let rejected = Fault.rejected

let steps (m : 'state Finite_model.t) state =
  match m.model.m_next state with Some steps -> steps | None -> rejected "state %s fails" (m.show_state state)

let label (m : 'state Finite_model.t) state =
  match m.model.m_label state with
  | Some letter -> letter
  | None -> rejected "in state %s an atom of the formula has no value" (m.show_state state)

let allows guard letter =
  List.exists (List.for_all (fun (positive, atom) -> Kernel.PS.mem atom letter = positive)) guard

(* By state of the automaton: its edges. *)
let edges_from (a : Translation.t) =
  let edges = Array.make a.states [] in
  for i = Ints.length a.edge_from - 1 downto 0 do
    let q = Ints.get a.edge_from i in
    edges.(q) <- (a.edge_guard.(i), Ints.get a.edge_to i) :: edges.(q)
  done;
  edges

let product (m : 'state Finite_model.t) (a : Translation.t) (p : Product.t) =
  let edges = edges_from a in
  let group_of state = Product.group p (m.key_of_state state) in
  let check_step state q rank letter target =
    let group = group_of target in
    List.iter
      (fun (guard, q') ->
        if allows guard letter then begin
          let reached = Product.rank p group q' in
          let wrong what =
            rejected "from state %s with the automaton's state %d a step leads to %s with %d, which %s" (m.show_state state) q
              (m.show_state target) q' what
          in
          if reached < 0 then wrong "is not in the product";
          if reached > rank then wrong (Printf.sprintf "has a larger rank: %d, after %d" reached rank);
          if reached = rank && a.accepting.(q) then
            wrong (Printf.sprintf "has the same rank %d, though the automaton's state %d is accepting" rank q)
        end)
      edges.(q)
  in
  List.iter
    (fun state ->
      if Product.rank p (group_of state) a.initial < 0 then
        rejected "the initial state %s with the automaton's state %d is not in the product" (m.show_state state) a.initial)
    m.model.m_init;
  for group = 0 to Product.group_count p - 1 do
    let state = m.state_of_key (Product.key p group) in
    let steps = steps m state and here = label m state in
    Product.iter_group p group (fun q rank ->
        if steps = [] then check_step state q rank here state
        else
          List.iter
            (fun (action, target) ->
              let letter = match action with Some action -> Kernel.PS.add action here | None -> here in
              check_step state q rank letter target)
            steps)
  done

let check_start (m : 'state Finite_model.t) state =
  if not (List.exists (m.model.m_same state) m.model.m_init) then
    rejected "the run begins in state %s, which is not initial" (m.show_state state)

let check_step (m : 'state Finite_model.t) number state action target =
  let possible = steps m state in
  let is_end = possible = [] && action = None && m.model.m_same state target in
  if not (is_end || List.exists (fun (a, t) -> a = action && m.model.m_same t target) possible) then
    rejected "step %d: from state %s no step%s leads to %s" number (m.show_state state)
      (match action with Some action -> " with the action " ^ m.show_action action | None -> "")
      (m.show_state target)

let lasso (m : 'state Finite_model.t) ~stem ~loop =
  let first = match stem @ loop with (state, _) :: _ -> state | [] -> rejected "the run has no states" in
  let again = match loop with (state, _) :: _ -> state | [] -> rejected "the loop has no states" in
  check_start m first;
  let rec walk number = function
    | (state, action) :: (((target, _) :: _) as rest) ->
        check_step m number state action target;
        walk (number + 1) rest
    | [ (state, action) ] -> check_step m number state action again
    | [] -> ()
  in
  let states = List.rev_append (List.rev stem) loop in
  walk 0 states;
  List.iter (fun (state, _) -> ignore (label m state)) states;
  rejected "the run is one of the system, but it satisfies the formula"

let safe (m : 'state Finite_model.t) states ~listed =
  let miss what state = rejected "%s state %s is not listed" what (m.show_state state) in
  let check what state = if not (listed (m.key_of_state state)) then miss what state in
  List.iter (check "the initial") m.model.m_init;
  List.iter (fun state -> List.iter (fun (_, target) -> check "the reachable" target) (steps m state)) states

let unsafe (m : 'state Finite_model.t) states =
  (match states with state :: _ -> check_start m state | [] -> rejected "the run has no states");
  let rec walk number = function
    | state :: (target :: _ as rest) ->
        let possible = steps m state in
        if not (List.exists (fun (_, t) -> m.model.m_same t target) possible) then
          rejected "step %d: from state %s no step leads to %s" number (m.show_state state) (m.show_state target);
        walk (number + 1) rest
    | [ state ] -> if m.model.m_next state <> None then rejected "state %s, the last one, does not fail" (m.show_state state)
    | [] -> ()
  in
  walk 0 states
