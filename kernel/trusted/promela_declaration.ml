module K = Kernel
module T = Promela_tokens
open Promela_reader

let simple = function
  | "bit" | "bool" -> Some K.TBit
  | "byte" | "pid" -> Some K.TByte
  | "short" -> Some K.TShort
  | "int" -> Some K.TInt
  | "unsigned" -> Some (K.TUnsigned (z 16))
  | "mtype" -> Some K.TMtype
  | "chan" -> Some K.TChan
  | _ -> None

let is_here t =
  match t.token.kind with
  | T.Name ("hidden" | "show" | "local") -> true
  | T.Name word when simple word <> None -> true
  | T.Name name -> (match find t name with Some (Type _) -> peek t <> T.Mark ":" | _ -> false)
  | _ -> false

let read_type t =
  match t.token.kind with
  | T.Name word when simple word <> None ->
      advance t;
      if word = "mtype" && is_mark t ":" then begin
        advance t;
        let set = take_name t in
        (Basic K.TMtype, set)
      end
      else (Basic (Option.get (simple word)), "")
  | T.Name name -> (
      match find t name with
      | Some (Type record) ->
          advance t;
          (Record record, "")
      | _ -> fail t "a type should be here")
  | _ -> fail t "a type should be here"

let rec message_fields = function
  | Basic basic -> [ basic ]
  | Record r ->
      List.concat_map (fun (_, (f : field)) -> List.concat (List.init f.count (fun _ -> message_fields f.typ))) r.fields

(* [n] of { byte, T }; its shape. *)
let channel t =
  take t "[";
  let capacity = Promela_expression.constant ~variables:false t in
  if capacity < 0 || capacity > 255 then fail t "a channel holds 0 to 255 messages";
  take t "]";
  take_word t "of";
  take t "{";
  let rec types () =
    let typ, _ = read_type t in
    let fields = message_fields typ in
    if List.exists (function K.TUnsigned _ -> true | _ -> false) fields then fail t "'unsigned' cannot be sent";
    if is_mark t "," then begin
      advance t;
      fields @ types ()
    end
    else fields
  in
  let fields = types () in
  take t "}";
  t.shapes <- { K.h_capacity = nat capacity; h_fields = fields } :: t.shapes;
  List.length t.shapes - 1

(* The last of a list of first values is that of all that follow. *)
let values t count =
  take t "{";
  let rec list () =
    let n = Promela_expression.constant ~variables:true t in
    if is_mark t "," then begin
      advance t;
      n :: list ()
    end
    else [ n ]
  in
  let given = Array.of_list (list ()) in
  take t "}";
  List.init count (fun i -> K.XNum (z given.(min i (Array.length given - 1))))

let first_value t typ is_array count =
  if not (is_mark t "=") then Nothing
  else begin
    advance t;
    if is_mark t "{" then begin
      if not is_array then fail t "this is no array: it takes one value";
      Values (values t count)
    end
    else if is_mark t "[" then begin
      if typ <> Basic K.TChan then fail t "this is no channel";
      Channel (channel t)
    end
    else if is_word t "run" then refuse t "'run' as a first value"
    else
      let e = Promela_expression.expression t in
      match typ with Record _ -> Nothing | Basic _ -> Value e
  end

let variable t typ ~is_local offset =
  let name = take_name t in
  let typ =
    if is_mark t ":" then begin
      advance t;
      match (t.token.kind, typ) with
      | T.Number n, Basic (K.TUnsigned _) when n >= 1 && n <= 32 ->
          advance t;
          Basic (K.TUnsigned (z n))
      | _ -> fail t "a number of bits should be here"
    end
    else typ
  in
  let is_array = is_mark t "[" in
  let count =
    if is_array then begin
      advance t;
      let n = Promela_expression.constant ~variables:true t in
      take t "]";
      if n < 1 then fail t "an array has an element";
      n
    end
    else 1
  in
  let first_value = first_value t typ is_array count in
  (name, { typ; is_array; count; offset; is_local; first_value })

let mtypes t set =
  if t.process <> None then fail t "constants are declared outside of processes";
  if is_mark t "=" then advance t;
  take t "{";
  let rec list () =
    let name = take_name t in
    if is_mark t "," then advance t;
    if is_mark t "}" then [ name ] else name :: list ()
  in
  let names = list () in
  take t "}";
  (set, names)

(* A list of variables of one type; none is known before the last. 'offset': where the first lies. *)
let variables t typ ~is_local offset =
  let rec list offset =
    let name, v = variable t typ ~is_local offset in
    let behind = offset + (v.count * size_of typ) in
    if is_mark t "," then begin
      advance t;
      (name, v) :: list behind
    end
    else [ (name, v) ]
  in
  list offset

let qualifier t = match t.token.kind with T.Name ("hidden" | "show" | "local") -> advance t | _ -> ()
let end_of = List.fold_left (fun most (_, (v : field)) -> max most (v.offset + (v.count * size_of v.typ))) 0

(* Numbered from the end of the list; a further list goes on above. *)
let declare_mtypes t (set, names) =
  let table = t.mtype_counts in
  let used = Option.value ~default:0 (Hashtbl.find_opt table set) in
  let count = List.length names in
  if used + count > 255 then fail t "there are more than 255 constants";
  List.iteri (fun i name -> declare t name (Constant (used + count - i))) names;
  Hashtbl.replace table set (used + count)

let add t list =
  (match t.process with
  | Some p ->
      p.cells <- max p.cells (end_of list);
      p.locals <- List.rev_append list p.locals
  | None -> t.globals <- max t.globals (end_of list));
  List.iter (fun (name, v) -> declare t name (Variable v)) list

let read t =
  qualifier t;
  let typ, set = read_type t in
  if typ = Basic K.TMtype && (is_mark t "=" || is_mark t "{") then begin
    declare_mtypes t (mtypes t set);
    []
  end
  else begin
    let list =
      match t.process with
      | Some p -> variables t typ ~is_local:true p.cells
      | None -> variables t typ ~is_local:false t.globals
    in
    add t list;
    if t.process = None then
      List.iter
        (fun (_, v) ->
          match (v.first_value, v.is_array) with
          | Value (K.XNum n), false -> Hashtbl.replace t.constants (v.offset + 1) (Promela_expression.int_of_z n)
          | _ -> ())
        list;
    list
  end

let parameters t =
  take t "(";
  let rec list found =
    if is_mark t ")" then found
    else begin
      let found = found @ read t in
      if is_mark t ")" then found
      else begin
        if not (is_mark t ";") then fail t "';' or ')' should be here";
        skip_separators t;
        list found
      end
    end
  in
  let found = list [] in
  take t ")";
  List.iter
    (fun (_, (v : field)) -> if v.is_array || v.first_value <> Nothing then fail t "a parameter cannot be this")
    found;
  found

let typedef t =
  advance t;
  let name = take_name t in
  if not (is_mark t "{") then fail t "'{' should be here";
  t.in_sequence <- t.in_sequence + 1;
  advance t;
  skip_separators t;
  let rec fields found offset =
    qualifier t;
    let typ, _ = read_type t in
    let list = variables t typ ~is_local:false offset in
    let found = found @ list in
    if not (is_mark t ";" || is_mark t "}") then fail t "';' or '}' should be here";
    skip_separators t;
    if is_mark t "}" then found else fields found (end_of found)
  in
  let found = fields [] 0 in
  t.in_sequence <- t.in_sequence - 1;
  advance t;
  declare t name (Type { fields = found; size = end_of found })

let counter t =
  match t.process with
  | None -> fail t "a loop should be in a process"
  | Some p ->
      let v = { typ = Basic K.TInt; is_array = false; count = 1; offset = p.cells; is_local = true; first_value = Nothing } in
      p.cells <- p.cells + 1;
      v

let class_of = function
  | K.TUnsigned _ -> K.CUnsigned
  | K.TBit -> K.CBit
  | K.TByte -> K.CByte
  | K.TChan -> K.CChan
  | K.TMtype -> K.CMtype
  | K.TShort -> K.CShort
  | K.TInt -> K.CInt

let rec in_order ~as_step ~in_record base (v : field) =
  match v.typ with
  | Record r ->
      List.concat
        (List.init v.count (fun i ->
             let base = base + v.offset + (i * r.size) in
             List.concat_map (fun (_, f) -> in_order ~as_step:false ~in_record:true base f) r.fields))
  | Basic basic -> (
      let make initial =
        [
          {
            K.d_class = (if in_record then K.CRecord else class_of basic);
            d_first = positive (base + v.offset + 1);
            d_type = { K.t_basic = basic; t_array = v.is_array };
            d_initial = initial;
          };
        ]
      in
      match v.first_value with
      | Nothing -> []
      | Value _ when as_step -> []
      | Value e -> make (K.IValue (e, nat v.count))
      | Values l -> make (K.IList l)
      | Channel shape -> make (K.IChannel (nat shape, nat v.count)))

let first_values ?(as_step = false) v = in_order ~as_step ~in_record:false 0 v

let rec scalars base (v : field) =
  List.concat
    (List.init v.count (fun i ->
         match v.typ with
         | Basic basic -> [ (positive (base + v.offset + i + 1), { K.t_basic = basic; t_array = v.is_array }) ]
         | Record r -> List.concat_map (fun (_, f) -> scalars (base + v.offset + (i * r.size)) f) r.fields))

let cells v = scalars 0 v
