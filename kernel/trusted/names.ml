type t = {
  mutable texts : string array;
  mutable hashes : int array;
  mutable count : int;
  mutable slots : int array; (* open addressing; the number plus one, 0: free *)
}

let create () = { texts = Array.make 8 ""; hashes = Array.make 8 0; count = 0; slots = Array.make 16 0 }
let count t = t.count

let name t n =
  if n < 0 || n >= t.count then invalid_arg "Names.name";
  t.texts.(n)

(* Hashtbl.hash looks at the beginning of long strings only. *)
let hash text from length =
  let h = ref 0x0BF29CE484222325 in
  for i = from to from + length - 1 do
    h := (!h lxor Char.code (String.unsafe_get text i)) * 0x100000001B3
  done;
  !h lxor (!h lsr 31)

let same known text from length =
  String.length known = length
  &&
  let i = ref 0 in
  while !i < length && String.unsafe_get known !i = String.unsafe_get text (from + !i) do
    incr i
  done;
  !i = length

let locate t h text from length =
  let mask = Array.length t.slots - 1 in
  let i = ref (h land mask) in
  while
    let n = t.slots.(!i) - 1 in
    n >= 0 && not (t.hashes.(n) = h && same t.texts.(n) text from length)
  do
    i := (!i + 1) land mask
  done;
  !i

let check_part text from length =
  if from < 0 || length < 0 || from > String.length text - length then invalid_arg "Names: not a part of the text"

let find t text from length =
  check_part text from length;
  t.slots.(locate t (hash text from length) text from length) - 1

let double array fill =
  let larger = Array.make (2 * Array.length array) fill in
  Array.blit array 0 larger 0 (Array.length array);
  larger

let fill_slots t size =
  let slots = Array.make size 0 in
  let mask = Array.length slots - 1 in
  for n = 0 to t.count - 1 do
    let i = ref (t.hashes.(n) land mask) in
    while slots.(!i) <> 0 do
      i := (!i + 1) land mask
    done;
    slots.(!i) <- n + 1
  done;
  t.slots <- slots

let renumber t place =
  let texts = Array.make (Array.length t.texts) "" and hashes = Array.make (Array.length t.hashes) 0 in
  for n = 0 to t.count - 1 do
    texts.(place.(n)) <- t.texts.(n);
    hashes.(place.(n)) <- t.hashes.(n)
  done;
  t.texts <- texts;
  t.hashes <- hashes;
  fill_slots t (Array.length t.slots)

let intern t text from length =
  check_part text from length;
  let h = hash text from length in
  let i = locate t h text from length in
  let n = t.slots.(i) - 1 in
  if n >= 0 then n
  else begin
    let n = t.count in
    if n = Array.length t.texts then begin
      t.texts <- double t.texts "";
      t.hashes <- double t.hashes 0
    end;
    t.texts.(n) <- String.sub text from length;
    t.hashes.(n) <- h;
    t.slots.(i) <- n + 1;
    t.count <- n + 1;
    if 2 * t.count > Array.length t.slots then fill_slots t (2 * Array.length t.slots);
    n
  end

let intern_string t text = intern t text 0 (String.length text)
let find_string t text = find t text 0 (String.length text)
