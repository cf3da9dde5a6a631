module K = Kernel
module T = Promela_tokens
open Promela_reader

type t =
  | Expression of K.expression
  | Not of t
  | Next of t
  | Always of t
  | Eventually of t
  | And of t * t
  | Or of t * t
  | Implies of t * t
  | Equivalent of t * t
  | Until of t * t
  | Release of t * t
  | Weak of t * t

type operator = Temporal of (t -> t -> t) | Value of (K.expression -> K.expression -> K.expression)

let both make of_values a b = match (a, b) with Expression a, Expression b -> Expression (of_values a b) | _ -> make a b

(* The operator that is here, how tightly it binds, and how many tokens it has. *)
let operator t =
  match t.token.kind with
  | T.Mark "->" | T.Name "implies" -> Some (0, 1, Temporal (fun a b -> Implies (a, b)))
  | T.Mark "<" when peek t = T.Mark "->" -> Some (0, 2, Temporal (fun a b -> Equivalent (a, b)))
  | T.Name "equivalent" -> Some (0, 1, Temporal (fun a b -> Equivalent (a, b)))
  | T.Mark "||" -> Some (1, 1, Temporal (both (fun a b -> Or (a, b)) (fun a b -> K.XOr (a, b))))
  | T.Mark "&&" -> Some (2, 1, Temporal (both (fun a b -> And (a, b)) (fun a b -> K.XAnd (a, b))))
  | T.Name ("U" | "until" | "stronguntil") -> Some (3, 1, Temporal (fun a b -> Until (a, b)))
  | T.Name ("V" | "release") -> Some (3, 1, Temporal (fun a b -> Release (a, b)))
  | T.Name ("W" | "weakuntil") -> Some (3, 1, Temporal (fun a b -> Weak (a, b)))
  | T.Mark mark ->
      let rec find level = function
        | [] -> None
        | operators :: tighter -> (
            match List.assoc_opt mark operators with
            | Some make -> Some (level, 1, Value make)
            | None -> find (level + 1) tighter)
      in
      find 4 Promela_expression.operators
  | _ -> None

let value t = function Expression e -> e | _ -> fail t "a temporal operator binds tighter than the operator beside it"

let rec binary t least =
  let rec more a =
    match operator t with
    | Some (level, tokens, make) when level >= least ->
        for _ = 1 to tokens do
          advance t
        done;
        let b = binary t (level + 1) in
        more (match make with Temporal make -> make a b | Value make -> Expression (make (value t a) (value t b)))
    | _ -> a
  in
  more (unary t)

and unary t =
  let apply make =
    advance t;
    make (unary t)
  in
  let negated = function Expression e -> Expression (K.XUnary (K.UNot, e)) | f -> Not f in
  (* SPIN does not know F and G: a name of the model comes first. *)
  let is_declared name = find t name <> None || Hashtbl.mem t.processes name in
  match t.token.kind with
  | T.Name "G" when not (is_declared "G") -> apply (fun f -> Always f)
  | T.Name "F" when not (is_declared "F") -> apply (fun f -> Eventually f)
  | T.Mark "[]" | T.Name "always" -> apply (fun f -> Always f)
  | T.Mark "<>" | T.Name "eventually" -> apply (fun f -> Eventually f)
  | T.Name ("X" | "next") -> apply (fun f -> Next f)
  | T.Mark "!" -> apply negated
  | T.Mark "!!" -> apply (fun f -> negated (negated f))
  | T.Mark "-" -> apply (fun f -> Expression (K.XUnary (K.UNegate, value t f)))
  | T.Mark "~" -> apply (fun f -> Expression (K.XUnary (K.UComplement, value t f)))
  | T.Mark "(" -> parenthesis t
  | T.Name (("timeout" | "_pid" | "_last" | "np_") as word) when word <> "_last" || not t.uses_last -> refuse t "'%s' in a formula" word
  | _ -> Expression (Promela_expression.unary t)

and parenthesis t =
  advance t;
  let f = binary t 0 in
  let f =
    match f with
    | Implies (Expression a, Expression b) when is_mark t ":" ->
        advance t;
        Expression (K.XIf (a, b, value t (binary t 0)))
    | _ -> f
  in
  take t ")";
  f

let read t =
  let f = binary t 0 in
  skip_separators t;
  if not (is_mark t "}" || t.token.kind = T.End) then fail t "an operator should be here";
  f

let to_kernel formula atoms =
  let found = ref (List.rev atoms) in
  let atom e =
    let rec find n = function [] -> None | x :: rest -> if x = e then Some n else find (n - 1) rest in
    let count = List.length !found in
    match find count !found with
    | Some n -> K.FAtom (Binary.positive n)
    | None ->
        found := e :: !found;
        K.FAtom (Binary.positive (count + 1))
  in
  let is_listed e = List.mem e atoms in
  let rec of_expression e =
    match e with
    | K.XNum K.Z0 -> K.FFalse
    | K.XNum _ -> K.FTrue
    | _ when is_listed e -> atom e
    | K.XUnary (K.UNot, a) -> K.FNot (of_expression a)
    | K.XAnd (a, b) ->
        let a = of_expression a in
        K.FAnd (a, of_expression b)
    | K.XOr (a, b) ->
        let a = of_expression a in
        K.FOr (a, of_expression b)
    | _ -> atom e
  in
  let rec go = function
    | Expression e -> of_expression e
    | Not a -> K.FNot (go a)
    | Next a -> K.FNext (go a)
    | Always a -> K.FGlobally (go a)
    | Eventually a -> K.FFinally (go a)
    | And (a, b) -> two (fun a b -> K.FAnd (a, b)) a b
    | Or (a, b) -> two (fun a b -> K.FOr (a, b)) a b
    | Implies (a, b) -> two (fun a b -> K.FImplies (a, b)) a b
    | Equivalent (a, b) -> two (fun a b -> K.FEquiv (a, b)) a b
    | Until (a, b) -> two (fun a b -> K.FUntil (a, b)) a b
    | Release (a, b) -> two (fun a b -> K.FRelease (a, b)) a b
    | Weak (a, b) -> two (fun a b -> K.FWeak (a, b)) a b
  and two make a b =
    let a = go a in
    make a (go b)
  in
  let raw = go formula in
  (raw, List.rev !found)
