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

let saturate_epsilon (c : Evidence.certificate) rows =
  let added = Ints.create () in
  let changed = ref true in
  (* What stands behind an epsilon is hardly ever a place where reading starts; then once is enough. *)
  let again = ref true in
  while !changed && !again do
    changed := false;
    again := false;
    for i = 0 to Ints.length c.epsilon_from - 1 do
      let from = Numbering.start (Ints.get c.epsilon_from i) and behind = Ints.get c.epsilon_to i in
      if not (Numbering.is_inner behind) then again := true;
      Rows.iter_symbols rows behind (fun a ->
          Rows.mark_row rows from a;
          Ints.clear added;
          Rows.iter rows behind a (fun target -> if not (Rows.is_marked rows target) then Ints.push added target);
          Ints.iter (fun target -> Rows.add rows from a target) added;
          if Ints.length added > 0 then changed := true)
    done
  done

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

let product (numbers : Numbering.t) view (c : Evidence.certificate) rows =
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
  let i = ref 0 in
  while !i < Ints.length xs do
    let y = Ints.get ys !i in
    View.iter_edges view (Numbering.raw_of_tagged (Ints.get xs !i)) (fun label target ->
        let x = Numbering.inner target in
        if label >= 0 then Rows.iter rows y (label + 1) (see x)
        else Rows.iter_symbols rows y (fun a -> if View.label_has view label a then Rows.iter rows y a (see x)));
    incr i
  done;
  (xs, ys)

let mids (numbers : Numbering.t) ~grown rows =
  let p = numbers.problem in
  let chosen = Int_table.create () in
  let found = ref [] in
  let last_of_set = Numbering.inner (View.count grown) in
  let choose q b =
    if Int_table.add chosen ((q * (numbers.ns + 1)) + b) then begin
      let mid = ref 0 in
      (* A saturation makes a state of its own for each (q, b): the first one that the set does not have. *)
      Rows.iter rows (Numbering.start q) b (fun m -> if !mid = 0 && m > last_of_set then mid := m);
      if !mid > 0 then found := ((Bridge.positive q, Bridge.positive b), Bridge.positive !mid) :: !found
    end
  in
  for r = 0 to Problem.rule_count p - 1 do
    if Ints.get p.rule_length r = 2 then begin
      let q = Ints.get p.rule_to r + 1 and b = Ints.get p.rule_top r in
      if b <> Problem.any then choose q (b + 1)
      else Rows.iter_symbols rows (Numbering.start q) (fun a -> choose q a)
    end
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
