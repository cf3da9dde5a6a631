type reader = {
  json : Json.t;
  problem : Problem.t;
  mutable named : bool; (* states have names *)
  (* Weights. In a "pda" the first rule decides. *)
  mutable inferred : bool;
  mutable decided : bool;
  mutable vector : bool; (* weights are written as arrays *)
  mutable unsigned : bool array; (* by dimension; of declared types only *)
  (* Named states: is it a key, and where it was mentioned first. *)
  defined : Ints.t;
  mentioned : Ints.t;
  (* Numbered states: targets beyond the states so far, and where; only those larger than all before. *)
  far_targets : Ints.t;
  far_places : Ints.t;
  (* By symbol plus one (0: "*"): the last state plus one that has it as a head. *)
  last_head : Ints.t;
}

let is r word = Quoted.is (Json.text r.json) word
let shown r = Fault.show_name (Quoted.contents (Json.text r.json))
let fail_at r place format = Source.fail_at (Json.source r.json) place format

let unknown_key r what keys = Json.fail r.json "unknown key %s: %s has %s" (shown r) what keys

(* Keys that have been seen are bits of an integer. *)
let once r seen bit what =
  if !seen land bit <> 0 then Json.fail r.json "the key %s appears twice in %s" (shown r) what;
  seen := !seen lor bit

(* The number just read, which must be 0, 1, 2, ...; -1 if it is beyond all states. *)
let natural r =
  let text = Json.text r.json in
  if (not (Json.is_integer r.json)) || text.text.[text.from] = '-' then
    Json.fail r.json "a state is a number 0, 1, 2, ..., not %s" (Quoted.contents text);
  Decimal.natural text.text text.from text.length

let known_state r =
  let state = Quoted.find r.problem.states (Json.text r.json) in
  if state < 0 then
    Json.fail r.json "there is no state %s (extra states of an automaton are written as numbers)" (shown r);
  state

let read_type_word r =
  Json.string r.json "\"uint\" or \"int\"";
  if Array.length r.unsigned = Problem.most_dimensions then
    Json.fail r.json "a weight has at most %d dimensions" Problem.most_dimensions;
  if not (is r "uint" || is r "int") then
    Json.fail r.json "unknown weight type %s: there are \"none\", \"uint\", \"int\" and arrays of the last two" (shown r);
  r.unsigned <- Array.append r.unsigned [| is r "uint" |]

let read_weight_type r =
  (match Json.next r.json with
  | Json.Array ->
      r.vector <- true;
      Json.elements r.json "a weight type" (fun () -> read_type_word r);
      if r.unsigned = [||] then
        Json.fail r.json "a weight needs at least one dimension; without weights the type is \"none\""
  | Json.String ->
      (* Looking at a string takes it: "none" is the one that is no type of a dimension. *)
      Json.string r.json "a weight type";
      if not (is r "none") then begin
        if not (is r "uint" || is r "int") then
          Json.fail r.json "unknown weight type %s: there are \"none\", \"uint\", \"int\" and arrays of the last two"
            (shown r);
        r.unsigned <- [| is r "uint" |]
      end
  | _ -> Json.misfit r.json "a weight type: \"none\", \"uint\", \"int\" or an array");
  r.problem.dimension <- Array.length r.unsigned;
  r.decided <- true

let read_weight_number r count =
  Json.number r.json "an integer";
  let text = Json.text r.json in
  let written = Quoted.contents text in
  if not (Json.is_integer r.json) then Json.fail r.json "the weight %s is not written as an integer" written;
  match Decimal.integer text.text text.from text.length with
  | None -> Json.fail r.json "the weight %s does not fit 64 bits" written
  | Some value ->
      if !count = Problem.most_dimensions then
        Json.fail r.json "a weight has at most %d dimensions" Problem.most_dimensions;
      if Int64.compare value 0L < 0 && (not r.inferred) && !count < Array.length r.unsigned && r.unsigned.(!count) then
        Json.fail r.json "the weight %s is negative, but its type is \"uint\"" written;
      Problem.Weights.push r.problem.weights value;
      incr count

let read_weight r =
  let kind = Json.next r.json in
  let is_array = kind = Json.Array in
  if kind <> Json.Number && not is_array then Json.misfit r.json "a weight, an integer or an array of integers,";
  if r.decided && r.problem.dimension = 0 then
    Json.fail r.json
      (if r.inferred then "this rule has a weight, but earlier rules have none"
      else "this rule has a weight, but the weight type is \"none\"");
  if r.decided && r.vector <> is_array then
    Json.misfit r.json (if r.vector then "a weight that is an array" else "a weight that is a single integer");
  let key = Json.place r.json in
  let count = ref 0 in
  if is_array then Json.elements r.json "a weight" (fun () -> read_weight_number r count) else read_weight_number r count;
  if !count = 0 then fail_at r key "an empty weight";
  if not r.decided then begin
    r.problem.dimension <- !count;
    r.vector <- is_array;
    r.decided <- true
  end;
  if !count <> r.problem.dimension then
    fail_at r key "a weight of %d dimensions where %d should be" !count r.problem.dimension

let to_key = 1
and pop_key = 2
and swap_key = 4
and push_key = 8
and weight_key = 16

let operation_keys = pop_key lor swap_key lor push_key

let read_target r =
  if r.named then begin
    Json.string r.json "the name of a state (\"states\" is an object)";
    let state = Quoted.intern r.problem.states (Json.text r.json) in
    if state = Ints.length r.defined then begin
      Ints.push r.defined 0;
      Ints.push r.mentioned (Json.place r.json)
    end;
    state
  end
  else begin
    Json.number r.json "the number of a state (\"states\" is an array)";
    let state = natural r in
    if state < 0 then
      Json.fail r.json "there is no state %s" (Quoted.contents (Json.text r.json));
    let last = Ints.length r.far_targets - 1 in
    if state >= Problem.state_count r.problem && (last < 0 || state > Ints.get r.far_targets last) then begin
      Ints.push r.far_targets state;
      Ints.push r.far_places (Json.place r.json)
    end;
    state
  end

let read_label r what =
  Json.string r.json what;
  if is r "" then Json.fail r.json "an empty label: every symbol has a name (to remove the top: \"pop\": \"\")"

(* The rule's object comes next. *)
let read_rule r from head =
  let seen = ref 0 and target = ref 0 and length = ref 0 and top = ref 0 and below = ref 0 in
  let first_weight = Problem.Weights.count r.problem.weights in
  let operation bit =
    if !seen land operation_keys land lnot bit <> 0 then
      Json.fail r.json "the rule has two of \"pop\", \"swap\" and \"push\"";
    once r seen bit "a rule"
  in
  let member () =
    if is r "to" then begin
      once r seen to_key "a rule";
      target := read_target r
    end
    else if is r "push" then begin
      operation push_key;
      read_label r "a label behind \"push\"";
      if is r "*" then Json.fail r.json "\"push\": \"*\" does not say which label to push";
      length := 2;
      top := Quoted.intern r.problem.symbols (Json.text r.json);
      below := head
    end
    else if is r "swap" then begin
      operation swap_key;
      read_label r "a label behind \"swap\"";
      length := 1;
      if not (is r "*") then top := Quoted.intern r.problem.symbols (Json.text r.json)
      else if head = Problem.any then top := Problem.any
      else
        Json.fail r.json "\"swap\": \"*\" keeps the symbol that a head \"*\" matched; this head is %s"
          (Fault.show_name (Names.name r.problem.symbols head))
    end
    else if is r "pop" then begin
      operation pop_key;
      Json.string r.json "\"\" behind \"pop\"";
      if not (is r "") then Json.fail r.json "\"pop\" has the value \"\": it removes the label of its head"
    end
    else if is r "weight" then begin
      once r seen weight_key "a rule";
      read_weight r
    end
    else unknown_key r "a rule" "\"to\", \"pop\", \"swap\", \"push\" and \"weight\""
  in
  if Json.next r.json <> Json.Object then Json.misfit r.json "a rule, an object,";
  Json.members r.json "a rule" member;
  let missing what = Json.fail r.json "the rule that ends here has %s" what in
  if !seen land to_key = 0 then missing "no \"to\"";
  if !seen land operation_keys = 0 then missing "none of \"pop\", \"swap\" and \"push\"";
  if !seen land weight_key = 0 then begin
    if r.decided && r.problem.dimension > 0 then
      missing (if r.inferred then "no \"weight\", but others have" else "no \"weight\"");
    r.decided <- true
  end;
  assert (Problem.Weights.count r.problem.weights = first_weight + r.problem.dimension);
  Problem.add_rule r.problem ~from ~head ~target:!target ~length:!length ~top:!top ~below:!below

let read_head r state =
  if is r "" then Json.fail r.json "an empty label: every head reads one symbol";
  let head = if is r "*" then Problem.any else Quoted.intern r.problem.symbols (Json.text r.json) in
  while Ints.length r.last_head <= head + 1 do
    Ints.push r.last_head 0
  done;
  if Ints.get r.last_head (head + 1) = state + 1 then
    Json.fail r.json "the label %s appears twice in this state: put its rules into one array" (shown r);
  Ints.set r.last_head (head + 1) (state + 1);
  head

let read_state r state =
  Json.members r.json "a state, an object of labels," (fun () ->
      let head = read_head r state in
      match Json.next r.json with
      | Json.Array -> Json.elements r.json "rules" (fun () -> read_rule r state head)
      | _ -> read_rule r state head)

let read_numbered_states r =
  r.problem.states_are_numbers <- true;
  Json.elements r.json "the array of states" (fun () ->
      let state = Problem.state_count r.problem in
      ignore (Names.intern_string r.problem.states (string_of_int state));
      read_state r state);
  let count = Problem.state_count r.problem in
  for i = 0 to Ints.length r.far_targets - 1 do
    let state = Ints.get r.far_targets i in
    if state >= count then
      fail_at r (Ints.get r.far_places i) "there is no state %d: the states are 0 to %d" state (count - 1)
  done

let read_named_states r =
  Json.members r.json "the object of states" (fun () ->
      let state = Quoted.intern r.problem.states (Json.text r.json) in
      if state = Ints.length r.defined then begin
        Ints.push r.defined 0;
        Ints.push r.mentioned (Json.place r.json)
      end;
      if Ints.get r.defined state = 1 then Json.fail r.json "the state %s appears twice" (shown r);
      Ints.set r.defined state 1;
      read_state r state);
  for state = 0 to Ints.length r.defined - 1 do
    if Ints.get r.defined state = 0 then
      fail_at r (Ints.get r.mentioned state) "%s is not a key of \"states\""
        (Fault.show_name (Names.name r.problem.states state))
  done

(* 'expected': what "state-names" said, if it was there. *)
let read_system r expected =
  if r.problem.has_system then Json.misfit r.json "no second system: the problem has one already, nothing";
  let seen = ref 0 in
  Json.members r.json "the object with \"states\"" (fun () ->
      if not (is r "states") then unknown_key r "a system" "\"states\"";
      once r seen 1 "a system";
      let kind = Json.next r.json in
      if kind <> Json.Array && kind <> Json.Object then Json.misfit r.json "the array or object of states";
      r.named <- kind = Json.Object;
      (match expected with
      | Some true when not r.named ->
          Json.misfit r.json "an object (because \"state-names\" is true: named states are its keys)"
      | Some false when r.named ->
          Json.misfit r.json "an array (because \"state-names\" is false: numbered states are its elements)"
      | _ -> ());
      if r.named then read_named_states r else read_numbered_states r);
  if !seen = 0 then Json.fail r.json "the system that ends here has no \"states\"";
  r.problem.has_system <- true

(* A control state, or an extra state of the automaton. *)
let read_any_state r (a : Problem.automaton) =
  match Json.next r.json with
  | Json.String when r.named ->
      Json.string r.json "a state";
      known_state r
  | Json.Number ->
      Json.number r.json "a state";
      let state = natural r in
      let text = Json.text r.json in
      if state >= 0 && (not r.named) && state < Problem.state_count r.problem then state
      else begin
        if not (Decimal.fits_64_bits text.text text.from text.length) then
          Json.fail r.json "the state %s does not fit 64 bits" (Quoted.contents text);
        -1 - Quoted.intern a.extra text
      end
  | _ -> Json.misfit r.json (if r.named then "a state, a name or a number," else "a state, a number,")

(* "initial" restricts nothing, but what it lists must exist. *)
let read_initial r =
  Json.elements r.json "the array of initial states" (fun () ->
      if r.named then begin
        Json.string r.json "the name of a control state";
        ignore (known_state r)
      end
      else begin
        Json.number r.json "the number of a control state";
        let state = natural r in
        if state < 0 || state >= Problem.state_count r.problem then
          Json.fail r.json "there is no control state %s" (Quoted.contents (Json.text r.json))
      end)

let read_edge r a any_label =
  let part = ref 0 and from = ref 0 and label = ref 0 and target = ref 0 in
  let read_label () =
    Json.string r.json "the label of an edge";
    if is r "" then Problem.epsilon
    else if is r "*" then Lazy.force any_label
    else Quoted.intern r.problem.symbols (Json.text r.json)
  in
  Json.elements r.json "an edge [from, label, to]" (fun () ->
      (match !part with
      | 0 -> from := read_any_state r a
      | 1 -> label := read_label ()
      | 2 -> target := read_any_state r a
      | _ -> Json.misfit r.json "']' behind an edge of three");
      incr part);
  if !part < 3 then Json.fail r.json "']' where another part of the edge [from, label, to] should be";
  Problem.add_edge a !from !label !target

let initial_key = 1
and accepting_key = 2
and edges_key = 4

let read_automaton r side ~needs_initial =
  let a = Problem.automaton r.problem side in
  let any_label = lazy (Problem.add_set a ~negated:true []) in
  let seen = ref 0 in
  Json.members r.json "an automaton, an object," (fun () ->
      if is r "initial" then begin
        once r seen initial_key "an automaton";
        read_initial r
      end
      else if is r "accepting" then begin
        once r seen accepting_key "an automaton";
        Json.elements r.json "the array of accepting states" (fun () -> Ints.push a.accepting (read_any_state r a))
      end
      else if is r "edges" then begin
        once r seen edges_key "an automaton";
        Json.elements r.json "the array of edges" (fun () -> read_edge r a any_label)
      end
      else unknown_key r "an automaton" "\"initial\", \"accepting\" and \"edges\"");
  let need bit name =
    if !seen land bit = 0 then Json.fail r.json "the automaton that ends here has no %s" name
  in
  if needs_initial then need initial_key "\"initial\"";
  need accepting_key "\"accepting\"";
  need edges_key "\"edges\"";
  a.is_given <- true

let read_meta r =
  let seen = ref 0 and named = ref false in
  Json.members r.json "the object with \"state-names\" and \"weight-type\"" (fun () ->
      if is r "state-names" then begin
        once r seen 1 "the first object";
        named := Json.boolean r.json "true or false"
      end
      else if is r "weight-type" then begin
        once r seen 2 "the first object";
        read_weight_type r
      end
      else unknown_key r "the first object" "\"state-names\" and \"weight-type\"");
  if !seen land 1 = 0 then Json.fail r.json "the first object, which ends here, has no \"state-names\"";
  if !seen land 2 = 0 then Json.fail r.json "the first object, which ends here, has no \"weight-type\"";
  !named

let read_instance r =
  if r.problem.initial.is_given || r.problem.final.is_given then
    Json.fail r.json "an instance brings its own automata, but the problem has some already";
  let part = ref 0 and named = ref false in
  Json.elements r.json "the array of the instance" (fun () ->
      (match !part with
      | 0 -> named := read_meta r
      | 1 -> read_system r (Some !named)
      | 2 -> read_automaton r Problem.Initial ~needs_initial:false
      | 3 -> read_automaton r Problem.Final ~needs_initial:false
      | _ -> Json.misfit r.json "']' behind the fourth part of the instance");
      incr part);
  if !part < 4 then
    Json.fail r.json "']' where another part of the instance should be: the first object, the system and two automata"

let read_separate_automaton r =
  if not r.problem.has_system then
    Json.fail r.json "an automaton needs its system: give the file with \"pda\" first";
  if r.problem.final.is_given then
    Json.fail r.json "a third automaton: the problem has an initial and a final one already";
  r.named <- not r.problem.states_are_numbers;
  let side = if r.problem.initial.is_given then Problem.Final else Problem.Initial in
  read_automaton r side ~needs_initial:true

let read problem source =
  let r =
    {
      json = Json.of_source source;
      problem;
      named = false;
      inferred = false;
      decided = false;
      vector = false;
      unsigned = [||];
      defined = Ints.create ();
      mentioned = Ints.create ();
      far_targets = Ints.create ();
      far_places = Ints.create ();
      last_head = Ints.create ();
    }
  in
  let keys = ref 0 in
  Json.members r.json "an object" (fun () ->
      if !keys > 0 then Json.fail r.json "unknown key %s: a file has one key" (shown r);
      incr keys;
      if is r "instance" then read_instance r
      else if is r "pda" then begin
        r.inferred <- true;
        read_system r None
      end
      else if is r "P-automaton" then read_separate_automaton r
      else unknown_key r "a file" "\"instance\", \"pda\" or \"P-automaton\"");
  if !keys = 0 then Json.fail r.json "'}' where \"instance\", \"pda\" or \"P-automaton\" should be";
  Json.finish r.json
