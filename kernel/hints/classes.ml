type edge = { from : int; label : int; target : int }

(* The automaton of one atom. Its raw states begin at 'offset' among those of all. *)
type set = {
  atom : int;
  automaton : Problem.automaton;
  offset : int;
  states : int;
  edges : edge array; (* over symbols *)
  before : int list array; (* by raw state: from which epsilons lead there, itself included *)
  is_tracked : bool array; (* by raw state *)
}

(* A class is a string with a byte for each state of all sets. *)
type t = {
  sets : set array;
  total : int;
  symbols : int;
  numbers : (string, int) Hashtbl.t;
  mutable contents : string array;
  mutable count : int;
  above_class : Int_table.t; (* class * symbols + symbol *)
}

let closure (a : Problem.automaton) raw states =
  let into = Array.make (states + 1) [] in
  for i = 0 to Ints.length a.edge_from - 1 do
    if Ints.get a.edge_label i = Problem.epsilon then begin
      let target = raw (Ints.get a.edge_to i) in
      into.(target) <- raw (Ints.get a.edge_from i) :: into.(target)
    end
  done;
  let from_one s =
    if s = 0 then []
    else begin
      let seen = Hashtbl.create 4 in
      let rec visit = function
        | [] -> ()
        | x :: rest when Hashtbl.mem seen x -> visit rest
        | x :: rest ->
            Hashtbl.add seen x ();
            visit (List.rev_append into.(x) rest)
      in
      visit [ s ];
      Hashtbl.fold (fun x () found -> x :: found) seen []
    end
  in
  Array.init (states + 1) from_one

let symbol_edges (a : Problem.automaton) raw =
  let found = ref [] in
  for i = Ints.length a.edge_from - 1 downto 0 do
    let label = Ints.get a.edge_label i in
    if label <> Problem.epsilon then
      found := (raw (Ints.get a.edge_from i), label, raw (Ints.get a.edge_to i)) :: !found
  done;
  Array.of_list !found

let make_set (numbers : Numbering.t) atom number offset =
  let automaton = numbers.problem.named_sets.(number) in
  let states = numbers.np + Names.count automaton.extra in
  let raw = Numbering.raw_state numbers in
  let edges = Array.map (fun (from, label, target) -> { from; label; target }) (symbol_edges automaton raw) in
  let is_tracked = Array.init (states + 1) (fun s -> s > numbers.np) in
  Array.iter (fun e -> is_tracked.(e.target) <- true) edges;
  { atom; automaton; offset; states; edges; before = closure automaton raw states; is_tracked }

let intern t content =
  match Hashtbl.find_opt t.numbers content with
  | Some c -> c
  | None ->
      t.count <- t.count + 1;
      if t.count >= Array.length t.contents then
        t.contents <- Array.append t.contents (Array.make (max 8 t.count) "");
      t.contents.(t.count) <- content;
      Hashtbl.add t.numbers content t.count;
      t.count

let place set s = set.offset + s - 1

(* Without the states that are not tracked. *)
let tracked_part t full =
  let part = Bytes.make t.total '\000' in
  Array.iter
    (fun set ->
      for s = 1 to set.states do
        if set.is_tracked.(s) then Bytes.set part (place set s) (Bytes.get full (place set s))
      done)
    t.sets;
  Bytes.unsafe_to_string part

let mark set full s = List.iter (fun m -> Bytes.set full (place set m) '\001') set.before.(s)

(* All states from which a stack is accepted: the empty one, or a symbol on one of a class. *)
let full_empty t raw =
  let full = Bytes.make t.total '\000' in
  Array.iter (fun set -> Ints.iter (fun s -> mark set full (raw s)) set.automaton.accepting) t.sets;
  full

let full_above t symbol c =
  let full = Bytes.make t.total '\000' in
  let below = t.contents.(c) in
  Array.iter
    (fun set ->
      Array.iter
        (fun e -> if below.[place set e.target] <> '\000' && Problem.reads set.automaton e.label symbol then mark set full e.from)
        set.edges)
    t.sets;
  full

let empty_of_all (numbers : Numbering.t) t = full_empty t (Numbering.raw_state numbers)

let create (numbers : Numbering.t) meanings =
  let total = ref 0 in
  let sets = ref [] in
  Array.iteri
    (fun atom meaning ->
      match meaning with
      | Atoms.Set number ->
          let set = make_set numbers atom number !total in
          total := !total + set.states;
          sets := set :: !sets
      | _ -> ())
    meanings;
  let t =
    {
      sets = Array.of_list (List.rev !sets);
      total = !total;
      symbols = max 1 (Problem.symbol_count numbers.problem);
      numbers = Hashtbl.create 16;
      contents = [||];
      count = 0;
      above_class = Int_table.create ();
    }
  in
  ignore (intern t (tracked_part t (empty_of_all numbers t)));
  t

let has_sets t = Array.length t.sets > 0

let above t symbol c =
  if not (has_sets t) then 1
  else begin
    let key = (c * t.symbols) + symbol in
    let known = Int_table.find t.above_class key in
    if known >= 0 then known
    else begin
      let found = intern t (tracked_part t (full_above t symbol c)) in
      Int_table.set t.above_class key found;
      found
    end
  end

let of_states t states =
  let full = Bytes.make t.total '\000' in
  List.iter
    (fun (atom, s) -> Array.iter (fun set -> if set.atom = atom then Bytes.set full (place set s) '\001') t.sets)
    states;
  intern t (tracked_part t full)

let accepting_from set raw s =
  let is_accepting = ref false in
  Ints.iter (fun f -> if List.mem s set.before.(raw f) then is_accepting := true) set.automaton.accepting;
  !is_accepting

let is_in t ~atom ~state ~symbol c =
  let set = List.find (fun set -> set.atom = atom) (Array.to_list t.sets) in
  let np = set.states - Names.count set.automaton.extra in
  let raw s = if s >= 0 then s + 1 else np - s in
  match symbol with
  | None -> accepting_from set raw state
  | Some symbol ->
      let below = t.contents.(c) in
      Array.exists
        (fun e ->
          below.[place set e.target] <> '\000'
          && Problem.reads set.automaton e.label symbol
          && List.mem state set.before.(e.from))
        set.edges

let states_of set content =
  List.filter_map
    (fun s -> if set.is_tracked.(s) && content.[place set s] <> '\000' then Some (Bridge.positive s) else None)
    (List.init set.states (fun i -> i + 1))

let to_kernel t =
  List.init t.count (fun i ->
      ( Bridge.positive (i + 1),
        List.map (fun set -> (Bridge.positive (set.atom + 1), states_of set t.contents.(i + 1))) (Array.to_list t.sets) ))

let tracked t =
  List.concat_map
    (fun set ->
      let all = String.make t.total '\001' in
      List.map (fun s -> (Bridge.positive (set.atom + 1), s)) (states_of set all))
    (Array.to_list t.sets)
