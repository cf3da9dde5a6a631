(* The order in which the verified checker's tries are laid out: by the lowest bit first. What is put into them in this order
   touches what was just touched, which is several times faster; the result is the same. *)

(* By number from 1 to 'last': its place in that order, from 0. *)
val ranks : int -> int array

(* A permutation of the places of two arrays of positive numbers: by the first array, then by the second. *)
val of_pairs : Ints.t -> Ints.t -> int array

(* The same for one array. *)
val of_numbers : Ints.t -> int array
