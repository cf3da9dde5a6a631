module K = Kernel

let unsupported format = Printf.ksprintf (fun why -> raise (Fault.Unsupported why)) format

let formula_of (model : Promela.t) (heading : Heading.t) =
  match (heading.asked, model.asked) with
  | Heading.Formula _, Some formula -> formula
  | Heading.Formula _, None -> unsupported "the formula is empty"
  | Heading.Property name, _ -> (
      match List.assoc_opt name model.formulas with
      | Some formula -> Lazy.force formula
      | None -> unsupported "the kernel does not know the property %s" (Fault.show_name name))

let numbered atoms = List.mapi (fun i e -> (Binary.positive (i + 1), e)) atoms

(* Atoms are expressions of the formula, under the numbers that the evidence gives them. *)
let atoms_of (model : Promela.t) (heading : Heading.t) =
  match heading.atoms with
  | None -> Fault.rejected "the evidence has no atoms: a section 'atoms' should follow the claim"
  | Some texts -> (
      let read text = try model.expression text with Fault.Bad_input { message; _ } -> unsupported "atom %s: %s" (Fault.show_name text) message in
      let atoms = List.map read (Array.to_list texts) in
      match List.sort_uniq compare atoms with
      | all when List.length all = List.length atoms -> atoms
      | _ -> unsupported "two atoms of the evidence are the same")

exception Too_many

let check_holds ~most (model : Promela.t) heading formula r =
  let atoms = atoms_of model heading in
  let raw, all = Promela_formula.to_kernel formula atoms in
  if List.length all <> List.length atoms then unsupported "the atoms of the evidence are not those of the formula";
  let a = Translation.read r ~atoms:(List.length atoms) in
  let states = State_numbers.create ~hash:State_numbers.hash_promela in
  let number s =
    let found = State_numbers.number states s in
    if State_numbers.count states > most then raise Too_many;
    found
  in
  let state = State_numbers.state states and atoms = numbered atoms in
  let bound = Binary.positive (most + 1) in
  let check rank =
    K.pml_check_unfolded Finite.first succ Finite.below model.program Promela.limit number state bound rank atoms raw a.proof
  in
  let by_components () =
    let start = match K.pml_initial model.program model.codes with K.Val s -> s | _ -> unsupported "the model has no first state" in
    match Component_ranks.find a ~number ~state (K.pml_model model.program Promela.limit K.no_key start atoms) with
    | Faulty _ -> unsupported "something in a state, or an atom of the formula, has no meaning"
    | Ranks (_, rank) when check rank -> ()
    | Ranks _ ->
        Translation.explain (K.FNot raw) a;
        Fault.rejected "an accepting state of the automaton is on a cycle of the product: the property does not hold"
  in
  (try if not (check (Finite.plain_rank a)) then by_components () with Too_many -> unsupported "there are more than %d states" most);
  Printf.sprintf "%s, %s of the automaton" (Finite.plural (State_numbers.count states) "state") (Finite.plural a.states "state")

let check_violated (model : Promela.t) formula r =
  let raw, atoms = Promela_formula.to_kernel formula [] in
  let stem = Promela_run.read r "stem" in
  let loop = Promela_run.read r "loop" in
  Tokens.finish r;
  let positions = List.map (fun s -> (s, None)) in
  let violates (stem, loop) =
    K.pml_check_violated model.program Promela.limit K.no_key (numbered atoms) raw (positions stem) (positions loop)
  in
  match Promela_run.lasso model ~stem ~loop violates with
  | Some ((stem, loop) as run) when violates run ->
      Printf.sprintf "a run: %s, then %s for ever" (Finite.plural (List.length stem) "step") (Finite.plural (List.length loop) "step")
  | _ -> unsupported "the run could not be followed to where it violates the formula"

let check ~most model (heading : Heading.t) r =
  let formula = formula_of model heading in
  let proved =
    match heading.verdict with
    | Heading.Holds -> check_holds ~most model heading formula r
    | Heading.Violated -> check_violated model formula r
  in
  let question = match heading.asked with Heading.Property name -> Heading.plain name | Heading.Formula text -> Ltl_text.on_one_line text in
  Printf.sprintf "%s (%s)" question proved
