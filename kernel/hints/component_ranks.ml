(* Of each node its letter, as a number, and its steps; of each step the number of its letter, and its target. Nodes count from
   1; 0 is none. *)
type graph = {
  letters : (Kernel.letter, int) Hashtbl.t;
  mutable letter_of : Kernel.letter array; (* by number *)
  idle : Ints.t; (* by node *)
  first : Ints.t; (* by node, and one more *)
  step_letter : Ints.t;
  target : Ints.t;
}

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

let create_graph () =
  {
    letters = Hashtbl.create 64;
    letter_of = [||];
    idle = Ints.create ();
    first = Ints.create ();
    step_letter = Ints.create ();
    target = Ints.create ();
  }

let graph_of ~count nodes =
  let g = create_graph () in
  let of_number = Array.make (count + 1) None in
  List.iter (fun (number, node) -> of_number.(Binary.int_of_positive number) <- Some node) nodes;
  Array.iter
    (fun node ->
      Ints.push g.first (Ints.length g.target);
      match node with
      | None -> Ints.push g.idle (-1)
      | Some (letter, steps) ->
          let idle = number_of_letter g letter in
          Ints.push g.idle idle;
          List.iter
            (fun (action, target) ->
              let letter = match action with None -> idle | Some _ -> number_of_letter g (Kernel.with_action action letter) in
              Ints.push g.step_letter letter;
              Ints.push g.target (Binary.int_of_positive target))
            steps)
    of_number;
  Ints.push g.first (Ints.length g.target);
  g

(* Where it goes from a state with a letter; remembered. *)
let successors (a : Translation.t) g =
  let edges = Array.make a.states [] in
  for e = Ints.length a.edge_from - 1 downto 0 do
    let q = Ints.get a.edge_from e in
    edges.(q) <- (a.edge_guard.(e), Ints.get a.edge_to e) :: edges.(q)
  done;
  let known = Hashtbl.create 64 in
  fun letter q ->
    let key = (letter * a.states) + q in
    match Hashtbl.find_opt known key with
    | Some found -> found
    | None ->
        let allowed (guard, _) = Kernel.allows guard g.letter_of.(letter) in
        let found = Array.of_list (List.sort_uniq compare (List.map snd (List.filter allowed edges.(q)))) in
        Hashtbl.add known key found;
        found

(* Pairs are numbered as they are met, from 0. A place in a pair's successors is a step of its node and one of the automaton's
   targets with that step's letter. *)
type search = {
  places : Int_table.t; (* number of a pair, by node * states + q *)
  keys : Ints.t; (* by pair *)
  low : Ints.t; (* by pair: -1 once its component is known *)
  component : Ints.t; (* by pair *)
  waiting : Ints.t;
  path : Ints.t;
  path_step : Ints.t;
  path_target : Ints.t;
  mutable components : int;
}

let enter s key =
  let pair = Ints.length s.keys in
  Int_table.set s.places key pair;
  Ints.push s.keys key;
  Ints.push s.low pair;
  Ints.push s.component 0;
  Ints.push s.waiting pair;
  Ints.push s.path pair;
  Ints.push s.path_step 0;
  Ints.push s.path_target 0

let rec close s pair =
  let last = Ints.pop s.waiting in
  Ints.set s.low last (-1);
  Ints.set s.component last s.components;
  if last <> pair then close s pair

let leave s =
  let pair = Ints.pop s.path in
  ignore (Ints.pop s.path_step);
  ignore (Ints.pop s.path_target);
  let low = Ints.get s.low pair in
  if low = pair then begin
    s.components <- s.components + 1;
    close s pair
  end
  else begin
    let parent = Ints.get s.path (Ints.length s.path - 1) in
    if low < Ints.get s.low parent then Ints.set s.low parent low
  end

let look s pair key =
  match Int_table.find s.places key with
  | -1 -> enter s key
  | other ->
      let low = Ints.get s.low other in
      if low >= 0 && other < Ints.get s.low pair then Ints.set s.low pair other

(* A node without steps repeats itself. *)
let advance (a : Translation.t) g successors s =
  let top = Ints.length s.path - 1 in
  let pair = Ints.get s.path top in
  let key = Ints.get s.keys pair in
  let node = key / a.states and q = key mod a.states in
  let first = Ints.get g.first node in
  let steps = Ints.get g.first (node + 1) - first in
  let step = Ints.get s.path_step top in
  if step >= max steps 1 then leave s
  else begin
    let letter = if steps = 0 then Ints.get g.idle node else Ints.get g.step_letter (first + step) in
    let to_node = if steps = 0 then node else Ints.get g.target (first + step) in
    let targets = if letter < 0 then [||] else successors letter q in
    let at = Ints.get s.path_target top in
    if at >= Array.length targets then begin
      Ints.set s.path_step top (step + 1);
      Ints.set s.path_target top 0
    end
    else begin
      Ints.set s.path_target top (at + 1);
      look s pair ((to_node * a.states) + targets.(at))
    end
  end

let search_all (a : Translation.t) ~initial g =
  let successors = successors a g in
  let s =
    {
      places = Int_table.create ();
      keys = Ints.create ();
      low = Ints.create ();
      component = Ints.create ();
      waiting = Ints.create ();
      path = Ints.create ();
      path_step = Ints.create ();
      path_target = Ints.create ();
      components = 0;
    }
  in
  List.iter
    (fun node ->
      let key = (Binary.int_of_positive node * a.states) + a.initial in
      if Int_table.find s.places key < 0 then enter s key;
      while Ints.length s.path > 0 do
        advance a g successors s
      done)
    initial;
  s

let find (a : Translation.t) ~initial ~nodes list =
  let s = search_all a ~initial (graph_of ~count:nodes list) in
  let rank node =
    let base = (Binary.int_of_positive node * a.states) - 1 in
    fun q ->
      match Int_table.find s.places (base + Binary.int_of_positive q) with
      | -1 -> None
      | pair -> Some (Binary.positive (Ints.get s.component pair))
  in
  (Ints.length s.keys, rank)
