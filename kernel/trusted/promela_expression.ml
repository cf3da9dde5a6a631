module K = Kernel
module T = Promela_tokens
open Promela_reader

type reference = {
  is_local : bool;
  first : int;
  indices : (K.expression * int * int) list;
  field : field;
  is_whole_array : bool;
}

let number n =
  let n = n land 0xffffffff in
  K.XNum (z (if n >= 1 lsl 31 then n - (1 lsl 32) else n))

let kernel_type (field : field) basic = { K.t_basic = basic; t_array = field.is_array }

let kernel_reference t r =
  match r.field.typ with
  | Record _ -> fail t "this is a whole record: name one of its fields"
  | Basic basic ->
      let indices = List.fold_right (fun (i, count, stride) rest -> K.Index (i, z count, z stride, rest)) r.indices K.NoIndex in
      K.Ref (r.is_local, positive r.first, indices, kernel_type r.field basic)

(* In the order of the text: elements of an array, in each the fields of its record. *)
let rec scalars t r =
  match r.field.typ with
  | Basic _ -> [ kernel_reference t r ]
  | Record record ->
      List.concat_map
        (fun (_, (f : field)) ->
          List.concat
            (List.init f.count (fun i ->
                 scalars t { r with first = r.first + f.offset + (i * size_of f.typ); field = f; is_whole_array = false })))
        record.fields

let rec reference ?(whole = false) t =
  match t.token.kind with
  | T.Name name -> (
      match find t name with
      | Some (Variable field) ->
          advance t;
          parts ~whole t { is_local = field.is_local; first = field.offset + 1; indices = []; field; is_whole_array = false }
      | _ -> fail t "%s is no variable" (Fault.show_name name))
  | _ -> fail t "a variable should be here"

(* [i].f and so on; the part of an array that has no index is its first. *)
and parts ~whole t r =
  let stride = size_of r.field.typ in
  let indexed =
    if is_mark t "[" then begin
      if not r.field.is_array then fail t "this is no array";
      advance t;
      let i = expression t in
      take t "]";
      { r with indices = r.indices @ [ (i, r.field.count, stride) ] }
    end
    else if r.field.is_array && whole && not (is_mark t ".") then { r with is_whole_array = true }
    else r
  in
  if is_mark t "." then begin
    advance t;
    let record = match r.field.typ with Record record -> record | Basic _ -> fail t "this is no record" in
    let name = take_name t in
    match List.assoc_opt name record.fields with
    | None -> fail t "there is no field %s" (Fault.show_name name)
    | Some field -> parts ~whole t { indexed with first = indexed.first + field.offset; field }
  end
  else indexed

and levels =
  [|
    [ ("||", fun a b -> K.XOr (a, b)) ];
    [ ("&&", fun a b -> K.XAnd (a, b)) ];
    [ ("|", fun a b -> K.XBinary (K.BOrBits, a, b)) ];
    [ ("^", fun a b -> K.XBinary (K.BXorBits, a, b)) ];
    [ ("&", fun a b -> K.XBinary (K.BAndBits, a, b)) ];
    [ ("==", fun a b -> K.XBinary (K.BEq, a, b)); ("!=", fun a b -> K.XBinary (K.BNe, a, b)) ];
    [
      ("<", fun a b -> K.XBinary (K.BLt, a, b));
      (">", fun a b -> K.XBinary (K.BGt, a, b));
      ("<=", fun a b -> K.XBinary (K.BLe, a, b));
      (">=", fun a b -> K.XBinary (K.BGe, a, b));
    ];
    [ ("<<", fun a b -> K.XBinary (K.BShiftLeft, a, b)); (">>", fun a b -> K.XBinary (K.BShiftRight, a, b)) ];
    [ ("+", fun a b -> K.XBinary (K.BAdd, a, b)); ("-", fun a b -> K.XBinary (K.BSub, a, b)) ];
    [
      ("*", fun a b -> K.XBinary (K.BMul, a, b));
      ("/", fun a b -> K.XBinary (K.BDiv, a, b));
      ("%", fun a b -> K.XBinary (K.BMod, a, b));
    ];
  |]

(* From level 'i' on, of which the tightest side may have been read. *)
and level t i first =
  if i = Array.length levels then match first with Some e -> e | None -> unary t
  else
    let rec more a =
      match t.token.kind with
      | T.Mark mark when List.mem_assoc mark levels.(i) ->
          advance t;
          let b = level t (i + 1) None in
          more ((List.assoc mark levels.(i)) a b)
      | _ -> a
    in
    more (level t (i + 1) first)

and expression t = level t 0 None
and expression_from t r = level t 0 (Some (value_of t r))

and unary t =
  let apply f =
    advance t;
    f (unary t)
  in
  match t.token.kind with
  | T.Mark "!" -> apply (fun e -> K.XUnary (K.UNot, e))
  | T.Mark "-" -> apply (fun e -> K.XUnary (K.UNegate, e))
  | T.Mark "~" -> apply (fun e -> K.XUnary (K.UComplement, e))
  | T.Mark "(" ->
      advance t;
      let a = expression t in
      let e =
        if is_mark t "->" then begin
          advance t;
          let b = expression t in
          take t ":";
          let c = expression t in
          K.XIf (a, b, c)
        end
        else a
      in
      take t ")";
      e
  | T.Number n ->
      advance t;
      number n
  | T.Name word when is_keyword word -> keyword t word
  | T.Name name -> (
      match find t name with
      | Some (Constant n) ->
          advance t;
          number n
      | Some (Process _) -> remote t name
      | _ -> value_of t (reference t))
  | _ -> fail t "an expression should be here"

(* A variable's value, or a poll of the channel it names. *)
and value_of t r =
  match t.token.kind with
  | T.Mark (("?" | "??") as mark) when peek t = T.Mark "[" ->
      advance t;
      advance t;
      let p = patterns t in
      take t "]";
      K.XPoll (K.XRead (kernel_reference t r), mark = "??", p)
  | _ -> K.XRead (kernel_reference t r)

and keyword t word =
  let simple e =
    advance t;
    e
  in
  let measured m =
    advance t;
    take t "(";
    let r = reference t in
    if r.field.typ <> Basic K.TChan then fail t "the name of a channel should be here";
    take t ")";
    K.XMeasure (m, K.XRead (kernel_reference t r))
  in
  match word with
  | "true" | "skip" -> simple (number 1)
  | "false" -> simple (number 0)
  | "_pid" -> simple K.XSelf
  | "_nr_pr" -> simple K.XCount
  | "_last" ->
      t.uses_last <- true;
      simple K.XLast
  | "timeout" ->
      t.uses_timeout <- true;
      simple K.XTimeout
  | "len" -> measured K.MLen
  | "empty" -> measured K.MEmpty
  | "nempty" -> measured K.MNempty
  | "full" -> measured K.MFull
  | "nfull" -> measured K.MNfull
  | "run" -> refuse t "'run' within an expression"
  | "enabled" | "pc_value" | "get_priority" | "_priority" | "c_expr" | "np_" -> refuse t "'%s'" word
  | _ -> fail t "an expression should be here"

(* P@L, P[i]@L, P:x, P[i]:x *)
and remote t name =
  let process = find_process t name in
  advance t;
  let pid =
    if is_mark t "[" then begin
      advance t;
      let e = expression t in
      take t "]";
      Some e
    end
    else None
  in
  let type_ = nat process.number in
  if is_mark t "@" then begin
    advance t;
    let label = match t.token.kind with T.Name label -> label | _ -> fail t "a label should be here" in
    advance t;
    Hashtbl.replace t.labels_used (process.number, label) ();
    let n = positive (label_number t (process.number, -1, label)) in
    match pid with Some pid -> K.XAt (type_, pid, n) | None -> K.XSomeAt (type_, n)
  end
  else begin
    take t ":";
    let name = take_name t in
    match List.filter (fun (n, _) -> n = name) process.locals with
    | [] -> fail t "it has no variable %s" (Fault.show_name name)
    | _ :: _ :: _ -> refuse t "a reference to one of several variables of the same name"
    | [ (_, field) ] -> (
        if size_of field.typ <> 1 then fail t "a record of another process cannot be seen";
        let r = parts ~whole:false t { is_local = true; first = field.offset + 1; indices = []; field; is_whole_array = false } in
        let r = kernel_reference t r in
        match pid with Some pid -> K.XRemote (type_, pid, r) | None -> K.XSomeRemote (type_, r))
  end

and argument t =
  match t.token.kind with
  | T.Name name when not (is_keyword name) -> (
      match find t name with
      | Some (Variable _) -> (
          let r = reference t in
          match r.field.typ with
          | Record _ -> List.map (fun r -> K.XRead r) (scalars t r)
          | Basic _ -> [ expression_from t r ])
      | _ -> [ expression t ])
  | _ -> [ expression t ]

and message t =
  let rec list () =
    let one = argument t in
    if is_mark t "," then begin
      advance t;
      one @ list ()
    end
    else one
  in
  let first = argument t in
  if is_mark t "(" then begin
    advance t;
    let rest = list () in
    take t ")";
    first @ rest
  end
  else if is_mark t "," then begin
    advance t;
    first @ list ()
  end
  else first

and patterns t =
  let value e rest = K.PValue (e, rest) in
  let one () =
    match t.token.kind with
    | T.Name "_" ->
        advance t;
        fun rest -> K.PAny rest
    | T.Name "eval" ->
        advance t;
        take t "(";
        let e = expression t in
        take t ")";
        value e
    | T.Number n ->
        advance t;
        value (number n)
    | T.Mark "-" -> (
        advance t;
        match t.token.kind with
        | T.Number n ->
            advance t;
            value (number (-n))
        | T.Name name when (match find t name with Some (Constant _) -> true | _ -> false) -> (
            advance t;
            match find t name with Some (Constant n) -> value (number (-n)) | _ -> assert false)
        | _ -> fail t "a number should be here")
    | T.Name (("true" | "skip" | "false") as word) ->
        advance t;
        value (number (if word = "false" then 0 else 1))
    | T.Name name -> (
        match find t name with
        | Some (Constant n) ->
            advance t;
            value (number n)
        | Some (Variable _) ->
            let all = scalars t (reference t) in
            fun rest -> List.fold_right (fun r rest -> K.PStore (r, rest)) all rest
        | _ -> fail t "a variable, a constant, '_' or eval(...) should be here")
    | _ -> fail t "a variable, a constant, '_' or eval(...) should be here"
  in
  let rec list () =
    if is_mark t "(" then nested (fun rest -> rest)
    else
      let first = one () in
      if is_mark t "," then begin
        advance t;
        first (list ())
      end
      else if is_mark t "(" then nested first
      else first K.PNil
  and nested first =
    advance t;
    let rest = list () in
    take t ")";
    first rest
  in
  list ()

let operators = List.tl (List.tl (Array.to_list levels))

let cut n =
  let n = n land 0xffffffff in
  if n >= 1 lsl 31 then n - (1 lsl 32) else n

let rec int_of_positive = function K.XH -> 1 | K.XO p -> 2 * int_of_positive p | K.XI p -> (2 * int_of_positive p) + 1
let int_of_z = function K.Z0 -> 0 | K.Zpos p -> int_of_positive p | K.Zneg p -> -int_of_positive p

let constant ~variables t =
  let wrong () = fail t "a constant should be here: numbers and + - * / %%" in
  let rec fold = function
    | K.XNum n -> int_of_z n
    | K.XUnary (K.UNegate, a) -> cut (-fold a)
    | K.XBinary (o, a, b) -> (
        let a = fold a and b = fold b in
        match o with
        | K.BAdd -> cut (a + b)
        | K.BSub -> cut (a - b)
        | K.BMul -> cut (a * b)
        | K.BDiv when b <> 0 -> cut (a / b)
        | K.BMod when b <> 0 -> a mod b
        | _ -> wrong ())
    | K.XRead (K.Ref (false, first, K.NoIndex, _)) when variables -> (
        match Hashtbl.find_opt t.constants (int_of_positive first) with Some n -> n | None -> wrong ())
    | _ -> wrong ()
  in
  fold (expression t)
