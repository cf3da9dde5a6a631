let positive = Binary.positive
let list = Bridge.list

let positives ints =
  let order = Trie_order.of_numbers ints in
  list (Ints.length ints) (fun i -> positive (Ints.get ints order.(i)))

let pairs xs ys =
  let order = Trie_order.of_pairs xs ys in
  list (Ints.length xs) (fun i -> (positive (Ints.get xs order.(i)), positive (Ints.get ys order.(i))))

let facts (run : Evidence.run) =
  let premise f = if f < 0 then Kernel.XH else positive (f + 1) in
  list (Ints.length run.fact_rule) (fun i ->
      let symbol = positive (Ints.get run.fact_symbol i) and target = positive (Ints.get run.fact_to i) in
      let rule = Ints.get run.fact_rule i in
      if rule < 0 then Kernel.FEdge (positive (Ints.get run.fact_from i), symbol, target)
      else
        Kernel.FRule
          (positive (rule + 1), symbol, target, premise (Ints.get run.fact_first i), premise (Ints.get run.fact_second i)))

let link (run : Evidence.run) i =
  (positive (Ints.get run.link_fact i + 1), positive (Numbering.raw_of_tagged (Ints.get run.link_to i)))

let witness (run : Evidence.run) = list (Ints.length run.link_fact) (link run)

(* The links from 'first' to before 'last'. *)
let links run first last = list (last - first) (fun i -> link run (first + i))

let pump (run : Evidence.run) =
  match run.fact_loop with
  | Some (repeated, first, behind) ->
      Kernel.FactLoop (witness run, positive (repeated + 1), positive (first + 1), positive (behind + 1))
  | None ->
      let count = Ints.length run.link_in_loop in
      let rec skip i flag = if i < count && Ints.get run.link_in_loop i = flag then skip (i + 1) flag else i in
      let first = skip 0 0 in
      let behind = skip first 1 in
      Kernel.WitnessLoop (links run 0 first, links run first behind, links run behind count)

let least_rows (l : Evidence.least) ~dimension =
  list (Ints.length l.least_from) (fun row ->
      let first = Ints.get l.least_first row in
      ( (positive (Ints.get l.least_from row), positive (Ints.get l.least_symbol row)),
        list
          (Ints.get l.least_first (row + 1) - first)
          (fun i -> (positive (Ints.get l.least_to (first + i)), Bridge.part_of l.least_weights dimension (first + i))) ))

let reduction (r : Evidence.reduction) =
  {
    Kernel.rd_heads = pairs r.head_state r.head_symbol;
    rd_popped = positives r.popped;
    rd_below = positives r.below;
  }
