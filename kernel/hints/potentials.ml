let compare_weights (a : int64 array) b =
  let rec from i =
    if i = Array.length a then 0
    else begin
      let c = Int64.compare a.(i) b.(i) in
      if c <> 0 then c else from (i + 1)
    end
  in
  from 0

(* None if a number leaves 64 bits: then it is of no use as a hint. *)
let add a b =
  let overflow = ref false in
  let sum =
    Array.mapi
      (fun i x ->
        let y = b.(i) in
        let s = Int64.add x y in
        if Int64.compare x 0L >= 0 = (Int64.compare y 0L >= 0) && Int64.compare s 0L >= 0 <> (Int64.compare x 0L >= 0) then
          overflow := true;
        s)
      a
  in
  if !overflow then None else Some sum

module Queue = Set.Make (struct
  type t = int64 array * int * int

  let compare (v, x, y) (w, s, t) =
    let c = compare_weights v w in
    if c <> 0 then c else compare (x, y) (s, t)
end)

(* Dijkstra's search: no weight is negative. *)
let find (numbers : Numbering.t) view (l : Evidence.least) ~bound =
  let dimension = Array.length bound in
  let rows = Hashtbl.create 1024 in
  for row = 0 to Ints.length l.least_from - 1 do
    let from = Ints.get l.least_from row in
    Hashtbl.replace rows (from, Ints.get l.least_symbol row) row;
    Hashtbl.add rows (from, 0) row
  done;
  let best = Hashtbl.create 1024 and queue = ref Queue.empty in
  let offer x y w =
    if compare_weights w bound < 0 then
      match Hashtbl.find_opt best (x, y) with
      | Some old when compare_weights old w <= 0 -> ()
      | _ ->
          Hashtbl.replace best (x, y) w;
          queue := Queue.add (w, x, y) !queue
  in
  let follow x w row =
    for i = Ints.get l.least_first row to Ints.get l.least_first (row + 1) - 1 do
      let step = Array.init dimension (fun k -> Problem.Weights.get l.least_weights ((i * dimension) + k)) in
      Option.iter (offer x (Ints.get l.least_to i)) (add w step)
    done
  in
  for p = 1 to numbers.np do
    offer (Numbering.start p) (Numbering.start p) (Array.make dimension 0L)
  done;
  while not (Queue.is_empty !queue) do
    let ((w, x, y) as next) = Queue.min_elt !queue in
    queue := Queue.remove next !queue;
    if compare_weights (Hashtbl.find best (x, y)) w = 0 then
      View.iter_edges view (Numbering.raw_of_tagged x) (fun label target ->
          let to_ = Numbering.inner target in
          if label >= 0 then Option.iter (follow to_ w) (Hashtbl.find_opt rows (y, label + 1))
          else
            List.iter
              (fun row -> if View.label_has view label (Ints.get l.least_symbol row) then follow to_ w row)
              (Hashtbl.find_all rows (y, 0)))
  done;
  Hashtbl.fold (fun pair w found -> (pair, w) :: found) best []
