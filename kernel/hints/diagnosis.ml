let rejected = Fault.rejected

let run (n : Numbering.t) ~initial ~final (e : Evidence.run) =
  let p = n.problem in
  let state = Numbering.show_state n Problem.Final in
  let symbol = Numbering.show_symbol n in
  let check_fact i =
    let rule = Ints.get e.fact_rule i and a = Ints.get e.fact_symbol i in
    let from = Ints.get e.fact_from i and target = Ints.get e.fact_to i in
    let fact = Printf.sprintf "fact %d (%s, symbol %s, to %s)" i (state from) (symbol a) (state target) in
    if rule < 0 then begin
      if not (View.has_edge final from a target) then rejected "%s: the final set has no such edge" fact
    end
    else begin
      let shown = Numbering.show_rule n rule in
      let head = Ints.get p.rule_head rule in
      if head <> Problem.any && head + 1 <> a then rejected "%s: %s reads another symbol" fact shown;
      let follow number place start pushed =
        let pushed = if pushed = Problem.any then a else pushed + 1 in
        if number >= i then rejected "%s: its premise %d does not come before it" fact number;
        if Ints.get e.fact_from number <> start then
          rejected "%s by %s: premise %d starts in %s, not in %s" fact shown number
            (state (Ints.get e.fact_from number))
            (state start);
        if Ints.get e.fact_symbol number <> pushed then
          rejected "%s by %s: premise %d reads symbol %s, not the %s pushed symbol %s" fact shown number
            (symbol (Ints.get e.fact_symbol number))
            place (symbol pushed);
        Ints.get e.fact_to number
      in
      let length = Ints.get p.rule_length rule in
      let reached = Numbering.start (Ints.get p.rule_to rule + 1) in
      let reached =
        if length = 0 then reached else follow (Ints.get e.fact_first i) "first" reached (Ints.get p.rule_top rule)
      in
      let reached =
        if length < 2 then reached else follow (Ints.get e.fact_second i) "second" reached (Ints.get p.rule_below rule)
      in
      if reached <> target then rejected "%s by %s: it ends in %s" fact shown (state reached)
    end
  in
  for i = 0 to Ints.length e.fact_rule - 1 do
    check_fact i
  done;
  let initial_state = Numbering.show_state n Problem.Initial in
  let s = ref (Numbering.start e.start) and t = ref (Numbering.start e.start) in
  for i = 0 to Ints.length e.link_fact - 1 do
    let fact = Ints.get e.link_fact i and target = Ints.get e.link_to i in
    let a = Ints.get e.fact_symbol fact in
    if Ints.get e.fact_from fact <> !t then
      rejected "link %d: fact %d starts in %s, but the links before it lead to %s" i fact
        (state (Ints.get e.fact_from fact))
        (state !t);
    if not (View.has_edge initial !s a target) then
      rejected "link %d: the initial set has no edge from %s over symbol %s to %s" i (initial_state !s) (symbol a)
        (initial_state target);
    s := target;
    t := Ints.get e.fact_to fact
  done;
  if not (View.accepts initial (Numbering.raw_of_tagged !s)) then
    rejected "the initial set does not accept in %s, where the witness ends" (initial_state !s);
  if not (View.accepts final (Numbering.raw_of_tagged !t)) then
    rejected "the final set does not accept in %s, where the last fact ends" (state !t)

(* What can be on top of the stack, and below it; everything without a reduction. *)
type possible = { on_top : int -> int -> bool; below : int -> bool; popped : int -> bool; occurs : int -> bool }

let possible (n : Numbering.t) = function
  | None -> { on_top = (fun _ _ -> true); below = (fun _ -> true); popped = (fun _ -> true); occurs = (fun _ -> true) }
  | Some (r : Evidence.reduction) ->
      let flags count list =
        let at = Array.make (count + 1) false in
        Ints.iter (fun i -> at.(i) <- true) list;
        at
      in
      let popped = flags n.np r.popped and below = flags n.ns r.below in
      let occurs = flags n.ns r.below in
      Ints.iter (fun a -> occurs.(a) <- true) r.head_symbol;
      let key p a = (p * (n.ns + 1)) + a in
      let heads =
        lazy
          (let table = Int_table.create () in
           for i = 0 to Ints.length r.head_state - 1 do
             ignore (Int_table.add table (key (Ints.get r.head_state i) (Ints.get r.head_symbol i)))
           done;
           table)
      in
      {
        on_top = (fun p a -> (popped.(p) && below.(a)) || Int_table.find (Lazy.force heads) (key p a) >= 0);
        below = (fun a -> below.(a));
        popped = (fun p -> popped.(p));
        occurs = (fun a -> occurs.(a));
      }

(* Calls the function for each rule and each symbol that its head can match. *)
let each_rule (n : Numbering.t) possible f =
  let p = n.problem in
  for r = 0 to Problem.rule_count p - 1 do
    let from = Ints.get p.rule_from r + 1 and head = Ints.get p.rule_head r in
    let try_symbol a = if possible.on_top from a then f r a in
    if head <> Problem.any then try_symbol (head + 1)
    else
      for a = 1 to Problem.symbol_count p do
        try_symbol a
      done
  done

let pushed a x = if x = Problem.any then a else x + 1

let check_reduction (n : Numbering.t) possible initial =
  let p = n.problem in
  let entered = View.entered initial in
  let miss from a what =
    rejected "the heads miss some of the initial set: it reads symbol %s from %s, %s" (Numbering.show_symbol n a)
      (Numbering.show_state n Problem.Initial from)
      what
  in
  for s = 1 to View.count initial do
    View.iter_edges initial s (fun label _ ->
        View.iter_label initial label (fun a ->
            if s <= n.np && not (possible.on_top s a) then miss (Numbering.start s) a "which is no possible head";
            if entered.(s) && not (possible.below a) then miss (Numbering.inner s) a "which is not under 'below'"))
  done;
  each_rule n possible (fun r a ->
      let q = Ints.get p.rule_to r + 1 and length = Ints.get p.rule_length r in
      let wrong what =
        rejected "the heads are not closed under %s with symbol %s: %s" (Numbering.show_rule n r)
          (Numbering.show_symbol n a) what
      in
      if length = 0 && not (possible.popped q) then wrong (Numbering.show_control n q ^ " is not under 'popped'");
      if length > 0 then begin
        let top = pushed a (Ints.get p.rule_top r) in
        if not (possible.on_top q top) then
          wrong
            (Printf.sprintf "(%s, %s) is no possible head" (Numbering.show_control n q) (Numbering.show_symbol n top))
      end;
      if length = 2 then begin
        let below = pushed a (Ints.get p.rule_below r) in
        if not (possible.below below) then wrong (Numbering.show_symbol n below ^ " is not under 'below'")
      end)

let check_edges (n : Numbering.t) grown rows =
  let useful = View.useful grown in
  let state = Numbering.show_state n (View.side grown) in
  let check from raw =
    View.iter_edges grown raw (fun label target ->
        if useful.(target) then
          View.iter_label grown label (fun a ->
              if not (Rows.mem rows from a (Numbering.inner target)) then
                rejected "the automaton misses the edge from %s over symbol %s to %s of the %s set" (state from)
                  (Numbering.show_symbol n a)
                  (state (Numbering.inner target))
                  (match View.side grown with Problem.Initial -> "initial" | Problem.Final -> "final")))
  in
  for raw = 1 to View.count grown do
    if raw <= n.np then check (Numbering.start raw) raw;
    check (Numbering.inner raw) raw
  done

let check_backward_rules (n : Numbering.t) possible rows useful =
  let p = n.problem in
  each_rule n possible (fun r a ->
      let from = Numbering.start (Ints.get p.rule_from r + 1) and q = Numbering.start (Ints.get p.rule_to r + 1) in
      Rows.mark_row rows from a;
      let need target =
        if useful.(target) && not (Rows.is_marked rows target) then
          rejected "%s is not closed: the automaton has no transition from %s over symbol %s to %s"
            (Numbering.show_rule n r)
            (Numbering.show_state n Problem.Final from)
            (Numbering.show_symbol n a)
            (Numbering.show_state n Problem.Final target)
      in
      match Ints.get p.rule_length r with
      | 0 -> need q
      | 1 -> Rows.iter rows q (pushed a (Ints.get p.rule_top r)) need
      | _ ->
          let below = pushed a (Ints.get p.rule_below r) in
          Rows.iter rows q (pushed a (Ints.get p.rule_top r)) (fun m -> Rows.iter rows m below need))

(* The rows of control states speak for what is behind epsilon. *)
let check_forward_rules (n : Numbering.t) (c : Evidence.certificate) rows =
  let p = n.problem in
  let width = Rows.last_state rows + 1 in
  let epsilon = Int_table.create () in
  for i = 0 to Ints.length c.epsilon_from - 1 do
    ignore (Int_table.add epsilon ((Ints.get c.epsilon_from i * width) + Ints.get c.epsilon_to i))
  done;
  let state = Numbering.show_state n Problem.Initial in
  each_rule n (possible n None) (fun r a ->
      let from = Numbering.start (Ints.get p.rule_from r + 1) in
      let q = Ints.get p.rule_to r + 1 in
      let start = Numbering.start q in
      let wrong target what =
        rejected "%s is not closed: from %s the automaton reads symbol %s to %s, %s" (Numbering.show_rule n r)
          (state from) (Numbering.show_symbol n a) (state target) what
      in
      let top = pushed a (Ints.get p.rule_top r) and below = pushed a (Ints.get p.rule_below r) in
      let check target =
        match Ints.get p.rule_length r with
        | 0 ->
            if target <> start && Int_table.find epsilon ((q * width) + target) < 0 then
              wrong target (Printf.sprintf "but there is no epsilon from %s to it" (state start))
        | 1 ->
            if not (Rows.mem rows start top target) then
              wrong target (Printf.sprintf "but not symbol %s from %s" (Numbering.show_symbol n top) (state start))
        | _ ->
            let found = ref false in
            Rows.iter rows start top (fun m -> if Rows.mem rows m below target then found := true);
            if not !found then
              wrong target
                (Printf.sprintf "but not symbols %s %s from %s" (Numbering.show_symbol n top)
                   (Numbering.show_symbol n below) (state start))
      in
      Rows.iter rows from a check)

let check_missed (n : Numbering.t) ~grown ~other c rows =
  let xs, ys = Hints.product n other c rows (Rows.classify rows ~keep:(fun _ -> true)) in
  for i = 0 to Ints.length xs - 1 do
    let x = Ints.get xs i and y = Ints.get ys i in
    let raw = Numbering.raw_of_tagged y in
    if View.accepts other (Numbering.raw_of_tagged x) && raw <= View.count grown && View.accepts grown raw then
      rejected "the automaton meets the %s set: one stack leads that to %s and the automaton to %s, and both accept"
        (match View.side other with Problem.Initial -> "initial" | Problem.Final -> "final")
        (Numbering.show_state n (View.side other) x)
        (Numbering.show_state n (View.side grown) y)
  done

let certificate n ~grown ~other possible (c : Evidence.certificate) rows ~useful =
  if c.reduction <> None then check_reduction n possible other;
  check_edges n grown rows;
  if c.forward then check_forward_rules n c rows else check_backward_rules n possible rows useful;
  check_missed n ~grown ~other c rows
