module K = Kernel

let read_step r =
  let pid = Tokens.natural r 256 "process" in
  Tokens.blank r "'s', 'j' or 'e'";
  let statement () =
    Tokens.blank r "a statement";
    ignore (Tokens.natural r max_int "statement")
  in
  if not (Tokens.word r "e") then begin
    if not (Tokens.word r "j") then Tokens.expect r "s";
    statement ();
    if not (Tokens.at_line_end r) then begin
      Tokens.blank r "a process";
      ignore (Tokens.natural r 256 "process");
      statement ()
    end
  end;
  Tokens.next_line r;
  pid

let read r key =
  let count = Tokens.header r key in
  List.rev (List.fold_left (fun found _ -> read_step r :: found) [] (List.init count Fun.id))

(* Where a run may be: behind a move, with the states in which it came to rest, the last first. *)
type place = { moved : K.moved; alone : K.nat option; rests : K.pstate list }

let place (m : Promela.t) (moved : K.moved) rests =
  let alone = K.goes_on m.program m.codes Promela.limit moved in
  { moved; alone; rests = (if alone = None then moved.u_state :: rests else rests) }

let moves (m : Promela.t) x pid =
  let state = x.moved.K.u_state in
  let of_process timeout = K.process_moves m.program m.codes Promela.limit state timeout pid in
  match x.alone with
  | Some p -> if p = pid then of_process false else []
  | None -> ( match of_process false with [] when m.program.g_uses_timeout -> of_process true | l -> l)

(* More than one, if the process has a choice that is not in the evidence. *)
let most_places = 10_000

let next (m : Promela.t) places pid =
  let seen = Hashtbl.create 16 in
  let pid = Promela_reader.nat pid in
  let is_new (moved : K.moved) =
    let key = (State_numbers.hash_promela moved.u_state, moved.u_failed, moved.u_alone) in
    (not (Hashtbl.mem seen key))
    && begin
         Hashtbl.replace seen key ();
         Hashtbl.length seen <= most_places
       end
  in
  List.concat_map
    (fun x -> List.filter_map (function K.Val moved when is_new moved -> Some (place m moved x.rests) | _ -> None) (moves m x pid))
    places

let first (m : Promela.t) =
  match K.pml_initial m.program m.codes with
  | K.Val s -> [ place m { K.u_state = s; u_failed = false; u_alone = None } [] ]
  | _ -> []

let is_error (m : Promela.t) s =
  let ends = K.pml_ends m.program m.codes Promela.limit s in
  List.exists (function K.Val (_, failed) -> failed | K.Bad _ -> true | K.Unknown -> false) ends
  || (ends = [] && K.pml_is_bad_end m.program m.codes Promela.limit s)

let to_error m pids =
  let rec go places = function
    | [] -> places
    | pid :: pids -> ( match next m places pid with [] -> places | further -> go further pids)
  in
  (* The check wants none before the last. *)
  let rec upto_error before = function
    | [] -> None
    | s :: rest -> if is_error m s then Some (List.rev (s :: before)) else upto_error (s :: before) rest
  in
  List.find_map (fun x -> upto_error [] (List.rev x.rests)) (go (first m) pids)
