module Weights = struct
  type t = { mutable bytes : Bytes.t; mutable count : int }

  let create () = { bytes = Bytes.empty; count = 0 }
  let count t = t.count

  let get t i =
    if i < 0 || i >= t.count then invalid_arg "Weights.get";
    Bytes.get_int64_le t.bytes (8 * i)

  let push t x =
    if 8 * t.count = Bytes.length t.bytes then
      t.bytes <- Bytes.extend t.bytes 0 (max 64 (Bytes.length t.bytes));
    Bytes.set_int64_le t.bytes (8 * t.count) x;
    t.count <- t.count + 1
end

type side = Initial | Final

let epsilon = -1
let first_set = -2

type label_set = { negated : bool; members : int array }

type automaton = {
  extra : Names.t;
  edge_from : Ints.t;
  edge_label : Ints.t;
  edge_to : Ints.t;
  accepting : Ints.t;
  mutable sets : label_set array;
  mutable set_count : int;
  mutable is_given : bool;
}

let any = -1

type t = {
  states : Names.t;
  symbols : Names.t;
  mutable states_are_numbers : bool;
  mutable has_system : bool;
  rule_from : Ints.t;
  rule_head : Ints.t;
  rule_to : Ints.t;
  rule_length : Ints.t;
  rule_top : Ints.t;
  rule_below : Ints.t;
  actions : Names.t;
  rule_action : Ints.t;
  mutable dimension : int;
  weights : Weights.t;
  initial : automaton;
  final : automaton;
  set_names : Names.t;
  mutable named_sets : automaton array;
  mutable properties : (string * Ltl_text.t) list;
}

let most_dimensions = 64

let create_automaton () =
  {
    extra = Names.create ();
    edge_from = Ints.create ();
    edge_label = Ints.create ();
    edge_to = Ints.create ();
    accepting = Ints.create ();
    sets = [||];
    set_count = 0;
    is_given = false;
  }

let create () =
  {
    states = Names.create ();
    symbols = Names.create ();
    states_are_numbers = false;
    has_system = false;
    rule_from = Ints.create ();
    rule_head = Ints.create ();
    rule_to = Ints.create ();
    rule_length = Ints.create ();
    rule_top = Ints.create ();
    rule_below = Ints.create ();
    actions = Names.create ();
    rule_action = Ints.create ();
    dimension = 0;
    weights = Weights.create ();
    initial = create_automaton ();
    final = create_automaton ();
    set_names = Names.create ();
    named_sets = [||];
    properties = [];
  }

let automaton t = function Initial -> t.initial | Final -> t.final

let named_set t name =
  while Array.length t.named_sets <= name do
    t.named_sets <- Array.append t.named_sets [| create_automaton () |]
  done;
  t.named_sets.(name)

let rule_count t = Ints.length t.rule_from
let state_count t = Names.count t.states
let symbol_count t = Names.count t.symbols

let no_action = -1

let add_rule ?(action = no_action) t ~from ~head ~target ~length ~top ~below =
  Ints.push t.rule_from from;
  Ints.push t.rule_head head;
  Ints.push t.rule_to target;
  Ints.push t.rule_length length;
  Ints.push t.rule_top top;
  Ints.push t.rule_below below;
  Ints.push t.rule_action action

let add_edge a from label target =
  Ints.push a.edge_from from;
  Ints.push a.edge_label label;
  Ints.push a.edge_to target

let add_set a ~negated members =
  let set = { negated; members = Array.of_list (List.sort_uniq Int.compare members) } in
  if a.set_count = Array.length a.sets then
    a.sets <- Array.append a.sets (Array.make (max 4 a.set_count) set);
  a.sets.(a.set_count) <- set;
  a.set_count <- a.set_count + 1;
  first_set - (a.set_count - 1)

let set_number label = first_set - label
let set_of_label a label = a.sets.(set_number label)

let set_has set symbol =
  let rec search low high =
    low < high
    &&
    let middle = (low + high) / 2 in
    let x = set.members.(middle) in
    x = symbol || if x < symbol then search (middle + 1) high else search low middle
  in
  search 0 (Array.length set.members) <> set.negated

let reads a label symbol = label = symbol || (label <= first_set && set_has (set_of_label a label) symbol)

let renumber_symbols t place =
  let renumber symbols =
    for i = 0 to Ints.length symbols - 1 do
      let x = Ints.get symbols i in
      if x >= 0 then Ints.set symbols i place.(x)
    done
  in
  let renumber_set set =
    let members = Array.map (fun x -> place.(x)) set.members in
    Array.sort Int.compare members;
    { set with members }
  in
  let automata = t.initial :: t.final :: Array.to_list t.named_sets in
  List.iter renumber [ t.rule_head; t.rule_top; t.rule_below ];
  List.iter
    (fun a ->
      renumber a.edge_label;
      a.sets <- Array.map renumber_set a.sets)
    automata;
  Names.renumber t.symbols place

(* n + 1 where n is the number of extra states, or the next number that is free. *)
let add_position a =
  let rec try_name number =
    let name = string_of_int number in
    if Names.find_string a.extra name >= 0 then try_name (number + 1) else Names.intern_string a.extra name
  in
  -1 - try_name (Names.count a.extra + 1)
