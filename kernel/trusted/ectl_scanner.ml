type token = End | Word of string | Number of string | Text of string | Option of string | Mark of string
type t = { source : Source.t; mutable at : int; mutable place : int; mutable token : token }

let token s = s.token
let place s = s.place
let fail_at s place format = Source.fail_at s.source place format
let is_digit c = c >= '0' && c <= '9'
let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_'
let byte s i = if i < String.length s.source.text then String.unsafe_get s.source.text i else '\000'

let rec skip_space s i =
  if i >= String.length s.source.text then i
  else
    match byte s i with
    | ' ' | '\t' | '\r' | '\n' | '\012' | '\011' -> skip_space s (i + 1)
    | '#' -> (
        match String.index_from_opt s.source.text i '\n' with
        | Some newline -> skip_space s newline
        | None -> String.length s.source.text)
    | _ -> i

let rec word_end s i = if is_letter (byte s i) || is_digit (byte s i) then word_end s (i + 1) else i
let part s first behind = String.sub s.source.text first (behind - first)

let scan_text s =
  let out = Buffer.create 20 in
  let rec more i =
    match byte s i with
    | '"' -> i + 1
    | '\n' | '\000' -> fail_at s s.place "the text that begins here has no '\"' on its line"
    | '\\' when byte s (i + 1) = '"' || byte s (i + 1) = '\\' ->
        Buffer.add_char out (byte s (i + 1));
        more (i + 2)
    | c ->
        Buffer.add_char out c;
        more (i + 1)
  in
  s.at <- more (s.place + 1);
  Text (Buffer.contents out)

let marks = [ "<->"; "::="; "->"; "&&"; "||" ]

let scan_mark s =
  let start = s.place in
  let begins mark =
    let n = String.length mark in
    start + n <= String.length s.source.text && part s start (start + n) = mark
  in
  match List.find_opt begins marks with
  | Some mark ->
      s.at <- start + String.length mark;
      Mark mark
  | None when begins "--" && is_letter (byte s (start + 2)) ->
      s.at <- word_end s (start + 2);
      Option (part s start s.at)
  | None ->
      let c = byte s start in
      if not (String.contains "(){}[],:;*|.&!+?<>" c) then
        if c > ' ' && c < '\127' then fail_at s start "'%c' means nothing here" c
        else fail_at s start "byte 0x%02x means nothing here" (Char.code c);
      s.at <- start + 1;
      Mark (String.make 1 c)

let skip s =
  s.place <- skip_space s s.at;
  let c = byte s s.place in
  s.token <-
    (if s.place >= String.length s.source.text then begin
       s.at <- s.place;
       End
     end
     else if is_letter c then begin
       s.at <- word_end s s.place;
       Word (part s s.place s.at)
     end
     else if is_digit c then begin
       s.at <- word_end s s.place;
       let text = part s s.place s.at in
       if not (String.for_all is_digit text) then
         fail_at s s.place "%s: a name begins with a letter or '_'" (Fault.show_name text);
       Number text
     end
     else if c = '"' then scan_text s
     else scan_mark s)

let create source =
  let s = { source; at = 0; place = 0; token = End } in
  skip s;
  s

let misfit s what =
  match s.token with
  | End -> fail_at s s.place "the text ends where %s should be" what
  | _ -> fail_at s s.place "%s where %s should be" (Fault.show_name (part s s.place s.at)) what

let is_mark s mark = s.token = Mark mark
let is_word s word = s.token = Word word

let expect s mark =
  if not (is_mark s mark) then misfit s ("'" ^ mark ^ "'");
  skip s

let word s what =
  match s.token with
  | Word name ->
      skip s;
      name
  | _ -> misfit s what

let skip_arguments s =
  let open_ () = fail_at s s.place "this command has no ')'" in
  let rec search i =
    if i >= String.length s.source.text then open_ ()
    else
      match byte s i with
      | ')' -> i + 1
      | '{' | '}' -> open_ ()
      | '"' -> in_text (i + 1)
      | _ -> search (i + 1)
  and in_text i =
    if i >= String.length s.source.text then open_ ()
    else match byte s i with '"' -> search (i + 1) | '\n' -> open_ () | '\\' -> in_text (i + 2) | _ -> in_text (i + 1)
  in
  s.at <- search s.place;
  skip s
