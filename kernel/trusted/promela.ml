module K = Kernel
module T = Promela_tokens
open Promela_reader

type t = {
  program : K.program;
  codes : K.code0 list;
  formulas : (string * Promela_formula.t Lazy.t) list;
  asked : Promela_formula.t option;
  claims : (string * (K.code0 * K.positive list) Lazy.t) list;
  expression : string -> K.expression;
}

(* A process that was read: it is finished when all of the model is known. *)
type unit_read = {
  process : process;
  active : int;
  provided : K.expression option;
  body : Promela_statement.body;
  declarations : K.declaration list;
}

type model = {
  reader : Promela_reader.t;
  mutable units : unit_read list;
  mutable globals : K.declaration list;
  mutable formulas : (string * T.t list) list; (* the last first *)
  mutable unnamed : int; (* of these *)
  mutable claims : (string * T.t list) list; (* the last first; with their braces *)
}

let read_process m ~name ~active =
  let t = m.reader in
  let process = find_process t name in
  if process.is_declared then fail t "%s is declared already" (Fault.show_name name);
  process.is_declared <- true;
  t.process <- Some process;
  if name <> ":init:" then process.parameters <- Promela_declaration.parameters t;
  if is_word t "priority" then refuse t "priorities";
  let provided =
    if is_word t "provided" then begin
      advance t;
      if not (is_mark t "(") then fail t "'(' should be here";
      Some (Promela_expression.expression t)
    end
    else None
  in
  let body, declarations = Promela_statement.body t in
  end_scope t 0;
  t.process <- None;
  m.units <- { process; active; provided; body; declarations } :: m.units

let proctype m =
  let t = m.reader in
  let active =
    if is_word t "active" then begin
      advance t;
      if is_mark t "[" then begin
        advance t;
        let n = Promela_expression.constant ~variables:true t in
        if n < 0 || n > 255 then fail t "0 to 255 processes can be active";
        take t "]";
        n
      end
      else 1
    end
    else 0
  in
  if is_word t "D_proctype" then refuse t "'D_proctype'";
  take_word t "proctype";
  let name = take_name t in
  let process = find_process t name in
  declare t name (Process process.number);
  read_process m ~name ~active

(* What is not read. *)

(* Claims and formulas are no part of what the model does, but their words matter: _last, and labels that P@L speaks of. *)
let note_words t (tokens : T.t list) =
  let rec back depth = function
    | { T.kind = T.Mark "]"; _ } :: rest -> back (depth + 1) rest
    | { T.kind = T.Mark "["; _ } :: rest -> back (depth - 1) rest
    | { T.kind = T.Name name; _ } :: _ when depth = 0 -> Some name
    | _ :: rest when depth > 0 -> back depth rest
    | _ -> None
  in
  let rec go before = function
    | ({ T.kind = T.Mark "@"; _ } as at) :: ({ T.kind = T.Name label; _ } :: _ as rest) ->
        (match back 0 before with
        | Some name -> Hashtbl.replace t.labels_used ((find_process t name).number, label) ()
        | None -> fail t "'@' has no process before it");
        go (at :: before) rest
    | x :: rest ->
        (match x.kind with
        | T.Name "_last" -> t.uses_last <- true
        | T.Name name -> (
            match find t name with
            | Some (Inline inline) when List.exists (fun (y : T.t) -> y.kind = T.Mark "@") inline.body ->
                refuse t "a claim that calls an inline with '@'"
            | _ -> ())
        | _ -> ());
        go (x :: before) rest
    | [] -> ()
  in
  go [] tokens

(* From '{' to its partner. *)
let skip_braces t =
  if not (is_mark t "{") then fail t "'{' should be here";
  let s = List.hd t.sources in
  let rec go depth i found =
    match s.tokens.(i).T.kind with
    | T.End -> fail t "a '}' is missing"
    | T.Mark "}" when depth = 0 -> (i, List.rev found)
    | kind ->
        let depth = match kind with T.Mark "{" -> depth + 1 | T.Mark "}" -> depth - 1 | _ -> depth in
        go depth (i + 1) (s.tokens.(i) :: found)
  in
  let i, found = go 0 s.next [] in
  s.next <- i;
  advance t;
  advance t;
  found

(* It is read when all names are known, if it is asked for. Without a name it is 'never', as with SPIN's name for that. *)
let note_claim m =
  let t = m.reader in
  advance t;
  let name =
    match t.token.kind with
    | T.Name name ->
        advance t;
        name
    | _ -> "never_0"
  in
  let brace mark = { t.token with kind = T.Mark mark; new_line = false } in
  let opens = brace "{" in
  let tokens = skip_braces t in
  note_words t tokens;
  m.claims <- ((if name = "never_0" then "never" else name), (opens :: tokens) @ [ brace "}" ]) :: m.claims

(* It is read when all names are known. *)
let note_formula m =
  let t = m.reader in
  advance t;
  let name =
    match t.token.kind with
    | T.Name name ->
        advance t;
        name
    | _ ->
        m.unnamed <- m.unnamed + 1;
        Printf.sprintf "ltl_%d" (m.unnamed - 1)
  in
  let tokens = skip_braces t in
  note_words t tokens;
  if List.mem_assoc name m.formulas then fail t "there is a formula %s already" (Fault.show_name name);
  m.formulas <- (name, tokens) :: m.formulas

let inline t =
  advance t;
  let name = take_name t in
  take t "(";
  let rec formals () =
    if is_mark t ")" then []
    else begin
      let one = take_name t in
      if is_mark t "," then advance t else if not (is_mark t ")") then fail t "',' or ')' should be here";
      one :: formals ()
    end
  in
  let formals = formals () in
  take t ")";
  let body = skip_braces t in
  declare t name (Inline { formals; body; is_open = false })

let unit m =
  let t = m.reader in
  match t.token.kind with
  | T.Name ("active" | "proctype" | "D_proctype") -> proctype m
  | T.Name "init" ->
      advance t;
      read_process m ~name:":init:" ~active:1
  | T.Name "never" -> note_claim m
  | T.Name "ltl" -> note_formula m
  | T.Name "inline" -> inline t
  | T.Name "typedef" -> Promela_declaration.typedef t
  | T.Name (("trace" | "notrace" | "c_code" | "c_decl" | "c_state" | "c_track") as word) -> refuse t "'%s'" word
  | _ when Promela_declaration.is_here t ->
      let list = Promela_declaration.read t in
      m.globals <- m.globals @ List.concat_map (fun (_, v) -> Promela_declaration.first_values v) list
  | _ -> fail t "a declaration, a proctype or 'init' should be here"

let rec n_of k = if k = 0 then K.N0 else K.Npos (positive k)

and proctype_of t ~has_rendezvous u =
  {
    K.y_body = Promela_statement.finish t u.process ~has_rendezvous u.body;
    y_provided = u.provided;
    y_cells = n_of u.process.cells;
    y_parameters = List.concat_map (fun (_, v) -> Promela_declaration.cells v) u.process.parameters;
    y_declarations = u.declarations;
  }

let program_of m =
  let t = m.reader in
  let units = List.rev m.units in
  let shapes = List.rev t.shapes in
  let has_rendezvous = List.exists (fun (s : K.shape) -> s.h_capacity = K.O) shapes in
  let by_number = List.sort (fun a b -> compare a.process.number b.process.number) units in
  Hashtbl.iter
    (fun name (p : process) -> if not p.is_declared then fail t "there is no proctype %s" (Fault.show_name name))
    t.processes;
  let types = List.map (proctype_of t ~has_rendezvous) by_number in
  {
    K.g_cells = n_of t.globals;
    g_declarations = m.globals;
    g_shapes = shapes;
    g_types = types;
    g_start = List.concat_map (fun u -> List.init u.active (fun _ -> nat u.process.number)) units;
    g_uses_timeout = t.uses_timeout;
    g_uses_last = t.uses_last;
  }

let limit = nat 10000

(* Labels of a formula that is no part of the model make no skips in it. *)
let read_asked m =
  let t = m.reader in
  match t.asked with
  | [| _ |] -> None
  | tokens ->
      let used = Hashtbl.copy t.labels_used in
      begin_at t tokens;
      let formula = Promela_formula.read t in
      if t.token.kind <> T.End then fail t "the end of the formula should be here";
      let added = Hashtbl.fold (fun label () rest -> if Hashtbl.mem used label then rest else label :: rest) t.labels_used [] in
      List.iter
        (fun label ->
          Hashtbl.remove t.labels_used label;
          Hashtbl.replace t.labels_asked label ())
        added;
      Some formula

(* Only what is asked for is read, so that what the others have, and the kernel does not know, is not in its way. *)
let read_formula m end_token tokens =
  lazy
    (begin_at m.reader (Array.of_list (tokens @ [ end_token ]));
     Promela_formula.read m.reader)

(* What a claim sees and the kernel does not, or SPIN sees otherwise. *)
let unknown_in_claims = [ "timeout"; "_pid"; "_nr_pr"; "np_" ]

let read_claim m end_token tokens =
  lazy
    (let t = m.reader in
     begin_at t (Array.of_list (tokens @ [ end_token ]));
     List.iter (function { T.kind = T.Name name; _ } when List.mem name unknown_in_claims -> refuse t "'%s' in a claim" name | _ -> ()) tokens;
     let process = { number = -1; is_declared = true; cells = 0; parameters = []; locals = [] } in
     t.process <- Some process;
     let read = Promela_statement.body t in
     end_scope t 0;
     let body, accepts = Promela_statement.finish_claim t process read in
     t.process <- None;
     (K.code_of body, accepts))

let expression_of m text =
  let tokens, _ = T.of_source ~macros:[] ~claims:[] ~formula:"" (Source.of_string ~name:"atom" text) in
  begin_at m.reader tokens;
  let e = Promela_expression.expression m.reader in
  if m.reader.token.kind <> T.End then fail m.reader "the end of the atom should be here";
  e

let read ~macros ~claims ~formula source =
  let reader = Promela_reader.create ~macros ~claims ~formula source in
  let m = { reader; units = []; globals = []; formulas = []; unnamed = 0; claims = [] } in
  let rec go () =
    skip_separators m.reader;
    if m.reader.token.kind <> T.End then begin
      unit m;
      go ()
    end
  in
  go ();
  if List.for_all (fun u -> u.active = 0) m.units then fail m.reader "no process runs";
  let end_token = m.reader.token in
  let asked = read_asked m in
  let program = program_of m in
  let formulas = List.rev_map (fun (name, tokens) -> (name, read_formula m end_token tokens)) m.formulas in
  let claims = List.rev_map (fun (name, tokens) -> (name, read_claim m end_token tokens)) m.claims in
  { program; codes = K.codes_of program; formulas; asked; claims; expression = expression_of m }
