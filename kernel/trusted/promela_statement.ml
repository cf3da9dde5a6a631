module K = Kernel
module T = Promela_tokens
module E = Promela_expression
module D = Promela_declaration
open Promela_reader

type statement = { mutable labels : label list; kind : kind }

and kind =
  | Skip of int (* a number alone *)
  | Print of K.action
  | Basic of K.action
  | Run of E.reference option * process * K.expression list * Promela_pieces.t
  | Goto of place_of_jump * string * Promela_pieces.t
  | Break
  | If of statement list list
  | Do of statement list list
  | Block of statement list
  | Atomic of statement list
  | Dstep of statement list
  | Unless of statement list * statement list

and label = { where : place_of_jump; name : string; at : Promela_pieces.t }

(* Calls of inlines and d_steps have numbers; 0: none. *)
and place_of_jump = { call : int; dstep : int }

type body = statement list

(* Where a sequence stands. *)
type place = {
  jumps : place_of_jump;
  in_loop : bool;
  dstep_loop : bool; (* a loop within the d_step *)
  helper : field option ref; (* the counter of loops over channels in this block *)
  collect : K.declaration list ref;
}

type sequence_kind = Of_body | Of_block | Of_option | Of_for

let plain kind = { labels = []; kind }
let test e = plain (match e with K.XNum (K.Zpos _ as n) -> Skip (E.int_of_z n) | _ -> Basic (K.ATest e))
let read_of t r = K.XRead (E.kernel_reference t r)
let assign t r e = plain (Basic (K.AAssign (E.kernel_reference t r, e)))
let increment t r by = assign t r (K.XBinary ((if by > 0 then K.BAdd else K.BSub), read_of t r, K.XNum (z 1)))

let of_field (v : field) : E.reference =
  { is_local = v.is_local; first = v.offset + 1; indices = []; field = v; is_whole_array = false }

(* Not so in claims. *)
let is_claim t = match t.process with Some p -> p.number < 0 | None -> false

(* Runs of skips and prints lose the skips that are not the run's first, nor the first or last of the option. *)
let tidy t option =
  let rec go run is_first = function
    | [] -> []
    | s :: rest ->
        let is_skip = s.labels = [] && s.kind = Skip 1 in
        let counts = s.labels = [] && (is_skip || match s.kind with Print _ -> true | _ -> false) in
        let run = if counts then run + 1 else 0 in
        if run > 1 && is_skip && (not is_first) && rest <> [] then go run false rest else s :: go run false rest
  in
  if is_claim t then option else go 0 true option

let run_arguments t =
  take t "(";
  let rec list () =
    let one = E.argument t in
    if is_mark t "," then begin
      advance t;
      one @ list ()
    end
    else one
  in
  let all = if is_mark t ")" then [] else list () in
  take t ")";
  if is_word t "priority" then refuse t "priorities";
  all

let run t place target =
  if place.jumps.dstep > 0 then fail t "'run' cannot stand in a d_step";
  let at = t.token.piece in
  advance t;
  let process = find_process t (take_name t) in
  plain (Run (target, process, run_arguments t, at))

let assignment t place (r : E.reference) =
  advance t;
  match t.token.kind with
  | T.Name "run" -> run t place (Some r)
  | T.Name name when (match find t name with Some (Inline _) -> true | _ -> false) -> refuse t "an inline that returns a value"
  | _ -> assign t r (E.expression t)

let receive t (r : E.reference) =
  let random = is_mark t "??" in
  advance t;
  let keeps = is_mark t "<" in
  if keeps then advance t;
  let p = E.patterns t in
  if keeps then take t ">";
  plain (Basic (K.AReceive (read_of t r, random, keeps, p)))

let send t (r : E.reference) =
  let sorted = is_mark t "!!" in
  advance t;
  plain (Basic (K.ASend (read_of t r, sorted, E.message t)))

let named t place =
  let r = E.reference t in
  let channel () = match r.field.typ with Promela_reader.Basic K.TChan -> () | _ -> fail t "this is no channel" in
  match t.token.kind with
  | T.Mark "=" -> assignment t place r
  | T.Mark "++" ->
      advance t;
      increment t r 1
  | T.Mark "--" ->
      advance t;
      increment t r (-1)
  | T.Mark ("!" | "!!") ->
      channel ();
      send t r
  | T.Mark ("?" | "??") when peek t <> T.Mark "[" ->
      channel ();
      receive t r
  | _ -> test (E.expression_from t r)

let printf t =
  advance t;
  take t "(";
  if t.token.kind <> T.Text then fail t "a string should be here";
  advance t;
  let rec list () =
    if is_mark t "," then begin
      advance t;
      let e = E.expression t in
      e :: list ()
    end
    else []
  in
  let all = list () in
  take t ")";
  plain (Print (K.APrint all))

(* Loops that are made. *)

let less a b = K.XBinary (K.BLt, a, b)
let at_most a b = K.XBinary (K.BLe, a, b)

let range t =
  let low = E.expression t in
  take t "..";
  let high = E.expression t in
  (low, high)

let plain_variable t (r : E.reference) =
  if r.indices <> [] || r.is_whole_array then fail t "a plain variable should be here";
  r

(* SPIN looks at the text: a plain name and two numbers, on one line, outside inlines. *)
let is_literal t =
  match t.sources with
  | [ s ] ->
      let token i = if s.next + i < Array.length s.tokens then Some s.tokens.(s.next + i) else None in
      let fits i f = match token i with Some (x : T.t) -> (not x.new_line) && f x.kind | None -> false in
      let number = function T.Number _ -> true | _ -> false in
      fits 0 (( = ) (T.Mark "("))
      && fits 1 (function T.Name name -> not (String.contains name '_') | _ -> false)
      && fits 2 (( = ) (T.Mark ":"))
      && fits 3 number
      && fits 4 (( = ) (T.Mark ".."))
      && fits 5 number
      && fits 6 (( = ) (T.Mark ")"))
  | _ -> false

(* The statements that select stands for, and which of them takes its labels. *)
let select t =
  let literal = is_literal t in
  advance t;
  take t "(";
  let r = plain_variable t (E.reference t) in
  take t ":";
  let low, high = range t in
  take t ")";
  let choices =
    match (literal, low, high) with
    | true, K.XNum a, K.XNum b ->
        let a = E.int_of_z a and b = E.int_of_z b in
        if b < a then fail t "the range is empty";
        if b - a <= 32 then Some (a, b) else None
    | _ -> None
  in
  match choices with
  | Some (a, b) -> [ plain (If (List.init (b - a + 1) (fun i -> [ assign t r (K.XNum (z (a + i))) ]))) ]
  | None ->
      let more = [ plain (Basic (K.ATest (less (read_of t r) high))); increment t r 1 ] and stop = [ plain Break ] in
      [ assign t r low; plain (Do (if literal then [ more; stop ] else [ stop; more ])) ]

let select_takes_first = function [ _; { kind = Do (({ kind = Basic (K.ATest _); _ } :: _) :: _); _ } ] -> true | _ -> false

let splice s = match s.kind with Block l when s.labels = [] -> l | _ -> [ s ]

let declaration_steps t place ~as_step list =
  List.concat_map
    (fun (_, (v : field)) ->
      place.collect := List.rev_append (D.first_values ~as_step v) !(place.collect);
      let first = { (of_field v) with is_whole_array = false } in
      match (as_step, v.first_value, v.typ) with
      | false, _, _ | _, Channel _, _ -> []
      | true, _, Record _ -> [ plain (Basic K.ASkip) ]
      | true, Value e, _ -> [ assign t first e ]
      | true, Values (e :: _), _ -> [ assign t first e ]
      | true, _, _ -> [ assign t first (K.XNum (z 0)) ])
    list

let at_brace t = is_mark t "}" || t.token.kind = T.End

(* Up to, not including, what 'is_end' finds. *)
let rec sequence t place what ~is_end =
  let found = ref [] and separated = ref true and declared = ref false in
  let labels = ref [] and main = ref None in
  let scope = List.length t.scope in
  let append s =
    found := s :: !found;
    separated := false
  in
  let finish s =
    let is_first = !found = [] && !main = None in
    (if !labels <> [] then
       match (!main, s.kind) with
       | Some _, _ -> fail t "a label cannot stand behind 'unless'"
       | None, Do _ -> ()
       | None, _ -> if is_first && what = Of_block then fail t "a label cannot stand on the first statement of a block");
    s.labels <- !labels @ s.labels;
    labels := [];
    separated := false;
    match !main with
    | Some m ->
        main := None;
        append (plain (Unless (splice m, splice s)))
    | None when is_word t "unless" ->
        (if s.labels <> [] then
           match s.kind with
           | Do _ -> ()
           | (Block _ | Atomic _ | Dstep _) when not (what = Of_option && is_first) -> ()
           | _ -> refuse t "such a label before what 'unless' interrupts");
        if s.kind = Basic K.AElse then fail t "'else' cannot be interrupted by 'unless'";
        main := Some s;
        separated := true;
        advance t
    | None -> append s
  in
  let skip_for_labels () = if !labels <> [] then finish (plain (Skip 1)) in
  let one () =
    match t.token.kind with
    | T.Mark (";" | "->") ->
        if !separated && t.taken.kind <> T.Mark ":" && (!found = [] || !main <> None) && not !declared then
          fail t "a statement should be here";
        skip_for_labels ();
        skip_separators t;
        separated := true
    | _ when (not !separated) && t.taken.kind <> T.Mark "}" && t.taken.kind <> T.Name "else" -> fail t "';' should be here"
    | T.Name name
      when (not (is_keyword name)) && peek t = T.Mark ":" && match find t name with Some (Process _) -> false | _ -> true ->
        labels := { where = place.jumps; name; at = t.token.piece } :: !labels;
        advance t;
        advance t;
        separated := true
    | T.Name ("xr" | "xs") ->
        let rec list () =
          advance t;
          ignore (E.reference ~whole:true t);
          if is_mark t "," then list ()
        in
        list ();
        separated := false;
        declared := true
    | _ when D.is_here t ->
        if !labels <> [] then fail t "a label cannot stand before a declaration";
        if !main <> None then fail t "a statement should be here";
        let as_step = not (what = Of_body && !found = []) in
        List.iter append (declaration_steps t place ~as_step (D.read t));
        separated := false;
        declared := true
    | T.Name "for" -> finish (for_loop t place append)
    | T.Name "select" -> (
        match select t with
        | [ a; b ] as both when select_takes_first both ->
            if !labels <> [] then refuse t "a label before this 'select'";
            append a;
            finish b
        | [ a; b ] ->
            append a;
            finish b
        | l -> List.iter finish l)
    | _ -> finish (statement t place)
  in
  let rec go () =
    if not (is_end t) then begin
      one ();
      go ()
    end
  in
  go ();
  if !main <> None && !labels = [] then fail t "the statement that 'unless' leads to should be here";
  skip_for_labels ();
  if !found = [] && not ((what = Of_body || what = Of_for) && !declared) then fail t "a statement should be here";
  end_scope t scope;
  List.rev !found

(* From '{' to '}'. *)
and braced t place =
  if not (is_mark t "{") then fail t "'{' should be here";
  advance t;
  let l = sequence t { place with helper = ref None } Of_block ~is_end:at_brace in
  take t "}";
  l

and options t place closing =
  advance t;
  if not (is_mark t "::") then fail t "'::' and an option should be here";
  let is_end t = is_mark t "::" || is_word t "fi" || is_word t "od" || is_mark t "}" || t.token.kind = T.End in
  let rec list () =
    if is_mark t "::" then begin
      advance t;
      let one = tidy t (sequence t place Of_option ~is_end) in
      one :: list ()
    end
    else []
  in
  let all = list () in
  let is_else = function { kind = Basic K.AElse; _ } :: _ -> true | _ -> false in
  if List.length (List.filter is_else all) > 1 then fail t "there is more than one 'else'";
  take_word t closing;
  all

(* for (i : a .. b) { ... }: what comes before the loop is appended. *)
and for_loop t place append =
  advance t;
  take t "(";
  let r = E.reference t in
  let r = plain_variable t r in
  let counter, guard, rotation =
    if is_word t "in" then begin
      advance t;
      let all = E.reference ~whole:true t in
      if all.is_whole_array then begin
        append (assign t r (K.XNum (z 0)));
        (r, at_most (read_of t r) (K.XNum (z (all.field.count - 1))), [])
      end
      else begin
        let channel = read_of t all in
        if all.field.typ <> Promela_reader.Basic K.TChan then fail t "an array or a channel should be here";
        let messages = E.scalars t r in
        (match r.field.typ with Record _ -> () | _ -> fail t "a record should be here");
        let c =
          match !(place.helper) with
          | Some c -> c
          | None ->
              let c = D.counter t in
              place.helper := Some c;
              c
        in
        let c = of_field c in
        let taken = List.fold_right (fun x rest -> K.PStore (x, rest)) messages K.PNil in
        append (assign t c (K.XNum (z 0)));
        ( c,
          less (read_of t c) (K.XMeasure (K.MLen, channel)),
          [
            plain (Basic (K.AReceive (channel, false, false, taken)));
            plain (Basic (K.ASend (channel, false, List.map (fun x -> K.XRead x) messages)));
          ] )
      end
    end
    else begin
      take t ":";
      let low, high = range t in
      append (assign t r low);
      (r, at_most (read_of t r) high, [])
    end
  in
  take t ")";
  skip_separators t;
  if not (is_mark t "{") then fail t "'{' should be here";
  advance t;
  let place = { place with helper = ref None; in_loop = true; dstep_loop = place.jumps.dstep > 0 } in
  let body = sequence t place Of_for ~is_end:at_brace in
  take t "}";
  let round = tidy t ((plain (Basic (K.ATest guard)) :: rotation) @ body @ [ increment t counter 1 ]) in
  plain (Do [ round; [ plain (Basic K.AElse); plain Break ] ])

and statement t place =
  match t.token.kind with
  | T.Mark "{" -> plain (Block (braced t place))
  | T.Name "atomic" ->
      advance t;
      plain (Atomic (braced t place))
  | T.Name "d_step" ->
      advance t;
      let place =
        if place.jumps.dstep > 0 then place
        else begin
          t.calls <- t.calls + 1;
          { place with jumps = { place.jumps with dstep = t.calls }; dstep_loop = false }
        end
      in
      plain (Dstep (braced t place))
  | T.Name "if" -> plain (If (options t place "fi"))
  | T.Name "do" -> plain (Do (options t { place with in_loop = true; dstep_loop = place.jumps.dstep > 0 } "od"))
  | T.Name "break" ->
      if not place.in_loop then fail t "'break' is for the inside of a 'do' or 'for'";
      if place.jumps.dstep > 0 && not place.dstep_loop then fail t "'break' cannot leave a d_step";
      advance t;
      plain Break
  | T.Name "goto" ->
      advance t;
      let at = t.token.piece in
      plain (Goto (place.jumps, take_name t, at))
  | T.Name "else" ->
      advance t;
      plain (Basic K.AElse)
  | T.Name "assert" ->
      advance t;
      plain (Basic (K.AAssert (E.expression t)))
  | T.Name "printf" -> printf t
  | T.Name "printm" ->
      advance t;
      take t "(";
      let e = E.expression t in
      take t ")";
      plain (Print (K.APrint [ e ]))
  | T.Name "run" -> run t place None
  | T.Name "_" ->
      advance t;
      take t "=";
      if is_word t "run" then refuse t "'_ = run'";
      plain (Basic (K.ATest (K.XOr (E.expression t, K.XNum (z 1)))))
  | T.Name (("set_priority" | "_priority" | "return" | "c_code") as w) -> refuse t "'%s'" w
  | T.Name name when not (is_keyword name) -> (
      match find t name with
      | Some (Inline inline) -> call t place inline
      | Some (Variable _) -> named t place
      | _ -> test (E.expression t))
  | _ -> test (E.expression t)

(* The tokens of the body with those of the arguments in the place of the parameters' names, and no parentheses added. *)
and call t place inline =
  if inline.is_open then fail t "an inline cannot call itself";
  advance t;
  take t "(";
  let rec arguments depth one all =
    match t.token.kind with
    | T.Mark ")" when depth = 0 -> List.rev (if one = [] && all = [] then [] else List.rev one :: all)
    | T.End | T.Mark ("{" | "}") -> fail t "an argument or ')' should be here"
    | T.Mark "," when depth = 0 ->
        advance t;
        arguments depth [] (List.rev one :: all)
    | kind ->
        let token = t.token in
        let depth = match kind with T.Mark ("(" | "[") -> depth + 1 | T.Mark (")" | "]") -> depth - 1 | _ -> depth in
        advance t;
        arguments depth (token :: one) all
  in
  let given = arguments 0 [] [] in
  if List.length given <> List.length inline.formals then fail t "this inline takes %d arguments" (List.length inline.formals);
  let table = List.combine inline.formals given in
  List.iter
    (function
      | formal, [ { T.kind = T.Name other; _ } ] when other <> formal && List.mem_assoc other table ->
          refuse t "an argument with the name of another parameter"
      | _ -> ())
    table;
  let brace mark = { t.token with kind = T.Mark mark; new_line = false } in
  let body =
    List.concat_map
      (fun (x : T.t) ->
        match x.kind with
        | T.Name name when List.mem_assoc name table ->
            List.mapi (fun i (y : T.t) -> { y with new_line = i = 0 && x.new_line }) (List.assoc name table)
        | _ -> [ x ])
      inline.body
  in
  inline.is_open <- true;
  t.sources <- { tokens = Array.of_list ((brace "{" :: body) @ [ brace "}" ]); next = 0; closes = Some inline } :: t.sources;
  advance t;
  t.calls <- t.calls + 1;
  plain (Block (braced t { place with jumps = { place.jumps with call = t.calls } }))

let body t =
  let collect = ref [] in
  let place = { jumps = { call = 0; dstep = 0 }; in_loop = false; dstep_loop = false; helper = ref None; collect } in
  if not (is_mark t "{") then fail t "'{' should be here";
  t.in_sequence <- t.in_sequence + 1;
  advance t;
  let statements = sequence t place Of_body ~is_end:at_brace in
  t.in_sequence <- t.in_sequence - 1;
  take t "}";
  (statements, List.rev !collect)

(* To the kernel's tree. *)

let begins name word = String.length name >= String.length word && String.sub name 0 (String.length word) = word
let marks name = begins name "end" || begins name "accept" || begins name "progress"

(* The labels of the process, by call and name. *)
let collect_labels statements =
  let all = Hashtbl.create 16 in
  let rec go s =
    List.iter (fun l -> Hashtbl.add all l.name l) s.labels;
    match s.kind with
    | If o | Do o -> List.iter (List.iter go) o
    | Block l | Atomic l | Dstep l -> List.iter go l
    | Unless (a, b) ->
        List.iter go a;
        List.iter go b
    | _ -> ()
  in
  List.iter go statements;
  all

(* Such a d_step can come between the two halves of a handshake. *)
let ignores_offers = function { kind = Print _ | Basic (K.AAssert _); _ } :: _ -> true | _ -> false

let finish t process ~has_rendezvous statements =
  let labels = collect_labels statements in
  let number l = positive (label_number t (process.number, l.where.call, l.name)) in
  let outside = Hashtbl.create 8 in
  Hashtbl.iter
    (fun name l ->
      if Hashtbl.mem t.labels_used (process.number, name) || Hashtbl.mem t.labels_asked (process.number, name) then begin
        if List.length (Hashtbl.find_all labels name) > 1 then
          Promela_pieces.refuse l.at "P@L of one of several labels of the same name";
        Hashtbl.replace outside name ()
      end)
    labels;
  let label_list s =
    List.concat_map
      (fun l ->
        let is_end = begins l.name "end" in
        (number l, is_end)
        :: (if Hashtbl.mem outside l.name then [ (positive (label_number t (process.number, -1, l.name)), false) ] else []))
      s.labels
  in
  let needs_skip s =
    List.exists
      (fun l ->
        let is_used = Hashtbl.mem t.labels_used (process.number, l.name) in
        if Hashtbl.mem outside l.name && not is_used then Promela_pieces.refuse l.at "P@L of a jump in a formula from outside the model";
        marks l.name || is_used)
      s.labels
  in
  let jump from name at =
    let all = Hashtbl.find_all labels name in
    let chosen =
      match (List.filter (fun l -> l.where.call = from.call) all, all) with
      | l :: _, _ | [], [ l ] -> l
      | [], [] -> Promela_pieces.fail at "there is no label %s" (Fault.show_name name)
      | [], _ -> Promela_pieces.refuse at "a jump to one of several labels of the same name"
    in
    if chosen.where.dstep <> from.dstep then Promela_pieces.fail at "this leads into or out of a d_step";
    number chosen
  in
  let rec sequence l =
    let l =
      List.concat_map
        (fun s ->
          match s.kind with
          | (Goto _ | Break) when needs_skip s -> [ { s with kind = Skip 1 }; { s with labels = [] } ]
          | _ -> [ s ])
        l
    in
    match l with
    | [] -> assert false
    | [ s ] -> K.SLast (label_list s, statement s)
    | s :: rest -> K.SThen (label_list s, statement s, sequence rest)
  and options = function [] -> K.NoOption | s :: rest -> K.MoreOptions (sequence s, options rest)
  and statement s =
    match s.kind with
    | Skip _ -> K.SBasic K.ASkip
    | Print a | Basic a -> K.SBasic a
    | Run (target, process, arguments, at) ->
        if not process.is_declared then Promela_pieces.fail at "there is no such proctype";
        let taken = List.length (List.concat_map (fun (_, v) -> D.cells v) process.parameters) in
        if taken <> List.length arguments then Promela_pieces.fail at "this proctype takes %d values" taken;
        K.SBasic (K.ARun (Option.map (E.kernel_reference t) target, nat process.number, arguments))
    | Goto (from, name, at) -> K.SGoto (jump from name at)
    | Break -> K.SBreak
    | If o -> K.SIf (options o)
    | Do o -> K.SDo (options o)
    | Block l -> K.SBlock (sequence l)
    | Atomic l -> K.SAtomic (sequence l)
    | Dstep l ->
        if has_rendezvous && ignores_offers l then
          refuse t "a d_step that begins with printf or assert where there is a rendezvous channel";
        K.SDstep (sequence l)
    | Unless (a, b) -> K.SUnless (sequence a, sequence b)
  in
  match statements with [] -> None | l -> Some (sequence l)

(* The statements of a claim: tests, assertions and jumps. 'misplaced': they are an option, where a label stands for what is behind it. *)
let rec check_claim t ~misplaced = function
  | [] -> ()
  | s :: rest ->
      let is_loop = match s.kind with Do _ -> true | _ -> false in
      let check_label l =
        if begins l.name "end" then Promela_pieces.refuse l.at "a label 'end' in a claim";
        if begins l.name "accept" && misplaced && not is_loop then
          Promela_pieces.refuse l.at "a label 'accept' on the first statement of an option"
      in
      List.iter check_label s.labels;
      (match s.kind with
      | Skip _ | Goto _ | Break | Basic (K.ATest _ | K.AElse | K.AAssert _) -> ()
      | If o | Do o -> List.iter (check_claim t ~misplaced:true) o
      | Block l | Atomic l -> check_claim t ~misplaced:false l
      | Dstep _ -> refuse t "a d_step in a claim"
      | Unless _ -> refuse t "'unless' in a claim"
      | Print _ | Basic _ | Run _ -> refuse t "a claim that does more than look");
      check_claim t ~misplaced:false rest

let finish_claim t process (statements, declarations) =
  if declarations <> [] || process.cells > 0 then refuse t "variables of a claim";
  check_claim t ~misplaced:false statements;
  let body = finish t process ~has_rendezvous:false statements in
  let number l = positive (label_number t (process.number, l.where.call, l.name)) in
  let accepts = Hashtbl.fold (fun name l rest -> if begins name "accept" then number l :: rest else rest) (collect_labels statements) [] in
  (body, accepts)
