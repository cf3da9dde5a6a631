type language = Lts | Aut | Gcl

let rejected = Fault.rejected
let unknown_reason () = rejected "rejected by the verified checker, reason unknown"

let grouped n =
  let digits = string_of_int n in
  let length = String.length digits in
  let out = Buffer.create 20 in
  String.iteri
    (fun i c ->
      if i > 0 && (length - i) mod 3 = 0 then Buffer.add_char out ',';
      Buffer.add_char out c)
    digits;
  Buffer.contents out

let plural n what = Printf.sprintf "%s %s%s" (grouped n) what (if n = 1 then "" else "s")

(* A line of 'stem' or 'loop': a state, and the action of the step that leaves it. *)
let read_position r (m : 'state Finite_model.t) =
  let key = m.read_state r in
  let action =
    if Tokens.at_line_end r then None
    else begin
      Tokens.blank r "'@' or the end of the line";
      Tokens.expect r "@";
      Tokens.blank r "an action";
      Tokens.quoted r;
      let name = Quoted.contents r.name in
      match m.action name with
      | Some action -> Some action
      | None ->
          rejected "%s:%d: the problem has no action %s" r.source.name (Source.line_at r.source r.at) (Fault.show_name name)
    end
  in
  Tokens.next_line r;
  (key, action)

let read_lines r key read =
  let count = Tokens.header r key in
  let rec more i found = if i = count then List.rev found else more (i + 1) (read () :: found) in
  more 0 []

let read_states r (m : 'state Finite_model.t) key =
  read_lines r key (fun () ->
      let key = m.read_state r in
      Tokens.next_line r;
      key)

(* "unfold": the states are found here. *)
let is_unfolded r =
  Tokens.word r "unfold"
  && begin
       Tokens.next_line r;
       Tokens.finish r;
       true
     end

(* More than fit into any memory: who starts this program limits that. *)
let most_states =
  let rec power n = if n = 0 then Kernel.XH else Kernel.XO (power (n - 1)) in
  power 40

let not_unfolded () = rejected "a state of the model is faulty, or two states could not be told apart"

(* The three laws that the theorems assume of numbers hold even if they overflow. *)
let first = 0
let below j k = 0 <= j && j < k

(* If no run reaches an accepting state, this is a rank for all pairs; mostly it is worth a try. *)
let plain_rank (a : Translation.t) =
  let one = Some Kernel.XH in
  let ranks = Array.map (fun accepting -> if accepting then None else one) a.accepting in
  fun _ q -> ranks.(Binary.int_of_positive q - 1)

let check_unfolded ~hash (m : 'state Finite_model.t) (formula : Ltl_text.t) (a : Translation.t) =
  let states = State_numbers.create ~hash in
  let number = State_numbers.number states and state = State_numbers.state states in
  let check rank = Kernel.check_unfolded m.model first succ below number state most_states rank formula.formula a.proof in
  if not (check (plain_rank a)) then begin
    match Component_ranks.find a ~number ~state m.model with
    | Faulty number -> rejected "state %s is faulty" (m.show_state (state number))
    | Ranks (_, rank) when check rank -> ()
    | Ranks _ ->
        Translation.explain (Kernel.FNot formula.formula) a;
        rejected "an accepting state of the automaton is on a cycle of the product: the property does not hold"
  end;
  Printf.sprintf "%s, %s of the automaton" (plural (State_numbers.count states) "state") (plural a.states "state")

let check_holds ~hash (m : 'state Finite_model.t) (formula : Ltl_text.t) r =
  let a = Translation.read r ~atoms:(Array.length formula.atoms) in
  if is_unfolded r then check_unfolded ~hash m formula a
  else
  let product = Product.read r m ~states:a.states in
  Tokens.finish r;
  if not (Kernel.check_holds m.model formula.formula a.proof (Product.to_kernel product m)) then begin
    Translation.explain (Kernel.FNot formula.formula) a;
    Finite_diagnosis.product m a product;
    unknown_reason ()
  end;
  Printf.sprintf "%s, %s of the automaton" (plural (Product.pair_count product) "pair") (plural a.states "state")

let check_violated (m : 'state Finite_model.t) (formula : Ltl_text.t) r =
  let position () =
    let key, action = read_position r m in
    (m.state_of_key key, action)
  in
  let stem = read_lines r "stem" position in
  let loop = read_lines r "loop" position in
  Tokens.finish r;
  if not (Kernel.check_violated m.model formula.formula stem loop) then begin
    Finite_diagnosis.lasso m ~stem ~loop;
    unknown_reason ()
  end;
  Printf.sprintf "a run: %s, then %s for ever" (plural (List.length stem) "step") (plural (List.length loop) "step")

let check_property ~hash m formula (heading : Heading.t) r =
  match heading.verdict with
  | Heading.Holds -> check_holds ~hash m formula r
  | Heading.Violated -> check_violated m formula r

let check_safety ~hash (m : 'state Finite_model.t) (heading : Heading.t) r =
  match heading.verdict with
  | Heading.Holds when is_unfolded r ->
      let states = State_numbers.create ~hash in
      let number = State_numbers.number states and state = State_numbers.state states in
      if not (Kernel.unfolds_safely m.model first succ below number state most_states) then not_unfolded ();
      Printf.sprintf "%s, none of which fails" (plural (State_numbers.count states) "state")
  | Heading.Holds ->
      let keys = read_states r m "states" in
      Tokens.finish r;
      let states = List.rev (List.rev_map m.state_of_key keys) in
      if not (Kernel.check_safe m.model states) then begin
        let listed = Int_table.create () in
        List.iter (fun key -> ignore (Int_table.add listed key)) keys;
        Finite_diagnosis.safe m states ~listed:(fun key -> key >= 0 && Int_table.find listed key >= 0);
        unknown_reason ()
      end;
      Printf.sprintf "%s, none of which fails" (plural (List.length keys) "state")
  | Heading.Violated ->
      let states = List.rev (List.rev_map m.state_of_key (read_states r m "stem")) in
      Tokens.finish r;
      if not (Kernel.check_unsafe m.model states) then begin
        Finite_diagnosis.unsafe m states;
        unknown_reason ()
      end;
      Printf.sprintf "a run of %s, the last of which fails" (plural (List.length states) "state")

let show_defines defines =
  String.concat "" (List.map (fun (name, value) -> Printf.sprintf "; %s = %d" name value) defines)

let find_formula heading properties =
  Heading.formula heading
    ~find:(fun name -> List.assoc_opt name properties)
    ~names:(List.map fst properties)

let check_lts (system : Lts.t) (heading : Heading.t) r =
  if heading.defines <> [] then rejected "the evidence defines parameters, but a transition system has none";
  let formula = find_formula heading system.properties in
  let proved = check_property ~hash:Binary.int_of_positive (Finite_model.of_lts system formula) formula heading r in
  Printf.sprintf "%s (%s)" (Heading.show heading formula) proved

let check_gcl (program : Gcl.t) (heading : Heading.t) r =
  let hash = State_numbers.hash_gcl in
  let shown, proved =
    if heading.asked = Heading.Property "safety" then ("safety", check_safety ~hash (Finite_model.of_gcl program None) heading r)
    else begin
      let formula = find_formula heading program.properties in
      let proved = check_property ~hash (Finite_model.of_gcl program (Some formula)) formula heading r in
      (Heading.show heading formula, proved)
    end
  in
  Printf.sprintf "%s (%s%s)" shown proved (show_defines heading.defines)

let check language source (heading : Heading.t) r =
  if heading.initial <> [] || heading.final <> [] then
    rejected "the evidence has sets of configurations, but this is no pushdown system";
  match language with
  | Lts -> check_lts (Lts.read source) heading r
  | Aut -> check_lts (Lts.read_aut source) heading r
  | Gcl -> check_gcl (Gcl.read source ~defines:heading.defines) heading r

let check_translation ?question source =
  let r = Tokens.create source in
  let formula = Heading.read_translation ?question r in
  let a = Translation.read r ~atoms:(Array.length formula.atoms) in
  Tokens.finish r;
  (* The checker wants the automaton of a negation. *)
  let negated = Kernel.FNot formula.formula in
  if not (Kernel.check_negation negated a.proof) then begin
    Translation.explain formula.formula a;
    unknown_reason ()
  end;
  (formula, Printf.sprintf "%s (%s of the automaton)" formula.text (plural a.states "state"))
