type asked = Property of string | Formula of string
type verdict = Holds | Violated

type t = {
  defines : (string * int) list;
  options : string list;
  initial : string list;
  final : string list;
  asked : asked;
  verdict : verdict;
  atoms : string array option;
}

let text_name = "formula"
let show_question = function Property name -> "property " ^ Fault.quote name | Formula text -> "formula " ^ Fault.quote text

(* Blanks and parentheses do not matter, the names of atoms do. *)
let same_formula one other =
  one = other
  ||
  let a = Ltl_text.of_string ~name:"--ltl" one and b = Ltl_text.of_string ~name:text_name other in
  a.formula = b.formula && a.atoms = b.atoms

let settled question found =
  match (question, found) with
  | None, _ -> found
  | Some (Property wanted), Property name when wanted = name -> found
  | Some (Formula wanted), Formula text when same_formula wanted text -> Formula wanted
  | Some wanted, _ ->
      Fault.rejected "the question is %s, but the evidence is about %s" (show_question wanted) (show_question found)

let first_line = "custos evidence 1"

(* Looks at lines until one is not of the head. *)
let is_temporal (source : Source.t) =
  let text = source.text in
  let begins i word = i + String.length word <= String.length text && String.sub text i (String.length word) = word in
  let rec look i =
    let of_head = List.exists (begins i) [ first_line; "problem "; "language "; "define "; "option "; "initial "; "final " ] in
    if begins i "property " || begins i "formula " then true
    else
      of_head && match String.index_from_opt text i '\n' with Some newline -> look (newline + 1) | None -> false
  in
  look 0

let read_defines r =
  let rec more found =
    if Tokens.word r "define" then begin
      Tokens.blank r "the name of a parameter";
      Tokens.quoted r;
      let name = Quoted.contents r.name in
      if List.mem_assoc name found then Tokens.fail r "a second value of %s" (Fault.show_name name);
      Tokens.blank r "its value";
      let value = Tokens.integer r "the value" in
      Tokens.next_line r;
      more ((name, value) :: found)
    end
    else List.rev found
  in
  more []

let read_asked r =
  let text () =
    Tokens.blank r "a text between double quotes";
    Tokens.quoted r;
    let text = Quoted.contents r.Tokens.name in
    Tokens.next_line r;
    text
  in
  if Tokens.word r "property" then Property (text ())
  else begin
    Tokens.expect r "formula";
    Formula (text ())
  end

let read_question text =
  let r = Tokens.create (Source.of_string ~name:"question" (text ^ "\n\n")) in
  match read_asked r with asked when r.at = String.length text + 1 -> Some asked | _ -> None | exception Fault.Bad_input _ -> None

let read_start r =
  if not (Tokens.word r first_line) then
    Tokens.fail r "'custos evidence 1' should be here: this is no evidence of version 1";
  Tokens.next_line r

let read_atoms r =
  let count = Tokens.header r "atoms" in
  let atoms = ref [] in
  for _ = 1 to count do
    Tokens.quoted r;
    atoms := Quoted.contents r.name :: !atoms;
    Tokens.next_line r
  done;
  Array.of_list (List.rev !atoms)

let read ?question r =
  read_start r;
  ignore (Tokens.texts r "problem");
  ignore (Tokens.texts r "language");
  let defines = read_defines r in
  let options = Tokens.texts r "option" in
  let initial = Tokens.texts r "initial" in
  let final = Tokens.texts r "final" in
  let asked = settled question (read_asked r) in
  Tokens.expect r "claim";
  let verdict =
    if Tokens.word r " holds" then Holds
    else begin
      Tokens.expect r " violated";
      Violated
    end
  in
  Tokens.next_line r;
  let atoms = if Tokens.byte r = 'a' then Some (read_atoms r) else None in
  { defines; options; initial; final; asked; verdict; atoms }

(* Names that could be taken for something else are quoted. *)
let plain name =
  let is_plain = function 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' | '-' -> true | _ -> false in
  if name <> "" && String.for_all is_plain name then name else Fault.quote name

let show t (formula : Ltl_text.t) =
  match t.asked with Property name -> Printf.sprintf "%s: %s" (plain name) formula.text | Formula _ -> formula.text

let check_atoms in_evidence (formula : Ltl_text.t) =
  let atoms = formula.atoms in
  if Array.length in_evidence <> Array.length atoms then
    Fault.rejected "the formula has %d atoms, the evidence has %d" (Array.length atoms) (Array.length in_evidence);
  Array.iteri
    (fun i text ->
      if text <> atoms.(i) then
        Fault.rejected "atom %d of the formula is %s, the evidence has %s" i (Fault.show_name atoms.(i)) (Fault.show_name text))
    in_evidence

let formula t ~find ~names =
  let formula =
    match t.asked with
    | Formula text -> Ltl_text.of_string ~name:text_name text
    | Property name -> (
        match find name with
        | Some formula -> formula
        | None ->
            Fault.rejected "the problem has no property %s%s" (Fault.show_name name)
              (match names with
              | [] -> ": it has none"
              | _ -> ": it has " ^ String.concat ", " (List.map Fault.show_name names)))
  in
  (match t.atoms with
  | Some atoms -> check_atoms atoms formula
  | None -> Fault.rejected "the evidence has no atoms: a section 'atoms' should follow the claim");
  formula

let read_translation ?question r =
  let formula_of = function
    | Formula text -> Ltl_text.of_string ~name:text_name text
    | Property _ -> Fault.rejected "a translation is of a formula, and has no property"
  in
  read_start r;
  Tokens.expect r "formula";
  Tokens.blank r "a text between double quotes";
  Tokens.quoted r;
  let text = Quoted.contents r.name in
  Tokens.next_line r;
  let formula = settled question (Formula text) |> formula_of in
  Tokens.expect r "claim";
  Tokens.expect r " translation";
  Tokens.next_line r;
  check_atoms (read_atoms r) formula;
  formula
