(* Open addressing with linear probing; a free place has the key -1. *)
type t = { mutable keys : int array; mutable values : int array; mutable count : int }

let create () = { keys = Array.make 8 (-1); values = Array.make 8 0; count = 0 }
let length t = t.count

(* The top bits of the product depend on all bits of the key. *)
let place_of key mask =
  let h = key * 0x1E3779B97F4A7C15 in
  (h lxor (h lsr 29)) land mask

(* The place of the key, or the free place where it belongs. *)
let locate keys key =
  let mask = Array.length keys - 1 in
  let i = ref (place_of key mask) in
  while
    let k = Array.unsafe_get keys !i in
    k <> key && k <> -1
  do
    i := (!i + 1) land mask
  done;
  !i

let grow t =
  let old_keys = t.keys and old_values = t.values in
  let size = 2 * Array.length old_keys in
  t.keys <- Array.make size (-1);
  t.values <- Array.make size 0;
  Array.iteri
    (fun i key ->
      if key <> -1 then begin
        let j = locate t.keys key in
        t.keys.(j) <- key;
        t.values.(j) <- old_values.(i)
      end)
    old_keys

let find t key =
  let i = locate t.keys key in
  if Array.unsafe_get t.keys i = key then Array.unsafe_get t.values i else -1

let insert_at t i key value =
  t.keys.(i) <- key;
  t.values.(i) <- value;
  t.count <- t.count + 1;
  if 3 * t.count > 2 * Array.length t.keys then grow t

let set t key value =
  let i = locate t.keys key in
  if t.keys.(i) = key then t.values.(i) <- value else insert_at t i key value

let add t key =
  let i = locate t.keys key in
  t.keys.(i) <> key
  && begin
       insert_at t i key 0;
       true
     end
