module P = Promela_pieces

type kind =
  | Name of string
  | Number of int
  | Text
  | Mark of string
  | End

type t = { kind : kind; piece : P.t; new_line : bool }

let pairs =
  [
    "++"; "--"; "<<"; ">>"; "<="; ">="; "=="; "!="; "&&"; "||"; "->"; "/\\"; "\\/"; "[]"; "<>"; "::"; ".."; "!!"; "??";
  ]

let singles = "=<>+-*/%!~&|^?()[]{},;:.@"
let is_digit c = c >= '0' && c <= '9'

(* A number of C is several of Promela's tokens: 0..N, 3x. *)
let number (p : P.t) =
  let n = String.length p.text in
  let rec digits i = if i < n && is_digit p.text.[i] then digits (i + 1) else i in
  let value i j =
    match int_of_string_opt ("0u" ^ String.sub p.text i (j - i)) with
    | Some v when v >= 0 -> v
    | _ -> P.refuse p "a number as large as this"
  in
  let token kind i = { kind; piece = p; new_line = p.new_line && i = 0 } in
  let rec go i =
    if i >= n then []
    else if is_digit p.text.[i] then
      let j = digits i in
      token (Number (value i j)) i :: go j
    else if i + 1 < n && String.sub p.text i 2 = ".." then token (Mark "..") i :: go (i + 2)
    else if p.text.[i] = '.' || p.text.[i] = '+' || p.text.[i] = '-' then P.refuse p "a number like this"
    else
      let rec word j = if j < n && p.text.[j] <> '.' then word (j + 1) else j in
      let j = word i in
      token (Name (String.sub p.text i (j - i))) i :: go j
  in
  go 0

let character (p : P.t) =
  match String.length p.text with
  | 3 -> Number (Char.code p.text.[1])
  | 4 when p.text.[1] = '\\' -> (
      match p.text.[2] with
      | 'n' -> Number 10
      | 'r' -> Number 13
      | 't' -> Number 9
      | 'f' -> Number 12
      | c -> Number (Char.code c))
  | _ -> P.fail p "one character should be between the quotes"

let of_source ~macros ~claims ~formula source =
  let token kind (p : P.t) = { kind; piece = p; new_line = p.new_line } in
  let rec go found = function
    | [] -> found
    | ({ P.kind = P.Mark; text = a; _ } as p) :: { P.kind = P.Mark; text = b; white = false; new_line = false; _ } :: rest
      when List.mem (a ^ b) pairs -> (
        match (a ^ b, rest) with
        | "--", { P.kind = P.Mark; text = ">"; white = false; new_line = false; _ } :: rest -> go (token (Mark "->") p :: found) rest
        | "/\\", _ -> go (token (Mark "&&") p :: found) rest
        | "\\/", _ -> go (token (Mark "||") p :: found) rest
        | pair, _ -> go (token (Mark pair) p :: found) rest)
    | p :: rest -> (
        match p.P.kind with
        | P.Name -> go (token (Name p.text) p :: found) rest
        | P.Number -> go (List.rev_append (number p) found) rest
        | P.Text -> go (token Text p :: found) rest
        | P.Character -> go (token (character p) p :: found) rest
        | P.Mark | P.Newline ->
            if not (String.contains singles p.text.[0]) then P.fail p "this means nothing in Promela";
            go (token (Mark p.text) p :: found) rest)
  in
  let last =
    { P.kind = P.Newline; text = ""; white = true; new_line = true; place = (source, String.length source.Source.text); hidden = [] }
  in
  let tokens pieces = Array.of_list (List.rev (token End last :: go [] pieces)) in
  let model, asked = Promela_preprocessor.run ~macros ~claims ~formula source in
  (tokens model, tokens asked)
