type t =
  | False
  | True
  | Prop of string
  | Not of t
  | And of t * t
  | Or of t * t
  | Implies of t * t
  | Iff of t * t
  | EX of t
  | AX of t
  | EU of string option * t * t
  | ER of string option * t * t
  | AU of string option * t * t
  | AR of string option * t * t

module S = Ectl_scanner

let is_operator word = List.mem word [ "EX"; "AX"; "EF"; "AF"; "EG"; "AG"; "true"; "false" ]

let read_automaton s =
  if S.is_mark s "[" then begin
    S.skip s;
    let name = S.word s "the name of an automaton" in
    S.expect s "]";
    Some name
  end
  else None

let rec read_iff s =
  let x = read_implies s in
  if S.is_mark s "<->" then begin
    S.skip s;
    Iff (x, read_iff s)
  end
  else x

and read_implies s =
  let x = read_or s in
  if S.is_mark s "->" then begin
    S.skip s;
    Implies (x, read_implies s)
  end
  else x

and read_or s =
  let rec more x =
    if S.is_mark s "|" || S.is_mark s "||" then begin
      S.skip s;
      more (Or (x, read_and s))
    end
    else x
  in
  more (read_and s)

and read_and s =
  let rec more x =
    if S.is_mark s "&" || S.is_mark s "&&" then begin
      S.skip s;
      more (And (x, read_unary s))
    end
    else x
  in
  more (read_unary s)

and read_unary s =
  let place = S.place s in
  match S.token s with
  | S.Mark "!" ->
      S.skip s;
      Not (read_unary s)
  | S.Mark "(" ->
      S.skip s;
      let x = read_iff s in
      S.expect s ")";
      x
  | S.Number "0" ->
      S.skip s;
      False
  | S.Number "1" ->
      S.skip s;
      True
  | S.Number _ -> S.fail_at s place "there are the formulas 0 (false) and 1 (true)"
  | S.Word word ->
      S.skip s;
      read_word s word
  | _ -> S.misfit s "a formula"

and read_word s word =
  match word with
  | "true" -> True
  | "false" -> False
  | "EX" -> EX (read_unary s)
  | "AX" -> AX (read_unary s)
  | "EF" | "AF" | "EG" | "AG" -> (
      let automaton = read_automaton s in
      let x = read_unary s in
      match word with
      | "EF" -> EU (automaton, True, x)
      | "AF" -> AU (automaton, True, x)
      | "EG" -> ER (automaton, False, x)
      | _ -> AR (automaton, False, x))
  | "E" when S.is_mark s "(" -> read_path s ~all:false
  | "A" when S.is_mark s "(" -> read_path s ~all:true
  | "E" when S.is_word s "X" ->
      S.skip s;
      EX (read_unary s)
  | "A" when S.is_word s "X" ->
      S.skip s;
      AX (read_unary s)
  | _ -> Prop word

and read_path s ~all =
  S.skip s;
  let x = read_iff s in
  let until = S.is_word s "U" in
  if not (until || S.is_word s "R") then S.misfit s "an operator, 'U' or 'R'";
  S.skip s;
  let automaton = read_automaton s in
  let y = read_iff s in
  S.expect s ")";
  match (all, until) with
  | false, true -> EU (automaton, x, y)
  | false, false -> ER (automaton, x, y)
  | true, true -> AU (automaton, x, y)
  | true, false -> AR (automaton, x, y)

let read = read_iff

let of_string ~name text =
  let s = S.create (Source.of_string ~name text) in
  let x = read s in
  if S.token s <> S.End then S.misfit s "the end of the formula";
  x
