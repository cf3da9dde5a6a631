(* A regular expression becomes Thompson's automaton, with an epsilon wherever two parts meet; which position can follow which
   is then a search along epsilons. The result is Glushkov's automaton, and neither the nesting of the expression nor stars
   within stars need care. *)

type meaning = { problem : Problem.t; symbols_closed : bool }

let shown s = Fault.show_name (Quoted.contents (Scanner.text s))

let control_state m s =
  if Scanner.kind s <> Scanner.Name then Scanner.misfit s "a state";
  let state = Quoted.find m.problem.states (Scanner.text s) in
  if state < 0 then Scanner.fail s "there is no state %s" (shown s);
  Scanner.skip s;
  state

let symbol m s =
  if Scanner.kind s <> Scanner.Name then Scanner.misfit s "a symbol";
  let symbol =
    if m.symbols_closed then Quoted.find m.problem.symbols (Scanner.text s)
    else Quoted.intern m.problem.symbols (Scanner.text s)
  in
  if symbol < 0 then Scanner.fail s "there is no symbol %s" (shown s);
  Scanner.skip s;
  symbol

(* item {"," item} "]" *)
let rec list_to_bracket s item found =
  let found = item s :: found in
  if Scanner.is_mark s ',' then begin
    Scanner.skip s;
    list_to_bracket s item found
  end
  else begin
    Scanner.expect s ']' "',' or ']'";
    found
  end

let label m a s =
  if Scanner.is_mark s '.' then begin
    Scanner.skip s;
    Problem.add_set a ~negated:true []
  end
  else if Scanner.is_mark s '[' then begin
    Scanner.skip s;
    let negated = Scanner.is_mark s '^' in
    if negated then Scanner.skip s;
    if Scanner.is_mark s ']' then Scanner.fail s "a label set cannot be empty ('.' is any symbol)";
    match list_to_bracket s (symbol m) [] with
    | [ only ] when not negated -> only
    | members -> Problem.add_set a ~negated members
  end
  else symbol m s

type graph = {
  first_epsilon : Ints.t; (* by node: its first epsilon edge, -1: none *)
  next_epsilon : Ints.t; (* by edge: the next one of the same node *)
  epsilon_to : Ints.t;
  position_at : Ints.t; (* by node: the position that is read here, -1: none *)
  (* By position: *)
  behind : Ints.t; (* the node behind it *)
  label_of : Ints.t;
  state_of : Ints.t;
}

let new_graph () =
  {
    first_epsilon = Ints.create ();
    next_epsilon = Ints.create ();
    epsilon_to = Ints.create ();
    position_at = Ints.create ();
    behind = Ints.create ();
    label_of = Ints.create ();
    state_of = Ints.create ();
  }

let new_node g =
  Ints.push g.first_epsilon (-1);
  Ints.push g.position_at (-1);
  Ints.length g.position_at - 1

let join g from target =
  Ints.push g.next_epsilon (Ints.get g.first_epsilon from);
  Ints.push g.epsilon_to target;
  Ints.set g.first_epsilon from (Ints.length g.epsilon_to - 1)

(* One level of parentheses: every alternative leads from 'entry' to 'leave'; 'tail' is where the current one has come to. *)
type level = { entry : int; leave : int; mutable tail : int; opened : int (* where its '(' is *) }

let open_level g opened =
  let entry = new_node g in
  { entry; leave = new_node g; tail = entry; opened }

let end_alternative g level =
  join g level.tail level.leave;
  level.tail <- level.entry

(* What follows an item: its entry and its leave are nodes of its own, so operators need only join them. *)
let rec read_operators g s entry leave =
  let operator ~again ~skip =
    if again then join g leave entry;
    if skip then join g entry leave;
    Scanner.skip s;
    read_operators g s entry leave
  in
  match Scanner.kind s with
  | Scanner.Mark '*' -> operator ~again:true ~skip:true
  | Scanner.Mark '+' -> operator ~again:true ~skip:false
  | Scanner.Mark '?' -> operator ~again:false ~skip:true
  | _ -> ()

let append g s level entry leave =
  read_operators g s entry leave;
  join g level.tail entry;
  level.tail <- leave

let add_position g a label =
  let entry = new_node g in
  let leave = new_node g in
  Ints.set g.position_at entry (Ints.length g.behind);
  Ints.push g.behind leave;
  Ints.push g.label_of label;
  Ints.push g.state_of (Problem.add_position a);
  (entry, leave)

(* Up to '>', which is left current. *)
let rec read_expression m a g s level outer =
  match (Scanner.kind s, outer) with
  | Scanner.Mark '(', _ ->
      let inner = open_level g (Scanner.place s) in
      Scanner.skip s;
      read_expression m a g s inner (level :: outer)
  | Scanner.Mark ')', parent :: outer ->
      end_alternative g level;
      Scanner.skip s;
      append g s parent level.entry level.leave;
      read_expression m a g s parent outer
  | Scanner.Mark '|', _ ->
      end_alternative g level;
      Scanner.skip s;
      read_expression m a g s level outer
  | (Scanner.Name | Scanner.Mark '[' | Scanner.Mark '.'), _ ->
      let label = label m a s in
      let entry, leave = add_position g a label in
      append g s level entry leave;
      read_expression m a g s level outer
  | Scanner.Mark '>', [] -> end_alternative g level
  | (Scanner.Mark '>' | Scanner.End), _ :: _ ->
      ignore (Source.fail_at (Scanner.source s) level.opened "this '(' is not closed")
  | Scanner.Mark (('*' | '+' | '?') as c), _ -> Scanner.fail s "there is nothing before this '%c'" c
  | _ -> Scanner.misfit s "a symbol, an operator or '>'"

type search = { reached : int array; (* by node: the number of the last search that saw it *) mutable number : int; todo : Ints.t }

(* Calls 'found' with each position that can be read next from the node; is 'last' among the nodes reached? *)
let search_from g search node last found =
  search.number <- search.number + 1;
  let see node =
    if search.reached.(node) <> search.number then begin
      search.reached.(node) <- search.number;
      Ints.push search.todo node
    end
  in
  see node;
  while Ints.length search.todo > 0 do
    let node = Ints.pop search.todo in
    let position = Ints.get g.position_at node in
    if position >= 0 then found position;
    let edge = ref (Ints.get g.first_epsilon node) in
    while !edge >= 0 do
      see (Ints.get g.epsilon_to !edge);
      edge := Ints.get g.next_epsilon !edge
    done
  done;
  search.reached.(last) = search.number

let add_automaton a g level controls =
  let search = { reached = Array.make (Ints.length g.position_at) 0; number = 0; todo = Ints.create () } in
  let leaves states node =
    let add position =
      List.iter (fun from -> Problem.add_edge a from (Ints.get g.label_of position) (Ints.get g.state_of position)) states
    in
    if search_from g search node level.leave add then List.iter (Ints.push a.Problem.accepting) states
  in
  leaves controls level.entry;
  for position = 0 to Ints.length g.behind - 1 do
    leaves [ Ints.get g.state_of position ] (Ints.get g.behind position)
  done

let read_states m s =
  if Scanner.is_mark s '[' then begin
    Scanner.skip s;
    list_to_bracket s (control_state m) []
  end
  else [ control_state m s ]

let rec read_all m a s =
  Scanner.expect s '<' "'<'";
  let controls = read_states m s in
  Scanner.expect s ',' "','";
  let g = new_graph () in
  let level = open_level g 0 in
  read_expression m a g s level [];
  Scanner.skip s;
  add_automaton a g level controls;
  if Scanner.kind s <> Scanner.End then begin
    Scanner.expect s '|' "'|' or the end";
    read_all m a s
  end

let read m (a : Problem.automaton) s =
  read_all m a s;
  a.is_given <- true
