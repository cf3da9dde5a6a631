exception Bad_input of { file : string; line : int; column : int; message : string }
exception Bad_evidence of { file : string; line : int; column : int; message : string }
exception Unsupported of string
exception Rejected of string
exception Usage of string
exception System of string

let rejected format = Printf.ksprintf (fun message -> raise (Rejected message)) format
let usage format = Printf.ksprintf (fun message -> raise (Usage message)) format

let describe_bad_input ~file ~line ~column message =
  if line = 0 then Printf.sprintf "%s: %s" file message
  else Printf.sprintf "%s:%d:%d: %s" file line column message

(* Control characters of seven bits, and those of eight as UTF-8 has them, would let a text look like another. *)
let add_visible out text i =
  match text.[i] with
  | ('\000' .. '\031' | '\127') as c ->
      Printf.bprintf out "\\u%04x" (Char.code c);
      i + 1
  | '\xc2' when i + 1 < String.length text && text.[i + 1] >= '\x80' && text.[i + 1] <= '\x9f' ->
      Printf.bprintf out "\\u%04x" (Char.code text.[i + 1]);
      i + 2
  | c ->
      Buffer.add_char out c;
      i + 1

let quote_until name last rest =
  let out = Buffer.create 40 in
  let rec add i =
    if i < last then
      match name.[i] with
      | ('"' | '\\') as c ->
          Buffer.add_char out '\\';
          Buffer.add_char out c;
          add (i + 1)
      | _ -> add (add_visible out name i)
  in
  Buffer.add_char out '"';
  add 0;
  Buffer.add_string out rest;
  Buffer.add_char out '"';
  Buffer.contents out

let quote name = quote_until name (String.length name) ""
let longest_shown = 80

let show_name name =
  if String.length name <= longest_shown then quote name else quote_until name longest_shown "..."
