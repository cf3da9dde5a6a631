open Gcl_syntax
open Gcl_expression
module S = Gcl_scanner

type t = {
  source : Source.t;
  parameters : (string * int64) list;
  variables : variable array;
  program : command list;
  properties : (string * Ltl_text.t) list;
}

let cell_count t = Array.fold_left (fun count (v : variable) -> count + v.size) 0 t.variables

let place r =
  let s = r.scanner in
  match S.token s with
  | S.Name name -> (
      match Hashtbl.find_opt r.names name with
      | Some (Variable variable) ->
          let at = S.place s in
          S.skip s;
          let index = subscript r variable in
          (at, variable, index.e)
      | Some _ -> fail r "%s cannot be changed" (Fault.show_name name)
      | None -> fail r "there is no variable %s" (Fault.show_name name))
  | _ -> S.misfit s "a variable"

let rec separated r read found =
  let found = read r :: found in
  if S.is_mark r.scanner "," then begin
    S.skip r.scanner;
    separated r read found
  end
  else List.rev found

(* Cells that are the same whatever the state: no index, or the same number or parameter. *)
let check_distinct r places =
  let text = (S.source r.scanner).text in
  let seen = Hashtbl.create 4 in
  let rec word_end i = if i < String.length text && S.is_word_byte text.[i] then word_end (i + 1) else i in
  let parameter place = if S.is_digit text.[place] then "" else String.sub text place (word_end place - place) in
  List.iter
    (fun (at, (variable : variable), index) ->
      match index.node with
      | Constant k ->
          let cell = (variable.first, k, if variable.is_array then parameter index.place else "") in
          if Hashtbl.mem seen cell then fail_at r at "%s is changed twice at once" (Fault.show_name variable.name);
          Hashtbl.add seen cell ()
      | _ -> ())
    places

let assignment r =
  let s = r.scanner in
  let places = separated r place [] in
  S.expect_mark s ":=";
  let behind = S.place s in
  let values = separated r full [] in
  if List.compare_lengths places values <> 0 then
    fail_at r behind "%d values for %d variables" (List.length values) (List.length places);
  check_distinct r places;
  let pairs = List.rev_map2 (fun place value -> (place, value)) places values in
  Assign
    (List.rev_map
       (fun ((_, (variable : variable), index), value) ->
         want r variable.kind value;
         (variable, index, value.e))
       pairs)

let rec commands r found =
  let found = nest r (fun () -> command r) :: found in
  if S.is_mark r.scanner ";" then begin
    S.skip r.scanner;
    commands r found
  end
  else List.rev found

and command r =
  let s = r.scanner in
  match S.token s with
  | S.Keyword "SKIP" ->
      S.skip s;
      Skip
  | S.Keyword "IF" ->
      S.skip s;
      selection r
  | S.Keyword "WHILE" ->
      S.skip s;
      let condition = typed r Boolean full in
      S.expect_keyword s "DO";
      let body = commands r [] in
      S.expect_keyword s "END";
      While (condition, body)
  | S.Name _ -> assignment r
  | _ -> S.misfit s "a command"

(* Behind IF. *)
and selection r =
  let s = r.scanner in
  if S.is_mark s "[]" then begin
    S.skip s;
    select r []
  end
  else if is_conditional r then conditional r
  else select r []

(* Comes THEN before anything that only a command has? *)
and is_conditional r =
  let s = r.scanner in
  let from = S.place s in
  let rec look () =
    match S.token s with
    | S.Keyword "THEN" -> true
    | S.Keyword ("TRUE" | "FALSE" | "FORALL" | "EXISTS" | "SUM" | "IN") | S.Number _ | S.Name _ ->
        S.skip s;
        look ()
    | S.Mark mark when not (List.mem mark [ ":="; ";"; "[]"; ":"; "," ]) ->
        S.skip s;
        look ()
    | _ -> false
  in
  let answer = look () in
  S.restart s ~from;
  answer

and conditional r =
  let s = r.scanner in
  let condition = typed r Boolean full in
  S.expect_keyword s "THEN";
  let yes = commands r [] in
  let no =
    if not (S.is_keyword s "ELSE") then [ Skip ]
    else begin
      S.skip s;
      commands r []
    end
  in
  S.expect_keyword s "END";
  If (condition, yes, no)

(* NAME IN *)
and begins_range r =
  let s = r.scanner in
  match S.token s with
  | S.Name _ ->
      let from = S.place s in
      S.skip s;
      let is_range = S.is_keyword s "IN" in
      S.restart s ~from;
      is_range
  | _ -> false

and select r found =
  let s = r.scanner in
  let found = branch r [] :: found in
  if S.is_mark s "[]" then begin
    S.skip s;
    select r found
  end
  else begin
    S.expect_keyword s "FI";
    Select (List.rev found)
  end

and branch r ranges =
  let s = r.scanner in
  if begins_range r then begin
    let at = S.place s in
    let name = S.expect_name s "an index" in
    S.expect_keyword s "IN";
    let low, high = range r in
    S.expect_mark s ":";
    with_index r at name (fun index -> branch r ((index, { low = low.e; high = high.e }) :: ranges))
  end
  else begin
    let guard = typed r Boolean guard in
    S.expect_mark s "->";
    let body = commands r [] in
    { ranges = List.rev ranges; guard; body }
  end

let most_cells = 10_000_000

let new_name r what =
  let s = r.scanner in
  let place = S.place s in
  let name = S.expect_name s what in
  check_new r place name;
  name

let parameter r defines =
  let s = r.scanner in
  S.skip s;
  let name = new_name r "the name of a parameter" in
  S.expect_mark s "=";
  let e = typed r Integer constant in
  let in_file = value (S.source s) e in
  let value = match List.assoc_opt name defines with Some value -> Int64.of_int value | None -> in_file in
  S.expect_mark s ";";
  Hashtbl.add r.names name (Parameter value);
  (name, value)

(* The name, its place, and the number of cells of an array. *)
let declared r =
  let s = r.scanner in
  let at = S.place s in
  let name = new_name r "the name of a variable" in
  if not (S.is_mark s "[") then (at, name, None)
  else begin
    S.skip s;
    let place = S.place s in
    let size = constant_value r Integer in
    if size < 1L then fail_at r place "an array has at least one cell, not %Ld" size;
    if size > Int64.of_int most_cells then fail_at r place "there are more than %d cells" most_cells;
    S.expect_mark s "]";
    (at, name, Some (Int64.to_int size))
  end

let kind_of_variables r =
  let s = r.scanner in
  if S.is_keyword s "BOOL" then begin
    S.skip s;
    (Boolean, 0L, 1L)
  end
  else begin
    let place = S.place s in
    let low = constant_value r Integer in
    S.expect_mark s "..";
    let high = constant_value r Integer in
    if low > high then fail_at r place "there is no value from %Ld to %Ld" low high;
    (Integer, low, high)
  end

let variables r =
  let s = r.scanner in
  S.skip s;
  let names = separated r declared [] in
  S.expect_mark s ":";
  let kind, low, high = kind_of_variables r in
  let initial =
    if not (S.is_mark s ":=") then if low <= 0L && 0L <= high then 0L else low
    else begin
      S.skip s;
      let place = S.place s in
      let value = constant_value r kind in
      if value < low || value > high then fail_at r place "the initial value %Ld is not between %Ld and %Ld" value low high;
      value
    end
  in
  S.expect_mark s ";";
  List.map
    (fun (at, name, size) ->
      check_new r at name;
      let first = r.cells and cells = Option.value size ~default:1 in
      r.cells <- first + cells;
      if r.cells > most_cells then fail_at r at "there are more than %d cells" most_cells;
      let variable = { name; kind; is_array = size <> None; size = cells; low; high; initial; first } in
      Hashtbl.add r.names name (Variable variable);
      variable)
    names

let property r found =
  let s = r.scanner in
  S.skip s;
  let at = S.place s in
  let name = S.expect_name s "the name of a property" in
  if name = "safety" then fail_at r at "the name safety is taken: it asks whether the program can fail";
  if List.mem_assoc name found then fail_at r at "a second property %s" (Fault.show_name name);
  if not (S.is_mark s ":") then S.misfit s "':' and a formula";
  let source = S.source s in
  let from = S.place s + 1 and length = String.length source.text in
  let limit = Ltl_text.find_end ~comments:true source ~from ~limit:length (fun c -> c = ';') in
  let formula = Ltl_text.read ~comments:true source ~from ~limit in
  if limit >= length then fail_at r at "the property has no end: ';' is missing";
  S.restart s ~from:(limit + 1);
  (name, formula)

let check_defines parameters defines =
  List.iter
    (fun (name, _) ->
      if not (List.mem_assoc name parameters) then
        Fault.rejected "the evidence defines %s, but the program has no such parameter" (Fault.show_name name))
    defines

let read source ~defines =
  let r = create source in
  let s = r.scanner in
  let rec declarations parameters found properties =
    match S.token s with
    | S.Keyword "PARAM" -> declarations (parameter r defines :: parameters) found properties
    | S.Keyword "VAR" -> declarations parameters (List.rev_append (variables r) found) properties
    | S.Keyword "LTL" -> declarations parameters found (property r properties :: properties)
    | S.Keyword "BEGIN" -> (List.rev parameters, List.rev found, List.rev properties)
    | _ -> S.misfit s "PARAM, VAR, LTL or BEGIN"
  in
  let parameters, found, properties = declarations [] [] [] in
  S.skip s;
  let program = commands r [] in
  S.expect_keyword s "END";
  if S.token s <> S.End then S.misfit s "the end of the text";
  check_defines parameters defines;
  check_size source program;
  { source; parameters; variables = Array.of_list found; program; properties }

let atom t (formula : Ltl_text.t) k =
  let text = formula.atoms.(k) in
  let source = Source.of_string ~name:"atom" text in
  try
    let r = create source in
    List.iter (fun (name, value) -> Hashtbl.add r.names name (Parameter value)) t.parameters;
    Array.iter (fun (v : variable) -> Hashtbl.add r.names v.name (Variable v)) t.variables;
    let e = typed r Boolean full in
    if S.token r.scanner <> S.End then S.misfit r.scanner "the end of the atom";
    check_expression_size source e;
    e
  with Fault.Bad_input { column; message; _ } ->
    Source.fail_at formula.source formula.places.(k) "the atom %s, at byte %d: %s" (Fault.show_name text) column message
