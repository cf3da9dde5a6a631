type t = { mutable text : string; mutable from : int; mutable length : int; decoded : Buffer.t }

let create () = { text = ""; from = 0; length = 0; decoded = Buffer.create 16 }

let take t (source : Source.t) from length =
  t.text <- source.text;
  t.from <- from;
  t.length <- length

let contents t = String.sub t.text t.from t.length
let intern names t = Names.intern names t.text t.from t.length
let find names t = Names.find names t.text t.from t.length

let is t word =
  t.length = String.length word
  &&
  let i = ref 0 in
  while !i < t.length && String.unsafe_get word !i = t.text.[t.from + !i] do
    incr i
  done;
  !i = t.length

let byte text i = if i < String.length text then Char.code (String.unsafe_get text i) else -1
let is_between low high x = low <= x && x <= high
let continues text i = is_between 0x80 0xBF (byte text i)

(* The length of the character that begins with a byte of 0x80 or more; 0: none does. RFC 3629, section 4. *)
let character_length text i =
  let second low high = is_between low high (byte text (i + 1)) in
  let three low high = if second low high && continues text (i + 2) then 3 else 0 in
  let four low high = if second low high && continues text (i + 2) && continues text (i + 3) then 4 else 0 in
  match byte text i with
  | b when is_between 0xC2 0xDF b -> if continues text (i + 1) then 2 else 0
  | 0xE0 -> three 0xA0 0xBF
  | 0xED -> three 0x80 0x9F (* no surrogates *)
  | b when is_between 0xE1 0xEF b -> three 0x80 0xBF
  | 0xF0 -> four 0x90 0xBF
  | b when is_between 0xF1 0xF3 b -> four 0x80 0xBF
  | 0xF4 -> four 0x80 0x8F
  | _ -> 0

let hex_value = function
  | '0' .. '9' as c -> Char.code c - Char.code '0'
  | 'a' .. 'f' as c -> Char.code c - Char.code 'a' + 10
  | 'A' .. 'F' as c -> Char.code c - Char.code 'A' + 10
  | _ -> -1

(* Four digits, or -1. *)
let hex4 text i =
  if i + 4 > String.length text then -1
  else begin
    let digit k = hex_value text.[i + k] in
    if digit 0 < 0 || digit 1 < 0 || digit 2 < 0 || digit 3 < 0 then -1
    else (digit 0 lsl 12) lor (digit 1 lsl 8) lor (digit 2 lsl 4) lor digit 3
  end

(* The backslash of \u is at 'i'; returns the offset behind the escape. *)
let scan_unicode t source i =
  let text = source.Source.text in
  let code = hex4 text (i + 2) in
  let add code = Buffer.add_utf_8_uchar t.decoded (Uchar.of_int code) in
  if code < 0 then Source.fail_at source i "'\\u' needs four hexadecimal digits, as in '\\u00e4'"
  else if code = 0 then Source.fail_at source i "'\\u0000' cannot be part of a name"
  else if is_between 0xDC00 0xDFFF code then
    Source.fail_at source i "the second half of a surrogate pair without its first half"
  else if is_between 0xD800 0xDBFF code then begin
    let low = if byte text (i + 6) = Char.code '\\' && byte text (i + 7) = Char.code 'u' then hex4 text (i + 8) else -1 in
    if not (is_between 0xDC00 0xDFFF low) then
      Source.fail_at source i "the first half of a surrogate pair without its second half";
    add (0x10000 + ((code - 0xD800) lsl 10) + (low - 0xDC00));
    i + 12
  end
  else begin
    add code;
    i + 6
  end

let scan_escape t source i =
  let plain c =
    Buffer.add_char t.decoded c;
    i + 2
  in
  match if i + 1 < String.length source.Source.text then source.text.[i + 1] else '\000' with
  | ('"' | '\\' | '/') as c -> plain c
  | 'b' -> plain '\b'
  | 'f' -> plain '\012'
  | 'n' -> plain '\n'
  | 'r' -> plain '\r'
  | 't' -> plain '\t'
  | 'u' -> scan_unicode t source i
  | _ -> Source.fail_at source i "there is no such escape; a backslash is written '\\\\'"

let scan t (source : Source.t) start =
  let text = source.text in
  let length = String.length text in
  (* 'copied': up to here the string is in 'decoded'; -1 as long as there was no escape. *)
  let rec walk i copied =
    if i >= length then Source.fail_at source start "the string that begins here has no end: '\"' is missing"
    else
      match String.unsafe_get text i with
      | '"' -> finish i copied
      | '\\' ->
          let from = if copied < 0 then start + 1 else copied in
          if copied < 0 then Buffer.clear t.decoded;
          Buffer.add_substring t.decoded text from (i - from);
          let behind = scan_escape t source i in
          walk behind behind
      | '\n' -> Source.fail_at source i "the string does not end on its line; a line end is written '\\n'"
      | '\000' .. '\031' -> Source.fail_at source i "a control character inside a string; it must be escaped"
      | '\032' .. '\127' -> walk (i + 1) copied
      | _ ->
          let n = character_length text i in
          if n = 0 then Source.fail_at source i "a byte that is not valid UTF-8";
          walk (i + n) copied
  and finish i copied =
    if copied < 0 then take t source (start + 1) (i - start - 1)
    else begin
      Buffer.add_substring t.decoded text copied (i - copied);
      t.text <- Buffer.contents t.decoded;
      t.from <- 0;
      t.length <- String.length t.text
    end;
    i + 1
  in
  walk (start + 1) (-1)
