type t = {
  controls : int;
  states : int;
  (* By head: *)
  control : Ints.t;
  state : Ints.t;
  symbol : Ints.t;
  rank : Ints.t;
  number : Int_table.t;
  mutable first : int array; (* and one more: where its summaries begin *)
  (* By summary, those of a head together: the location, and is it accepting? *)
  mutable target : int array;
  mutable accepting : bool array;
}

let count t = Ints.length t.rank
let summary_count t = Array.length t.target
let location t p q = (p * t.states) + q
let key t p q x = (((x * t.controls) + p) * t.states) + q
let find t p q x = Int_table.find t.number (key t p q x)
let control t h = Ints.get t.control h
let state t h = Ints.get t.state h
let symbol t h = Ints.get t.symbol h
let rank t h = Ints.get t.rank h

let read_heads r t read_control read_symbol =
  let lines = Tokens.header r "heads" in
  for _ = 1 to lines do
    let place = r.Tokens.at in
    let p = read_control r in
    Tokens.blank r "a state of the automaton";
    let q = Tokens.natural r t.states "state of the automaton" in
    Tokens.blank r "a line of 'stack'";
    let x = read_symbol r in
    Tokens.blank r "a rank";
    let rank = Tokens.natural r (1 lsl 40) "rank" in
    Tokens.next_line r;
    if find t p q x >= 0 then
      Fault.rejected "%s:%d: this head has two ranks" r.source.name (Source.line_at r.source place);
    Int_table.set t.number (key t p q x) (count t);
    Ints.push t.control p;
    Ints.push t.state q;
    Ints.push t.symbol x;
    Ints.push t.rank rank
  done

(* The summaries come before the heads: keys, locations, marks. *)
let read_summaries r t read_control read_symbol =
  let keys = Ints.create () and targets = Ints.create () and marks = Ints.create () in
  let lines = Tokens.header r "summaries" in
  let read_state () =
    Tokens.blank r "a state of the automaton";
    Tokens.natural r t.states "state of the automaton"
  in
  for _ = 1 to lines do
    let p = read_control r in
    let q = read_state () in
    Tokens.blank r "a line of 'stack'";
    let x = read_symbol r in
    Tokens.blank r "a control state";
    let p' = read_control r in
    let q' = read_state () in
    Tokens.blank r "0 or 1";
    Ints.push keys (key t p q x);
    Ints.push targets (location t p' q');
    Ints.push marks (Tokens.natural r 2 "mark");
    Tokens.next_line r
  done;
  (keys, targets, marks)

(* Lays the summaries out by head. *)
let sort_summaries t (keys, targets, marks) =
  let heads = count t in
  let first = Array.make (heads + 1) 0 in
  let head i = Int_table.find t.number (Ints.get keys i) in
  for i = 0 to Ints.length keys - 1 do
    let h = head i in
    if h >= 0 then first.(h) <- first.(h) + 1
  done;
  let total = ref 0 in
  for h = 0 to heads do
    let here = first.(h) in
    first.(h) <- !total;
    total := !total + here
  done;
  let next = Array.copy first in
  t.target <- Array.make !total 0;
  t.accepting <- Array.make !total false;
  for i = 0 to Ints.length keys - 1 do
    let h = head i in
    if h >= 0 then begin
      t.target.(next.(h)) <- Ints.get targets i;
      t.accepting.(next.(h)) <- Ints.get marks i = 1;
      next.(h) <- next.(h) + 1
    end
  done;
  t.first <- first

let read r ~control ~symbol ~controls ~states =
  let t =
    {
      controls;
      states;
      control = Ints.create ();
      state = Ints.create ();
      symbol = Ints.create ();
      rank = Ints.create ();
      number = Int_table.create ();
      first = [||];
      target = [||];
      accepting = [||];
    }
  in
  let summaries = read_summaries r t control symbol in
  read_heads r t control symbol;
  sort_summaries t summaries;
  t

let iter_summaries t h f =
  for i = t.first.(h) to t.first.(h + 1) - 1 do
    f (t.target.(i) / t.states) (t.target.(i) mod t.states) t.accepting.(i)
  done

let has_summary t h p q ~accepting =
  let found = ref false in
  for i = t.first.(h) to t.first.(h + 1) - 1 do
    if t.target.(i) = location t p q && (t.accepting.(i) || not accepting) then found := true
  done;
  !found

(* A location may be there twice, with and without a mark: the mark counts, so it is given last. *)
let summaries_to_kernel t h =
  let pair i =
    ( (Bridge.positive ((t.target.(i) / t.states) + 1), Bridge.positive ((t.target.(i) mod t.states) + 1)),
      t.accepting.(i) )
  in
  let first = t.first.(h) in
  let count = t.first.(h + 1) - first in
  let all = Bridge.list count (fun i -> pair (first + i)) in
  if count < 2 then all else List.filter (fun (_, mark) -> not mark) all @ List.filter snd all

let to_kernel t =
  let order = Array.init (count t) Fun.id in
  let key_of h = key t (control t h) (state t h) (symbol t h) in
  let keys = Array.map key_of order in
  Array.sort (fun a b -> Int.compare keys.(a) keys.(b)) order;
  let cell h = (Bridge.positive (rank t h + 1), summaries_to_kernel t h) in
  (* From the last head to the first: states of one row, rows of one symbol, symbols. *)
  let rec build i states rows symbols =
    if i < 0 then symbols
    else begin
      let h = order.(i) in
      let p = control t h and x = symbol t h in
      let states = (Bridge.positive (state t h + 1), cell h) :: states in
      let before = if i > 0 then order.(i - 1) else -1 in
      let same_symbol = before >= 0 && symbol t before = x in
      if same_symbol && control t before = p then build (i - 1) states rows symbols
      else begin
        let rows = (Bridge.positive (p + 1), states) :: rows in
        if same_symbol then build (i - 1) [] rows symbols
        else build (i - 1) [] [] ((Bridge.positive x, rows) :: symbols)
      end
    end
  in
  build (count t - 1) [] [] []
