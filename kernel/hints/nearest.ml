(* How many bytes must be added, dropped or changed to make one name the other; 'most' + 1 if more than 'most'. *)
let distance a b ~most =
  let n = String.length a and m = String.length b in
  if abs (n - m) > most then most + 1
  else begin
    let row = Array.init (m + 1) Fun.id in
    for i = 1 to n do
      let diagonal = ref row.(0) in
      row.(0) <- i;
      for j = 1 to m do
        let change = if a.[i - 1] = b.[j - 1] then 0 else 1 in
        let best = min (min row.(j) row.(j - 1) + 1) (!diagonal + change) in
        diagonal := row.(j);
        row.(j) <- best
      done
    done;
    min row.(m) (most + 1)
  end

(* More are not looked at, and longer ones neither. *)
let most_names = 10_000
let longest = 60

let hint name names =
  let most = max 1 (String.length name / 3) in
  let rec look names left best found =
    if left = 0 || best = 0 then found
    else
      match names () with
      | Seq.Nil -> found
      | Seq.Cons (other, rest) ->
          let d = if String.length other > longest then max_int else distance name other ~most in
          if d < best then look rest (left - 1) d (Some other) else look rest (left - 1) best found
  in
  if String.length name > longest then ""
  else
    match look names most_names (most + 1) None with
    | Some other -> Printf.sprintf ": do you mean %s?" (Fault.show_name other)
    | None -> ""
