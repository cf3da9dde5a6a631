type kind = End | Name | Arrow | Mark of char

type t = {
  source : Source.t;
  mutable at : int;
  mutable limit : int;
  mutable kind : kind;
  mutable place : int;
  mutable quoted : bool;
  text : Quoted.t;
}

let kind t = t.kind
let text t = t.text
let place t = t.place
let is_quoted t = t.quoted
let source t = t.source
let is_word t word = t.kind = Name && (not t.quoted) && Quoted.is t.text word
let is_mark t c = t.kind = Mark c
let fail t format = Source.fail_at t.source t.place format

let misfit t what =
  let found =
    match t.kind with
    | End when t.at < String.length t.source.text -> "the line ends"
    | End -> "the text ends"
    | Name -> Fault.show_name (Quoted.contents t.text)
    | Arrow -> "'->'"
    | Mark c -> Printf.sprintf "'%c'" c
  in
  fail t "%s where %s should be" found what

let byte t i = if i < t.limit then String.unsafe_get t.source.text i else '\000'

let rec skip_line t i = if i < t.limit && byte t i <> '\n' then skip_line t (i + 1) else i

let rec skip_space t i =
  if i >= t.limit then i
  else
    match byte t i with
    | ' ' | '\t' | '\r' | '\n' -> skip_space t (i + 1)
    | '#' -> skip_space t (skip_line t i)
    | _ -> i

(* The end of the name that begins here: "->" is no part of one. *)
let rec name_end t i =
  match byte t i with
  | 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' | '$' | '\'' | '/' -> name_end t (i + 1)
  | '-' when byte t (i + 1) <> '>' -> name_end t (i + 1)
  | _ -> i

let skip t =
  let start = skip_space t t.at in
  t.place <- start;
  t.quoted <- false;
  if start >= t.limit then begin
    t.at <- start;
    t.kind <- End
  end
  else
    match byte t start with
    | '"' ->
        t.at <- Quoted.scan t.text t.source start;
        t.quoted <- true;
        t.kind <- Name
    | ('<' | '>' | '[' | ']' | '(' | ')' | ',' | '.' | '*' | '+' | '?' | '|' | '^' | '@' | ':' | '%') as c ->
        t.at <- start + 1;
        t.kind <- Mark c
    | c ->
        let behind = name_end t start in
        if behind > start then begin
          Quoted.take t.text t.source start (behind - start);
          t.at <- behind;
          t.kind <- Name
        end
        else if c = '-' then begin
          t.at <- start + 2;
          t.kind <- Arrow
        end
        else if c > ' ' && c < '\127' then fail t "'%c' cannot be part of a name unless that is quoted" c
        else fail t "byte 0x%02x cannot be part of a name unless that is quoted" (Char.code c)

let restart t ~from ~limit =
  t.at <- from;
  t.limit <- limit;
  skip t

let create source ~from ~limit =
  let t = { source; at = from; limit; kind = End; place = from; quoted = false; text = Quoted.create () } in
  skip t;
  t

let expect t c what =
  if not (is_mark t c) then misfit t what;
  skip t
