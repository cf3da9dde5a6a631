module T = Promela_tokens

type typ = Basic of Kernel.basic_type | Record of record
and record = { fields : (string * field) list; size : int }

and field = {
  typ : typ;
  is_array : bool;
  count : int;
  offset : int;
  is_local : bool;
  first_value : first_value;
}

and first_value = Nothing | Value of Kernel.expression | Values of Kernel.expression list | Channel of int

type inline = { formals : string list; body : T.t list; mutable is_open : bool }
type meaning = Variable of field | Constant of int | Type of record | Process of int | Inline of inline

type process = {
  number : int;
  mutable is_declared : bool;
  mutable cells : int;
  mutable parameters : (string * field) list;
  mutable locals : (string * field) list;
}

type t = {
  mutable token : T.t;
  mutable taken : T.t;
  mutable sources : source list;
  asked : T.t array;
  mutable in_sequence : int;
  mutable parentheses : int;
  names : (string, meaning) Hashtbl.t;
  mutable scope : string list;
  mutable process : process option;
  processes : (string, process) Hashtbl.t;
  mutable globals : int;
  mutable shapes : Kernel.shape list;
  constants : (int, int) Hashtbl.t;
  mutable uses_timeout : bool;
  mutable uses_last : bool;
  labels_used : (int * string, unit) Hashtbl.t;
  labels_asked : (int * string, unit) Hashtbl.t;
  label_numbers : (int * int * string, int) Hashtbl.t;
  mutable calls : int;
  mtype_counts : (string, int) Hashtbl.t;
}

and source = { tokens : T.t array; mutable next : int; closes : inline option }

let fail t = Promela_pieces.fail t.token.piece
let refuse t format = Promela_pieces.refuse t.token.piece format

let keywords =
  let table = Hashtbl.create 128 in
  List.iter
    (fun word -> Hashtbl.replace table word ())
    [
      "active"; "assert"; "atomic"; "bit"; "bool"; "break"; "byte"; "c_code"; "c_decl"; "c_expr"; "c_state"; "c_track"; "chan";
      "D_proctype"; "d_step"; "do"; "else"; "empty"; "enabled"; "eval"; "false"; "fi"; "for"; "full"; "get_priority"; "goto";
      "hidden"; "if"; "init"; "inline"; "int"; "len"; "local"; "ltl"; "mtype"; "nempty"; "never"; "nfull"; "notrace"; "np_"; "od";
      "of"; "pc_value"; "pid"; "printf"; "printm"; "priority"; "proctype"; "provided"; "return"; "run"; "select"; "set_priority";
      "short"; "show"; "skip"; "timeout"; "trace"; "true"; "typedef"; "unless"; "unsigned"; "xr"; "xs"; "_"; "_pid"; "_nr_pr";
      "_last"; "_priority";
    ];
  table

let is_keyword = Hashtbl.mem keywords
let find t name = Hashtbl.find_opt t.names name

(* Can a newline behind it end a statement? *)
let may_end_line t (token : T.t) =
  match token.kind with
  | T.Number _ | T.Mark ("++" | "--" | "}" | ")" | "]") -> true
  | T.Name
      ( "break" | "else" | "false" | "fi" | "od" | "np_" | "skip" | "timeout" | "true" | "_" | "_pid" | "_last" | "_priority"
      | "_nr_pr" ) ->
      true
  | T.Name name -> (not (is_keyword name)) && (match find t name with Some (Type _) -> false | _ -> true)
  | _ -> false

let rec source t =
  match t.sources with
  | { tokens; next; closes } :: (_ :: _ as outer) when next >= Array.length tokens ->
      Option.iter (fun inline -> inline.is_open <- false) closes;
      t.sources <- outer;
      source t
  | s :: _ -> s
  | [] -> assert false

let next_token t =
  let s = source t in
  s.tokens.(min s.next (Array.length s.tokens - 1))

let peek t = (next_token t).kind

let advance t =
  let next = next_token t in
  t.taken <- t.token;
  if
    next.new_line && t.in_sequence > 0 && t.parentheses = 0 && may_end_line t t.token
    && not (t.token.kind = T.Mark "}" && next.kind = T.Name "unless")
  then t.token <- { next with kind = T.Mark ";" }
  else begin
    t.token <- next;
    let s = source t in
    s.next <- s.next + 1;
    match next.kind with
    | T.Mark "(" -> t.parentheses <- t.parentheses + 1
    | T.Mark ")" when t.parentheses > 0 -> t.parentheses <- t.parentheses - 1
    | _ -> ()
  end

let is_mark t mark = t.token.kind = T.Mark mark
let is_word t word = t.token.kind = T.Name word

let take t mark =
  if not (is_mark t mark) then fail t "'%s' should be here" mark;
  advance t

let take_word t word =
  if not (is_word t word) then fail t "'%s' should be here" word;
  advance t

let take_name t =
  match t.token.kind with
  | T.Name name when not (is_keyword name) ->
      advance t;
      name
  | _ -> fail t "a name should be here"

let rec skip_separators t =
  if is_mark t ";" || is_mark t "->" then begin
    advance t;
    skip_separators t
  end

let create ~macros ~claims ~formula text =
  let tokens, asked = T.of_source ~macros ~claims ~formula text in
  let t =
    {
      token = { (tokens.(0)) with kind = T.Mark ";" };
      taken = { (tokens.(0)) with kind = T.Mark ";" };
      sources = [ { tokens; next = 0; closes = None } ];
      asked;
      in_sequence = 0;
      parentheses = 0;
      names = Hashtbl.create 64;
      scope = [];
      process = None;
      processes = Hashtbl.create 16;
      globals = 0;
      shapes = [];
      constants = Hashtbl.create 16;
      uses_timeout = false;
      uses_last = false;
      labels_used = Hashtbl.create 16;
      labels_asked = Hashtbl.create 16;
      label_numbers = Hashtbl.create 16;
      calls = 0;
      mtype_counts = Hashtbl.create 4;
    }
  in
  advance t;
  t

let begin_at t tokens =
  t.sources <- [ { tokens; next = 0; closes = None } ];
  t.parentheses <- 0;
  advance t

(* No local hides another name, so nothing is to be restored at the end of a block. *)
let declare t name meaning =
  if Hashtbl.mem t.names name then fail t "%s is declared already" (Fault.show_name name);
  Hashtbl.replace t.names name meaning;
  if t.process <> None then t.scope <- name :: t.scope

let rec end_scope t length =
  match t.scope with
  | name :: rest when List.length t.scope > length ->
      Hashtbl.remove t.names name;
      t.scope <- rest;
      end_scope t length
  | _ -> ()

let find_process t name =
  match Hashtbl.find_opt t.processes name with
  | Some process -> process
  | None ->
      let process = { number = Hashtbl.length t.processes; is_declared = false; cells = 0; parameters = []; locals = [] } in
      Hashtbl.replace t.processes name process;
      process

let size_of = function Basic _ -> 1 | Record r -> r.size

let label_number t key =
  match Hashtbl.find_opt t.label_numbers key with
  | Some n -> n
  | None ->
      let n = Hashtbl.length t.label_numbers + 1 in
      Hashtbl.replace t.label_numbers key n;
      n

let positive = Bridge.positive

let z n =
  if n = 0 then Kernel.Z0 else if n > 0 then Kernel.Zpos (positive n) else Kernel.Zneg (positive (-n))

let nat n =
  let rec go k found = if k = 0 then found else go (k - 1) (Kernel.S found) in
  go n Kernel.O
