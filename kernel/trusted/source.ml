type t = { name : string; text : string }

let of_string ~name text = { name; text }

(* Pipes do not know their length. *)
let read_to_end channel =
  let out = Buffer.create 65536 in
  let chunk = Bytes.create 65536 in
  let rec more () =
    let n = input channel chunk 0 (Bytes.length chunk) in
    if n > 0 then begin
      Buffer.add_subbytes out chunk 0 n;
      more ()
    end
  in
  more ();
  Buffer.contents out

let read_channel channel =
  match in_channel_length channel with
  | 0 -> read_to_end channel (* empty, or one of the files in /proc *)
  | length -> really_input_string channel length
  | exception Sys_error _ -> read_to_end channel

let line_at source offset =
  let line = ref 1 in
  for i = 0 to min offset (String.length source.text) - 1 do
    if source.text.[i] = '\n' then incr line
  done;
  !line

let column_at source offset =
  match String.rindex_from_opt source.text (min offset (String.length source.text) - 1) '\n' with
  | Some newline -> offset - newline
  | None -> offset + 1
  | exception Invalid_argument _ -> 1

let fail_at source offset format =
  Printf.ksprintf
    (fun message ->
      let line = line_at source offset and column = column_at source offset in
      raise (Fault.Bad_input { file = source.name; line; column; message }))
    format

(* A mark of the order of bytes before a text is no part of it; no text has a byte 0. *)
let plain source =
  let length = String.length source.text in
  let marked = length >= 3 && String.sub source.text 0 3 = "\xef\xbb\xbf" in
  let source = if marked then { source with text = String.sub source.text 3 (length - 3) } else source in
  match String.index_opt source.text '\000' with
  | Some zero -> fail_at source zero "a byte 0 is no part of a text"
  | None -> source

let of_file path =
  let cannot_read why = raise (Fault.System why) in
  try
    if path = "-" then begin
      set_binary_mode_in stdin true;
      plain { name = "stdin"; text = read_to_end stdin }
    end
    else if Sys.is_directory path then cannot_read (path ^ ": is a directory")
    else begin
      let channel = open_in_bin path in
      Fun.protect
        ~finally:(fun () -> close_in_noerr channel)
        (fun () -> plain { name = path; text = read_channel channel })
    end
  with
  | Sys_error why -> cannot_read why
  | End_of_file -> cannot_read (path ^ ": the file became shorter while it was read")
