type t = { classes : Classes.t; of_pair : (int * int, int) Hashtbl.t; symbols : Ints.t; below : Ints.t }

let create classes = { classes; of_pair = Hashtbl.create 1024; symbols = Ints.create (); below = Ints.create () }
let bottom = 1
let first = 2
let classes t = t.classes
let find t symbol c = match Hashtbl.find_opt t.of_pair (symbol, c) with Some x -> x | None -> -1

let number t symbol c =
  let known = find t symbol c in
  if known >= 0 then known
  else begin
    let x = first + Ints.length t.symbols in
    Hashtbl.add t.of_pair (symbol, c) x;
    Ints.push t.symbols symbol;
    Ints.push t.below c;
    x
  end

let symbol t x = Ints.get t.symbols (x - first)
let below t x = Ints.get t.below (x - first)

let to_kernel t =
  Bridge.list (Ints.length t.symbols) (fun i ->
      let symbol = Ints.get t.symbols i and c = Ints.get t.below i in
      ( Bridge.positive (first + i),
        ((Bridge.positive (symbol + 1), Bridge.positive c), Some (Bridge.positive (Classes.above t.classes symbol c))) ))
