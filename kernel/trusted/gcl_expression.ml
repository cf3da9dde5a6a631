open Gcl_syntax
module S = Gcl_scanner

type meaning = Parameter of int64 | Variable of variable | Bound of int

type reader = {
  scanner : S.t;
  names : (string, meaning) Hashtbl.t;
  mutable bound : int; (* how many indices there are here *)
  mutable nested : int;
  mutable cells : int;
  mutable only_constants : bool; (* here variables have no value *)
  mutable in_guard : bool; (* of a branch: '->' ends it *)
}

let create source =
  {
    scanner = S.create source ~from:0;
    names = Hashtbl.create 16;
    bound = 0;
    nested = 0;
    cells = 0;
    only_constants = false;
    in_guard = false;
  }

(* An expression with what is known about it. *)
type typed = { e : expression; kind : kind; depth : int }

let show_kind = function Boolean -> "Boolean" | Integer -> "integer"
let fail r format = S.fail r.scanner format
let fail_at r place format = Source.fail_at (S.source r.scanner) place format

let nest r read =
  if r.nested >= most_nested then fail r "nested more than %d deep" most_nested;
  r.nested <- r.nested + 1;
  let result = read () in
  r.nested <- r.nested - 1;
  result

(* Others are recursive in the depth of an expression. *)
let deepest = 10_000

let make r place node kind parts =
  let depth = 1 + List.fold_left (fun d part -> max d part.depth) 0 parts in
  if depth > deepest then fail_at r place "the expression is nested more than %d deep" deepest;
  { e = { place; node }; kind; depth }

let want r kind typed =
  if typed.kind <> kind then
    fail_at r typed.e.place "%s where %s is needed"
      (match typed.kind with Boolean -> "a Boolean value" | Integer -> "an integer")
      (match kind with Boolean -> "a Boolean value" | Integer -> "an integer")

let check_new r place name =
  if Hashtbl.mem r.names name then fail_at r place "a second declaration of %s" (Fault.show_name name)

(* What is read knows the index. *)
let with_index r place name read =
  check_new r place name;
  if r.bound >= most_nested then fail r "more than %d indices at once" most_nested;
  let index = r.bound in
  Hashtbl.add r.names name (Bound index);
  r.bound <- index + 1;
  let result = read index in
  r.bound <- index;
  Hashtbl.remove r.names name;
  result

let constants_only r read =
  let before = r.only_constants in
  r.only_constants <- true;
  let result = read () in
  r.only_constants <- before;
  result

(* By how tightly they bind; all but -> are left-associative. *)
let binary_of = function
  | "->" -> Some (Implies, 1)
  | "||" -> Some (Or, 2)
  | "&&" -> Some (And, 3)
  | "=" | "==" -> Some (Equal, 4)
  | "!=" -> Some (Unequal, 4)
  | "<" -> Some (Less, 4)
  | "<=" -> Some (At_most, 4)
  | ">" -> Some (Greater, 4)
  | ">=" -> Some (At_least, 4)
  | "+" -> Some (Add, 5)
  | "-" -> Some (Subtract, 5)
  | "*" -> Some (Multiply, 6)
  | "/" -> Some (Divide, 6)
  | "%" -> Some (Modulo, 6)
  | _ -> None

let comparison = 4

let apply r place operator left right =
  let kind =
    match operator with
    | And | Or | Implies ->
        want r Boolean left;
        want r Boolean right;
        Boolean
    | Equal | Unequal ->
        if left.kind <> right.kind then
          fail_at r place "a comparison of %s with %s" (show_kind left.kind) (show_kind right.kind);
        Boolean
    | Less | At_most | Greater | At_least ->
        want r Integer left;
        want r Integer right;
        Boolean
    | Add | Subtract | Multiply | Divide | Modulo ->
        want r Integer left;
        want r Integer right;
        Integer
  in
  make r place (Operation (operator, left.e, right.e)) kind [ left; right ]

let with_guard r in_guard read =
  let before = r.in_guard in
  r.in_guard <- in_guard;
  let result = read r in
  r.in_guard <- before;
  result

(* 'weakest': operators that bind more weakly end the expression. *)
let rec expression r ~weakest =
  let left = unary r in
  operations r left ~weakest ~compared:false

and operations r left ~weakest ~compared =
  let s = r.scanner in
  match S.token s with
  | S.Mark mark -> (
      match binary_of mark with
      | Some (operator, level) when level >= weakest ->
          let place = S.place s in
          if compared && level = comparison then fail r "a comparison of a comparison: parentheses are missing";
          S.skip s;
          let right = if operator = Implies then full r else nest r (fun () -> expression r ~weakest:(level + 1)) in
          operations r (apply r place operator left right) ~weakest ~compared:(level = comparison)
      | _ -> left)
  | _ -> left

(* As much as there is. Only here, which is also behind '->', a quantifier may stand. *)
and full r =
  nest r (fun () ->
      match S.token r.scanner with
      | S.Keyword (("FORALL" | "EXISTS" | "SUM") as word) ->
          let place = S.place r.scanner in
          S.skip r.scanner;
          quantified r place word
      | _ -> expression r ~weakest:(if r.in_guard then 2 else 1))

and unary r =
  let s = r.scanner in
  let place = S.place s in
  match S.token s with
  | S.Mark "!" ->
      S.skip s;
      let e = nest r (fun () -> unary r) in
      want r Boolean e;
      make r place (Not e.e) Boolean [ e ]
  | S.Mark "-" ->
      S.skip s;
      let e = nest r (fun () -> unary r) in
      want r Integer e;
      make r place (Negate e.e) Integer [ e ]
  | S.Mark "(" ->
      S.skip s;
      let e = with_guard r false full in
      S.expect_mark s ")";
      e
  | S.Number value ->
      S.skip s;
      make r place (Constant value) Integer []
  | S.Keyword (("TRUE" | "FALSE") as word) ->
      S.skip s;
      make r place (Constant (if word = "TRUE" then 1L else 0L)) Boolean []
  | S.Keyword (("FORALL" | "EXISTS" | "SUM") as word) -> fail r "%s must be in parentheses here" word
  | S.Name name -> named r place name
  | _ -> S.misfit s "an expression"

and named r place name =
  let s = r.scanner in
  match Hashtbl.find_opt r.names name with
  | None -> fail r "there is no %s %s" (if r.only_constants then "constant" else "variable") (Fault.show_name name)
  | Some (Parameter value) ->
      S.skip s;
      make r place (Constant value) Integer []
  | Some (Bound index) ->
      S.skip s;
      make r place (Index index) Integer []
  | Some (Variable variable) ->
      if r.only_constants then fail r "%s is a variable: a constant should be here" (Fault.show_name name);
      S.skip s;
      let index = subscript r variable in
      make r place (Read (variable, index.e)) variable.kind [ index ]

and subscript r (variable : variable) =
  let s = r.scanner in
  let place = S.place s in
  if not (S.is_mark s "[") then begin
    if variable.is_array then fail r "%s is an array: '[' and an index should be here" (Fault.show_name variable.name);
    make r place (Constant 0L) Integer []
  end
  else begin
    if not variable.is_array then fail r "%s is no array" (Fault.show_name variable.name);
    S.skip s;
    let index = with_guard r false full in
    want r Integer index;
    S.expect_mark s "]";
    index
  end

(* LOW .. HIGH, constants. *)
and range r =
  constants_only r (fun () ->
      let low = with_guard r false full in
      want r Integer low;
      S.expect_mark r.scanner "..";
      let high = with_guard r false full in
      want r Integer high;
      (low, high))

(* The body goes on as far as it can. *)
and quantified r place word =
  let s = r.scanner in
  let at = S.place s in
  let name = S.expect_name s "the name of an index" in
  S.expect_keyword s "IN";
  let low, high = range r in
  S.expect_mark s ".";
  with_index r at name (fun index ->
      let body = full r in
      let quantifier = match word with "FORALL" -> Forall | "EXISTS" -> Exists | _ -> Sum in
      let kind = if quantifier = Sum then Integer else Boolean in
      want r kind body;
      make r place (Quantified (quantifier, index, { low = low.e; high = high.e }, body.e)) kind [ low; high; body ])

let guard r = with_guard r true full

let typed r kind read =
  let e = read r in
  want r kind e;
  e.e

let constant r = constants_only r (fun () -> full r)
let constant_value r kind = value (S.source r.scanner) (typed r kind constant)
