(* A row is a chain of pieces: what the evidence says, and what was added later. *)
type t = {
  ns : int;
  last_state : int;
  rows : Int_table.t; (* (state, symbol) to its first piece *)
  piece_from : Ints.t;
  piece_symbol : Ints.t;
  piece_first : Ints.t; (* in 'targets' *)
  piece_count : Ints.t;
  piece_next : Ints.t; (* of the same row; -1: none *)
  first_of_state : int array; (* by state: the first piece of one of its rows *)
  next_of_state : Ints.t; (* by first piece: that of another row of the same state *)
  targets : Ints.t;
  marks : int array;
  mutable mark : int;
}

let last_state t = t.last_state
let transition_count t = Ints.length t.targets
let key t state symbol = (state * (t.ns + 1)) + symbol
let first_piece t state symbol = Int_table.find t.rows (key t state symbol)

let add_piece t state symbol first count =
  let piece = Ints.length t.piece_from in
  let head = first_piece t state symbol in
  Ints.push t.piece_from state;
  Ints.push t.piece_symbol symbol;
  Ints.push t.piece_first first;
  Ints.push t.piece_count count;
  if head < 0 then begin
    Int_table.set t.rows (key t state symbol) piece;
    Ints.push t.piece_next (-1);
    Ints.push t.next_of_state t.first_of_state.(state);
    t.first_of_state.(state) <- piece
  end
  else begin
    Ints.push t.piece_next (Ints.get t.piece_next head);
    Ints.push t.next_of_state (-1);
    Ints.set t.piece_next head piece
  end

let create (numbers : Numbering.t) (c : Evidence.certificate) =
  let last_state = Numbering.inner c.last_raw in
  let t =
    {
      ns = numbers.ns;
      last_state;
      rows = Int_table.create ();
      piece_from = Ints.create ();
      piece_symbol = Ints.create ();
      piece_first = Ints.create ();
      piece_count = Ints.create ();
      piece_next = Ints.create ();
      first_of_state = Array.make (last_state + 1) (-1);
      next_of_state = Ints.create ();
      targets = c.targets;
      marks = Array.make (last_state + 1) 0;
      mark = 0;
    }
  in
  for row = 0 to Ints.length c.row_from - 1 do
    let state = Ints.get c.row_from row and symbol = Ints.get c.row_symbol row in
    if first_piece t state symbol >= 0 then begin
      let side = if c.forward then Problem.Initial else Problem.Final in
      Fault.rejected "row %d: the row of %s and symbol %s is there twice" row
        (Numbering.show_state numbers side state)
        (Numbering.show_symbol numbers symbol)
    end;
    let first = Ints.get c.row_first row in
    add_piece t state symbol first (Ints.get c.row_first (row + 1) - first)
  done;
  t

let add t state symbol target =
  Ints.push t.targets target;
  add_piece t state symbol (Ints.length t.targets - 1) 1

let rec iter_pieces t piece f =
  if piece >= 0 then begin
    let first = Ints.get t.piece_first piece in
    for i = first to first + Ints.get t.piece_count piece - 1 do
      f (Ints.get t.targets i)
    done;
    iter_pieces t (Ints.get t.piece_next piece) f
  end

let iter t state symbol f = iter_pieces t (first_piece t state symbol) f

exception Found

let mem t state symbol target =
  try
    iter t state symbol (fun x -> if x = target then raise_notrace Found);
    false
  with Found -> true

let iter_symbols t state f =
  let piece = ref t.first_of_state.(state) in
  while !piece >= 0 do
    f (Ints.get t.piece_symbol !piece);
    piece := Ints.get t.next_of_state !piece
  done

let iter_all t f =
  for piece = 0 to Ints.length t.piece_from - 1 do
    let from = Ints.get t.piece_from piece and symbol = Ints.get t.piece_symbol piece in
    let first = Ints.get t.piece_first piece in
    for i = first to first + Ints.get t.piece_count piece - 1 do
      f from symbol (Ints.get t.targets i)
    done
  done

let mark_row t state symbol =
  t.mark <- t.mark + 1;
  iter t state symbol (fun x -> t.marks.(x) <- t.mark)

let is_marked t state = t.marks.(state) = t.mark

let to_kernel t ~keep =
  let rec kept i first tail =
    if i < first then tail
    else begin
      let x = Ints.get t.targets i in
      kept (i - 1) first (if keep x then Bridge.positive x :: tail else tail)
    end
  in
  let order = Trie_order.of_pairs t.piece_from t.piece_symbol in
  let rec build i tail =
    if i < 0 then tail
    else begin
      let piece = order.(i) in
      let first = Ints.get t.piece_first piece in
      match kept (first + Ints.get t.piece_count piece - 1) first [] with
      | [] -> build (i - 1) tail
      | targets ->
          let from = Bridge.positive (Ints.get t.piece_from piece) in
          build (i - 1) (((from, Bridge.positive (Ints.get t.piece_symbol piece)), targets) :: tail)
    end
  in
  build (Array.length order - 1) []
