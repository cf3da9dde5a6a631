let rejected = Fault.rejected
let unknown_reason () = rejected "rejected by the verified checker, reason unknown"
let plural n what = if n = 1 then "1 " ^ what else Printf.sprintf "%d %ss" n what

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
   claim can state needs a fact beyond this, unless it is cancelled out. 'weight_of' rule dimension. *)
let largest_weight = 1e30

let check_sizes (e : Evidence.run) ~dimension ~weight_of =
  let facts = Ints.length e.fact_rule in
  let weights = Array.make (max 1 facts) 0.0 in
  for d = 0 to dimension - 1 do
    for i = 0 to facts - 1 do
      let premise f = if f >= 0 && f < i then weights.(f) else 0.0 in
      let rule = Ints.get e.fact_rule i in
      weights.(i) <-
        (if rule < 0 then 0.0
        else weight_of rule d +. premise (Ints.get e.fact_first i) +. premise (Ints.get e.fact_second i));
      if Float.abs weights.(i) > largest_weight then rejected "fact %d: its weight is beyond 64 bits" i
    done
  done

let show_weight weight = String.concat " " (Array.to_list (Array.map Int64.to_string weight))

(* What is not followed by the run of facts and links, whatever it weighs. *)
let explain_run numbers e =
  Diagnosis.run numbers
    ~initial:(View.create numbers Problem.Initial)
    ~final:(View.create numbers Problem.Final)
    e;
  unknown_reason ()

(* Everything the checkers of runs are told alike. *)
let told (numbers : Numbering.t) (e : Evidence.run) checker rules =
  checker (Bridge.positive numbers.np) (Bridge.positive numbers.ns) rules
    (Bridge.automaton numbers Problem.Initial)
    (Bridge.automaton numbers Problem.Final)
    (Evidence_bridge.facts e) (Bridge.positive e.start)

let problem_weight (p : Problem.t) rule d = Int64.to_float (Problem.Weights.get p.weights ((rule * p.dimension) + d))

let check_unweighted numbers e =
  match told numbers e Kernel.derivation_weight (Bridge.rules_of_weight numbers []) (Evidence_bridge.witness e) with
  | Some _ -> ()
  | None -> explain_run numbers e

let check_weight (numbers : Numbering.t) (e : Evidence.run) claimed =
  let p = numbers.problem in
  check_sizes e ~dimension:p.dimension ~weight_of:(problem_weight p);
  match told numbers e Kernel.derivation_weight (Bridge.weighted_rules numbers) (Evidence_bridge.witness e) with
  | Some found when Bridge.is_weight claimed found -> ()
  | Some _ -> rejected "the run has another weight than %s, which is claimed" (show_weight claimed)
  | None -> explain_run numbers e

(* No run weighs less than the one that 'check_weight' has accepted. *)
let check_least (numbers : Numbering.t) (e : Evidence.run) (least : Evidence.least) claimed =
  let p = numbers.problem in
  let potentials = Potentials.find numbers (View.create numbers Problem.Initial) least ~bound:claimed in
  let pairs =
    List.rev_map (fun ((x, y), w) -> ((Bridge.positive x, Bridge.positive y), Bridge.weight w)) potentials
  in
  let all = Hints.tagged numbers (Array.init (Numbering.raw_count numbers Problem.Final + 1) (fun s -> s > 0)) in
  let found =
    told numbers e Kernel.least_weight (Bridge.weighted_rules numbers) (Evidence_bridge.witness e) true
      (Evidence_bridge.least_rows least ~dimension:p.dimension)
      (Evidence_bridge.positives all) pairs
  in
  if found = None then rejected "least: the automaton does not show that no run weighs less than %s" (show_weight claimed)

(* Runs of ever smaller (or larger) weight. Without weights the steps are counted. *)
let check_unbounded (numbers : Numbering.t) (e : Evidence.run) ~above =
  let p = numbers.problem in
  check_unweighted numbers e;
  let rules =
    if p.dimension = 0 then begin
      check_sizes e ~dimension:1 ~weight_of:(fun _ _ -> 1.0);
      Bridge.rules_of_weight numbers (Bridge.weight [| 1L |])
    end
    else begin
      check_sizes e ~dimension:p.dimension ~weight_of:(problem_weight p);
      Bridge.weighted_rules numbers
    end
  in
  if not (told numbers e Kernel.check_pump rules (Evidence_bridge.pump e) above) then
    rejected "the loop that is marked does not make runs of ever %s weight" (if above then "larger" else "smaller")

let check_run (numbers : Numbering.t) (e : Evidence.run) =
  let p = numbers.problem in
  check_shape numbers e;
  let weight =
    match e.weight with
    | Evidence.Weight claimed when p.dimension > 0 ->
        check_weight numbers e claimed;
        Option.iter (fun least -> check_least numbers e least claimed) e.least;
        Printf.sprintf ", in a run of weight %s%s" (show_weight claimed)
          (if e.least = None then "" else "; no run weighs less")
    | Evidence.Unbounded_below ->
        check_unbounded numbers e ~above:false;
        ", in runs of ever smaller weight"
    | Evidence.Unbounded_above ->
        check_unbounded numbers e ~above:true;
        if p.dimension = 0 then ", in runs of any length" else ", in runs of ever larger weight"
    | Evidence.Weight _ | Evidence.Unclaimed ->
        check_unweighted numbers e;
        if p.dimension > 0 then "; its weight is not claimed" else ""
  in
  Printf.sprintf "the final set is reached from state %s with %s on the stack, by %s that all follow%s"
    (Numbering.show_control numbers e.start)
    (plural (Ints.length e.link_fact) "symbol")
    (plural (Ints.length e.fact_rule) "fact")
    weight

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
  let np = Bridge.positive numbers.np and ns = Bridge.positive numbers.ns in
  let rules = Bridge.rules numbers in
  let initial = Bridge.automaton numbers Problem.Initial and final = Bridge.automaton numbers Problem.Final in
  let useful = if c.forward then [||] else Hints.useful grown rows in
  let classes =
    if c.forward then Hints.saturate_epsilon c rows else Rows.classify rows ~keep:(fun t -> useful.(t))
  in
  let pairs () =
    let xs, ys = Hints.product numbers other c rows classes in
    Evidence_bridge.pairs xs ys
  in
  let mids = if c.forward then Hints.mids numbers rows classes else [] in
  let certificate = Rows.to_kernel rows classes in
  let accepted =
    if c.forward then
      Kernel.check_forward np ns rules initial final
        (Evidence_bridge.pairs c.epsilon_from c.epsilon_to)
        certificate
        (Evidence_bridge.positives (Hints.tagged numbers (View.useful grown)))
        mids (pairs ())
    else
      Kernel.check_backward np ns rules initial final
        (Option.map Evidence_bridge.reduction c.reduction)
        certificate
        (Evidence_bridge.positives (Hints.places useful))
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
