type reader = {
  problem : Problem.t;
  scanner : Scanner.t;
  may_add_system : bool;
  mutable states_closed : bool;
  mutable symbols_closed : bool;
  mutable has_weights : bool;
  mutable has_rules : bool;
  mutable unsigned : bool array; (* by dimension *)
  set_lines : Ints.t; (* where the lines about sets begin: they are read when all states are known *)
}

let meaning r = { Configurations.problem = r.problem; symbols_closed = r.symbols_closed }

let end_line r what = if Scanner.kind r.scanner <> Scanner.End then Scanner.misfit r.scanner what

let read_type_word r =
  let s = r.scanner in
  if not (Scanner.is_word s "uint" || Scanner.is_word s "int") then Scanner.misfit s "'uint' or 'int'";
  if Array.length r.unsigned = Problem.most_dimensions then
    Scanner.fail s "a weight has at most %d dimensions" Problem.most_dimensions;
  r.unsigned <- Array.append r.unsigned [| Scanner.is_word s "uint" |];
  Scanner.skip s

let rec read_type_words r =
  read_type_word r;
  if Scanner.is_mark r.scanner ',' then begin
    Scanner.skip r.scanner;
    read_type_words r
  end

let read_weights r =
  let s = r.scanner in
  if r.has_rules then Scanner.fail s "'weights' must come before the first rule";
  if r.has_weights then Scanner.fail s "a second line 'weights'";
  r.has_weights <- true;
  Scanner.skip s;
  if Scanner.is_mark s '[' then begin
    Scanner.skip s;
    read_type_words r;
    Scanner.expect s ']' "',' or ']'"
  end
  else if Scanner.is_word s "none" then Scanner.skip s
  else if Scanner.is_word s "uint" || Scanner.is_word s "int" then read_type_word r
  else Scanner.misfit s "'none', 'uint', 'int' or '[uint, ...]'";
  r.problem.dimension <- Array.length r.unsigned;
  end_line r "the end of the line"

let read_names r names what =
  let s = r.scanner in
  if r.has_rules then Scanner.fail s "'%s' must come before the first rule" what;
  Scanner.skip s;
  while Scanner.kind s = Scanner.Name do
    ignore (Quoted.intern names (Scanner.text s));
    Scanner.skip s
  done;
  end_line r "a name or the end of the line"

let read_rule_state r =
  let s = r.scanner in
  if r.states_closed || Scanner.kind s <> Scanner.Name then Configurations.control_state (meaning r) s
  else begin
    let state = Quoted.intern r.problem.states (Scanner.text s) in
    Scanner.skip s;
    state
  end

let read_symbol_or_any r =
  if Scanner.is_mark r.scanner '*' then begin
    Scanner.skip r.scanner;
    Problem.any
  end
  else Configurations.symbol (meaning r) r.scanner

let is_integer (text : Quoted.t) =
  let first = if text.length > 0 && text.text.[text.from] = '-' then 1 else 0 in
  let rec all_digits i =
    i = text.length || match text.text.[text.from + i] with '0' .. '9' -> all_digits (i + 1) | _ -> false
  in
  text.length > first && all_digits first

let read_weight r dimension =
  let s = r.scanner in
  let text = Scanner.text s in
  if Scanner.kind s <> Scanner.Name || Scanner.is_quoted s || not (is_integer text) then
    Scanner.misfit s "a weight, an integer,";
  match Decimal.integer text.text text.from text.length with
  | None -> Scanner.fail s "the weight %s does not fit 64 bits" (Quoted.contents text)
  | Some value ->
      if Int64.compare value 0L < 0 && r.unsigned.(dimension) then
        Scanner.fail s "the weight %s is negative, but its type is uint" (Quoted.contents text);
      Problem.Weights.push r.problem.weights value;
      Scanner.skip s

let pushes_here s = Scanner.kind s = Scanner.Name || Scanner.is_mark s '*'

let read_rule r =
  let s = r.scanner in
  if Scanner.kind s <> Scanner.Name then Scanner.misfit s "a rule";
  let from = read_rule_state r in
  let head = read_symbol_or_any r in
  if Scanner.kind s <> Scanner.Arrow then Scanner.misfit s "'->'";
  Scanner.skip s;
  let target = read_rule_state r in
  let read_pushed () =
    if Scanner.is_mark s '*' && head <> Problem.any then
      Scanner.fail s "'*' is the symbol that a '*' on the left matched; there is none";
    read_symbol_or_any r
  in
  let length, top, below =
    if not (pushes_here s) then (0, 0, 0)
    else begin
      let top = read_pushed () in
      if not (pushes_here s) then (1, top, 0) else (2, top, read_pushed ())
    end
  in
  if pushes_here s then Scanner.fail s "a rule pushes at most two symbols";
  let action =
    if Scanner.is_mark s '@' then begin
      Scanner.skip s;
      if Scanner.kind s <> Scanner.Name then Scanner.misfit s "an action";
      let action = Quoted.intern r.problem.actions (Scanner.text s) in
      Scanner.skip s;
      action
    end
    else Problem.no_action
  in
  if r.problem.dimension > 0 then begin
    Scanner.expect s ':' "':' and a weight";
    for i = 0 to r.problem.dimension - 1 do
      read_weight r i
    done
  end
  else if Scanner.is_mark s ':' then
    Scanner.fail s "a weight, but there is no line 'weights' that says of which type";
  end_line r "the end of the rule";
  Problem.add_rule r.problem ~action ~from ~head ~target ~length ~top ~below;
  r.has_rules <- true

(* The name of a set of its own is current. *)
let named_set r =
  let s = r.scanner in
  if Scanner.kind s <> Scanner.Name then Scanner.misfit s "the name of a set";
  let name = Quoted.intern r.problem.set_names (Scanner.text s) in
  Scanner.skip s;
  Problem.named_set r.problem name

let read_side r =
  let s = r.scanner in
  let is = Scanner.is_word s in
  if is "init" || is "final" then begin
    let side = if is "init" then Problem.Initial else Problem.Final in
    Scanner.skip s;
    Problem.automaton r.problem side
  end
  else if is "set" then begin
    Scanner.skip s;
    named_set r
  end
  else Scanner.misfit s "'init', 'final' or 'set'"

let read_set_state r (a : Problem.automaton) =
  let s = r.scanner in
  if Scanner.is_mark s '%' then begin
    Scanner.skip s;
    if Scanner.kind s <> Scanner.Name then Scanner.misfit s "the name of an extra state";
    let state = -1 - Quoted.intern a.extra (Scanner.text s) in
    Scanner.skip s;
    state
  end
  else Configurations.control_state (meaning r) s

let read_set_label r a =
  let s = r.scanner in
  if Scanner.is_mark s '(' then begin
    Scanner.skip s;
    Scanner.expect s ')' "')'";
    Problem.epsilon
  end
  else Configurations.label (meaning r) a s

let read_edge r =
  let a = read_side r in
  let from = read_set_state r a in
  let label = read_set_label r a in
  let target = read_set_state r a in
  end_line r "the end of the edge";
  Problem.add_edge a from label target;
  a.is_given <- true

let read_accept r =
  let s = r.scanner in
  let a = read_side r in
  while Scanner.kind s = Scanner.Name || Scanner.is_mark s '%' do
    Ints.push a.accepting (read_set_state r a)
  done;
  end_line r "a state or the end of the line";
  a.is_given <- true

let read_set_line r =
  let s = r.scanner in
  let is = Scanner.is_word s in
  let is_edge = is "edge" and is_accept = is "accept" and is_named = is "set" in
  let side = if is "final" then Problem.Final else Problem.Initial in
  Scanner.skip s;
  if is_edge then read_edge r
  else if is_accept then read_accept r
  else begin
    let a = if is_named then named_set r else Problem.automaton r.problem side in
    Configurations.read (meaning r) a s
  end

let read_property r limit =
  let s = r.scanner in
  Scanner.skip s;
  if Scanner.kind s <> Scanner.Name then Scanner.misfit s "the name of a property";
  let name = Quoted.contents (Scanner.text s) in
  if List.mem_assoc name r.problem.properties then Scanner.fail s "there is a property %s already" (Fault.show_name name);
  Scanner.skip s;
  if not (Scanner.is_mark s ':') then Scanner.misfit s "':' and a formula";
  let formula = Ltl_text.read ~comments:true (Scanner.source s) ~from:(Scanner.place s + 1) ~limit in
  r.problem.properties <- r.problem.properties @ [ (name, formula) ]

let read_line r start limit =
  let s = r.scanner in
  let is = Scanner.is_word s in
  if Scanner.kind s = Scanner.End then ()
  else if is "init" || is "final" || is "edge" || is "accept" || is "set" then Ints.push r.set_lines start
  else if is "ltl" then read_property r limit
  else if not r.may_add_system then Scanner.fail s "a second system: the problem has one already"
  else if is "weights" then read_weights r
  else if is "states" then begin
    read_names r r.problem.states "states";
    r.states_closed <- true
  end
  else if is "symbols" then begin
    read_names r r.problem.symbols "symbols";
    r.symbols_closed <- true
  end
  else read_rule r

let line_end (source : Source.t) start =
  match String.index_from_opt source.text start '\n' with Some i -> i | None -> String.length source.text

let read problem source =
  let r =
    {
      problem;
      scanner = Scanner.create source ~from:0 ~limit:0;
      may_add_system = not problem.Problem.has_system;
      states_closed = false;
      symbols_closed = false;
      has_weights = false;
      has_rules = false;
      unsigned = [||];
      set_lines = Ints.create ();
    }
  in
  let length = String.length source.Source.text in
  let rec lines start =
    let limit = line_end source start in
    Scanner.restart r.scanner ~from:start ~limit;
    read_line r start limit;
    if limit < length then lines (limit + 1)
  in
  lines 0;
  Ints.iter
    (fun start ->
      Scanner.restart r.scanner ~from:start ~limit:(line_end source start);
      read_set_line r)
    r.set_lines;
  problem.has_system <- true

let read_configurations problem side (source : Source.t) =
  let scanner = Scanner.create source ~from:0 ~limit:(String.length source.text) in
  Configurations.read { Configurations.problem; symbols_closed = false } (Problem.automaton problem side) scanner
