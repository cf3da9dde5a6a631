type t = { formula : Kernel.raw; atoms : string array; places : int array; source : Source.t; text : string }

type prefix = Not | Next | Eventually | Always
type binary = Equivalent | Implies | Xor | Or | And | Until | Release | Weak_until | Strong_release

type token = End | Open | Close | Constant of bool | Atom of string | Prefix of prefix | Binary of binary

type reader = {
  source : Source.t;
  limit : int;
  comments : bool;
  mutable at : int; (* behind the current token *)
  mutable place : int; (* where it begins *)
  mutable token : token;
  string : Quoted.t;
}

let fail r format = Source.fail_at r.source r.place format
let byte r i = if i < r.limit then String.unsafe_get r.source.Source.text i else '\000'

let rec line_end text limit i = if i < limit && text.[i] <> '\n' then line_end text limit (i + 1) else i

let find_end ?(comments = false) (source : Source.t) ~from ~limit ends =
  let text = source.text in
  let string = Quoted.create () in
  let rec walk i =
    if i >= limit then limit
    else
      match text.[i] with
      | '"' -> walk (Quoted.scan string source i)
      | '#' when comments -> walk (line_end text limit i)
      | c when ends c -> i
      | _ -> walk (i + 1)
  in
  walk from

let is_letter = function 'a' .. 'z' | 'A' .. 'Z' | '_' -> true | _ -> false
let is_digit c = c >= '0' && c <= '9'
let rec word_end r i = if is_letter (byte r i) || is_digit (byte r i) then word_end r (i + 1) else i

let rec skip_space r i =
  if i >= r.limit then i
  else
    match byte r i with
    | ' ' | '\t' | '\r' | '\n' -> skip_space r (i + 1)
    | '#' when r.comments -> skip_space r (line_end r.source.text r.limit i)
    | _ -> i

(* A string that begins here, as a whole within the limit. *)
let scan_string r i =
  let behind = Quoted.scan r.string r.source i in
  if behind > r.limit then Source.fail_at r.source i "the string that begins here has no end: '\"' is missing";
  if Quoted.contents r.string = "" then Source.fail_at r.source i "an atom cannot be empty";
  behind

(* Behind the index that begins here with '['; its brackets are balanced. *)
let index_end r start =
  let rec walk i depth =
    if i >= r.limit || byte r i = '\n' then
      Source.fail_at r.source start "the index that begins here has no end: ']' is missing"
    else
      match byte r i with
      | '[' -> walk (i + 1) (depth + 1)
      | ']' -> if depth = 1 then i + 1 else walk (i + 1) (depth - 1)
      | _ -> walk (i + 1) depth
  in
  walk start 0

(* Parts and indices behind a word that ends here; the atom's text so far is in 'out'. *)
let rec scan_parts r out i ~may_index =
  match byte r i with
  | '[' when may_index && byte r (i + 1) <> ']' ->
      let behind = index_end r i in
      Buffer.add_substring out r.source.text i (behind - i);
      scan_parts r out behind ~may_index:false
  | '.' when is_letter (byte r (i + 1)) ->
      let behind = word_end r (i + 1) in
      Buffer.add_substring out r.source.text i (behind - i);
      scan_parts r out behind ~may_index:true
  | '.' when byte r (i + 1) = '"' ->
      let behind = scan_string r (i + 1) in
      Buffer.add_char out '.';
      Buffer.add_string out (Quoted.contents r.string);
      scan_parts r out behind ~may_index:true
  | _ -> i

let word_token = function
  | "true" -> Some (Constant true)
  | "false" -> Some (Constant false)
  | "equivalent" -> Some (Binary Equivalent)
  | "implies" -> Some (Binary Implies)
  | "xor" -> Some (Binary Xor)
  | "or" -> Some (Binary Or)
  | "and" -> Some (Binary And)
  | "U" | "until" | "stronguntil" -> Some (Binary Until)
  | "R" | "V" | "release" -> Some (Binary Release)
  | "W" | "weakuntil" -> Some (Binary Weak_until)
  | "M" -> Some (Binary Strong_release)
  | "not" -> Some (Prefix Not)
  | "X" | "next" -> Some (Prefix Next)
  | "F" | "eventually" -> Some (Prefix Eventually)
  | "G" | "always" -> Some (Prefix Always)
  | _ -> None

(* A word that begins with F, G or X and goes on, not with a digit, is read letter by letter. *)
let scan_word r start =
  let behind = word_end r start in
  match byte r start with
  | ('F' | 'G' | 'X') as c when behind > start + 1 && not (is_digit (byte r (start + 1))) ->
      r.at <- start + 1;
      r.token <- Prefix (match c with 'F' -> Eventually | 'G' -> Always | _ -> Next)
  | _ -> (
      let word = String.sub r.source.text start (behind - start) in
      match word_token word with
      | Some token ->
          r.at <- behind;
          r.token <- token
      | None ->
          let out = Buffer.create 32 in
          Buffer.add_string out word;
          r.at <- scan_parts r out behind ~may_index:true;
          r.token <- Atom (Buffer.contents out))

let scan_action r start =
  if byte r (start + 1) = '"' then begin
    r.at <- scan_string r (start + 1);
    r.token <- Atom ("@" ^ Quoted.contents r.string)
  end
  else if is_letter (byte r (start + 1)) then begin
    r.at <- word_end r (start + 1);
    r.token <- Atom (String.sub r.source.text start (r.at - start))
  end
  else fail r "'@' must be followed by an action"

(* The longest mark that is here. *)
let marks =
  [
    ("<->", Binary Equivalent); ("<=>", Binary Equivalent); ("-->", Binary Implies); ("->", Binary Implies);
    ("=>", Binary Implies); ("<>", Prefix Eventually); ("[]", Prefix Always); ("()", Prefix Next); ("||", Binary Or);
    ("&&", Binary And); ("\\/", Binary Or); ("/\\", Binary And); ("|", Binary Or); ("&", Binary And);
    ("^", Binary Xor); ("!", Prefix Not); ("~", Prefix Not); ("(", Open); (")", Close);
  ] [@@ocamlformat "disable"]

let is_here r start mark =
  let rec same i = i = String.length mark || (byte r (start + i) = mark.[i] && same (i + 1)) in
  same 0

let scan_mark r start c =
  match List.find_opt (fun (mark, _) -> is_here r start mark) marks with
  | Some (mark, token) ->
      r.at <- start + String.length mark;
      r.token <- token
  | None ->
      if c > ' ' && c < '\127' then fail r "'%c' has no meaning here in a formula" c
      else fail r "byte 0x%02x has no meaning here in a formula" (Char.code c)

let skip r =
  let start = skip_space r r.at in
  r.place <- start;
  r.at <- start;
  if start >= r.limit then r.token <- End
  else
    match byte r start with
    | '"' ->
        r.at <- scan_string r start;
        r.token <- Atom (Quoted.contents r.string)
    | '@' -> scan_action r start
    | '0' .. '9' as c ->
        r.at <- word_end r start;
        if r.at > start + 1 || c > '1' then fail r "of numbers only the constants 0 and 1 are formulas";
        r.token <- Constant (c = '1')
    | c -> if is_letter c then scan_word r start else scan_mark r start c

(* 'size': how large the formula can become, with or without a negation, written with and, or, next, until and release. *)
type part = { made : Kernel.raw; depth : int; size : int }

(* What waits for its right operand. *)
type waiting = Paren of int | Unary of prefix | Left of binary * part

let level = function
  | Equivalent | Implies -> 1
  | Xor -> 2
  | Or -> 3
  | And -> 4
  | Until | Release | Weak_until | Strong_release -> 5

let is_right = function Xor | Or | And -> false | _ -> true

(* The verified functions are recursive in the depth of a formula. *)
let most_nested = 10_000
let most_operators = 1_000_000

let make_prefix prefix f =
  match prefix with
  | Not -> Kernel.FNot f
  | Next -> Kernel.FNext f
  | Eventually -> Kernel.FFinally f
  | Always -> Kernel.FGlobally f

let make_binary binary f g =
  match binary with
  | Equivalent -> Kernel.FEquiv (f, g)
  | Implies -> Kernel.FImplies (f, g)
  | Xor -> Kernel.FXor (f, g)
  | Or -> Kernel.FOr (f, g)
  | And -> Kernel.FAnd (f, g)
  | Until -> Kernel.FUntil (f, g)
  | Release -> Kernel.FRelease (f, g)
  | Weak_until -> Kernel.FWeak (f, g)
  | Strong_release -> Kernel.FStrong (f, g)

let size_of_binary binary f g =
  match binary with
  | Equivalent | Xor -> (2 * (f + g)) + 3
  | Weak_until | Strong_release -> f + (2 * g) + 2
  | _ -> f + g + 1

let checked r part =
  if part.depth > most_nested then fail r "the formula is nested more than %d deep" most_nested;
  if part.size > most_operators then
    fail r "the formula has more than %d operators when '<->', '^', 'W' and 'M' are written out" most_operators;
  part

let apply_prefix r prefix f =
  checked r { made = make_prefix prefix f.made; depth = f.depth + 1; size = f.size + 2 }

let apply_binary r binary f g =
  checked r
    {
      made = make_binary binary f.made g.made;
      depth = 1 + max f.depth g.depth;
      size = size_of_binary binary f.size g.size;
    }

let misfit r what =
  match r.token with
  | End -> fail r "the formula ends where %s should be" what
  | _ -> fail r "'%s' where %s should be" (String.sub r.source.text r.place (min 40 (r.at - r.place))) what

(* Gives the operand to those that wait for it and bind tighter than the operator that follows. *)
let rec reduce r f stack ~binds =
  match stack with
  | Unary prefix :: rest -> reduce r (apply_prefix r prefix f) rest ~binds
  | Left (binary, g) :: rest when binds binary -> reduce r (apply_binary r binary g f) rest ~binds
  | _ -> (f, stack)

let leaf made = { made; depth = 1; size = 1 }

let parse r atom =
  let rec operand stack =
    match r.token with
    | Open ->
        let place = r.place in
        skip r;
        operand (Paren place :: stack)
    | Prefix prefix ->
        skip r;
        operand (Unary prefix :: stack)
    | Constant value ->
        skip r;
        operator (leaf (if value then Kernel.FTrue else Kernel.FFalse)) stack
    | Atom text ->
        let f = Kernel.FAtom (Binary.positive (1 + atom text r.place)) in
        skip r;
        operator (leaf f) stack
    | End | Close | Binary _ -> misfit r "a formula"
  and operator f stack =
    match r.token with
    | Binary binary ->
        let above other = level other > level binary || (level other = level binary && not (is_right binary)) in
        let f, stack = reduce r f stack ~binds:above in
        skip r;
        operand (Left (binary, f) :: stack)
    | Close -> (
        match reduce r f stack ~binds:(fun _ -> true) with
        | f, Paren _ :: rest ->
            skip r;
            operator f rest
        | _ -> fail r "')' without '('")
    | End -> (
        match reduce r f stack ~binds:(fun _ -> true) with
        | f, [] -> f.made
        | _, Paren place :: _ -> Source.fail_at r.source place "this '(' has no ')'"
        | _ -> assert false)
    | Open | Prefix _ | Constant _ | Atom _ -> misfit r "an operator"
  in
  operand []

(* The whole formula on one line, without comments; what is between its tokens becomes one blank. *)
let shown r from =
  let out = Buffer.create 80 in
  let rec copy i =
    if i < r.limit then
      match byte r i with
      | '#' when r.comments -> copy (line_end r.source.text r.limit i)
      | '"' ->
          let behind = scan_string r i in
          copy_string i behind;
          copy behind
      | '\000' .. ' ' | '\127' ->
          let length = Buffer.length out in
          if length > 0 && Buffer.nth out (length - 1) <> ' ' then Buffer.add_char out ' ';
          copy (i + 1)
      | _ -> copy (Fault.add_visible out r.source.text i)
  and copy_string i behind = if i < behind then copy_string (Fault.add_visible out r.source.text i) behind in
  copy from;
  String.trim (Buffer.contents out)

let reader source ~comments ~from ~limit = { source; limit; comments; at = from; place = from; token = End; string = Quoted.create () }

let on_one_line text =
  let source = Source.of_string ~name:"formula" text in
  shown (reader source ~comments:false ~from:0 ~limit:(String.length text)) 0

let read ?(comments = false) source ~from ~limit =
  let r = reader source ~comments ~from ~limit in
  let names = Names.create () and places = Ints.create () in
  let atom text place =
    let number = Names.intern_string names text in
    if number = Ints.length places then Ints.push places place;
    number
  in
  skip r;
  let formula = parse r atom in
  {
    formula;
    atoms = Array.init (Names.count names) (Names.name names);
    places = Array.init (Ints.length places) (Ints.get places);
    source;
    text = shown r from;
  }

let of_string ~name text = read (Source.of_string ~name text) ~from:0 ~limit:(String.length text)
