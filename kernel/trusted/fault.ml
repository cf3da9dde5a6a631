exception Bad_input of { file : string; line : int; column : int; message : string }
exception Rejected of string
exception Usage of string
exception System of string

let rejected format = Printf.ksprintf (fun message -> raise (Rejected message)) format
let usage format = Printf.ksprintf (fun message -> raise (Usage message)) format

let describe_bad_input ~file ~line ~column message =
  if line = 0 then Printf.sprintf "%s: %s" file message
  else Printf.sprintf "%s:%d:%d: %s" file line column message

let longest_shown = 80

let show_name name =
  let out = Buffer.create 40 in
  let shown = min (String.length name) longest_shown in
  Buffer.add_char out '"';
  for i = 0 to shown - 1 do
    match name.[i] with
    | '"' -> Buffer.add_string out "\\\""
    | '\\' -> Buffer.add_string out "\\\\"
    | '\n' -> Buffer.add_string out "\\n"
    | '\000' .. '\031' | '\127' -> Buffer.add_string out (Printf.sprintf "\\u%04x" (Char.code name.[i]))
    | c -> Buffer.add_char out c
  done;
  if shown < String.length name then Buffer.add_string out "...";
  Buffer.add_char out '"';
  Buffer.contents out
