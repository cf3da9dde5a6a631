type kind = Name | Number | Text | Character | Mark | Newline

type t = {
  kind : kind;
  text : string;
  white : bool;
  new_line : bool;
  place : Source.t * int;
  hidden : string list;
}

let fail t = Source.fail_at (fst t.place) (snd t.place)

let refuse t format =
  Printf.ksprintf
    (fun what ->
      try fail t "the kernel does not know %s" what
      with Fault.Bad_input { file; line; column; message } ->
        raise (Fault.Unsupported (Fault.describe_bad_input ~file ~line ~column message)))
    format

let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_'
let is_digit c = c >= '0' && c <= '9'

(* Where the piece that begins at i ends. *)
let piece_end source i =
  let text = source.Source.text in
  let n = String.length text in
  let rec word i = if i < n && (is_letter text.[i] || is_digit text.[i]) then word (i + 1) else i in
  let rec number i =
    if i >= n then i
    else
      match text.[i] with
      | '+' | '-' when String.contains "eEpP" text.[i - 1] -> number (i + 1)
      | c when is_letter c || is_digit c || c = '.' -> number (i + 1)
      | _ -> i
  in
  let rec quoted quote j =
    if j >= n || text.[j] = '\n' then Source.fail_at source i "what is quoted here has no end"
    else if text.[j] = '\\' then quoted quote (j + 2)
    else if text.[j] = quote then j + 1
    else quoted quote (j + 1)
  in
  match text.[i] with
  | c when is_letter c -> (Name, word i)
  | c when is_digit c -> (Number, number (i + 1))
  | '.' when i + 1 < n && is_digit text.[i + 1] -> (Number, number (i + 1))
  | '"' -> (Text, quoted '"' (i + 1))
  | '\'' -> (Character, quoted '\'' (i + 1))
  | _ -> (Mark, i + 1)

let lines source =
  let text = source.Source.text in
  let n = String.length text in
  let starts i word = i + String.length word <= n && String.sub text i (String.length word) = word in
  let rec comment_end from i =
    if i + 1 >= n then Source.fail_at source from "the comment that begins here has no end"
    else if starts i "*/" then i + 2
    else comment_end from (i + 1)
  in
  let rec line_end i = if i < n && text.[i] <> '\n' then if starts i "\\\n" then line_end (i + 2) else line_end (i + 1) else i in
  let rec go i white found all =
    if i >= n then List.rev (List.rev found :: all)
    else
      match text.[i] with
      | '\n' -> go (i + 1) false [] (List.rev found :: all)
      | ' ' | '\t' | '\r' | '\011' | '\012' -> go (i + 1) true found all
      | '\\' when starts i "\\\n" -> go (i + 2) white found all
      | '\\' when starts i "\\\r\n" -> go (i + 3) white found all
      | '/' when starts i "//" -> go (line_end i) true found all
      | '/' when starts i "/*" -> go (comment_end i (i + 2)) true found all
      | _ ->
          let kind, behind = piece_end source i in
          let piece =
            { kind; text = String.sub text i (behind - i); white; new_line = found = []; place = (source, i); hidden = [] }
          in
          if String.contains piece.text '\n' then fail piece "a line is joined to the next within a word";
          go behind false (piece :: found) all
  in
  go 0 false [] []
