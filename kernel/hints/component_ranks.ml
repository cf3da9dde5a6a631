(* Of each state that was needed its letter, as a number, and its steps; of each step the number of its letter and its target, in one number. *)
type 'state graph = {
  model : 'state Kernel.model;
  number : 'state -> int;
  state : int -> 'state;
  letters : (Kernel.letter, int) Hashtbl.t;
  mutable letter_of : Kernel.letter array; (* by number *)
  idle : Ints.t; (* by state; -1: its steps are not known yet *)
  first : Ints.t; (* by state *)
  count : Ints.t; (* by state *)
  steps : Ints.t;
}

type outcome = Ranks of int * (int -> Kernel.positive -> Kernel.positive option) | Faulty of int

exception Fault_in of int

let target_bits = 40
let pack letter target = (letter lsl target_bits) lor target
let letter_of_step step = step lsr target_bits
let target_of_step step = step land ((1 lsl target_bits) - 1)

let number_of_letter g letter =
  match Hashtbl.find_opt g.letters letter with
  | Some number -> number
  | None ->
      let number = Hashtbl.length g.letters in
      Hashtbl.add g.letters letter number;
      if number >= Array.length g.letter_of then
        g.letter_of <- Array.append g.letter_of (Array.make (number + 8) letter);
      g.letter_of.(number) <- letter;
      number

let create_graph model ~number ~state =
  {
    model;
    number;
    state;
    letters = Hashtbl.create 64;
    letter_of = [||];
    idle = Ints.create ();
    first = Ints.create ();
    count = Ints.create ();
    steps = Ints.create ();
  }

let add_steps g node letter steps =
  let idle = number_of_letter g letter in
  Ints.set g.idle node idle;
  Ints.set g.first node (Ints.length g.steps);
  Ints.set g.count node (List.length steps);
  List.iter
    (fun (action, target) ->
      let letter = match action with None -> idle | Some _ -> number_of_letter g (Kernel.with_action action letter) in
      Ints.push g.steps (pack letter (g.number target)))
    steps

(* The steps of a state are known behind this. *)
let expand g node =
  while Ints.length g.idle <= node do
    Ints.push g.idle (-1);
    Ints.push g.first 0;
    Ints.push g.count 0
  done;
  if Ints.get g.idle node < 0 then begin
    let state = g.state node in
    match (g.model.m_label state, g.model.m_next state) with
    | Some letter, Some steps -> add_steps g node letter steps
    | _ -> raise (Fault_in node)
  end

(* Where it goes from a state with a letter, remembered; and whether it can go on at all. *)
let successors (a : Translation.t) g =
  let edges = Array.make a.states [] in
  for e = Ints.length a.edge_from - 1 downto 0 do
    let q = Ints.get a.edge_from e in
    edges.(q) <- (a.edge_guard.(e), Ints.get a.edge_to e) :: edges.(q)
  done;
  let known = Hashtbl.create 64 in
  let successors letter q =
    let key = (letter * a.states) + q in
    match Hashtbl.find_opt known key with
    | Some found -> found
    | None ->
        let allowed (guard, _) = Kernel.allows guard g.letter_of.(letter) in
        let found = Array.of_list (List.sort_uniq compare (List.map snd (List.filter allowed edges.(q)))) in
        Hashtbl.add known key found;
        found
  in
  (successors, Array.map (fun edges -> edges <> []) edges)

(* Pairs are numbered as they are met, from 0. A place in a pair's successors is a step of its node and one of the automaton's
   targets with that step's letter. *)
type search = {
  places : Int_table.t; (* number of a pair, by node * states + q *)
  keys : Ints.t; (* by pair *)
  low : Ints.t; (* by pair: -1 once its component is known *)
  ranks : Ints.t; (* by pair: at least so much; its rank, once its component is known *)
  waiting : Ints.t;
  path : Ints.t;
  path_step : Ints.t;
  path_target : Ints.t;
}

let enter s key =
  let pair = Ints.length s.keys in
  Int_table.set s.places key pair;
  Ints.push s.keys key;
  Ints.push s.low pair;
  Ints.push s.ranks 1;
  Ints.push s.waiting pair;
  Ints.push s.path pair;
  Ints.push s.path_step 0;
  Ints.push s.path_target 0

let raise_rank s pair rank = if rank > Ints.get s.ranks pair then Ints.set s.ranks pair rank

let rec close s pair rank =
  let last = Ints.pop s.waiting in
  Ints.set s.low last (-1);
  Ints.set s.ranks last rank;
  if last <> pair then close s pair rank

let is_accepting (a : Translation.t) s pair = a.accepting.(Ints.get s.keys pair mod a.states)

(* What a pair needs because of a successor whose rank is known. *)
let follow a s pair other = raise_rank s pair (Ints.get s.ranks other + Bool.to_int (is_accepting a s pair))

let leave a s =
  let pair = Ints.pop s.path in
  ignore (Ints.pop s.path_step);
  ignore (Ints.pop s.path_target);
  let low = Ints.get s.low pair in
  let is_root = low = pair in
  if is_root then close s pair (Ints.get s.ranks pair);
  if Ints.length s.path > 0 then begin
    let parent = Ints.get s.path (Ints.length s.path - 1) in
    if is_root then follow a s parent pair
    else begin
      raise_rank s parent (Ints.get s.ranks pair);
      if low < Ints.get s.low parent then Ints.set s.low parent low
    end
  end

let look a s pair key =
  match Int_table.find s.places key with
  | -1 -> enter s key
  | other ->
      if Ints.get s.low other < 0 then follow a s pair other
      else if other < Ints.get s.low pair then Ints.set s.low pair other

(* A state without steps repeats itself. *)
let advance (a : Translation.t) g (successors, is_moving) s =
  let top = Ints.length s.path - 1 in
  let pair = Ints.get s.path top in
  let key = Ints.get s.keys pair in
  let node = key / a.states and q = key mod a.states in
  let step = Ints.get s.path_step top and at = Ints.get s.path_target top in
  if step = 0 && at = 0 && is_moving.(q) then expand g node;
  if (not is_moving.(q)) || step >= max 1 (Ints.get g.count node) then leave a s
  else begin
    let taken = if Ints.get g.count node = 0 then pack (Ints.get g.idle node) node else Ints.get g.steps (Ints.get g.first node + step) in
    let targets = successors (letter_of_step taken) q in
    if at >= Array.length targets then begin
      Ints.set s.path_step top (step + 1);
      Ints.set s.path_target top 0
    end
    else begin
      Ints.set s.path_target top (at + 1);
      look a s pair ((target_of_step taken * a.states) + targets.(at))
    end
  end

let search_all (a : Translation.t) g =
  let moves = successors a g in
  let s =
    {
      places = Int_table.create ();
      keys = Ints.create ();
      low = Ints.create ();
      ranks = Ints.create ();
      waiting = Ints.create ();
      path = Ints.create ();
      path_step = Ints.create ();
      path_target = Ints.create ();
    }
  in
  List.iter
    (fun state ->
      let key = (g.number state * a.states) + a.initial in
      if Int_table.find s.places key < 0 then enter s key;
      while Ints.length s.path > 0 do
        advance a g moves s
      done)
    g.model.m_init;
  s

(* Few numbers are ranks: each is made once. *)
let some_ranks s =
  let most = ref 1 in
  Ints.iter (fun rank -> most := max !most rank) s.ranks;
  Array.init (!most + 1) (fun rank -> Some (Binary.positive (max rank 1)))

let find (a : Translation.t) ~number ~state model =
  match search_all a (create_graph model ~number ~state) with
  | exception Fault_in node -> Faulty node
  | s ->
      let shown = some_ranks s in
      let rank node =
        let base = (node * a.states) - 1 in
        fun q ->
          match Int_table.find s.places (base + Binary.int_of_positive q) with
          | -1 -> None
          | pair -> shown.(Ints.get s.ranks pair)
      in
      Ranks (Ints.length s.keys, rank)
