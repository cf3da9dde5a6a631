(* Numbers 1, 2, ... as far as they were needed; table.(0) is never used. *)
let table = ref [| Kernel.XH; Kernel.XH |]
let filled = ref 1

let extend n =
  if n >= Array.length !table then begin
    let larger = Array.make (max (n + 1) (2 * Array.length !table)) Kernel.XH in
    Array.blit !table 0 larger 0 (Array.length !table);
    table := larger
  end;
  for i = !filled + 1 to n do
    let half = !table.(i / 2) in
    !table.(i) <- (if i land 1 = 1 then Kernel.XI half else Kernel.XO half)
  done;
  if n > !filled then filled := n

(* Larger numbers share nothing. *)
let most_shared = 1 lsl 24

let rec positive n =
  if n < 1 then invalid_arg "Binary.positive";
  if n < most_shared then begin
    if n > !filled then extend n;
    !table.(n)
  end
  else begin
    let half = positive (n lsr 1) in
    if n land 1 = 1 then Kernel.XI half else Kernel.XO half
  end

let small = 1 lsl 16

let rec positive_of_int64 n =
  if Int64.unsigned_compare n (Int64.of_int small) < 0 then positive (Int64.to_int n)
  else begin
    let half = positive_of_int64 (Int64.shift_right_logical n 1) in
    if Int64.logand n 1L = 1L then Kernel.XI half else Kernel.XO half
  end

let z_of_int64 n =
  let sign = Int64.compare n 0L in
  if sign = 0 then Kernel.Z0
  else if sign > 0 then Kernel.Zpos (positive_of_int64 n)
  else Kernel.Zneg (positive_of_int64 (Int64.neg n))

let z n = if n = 0 then Kernel.Z0 else if n > 0 then Kernel.Zpos (positive n) else z_of_int64 (Int64.of_int n)
let n k = if k = 0 then Kernel.N0 else Kernel.Npos (positive k)

let int_of_positive p =
  let rec value p place total =
    match p with
    | Kernel.XH -> total + place
    | _ when place >= 1 lsl 60 -> max_int
    | Kernel.XO p -> value p (2 * place) total
    | Kernel.XI p -> value p (2 * place) (total + place)
  in
  value p 1 0

let int_of_n = function Kernel.N0 -> 0 | Kernel.Npos p -> int_of_positive p
let int_of_z = function Kernel.Z0 -> 0 | Kernel.Zpos p -> int_of_positive p | Kernel.Zneg p -> -int_of_positive p
