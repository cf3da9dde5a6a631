module M = Ectl_machine
module F = Ectl_formula
module T = Ectl_tables

type question = {
  system : M.t;
  automaton : string -> M.t;
  formula : F.t;
  parts : Ectl_parts.t;
  tables : T.t array;
}

let positive n = Binary.positive (n + 1)

(* Long lists, without deep recursion. *)
let list_of array f = Array.fold_right (fun x tail -> f x :: tail) array []
let map_list f l = List.rev (List.rev_map f l)

(* Actions and propositions are names: the same number in all machines and formulas. *)
type names = { actions : Names.t; props : Names.t }

let action names (m : M.t) a = positive (Names.intern_string names.actions (Names.name m.actions a))
let prop names name = positive (Names.intern_string names.props name)

let operation = function
  | M.Pop -> Kernel.Pop0
  | M.Rewrite h -> Kernel.Rewrite (positive h)
  | M.Push h -> Kernel.Push0 (positive h)

let automaton names (m : M.t) =
  let accepting = map_list positive m.accepting in
  let a (r : M.rule) = action names m r.action in
  match m.kind with
  | M.Dfa | M.Lts -> Kernel.Finite (list_of m.rules (fun r -> ((positive r.from, a r), positive r.target)), accepting)
  | M.Pda | M.Pds ->
      let rule (r : M.rule) = (((positive r.from, positive r.top), a r), (positive r.target, operation r.operation)) in
      Kernel.Pushdown (list_of m.rules rule, accepting)

let lts names (m : M.t) =
  {
    Kernel.l_steps0 = list_of m.rules (fun r -> ((positive r.from, action names m r.action), positive r.target));
    l_props0 = map_list (fun (name, state, _) -> (prop names name, positive state)) m.facts;
  }

let pds names (m : M.t) =
  let rule (r : M.rule) = (((positive r.from, positive r.top), action names m r.action), (positive r.target, operation r.operation)) in
  {
    Kernel.p_rules = list_of m.rules rule;
    p_props = map_list (fun (name, state, top) -> (prop names name, (positive state, positive top))) m.facts;
  }

(* State 1 of a monitor is where nothing is known. *)
let watching d = Binary.positive (d + 2)

(* On a pushdown system a symbol carries the state of the monitor. *)
let symbol stacked (g, d) = if stacked then Kernel.key0 (positive g) (watching d) else positive g

(* What the rule of the machine with the stack does. *)
let operation_of (q : question) number (automaton : M.t option) (e, r) =
  let m, n = if q.system.kind = M.Pds then (Some q.system, e) else (automaton, r) in
  match m with
  | Some m when m.kind = M.Pda || m.kind = M.Pds ->
      if n >= Array.length m.rules then Fault.rejected "table %d names rule %d, but there are %d" number n (Array.length m.rules);
      m.rules.(n).operation
  | _ -> M.Rewrite 0

let evidence (q : question) number automaton =
  let t = q.tables.(number) in
  let stacked = q.system.kind = M.Pds in
  let locations = Array.map (fun (a, s) -> (positive a, positive s)) t.locations in
  let symbols = Array.map (symbol stacked) t.symbols in
  let at h = (locations.(t.heads.(h).location), symbols.(t.heads.(h).symbol)) in
  let pop (p : T.pop) =
    let why =
      if p.first < 0 then Kernel.ByPop
      else begin
        let f = t.pops.(p.first) in
        let k, h = at f.head in
        if p.second < 0 then Kernel.ByRewrite (k, h) else Kernel.ByPush (k, h, locations.(f.target))
      end
    in
    ((at p.head, locations.(p.target)), why)
  in
  let life (h : T.head) rules =
    let why =
      if h.first >= 0 then begin
        let f = t.pops.(h.first) in
        let k, g = at f.head in
        Kernel.LBelow (k, g, locations.(f.target))
      end
      else begin
        let k, g = at h.next in
        match operation_of q number automaton rules with
        | M.Push _ -> Kernel.LMove (k, Kernel.Push0 g)
        | M.Rewrite _ | M.Pop -> Kernel.LMove (k, Kernel.Rewrite g)
      end
    in
    ((locations.(h.location), symbols.(h.symbol)), why)
  in
  (* Stable: heads of one order stay in theirs. *)
  let by_order kind =
    let some = List.filter (fun (h : T.head) -> h.kind = kind) (Array.to_list t.heads) in
    List.stable_sort (fun (a : T.head) (b : T.head) -> Int.compare a.order b.order) some
  in
  let lives = map_list (fun (h : T.head) -> life h (Option.get h.rules)) (by_order "lives") in
  let dies = map_list (fun (h : T.head) -> (locations.(h.location), symbols.(h.symbol))) (by_order "dies") in
  { Kernel.e_pops = list_of t.pops pop; e_lives = lives; e_dies = dies }

type context = { q : question; names : names; made : (string option, Kernel.automaton) Hashtbl.t }

let context q = { q; names = { actions = Names.create (); props = Names.create () }; made = Hashtbl.create 10 }
let machine c name = Option.map c.q.automaton name

let made c name =
  match Hashtbl.find_opt c.made name with
  | Some automaton -> automaton
  | None ->
      let automaton = match machine c name with None -> Kernel.Every | Some m -> automaton c.names m in
      Hashtbl.add c.made name automaton;
      automaton

let table c f = Ectl_parts.table c.q.parts f

let wrong c k =
  Fault.rejected "table %d, of %s, is not justified or not closed" k
    (if c.q.tables.(k).is_release then "a Release" else "an Until or EX")

(* The children are right: is this? *)
let rec claim c ~check (f : F.t) =
  let sub = claim c ~check in
  let path name make x y =
    let k = table c f in
    let x = sub x in
    let y = sub y in
    let made = make (made c name, evidence c.q k (machine c name), x, y) in
    if not (check made) then wrong c k;
    made
  in
  match f with
  | False -> Kernel.CFalse
  | True -> Kernel.CTrue
  | Prop name -> Kernel.CProp (prop c.names name)
  | Not x -> Kernel.CNot0 (sub x)
  | And (x, y) ->
      let x = sub x in
      Kernel.CAnd (x, sub y)
  | Or (x, y) ->
      let x = sub x in
      Kernel.COr (x, sub y)
  | Implies (x, y) ->
      let x = sub x in
      Kernel.CImp (x, sub y)
  | Iff (x, y) ->
      let x = sub x in
      Kernel.CIff (x, sub y)
  | EX x -> Kernel.CEX (sub x)
  | AX x -> Kernel.CAX (sub x)
  | EU (name, x, y) -> path name (fun (a, e, x, y) -> Kernel.CEU (a, e, x, y)) x y
  | ER (name, x, y) -> path name (fun (a, e, x, y) -> Kernel.CER (a, e, x, y)) x y
  | AU (name, x, y) -> path name (fun (a, e, x, y) -> Kernel.CAU (a, e, x, y)) x y
  | AR (name, x, y) -> path name (fun (a, e, x, y) -> Kernel.CAR (a, e, x, y)) x y

let any _ = true

let at_states q =
  let c = context q in
  let model = lts c.names q.system in
  let states = Bridge.list (Names.count q.system.states) positive in
  let whole = claim c ~check:any q.formula in
  match Kernel.check_ectl_lts model states whole with
  | Some values -> values
  | None ->
      let index = Kernel.index_lts model states in
      ignore (claim c ~check:(fun part -> Kernel.lts_value index part <> None) q.formula);
      Fault.rejected "rejected by the verified checker, reason unknown"

(* Monitor 0 is 1 here, that of table K is K + 2. *)
let monitor_number m = positive m

let monitors (q : question) =
  let symbols = Names.count q.system.symbols in
  let first =
    { Kernel.m_start = watching 0; m_entries = Bridge.list symbols (fun g -> ((watching 0, positive g), watching 0)) }
  in
  let entries (m : T.monitor) =
    let found = ref [] in
    Array.iteri (fun d row -> Array.iteri (fun g e -> found := ((watching d, positive g), watching e) :: !found) row) m.steps;
    !found
  in
  let others = ref [] in
  Array.iteri
    (fun k (t : T.t) ->
      match t.monitor with
      | Some m -> others := (monitor_number (k + 1), { Kernel.m_start = watching 0; m_entries = entries m }) :: !others
      | None -> ())
    q.tables;
  (monitor_number 0, first) :: !others

let monitor_of (q : question) k =
  match q.tables.(k).monitor with Some m -> m | None -> Fault.rejected "table %d should come with a monitor: a later one asks for its values" k

let refinement (q : question) k =
  let t = q.tables.(k) in
  let m = monitor_of q k in
  let matter = Hashtbl.create 100 in
  Array.iter (fun (p : T.pop) -> Hashtbl.replace matter p.target ()) t.pops;
  let location l =
    let a, s = t.locations.(l) in
    (positive a, positive s)
  in
  let state d = (watching d, (watching m.was.(d), map_list location (List.filter (Hashtbl.mem matter) m.live.(d)))) in
  {
    Kernel.f_to = monitor_number (k + 1);
    f_locs = Hashtbl.fold (fun l () found -> location l :: found) matter [];
    f_states = Bridge.list (Array.length m.was) state;
  }

(* What the states of one monitor are in a coarser one. *)
let coarser (q : question) ~from ~target =
  let states n = if n = 0 then 1 else Array.length (monitor_of q (n - 1)).was in
  let rec down n map =
    if n = target then map
    else if n = 0 then Fault.rejected "monitor %d does not refine monitor %d" from target
    else begin
      let was = (monitor_of q (n - 1)).was in
      let coarser = q.tables.(n - 1).carried in
      down coarser (Array.map (fun d -> if d < Array.length was then was.(d) else Fault.rejected "monitor %d has no state %d" n d) map)
    end
  in
  let map = down from (Array.init (states from) Fun.id) in
  Bridge.list (Array.length map) (fun d -> (watching d, watching map.(d)))

(* A part below a table: its value by the states of monitor 'm'. *)
let rec inside c ~check m (f : F.t) =
  let sub = inside c ~check m in
  let lifted k made =
    if not (check (Kernel.OIn made)) then wrong c k;
    if k + 1 = m then made else Kernel.PLift (monitor_number m, coarser c.q ~from:m ~target:(k + 1), made)
  in
  let path name make x y =
    let k = table c f in
    let below = inside c ~check c.q.tables.(k).carried in
    let x = below x in
    let y = below y in
    lifted k (make (made c name, evidence c.q k (machine c name), refinement c.q k, x, y))
  in
  let next make x =
    let k = table c f in
    let x = inside c ~check c.q.tables.(k).carried x in
    lifted k (make (evidence c.q k None, refinement c.q k, x))
  in
  let i = monitor_number m in
  match f with
  | False -> Kernel.PFalse i
  | True -> Kernel.PTrue i
  | Prop name -> Kernel.PProp (i, prop c.names name)
  | Not x -> Kernel.PNot (sub x)
  | And (x, y) ->
      let x = sub x in
      Kernel.PAnd (x, sub y)
  | Or (x, y) ->
      let x = sub x in
      Kernel.POr (x, sub y)
  | Implies (x, y) ->
      let x = sub x in
      Kernel.PImp (x, sub y)
  | Iff (x, y) ->
      let x = sub x in
      Kernel.PIff (x, sub y)
  | EX x -> next (fun (e, r, x) -> Kernel.PEX (e, r, x)) x
  | AX x -> next (fun (e, r, x) -> Kernel.PAX (e, r, x)) x
  | EU (name, x, y) -> path name (fun (a, e, r, x, y) -> Kernel.PEU (a, e, r, x, y)) x y
  | ER (name, x, y) -> path name (fun (a, e, r, x, y) -> Kernel.PER (a, e, r, x, y)) x y
  | AU (name, x, y) -> path name (fun (a, e, r, x, y) -> Kernel.PAU (a, e, r, x, y)) x y
  | AR (name, x, y) -> path name (fun (a, e, r, x, y) -> Kernel.PAR (a, e, r, x, y)) x y

let rec outside c ~check (f : F.t) =
  let sub = outside c ~check in
  let checked k made =
    if not (check made) then wrong c k;
    made
  in
  let path name make x y =
    let k = table c f in
    let below = inside c ~check c.q.tables.(k).carried in
    let x = below x in
    let y = below y in
    checked k (make (made c name, evidence c.q k (machine c name), x, y))
  in
  let next make x =
    let k = table c f in
    checked k (make (evidence c.q k None, inside c ~check c.q.tables.(k).carried x))
  in
  match f with
  | False | True | Prop _ -> Kernel.OIn (inside c ~check 0 f)
  | Not x -> Kernel.ONot (sub x)
  | And (x, y) ->
      let x = sub x in
      Kernel.OAnd (x, sub y)
  | Or (x, y) ->
      let x = sub x in
      Kernel.OOr (x, sub y)
  | Implies (x, y) ->
      let x = sub x in
      Kernel.OImp (x, sub y)
  | Iff (x, y) ->
      let x = sub x in
      Kernel.OIff (x, sub y)
  | EX x -> next (fun (e, x) -> Kernel.OEX (e, x)) x
  | AX x -> next (fun (e, x) -> Kernel.OAX (e, x)) x
  | EU (name, x, y) -> path name (fun (a, e, x, y) -> Kernel.OEU (a, e, x, y)) x y
  | ER (name, x, y) -> path name (fun (a, e, x, y) -> Kernel.OER (a, e, x, y)) x y
  | AU (name, x, y) -> path name (fun (a, e, x, y) -> Kernel.OAU (a, e, x, y)) x y
  | AR (name, x, y) -> path name (fun (a, e, x, y) -> Kernel.OAR (a, e, x, y)) x y

let at_stacks q asked =
  let c = context q in
  let model = pds c.names q.system in
  let watched = monitors q in
  let asked = map_list (fun (p, w) -> (positive p, List.map positive w)) asked in
  let whole = outside c ~check:any q.formula in
  match Kernel.check_ectl_pds model watched whole asked with
  | Some values -> values
  | None ->
      ignore (outside c ~check:(fun part -> Kernel.check_ectl_pds model watched part [] <> None) q.formula);
      Fault.rejected "rejected by the verified checker, reason unknown"
