module K = Kernel

type result = { states : int; transitions : int; assertions : int; ends : int; faults : int; is_complete : bool }

let int_of_z = Promela_expression.int_of_z

(* A state as text: different ones have different texts. *)

let rec int_of_positive = function K.XH -> 1 | K.XO p -> 2 * int_of_positive p | K.XI p -> (2 * int_of_positive p) + 1
let rec int_of_nat = function K.O -> 0 | K.S n -> 1 + int_of_nat n

let add_int b n =
  Buffer.add_string b (string_of_int n);
  Buffer.add_char b ' '

let rec add_cells b = function
  | K.PM.Leaf -> Buffer.add_char b '.'
  | K.PM.Node (l, o, r) ->
      Buffer.add_char b '(';
      add_cells b l;
      (match o with Some z -> add_int b (int_of_z z) | None -> ());
      add_cells b r

let text_of (s : K.pstate) =
  let b = Buffer.create 256 in
  add_int b (int_of_z s.s_last);
  add_cells b s.s_globals;
  List.iter
    (fun (p : K.process) ->
      Buffer.add_char b '\n';
      add_int b (int_of_nat p.p_type);
      (match p.p_at with
      | K.At n -> add_int b (int_of_positive n)
      | K.Behind n ->
          Buffer.add_char b '+';
          add_int b (int_of_positive n)
      | K.End -> Buffer.add_char b 'E');
      add_int b (int_of_nat p.p_channels);
      add_cells b p.p_cells)
    s.s_processes;
  List.iter
    (fun (c : K.channel) ->
      Buffer.add_string b "\nc";
      add_int b (int_of_nat c.c_shape);
      List.iter
        (fun m ->
          List.iter (fun z -> add_int b (int_of_z z)) m;
          Buffer.add_char b ';')
        c.c_messages)
    s.s_channels;
  Buffer.contents b

let explore ?(show = fun _ _ -> ()) ~most (model : Promela.t) =
  let seen = Hashtbl.create 4096 and waiting = Queue.create () in
  let r = ref { states = 0; transitions = 0; assertions = 0; ends = 0; faults = 0; is_complete = true } in
  let meet s =
    let text = text_of s in
    if not (Hashtbl.mem seen text) then
      if !r.states >= most then r := { !r with is_complete = false }
      else begin
        Hashtbl.replace seen text ();
        r := { !r with states = !r.states + 1 };
        Queue.add (s, text) waiting
      end
  in
  let unknown () = r := { !r with is_complete = false } in
  (match K.pml_initial model.program model.codes with
  | K.Val s -> meet s
  | K.Bad _ -> r := { !r with faults = 1; is_complete = false }
  | K.Unknown -> unknown ());
  while not (Queue.is_empty waiting) do
    let s, text = Queue.pop waiting in
    let ends = K.pml_ends model.program model.codes Promela.limit s in
    show text (List.length ends);
    if ends = [] && K.pml_is_bad_end model.program model.codes Promela.limit s then r := { !r with ends = !r.ends + 1 };
    if List.exists (function K.Bad _ -> true | _ -> false) ends then r := { !r with faults = !r.faults + 1; is_complete = false };
    List.iter
      (function
        | K.Val (s, failed) ->
            r := { !r with transitions = !r.transitions + 1; assertions = (!r.assertions + if failed then 1 else 0) };
            meet s
        | K.Bad _ -> ()
        | K.Unknown -> unknown ())
      ends
  done;
  !r

type found = Error of K.pstate list | Nothing of string

exception Found of int

(* Breadth first: the run to it is as short as can be. *)
let find_error ~most (model : Promela.t) =
  let numbers = Int_table.create () and waiting = Queue.create () in
  let states = ref [||] and count = ref 0 in
  let meet before s =
    let key = State_numbers.hash_promela s in
    if Int_table.find numbers key < 0 then begin
      if !count >= most then raise Exit;
      if !count >= Array.length !states then states := Array.append !states (Array.make (!count + 16) (s, before));
      !states.(!count) <- (s, before);
      Int_table.set numbers key !count;
      Queue.add !count waiting;
      incr count
    end
  in
  let rec path i behind =
    let s, before = !states.(i) in
    if before < 0 then s :: behind else path before (s :: behind)
  in
  let look i =
    let s, _ = !states.(i) in
    let ends = K.pml_ends model.program model.codes Promela.limit s in
    let is_error = function K.Val (_, failed) -> failed | K.Bad _ -> true | K.Unknown -> false in
    if List.exists is_error ends || (ends = [] && K.pml_is_bad_end model.program model.codes Promela.limit s) then raise (Found i);
    if List.mem K.Unknown ends then failwith "an atomic sequence or d_step takes more moves than the kernel follows";
    List.iter (function K.Val (t, _) -> meet i t | _ -> ()) ends
  in
  match
    match K.pml_initial model.program model.codes with
    | K.Val s ->
        meet (-1) s;
        while not (Queue.is_empty waiting) do
          look (Queue.pop waiting)
        done
    | _ -> failwith "the model has no first state"
  with
  | () -> Nothing "no error was found"
  | exception Found i -> Error (path i [])
  | exception Exit -> Nothing (Printf.sprintf "there are more than %d states" most)
  | exception Failure why -> Nothing why
