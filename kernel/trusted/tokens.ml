type t = { source : Source.t; text : string; mutable at : int; name : Quoted.t }

let create (source : Source.t) = { source; text = source.text; at = 0; name = Quoted.create () }
let fail r format = Source.fail_at r.source r.at format

(* The file may be good, but there is no room for what it says. *)
let unsupported r what =
  let line = Source.line_at r.source r.at and column = Source.column_at r.source r.at in
  raise (Fault.Unsupported (Fault.describe_bad_input ~file:r.source.name ~line ~column what))

let byte r = if r.at < String.length r.text then String.unsafe_get r.text r.at else '\000'
let at_line_end r = r.at >= String.length r.text || String.unsafe_get r.text r.at = '\n'

let next_line r =
  if not (at_line_end r) then fail r "the line should end here";
  if r.at < String.length r.text then r.at <- r.at + 1;
  if r.at >= String.length r.text then fail r "the file is cut off: its last line should be 'end'"

let word r w =
  let n = String.length w in
  let rec same i = i = n || (String.unsafe_get r.text (r.at + i) = String.unsafe_get w i && same (i + 1)) in
  r.at + n <= String.length r.text
  && same 0
  && (r.at + n = String.length r.text || match r.text.[r.at + n] with ' ' | '\n' -> true | _ -> false)
  && begin
       r.at <- r.at + n;
       true
     end

let expect r w = if not (word r w) then fail r "'%s' should be here" w
let blank r what = if byte r = ' ' then r.at <- r.at + 1 else fail r "a blank and %s should be here" what
let is_digit c = c >= '0' && c <= '9'

let natural r bound what =
  let start = r.at in
  let value = ref 0 in
  while is_digit (byte r) do
    if !value < bound then value := (!value * 10) + Char.code (byte r) - Char.code '0';
    r.at <- r.at + 1
  done;
  if r.at = start then fail r "%s, a number, should be here" what;
  if !value >= bound then begin
    let written = String.sub r.text start (min 30 (r.at - start)) in
    r.at <- start;
    if bound = 0 then fail r "there is no %s %s: there are none" what written
    else fail r "there is no %s %s: the last is %d" what written (bound - 1)
  end;
  !value

(* Below this, ten times a number and a digit more still fit. *)
let most = max_int / 10

let integer r what =
  let start = r.at in
  let negative = byte r = '-' in
  if negative then r.at <- r.at + 1;
  let digits = r.at in
  let value = ref 0 in
  while is_digit (byte r) do
    if !value >= most then begin
      r.at <- start;
      unsupported r "this number is too large for this program"
    end;
    value := (!value * 10) + Char.code (byte r) - Char.code '0';
    r.at <- r.at + 1
  done;
  if r.at = digits then fail r "%s, an integer, should be here" what;
  if negative then - !value else !value

let header r key =
  expect r key;
  blank r "a number";
  let count = natural r (String.length r.text - r.at + 2) "count" in
  next_line r;
  count

let quoted r =
  if byte r <> '"' then fail r "a name between double quotes should be here";
  r.at <- Quoted.scan r.name r.source r.at

let list_line r count item =
  let list = Ints.create () in
  for i = 0 to count - 1 do
    if byte r <> if i = 0 then '\t' else ' ' then
      fail r "%s and entry %d of %d of the list should be here" (if i = 0 then "a tab" else "a blank") (i + 1) count;
    r.at <- r.at + 1;
    Ints.push list (item r)
  done;
  next_line r;
  list

let list r key item = list_line r (header r key) item

let texts r key =
  let rec more found =
    if word r key then begin
      blank r "a text between double quotes";
      quoted r;
      let text = Quoted.contents r.name in
      next_line r;
      more (text :: found)
    end
    else List.rev found
  in
  more []

let finish r =
  expect r "end";
  if byte r = '\n' then r.at <- r.at + 1;
  if r.at < String.length r.text then fail r "nothing may follow 'end'"
