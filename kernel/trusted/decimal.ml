let digit text i = Char.code text.[i] - Char.code '0'
let most = (1 lsl 61) - 1

let natural text from length =
  let rec add value i =
    if i = from + length then value
    else
      let d = digit text i in
      if value > (most - d) / 10 then -1 else add ((value * 10) + d) (i + 1)
  in
  add 0 from

let rec skip_zeros text from length =
  if length > 1 && text.[from] = '0' then skip_zeros text (from + 1) (length - 1) else (from, length)

(* At most 'limit', which is written in digits. *)
let at_most limit text from length =
  let from, length = skip_zeros text from length in
  let n = String.length limit in
  length < n || (length = n && String.compare (String.sub text from length) limit <= 0)

let fits_64_bits = at_most "18446744073709551615"

let integer text from length =
  let negative = length > 0 && text.[from] = '-' in
  let from = if negative then from + 1 else from in
  let length = if negative then length - 1 else length in
  if not (at_most "9223372036854775807" text from length) then None
  else begin
    let value = ref 0L in
    for i = from to from + length - 1 do
      value := Int64.add (Int64.mul !value 10L) (Int64.of_int (digit text i))
    done;
    Some (if negative then Int64.neg !value else !value)
  end
