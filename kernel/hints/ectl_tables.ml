type head = { location : int; symbol : int; kind : string; order : int; rules : (int * int) option; first : int; next : int }
type pop = { head : int; target : int; step : int; reading : int; first : int; second : int }
type monitor = { was : int array; live : int list array; steps : int array array }

type t = {
  is_release : bool;
  carried : int;
  locations : (int * int) array;
  symbols : (int * int) array;
  heads : head array;
  pops : pop array;
  monitor : monitor option;
}

(* No number of evidence is larger: things are numbered with 32 bits. *)
let most = 1 lsl 32

let lines r key read =
  let count = Tokens.header r key in
  let found = ref [] in
  for i = 0 to count - 1 do
    found := read i :: !found;
    Tokens.next_line r
  done;
  Array.of_list (List.rev !found)

let another r bound what =
  Tokens.blank r what;
  Tokens.natural r bound what

let pair r first second =
  let a = Tokens.natural r most first in
  (a, another r most second)

(* The numbers up to the end of the line, at most so many. *)
let rest r limit =
  let rec more count found =
    if Tokens.at_line_end r then List.rev found
    else if count = limit then Tokens.fail r "the line should end here"
    else more (count + 1) (another r most "number" :: found)
  in
  more 0 []

let kinds is_release =
  if is_release then [ "bad"; "released"; "end"; "escape"; "lives"; "dies" ] else [ "done"; "stuck"; "lives"; "dies" ]

let read_head r ~is_release ~locations ~symbols =
  let location = Tokens.natural r locations "location" in
  let symbol = another r symbols "symbol" in
  Tokens.blank r "the kind of the head";
  let kind =
    match List.find_opt (Tokens.word r) (kinds is_release) with
    | Some kind -> kind
    | None -> Tokens.fail r "the kind of the head should be here: %s" (String.concat ", " (kinds is_release))
  in
  let has_order = if is_release then kind = "bad" || kind = "dies" else kind = "lives" in
  let order = if has_order then another r most "order" else 0 in
  let plain = { location; symbol; kind; order; rules = None; first = -1; next = -1 } in
  if kind <> "lives" then plain
  else
    match rest r 4 with
    | [ e; a; next ] -> { plain with rules = Some (e, a); next }
    | [ e; a; first; next ] -> { plain with rules = Some (e, a); first; next }
    | _ -> Tokens.fail r "two rules and a head, or two rules, a pop and a head should stand here"

let read_pop r ~locations ~heads number =
  let head = Tokens.natural r heads "head" in
  let target = another r locations "location" in
  let step = another r most "rule of the system" in
  let reading = another r most "rule of the automaton" in
  let first, second = match rest r 2 with [ f; s ] -> (f, s) | [ f ] -> (f, -1) | _ -> (-1, -1) in
  if first >= number || second >= number then Tokens.fail r "pop %d may name earlier pops only" number;
  { head; target; step; reading; first; second }

let read_monitor r ~locations ~symbols =
  let rows =
    lines r "states" (fun _ ->
        let was = Tokens.natural r most "state of the monitor" in
        (was, rest r locations))
  in
  let count = Array.length rows in
  if count = 0 then Tokens.fail r "a monitor has a state at least";
  let check l = if l >= locations then Tokens.fail r "there is no location %d" l in
  Array.iter (fun (_, live) -> List.iter check live) rows;
  let steps =
    lines r "steps" (fun _ ->
        Array.init symbols (fun g -> if g = 0 then Tokens.natural r count "state" else another r count "state"))
  in
  if Array.length steps <> count then Tokens.fail r "there should be as many lines of steps as there are states";
  { was = Array.map fst rows; live = Array.map snd rows; steps }

let read_table r ~stacked ~symbols ~is_release number =
  Tokens.expect r (Printf.sprintf "table %d %s" number (if is_release then "release" else "until"));
  Tokens.next_line r;
  let carried = if stacked then Tokens.header r "monitor" else 0 in
  if carried > number then Tokens.fail r "table %d carries the states of an earlier monitor" number;
  let locations = lines r "locations" (fun _ -> pair r "state of the automaton" "state of the system") in
  let of_stack = lines r "symbols" (fun _ -> pair r "symbol" "state of the monitor") in
  let count = Array.length locations in
  let heads = lines r "heads" (fun _ -> read_head r ~is_release ~locations:count ~symbols:(Array.length of_stack)) in
  let pops = lines r "pops" (read_pop r ~locations:count ~heads:(Array.length heads)) in
  let check (h : head) =
    if h.next >= Array.length heads || h.first >= Array.length pops then
      Tokens.fail r "a head of table %d lives by a head or pop that it does not have" number
  in
  Array.iter check heads;
  let monitor = if stacked && Tokens.byte r = 's' then Some (read_monitor r ~locations:count ~symbols) else None in
  { is_release; carried; locations; symbols = of_stack; heads; pops; monitor }

let read r ~stacked ~symbols ~releases =
  let tables = List.mapi (fun number is_release -> read_table r ~stacked ~symbols ~is_release number) releases in
  Array.of_list tables
