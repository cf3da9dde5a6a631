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

type classes = {
  keep : int -> bool; (* which targets count *)
  of_row : int array; (* by first piece; 0: none, for rows without kept targets *)
  example : Ints.t; (* by class: the first piece of one of its rows; that of 0 is unused *)
  asked : Int_table.t; (* a pair of classes to 0 if the first is not included in the second, 1 if it is, 2 if this was asked again *)
  repeated_first : Ints.t; (* the pairs included about which was asked more than once *)
  repeated_second : Ints.t;
}

let rec iter_kept t keep piece f =
  if piece >= 0 then begin
    let first = Ints.get t.piece_first piece in
    for i = first to first + Ints.get t.piece_count piece - 1 do
      let x = Ints.get t.targets i in
      if keep x then f x
    done;
    iter_kept t keep (Ints.get t.piece_next piece) f
  end

(* How many there are, and a hash value, whatever their order. *)
let measure t keep piece =
  let count = ref 0 and sum = ref 0 in
  iter_kept t keep piece (fun x ->
      let h = (x + 1) * 0x1E3779B97F4A7C15 in
      incr count;
      sum := !sum + ((h lxor (h lsr 31)) * 0x3F58476D1CE4E5B9));
  (!count, !sum land max_int)

let mark_pieces t piece =
  t.mark <- t.mark + 1;
  iter_pieces t piece (fun x -> t.marks.(x) <- t.mark)

(* Are the kept targets of the row marked? *)
let are_marked t keep piece =
  try
    iter_pieces t piece (fun x -> if t.marks.(x) <> t.mark && keep x then raise_notrace Found);
    true
  with Found -> false

let classify t ~keep =
  let pieces = Ints.length t.piece_from in
  let of_row = Array.make pieces 0 in
  let example = Ints.create () and same_hash = Ints.create () and counts = Ints.create () in
  Ints.push example (-1);
  Ints.push counts 0;
  Ints.push same_hash 0;
  let by_hash = Int_table.create () in
  let marked = ref 0 in
  let enter piece count hash =
    let newest = max 0 (Int_table.find by_hash hash) in
    let rec search c =
      if c = 0 then begin
        let c = Ints.length example in
        Ints.push example piece;
        Ints.push counts count;
        Ints.push same_hash newest;
        Int_table.set by_hash hash c;
        c
      end
      else begin
        if c <> !marked then begin
          mark_pieces t (Ints.get example c);
          marked := c
        end;
        if count = Ints.get counts c && are_marked t keep piece then c else search (Ints.get same_hash c)
      end
    in
    of_row.(piece) <- search newest
  in
  for piece = 0 to pieces - 1 do
    if first_piece t (Ints.get t.piece_from piece) (Ints.get t.piece_symbol piece) = piece then begin
      let count, hash = measure t keep piece in
      if count > 0 then enter piece count hash
    end
  done;
  { keep; of_row; example; asked = Int_table.create (); repeated_first = Ints.create (); repeated_second = Ints.create () }

let class_of t classes state symbol =
  let piece = first_piece t state symbol in
  if piece < 0 || piece >= Array.length classes.of_row then 0 else classes.of_row.(piece)

let forget_class t classes state symbol =
  let piece = first_piece t state symbol in
  if piece >= 0 && piece < Array.length classes.of_row then classes.of_row.(piece) <- 0

let is_within t classes c d =
  c = d || c = 0
  || d > 0
     && begin
          let key = (c * Ints.length classes.example) + d in
          let known = Int_table.find classes.asked key in
          if known < 0 then begin
            mark_pieces t (Ints.get classes.example d);
            let answer = are_marked t classes.keep (Ints.get classes.example c) in
            Int_table.set classes.asked key (if answer then 1 else 0);
            answer
          end
          else begin
            if known = 1 then begin
              Int_table.set classes.asked key 2;
              Ints.push classes.repeated_first c;
              Ints.push classes.repeated_second d
            end;
            known > 0
          end
        end

(* For the verified checker. *)

let to_kernel t classes =
  let members c =
    let found = ref [] in
    iter_kept t classes.keep (Ints.get classes.example c) (fun x -> found := Bridge.positive x :: !found);
    !found
  in
  let rec tables c tail = if c = 0 then tail else tables (c - 1) ((Bridge.positive c, members c) :: tail) in
  let order = Trie_order.of_pairs t.piece_from t.piece_symbol in
  let rec rows i tail =
    if i < 0 then tail
    else begin
      let piece = order.(i) in
      let c = classes.of_row.(piece) in
      if c = 0 then rows (i - 1) tail
      else begin
        let from = Bridge.positive (Ints.get t.piece_from piece) in
        rows (i - 1) (((from, Bridge.positive (Ints.get t.piece_symbol piece)), Bridge.positive c) :: tail)
      end
    end
  in
  {
    Kernel.c_classes = tables (Ints.length classes.example - 1) [];
    c_rows = rows (Array.length order - 1) [];
    c_within = Evidence_bridge.pairs classes.repeated_first classes.repeated_second;
  }
