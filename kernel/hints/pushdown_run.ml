type step = Rule of int | Stutter
type t = { start : int; stack : int list; stem : step list; loop : step list }

type told = {
  numbered : Kernel.positive list;
  stem_rules : Kernel.positive list;
  loop_rules : Kernel.positive list option;
}

let rejected = Fault.rejected

let read_steps r key ~rules =
  let count = Tokens.header r key in
  let rec more i found =
    if i = count then List.rev found
    else begin
      let step = if Tokens.word r "stutter" then Stutter else Rule (Tokens.natural r rules "rule") in
      Tokens.next_line r;
      more (i + 1) (step :: found)
    end
  in
  more 0 []

let read r ~states ~symbols ~rules =
  Tokens.expect r "start";
  Tokens.blank r "a control state";
  let start = states.(Tokens.natural r (Array.length states) "control state") in
  Tokens.blank r "the height of the stack";
  let height = Tokens.natural r (String.length r.text) "count" in
  Tokens.next_line r;
  let stack = Tokens.list_line r height (fun r -> symbols.(Tokens.natural r (Array.length symbols) "symbol")) in
  let stem = read_steps r "stem" ~rules in
  let loop = read_steps r "loop" ~rules in
  { start; stack = Bridge.list height (Ints.get stack); stem; loop }

(* From the bottom up: the raw states from which what was read is accepted. *)
let is_initial (numbers : Numbering.t) start stack =
  let a = numbers.problem.initial in
  let raw = Numbering.raw_state numbers in
  let states = Numbering.raw_count numbers Problem.Initial in
  let before = Classes.closure a raw states in
  let edges = Classes.symbol_edges a raw in
  let mark found s = List.iter (fun m -> Bytes.set found m '\001') before.(s) in
  let accepting = Bytes.make (states + 1) '\000' in
  Ints.iter (fun f -> mark accepting (raw f)) a.accepting;
  let read below symbol =
    let found = Bytes.make (states + 1) '\000' in
    Array.iter
      (fun (from, label, target) -> if Bytes.get below target <> '\000' && Problem.reads a label symbol then mark found from)
      edges;
    found
  in
  Bytes.get (List.fold_left read accepting (List.rev stack)) (start + 1) <> '\000'

type follower = { numbers : Numbering.t; table : Stack_table.t; index : Rule_index.t }

(* The table's numbers of a stack, and its class. *)
let annotate f stack =
  List.fold_left
    (fun (xs, c) symbol ->
      let x = Stack_table.number f.table symbol c in
      (x :: xs, Classes.above (Stack_table.classes f.table) symbol c))
    ([], 1) (List.rev stack)

let push f c symbols =
  let above (xs, c) symbol = (Stack_table.number f.table symbol c :: xs, Classes.above (Stack_table.classes f.table) symbol c) in
  fst (List.fold_left above ([], c) (List.rev symbols))

let apply f ~where i rule (p, stack) =
  let problem = f.numbers.problem in
  let refuse why = rejected "%s, step %d: %s does not apply: %s" where i (Numbering.show_rule f.numbers rule) why in
  match stack with
  | [] -> refuse "the stack is empty"
  | x :: rest ->
      let top = Stack_table.symbol f.table x in
      let head = Ints.get problem.rule_head rule in
      if Ints.get problem.rule_from rule <> p then
        refuse (Printf.sprintf "the control state is %s" (Numbering.show_control f.numbers (p + 1)));
      if head <> Problem.any && head <> top then
        refuse (Printf.sprintf "symbol %s is on top" (Numbering.show_symbol f.numbers (top + 1)));
      let pushed s = if s = Problem.any then top else s in
      let symbols =
        match Ints.get problem.rule_length rule with
        | 0 -> []
        | 1 -> [ pushed (Ints.get problem.rule_top rule) ]
        | _ -> [ pushed (Ints.get problem.rule_top rule); pushed (Ints.get problem.rule_below rule) ]
      in
      (Ints.get problem.rule_to rule, push f (Stack_table.below f.table x) symbols @ rest)

let is_stuck f (p, stack) =
  match stack with [] -> true | x :: _ -> not (Rule_index.applies f.index p (Stack_table.symbol f.table x))

(* The rules up to the first stuttering step, the configuration there, and what comes behind. *)
let rec rules f ~where i configuration found = function
  | Rule r :: rest -> rules f ~where (i + 1) (apply f ~where i r configuration) (Bridge.positive (r + 1) :: found) rest
  | rest -> (List.rev found, configuration, rest)

let check_stuttering f ~where configuration steps =
  if not (is_stuck f configuration) then rejected "%s: a stuttering step where a rule applies" where;
  if List.exists (fun step -> step <> Stutter) steps then rejected "%s: a rule behind a stuttering step" where

let follow numbers table t =
  let f = { numbers; table; index = Rule_index.create numbers.Numbering.problem } in
  if not (is_initial numbers t.start t.stack) then rejected "the run does not start in the initial set";
  if t.loop = [] then rejected "the loop is empty";
  let xs, _ = annotate f t.stack in
  let numbered = List.map Bridge.positive xs in
  let stem_rules, reached, rest = rules f ~where:"stem" 0 (t.start, xs) [] t.stem in
  let stutters = rest <> [] || List.mem Stutter t.loop in
  if stutters then begin
    if rest <> [] then check_stuttering f ~where:"stem" reached rest;
    check_stuttering f ~where:"loop" reached t.loop;
    { numbered; stem_rules; loop_rules = None }
  end
  else begin
    match reached with
    | _, [] -> rejected "loop, step 0: the stack is empty"
    | p, x :: _ -> (
        let loop_rules, (p', stack), _ = rules f ~where:"loop" 0 (p, [ x ]) [] t.loop in
        match stack with
        | x' :: _ when p = p' && x = x' -> { numbered; stem_rules; loop_rules = Some loop_rules }
        | x' :: _ when p = p' && Stack_table.symbol table x = Stack_table.symbol table x' ->
            rejected "the loop ends with another class of stack below its top"
        | _ -> rejected "the loop does not end in the control state and with the top it began with")
  end
