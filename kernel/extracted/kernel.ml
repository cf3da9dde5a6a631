
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option **)

let option_map f = function
| Some a -> Some (f a)
| None -> None

type ('a, 'b) sum =
| Inl of 'a
| Inr of 'b

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> nat **)

let rec length = function
| [] -> O
| _ :: l' -> S (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val compOpp : comparison -> comparison **)

let compOpp = function
| Eq -> Eq
| Lt -> Gt
| Gt -> Lt

module Coq__1 = struct
 (** val add : nat -> nat -> nat **)
 let rec add n0 m =
   match n0 with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module type EqLtLe =
 sig
  type t
 end

module MakeOrderTac =
 functor (O:EqLtLe) ->
 functor (P:sig
 end) ->
 struct
 end

module Nat =
 struct
  (** val eqb : nat -> nat -> bool **)

  let rec eqb n0 m =
    match n0 with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n' -> (match m with
               | O -> false
               | S m' -> eqb n' m')

  (** val leb : nat -> nat -> bool **)

  let rec leb n0 m =
    match n0 with
    | O -> true
    | S n' -> (match m with
               | O -> false
               | S m' -> leb n' m')

  (** val ltb : nat -> nat -> bool **)

  let ltb n0 m =
    leb (S n0) m
 end

(** val hd : 'a1 -> 'a1 list -> 'a1 **)

let hd default = function
| [] -> default
| x :: _ -> x

(** val tl : 'a1 list -> 'a1 list **)

let tl = function
| [] -> []
| _ :: m -> m

(** val nth : nat -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n0 l default =
  match n0 with
  | O -> (match l with
          | [] -> default
          | x :: _ -> x)
  | S m -> (match l with
            | [] -> default
            | _ :: t0 -> nth m t0 default)

(** val nth_error : 'a1 list -> nat -> 'a1 option **)

let rec nth_error l = function
| O -> (match l with
        | [] -> None
        | x :: _ -> Some x)
| S n1 -> (match l with
           | [] -> None
           | _ :: l0 -> nth_error l0 n1)

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val rev_append : 'a1 list -> 'a1 list -> 'a1 list **)

let rec rev_append l l' =
  match l with
  | [] -> l'
  | a :: l0 -> rev_append l0 (a :: l')

(** val concat : 'a1 list list -> 'a1 list **)

let rec concat = function
| [] -> []
| x :: l0 -> app x (concat l0)

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t0 -> (f a) :: (map f t0)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t0 -> app (f x) (flat_map f t0)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t0 -> fold_left f t0 (f a0 b)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t0 -> f b (fold_right f a0 t0)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list **)

let rec combine l l' =
  match l with
  | [] -> []
  | x :: tl0 ->
    (match l' with
     | [] -> []
     | y :: tl' -> (x, y) :: (combine tl0 tl'))

(** val firstn : nat -> 'a1 list -> 'a1 list **)

let rec firstn n0 l =
  match n0 with
  | O -> []
  | S n1 -> (match l with
             | [] -> []
             | a :: l0 -> a :: (firstn n1 l0))

(** val skipn : nat -> 'a1 list -> 'a1 list **)

let rec skipn n0 l =
  match n0 with
  | O -> l
  | S n1 -> (match l with
             | [] -> []
             | _ :: l0 -> skipn n1 l0)

(** val seq : nat -> nat -> nat list **)

let rec seq start = function
| O -> []
| S len0 -> start :: (seq (S start) len0)

(** val repeat : 'a1 -> nat -> 'a1 list **)

let rec repeat x = function
| O -> []
| S k -> x :: (repeat x k)

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

type z =
| Z0
| Zpos of positive
| Zneg of positive

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : positive -> positive **)

  let rec succ = function
  | XI p -> XO (succ p)
  | XO p -> XI p
  | XH -> XO XH

  (** val add : positive -> positive -> positive **)

  let rec add x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XO p ->
      (match y with
       | XI q -> XI (add p q)
       | XO q -> XO (add p q)
       | XH -> XI p)
    | XH -> (match y with
             | XI q -> XO (succ q)
             | XO q -> XI q
             | XH -> XO XH)

  (** val add_carry : positive -> positive -> positive **)

  and add_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XI (add_carry p q)
       | XO q -> XO (add_carry p q)
       | XH -> XI (succ p))
    | XO p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XH ->
      (match y with
       | XI q -> XI (succ q)
       | XO q -> XO (succ q)
       | XH -> XI XH)

  (** val pred_double : positive -> positive **)

  let rec pred_double = function
  | XI p -> XI (XO p)
  | XO p -> XI (pred_double p)
  | XH -> XH

  (** val pred_N : positive -> n **)

  let pred_N = function
  | XI p -> Npos (XO p)
  | XO p -> Npos (pred_double p)
  | XH -> N0

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos XH
  | IsPos p -> IsPos (XI p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (XO p)
  | x0 -> x0

  (** val double_pred_mask : positive -> mask **)

  let double_pred_mask = function
  | XI p -> IsPos (XO (XO p))
  | XO p -> IsPos (XO (pred_double p))
  | XH -> IsNul

  (** val sub_mask : positive -> positive -> mask **)

  let rec sub_mask x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double_mask (sub_mask p q)
       | XO q -> succ_double_mask (sub_mask p q)
       | XH -> IsPos (XO p))
    | XO p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XH -> (match y with
             | XH -> IsNul
             | _ -> IsNeg)

  (** val sub_mask_carry : positive -> positive -> mask **)

  and sub_mask_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XO p ->
      (match y with
       | XI q -> double_mask (sub_mask_carry p q)
       | XO q -> succ_double_mask (sub_mask_carry p q)
       | XH -> double_pred_mask p)
    | XH -> IsNeg

  (** val mul : positive -> positive -> positive **)

  let rec mul x y =
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

  (** val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1 **)

  let rec iter f x = function
  | XI n' -> f (iter f (iter f x n') n')
  | XO n' -> iter f (iter f x n') n'
  | XH -> f x

  (** val div2 : positive -> positive **)

  let div2 = function
  | XI p0 -> p0
  | XO p0 -> p0
  | XH -> XH

  (** val div2_up : positive -> positive **)

  let div2_up = function
  | XI p0 -> succ p0
  | XO p0 -> p0
  | XH -> XH

  (** val size_nat : positive -> nat **)

  let rec size_nat = function
  | XI p0 -> S (size_nat p0)
  | XO p0 -> S (size_nat p0)
  | XH -> S O

  (** val compare_cont : comparison -> positive -> positive -> comparison **)

  let rec compare_cont r x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> compare_cont r p q
       | XO q -> compare_cont Gt p q
       | XH -> Gt)
    | XO p ->
      (match y with
       | XI q -> compare_cont Lt p q
       | XO q -> compare_cont r p q
       | XH -> Gt)
    | XH -> (match y with
             | XH -> r
             | _ -> Lt)

  (** val compare : positive -> positive -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : positive -> positive -> bool **)

  let rec eqb p q =
    match p with
    | XI p0 -> (match q with
                | XI q0 -> eqb p0 q0
                | _ -> false)
    | XO p0 -> (match q with
                | XO q0 -> eqb p0 q0
                | _ -> false)
    | XH -> (match q with
             | XH -> true
             | _ -> false)

  (** val leb : positive -> positive -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : positive -> positive -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val coq_Nsucc_double : n -> n **)

  let coq_Nsucc_double = function
  | N0 -> Npos XH
  | Npos p -> Npos (XI p)

  (** val coq_Ndouble : n -> n **)

  let coq_Ndouble = function
  | N0 -> N0
  | Npos p -> Npos (XO p)

  (** val coq_lor : positive -> positive -> positive **)

  let rec coq_lor p q =
    match p with
    | XI p0 ->
      (match q with
       | XI q0 -> XI (coq_lor p0 q0)
       | XO q0 -> XI (coq_lor p0 q0)
       | XH -> p)
    | XO p0 ->
      (match q with
       | XI q0 -> XI (coq_lor p0 q0)
       | XO q0 -> XO (coq_lor p0 q0)
       | XH -> XI p0)
    | XH -> (match q with
             | XO q0 -> XI q0
             | _ -> q)

  (** val coq_land : positive -> positive -> n **)

  let rec coq_land p q =
    match p with
    | XI p0 ->
      (match q with
       | XI q0 -> coq_Nsucc_double (coq_land p0 q0)
       | XO q0 -> coq_Ndouble (coq_land p0 q0)
       | XH -> Npos XH)
    | XO p0 ->
      (match q with
       | XI q0 -> coq_Ndouble (coq_land p0 q0)
       | XO q0 -> coq_Ndouble (coq_land p0 q0)
       | XH -> N0)
    | XH -> (match q with
             | XO _ -> N0
             | _ -> Npos XH)

  (** val ldiff : positive -> positive -> n **)

  let rec ldiff p q =
    match p with
    | XI p0 ->
      (match q with
       | XI q0 -> coq_Ndouble (ldiff p0 q0)
       | XO q0 -> coq_Nsucc_double (ldiff p0 q0)
       | XH -> Npos (XO p0))
    | XO p0 ->
      (match q with
       | XI q0 -> coq_Ndouble (ldiff p0 q0)
       | XO q0 -> coq_Ndouble (ldiff p0 q0)
       | XH -> Npos p)
    | XH -> (match q with
             | XO _ -> Npos XH
             | _ -> N0)

  (** val coq_lxor : positive -> positive -> n **)

  let rec coq_lxor p q =
    match p with
    | XI p0 ->
      (match q with
       | XI q0 -> coq_Ndouble (coq_lxor p0 q0)
       | XO q0 -> coq_Nsucc_double (coq_lxor p0 q0)
       | XH -> Npos (XO p0))
    | XO p0 ->
      (match q with
       | XI q0 -> coq_Nsucc_double (coq_lxor p0 q0)
       | XO q0 -> coq_Ndouble (coq_lxor p0 q0)
       | XH -> Npos (XI p0))
    | XH ->
      (match q with
       | XI q0 -> Npos (XO q0)
       | XO q0 -> Npos (XI q0)
       | XH -> N0)

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1 **)

  let rec iter_op op1 p a =
    match p with
    | XI p0 -> op1 a (iter_op op1 p0 (op1 a a))
    | XO p0 -> iter_op op1 p0 (op1 a a)
    | XH -> a

  (** val to_nat : positive -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)

  (** val of_nat : nat -> positive **)

  let rec of_nat = function
  | O -> XH
  | S x -> (match x with
            | O -> XH
            | S _ -> succ (of_nat x))

  (** val of_succ_nat : nat -> positive **)

  let rec of_succ_nat = function
  | O -> XH
  | S x -> succ (of_succ_nat x)
 end

module N =
 struct
  (** val succ_double : n -> n **)

  let succ_double = function
  | N0 -> Npos XH
  | Npos p -> Npos (XI p)

  (** val double : n -> n **)

  let double = function
  | N0 -> N0
  | Npos p -> Npos (XO p)

  (** val succ : n -> n **)

  let succ = function
  | N0 -> Npos XH
  | Npos p -> Npos (Coq_Pos.succ p)

  (** val succ_pos : n -> positive **)

  let succ_pos = function
  | N0 -> XH
  | Npos p -> Coq_Pos.succ p

  (** val add : n -> n -> n **)

  let add n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Coq_Pos.add p q))

  (** val sub : n -> n -> n **)

  let sub n0 m =
    match n0 with
    | N0 -> N0
    | Npos n' ->
      (match m with
       | N0 -> n0
       | Npos m' ->
         (match Coq_Pos.sub_mask n' m' with
          | Coq_Pos.IsPos p -> Npos p
          | _ -> N0))

  (** val mul : n -> n -> n **)

  let mul n0 m =
    match n0 with
    | N0 -> N0
    | Npos p -> (match m with
                 | N0 -> N0
                 | Npos q -> Npos (Coq_Pos.mul p q))

  (** val compare : n -> n -> comparison **)

  let compare n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> Eq
             | Npos _ -> Lt)
    | Npos n' -> (match m with
                  | N0 -> Gt
                  | Npos m' -> Coq_Pos.compare n' m')

  (** val eqb : n -> n -> bool **)

  let eqb n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> true
             | Npos _ -> false)
    | Npos p -> (match m with
                 | N0 -> false
                 | Npos q -> Coq_Pos.eqb p q)

  (** val leb : n -> n -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val pos_div_eucl : positive -> n -> n * n **)

  let rec pos_div_eucl a b =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = succ_double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r')
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r')
    | XH ->
      (match b with
       | N0 -> (N0, (Npos XH))
       | Npos p -> (match p with
                    | XH -> ((Npos XH), N0)
                    | _ -> (N0, (Npos XH))))

  (** val coq_lor : n -> n -> n **)

  let coq_lor n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Coq_Pos.coq_lor p q))

  (** val coq_land : n -> n -> n **)

  let coq_land n0 m =
    match n0 with
    | N0 -> N0
    | Npos p -> (match m with
                 | N0 -> N0
                 | Npos q -> Coq_Pos.coq_land p q)

  (** val ldiff : n -> n -> n **)

  let ldiff n0 m =
    match n0 with
    | N0 -> N0
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Coq_Pos.ldiff p q)

  (** val coq_lxor : n -> n -> n **)

  let coq_lxor n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Coq_Pos.coq_lxor p q)

  (** val iter : n -> ('a1 -> 'a1) -> 'a1 -> 'a1 **)

  let iter n0 f x =
    match n0 with
    | N0 -> x
    | Npos p -> Coq_Pos.iter f x p
 end

module Z =
 struct
  (** val double : z -> z **)

  let double = function
  | Z0 -> Z0
  | Zpos p -> Zpos (XO p)
  | Zneg p -> Zneg (XO p)

  (** val succ_double : z -> z **)

  let succ_double = function
  | Z0 -> Zpos XH
  | Zpos p -> Zpos (XI p)
  | Zneg p -> Zneg (Coq_Pos.pred_double p)

  (** val pred_double : z -> z **)

  let pred_double = function
  | Z0 -> Zneg XH
  | Zpos p -> Zpos (Coq_Pos.pred_double p)
  | Zneg p -> Zneg (XI p)

  (** val pos_sub : positive -> positive -> z **)

  let rec pos_sub x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double (pos_sub p q)
       | XO q -> succ_double (pos_sub p q)
       | XH -> Zpos (XO p))
    | XO p ->
      (match y with
       | XI q -> pred_double (pos_sub p q)
       | XO q -> double (pos_sub p q)
       | XH -> Zpos (Coq_Pos.pred_double p))
    | XH ->
      (match y with
       | XI q -> Zneg (XO q)
       | XO q -> Zneg (Coq_Pos.pred_double q)
       | XH -> Z0)

  (** val add : z -> z -> z **)

  let add x y =
    match x with
    | Z0 -> y
    | Zpos x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> Zpos (Coq_Pos.add x' y')
       | Zneg y' -> pos_sub x' y')
    | Zneg x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> pos_sub y' x'
       | Zneg y' -> Zneg (Coq_Pos.add x' y'))

  (** val opp : z -> z **)

  let opp = function
  | Z0 -> Z0
  | Zpos x0 -> Zneg x0
  | Zneg x0 -> Zpos x0

  (** val pred : z -> z **)

  let pred x =
    add x (Zneg XH)

  (** val sub : z -> z -> z **)

  let sub m n0 =
    add m (opp n0)

  (** val mul : z -> z -> z **)

  let mul x y =
    match x with
    | Z0 -> Z0
    | Zpos x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zpos (Coq_Pos.mul x' y')
       | Zneg y' -> Zneg (Coq_Pos.mul x' y'))
    | Zneg x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zneg (Coq_Pos.mul x' y')
       | Zneg y' -> Zpos (Coq_Pos.mul x' y'))

  (** val compare : z -> z -> comparison **)

  let compare x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> Eq
             | Zpos _ -> Lt
             | Zneg _ -> Gt)
    | Zpos x' -> (match y with
                  | Zpos y' -> Coq_Pos.compare x' y'
                  | _ -> Gt)
    | Zneg x' ->
      (match y with
       | Zneg y' -> compOpp (Coq_Pos.compare x' y')
       | _ -> Lt)

  (** val leb : z -> z -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : z -> z -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val eqb : z -> z -> bool **)

  let eqb x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos q -> Coq_Pos.eqb p q
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg q -> Coq_Pos.eqb p q
                 | _ -> false)

  (** val max : z -> z -> z **)

  let max n0 m =
    match compare n0 m with
    | Lt -> m
    | _ -> n0

  (** val to_nat : z -> nat **)

  let to_nat = function
  | Zpos p -> Coq_Pos.to_nat p
  | _ -> O

  (** val of_nat : nat -> z **)

  let of_nat = function
  | O -> Z0
  | S n1 -> Zpos (Coq_Pos.of_succ_nat n1)

  (** val of_N : n -> z **)

  let of_N = function
  | N0 -> Z0
  | Npos p -> Zpos p

  (** val to_pos : z -> positive **)

  let to_pos = function
  | Zpos p -> p
  | _ -> XH

  (** val pos_div_eucl : positive -> z -> z * z **)

  let rec pos_div_eucl a b =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = add (mul (Zpos (XO XH)) r) (Zpos XH) in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = mul (Zpos (XO XH)) r in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XH -> if leb (Zpos (XO XH)) b then (Z0, (Zpos XH)) else ((Zpos XH), Z0)

  (** val div_eucl : z -> z -> z * z **)

  let div_eucl a b =
    match a with
    | Z0 -> (Z0, Z0)
    | Zpos a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ -> pos_div_eucl a' b
       | Zneg b' ->
         let (q, r) = pos_div_eucl a' (Zpos b') in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (add b r))))
    | Zneg a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ ->
         let (q, r) = pos_div_eucl a' b in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (sub b r)))
       | Zneg b' -> let (q, r) = pos_div_eucl a' (Zpos b') in (q, (opp r)))

  (** val div : z -> z -> z **)

  let div a b =
    let (q, _) = div_eucl a b in q

  (** val modulo : z -> z -> z **)

  let modulo a b =
    let (_, r) = div_eucl a b in r

  (** val quotrem : z -> z -> z * z **)

  let quotrem a b =
    match a with
    | Z0 -> (Z0, Z0)
    | Zpos a0 ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos b0 ->
         let (q, r) = N.pos_div_eucl a0 (Npos b0) in ((of_N q), (of_N r))
       | Zneg b0 ->
         let (q, r) = N.pos_div_eucl a0 (Npos b0) in
         ((opp (of_N q)), (of_N r)))
    | Zneg a0 ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos b0 ->
         let (q, r) = N.pos_div_eucl a0 (Npos b0) in
         ((opp (of_N q)), (opp (of_N r)))
       | Zneg b0 ->
         let (q, r) = N.pos_div_eucl a0 (Npos b0) in
         ((of_N q), (opp (of_N r))))

  (** val quot : z -> z -> z **)

  let quot a b =
    fst (quotrem a b)

  (** val rem : z -> z -> z **)

  let rem a b =
    snd (quotrem a b)

  (** val div2 : z -> z **)

  let div2 = function
  | Z0 -> Z0
  | Zpos p -> (match p with
               | XH -> Z0
               | _ -> Zpos (Coq_Pos.div2 p))
  | Zneg p -> Zneg (Coq_Pos.div2_up p)

  (** val shiftl : z -> z -> z **)

  let shiftl a = function
  | Z0 -> a
  | Zpos p -> Coq_Pos.iter (mul (Zpos (XO XH))) a p
  | Zneg p -> Coq_Pos.iter div2 a p

  (** val shiftr : z -> z -> z **)

  let shiftr a n0 =
    shiftl a (opp n0)

  (** val coq_lor : z -> z -> z **)

  let coq_lor a b =
    match a with
    | Z0 -> b
    | Zpos a0 ->
      (match b with
       | Z0 -> a
       | Zpos b0 -> Zpos (Coq_Pos.coq_lor a0 b0)
       | Zneg b0 -> Zneg (N.succ_pos (N.ldiff (Coq_Pos.pred_N b0) (Npos a0))))
    | Zneg a0 ->
      (match b with
       | Z0 -> a
       | Zpos b0 -> Zneg (N.succ_pos (N.ldiff (Coq_Pos.pred_N a0) (Npos b0)))
       | Zneg b0 ->
         Zneg
           (N.succ_pos (N.coq_land (Coq_Pos.pred_N a0) (Coq_Pos.pred_N b0))))

  (** val coq_land : z -> z -> z **)

  let coq_land a b =
    match a with
    | Z0 -> Z0
    | Zpos a0 ->
      (match b with
       | Z0 -> Z0
       | Zpos b0 -> of_N (Coq_Pos.coq_land a0 b0)
       | Zneg b0 -> of_N (N.ldiff (Npos a0) (Coq_Pos.pred_N b0)))
    | Zneg a0 ->
      (match b with
       | Z0 -> Z0
       | Zpos b0 -> of_N (N.ldiff (Npos b0) (Coq_Pos.pred_N a0))
       | Zneg b0 ->
         Zneg (N.succ_pos (N.coq_lor (Coq_Pos.pred_N a0) (Coq_Pos.pred_N b0))))

  (** val coq_lxor : z -> z -> z **)

  let coq_lxor a b =
    match a with
    | Z0 -> b
    | Zpos a0 ->
      (match b with
       | Z0 -> a
       | Zpos b0 -> of_N (Coq_Pos.coq_lxor a0 b0)
       | Zneg b0 ->
         Zneg (N.succ_pos (N.coq_lxor (Npos a0) (Coq_Pos.pred_N b0))))
    | Zneg a0 ->
      (match b with
       | Z0 -> a
       | Zpos b0 ->
         Zneg (N.succ_pos (N.coq_lxor (Coq_Pos.pred_N a0) (Npos b0)))
       | Zneg b0 -> of_N (N.coq_lxor (Coq_Pos.pred_N a0) (Coq_Pos.pred_N b0)))

  (** val lnot : z -> z **)

  let lnot a =
    pred (opp a)

  (** val ones : z -> z **)

  let ones n0 =
    pred (shiftl (Zpos XH) n0)
 end

type 'x compare0 =
| LT
| EQ
| GT

module type OrderedType =
 sig
  type t

  val compare : t -> t -> t compare0

  val eq_dec : t -> t -> bool
 end

module OrderedTypeFacts =
 functor (O:OrderedType) ->
 struct
  module TO =
   struct
    type t = O.t
   end

  module IsTO =
   struct
   end

  module OrderTac = MakeOrderTac(TO)(IsTO)

  (** val eq_dec : O.t -> O.t -> bool **)

  let eq_dec =
    O.eq_dec

  (** val lt_dec : O.t -> O.t -> bool **)

  let lt_dec x y =
    match O.compare x y with
    | LT -> true
    | _ -> false

  (** val eqb : O.t -> O.t -> bool **)

  let eqb x y =
    if eq_dec x y then true else false
 end

module KeyOrderedType =
 functor (O:OrderedType) ->
 struct
  module MO = OrderedTypeFacts(O)
 end

module PositiveOrderedTypeBits =
 struct
  type t = positive

  (** val compare : t -> t -> positive compare0 **)

  let rec compare p y =
    match p with
    | XI p0 -> (match y with
                | XI p1 -> compare p0 p1
                | _ -> GT)
    | XO p0 -> (match y with
                | XO p1 -> compare p0 p1
                | _ -> LT)
    | XH -> (match y with
             | XI _ -> LT
             | XO _ -> GT
             | XH -> EQ)

  (** val eq_dec : positive -> positive -> bool **)

  let eq_dec x y =
    match Coq_Pos.compare x y with
    | Eq -> true
    | _ -> false
 end

(** val append : positive -> positive -> positive **)

let rec append i j =
  match i with
  | XI ii -> XI (append ii j)
  | XO ii -> XO (append ii j)
  | XH -> j

module PositiveMap =
 struct
  module E = PositiveOrderedTypeBits

  module ME = KeyOrderedType(E)

  type key = positive

  type 'a tree =
  | Leaf
  | Node of 'a tree * 'a option * 'a tree

  type 'a t = 'a tree

  (** val empty : 'a1 t **)

  let empty =
    Leaf

  (** val is_empty : 'a1 t -> bool **)

  let rec is_empty = function
  | Leaf -> true
  | Node (l, o, r) ->
    (match o with
     | Some _ -> false
     | None -> (&&) (is_empty l) (is_empty r))

  (** val find : key -> 'a1 t -> 'a1 option **)

  let rec find i = function
  | Leaf -> None
  | Node (l, o, r) ->
    (match i with
     | XI ii -> find ii r
     | XO ii -> find ii l
     | XH -> o)

  (** val mem : key -> 'a1 t -> bool **)

  let rec mem i = function
  | Leaf -> false
  | Node (l, o, r) ->
    (match i with
     | XI ii -> mem ii r
     | XO ii -> mem ii l
     | XH -> (match o with
              | Some _ -> true
              | None -> false))

  (** val add : key -> 'a1 -> 'a1 t -> 'a1 t **)

  let rec add i v = function
  | Leaf ->
    (match i with
     | XI ii -> Node (Leaf, None, (add ii v Leaf))
     | XO ii -> Node ((add ii v Leaf), None, Leaf)
     | XH -> Node (Leaf, (Some v), Leaf))
  | Node (l, o, r) ->
    (match i with
     | XI ii -> Node (l, o, (add ii v r))
     | XO ii -> Node ((add ii v l), o, r)
     | XH -> Node (l, (Some v), r))

  (** val remove : key -> 'a1 t -> 'a1 t **)

  let rec remove i m =
    match i with
    | XI ii ->
      (match m with
       | Leaf -> Leaf
       | Node (l, o, r) ->
         (match l with
          | Leaf ->
            (match o with
             | Some _ -> Node (l, o, (remove ii r))
             | None ->
               (match remove ii r with
                | Leaf -> Leaf
                | Node (t0, o0, t1) -> Node (Leaf, None, (Node (t0, o0, t1)))))
          | Node (_, _, _) -> Node (l, o, (remove ii r))))
    | XO ii ->
      (match m with
       | Leaf -> Leaf
       | Node (l, o, r) ->
         (match o with
          | Some _ -> Node ((remove ii l), o, r)
          | None ->
            (match r with
             | Leaf ->
               (match remove ii l with
                | Leaf -> Leaf
                | Node (t0, o0, t1) -> Node ((Node (t0, o0, t1)), None, Leaf))
             | Node (_, _, _) -> Node ((remove ii l), o, r))))
    | XH ->
      (match m with
       | Leaf -> Leaf
       | Node (l, _, r) ->
         (match l with
          | Leaf ->
            (match r with
             | Leaf -> Leaf
             | Node (_, _, _) -> Node (l, None, r))
          | Node (_, _, _) -> Node (l, None, r)))

  (** val xelements : 'a1 t -> key -> (key * 'a1) list **)

  let rec xelements m i =
    match m with
    | Leaf -> []
    | Node (l, o, r) ->
      (match o with
       | Some x ->
         app (xelements l (append i (XO XH))) ((i,
           x) :: (xelements r (append i (XI XH))))
       | None ->
         app (xelements l (append i (XO XH))) (xelements r (append i (XI XH))))

  (** val elements : 'a1 t -> (key * 'a1) list **)

  let elements m =
    xelements m XH

  (** val cardinal : 'a1 t -> nat **)

  let rec cardinal = function
  | Leaf -> O
  | Node (l, o, r) ->
    (match o with
     | Some _ -> S (Coq__1.add (cardinal l) (cardinal r))
     | None -> Coq__1.add (cardinal l) (cardinal r))

  (** val xfind : key -> key -> 'a1 t -> 'a1 option **)

  let rec xfind i j m =
    match i with
    | XI ii ->
      (match j with
       | XI jj -> xfind ii jj m
       | XO _ -> None
       | XH -> find i m)
    | XO ii ->
      (match j with
       | XI _ -> None
       | XO jj -> xfind ii jj m
       | XH -> find i m)
    | XH -> (match j with
             | XH -> find i m
             | _ -> None)

  (** val xmapi : (key -> 'a1 -> 'a2) -> 'a1 t -> key -> 'a2 t **)

  let rec xmapi f m i =
    match m with
    | Leaf -> Leaf
    | Node (l, o, r) ->
      Node ((xmapi f l (append i (XO XH))), (option_map (f i) o),
        (xmapi f r (append i (XI XH))))

  (** val mapi : (key -> 'a1 -> 'a2) -> 'a1 t -> 'a2 t **)

  let mapi f m =
    xmapi f m XH

  (** val map : ('a1 -> 'a2) -> 'a1 t -> 'a2 t **)

  let map f m =
    mapi (fun _ -> f) m

  (** val xmap2_l :
      ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 t -> 'a3 t **)

  let rec xmap2_l f = function
  | Leaf -> Leaf
  | Node (l, o, r) -> Node ((xmap2_l f l), (f o None), (xmap2_l f r))

  (** val xmap2_r :
      ('a1 option -> 'a2 option -> 'a3 option) -> 'a2 t -> 'a3 t **)

  let rec xmap2_r f = function
  | Leaf -> Leaf
  | Node (l, o, r) -> Node ((xmap2_r f l), (f None o), (xmap2_r f r))

  (** val _map2 :
      ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 t -> 'a2 t -> 'a3 t **)

  let rec _map2 f m1 m2 =
    match m1 with
    | Leaf -> xmap2_r f m2
    | Node (l1, o1, r1) ->
      (match m2 with
       | Leaf -> xmap2_l f m1
       | Node (l2, o2, r2) ->
         Node ((_map2 f l1 l2), (f o1 o2), (_map2 f r1 r2)))

  (** val map2 :
      ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 t -> 'a2 t -> 'a3 t **)

  let map2 f =
    _map2 (fun o1 o2 ->
      match o1 with
      | Some _ -> f o1 o2
      | None -> (match o2 with
                 | Some _ -> f o1 o2
                 | None -> None))

  (** val xfoldi :
      (key -> 'a1 -> 'a2 -> 'a2) -> 'a1 t -> 'a2 -> key -> 'a2 **)

  let rec xfoldi f m v i =
    match m with
    | Leaf -> v
    | Node (l, o, r) ->
      (match o with
       | Some x ->
         xfoldi f r (f i x (xfoldi f l v (append i (XO XH))))
           (append i (XI XH))
       | None ->
         xfoldi f r (xfoldi f l v (append i (XO XH))) (append i (XI XH)))

  (** val fold : (key -> 'a1 -> 'a2 -> 'a2) -> 'a1 t -> 'a2 -> 'a2 **)

  let fold f m i =
    xfoldi f m i XH

  (** val equal : ('a1 -> 'a1 -> bool) -> 'a1 t -> 'a1 t -> bool **)

  let rec equal cmp m1 m2 =
    match m1 with
    | Leaf -> is_empty m2
    | Node (l1, o1, r1) ->
      (match m2 with
       | Leaf -> is_empty m1
       | Node (l2, o2, r2) ->
         (&&)
           ((&&)
             (match o1 with
              | Some v1 ->
                (match o2 with
                 | Some v2 -> cmp v1 v2
                 | None -> false)
              | None -> (match o2 with
                         | Some _ -> false
                         | None -> true)) (equal cmp l1 l2)) (equal cmp r1 r2))
 end

module Coq_PositiveOrderedTypeBits =
 struct
  type t = positive

  (** val eqb : positive -> positive -> bool **)

  let eqb =
    Coq_Pos.eqb

  (** val eq_dec : positive -> positive -> bool **)

  let eq_dec x y =
    let b = Coq_Pos.eqb x y in if b then true else false

  (** val compare : positive -> positive -> comparison **)

  let rec compare x y =
    match x with
    | XI x0 -> (match y with
                | XI y0 -> compare x0 y0
                | _ -> Gt)
    | XO x0 -> (match y with
                | XO y0 -> compare x0 y0
                | _ -> Lt)
    | XH -> (match y with
             | XI _ -> Lt
             | XO _ -> Gt
             | XH -> Eq)
 end

module PositiveSet =
 struct
  module E = Coq_PositiveOrderedTypeBits

  type elt = positive

  type tree =
  | Leaf
  | Node of tree * bool * tree

  type t = tree

  (** val empty : t **)

  let empty =
    Leaf

  (** val is_empty : t -> bool **)

  let rec is_empty = function
  | Leaf -> true
  | Node (l, b, r) ->
    if if negb b then is_empty l else false then is_empty r else false

  (** val mem : positive -> t -> bool **)

  let rec mem i = function
  | Leaf -> false
  | Node (l, o, r) ->
    (match i with
     | XI i0 -> mem i0 r
     | XO i0 -> mem i0 l
     | XH -> o)

  (** val add : positive -> t -> t **)

  let rec add i = function
  | Leaf ->
    (match i with
     | XI i0 -> Node (Leaf, false, (add i0 Leaf))
     | XO i0 -> Node ((add i0 Leaf), false, Leaf)
     | XH -> Node (Leaf, true, Leaf))
  | Node (l, o, r) ->
    (match i with
     | XI i0 -> Node (l, o, (add i0 r))
     | XO i0 -> Node ((add i0 l), o, r)
     | XH -> Node (l, true, r))

  (** val singleton : positive -> t **)

  let singleton i =
    add i empty

  (** val node : t -> bool -> t -> t **)

  let node l b r =
    if b
    then Node (l, b, r)
    else (match l with
          | Leaf ->
            (match r with
             | Leaf -> Leaf
             | Node (_, _, _) -> Node (l, false, r))
          | Node (_, _, _) -> Node (l, false, r))

  (** val remove : positive -> t -> t **)

  let rec remove i = function
  | Leaf -> Leaf
  | Node (l, o, r) ->
    (match i with
     | XI i0 -> node l o (remove i0 r)
     | XO i0 -> node (remove i0 l) o r
     | XH -> node l false r)

  (** val union : t -> t -> t **)

  let rec union m m' =
    match m with
    | Leaf -> m'
    | Node (l, o, r) ->
      (match m' with
       | Leaf -> m
       | Node (l', o', r') -> Node ((union l l'), ((||) o o'), (union r r')))

  (** val inter : t -> t -> t **)

  let rec inter m m' =
    match m with
    | Leaf -> Leaf
    | Node (l, o, r) ->
      (match m' with
       | Leaf -> Leaf
       | Node (l', o', r') -> node (inter l l') ((&&) o o') (inter r r'))

  (** val diff : t -> t -> t **)

  let rec diff m m' =
    match m with
    | Leaf -> Leaf
    | Node (l, o, r) ->
      (match m' with
       | Leaf -> m
       | Node (l', o', r') -> node (diff l l') ((&&) o (negb o')) (diff r r'))

  (** val equal : t -> t -> bool **)

  let rec equal m m' =
    match m with
    | Leaf -> is_empty m'
    | Node (l, o, r) ->
      (match m' with
       | Leaf -> is_empty m
       | Node (l', o', r') ->
         if if eqb o o' then equal l l' else false then equal r r' else false)

  (** val subset : t -> t -> bool **)

  let rec subset m m' =
    match m with
    | Leaf -> true
    | Node (l, o, r) ->
      (match m' with
       | Leaf -> is_empty m
       | Node (l', o', r') ->
         if if if negb o then true else o' then subset l l' else false
         then subset r r'
         else false)

  (** val rev_append : elt -> elt -> elt **)

  let rec rev_append y x =
    match y with
    | XI y0 -> rev_append y0 (XI x)
    | XO y0 -> rev_append y0 (XO x)
    | XH -> x

  (** val rev : elt -> elt **)

  let rev x =
    rev_append x XH

  (** val xfold : (positive -> 'a1 -> 'a1) -> t -> 'a1 -> positive -> 'a1 **)

  let rec xfold f m v i =
    match m with
    | Leaf -> v
    | Node (l, b, r) ->
      if b
      then xfold f r (f (rev i) (xfold f l v (XO i))) (XI i)
      else xfold f r (xfold f l v (XO i)) (XI i)

  (** val fold : (positive -> 'a1 -> 'a1) -> t -> 'a1 -> 'a1 **)

  let fold f m i =
    xfold f m i XH

  (** val xforall : (positive -> bool) -> t -> positive -> bool **)

  let rec xforall f m i =
    match m with
    | Leaf -> true
    | Node (l, o, r) ->
      if if if negb o then true else f (rev i)
         then xforall f r (XI i)
         else false
      then xforall f l (XO i)
      else false

  (** val for_all : (positive -> bool) -> t -> bool **)

  let for_all f m =
    xforall f m XH

  (** val xexists : (positive -> bool) -> t -> positive -> bool **)

  let rec xexists f m i =
    match m with
    | Leaf -> false
    | Node (l, o, r) ->
      if if if o then f (rev i) else false then true else xexists f r (XI i)
      then true
      else xexists f l (XO i)

  (** val exists_ : (positive -> bool) -> t -> bool **)

  let exists_ f m =
    xexists f m XH

  (** val xfilter : (positive -> bool) -> t -> positive -> t **)

  let rec xfilter f m i =
    match m with
    | Leaf -> Leaf
    | Node (l, o, r) ->
      node (xfilter f l (XO i)) (if o then f (rev i) else false)
        (xfilter f r (XI i))

  (** val filter : (positive -> bool) -> t -> t **)

  let filter f m =
    xfilter f m XH

  (** val xpartition : (positive -> bool) -> t -> positive -> t * t **)

  let rec xpartition f m i =
    match m with
    | Leaf -> (Leaf, Leaf)
    | Node (l, o, r) ->
      let (lt, lf) = xpartition f l (XO i) in
      let (rt, rf) = xpartition f r (XI i) in
      if o
      then let fi = f (rev i) in ((node lt fi rt), (node lf (negb fi) rf))
      else ((node lt false rt), (node lf false rf))

  (** val partition : (positive -> bool) -> t -> t * t **)

  let partition f m =
    xpartition f m XH

  (** val xelements : t -> positive -> positive list -> positive list **)

  let rec xelements m i a =
    match m with
    | Leaf -> a
    | Node (l, b, r) ->
      if b
      then xelements l (XO i) ((rev i) :: (xelements r (XI i) a))
      else xelements l (XO i) (xelements r (XI i) a)

  (** val elements : t -> positive list **)

  let elements m =
    xelements m XH []

  (** val cardinal : t -> nat **)

  let rec cardinal = function
  | Leaf -> O
  | Node (l, b, r) ->
    if b
    then S (Coq__1.add (cardinal l) (cardinal r))
    else Coq__1.add (cardinal l) (cardinal r)

  (** val choose : t -> elt option **)

  let rec choose = function
  | Leaf -> None
  | Node (l, o, r) ->
    if o
    then Some XH
    else (match choose l with
          | Some i -> Some (XO i)
          | None -> option_map (fun x -> XI x) (choose r))

  (** val min_elt : t -> elt option **)

  let rec min_elt = function
  | Leaf -> None
  | Node (l, o, r) ->
    (match min_elt l with
     | Some i -> Some (XO i)
     | None -> if o then Some XH else option_map (fun x -> XI x) (min_elt r))

  (** val max_elt : t -> elt option **)

  let rec max_elt = function
  | Leaf -> None
  | Node (l, o, r) ->
    (match max_elt r with
     | Some i -> Some (XI i)
     | None -> if o then Some XH else option_map (fun x -> XO x) (max_elt l))

  (** val compare_bool : bool -> bool -> comparison **)

  let compare_bool a b =
    if a then if b then Eq else Gt else if b then Lt else Eq

  (** val compare : t -> t -> comparison **)

  let rec compare m m' =
    match m with
    | Leaf -> if is_empty m' then Eq else Lt
    | Node (l, o, r) ->
      (match m' with
       | Leaf -> if is_empty m then Eq else Gt
       | Node (l', o', r') ->
         (match compare_bool o o' with
          | Eq -> (match compare l l' with
                   | Eq -> compare r r'
                   | x -> x)
          | x -> x))

  (** val eq_dec : t -> t -> bool **)

  let eq_dec s s' =
    if equal s s' then true else false
 end

type op =
| Pop
| Swap of positive
| Push of positive * positive

type rule = { r_p : positive; r_g : positive; r_q : positive; r_op : op }

type conf = positive * positive list

type trans = (positive * positive) * positive

module PM = PositiveMap

module PS = PositiveSet

type aut = PS.t PM.t PM.t

(** val oget : 'a1 -> 'a1 option -> 'a1 **)

let oget d = function
| Some x -> x
| None -> d

(** val row : aut -> PM.key -> PS.t PM.t **)

let row m s =
  oget PM.empty (PM.find s m)

(** val succ0 : aut -> PM.key -> PM.key -> PS.t **)

let succ0 m s g =
  oget PS.empty (PM.find g (row m s))

(** val tmem : trans -> aut -> bool **)

let tmem t0 m =
  let (p, q) = t0 in let (s, g) = p in PS.mem q (succ0 m s g)

(** val tadd : trans -> aut -> aut **)

let tadd t0 m =
  let (p, q) = t0 in
  let (s, g) = p in PM.add s (PM.add g (PS.add q (succ0 m s g)) (row m s)) m

(** val addl : trans list -> aut -> aut **)

let addl l m =
  fold_left (fun m0 t0 -> tadd t0 m0) l m

(** val build : trans list -> aut **)

let build l =
  addl l PM.empty

(** val buildset : positive list -> PS.t **)

let buildset l =
  fold_left (fun s x -> PS.add x s) l PS.empty

type paut = { tr : trans list; fin : positive list }

(** val ctlb : positive -> positive -> bool **)

let ctlb np p =
  Coq_Pos.leb p np

(** val rs : aut -> PM.key -> PS.t **)

let rs r s =
  succ0 r s XH

(** val iter0 :
    ('a1 -> ('a1, 'a2) sum) -> positive -> 'a1 -> ('a1, 'a2) sum **)

let rec iter0 f n0 s =
  match n0 with
  | XI n1 ->
    (match iter0 f n1 s with
     | Inl s' ->
       (match iter0 f n1 s' with
        | Inl s'' -> f s''
        | Inr r0 -> Inr r0)
     | Inr r0 -> Inr r0)
  | XO n1 ->
    (match iter0 f n1 s with
     | Inl s' -> iter0 f n1 s'
     | Inr r0 -> Inr r0)
  | XH -> f s

(** val news : (aut -> trans list) -> aut -> trans list **)

let news cand m =
  filter (fun t0 -> negb (tmem t0 m)) (cand m)

(** val sat_step : (aut -> trans list) -> aut -> (aut, aut) sum **)

let sat_step cand m =
  match news cand m with
  | [] -> Inr m
  | t0 :: l0 -> Inl (addl (t0 :: l0) m)

(** val saturate : (aut -> trans list) -> positive -> aut -> aut **)

let saturate cand n0 m =
  match iter0 (sat_step cand) n0 m with
  | Inl m' -> m'
  | Inr m' -> m'

(** val lenN : 'a1 list -> n **)

let lenN l =
  fold_left (fun n0 _ -> N.succ n0) l N0

(** val fuel : 'a1 list -> 'a2 list -> positive **)

let fuel a b =
  N.succ_pos (N.mul (lenN a) (lenN b))

(** val tgts : aut -> rule -> positive list **)

let tgts m r =
  match r.r_op with
  | Pop -> r.r_q :: []
  | Swap g -> PS.elements (succ0 m r.r_q g)
  | Push (g1, g2) ->
    flat_map (fun m0 -> PS.elements (succ0 m m0 g2))
      (PS.elements (succ0 m r.r_q g1))

(** val heads : rule -> positive -> trans **)

let heads r q =
  ((r.r_p, r.r_g), q)

(** val pre_cand : rule list -> aut -> trans list **)

let pre_cand d m =
  flat_map (fun r -> map (heads r) (tgts m r)) d

(** val tgt : trans -> positive **)

let tgt =
  snd

(** val pre_states : rule list -> trans list -> positive list **)

let pre_states d a =
  app (map (fun r -> r.r_q) d) (map tgt a)

(** val pre_star_exec : rule list -> trans list -> aut **)

let pre_star_exec d a =
  saturate (pre_cand d) (fuel d (pre_states d a)) (build a)

(** val prod_cand : paut -> aut -> aut -> trans list **)

let prod_cand a1 c r =
  flat_map (fun t0 ->
    let (y, t1) = t0 in
    let (s1, g) = y in
    flat_map (fun s2 ->
      map (fun t2 -> ((t1, XH), t2)) (PS.elements (succ0 c s2 g)))
      (PS.elements (rs r s1))) a1.tr

(** val prod_init : positive -> paut -> trans list **)

let prod_init np a1 =
  map (fun p -> ((p, XH), p))
    (filter (ctlb np) (app (map (fun t0 -> fst (fst t0)) a1.tr) a1.fin))

(** val prod_exec : positive -> paut -> aut -> positive list -> aut **)

let prod_exec np a1 c q =
  saturate (prod_cand a1 c) (fuel a1.tr q) (build (prod_init np a1))

(** val nonempty : paut -> PS.t -> aut -> bool **)

let nonempty a1 fC r =
  existsb (fun f -> PS.exists_ (fun s2 -> PS.mem s2 fC) (rs r f)) a1.fin

(** val wf_b : positive -> rule list -> paut -> bool **)

let wf_b np d a2 =
  (&&) (forallb (fun r -> (&&) (ctlb np r.r_p) (ctlb np r.r_q)) d)
    (let h = buildset (map (fun r -> r.r_p) d) in
     forallb (fun t0 -> negb (PS.mem (snd t0) h)) a2.tr)

(** val oracle : positive -> rule list -> paut -> paut -> bool option **)

let oracle np d a1 a2 =
  if wf_b np d a2
  then let c = pre_star_exec d a2.tr in
       Some
       (nonempty a1 (buildset a2.fin)
         (prod_exec np a1 c (pre_states d a2.tr)))
  else None

(** val sep_t : positive -> trans -> trans list **)

let sep_t np = function
| (p, q) ->
  let (s, g) = p in
  (((Coq_Pos.add s np), g),
  (Coq_Pos.add q np)) :: (if ctlb np s
                          then ((s, g), (Coq_Pos.add q np)) :: []
                          else [])

(** val sep : positive -> paut -> paut **)

let sep np a =
  { tr = (flat_map (sep_t np) a.tr); fin =
    (app (map (fun q -> Coq_Pos.add q np) a.fin) (filter (ctlb np) a.fin)) }

(** val oracle_any : positive -> rule list -> paut -> paut -> bool option **)

let oracle_any np d a1 a2 =
  oracle np d a1 (sep np a2)

type lset =
| LIn of positive list
| LNot of positive list

(** val syms : positive -> positive list **)

let syms ns =
  map Coq_Pos.of_nat (seq (S O) (Coq_Pos.to_nat ns))

(** val memp : positive -> positive list -> bool **)

let memp g l =
  existsb (Coq_Pos.eqb g) l

(** val lexp : positive -> lset -> positive list **)

let lexp ns = function
| LIn l -> l
| LNot l -> filter (fun g -> negb (memp g l)) (syms ns)

type rsym =
| Sym of positive
| Same

type rop =
| RPop
| RSwap of rsym
| RPush of rsym * rsym

(** val rget : positive -> rsym -> positive **)

let rget g = function
| Sym h -> h
| Same -> g

type rrule = { rr_p : positive; rr_h : lset; rr_q : positive; rr_op : rop }

(** val rop_exp : rop -> positive -> op **)

let rop_exp o g =
  match o with
  | RPop -> Pop
  | RSwap x -> Swap (rget g x)
  | RPush (x, y) -> Push ((rget g x), (rget g y))

(** val rexp1 : positive -> rrule -> rule list **)

let rexp1 ns r =
  map (fun g -> { r_p = r.rr_p; r_g = g; r_q = r.rr_q; r_op =
    (rop_exp r.rr_op g) }) (lexp ns r.rr_h)

(** val rexp : positive -> rrule list -> rule list **)

let rexp ns d =
  flat_map (rexp1 ns) d

type raut = { r_tr : ((positive * lset) * positive) list;
              r_eps : (positive * positive) list; r_fin : positive list }

(** val eps_cand : (positive * positive) list -> aut -> trans list **)

let eps_cand l m =
  flat_map (fun e ->
    map (fun t0 -> (((fst e), XH), t0)) (PS.elements (rs m (snd e)))) l

(** val eps_exec : (positive * positive) list -> aut **)

let eps_exec l =
  saturate (eps_cand l) (fuel l l)
    (build (map (fun e -> (((fst e), XH), (snd e))) l))

(** val rev_eps : (positive * positive) list -> (positive * positive) list **)

let rev_eps l =
  map (fun e -> ((snd e), (fst e))) l

(** val before : aut -> positive -> positive list **)

let before m s =
  s :: (PS.elements (rs m s))

(** val rm : positive -> raut -> paut **)

let rm ns a =
  let m = eps_exec (rev_eps a.r_eps) in
  { tr =
  (flat_map (fun t0 ->
    let (y, q) = t0 in
    let (s, l) = y in
    flat_map (fun s' -> map (fun g -> ((s', g), q)) (lexp ns l)) (before m s))
    a.r_tr); fin = (flat_map (before m) a.r_fin) }

(** val raw_oracle :
    positive -> positive -> rrule list -> raut -> raut -> bool option **)

let raw_oracle np ns d a1 a2 =
  oracle_any np (rexp ns d) (rm ns a1) (rm ns a2)

type 'a trie =
| Empty
| Leaf0 of positive * 'a
| Node0 of 'a trie * 'a option * 'a trie

(** val find0 : positive -> 'a1 trie -> 'a1 option **)

let rec find0 k = function
| Empty -> None
| Leaf0 (j, v) -> if Coq_Pos.eqb k j then Some v else None
| Node0 (l, o, r) ->
  (match k with
   | XI k0 -> find0 k0 r
   | XO k0 -> find0 k0 l
   | XH -> o)

(** val update : ('a1 option -> 'a1) -> positive -> 'a1 trie -> 'a1 trie **)

let rec update f k t0 = match t0 with
| Empty -> Leaf0 (k, (f None))
| Leaf0 (j, v) ->
  if Coq_Pos.eqb k j
  then Leaf0 (j, (f (Some v)))
  else (match k with
        | XI k0 ->
          (match j with
           | XI j0 -> Node0 (Empty, None, (update f k0 (Leaf0 (j0, v))))
           | XO j0 -> Node0 ((Leaf0 (j0, v)), None, (Leaf0 (k0, (f None))))
           | XH -> Node0 (Empty, (Some v), (Leaf0 (k0, (f None)))))
        | XO k0 ->
          (match j with
           | XI j0 -> Node0 ((Leaf0 (k0, (f None))), None, (Leaf0 (j0, v)))
           | XO j0 -> Node0 ((update f k0 (Leaf0 (j0, v))), None, Empty)
           | XH -> Node0 ((Leaf0 (k0, (f None))), (Some v), Empty))
        | XH ->
          (match j with
           | XI j0 -> Node0 (Empty, (Some (f None)), (Leaf0 (j0, v)))
           | XO j0 -> Node0 ((Leaf0 (j0, v)), (Some (f None)), Empty)
           | XH -> t0))
| Node0 (l, o, r) ->
  (match k with
   | XI k0 -> Node0 (l, o, (update f k0 r))
   | XO k0 -> Node0 ((update f k0 l), o, r)
   | XH -> Node0 (l, (Some (f o)), r))

(** val put : positive -> 'a1 -> 'a1 trie -> 'a1 trie **)

let put k v t0 =
  update (fun _ -> v) k t0

(** val tall : ('a1 -> bool) -> 'a1 trie -> bool **)

let rec tall f = function
| Empty -> true
| Leaf0 (_, v) -> f v
| Node0 (l, o, r) ->
  if match o with
     | Some v -> f v
     | None -> true
  then if tall f l then tall f r else false
  else false

(** val tany : ('a1 -> bool) -> 'a1 trie -> bool **)

let rec tany f = function
| Empty -> false
| Leaf0 (_, v) -> f v
| Node0 (l, o, r) ->
  if match o with
     | Some v -> f v
     | None -> false
  then true
  else if tany f l then true else tany f r

(** val tfold : ('a2 -> 'a1 -> 'a2) -> 'a1 trie -> 'a2 -> 'a2 **)

let rec tfold f t0 b =
  match t0 with
  | Empty -> b
  | Leaf0 (_, v) -> f b v
  | Node0 (l, o, r) ->
    tfold f r (tfold f l (match o with
                          | Some v -> f b v
                          | None -> b))

type set = positive trie

(** val mem0 : positive -> 'a1 trie -> bool **)

let mem0 x s =
  match find0 x s with
  | Some _ -> true
  | None -> false

(** val sadd : positive -> set -> set **)

let sadd x s =
  update (fun _ -> x) x s

(** val sadds : positive list -> set -> set **)

let sadds l s =
  fold_left (fun s0 x -> sadd x s0) l s

(** val setof : positive list -> set **)

let setof l =
  sadds l Empty

(** val subset0 : 'a1 trie -> 'a2 trie -> bool **)

let rec subset0 s t0 =
  match s with
  | Empty -> true
  | Leaf0 (k, _) -> mem0 k t0
  | Node0 (l, o, r) ->
    (match t0 with
     | Node0 (l', o', r') ->
       (match o with
        | Some _ ->
          (match o' with
           | Some _ -> if subset0 l l' then subset0 r r' else false
           | None -> false)
        | None -> if subset0 l l' then subset0 r r' else false)
     | _ -> false)

(** val gets : positive -> set trie -> set **)

let gets k m =
  match find0 k m with
  | Some s -> s
  | None -> Empty

(** val addpair : set trie -> (positive * positive) -> set trie **)

let addpair m x =
  update (fun o -> sadd (snd x) (match o with
                                 | Some s -> s
                                 | None -> Empty)) (fst x) m

(** val pairset : (positive * positive) list -> set trie **)

let pairset l =
  fold_left addpair l Empty

(** val values : 'a1 trie -> 'a1 list **)

let rec values = function
| Empty -> []
| Leaf0 (_, v) -> v :: []
| Node0 (l, o, r) ->
  app (match o with
       | Some v -> v :: []
       | None -> []) (app (values l) (values r))

(** val upfrom : positive -> (positive -> bool) -> nat -> positive -> bool **)

let rec upfrom ns f d x =
  match d with
  | O -> true
  | S d0 ->
    if Coq_Pos.leb x ns
    then if f x
         then if upfrom ns f d0 (XO x) then upfrom ns f d0 (XI x) else false
         else false
    else true

(** val upto : positive -> (positive -> bool) -> bool **)

let upto ns f =
  upfrom ns f (Coq_Pos.size_nat ns) XH

(** val lall : positive -> lset -> (positive -> bool) -> bool **)

let lall ns l f =
  match l with
  | LIn l0 -> forallb f l0
  | LNot l0 ->
    let x = setof l0 in upto ns (fun a -> if mem0 a x then true else f a)

(** val lall_in : set -> lset -> (positive -> bool) -> bool **)

let lall_in s l f =
  match l with
  | LIn l0 -> forallb (fun a -> if mem0 a s then f a else true) l0
  | LNot l0 ->
    let x = setof l0 in tall (fun a -> if mem0 a x then true else f a) s

type cset =
| COne of positive
| CIn of set
| CNot of set

(** val compile : lset -> cset **)

let compile = function
| LIn l0 ->
  (match l0 with
   | [] -> CIn (setof l0)
   | a :: l1 -> (match l1 with
                 | [] -> COne a
                 | _ :: _ -> CIn (setof l0)))
| LNot l0 -> CNot (setof l0)

(** val cmatch : positive -> cset -> positive -> bool **)

let cmatch ns c a =
  match c with
  | COne b -> Coq_Pos.eqb a b
  | CIn s -> mem0 a s
  | CNot s -> if mem0 a s then false else Coq_Pos.leb a ns

(** val eps_preds : (positive * positive) list -> positive list trie **)

let eps_preds l =
  fold_left (fun m e ->
    update (fun o -> (fst e) :: (match o with
                                 | Some x -> x
                                 | None -> [])) (snd e) m) l Empty

(** val visit : (positive list * set) -> positive -> positive list * set **)

let visit w x =
  if mem0 x (snd w) then w else ((x :: (fst w)), (sadd x (snd w)))

(** val explore :
    'a1 list -> positive list trie -> (positive list * set) -> set **)

let rec explore fuel0 g w =
  match fuel0 with
  | [] -> snd w
  | _ :: fuel1 ->
    (match fst w with
     | [] -> snd w
     | x :: todo ->
       explore fuel1 g
         (fold_left visit (match find0 x g with
                           | Some l -> l
                           | None -> []) (todo, (snd w))))

(** val eps_before : (positive * positive) list -> set trie **)

let eps_before l =
  let g = eps_preds l in
  fold_left (fun b e ->
    if mem0 (snd e) b
    then b
    else put (snd e) (explore (e :: l) g (((snd e) :: []), Empty)) b) l Empty

(** val eps_closed : (positive * positive) list -> set trie -> bool **)

let eps_closed l b =
  forallb (fun e ->
    let t0 = gets (snd e) b in
    if mem0 (fst e) t0 then subset0 (gets (fst e) b) t0 else false) l

(** val back_edges : raut -> (positive * positive) list **)

let back_edges a =
  fold_left (fun k e -> ((snd e), (fst e)) :: k) a.r_eps
    (fold_left (fun k e -> let (y, t0) = e in let (m, _) = y in (t0, m) :: k)
      a.r_tr [])

(** val reach : positive -> (positive * positive) list -> set **)

let reach np k =
  explore (rev_append k k) (eps_preds k)
    (fold_left (fun w e ->
      if Coq_Pos.leb (snd e) np then visit w (snd e) else w) k ([], Empty))

(** val inreach : positive -> set -> positive -> bool **)

let inreach np w s =
  if Coq_Pos.leb s np then true else mem0 s w

(** val reach_closed :
    positive -> set -> (positive * positive) list -> bool **)

let reach_closed np w k =
  forallb (fun e ->
    if inreach np w (snd e) then inreach np w (fst e) else true) k

(** val enter :
    positive -> set -> set -> ((positive * lset) * positive) -> set **)

let enter np w s = function
| (p, t0) ->
  let (m, l) = p in
  (match l with
   | LIn l0 ->
     (match l0 with
      | [] -> s
      | _ :: _ -> if inreach np w m then sadd t0 s else s)
   | LNot _ -> if inreach np w m then sadd t0 s else s)

type normal = { n_aut : raut; n_before : set trie; n_entered : set;
                n_acc : set }

(** val tags : positive -> set -> positive -> set **)

let tags np s s0 =
  let s1 = sadd (XI s0) s in if Coq_Pos.leb s0 np then sadd (XO s0) s1 else s1

(** val acc_set : positive -> raut -> set trie -> set **)

let acc_set np a b =
  fold_left (fun s f -> tfold (tags np) (gets f b) (tags np s f)) a.r_fin
    Empty

(** val normalise : positive -> raut -> normal option **)

let normalise np a =
  let b = eps_before a.r_eps in
  if eps_closed a.r_eps b
  then let k = back_edges a in
       let w = reach np k in
       if reach_closed np w k
       then Some { n_aut = a; n_before = b; n_entered =
              (fold_left (enter np w) a.r_tr Empty); n_acc =
              (acc_set np a b) }
       else None
  else None

(** val btags : positive -> (positive -> bool) -> positive -> bool **)

let btags np f s =
  if f (XI s) then if Coq_Pos.leb s np then f (XO s) else true else false

(** val nall :
    positive -> normal -> (positive -> lset -> positive -> bool) -> bool **)

let nall np n0 f =
  forallb (fun e ->
    let (y, t0) = e in
    let (m, l) = y in
    let g = btags np (fun s -> f s l (XI t0)) in
    if g m then tall g (gets m n0.n_before) else false) n0.n_aut.r_tr

(** val nlive :
    positive -> normal -> (positive -> lset -> positive -> bool) -> bool **)

let nlive np n0 f =
  let v = n0.n_entered in
  nall np n0 (fun s l t0 ->
    match s with
    | XI q -> if mem0 q v then f s l t0 else true
    | _ -> f s l t0)

type lookup = { l_in : set trie trie; l_not : set list trie trie }

(** val look :
    positive -> lookup -> positive -> positive -> positive -> bool **)

let look ns l s a t0 =
  if match find0 s l.l_in with
     | Some m -> (match find0 a m with
                  | Some t1 -> mem0 t0 t1
                  | None -> false)
     | None -> false
  then true
  else (match find0 s l.l_not with
        | Some m ->
          (match find0 t0 m with
           | Some l0 ->
             if Coq_Pos.leb a ns
             then existsb (fun x -> negb (mem0 a x)) l0
             else false
           | None -> false)
        | None -> false)

(** val sub0 : 'a1 trie option -> 'a1 trie **)

let sub0 = function
| Some m -> m
| None -> Empty

(** val add_in : positive -> positive list -> lookup -> positive -> lookup **)

let add_in t0 l l0 s =
  { l_in =
    (update (fun o ->
      fold_left (fun m a -> update (fun t1 -> sadd t0 (sub0 t1)) a m) l
        (sub0 o)) s l0.l_in); l_not = l0.l_not }

(** val add_not : positive -> set -> lookup -> positive -> lookup **)

let add_not t0 x l s =
  { l_in = l.l_in; l_not =
    (update (fun o ->
      update (fun e -> x :: (match e with
                             | Some l0 -> l0
                             | None -> [])) t0 (sub0 o)) s l.l_not) }

(** val add_edge :
    set trie -> lookup -> ((positive * lset) * positive) -> lookup **)

let add_edge b l = function
| (p, t0) ->
  let (m, l0) = p in
  (match l0 with
   | LIn l1 -> tfold (add_in t0 l1) (gets m b) (add_in t0 l1 l m)
   | LNot l1 ->
     let x = setof l1 in tfold (add_not t0 x) (gets m b) (add_not t0 x l m))

(** val lookup_of : normal -> lookup **)

let lookup_of n0 =
  fold_left (add_edge n0.n_before) n0.n_aut.r_tr { l_in = Empty; l_not =
    Empty }

(** val has_edge :
    positive -> positive -> lookup -> positive -> positive -> positive -> bool **)

let has_edge np ns l s a t0 =
  match s with
  | XI s0 -> (match t0 with
              | XI t1 -> look ns l s0 a t1
              | _ -> false)
  | XO s0 ->
    (match t0 with
     | XI t1 -> if Coq_Pos.leb s0 np then look ns l s0 a t1 else false
     | _ -> false)
  | XH -> false

(** val vadd : z list -> z list -> z list **)

let rec vadd x y =
  match x with
  | [] -> y
  | a :: x' -> (match y with
                | [] -> x
                | b :: y' -> (Z.add a b) :: (vadd x' y'))

type fact =
| FEdge of positive * positive * positive
| FRule of positive * positive * positive * positive * positive

type known = { k_s : positive; k_a : positive; k_t : positive; k_w : z list }

type crule = { c_rule : rrule; c_head : cset; c_weight : z list }

(** val index_rules :
    (rrule * z list) list -> positive -> crule trie -> crule trie **)

let rec index_rules l n0 m =
  match l with
  | [] -> m
  | p :: l0 ->
    let (r, k) = p in
    index_rules l0 (Coq_Pos.succ n0)
      (put n0 { c_rule = r; c_head = (compile r.rr_h); c_weight = k } m)

(** val premise :
    known trie -> positive -> positive -> positive -> (positive * z list)
    option **)

let premise k n0 s a =
  match find0 n0 k with
  | Some k0 ->
    if Coq_Pos.eqb k0.k_a a
    then if Coq_Pos.eqb k0.k_s s then Some (k0.k_t, k0.k_w) else None
    else None
  | None -> None

(** val conclude :
    positive -> crule trie -> known trie -> positive -> positive -> positive
    -> positive -> positive -> known option **)

let conclude ns r k r0 a t0 f g =
  match find0 r0 r with
  | Some c ->
    let x = c.c_rule in
    if cmatch ns c.c_head a
    then let q = XO x.rr_q in
         (match match x.rr_op with
                | RPop -> Some (q, [])
                | RSwap b -> premise k f q (rget a b)
                | RPush (b, d) ->
                  (match premise k f q (rget a b) with
                   | Some p ->
                     let (m, u) = p in
                     (match premise k g m (rget a d) with
                      | Some p0 -> let (e, v) = p0 in Some (e, (vadd u v))
                      | None -> None)
                   | None -> None) with
          | Some p ->
            let (e, w) = p in
            if Coq_Pos.eqb e t0
            then Some { k_s = (XO x.rr_p); k_a = a; k_t = t0; k_w =
                   (vadd c.c_weight w) }
            else None
          | None -> None)
    else None
  | None -> None

(** val turn : positive -> positive -> positive **)

let rec turn n0 acc =
  match n0 with
  | XI n1 -> turn n1 (XI acc)
  | XO n1 -> turn n1 (XO acc)
  | XH -> acc

(** val back : positive -> positive **)

let back n0 =
  turn n0 XH

(** val index_back :
    (rrule * z list) list -> positive -> crule trie -> crule trie **)

let rec index_back l n0 m =
  match l with
  | [] -> m
  | p :: l0 ->
    let (r, k) = p in
    index_back l0 (Coq_Pos.succ n0)
      (put (back n0) { c_rule = r; c_head = (compile r.rr_h); c_weight = k }
        m)

(** val links_back :
    (positive * positive) list -> (positive * positive) list **)

let links_back l =
  rev_append (fold_left (fun k x -> ((back (fst x)), (snd x)) :: k) l []) []

(** val derive :
    positive -> positive -> crule trie -> lookup -> fact list -> positive ->
    known trie -> known trie option **)

let rec derive np ns r l l0 n0 k =
  match l0 with
  | [] -> Some k
  | x :: l1 ->
    (match match x with
           | FEdge (s, a, t0) ->
             if has_edge np ns l s a t0
             then Some { k_s = s; k_a = a; k_t = t0; k_w = [] }
             else None
           | FRule (r0, a, t0, f, g) ->
             conclude ns r k (back r0) a t0 (back f) (back g) with
     | Some k0 -> derive np ns r l l1 (Coq_Pos.succ n0) (put (back n0) k0 k)
     | None -> None)

(** val follow :
    positive -> positive -> lookup -> known trie -> (positive * positive)
    list -> positive -> positive -> z list -> ((positive * positive) * z
    list) option **)

let rec follow np ns l1 k l s1 s2 w =
  match l with
  | [] -> Some ((s1, s2), w)
  | p :: l0 ->
    let (n0, t1) = p in
    (match find0 n0 k with
     | Some k0 ->
       if Coq_Pos.eqb k0.k_s s2
       then if has_edge np ns l1 (XI s1) k0.k_a (XI t1)
            then follow np ns l1 k l0 t1 k0.k_t (vadd w k0.k_w)
            else None
       else None
     | None -> None)

(** val derivation_weight :
    positive -> positive -> (rrule * z list) list -> raut -> raut -> fact
    list -> positive -> (positive * positive) list -> z list option **)

let derivation_weight np ns d a1 a2 facts start witness =
  match normalise np a1 with
  | Some n1 ->
    (match normalise np a2 with
     | Some n2 ->
       if Coq_Pos.leb start np
       then if forallb (fun x -> Coq_Pos.leb (fst x).rr_q np) d
            then (match derive np ns (index_back d XH Empty) (lookup_of n2)
                          facts XH Empty with
                  | Some k ->
                    (match follow np ns (lookup_of n1) k (links_back witness)
                             start (XO start) [] with
                     | Some p ->
                       let (p0, w) = p in
                       let (s1, s2) = p0 in
                       if mem0 (XI s1) n1.n_acc
                       then if mem0 s2 n2.n_acc then Some w else None
                       else None
                     | None -> None)
                  | None -> None)
            else None
       else None
     | None -> None)
  | None -> None

type class0 = positive * set

type table = class0 trie

(** val none : class0 **)

let none =
  (XH, Empty)

(** val class_at : table -> positive -> class0 **)

let class_at k c =
  match find0 c k with
  | Some x -> x
  | None -> none

(** val kept : (positive -> bool) -> positive list -> set **)

let kept keep l =
  fold_left (fun s t0 -> if keep t0 then sadd t0 s else s) l Empty

(** val build_table :
    (positive -> bool) -> (positive * positive list) list -> table **)

let build_table keep l =
  fold_left (fun k x -> put (fst x) ((fst x), (kept keep (snd x))) k) l Empty

(** val build_known : table -> (positive * positive) list -> set trie **)

let build_known k l =
  pairset
    (fold_left (fun k0 x ->
      if subset0 (snd (class_at k (fst x))) (snd (class_at k (snd x)))
      then x :: k0
      else k0) l [])

(** val is_empty0 : class0 -> bool **)

let is_empty0 x =
  match snd x with
  | Empty -> true
  | _ -> false

(** val within : set trie -> class0 -> class0 -> bool **)

let within i x y =
  if is_empty0 x
  then true
  else if is_empty0 y
       then false
       else if Coq_Pos.eqb (fst x) (fst y)
            then true
            else if mem0 (fst y) (gets (fst x) i)
                 then true
                 else subset0 (snd x) (snd y)

type certificate = { c_classes : (positive * positive list) list;
                     c_rows : ((positive * positive) * positive) list;
                     c_within : (positive * positive) list }

type line = (positive * class0) trie

type rows = { r_lines : line trie; r_known : set trie }

(** val line_in : line trie -> positive -> line **)

let line_in c s =
  match find0 s c with
  | Some l -> l
  | None -> Empty

(** val line_of : rows -> positive -> line **)

let line_of c s =
  line_in c.r_lines s

(** val targets : line -> positive -> class0 **)

let targets l a =
  match find0 a l with
  | Some e -> snd e
  | None -> none

(** val tgt0 : rows -> positive -> positive -> class0 **)

let tgt0 c s a =
  targets (line_of c s) a

(** val leads : positive -> class0 -> bool **)

let leads t0 x =
  mem0 t0 (snd x)

(** val addrow :
    (positive -> bool) -> table -> line trie ->
    ((positive * positive) * positive) -> line trie **)

let addrow keep k c = function
| (p, c0) ->
  let (s, a) = p in
  let t0 = class_at k c0 in
  if is_empty0 t0
  then c
  else if keep s
       then update (fun l ->
              put a (a, t0) (match l with
                             | Some l0 -> l0
                             | None -> Empty)) s c
       else c

(** val build_rows : (positive -> bool) -> certificate -> rows **)

let build_rows keep c =
  let k = build_table keep c.c_classes in
  { r_lines = (fold_left (addrow keep k) c.c_rows Empty); r_known =
  (build_known k c.c_within) }

(** val rall : lset -> line -> (positive -> class0 -> bool) -> bool **)

let rall l l0 f =
  match l with
  | LIn l1 ->
    forallb (fun a ->
      match find0 a l0 with
      | Some e -> f a (snd e)
      | None -> true) l1
  | LNot l1 ->
    let x = setof l1 in
    tall (fun e -> if mem0 (fst e) x then true else f (fst e) (snd e)) l0

(** val prod_start :
    positive -> normal -> (positive -> set) -> set trie -> bool **)

let prod_start np n0 i r =
  let ok = fun s -> match s with
                    | XO p -> subset0 (i p) (gets s r)
                    | _ -> true
  in
  if nlive np n0 (fun s _ _ -> ok s) then tall ok n0.n_acc else false

(** val prod_step : positive -> normal -> rows -> set trie -> bool **)

let prod_step np n0 c r =
  nlive np n0 (fun s l t0 ->
    let rt = gets t0 r in
    tall (fun y -> rall l (line_of c y) (fun _ t1 -> subset0 (snd t1) rt))
      (gets s r))

(** val prod_acc : normal -> set -> set trie -> bool **)

let prod_acc n0 f r =
  tall (fun x -> tall (fun y -> negb (mem0 y f)) (gets x r)) n0.n_acc

(** val disjoint :
    positive -> normal -> rows -> set -> (positive -> set) ->
    (positive * positive) list -> bool **)

let disjoint np n0 c f i pairs =
  let r = pairset pairs in
  if prod_start np n0 i r
  then if prod_acc n0 f r then prod_step np n0 c r else false
  else false

type reduction = { rd_heads : (positive * positive) list;
                   rd_popped : positive list; rd_below : positive list }

type redix = { x_heads : set trie; x_popped : set; x_below : set; x_syms : set }

(** val index_red : reduction -> redix **)

let index_red r =
  { x_heads = (pairset r.rd_heads); x_popped = (setof r.rd_popped); x_below =
    (setof r.rd_below); x_syms =
    (sadds r.rd_below
      (fold_left (fun s h -> sadd (snd h) s) r.rd_heads Empty)) }

(** val index_opt : reduction option -> redix option **)

let index_opt = function
| Some r -> Some (index_red r)
| None -> None

(** val poss : redix option -> positive -> positive -> bool **)

let poss x p a =
  match x with
  | Some x0 ->
    if mem0 a (gets p x0.x_heads)
    then true
    else if mem0 p x0.x_popped then mem0 a x0.x_below else false
  | None -> true

(** val below : redix option -> positive -> bool **)

let below x a =
  match x with
  | Some x0 -> mem0 a x0.x_below
  | None -> true

(** val hall :
    positive -> redix option -> positive -> lset -> (positive -> bool) -> bool **)

let hall ns x p l f =
  match x with
  | Some y ->
    (match l with
     | LIn l0 -> forallb (fun a -> if poss x p a then f a else true) l0
     | LNot _ ->
       if lall_in (gets p y.x_heads) l f
       then if mem0 p y.x_popped then lall_in y.x_below l f else true
       else false)
  | None -> lall ns l f

(** val sall :
    positive -> redix option -> lset -> (positive -> bool) -> bool **)

let sall ns x l f =
  match x with
  | Some x0 -> lall_in x0.x_syms l f
  | None -> lall ns l f

(** val red_rule : positive -> redix option -> rrule -> bool **)

let red_rule ns x r =
  let q = r.rr_q in
  let ok = fun a ->
    match r.rr_op with
    | RPop -> (match x with
               | Some x0 -> mem0 q x0.x_popped
               | None -> true)
    | RSwap x0 -> poss x q (rget a x0)
    | RPush (x0, y) ->
      if poss x q (rget a x0) then below x (rget a y) else false
  in
  (match r.rr_op with
   | RPop -> if ok XH then true else hall ns x r.rr_p r.rr_h (fun _ -> false)
   | RSwap x0 ->
     (match x0 with
      | Sym _ ->
        if ok XH then true else hall ns x r.rr_p r.rr_h (fun _ -> false)
      | Same -> hall ns x r.rr_p r.rr_h ok)
   | RPush (x0, y) ->
     (match x0 with
      | Sym _ ->
        (match y with
         | Sym _ ->
           if ok XH then true else hall ns x r.rr_p r.rr_h (fun _ -> false)
         | Same -> hall ns x r.rr_p r.rr_h ok)
      | Same -> hall ns x r.rr_p r.rr_h ok))

(** val red_init : positive -> positive -> redix option -> normal -> bool **)

let red_init np ns x n0 =
  nlive np n0 (fun s l _ ->
    match s with
    | XO p -> lall ns l (poss x p)
    | _ -> lall ns l (below x))

(** val check_reduction :
    positive -> positive -> rrule list -> normal -> redix option -> bool **)

let check_reduction np ns d n1 x = match x with
| Some _ -> if red_init np ns x n1 then forallb (red_rule ns x) d else false
| None -> true

(** val closed_rule :
    positive -> redix option -> set -> rows -> rrule -> bool **)

let closed_rule ns x u c r =
  let p = r.rr_p in
  let h = r.rr_h in
  let q = r.rr_q in
  let p0 = line_of c (XO p) in
  let within0 = within c.r_known in
  let into0 = fun t0 ->
    if is_empty0 t0
    then true
    else hall ns x p h (fun a -> within0 t0 (targets p0 a))
  in
  let into_same = fun l ->
    rall h l (fun a t0 ->
      if poss x p a then within0 t0 (targets p0 a) else true)
  in
  (match r.rr_op with
   | RPop ->
     if mem0 (XO q) u
     then hall ns x p h (fun a -> leads (XO q) (targets p0 a))
     else true
   | RSwap x0 ->
     (match x0 with
      | Sym b -> into0 (tgt0 c (XO q) b)
      | Same -> into_same (line_of c (XO q)))
   | RPush (x0, y) ->
     (match x0 with
      | Sym b ->
        (match y with
         | Sym c0 ->
           tall (fun m -> into0 (tgt0 c m c0)) (snd (tgt0 c (XO q) b))
         | Same ->
           tall (fun m -> into_same (line_of c m)) (snd (tgt0 c (XO q) b)))
      | Same ->
        rall h (line_of c (XO q)) (fun a t0 ->
          if poss x p a
          then let s = targets p0 a in
               tall (fun m -> within0 (tgt0 c m (rget a y)) s) (snd t0)
          else true)))

(** val check_edges :
    positive -> positive -> redix option -> set -> rows -> normal -> bool **)

let check_edges np ns x u c n2 =
  nlive np n2 (fun s l t0 ->
    if mem0 t0 u
    then let l0 = line_of c s in
         sall ns x l (fun a -> leads t0 (targets l0 a))
    else true)

(** val check_backward :
    positive -> positive -> rrule list -> raut -> raut -> reduction option ->
    certificate -> positive list -> (positive * positive) list -> bool **)

let check_backward np ns d a1 a2 red certificate0 useful pairs =
  match normalise np a1 with
  | Some n1 ->
    (match normalise np a2 with
     | Some n2 ->
       let x = index_opt red in
       let u = setof useful in
       let c = build_rows (fun t0 -> mem0 t0 u) certificate0 in
       if subset0 n2.n_acc u
       then if check_reduction np ns d n1 x
            then if check_edges np ns x u c n2
                 then if forallb (closed_rule ns x u c) d
                      then disjoint np n1 c n2.n_acc (fun p -> Leaf0 ((XO p),
                             (XO p))) pairs
                      else false
                 else false
            else false
       else false
     | None -> false)
  | None -> false

(** val starts : set trie -> positive -> set **)

let starts e p =
  sadd (XO p) (gets p e)

(** val saturated : rows -> (positive * positive) -> bool **)

let saturated c e =
  let p = line_of c (XO (fst e)) in
  tall (fun x -> within c.r_known (snd x) (targets p (fst x)))
    (line_of c (snd e))

(** val push_ok :
    rows -> positive trie trie -> positive -> positive -> positive -> class0
    -> bool **)

let push_ok c m q b c0 t0 =
  let b0 = snd (tgt0 c (XO q) b) in
  if match find0 q m with
     | Some l ->
       (match find0 b l with
        | Some m0 ->
          if mem0 m0 b0 then within c.r_known t0 (tgt0 c m0 c0) else false
        | None -> false)
     | None -> false
  then true
  else tall (fun t1 -> tany (fun m0 -> leads t1 (tgt0 c m0 c0)) b0) (snd t0)

(** val fclosed_rule :
    rows -> set trie -> positive trie trie -> rrule -> bool **)

let fclosed_rule c e m r =
  let q = r.rr_q in
  rall r.rr_h (line_of c (XO r.rr_p)) (fun a t0 ->
    match r.rr_op with
    | RPop -> subset0 (snd t0) (starts e q)
    | RSwap x -> within c.r_known t0 (tgt0 c (XO q) (rget a x))
    | RPush (x, y) -> push_ok c m q (rget a x) (rget a y) t0)

(** val check_initial :
    positive -> positive -> set -> rows -> normal -> bool **)

let check_initial np ns u c n1 =
  if subset0 n1.n_acc u
  then nlive np n1 (fun s l t0 ->
         if mem0 t0 u
         then let l0 = line_of c s in
              if mem0 s u
              then lall ns l (fun a -> leads t0 (targets l0 a))
              else lall ns l (fun _ -> false)
         else true)
  else false

(** val check_forward :
    positive -> positive -> rrule list -> raut -> raut ->
    (positive * positive) list -> certificate -> positive list ->
    ((positive * positive) * positive) list -> (positive * positive) list ->
    bool **)

let check_forward np ns d a1 a2 eps certificate0 useful mids pairs =
  match normalise np a1 with
  | Some n1 ->
    (match normalise np a2 with
     | Some n2 ->
       let e = pairset eps in
       let c = build_rows (fun _ -> true) certificate0 in
       let m =
         fold_left (fun m x ->
           let (y, m0) = x in
           let (q, b) = y in
           update (fun o ->
             put b m0 (match o with
                       | Some l -> l
                       | None -> Empty)) q m) mids Empty
       in
       if check_initial np ns (setof useful) c n1
       then if forallb (saturated c) eps
            then if forallb (fclosed_rule c e m) d
                 then disjoint np n2 c n1.n_acc (starts e) pairs
                 else false
            else false
       else false
     | None -> false)
  | None -> false

type 'w weight = { wzero : 'w; wplus : ('w -> 'w -> 'w) }

type 'w order =
  'w -> 'w -> bool
  (* singleton inductive, whose constructor was Build_Order *)

(** val wleb : 'a1 weight -> 'a1 order -> 'a1 -> 'a1 -> bool **)

let wleb _ order0 =
  order0

(** val vadd0 : z list -> z list -> z list **)

let rec vadd0 x y =
  match x with
  | [] -> y
  | a :: x0 ->
    (match y with
     | [] -> x
     | b :: y0 -> (Z.add a b) :: (vadd0 x0 y0))

(** val vneg : z list -> z list **)

let vneg x =
  map Z.opp x

(** val vsign : z list -> comparison **)

let rec vsign = function
| [] -> Eq
| a :: x0 -> (match Z.compare a Z0 with
              | Eq -> vsign x0
              | x1 -> x1)

(** val vleb : z list -> z list -> bool **)

let vleb x y =
  match vsign (vadd0 y (vneg x)) with
  | Lt -> false
  | _ -> true

(** val vector_weight : z list weight **)

let vector_weight =
  { wzero = []; wplus = vadd0 }

(** val vector_order : z list order **)

let vector_order =
  vleb

(** val atleast : 'a1 weight -> 'a1 order -> 'a1 option -> 'a1 -> bool **)

let atleast wW wO b n0 =
  match b with
  | Some b0 -> wleb wW wO b0 n0
  | None -> false

(** val nonneg : 'a1 weight -> 'a1 order -> 'a1 -> bool **)

let nonneg wW wO x =
  wleb wW wO wW.wzero x

(** val index : 'a1 list -> positive -> 'a1 PM.t -> 'a1 PM.t **)

let rec index l n0 m =
  match l with
  | [] -> m
  | x :: l0 -> index l0 (Coq_Pos.succ n0) (PM.add n0 x m)

(** val reweigh : ('a1 -> 'a2) -> (rrule * 'a1) list -> (rrule * 'a2) list **)

let reweigh f d =
  rev_append (fold_left (fun l x -> ((fst x), (f (snd x))) :: l) d []) []

type 'w wset = (positive * 'w) trie

type 'w wline = (positive * 'w wset) trie

type 'w wrows = (positive * 'w wline) trie

(** val at_key : positive -> (positive * 'a1) trie -> 'a1 option **)

let at_key k t0 =
  match find0 k t0 with
  | Some p -> let (j, v) = p in if Coq_Pos.eqb j k then Some v else None
  | None -> None

(** val sub_at : positive -> (positive * 'a1 trie) trie -> 'a1 trie **)

let sub_at k t0 =
  match at_key k t0 with
  | Some v -> v
  | None -> Empty

(** val weight_of : 'a1 wrows -> trans -> 'a1 option **)

let weight_of c = function
| (p, q) -> let (s, a) = p in at_key q (sub_at a (sub_at s c))

(** val add_key :
    positive -> ('a1 option -> 'a1) -> (positive * 'a1) trie ->
    (positive * 'a1) trie **)

let add_key k f t0 =
  update (fun o -> (k, (f (option_map snd o)))) k t0

(** val into : ('a1 trie -> 'a1 trie) -> 'a1 trie option -> 'a1 trie **)

let into f o =
  f (match o with
     | Some t0 -> t0
     | None -> Empty)

(** val build_wrows :
    (positive -> bool) -> ((positive * positive) * (positive * 'a1) list)
    list -> 'a1 wrows **)

let build_wrows keep l =
  fold_left (fun c x ->
    let (y, ts) = x in
    let (s, a) = y in
    fold_left (fun c0 y0 ->
      if keep (fst y0)
      then add_key s
             (into (add_key a (into (add_key (fst y0) (fun _ -> snd y0))))) c0
      else c0) ts c) l Empty

(** val build_pots :
    ((positive * positive) * 'a1) list -> (positive * 'a1 wset) trie **)

let build_pots l =
  fold_left (fun r x ->
    let (y, d) = x in
    let (s, t0) = y in add_key s (into (add_key t0 (fun _ -> d))) r) l Empty

(** val wall : (positive * 'a1) trie -> (positive -> 'a1 -> bool) -> bool **)

let wall t0 f =
  tall (fun e -> f (fst e) (snd e)) t0

(** val wall_in :
    lset -> 'a1 wline -> (positive -> 'a1 wset -> bool) -> bool **)

let wall_in l l0 f =
  match l with
  | LIn l1 ->
    forallb (fun a ->
      match at_key a l0 with
      | Some t0 -> f a t0
      | None -> true) l1
  | LNot l1 ->
    let x = setof l1 in
    wall l0 (fun a t0 -> if mem0 a x then true else f a t0)

(** val enter0 : positive -> set -> ((positive * lset) * positive) -> set **)

let enter0 ns e = function
| (p, t0) ->
  let (_, l) = p in if lall ns l (fun _ -> false) then e else sadd t0 e

(** val entered : positive -> raut -> set **)

let entered ns a =
  fold_left (enter0 ns) a.r_tr Empty

(** val met : set -> positive -> bool **)

let met e = function
| XI q -> mem0 q e
| _ -> true

(** val cover :
    'a1 weight -> 'a1 order -> ('a1 -> bool) -> 'a1 option -> 'a1 -> bool **)

let cover wW wO full o n0 =
  match o with
  | Some y -> if wleb wW wO y n0 then true else full n0
  | None -> full n0

(** val closed_wrule :
    'a1 weight -> 'a1 order -> positive -> ('a1 -> bool) -> set -> 'a1 wrows
    -> (rrule * 'a1) -> bool **)

let closed_wrule wW wO ns full u c = function
| (r, k) ->
  let h = r.rr_h in
  let q = XO r.rr_q in
  let p = sub_at (XO r.rr_p) c in
  let has0 = fun n0 t0 a -> cover wW wO full (at_key t0 (sub_at a p)) n0 in
  let all = fun n0 t0 -> lall ns h (has0 n0 t0) in
  (match r.rr_op with
   | RPop -> if mem0 q u then all k q else true
   | RSwap x0 ->
     (match x0 with
      | Sym b ->
        wall (sub_at b (sub_at q c)) (fun t0 x1 -> all (wW.wplus k x1) t0)
      | Same ->
        wall_in h (sub_at q c) (fun a t0 ->
          wall t0 (fun t1 x1 -> has0 (wW.wplus k x1) t1 a)))
   | RPush (x0, c0) ->
     (match x0 with
      | Sym b ->
        (match c0 with
         | Sym c1 ->
           wall (sub_at b (sub_at q c)) (fun m x1 ->
             wall (sub_at c1 (sub_at m c)) (fun t0 y ->
               all (wW.wplus k (wW.wplus x1 y)) t0))
         | Same ->
           wall (sub_at b (sub_at q c)) (fun m x1 ->
             wall_in h (sub_at m c) (fun a t0 ->
               wall t0 (fun t1 y -> has0 (wW.wplus k (wW.wplus x1 y)) t1 a))))
      | Same ->
        wall_in h (sub_at q c) (fun a t0 ->
          wall t0 (fun m x1 ->
            wall (sub_at (rget a c0) (sub_at m c)) (fun t1 y ->
              has0 (wW.wplus k (wW.wplus x1 y)) t1 a)))))

(** val bound_edges :
    'a1 weight -> 'a1 order -> positive -> positive -> ('a1 -> bool) -> set
    -> 'a1 wrows -> normal -> bool **)

let bound_edges wW wO np ns full u c n2 =
  let e = entered ns n2.n_aut in
  nall np n2 (fun s l t0 ->
    if mem0 t0 u
    then if met e s
         then lall ns l (fun a ->
                cover wW wO full (weight_of c ((s, a), t0)) wW.wzero)
         else true
    else true)

(** val bound_start :
    'a1 weight -> 'a1 order -> positive -> ('a1 -> bool) -> normal ->
    (positive * 'a1 wset) trie -> bool **)

let bound_start wW wO np full n1 r =
  let ok = fun s ->
    match s with
    | XO _ -> cover wW wO full (at_key s (sub_at s r)) wW.wzero
    | _ -> true
  in
  if nall np n1 (fun s _ _ -> ok s) then tall ok n1.n_acc else false

(** val bound_step :
    'a1 weight -> 'a1 order -> positive -> ('a1 -> bool) -> normal -> 'a1
    wrows -> (positive * 'a1 wset) trie -> bool **)

let bound_step wW wO np full n1 c r =
  nall np n1 (fun s l t0 ->
    let rt = sub_at t0 r in
    wall (sub_at s r) (fun y d ->
      wall_in l (sub_at y c) (fun _ t1 ->
        wall t1 (fun z0 w -> cover wW wO full (at_key z0 rt) (wW.wplus d w)))))

(** val bound_end :
    'a1 weight -> 'a1 order -> normal -> normal -> (positive * 'a1 wset) trie
    -> 'a1 option -> bool **)

let bound_end wW wO n1 n2 r b =
  tall (fun x ->
    wall (sub_at x r) (fun y d ->
      if mem0 y n2.n_acc then atleast wW wO b d else true)) n1.n_acc

(** val nonneg_rows : 'a1 weight -> 'a1 order -> 'a1 wrows -> bool **)

let nonneg_rows wW wO c =
  wall c (fun _ l -> wall l (fun _ t0 -> wall t0 (fun _ w -> nonneg wW wO w)))

(** val lower_ix :
    'a1 weight -> 'a1 order -> positive -> positive -> ('a1 -> bool) ->
    (rrule * 'a1) list -> normal -> normal -> set -> 'a1 wrows ->
    (positive * 'a1 wset) trie -> 'a1 option -> bool **)

let lower_ix wW wO np ns full d n1 n2 u c r b =
  if subset0 n2.n_acc u
  then if tall (fun e -> mem0 (fst e) u) c
       then if bound_edges wW wO np ns full u c n2
            then if forallb (closed_wrule wW wO ns full u c) d
                 then if bound_start wW wO np full n1 r
                      then if bound_step wW wO np full n1 c r
                           then bound_end wW wO n1 n2 r b
                           else false
                      else false
                 else false
            else false
       else false
  else false

(** val check_lower_bound :
    'a1 weight -> 'a1 order -> positive -> positive -> (rrule * 'a1) list ->
    raut -> raut -> bool -> ((positive * positive) * (positive * 'a1) list)
    list -> positive list -> ((positive * positive) * 'a1) list -> 'a1 option
    -> bool **)

let check_lower_bound wW wO np ns d a1 a2 capped rows0 useful pairs b =
  match normalise np a1 with
  | Some n1 ->
    (match normalise np a2 with
     | Some n2 ->
       let u = setof useful in
       let c = build_wrows (fun t0 -> mem0 t0 u) rows0 in
       if capped
       then if forallb (fun x -> nonneg wW wO (snd x)) d
            then if nonneg_rows wW wO c
                 then lower_ix wW wO np ns (atleast wW wO b) d n1 n2 u c
                        (build_pots pairs) b
                 else false
            else false
       else lower_ix wW wO np ns (fun _ -> false) d n1 n2 u c
              (build_pots pairs) b
     | None -> false)
  | None -> false

(** val least_weight :
    positive -> positive -> (rrule * z list) list -> raut -> raut -> fact
    list -> positive -> (positive * positive) list -> bool ->
    ((positive * positive) * (positive * z list) list) list -> positive list
    -> ((positive * positive) * z list) list -> z list option **)

let least_weight np ns d a1 a2 facts start witness capped rows0 useful pairs =
  match derivation_weight np ns d a1 a2 facts start witness with
  | Some b ->
    if check_lower_bound vector_weight vector_order np ns d a1 a2 capped
         rows0 useful pairs (Some b)
    then Some b
    else None
  | None -> None

(** val shift : (rrule * z list) list -> (rrule * z list) list **)

let shift d =
  reweigh (fun x -> Z0 :: x) d

type link = positive * positive

type pump =
| WitnessLoop of link list * link list * link list
| FactLoop of link list * positive * positive * positive

(** val same_fact : known -> known -> bool **)

let same_fact x y =
  (&&) ((&&) (Coq_Pos.eqb x.k_s y.k_s) (Coq_Pos.eqb x.k_a y.k_a))
    (Coq_Pos.eqb x.k_t y.k_t)

(** val unknown : known -> known **)

let unknown x =
  { k_s = x.k_s; k_a = x.k_a; k_t = x.k_t; k_w = ((Zpos XH) :: []) }

(** val facts_with :
    positive -> positive -> crule trie -> lookup -> (known -> known) -> fact
    list -> positive -> known trie -> known trie option **)

let rec facts_with np ns r l2 h l n0 k =
  match l with
  | [] -> Some k
  | x :: l0 ->
    (match match x with
           | FEdge (s, a, t0) ->
             if has_edge np ns l2 s a t0
             then Some { k_s = s; k_a = a; k_t = t0; k_w = [] }
             else None
           | FRule (r0, a, t0, f, g) -> conclude ns r k r0 a t0 f g with
     | Some k0 ->
       facts_with np ns r l2 h l0 (Coq_Pos.succ n0) (put n0 (h k0) k)
     | None -> None)

(** val chain :
    positive -> crule trie -> known trie -> positive -> positive -> positive
    -> fact list -> positive -> positive -> known -> known option **)

let rec chain ns r k z0 b e l n0 j prev =
  match l with
  | [] -> if Coq_Pos.eqb n0 e then Some prev else None
  | x :: l0 ->
    if Coq_Pos.ltb n0 b
    then chain ns r k z0 b e l0 (Coq_Pos.succ n0) j prev
    else if Coq_Pos.ltb n0 e
         then (match x with
               | FEdge (_, _, _) -> None
               | FRule (r0, a, t0, f, g) ->
                 (match if Coq_Pos.eqb f j
                        then conclude ns r (put z0 prev k) r0 a t0 z0 g
                        else if Coq_Pos.eqb g j
                             then conclude ns r (put z0 prev k) r0 a t0 f z0
                             else None with
                  | Some k0 -> chain ns r k z0 b e l0 (Coq_Pos.succ n0) n0 k0
                  | None -> None))
         else Some prev

(** val past : fact list -> positive **)

let past l =
  fold_left (fun n0 _ -> Coq_Pos.succ n0) l XH

(** val pump_vector :
    positive -> positive -> (rrule * z list) list -> raut -> raut -> fact
    list -> positive -> pump -> z list option **)

let pump_vector np ns d a1 a2 facts start x =
  match normalise np a1 with
  | Some n1 ->
    (match normalise np a2 with
     | Some n2 ->
       if (&&) (Coq_Pos.leb start np)
            (forallb (fun x0 -> Coq_Pos.leb (fst x0).rr_q np) d)
       then let r = index_rules (shift d) XH Empty in
            let l1 = lookup_of n1 in
            let l2 = lookup_of n2 in
            let accepted = fun s1 s2 ->
              (&&) (mem0 (XI s1) n1.n_acc) (mem0 s2 n2.n_acc)
            in
            (match facts_with np ns r l2 (fun k -> k) facts XH Empty with
             | Some k ->
               (match x with
                | WitnessLoop (before0, loop, after) ->
                  (match follow np ns l1 k before0 start (XO start) [] with
                   | Some p ->
                     let (p0, _) = p in
                     let (s1, s2) = p0 in
                     (match follow np ns l1 k loop s1 s2 [] with
                      | Some p1 ->
                        let (p2, l) = p1 in
                        let (t1, t2) = p2 in
                        (match follow np ns l1 k after s1 s2 [] with
                         | Some p3 ->
                           let (p4, _) = p3 in
                           let (f1, f2) = p4 in
                           if (&&)
                                ((&&) (Coq_Pos.eqb t1 s1) (Coq_Pos.eqb t2 s2))
                                (accepted f1 f2)
                           then Some (tl l)
                           else None
                         | None -> None)
                      | None -> None)
                   | None -> None)
                | FactLoop (witness, i, b, e) ->
                  (match find0 i k with
                   | Some k0 ->
                     (match chain ns r k (past facts) b e facts XH i
                              (unknown k0) with
                      | Some k' ->
                        (match facts_with np ns r l2 (fun y ->
                                 if same_fact y k0 then unknown y else y)
                                 facts XH Empty with
                         | Some k'0 ->
                           (match follow np ns l1 k'0 witness start (XO
                                    start) [] with
                            | Some p ->
                              let (p0, v) = p in
                              let (f1, f2) = p0 in
                              if (&&)
                                   ((&&)
                                     ((&&) (same_fact k' k0)
                                       (Z.eqb (hd Z0 k'.k_w) (Zpos XH)))
                                     (Z.leb (Zpos XH) (hd Z0 v)))
                                   (accepted f1 f2)
                              then Some (tl k'.k_w)
                              else None
                            | None -> None)
                         | None -> None)
                      | None -> None)
                   | None -> None))
             | None -> None)
       else None
     | None -> None)
  | None -> None

(** val check_pump :
    positive -> positive -> (rrule * z list) list -> raut -> raut -> fact
    list -> positive -> pump -> bool -> bool **)

let check_pump np ns d a1 a2 facts start x above =
  match pump_vector np ns d a1 a2 facts start x with
  | Some l -> (match vsign l with
               | Eq -> false
               | Lt -> negb above
               | Gt -> above)
  | None -> false

type letter = PS.t

type lit = bool * positive

(** val holds : lit -> letter -> bool **)

let holds l a =
  eqb (PS.mem (snd l) a) (fst l)

(** val flip : lit -> lit **)

let flip l =
  ((negb (fst l)), (snd l))

type ltl =
| Tru
| Fls
| Lit of lit
| And of ltl * ltl
| Or of ltl * ltl
| Next of ltl
| Until of ltl * ltl
| Release of ltl * ltl

type raw =
| FTrue
| FFalse
| FAtom of positive
| FNot of raw
| FAnd of raw * raw
| FOr of raw * raw
| FImplies of raw * raw
| FEquiv of raw * raw
| FXor of raw * raw
| FNext of raw
| FFinally of raw
| FGlobally of raw
| FUntil of raw * raw
| FRelease of raw * raw
| FWeak of raw * raw
| FStrong of raw * raw

(** val core : bool -> raw -> ltl **)

let rec core n0 = function
| FTrue -> if n0 then Fls else Tru
| FFalse -> if n0 then Tru else Fls
| FAtom p -> Lit ((negb n0), p)
| FNot f0 -> core (negb n0) f0
| FAnd (f0, g) ->
  if n0
  then Or ((core true f0), (core true g))
  else And ((core false f0), (core false g))
| FOr (f0, g) ->
  if n0
  then And ((core true f0), (core true g))
  else Or ((core false f0), (core false g))
| FImplies (f0, g) ->
  if n0
  then And ((core false f0), (core true g))
  else Or ((core true f0), (core false g))
| FEquiv (f0, g) ->
  if n0
  then Or ((And ((core false f0), (core true g))), (And ((core true f0),
         (core false g))))
  else Or ((And ((core false f0), (core false g))), (And ((core true f0),
         (core true g))))
| FXor (f0, g) ->
  if n0
  then Or ((And ((core false f0), (core false g))), (And ((core true f0),
         (core true g))))
  else Or ((And ((core false f0), (core true g))), (And ((core true f0),
         (core false g))))
| FNext f0 -> Next (core n0 f0)
| FFinally f0 ->
  if n0 then Release (Fls, (core true f0)) else Until (Tru, (core false f0))
| FGlobally f0 ->
  if n0 then Until (Tru, (core true f0)) else Release (Fls, (core false f0))
| FUntil (f0, g) ->
  if n0
  then Release ((core true f0), (core true g))
  else Until ((core false f0), (core false g))
| FRelease (f0, g) ->
  if n0
  then Until ((core true f0), (core true g))
  else Release ((core false f0), (core false g))
| FWeak (f0, g) ->
  if n0
  then Until ((core true g), (And ((core true f0), (core true g))))
  else Release ((core false g), (Or ((core false f0), (core false g))))
| FStrong (f0, g) ->
  if n0
  then Release ((core true g), (Or ((core true f0), (core true g))))
  else Until ((core false g), (And ((core false f0), (core false g))))

(** val descends : bool -> positive option -> positive option -> bool **)

let descends b before0 after =
  match before0 with
  | Some m ->
    (match after with
     | Some n0 -> if b then Coq_Pos.ltb n0 m else Coq_Pos.leb n0 m
     | None -> false)
  | None -> true

(** val lit_eqb : lit -> lit -> bool **)

let lit_eqb l m =
  (&&) (eqb (fst l) (fst m)) (Coq_Pos.eqb (snd l) (snd m))

(** val ltl_eqb : ltl -> ltl -> bool **)

let rec ltl_eqb f g =
  match f with
  | Tru -> (match g with
            | Tru -> true
            | _ -> false)
  | Fls -> (match g with
            | Fls -> true
            | _ -> false)
  | Lit l -> (match g with
              | Lit m -> lit_eqb l m
              | _ -> false)
  | And (f0, f') ->
    (match g with
     | And (g0, g') -> (&&) (ltl_eqb f0 g0) (ltl_eqb f' g')
     | _ -> false)
  | Or (f0, f') ->
    (match g with
     | Or (g0, g') -> (&&) (ltl_eqb f0 g0) (ltl_eqb f' g')
     | _ -> false)
  | Next f0 -> (match g with
                | Next g0 -> ltl_eqb f0 g0
                | _ -> false)
  | Until (f0, f') ->
    (match g with
     | Until (g0, g') -> (&&) (ltl_eqb f0 g0) (ltl_eqb f' g')
     | _ -> false)
  | Release (f0, f') ->
    (match g with
     | Release (g0, g') -> (&&) (ltl_eqb f0 g0) (ltl_eqb f' g')
     | _ -> false)

(** val among : ltl -> ltl list -> bool **)

let among f l =
  existsb (ltl_eqb f) l

(** val join : ltl list -> ltl list -> ltl list **)

let rec join l m =
  match l with
  | [] -> m
  | f :: l0 -> let r = join l0 m in if among f r then r else f :: r

(** val conjuncts : ltl -> ltl list **)

let rec conjuncts f = match f with
| Tru -> []
| And (f0, g) -> join (conjuncts f0) (conjuncts g)
| _ -> f :: []

(** val models : letter -> lit list -> bool **)

let models a c =
  forallb (fun l -> holds l a) c

(** val conjoin : lit list -> lit list -> lit list option **)

let rec conjoin c d =
  match c with
  | [] -> Some d
  | l :: c0 ->
    (match conjoin c0 d with
     | Some e ->
       if existsb (lit_eqb (flip l)) e
       then None
       else Some (if existsb (lit_eqb l) e then e else l :: e)
     | None -> None)

type cube = { lits : lit list; nexts : ltl list; promises : ltl list }

(** val meet : cube -> cube -> cube list **)

let meet c d =
  match conjoin c.lits d.lits with
  | Some e ->
    { lits = e; nexts = (join c.nexts d.nexts); promises =
      (join c.promises d.promises) } :: []
  | None -> []

(** val less : cube -> cube -> bool **)

let less c d =
  (&&)
    ((&&) (forallb (fun l -> existsb (lit_eqb l) d.lits) c.lits)
      (forallb (fun f -> among f d.nexts) c.nexts))
    (forallb (fun f -> among f d.promises) c.promises)

(** val absorb : cube -> cube list -> cube list **)

let absorb c x =
  if existsb (fun d -> less d c) x
  then x
  else c :: (filter (fun d -> negb (less c d)) x)

(** val times : cube list -> cube list -> cube list **)

let times x y =
  fold_right (fun c r ->
    fold_right (fun d r0 -> fold_right absorb r0 (meet c d)) r y) [] x

(** val expand : ltl -> cube list **)

let rec expand = function
| Tru -> { lits = []; nexts = []; promises = [] } :: []
| Fls -> []
| Lit l -> { lits = (l :: []); nexts = []; promises = [] } :: []
| And (f0, g) -> times (expand f0) (expand g)
| Or (f0, g) -> app (expand f0) (expand g)
| Next f0 -> { lits = []; nexts = (conjuncts f0); promises = [] } :: []
| Until (f0, g) ->
  app (expand g)
    (times (expand f0) ({ lits = []; nexts = ((Until (f0, g)) :: []);
      promises = (g :: []) } :: []))
| Release (f0, g) ->
  times (expand g)
    (app (expand f0) ({ lits = []; nexts = ((Release (f0, g)) :: []);
      promises = [] } :: []))

(** val expand_all : ltl list -> cube list **)

let expand_all s =
  fold_right (fun f -> times (expand f)) ({ lits = []; nexts = []; promises =
    [] } :: []) s

type entry = { obligations : ltl list; state : positive option;
               rank : positive }

type guard = lit list list

(** val allows : guard -> letter -> bool **)

let allows g a =
  existsb (models a) g

(** val assume : guard -> lit -> guard **)

let assume g l =
  flat_map (fun c ->
    if existsb (lit_eqb (flip l)) c
    then []
    else (filter (fun m -> negb (lit_eqb l m)) c) :: []) g

(** val valid_guard : nat -> guard -> bool **)

let rec valid_guard n0 g =
  (||) (existsb (fun c -> match c with
                          | [] -> true
                          | _ :: _ -> false) g)
    (match g with
     | [] -> false
     | l0 :: _ ->
       (match l0 with
        | [] -> false
        | l :: _ ->
          (match n0 with
           | O -> false
           | S n1 ->
             (&&) (valid_guard n1 (assume g l))
               (valid_guard n1 (assume g (flip l))))))

(** val covers : lit list -> guard -> bool **)

let covers c g =
  let g0 = fold_left assume c g in valid_guard (length (concat g0)) g0

type buchi = { b_init : positive;
               b_edges : ((positive * guard) * positive) list; b_acc : 
               PS.t }

(** val state_eqb : positive option -> positive option -> bool **)

let state_eqb q q' =
  match q with
  | Some q0 -> (match q' with
                | Some q'0 -> Coq_Pos.eqb q0 q'0
                | None -> false)
  | None -> (match q' with
             | Some _ -> false
             | None -> true)

(** val leads0 :
    buchi -> entry list -> positive option -> (entry * guard) list **)

let leads0 a r q =
  app
    (map (fun y -> (y, ([] :: [])))
      (filter (fun y -> state_eqb y.state None) r))
    (flat_map (fun e ->
      let (y, t0) = e in
      let (s, g) = y in
      if state_eqb q (Some s)
      then map (fun y0 -> (y0, g))
             (filter (fun y0 -> state_eqb y0.state (Some t0)) r)
      else []) a.b_edges)

(** val implied : ltl list -> ltl -> bool **)

let rec implied l f =
  (||) (among f l)
    (match f with
     | Tru -> true
     | And (f0, g) -> (&&) (implied l f0) (implied l g)
     | Or (f0, g) -> (||) (implied l f0) (implied l g)
     | _ -> false)

(** val advance : buchi -> ltl PM.t -> entry -> entry -> cube -> bool **)

let advance a pr x y c =
  (||)
    ((||) (match x.state with
           | Some q -> PS.mem q a.b_acc
           | None -> false) (Coq_Pos.ltb y.rank x.rank))
    ((&&) (Coq_Pos.eqb y.rank x.rank)
      (match PM.find x.rank pr with
       | Some h -> among h c.promises
       | None -> false))

(** val usable : buchi -> ltl PM.t -> entry -> entry -> cube -> bool **)

let usable a pr x y c =
  if advance a pr x y c
  then forallb (implied c.nexts) y.obligations
  else false

(** val check_cube :
    buchi -> ltl PM.t -> entry -> (entry * guard) list -> cube -> bool **)

let check_cube a pr x ls c =
  covers c.lits
    (flat_map (fun yg -> if usable a pr x (fst yg) c then snd yg else []) ls)

(** val check_entry : buchi -> entry list -> ltl PM.t -> entry -> bool **)

let check_entry a r pr x =
  let ls = leads0 a r x.state in
  forallb (check_cube a pr x ls) (expand_all x.obligations)

(** val check_translation : ltl -> buchi -> entry list -> ltl PM.t -> bool **)

let check_translation f a r pr =
  (&&)
    (existsb (fun x ->
      (&&) (state_eqb x.state (Some a.b_init))
        (forallb (implied (conjuncts f)) x.obligations)) r)
    (forallb (check_entry a r pr) r)

type proof = { p_init : positive;
               p_edges : ((positive * guard) * positive) list;
               p_accepting : positive list; p_entries : entry list;
               p_promises : (positive * ltl) list }

(** val automaton_of : proof -> buchi **)

let automaton_of p =
  { b_init = p.p_init; b_edges = p.p_edges; b_acc = (buildset p.p_accepting) }

(** val promises_of : proof -> ltl PM.t **)

let promises_of p =
  fold_left (fun m x -> PM.add (fst x) (snd x) m) p.p_promises PM.empty

(** val check_negation : raw -> proof -> bool **)

let check_negation f p =
  check_translation (core true f) (automaton_of p) p.p_entries (promises_of p)

(** val trev : 'a1 list -> 'a1 list **)

let trev l =
  rev_append l []

(** val tmap : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let tmap f l =
  trev (fold_left (fun r x -> (f x) :: r) l [])

(** val tapp : 'a1 list -> 'a1 list -> 'a1 list **)

let tapp l m =
  rev_append (trev l) m

(** val tlength : 'a1 list -> nat **)

let tlength l =
  fold_left (fun n0 _ -> S n0) l O

(** val zip_rev :
    (bool -> bool -> bool) -> bool list -> bool list -> bool list -> bool list **)

let rec zip_rev f f0 g r =
  match f0 with
  | [] -> r
  | x :: f1 ->
    (match g with
     | [] -> r
     | y :: g0 -> zip_rev f f1 g0 ((f x y) :: r))

(** val tzip :
    (bool -> bool -> bool) -> bool list -> bool list -> bool list **)

let tzip f f0 g =
  trev (zip_rev f f0 g [])

(** val back_rev :
    bool list -> bool list -> bool -> bool list -> bool list **)

let rec back_rev f g s r =
  match f with
  | [] -> r
  | f0 :: f1 ->
    (match g with
     | [] -> r
     | g0 :: g1 -> let b = (||) g0 ((&&) f0 s) in back_rev f1 g1 b (b :: r))

(** val tback : bool list -> bool list -> bool -> bool list **)

let tback f g s =
  back_rev (trev f) (trev g) s []

(** val until_t : nat -> bool list -> bool list -> bool list **)

let until_t a f g =
  tback f g (hd false (tback (skipn a f) (skipn a g) false))

(** val release_t : nat -> bool list -> bool list -> bool list **)

let release_t a f g =
  tmap negb (until_t a (tmap negb f) (tmap negb g))

(** val next_t : nat -> bool list -> bool list **)

let next_t a f =
  tapp (tl f) ((nth a f false) :: [])

(** val eval_t : nat -> letter list -> ltl -> bool list **)

let rec eval_t a w = function
| Tru -> tmap (fun _ -> true) w
| Fls -> tmap (fun _ -> false) w
| Lit l -> tmap (holds l) w
| And (f0, g) -> tzip (&&) (eval_t a w f0) (eval_t a w g)
| Or (f0, g) -> tzip (||) (eval_t a w f0) (eval_t a w g)
| Next f0 -> next_t a (eval_t a w f0)
| Until (f0, g) -> until_t a (eval_t a w f0) (eval_t a w g)
| Release (f0, g) -> release_t a (eval_t a w f0) (eval_t a w g)

(** val eval_long : letter list -> letter -> letter list -> ltl -> bool **)

let eval_long u x v f =
  hd false (eval_t (tlength u) (tapp u (x :: v)) f)

type 'st model = { m_init : 'st list;
                   m_next : ('st -> (positive option * 'st) list option);
                   m_label : ('st -> letter option);
                   m_key : ('st -> positive); m_same : ('st -> 'st -> bool) }

(** val with_action : positive option -> letter -> letter **)

let with_action o a =
  match o with
  | Some x -> PS.add x a
  | None -> a

type indexed = { i_edges : (guard * positive) list trie; i_final : set }

(** val edges_from :
    (guard * positive) list trie -> positive -> (guard * positive) list **)

let edges_from ix q =
  match find0 q ix with
  | Some l -> l
  | None -> []

(** val add_edge0 :
    (guard * positive) list trie -> ((positive * guard) * positive) ->
    (guard * positive) list trie **)

let add_edge0 ix = function
| (p, q') ->
  let (q, g) = p in
  update (fun o -> (g, q') :: (match o with
                               | Some l -> l
                               | None -> [])) q ix

(** val index_automaton : proof -> indexed **)

let index_automaton p =
  { i_edges = (fold_left add_edge0 p.p_edges Empty); i_final =
    (setof p.p_accepting) }

type 'st table0 = ('st * (positive * positive) trie) trie

(** val add_ranks :
    (positive * positive) trie -> (positive * positive) list ->
    (positive * positive) trie **)

let add_ranks row0 l =
  fold_left (fun row1 x -> put (fst x) x row1) l row0

(** val add_state :
    'a1 model -> 'a1 table0 -> ('a1 * (positive * positive) list) -> 'a1
    table0 **)

let add_state m t0 x =
  update (fun o -> ((fst x),
    (add_ranks
      (match o with
       | Some y -> let (_, row0) = y in row0
       | None -> Empty) (snd x)))) (m.m_key (fst x)) t0

(** val build_table0 :
    'a1 model -> ('a1 * (positive * positive) list) list -> 'a1 table0 **)

let build_table0 m l =
  fold_left (add_state m) l Empty

(** val row_of :
    'a1 model -> 'a1 table0 -> 'a1 -> (positive * positive) trie **)

let row_of m t0 s =
  match find0 (m.m_key s) t0 with
  | Some p -> let (s', row0) = p in if m.m_same s' s then row0 else Empty
  | None -> Empty

(** val rank_in :
    (positive * positive) trie -> positive -> positive option **)

let rank_in row0 q =
  match find0 q row0 with
  | Some x -> Some (snd x)
  | None -> None

(** val allowed : letter -> (guard * positive) list -> positive list **)

let rec allowed a = function
| [] -> []
| p :: l0 ->
  let (g, q) = p in if allows g a then q :: (allowed a l0) else allowed a l0

type demand = (bool * positive) * positive list

(** val demands :
    indexed -> letter -> (positive * positive) trie -> demand list **)

let demands ix a row0 =
  tfold (fun r x ->
    match allowed a (edges_from ix.i_edges (fst x)) with
    | [] -> r
    | p :: l0 -> (((mem0 (fst x) ix.i_final), (snd x)), (p :: l0)) :: r) row0
    []

(** val meets : (positive * positive) trie -> demand -> bool **)

let meets row0 d =
  forallb (fun q ->
    descends (fst (fst d)) (Some (snd (fst d))) (rank_in row0 q)) (snd d)

(** val all_met : 'a1 model -> 'a1 table0 -> demand list -> 'a1 -> bool **)

let all_met m t0 ds t1 =
  match ds with
  | [] -> true
  | _ :: _ -> let row0 = row_of m t0 t1 in forallb (meets row0) ds

(** val check_state :
    'a1 model -> indexed -> 'a1 table0 -> ('a1 * (positive * positive) trie)
    -> bool **)

let check_state m ix t0 x =
  match m.m_label (fst x) with
  | Some a ->
    (match m.m_next (fst x) with
     | Some l ->
       let here = demands ix a (snd x) in
       (match l with
        | [] -> all_met m t0 here (fst x)
        | _ :: _ ->
          forallb (fun e ->
            match fst e with
            | Some _ ->
              all_met m t0 (demands ix (with_action (fst e) a) (snd x))
                (snd e)
            | None -> all_met m t0 here (snd e)) l)
     | None -> false)
  | None -> false

(** val check_product :
    'a1 model -> proof -> ('a1 * (positive * positive) list) list -> bool **)

let check_product m p l =
  let ix = index_automaton p in
  let t0 = build_table0 m l in
  (&&)
    (forallb (fun s ->
      match rank_in (row_of m t0 s) p.p_init with
      | Some _ -> true
      | None -> false) m.m_init) (tall (check_state m ix t0) t0)

(** val check_holds :
    'a1 model -> raw -> proof -> ('a1 * (positive * positive) list) list ->
    bool **)

let check_holds m f p l =
  (&&) (check_negation f p) (check_product m p l)

(** val same_action : positive option -> positive option -> bool **)

let same_action o o' =
  match o with
  | Some x -> (match o' with
               | Some y -> Coq_Pos.eqb x y
               | None -> false)
  | None -> (match o' with
             | Some _ -> false
             | None -> true)

(** val check_step : 'a1 model -> 'a1 -> positive option -> 'a1 -> bool **)

let check_step m s o t0 =
  match m.m_next s with
  | Some l ->
    (match l with
     | [] -> (&&) (same_action o None) (m.m_same s t0)
     | _ :: _ ->
       existsb (fun e -> (&&) (same_action o (fst e)) (m.m_same (snd e) t0)) l)
  | None -> false

(** val path_letters :
    'a1 model -> ('a1 * positive option) list -> 'a1 -> letter list -> letter
    list option **)

let rec path_letters m l z0 r =
  match l with
  | [] -> Some r
  | p :: l0 ->
    let (s, o) = p in
    (match m.m_label s with
     | Some a ->
       if check_step m s o
            (match l0 with
             | [] -> z0
             | p0 :: _ -> let (t0, _) = p0 in t0)
       then path_letters m l0 z0 ((with_action o a) :: r)
       else None
     | None -> None)

(** val path_word :
    'a1 model -> ('a1 * positive option) list -> 'a1 -> letter list option **)

let path_word m l z0 =
  option_map trev (path_letters m l z0 [])

(** val is_initial : 'a1 model -> 'a1 -> bool **)

let is_initial m s =
  existsb (fun t0 -> m.m_same t0 s) m.m_init

(** val check_violated :
    'a1 model -> raw -> ('a1 * positive option) list -> ('a1 * positive
    option) list -> bool **)

let check_violated m f stem loop = match loop with
| [] -> false
| p :: _ ->
  let (z0, _) = p in
  (&&)
    (is_initial m
      (match stem with
       | [] -> z0
       | p0 :: _ -> let (s, _) = p0 in s))
    (match path_word m stem z0 with
     | Some u ->
       (match path_word m loop z0 with
        | Some l ->
          (match l with
           | [] -> false
           | x :: v -> eval_long u x v (core true f))
        | None -> false)
     | None -> false)

(** val listed : 'a1 model -> 'a1 trie -> 'a1 -> bool **)

let listed m t0 s =
  match find0 (m.m_key s) t0 with
  | Some t1 -> m.m_same t1 s
  | None -> false

(** val check_safe : 'a1 model -> 'a1 list -> bool **)

let check_safe m l =
  let t0 = fold_left (fun t0 s -> put (m.m_key s) s t0) l Empty in
  (&&) (forallb (listed m t0) m.m_init)
    (tall (fun s ->
      match m.m_next s with
      | Some l0 -> forallb (fun e -> listed m t0 (snd e)) l0
      | None -> false) t0)

(** val check_run : 'a1 model -> 'a1 -> 'a1 list -> bool **)

let rec check_run m s l =
  match m.m_next s with
  | Some ts ->
    (match l with
     | [] -> false
     | t0 :: l0 ->
       if existsb (fun e -> m.m_same (snd e) t0) ts
       then check_run m t0 l0
       else false)
  | None -> (match l with
             | [] -> true
             | _ :: _ -> false)

(** val check_unsafe : 'a1 model -> 'a1 list -> bool **)

let check_unsafe m = function
| [] -> false
| s :: l0 -> (&&) (is_initial m s) (check_run m s l0)

type 'num numbered_step = positive option * 'num

type 'num work = { w_next : 'num; w_bound : 'num }

(** val visit0 :
    'a1 model -> ('a2 -> 'a2) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2) -> ('a2
    -> 'a1) -> (positive option * 'a1) list -> 'a2 -> 'a2 numbered_step list
    -> ('a2 * 'a2 numbered_step list) option **)

let rec visit0 m after below0 number state0 l bound found =
  match l with
  | [] -> Some (bound, found)
  | e :: l0 ->
    let k = number (snd e) in
    if m.m_same (state0 k) (snd e)
    then if below0 k bound
         then visit0 m after below0 number state0 l0 bound (((fst e),
                k) :: found)
         else let larger = after k in
              if (&&) (below0 bound larger) (below0 k larger)
              then visit0 m after below0 number state0 l0 larger (((fst e),
                     k) :: found)
              else None
    else None

(** val advance0 :
    'a1 model -> ('a2 -> 'a2) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2) -> ('a2
    -> 'a1) -> ('a2 -> bool) -> ('a2 -> letter -> 'a2 numbered_step list ->
    bool) -> 'a2 work -> 'a2 work option **)

let advance0 m after below0 number state0 wanted check w =
  let k = w.w_next in
  if wanted k
  then let s = state0 k in
       (match m.m_label s with
        | Some a ->
          (match m.m_next s with
           | Some l ->
             (match visit0 m after below0 number state0 l w.w_bound [] with
              | Some p ->
                let (bound, found) = p in
                if check k a found
                then Some { w_next = (after k); w_bound = bound }
                else None
              | None -> None)
           | None -> None)
        | None -> None)
  else Some { w_next = (after k); w_bound = w.w_bound }

(** val unfinished : ('a1 -> 'a1 -> bool) -> 'a1 work -> bool **)

let unfinished below0 w =
  below0 w.w_next w.w_bound

(** val advances :
    'a1 model -> ('a2 -> 'a2) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2) -> ('a2
    -> 'a1) -> ('a2 -> bool) -> ('a2 -> letter -> 'a2 numbered_step list ->
    bool) -> positive -> 'a2 work -> 'a2 work option **)

let rec advances m after below0 number state0 wanted check n0 w =
  if unfinished below0 w
  then (match n0 with
        | XI n1 ->
          (match advances m after below0 number state0 wanted check n1 w with
           | Some w0 ->
             (match advances m after below0 number state0 wanted check n1 w0 with
              | Some w1 ->
                if unfinished below0 w1
                then advance0 m after below0 number state0 wanted check w1
                else Some w1
              | None -> None)
           | None -> None)
        | XO n1 ->
          (match advances m after below0 number state0 wanted check n1 w with
           | Some w0 ->
             advances m after below0 number state0 wanted check n1 w0
           | None -> None)
        | XH -> advance0 m after below0 number state0 wanted check w)
  else Some w

(** val unfolds :
    'a1 model -> 'a2 -> ('a2 -> 'a2) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2)
    -> ('a2 -> 'a1) -> ('a2 -> bool) -> ('a2 -> letter -> 'a2 numbered_step
    list -> bool) -> positive -> bool **)

let unfolds m first after below0 number state0 wanted check most0 =
  match visit0 m after below0 number state0
          (map (fun s -> (None, s)) m.m_init) first [] with
  | Some p ->
    let (bound, _) = p in
    (match advances m after below0 number state0 wanted check most0
             { w_next = first; w_bound = bound } with
     | Some w -> below0 w.w_bound (after w.w_next)
     | None -> false)
  | None -> false

(** val check_step_ranks :
    positive -> bool -> positive list -> (positive -> positive option) -> bool **)

let check_step_ranks before0 accepting1 next row0 =
  forallb (fun q -> descends accepting1 (Some before0) (row0 q)) next

(** val is_ranked :
    ('a1 -> positive -> positive option) ->
    (positive * (bool * (guard * positive) list)) list -> 'a1 -> bool **)

let is_ranked rank0 states k =
  let row0 = rank0 k in
  existsb (fun x -> match row0 (fst x) with
                    | Some _ -> true
                    | None -> false) states

(** val check_node :
    ('a1 -> positive -> positive option) ->
    (positive * (bool * (guard * positive) list)) list -> 'a1 -> letter ->
    'a1 numbered_step list -> bool **)

let check_node rank0 states k a steps =
  let row0 = rank0 k in
  forallb (fun x ->
    match row0 (fst x) with
    | Some n0 ->
      let (accepting1, edges) = snd x in
      let here = allowed a edges in
      (match steps with
       | [] -> check_step_ranks n0 accepting1 here row0
       | _ :: _ ->
         forallb (fun e ->
           match fst e with
           | Some _ ->
             check_step_ranks n0 accepting1
               (allowed (with_action (fst e) a) edges) (rank0 (snd e))
           | None -> check_step_ranks n0 accepting1 here (rank0 (snd e)))
           steps)
    | None -> true) states

(** val automaton_states : proof -> positive list **)

let automaton_states p =
  values (setof (p.p_init :: (map snd p.p_edges)))

(** val moving_states :
    proof -> (positive * (bool * (guard * positive) list)) list **)

let moving_states p =
  let ix = index_automaton p in
  filter (fun x -> match snd (snd x) with
                   | [] -> false
                   | _ :: _ -> true)
    (map (fun q -> (q, ((mem0 q ix.i_final), (edges_from ix.i_edges q))))
      (automaton_states p))

(** val check_unfolded :
    'a1 model -> 'a2 -> ('a2 -> 'a2) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2)
    -> ('a2 -> 'a1) -> positive -> ('a2 -> positive -> positive option) ->
    raw -> proof -> bool **)

let check_unfolded m first after below0 number state0 most0 rank0 f p =
  if check_negation f p
  then let states = moving_states p in
       if unfolds m first after below0 number state0 (is_ranked rank0 states)
            (check_node rank0 states) most0
       then forallb (fun s ->
              match rank0 (number s) p.p_init with
              | Some _ -> true
              | None -> false) m.m_init
       else false
  else false

(** val unfolds_safely :
    'a1 model -> 'a2 -> ('a2 -> 'a2) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2)
    -> ('a2 -> 'a1) -> positive -> bool **)

let unfolds_safely m first after below0 number state0 most0 =
  unfolds m first after below0 number state0 (fun _ -> true) (fun _ _ _ ->
    true) most0

type lts = { l_init : positive list;
             l_steps : ((positive * positive option) * positive) list;
             l_props : (positive * positive list) list }

type steps_index = (positive option * positive) list trie

(** val steps_of :
    steps_index -> positive -> (positive option * positive) list **)

let steps_of ix s =
  match find0 s ix with
  | Some l -> l
  | None -> []

(** val add_step :
    steps_index -> ((positive * positive option) * positive) -> steps_index **)

let add_step ix = function
| (p, t0) ->
  let (s, o) = p in
  update (fun l -> (o, t0) :: (match l with
                               | Some l0 -> l0
                               | None -> [])) s ix

(** val props_of : letter trie -> positive -> letter **)

let props_of ix s =
  match find0 s ix with
  | Some a -> a
  | None -> PS.empty

(** val add_prop :
    letter trie -> (positive * positive list) -> letter trie **)

let add_prop ix x =
  fold_left (fun ix0 s ->
    update (fun a ->
      PS.add (fst x) (match a with
                      | Some a0 -> a0
                      | None -> PS.empty)) s ix0) (snd x) ix

(** val lts_model : lts -> positive model **)

let lts_model l =
  let steps = fold_left add_step l.l_steps Empty in
  let props = fold_left add_prop l.l_props Empty in
  { m_init = l.l_init; m_next = (fun s -> Some (steps_of steps s)); m_label =
  (fun s -> Some (props_of props s)); m_key = (fun s -> s); m_same =
  Coq_Pos.eqb }

type variable = { v_first : positive; v_size : z; v_lo : z; v_hi : z }

type operator =
| OAdd
| OSub
| OMul
| ODiv
| OMod
| OEq
| ONe
| OLt
| OLe
| OGt
| OGe

type expr =
| ENum of z
| EName of positive
| ERead of variable * expr
| ENot of expr
| ENeg of expr
| EOp of operator * expr * expr
| EAnd of expr * expr
| EOr of expr * expr
| EImplies of expr * expr
| EForall of positive * expr * expr * expr
| EExists of positive * expr * expr * expr
| ESum of positive * expr * expr * expr

type command =
| CSkip
| CAssign of ((variable * expr) * expr) list
| CSelect of branch list
| CIf of expr * command * command
| CWhile of expr * command
| CSeq of command * command
and branch =
| Branch of ((positive * expr) * expr) list * expr * command

type store = z PM.t

(** val make_store : z list -> store **)

let make_store l =
  snd
    (fold_left (fun x z0 -> ((Coq_Pos.succ (fst x)),
      (PM.add (fst x) z0 (snd x)))) l (XH, PM.empty))

type env = (positive * z) list

(** val index_value : positive -> env -> z option **)

let rec index_value n0 = function
| [] -> None
| p :: e0 ->
  let (m, z0) = p in if Coq_Pos.eqb n0 m then Some z0 else index_value n0 e0

(** val fit : z -> z option **)

let fit z0 =
  if (&&)
       (Z.leb (Zneg (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
         (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
         (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
         (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
         XH))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
         z0)
       (Z.leb z0 (Zpos (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI
         (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI
         (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI
         (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI
         XH))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
  then Some z0
  else None

(** val truth : z option -> bool option **)

let truth = function
| Some z0 ->
  (match z0 with
   | Z0 -> Some false
   | Zpos p -> (match p with
                | XH -> Some true
                | _ -> None)
   | Zneg _ -> None)
| None -> None

(** val of_bool : bool -> z option **)

let of_bool b =
  Some (if b then Zpos XH else Z0)

(** val cell : variable -> z -> positive option **)

let cell x i =
  if (&&) (Z.leb Z0 i) (Z.ltb i x.v_size)
  then Some (Z.to_pos (Z.add (Zpos x.v_first) i))
  else None

(** val operate : operator -> z -> z -> z option **)

let operate o a b =
  match o with
  | OAdd -> fit (Z.add a b)
  | OSub -> fit (Z.sub a b)
  | OMul -> fit (Z.mul a b)
  | ODiv -> if Z.eqb b Z0 then None else fit (Z.div a b)
  | OMod -> if Z.eqb b Z0 then None else fit (Z.modulo a b)
  | OEq -> of_bool (Z.eqb a b)
  | ONe -> of_bool (negb (Z.eqb a b))
  | OLt -> of_bool (Z.ltb a b)
  | OLe -> of_bool (Z.leb a b)
  | OGt -> of_bool (Z.ltb b a)
  | OGe -> of_bool (Z.leb b a)

(** val count : z -> z -> nat **)

let count lo hi =
  match Z.add (Z.sub hi lo) (Zpos XH) with
  | Zpos p -> Coq_Pos.iter (fun x -> S x) O p
  | _ -> O

(** val evaluate : env -> store -> expr -> z option **)

let rec evaluate e s = function
| ENum z0 -> Some z0
| EName n0 -> index_value n0 e
| ERead (x0, i) ->
  (match evaluate e s i with
   | Some i0 -> (match cell x0 i0 with
                 | Some c -> PM.find c s
                 | None -> None)
   | None -> None)
| ENot a ->
  (match truth (evaluate e s a) with
   | Some a0 -> of_bool (negb a0)
   | None -> None)
| ENeg a ->
  (match evaluate e s a with
   | Some a0 -> fit (Z.opp a0)
   | None -> None)
| EOp (o, a, b) ->
  (match evaluate e s a with
   | Some a0 ->
     (match evaluate e s b with
      | Some b0 -> operate o a0 b0
      | None -> None)
   | None -> None)
| EAnd (a, b) ->
  (match truth (evaluate e s a) with
   | Some b0 ->
     if b0
     then (match truth (evaluate e s b) with
           | Some b1 -> of_bool b1
           | None -> None)
     else Some Z0
   | None -> None)
| EOr (a, b) ->
  (match truth (evaluate e s a) with
   | Some b0 ->
     if b0
     then Some (Zpos XH)
     else (match truth (evaluate e s b) with
           | Some b1 -> of_bool b1
           | None -> None)
   | None -> None)
| EImplies (a, b) ->
  (match truth (evaluate e s a) with
   | Some b0 ->
     if b0
     then (match truth (evaluate e s b) with
           | Some b1 -> of_bool b1
           | None -> None)
     else Some (Zpos XH)
   | None -> None)
| EForall (n0, lo, hi, a) ->
  (match evaluate e s lo with
   | Some lo0 ->
     (match evaluate e s hi with
      | Some hi0 ->
        let rec from k v =
          match k with
          | O -> Some (Zpos XH)
          | S k0 ->
            (match truth (evaluate ((n0, v) :: e) s a) with
             | Some b -> if b then from k0 (Z.add v (Zpos XH)) else Some Z0
             | None -> None)
        in from (count lo0 hi0) lo0
      | None -> None)
   | None -> None)
| EExists (n0, lo, hi, a) ->
  (match evaluate e s lo with
   | Some lo0 ->
     (match evaluate e s hi with
      | Some hi0 ->
        let rec from k v =
          match k with
          | O -> Some Z0
          | S k0 ->
            (match truth (evaluate ((n0, v) :: e) s a) with
             | Some b ->
               if b then Some (Zpos XH) else from k0 (Z.add v (Zpos XH))
             | None -> None)
        in from (count lo0 hi0) lo0
      | None -> None)
   | None -> None)
| ESum (n0, lo, hi, a) ->
  (match evaluate e s lo with
   | Some lo0 ->
     (match evaluate e s hi with
      | Some hi0 ->
        let rec from k v sum0 =
          match k with
          | O -> Some sum0
          | S k0 ->
            (match evaluate ((n0, v) :: e) s a with
             | Some z0 ->
               (match fit (Z.add sum0 z0) with
                | Some sum1 -> from k0 (Z.add v (Zpos XH)) sum1
                | None -> None)
             | None -> None)
        in from (count lo0 hi0) lo0 Z0
      | None -> None)
   | None -> None)

type expanded =
| TSkip
| TAssign of env * ((variable * expr) * expr) list
| TSelect of choices
| TIf of env * expr * expanded * expanded
| TWhile of env * expr * expanded
| TSeq of expanded * expanded
and choices =
| NoMore
| Choice of env * expr * expanded * choices

(** val copies :
    ((positive * expr) * expr) list -> (env -> choices -> choices option) ->
    env -> choices -> choices option **)

let rec copies ranges one0 e b =
  match ranges with
  | [] -> one0 e b
  | p :: ranges0 ->
    let (p0, hi) = p in
    let (n0, lo) = p0 in
    (match evaluate e PM.empty lo with
     | Some lo0 ->
       (match evaluate e PM.empty hi with
        | Some hi0 ->
          let rec down k v b0 =
            match k with
            | O -> Some b0
            | S k0 ->
              (match copies ranges0 one0 ((n0, v) :: e) b0 with
               | Some b1 -> down k0 (Z.sub v (Zpos XH)) b1
               | None -> None)
          in down (count lo0 hi0) hi0 b
        | None -> None)
     | None -> None)

(** val expand_command : env -> command -> expanded option **)

let rec expand_command e = function
| CSkip -> Some TSkip
| CAssign l -> Some (TAssign (e, l))
| CSelect l ->
  option_map (fun x -> TSelect x)
    (let rec branches = function
     | [] -> Some NoMore
     | b :: l1 ->
       let Branch (ranges, g, c0) = b in
       (match branches l1 with
        | Some b0 ->
          copies ranges (fun e0 b1 ->
            option_map (fun t0 -> Choice (e0, g, t0, b1))
              (expand_command e0 c0)) e b0
        | None -> None)
     in branches l)
| CIf (g, c0, d) ->
  (match expand_command e c0 with
   | Some c1 ->
     (match expand_command e d with
      | Some d0 -> Some (TIf (e, g, c1, d0))
      | None -> None)
   | None -> None)
| CWhile (g, c0) ->
  option_map (fun x -> TWhile (e, g, x)) (expand_command e c0)
| CSeq (c0, d) ->
  (match expand_command e c0 with
   | Some c1 ->
     (match expand_command e d with
      | Some d0 -> Some (TSeq (c1, d0))
      | None -> None)
   | None -> None)

(** val tree_size : expanded -> n **)

let rec tree_size = function
| TSelect b -> N.add (Npos XH) (choices_size b)
| TIf (_, _, c0, d) -> N.add (N.add (Npos XH) (tree_size c0)) (tree_size d)
| TWhile (_, _, c0) -> N.add (Npos XH) (tree_size c0)
| TSeq (c0, d) -> N.add (tree_size c0) (tree_size d)
| _ -> Npos XH

(** val choices_size : choices -> n **)

and choices_size = function
| NoMore -> N0
| Choice (_, _, c, b0) -> N.add (tree_size c) (choices_size b0)

(** val distinct : (positive * z) list -> bool **)

let rec distinct = function
| [] -> true
| x :: l0 ->
  (&&) (negb (existsb (fun y -> Coq_Pos.eqb (fst x) (fst y)) l0))
    (distinct l0)

type gstate = n * store

type compiled =
| KNum of z
| KCell of positive
| KBool of (store -> bool option)
| KValue of (store -> z option)

(** val value : compiled -> store -> z option **)

let value = function
| KNum z0 -> let r = Some z0 in (fun _ -> r)
| KCell c -> (fun s -> PM.find c s)
| KBool f ->
  (fun s ->
    match f s with
    | Some b -> if b then Some (Zpos XH) else Some Z0
    | None -> None)
| KValue f -> f

(** val condition : compiled -> store -> bool option **)

let condition = function
| KNum z0 -> let r = truth (Some z0) in (fun _ -> r)
| KCell c -> (fun s -> truth (PM.find c s))
| KBool f -> f
| KValue f -> (fun s -> truth (f s))

(** val constant : z option -> compiled **)

let constant = function
| Some z0 -> KNum z0
| None -> KValue (fun _ -> None)

(** val comparison0 : operator -> (z -> z -> bool) option **)

let comparison0 = function
| OEq -> Some Z.eqb
| ONe -> Some (fun a b -> negb (Z.eqb a b))
| OLt -> Some Z.ltb
| OLe -> Some Z.leb
| OGt -> Some (fun a b -> Z.ltb b a)
| OGe -> Some (fun a b -> Z.leb b a)
| _ -> None

(** val compile_operation : operator -> compiled -> compiled -> compiled **)

let compile_operation o a b =
  match a with
  | KNum a0 ->
    (match b with
     | KNum b0 -> constant (operate o a0 b0)
     | _ ->
       let f = value a in
       let g = value b in
       (match comparison0 o with
        | Some c ->
          KBool (fun s ->
            match f s with
            | Some a1 ->
              (match g s with
               | Some b0 -> Some (c a1 b0)
               | None -> None)
            | None -> None)
        | None ->
          KValue (fun s ->
            match f s with
            | Some a1 ->
              (match g s with
               | Some b0 -> operate o a1 b0
               | None -> None)
            | None -> None)))
  | _ ->
    let f = value a in
    let g = value b in
    (match comparison0 o with
     | Some c ->
       KBool (fun s ->
         match f s with
         | Some a0 ->
           (match g s with
            | Some b0 -> Some (c a0 b0)
            | None -> None)
         | None -> None)
     | None ->
       KValue (fun s ->
         match f s with
         | Some a0 ->
           (match g s with
            | Some b0 -> operate o a0 b0
            | None -> None)
         | None -> None))

(** val compile_read : variable -> compiled -> compiled **)

let compile_read x i = match i with
| KNum i0 ->
  (match cell x i0 with
   | Some c -> KCell c
   | None -> KValue (fun _ -> None))
| _ ->
  let f = value i in
  KValue (fun s ->
  match f s with
  | Some i0 -> (match cell x i0 with
                | Some c -> PM.find c s
                | None -> None)
  | None -> None)

(** val all_of : (store -> bool option) list -> store -> bool option **)

let rec all_of l s =
  match l with
  | [] -> Some true
  | f :: l0 ->
    (match f s with
     | Some b -> if b then all_of l0 s else Some false
     | None -> None)

(** val some_of : (store -> bool option) list -> store -> bool option **)

let rec some_of l s =
  match l with
  | [] -> Some false
  | f :: l0 ->
    (match f s with
     | Some b -> if b then Some true else some_of l0 s
     | None -> None)

(** val sum_of : (store -> z option) list -> store -> z -> z option **)

let rec sum_of l s sum0 =
  match l with
  | [] -> Some sum0
  | f :: l0 ->
    (match f s with
     | Some z0 ->
       (match fit (Z.add sum0 z0) with
        | Some sum1 -> sum_of l0 s sum1
        | None -> None)
     | None -> None)

(** val written_out : (z -> 'a1) -> nat -> z -> 'a1 list **)

let rec written_out f k lo =
  match k with
  | O -> []
  | S k0 -> (f lo) :: (written_out f k0 (Z.add lo (Zpos XH)))

(** val compile0 : z -> env -> expr -> compiled **)

let rec compile0 room e x = match x with
| ENum z0 -> KNum z0
| EName n0 -> constant (index_value n0 e)
| ERead (x0, i) -> compile_read x0 (compile0 room e i)
| ENot a ->
  let f = condition (compile0 room e a) in
  KBool (fun s ->
  match f s with
  | Some b -> if b then Some false else Some true
  | None -> None)
| ENeg a ->
  (match compile0 room e a with
   | KNum a0 -> constant (fit (Z.opp a0))
   | x0 ->
     let f = value x0 in
     KValue (fun s -> match f s with
                      | Some a0 -> fit (Z.opp a0)
                      | None -> None))
| EOp (o, a, b) -> compile_operation o (compile0 room e a) (compile0 room e b)
| EAnd (a, b) ->
  let f = condition (compile0 room e a) in
  let g = condition (compile0 room e b) in
  KBool (fun s ->
  match f s with
  | Some b0 -> if b0 then g s else Some false
  | None -> None)
| EOr (a, b) ->
  let f = condition (compile0 room e a) in
  let g = condition (compile0 room e b) in
  KBool (fun s ->
  match f s with
  | Some b0 -> if b0 then Some true else g s
  | None -> None)
| EImplies (a, b) ->
  let f = condition (compile0 room e a) in
  let g = condition (compile0 room e b) in
  KBool (fun s ->
  match f s with
  | Some b0 -> if b0 then g s else Some true
  | None -> None)
| EForall (n0, lo, hi, a) ->
  (match compile0 room e lo with
   | KNum lo0 ->
     (match compile0 room e hi with
      | KNum hi0 ->
        let size = Z.add (Z.sub hi0 lo0) (Zpos XH) in
        if Z.leb size room
        then let l =
               written_out (fun v ->
                 condition
                   (compile0 (Z.div room (Z.max (Zpos XH) size)) ((n0,
                     v) :: e) a)) (count lo0 hi0) lo0
             in
             KBool (all_of l)
        else KValue (fun s -> evaluate e s x)
      | _ -> KValue (fun s -> evaluate e s x))
   | _ -> KValue (fun s -> evaluate e s x))
| EExists (n0, lo, hi, a) ->
  (match compile0 room e lo with
   | KNum lo0 ->
     (match compile0 room e hi with
      | KNum hi0 ->
        let size = Z.add (Z.sub hi0 lo0) (Zpos XH) in
        if Z.leb size room
        then let l =
               written_out (fun v ->
                 condition
                   (compile0 (Z.div room (Z.max (Zpos XH) size)) ((n0,
                     v) :: e) a)) (count lo0 hi0) lo0
             in
             KBool (some_of l)
        else KValue (fun s -> evaluate e s x)
      | _ -> KValue (fun s -> evaluate e s x))
   | _ -> KValue (fun s -> evaluate e s x))
| ESum (n0, lo, hi, a) ->
  (match compile0 room e lo with
   | KNum lo0 ->
     (match compile0 room e hi with
      | KNum hi0 ->
        let size = Z.add (Z.sub hi0 lo0) (Zpos XH) in
        if Z.leb size room
        then let l =
               written_out (fun v ->
                 value
                   (compile0 (Z.div room (Z.max (Zpos XH) size)) ((n0,
                     v) :: e) a)) (count lo0 hi0) lo0
             in
             KValue (fun s -> sum_of l s Z0)
        else KValue (fun s -> evaluate e s x)
      | _ -> KValue (fun s -> evaluate e s x))
   | _ -> KValue (fun s -> evaluate e s x))

(** val compile_truth : env -> expr -> store -> bool option **)

let compile_truth e x =
  condition
    (compile0 (Zpos (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
      XH))))))))))))) e x)

(** val in_range : variable -> z -> bool **)

let in_range x z0 =
  (&&) (Z.leb x.v_lo z0) (Z.leb z0 x.v_hi)

(** val fitting : variable -> compiled -> store -> z option **)

let fitting x a = match a with
| KNum z0 -> let r = if in_range x z0 then Some z0 else None in (fun _ -> r)
| _ ->
  let f = value a in
  (fun s ->
  match f s with
  | Some z0 -> if in_range x z0 then Some z0 else None
  | None -> None)

(** val fixed_targets :
    env -> ((variable * expr) * expr) list -> (positive * (store -> z
    option)) list option **)

let rec fixed_targets e = function
| [] -> Some []
| p :: l0 ->
  let (p0, a) = p in
  let (x, i) = p0 in
  (match compile0 (Zpos (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
           XH))))))))))))) e i with
   | KNum i0 ->
     (match cell x i0 with
      | Some c ->
        (match fixed_targets e l0 with
         | Some r ->
           Some ((c,
             (fitting x
               (compile0 (Zpos (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
                 (XO XH))))))))))))) e a))) :: r)
         | None -> None)
      | None -> None)
   | _ -> None)

(** val fixed_changes :
    (positive * (store -> z option)) list -> store -> (positive * z) list
    option **)

let rec fixed_changes l s =
  match l with
  | [] -> Some []
  | p :: l0 ->
    let (c, f) = p in
    (match f s with
     | Some z0 ->
       (match fixed_changes l0 s with
        | Some r -> Some ((c, z0) :: r)
        | None -> None)
     | None -> None)

(** val distinct_cells : (positive * 'a1) list -> bool **)

let rec distinct_cells = function
| [] -> true
| x :: l0 ->
  (&&) (negb (existsb (fun y -> Coq_Pos.eqb (fst x) (fst y)) l0))
    (distinct_cells l0)

(** val add_changes : (positive * z) list -> store -> store **)

let add_changes r s =
  fold_left (fun s0 x -> PM.add (fst x) (snd x) s0) r s

(** val assign_fixed :
    (positive * (store -> z option)) list -> store -> store option **)

let assign_fixed l s =
  match l with
  | [] ->
    (match fixed_changes l s with
     | Some r -> Some (add_changes r s)
     | None -> None)
  | p :: l0 ->
    let (c, f) = p in
    (match l0 with
     | [] -> (match f s with
              | Some z0 -> Some (PM.add c z0 s)
              | None -> None)
     | _ :: _ ->
       (match fixed_changes l s with
        | Some r -> Some (add_changes r s)
        | None -> None))

type target = (variable * (store -> z option)) * (store -> z option)

(** val compile_target : env -> ((variable * expr) * expr) -> target **)

let compile_target e = function
| (p, a) ->
  let (x, i) = p in
  ((x,
  (value
    (compile0 (Zpos (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
      XH))))))))))))) e i))),
  (fitting x
    (compile0 (Zpos (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
      XH))))))))))))) e a)))

(** val compiled_changes :
    target list -> store -> (positive * z) list option **)

let rec compiled_changes l s =
  match l with
  | [] -> Some []
  | t0 :: l0 ->
    let (p, g) = t0 in
    let (x, f) = p in
    (match f s with
     | Some i ->
       (match g s with
        | Some z0 ->
          (match cell x i with
           | Some c ->
             (match compiled_changes l0 s with
              | Some r -> Some ((c, z0) :: r)
              | None -> None)
           | None -> None)
        | None -> None)
     | None -> None)

(** val assign_compiled : target list -> store -> store option **)

let assign_compiled l s =
  match compiled_changes l s with
  | Some r -> if distinct r then Some (add_changes r s) else None
  | None -> None

(** val compile_assign :
    env -> ((variable * expr) * expr) list -> store -> store option **)

let compile_assign e l =
  match fixed_targets e l with
  | Some r -> if distinct_cells r then assign_fixed r else (fun _ -> None)
  | None -> assign_compiled (map (compile_target e) l)

type code =
| Go of n
| Do of (store -> store option) * n
| Test of (store -> bool option) * code * code
| Pick of picks
and picks =
| NoPick
| OnePick of (store -> bool option) * code * picks

(** val run : code -> store -> gstate list option **)

let rec run x s =
  match x with
  | Go k -> Some ((k, s) :: [])
  | Do (f, k) ->
    (match f s with
     | Some s0 -> Some ((k, s0) :: [])
     | None -> None)
  | Test (g, x0, y) ->
    (match g s with
     | Some b -> if b then run x0 s else run y s
     | None -> None)
  | Pick p -> run_picks p s

(** val run_picks : picks -> store -> gstate list option **)

and run_picks p s =
  match p with
  | NoPick -> Some []
  | OnePick (g, x, p0) ->
    (match g s with
     | Some b ->
       if b
       then (match run_picks p0 s with
             | Some r ->
               (match run x s with
                | Some l -> Some (app l r)
                | None -> None)
             | None -> None)
       else run_picks p0 s
     | None -> None)

type points = code trie

(** val set_point : n -> code -> points -> points **)

let set_point n0 x t0 =
  put (N.succ_pos n0) x t0

(** val build0 : expanded -> n -> n -> points -> points * code **)

let rec build0 c n0 k t0 =
  match c with
  | TSkip -> let x = Go k in ((set_point n0 x t0), x)
  | TAssign (e, l) ->
    let x = Do ((compile_assign e l), k) in ((set_point n0 x t0), x)
  | TSelect b ->
    let (t1, p) = build_choices b (N.add n0 (Npos XH)) k t0 in
    let x = Pick p in ((set_point n0 x t1), x)
  | TIf (e, g, c0, d) ->
    let (t1, x) = build0 c0 (N.add n0 (Npos XH)) k t0 in
    let (t2, y) = build0 d (N.add (N.add n0 (Npos XH)) (tree_size c0)) k t1 in
    let z0 = Test ((compile_truth e g), x, y) in ((set_point n0 z0 t2), z0)
  | TWhile (e, g, c0) ->
    let (t1, x) = build0 c0 (N.add n0 (Npos XH)) n0 t0 in
    let z0 = Test ((compile_truth e g), x, (Go k)) in
    ((set_point n0 z0 t1), z0)
  | TSeq (c0, d) ->
    let m = N.add n0 (tree_size c0) in
    let (t1, x) = build0 c0 n0 m t0 in
    let (t2, _) = build0 d m k t1 in (t2, x)

(** val build_choices : choices -> n -> n -> points -> points * picks **)

and build_choices b n0 k t0 =
  match b with
  | NoMore -> (t0, NoPick)
  | Choice (e, g, c, b0) ->
    let (t1, x) = build0 c n0 k t0 in
    let (t2, p) = build_choices b0 (N.add n0 (tree_size c)) k t1 in
    (t2, (OnePick ((compile_truth e g), x, p)))

(** val program_points : expanded -> points **)

let program_points p =
  fst (build0 p N0 (tree_size p) Empty)

(** val gcl_next : points -> gstate -> gstate list option **)

let gcl_next t0 x =
  match find0 (N.succ_pos (fst x)) t0 with
  | Some c -> run c (snd x)
  | None -> Some []

(** val pack_pos : positive -> positive -> positive **)

let rec pack_pos p k =
  match p with
  | XI p0 -> XI (XI (pack_pos p0 k))
  | XO p0 -> XI (XO (pack_pos p0 k))
  | XH -> XO k

(** val pack_z : z -> positive -> positive **)

let pack_z z0 k =
  match z0 with
  | Z0 -> XO k
  | Zpos p ->
    (match p with
     | XH -> XI (XO k)
     | _ -> XI (XI (XO (pack_pos p k))))
  | Zneg p -> XI (XI (XI (pack_pos p k)))

(** val pack_n : n -> positive -> positive **)

let pack_n n0 k =
  match n0 with
  | N0 -> XO k
  | Npos p -> XI (pack_pos p k)

(** val pack_store : store -> positive -> positive **)

let rec pack_store s k =
  match s with
  | PM.Leaf -> k
  | PM.Node (l, o, r) ->
    pack_store l
      (match o with
       | Some z0 -> pack_z z0 (pack_store r k)
       | None -> pack_store r k)

(** val gcl_key : gstate -> positive **)

let gcl_key x =
  pack_n (fst x) (pack_store (snd x) XH)

(** val same_store : store -> store -> bool **)

let rec same_store s t0 =
  match s with
  | PM.Leaf -> (match t0 with
                | PM.Leaf -> true
                | PM.Node (_, _, _) -> false)
  | PM.Node (l, o, r) ->
    (match t0 with
     | PM.Leaf -> false
     | PM.Node (l', o', r') ->
       (&&)
         ((&&)
           (match o with
            | Some z0 ->
              (match o' with
               | Some z' -> Z.eqb z0 z'
               | None -> false)
            | None -> (match o' with
                       | Some _ -> false
                       | None -> true)) (same_store l l')) (same_store r r'))

(** val same_state : gstate -> gstate -> bool **)

let same_state x y =
  (&&) (N.eqb (fst x) (fst y)) (same_store (snd x) (snd y))

(** val gcl_label :
    (positive * (store -> bool option)) list -> store -> letter -> letter
    option **)

let rec gcl_label atoms s a =
  match atoms with
  | [] -> Some a
  | p0 :: atoms0 ->
    let (p, g) = p0 in
    (match g s with
     | Some b ->
       if b then gcl_label atoms0 s (PS.add p a) else gcl_label atoms0 s a
     | None -> None)

(** val compile_atoms :
    (positive * expr) list -> (positive * (store -> bool option)) list **)

let compile_atoms atoms =
  map (fun x -> ((fst x), (compile_truth [] (snd x)))) atoms

(** val without_action : gstate -> positive option * gstate **)

let without_action y =
  (None, y)

(** val gcl_model :
    expanded -> store -> (positive * expr) list -> gstate model **)

let gcl_model p initial0 atoms =
  let t0 = program_points p in
  let compiled_atoms = compile_atoms atoms in
  { m_init = ((N0, initial0) :: []); m_next = (fun x ->
  match gcl_next t0 x with
  | Some l -> Some (map without_action l)
  | None -> None); m_label = (fun x ->
  gcl_label compiled_atoms (snd x) PS.empty); m_key = gcl_key; m_same =
  same_state }

type atom =
| AState of positive
| ATop of positive
| AAction of positive
| ASet of raut

type actrules = (rrule * positive option) list

(** val map_of : ('a1 -> 'a2) -> (positive * 'a1) list -> 'a2 trie **)

let map_of f l =
  fold_left (fun m e -> put (fst e) (f (snd e)) m) l Empty

(** val distinct0 : (positive * 'a1) list -> bool **)

let rec distinct0 = function
| [] -> true
| e :: l0 ->
  if existsb (fun d -> Coq_Pos.eqb (fst e) (fst d)) l0
  then false
  else distinct0 l0

(** val find2 : positive -> positive -> 'a1 trie trie -> 'a1 option **)

let find2 j k m =
  match find0 j m with
  | Some n0 -> find0 k n0
  | None -> None

type act_rule = rrule * positive option

type ruleix = { x_exact : act_rule list trie trie;
                x_wild : (set * act_rule) list trie }

(** val olist : 'a1 list option -> 'a1 list **)

let olist = function
| Some l -> l
| None -> []

(** val otrie : 'a1 trie option -> 'a1 trie **)

let otrie = function
| Some m -> m
| None -> Empty

(** val add_exact :
    positive -> positive -> act_rule -> act_rule list trie trie -> act_rule
    list trie trie **)

let add_exact p g r m =
  update (fun o -> update (fun l -> r :: (olist l)) g (otrie o)) p m

(** val add_rule : ruleix -> act_rule -> ruleix **)

let add_rule ix r =
  let p = (fst r).rr_p in
  (match (fst r).rr_h with
   | LIn l ->
     { x_exact = (fold_left (fun m g -> add_exact p g r m) l ix.x_exact);
       x_wild = ix.x_wild }
   | LNot l ->
     { x_exact = ix.x_exact; x_wild =
       (update (fun o -> ((setof l), r) :: (olist o)) p ix.x_wild) })

(** val index_rules0 : actrules -> ruleix **)

let index_rules0 d =
  fold_left add_rule d { x_exact = Empty; x_wild = Empty }

(** val exact_at : ruleix -> positive -> positive -> act_rule list **)

let exact_at ix p g =
  olist (find2 p g ix.x_exact)

(** val wild_at :
    positive -> ruleix -> positive -> positive -> act_rule list -> act_rule
    list **)

let wild_at ns ix p g k =
  if Coq_Pos.leb g ns
  then fold_left (fun k0 e -> if mem0 g (fst e) then k0 else (snd e) :: k0)
         (olist (find0 p ix.x_wild)) k
  else k

(** val rules_at :
    positive -> ruleix -> positive -> positive -> act_rule list **)

let rules_at ns ix p g =
  wild_at ns ix p g (exact_at ix p g)

type reader = { rd_edges : ((positive * cset) * positive) list;
                rd_before : set trie; rd_fin : positive list }

(** val reader_of : raut -> reader option **)

let reader_of a =
  let b = eps_before a.r_eps in
  if eps_closed a.r_eps b
  then Some { rd_edges =
         (fold_left (fun k e ->
           let (y, t0) = e in let (m, l) = y in ((m, (compile l)), t0) :: k)
           a.r_tr []); rd_before = b; rd_fin = a.r_fin }
  else None

(** val add_before : set trie -> set -> positive -> set **)

let add_before b s m =
  tfold (fun s0 s1 -> sadd s1 s0) (gets m b) (sadd m s)

(** val last_states : reader -> set **)

let last_states r =
  fold_left (add_before r.rd_before) r.rd_fin Empty

(** val states_before : positive -> reader -> positive -> set -> set **)

let states_before ns r g s =
  fold_left (fun z0 e ->
    let (y, t0) = e in
    let (m, l) = y in
    if mem0 t0 s
    then if cmatch ns l g then add_before r.rd_before z0 m else z0
    else z0) r.rd_edges Empty

type readers = (positive * reader) list

(** val set_readers : (positive * atom) list -> readers option **)

let rec set_readers = function
| [] -> Some []
| p :: ats0 ->
  let (k, a) = p in
  (match a with
   | ASet a0 ->
     (match reader_of a0 with
      | Some r ->
        (match set_readers ats0 with
         | Some rs0 -> Some ((k, r) :: rs0)
         | None -> None)
      | None -> None)
   | _ -> set_readers ats0)

type contents = set trie trie

(** val content : contents -> positive -> positive -> set **)

let content c c0 k =
  match find2 c0 k c with
  | Some s -> s
  | None -> Empty

(** val make_contents :
    (positive * (positive * positive list) list) list -> contents **)

let make_contents l =
  map_of (map_of setof) l

(** val tracked : set trie -> positive -> set **)

let tracked u k =
  gets k u

type numbers = (positive * ((positive * positive) * positive option)) list

type tentry = ((positive * positive) * positive option) * set trie

type table1 = { t_entry : tentry trie; t_number : positive trie trie;
                t_bottom : set trie }

(** val make_table : positive -> readers -> contents -> numbers -> table1 **)

let make_table ns rs0 c l =
  { t_entry =
    (map_of (fun e ->
      let (y, h) = e in
      let (g, c0) = y in
      (((g, c0), h),
      (fold_left (fun m kr ->
        put (fst kr) (states_before ns (snd kr) g (content c c0 (fst kr))) m)
        rs0 Empty))) l); t_number =
    (fold_left (fun m e ->
      let (x, y) = e in
      let (y0, _) = y in
      let (g, c0) = y0 in
      update (fun o -> put c0 x (match o with
                                 | Some n0 -> n0
                                 | None -> Empty)) g m) l Empty); t_bottom =
    (map_of last_states rs0) }

(** val symbol_of :
    table1 -> positive -> positive option -> positive option **)

let symbol_of t0 g = function
| Some c0 ->
  (match find2 g c0 t0.t_number with
   | Some x ->
     (match x with
      | XH -> None
      | _ ->
        (match find0 x t0.t_entry with
         | Some t1 ->
           let (p, _) = t1 in
           let (p0, _) = p in
           let (h, d) = p0 in
           if Coq_Pos.eqb g h
           then if Coq_Pos.eqb c0 d then Some x else None
           else None
         | None -> None))
   | None -> None)
| None -> None

(** val class_from : table1 -> positive option -> positive option **)

let class_from t0 = function
| Some x0 ->
  (match find0 x0 t0.t_entry with
   | Some t1 -> let (p, _) = t1 in let (_, h) = p in h
   | None -> None)
| None -> None

(** val agree : set -> set -> set -> bool **)

let agree u s t0 =
  tall (fun x -> eqb (mem0 x s) (mem0 x t0)) u

(** val check_classes : set trie -> readers -> contents -> table1 -> bool **)

let check_classes u rs0 c t0 =
  match rs0 with
  | [] -> true
  | _ :: _ ->
    (&&)
      ((&&) (distinct0 rs0)
        (forallb (fun kr ->
          let (k, r) = kr in
          (&&) (forallb (fun e -> mem0 (snd e) (tracked u k)) r.rd_edges)
            (agree (tracked u k) (content c XH k) (gets k t0.t_bottom))) rs0))
      (tall (fun e ->
        let (y, f) = e in
        let (_, h) = y in
        (match h with
         | Some h0 ->
           forallb (fun kr ->
             agree (tracked u (fst kr)) (content c h0 (fst kr))
               (gets (fst kr) f)) rs0
         | None -> true)) t0.t_entry)

(** val add_true :
    ((positive * atom) -> bool) -> (positive * atom) list -> letter -> letter **)

let add_true f ats a =
  fold_left (fun a0 e -> if f e then PS.add (fst e) a0 else a0) ats a

(** val conf_true :
    positive -> set trie -> positive -> positive option -> (positive * atom)
    -> bool **)

let conf_true np f p g e =
  match snd e with
  | AState q -> Coq_Pos.eqb p q
  | ATop h -> (match g with
               | Some g0 -> Coq_Pos.eqb g0 h
               | None -> false)
  | AAction _ -> false
  | ASet _ -> if Coq_Pos.leb p np then mem0 p (gets (fst e) f) else false

(** val action_true : positive option -> (positive * atom) -> bool **)

let action_true o e =
  match snd e with
  | AAction x -> (match o with
                  | Some y -> Coq_Pos.eqb x y
                  | None -> false)
  | _ -> false

(** val conf_spelt :
    positive -> set trie -> (positive * atom) list -> positive -> positive
    option -> letter **)

let conf_spelt np f ats p g =
  add_true (conf_true np f p g) ats PS.empty

(** val action_spelt :
    (positive * atom) list -> positive option -> letter -> letter **)

let action_spelt ats o a =
  match o with
  | Some _ -> add_true (action_true o) ats a
  | None -> a

type sums = ((positive * positive) * bool) list

type cell0 = { c_rank : positive; c_sums : sums; c_index : bool trie trie }

(** val index_sums : sums -> bool trie trie **)

let index_sums l =
  fold_left (fun m e ->
    let (y, b) = e in
    let (p, q) = y in
    update (fun o -> put q b (match o with
                              | Some n0 -> n0
                              | None -> Empty)) p m) l Empty

(** val make_cell : (positive * sums) -> cell0 **)

let make_cell x =
  { c_rank = (fst x); c_sums = (snd x); c_index = (index_sums (snd x)) }

type head_list =
  (positive * (positive * (positive * (positive * sums)) list) list) list

type heads0 = cell0 trie trie trie

(** val make_heads : head_list -> heads0 **)

let make_heads l =
  map_of (map_of (map_of make_cell)) l

(** val row_at : heads0 -> positive -> positive -> cell0 trie **)

let row_at h x p =
  match find2 x p h with
  | Some r -> r
  | None -> Empty

(** val has_sum : cell0 -> positive -> positive -> bool -> bool **)

let has_sum c p q b =
  match find2 p q c.c_index with
  | Some b' -> if b then b' else true
  | None -> false

(** val descend : bool -> cell0 -> cell0 -> bool **)

let descend b c c' =
  if b then Coq_Pos.ltb c'.c_rank c.c_rank else Coq_Pos.leb c'.c_rank c.c_rank

(** val sums_into : bool -> cell0 -> cell0 -> bool **)

let sums_into b c' c =
  forallb (fun e ->
    let (y, b') = e in
    let (p, q) = y in has_sum c p q (if b then true else b')) c'.c_sums

(** val follow0 : bool -> cell0 -> cell0 trie -> positive -> bool **)

let follow0 b c r q =
  match find0 q r with
  | Some c' -> if descend b c c' then sums_into b c' c else false
  | None -> false

type edge_index = (guard * positive) list trie

(** val index_edges : ((positive * guard) * positive) list -> edge_index **)

let index_edges l =
  fold_left (fun m e ->
    let (y, q') = e in
    let (q, g) = y in update (fun o -> (g, q') :: (olist o)) q m) l Empty

(** val all_edges :
    edge_index -> positive -> letter -> (positive -> bool) -> bool **)

let all_edges e q a f =
  forallb (fun e0 -> if allows (fst e0) a then f (snd e0) else true)
    (olist (find0 q e))

(** val all_states :
    edge_index -> (positive -> bool) -> cell0 trie ->
    (positive * (positive * sums)) list -> letter -> (bool -> cell0 ->
    positive -> bool) -> bool **)

let all_states e acc r qs a f =
  forallb (fun e0 ->
    let q = fst e0 in
    (match find0 q r with
     | Some c -> all_edges e q a (f (acc q) c)
     | None -> true)) qs

(** val check_rule :
    (positive * atom) list -> table1 -> heads0 -> edge_index -> (positive ->
    bool) -> positive -> positive -> positive -> positive -> letter -> cell0
    trie -> (positive * (positive * sums)) list -> act_rule -> bool **)

let check_rule ats t0 h e acc _ _ g c base r qs r0 =
  let p' = (fst r0).rr_q in
  let all = all_states e acc r qs (action_spelt ats (snd r0) base) in
  (match (fst r0).rr_op with
   | RPop -> all (fun b c0 q -> has_sum c0 p' q b)
   | RSwap y ->
     (match symbol_of t0 (rget g y) (Some c) with
      | Some x' ->
        let r' = row_at h x' p' in all (fun b c0 q -> follow0 b c0 r' q)
      | None -> all (fun _ _ _ -> false))
   | RPush (y, z0) ->
     (match symbol_of t0 (rget g z0) (Some c) with
      | Some x2 ->
        (match symbol_of t0 (rget g y) (class_from t0 (Some x2)) with
         | Some x1 ->
           let r1 = row_at h x1 p' in
           all (fun b c0 q ->
             match find0 q r1 with
             | Some c1 ->
               if descend b c0 c1
               then forallb (fun e0 ->
                      let (y0, b1) = e0 in
                      let (m, n0) = y0 in
                      follow0 (if b then true else b1) c0 (row_at h x2 m) n0)
                      c1.c_sums
               else false
             | None -> false)
         | None -> all (fun _ _ _ -> false))
      | None -> all (fun _ _ _ -> false)))

(** val check_idle :
    edge_index -> (positive -> bool) -> cell0 trie ->
    (positive * (positive * sums)) list -> letter -> bool **)

let check_idle e acc r qs base =
  all_states e acc r qs base (fun b c q -> follow0 b c r q)

(** val check_row :
    positive -> positive -> ruleix -> (positive * atom) list -> table1 ->
    heads0 -> edge_index -> (positive -> bool) -> positive -> positive ->
    (positive * (positive * sums)) list -> bool **)

let check_row np ns ix ats t0 h e acc x p qs =
  let r = row_at h x p in
  (match x with
   | XH -> check_idle e acc r qs (conf_spelt np t0.t_bottom ats p None)
   | _ ->
     (match find0 x t0.t_entry with
      | Some t1 ->
        let (p0, f) = t1 in
        let (p1, _) = p0 in
        let (g, c) = p1 in
        let base = conf_spelt np f ats p (Some g) in
        (match rules_at ns ix p g with
         | [] -> check_idle e acc r qs base
         | a :: l ->
           forallb (check_rule ats t0 h e acc x p g c base r qs) (a :: l))
      | None -> false))

(** val check_heads :
    positive -> positive -> ruleix -> (positive * atom) list -> table1 ->
    heads0 -> edge_index -> (positive -> bool) -> head_list -> bool **)

let check_heads np ns ix ats t0 h e acc l =
  forallb (fun xr ->
    forallb (fun pq ->
      check_row np ns ix ats t0 h e acc (fst xr) (fst pq) (snd pq)) (snd xr))
    l

type start_list =
  (positive * (positive * (positive * positive) list) list) list

type starts_t =
  ((positive * (positive * positive) list) list * ((positive * positive)
  list * set trie) trie) trie

(** val make_starts : start_list -> starts_t **)

let make_starts l =
  map_of (fun k -> (k, (map_of (fun v -> (v, (pairset v))) k))) l

(** val start_at :
    starts_t -> positive -> positive -> ((positive * positive) list * set
    trie) option **)

let start_at i s c =
  match find0 s i with
  | Some p -> let (_, m) = p in find0 c m
  | None -> None

(** val begins :
    positive -> positive -> ((positive * positive) list * set trie) -> bool **)

let begins q0 s v =
  match s with
  | XO p -> mem0 q0 (gets p (snd v))
  | _ -> true

(** val check_start_edge :
    table1 -> heads0 -> positive -> starts_t -> positive -> positive ->
    ((positive * positive) list * set trie) -> positive -> bool **)

let check_start_edge t0 h q0 i s g vt c =
  match symbol_of t0 g (Some c) with
  | Some x ->
    (match class_from t0 (Some x) with
     | Some c' ->
       (match start_at i s c' with
        | Some v ->
          if begins q0 s v
          then forallb (fun pq ->
                 match find0 (snd pq) (row_at h x (fst pq)) with
                 | Some d ->
                   forallb (fun e ->
                     let (y, _) = e in
                     let (m, n0) = y in mem0 n0 (gets m (snd vt))) d.c_sums
                 | None -> false) (fst v)
          else false
        | None -> false)
     | None -> false)
  | None -> false

(** val check_start_end :
    heads0 -> positive -> starts_t -> positive -> bool **)

let check_start_end h q0 i s =
  match start_at i s XH with
  | Some v ->
    if begins q0 s v
    then forallb (fun pq ->
           match find0 (snd pq) (row_at h XH (fst pq)) with
           | Some _ -> true
           | None -> false) (fst v)
    else false
  | None -> false

(** val check_starts :
    positive -> positive -> table1 -> heads0 -> positive -> normal ->
    starts_t -> bool **)

let check_starts np ns t0 h q0 n0 i =
  (&&)
    (nlive np n0 (fun s l t1 ->
      match find0 t1 i with
      | Some p ->
        let (cs, m) = p in
        forallb (fun cv ->
          let c = fst cv in
          (match find0 c m with
           | Some vt ->
             lall ns l (fun g -> check_start_edge t0 h q0 i s g vt c)
           | None -> true)) cs
      | None -> true))
    (tall (fun s ->
      match s with
      | XI q -> if mem0 q n0.n_entered then check_start_end h q0 i s else true
      | _ -> check_start_end h q0 i s) n0.n_acc)

(** val check_pds_empty :
    positive -> positive -> actrules -> raut -> (positive * atom) list ->
    buchi -> (positive * positive) list -> (positive * (positive * positive
    list) list) list -> numbers -> head_list -> start_list -> bool **)

let check_pds_empty np ns d a1 ats a u c l hs i =
  match normalise np a1 with
  | Some n0 ->
    (match set_readers ats with
     | Some rs0 ->
       let c0 = make_contents c in
       let t0 = make_table ns rs0 c0 l in
       let h = make_heads hs in
       if check_classes (pairset u) rs0 c0 t0
       then if check_heads np ns (index_rules0 d) ats t0 h
                 (index_edges a.b_edges) (fun q -> PS.mem q a.b_acc) hs
            then check_starts np ns t0 h a.b_init n0 (make_starts i)
            else false
       else false
     | None -> false)
  | None -> false

(** val pushed :
    table1 -> rop -> positive -> positive -> positive list option **)

let pushed t0 o g d =
  match o with
  | RPop -> Some []
  | RSwap y ->
    (match symbol_of t0 (rget g y) (Some d) with
     | Some x -> Some (x :: [])
     | None -> None)
  | RPush (y, z0) ->
    (match symbol_of t0 (rget g z0) (Some d) with
     | Some x2 ->
       (match symbol_of t0 (rget g y) (class_from t0 (Some x2)) with
        | Some x1 -> Some (x1 :: (x2 :: []))
        | None -> None)
     | None -> None)

(** val next_conf :
    positive -> positive -> (positive * atom) list -> table1 -> act_rule PM.t
    -> positive -> conf -> (letter * conf) option **)

let next_conf np ns ats t0 ix i c =
  match snd c with
  | [] -> None
  | x :: v ->
    (match PM.find i ix with
     | Some a ->
       let (r, o) = a in
       if Coq_Pos.eqb (fst c) r.rr_p
       then (match find0 x t0.t_entry with
             | Some t1 ->
               let (p, f) = t1 in
               let (p0, _) = p in
               let (g, d) = p0 in
               if cmatch ns (compile r.rr_h) g
               then (match pushed t0 r.rr_op g d with
                     | Some u ->
                       Some
                         ((action_spelt ats o
                            (conf_spelt np f ats (fst c) (Some g))), (r.rr_q,
                         (app u v)))
                     | None -> None)
               else None
             | None -> None)
       else None
     | None -> None)

(** val idle_letter :
    positive -> positive -> (positive * atom) list -> table1 -> ruleix ->
    conf -> letter option **)

let idle_letter np ns ats t0 ix c =
  match snd c with
  | [] -> Some (conf_spelt np t0.t_bottom ats (fst c) None)
  | x :: _ ->
    (match find0 x t0.t_entry with
     | Some t1 ->
       let (p, f) = t1 in
       let (p0, _) = p in
       let (g, _) = p0 in
       (match rules_at ns ix (fst c) g with
        | [] -> Some (conf_spelt np f ats (fst c) (Some g))
        | _ :: _ -> None)
     | None -> None)

(** val symbol_at : table1 -> positive -> positive **)

let symbol_at t0 x =
  match find0 x t0.t_entry with
  | Some t1 -> let (p, _) = t1 in let (p0, _) = p in let (g, _) = p0 in g
  | None -> XH

(** val class_up :
    table1 -> positive option -> positive -> positive option **)

let class_up t0 c x =
  match c with
  | Some c0 ->
    (match find0 x t0.t_entry with
     | Some t1 ->
       let (p, _) = t1 in
       let (p0, h) = p in
       let (g, _) = p0 in
       (match symbol_of t0 g (Some c0) with
        | Some y -> if Coq_Pos.eqb x y then h else None
        | None -> None)
     | None -> None)
  | None -> None

(** val stack_class_t : table1 -> positive list -> positive option **)

let stack_class_t t0 v =
  fold_left (class_up t0) (trev v) (Some XH)

(** val plain_t : table1 -> conf -> conf **)

let plain_t t0 c =
  ((fst c), (tmap (symbol_at t0) (snd c)))

(** val walk :
    (positive -> conf -> (letter * conf) option) -> positive list -> conf ->
    letter list -> (letter list * conf) option **)

let rec walk next t0 s r =
  match t0 with
  | [] -> Some ((trev r), s)
  | i :: t1 ->
    (match next i s with
     | Some p -> let (a, s0) = p in walk next t1 s0 (a :: r)
     | None -> None)

(** val accepting_states : positive -> reader -> positive list -> set **)

let accepting_states ns r w =
  fold_left (fun s g -> states_before ns r g s) (trev w) (last_states r)

(** val in_set : positive -> positive -> raut -> conf -> bool **)

let in_set np ns a c =
  match reader_of a with
  | Some r ->
    if Coq_Pos.leb (fst c) np
    then mem0 (fst c) (accepting_states ns r (snd c))
    else false
  | None -> false

(** val check_pds_some :
    positive -> positive -> actrules -> raut -> (positive * atom) list -> ltl
    -> (positive * positive) list -> (positive * (positive * positive list)
    list) list -> numbers -> conf -> positive list -> positive list option ->
    bool **)

let check_pds_some np ns d a1 ats f u c l c0 stem loop =
  match set_readers ats with
  | Some rs0 ->
    let c1 = make_contents c in
    let t0 = make_table ns rs0 c1 l in
    let next = next_conf np ns ats t0 (index d XH PM.empty) in
    if check_classes (pairset u) rs0 c1 t0
    then (match stack_class_t t0 (snd c0) with
          | Some _ ->
            if in_set np ns a1 (plain_t t0 c0)
            then (match walk next stem c0 [] with
                  | Some p ->
                    let (s, z0) = p in
                    (match loop with
                     | Some t1 ->
                       (match snd z0 with
                        | [] -> false
                        | x :: _ ->
                          (match walk next t1 ((fst z0), (x :: [])) [] with
                           | Some p0 ->
                             let (l0, c2) = p0 in
                             (match l0 with
                              | [] -> false
                              | y :: k ->
                                let (p', l1) = c2 in
                                (match l1 with
                                 | [] -> false
                                 | x' :: _ ->
                                   if Coq_Pos.eqb (fst z0) p'
                                   then if Coq_Pos.eqb x x'
                                        then eval_long s y k f
                                        else false
                                   else false))
                           | None -> false))
                     | None ->
                       (match idle_letter np ns ats t0 (index_rules0 d) z0 with
                        | Some a -> eval_long s a [] f
                        | None -> false))
                  | None -> false)
            else false
          | None -> false)
    else false
  | None -> false

(** val check_pds_holds :
    positive -> positive -> actrules -> raut -> (positive * atom) list -> raw
    -> proof -> (positive * positive) list ->
    (positive * (positive * positive list) list) list -> numbers -> head_list
    -> start_list -> bool **)

let check_pds_holds np ns d a1 ats f p u c l hs i =
  if check_negation f p
  then check_pds_empty np ns d a1 ats (automaton_of p) u c l hs i
  else false

(** val check_pds_violated :
    positive -> positive -> actrules -> raut -> (positive * atom) list -> raw
    -> (positive * positive) list -> (positive * (positive * positive list)
    list) list -> numbers -> positive -> positive list -> positive list ->
    positive list option -> bool **)

let check_pds_violated np ns d a1 ats f u c l p v stem loop =
  check_pds_some np ns d a1 ats (core true f) u c l (p, v) stem loop

type op0 =
| Pop0
| Rewrite of positive
| Push0 of positive

type automaton =
| Every
| Finite of ((positive * positive) * positive) list * positive list
| Pushdown of (((positive * positive) * positive) * (positive * op0)) list
   * positive list

type aconf = positive * positive list

type lts0 = { l_steps0 : ((positive * positive) * positive) list;
              l_props0 : (positive * positive) list }

type pds = { p_rules : (((positive * positive) * positive) * (positive * op0))
                       list; p_props : (positive * (positive * positive)) list }

(** val key0 : positive -> positive -> positive **)

let rec key0 j k =
  match j with
  | XI j0 -> XI (XI (key0 j0 k))
  | XO j0 -> XI (XO (key0 j0 k))
  | XH -> XO k

(** val at_key0 : positive -> 'a1 list trie -> 'a1 list **)

let at_key0 k ix =
  match find0 k ix with
  | Some l -> l
  | None -> []

(** val index0 : (positive * 'a1) list -> 'a1 list trie **)

let index0 l =
  fold_left (fun ix e ->
    update (fun o -> (snd e) :: (match o with
                                 | Some l0 -> l0
                                 | None -> [])) (fst e) ix) l Empty

(** val tmap0 : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let tmap0 f l =
  rev_append (fold_left (fun m x -> (f x) :: m) l []) []

(** val unkey : positive -> (positive * positive) option **)

let rec unkey = function
| XI p ->
  (match p with
   | XI k0 ->
     (match unkey k0 with
      | Some p0 -> let (j, k1) = p0 in Some ((XI j), k1)
      | None -> None)
   | XO k0 ->
     (match unkey k0 with
      | Some p0 -> let (j, k1) = p0 in Some ((XO j), k1)
      | None -> None)
   | XH -> None)
| XO k0 -> Some (XH, k0)
| XH -> None

type loc = positive * positive

type move = positive * (loc * op0)

(** val loc_eqb : loc -> loc -> bool **)

let loc_eqb x y =
  (&&) (Coq_Pos.eqb (fst x) (fst y)) (Coq_Pos.eqb (snd x) (snd y))

(** val op_eqb : op0 -> op0 -> bool **)

let op_eqb x y =
  match x with
  | Pop0 -> (match y with
             | Pop0 -> true
             | _ -> false)
  | Rewrite g -> (match y with
                  | Rewrite h -> Coq_Pos.eqb g h
                  | _ -> false)
  | Push0 g -> (match y with
                | Push0 h -> Coq_Pos.eqb g h
                | _ -> false)

(** val head_key : loc -> positive -> positive **)

let head_key l g =
  key0 (fst l) (key0 g (snd l))

type heads1 = positive trie

(** val has : heads1 -> loc -> positive -> bool **)

let has h l g =
  mem0 (head_key l g) h

(** val with_head : heads1 -> loc -> positive -> heads1 **)

let with_head h l g =
  sadd (head_key l g) h

type pops = { p_by : loc list trie; p_set : set }

(** val no_pops : pops **)

let no_pops =
  { p_by = Empty; p_set = Empty }

(** val pop_key : loc -> positive -> loc -> positive **)

let pop_key l g m =
  key0 (fst m) (key0 (snd m) (head_key l g))

(** val pops_of : pops -> loc -> positive -> loc list **)

let pops_of p l g =
  at_key0 (head_key l g) p.p_by

(** val has_pop : pops -> loc -> positive -> loc -> bool **)

let has_pop p l g m =
  mem0 (pop_key l g m) p.p_set

(** val with_pop : pops -> loc -> positive -> loc -> pops **)

let with_pop p l g m =
  { p_by =
    (update (fun o -> m :: (match o with
                            | Some k -> k
                            | None -> [])) (head_key l g) p.p_by); p_set =
    (sadd (pop_key l g m) p.p_set) }

(** val can :
    (loc -> positive -> move list) -> loc -> positive -> loc -> op0 -> bool **)

let can moves0 l g k o =
  existsb (fun m -> (&&) (op_eqb (snd (snd m)) o) (loc_eqb (fst (snd m)) k))
    (moves0 l g)

type why_pop =
| ByPop
| ByRewrite of loc * positive
| ByPush of loc * positive * loc

(** val good_pop :
    (loc -> positive -> move list) -> (loc -> positive -> bool) -> pops ->
    loc -> positive -> loc -> why_pop -> bool **)

let good_pop moves0 plain p l g to0 y =
  (&&) (plain l g)
    (match y with
     | ByPop -> can moves0 l g to0 Pop0
     | ByRewrite (k, h) ->
       (&&) (can moves0 l g k (Rewrite h)) (has_pop p k h to0)
     | ByPush (k, h, m) ->
       (&&) ((&&) (can moves0 l g k (Push0 h)) (has_pop p k h m))
         (has_pop p m g to0))

(** val check_pops :
    (loc -> positive -> move list) -> (loc -> positive -> bool) -> pops ->
    (((loc * positive) * loc) * why_pop) list -> pops option **)

let rec check_pops moves0 plain p = function
| [] -> Some p
| p0 :: l0 ->
  let (p1, y) = p0 in
  let (p2, m) = p1 in
  let (k, g) = p2 in
  if good_pop moves0 plain p k g m y
  then check_pops moves0 plain (with_pop p k g m) l0
  else None

(** val closed_at :
    (loc -> positive -> move list) -> pops -> (loc -> positive -> bool) ->
    loc -> positive -> bool **)

let closed_at moves0 p ok l g =
  let inside = fun k h -> forallb (has_pop p l g) (pops_of p k h) in
  forallb (fun m ->
    let k = fst (snd m) in
    (match snd (snd m) with
     | Pop0 -> has_pop p l g k
     | Rewrite h -> (&&) (ok k h) (inside k h)
     | Push0 h ->
       (&&) (ok k h)
         (forallb (fun n0 -> (&&) (ok n0 g) (inside n0 g)) (pops_of p k h))))
    (moves0 l g)

type why_life =
| LMove of loc * op0
| LBelow of loc * positive * loc

(** val add_life : heads1 -> ((loc * positive) * why_life) -> heads1 **)

let add_life h x =
  with_head h (fst (fst x)) (snd (fst x))

(** val good_life :
    (loc -> positive -> move list) -> (loc -> positive -> bool) -> pops ->
    (loc -> positive -> bool) -> loc -> positive -> why_life -> bool **)

let good_life moves0 plain p ok l g y =
  (&&) (plain l g)
    (match y with
     | LMove (k, o) ->
       (&&) (can moves0 l g k o)
         (match o with
          | Pop0 -> false
          | Rewrite h -> ok k h
          | Push0 h -> ok k h)
     | LBelow (k, h, m) ->
       (&&) ((&&) (can moves0 l g k (Push0 h)) (has_pop p k h m)) (ok m g))

(** val head_set : (loc * positive) list -> heads1 **)

let head_set ds =
  fold_left (fun d x -> with_head d (fst x) (snd x)) ds Empty

(** val ulives :
    (loc -> positive -> bool) -> heads1 -> loc -> positive -> bool **)

let ulives done0 h l g =
  (||) (done0 l g) (has h l g)

(** val check_until_lives :
    (loc -> positive -> move list) -> (loc -> positive -> bool) -> (loc ->
    positive -> bool) -> pops -> heads1 -> ((loc * positive) * why_life) list
    -> heads1 option **)

let rec check_until_lives moves0 done0 go p h = function
| [] -> Some h
| p0 :: xs0 ->
  let (p1, y) = p0 in
  let (l, g) = p1 in
  if good_life moves0 go p (ulives done0 h) l g y
  then check_until_lives moves0 done0 go p (with_head h l g) xs0
  else None

(** val udead :
    (loc -> positive -> bool) -> (loc -> positive -> bool) -> heads1 -> loc
    -> positive -> bool **)

let udead undone stuck d l g =
  (&&) (undone l g) ((||) (stuck l g) (has d l g))

(** val check_until_dies :
    (loc -> positive -> move list) -> (loc -> positive -> bool) -> (loc ->
    positive -> bool) -> pops -> heads1 -> (loc * positive) list -> bool **)

let check_until_dies moves0 undone stuck p d xs =
  forallb (fun x ->
    closed_at moves0 p (udead undone stuck d) (fst x) (snd x)) xs

(** val until_lives :
    (loc -> positive -> bool) -> (loc -> bool) -> pops -> heads1 -> loc ->
    positive list -> bool **)

let rec until_lives done0 done1 p h l = function
| [] -> done1 l
| g :: w0 ->
  if done0 l g
  then true
  else if has h l g
       then true
       else existsb (fun m -> until_lives done0 done1 p h m w0)
              (pops_of p l g)

(** val until_dies :
    (loc -> positive -> bool) -> (loc -> positive -> bool) -> (loc -> bool)
    -> pops -> heads1 -> loc -> positive list -> bool **)

let rec until_dies undone stuck undone0 p d l = function
| [] -> undone0 l
| g :: w0 ->
  if udead undone stuck d l g
  then forallb (fun m -> until_dies undone stuck undone0 p d m w0)
         (pops_of p l g)
  else false

type until_table = { u_pops : pops; u_lives : heads1; u_dies : heads1 }

(** val check_until :
    (loc -> positive -> move list) -> (loc -> positive -> bool) -> (loc ->
    positive -> bool) -> (loc -> positive -> bool) -> (loc -> positive ->
    bool) -> (((loc * positive) * loc) * why_pop) list ->
    ((loc * positive) * why_life) list -> (loc * positive) list ->
    until_table option **)

let check_until moves0 done0 undone go stuck ps ls ds =
  match check_pops moves0 go no_pops ps with
  | Some p ->
    (match check_until_lives moves0 done0 go p Empty ls with
     | Some h ->
       let d = head_set ds in
       if check_until_dies moves0 undone stuck p d ds
       then Some { u_pops = p; u_lives = h; u_dies = d }
       else None
     | None -> None)
  | None -> None

(** val until_verdict :
    (loc -> positive -> bool) -> (loc -> positive -> bool) -> (loc ->
    positive -> bool) -> (loc -> bool) -> (loc -> bool) -> until_table ->
    bool -> loc -> positive list -> bool **)

let until_verdict done0 undone stuck done1 undone0 t0 b l w =
  if b
  then until_lives done0 done1 t0.u_pops t0.u_lives l w
  else until_dies undone stuck undone0 t0.u_pops t0.u_dies l w

(** val until_value :
    (loc -> positive -> bool) -> (loc -> positive -> bool) -> (loc ->
    positive -> bool) -> (loc -> bool) -> (loc -> bool) -> until_table -> loc
    -> positive list -> bool option **)

let until_value done0 undone stuck done1 undone0 t0 l w =
  if until_verdict done0 undone stuck done1 undone0 t0 true l w
  then Some true
  else if until_verdict done0 undone stuck done1 undone0 t0 false l w
       then Some false
       else None

(** val stops :
    (loc -> positive -> bool) -> (loc -> positive -> bool) -> loc -> positive
    -> bool **)

let stops good stop l g =
  (&&) (good l g) (stop l g)

(** val rlives :
    (loc -> positive -> bool) -> (loc -> positive -> bool) -> heads1 -> loc
    -> positive -> bool **)

let rlives good stop h l g =
  (||) (stops good stop l g) (has h l g)

(** val check_release_lives :
    (loc -> positive -> move list) -> (loc -> positive -> bool) -> (loc ->
    positive -> bool) -> pops -> heads1 -> ((loc * positive) * why_life) list
    -> bool **)

let check_release_lives moves0 good stop p h xs =
  forallb (fun x ->
    good_life moves0 good p (rlives good stop h) (fst (fst x)) (snd (fst x))
      (snd x)) xs

(** val rdead :
    (loc -> positive -> bool) -> heads1 -> loc -> positive -> bool **)

let rdead bad d l g =
  (||) (bad l g) (has d l g)

(** val check_release_dies :
    (loc -> positive -> move list) -> (loc -> positive -> bool) -> (loc ->
    positive -> bool) -> pops -> heads1 -> (loc * positive) list -> heads1
    option **)

let rec check_release_dies moves0 bad walk0 p d = function
| [] -> Some d
| p0 :: xs0 ->
  let (l, g) = p0 in
  if (&&) (walk0 l g) (closed_at moves0 p (rdead bad d) l g)
  then check_release_dies moves0 bad walk0 p (with_head d l g) xs0
  else None

(** val release_lives :
    (loc -> positive -> bool) -> (loc -> positive -> bool) -> (loc -> bool)
    -> pops -> heads1 -> loc -> positive list -> bool **)

let rec release_lives good stop good0 p h l = function
| [] -> good0 l
| g :: w0 ->
  if rlives good stop h l g
  then true
  else existsb (fun m -> release_lives good stop good0 p h m w0)
         (pops_of p l g)

(** val release_dies :
    (loc -> positive -> bool) -> (loc -> bool) -> pops -> heads1 -> loc ->
    positive list -> bool **)

let rec release_dies bad bad0 p d l = function
| [] -> bad0 l
| g :: w0 ->
  if bad l g
  then true
  else if has d l g
       then forallb (fun m -> release_dies bad bad0 p d m w0) (pops_of p l g)
       else false

type release_table = { r_pops : pops; r_lives : heads1; r_dies : heads1 }

(** val check_release :
    (loc -> positive -> move list) -> (loc -> positive -> bool) -> (loc ->
    positive -> bool) -> (loc -> positive -> bool) -> (loc -> positive ->
    bool) -> (((loc * positive) * loc) * why_pop) list ->
    ((loc * positive) * why_life) list -> (loc * positive) list ->
    release_table option **)

let check_release moves0 bad good stop walk0 ps ls ds =
  match check_pops moves0 good no_pops ps with
  | Some p ->
    let h = fold_left add_life ls Empty in
    if check_release_lives moves0 good stop p h ls
    then (match check_release_dies moves0 bad walk0 p Empty ds with
          | Some d -> Some { r_pops = p; r_lives = h; r_dies = d }
          | None -> None)
    else None
  | None -> None

(** val release_verdict :
    (loc -> positive -> bool) -> (loc -> positive -> bool) -> (loc ->
    positive -> bool) -> (loc -> bool) -> (loc -> bool) -> release_table ->
    bool -> loc -> positive list -> bool **)

let release_verdict bad good stop bad0 good0 t0 b l w =
  if b
  then release_lives good stop good0 t0.r_pops t0.r_lives l w
  else release_dies bad bad0 t0.r_pops t0.r_dies l w

(** val release_value :
    (loc -> positive -> bool) -> (loc -> positive -> bool) -> (loc ->
    positive -> bool) -> (loc -> bool) -> (loc -> bool) -> release_table ->
    loc -> positive list -> bool option **)

let release_value bad good stop bad0 good0 t0 l w =
  if release_verdict bad good stop bad0 good0 t0 true l w
  then Some true
  else if release_verdict bad good stop bad0 good0 t0 false l w
       then Some false
       else None

type ready =
| REvery
| RFinite of positive list trie * set
| RPushdown of (positive * op0) list trie * set

(** val make_ready : automaton -> ready **)

let make_ready = function
| Every -> REvery
| Finite (r, f) ->
  RFinite
    ((index0
       (tmap0 (fun x -> ((key0 (fst (fst x)) (snd (fst x))), (snd x))) r)),
    (setof f))
| Pushdown (r, f) ->
  RPushdown
    ((index0
       (tmap0 (fun x ->
         ((key0 (fst (fst (fst x))) (key0 (snd (fst (fst x))) (snd (fst x)))),
         (snd x))) r)), (setof f))

(** val follow1 :
    ready -> positive -> positive -> positive -> (positive * op0) list **)

let follow1 a q g a0 =
  match a with
  | REvery -> (q, (Rewrite g)) :: []
  | RFinite (ix, _) ->
    map (fun r -> (r, (Rewrite g))) (at_key0 (key0 q a0) ix)
  | RPushdown (ix, _) -> at_key0 (key0 q (key0 g a0)) ix

(** val accepting : ready -> positive -> bool **)

let accepting a q =
  match a with
  | REvery -> true
  | RFinite (_, f) -> mem0 q f
  | RPushdown (_, f) -> mem0 q f

(** val finite : automaton -> bool **)

let finite = function
| Pushdown (_, _) -> false
| _ -> true

(** val at_most_one : 'a1 list -> bool **)

let at_most_one = function
| [] -> true
| _ :: l0 -> (match l0 with
              | [] -> true
              | _ :: _ -> false)

(** val deterministic : automaton -> bool **)

let deterministic a =
  let r = make_ready a in
  (match a with
   | Every -> true
   | Finite (r0, _) ->
     forallb (fun x ->
       at_most_one (follow1 r (fst (fst x)) XH (snd (fst x)))) r0
   | Pushdown (r0, _) ->
     forallb (fun x ->
       at_most_one
         (follow1 r (fst (fst (fst x))) (snd (fst (fst x))) (snd (fst x)))) r0)

(** val vnot : bool option -> bool option **)

let vnot a =
  option_map negb a

(** val vand : bool option -> bool option -> bool option **)

let vand a b =
  match a with
  | Some b0 -> if b0 then b else Some false
  | None ->
    (match b with
     | Some b0 -> if b0 then None else Some false
     | None -> None)

(** val vor : bool option -> bool option -> bool option **)

let vor a b =
  vnot (vand (vnot a) (vnot b))

(** val viff : bool option -> bool option -> bool option **)

let viff a b =
  match a with
  | Some a0 -> (match b with
                | Some b0 -> Some (eqb a0 b0)
                | None -> None)
  | None -> None

(** val is_yes : bool option -> bool **)

let is_yes = function
| Some b -> b
| None -> false

(** val is_no : bool option -> bool **)

let is_no = function
| Some b -> negb b
| None -> false

(** val vsome : ('a1 -> bool option) -> 'a1 list -> bool option **)

let vsome v l =
  if existsb (fun x -> is_yes (v x)) l
  then Some true
  else if forallb (fun x -> is_no (v x)) l then Some false else None

type evidence = { e_pops : (((loc * positive) * loc) * why_pop) list;
                  e_lives : ((loc * positive) * why_life) list;
                  e_dies : (loc * positive) list }

(** val all_moves :
    (loc -> positive -> move list list) -> loc -> positive -> move list **)

let all_moves each l g =
  concat (each l g)

(** val k_done :
    (positive -> bool) -> (loc -> positive -> bool option) -> loc -> positive
    -> bool **)

let k_done acc yh l g =
  if acc (fst l) then is_yes (yh l g) else false

(** val k_undone :
    (positive -> bool) -> (loc -> positive -> bool option) -> loc -> positive
    -> bool **)

let k_undone acc yh l g =
  if acc (fst l) then is_no (yh l g) else true

(** val k_bad :
    (positive -> bool) -> (loc -> positive -> bool option) -> loc -> positive
    -> bool **)

let k_bad acc yh l g =
  if acc (fst l) then is_no (yh l g) else false

(** val k_good :
    (positive -> bool) -> (loc -> positive -> bool option) -> loc -> positive
    -> bool **)

let k_good acc yh l g =
  if acc (fst l) then is_yes (yh l g) else true

(** val k_done0 :
    (positive -> bool) -> (loc -> bool option) -> loc -> bool **)

let k_done0 acc y0 l =
  if acc (fst l) then is_yes (y0 l) else false

(** val k_undone0 :
    (positive -> bool) -> (loc -> bool option) -> loc -> bool **)

let k_undone0 acc y0 l =
  if acc (fst l) then is_no (y0 l) else true

(** val k_bad0 : (positive -> bool) -> (loc -> bool option) -> loc -> bool **)

let k_bad0 acc y0 l =
  if acc (fst l) then is_no (y0 l) else false

(** val k_good0 :
    (positive -> bool) -> (loc -> bool option) -> loc -> bool **)

let k_good0 acc y0 l =
  if acc (fst l) then is_yes (y0 l) else true

(** val k_go : (loc -> positive -> bool option) -> loc -> positive -> bool **)

let k_go xh l g =
  is_yes (xh l g)

(** val k_stuck :
    (loc -> positive -> bool option) -> loc -> positive -> bool **)

let k_stuck xh l g =
  is_no (xh l g)

(** val is_nil : 'a1 list -> bool **)

let is_nil = function
| [] -> true
| _ :: _ -> false

(** val k_stop :
    (loc -> positive -> move list list) -> (loc -> positive -> bool option)
    -> loc -> positive -> bool **)

let k_stop each xh l g =
  if is_yes (xh l g)
  then true
  else (match each l g with
        | [] -> true
        | l0 :: l1 -> existsb is_nil (l0 :: l1))

(** val k_walk :
    (loc -> positive -> move list list) -> (loc -> positive -> bool option)
    -> loc -> positive -> bool **)

let k_walk each xh l g =
  if is_no (xh l g)
  then (match each l g with
        | [] -> false
        | l0 :: l1 -> negb (existsb is_nil (l0 :: l1)))
  else false

(** val until_check :
    (loc -> positive -> move list list) -> (positive -> bool) -> (loc ->
    positive -> bool option) -> (loc -> positive -> bool option) -> evidence
    -> until_table option **)

let until_check each acc xh yh e =
  check_until (all_moves each) (k_done acc yh) (k_undone acc yh) (k_go xh)
    (k_stuck xh) e.e_pops e.e_lives e.e_dies

(** val until_says :
    (positive -> bool) -> (loc -> positive -> bool option) -> (loc ->
    positive -> bool option) -> (loc -> bool option) -> until_table -> loc ->
    positive list -> bool option **)

let until_says acc xh yh y0 t0 l w =
  until_value (k_done acc yh) (k_undone acc yh) (k_stuck xh) (k_done0 acc y0)
    (k_undone0 acc y0) t0 l w

(** val release_check :
    (loc -> positive -> move list list) -> (positive -> bool) -> (loc ->
    positive -> bool option) -> (loc -> positive -> bool option) -> evidence
    -> release_table option **)

let release_check each acc xh yh e =
  check_release (all_moves each) (k_bad acc yh) (k_good acc yh)
    (k_stop each xh) (k_walk each xh) e.e_pops e.e_lives e.e_dies

(** val release_says :
    (loc -> positive -> move list list) -> (positive -> bool) -> (loc ->
    positive -> bool option) -> (loc -> positive -> bool option) -> (loc ->
    bool option) -> release_table -> loc -> positive list -> bool option **)

let release_says each acc xh yh y0 t0 l w =
  release_value (k_bad acc yh) (k_good acc yh) (k_stop each xh)
    (k_bad0 acc y0) (k_good0 acc y0) t0 l w

type claim =
| CFalse
| CTrue
| CProp of positive
| CNot0 of claim
| CAnd of claim * claim
| COr of claim * claim
| CImp of claim * claim
| CIff of claim * claim
| CEX of claim
| CAX of claim
| CEU of automaton * evidence * claim * claim
| CER of automaton * evidence * claim * claim
| CAU of automaton * evidence * claim * claim
| CAR of automaton * evidence * claim * claim

(** val memo :
    positive list -> (positive -> bool option) -> positive -> bool option **)

let memo states v =
  let m =
    fold_left (fun m s -> match v s with
                          | Some b -> put s b m
                          | None -> m) states Empty
  in
  (fun s -> find0 s m)

type lts_index = { li_steps : (positive * positive) list trie;
                   li_props : set; li_states : positive list }

(** val index_lts : lts0 -> positive list -> lts_index **)

let index_lts m states =
  { li_steps =
    (index0
      (tmap0 (fun x -> ((fst (fst x)), ((snd (fst x)), (snd x)))) m.l_steps0));
    li_props = (setof (tmap0 (fun x -> key0 (fst x) (snd x)) m.l_props0));
    li_states = states }

(** val successors : lts_index -> positive -> (positive * positive) list **)

let successors ix s =
  at_key0 s ix.li_steps

(** val lts_each : lts_index -> ready -> loc -> positive -> move list list **)

let lts_each ix a l g =
  map (fun m ->
    map (fun r -> ((fst m), (((fst r), (snd m)), (snd r))))
      (follow1 a (fst l) g (fst m))) (successors ix (snd l))

(** val lts_until :
    lts_index -> automaton -> evidence -> (positive -> bool option) ->
    (positive -> bool option) -> (positive -> bool option) option **)

let lts_until ix a e x y =
  let a0 = make_ready a in
  let xh = fun l _ -> x (snd l) in
  let yh = fun l _ -> y (snd l) in
  (match until_check (lts_each ix a0) (accepting a0) xh yh e with
   | Some t0 ->
     Some
       (memo ix.li_states (fun s ->
         until_says (accepting a0) xh yh (fun l -> y (snd l)) t0 (XH, s)
           (XH :: [])))
   | None -> None)

(** val lts_release :
    lts_index -> automaton -> evidence -> (positive -> bool option) ->
    (positive -> bool option) -> (positive -> bool option) option **)

let lts_release ix a e x y =
  let a0 = make_ready a in
  let xh = fun l _ -> x (snd l) in
  let yh = fun l _ -> y (snd l) in
  if deterministic a
  then (match release_check (lts_each ix a0) (accepting a0) xh yh e with
        | Some t0 ->
          Some
            (memo ix.li_states (fun s ->
              release_says (lts_each ix a0) (accepting a0) xh yh (fun l ->
                y (snd l)) t0 (XH, s) (XH :: [])))
        | None -> None)
  else None

(** val both :
    ((positive -> bool option) -> (positive -> bool option) -> 'a1 option) ->
    (positive -> bool option) option -> (positive -> bool option) option ->
    'a1 option **)

let both f x y =
  match x with
  | Some x0 -> (match y with
                | Some y0 -> f x0 y0
                | None -> None)
  | None -> None

(** val inverse : (positive -> bool option) -> positive -> bool option **)

let inverse v s =
  vnot (v s)

(** val inverted :
    (positive -> bool option) option -> (positive -> bool option) option **)

let inverted = function
| Some v -> Some (inverse v)
| None -> None

(** val lts_value : lts_index -> claim -> (positive -> bool option) option **)

let rec lts_value ix = function
| CFalse -> Some (fun _ -> Some false)
| CTrue -> Some (fun _ -> Some true)
| CProp p -> Some (fun s -> Some (mem0 (key0 p s) ix.li_props))
| CNot0 f -> inverted (lts_value ix f)
| CAnd (f, g) ->
  both (fun x y -> Some (fun s -> vand (x s) (y s))) (lts_value ix f)
    (lts_value ix g)
| COr (f, g) ->
  both (fun x y -> Some (fun s -> vor (x s) (y s))) (lts_value ix f)
    (lts_value ix g)
| CImp (f, g) ->
  both (fun x y -> Some (fun s -> vor (vnot (x s)) (y s))) (lts_value ix f)
    (lts_value ix g)
| CIff (f, g) ->
  both (fun x y -> Some (fun s -> viff (x s) (y s))) (lts_value ix f)
    (lts_value ix g)
| CEX f ->
  (match lts_value ix f with
   | Some x ->
     Some
       (memo ix.li_states (fun s ->
         vsome (fun m -> x (snd m)) (successors ix s)))
   | None -> None)
| CAX f ->
  (match lts_value ix f with
   | Some x ->
     Some
       (memo ix.li_states (fun s ->
         vnot (vsome (fun m -> vnot (x (snd m))) (successors ix s))))
   | None -> None)
| CEU (a, e, f, g) ->
  both (lts_until ix a e) (lts_value ix f) (lts_value ix g)
| CER (a, e, f, g) ->
  both (lts_release ix a e) (lts_value ix f) (lts_value ix g)
| CAU (a, e, f, g) ->
  inverted
    (both (fun x y -> lts_release ix a e (inverse x) (inverse y))
      (lts_value ix f) (lts_value ix g))
| CAR (a, e, f, g) ->
  inverted
    (both (fun x y -> lts_until ix a e (inverse x) (inverse y))
      (lts_value ix f) (lts_value ix g))

(** val check_ectl_lts :
    lts0 -> positive list -> claim -> bool option list option **)

let check_ectl_lts m states c =
  match lts_value (index_lts m states) c with
  | Some v -> Some (tmap0 v states)
  | None -> None

type monitor = { m_start : positive;
                 m_entries : ((positive * positive) * positive) list }

type watch = { w_start : positive; w_step : positive trie }

(** val make_watch : monitor -> watch **)

let make_watch m =
  { w_start = m.m_start; w_step =
    (fold_left (fun t0 x ->
      put (key0 (fst (fst x)) (snd (fst x))) (snd x) t0) m.m_entries Empty) }

(** val reads : watch -> positive -> positive -> positive **)

let reads m d g =
  match d with
  | XH -> XH
  | _ -> (match find0 (key0 d g) m.w_step with
          | Some e -> e
          | None -> XH)

(** val state_after : watch -> positive list -> positive **)

let rec state_after m = function
| [] -> m.w_start
| g :: w0 -> reads m (state_after m w0) g

(** val carry : watch -> positive list -> positive list **)

let rec carry m = function
| [] -> []
| g :: w0 -> (key0 g (state_after m w0)) :: (carry m w0)

(** val carried : watch -> positive -> positive -> op0 -> op0 **)

let carried m d g = function
| Pop0 -> Pop0
| Rewrite h -> Rewrite (key0 h d)
| Push0 h -> Push0 (key0 h (reads m d g))

(** val loc_key : loc -> positive **)

let loc_key l =
  key0 (fst l) (snd l)

type answers = { a_lives : (loc -> positive -> bool);
                 a_dies : (loc -> positive -> bool);
                 a_closed : (loc -> positive -> bool);
                 a_pops : (loc -> positive -> loc list);
                 a_lives0 : (loc -> bool); a_dies0 : (loc -> bool) }

(** val until_answers :
    (positive -> bool) -> (loc -> positive -> bool option) -> (loc ->
    positive -> bool option) -> (loc -> bool option) -> until_table -> answers **)

let until_answers acc xh yh y0 t0 =
  { a_lives = (fun l g ->
    if k_done acc yh l g then true else has t0.u_lives l g); a_dies =
    (fun _ _ -> false); a_closed =
    (udead (k_undone acc yh) (k_stuck xh) t0.u_dies); a_pops =
    (pops_of t0.u_pops); a_lives0 = (k_done0 acc y0); a_dies0 =
    (k_undone0 acc y0) }

(** val release_answers :
    (loc -> positive -> move list list) -> (positive -> bool) -> (loc ->
    positive -> bool option) -> (loc -> positive -> bool option) -> (loc ->
    bool option) -> release_table -> answers **)

let release_answers each acc xh yh y0 t0 =
  { a_lives = (rlives (k_good acc yh) (k_stop each xh) t0.r_lives); a_dies =
    (k_bad acc yh); a_closed = (has t0.r_dies); a_pops = (pops_of t0.r_pops);
    a_lives0 = (k_good0 acc y0); a_dies0 = (k_bad0 acc y0) }

type refinement = { f_to : positive; f_locs : loc list;
                    f_states : (positive * (positive * loc list)) list }

type known0 = { n_was : positive; n_live : loc list; n_set : set }

(** val make_known : (positive * loc list) -> known0 **)

let make_known x =
  { n_was = (fst x); n_live = (snd x); n_set =
    (setof (tmap0 loc_key (snd x))) }

(** val infos : refinement -> known0 trie **)

let infos r =
  fold_left (fun t0 x -> put (fst x) (make_known (snd x)) t0) r.f_states Empty

(** val lives_in : known0 -> loc -> bool **)

let lives_in k l =
  mem0 (loc_key l) k.n_set

(** val value_above :
    answers -> set -> known0 -> loc -> positive -> bool option **)

let value_above a locs k l g =
  if a.a_lives l g
  then Some true
  else if existsb (lives_in k) (a.a_pops l g)
       then Some true
       else if a.a_dies l g
            then Some false
            else if a.a_closed l g
                 then if forallb (fun m ->
                           (&&) (mem0 (loc_key m) locs) (negb (lives_in k m)))
                           (a.a_pops l g)
                      then Some false
                      else None
                 else None

(** val loc_set : refinement -> set **)

let loc_set r =
  setof (tmap0 loc_key r.f_locs)

(** val check_refinement :
    watch -> monitor -> refinement -> answers -> bool **)

let check_refinement m n0 r a =
  let ix = infos r in
  let locs = loc_set r in
  (&&)
    (match find0 n0.m_start ix with
     | Some k ->
       (&&)
         ((&&) (Coq_Pos.eqb k.n_was m.w_start) (forallb a.a_lives0 k.n_live))
         (forallb (fun l -> if lives_in k l then true else a.a_dies0 l)
           r.f_locs)
     | None -> false)
    (forallb (fun x ->
      let (p, e) = x in
      let (d, g) = p in
      (match find0 d ix with
       | Some k ->
         (match find0 e ix with
          | Some k' ->
            let g0 = key0 g k.n_was in
            (&&)
              ((&&) (Coq_Pos.eqb (reads m k.n_was g) k'.n_was)
                (forallb (fun l -> is_yes (value_above a locs k l g0))
                  k'.n_live))
              (forallb (fun l ->
                if lives_in k' l
                then true
                else is_no (value_above a locs k l g0)) r.f_locs)
          | None -> false)
       | None -> false)) n0.m_entries)

type pclaim =
| PFalse of positive
| PTrue of positive
| PProp of positive * positive
| PNot of pclaim
| PAnd of pclaim * pclaim
| POr of pclaim * pclaim
| PImp of pclaim * pclaim
| PIff of pclaim * pclaim
| PEX of evidence * refinement * pclaim
| PAX of evidence * refinement * pclaim
| PEU of automaton * evidence * refinement * pclaim * pclaim
| PER of automaton * evidence * refinement * pclaim * pclaim
| PAU of automaton * evidence * refinement * pclaim * pclaim
| PAR of automaton * evidence * refinement * pclaim * pclaim
| PLift of positive * (positive * positive) list * pclaim

type pds_index = { pi_rules : (positive * (positive * op0)) list trie;
                   pi_props : set; pi_actions : positive list }

(** val index_pds : pds -> pds_index **)

let index_pds m =
  { pi_rules =
    (index0
      (tmap0 (fun x -> ((key0 (fst (fst (fst x))) (snd (fst (fst x)))),
        ((snd (fst x)), (snd x)))) m.p_rules)); pi_props =
    (setof
      (tmap0 (fun x -> key0 (fst x) (key0 (fst (snd x)) (snd (snd x))))
        m.p_props)); pi_actions =
    (values (setof (tmap0 (fun x -> snd (fst x)) m.p_rules))) }

(** val rules_for :
    pds_index -> positive -> positive -> (positive * (positive * op0)) list **)

let rules_for ix p g =
  at_key0 (key0 p g) ix.pi_rules

type watches = (monitor * watch) trie

(** val make_watches : (positive * monitor) list -> watches **)

let make_watches l =
  fold_left (fun t0 x -> put (fst x) ((snd x), (make_watch (snd x))) t0) l
    Empty

(** val watch_of : watches -> positive -> watch **)

let watch_of e i =
  match find0 i e with
  | Some x -> snd x
  | None -> { w_start = XH; w_step = Empty }

type pvalue = { v_mon : positive;
                v_head : (positive -> positive -> positive -> bool option);
                v_none : (positive -> bool option) }

(** val value_at : watches -> pvalue -> aconf -> bool option **)

let value_at e v c =
  match snd c with
  | [] -> v.v_none (fst c)
  | g :: w -> v.v_head (fst c) g (state_after (watch_of e v.v_mon) w)

(** val pds_each :
    pds_index -> watch -> ready -> loc -> positive -> move list list **)

let pds_each ix m a l g =
  match unkey g with
  | Some p ->
    let (g0, d) = p in
    map (fun x ->
      map (fun r -> ((fst x), (((fst r), (fst (snd x))),
        (carried m d g0 (snd (snd x)))))) (follow1 a (fst l) XH (fst x)))
      (rules_for ix (snd l) g0)
  | None -> []

(** val known_head : pvalue -> loc -> positive -> bool option **)

let known_head v l g =
  match unkey g with
  | Some p -> let (g0, d) = p in v.v_head (snd l) g0 d
  | None -> None

(** val known_none : pvalue -> loc -> bool option **)

let known_none v l =
  v.v_none (snd l)

(** val refined :
    watches -> watch -> refinement -> answers -> (positive -> bool option) ->
    pvalue option **)

let refined e m r a none0 =
  match find0 r.f_to e with
  | Some x ->
    if check_refinement m (fst x) r a
    then let ix = infos r in
         let locs = loc_set r in
         Some { v_mon = r.f_to; v_head = (fun p g d ->
         match d with
         | XH -> None
         | _ ->
           (match find0 d ix with
            | Some k -> value_above a locs k (XH, p) (key0 g k.n_was)
            | None -> None)); v_none = none0 }
    else None
  | None -> None

(** val pds_until :
    pds_index -> watches -> automaton -> evidence -> refinement -> pvalue ->
    pvalue -> pvalue option **)

let pds_until ix e a e0 r x y =
  if (&&) (finite a) (Coq_Pos.eqb x.v_mon y.v_mon)
  then let m = watch_of e x.v_mon in
       let a0 = make_ready a in
       (match until_check (pds_each ix m a0) (accepting a0) (known_head x)
                (known_head y) e0 with
        | Some t0 ->
          refined e m r
            (until_answers (accepting a0) (known_head x) (known_head y)
              (known_none y) t0) (fun p ->
            until_says (accepting a0) (known_head x) (known_head y)
              (known_none y) t0 (XH, p) [])
        | None -> None)
  else None

(** val pds_release :
    pds_index -> watches -> automaton -> evidence -> refinement -> pvalue ->
    pvalue -> pvalue option **)

let pds_release ix e a e0 r x y =
  if (&&) ((&&) (finite a) (Coq_Pos.eqb x.v_mon y.v_mon)) (deterministic a)
  then let m = watch_of e x.v_mon in
       let a0 = make_ready a in
       (match release_check (pds_each ix m a0) (accepting a0) (known_head x)
                (known_head y) e0 with
        | Some t0 ->
          refined e m r
            (release_answers (pds_each ix m a0) (accepting a0) (known_head x)
              (known_head y) (known_none y) t0) (fun p ->
            release_says (pds_each ix m a0) (accepting a0) (known_head x)
              (known_head y) (known_none y) t0 (XH, p) [])
        | None -> None)
  else None

(** val pinverse : pvalue -> pvalue **)

let pinverse v =
  { v_mon = v.v_mon; v_head = (fun p g d -> vnot (v.v_head p g d)); v_none =
    (fun p -> vnot (v.v_none p)) }

(** val ptrue : positive -> pvalue **)

let ptrue i =
  { v_mon = i; v_head = (fun _ _ _ -> Some true); v_none = (fun _ -> Some
    true) }

(** val pjoin :
    (bool option -> bool option -> bool option) -> pvalue -> pvalue -> pvalue
    option **)

let pjoin f x y =
  if Coq_Pos.eqb x.v_mon y.v_mon
  then Some { v_mon = x.v_mon; v_head = (fun p g d ->
         f (x.v_head p g d) (y.v_head p g d)); v_none = (fun p ->
         f (x.v_none p) (y.v_none p)) }
  else None

(** val pboth :
    (pvalue -> pvalue -> 'a1 option) -> pvalue option -> pvalue option -> 'a1
    option **)

let pboth f x y =
  match x with
  | Some x0 -> (match y with
                | Some y0 -> f x0 y0
                | None -> None)
  | None -> None

(** val pinverted : pvalue option -> pvalue option **)

let pinverted = function
| Some v -> Some (pinverse v)
| None -> None

(** val one_action : pds_index -> automaton **)

let one_action ix =
  Finite ((tmap0 (fun a -> ((XH, a), (XO XH))) ix.pi_actions), ((XO
    XH) :: []))

(** val pds_ex :
    pds_index -> watches -> evidence -> refinement -> pvalue -> pvalue option **)

let pds_ex ix e e0 r x =
  pds_until ix e (one_action ix) e0 r (ptrue x.v_mon) x

(** val check_lift : watch -> monitor -> positive trie -> bool **)

let check_lift m n0 h =
  (&&)
    (match find0 n0.m_start h with
     | Some d -> Coq_Pos.eqb d m.w_start
     | None -> false)
    (forallb (fun x ->
      let (p, e) = x in
      let (d, g) = p in
      (match find0 d h with
       | Some d0 ->
         (match find0 e h with
          | Some e0 -> Coq_Pos.eqb (reads m d0 g) e0
          | None -> false)
       | None -> false)) n0.m_entries)

(** val pds_lift :
    watches -> positive -> (positive * positive) list -> pvalue -> pvalue
    option **)

let pds_lift e j h x =
  if Coq_Pos.eqb j x.v_mon
  then Some x
  else (match find0 j e with
        | Some y ->
          let h0 = fold_left (fun t0 z0 -> put (fst z0) (snd z0) t0) h Empty
          in
          if check_lift (watch_of e x.v_mon) (fst y) h0
          then Some { v_mon = j; v_head = (fun p g d ->
                 match d with
                 | XH -> None
                 | _ ->
                   (match find0 d h0 with
                    | Some d0 -> x.v_head p g d0
                    | None -> None)); v_none = x.v_none }
          else None
        | None -> None)

(** val pds_value : pds_index -> watches -> pclaim -> pvalue option **)

let rec pds_value ix e = function
| PFalse i -> Some (pinverse (ptrue i))
| PTrue i -> Some (ptrue i)
| PProp (i, a) ->
  Some { v_mon = i; v_head = (fun p g _ -> Some
    (mem0 (key0 a (key0 p g)) ix.pi_props)); v_none = (fun _ -> Some false) }
| PNot f -> pinverted (pds_value ix e f)
| PAnd (f, g) -> pboth (pjoin vand) (pds_value ix e f) (pds_value ix e g)
| POr (f, g) -> pboth (pjoin vor) (pds_value ix e f) (pds_value ix e g)
| PImp (f, g) ->
  pboth (pjoin (fun a b -> vor (vnot a) b)) (pds_value ix e f)
    (pds_value ix e g)
| PIff (f, g) -> pboth (pjoin viff) (pds_value ix e f) (pds_value ix e g)
| PEX (e0, r, f) ->
  (match pds_value ix e f with
   | Some x -> pds_ex ix e e0 r x
   | None -> None)
| PAX (e0, r, f) ->
  pinverted
    (match pds_value ix e f with
     | Some x -> pds_ex ix e e0 r (pinverse x)
     | None -> None)
| PEU (a, e0, r, f, g) ->
  pboth (pds_until ix e a e0 r) (pds_value ix e f) (pds_value ix e g)
| PER (a, e0, r, f, g) ->
  pboth (pds_release ix e a e0 r) (pds_value ix e f) (pds_value ix e g)
| PAU (a, e0, r, f, g) ->
  pinverted
    (pboth (fun x y -> pds_release ix e a e0 r (pinverse x) (pinverse y))
      (pds_value ix e f) (pds_value ix e g))
| PAR (a, e0, r, f, g) ->
  pinverted
    (pboth (fun x y -> pds_until ix e a e0 r (pinverse x) (pinverse y))
      (pds_value ix e f) (pds_value ix e g))
| PLift (j, h, f) ->
  (match pds_value ix e f with
   | Some x -> pds_lift e j h x
   | None -> None)

type oclaim =
| OIn of pclaim
| ONot of oclaim
| OAnd of oclaim * oclaim
| OOr of oclaim * oclaim
| OImp of oclaim * oclaim
| OIff of oclaim * oclaim
| OEX of evidence * pclaim
| OAX of evidence * pclaim
| OEU of automaton * evidence * pclaim * pclaim
| OER of automaton * evidence * pclaim * pclaim
| OAU of automaton * evidence * pclaim * pclaim
| OAR of automaton * evidence * pclaim * pclaim

(** val until_at :
    pds_index -> watches -> automaton -> evidence -> pvalue -> pvalue ->
    (aconf -> bool option) option **)

let until_at ix e a e0 x y =
  if (&&) (finite a) (Coq_Pos.eqb x.v_mon y.v_mon)
  then let m = watch_of e x.v_mon in
       let a0 = make_ready a in
       (match until_check (pds_each ix m a0) (accepting a0) (known_head x)
                (known_head y) e0 with
        | Some t0 ->
          Some (fun c ->
            until_says (accepting a0) (known_head x) (known_head y)
              (known_none y) t0 (XH, (fst c)) (carry m (snd c)))
        | None -> None)
  else None

(** val release_at :
    pds_index -> watches -> automaton -> evidence -> pvalue -> pvalue ->
    (aconf -> bool option) option **)

let release_at ix e a e0 x y =
  if (&&) ((&&) (finite a) (Coq_Pos.eqb x.v_mon y.v_mon)) (deterministic a)
  then let m = watch_of e x.v_mon in
       let a0 = make_ready a in
       (match release_check (pds_each ix m a0) (accepting a0) (known_head x)
                (known_head y) e0 with
        | Some t0 ->
          Some (fun c ->
            release_says (pds_each ix m a0) (accepting a0) (known_head x)
              (known_head y) (known_none y) t0 (XH, (fst c)) (carry m (snd c)))
        | None -> None)
  else None

(** val oboth :
    ((aconf -> bool option) -> (aconf -> bool option) -> 'a1 option) ->
    (aconf -> bool option) option -> (aconf -> bool option) option -> 'a1
    option **)

let oboth f x y =
  match x with
  | Some x0 -> (match y with
                | Some y0 -> f x0 y0
                | None -> None)
  | None -> None

(** val oinverted :
    (aconf -> bool option) option -> (aconf -> bool option) option **)

let oinverted = function
| Some v -> Some (fun c -> vnot (v c))
| None -> None

(** val outer_value :
    pds_index -> watches -> oclaim -> (aconf -> bool option) option **)

let rec outer_value ix e = function
| OIn c0 ->
  (match pds_value ix e c0 with
   | Some x -> Some (value_at e x)
   | None -> None)
| ONot f -> oinverted (outer_value ix e f)
| OAnd (f, g) ->
  oboth (fun x y -> Some (fun c0 -> vand (x c0) (y c0))) (outer_value ix e f)
    (outer_value ix e g)
| OOr (f, g) ->
  oboth (fun x y -> Some (fun c0 -> vor (x c0) (y c0))) (outer_value ix e f)
    (outer_value ix e g)
| OImp (f, g) ->
  oboth (fun x y -> Some (fun c0 -> vor (vnot (x c0)) (y c0)))
    (outer_value ix e f) (outer_value ix e g)
| OIff (f, g) ->
  oboth (fun x y -> Some (fun c0 -> viff (x c0) (y c0))) (outer_value ix e f)
    (outer_value ix e g)
| OEX (e0, f) ->
  (match pds_value ix e f with
   | Some x -> until_at ix e (one_action ix) e0 (ptrue x.v_mon) x
   | None -> None)
| OAX (e0, f) ->
  oinverted
    (match pds_value ix e f with
     | Some x -> until_at ix e (one_action ix) e0 (ptrue x.v_mon) (pinverse x)
     | None -> None)
| OEU (a, e0, f, g) ->
  pboth (until_at ix e a e0) (pds_value ix e f) (pds_value ix e g)
| OER (a, e0, f, g) ->
  pboth (release_at ix e a e0) (pds_value ix e f) (pds_value ix e g)
| OAU (a, e0, f, g) ->
  oinverted
    (pboth (fun x y -> release_at ix e a e0 (pinverse x) (pinverse y))
      (pds_value ix e f) (pds_value ix e g))
| OAR (a, e0, f, g) ->
  oinverted
    (pboth (fun x y -> until_at ix e a e0 (pinverse x) (pinverse y))
      (pds_value ix e f) (pds_value ix e g))

(** val check_ectl_pds :
    pds -> (positive * monitor) list -> oclaim -> aconf list -> bool option
    list option **)

let check_ectl_pds m mons c asked =
  match outer_value (index_pds m) (make_watches mons) c with
  | Some v -> Some (tmap0 v asked)
  | None -> None

type basic_type =
| TBit
| TByte
| TShort
| TInt
| TUnsigned of z
| TMtype
| TChan

type vtype = { t_basic : basic_type; t_array : bool }

type unary =
| UNot
| UNegate
| UComplement

type binary =
| BAdd
| BSub
| BMul
| BDiv
| BMod
| BAndBits
| BXorBits
| BOrBits
| BShiftLeft
| BShiftRight
| BEq
| BNe
| BLt
| BLe
| BGt
| BGe

type measure =
| MLen
| MEmpty
| MNempty
| MFull
| MNfull

type expression =
| XNum of z
| XRead of reference
| XUnary of unary * expression
| XBinary of binary * expression * expression
| XAnd of expression * expression
| XOr of expression * expression
| XIf of expression * expression * expression
| XMeasure of measure * expression
| XPoll of expression * bool * patterns
| XSelf
| XCount
| XLast
| XTimeout
| XAt of nat * expression * positive
| XSomeAt of nat * positive
| XRemote of nat * expression * reference
| XSomeRemote of nat * reference
and reference =
| Ref of bool * positive * indices * vtype
and indices =
| NoIndex
| Index of expression * z * z * indices
and patterns =
| PNil
| PAny of patterns
| PValue of expression * patterns
| PStore of reference * patterns

type action =
| ASkip
| ATest of expression
| AElse
| AAssign of reference * expression
| ARun of reference option * nat * expression list
| ASend of expression * bool * expression list
| AReceive of expression * bool * bool * patterns
| AAssert of expression
| APrint of expression list

type statement =
| SBasic of action
| SGoto of positive
| SBreak
| SIf of options
| SDo of options
| SBlock of sequence
| SAtomic of sequence
| SDstep of sequence
| SUnless of sequence * sequence
and sequence =
| SLast of (positive * bool) list * statement
| SThen of (positive * bool) list * statement * sequence
and options =
| NoOption
| MoreOptions of sequence * options

type initial_class =
| CUnsigned
| CBit
| CByte
| CChan
| CMtype
| CShort
| CInt
| CRecord

type initial =
| IValue of expression * nat
| IList of expression list
| IChannel of nat * nat

type declaration = { d_class : initial_class; d_first : positive;
                     d_type : vtype; d_initial : initial }

type proctype = { y_body : sequence option; y_provided : expression option;
                  y_cells : n; y_parameters : (positive * vtype) list;
                  y_declarations : declaration list }

type shape = { h_capacity : nat; h_fields : basic_type list }

type program = { g_cells : n; g_declarations : declaration list;
                 g_shapes : shape list; g_types : proctype list;
                 g_start : nat list; g_uses_timeout : bool; g_uses_last : 
                 bool }

type point =
| At of positive
| Behind of positive
| End

(** val same_point : point -> point -> bool **)

let same_point a b =
  match a with
  | At m -> (match b with
             | At n0 -> Coq_Pos.eqb m n0
             | _ -> false)
  | Behind m -> (match b with
                 | Behind n0 -> Coq_Pos.eqb m n0
                 | _ -> false)
  | End -> (match b with
            | End -> true
            | _ -> false)

type kind =
| KBasic of action
| KGoto of positive
| KBreak of positive
| KUnless of positive * positive
| KDstep of positive
| KOther

type entry0 = { e_kind : kind; e_after : point; e_atomic : bool;
                e_atomic_behind : bool; e_unless : positive list;
                e_firsts : positive list; e_entered : positive list }

(** val statement_size : statement -> positive **)

let rec statement_size = function
| SIf o -> options_size o XH
| SDo o -> options_size o XH
| SBlock s0 -> Coq_Pos.add XH (sequence_size s0)
| SAtomic s0 -> Coq_Pos.add XH (sequence_size s0)
| SDstep s0 -> Coq_Pos.add XH (sequence_size s0)
| SUnless (m, e) ->
  Coq_Pos.add (Coq_Pos.add XH (sequence_size m)) (sequence_size e)
| _ -> XH

(** val sequence_size : sequence -> positive **)

and sequence_size = function
| SLast (_, s0) -> statement_size s0
| SThen (_, s0, r) -> Coq_Pos.add (statement_size s0) (sequence_size r)

(** val options_size : options -> positive -> positive **)

and options_size o n0 =
  match o with
  | NoOption -> n0
  | MoreOptions (s, r) -> options_size r (Coq_Pos.add n0 (sequence_size s))

(** val first_of : sequence -> statement **)

let first_of = function
| SLast (_, s0) -> s0
| SThen (_, s0, _) -> s0

(** val is_else : sequence -> bool **)

let is_else s =
  match first_of s with
  | SBasic a -> (match a with
                 | AElse -> true
                 | _ -> false)
  | _ -> false

(** val firsts :
    bool -> statement -> positive -> positive list * positive list **)

let rec firsts inside s n0 =
  match s with
  | SIf o ->
    let (a, u) = firsts_of_options inside false o (Coq_Pos.add n0 XH) in
    let (b, v) = firsts_of_options inside true o (Coq_Pos.add n0 XH) in
    ((app a b), (app u v))
  | SDo o ->
    let (a, u) = firsts_of_options inside false o (Coq_Pos.add n0 XH) in
    let (b, v) = firsts_of_options inside true o (Coq_Pos.add n0 XH) in
    ((app a b), (app u v))
  | SBlock s0 -> firsts_of_sequence inside s0 (Coq_Pos.add n0 XH)
  | SAtomic s0 -> firsts_of_sequence inside s0 (Coq_Pos.add n0 XH)
  | SDstep s0 ->
    if inside
    then firsts_of_sequence inside s0 (Coq_Pos.add n0 XH)
    else ((n0 :: []), [])
  | SUnless (m, _) ->
    let (a, u) = firsts_of_sequence inside m (Coq_Pos.add n0 XH) in
    (a, (n0 :: u))
  | _ -> ((n0 :: []), [])

(** val firsts_of_sequence :
    bool -> sequence -> positive -> positive list * positive list **)

and firsts_of_sequence inside s n0 =
  match s with
  | SLast (_, s0) -> firsts inside s0 n0
  | SThen (_, s0, _) -> firsts inside s0 n0

(** val firsts_of_options :
    bool -> bool -> options -> positive -> positive list * positive list **)

and firsts_of_options inside elses o n0 =
  match o with
  | NoOption -> ([], [])
  | MoreOptions (s, r) ->
    let (b, v) =
      firsts_of_options inside elses r (Coq_Pos.add n0 (sequence_size s))
    in
    if eqb (is_else s) elses
    then let (a, u) = firsts_of_sequence inside s n0 in ((app a b), (app u v))
    else (b, v)

type table2 = { b_entries : entry0 PM.t; b_targets : positive PM.t;
                b_places : positive PM.t; b_ends : positive list;
                b_ends_behind : positive list; b_points : nat }

(** val no_table : table2 **)

let no_table =
  { b_entries = PM.empty; b_targets = PM.empty; b_places = PM.empty; b_ends =
    []; b_ends_behind = []; b_points = O }

(** val add_labels :
    bool -> (positive * bool) list -> statement -> positive -> table2 ->
    table2 **)

let add_labels misplaced l s n0 t0 =
  let misplaced0 = (&&) misplaced (match s with
                                   | SDo _ -> false
                                   | _ -> true) in
  fold_left (fun t1 x -> { b_entries = t1.b_entries; b_targets =
    (PM.add (fst x) n0 t1.b_targets); b_places =
    (if misplaced0 then t1.b_places else PM.add (fst x) n0 t1.b_places);
    b_ends =
    (if (&&) (snd x) (negb misplaced0) then n0 :: t1.b_ends else t1.b_ends);
    b_ends_behind =
    (if (&&) (snd x) misplaced0
     then n0 :: t1.b_ends_behind
     else t1.b_ends_behind); b_points = t1.b_points }) l t0

(** val add_entry : positive -> entry0 -> table2 -> table2 **)

let add_entry n0 e t0 =
  { b_entries = (PM.add n0 e t0.b_entries); b_targets = t0.b_targets;
    b_places = t0.b_places; b_ends = t0.b_ends; b_ends_behind =
    t0.b_ends_behind; b_points = (S (S t0.b_points)) }

type place = { w_atomic : bool; w_last : bool; w_inside : bool;
               w_loop : positive; w_unless : positive list }

(** val lay : place -> statement -> positive -> point -> table2 -> table2 **)

let rec lay w s n0 after t0 =
  let enter1 = fun k atomic behind ->
    let (f, u) = firsts w.w_inside s n0 in
    add_entry n0 { e_kind = k; e_after = after; e_atomic = atomic;
      e_atomic_behind = behind; e_unless = w.w_unless; e_firsts = f;
      e_entered = u }
  in
  let a = w.w_atomic in
  let alone = negb w.w_last in
  let within0 = { w_atomic = a; w_last = false; w_inside = w.w_inside;
    w_loop = w.w_loop; w_unless = w.w_unless }
  in
  (match s with
   | SBasic x -> enter1 (KBasic x) ((&&) a alone) a t0
   | SGoto l -> enter1 (KGoto l) ((&&) a alone) a t0
   | SBreak -> enter1 (KBreak w.w_loop) ((&&) a alone) a t0
   | SIf o ->
     enter1 KOther a ((&&) a alone)
       (lay_options within0 o (Coq_Pos.add n0 XH) (Behind n0) t0)
   | SDo o ->
     enter1 KOther a ((&&) a alone)
       (lay_options { w_atomic = a; w_last = false; w_inside = w.w_inside;
         w_loop = n0; w_unless = w.w_unless } o (Coq_Pos.add n0 XH) (At n0)
         t0)
   | SBlock r ->
     enter1 KOther a a (lay_sequence w r false (Coq_Pos.add n0 XH) after t0)
   | SAtomic r ->
     enter1 KOther a a
       (lay_sequence
         (if a
          then w
          else { w_atomic = true; w_last = true; w_inside = w.w_inside;
                 w_loop = w.w_loop; w_unless = w.w_unless }) r false
         (Coq_Pos.add n0 XH) after t0)
   | SDstep r ->
     if w.w_inside
     then enter1 KOther a a
            (lay_sequence w r false (Coq_Pos.add n0 XH) after t0)
     else enter1 (KDstep (Coq_Pos.add n0 XH)) ((&&) a alone) a
            (lay_sequence { w_atomic = false; w_last = false; w_inside =
              true; w_loop = w.w_loop; w_unless = w.w_unless } r false
              (Coq_Pos.add n0 XH) End t0)
   | SUnless (m, e) ->
     let n' = Coq_Pos.add (Coq_Pos.add n0 XH) (sequence_size m) in
     enter1 (KUnless ((Coq_Pos.add n0 XH), n')) a ((&&) a alone)
       (lay_sequence within0 e false n' (Behind n0)
         (lay_sequence { w_atomic = a; w_last = false; w_inside = w.w_inside;
           w_loop = w.w_loop; w_unless = (app w.w_unless (n0 :: [])) } m
           false (Coq_Pos.add n0 XH) (Behind n0) t0)))

(** val lay_sequence :
    place -> sequence -> bool -> positive -> point -> table2 -> table2 **)

and lay_sequence w s is_option n0 after t0 =
  match s with
  | SLast (l, s0) -> lay w s0 n0 after (add_labels is_option l s0 n0 t0)
  | SThen (l, s0, r) ->
    let n' = Coq_Pos.add n0 (statement_size s0) in
    lay_sequence w r false n' after
      (lay { w_atomic = w.w_atomic; w_last = false; w_inside = w.w_inside;
        w_loop = w.w_loop; w_unless = w.w_unless } s0 n0 (At n')
        (add_labels is_option l s0 n0 t0))

(** val lay_options :
    place -> options -> positive -> point -> table2 -> table2 **)

and lay_options w o n0 after t0 =
  match o with
  | NoOption -> t0
  | MoreOptions (s, r) ->
    lay_options w r (Coq_Pos.add n0 (sequence_size s)) after
      (lay_sequence w s true n0 after t0)

(** val find_entry : table2 -> positive -> entry0 option **)

let find_entry t0 n0 =
  PM.find n0 t0.b_entries

(** val pass : table2 -> point -> point option **)

let pass t0 = function
| At n0 ->
  (match option_map (fun e -> e.e_kind) (find_entry t0 n0) with
   | Some k ->
     (match k with
      | KGoto l -> option_map (fun x -> At x) (PM.find l t0.b_targets)
      | KBreak d -> Some (Behind d)
      | KUnless (m, _) -> Some (At m)
      | _ -> None)
   | None -> None)
| Behind n0 -> option_map (fun e -> e.e_after) (find_entry t0 n0)
| End -> None

(** val is_inside : table2 -> point -> bool **)

let is_inside t0 = function
| At n0 ->
  (match find_entry t0 n0 with
   | Some e -> (||) e.e_atomic e.e_atomic_behind
   | None -> false)
| Behind n0 ->
  (match find_entry t0 n0 with
   | Some e -> (||) e.e_atomic e.e_atomic_behind
   | None -> false)
| End -> false

(** val is_atomic : table2 -> point -> bool **)

let is_atomic t0 p = match p with
| At n0 ->
  (match find_entry t0 n0 with
   | Some e ->
     (match e.e_kind with
      | KGoto _ ->
        (&&) e.e_atomic_behind
          (match pass t0 p with
           | Some q -> is_inside t0 q
           | None -> false)
      | KBreak _ ->
        (&&) e.e_atomic_behind
          (match pass t0 p with
           | Some q -> is_inside t0 q
           | None -> false)
      | _ -> e.e_atomic)
   | None -> false)
| Behind n0 ->
  (match find_entry t0 n0 with
   | Some e -> e.e_atomic_behind
   | None -> false)
| End -> false

(** val resolve_in : table2 -> nat -> bool -> point -> point **)

let rec resolve_in t0 fuel0 alone p =
  match fuel0 with
  | O -> p
  | S fuel1 ->
    (match pass t0 p with
     | Some q ->
       if (&&) alone (negb (is_atomic t0 q))
       then p
       else resolve_in t0 fuel1 alone q
     | None -> p)

(** val resolve : table2 -> bool -> point -> point **)

let resolve t0 =
  resolve_in t0 t0.b_points

type move0 =
| Execute of positive
| Pass of point
| Die

(** val target0 : table2 -> move0 -> point * bool **)

let target0 t0 = function
| Execute n0 ->
  (match find_entry t0 n0 with
   | Some e -> ((resolve t0 e.e_atomic e.e_after), e.e_atomic)
   | None -> (End, false))
| Pass p ->
  let a = is_atomic t0 p in
  ((match pass t0 p with
    | Some q -> resolve t0 a q
    | None -> p), a)
| Die -> (End, false)

(** val move_of : table2 -> positive -> move0 **)

let move_of t0 n0 =
  match option_map (fun e -> e.e_kind) (find_entry t0 n0) with
  | Some k ->
    (match k with
     | KGoto _ -> Pass (At n0)
     | KBreak _ -> Pass (At n0)
     | _ -> Execute n0)
  | None -> Execute n0

(** val first_moves : table2 -> positive -> move0 list **)

let first_moves t0 n0 =
  match find_entry t0 n0 with
  | Some e -> map (move_of t0) e.e_firsts
  | None -> []

(** val escape_moves : table2 -> positive -> move0 list **)

let escape_moves t0 u =
  match option_map (fun e -> e.e_kind) (find_entry t0 u) with
  | Some k ->
    (match k with
     | KUnless (_, e) ->
       (match resolve t0 false (At e) with
        | At n0 -> first_moves t0 n0
        | Behind n0 -> (Pass (Behind n0)) :: []
        | End -> Die :: [])
     | _ -> [])
  | None -> []

(** val tagged : positive -> move0 list -> (move0 * positive option) list **)

let tagged u l =
  map (fun m -> (m, (Some u))) l

(** val escape_group :
    table2 -> positive -> (move0 * positive option) list **)

let escape_group t0 u =
  tagged u (rev (escape_moves t0 u))

(** val escapes :
    table2 -> positive list -> positive list -> (move0 * positive option) list **)

let escapes t0 around entered0 =
  match around with
  | [] -> flat_map (escape_group t0) (app around entered0)
  | _ :: _ ->
    (match entered0 with
     | [] -> flat_map (escape_group t0) (app around entered0)
     | u :: us ->
       app
         (tagged u
           (rev
             (app (flat_map (fun v -> rev (escape_moves t0 v)) around)
               (escape_moves t0 u)))) (flat_map (escape_group t0) us))

(** val moves : table2 -> point -> (move0 * positive option) list **)

let moves t0 p = match p with
| At n0 ->
  (match find_entry t0 n0 with
   | Some e ->
     app (escapes t0 e.e_unless e.e_entered)
       (map (fun m -> (m, None)) (first_moves t0 n0))
   | None -> [])
| Behind _ -> ((Pass p), None) :: []
| End -> (Die, None) :: []

type code0 = { k_table : table2; k_start : point; k_ends : point list;
               k_moves : (move0 * positive option) list PM.t;
               k_targets : (point * bool) PM.t; k_inside : point PM.t }

(** val next_inside : table2 -> positive -> point **)

let next_inside t0 n0 =
  resolve t0 false
    (match move_of t0 n0 with
     | Pass p -> p
     | _ -> (match find_entry t0 n0 with
             | Some e -> e.e_after
             | None -> End))

(** val code_of : sequence option -> code0 **)

let code_of = function
| Some s ->
  let t0 =
    lay_sequence { w_atomic = false; w_last = false; w_inside = false;
      w_loop = XH; w_unless = [] } s false XH End no_table
  in
  let behind = fun n0 ->
    match find_entry t0 n0 with
    | Some e -> (resolve t0 false e.e_after) :: []
    | None -> []
  in
  { k_table = t0; k_start = (resolve t0 false (At XH)); k_ends =
  (app (map (fun x -> At x) t0.b_ends) (flat_map behind t0.b_ends_behind));
  k_moves = (PM.mapi (fun n0 _ -> moves t0 (At n0)) t0.b_entries);
  k_targets = (PM.mapi (fun n0 _ -> target0 t0 (Execute n0)) t0.b_entries);
  k_inside = (PM.mapi (fun n0 _ -> next_inside t0 n0) t0.b_entries) }
| None ->
  { k_table = no_table; k_start = End; k_ends = []; k_moves = PM.empty;
    k_targets = PM.empty; k_inside = PM.empty }

(** val moves_at : code0 -> point -> (move0 * positive option) list **)

let moves_at c p = match p with
| At n0 -> (match PM.find n0 c.k_moves with
            | Some l -> l
            | None -> [])
| _ -> moves c.k_table p

(** val target_of : code0 -> move0 -> point * bool **)

let target_of c m = match m with
| Execute n0 ->
  (match PM.find n0 c.k_targets with
   | Some t0 -> t0
   | None -> (End, false))
| _ -> target0 c.k_table m

(** val inside_after : code0 -> positive -> point **)

let inside_after c n0 =
  match PM.find n0 c.k_inside with
  | Some p -> p
  | None -> End

(** val stands_at : code0 -> point -> positive -> bool **)

let stands_at c p label =
  match PM.find label c.k_table.b_places with
  | Some n0 -> same_point p (At n0)
  | None -> false

type fault =
| BadIndex
| BadDivision
| BadChannel
| BadFields
| BadPeek
| BlockedDstep
| SendInDstep
| TooMany

type 'a outcome =
| Val of 'a
| Bad of fault
| Unknown

(** val bind : 'a1 outcome -> ('a1 -> 'a2 outcome) -> 'a2 outcome **)

let bind o f =
  match o with
  | Val a -> f a
  | Bad e -> Bad e
  | Unknown -> Unknown

(** val unsigned : z -> z -> z **)

let unsigned bits z0 =
  Z.coq_land z0 (Z.ones bits)

(** val signed : z -> z -> z **)

let signed bits z0 =
  let u = unsigned bits z0 in
  if Z.ltb u (Z.shiftl (Zpos XH) (Z.sub bits (Zpos XH)))
  then u
  else Z.sub u (Z.shiftl (Zpos XH) bits)

(** val int : z -> z **)

let int z0 =
  signed (Zpos (XO (XO (XO (XO (XO XH)))))) z0

(** val store_as : vtype -> z -> z **)

let store_as t0 z0 =
  match t0.t_basic with
  | TBit ->
    unsigned (if t0.t_array then Zpos (XO (XO (XO XH))) else Zpos XH) z0
  | TShort -> signed (Zpos (XO (XO (XO (XO XH))))) z0
  | TInt -> int z0
  | TUnsigned bits ->
    if Z.leb (Zpos (XO (XO (XO (XO (XO XH)))))) bits
    then int z0
    else unsigned bits z0
  | _ -> unsigned (Zpos (XO (XO (XO XH)))) z0

(** val of_bool0 : bool -> z **)

let of_bool0 = function
| true -> Zpos XH
| false -> Z0

(** val is_true : z -> bool **)

let is_true z0 =
  negb (Z.eqb z0 Z0)

(** val apply_unary : unary -> z -> z **)

let apply_unary o a =
  match o with
  | UNot -> of_bool0 (Z.eqb a Z0)
  | UNegate -> int (Z.opp a)
  | UComplement -> Z.lnot a

(** val apply_binary : binary -> z -> z -> z outcome **)

let apply_binary o a b =
  match o with
  | BAdd -> Val (int (Z.add a b))
  | BSub -> Val (int (Z.sub a b))
  | BMul -> Val (int (Z.mul a b))
  | BDiv -> if Z.eqb b Z0 then Bad BadDivision else Val (int (Z.quot a b))
  | BMod -> if Z.eqb b Z0 then Bad BadDivision else Val (Z.rem a b)
  | BAndBits -> Val (Z.coq_land a b)
  | BXorBits -> Val (Z.coq_lxor a b)
  | BOrBits -> Val (Z.coq_lor a b)
  | BShiftLeft ->
    Val (int (Z.shiftl a (Z.coq_land b (Zpos (XI (XI (XI (XI XH))))))))
  | BShiftRight ->
    Val (Z.shiftr a (Z.coq_land b (Zpos (XI (XI (XI (XI XH)))))))
  | BEq -> Val (of_bool0 (Z.eqb a b))
  | BNe -> Val (of_bool0 (negb (Z.eqb a b)))
  | BLt -> Val (of_bool0 (Z.ltb a b))
  | BLe -> Val (of_bool0 (Z.leb a b))
  | BGt -> Val (of_bool0 (Z.ltb b a))
  | BGe -> Val (of_bool0 (Z.leb b a))

type cells = z PM.t

type process = { p_type : nat; p_at : point; p_cells : cells; p_channels : nat }

type channel = { c_shape : nat; c_messages : z list list }

type pstate = { s_globals : cells; s_processes : process list;
                s_channels : channel list; s_last : z }

(** val find_process : pstate -> z -> process option **)

let find_process s pid =
  if Z.leb Z0 pid then nth_error s.s_processes (Z.to_nat pid) else None

(** val find_channel : pstate -> z -> channel option **)

let find_channel s n0 =
  if Z.leb (Zpos XH) n0
  then nth_error s.s_channels (Z.to_nat (Z.sub n0 (Zpos XH)))
  else None

(** val change : nat -> ('a1 -> 'a1) -> 'a1 list -> 'a1 list **)

let rec change n0 f = function
| [] -> []
| x :: l0 -> (match n0 with
              | O -> (f x) :: l0
              | S n1 -> x :: (change n1 f l0))

(** val set_processes : process list -> pstate -> pstate **)

let set_processes l s =
  { s_globals = s.s_globals; s_processes = l; s_channels = s.s_channels;
    s_last = s.s_last }

(** val set_channels : channel list -> pstate -> pstate **)

let set_channels l s =
  { s_globals = s.s_globals; s_processes = s.s_processes; s_channels = l;
    s_last = s.s_last }

(** val change_process : nat -> (process -> process) -> pstate -> pstate **)

let change_process pid f s =
  set_processes (change pid f s.s_processes) s

(** val set_messages : z -> z list list -> pstate -> pstate **)

let set_messages n0 l s =
  set_channels
    (change (Z.to_nat (Z.sub n0 (Zpos XH))) (fun c -> { c_shape = c.c_shape;
      c_messages = l }) s.s_channels) s

(** val code_at : code0 list -> nat -> code0 **)

let code_at codes type0 =
  nth type0 codes (code_of None)

(** val shape_of : program -> channel -> shape **)

let shape_of g c =
  nth c.c_shape g.g_shapes { h_capacity = O; h_fields = [] }

(** val is_rendezvous : program -> channel -> bool **)

let is_rendezvous g c =
  Nat.eqb (shape_of g c).h_capacity O

(** val is_full : program -> channel -> bool **)

let is_full g c =
  (&&) (negb (is_rendezvous g c))
    (Nat.leb (shape_of g c).h_capacity (length c.c_messages))

type context = { x_pid : nat option; x_timeout : bool }

(** val channel_of : pstate -> z -> channel option outcome **)

let channel_of s n0 =
  if Z.eqb n0 Z0 then Bad BadChannel else Val (find_channel s n0)

(** val measured : program -> measure -> channel option -> z **)

let measured g m c =
  let length0 =
    match c with
    | Some c0 -> Z.of_nat (length c0.c_messages)
    | None -> Z0
  in
  let full = match c with
             | Some c0 -> is_full g c0
             | None -> false in
  (match m with
   | MLen -> length0
   | MEmpty -> of_bool0 (Z.eqb length0 Z0)
   | MNempty -> of_bool0 (negb (Z.eqb length0 Z0))
   | MFull -> of_bool0 full
   | MNfull -> of_bool0 (negb full))

(** val fits : z option list -> z list -> bool -> bool outcome **)

let rec fits wanted message only =
  match wanted with
  | [] -> Val true
  | o :: w ->
    (match o with
     | Some z0 ->
       (match message with
        | [] ->
          if only
          then if Z.eqb z0 Z0 then fits w [] only else Val false
          else Bad BadFields
        | x :: message0 ->
          if Z.eqb z0 x then fits w message0 only else Val false)
     | None -> fits w (tl message) only)

(** val fits_in :
    program -> channel -> z option list -> z list -> bool outcome **)

let fits_in g c wanted message =
  fits wanted message (Nat.eqb (length (shape_of g c).h_fields) (S O))

(** val find_message :
    program -> channel -> bool -> z option list -> z list list -> z list list
    -> ((z list list * z list) * z list list) option outcome **)

let rec find_message g c random wanted before0 = function
| [] -> Val None
| m :: l0 ->
  bind (fits_in g c wanted m) (fun b ->
    if b
    then Val (Some (((rev before0), m), l0))
    else if random
         then find_message g c random wanted (m :: before0) l0
         else Val None)

(** val first_of_type : nat -> process list -> process option **)

let rec first_of_type type0 = function
| [] -> None
| p :: l0 -> if Nat.eqb p.p_type type0 then Some p else first_of_type type0 l0

(** val remote : nat -> process option -> process option **)

let remote type0 = function
| Some p0 -> if Nat.eqb p0.p_type type0 then Some p0 else None
| None -> None

(** val cells_of : pstate -> context -> bool -> cells option **)

let cells_of s x = function
| true ->
  (match x.x_pid with
   | Some pid -> option_map (fun p -> p.p_cells) (nth_error s.s_processes pid)
   | None -> None)
| false -> Some s.s_globals

(** val read : cells option -> positive -> z **)

let read o c =
  match o with
  | Some m -> (match PM.find c m with
               | Some z0 -> z0
               | None -> Z0)
  | None -> Z0

(** val stands : code0 list -> process option -> positive -> z **)

let stands codes p l =
  of_bool0
    (match p with
     | Some p0 -> stands_at (code_at codes p0.p_type) p0.p_at l
     | None -> false)

(** val eval :
    program -> code0 list -> pstate -> context -> expression -> z outcome **)

let eval g codes =
  let rec eval0 s x = function
  | XNum z0 -> Val z0
  | XRead r ->
    let Ref (is_local, first, i, _) = r in
    bind (locate0 s x i (Zpos first)) (fun c -> Val
      (read (cells_of s x is_local) c))
  | XUnary (o, a) -> bind (eval0 s x a) (fun a0 -> Val (apply_unary o a0))
  | XBinary (o, a, b) ->
    bind (eval0 s x a) (fun a0 ->
      bind (eval0 s x b) (fun b0 -> apply_binary o a0 b0))
  | XAnd (a, b) ->
    bind (eval0 s x a) (fun a0 ->
      if is_true a0
      then bind (eval0 s x b) (fun b0 -> Val (of_bool0 (is_true b0)))
      else Val Z0)
  | XOr (a, b) ->
    bind (eval0 s x a) (fun a0 ->
      if is_true a0
      then Val (Zpos XH)
      else bind (eval0 s x b) (fun b0 -> Val (of_bool0 (is_true b0))))
  | XIf (a, b, c) ->
    bind (eval0 s x a) (fun a0 ->
      if is_true a0 then eval0 s x b else eval0 s x c)
  | XMeasure (m, c) ->
    bind (eval0 s x c) (fun n0 ->
      bind (channel_of s n0) (fun c0 -> Val (measured g m c0)))
  | XPoll (c, random, p) ->
    bind (eval0 s x c) (fun n0 ->
      bind (wanted_by0 s x p) (fun wanted ->
        bind (channel_of s n0) (fun c0 ->
          match c0 with
          | Some c1 ->
            if is_rendezvous g c1
            then Bad BadPeek
            else bind (find_message g c1 random wanted [] c1.c_messages)
                   (fun m -> Val
                   (of_bool0 (match m with
                              | Some _ -> true
                              | None -> false)))
          | None -> Val Z0)))
  | XSelf ->
    Val (match x.x_pid with
         | Some pid -> Z.of_nat pid
         | None -> Zneg XH)
  | XCount -> Val (Z.of_nat (length s.s_processes))
  | XLast -> Val s.s_last
  | XTimeout -> Val (of_bool0 x.x_timeout)
  | XAt (type0, pid, l) ->
    bind (eval0 s x pid) (fun pid0 -> Val
      (stands codes (remote type0 (find_process s pid0)) l))
  | XSomeAt (type0, l) ->
    Val (stands codes (first_of_type type0 s.s_processes) l)
  | XRemote (type0, pid, r) ->
    let Ref (_, first, i, _) = r in
    bind (eval0 s x pid) (fun pid0 ->
      match remote type0 (find_process s pid0) with
      | Some p ->
        bind (locate0 s x i (Zpos first)) (fun c -> Val
          (read (Some p.p_cells) c))
      | None -> Val Z0)
  | XSomeRemote (type0, r) ->
    let Ref (_, first, i, _) = r in
    (match first_of_type type0 s.s_processes with
     | Some p ->
       bind (locate0 s x i (Zpos first)) (fun c -> Val
         (read (Some p.p_cells) c))
     | None -> Val Z0)
  and locate0 s x i c =
    match i with
    | NoIndex -> Val (Z.to_pos c)
    | Index (e, count0, stride, r) ->
      bind (eval0 s x e) (fun z0 ->
        if (&&) (Z.leb Z0 z0) (Z.ltb z0 count0)
        then locate0 s x r (Z.add c (Z.mul z0 stride))
        else Bad BadIndex)
  and wanted_by0 s x = function
  | PNil -> Val []
  | PAny r -> bind (wanted_by0 s x r) (fun l -> Val (None :: l))
  | PValue (e, r) ->
    bind (eval0 s x e) (fun z0 ->
      bind (wanted_by0 s x r) (fun l -> Val ((Some z0) :: l)))
  | PStore (_, r) -> bind (wanted_by0 s x r) (fun l -> Val (None :: l))
  in eval0

(** val locate :
    program -> code0 list -> pstate -> context -> indices -> z -> positive
    outcome **)

let locate g codes =
  let rec eval0 s x = function
  | XNum z0 -> Val z0
  | XRead r ->
    let Ref (is_local, first, i, _) = r in
    bind (locate0 s x i (Zpos first)) (fun c -> Val
      (read (cells_of s x is_local) c))
  | XUnary (o, a) -> bind (eval0 s x a) (fun a0 -> Val (apply_unary o a0))
  | XBinary (o, a, b) ->
    bind (eval0 s x a) (fun a0 ->
      bind (eval0 s x b) (fun b0 -> apply_binary o a0 b0))
  | XAnd (a, b) ->
    bind (eval0 s x a) (fun a0 ->
      if is_true a0
      then bind (eval0 s x b) (fun b0 -> Val (of_bool0 (is_true b0)))
      else Val Z0)
  | XOr (a, b) ->
    bind (eval0 s x a) (fun a0 ->
      if is_true a0
      then Val (Zpos XH)
      else bind (eval0 s x b) (fun b0 -> Val (of_bool0 (is_true b0))))
  | XIf (a, b, c) ->
    bind (eval0 s x a) (fun a0 ->
      if is_true a0 then eval0 s x b else eval0 s x c)
  | XMeasure (m, c) ->
    bind (eval0 s x c) (fun n0 ->
      bind (channel_of s n0) (fun c0 -> Val (measured g m c0)))
  | XPoll (c, random, p) ->
    bind (eval0 s x c) (fun n0 ->
      bind (wanted_by0 s x p) (fun wanted ->
        bind (channel_of s n0) (fun c0 ->
          match c0 with
          | Some c1 ->
            if is_rendezvous g c1
            then Bad BadPeek
            else bind (find_message g c1 random wanted [] c1.c_messages)
                   (fun m -> Val
                   (of_bool0 (match m with
                              | Some _ -> true
                              | None -> false)))
          | None -> Val Z0)))
  | XSelf ->
    Val (match x.x_pid with
         | Some pid -> Z.of_nat pid
         | None -> Zneg XH)
  | XCount -> Val (Z.of_nat (length s.s_processes))
  | XLast -> Val s.s_last
  | XTimeout -> Val (of_bool0 x.x_timeout)
  | XAt (type0, pid, l) ->
    bind (eval0 s x pid) (fun pid0 -> Val
      (stands codes (remote type0 (find_process s pid0)) l))
  | XSomeAt (type0, l) ->
    Val (stands codes (first_of_type type0 s.s_processes) l)
  | XRemote (type0, pid, r) ->
    let Ref (_, first, i, _) = r in
    bind (eval0 s x pid) (fun pid0 ->
      match remote type0 (find_process s pid0) with
      | Some p ->
        bind (locate0 s x i (Zpos first)) (fun c -> Val
          (read (Some p.p_cells) c))
      | None -> Val Z0)
  | XSomeRemote (type0, r) ->
    let Ref (_, first, i, _) = r in
    (match first_of_type type0 s.s_processes with
     | Some p ->
       bind (locate0 s x i (Zpos first)) (fun c -> Val
         (read (Some p.p_cells) c))
     | None -> Val Z0)
  and locate0 s x i c =
    match i with
    | NoIndex -> Val (Z.to_pos c)
    | Index (e, count0, stride, r) ->
      bind (eval0 s x e) (fun z0 ->
        if (&&) (Z.leb Z0 z0) (Z.ltb z0 count0)
        then locate0 s x r (Z.add c (Z.mul z0 stride))
        else Bad BadIndex)
  and wanted_by0 s x = function
  | PNil -> Val []
  | PAny r -> bind (wanted_by0 s x r) (fun l -> Val (None :: l))
  | PValue (e, r) ->
    bind (eval0 s x e) (fun z0 ->
      bind (wanted_by0 s x r) (fun l -> Val ((Some z0) :: l)))
  | PStore (_, r) -> bind (wanted_by0 s x r) (fun l -> Val (None :: l))
  in locate0

(** val wanted_by :
    program -> code0 list -> pstate -> context -> patterns -> z option list
    outcome **)

let wanted_by g codes =
  let rec eval0 s x = function
  | XNum z0 -> Val z0
  | XRead r ->
    let Ref (is_local, first, i, _) = r in
    bind (locate0 s x i (Zpos first)) (fun c -> Val
      (read (cells_of s x is_local) c))
  | XUnary (o, a) -> bind (eval0 s x a) (fun a0 -> Val (apply_unary o a0))
  | XBinary (o, a, b) ->
    bind (eval0 s x a) (fun a0 ->
      bind (eval0 s x b) (fun b0 -> apply_binary o a0 b0))
  | XAnd (a, b) ->
    bind (eval0 s x a) (fun a0 ->
      if is_true a0
      then bind (eval0 s x b) (fun b0 -> Val (of_bool0 (is_true b0)))
      else Val Z0)
  | XOr (a, b) ->
    bind (eval0 s x a) (fun a0 ->
      if is_true a0
      then Val (Zpos XH)
      else bind (eval0 s x b) (fun b0 -> Val (of_bool0 (is_true b0))))
  | XIf (a, b, c) ->
    bind (eval0 s x a) (fun a0 ->
      if is_true a0 then eval0 s x b else eval0 s x c)
  | XMeasure (m, c) ->
    bind (eval0 s x c) (fun n0 ->
      bind (channel_of s n0) (fun c0 -> Val (measured g m c0)))
  | XPoll (c, random, p) ->
    bind (eval0 s x c) (fun n0 ->
      bind (wanted_by0 s x p) (fun wanted ->
        bind (channel_of s n0) (fun c0 ->
          match c0 with
          | Some c1 ->
            if is_rendezvous g c1
            then Bad BadPeek
            else bind (find_message g c1 random wanted [] c1.c_messages)
                   (fun m -> Val
                   (of_bool0 (match m with
                              | Some _ -> true
                              | None -> false)))
          | None -> Val Z0)))
  | XSelf ->
    Val (match x.x_pid with
         | Some pid -> Z.of_nat pid
         | None -> Zneg XH)
  | XCount -> Val (Z.of_nat (length s.s_processes))
  | XLast -> Val s.s_last
  | XTimeout -> Val (of_bool0 x.x_timeout)
  | XAt (type0, pid, l) ->
    bind (eval0 s x pid) (fun pid0 -> Val
      (stands codes (remote type0 (find_process s pid0)) l))
  | XSomeAt (type0, l) ->
    Val (stands codes (first_of_type type0 s.s_processes) l)
  | XRemote (type0, pid, r) ->
    let Ref (_, first, i, _) = r in
    bind (eval0 s x pid) (fun pid0 ->
      match remote type0 (find_process s pid0) with
      | Some p ->
        bind (locate0 s x i (Zpos first)) (fun c -> Val
          (read (Some p.p_cells) c))
      | None -> Val Z0)
  | XSomeRemote (type0, r) ->
    let Ref (_, first, i, _) = r in
    (match first_of_type type0 s.s_processes with
     | Some p ->
       bind (locate0 s x i (Zpos first)) (fun c -> Val
         (read (Some p.p_cells) c))
     | None -> Val Z0)
  and locate0 s x i c =
    match i with
    | NoIndex -> Val (Z.to_pos c)
    | Index (e, count0, stride, r) ->
      bind (eval0 s x e) (fun z0 ->
        if (&&) (Z.leb Z0 z0) (Z.ltb z0 count0)
        then locate0 s x r (Z.add c (Z.mul z0 stride))
        else Bad BadIndex)
  and wanted_by0 s x = function
  | PNil -> Val []
  | PAny r -> bind (wanted_by0 s x r) (fun l -> Val (None :: l))
  | PValue (e, r) ->
    bind (eval0 s x e) (fun z0 ->
      bind (wanted_by0 s x r) (fun l -> Val ((Some z0) :: l)))
  | PStore (_, r) -> bind (wanted_by0 s x r) (fun l -> Val (None :: l))
  in wanted_by0

(** val eval_all :
    program -> code0 list -> pstate -> context -> expression list -> z list
    outcome **)

let rec eval_all g codes s x = function
| [] -> Val []
| e :: l0 ->
  bind (eval g codes s x e) (fun z0 ->
    bind (eval_all g codes s x l0) (fun r -> Val (z0 :: r)))

(** val put_cell : context -> bool -> positive -> z -> pstate -> pstate **)

let put_cell x is_local c z0 s =
  if is_local
  then (match x.x_pid with
        | Some pid ->
          change_process pid (fun p -> { p_type = p.p_type; p_at = p.p_at;
            p_cells = (PM.add c z0 p.p_cells); p_channels = p.p_channels }) s
        | None -> s)
  else { s_globals = (PM.add c z0 s.s_globals); s_processes = s.s_processes;
         s_channels = s.s_channels; s_last = s.s_last }

(** val assign :
    program -> code0 list -> context -> reference -> z -> pstate -> pstate
    outcome **)

let assign g codes x r z0 s =
  let Ref (is_local, first, i, t0) = r in
  bind (locate g codes s x i (Zpos first)) (fun c -> Val
    (put_cell x is_local c (store_as t0 z0) s))

(** val assign_message :
    program -> code0 list -> context -> patterns -> z list -> pstate ->
    pstate outcome **)

let rec assign_message g codes x p message s =
  match p with
  | PNil -> Val s
  | PAny r -> assign_message g codes x r (tl message) s
  | PValue (_, r) -> assign_message g codes x r (tl message) s
  | PStore (y, r) ->
    bind (assign g codes x y (hd Z0 message) s) (fun s0 ->
      assign_message g codes x r (tl message) s0)

(** val most : nat **)

let most =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val at_most : nat -> bool **)

let at_most n0 =
  Nat.ltb n0 most

(** val put_row :
    context -> bool -> positive -> z list -> pstate -> pstate **)

let rec put_row x is_local c l s =
  match l with
  | [] -> s
  | z0 :: l0 ->
    put_row x is_local (Coq_Pos.succ c) l0 (put_cell x is_local c z0 s)

(** val open_channels :
    context -> bool -> positive -> nat -> nat -> pstate -> pstate outcome **)

let rec open_channels x is_local c shape0 count0 s =
  match count0 with
  | O -> Val s
  | S count1 ->
    let n0 = length s.s_channels in
    if at_most n0
    then open_channels x is_local (Coq_Pos.succ c) shape0 count1
           (put_cell x is_local c (Z.add (Z.of_nat n0) (Zpos XH))
             (set_channels
               (app s.s_channels ({ c_shape = shape0; c_messages =
                 [] } :: [])) s))
    else Bad TooMany

(** val declare :
    program -> code0 list -> context -> bool -> declaration -> pstate ->
    pstate outcome **)

let declare g codes x is_local d s =
  match d.d_initial with
  | IValue (e, count0) ->
    bind (eval g codes s x e) (fun z0 -> Val
      (put_row x is_local d.d_first (repeat (store_as d.d_type z0) count0) s))
  | IList l ->
    let rec one0 c l0 s0 =
      match l0 with
      | [] -> Val s0
      | e :: l1 ->
        bind (eval g codes s0 x e) (fun z0 ->
          one0 (Coq_Pos.succ c) l1
            (put_cell x is_local c (store_as d.d_type z0) s0))
    in one0 d.d_first l s
  | IChannel (shape0, count0) ->
    open_channels x is_local d.d_first shape0 count0 s

(** val declare_all :
    program -> code0 list -> context -> bool -> declaration list -> pstate ->
    pstate outcome **)

let rec declare_all g codes x is_local l s =
  match l with
  | [] -> Val s
  | d :: l0 ->
    bind (declare g codes x is_local d s) (fun s0 ->
      declare_all g codes x is_local l0 s0)

(** val zeros : n -> cells **)

let zeros n0 =
  snd
    (N.iter n0 (fun y -> ((Coq_Pos.succ (fst y)),
      (PM.add (fst y) Z0 (snd y)))) (XH, PM.empty))

(** val create :
    program -> code0 list -> nat -> z list -> pstate -> pstate outcome **)

let create g codes type0 arguments s =
  match nth_error g.g_types type0 with
  | Some y ->
    if at_most (length s.s_processes)
    then let parameters = combine y.y_parameters arguments in
         let frame =
           fold_left (fun m a ->
             PM.add (fst (fst a)) (store_as (snd (fst a)) (snd a)) m)
             parameters (zeros y.y_cells)
         in
         let p = { p_type = type0; p_at = (code_at codes type0).k_start;
           p_cells = frame; p_channels = (length s.s_channels) }
         in
         declare_all g codes { x_pid = (Some (length s.s_processes));
           x_timeout = false } true y.y_declarations
           (set_processes (app s.s_processes (p :: [])) s)
    else Bad TooMany
  | None -> Bad TooMany

(** val die : pstate -> pstate **)

let die s =
  match rev s.s_processes with
  | [] -> s
  | p :: r ->
    set_channels (firstn p.p_channels s.s_channels) (set_processes (rev r) s)

type offer = { o_channel : z; o_message : z list }

(** val can0 :
    program -> code0 list -> pstate -> context -> offer option -> bool ->
    action -> bool outcome **)

let can0 g codes s x o some a =
  match o with
  | Some o0 ->
    (match a with
     | AReceive (c, _, keeps, p) ->
       bind (eval g codes s x c) (fun n0 ->
         bind (channel_of s n0) (fun c0 ->
           match c0 with
           | Some c1 ->
             if Z.eqb n0 o0.o_channel
             then if keeps
                  then Bad BadPeek
                  else bind (wanted_by g codes s x p) (fun wanted ->
                         fits_in g c1 wanted o0.o_message)
             else Val false
           | None -> Val false))
     | _ -> Val false)
  | None ->
    (match a with
     | ATest e -> bind (eval g codes s x e) (fun z0 -> Val (is_true z0))
     | AElse -> Val (negb some)
     | ASend (c, _, _) ->
       bind (eval g codes s x c) (fun n0 ->
         match find_channel s n0 with
         | Some c0 ->
           Val ((&&) (negb (is_rendezvous g c0)) (negb (is_full g c0)))
         | None -> Bad BadChannel)
     | AReceive (c, random, keeps, p) ->
       bind (eval g codes s x c) (fun n0 ->
         bind (channel_of s n0) (fun c0 ->
           match c0 with
           | Some c1 ->
             if is_rendezvous g c1
             then if keeps then Bad BadPeek else Val false
             else (match c1.c_messages with
                   | [] -> Val false
                   | l0 :: l1 ->
                     bind (wanted_by g codes s x p) (fun wanted ->
                       bind (find_message g c1 random wanted [] (l0 :: l1))
                         (fun m -> Val
                         (match m with
                          | Some _ -> true
                          | None -> false))))
           | None -> Val false))
     | _ -> Val true)

(** val cut_message : program -> channel -> z list -> z list **)

let cut_message g c l =
  let fields = (shape_of g c).h_fields in
  map (fun y ->
    store_as { t_basic = (fst y); t_array = (Nat.eqb (length fields) (S O)) }
      (snd y)) (combine fields l)

(** val greater : z list -> z list -> bool **)

let rec greater a b =
  match a with
  | [] -> false
  | y :: a0 ->
    (match b with
     | [] -> false
     | z0 :: b0 ->
       if Z.ltb z0 y
       then true
       else if Z.ltb y z0 then false else greater a0 b0)

(** val insert : z list -> z list -> z list list -> z list list **)

let rec insert sent cut = function
| [] -> cut :: []
| m :: l0 ->
  if greater m sent then cut :: (m :: l0) else m :: (insert sent cut l0)

(** val pattern_count : patterns -> nat **)

let rec pattern_count = function
| PNil -> O
| PAny r -> S (pattern_count r)
| PValue (_, r) -> S (pattern_count r)
| PStore (_, r) -> S (pattern_count r)

(** val message_of :
    program -> code0 list -> pstate -> context -> channel -> expression list
    -> z list outcome **)

let message_of g codes s x c l =
  if Nat.eqb (length l) (length (shape_of g c).h_fields)
  then eval_all g codes s x l
  else Bad BadFields

(** val receive :
    program -> code0 list -> pstate -> context -> channel -> bool -> patterns
    -> z list -> pstate -> pstate outcome **)

let receive g codes _ x c keeps p message s' =
  let fields = length (shape_of g c).h_fields in
  let count0 = pattern_count p in
  if (&&) (negb (Nat.eqb count0 fields))
       ((||) (negb keeps)
         ((&&) (Nat.ltb fields count0) (Nat.ltb (S O) fields)))
  then Bad BadFields
  else assign_message g codes x p message s'

(** val execute :
    program -> code0 list -> pstate -> context -> offer option -> action ->
    (pstate * bool) outcome **)

let execute g codes s x o a =
  let plain = fun r -> bind r (fun s0 -> Val (s0, false)) in
  (match a with
   | ATest e -> bind (eval g codes s x e) (fun _ -> Val (s, false))
   | AAssign (r, e) ->
     plain (bind (eval g codes s x e) (fun z0 -> assign g codes x r z0 s))
   | ARun (r, type0, l) ->
     plain
       (bind (eval_all g codes s x l) (fun l0 ->
         bind (create g codes type0 l0 s) (fun s' ->
           match r with
           | Some r0 ->
             assign g codes x r0 (Z.of_nat (length s.s_processes)) s'
           | None -> Val s')))
   | ASend (c, sorted, l) ->
     plain
       (bind (eval g codes s x c) (fun n0 ->
         match find_channel s n0 with
         | Some c0 ->
           bind (message_of g codes s x c0 l) (fun sent ->
             let cut = cut_message g c0 sent in
             Val
             (set_messages n0
               (if sorted
                then insert sent cut c0.c_messages
                else app c0.c_messages (cut :: [])) s))
         | None -> Bad BadChannel))
   | AReceive (c, random, keeps, p) ->
     plain
       (bind (eval g codes s x c) (fun n0 ->
         match find_channel s n0 with
         | Some c0 ->
           (match o with
            | Some o0 -> receive g codes s x c0 keeps p o0.o_message s
            | None ->
              bind (wanted_by g codes s x p) (fun wanted ->
                bind (find_message g c0 random wanted [] c0.c_messages)
                  (fun m ->
                  match m with
                  | Some p0 ->
                    let (p1, behind) = p0 in
                    let (before0, m0) = p1 in
                    receive g codes s x c0 keeps p m0
                      (if keeps
                       then s
                       else set_messages n0 (app before0 behind) s)
                  | None -> Bad BadChannel)))
         | None -> Bad BadChannel))
   | AAssert e ->
     bind (eval g codes s x e) (fun z0 -> Val (s, (negb (is_true z0))))
   | APrint l -> bind (eval_all g codes s x l) (fun _ -> Val (s, false))
   | _ -> Val (s, false))

(** val action_at : code0 -> positive -> action **)

let action_at c n0 =
  match option_map (fun e -> e.e_kind) (find_entry c.k_table n0) with
  | Some k -> (match k with
               | KBasic a -> a
               | _ -> ASkip)
  | None -> ASkip

(** val offers :
    program -> code0 list -> pstate -> context -> action -> bool outcome **)

let offers g codes s x = function
| ASend (c, _, _) ->
  bind (eval g codes s x c) (fun n0 -> Val
    (match find_channel s n0 with
     | Some c0 -> is_rendezvous g c0
     | None -> false))
| _ -> Val false

(** val choose_inside :
    program -> code0 list -> pstate -> context -> offer option -> code0 ->
    positive list -> positive option outcome **)

let rec choose_inside g codes s x o c = function
| [] -> Val None
| n0 :: l0 ->
  let a = action_at c n0 in
  bind (match o with
        | Some _ -> Val false
        | None -> offers g codes s x a) (fun b ->
    if b
    then Bad SendInDstep
    else bind (can0 g codes s x o false a) (fun b0 ->
           if b0 then Val (Some n0) else choose_inside g codes s x o c l0))

(** val firsts_at : code0 -> positive -> positive list **)

let firsts_at c n0 =
  match find_entry c.k_table n0 with
  | Some e -> e.e_firsts
  | None -> []

(** val run_inside :
    program -> code0 list -> nat -> pstate -> context -> offer option ->
    code0 -> point -> bool -> (pstate * bool) outcome **)

let rec run_inside g codes fuel0 s x o c p failed =
  match p with
  | At n0 ->
    (match fuel0 with
     | O -> Unknown
     | S fuel1 ->
       bind (choose_inside g codes s x o c (firsts_at c n0)) (fun m ->
         match m with
         | Some m0 ->
           bind (execute g codes s x o (action_at c m0)) (fun r ->
             run_inside g codes fuel1 (fst r) x None c (inside_after c m0)
               ((||) failed (snd r)))
         | None -> Bad BlockedDstep))
  | Behind _ -> Unknown
  | End -> Val (s, failed)

type moved = { u_state : pstate; u_failed : bool; u_alone : nat option }

(** val set_at : nat -> point -> pstate -> pstate **)

let set_at pid p s =
  change_process pid (fun y -> { p_type = y.p_type; p_at = p; p_cells =
    y.p_cells; p_channels = y.p_channels }) s

(** val set_last : program -> nat -> pstate -> pstate **)

let set_last g pid s =
  { s_globals = s.s_globals; s_processes = s.s_processes; s_channels =
    s.s_channels; s_last = (if g.g_uses_last then Z.of_nat pid else Z0) }

(** val advance1 :
    program -> nat -> code0 -> move0 -> pstate -> bool -> moved **)

let advance1 g pid c m s failed =
  let (p, alone) = target_of c m in
  { u_state = (set_last g pid (set_at pid p s)); u_failed = failed; u_alone =
  (if alone then Some pid else None) }

(** val can_at :
    program -> code0 list -> pstate -> context -> offer option -> bool ->
    code0 -> positive -> bool outcome **)

let can_at g codes s x o some c n0 =
  match option_map (fun e -> e.e_kind) (find_entry c.k_table n0) with
  | Some k ->
    (match k with
     | KBasic a -> can0 g codes s x o some a
     | KDstep f ->
       (match choose_inside g codes s x o c (firsts_at c f) with
        | Val m -> Val (match m with
                        | Some _ -> true
                        | None -> false)
        | Bad e -> (match e with
                    | SendInDstep -> Val true
                    | _ -> Bad e)
        | Unknown -> Unknown)
     | _ -> Val false)
  | None -> Val false

(** val execute_at :
    program -> code0 list -> nat -> pstate -> context -> offer option ->
    code0 -> positive -> (pstate * bool) outcome **)

let execute_at g codes limit s x o c n0 =
  match option_map (fun e -> e.e_kind) (find_entry c.k_table n0) with
  | Some k ->
    (match k with
     | KDstep f -> run_inside g codes limit s x o c (At f) false
     | _ -> execute g codes s x o (action_at c n0))
  | None -> execute g codes s x o (action_at c n0)

(** val possible :
    (bool -> move0 -> moved outcome list) -> (move0 * positive option) list
    -> bool -> positive option -> moved outcome list **)

let rec possible try0 l some escape =
  match l with
  | [] -> []
  | p :: l0 ->
    let (m, e) = p in
    if match escape with
       | Some u -> (match e with
                    | Some v -> Coq_Pos.eqb u v
                    | None -> false)
       | None -> true
    then (match try0 some m with
          | [] -> possible try0 l0 some escape
          | o :: l1 -> app (o :: l1) (possible try0 l0 true e))
    else []

(** val provided :
    program -> code0 list -> pstate -> nat -> bool -> process -> bool outcome **)

let provided g codes s pid timeout p =
  match nth_error g.g_types p.p_type with
  | Some p0 ->
    let { y_body = _; y_provided = y_provided0; y_cells = _; y_parameters =
      _; y_declarations = _ } = p0
    in
    (match y_provided0 with
     | Some e ->
       bind (eval g codes s { x_pid = (Some pid); x_timeout = timeout } e)
         (fun z0 -> Val (is_true z0))
     | None -> Val true)
  | None -> Val true

(** val if_provided :
    program -> code0 list -> pstate -> nat -> bool -> (process -> code0 ->
    moved outcome list) -> moved outcome list **)

let if_provided g codes s pid timeout f =
  match nth_error s.s_processes pid with
  | Some p ->
    (match provided g codes s pid timeout p with
     | Val a -> if a then f p (code_at codes p.p_type) else []
     | Bad e -> (Bad e) :: []
     | Unknown -> Unknown :: [])
  | None -> []

(** val one : bool outcome -> moved outcome -> moved outcome list **)

let one b r =
  match b with
  | Val a -> if a then r :: [] else []
  | Bad e -> (Bad e) :: []
  | Unknown -> Unknown :: []

(** val answers0 :
    program -> code0 list -> nat -> pstate -> bool -> offer -> bool -> nat ->
    moved outcome list **)

let answers0 g codes limit s timeout o failed pid =
  if_provided g codes s pid timeout (fun p c ->
    let x = { x_pid = (Some pid); x_timeout = timeout } in
    possible (fun _ m ->
      match m with
      | Execute n0 ->
        one (can_at g codes s x (Some o) true c n0)
          (bind (execute_at g codes limit s x (Some o) c n0) (fun r -> Val
            (advance1 g pid c m (fst r) ((||) failed (snd r)))))
      | _ -> []) (moves_at c p.p_at) false None)

(** val pids : pstate -> nat list **)

let pids s =
  seq O (length s.s_processes)

(** val handshakes :
    program -> code0 list -> nat -> pstate -> nat -> bool -> code0 -> move0
    -> z -> channel -> expression list -> moved outcome list **)

let handshakes g codes limit s pid timeout c m n0 q l =
  match message_of g codes s { x_pid = (Some pid); x_timeout = timeout } q l with
  | Val sent ->
    let s' = (advance1 g pid c m s false).u_state in
    flat_map
      (answers0 g codes limit s' timeout { o_channel = n0; o_message =
        (cut_message g q sent) } false)
      (filter (fun j -> negb (Nat.eqb j pid)) (pids s))
  | Bad e -> (Bad e) :: []
  | Unknown -> Unknown :: []

(** val process_moves :
    program -> code0 list -> nat -> pstate -> bool -> nat -> moved outcome
    list **)

let process_moves g codes limit s timeout pid =
  if_provided g codes s pid timeout (fun p c ->
    let x = { x_pid = (Some pid); x_timeout = timeout } in
    possible (fun some m ->
      match m with
      | Execute n0 ->
        let alone =
          one (can_at g codes s x None some c n0)
            (bind (execute_at g codes limit s x None c n0) (fun r -> Val
              (advance1 g pid c m (fst r) (snd r))))
        in
        (match option_map (fun e -> e.e_kind) (find_entry c.k_table n0) with
         | Some k ->
           (match k with
            | KBasic a ->
              (match a with
               | ASend (e, _, l) ->
                 (match eval g codes s x e with
                  | Val i ->
                    (match find_channel s i with
                     | Some q ->
                       if is_rendezvous g q
                       then handshakes g codes limit s pid timeout c m i q l
                       else alone
                     | None -> alone)
                  | _ -> alone)
               | _ -> alone)
            | _ -> alone)
         | None -> alone)
      | Pass _ -> (Val (advance1 g pid c m s false)) :: []
      | Die ->
        if Nat.eqb (S pid) (length s.s_processes)
        then (Val { u_state = (set_last g pid (die s)); u_failed = false;
               u_alone = None }) :: []
        else []) (moves_at c p.p_at) false None)

(** val state_moves :
    program -> code0 list -> nat -> pstate -> moved outcome list **)

let state_moves g codes limit s =
  match flat_map (process_moves g codes limit s false) (pids s) with
  | [] ->
    if g.g_uses_timeout
    then flat_map (process_moves g codes limit s true) (pids s)
    else []
  | o :: l0 -> o :: l0

(** val goes_on : program -> code0 list -> nat -> moved -> nat option **)

let goes_on g codes limit m =
  match m.u_alone with
  | Some p ->
    (match process_moves g codes limit m.u_state false p with
     | [] -> None
     | _ :: _ -> Some p)
  | None -> None

(** val is_content : code0 list -> process -> bool **)

let is_content codes p =
  match p.p_at with
  | End -> true
  | x -> existsb (same_point x) (code_at codes p.p_type).k_ends

(** val class_number : initial_class -> nat **)

let class_number = function
| CUnsigned -> O
| CBit -> S O
| CByte -> S (S O)
| CChan -> S (S (S O))
| CMtype -> S (S (S (S O)))
| CShort -> S (S (S (S (S O))))
| CInt -> S (S (S (S (S (S O)))))
| CRecord -> S (S (S (S (S (S (S O))))))

(** val ordered : declaration list -> declaration list **)

let ordered l =
  flat_map (fun k -> filter (fun d -> Nat.eqb (class_number d.d_class) k) l)
    (seq O (S (S (S (S (S (S (S (S O)))))))))

(** val create_all :
    program -> code0 list -> nat list -> pstate -> pstate outcome **)

let rec create_all g codes l s =
  match l with
  | [] -> Val s
  | type0 :: l0 ->
    bind (create g codes type0 [] s) (fun s0 -> create_all g codes l0 s0)

(** val pml_initial : program -> code0 list -> pstate outcome **)

let pml_initial g codes =
  bind
    (declare_all g codes { x_pid = None; x_timeout = false } false
      (ordered g.g_declarations) { s_globals = (zeros g.g_cells);
      s_processes = []; s_channels = []; s_last = Z0 }) (fun s ->
    create_all g codes g.g_start s)

(** val ends :
    program -> code0 list -> nat -> nat -> moved -> (pstate * bool) outcome
    list **)

let rec ends g codes limit fuel0 m =
  match goes_on g codes limit m with
  | Some p ->
    (match fuel0 with
     | O -> Unknown :: []
     | S fuel1 ->
       flat_map (fun o ->
         match o with
         | Val m' ->
           map (fun r ->
             bind r (fun y -> Val ((fst y), ((||) m.u_failed (snd y)))))
             (ends g codes limit fuel1 m')
         | Bad f -> (Bad f) :: []
         | Unknown -> Unknown :: [])
         (process_moves g codes limit m.u_state false p))
  | None -> (Val (m.u_state, m.u_failed)) :: []

(** val pml_ends :
    program -> code0 list -> nat -> pstate -> (pstate * bool) outcome list **)

let pml_ends g codes limit s =
  flat_map (fun o ->
    match o with
    | Val m -> ends g codes limit limit m
    | Bad f -> (Bad f) :: []
    | Unknown -> Unknown :: []) (state_moves g codes limit s)

(** val pml_is_bad_end : program -> code0 list -> nat -> pstate -> bool **)

let pml_is_bad_end g codes limit s =
  match state_moves g codes limit s with
  | [] -> negb (forallb (is_content codes) s.s_processes)
  | _ :: _ -> false

(** val codes_of : program -> code0 list **)

let codes_of g =
  map (fun y -> code_of y.y_body) g.g_types

(** val same_list : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec same_list same l r =
  match l with
  | [] -> (match r with
           | [] -> true
           | _ :: _ -> false)
  | x :: l0 ->
    (match r with
     | [] -> false
     | y :: r0 -> (&&) (same x y) (same_list same l0 r0))

(** val same_process : process -> process -> bool **)

let same_process x y =
  (&&)
    ((&&) ((&&) (Nat.eqb x.p_type y.p_type) (same_point x.p_at y.p_at))
      (Nat.eqb x.p_channels y.p_channels)) (same_store x.p_cells y.p_cells)

(** val same_channel : channel -> channel -> bool **)

let same_channel x y =
  (&&) (Nat.eqb x.c_shape y.c_shape)
    (same_list (same_list Z.eqb) x.c_messages y.c_messages)

(** val same_pstate : pstate -> pstate -> bool **)

let same_pstate x y =
  (&&)
    ((&&)
      ((&&) (same_list same_process x.s_processes y.s_processes)
        (same_store x.s_globals y.s_globals))
      (same_list same_channel x.s_channels y.s_channels))
    (Z.eqb x.s_last y.s_last)

(** val all_known : 'a1 outcome list -> 'a1 list option **)

let rec all_known = function
| [] -> Some []
| o :: l0 ->
  (match o with
   | Val y -> (match all_known l0 with
               | Some r -> Some (y :: r)
               | None -> None)
   | _ -> None)

(** val to_state : (pstate * bool) -> positive option * pstate **)

let to_state y =
  (None, (fst y))

(** val pml_next :
    program -> code0 list -> nat -> pstate -> (positive option * pstate) list
    option **)

let pml_next g codes limit s =
  match all_known (pml_ends g codes limit s) with
  | Some l -> Some (map to_state l)
  | None -> None

(** val ends_badly :
    program -> code0 list -> nat -> pstate -> 'a1 list -> bool **)

let ends_badly g codes limit s = function
| [] -> pml_is_bad_end g codes limit s
| _ :: _ -> false

(** val pml_next_safe :
    program -> code0 list -> nat -> pstate -> (positive option * pstate) list
    option **)

let pml_next_safe g codes limit s =
  match all_known (pml_ends g codes limit s) with
  | Some l ->
    if (||) (existsb snd l) (ends_badly g codes limit s l)
    then None
    else Some (map to_state l)
  | None -> None

(** val is_error : (pstate * bool) outcome -> bool **)

let is_error = function
| Val y -> snd y
| Bad _ -> true
| Unknown -> false

(** val end_state :
    (pstate * bool) outcome -> (positive option * pstate) list **)

let end_state = function
| Val y -> (to_state y) :: []
| _ -> []

(** val pml_next_unsafe :
    program -> code0 list -> nat -> pstate -> (positive option * pstate) list
    option **)

let pml_next_unsafe g codes limit s =
  let l = pml_ends g codes limit s in
  if (||) (existsb is_error l) (ends_badly g codes limit s l)
  then None
  else Some (flat_map end_state l)

(** val atom_value :
    program -> code0 list -> pstate -> expression -> z outcome **)

let atom_value g codes s e =
  eval g codes s { x_pid = None; x_timeout = false } e

(** val pml_label :
    program -> code0 list -> (positive * expression) list -> pstate -> letter
    -> letter option **)

let rec pml_label g codes atoms s a =
  match atoms with
  | [] -> Some a
  | p0 :: atoms0 ->
    let (p, e) = p0 in
    (match atom_value g codes s e with
     | Val z0 ->
       pml_label g codes atoms0 s (if is_true z0 then PS.add p a else a)
     | _ -> None)

(** val pml_model :
    program -> nat -> (pstate -> positive) -> pstate ->
    (positive * expression) list -> pstate model **)

let pml_model g limit key1 start atoms =
  let codes = codes_of g in
  { m_init = (start :: []); m_next = (pml_next g codes limit); m_label =
  (fun s -> pml_label g codes atoms s PS.empty); m_key = key1; m_same =
  same_pstate }

(** val pml_model_safe :
    program -> nat -> (pstate -> positive) -> pstate -> pstate model **)

let pml_model_safe g limit key1 start =
  let codes = codes_of g in
  { m_init = (start :: []); m_next = (pml_next_safe g codes limit); m_label =
  (fun _ -> Some PS.empty); m_key = key1; m_same = same_pstate }

(** val pml_model_unsafe :
    program -> nat -> (pstate -> positive) -> pstate -> pstate model **)

let pml_model_unsafe g limit key1 start =
  let codes = codes_of g in
  { m_init = (start :: []); m_next = (pml_next_unsafe g codes limit);
  m_label = (fun _ -> Some PS.empty); m_key = key1; m_same = same_pstate }

(** val pml_check_unsafe :
    program -> nat -> (pstate -> positive) -> pstate list -> bool **)

let pml_check_unsafe g limit key1 l =
  match pml_initial g (codes_of g) with
  | Val s -> check_unsafe (pml_model_unsafe g limit key1 s) l
  | _ -> false

(** val pml_check_violated :
    program -> nat -> (pstate -> positive) -> (positive * expression) list ->
    raw -> (pstate * positive option) list -> (pstate * positive option) list
    -> bool **)

let pml_check_violated g limit key1 atoms f stem loop =
  match pml_initial g (codes_of g) with
  | Val s -> check_violated (pml_model g limit key1 s atoms) f stem loop
  | _ -> false

(** val no_key : pstate -> positive **)

let no_key _ =
  XH

(** val pml_unfolds_safely :
    'a1 -> ('a1 -> 'a1) -> ('a1 -> 'a1 -> bool) -> program -> nat -> (pstate
    -> 'a1) -> ('a1 -> pstate) -> positive -> bool **)

let pml_unfolds_safely first after below0 g limit number state0 most0 =
  match pml_initial g (codes_of g) with
  | Val s ->
    unfolds_safely (pml_model_safe g limit no_key s) first after below0
      number state0 most0
  | _ -> false

(** val pml_check_unfolded :
    'a1 -> ('a1 -> 'a1) -> ('a1 -> 'a1 -> bool) -> program -> nat -> (pstate
    -> 'a1) -> ('a1 -> pstate) -> positive -> ('a1 -> positive -> positive
    option) -> (positive * expression) list -> raw -> proof -> bool **)

let pml_check_unfolded first after below0 g limit number state0 most0 rank0 atoms f pr =
  match pml_initial g (codes_of g) with
  | Val s ->
    check_unfolded (pml_model g limit no_key s atoms) first after below0
      number state0 most0 rank0 f pr
  | _ -> false

(** val look0 :
    program -> code0 -> pstate -> bool -> move0 -> (point * bool) option
    outcome list **)

let look0 g c s some m =
  let next = Val (Some (target_of c m)) in
  let value0 = fun e f ->
    match atom_value g (codes_of g) s e with
    | Val z0 -> f z0
    | Bad e0 -> (Bad e0) :: []
    | Unknown -> Unknown :: []
  in
  (match m with
   | Execute n0 ->
     (match option_map (fun e -> e.e_kind) (find_entry c.k_table n0) with
      | Some k ->
        (match k with
         | KBasic a ->
           (match a with
            | ASkip -> next :: []
            | ATest e ->
              value0 e (fun z0 -> if is_true z0 then next :: [] else [])
            | AElse -> if some then [] else next :: []
            | AAssert e ->
              value0 e (fun z0 ->
                if is_true z0 then next :: [] else (Val None) :: [])
            | _ -> Unknown :: [])
         | _ -> Unknown :: [])
      | None -> Unknown :: [])
   | Pass _ -> next :: []
   | Die -> Unknown :: [])

(** val looks :
    program -> code0 -> pstate -> (move0 * positive option) list -> bool ->
    (point * bool) option outcome list **)

let rec looks g c s l some =
  match l with
  | [] -> []
  | p :: l0 ->
    let (m, o) = p in
    (match o with
     | Some _ -> Unknown :: []
     | None ->
       (match look0 g c s some m with
        | [] -> looks g c s l0 some
        | o0 :: l1 -> app (o0 :: l1) (looks g c s l0 true)))

(** val claim_moves :
    program -> code0 -> pstate -> point -> (point * bool) option outcome list **)

let claim_moves g c s p =
  looks g c s (moves_at c p) false

(** val is_violation : point option -> bool **)

let is_violation = function
| Some p -> (match p with
             | End -> true
             | _ -> false)
| None -> true

(** val accepting0 : code0 -> positive list -> point -> bool **)

let accepting0 c accepts p =
  existsb (stands_at c p) accepts

(** val claim_ends :
    program -> code0 -> nat -> pstate -> point -> point option outcome list **)

let rec claim_ends g c fuel0 s p =
  match fuel0 with
  | O -> Unknown :: []
  | S fuel1 ->
    flat_map (fun o ->
      match o with
      | Val a ->
        (match a with
         | Some y ->
           let (q, y0) = y in
           if y0
           then (match claim_moves g c s q with
                 | [] -> Unknown :: []
                 | _ :: _ -> claim_ends g c fuel1 s q)
           else (Val (Some q)) :: []
         | None -> (Val None) :: [])
      | Bad f -> (Bad f) :: []
      | Unknown -> Unknown :: []) (claim_moves g c s p)

type both0 = pstate * point option

(** val same_place : point option -> point option -> bool **)

let same_place a b =
  match a with
  | Some p -> (match b with
               | Some q -> same_point p q
               | None -> false)
  | None -> (match b with
             | Some _ -> false
             | None -> true)

(** val same_both : both0 -> both0 -> bool **)

let same_both x y =
  (&&) (same_pstate (fst x) (fst y)) (same_place (snd x) (snd y))

(** val claim_next :
    program -> nat -> code0 -> both0 -> (positive option * both0) list option **)

let claim_next g limit c y = match y with
| (s, place0) ->
  (match place0 with
   | Some p ->
     (match all_known (claim_ends g c limit s p) with
      | Some places ->
        (match all_known (pml_ends g (codes_of g) limit s) with
         | Some l ->
           let states = match l with
                        | [] -> s :: []
                        | _ :: _ -> map fst l in
           if existsb is_violation places
           then None
           else Some
                  (match places with
                   | [] -> (None, (s, None)) :: []
                   | _ :: _ ->
                     flat_map (fun q ->
                       map (fun t0 -> (None, (t0, q))) states) places)
         | None -> None)
      | None -> None)
   | None -> Some ((None, y) :: []))

(** val claim_label : code0 -> positive list -> both0 -> letter option **)

let claim_label c accepts y =
  Some
    (match snd y with
     | Some p ->
       if accepting0 c accepts p then PS.add XH PS.empty else PS.empty
     | None -> PS.empty)

(** val claim_model :
    program -> nat -> code0 -> positive list -> pstate -> both0 model **)

let claim_model g limit c accepts start =
  { m_init = ((start, (Some c.k_start)) :: []); m_next =
    (claim_next g limit c); m_label = (claim_label c accepts); m_key =
    (fun _ -> XH); m_same = same_both }

(** val claim_formula : raw **)

let claim_formula =
  FFinally (FGlobally (FNot (FAtom XH)))

(** val pml_check_claim :
    program -> nat -> code0 -> positive list -> 'a1 -> ('a1 -> 'a1) -> ('a1
    -> 'a1 -> bool) -> (both0 -> 'a1) -> ('a1 -> both0) -> positive -> ('a1
    -> positive -> positive option) -> proof -> bool **)

let pml_check_claim g limit c accepts first after below0 number state0 most0 rank0 pr =
  match pml_initial g (codes_of g) with
  | Val s ->
    (&&)
      (unfolds_safely (claim_model g limit c accepts s) first after below0
        number state0 most0)
      (check_unfolded (claim_model g limit c accepts s) first after below0
        number state0 most0 rank0 claim_formula pr)
  | _ -> false
