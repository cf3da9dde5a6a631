module K = Kernel

exception Too_many

let unsupported format = Printf.ksprintf (fun why -> raise (Fault.Unsupported why)) format
let is_claim (model : Promela.t) name = List.mem_assoc name model.claims

(* An automaton for "accepting again and again", with the proof that it is one; atom 0 is "accepting". *)
let again_and_again =
  "automaton 2 0\naccepting 1\n\t0\nedges 4\n0 0 0\n0 1 !0\n1 0 0\n1 1 !0\nformulas 5\natom 0\ntrue\nuntil 1 0\nfalse\nrelease 3 2\n\
   promises 1\n2 0\ntranslation 2\n0 1 4\n1 2 2 4\nend\n"

let hash (state, place) = ((State_numbers.hash_promela state * 31) + Hashtbl.hash_param 64 64 place) land max_int

(* Why the model is not accepted: a pair in which the claim is violated, or something that has no meaning. *)
let explain (model : Promela.t) claim states =
  let rec go k =
    if k < State_numbers.count states then begin
      let state, place = State_numbers.state states k in
      let ends = match place with Some p -> K.claim_ends model.program claim Promela.limit state p | None -> [] in
      if List.exists (function K.Val r -> K.is_violation r | _ -> false) ends then
        Fault.rejected "the claim can be violated: it comes to its end, or an assertion of it fails";
      go (k + 1)
    end
  in
  go 0

let check_holds ~most (model : Promela.t) (claim, accepts) =
  let start = match K.pml_initial model.program model.codes with K.Val s -> s | _ -> unsupported "the model has no first state" in
  let a = Translation.read (Tokens.create (Source.of_string ~name:"claim" again_and_again)) ~atoms:1 in
  let states = State_numbers.create ~hash in
  let number s =
    let found = State_numbers.number states s in
    if State_numbers.count states > most then raise Too_many;
    found
  in
  let state = State_numbers.state states in
  let check rank =
    K.pml_check_claim model.program Promela.limit claim accepts Finite.first succ Finite.below number state (Binary.positive (most + 1)) rank
      a.proof
  in
  let by_components () =
    match Component_ranks.find a ~number ~state (K.claim_model model.program Promela.limit claim accepts start) with
    | Faulty _ ->
        explain model claim states;
        unsupported "something in a state, or in what the claim looks at, has no meaning, or the claim blocks within an atomic sequence"
    | Ranks (_, rank) when check rank -> ()
    | Ranks _ -> Fault.rejected "the claim can be violated: it can be accepting again and again"
  in
  (try if not (accepts = [] && check (Finite.plain_rank a)) then by_components ()
   with Too_many -> unsupported "there are more than %d states" most);
  Printf.sprintf "%s with places of the claim" (Finite.plural (State_numbers.count states) "state")

let check ~most (model : Promela.t) (heading : Heading.t) name =
  let named = List.filter (fun (other, _) -> other = name) model.claims in
  match (named, heading.verdict) with
  | _ when List.mem_assoc name model.formulas -> unsupported "a formula and a claim of the same name"
  | [ (_, claim) ], Heading.Holds -> Printf.sprintf "%s (%s)" (Heading.plain name) (check_holds ~most model (Lazy.force claim))
  | [ _ ], Heading.Violated -> unsupported "the kernel does not know runs that violate a claim"
  | _ -> unsupported "several claims of the same name"
