let rejected = Fault.rejected
let unknown_reason () = rejected "rejected by the verified checker, reason unknown"
let plural n what = if n = 1 then "1 " ^ what else Printf.sprintf "%d %ss" n what

(* ---- Runs ------------------------------------------------------------- *)

(* What a line says twice must agree: the checker is told a rule's state and number of premises only by the rule. *)
let check_shape (numbers : Numbering.t) (e : Evidence.run) =
  let p = numbers.problem in
  for i = 0 to Ints.length e.fact_rule - 1 do
    let rule = Ints.get e.fact_rule i in
    let premises = (if Ints.get e.fact_first i >= 0 then 1 else 0) + if Ints.get e.fact_second i >= 0 then 1 else 0 in
    if rule < 0 then begin
      if premises > 0 then rejected "fact %d: an edge has no premises" i
    end
    else begin
      let from = Ints.get e.fact_from i in
      if from <> Numbering.start (Ints.get p.rule_from rule + 1) then
        rejected "fact %d: %s does not apply in %s" i (Numbering.show_rule numbers rule)
          (Numbering.show_state numbers Problem.Final from);
      let length = Ints.get p.rule_length rule in
      if premises <> length then
        rejected "fact %d by %s: it has %s, but the rule leaves %s" i (Numbering.show_rule numbers rule)
          (plural premises "premise") (plural length "symbol")
    end
  done;
  for i = 0 to Ints.length e.link_to - 1 do
    let target = Ints.get e.link_to i in
    if not (Numbering.is_inner target) then
      rejected "link %d: no edge of the initial set leads to %s, where reading starts" i
        (Numbering.show_state numbers Problem.Initial target)
  done

(* The weights of facts can be exponential in their number; binary numbers of that length would take forever. No weight that a
   claim can state needs a fact beyond this, unless it is cancelled out. *)
let largest_weight = 1e30

let check_sizes (p : Problem.t) (e : Evidence.run) =
  let facts = Ints.length e.fact_rule in
  let weights = Array.make (max 1 facts) 0.0 in
  for d = 0 to p.dimension - 1 do
    for i = 0 to facts - 1 do
      let premise f = if f >= 0 && f < i then weights.(f) else 0.0 in
      let rule = Ints.get e.fact_rule i in
      weights.(i) <-
        (if rule < 0 then 0.0
        else
          Int64.to_float (Problem.Weights.get p.weights ((rule * p.dimension) + d))
          +. premise (Ints.get e.fact_first i)
          +. premise (Ints.get e.fact_second i));
      if Float.abs weights.(i) > largest_weight then rejected "fact %d: its weight is beyond 64 bits" i
    done
  done

let show_weight weight = String.concat " " (Array.to_list (Array.map Int64.to_string weight))

let check_run (numbers : Numbering.t) (e : Evidence.run) =
  let p = numbers.problem in
  check_shape numbers e;
  let weighted = match e.weight with Evidence.Weight _ -> p.dimension > 0 | _ -> false in
  if weighted then check_sizes p e;
  let result =
    Kernel.derivation_weight (Bridge.positive numbers.np) (Bridge.positive numbers.ns)
      (Bridge.weighted_rules numbers ~weighted)
      (Bridge.automaton numbers Problem.Initial)
      (Bridge.automaton numbers Problem.Final)
      (Bridge.facts e) (Bridge.positive e.start) (Bridge.witness e)
  in
  match result with
  | None ->
      Diagnosis.run numbers
        ~initial:(View.create numbers Problem.Initial)
        ~final:(View.create numbers Problem.Final)
        e;
      unknown_reason ()
  | Some found ->
      let weight =
        match e.weight with
        | Evidence.Weight claimed when weighted ->
            if not (Bridge.is_weight claimed found) then
              rejected "the run has another weight than %s, which is claimed" (show_weight claimed);
            Printf.sprintf " of weight %s" (show_weight claimed)
        | Evidence.Unbounded_below | Evidence.Unbounded_above -> "; weight: unbounded (not checked)"
        | _ when p.dimension > 0 -> "; weight: not claimed"
        | _ -> ""
      in
      Printf.sprintf "the final set is reached from state %s with %s on the stack, by %s that all follow%s"
        (Numbering.show_control numbers e.start)
        (plural (Ints.length e.link_fact) "symbol")
        (plural (Ints.length e.fact_rule) "fact")
        (if weight <> "" && weight.[0] = ' ' then ", in a run" ^ weight else weight)

(* ---- Certificates ----------------------------------------------------- *)

let check_certificate (numbers : Numbering.t) (c : Evidence.certificate) =
  if c.forward && c.reduction <> None then rejected "a forward automaton cannot have heads";
  let grown_side, other_side =
    if c.forward then (Problem.Initial, Problem.Final) else (Problem.Final, Problem.Initial)
  in
  let possible = Diagnosis.possible numbers c.reduction in
  let grown = View.create numbers grown_side ~occurs:possible.occurs in
  let other = View.create numbers other_side in
  let claimed = Ints.length c.targets + Ints.length c.epsilon_from in
  let rows = Rows.create numbers c in
  Hints.add_unentered_edges grown rows;
  if c.forward then Hints.saturate_epsilon c rows;
  let np = Bridge.positive numbers.np and ns = Bridge.positive numbers.ns in
  let rules = Bridge.rules numbers in
  let initial = Bridge.automaton numbers Problem.Initial and final = Bridge.automaton numbers Problem.Final in
  let pairs () =
    let xs, ys = Hints.product numbers other c rows in
    Bridge.pairs xs ys
  in
  let useful = if c.forward then [||] else Hints.useful grown rows in
  let accepted =
    if c.forward then
      Kernel.check_forward np ns rules initial final
        (Bridge.pairs c.epsilon_from c.epsilon_to)
        (Rows.to_kernel rows ~keep:(fun _ -> true))
        (Bridge.positives (Hints.tagged numbers (View.useful grown)))
        (Hints.mids numbers ~grown rows) (pairs ())
    else
      Kernel.check_backward np ns rules initial final
        (Option.map Bridge.reduction c.reduction)
        (Rows.to_kernel rows ~keep:(fun t -> useful.(t)))
        (Bridge.positives (Hints.places useful))
        (pairs ())
  in
  if not accepted then begin
    Diagnosis.certificate numbers ~grown ~other possible c rows ~useful;
    unknown_reason ()
  end;
  Printf.sprintf "the final set cannot be reached: the %s automaton of %s is closed under %s and misses the %s set"
    (if c.forward then "forward" else "backward")
    (plural claimed "transition")
    (plural (Problem.rule_count numbers.problem) "rule")
    (if c.forward then "final" else "initial")

let check numbers = function
  | Evidence.Reachable run -> (true, check_run numbers run)
  | Evidence.Unreachable certificate -> (false, check_certificate numbers certificate)

let decide (numbers : Numbering.t) =
  match
    Kernel.raw_oracle (Bridge.positive numbers.np) (Bridge.positive numbers.ns) (Bridge.rules numbers)
      (Bridge.automaton numbers Problem.Initial)
      (Bridge.automaton numbers Problem.Final)
  with
  | Some answer -> answer
  | None -> rejected "the verified decision procedure refuses the problem"
