type token = End | Number of int64 | Name of string | Keyword of string | Mark of string

type t = { source : Source.t; mutable at : int; mutable place : int; mutable token : token }

let source t = t.source
let token t = t.token
let place t = t.place
let fail t format = Source.fail_at t.source t.place format
let byte t i = if i < String.length t.source.text then String.unsafe_get t.source.text i else '\000'
let is_letter = function 'a' .. 'z' | 'A' .. 'Z' | '_' -> true | _ -> false
let is_digit c = c >= '0' && c <= '9'
let is_word_byte c = is_letter c || is_digit c

let rec skip_space t i =
  match byte t i with
  | ' ' | '\t' | '\r' | '\n' -> skip_space t (i + 1)
  | '#' -> (
      match String.index_from_opt t.source.text i '\n' with
      | Some newline -> skip_space t newline
      | None -> String.length t.source.text)
  | _ -> i

let keywords =
  [
    "PARAM"; "VAR"; "BOOL"; "LTL"; "BEGIN"; "END"; "SKIP"; "IF"; "FI"; "THEN"; "ELSE"; "WHILE"; "DO"; "IN"; "FORALL";
    "EXISTS"; "SUM"; "TRUE"; "FALSE";
  ] [@@ocamlformat "disable"]

(* In one case throughout. *)
let keyword word =
  let upper = String.uppercase_ascii word in
  if (word = upper || word = String.lowercase_ascii word) && List.mem upper keywords then Some upper else None

let rec while_bytes t i is = if is (byte t i) then while_bytes t (i + 1) is else i

(* The longest comes first. *)
let marks =
  [
    ":="; "->"; "=="; "!="; "<="; ">="; "&&"; "||"; "[]"; ".."; ";"; ","; ":"; "="; "<"; ">"; "+"; "-"; "*"; "/"; "%"; "!";
    "("; ")"; "["; "]"; ".";
  ] [@@ocamlformat "disable"]

let is_here t start mark =
  let rec same i = i = String.length mark || (byte t (start + i) = mark.[i] && same (i + 1)) in
  same 0

let scan_number t start =
  let behind = while_bytes t start is_digit in
  if is_letter (byte t behind) then fail t "a number that goes on with '%c'" (byte t behind);
  match Decimal.integer t.source.text start (behind - start) with
  | Some value ->
      t.at <- behind;
      t.token <- Number value
  | None -> fail t "this number does not fit 64 bits"

let skip t =
  let start = skip_space t t.at in
  t.place <- start;
  t.at <- start;
  if start >= String.length t.source.text then t.token <- End
  else
    let c = byte t start in
    if is_digit c then scan_number t start
    else if is_letter c then begin
      t.at <- while_bytes t start is_word_byte;
      let word = String.sub t.source.text start (t.at - start) in
      t.token <- (match keyword word with Some upper -> Keyword upper | None -> Name word)
    end
    else
      match List.find_opt (is_here t start) marks with
      | Some mark ->
          t.at <- start + String.length mark;
          t.token <- Mark mark
      | None ->
          if c > ' ' && c < '\127' then fail t "'%c' has no meaning here" c
          else fail t "byte 0x%02x has no meaning here" (Char.code c)

let restart t ~from =
  t.at <- from;
  skip t

let create source ~from =
  let t = { source; at = from; place = from; token = End } in
  skip t;
  t

let is_mark t mark = match t.token with Mark m -> m = mark | _ -> false
let is_keyword t word = match t.token with Keyword k -> k = word | _ -> false

let misfit t what =
  match t.token with
  | End -> fail t "the text ends where %s should be" what
  | Number n -> fail t "%Ld where %s should be" n what
  | Name name -> fail t "%s where %s should be" (Fault.show_name name) what
  | Keyword word -> fail t "%s where %s should be" word what
  | Mark mark -> fail t "'%s' where %s should be" mark what

let expect_mark t mark = if is_mark t mark then skip t else misfit t ("'" ^ mark ^ "'")
let expect_keyword t word = if is_keyword t word then skip t else misfit t word

let expect_name t what =
  match t.token with
  | Name name ->
      skip t;
      name
  | _ -> misfit t what
