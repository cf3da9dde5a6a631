module K = Kernel

exception Too_many

(* How many states there are, if no error can be reached. *)
let unfold ~most (model : Promela.t) =
  let states = State_numbers.create ~hash:State_numbers.hash_promela in
  let number s =
    let found = State_numbers.number states s in
    if State_numbers.count states > most then raise Too_many;
    found
  in
  let bound = Binary.positive (most + 1) in
  if K.pml_unfolds_safely Finite.first succ Finite.below model.program Promela.limit number (State_numbers.state states) bound then
    Some (State_numbers.count states)
  else None

let is_run_to_error (model : Promela.t) = K.pml_check_unsafe model.program Promela.limit (fun _ -> K.XH)
let unsupported format = Printf.ksprintf (fun why -> raise (Fault.Unsupported why)) format
let safe count = Printf.sprintf "safety (%s, none of which fails)" (Finite.plural count "state")
let unsafe run = Printf.sprintf "safety (a run of %s, the last of which fails)" (Finite.plural (List.length run) "state")
let too_many most = unsupported "there are more than %d states" most

(* That there is an error, by a run that is looked for. *)
let find_error ~most model =
  match Promela_steps.find_error ~most model with
  | Error run when is_run_to_error model run -> run
  | Error _ -> unsupported "an error was found, but no run to it"
  | Nothing why -> unsupported "%s" why

let decide ~most model =
  match unfold ~most model with
  | Some count -> ("holds", safe count)
  | None -> ("violated", unsafe (find_error ~most model))
  | exception Too_many -> too_many most

let check ~most model (verdict : Heading.verdict) r =
  match verdict with
  | Holds -> (
      match decide ~most model with
      | "holds", proved -> proved
      | _, found -> Fault.rejected "an error can be reached: %s" found)
  | Violated -> (
      let run = Promela_run.read r "stem" in
      Tokens.finish r;
      match Promela_run.to_error model run with
      | Some run when is_run_to_error model run -> unsafe run
      | _ -> (
          match decide ~most model with
          | "violated", proved -> proved
          | _, found -> Fault.rejected "no error can be reached: %s" found))
