type kind = Dfa | Pda | Lts | Pds
type operation = Pop | Rewrite of int | Push of int
type rule = { action : int; from : int; top : int; target : int; operation : operation }

type t = {
  kind : kind;
  states : Names.t;
  symbols : Names.t;
  actions : Names.t;
  mutable accepting : int list;
  mutable heads : (int * int) list;
  mutable facts : (string * int * int) list;
  mutable rules : rule array;
}

module S = Ectl_scanner

(* A rule as written: states may be declared behind it. *)
type raw = { place : int; target_place : int; raw_action : int; raw_from : string; raw_top : int; raw_target : string; raw_operation : operation }

let has_stack kind = kind = Pda || kind = Pds

let bracketed s what =
  S.expect s "[";
  let name = S.word s what in
  S.expect s "]";
  name

let read_props s t state top =
  if S.is_mark s ":" then begin
    S.skip s;
    let rec more () =
      let place = S.place s in
      let name = S.word s "a proposition" in
      if Ectl_formula.is_operator name then S.fail_at s place "'%s' is an operator, no proposition" name;
      t.facts <- (name, state, top) :: t.facts;
      if S.is_mark s "," then begin
        S.skip s;
        more ()
      end
    in
    if not (S.is_mark s ")") then more ()
  end

let read_state s t declared =
  S.expect s "(";
  let is_accepting = (t.kind = Dfa || t.kind = Pda) && S.is_mark s "*" in
  if is_accepting then S.skip s;
  let place = S.place s in
  let name = S.word s "the name of a state" in
  let state = Names.intern_string t.states name in
  let top = if t.kind = Pds then Names.intern_string t.symbols (bracketed s "a stack symbol") else 0 in
  if Hashtbl.mem declared (state, top) then S.fail_at s place "%s is declared twice" (Fault.show_name name);
  Hashtbl.add declared (state, top) ();
  if t.kind = Pds then t.heads <- (state, top) :: t.heads;
  if is_accepting then t.accepting <- state :: t.accepting;
  if t.kind = Lts || t.kind = Pds then read_props s t state top;
  S.expect s ")"

let read_operation s t =
  S.expect s "[";
  let symbol () = Names.intern_string t.symbols (S.word s "a stack symbol") in
  let operation =
    match S.word s "PUSH, POP or REWRITE" with
    | "PUSH" -> Push (symbol ())
    | "POP" -> Pop
    | "REWRITE" -> Rewrite (symbol ())
    | _ -> S.misfit s "PUSH, POP or REWRITE before this"
  in
  S.expect s "]";
  operation

let read_action s t =
  S.expect s "(";
  let raw_action = Names.intern_string t.actions (S.word s "an action") in
  S.expect s ":";
  let place = S.place s in
  let raw_from = S.word s "a state" in
  let stack = has_stack t.kind in
  let raw_top = if stack then Names.intern_string t.symbols (bracketed s "a stack symbol") else 0 in
  S.expect s "->";
  let target_place = S.place s in
  let raw_target = S.word s "a state" in
  let raw_operation = if stack then read_operation s t else Rewrite 0 in
  S.expect s ")";
  { place; target_place; raw_action; raw_from; raw_top; raw_target; raw_operation }

(* Numbers in place of names; equal rules once. *)
let take_rules s t raws =
  let seen = Hashtbl.create 100 in
  let state place name =
    if t.kind = Pds then Names.intern_string t.states name
    else
      match Names.find_string t.states name with
      | -1 -> S.fail_at s place "there is no STATE(%s)" name
      | state -> state
  in
  let number raw =
    let from = state raw.place raw.raw_from in
    let target = state raw.target_place raw.raw_target in
    { action = raw.raw_action; from; top = raw.raw_top; target; operation = raw.raw_operation }
  in
  let is_new rule =
    (not (Hashtbl.mem seen rule))
    && begin
         Hashtbl.add seen rule ();
         true
       end
  in
  t.rules <- Array.of_list (List.filter is_new (List.rev (List.rev_map number (List.rev raws))))

let read s kind =
  let names = Names.create in
  let t =
    { kind; states = names (); symbols = names (); actions = names (); accepting = []; heads = []; facts = []; rules = [||] }
  in
  ignore (Names.intern_string t.symbols "_");
  S.expect s "{";
  let declared = Hashtbl.create 100 in
  let rec components raws =
    match S.token s with
    | S.Word "STATE" ->
        S.skip s;
        read_state s t declared;
        components raws
    | S.Word "ACTION" ->
        S.skip s;
        components (read_action s t :: raws)
    | S.Mark "}" ->
        S.skip s;
        raws
    | _ -> S.misfit s "'STATE', 'ACTION' or '}'"
  in
  let raws = components [] in
  take_rules s t raws;
  t.heads <- List.rev t.heads;
  t.facts <- List.rev t.facts;
  t
