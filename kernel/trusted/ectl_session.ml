type definition = Machine of Ectl_machine.t | Formula of Ectl_formula.t | Other of string
type place = { state : string; stack : string list option }
type asked = Named of string | Written of Ectl_formula.t
type check = { asked : asked; system : string; at : place option }
type t = { definitions : (string, definition) Hashtbl.t; checks : check list; loads : bool }

module S = Ectl_scanner

let show_place p = match p.stack with None -> p.state | Some stack -> Printf.sprintf "%s[%s]" p.state (String.concat " " stack)

(* What is between braces, whatever it is: there are none inside. *)
let skip_braces s =
  S.expect s "{";
  let rec more () =
    match S.token s with
    | S.Mark "}" -> S.skip s
    | S.End | S.Mark "{" -> S.misfit s "'}'"
    | _ ->
        S.skip s;
        more ()
  in
  more ()

let read_definition s word =
  let machine kind = Machine (Ectl_machine.read s kind) in
  match word with
  | "DFA" -> machine Ectl_machine.Dfa
  | "PDA" -> machine Ectl_machine.Pda
  | "LTS" -> machine Ectl_machine.Lts
  | "PDS" -> machine Ectl_machine.Pds
  | "FORMULA" ->
      S.expect s "{";
      let formula = Ectl_formula.read s in
      S.expect s "}";
      Formula formula
  | _ ->
      skip_braces s;
      Other word

let read_place s =
  let state = S.word s "a state" in
  if not (S.is_mark s "[") then { state; stack = None }
  else begin
    S.skip s;
    let rec symbols found =
      match S.token s with
      | S.Word name ->
          S.skip s;
          symbols (name :: found)
      | _ ->
          S.expect s "]";
          List.rev found
    in
    { state; stack = Some (symbols []) }
  end

(* A word alone is the name of a formula. *)
let read_asked s =
  match Ectl_formula.read s with Ectl_formula.Prop name -> Named name | formula -> Written formula

(* Behind '('. None: it is about something else than this session's systems. *)
let read_check s =
  match S.token s with
  | S.Text _ ->
      S.skip_arguments s;
      None
  | _ ->
      let in_parentheses = S.is_mark s "(" in
      let asked = match read_asked s with Named name when in_parentheses -> Written (Ectl_formula.Prop name) | asked -> asked in
      if S.is_mark s ")" then begin
        S.skip s;
        None
      end
      else begin
        S.expect s ",";
        let system = S.word s "the name of a system" in
        let at =
          if S.is_mark s "," then begin
            S.skip s;
            Some (read_place s)
          end
          else None
        in
        S.expect s ")";
        Some { asked; system; at }
      end

let kinds = [ "DFA"; "PDA"; "LTS"; "PDS"; "REGULAR"; "GRAMMAR"; "FORMULA" ]

let read source =
  let s = S.create source in
  let definitions = Hashtbl.create 20 in
  let checks = ref [] and loads = ref false in
  let read_command () =
    let name = S.word s "a command" in
    if name = "load" then loads := true;
    if S.is_mark s "(" then
      if name = "check" then begin
        S.skip s;
        match read_check s with Some check -> checks := check :: !checks | None -> ()
      end
      else S.skip_arguments s
    else match S.token s with S.Option _ -> S.skip s | _ -> ()
  in
  let rec items () =
    match S.token s with
    | S.End -> ()
    | S.Mark ":" ->
        S.skip s;
        read_command ();
        items ()
    | S.Word word when List.mem word kinds ->
        S.skip s;
        let place = S.place s in
        let name = S.word s "a name" in
        if Hashtbl.mem definitions name then S.fail_at s place "%s is defined twice" (Fault.show_name name);
        Hashtbl.add definitions name (read_definition s word);
        items ()
    | _ -> S.misfit s "a definition ('LTS', 'PDS', 'DFA', 'PDA', 'FORMULA', ...) or a command (':check', ...)"
  in
  items ();
  { definitions; checks = List.rev !checks; loads = !loads }
