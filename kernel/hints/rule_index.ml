(* Lists through the rules: of one state and symbol, and of the wildcards of one state. *)
type t = { problem : Problem.t; first : Int_table.t; wild : int array; next : int array }

let key (p : Problem.t) state symbol = (state * max 1 (Problem.symbol_count p)) + symbol

let create (problem : Problem.t) =
  let count = Problem.rule_count problem in
  let t =
    {
      problem;
      first = Int_table.create ();
      wild = Array.make (max 1 (Problem.state_count problem)) (-1);
      next = Array.make (max 1 count) (-1);
    }
  in
  for r = count - 1 downto 0 do
    let from = Ints.get problem.rule_from r and head = Ints.get problem.rule_head r in
    if head = Problem.any then begin
      t.next.(r) <- t.wild.(from);
      t.wild.(from) <- r
    end
    else begin
      t.next.(r) <- Int_table.find t.first (key problem from head);
      Int_table.set t.first (key problem from head) r
    end
  done;
  t

let iter t state symbol f =
  let rec follow r =
    if r >= 0 then begin
      f r;
      follow t.next.(r)
    end
  in
  follow (Int_table.find t.first (key t.problem state symbol));
  follow t.wild.(state)

let applies t state symbol = Int_table.find t.first (key t.problem state symbol) >= 0 || t.wild.(state) >= 0
