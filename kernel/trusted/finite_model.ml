type 'state t = {
  model : 'state Kernel.model;
  read_state : Tokens.t -> int;
  state_of_key : int -> 'state;
  key_of_state : 'state -> int;
  order : Ints.t -> int array;
  show_state : 'state -> string;
  action : string -> Kernel.positive option;
  show_action : Kernel.positive -> string;
}

type meaning = Prop of int | Action of int | State of int

let behind text prefix =
  let n = String.length prefix in
  if String.length text > n && String.sub text 0 n = prefix then Some (String.sub text n (String.length text - n)) else None

let names_of names prefix =
  Seq.unfold (fun i -> if i = Names.count names then None else Some (prefix ^ Names.name names i, i + 1)) 0

(* Names of propositions do not begin like the other two. *)
let meaning_of (t : Lts.t) (formula : Ltl_text.t) k =
  let text = formula.atoms.(k) in
  let find names name = match Names.find_string names name with -1 -> None | number -> Some number in
  let found =
    match (behind text "@", behind text "state.") with
    | Some name, _ -> Option.map (fun a -> Action a) (find t.actions name)
    | _, Some name -> Option.map (fun s -> State s) (find t.states name)
    | None, None -> Option.map (fun p -> Prop p) (find t.props text)
  in
  match found with
  | Some meaning -> meaning
  | None ->
      let all = Seq.append (names_of t.props "") (Seq.append (names_of t.actions "@") (names_of t.states "state.")) in
      Source.fail_at formula.source formula.places.(k) "there is no proposition, action or state %s%s"
        (Fault.show_name text) (Nearest.hint text all)

(* The action's number is that of its atom; those that the formula does not mention come behind the atoms. *)
let number_actions (t : Lts.t) meanings =
  let numbers = Array.init (Names.count t.actions) (fun a -> Array.length meanings + 1 + a) in
  Array.iteri (fun k meaning -> match meaning with Action a -> numbers.(a) <- k + 1 | Prop _ | State _ -> ()) meanings;
  numbers

let states_of_props (t : Lts.t) =
  let states = Array.make (Names.count t.props) [] in
  for i = Ints.length t.holds_prop - 1 downto 0 do
    let p = Ints.get t.holds_prop i in
    states.(p) <- Binary.positive (Ints.get t.holds_state i + 1) :: states.(p)
  done;
  states

let rec count_down i make found = if i < 0 then found else count_down (i - 1) make (make i :: found)
let list count make = count_down (count - 1) make []

(* Of states that count from 0. *)
let trie_order states =
  let positive = Ints.create () in
  Ints.iter (fun s -> Ints.push positive (s + 1)) states;
  Trie_order.of_numbers positive

let lts_to_kernel (t : Lts.t) meanings numbers =
  let positive = Binary.positive in
  let action = function -1 -> None | a -> Some (positive numbers.(a)) in
  let actions = Array.init (Array.length numbers + 1) (fun a -> action (a - 1)) in
  let props = states_of_props t in
  let order = trie_order t.step_from in
  let prop k =
    match meanings.(k) with
    | Prop p -> Some (positive (k + 1), props.(p))
    | State s -> Some (positive (k + 1), [ positive (s + 1) ])
    | Action _ -> None
  in
  {
    Kernel.l_init = list (Ints.length t.initial) (fun i -> positive (Ints.get t.initial i + 1));
    l_steps =
      list (Ints.length t.step_from) (fun place ->
          let i = order.(place) in
          ( (positive (Ints.get t.step_from i + 1), actions.(Ints.get t.step_action i + 1)),
            positive (Ints.get t.step_to i + 1) ));
    l_props = List.filter_map prop (List.init (Array.length meanings) Fun.id);
  }

let of_lts (t : Lts.t) (formula : Ltl_text.t) =
  let meanings = Array.init (Array.length formula.atoms) (meaning_of t formula) in
  let numbers = number_actions t meanings in
  let count = Names.count t.states in
  let action text =
    match Names.find_string t.actions text with -1 -> None | a -> Some (Binary.positive numbers.(a))
  in
  let show_action number =
    let number = Binary.int_of_positive number in
    let rec look a =
      if a >= Array.length numbers then "none"
      else if numbers.(a) = number then Fault.show_name (Names.name t.actions a)
      else look (a + 1)
    in
    look 0
  in
  let key_of_state s = Binary.int_of_positive s - 1 in
  {
    model = Kernel.lts_model (lts_to_kernel t meanings numbers);
    read_state = (fun r -> Tokens.natural r count "state");
    state_of_key = (fun key -> Binary.positive (key + 1));
    key_of_state;
    order = trie_order;
    show_state = (fun s -> Fault.show_name (Names.name t.states (key_of_state s)));
    action;
    show_action;
  }

(* Stores that evidence mentions; equal ones are made once. *)
type stores = { names : Names.t; (* the cells as they are written *) mutable made : Kernel.store array; cells : int array }

let z_of = Array.init 256 Binary.z
let z value = if value >= 0 && value < Array.length z_of then z_of.(value) else Binary.z value

let add_store stores =
  let count = Names.count stores.names in
  let store = Kernel.make_store (list (Array.length stores.cells) (fun i -> z stores.cells.(i))) in
  if count > Array.length stores.made then begin
    let larger = Array.make (2 * count) store in
    Array.blit stores.made 0 larger 0 (count - 1);
    stores.made <- larger
  end;
  stores.made.(count - 1) <- store

let read_store stores r =
  let from = r.Tokens.at in
  for i = 0 to Array.length stores.cells - 1 do
    Tokens.blank r "the value of a cell";
    stores.cells.(i) <- Tokens.integer r "the value of a cell"
  done;
  let before = Names.count stores.names in
  let number = Names.intern stores.names r.text from (r.at - from) in
  if number = before then add_store stores;
  number

let cells_of (t : Gcl.t) store =
  let cells = ref [] in
  Array.iter
    (fun (v : Gcl_syntax.variable) ->
      for i = 0 to v.size - 1 do
        let index = { Gcl_syntax.place = 0; node = Gcl_syntax.Constant (Int64.of_int i) } in
        let read = Gcl_syntax.expression_to_kernel { place = 0; node = Gcl_syntax.Read (v, index) } in
        cells := (match Kernel.evaluate [] store read with Some value -> Binary.int_of_z value | None -> 0) :: !cells
      done)
    t.variables;
  String.concat "" (List.rev_map (fun value -> " " ^ string_of_int value) !cells)

let initial_store (t : Gcl.t) =
  let cells = ref [] in
  Array.iter
    (fun (v : Gcl_syntax.variable) ->
      let value = Binary.z_of_int64 v.initial in
      for _ = 1 to v.size do
        cells := value :: !cells
      done)
    t.variables;
  Kernel.make_store (List.rev !cells)

let expand (t : Gcl.t) =
  match Kernel.expand_command [] (Gcl_syntax.program_to_kernel t.program) with
  | Some tree -> tree
  | None -> Fault.rejected "the verified semantics cannot unfold the ranges of the program"

let of_gcl (t : Gcl.t) formula =
  let atoms =
    match formula with
    | None -> []
    | Some (formula : Ltl_text.t) ->
        List.init (Array.length formula.atoms) (fun k ->
            (Binary.positive (k + 1), Gcl_syntax.expression_to_kernel (Gcl.atom t formula k)))
  in
  let tree = expand t in
  let points = 1 + Binary.int_of_n (Kernel.tree_size tree) in
  let stores = { names = Names.create (); made = [||]; cells = Array.make (Gcl.cell_count t) 0 } in
  let read_state r =
    let point = Tokens.natural r points "point" in
    (read_store stores r * points) + point
  in
  let state_of_key key = (Binary.n (key mod points), stores.made.(key / points)) in
  let key_of_state (point, store) =
    match Names.find_string stores.names (cells_of t store) with
    | -1 -> -1
    | number -> (number * points) + Binary.int_of_n point
  in
  let show_state (point, store) = Printf.sprintf "(%d%s)" (Binary.int_of_n point) (cells_of t store) in
  {
    model = Kernel.gcl_model tree (initial_store t) atoms;
    read_state;
    state_of_key;
    key_of_state;
    order = (fun keys -> Array.init (Ints.length keys) Fun.id);
    show_state;
    action = (fun _ -> None);
    show_action = (fun _ -> "none");
  }
