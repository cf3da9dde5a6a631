type t = { mutable at : int array; mutable count : int }

let create () = { at = [||]; count = 0 }
let length t = t.count

let push t x =
  if t.count = Array.length t.at then begin
    let larger = Array.make (max 8 (2 * t.count)) 0 in
    Array.blit t.at 0 larger 0 t.count;
    t.at <- larger
  end;
  Array.unsafe_set t.at t.count x;
  t.count <- t.count + 1

let check t i = if i < 0 || i >= t.count then invalid_arg "Ints: no such place"

let get t i =
  check t i;
  Array.unsafe_get t.at i

let set t i x =
  check t i;
  Array.unsafe_set t.at i x

let iter f t =
  for i = 0 to t.count - 1 do
    f (Array.unsafe_get t.at i)
  done

let clear t = t.count <- 0

let pop t =
  check t (t.count - 1);
  t.count <- t.count - 1;
  Array.unsafe_get t.at t.count
