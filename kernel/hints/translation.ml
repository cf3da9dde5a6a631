type t = {
  states : int;
  initial : int;
  accepting : bool array;
  edge_from : Ints.t;
  edge_to : Ints.t;
  edge_guard : Kernel.lit list list array;
  proof : Kernel.proof;
}

let most_rank = 1 lsl 40

let literal r ~atoms =
  let positive = Tokens.byte r <> '!' in
  if not positive then r.Tokens.at <- r.Tokens.at + 1;
  (positive, Binary.positive (1 + Tokens.natural r atoms "atom"))

let rec cube r ~atoms found =
  let found = literal r ~atoms :: found in
  if Tokens.byte r = '&' then begin
    r.Tokens.at <- r.Tokens.at + 1;
    cube r ~atoms found
  end
  else List.rev found

let rec guard r ~atoms found =
  if Tokens.at_line_end r then List.rev found
  else begin
    Tokens.blank r "a cube";
    let c = if Tokens.word r "t" then [] else cube r ~atoms [] in
    guard r ~atoms (c :: found)
  end

let read_edges r ~atoms ~states edge_from edge_to =
  let count = Tokens.header r "edges" in
  let guards = ref [] in
  for _ = 1 to count do
    Ints.push edge_from (Tokens.natural r states "state");
    Tokens.blank r "a state";
    Ints.push edge_to (Tokens.natural r states "state");
    guards := guard r ~atoms [] :: !guards;
    Tokens.next_line r
  done;
  Array.of_list (List.rev !guards)

(* The verified functions are recursive in the depth of formulas, and see trees where the file shares parts. *)
let most_nested = 10_000
let most_nodes = 1_000_000

type formulas = { made : Kernel.ltl array; depths : int array; sizes : int array }

let read_formula r all number ~atoms =
  let part () =
    Tokens.blank r "a formula before this one";
    Tokens.natural r number "formula"
  in
  let set f parts =
    let depth = 1 + List.fold_left (fun d k -> max d all.depths.(k)) 0 parts in
    let size = 1 + List.fold_left (fun n k -> n + all.sizes.(k)) 0 parts in
    if depth > most_nested then Tokens.unsupported r (Printf.sprintf "the formula is nested more than %d deep" most_nested);
    if size > most_nodes then Tokens.fail r "the formula has more than %d operators" most_nodes;
    all.made.(number) <- f;
    all.depths.(number) <- depth;
    all.sizes.(number) <- size
  in
  let atom positive =
    Tokens.blank r "an atom";
    set (Kernel.Lit (positive, Binary.positive (1 + Tokens.natural r atoms "atom"))) []
  in
  let two make =
    let f = part () in
    let g = part () in
    set (make all.made.(f) all.made.(g)) [ f; g ]
  in
  let is = Tokens.word r in
  if is "true" then set Kernel.Tru []
  else if is "false" then set Kernel.Fls []
  else if is "atom" then atom true
  else if is "not-atom" then atom false
  else if is "and" then two (fun f g -> Kernel.And (f, g))
  else if is "or" then two (fun f g -> Kernel.Or (f, g))
  else if is "until" then two (fun f g -> Kernel.Until (f, g))
  else if is "release" then two (fun f g -> Kernel.Release (f, g))
  else if is "next" then begin
    let f = part () in
    set (Kernel.Next all.made.(f)) [ f ]
  end
  else Tokens.fail r "a formula should be here: 'true', 'false', 'atom', 'not-atom', 'and', 'or', 'next', 'until' or 'release'"

let read_formulas r ~atoms =
  let count = Tokens.header r "formulas" in
  let all = { made = Array.make count Kernel.Tru; depths = Array.make count 0; sizes = Array.make count 0 } in
  for number = 0 to count - 1 do
    read_formula r all number ~atoms;
    Tokens.next_line r
  done;
  all.made

let rank r = Binary.positive (1 + Tokens.natural r most_rank "rank")

let read_promises r formulas =
  let count = Tokens.header r "promises" in
  let promises = ref [] in
  for _ = 1 to count do
    let rank = rank r in
    Tokens.blank r "a formula";
    promises := (rank, formulas.(Tokens.natural r (Array.length formulas) "formula")) :: !promises;
    Tokens.next_line r
  done;
  List.rev !promises

let rec obligations r formulas found =
  if Tokens.at_line_end r then List.rev found
  else begin
    Tokens.blank r "a formula";
    obligations r formulas (formulas.(Tokens.natural r (Array.length formulas) "formula") :: found)
  end

let read_entries r formulas ~states =
  let count = Tokens.header r "translation" in
  let entries = ref [] in
  for _ = 1 to count do
    let state =
      if Tokens.word r "-" then None else Some (Binary.positive (1 + Tokens.natural r states "state"))
    in
    Tokens.blank r "a rank";
    let rank = rank r in
    entries := { Kernel.obligations = obligations r formulas []; state; rank } :: !entries;
    Tokens.next_line r
  done;
  List.rev !entries

let read r ~atoms =
  Tokens.expect r "automaton";
  Tokens.blank r "the number of states";
  let states = Tokens.natural r (String.length r.text) "count" in
  Tokens.blank r "the initial state";
  let initial = Tokens.natural r states "state" in
  Tokens.next_line r;
  let accepting = Array.make states false in
  let listed = Tokens.list r "accepting" (fun r -> Tokens.natural r states "state") in
  Ints.iter (fun q -> accepting.(q) <- true) listed;
  let edge_from = Ints.create () and edge_to = Ints.create () in
  let edge_guard = read_edges r ~atoms ~states edge_from edge_to in
  let formulas = read_formulas r ~atoms in
  let p_promises = read_promises r formulas in
  let p_entries = read_entries r formulas ~states in
  let state q = Binary.positive (q + 1) in
  let rec edges i found =
    if i < 0 then found
    else edges (i - 1) (((state (Ints.get edge_from i), edge_guard.(i)), state (Ints.get edge_to i)) :: found)
  in
  let proof =
    {
      Kernel.p_init = state initial;
      p_edges = edges (Array.length edge_guard - 1) [];
      p_accepting = List.init (Ints.length listed) (fun i -> state (Ints.get listed i));
      p_entries;
      p_promises;
    }
  in
  { states; initial; accepting; edge_from; edge_to; edge_guard; proof }

let explain formula t =
  let p = t.proof in
  let automaton = Kernel.automaton_of p and promises = Kernel.promises_of p in
  let asked = Kernel.conjuncts (Kernel.core false formula) in
  let is_first (e : Kernel.entry) = e.state = Some p.p_init && List.for_all (Kernel.implied asked) e.obligations in
  if not (List.exists is_first p.p_entries) then
    Fault.rejected "the translation does not begin with the formula: no entry of the initial state %d follows from it"
      t.initial;
  List.iteri
    (fun i (e : Kernel.entry) ->
      if not (Kernel.check_entry automaton p.p_entries promises e) then
        Fault.rejected
          "entry %d of the translation (%s, rank %d): for some letter that its formulas allow there is no edge to an entry that \
           follows, with a rank that will do"
          i
          (match e.state with
          | Some q -> Printf.sprintf "state %d" (Binary.int_of_positive q - 1)
          | None -> "the sink")
          (Binary.int_of_positive e.rank - 1))
    p.p_entries;
  if not (Kernel.check_negation (Kernel.FNot formula) p) then
    Fault.rejected "the translation does not show that the automaton accepts every word it should"
