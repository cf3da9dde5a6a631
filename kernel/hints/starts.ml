type edge = { from : int; label : int; target : int } (* raw states *)

type t = {
  numbers : Numbering.t;
  table : Stack_table.t;
  ranks : Head_ranks.t;
  edges : edge array;
  into : int list array; (* by raw state: edges that lead there *)
  out : int list array; (* by raw state: edges that leave it, behind epsilons, too *)
  before : int list array;
  classes : (int, int list) Hashtbl.t; (* by tagged state: the classes of what can be read from there *)
  known : (int * int, unit) Hashtbl.t;
  met : (int * int, (int * int) list) Hashtbl.t; (* by tagged state and class: locations *)
  met_already : (int * int * int * int, unit) Hashtbl.t;
}

let iter_label t (a : Problem.automaton) label f =
  if label >= 0 then f label
  else begin
    let set = Problem.set_of_label a label in
    if set.negated then
      for g = 0 to Problem.symbol_count t.numbers.problem - 1 do
        if Problem.set_has set g then f g
      done
    else Array.iter f set.members
  end

let classes_of t s = match Hashtbl.find_opt t.classes s with Some found -> found | None -> []

let tags t s f =
  f (Numbering.inner s);
  if s <= t.numbers.np then f (Numbering.start s)

(* Backwards: which classes can what is read from a state have? *)
let find_classes t (a : Problem.automaton) =
  let classes = Stack_table.classes t.table in
  let todo = Stack.create () in
  let add s c =
    if not (Hashtbl.mem t.known (s, c)) then begin
      Hashtbl.add t.known (s, c) ();
      Hashtbl.replace t.classes s (c :: classes_of t s);
      Stack.push (s, c) todo
    end
  in
  let add_before m c = List.iter (fun s -> tags t s (fun x -> add x c)) t.before.(m) in
  Ints.iter (fun f -> add_before (Numbering.raw_state t.numbers f) 1) a.accepting;
  while not (Stack.is_empty todo) do
    let s, c = Stack.pop todo in
    if Numbering.is_inner s then
      List.iter
        (fun i ->
          let e = t.edges.(i) in
          let found = Hashtbl.create 4 in
          iter_label t a e.label (fun g ->
              ignore (Stack_table.number t.table g c);
              let up = Classes.above classes g c in
              if not (Hashtbl.mem found up) then Hashtbl.add found up ());
          Hashtbl.iter (fun up () -> add_before e.from up) found)
        t.into.(Numbering.raw_of_tagged s)
  done

let show_head t p q x =
  Printf.sprintf "state %s of the system, state %d of the automaton and %s on top" (Numbering.show_control t.numbers (p + 1)) q
    (if x = Stack_table.bottom then "nothing" else "symbol " ^ Numbering.show_symbol t.numbers (Stack_table.symbol t.table x + 1))

let head t p q x =
  let h = Head_ranks.find t.ranks p q x in
  if h < 0 then Fault.rejected "the initial set leads to a head without a rank: %s" (show_head t p q x);
  h

(* Forwards: in which locations is a state met? *)
let find_locations t (a : Problem.automaton) ~state =
  let classes = Stack_table.classes t.table in
  let todo = Stack.create () in
  let add s c p q =
    if not (Hashtbl.mem t.met_already (s, c, p, q)) then begin
      Hashtbl.add t.met_already (s, c, p, q) ();
      let old = match Hashtbl.find_opt t.met (s, c) with Some found -> found | None -> [] in
      Hashtbl.replace t.met (s, c) ((p, q) :: old);
      Stack.push (s, c, p, q) todo
    end
  in
  for p = 1 to t.numbers.np do
    List.iter (fun c -> add (Numbering.start p) c (p - 1) state) (classes_of t (Numbering.start p))
  done;
  let ends = Hashtbl.create 16 in
  Ints.iter (fun f -> List.iter (fun s -> Hashtbl.replace ends s ()) t.before.(Numbering.raw_state t.numbers f)) a.accepting;
  while not (Stack.is_empty todo) do
    let s, c, p, q = Stack.pop todo in
    let raw = Numbering.raw_of_tagged s in
    if c = 1 && Hashtbl.mem ends raw then ignore (head t p q Stack_table.bottom);
    List.iter
      (fun i ->
        let e = t.edges.(i) in
        let target = Numbering.inner e.target in
        List.iter
          (fun below ->
            iter_label t a e.label (fun g ->
                if Classes.above classes g below = c then begin
                  let h = head t p q (Stack_table.number t.table g below) in
                  Head_ranks.iter_summaries t.ranks h (fun p' q' _ -> add target below p' q')
                end))
          (classes_of t target))
      t.out.(raw)
  done

let find (numbers : Numbering.t) table ranks ~state =
  let a = numbers.problem.initial in
  let raw = Numbering.raw_state numbers in
  let states = Numbering.raw_count numbers Problem.Initial in
  let before = Classes.closure a raw states in
  let edges = Array.map (fun (from, label, target) -> { from; label; target }) (Classes.symbol_edges a raw) in
  let into = Array.make (states + 1) [] and out = Array.make (states + 1) [] in
  Array.iteri
    (fun i e ->
      into.(e.target) <- i :: into.(e.target);
      List.iter (fun s -> out.(s) <- i :: out.(s)) before.(e.from))
    edges;
  let t =
    {
      numbers;
      table;
      ranks;
      edges;
      into;
      out;
      before;
      classes = Hashtbl.create 16;
      known = Hashtbl.create 16;
      met = Hashtbl.create 16;
      met_already = Hashtbl.create 16;
    }
  in
  find_classes t a;
  find_locations t a ~state;
  t

let to_kernel t =
  let locations s c =
    match Hashtbl.find_opt t.met (s, c) with
    | None -> []
    | Some found -> List.rev_map (fun (p, q) -> (Bridge.positive (p + 1), Bridge.positive (q + 1))) found
  in
  Hashtbl.fold
    (fun s classes found -> (Bridge.positive s, List.map (fun c -> (Bridge.positive c, locations s c)) classes) :: found)
    t.classes []
