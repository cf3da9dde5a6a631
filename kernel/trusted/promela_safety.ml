module K = Kernel

let check ~most (model : Promela.t) =
  match Promela_steps.search ~most model with
  | All (states, key) ->
      if not (K.pml_check_safe model.program Promela.limit key states) then
        Fault.rejected "the states that were found are not all, or one has an error";
      ("holds", Printf.sprintf "safety, from the text, in %d states" (List.length states))
  | Error path ->
      if not (K.pml_check_unsafe model.program Promela.limit (fun _ -> K.XH) path) then Fault.rejected "the run that was found is none, or has no error";
      ("violated", Printf.sprintf "safety, from the text, after %d steps" (List.length path - 1))
  | Nothing why -> raise (Fault.Unsupported why)
