open Promela_pieces

type macro = { parameters : string list option; body : Promela_pieces.t list }
type t = { macros : (string, macro) Hashtbl.t; mutable depth : int }

let is_mark text p = p.kind = Mark && p.text = text

let union a b = List.fold_left (fun b x -> if List.mem x b then b else x :: b) b a
let hide names p = { p with hidden = union names p.hidden }

(* The first takes the place of the name that was expanded; nothing else in a macro begins a line. If nothing is left of it, what
   follows on the line begins it. *)
let in_place_of name = function
  | [], rest -> (
      match rest with
      | [] -> []
      | next :: rest -> { next with white = true; new_line = next.new_line || name.new_line } :: rest)
  | made, rest ->
      List.mapi
        (fun i p ->
          let p = { p with place = name.place } in
          if i = 0 then { p with white = name.white; new_line = name.new_line } else { p with new_line = false })
        made
      @ rest

(* The arguments of a macro: from behind its '(' to its ')'. *)
let arguments name pieces =
  let rec go depth one all = function
    | [] -> refuse name "a use of a macro that goes on behind a directive or the end of the file"
    | p :: rest when is_mark ")" p && depth = 0 -> (List.rev (List.rev one :: all), p, rest)
    | p :: rest when is_mark "," p && depth = 0 -> go depth [] (List.rev one :: all) rest
    | p :: rest ->
        let depth = if is_mark "(" p then depth + 1 else if is_mark ")" p then depth - 1 else depth in
        go depth ({ p with new_line = false; white = p.white || p.new_line } :: one) all rest
  in
  go 0 [] [] pieces

let rec expand t = function
  | [] -> []
  | p :: rest when p.kind = Name && not (List.mem p.text p.hidden) -> (
      match Hashtbl.find_opt t.macros p.text with
      | None ->
          check_name p;
          p :: expand t rest
      | Some { parameters = None; body } -> expand t (in_place_of p (List.map (hide (p.text :: p.hidden)) body, rest))
      | Some { parameters = Some names; body } -> (
          match rest with
          | open_ :: behind when is_mark "(" open_ ->
              let given, close, rest = arguments p behind in
              let made = substitute t p names given body in
              let common = List.filter (fun x -> List.mem x close.hidden) p.hidden in
              expand t (in_place_of p (List.map (hide (p.text :: common)) made, rest))
          | [] -> refuse p "the name of a macro with parameters before a directive or the end of the file"
          | _ -> p :: expand t rest))
  | p :: rest -> p :: expand t rest

(* Names that gcc defines: in capitals, with underscores at both ends, or one of these. *)
and check_name p =
  let n = String.length p.text in
  let others = [ "_LP64"; "_Pragma"; "__linux"; "__unix"; "__x86_64"; "__amd64"; "__k8" ] in
  let is_reserved = n > 2 && p.text.[0] = '_' && p.text.[1] = '_' in
  let is_made = is_reserved && ((p.text.[n - 1] = '_' && p.text.[n - 2] = '_') || String.uppercase_ascii p.text = p.text) in
  if List.mem p.text others || is_made then refuse p "the name %s, which a preprocessor may replace" p.text

and substitute t p names given body =
  let given = if names = [] && given = [ [] ] then [] else given in
  if List.length names <> List.length given then fail p "this macro takes %d arguments" (List.length names);
  let table = List.combine names given in
  List.concat_map
    (fun x ->
      match if x.kind = Name then List.assoc_opt x.text table else None with
      | None -> [ x ]
      | Some argument -> (
          match expand t argument with
          | [] -> []
          | first :: more -> { first with white = x.white } :: more))
    body

let define t = function
  | name :: rest when name.kind = Name ->
      let rec parameters found = function
        | [ _ ] | [] -> fail name "the ')' of the parameters is missing"
        | close :: rest when is_mark ")" close && found = [] -> ([], rest)
        | p :: next :: rest when p.kind = Name ->
            if is_mark ")" next then (List.rev (p.text :: found), rest)
            else if is_mark "," next then parameters (p.text :: found) rest
            else fail next "',' or ')' should be here"
        | p :: _ -> refuse p "such a parameter of a macro"
      in
      let macro, body =
        match rest with
        | open_ :: behind when is_mark "(" open_ && not open_.white ->
            let names, body = parameters [] behind in
            (Some names, body)
        | body -> (None, body)
      in
      List.iter (fun p -> if is_mark "#" p then refuse p "'#' in a macro") body;
      if name.text = "defined" then fail name "this name cannot be defined";
      Hashtbl.replace t.macros name.text { parameters = macro; body }
  | p :: _ -> fail p "the name of a macro should be here"
  | [] -> ()

(* Operators by how tightly they bind. *)
let levels =
  [
    [ ("||", fun a b -> Bool.to_int (a <> 0 || b <> 0)) ];
    [ ("&&", fun a b -> Bool.to_int (a <> 0 && b <> 0)) ];
    [ ("==", fun a b -> Bool.to_int (a = b)); ("!=", fun a b -> Bool.to_int (a <> b)) ];
    [
      ("<=", fun a b -> Bool.to_int (a <= b));
      (">=", fun a b -> Bool.to_int (a >= b));
      ("<", fun a b -> Bool.to_int (a < b));
      (">", fun a b -> Bool.to_int (a > b));
    ];
    [ ("+", ( + )); ("-", ( - )) ];
    [ ("*", ( * )) ];
  ]

(* Marks that stand together, as the operators above are written. *)
let rec join = function
  | a :: b :: rest
    when a.kind = Mark && b.kind = Mark && (not b.white)
         && List.mem (a.text ^ b.text) [ "||"; "&&"; "=="; "!="; "<="; ">="; "<<"; ">>" ] ->
      { a with text = a.text ^ b.text } :: join rest
  | a :: rest -> a :: join rest
  | [] -> []

let evaluate t at pieces =
  let rec answer_defined = function
    | d :: open_ :: name :: close :: rest when d.text = "defined" && is_mark "(" open_ && is_mark ")" close -> known d name rest
    | d :: name :: rest when d.text = "defined" -> known d name rest
    | p :: rest -> p :: answer_defined rest
    | [] -> []
  and known d name rest =
    { d with kind = Number; text = (if Hashtbl.mem t.macros name.text then "1" else "0") } :: answer_defined rest
  in
  let left = ref (join (expand t (answer_defined pieces))) in
  let rec level = function
    | [] -> unary ()
    | operators :: tighter ->
        let rec more a =
          match !left with
          | p :: rest when p.kind = Mark && List.mem_assoc p.text operators ->
              left := rest;
              let b = level tighter in
              more ((List.assoc p.text operators) a b)
          | _ -> a
        in
        more (level tighter)
  and unary () =
    match !left with
    | p :: rest -> (
        left := rest;
        match (p.kind, p.text) with
        | Mark, "!" -> Bool.to_int (unary () = 0)
        | Mark, "-" -> -unary ()
        | Mark, "(" -> (
            let a = level levels in
            match !left with
            | close :: rest when is_mark ")" close ->
                left := rest;
                a
            | _ -> refuse p "this condition")
        | Number, text when text <> "" && String.for_all (fun c -> c >= '0' && c <= '9') text && (text = "0" || text.[0] <> '0') -> (
            match int_of_string_opt text with Some n when n < 1 lsl 31 -> n | _ -> refuse p "this number")
        | Name, _ -> 0
        | _ -> refuse p "this condition")
    | [] -> fail at "the condition is not complete"
  in
  let value = level levels in
  (match !left with p :: _ -> refuse p "this in a condition" | [] -> ());
  value <> 0

(* A part of an #if that is open: is it read, was one of its parts, and is what is around it? *)
type part = { reads : bool; had : bool; outer : bool }

let rec file t source =
  t.depth <- t.depth + 1;
  if t.depth > 50 then Source.fail_at source 0 "files include each other";
  let result = ref [] and pending = ref [] and parts = ref [] in
  let flush () =
    result := List.rev_append (expand t (List.concat (List.rev !pending))) !result;
    pending := []
  in
  let reading () = match !parts with [] -> true | p :: _ -> p.reads in
  let enter value =
    let outer = reading () in
    let reads = outer && value () in
    parts := { reads; had = reads; outer } :: !parts
  in
  let other at value =
    match !parts with
    | [] -> fail at "there is no #if before this"
    | p :: rest ->
        let reads = p.outer && (not p.had) && value () in
        parts := { p with reads; had = p.had || reads } :: rest
  in
  let is_defined at = function [ p ] when p.kind = Name -> Hashtbl.mem t.macros p.text | _ -> fail at "the name of a macro should be here" in
  let directive sign = function
    | [] -> ()
    | word :: rest when word.kind = Name -> (
        match word.text with
        | "if" -> enter (fun () -> evaluate t word rest)
        | "ifdef" -> enter (fun () -> is_defined word rest)
        | "ifndef" -> enter (fun () -> not (is_defined word rest))
        | "elif" -> other word (fun () -> evaluate t word rest)
        | "else" -> other word (fun () -> true)
        | "endif" -> ( match !parts with [] -> fail word "there is no #if before this" | _ :: r -> parts := r)
        | _ when not (reading ()) -> ()
        | "define" ->
            flush ();
            define t rest
        | "undef" ->
            flush ();
            List.iter (fun p -> Hashtbl.remove t.macros p.text) rest
        | "include" ->
            flush ();
            result := List.rev_append (included t sign rest) !result
        | "pragma" -> ()
        | other -> refuse word "#%s" other)
    | p :: _ when p.kind = Number -> () (* where a preprocessor says that the text comes from *)
    | p :: _ -> if reading () then fail p "a directive should be here"
  in
  List.iter
    (function
      | sign :: rest when is_mark "#" sign -> directive sign rest
      | line -> if reading () then pending := line :: !pending)
    (lines source);
  flush ();
  if !parts <> [] then Source.fail_at source 0 "an #endif is missing";
  t.depth <- t.depth - 1;
  List.rev !result

and included t sign = function
  | [ p ] when p.kind = Text ->
      let name = String.sub p.text 1 (String.length p.text - 2) in
      let folder = Filename.dirname (fst p.place).Source.name in
      file t (Source.of_file (if Filename.is_relative name then Filename.concat folder name else name))
  | _ -> refuse sign "an #include of this form"

(* What the command line defines: NAME, which is 1, or NAME=TEXT. *)
let define_text t text =
  if String.contains text '\n' then raise (Fault.Unsupported "the kernel does not know macros of several lines");
  let name, value =
    match String.index_opt text '=' with
    | Some i -> (String.sub text 0 i, String.sub text (i + 1) (String.length text - i - 1))
    | None -> (text, "1")
  in
  List.iter (define t) (lines (Source.of_string ~name:"--define" (name ^ " " ^ value)))

let run ~macros ~claims ~formula source =
  let t = { macros = Hashtbl.create 64; depth = 0 } in
  List.iter
    (fun name ->
      let one = { kind = Number; text = "1"; white = false; new_line = false; place = (source, 0); hidden = [] } in
      Hashtbl.replace t.macros name { parameters = None; body = [ one ] })
    [ "linux"; "unix" ];
  List.iter (define_text t) macros;
  let model = file t source in
  let model = List.fold_left (fun pieces path -> pieces @ file t (Source.of_file path)) model claims in
  (model, file t (Source.of_string ~name:"formula" formula))
