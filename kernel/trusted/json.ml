type t = {
  source : Source.t;
  length : int;
  mutable at : int;
  mutable place : int;
  mutable is_integer : bool;
  text : Quoted.t;
}

type kind = Object | Array | String | Number | Other

let of_source source =
  { source; length = String.length source.Source.text; at = 0; place = 0; is_integer = false; text = Quoted.create () }

let text t = t.text
let is_integer t = t.is_integer
let place t = t.place
let source t = t.source
let fail t format = Source.fail_at t.source t.place format

(* The next byte that is not white space; '\000' at the end, which is no byte of JSON either. *)
let rec peek t =
  if t.at >= t.length then '\000'
  else
    match String.unsafe_get t.source.text t.at with
    | ' ' | '\n' | '\t' | '\r' ->
        t.at <- t.at + 1;
        peek t
    | c -> c

let next t =
  match peek t with '{' -> Object | '[' -> Array | '"' -> String | '-' | '0' .. '9' -> Number | _ -> Other

let describe_byte t =
  if t.at >= t.length then "the text ends"
  else
    match t.source.text.[t.at] with
    | '{' -> "an object"
    | '[' -> "an array"
    | '"' -> "a string"
    | '-' | '0' .. '9' -> "a number"
    | '\033' .. '\126' as c -> Printf.sprintf "'%c'" c
    | c -> Printf.sprintf "byte 0x%02x" (Char.code c)

let misfit t what =
  ignore (peek t);
  Source.fail_at t.source t.at "%s where %s should be" (describe_byte t) what

(* Takes one byte, which has been seen. *)
let advance t =
  t.place <- t.at;
  t.at <- t.at + 1

let scan_string t =
  t.place <- t.at;
  t.at <- Quoted.scan t.text t.source t.at

let string t what = if peek t = '"' then scan_string t else misfit t what

(* Behind a value: is there another one? 'close' ends the sequence. *)
let continues t close =
  match peek t with
  | ',' ->
      advance t;
      true
  | c when c = close && t.at < t.length ->
      advance t;
      false
  | _ -> misfit t (Printf.sprintf "',' or '%c'" close)

let elements t what read =
  if peek t <> '[' then misfit t what;
  advance t;
  if peek t = ']' then advance t
  else begin
    read ();
    while continues t ']' do
      if peek t = ']' then misfit t "a value";
      read ()
    done
  end

let members t what read =
  let member () =
    string t "a key";
    let key = t.place in
    if peek t <> ':' then misfit t "':' behind a key";
    advance t;
    t.place <- key;
    read ()
  in
  if peek t <> '{' then misfit t what;
  advance t;
  match peek t with
  | '}' -> advance t
  | '"' ->
      member ();
      while continues t '}' do
        member ()
      done
  | _ -> misfit t "a key or '}'"

let is_digit_at t i = i < t.length && match String.unsafe_get t.source.text i with '0' .. '9' -> true | _ -> false

let rec skip_digits t i = if is_digit_at t i then skip_digits t (i + 1) else i

(* At least one digit, or the number that begins at 'place' is wrong. *)
let digits t i where =
  let behind = skip_digits t i in
  if behind = i then fail t "a digit is missing %s" where;
  behind

let is_at t i c = i < t.length && t.source.text.[i] = c

let number t what =
  (match peek t with '-' | '0' .. '9' -> () | _ -> misfit t what);
  t.place <- t.at;
  let first = if is_at t t.at '-' then t.at + 1 else t.at in
  let whole = digits t first "behind '-'" in
  if whole - first > 1 && is_at t first '0' then fail t "a number cannot begin with 0";
  let fraction = if is_at t whole '.' then digits t (whole + 1) "behind the point" else whole in
  let behind =
    if is_at t fraction 'e' || is_at t fraction 'E' then begin
      let sign = if is_at t (fraction + 1) '+' || is_at t (fraction + 1) '-' then 1 else 0 in
      digits t (fraction + 1 + sign) "in the exponent"
    end
    else fraction
  in
  t.is_integer <- behind = whole;
  Quoted.take t.text t.source t.at (behind - t.at);
  t.at <- behind

let boolean t what =
  ignore (peek t);
  let has word = t.at + String.length word <= t.length && String.sub t.source.text t.at (String.length word) = word in
  let take word =
    t.place <- t.at;
    t.at <- t.at + String.length word
  in
  if has "true" then begin
    take "true";
    true
  end
  else if has "false" then begin
    take "false";
    false
  end
  else misfit t what

let finish t =
  ignore (peek t);
  if t.at < t.length then misfit t "nothing more"
