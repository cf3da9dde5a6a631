let rejected = Fault.rejected
let plural n what = Printf.sprintf "%s %s%s" (Finite.grouped n) what (if n = 1 then "" else "s")
let unknown_reason () = rejected "rejected by the verified checker, reason unknown"

type question = {
  numbers : Numbering.t;
  formula : Ltl_text.t;
  meanings : Atoms.meaning array;
  table : Stack_table.t;
}

(* The sets that the formula speaks of, each once, in the order of the evidence. *)
let read_set_order q r =
  let problem = q.numbers.problem in
  let used = Array.to_list q.meanings |> List.filter_map (function Atoms.Set s -> Some s | _ -> None) in
  let line = Source.line_at r.Tokens.source r.Tokens.at in
  let count = Tokens.header r "set-order" in
  let rec more i found =
    if i = count then List.rev found
    else begin
      Tokens.quoted r;
      let s = Quoted.find problem.set_names r.name in
      let reject why =
        rejected "%s:%d: set %s %s" r.source.name (line + 1 + i) (Fault.show_name (Quoted.contents r.name)) why
      in
      if s < 0 then reject "is not in the problem";
      if not (List.mem s used) then reject "does not occur in the formula";
      if List.mem s found then reject "is there twice";
      Tokens.next_line r;
      more (i + 1) (s :: found)
    end
  in
  let order = more 0 [] in
  List.iter
    (fun s ->
      if not (List.mem s order) then
        rejected "%s:%d: set %s is missing" r.source.name line (Fault.show_name (Names.name problem.set_names s)))
    used;
  order

(* What the numbers in lists of states mean: a set and a raw state. Extra states come first in each set, then control states. *)
let read_set_states q r order ~states =
  let of_set s =
    let extra = Name_table.read r "set-states" q.numbers.problem.named_sets.(s).extra "extra state" in
    Array.append (Array.map (fun e -> (s, q.numbers.np + 1 + e)) extra) (Array.map (fun p -> (s, p + 1)) states)
  in
  Array.concat (List.map of_set order)

(* The numbers of the classes here, in the order of the evidence. *)
let read_classes q r ~states =
  let classes = Stack_table.classes q.table in
  if not (Classes.has_sets classes) then [| 1 |]
  else begin
    let order = read_set_order q r in
    let meaning = read_set_states q r order ~states in
    let line = Source.line_at r.Tokens.source r.Tokens.at in
    let count = Tokens.header r "classes" in
    let read_class _ =
      let rec more found =
        if Tokens.at_line_end r then found
        else begin
          let separator = if found = [] then '\t' else ' ' in
          if Tokens.byte r <> separator then
            Tokens.fail r "%s and a state should be here" (if found = [] then "a tab" else "a blank");
          r.at <- r.at + 1;
          more (meaning.(Tokens.natural r (Array.length meaning) "state of a set") :: found)
        end
      in
      let found = more [] in
      Tokens.next_line r;
      let of_atom k (s, state) = if q.meanings.(k) = Atoms.Set s then Some (k, state) else None in
      let atoms = List.init (Array.length q.meanings) Fun.id in
      Classes.of_states classes (List.concat_map (fun pair -> List.filter_map (fun k -> of_atom k pair) atoms) found)
    in
    let numbers = Array.make count 0 in
    for i = 0 to count - 1 do
      numbers.(i) <- read_class i;
      if Array.exists (( = ) numbers.(i)) (Array.sub numbers 0 i) then
        rejected "%s:%d: this class is there twice" r.source.name (line + 1 + i)
    done;
    if count = 0 || numbers.(0) <> 1 then rejected "%s:%d: class 0 is not that of the empty stack" r.source.name (line + 1);
    numbers
  end

(* The table's number of each line. *)
let read_stack q r ~symbols ~classes =
  let has_sets = Classes.has_sets (Stack_table.classes q.table) in
  let line = Source.line_at r.Tokens.source r.Tokens.at in
  let count = Tokens.header r "stack" in
  let seen = Int_table.create () in
  Array.init count (fun i ->
      let x =
        if Tokens.word r "bottom" then Stack_table.bottom
        else begin
          let symbol = symbols.(Tokens.natural r (Array.length symbols) "symbol") in
          let below =
            if has_sets then begin
              Tokens.blank r "a class";
              classes.(Tokens.natural r (Array.length classes) "class")
            end
            else 1
          in
          Stack_table.number q.table symbol below
        end
      in
      Tokens.next_line r;
      if not (Int_table.add seen x) then rejected "%s:%d: this is in the stack alphabet twice" r.source.name (line + 1 + i);
      x)

(* What is pushed below something must be in the table for the checker to know its class, even if it never surfaces and the
   evidence need not speak of it. *)
let complete_table q ranks =
  let problem = q.numbers.problem in
  let index = Rule_index.create problem in
  let seen = Int_table.create () in
  for h = 0 to Head_ranks.count ranks - 1 do
    let x = Head_ranks.symbol ranks h and control = Head_ranks.control ranks h in
    if x <> Stack_table.bottom && Int_table.add seen ((x * q.numbers.np) + control) then begin
      let top = Stack_table.symbol q.table x and below = Stack_table.below q.table x in
      Rule_index.iter index control top (fun rule ->
          if Ints.get problem.rule_length rule = 2 then begin
            let pushed = Ints.get problem.rule_below rule in
            ignore (Stack_table.number q.table (if pushed = Problem.any then top else pushed) below)
          end)
    end
  done

(* 'initial' can be found from heads and summaries, which is done: what is listed must only be well-formed. *)
let skip_initial r ~has_sets ~states ~extras ~classes ~automaton_states =
  let count = Tokens.header r "initial" in
  for _ = 1 to count do
    if Tokens.byte r = '@' then begin
      r.Tokens.at <- r.Tokens.at + 1;
      ignore (Tokens.natural r (extras + states) "inner state")
    end
    else ignore (Tokens.natural r states "control state");
    if has_sets then begin
      Tokens.blank r "a class";
      ignore (Tokens.natural r classes "class")
    end;
    Tokens.blank r "a control state";
    ignore (Tokens.natural r states "control state");
    Tokens.blank r "a state of the automaton";
    ignore (Tokens.natural r automaton_states "state of the automaton");
    Tokens.next_line r
  done

let read_tables (problem : Problem.t) r =
  let states = Name_table.read r "states" problem.states "state" in
  let symbols = Name_table.read r "symbols" problem.symbols "symbol" in
  (states, symbols)

let told q checker =
  let positive = Bridge.positive in
  checker (positive q.numbers.np) (positive q.numbers.ns)
    (Bridge.acting_rules q.numbers)
    (Bridge.automaton q.numbers Problem.Initial)
    (Atoms.to_kernel q.numbers q.meanings)
    q.formula.formula

(* The table first: it makes the classes that 'Classes' lists. *)
let told_stack q checker =
  let table = Stack_table.to_kernel q.table in
  let classes = Stack_table.classes q.table in
  checker (Classes.tracked classes) (Classes.to_kernel classes) table

let check_holds q r =
  let problem = q.numbers.problem in
  let automaton = Translation.read r ~atoms:(Array.length q.formula.atoms) in
  let states, symbols = read_tables problem r in
  let extras = Name_table.read r "initial-states" problem.initial.extra "extra state" in
  let classes = read_classes q r ~states in
  let stack = read_stack q r ~symbols ~classes in
  let control r = states.(Tokens.natural r (Array.length states) "control state") in
  let symbol r = stack.(Tokens.natural r (Array.length stack) "line of 'stack'") in
  let ranks = Head_ranks.read r ~control ~symbol ~controls:(Array.length states) ~states:automaton.states in
  let has_sets = Classes.has_sets (Stack_table.classes q.table) in
  skip_initial r ~has_sets ~states:(Array.length states) ~extras:(Array.length extras) ~classes:(Array.length classes)
    ~automaton_states:automaton.states;
  Tokens.finish r;
  complete_table q ranks;
  let explain () =
    Translation.explain (Kernel.FNot q.formula.formula) automaton;
    Pushdown_diagnosis.ranks q.numbers q.meanings automaton q.table ranks
  in
  let starts =
    try Starts.find q.numbers q.table ranks ~state:automaton.initial
    with Fault.Rejected _ as why ->
      explain ();
      raise why
  in
  let check = told_stack q (told q Kernel.check_pds_holds automaton.proof) in
  if not (check (Head_ranks.to_kernel ranks) (Starts.to_kernel starts)) then begin
    explain ();
    unknown_reason ()
  end;
  Printf.sprintf "%s, %s of the automaton" (plural (Head_ranks.count ranks) "head") (plural automaton.states "state")

let check_violated q r =
  let problem = q.numbers.problem in
  let states, symbols = read_tables problem r in
  if Tokens.byte r = 'i' then ignore (Name_table.read r "initial-states" problem.initial.extra "extra state");
  let run = Pushdown_run.read r ~states ~symbols ~rules:(Problem.rule_count problem) in
  Tokens.finish r;
  let steps = Pushdown_run.follow q.numbers q.table run in
  let check = told_stack q (told q Kernel.check_pds_violated) in
  if not (check (Bridge.positive (run.start + 1)) steps.numbered steps.stem_rules steps.loop_rules) then
    rejected "the formula is true on this run";
  Printf.sprintf "a run: %s, then %s for ever"
    (plural (List.length run.stem) "step")
    (plural (List.length run.loop) "step")

let check problem ~initial (heading : Heading.t) r =
  Evidence.check_texts "--initial" heading.initial initial;
  if heading.defines <> [] then rejected "the evidence defines parameters, but a pushdown system has none";
  let properties = problem.Problem.properties in
  let formula =
    Heading.formula heading ~find:(fun name -> List.assoc_opt name properties) ~names:(List.map fst properties)
  in
  (* Numbering symbols comes first: it may change them. *)
  let numbers = Numbering.of_problem problem in
  let meanings = Atoms.bind problem formula in
  let q = { numbers; formula; meanings; table = Stack_table.create (Classes.create numbers meanings) } in
  let proved = match heading.verdict with Heading.Holds -> check_holds q r | Heading.Violated -> check_violated q r in
  Printf.sprintf "%s (%s)" (Heading.show heading formula) proved
