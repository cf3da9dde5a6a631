type meaning = State of int | Top of int | Action of int | Set of int

(* How names of a kind are spelt when there is doubt, what they are, and what they mean. *)
let kinds (p : Problem.t) =
  [
    ("state.", "a control state", p.states, fun n -> State n);
    ("top.", "a stack symbol", p.symbols, fun n -> Top n);
    ("set.", "a set", p.set_names, fun n -> Set n);
  ]

let action (p : Problem.t) = ("@", "an action", p.actions, fun n -> Action n)
let all_names names = Seq.unfold (fun n -> if n < Names.count names then Some (Names.name names n, n + 1) else None) 0

let behind prefix text =
  let n = String.length prefix in
  if String.length text > n && String.sub text 0 n = prefix then Some (String.sub text n (String.length text - n)) else None

let spelt_out kinds text =
  List.find_map
    (fun (prefix, _, names, meaning) ->
      match behind prefix text with
      | None -> None
      | Some name ->
          let n = Names.find_string names name in
          if n < 0 then None else Some (meaning n))
    kinds

let unknown (p : Problem.t) (formula : Ltl_text.t) i =
  let text = formula.atoms.(i) in
  let near =
    match List.find_opt (fun (prefix, _, _, _) -> behind prefix text <> None) (kinds p @ [ action p ]) with
    | Some (prefix, _, names, _) ->
        Nearest.hint (Option.get (behind prefix text)) (all_names names)
    | None -> Nearest.hint text (Seq.append (all_names p.states) (Seq.append (all_names p.symbols) (all_names p.set_names)))
  in
  Source.fail_at formula.source formula.places.(i) "%s is no control state, stack symbol, set or '@' and an action%s"
    (Fault.show_name text) near

let bind_atom p (formula : Ltl_text.t) i =
  let text = formula.atoms.(i) in
  let kinds = kinds p in
  match spelt_out (kinds @ [ action p ]) text with
  | Some meaning -> meaning
  | None -> (
      match List.filter (fun (_, _, names, _) -> Names.find_string names text >= 0) kinds with
      | [] -> unknown p formula i
      | [ (_, _, names, meaning) ] -> meaning (Names.find_string names text)
      | (prefix, what, _, _) :: (prefix', what', _, _) :: _ ->
          Source.fail_at formula.source formula.places.(i) "%s is %s and %s: write %s%s or %s%s" (Fault.show_name text) what what'
            prefix text prefix' text)

let bind p (formula : Ltl_text.t) = Array.init (Array.length formula.atoms) (bind_atom p formula)

let to_kernel (numbers : Numbering.t) meanings =
  Bridge.list (Array.length meanings) (fun k ->
      ( Bridge.positive (k + 1),
        match meanings.(k) with
        | State p -> Kernel.AState (Bridge.positive (p + 1))
        | Top a -> Kernel.ATop (Bridge.positive (a + 1))
        | Action x -> Kernel.AAction (Bridge.positive (x + 1))
        | Set s -> Kernel.ASet (Bridge.automaton_of numbers numbers.problem.named_sets.(s)) ))
