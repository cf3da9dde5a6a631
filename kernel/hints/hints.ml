let add_unentered_edges view rows =
  let entered = View.entered view and useful = View.useful view in
  for s = 1 to View.count view do
    if not entered.(s) then
      View.iter_edges view s (fun label target ->
          if useful.(target) then
            View.iter_label view label (fun a ->
                let from = Numbering.inner s and target = Numbering.inner target in
                if not (Rows.mem rows from a target) then Rows.add rows from a target))
  done

let rec saturate_epsilon (c : Evidence.certificate) rows =
  let classes = Rows.classify rows ~keep:(fun _ -> true) in
  let added = Ints.create () in
  let add_missing from behind a =
    Rows.mark_row rows from a;
    Ints.clear added;
    Rows.iter rows behind a (fun target -> if not (Rows.is_marked rows target) then Ints.push added target);
    if Ints.length added > 0 then Rows.forget_class rows classes from a;
    Ints.iter (fun target -> Rows.add rows from a target) added;
    Ints.length added > 0
  in
  let changed = ref false in
  for i = 0 to Ints.length c.epsilon_from - 1 do
    let from = Numbering.start (Ints.get c.epsilon_from i) and behind = Ints.get c.epsilon_to i in
    Rows.iter_symbols rows behind (fun a ->
        let wanted = Rows.class_of rows classes behind a and there = Rows.class_of rows classes from a in
        if not (wanted > 0 && there > 0 && Rows.is_within rows classes wanted there) then
          if add_missing from behind a then changed := true)
  done;
  if !changed then saturate_epsilon c rows else classes

(* The certificate accepts in the states of the set alone, not in those it has added. *)
let accepts view state =
  let raw = Numbering.raw_of_tagged state in
  raw <= View.count view && View.accepts view raw

let useful view rows =
  let last = Rows.last_state rows in
  let useful = Array.make (last + 1) false in
  (* Sources of transitions by target: first.(t) to first.(t + 1) in 'sources'. *)
  let first = Array.make (last + 2) 0 in
  Rows.iter_all rows (fun _ _ target -> first.(target + 1) <- first.(target + 1) + 1);
  for s = 1 to last + 1 do
    first.(s) <- first.(s) + first.(s - 1)
  done;
  let sources = Array.make first.(last + 1) 0 in
  let next = Array.copy first in
  Rows.iter_all rows (fun from _ target ->
      sources.(next.(target)) <- from;
      next.(target) <- next.(target) + 1);
  let todo = Ints.create () in
  let see s =
    if not useful.(s) then begin
      useful.(s) <- true;
      Ints.push todo s
    end
  in
  for s = 2 to last do
    if accepts view s then see s
  done;
  while Ints.length todo > 0 do
    let s = Ints.pop todo in
    for i = first.(s) to first.(s + 1) - 1 do
      see sources.(i)
    done
  done;
  useful

let product (numbers : Numbering.t) view (c : Evidence.certificate) rows classes =
  let width = Rows.last_state rows + 1 in
  let seen = Int_table.create () in
  let xs = Ints.create () and ys = Ints.create () in
  let see x y =
    if Int_table.add seen ((x * width) + y) then begin
      Ints.push xs x;
      Ints.push ys y
    end
  in
  let matters p = View.accepts view p || View.has_edges view p in
  for p = 1 to numbers.np do
    if matters p then see (Numbering.start p) (Numbering.start p)
  done;
  for i = 0 to Ints.length c.epsilon_from - 1 do
    let p = Ints.get c.epsilon_from i in
    if matters p then see (Numbering.start p) (Ints.get c.epsilon_to i)
  done;
  (* Rows of the same class lead to the same pairs. *)
  let followed = Int_table.create () in
  let follow x y a =
    let row_class = Rows.class_of rows classes y a in
    if row_class > 0 && Int_table.add followed ((row_class * (Numbering.inner (View.count view) + 1)) + x) then
      Rows.iter rows y a (see x)
  in
  let i = ref 0 in
  while !i < Ints.length xs do
    let y = Ints.get ys !i in
    View.iter_edges view (Numbering.raw_of_tagged (Ints.get xs !i)) (fun label target ->
        let x = Numbering.inner target in
        if label >= 0 then follow x y (label + 1)
        else Rows.iter_symbols rows y (fun a -> if View.label_has view label a then follow x y a));
    incr i
  done;
  (xs, ys)

exception Chosen of int

(* The first state behind (q, b) from which all that is wanted can be read: (class, symbol). What one state lacks, the next is likely
   to lack, too: it is tried first. *)
let choose_mid rows classes q b wanted =
  let has m (read, c) = Rows.is_within rows classes read (Rows.class_of rows classes m c) in
  let hardest = ref (List.hd wanted) in
  let some = ref 0 in
  let has_it m w =
    has m w
    || begin
         hardest := w;
         false
       end
  in
  try
    Rows.iter rows (Numbering.start q) b (fun m ->
        if has m !hardest then begin
          some := m;
          if List.for_all (has_it m) wanted then raise_notrace (Chosen m)
        end);
    !some
  with Chosen m -> m

let mids (numbers : Numbering.t) rows classes =
  let p = numbers.problem in
  let number = Int_table.create () in
  let states = Ints.create () and symbols = Ints.create () in
  let wanted = ref (Array.make 64 []) in
  let number_of q b =
    let key = (q * (numbers.ns + 1)) + b in
    let n = Int_table.find number key in
    if n >= 0 then n
    else begin
      let n = Ints.length states in
      Int_table.set number key n;
      Ints.push states q;
      Ints.push symbols b;
      if n = Array.length !wanted then wanted := Array.append !wanted (Array.make n []);
      n
    end
  in
  let push from q a b c =
    let read = Rows.class_of rows classes from a in
    if read > 0 then begin
      let n = number_of q b in
      !wanted.(n) <- (read, c) :: !wanted.(n)
    end
  in
  for r = 0 to Problem.rule_count p - 1 do
    let length = Ints.get p.rule_length r in
    if length > 0 then begin
      let from = Numbering.start (Ints.get p.rule_from r + 1) and head = Ints.get p.rule_head r in
      let q = Ints.get p.rule_to r + 1 in
      let left a x = if x = Problem.any then a else x + 1 in
      let instance a =
        let top = left a (Ints.get p.rule_top r) in
        if length = 2 then push from q a top (left a (Ints.get p.rule_below r))
        else
          (* Only to have asked. *)
          ignore
            (Rows.is_within rows classes (Rows.class_of rows classes from a)
               (Rows.class_of rows classes (Numbering.start q) top))
      in
      if head <> Problem.any then instance (head + 1) else Rows.iter_symbols rows from instance
    end
  done;
  let found = ref [] in
  for n = 0 to Ints.length states - 1 do
    let q = Ints.get states n and b = Ints.get symbols n in
    let m = choose_mid rows classes q b !wanted.(n) in
    if m > 0 then found := ((Bridge.positive q, Bridge.positive b), Bridge.positive m) :: !found
  done;
  !found

let places flags =
  let found = Ints.create () in
  Array.iteri (fun i flag -> if flag then Ints.push found i) flags;
  found

let tagged (numbers : Numbering.t) flags =
  let found = Ints.create () in
  Array.iteri
    (fun s flag ->
      if flag then begin
        Ints.push found (Numbering.inner s);
        if s <= numbers.np then Ints.push found (Numbering.start s)
      end)
    flags;
  found
