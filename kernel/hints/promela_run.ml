module K = Kernel

(* Who moves, and the statement as the evidence numbers it; -1: the process ends. *)
type step = { pid : K.nat; statement : int }

let read_step r =
  let pid = Tokens.natural r 256 "process" in
  Tokens.blank r "'s', 'j' or 'e'";
  let statement () =
    Tokens.blank r "a statement";
    Tokens.natural r max_int "statement"
  in
  let first =
    if Tokens.word r "e" then -1
    else begin
      if not (Tokens.word r "j") then Tokens.expect r "s";
      let first = statement () in
      if not (Tokens.at_line_end r) then begin
        Tokens.blank r "a process";
        ignore (Tokens.natural r 256 "process");
        ignore (statement ())
      end;
      first
    end
  in
  Tokens.next_line r;
  { pid = Promela_reader.nat pid; statement = first }

let read r key =
  let count = Tokens.header r key in
  List.rev (List.fold_left (fun found _ -> read_step r :: found) [] (List.init count Fun.id))

(* What a statement of the evidence was taken for: a number of a type of process. *)
type taken = { statement : int; of_type : K.nat; number : int }

(* Where a run may be: behind a move, with the states in which it came to rest, the last first. 'doubt' grows with each step that may have
   been another one. *)
type place = { moved : K.moved; alone : K.nat option; rests : K.pstate list; taken : taken list; doubt : int }

let place (m : Promela.t) (moved : K.moved) x =
  let alone = K.goes_on m.program m.codes Promela.limit moved in
  { x with moved; alone; rests = (if alone = None then moved.u_state :: x.rests else x.rests) }

let rec nth l (n : K.nat) = match (l, n) with x :: _, K.O -> Some x | _ :: l, K.S n -> nth l n | [], _ -> None
let rec change l (n : K.nat) y = match (l, n) with _ :: l, K.O -> y :: l | x :: l, K.S n -> x :: change l n y | [], _ -> []

let number_of = function
  | K.Execute n | K.Pass (K.At n) | K.Pass (K.Behind n) -> Binary.int_of_positive n
  | K.Pass K.End | K.Die -> 0

(* The moves of a process with the numbers of their statements: those of the model in which it has no other, if they are moves. *)
let numbered_moves (m : Promela.t) state pid timeout =
  let all codes = K.process_moves m.program codes Promela.limit state timeout pid in
  let moves = all m.codes in
  let p = nth state.K.s_processes pid in
  let code = Option.bind p (fun p -> nth m.codes p.K.p_type) in
  match (p, code) with
  | Some ({ p_at = K.At at; _ } as p), Some code ->
      List.concat_map
        (fun (move, _) ->
          let only = { code with K.k_moves = K.PM.add at [ (move, None) ] code.K.k_moves } in
          let found = List.filter (fun x -> List.mem x moves) (all (change m.codes p.p_type only)) in
          List.map (fun x -> (p.p_type, number_of move, x)) found)
        (K.moves_at code p.p_at)
  | Some p, _ -> List.map (fun x -> (p.p_type, 0, x)) moves
  | None, _ -> []

let moves (m : Promela.t) x pid =
  let of_process = numbered_moves m x.moved.K.u_state pid in
  match x.alone with
  | Some p -> if p = pid then of_process false else []
  | None -> ( match of_process false with [] when m.program.g_uses_timeout -> of_process true | l -> l)

(* Both sides number statements in the order of the text, but not all of the same. *)
let doubt x (step : step) of_type number =
  let distance t = abs (t.statement - step.statement) in
  let nearest best t = if t.of_type <> of_type then best else match best with Some b when distance b <= distance t -> best | _ -> Some t in
  match List.fold_left nearest None x.taken with
  | Some t when t.statement = step.statement -> if t.number = number then 0 else 1000
  | Some t -> abs (number - t.number - (step.statement - t.statement))
  | None -> 0

let take m x (step : step) (of_type, number, outcome) =
  match outcome with
  | K.Val moved ->
      let is_known = step.statement < 0 || List.exists (fun (t : taken) -> t.statement = step.statement) x.taken in
      let taken = if is_known then x.taken else { statement = step.statement; of_type; number } :: x.taken in
      let more = if step.statement < 0 then 0 else doubt x step of_type number in
      Some (place m moved { x with taken; doubt = x.doubt + more })
  | _ -> None

let most_places = 1_000

(* Of those with the same state the one with the least doubt. *)
let next (m : Promela.t) places (step : step) =
  let further = List.concat_map (fun x -> List.filter_map (take m x step) (moves m x step.pid)) places in
  let seen = Hashtbl.create 16 in
  List.filter
    (fun x ->
      let key = (State_numbers.hash_promela x.moved.u_state, x.moved.u_failed, x.moved.u_alone) in
      (not (Hashtbl.mem seen key))
      && begin
           Hashtbl.replace seen key ();
           Hashtbl.length seen <= most_places
         end)
    (List.stable_sort (fun a b -> compare a.doubt b.doubt) further)

let first (m : Promela.t) =
  match K.pml_initial m.program m.codes with
  | K.Val s ->
      let moved = { K.u_state = s; u_failed = false; u_alone = None } in
      [ place m moved { moved; alone = None; rests = []; taken = []; doubt = 0 } ]
  | _ -> []

let is_error (m : Promela.t) s =
  let ends = K.pml_ends m.program m.codes Promela.limit s in
  List.exists (function K.Val (_, failed) -> failed | K.Bad _ -> true | K.Unknown -> false) ends
  || (ends = [] && K.pml_is_bad_end m.program m.codes Promela.limit s)

(* As far as the run can be followed. *)
let rec follow m places = function
  | [] -> places
  | step :: steps -> ( match next m places step with [] -> places | further -> follow m further steps)

let to_error m steps =
  (* The check wants none before the last. *)
  let rec upto_error before = function
    | [] -> None
    | s :: rest -> if is_error m s then Some (List.rev (s :: before)) else upto_error (s :: before) rest
  in
  List.find_map (fun x -> upto_error [] (List.rev x.rests)) (follow m (first m) steps)

(* The same, to its end or nowhere. *)
let follow_all m places steps = List.fold_left (next m) places steps

(* What 'rests' has before it was 'older'. *)
let rec since rests older found = if rests == older then found else since (List.tl rests) older (List.hd rests :: found)

(* What the search forgot of a state may be different when the loop begins for the second time, and then the same. *)
let most_rounds = 4

let rec close m loop is_good round begins x =
  let is_same (older : K.pstate list) = K.same_pstate (List.hd older) x.moved.u_state in
  let lasso older = (List.rev (List.tl older), List.hd older :: List.rev (List.tl (List.rev (since x.rests older [])))) in
  match List.find_opt is_same begins with
  | _ when x.alone <> None -> None
  | Some older -> if is_good (lasso older) then Some (lasso older) else None
  | None ->
      if round = most_rounds then None
      else List.find_map (close m loop is_good (round + 1) (x.rests :: begins)) (follow_all m [ x ] loop)

let lasso m ~stem ~loop is_good =
  let ends = List.filter (fun x -> x.alone = None) (follow_all m (first m) stem) in
  let stays x =
    match x.rests with
    | last :: before when is_good (List.rev before, [ last ]) -> Some (List.rev before, [ last ])
    | _ -> None
  in
  if loop = [] then List.find_map stays ends else List.find_map (close m loop is_good 0 []) ends
