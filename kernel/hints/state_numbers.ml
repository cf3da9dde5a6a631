type 'state t = { hash : 'state -> int; numbers : Int_table.t; mutable states : 'state array }

let create ~hash = { hash; numbers = Int_table.create (); states = [||] }
let count t = Int_table.length t.numbers

let add t key state =
  let place = count t in
  if place >= Array.length t.states then t.states <- Array.append t.states (Array.make (place + 16) state);
  t.states.(place) <- state;
  Int_table.set t.numbers key place;
  place

let number t state =
  let key = t.hash state in
  match Int_table.find t.numbers key with -1 -> add t key state | number -> number

let state t number = if number < count t then t.states.(number) else invalid_arg "State_numbers.state"

(* Odd, and far from any pattern that values have. *)
let factor = 0x1E3779B97F4A7C15
let mix h x = (h lxor x) * factor |> fun h -> h lxor (h lsr 29)

let rec mix_positive h = function
  | Kernel.XH -> mix h 1
  | Kernel.XO p -> mix_positive (mix h 2) p
  | Kernel.XI p -> mix_positive (mix h 3) p

let mix_value h = function
  | Kernel.Z0 -> mix h 4
  | Kernel.Zpos p -> mix (mix h 5) (Binary.int_of_positive p)
  | Kernel.Zneg p -> mix (mix h 6) (Binary.int_of_positive p)

let rec mix_store h = function
  | Kernel.PM.Leaf -> h
  | Kernel.PM.Node (left, value, right) ->
      let h = match value with Some z -> mix_value h z | None -> mix h 7 in
      mix_store (mix_store h left) right

let hash_gcl (point, store) =
  let h = match point with Kernel.N0 -> 1 | Kernel.Npos p -> mix_positive 2 p in
  mix_store h store land max_int

let rec mix_nat h = function Kernel.O -> mix h 8 | Kernel.S n -> mix_nat (h + 1) n

let mix_point h = function
  | Kernel.At n -> mix (mix h 9) (Binary.int_of_positive n)
  | Kernel.Behind n -> mix (mix h 10) (Binary.int_of_positive n)
  | Kernel.End -> mix h 11

let mix_process h (p : Kernel.process) =
  mix_store (mix_nat (mix_point (mix_nat h p.p_type) p.p_at) p.p_channels) p.p_cells

let mix_channel h (c : Kernel.channel) =
  List.fold_left (fun h message -> mix (List.fold_left mix_value h message) 12) (mix_nat h c.c_shape) c.c_messages

let hash_promela (s : Kernel.pstate) =
  let h = mix_store (mix_value 1 s.s_last) s.s_globals in
  let h = List.fold_left mix_process h s.s_processes in
  List.fold_left mix_channel (mix h 13) s.s_channels land max_int
