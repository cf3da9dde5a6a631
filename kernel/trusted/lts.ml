type t = {
  states : Names.t;
  actions : Names.t;
  props : Names.t;
  initial : Ints.t;
  step_from : Ints.t;
  step_action : Ints.t;
  step_to : Ints.t;
  holds_prop : Ints.t;
  holds_state : Ints.t;
  mutable properties : (string * Ltl_text.t) list;
}

let create () =
  {
    states = Names.create ();
    actions = Names.create ();
    props = Names.create ();
    initial = Ints.create ();
    step_from = Ints.create ();
    step_action = Ints.create ();
    step_to = Ints.create ();
    holds_prop = Ints.create ();
    holds_state = Ints.create ();
    properties = [];
  }

let add_step t from action target =
  Ints.push t.step_from from;
  Ints.push t.step_action action;
  Ints.push t.step_to target

type reader = {
  system : t;
  scanner : Scanner.t;
  mentioned : Ints.t; (* by state: where it is mentioned first *)
  declared : Int_table.t; (* states in lines 'states' *)
  mutable is_closed : bool; (* there is such a line *)
}

let end_line r what = if Scanner.kind r.scanner <> Scanner.End then Scanner.misfit r.scanner what

let read_state r what =
  let s = r.scanner in
  if Scanner.kind s <> Scanner.Name then Scanner.misfit s what;
  let state = Quoted.intern r.system.states (Scanner.text s) in
  if state = Ints.length r.mentioned then Ints.push r.mentioned (Scanner.place s);
  Scanner.skip s;
  state

let read_states r use =
  while Scanner.kind r.scanner = Scanner.Name do
    use (read_state r "a state")
  done;
  end_line r "a state or the end of the line"

let read_step r =
  let s = r.scanner in
  let from = read_state r "a state" in
  if Scanner.kind s <> Scanner.Arrow then Scanner.misfit s "'->'";
  Scanner.skip s;
  let target = read_state r "a state" in
  let action =
    if not (Scanner.is_mark s '@') then -1
    else begin
      Scanner.skip s;
      if Scanner.kind s <> Scanner.Name then Scanner.misfit s "an action";
      let action = Quoted.intern r.system.actions (Scanner.text s) in
      Scanner.skip s;
      action
    end
  in
  end_line r "'@' or the end of the line";
  add_step r.system from action target

let read_prop r =
  let s = r.scanner in
  Scanner.skip s;
  if Scanner.kind s <> Scanner.Name then Scanner.misfit s "the name of a proposition";
  let name = Quoted.contents (Scanner.text s) in
  List.iter
    (fun prefix ->
      let n = String.length prefix in
      if String.length name >= n && String.sub name 0 n = prefix then
        Scanner.fail s "the name of a proposition cannot begin with '%s'" prefix)
    [ "@"; "state." ];
  let prop = Quoted.intern r.system.props (Scanner.text s) in
  Scanner.skip s;
  Scanner.expect s ':' "':'";
  read_states r (fun state ->
      Ints.push r.system.holds_prop prop;
      Ints.push r.system.holds_state state)

let read_property r ~limit =
  let s = r.scanner in
  Scanner.skip s;
  if Scanner.kind s <> Scanner.Name then Scanner.misfit s "the name of a property";
  let name = Quoted.contents (Scanner.text s) in
  if List.mem_assoc name r.system.properties then Scanner.fail s "a second property %s" (Fault.show_name name);
  Scanner.skip s;
  if not (Scanner.is_mark s ':') then Scanner.misfit s "':' and a formula";
  let formula = Ltl_text.read ~comments:true (Scanner.source s) ~from:(Scanner.place s + 1) ~limit in
  r.system.properties <- (name, formula) :: r.system.properties

let read_line r ~limit =
  let s = r.scanner in
  let is = Scanner.is_word s in
  if Scanner.kind s = Scanner.End then ()
  else if is "states" then begin
    if (not r.is_closed) && Names.count r.system.states > 0 then
      Scanner.fail s "'states' must come before any other mention of a state";
    r.is_closed <- true;
    Scanner.skip s;
    read_states r (fun state -> ignore (Int_table.add r.declared state))
  end
  else if is "init" then begin
    Scanner.skip s;
    if Scanner.kind s <> Scanner.Name then Scanner.misfit s "a state";
    read_states r (Ints.push r.system.initial)
  end
  else if is "prop" then read_prop r
  else if is "ltl" then read_property r ~limit
  else read_step r

let line_end (source : Source.t) start =
  match String.index_from_opt source.text start '\n' with Some i -> i | None -> String.length source.text

let check_declared r source =
  if r.is_closed then
    for state = 0 to Names.count r.system.states - 1 do
      if Int_table.find r.declared state < 0 then
        Source.fail_at source (Ints.get r.mentioned state) "there is no state %s under 'states'"
          (Fault.show_name (Names.name r.system.states state))
    done

let wrong (source : Source.t) message = raise (Fault.Bad_input { file = source.name; line = 0; column = 0; message })

let read (source : Source.t) =
  let r =
    {
      system = create ();
      scanner = Scanner.create source ~from:0 ~limit:0;
      mentioned = Ints.create ();
      declared = Int_table.create ();
      is_closed = false;
    }
  in
  let rec lines start =
    let limit = line_end source start in
    Scanner.restart r.scanner ~from:start ~limit;
    read_line r ~limit;
    if limit < String.length source.text then lines (limit + 1)
  in
  lines 0;
  check_declared r source;
  if Ints.length r.system.initial = 0 then wrong source "there is no initial state: a line 'init' is missing";
  r.system.properties <- List.rev r.system.properties;
  r.system

(* The part of the text between two offsets; blanks mean nothing but in labels. *)
type part = { source : Source.t; mutable at : int; limit : int }

let byte p = if p.at < p.limit then String.unsafe_get p.source.Source.text p.at else '\000'

let skip_blanks p =
  while match byte p with ' ' | '\t' | '\r' -> true | _ -> false do
    p.at <- p.at + 1
  done

let fail p format = Source.fail_at p.source p.at format

let expect p c =
  skip_blanks p;
  if byte p <> c then fail p "'%c' should be here" c;
  p.at <- p.at + 1

let number p bound what =
  skip_blanks p;
  let start = p.at in
  while match byte p with '0' .. '9' -> true | _ -> false do
    p.at <- p.at + 1
  done;
  let value = Decimal.natural p.source.text start (p.at - start) in
  if p.at = start then fail p "%s, a number, should be here" what;
  if value < 0 || value >= bound then begin
    p.at <- start;
    fail p "there is no %s %s" what (String.sub p.source.text start (min 30 (p.limit - start)))
  end;
  value

let finish_line p =
  expect p ')';
  skip_blanks p;
  if p.at < p.limit then fail p "the line should end here"

(* Where the label ends: at the last comma. *)
let last_comma p =
  match String.rindex_from_opt p.source.text (p.limit - 1) ',' with
  | Some i when i >= p.at -> i
  | _ -> fail p "a label, ',' and a state should be here"

let rec trim text first behind =
  let is_blank i = match text.[i] with ' ' | '\t' | '\r' -> true | _ -> false in
  if first < behind && is_blank first then trim text (first + 1) behind
  else if first < behind && is_blank (behind - 1) then trim text first (behind - 1)
  else (first, behind)

let read_label t p =
  let comma = last_comma p in
  let text = p.source.text in
  let first, behind = trim text p.at comma in
  p.at <- comma;
  let is_quoted = first < behind && text.[first] = '"' in
  if first = behind then Source.fail_at p.source first "a label should be here";
  if is_quoted && (behind - first < 2 || text.[behind - 1] <> '"') then
    Source.fail_at p.source first "a label that begins with '\"' must end with another one";
  let first, behind = if is_quoted then (first + 1, behind - 1) else (first, behind) in
  Names.intern t.actions text first (behind - first)

let most_states = 100_000_000

let read_description p =
  skip_blanks p;
  if not (p.at + 3 <= p.limit && String.sub p.source.text p.at 3 = "des") then
    fail p "'des (first state, transitions, states)' should be here";
  p.at <- p.at + 3;
  expect p '(';
  let place = (skip_blanks p; p.at) in
  let first = number p most_states "state" in
  expect p ',';
  let steps = number p max_int "number of transitions" in
  expect p ',';
  let states = number p most_states "number of states" in
  finish_line p;
  if first >= states then Source.fail_at p.source place "there is no state %d: there are %d" first states;
  (first, steps, states)

let read_aut (source : Source.t) =
  let t = create () in
  let head = ref None in
  let steps = ref 0 in
  let read_line start limit =
    let p = { source; at = start; limit } in
    skip_blanks p;
    if p.at < limit then
      match !head with
      | None -> head := Some (read_description p)
      | Some (_, _, states) ->
          expect p '(';
          let from = number p states "state" in
          expect p ',';
          let action = read_label t p in
          expect p ',';
          let target = number p states "state" in
          finish_line p;
          incr steps;
          add_step t from action target
  in
  let rec lines start =
    let limit = line_end source start in
    read_line start limit;
    if limit < String.length source.text then lines (limit + 1)
  in
  lines 0;
  match !head with
  | None -> wrong source "there is no 'des (first state, transitions, states)'"
  | Some (first, claimed, states) ->
      if !steps <> claimed then
        wrong source (Printf.sprintf "there are %d transitions, but 'des' says that there are %d" !steps claimed);
      Ints.push t.initial first;
      for state = 0 to states - 1 do
        ignore (Names.intern_string t.states (string_of_int state))
      done;
      t
