module F = Ectl_formula

(* The core: children are numbers of other nodes. *)
type node =
  | False
  | True
  | Prop of string
  | Not of int
  | And of int * int
  | Or of int * int
  | EX of int
  | EU of string option * int * int
  | ER of string option * int * int

type t = { numbers : (node, int) Hashtbl.t; mutable nodes : node array; tables : (int, int) Hashtbl.t; mutable releases : bool list; next : bool }

let add t node =
  match Hashtbl.find_opt t.numbers node with
  | Some number -> number
  | None ->
      let number = Hashtbl.length t.numbers in
      if number = Array.length t.nodes then t.nodes <- Array.append t.nodes (Array.make (number + 16) False);
      t.nodes.(number) <- node;
      Hashtbl.add t.numbers node number;
      number

let negation t x = match t.nodes.(x) with Not y -> y | _ -> add t (Not x)

let rec core t (f : F.t) =
  match f with
  | False -> add t False
  | True -> add t True
  | Prop name -> add t (Prop name)
  | Not x -> negation t (core t x)
  | And (x, y) -> pair t x y (fun x y -> And (x, y))
  | Or (x, y) -> pair t x y (fun x y -> Or (x, y))
  | Implies (x, y) ->
      let x = core t x in
      let y = core t y in
      add t (Or (negation t x, y))
  | Iff (x, y) ->
      let x = core t x in
      let y = core t y in
      let there = add t (Or (negation t x, y)) in
      add t (And (there, add t (Or (negation t y, x))))
  | EX x -> add t (EX (core t x))
  | EU (a, x, y) -> pair t x y (fun x y -> EU (a, x, y))
  | ER (a, x, y) -> pair t x y (fun x y -> ER (a, x, y))
  | AX _ | AU _ | AR _ -> negation t (core_of_path t f)

and pair t x y make =
  let x = core t x in
  let y = core t y in
  add t (make x y)

(* The node that has the table: of A-formulas, what is negated. *)
and core_of_path t (f : F.t) =
  let negated x y make =
    let x = core t x in
    let y = core t y in
    let x = negation t x in
    add t (make x (negation t y))
  in
  match f with
  | AX x -> add t (EX (negation t (core t x)))
  | AU (a, x, y) -> negated x y (fun x y -> ER (a, x, y))
  | AR (a, x, y) -> negated x y (fun x y -> EU (a, x, y))
  | f -> core t f

let number_tables t root =
  let seen = Hashtbl.create 100 in
  let give n is_release =
    Hashtbl.add t.tables n (Hashtbl.length t.tables);
    t.releases <- is_release :: t.releases
  in
  let rec visit n =
    if not (Hashtbl.mem seen n) then begin
      Hashtbl.add seen n ();
      match t.nodes.(n) with
      | False | True | Prop _ -> ()
      | Not x -> visit x
      | And (x, y) | Or (x, y) ->
          visit x;
          visit y
      | EX x ->
          visit x;
          if t.next then give n false
      | EU (_, x, y) ->
          visit x;
          visit y;
          give n false
      | ER (_, x, y) ->
          visit x;
          visit y;
          give n true
    end
  in
  visit root;
  t.releases <- List.rev t.releases

let of_formula ~next formula =
  let t = { numbers = Hashtbl.create 100; nodes = Array.make 16 False; tables = Hashtbl.create 20; releases = []; next } in
  number_tables t (core t formula);
  t

let table t f = Hashtbl.find t.tables (core_of_path t f)
let releases t = t.releases
