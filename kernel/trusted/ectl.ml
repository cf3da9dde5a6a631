module M = Ectl_machine
module F = Ectl_formula
module Session = Ectl_session

let rejected = Fault.rejected

let unsupported (source : Source.t) what =
  raise (Fault.Unsupported (Printf.sprintf "%s: not supported: %s" source.name what))

let cut text separator =
  let n = String.length separator in
  let rec search i =
    if i + n > String.length text then None
    else if String.sub text i n = separator then Some (String.sub text 0 i, String.sub text (i + n) (String.length text - i - n))
    else search (i + 1)
  in
  search 0

(* A file that is loaded may define it. *)
let missing source (session : Session.t) what name =
  if session.loads then unsupported source (Printf.sprintf "%s %s, which another file may define" what (Fault.show_name name));
  rejected "the session has no %s %s" what (Fault.show_name name)

let formula_of source (session : Session.t) name =
  match Hashtbl.find_opt session.definitions name with
  | Some (Session.Formula f) -> f
  | _ -> missing source session "formula" name

(* The formulas, of the checks that have this name: "f @ m at p[a]". *)
let meant source session text (check : Session.check) =
  match check.asked with
  | Session.Named name -> if name = text then Some (formula_of source session name) else None
  | Session.Written formula -> if F.of_string ~name:Heading.text_name text = formula then Some formula else None

let find_check source (session : Session.t) property =
  let text, behind =
    match cut property " @ " with Some x -> x | None -> rejected "the property should be 'formula @ system', not %s" (Fault.show_name property)
  in
  let named (check : Session.check) =
    behind = (check.system ^ match check.at with None -> "" | Some place -> " at " ^ Session.show_place place)
  in
  let found =
    List.filter_map
      (fun check -> if named check then Option.map (fun formula -> (check, formula)) (meant source session text check) else None)
      session.checks
  in
  match found with
  | [] -> rejected "the session has no ':check' that is named %s" (Fault.show_name property)
  | ((_, formula) as first) :: rest ->
      if List.exists (fun (_, other) -> other <> formula) rest then
        unsupported source (Printf.sprintf "%s may be either of two formulas" (Fault.show_name property));
      first

let system_of source (session : Session.t) name =
  match Hashtbl.find_opt session.definitions name with
  | Some (Session.Machine m) when m.kind = M.Lts || m.kind = M.Pds -> m
  | _ -> missing source session "system" name

let automaton_of source (session : Session.t) (system : M.t) name =
  match Hashtbl.find_opt session.definitions name with
  | Some (Session.Machine m) when m.kind = M.Dfa || m.kind = M.Pda ->
      if m.kind = M.Pda && system.kind = M.Pds then rejected "%s has a stack, and so has the system" (Fault.show_name name);
      if Names.count m.states = 0 then rejected "%s has no state" (Fault.show_name name);
      m
  | Some (Session.Other kind) -> unsupported source (Printf.sprintf "%s %s; write it as a DFA or PDA" kind name)
  | _ -> missing source session "automaton" name

(* The automata that a formula names, and whether each must be deterministic. *)
let rec automata (f : F.t) found =
  let add name deterministic found = match name with Some name -> (name, deterministic) :: found | None -> found in
  match f with
  | False | True | Prop _ -> found
  | Not x | EX x | AX x -> automata x found
  | And (x, y) | Or (x, y) | Implies (x, y) | Iff (x, y) -> automata x (automata y found)
  | EU (a, x, y) | AR (a, x, y) -> add a false (automata x (automata y found))
  | ER (a, x, y) | AU (a, x, y) -> add a true (automata x (automata y found))

let is_deterministic (m : M.t) =
  let seen = Hashtbl.create 100 in
  Array.for_all
    (fun (r : M.rule) ->
      let key = (r.from, r.top, r.action) in
      (not (Hashtbl.mem seen key))
      && begin
           Hashtbl.add seen key ();
           true
         end)
    m.rules

let number names what name =
  match Names.find_string names name with -1 -> rejected "the system has no %s %s" what (Fault.show_name name) | n -> n

let show (system : M.t) (state, stack) =
  let name = Names.name system.states state in
  match system.kind with
  | M.Pds -> Printf.sprintf "<%s,%s>" name (String.concat " " (List.map (Names.name system.symbols) stack))
  | _ -> name

(* What is asked first decides; all must be known. *)
let judge (heading : Heading.t) system asked values =
  List.iter2
    (fun place value -> if value = None then rejected "the evidence does not tell whether it holds at %s" (show system place))
    asked values;
  (match (values, heading.verdict) with
  | Some true :: _, Heading.Holds | Some false :: _, Heading.Violated -> ()
  | Some true :: _, Heading.Violated -> rejected "the formula holds at %s, by the evidence itself" (show system (List.hd asked))
  | _ -> rejected "the formula does not hold at %s, by the evidence itself" (show system (List.hd asked)));
  List.length (List.filter (fun v -> v = Some true) values)

(* A place that is asked for comes first; without one the first state or head decides. *)
let places (system : M.t) (check : Session.check) =
  let all =
    match system.kind with
    | M.Pds -> List.map (fun (p, g) -> (p, [ g ])) system.heads
    | _ -> Bridge.list (Names.count system.states) (fun s -> (s, []))
  in
  match check.at with
  | None -> all
  | Some { state; stack } ->
      let stack = match stack with None -> [] | Some stack -> List.map (number system.symbols "symbol") stack in
      (number system.states "state" state, stack) :: all

let check source (heading : Heading.t) r =
  let session = Session.read source in
  let property = match heading.asked with Heading.Property name -> name | Heading.Formula _ -> rejected "evidence about a session names one of its checks" in
  let check, formula = find_check source session property in
  let system = system_of source session check.system in
  (match check.at with
  | Some { stack = None; _ } when system.kind = M.Pds -> rejected "a configuration has a stack"
  | Some { stack = Some _; _ } when system.kind = M.Lts -> rejected "a state of a transition system has no stack"
  | _ -> ());
  let automaton = automaton_of source session system in
  List.iter
    (fun (name, must) ->
      let m = automaton name in
      if must && not (is_deterministic m) then
        unsupported source (Printf.sprintf "%s is used in Release, and not deterministic" (Fault.show_name name)))
    (automata formula []);
  let stacked = system.kind = M.Pds in
  let parts = Ectl_parts.of_formula ~next:stacked formula in
  let tables =
    Ectl_tables.read r ~stacked ~symbols:(Names.count system.symbols) ~releases:(Ectl_parts.releases parts)
  in
  Tokens.finish r;
  let asked = places system check in
  if asked = [] then rejected "the system declares no state, so that nothing is asked";
  let question = { Ectl_claim.system; automaton; formula; parts; tables } in
  let values =
    if stacked then Ectl_claim.at_stacks question asked
    else begin
      let all = Ectl_claim.at_states question in
      match check.at with None -> all | Some _ -> List.nth all (fst (List.hd asked)) :: all
    end
  in
  let yes = judge heading system asked values in
  (* A place that is asked for is not counted again. *)
  let extra = if check.at = None then 0 else 1 in
  let yes = if extra = 1 && List.hd values = Some true then yes - 1 else yes in
  let heads = Array.fold_left (fun n (t : Ectl_tables.t) -> n + Array.length t.heads) 0 tables in
  Printf.sprintf "%s: %s of %s satisfy it, by %s in %s" (Heading.plain property) (Finite.grouped yes)
    (Finite.plural (List.length asked - extra) (if stacked then "declared head" else "state"))
    (Finite.plural heads "head")
    (Finite.plural (Array.length tables) "table")
