(* By number: its place in the order. Below the node that fixes the lowest bits 'low' (there are as many as 'step' = 2^bits says)
   are the number low + step, then those with a further bit 0, then those with 1. *)
let ranks last =
  let rank = Array.make (last + 1) 0 in
  let next = ref 0 in
  let rec walk low step =
    if low + step <= last then begin
      rank.(low + step) <- !next;
      incr next;
      walk low (2 * step);
      walk (low + step) (2 * step)
    end
  in
  walk 0 1;
  rank

let largest numbers =
  let most = ref 0 in
  Ints.iter (fun x -> if x > !most then most := x) numbers;
  !most

(* Stable, in linear time. *)
let sort_by numbers order =
  let rank = ranks (largest numbers) in
  let key i = rank.(Ints.get numbers i) in
  let next = Array.make (Array.length rank + 1) 0 in
  Array.iter (fun i -> next.(key i + 1) <- next.(key i + 1) + 1) order;
  for k = 1 to Array.length next - 1 do
    next.(k) <- next.(k) + next.(k - 1)
  done;
  let sorted = Array.make (Array.length order) 0 in
  Array.iter
    (fun i ->
      let k = key i in
      sorted.(next.(k)) <- i;
      next.(k) <- next.(k) + 1)
    order;
  sorted

let of_numbers numbers = sort_by numbers (Array.init (Ints.length numbers) Fun.id)
let of_pairs xs ys = sort_by xs (of_numbers ys)
