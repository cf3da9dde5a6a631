type kind = Boolean | Integer

type variable = {
  name : string;
  kind : kind;
  is_array : bool;
  size : int;
  low : int64;
  high : int64;
  initial : int64;
  first : int;
}

type operator =
  | Add
  | Subtract
  | Multiply
  | Divide
  | Modulo
  | Equal
  | Unequal
  | Less
  | At_most
  | Greater
  | At_least
  | And
  | Or
  | Implies

type quantifier = Forall | Exists | Sum

type expression = { place : int; node : node }

and node =
  | Constant of int64
  | Index of int
  | Read of variable * expression
  | Not of expression
  | Negate of expression
  | Operation of operator * expression * expression
  | Quantified of quantifier * int * range * expression

and range = { low : expression; high : expression }

type command =
  | Skip
  | Assign of (variable * expression * expression) list
  | Select of branch list
  | If of expression * command list * command list
  | While of expression * command list

and branch = { ranges : (int * range) list; guard : expression; body : command list }

let most_nested = 1000
let longest_range = 1_000_000L
let most_nodes = 10_000_000

(* What is known while ranges are unfolded. 'left': nodes that may still be met; 'near': where the last
   expression was met. *)
type unfolding = { source : Source.t; indices : int64 array; mutable left : int; mutable near : int }

let unfolding source = { source; indices = Array.make (most_nested + 1) 0L; left = most_nodes; near = 0 }
let fail u place format = Source.fail_at u.source place format

let meet u place =
  if u.left <= 0 then fail u place "too large: with all ranges unfolded there are more than %d nodes" most_nodes;
  u.near <- place;
  u.left <- u.left - 1

(* A fault in a constant, with its place and what it is. *)
exception No_value of int * string

let overflow place = raise (No_value (place, "the result does not fit 64 bits"))

let add place x y =
  let sum = Int64.add x y in
  if Int64.logand (Int64.logxor x sum) (Int64.logxor y sum) < 0L then overflow place else sum

let subtract place x y =
  let difference = Int64.sub x y in
  if Int64.logand (Int64.logxor x y) (Int64.logxor x difference) < 0L then overflow place else difference

let multiply place x y =
  let product = Int64.mul x y in
  if x = 0L || (Int64.div product x = y && not (x = -1L && y = Int64.min_int)) then product else overflow place

(* Both round towards minus infinity. *)
let divide place x y =
  if y = 0L then raise (No_value (place, "division by zero"));
  if x = Int64.min_int && y = -1L then overflow place;
  let quotient = Int64.div x y and rest = Int64.rem x y in
  if rest <> 0L && rest < 0L <> (y < 0L) then Int64.pred quotient else quotient

let modulo place x y =
  if y = 0L then raise (No_value (place, "division by zero"));
  if y = -1L then 0L
  else begin
    let rest = Int64.rem x y in
    if rest <> 0L && rest < 0L <> (y < 0L) then Int64.add rest y else rest
  end

let of_bool b = if b then 1L else 0L

let operate place operator (x : int64) (y : int64) =
  match operator with
  | Add -> add place x y
  | Subtract -> subtract place x y
  | Multiply -> multiply place x y
  | Divide -> divide place x y
  | Modulo -> modulo place x y
  | Equal -> of_bool (x = y)
  | Unequal -> of_bool (x <> y)
  | Less -> of_bool (x < y)
  | At_most -> of_bool (x <= y)
  | Greater -> of_bool (x > y)
  | At_least -> of_bool (x >= y)
  | And | Or | Implies -> y (* the left side did not decide *)

(* Does the left side alone decide, and how? *)
let decided operator x =
  match operator with
  | And when x = 0L -> Some 0L
  | Or when x <> 0L -> Some 1L
  | Implies when x = 0L -> Some 1L
  | _ -> None

let check_length u place low high =
  if low <= high && (Int64.sub high low < 0L || Int64.sub high low >= longest_range) then
    fail u place "a range has at most %Ld values" longest_range

let rec evaluate u e =
  meet u e.place;
  match e.node with
  | Constant value -> value
  | Index i -> u.indices.(i)
  | Read (variable, _) -> raise (No_value (e.place, Fault.show_name variable.name ^ " is not constant"))
  | Not e -> Int64.sub 1L (evaluate u e)
  | Negate f -> subtract e.place 0L (evaluate u f)
  | Operation (operator, left, right) -> (
      let x = evaluate u left in
      match decided operator x with
      | Some value -> value
      | None ->
          let y = evaluate u right in
          operate e.place operator x y)
  | Quantified (quantifier, index, range, body) -> quantified u e.place quantifier index range body

and quantified u place quantifier index range body =
  let low = evaluate u range.low in
  let high = evaluate u range.high in
  check_length u place low high;
  let rec from i total =
    u.indices.(index) <- i;
    let value = evaluate u body in
    let total = match quantifier with Sum -> add place total value | Forall | Exists -> value in
    let is_known = match quantifier with Forall -> value = 0L | Exists -> value <> 0L | Sum -> false in
    if i = high || is_known then total else from (Int64.succ i) total
  in
  let nothing = match quantifier with Forall -> 1L | Exists | Sum -> 0L in
  if low > high then nothing else from low 0L

let value source e =
  let u = unfolding source in
  try evaluate u e with No_value (place, why) -> fail u place "this constant has no value: %s" why

let rec has_quantifier e =
  match e.node with
  | Constant _ | Index _ -> false
  | Read (_, e) | Not e | Negate e -> has_quantifier e
  | Operation (_, left, right) -> has_quantifier left || has_quantifier right
  | Quantified _ -> true

(* Calls the function for each value of an index. *)
let each_value u index low high f =
  if low <= high then begin
    let rec from i =
      u.indices.(index) <- i;
      f ();
      if i < high then from (Int64.succ i)
    in
    from low
  end

let bound u e = try evaluate u e with No_value (place, why) -> fail u place "this bound has no value: %s" why

let bounds u place range =
  let low = bound u range.low in
  let high = bound u range.high in
  check_length u place low high;
  (low, high)

let rec measure u e =
  meet u e.place;
  match e.node with
  | Constant _ | Index _ -> ()
  | Read (_, e) | Not e | Negate e -> measure u e
  | Operation (_, left, right) ->
      measure u left;
      measure u right
  | Quantified (_, index, range, body) ->
      let low, high = bounds u e.place range in
      if has_quantifier body then each_value u index low high (fun () -> measure u body)
      else if low <= high then begin
        let before = u.left in
        measure u body;
        let each = before - u.left in
        let rest = Int64.to_int (Int64.sub high low) in
        if each * rest > u.left then u.left <- 0 else u.left <- u.left - (each * rest);
        meet u e.place
      end

let rec measure_command u = function
  | Skip -> meet u u.near
  | Assign places ->
      meet u u.near;
      List.iter
        (fun (_, index, value) ->
          measure u index;
          measure u value)
        places
  | Select branches ->
      meet u u.near;
      List.iter (fun branch -> measure_branch u branch branch.ranges) branches
  | If (condition, yes, no) ->
      meet u u.near;
      measure u condition;
      List.iter (measure_command u) yes;
      List.iter (measure_command u) no
  | While (condition, body) ->
      meet u u.near;
      measure u condition;
      List.iter (measure_command u) body

and measure_branch u branch = function
  | [] ->
      measure u branch.guard;
      List.iter (measure_command u) branch.body
  | (index, range) :: rest ->
      let low, high = bounds u range.low.place range in
      each_value u index low high (fun () -> measure_branch u branch rest)

let check_size source program = List.iter (measure_command (unfolding source)) program
let check_expression_size source e = measure (unfolding source) e

(* For the verified semantics. *)

let variable_to_kernel (v : variable) =
  {
    Kernel.v_first = Binary.positive (v.first + 1);
    v_size = Binary.z v.size;
    v_lo = Binary.z_of_int64 v.low;
    v_hi = Binary.z_of_int64 v.high;
  }

let index_to_kernel i = Binary.positive (i + 1)

let rec expression_to_kernel e =
  let make = expression_to_kernel in
  match e.node with
  | Constant value -> Kernel.ENum (Binary.z_of_int64 value)
  | Index i -> Kernel.EName (index_to_kernel i)
  | Read (variable, index) -> Kernel.ERead (variable_to_kernel variable, make index)
  | Not e -> Kernel.ENot (make e)
  | Negate e -> Kernel.ENeg (make e)
  | Operation (operator, left, right) -> operation_to_kernel operator (make left) (make right)
  | Quantified (quantifier, index, range, body) -> (
      let name = index_to_kernel index in
      let low = make range.low and high = make range.high and body = make body in
      match quantifier with
      | Forall -> Kernel.EForall (name, low, high, body)
      | Exists -> Kernel.EExists (name, low, high, body)
      | Sum -> Kernel.ESum (name, low, high, body))

and operation_to_kernel operator left right =
  match operator with
  | And -> Kernel.EAnd (left, right)
  | Or -> Kernel.EOr (left, right)
  | Implies -> Kernel.EImplies (left, right)
  | Add -> Kernel.EOp (Kernel.OAdd, left, right)
  | Subtract -> Kernel.EOp (Kernel.OSub, left, right)
  | Multiply -> Kernel.EOp (Kernel.OMul, left, right)
  | Divide -> Kernel.EOp (Kernel.ODiv, left, right)
  | Modulo -> Kernel.EOp (Kernel.OMod, left, right)
  | Equal -> Kernel.EOp (Kernel.OEq, left, right)
  | Unequal -> Kernel.EOp (Kernel.ONe, left, right)
  | Less -> Kernel.EOp (Kernel.OLt, left, right)
  | At_most -> Kernel.EOp (Kernel.OLe, left, right)
  | Greater -> Kernel.EOp (Kernel.OGt, left, right)
  | At_least -> Kernel.EOp (Kernel.OGe, left, right)

let rec command_to_kernel = function
  | Skip -> Kernel.CSkip
  | Assign places ->
      Kernel.CAssign
        (List.map
           (fun (variable, index, value) ->
             ((variable_to_kernel variable, expression_to_kernel index), expression_to_kernel value))
           places)
  | Select branches -> Kernel.CSelect (List.rev (List.rev_map branch_to_kernel branches))
  | If (condition, yes, no) ->
      Kernel.CIf (expression_to_kernel condition, program_to_kernel yes, program_to_kernel no)
  | While (condition, body) -> Kernel.CWhile (expression_to_kernel condition, program_to_kernel body)

and branch_to_kernel branch =
  let range (index, (range : range)) =
    ((index_to_kernel index, expression_to_kernel range.low), expression_to_kernel range.high)
  in
  Kernel.Branch (List.map range branch.ranges, expression_to_kernel branch.guard, program_to_kernel branch.body)

(* Nested evenly: others are recursive in the depth. *)
and program_to_kernel commands =
  let made = Array.of_list (List.rev (List.rev_map command_to_kernel commands)) in
  let rec between first behind =
    if behind - first = 1 then made.(first)
    else begin
      let middle = (first + behind) / 2 in
      Kernel.CSeq (between first middle, between middle behind)
    end
  in
  if made = [||] then Kernel.CSkip else between 0 (Array.length made)
