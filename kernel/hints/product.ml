(* Pairs are in lists, one a group: 'next' is the pair behind, or -1. *)
type t = {
  groups : Int_table.t; (* by key *)
  keys : Ints.t; (* by group *)
  first : Ints.t; (* by group *)
  states : Ints.t; (* by pair *)
  ranks : Ints.t;
  next : Ints.t;
}

let pair_count t = Ints.length t.states
let group_count t = Ints.length t.keys
let key t group = Ints.get t.keys group
let group t key = if key < 0 then -1 else Int_table.find t.groups key

let rank t group q =
  let rec look pair =
    if pair < 0 then -1 else if Ints.get t.states pair = q then Ints.get t.ranks pair else look (Ints.get t.next pair)
  in
  if group < 0 then -1 else look (Ints.get t.first group)

let iter_group t group f =
  let rec walk pair =
    if pair >= 0 then begin
      f (Ints.get t.states pair) (Ints.get t.ranks pair);
      walk (Ints.get t.next pair)
    end
  in
  walk (Ints.get t.first group)

let most_rank = 1 lsl 40

let add t ~key ~q ~rank =
  let known = group t key in
  let group = if known >= 0 then known else group_count t in
  if known < 0 then begin
    Int_table.set t.groups key group;
    Ints.push t.keys key;
    Ints.push t.first (-1)
  end;
  Ints.push t.states q;
  Ints.push t.ranks rank;
  Ints.push t.next (Ints.get t.first group);
  Ints.set t.first group (pair_count t - 1)

let read r (m : 'state Finite_model.t) ~states =
  let t =
    {
      groups = Int_table.create ();
      keys = Ints.create ();
      first = Ints.create ();
      states = Ints.create ();
      ranks = Ints.create ();
      next = Ints.create ();
    }
  in
  let count = Tokens.header r "product" in
  for _ = 1 to count do
    let rank_of_pair = Tokens.natural r most_rank "rank" in
    Tokens.blank r "a state of the automaton";
    let q = Tokens.natural r states "state of the automaton" in
    Tokens.blank r "a state";
    let key = m.read_state r in
    if rank t (group t key) q >= 0 then
      Fault.rejected "%s:%d: the pair of state %s and the automaton's state %d is there twice" r.source.name
        (Source.line_at r.source r.at)
        (m.show_state (m.state_of_key key))
        q;
    add t ~key ~q ~rank:rank_of_pair;
    Tokens.next_line r
  done;
  t

let to_kernel t (m : 'state Finite_model.t) =
  let positive = Binary.positive in
  let order = m.order t.keys in
  let rec groups i found =
    if i < 0 then found
    else begin
      let g = order.(i) in
      let pairs = ref [] in
      iter_group t g (fun q rank -> pairs := (positive (q + 1), positive (rank + 1)) :: !pairs);
      groups (i - 1) ((m.state_of_key (key t g), !pairs) :: found)
    end
  in
  groups (group_count t - 1) []
