
val negb : bool -> bool

type nat =
| O
| S of nat

val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option

type ('a, 'b) sum =
| Inl of 'a
| Inr of 'b

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> nat

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val compOpp : comparison -> comparison

val add : nat -> nat -> nat

val eqb : bool -> bool -> bool

module type EqLtLe =
 sig
  type t
 end

module MakeOrderTac :
 functor (O:EqLtLe) ->
 functor (P:sig
 end) ->
 sig
 end

module Nat :
 sig
  val eqb : nat -> nat -> bool

  val leb : nat -> nat -> bool

  val ltb : nat -> nat -> bool
 end

val hd : 'a1 -> 'a1 list -> 'a1

val tl : 'a1 list -> 'a1 list

val nth : nat -> 'a1 list -> 'a1 -> 'a1

val nth_error : 'a1 list -> nat -> 'a1 option

val rev : 'a1 list -> 'a1 list

val rev_append : 'a1 list -> 'a1 list -> 'a1 list

val concat : 'a1 list list -> 'a1 list

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list

val firstn : nat -> 'a1 list -> 'a1 list

val skipn : nat -> 'a1 list -> 'a1 list

val seq : nat -> nat -> nat list

val repeat : 'a1 -> nat -> 'a1 list

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

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : positive -> positive

  val add : positive -> positive -> positive

  val add_carry : positive -> positive -> positive

  val pred_double : positive -> positive

  val pred_N : positive -> n

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : positive -> mask

  val sub_mask : positive -> positive -> mask

  val sub_mask_carry : positive -> positive -> mask

  val mul : positive -> positive -> positive

  val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1

  val div2 : positive -> positive

  val div2_up : positive -> positive

  val size_nat : positive -> nat

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison

  val eqb : positive -> positive -> bool

  val leb : positive -> positive -> bool

  val ltb : positive -> positive -> bool

  val coq_Nsucc_double : n -> n

  val coq_Ndouble : n -> n

  val coq_lor : positive -> positive -> positive

  val coq_land : positive -> positive -> n

  val ldiff : positive -> positive -> n

  val coq_lxor : positive -> positive -> n

  val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1

  val to_nat : positive -> nat

  val of_nat : nat -> positive

  val of_succ_nat : nat -> positive
 end

module N :
 sig
  val succ_double : n -> n

  val double : n -> n

  val succ : n -> n

  val succ_pos : n -> positive

  val add : n -> n -> n

  val sub : n -> n -> n

  val mul : n -> n -> n

  val compare : n -> n -> comparison

  val eqb : n -> n -> bool

  val leb : n -> n -> bool

  val pos_div_eucl : positive -> n -> n * n

  val coq_lor : n -> n -> n

  val coq_land : n -> n -> n

  val ldiff : n -> n -> n

  val coq_lxor : n -> n -> n

  val iter : n -> ('a1 -> 'a1) -> 'a1 -> 'a1
 end

module Z :
 sig
  val double : z -> z

  val succ_double : z -> z

  val pred_double : z -> z

  val pos_sub : positive -> positive -> z

  val add : z -> z -> z

  val opp : z -> z

  val pred : z -> z

  val sub : z -> z -> z

  val mul : z -> z -> z

  val compare : z -> z -> comparison

  val leb : z -> z -> bool

  val ltb : z -> z -> bool

  val eqb : z -> z -> bool

  val max : z -> z -> z

  val to_nat : z -> nat

  val of_nat : nat -> z

  val of_N : n -> z

  val to_pos : z -> positive

  val pos_div_eucl : positive -> z -> z * z

  val div_eucl : z -> z -> z * z

  val div : z -> z -> z

  val modulo : z -> z -> z

  val quotrem : z -> z -> z * z

  val quot : z -> z -> z

  val rem : z -> z -> z

  val div2 : z -> z

  val shiftl : z -> z -> z

  val shiftr : z -> z -> z

  val coq_lor : z -> z -> z

  val coq_land : z -> z -> z

  val coq_lxor : z -> z -> z

  val lnot : z -> z

  val ones : z -> z
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

module OrderedTypeFacts :
 functor (O:OrderedType) ->
 sig
  module TO :
   sig
    type t = O.t
   end

  module IsTO :
   sig
   end

  module OrderTac :
   sig
   end

  val eq_dec : O.t -> O.t -> bool

  val lt_dec : O.t -> O.t -> bool

  val eqb : O.t -> O.t -> bool
 end

module KeyOrderedType :
 functor (O:OrderedType) ->
 sig
  module MO :
   sig
    module TO :
     sig
      type t = O.t
     end

    module IsTO :
     sig
     end

    module OrderTac :
     sig
     end

    val eq_dec : O.t -> O.t -> bool

    val lt_dec : O.t -> O.t -> bool

    val eqb : O.t -> O.t -> bool
   end
 end

module PositiveOrderedTypeBits :
 sig
  type t = positive

  val compare : t -> t -> positive compare0

  val eq_dec : positive -> positive -> bool
 end

val append : positive -> positive -> positive

module PositiveMap :
 sig
  module E :
   sig
    type t = positive

    val compare : t -> t -> positive compare0

    val eq_dec : positive -> positive -> bool
   end

  module ME :
   sig
    module MO :
     sig
      module TO :
       sig
        type t = positive
       end

      module IsTO :
       sig
       end

      module OrderTac :
       sig
       end

      val eq_dec : positive -> positive -> bool

      val lt_dec : positive -> positive -> bool

      val eqb : positive -> positive -> bool
     end
   end

  type key = positive

  type 'a tree =
  | Leaf
  | Node of 'a tree * 'a option * 'a tree

  type 'a t = 'a tree

  val empty : 'a1 t

  val is_empty : 'a1 t -> bool

  val find : key -> 'a1 t -> 'a1 option

  val mem : key -> 'a1 t -> bool

  val add : key -> 'a1 -> 'a1 t -> 'a1 t

  val remove : key -> 'a1 t -> 'a1 t

  val xelements : 'a1 t -> key -> (key * 'a1) list

  val elements : 'a1 t -> (key * 'a1) list

  val cardinal : 'a1 t -> nat

  val xfind : key -> key -> 'a1 t -> 'a1 option

  val xmapi : (key -> 'a1 -> 'a2) -> 'a1 t -> key -> 'a2 t

  val mapi : (key -> 'a1 -> 'a2) -> 'a1 t -> 'a2 t

  val map : ('a1 -> 'a2) -> 'a1 t -> 'a2 t

  val xmap2_l : ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 t -> 'a3 t

  val xmap2_r : ('a1 option -> 'a2 option -> 'a3 option) -> 'a2 t -> 'a3 t

  val _map2 :
    ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 t -> 'a2 t -> 'a3 t

  val map2 :
    ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 t -> 'a2 t -> 'a3 t

  val xfoldi : (key -> 'a1 -> 'a2 -> 'a2) -> 'a1 t -> 'a2 -> key -> 'a2

  val fold : (key -> 'a1 -> 'a2 -> 'a2) -> 'a1 t -> 'a2 -> 'a2

  val equal : ('a1 -> 'a1 -> bool) -> 'a1 t -> 'a1 t -> bool
 end

module Coq_PositiveOrderedTypeBits :
 sig
  type t = positive

  val eqb : positive -> positive -> bool

  val eq_dec : positive -> positive -> bool

  val compare : positive -> positive -> comparison
 end

module PositiveSet :
 sig
  module E :
   sig
    type t = positive

    val eqb : positive -> positive -> bool

    val eq_dec : positive -> positive -> bool

    val compare : positive -> positive -> comparison
   end

  type elt = positive

  type tree =
  | Leaf
  | Node of tree * bool * tree

  type t = tree

  val empty : t

  val is_empty : t -> bool

  val mem : positive -> t -> bool

  val add : positive -> t -> t

  val singleton : positive -> t

  val node : t -> bool -> t -> t

  val remove : positive -> t -> t

  val union : t -> t -> t

  val inter : t -> t -> t

  val diff : t -> t -> t

  val equal : t -> t -> bool

  val subset : t -> t -> bool

  val rev_append : elt -> elt -> elt

  val rev : elt -> elt

  val xfold : (positive -> 'a1 -> 'a1) -> t -> 'a1 -> positive -> 'a1

  val fold : (positive -> 'a1 -> 'a1) -> t -> 'a1 -> 'a1

  val xforall : (positive -> bool) -> t -> positive -> bool

  val for_all : (positive -> bool) -> t -> bool

  val xexists : (positive -> bool) -> t -> positive -> bool

  val exists_ : (positive -> bool) -> t -> bool

  val xfilter : (positive -> bool) -> t -> positive -> t

  val filter : (positive -> bool) -> t -> t

  val xpartition : (positive -> bool) -> t -> positive -> t * t

  val partition : (positive -> bool) -> t -> t * t

  val xelements : t -> positive -> positive list -> positive list

  val elements : t -> positive list

  val cardinal : t -> nat

  val choose : t -> elt option

  val min_elt : t -> elt option

  val max_elt : t -> elt option

  val compare_bool : bool -> bool -> comparison

  val compare : t -> t -> comparison

  val eq_dec : t -> t -> bool
 end

type op =
| Pop
| Swap of positive
| Push of positive * positive

type rule = { r_p : positive; r_g : positive; r_q : positive; r_op : op }

type conf = positive * positive list

type trans = (positive * positive) * positive

module PM :
 sig
  module E :
   sig
    type t = positive

    val compare : t -> t -> positive compare0

    val eq_dec : positive -> positive -> bool
   end

  module ME :
   sig
    module MO :
     sig
      module TO :
       sig
        type t = positive
       end

      module IsTO :
       sig
       end

      module OrderTac :
       sig
       end

      val eq_dec : positive -> positive -> bool

      val lt_dec : positive -> positive -> bool

      val eqb : positive -> positive -> bool
     end
   end

  type key = positive

  type 'a tree = 'a PositiveMap.tree =
  | Leaf
  | Node of 'a tree * 'a option * 'a tree

  type 'a t = 'a tree

  val empty : 'a1 t

  val is_empty : 'a1 t -> bool

  val find : key -> 'a1 t -> 'a1 option

  val mem : key -> 'a1 t -> bool

  val add : key -> 'a1 -> 'a1 t -> 'a1 t

  val remove : key -> 'a1 t -> 'a1 t

  val xelements : 'a1 t -> key -> (key * 'a1) list

  val elements : 'a1 t -> (key * 'a1) list

  val cardinal : 'a1 t -> nat

  val xfind : key -> key -> 'a1 t -> 'a1 option

  val xmapi : (key -> 'a1 -> 'a2) -> 'a1 t -> key -> 'a2 t

  val mapi : (key -> 'a1 -> 'a2) -> 'a1 t -> 'a2 t

  val map : ('a1 -> 'a2) -> 'a1 t -> 'a2 t

  val xmap2_l : ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 t -> 'a3 t

  val xmap2_r : ('a1 option -> 'a2 option -> 'a3 option) -> 'a2 t -> 'a3 t

  val _map2 :
    ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 t -> 'a2 t -> 'a3 t

  val map2 :
    ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 t -> 'a2 t -> 'a3 t

  val xfoldi : (key -> 'a1 -> 'a2 -> 'a2) -> 'a1 t -> 'a2 -> key -> 'a2

  val fold : (key -> 'a1 -> 'a2 -> 'a2) -> 'a1 t -> 'a2 -> 'a2

  val equal : ('a1 -> 'a1 -> bool) -> 'a1 t -> 'a1 t -> bool
 end

module PS :
 sig
  module E :
   sig
    type t = positive

    val eqb : positive -> positive -> bool

    val eq_dec : positive -> positive -> bool

    val compare : positive -> positive -> comparison
   end

  type elt = positive

  type tree = PositiveSet.tree =
  | Leaf
  | Node of tree * bool * tree

  type t = tree

  val empty : t

  val is_empty : t -> bool

  val mem : positive -> t -> bool

  val add : positive -> t -> t

  val singleton : positive -> t

  val node : t -> bool -> t -> t

  val remove : positive -> t -> t

  val union : t -> t -> t

  val inter : t -> t -> t

  val diff : t -> t -> t

  val equal : t -> t -> bool

  val subset : t -> t -> bool

  val rev_append : elt -> elt -> elt

  val rev : elt -> elt

  val xfold : (positive -> 'a1 -> 'a1) -> t -> 'a1 -> positive -> 'a1

  val fold : (positive -> 'a1 -> 'a1) -> t -> 'a1 -> 'a1

  val xforall : (positive -> bool) -> t -> positive -> bool

  val for_all : (positive -> bool) -> t -> bool

  val xexists : (positive -> bool) -> t -> positive -> bool

  val exists_ : (positive -> bool) -> t -> bool

  val xfilter : (positive -> bool) -> t -> positive -> t

  val filter : (positive -> bool) -> t -> t

  val xpartition : (positive -> bool) -> t -> positive -> t * t

  val partition : (positive -> bool) -> t -> t * t

  val xelements : t -> positive -> positive list -> positive list

  val elements : t -> positive list

  val cardinal : t -> nat

  val choose : t -> elt option

  val min_elt : t -> elt option

  val max_elt : t -> elt option

  val compare_bool : bool -> bool -> comparison

  val compare : t -> t -> comparison

  val eq_dec : t -> t -> bool
 end

type aut = PS.t PM.t PM.t

val oget : 'a1 -> 'a1 option -> 'a1

val row : aut -> PM.key -> PS.t PM.t

val succ0 : aut -> PM.key -> PM.key -> PS.t

val tmem : trans -> aut -> bool

val tadd : trans -> aut -> aut

val addl : trans list -> aut -> aut

val build : trans list -> aut

val buildset : positive list -> PS.t

type paut = { tr : trans list; fin : positive list }

val ctlb : positive -> positive -> bool

val rs : aut -> PM.key -> PS.t

val iter0 : ('a1 -> ('a1, 'a2) sum) -> positive -> 'a1 -> ('a1, 'a2) sum

val news : (aut -> trans list) -> aut -> trans list

val sat_step : (aut -> trans list) -> aut -> (aut, aut) sum

val saturate : (aut -> trans list) -> positive -> aut -> aut

val lenN : 'a1 list -> n

val fuel : 'a1 list -> 'a2 list -> positive

val tgts : aut -> rule -> positive list

val heads : rule -> positive -> trans

val pre_cand : rule list -> aut -> trans list

val tgt : trans -> positive

val pre_states : rule list -> trans list -> positive list

val pre_star_exec : rule list -> trans list -> aut

val prod_cand : paut -> aut -> aut -> trans list

val prod_init : positive -> paut -> trans list

val prod_exec : positive -> paut -> aut -> positive list -> aut

val nonempty : paut -> PS.t -> aut -> bool

val wf_b : positive -> rule list -> paut -> bool

val oracle : positive -> rule list -> paut -> paut -> bool option

val sep_t : positive -> trans -> trans list

val sep : positive -> paut -> paut

val oracle_any : positive -> rule list -> paut -> paut -> bool option

type lset =
| LIn of positive list
| LNot of positive list

val syms : positive -> positive list

val memp : positive -> positive list -> bool

val lexp : positive -> lset -> positive list

type rsym =
| Sym of positive
| Same

type rop =
| RPop
| RSwap of rsym
| RPush of rsym * rsym

val rget : positive -> rsym -> positive

type rrule = { rr_p : positive; rr_h : lset; rr_q : positive; rr_op : rop }

val rop_exp : rop -> positive -> op

val rexp1 : positive -> rrule -> rule list

val rexp : positive -> rrule list -> rule list

type raut = { r_tr : ((positive * lset) * positive) list;
              r_eps : (positive * positive) list; r_fin : positive list }

val eps_cand : (positive * positive) list -> aut -> trans list

val eps_exec : (positive * positive) list -> aut

val rev_eps : (positive * positive) list -> (positive * positive) list

val before : aut -> positive -> positive list

val rm : positive -> raut -> paut

val raw_oracle :
  positive -> positive -> rrule list -> raut -> raut -> bool option

type 'a trie =
| Empty
| Leaf0 of positive * 'a
| Node0 of 'a trie * 'a option * 'a trie

val find0 : positive -> 'a1 trie -> 'a1 option

val update : ('a1 option -> 'a1) -> positive -> 'a1 trie -> 'a1 trie

val put : positive -> 'a1 -> 'a1 trie -> 'a1 trie

val tall : ('a1 -> bool) -> 'a1 trie -> bool

val tany : ('a1 -> bool) -> 'a1 trie -> bool

val tfold : ('a2 -> 'a1 -> 'a2) -> 'a1 trie -> 'a2 -> 'a2

type set = positive trie

val mem0 : positive -> 'a1 trie -> bool

val sadd : positive -> set -> set

val sadds : positive list -> set -> set

val setof : positive list -> set

val subset0 : 'a1 trie -> 'a2 trie -> bool

val gets : positive -> set trie -> set

val addpair : set trie -> (positive * positive) -> set trie

val pairset : (positive * positive) list -> set trie

val values : 'a1 trie -> 'a1 list

val upfrom : positive -> (positive -> bool) -> nat -> positive -> bool

val upto : positive -> (positive -> bool) -> bool

val lall : positive -> lset -> (positive -> bool) -> bool

val lall_in : set -> lset -> (positive -> bool) -> bool

type cset =
| COne of positive
| CIn of set
| CNot of set

val compile : lset -> cset

val cmatch : positive -> cset -> positive -> bool

val eps_preds : (positive * positive) list -> positive list trie

val visit : (positive list * set) -> positive -> positive list * set

val explore : 'a1 list -> positive list trie -> (positive list * set) -> set

val eps_before : (positive * positive) list -> set trie

val eps_closed : (positive * positive) list -> set trie -> bool

val back_edges : raut -> (positive * positive) list

val reach : positive -> (positive * positive) list -> set

val inreach : positive -> set -> positive -> bool

val reach_closed : positive -> set -> (positive * positive) list -> bool

val enter : positive -> set -> set -> ((positive * lset) * positive) -> set

type normal = { n_aut : raut; n_before : set trie; n_entered : set;
                n_acc : set }

val tags : positive -> set -> positive -> set

val acc_set : positive -> raut -> set trie -> set

val normalise : positive -> raut -> normal option

val btags : positive -> (positive -> bool) -> positive -> bool

val nall :
  positive -> normal -> (positive -> lset -> positive -> bool) -> bool

val nlive :
  positive -> normal -> (positive -> lset -> positive -> bool) -> bool

type lookup = { l_in : set trie trie; l_not : set list trie trie }

val look : positive -> lookup -> positive -> positive -> positive -> bool

val sub0 : 'a1 trie option -> 'a1 trie

val add_in : positive -> positive list -> lookup -> positive -> lookup

val add_not : positive -> set -> lookup -> positive -> lookup

val add_edge : set trie -> lookup -> ((positive * lset) * positive) -> lookup

val lookup_of : normal -> lookup

val has_edge :
  positive -> positive -> lookup -> positive -> positive -> positive -> bool

val vadd : z list -> z list -> z list

type fact =
| FEdge of positive * positive * positive
| FRule of positive * positive * positive * positive * positive

type known = { k_s : positive; k_a : positive; k_t : positive; k_w : z list }

type crule = { c_rule : rrule; c_head : cset; c_weight : z list }

val index_rules :
  (rrule * z list) list -> positive -> crule trie -> crule trie

val premise :
  known trie -> positive -> positive -> positive -> (positive * z list) option

val conclude :
  positive -> crule trie -> known trie -> positive -> positive -> positive ->
  positive -> positive -> known option

val turn : positive -> positive -> positive

val back : positive -> positive

val index_back : (rrule * z list) list -> positive -> crule trie -> crule trie

val links_back : (positive * positive) list -> (positive * positive) list

val derive :
  positive -> positive -> crule trie -> lookup -> fact list -> positive ->
  known trie -> known trie option

val follow :
  positive -> positive -> lookup -> known trie -> (positive * positive) list
  -> positive -> positive -> z list -> ((positive * positive) * z list) option

val derivation_weight :
  positive -> positive -> (rrule * z list) list -> raut -> raut -> fact list
  -> positive -> (positive * positive) list -> z list option

type class0 = positive * set

type table = class0 trie

val none : class0

val class_at : table -> positive -> class0

val kept : (positive -> bool) -> positive list -> set

val build_table :
  (positive -> bool) -> (positive * positive list) list -> table

val build_known : table -> (positive * positive) list -> set trie

val is_empty0 : class0 -> bool

val within : set trie -> class0 -> class0 -> bool

type certificate = { c_classes : (positive * positive list) list;
                     c_rows : ((positive * positive) * positive) list;
                     c_within : (positive * positive) list }

type line = (positive * class0) trie

type rows = { r_lines : line trie; r_known : set trie }

val line_in : line trie -> positive -> line

val line_of : rows -> positive -> line

val targets : line -> positive -> class0

val tgt0 : rows -> positive -> positive -> class0

val leads : positive -> class0 -> bool

val addrow :
  (positive -> bool) -> table -> line trie ->
  ((positive * positive) * positive) -> line trie

val build_rows : (positive -> bool) -> certificate -> rows

val rall : lset -> line -> (positive -> class0 -> bool) -> bool

val prod_start : positive -> normal -> (positive -> set) -> set trie -> bool

val prod_step : positive -> normal -> rows -> set trie -> bool

val prod_acc : normal -> set -> set trie -> bool

val disjoint :
  positive -> normal -> rows -> set -> (positive -> set) ->
  (positive * positive) list -> bool

type reduction = { rd_heads : (positive * positive) list;
                   rd_popped : positive list; rd_below : positive list }

type redix = { x_heads : set trie; x_popped : set; x_below : set; x_syms : set }

val index_red : reduction -> redix

val index_opt : reduction option -> redix option

val poss : redix option -> positive -> positive -> bool

val below : redix option -> positive -> bool

val hall :
  positive -> redix option -> positive -> lset -> (positive -> bool) -> bool

val sall : positive -> redix option -> lset -> (positive -> bool) -> bool

val red_rule : positive -> redix option -> rrule -> bool

val red_init : positive -> positive -> redix option -> normal -> bool

val check_reduction :
  positive -> positive -> rrule list -> normal -> redix option -> bool

val closed_rule : positive -> redix option -> set -> rows -> rrule -> bool

val check_edges :
  positive -> positive -> redix option -> set -> rows -> normal -> bool

val check_backward :
  positive -> positive -> rrule list -> raut -> raut -> reduction option ->
  certificate -> positive list -> (positive * positive) list -> bool

val starts : set trie -> positive -> set

val saturated : rows -> (positive * positive) -> bool

val push_ok :
  rows -> positive trie trie -> positive -> positive -> positive -> class0 ->
  bool

val fclosed_rule : rows -> set trie -> positive trie trie -> rrule -> bool

val check_initial : positive -> positive -> set -> rows -> normal -> bool

val check_forward :
  positive -> positive -> rrule list -> raut -> raut -> (positive * positive)
  list -> certificate -> positive list -> ((positive * positive) * positive)
  list -> (positive * positive) list -> bool

type 'w weight = { wzero : 'w; wplus : ('w -> 'w -> 'w) }

type 'w order =
  'w -> 'w -> bool
  (* singleton inductive, whose constructor was Build_Order *)

val wleb : 'a1 weight -> 'a1 order -> 'a1 -> 'a1 -> bool

val vadd0 : z list -> z list -> z list

val vneg : z list -> z list

val vsign : z list -> comparison

val vleb : z list -> z list -> bool

val vector_weight : z list weight

val vector_order : z list order

val atleast : 'a1 weight -> 'a1 order -> 'a1 option -> 'a1 -> bool

val nonneg : 'a1 weight -> 'a1 order -> 'a1 -> bool

val index : 'a1 list -> positive -> 'a1 PM.t -> 'a1 PM.t

val reweigh : ('a1 -> 'a2) -> (rrule * 'a1) list -> (rrule * 'a2) list

type 'w wset = (positive * 'w) trie

type 'w wline = (positive * 'w wset) trie

type 'w wrows = (positive * 'w wline) trie

val at_key : positive -> (positive * 'a1) trie -> 'a1 option

val sub_at : positive -> (positive * 'a1 trie) trie -> 'a1 trie

val weight_of : 'a1 wrows -> trans -> 'a1 option

val add_key :
  positive -> ('a1 option -> 'a1) -> (positive * 'a1) trie ->
  (positive * 'a1) trie

val into : ('a1 trie -> 'a1 trie) -> 'a1 trie option -> 'a1 trie

val build_wrows :
  (positive -> bool) -> ((positive * positive) * (positive * 'a1) list) list
  -> 'a1 wrows

val build_pots :
  ((positive * positive) * 'a1) list -> (positive * 'a1 wset) trie

val wall : (positive * 'a1) trie -> (positive -> 'a1 -> bool) -> bool

val wall_in : lset -> 'a1 wline -> (positive -> 'a1 wset -> bool) -> bool

val enter0 : positive -> set -> ((positive * lset) * positive) -> set

val entered : positive -> raut -> set

val met : set -> positive -> bool

val cover :
  'a1 weight -> 'a1 order -> ('a1 -> bool) -> 'a1 option -> 'a1 -> bool

val closed_wrule :
  'a1 weight -> 'a1 order -> positive -> ('a1 -> bool) -> set -> 'a1 wrows ->
  (rrule * 'a1) -> bool

val bound_edges :
  'a1 weight -> 'a1 order -> positive -> positive -> ('a1 -> bool) -> set ->
  'a1 wrows -> normal -> bool

val bound_start :
  'a1 weight -> 'a1 order -> positive -> ('a1 -> bool) -> normal ->
  (positive * 'a1 wset) trie -> bool

val bound_step :
  'a1 weight -> 'a1 order -> positive -> ('a1 -> bool) -> normal -> 'a1 wrows
  -> (positive * 'a1 wset) trie -> bool

val bound_end :
  'a1 weight -> 'a1 order -> normal -> normal -> (positive * 'a1 wset) trie
  -> 'a1 option -> bool

val nonneg_rows : 'a1 weight -> 'a1 order -> 'a1 wrows -> bool

val lower_ix :
  'a1 weight -> 'a1 order -> positive -> positive -> ('a1 -> bool) ->
  (rrule * 'a1) list -> normal -> normal -> set -> 'a1 wrows ->
  (positive * 'a1 wset) trie -> 'a1 option -> bool

val check_lower_bound :
  'a1 weight -> 'a1 order -> positive -> positive -> (rrule * 'a1) list ->
  raut -> raut -> bool -> ((positive * positive) * (positive * 'a1) list)
  list -> positive list -> ((positive * positive) * 'a1) list -> 'a1 option
  -> bool

val least_weight :
  positive -> positive -> (rrule * z list) list -> raut -> raut -> fact list
  -> positive -> (positive * positive) list -> bool ->
  ((positive * positive) * (positive * z list) list) list -> positive list ->
  ((positive * positive) * z list) list -> z list option

val shift : (rrule * z list) list -> (rrule * z list) list

type link = positive * positive

type pump =
| WitnessLoop of link list * link list * link list
| FactLoop of link list * positive * positive * positive

val same_fact : known -> known -> bool

val unknown : known -> known

val facts_with :
  positive -> positive -> crule trie -> lookup -> (known -> known) -> fact
  list -> positive -> known trie -> known trie option

val chain :
  positive -> crule trie -> known trie -> positive -> positive -> positive ->
  fact list -> positive -> positive -> known -> known option

val past : fact list -> positive

val pump_vector :
  positive -> positive -> (rrule * z list) list -> raut -> raut -> fact list
  -> positive -> pump -> z list option

val check_pump :
  positive -> positive -> (rrule * z list) list -> raut -> raut -> fact list
  -> positive -> pump -> bool -> bool

type letter = PS.t

type lit = bool * positive

val holds : lit -> letter -> bool

val flip : lit -> lit

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

val core : bool -> raw -> ltl

val descends : bool -> positive option -> positive option -> bool

val lit_eqb : lit -> lit -> bool

val ltl_eqb : ltl -> ltl -> bool

val among : ltl -> ltl list -> bool

val join : ltl list -> ltl list -> ltl list

val conjuncts : ltl -> ltl list

val models : letter -> lit list -> bool

val conjoin : lit list -> lit list -> lit list option

type cube = { lits : lit list; nexts : ltl list; promises : ltl list }

val meet : cube -> cube -> cube list

val less : cube -> cube -> bool

val absorb : cube -> cube list -> cube list

val times : cube list -> cube list -> cube list

val expand : ltl -> cube list

val expand_all : ltl list -> cube list

type entry = { obligations : ltl list; state : positive option;
               rank : positive }

type guard = lit list list

val allows : guard -> letter -> bool

val assume : guard -> lit -> guard

val valid_guard : nat -> guard -> bool

val covers : lit list -> guard -> bool

type buchi = { b_init : positive;
               b_edges : ((positive * guard) * positive) list; b_acc : 
               PS.t }

val state_eqb : positive option -> positive option -> bool

val leads0 : buchi -> entry list -> positive option -> (entry * guard) list

val implied : ltl list -> ltl -> bool

val advance : buchi -> ltl PM.t -> entry -> entry -> cube -> bool

val usable : buchi -> ltl PM.t -> entry -> entry -> cube -> bool

val check_cube :
  buchi -> ltl PM.t -> entry -> (entry * guard) list -> cube -> bool

val check_entry : buchi -> entry list -> ltl PM.t -> entry -> bool

val check_translation : ltl -> buchi -> entry list -> ltl PM.t -> bool

type proof = { p_init : positive;
               p_edges : ((positive * guard) * positive) list;
               p_accepting : positive list; p_entries : entry list;
               p_promises : (positive * ltl) list }

val automaton_of : proof -> buchi

val promises_of : proof -> ltl PM.t

val check_negation : raw -> proof -> bool

val trev : 'a1 list -> 'a1 list

val tmap : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val tapp : 'a1 list -> 'a1 list -> 'a1 list

val tlength : 'a1 list -> nat

val zip_rev :
  (bool -> bool -> bool) -> bool list -> bool list -> bool list -> bool list

val tzip : (bool -> bool -> bool) -> bool list -> bool list -> bool list

val back_rev : bool list -> bool list -> bool -> bool list -> bool list

val tback : bool list -> bool list -> bool -> bool list

val until_t : nat -> bool list -> bool list -> bool list

val release_t : nat -> bool list -> bool list -> bool list

val next_t : nat -> bool list -> bool list

val eval_t : nat -> letter list -> ltl -> bool list

val eval_long : letter list -> letter -> letter list -> ltl -> bool

type 'st model = { m_init : 'st list;
                   m_next : ('st -> (positive option * 'st) list option);
                   m_label : ('st -> letter option);
                   m_key : ('st -> positive); m_same : ('st -> 'st -> bool) }

val with_action : positive option -> letter -> letter

type indexed = { i_edges : (guard * positive) list trie; i_final : set }

val edges_from :
  (guard * positive) list trie -> positive -> (guard * positive) list

val add_edge0 :
  (guard * positive) list trie -> ((positive * guard) * positive) ->
  (guard * positive) list trie

val index_automaton : proof -> indexed

type 'st table0 = ('st * (positive * positive) trie) trie

val add_ranks :
  (positive * positive) trie -> (positive * positive) list ->
  (positive * positive) trie

val add_state :
  'a1 model -> 'a1 table0 -> ('a1 * (positive * positive) list) -> 'a1 table0

val build_table0 :
  'a1 model -> ('a1 * (positive * positive) list) list -> 'a1 table0

val row_of : 'a1 model -> 'a1 table0 -> 'a1 -> (positive * positive) trie

val rank_in : (positive * positive) trie -> positive -> positive option

val allowed : letter -> (guard * positive) list -> positive list

type demand = (bool * positive) * positive list

val demands : indexed -> letter -> (positive * positive) trie -> demand list

val meets : (positive * positive) trie -> demand -> bool

val all_met : 'a1 model -> 'a1 table0 -> demand list -> 'a1 -> bool

val check_state :
  'a1 model -> indexed -> 'a1 table0 -> ('a1 * (positive * positive) trie) ->
  bool

val check_product :
  'a1 model -> proof -> ('a1 * (positive * positive) list) list -> bool

val check_holds :
  'a1 model -> raw -> proof -> ('a1 * (positive * positive) list) list -> bool

val same_action : positive option -> positive option -> bool

val check_step : 'a1 model -> 'a1 -> positive option -> 'a1 -> bool

val path_letters :
  'a1 model -> ('a1 * positive option) list -> 'a1 -> letter list -> letter
  list option

val path_word :
  'a1 model -> ('a1 * positive option) list -> 'a1 -> letter list option

val is_initial : 'a1 model -> 'a1 -> bool

val check_violated :
  'a1 model -> raw -> ('a1 * positive option) list -> ('a1 * positive option)
  list -> bool

val listed : 'a1 model -> 'a1 trie -> 'a1 -> bool

val check_safe : 'a1 model -> 'a1 list -> bool

val check_run : 'a1 model -> 'a1 -> 'a1 list -> bool

val check_unsafe : 'a1 model -> 'a1 list -> bool

type 'num numbered_step = positive option * 'num

type 'num work = { w_next : 'num; w_bound : 'num }

val visit0 :
  'a1 model -> ('a2 -> 'a2) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2) -> ('a2
  -> 'a1) -> (positive option * 'a1) list -> 'a2 -> 'a2 numbered_step list ->
  ('a2 * 'a2 numbered_step list) option

val advance0 :
  'a1 model -> ('a2 -> 'a2) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2) -> ('a2
  -> 'a1) -> ('a2 -> bool) -> ('a2 -> letter -> 'a2 numbered_step list ->
  bool) -> 'a2 work -> 'a2 work option

val unfinished : ('a1 -> 'a1 -> bool) -> 'a1 work -> bool

val advances :
  'a1 model -> ('a2 -> 'a2) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2) -> ('a2
  -> 'a1) -> ('a2 -> bool) -> ('a2 -> letter -> 'a2 numbered_step list ->
  bool) -> positive -> 'a2 work -> 'a2 work option

val unfolds :
  'a1 model -> 'a2 -> ('a2 -> 'a2) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2) ->
  ('a2 -> 'a1) -> ('a2 -> bool) -> ('a2 -> letter -> 'a2 numbered_step list
  -> bool) -> positive -> bool

val check_step_ranks :
  positive -> bool -> positive list -> (positive -> positive option) -> bool

val is_ranked :
  ('a1 -> positive -> positive option) ->
  (positive * (bool * (guard * positive) list)) list -> 'a1 -> bool

val check_node :
  ('a1 -> positive -> positive option) ->
  (positive * (bool * (guard * positive) list)) list -> 'a1 -> letter -> 'a1
  numbered_step list -> bool

val automaton_states : proof -> positive list

val moving_states :
  proof -> (positive * (bool * (guard * positive) list)) list

val check_unfolded :
  'a1 model -> 'a2 -> ('a2 -> 'a2) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2) ->
  ('a2 -> 'a1) -> positive -> ('a2 -> positive -> positive option) -> raw ->
  proof -> bool

val unfolds_safely :
  'a1 model -> 'a2 -> ('a2 -> 'a2) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2) ->
  ('a2 -> 'a1) -> positive -> bool

type lts = { l_init : positive list;
             l_steps : ((positive * positive option) * positive) list;
             l_props : (positive * positive list) list }

type steps_index = (positive option * positive) list trie

val steps_of : steps_index -> positive -> (positive option * positive) list

val add_step :
  steps_index -> ((positive * positive option) * positive) -> steps_index

val props_of : letter trie -> positive -> letter

val add_prop : letter trie -> (positive * positive list) -> letter trie

val lts_model : lts -> positive model

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

val make_store : z list -> store

type env = (positive * z) list

val index_value : positive -> env -> z option

val fit : z -> z option

val truth : z option -> bool option

val of_bool : bool -> z option

val cell : variable -> z -> positive option

val operate : operator -> z -> z -> z option

val count : z -> z -> nat

val evaluate : env -> store -> expr -> z option

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

val copies :
  ((positive * expr) * expr) list -> (env -> choices -> choices option) ->
  env -> choices -> choices option

val expand_command : env -> command -> expanded option

val tree_size : expanded -> n

val choices_size : choices -> n

val distinct : (positive * z) list -> bool

type gstate = n * store

type compiled =
| KNum of z
| KCell of positive
| KBool of (store -> bool option)
| KValue of (store -> z option)

val value : compiled -> store -> z option

val condition : compiled -> store -> bool option

val constant : z option -> compiled

val comparison0 : operator -> (z -> z -> bool) option

val compile_operation : operator -> compiled -> compiled -> compiled

val compile_read : variable -> compiled -> compiled

val all_of : (store -> bool option) list -> store -> bool option

val some_of : (store -> bool option) list -> store -> bool option

val sum_of : (store -> z option) list -> store -> z -> z option

val written_out : (z -> 'a1) -> nat -> z -> 'a1 list

val compile0 : z -> env -> expr -> compiled

val compile_truth : env -> expr -> store -> bool option

val in_range : variable -> z -> bool

val fitting : variable -> compiled -> store -> z option

val fixed_targets :
  env -> ((variable * expr) * expr) list -> (positive * (store -> z option))
  list option

val fixed_changes :
  (positive * (store -> z option)) list -> store -> (positive * z) list option

val distinct_cells : (positive * 'a1) list -> bool

val add_changes : (positive * z) list -> store -> store

val assign_fixed :
  (positive * (store -> z option)) list -> store -> store option

type target = (variable * (store -> z option)) * (store -> z option)

val compile_target : env -> ((variable * expr) * expr) -> target

val compiled_changes : target list -> store -> (positive * z) list option

val assign_compiled : target list -> store -> store option

val compile_assign :
  env -> ((variable * expr) * expr) list -> store -> store option

type code =
| Go of n
| Do of (store -> store option) * n
| Test of (store -> bool option) * code * code
| Pick of picks
and picks =
| NoPick
| OnePick of (store -> bool option) * code * picks

val run : code -> store -> gstate list option

val run_picks : picks -> store -> gstate list option

type points = code trie

val set_point : n -> code -> points -> points

val build0 : expanded -> n -> n -> points -> points * code

val build_choices : choices -> n -> n -> points -> points * picks

val program_points : expanded -> points

val gcl_next : points -> gstate -> gstate list option

val pack_pos : positive -> positive -> positive

val pack_z : z -> positive -> positive

val pack_n : n -> positive -> positive

val pack_store : store -> positive -> positive

val gcl_key : gstate -> positive

val same_store : store -> store -> bool

val same_state : gstate -> gstate -> bool

val gcl_label :
  (positive * (store -> bool option)) list -> store -> letter -> letter option

val compile_atoms :
  (positive * expr) list -> (positive * (store -> bool option)) list

val without_action : gstate -> positive option * gstate

val gcl_model : expanded -> store -> (positive * expr) list -> gstate model

type atom =
| AState of positive
| ATop of positive
| AAction of positive
| ASet of raut

type actrules = (rrule * positive option) list

val map_of : ('a1 -> 'a2) -> (positive * 'a1) list -> 'a2 trie

val distinct0 : (positive * 'a1) list -> bool

val find2 : positive -> positive -> 'a1 trie trie -> 'a1 option

type act_rule = rrule * positive option

type ruleix = { x_exact : act_rule list trie trie;
                x_wild : (set * act_rule) list trie }

val olist : 'a1 list option -> 'a1 list

val otrie : 'a1 trie option -> 'a1 trie

val add_exact :
  positive -> positive -> act_rule -> act_rule list trie trie -> act_rule
  list trie trie

val add_rule : ruleix -> act_rule -> ruleix

val index_rules0 : actrules -> ruleix

val exact_at : ruleix -> positive -> positive -> act_rule list

val wild_at :
  positive -> ruleix -> positive -> positive -> act_rule list -> act_rule list

val rules_at : positive -> ruleix -> positive -> positive -> act_rule list

type reader = { rd_edges : ((positive * cset) * positive) list;
                rd_before : set trie; rd_fin : positive list }

val reader_of : raut -> reader option

val add_before : set trie -> set -> positive -> set

val last_states : reader -> set

val states_before : positive -> reader -> positive -> set -> set

type readers = (positive * reader) list

val set_readers : (positive * atom) list -> readers option

type contents = set trie trie

val content : contents -> positive -> positive -> set

val make_contents :
  (positive * (positive * positive list) list) list -> contents

val tracked : set trie -> positive -> set

type numbers = (positive * ((positive * positive) * positive option)) list

type tentry = ((positive * positive) * positive option) * set trie

type table1 = { t_entry : tentry trie; t_number : positive trie trie;
                t_bottom : set trie }

val make_table : positive -> readers -> contents -> numbers -> table1

val symbol_of : table1 -> positive -> positive option -> positive option

val class_from : table1 -> positive option -> positive option

val agree : set -> set -> set -> bool

val check_classes : set trie -> readers -> contents -> table1 -> bool

val add_true :
  ((positive * atom) -> bool) -> (positive * atom) list -> letter -> letter

val conf_true :
  positive -> set trie -> positive -> positive option -> (positive * atom) ->
  bool

val action_true : positive option -> (positive * atom) -> bool

val conf_spelt :
  positive -> set trie -> (positive * atom) list -> positive -> positive
  option -> letter

val action_spelt :
  (positive * atom) list -> positive option -> letter -> letter

type sums = ((positive * positive) * bool) list

type cell0 = { c_rank : positive; c_sums : sums; c_index : bool trie trie }

val index_sums : sums -> bool trie trie

val make_cell : (positive * sums) -> cell0

type head_list =
  (positive * (positive * (positive * (positive * sums)) list) list) list

type heads0 = cell0 trie trie trie

val make_heads : head_list -> heads0

val row_at : heads0 -> positive -> positive -> cell0 trie

val has_sum : cell0 -> positive -> positive -> bool -> bool

val descend : bool -> cell0 -> cell0 -> bool

val sums_into : bool -> cell0 -> cell0 -> bool

val follow0 : bool -> cell0 -> cell0 trie -> positive -> bool

type edge_index = (guard * positive) list trie

val index_edges : ((positive * guard) * positive) list -> edge_index

val all_edges : edge_index -> positive -> letter -> (positive -> bool) -> bool

val all_states :
  edge_index -> (positive -> bool) -> cell0 trie ->
  (positive * (positive * sums)) list -> letter -> (bool -> cell0 -> positive
  -> bool) -> bool

val check_rule :
  (positive * atom) list -> table1 -> heads0 -> edge_index -> (positive ->
  bool) -> positive -> positive -> positive -> positive -> letter -> cell0
  trie -> (positive * (positive * sums)) list -> act_rule -> bool

val check_idle :
  edge_index -> (positive -> bool) -> cell0 trie ->
  (positive * (positive * sums)) list -> letter -> bool

val check_row :
  positive -> positive -> ruleix -> (positive * atom) list -> table1 ->
  heads0 -> edge_index -> (positive -> bool) -> positive -> positive ->
  (positive * (positive * sums)) list -> bool

val check_heads :
  positive -> positive -> ruleix -> (positive * atom) list -> table1 ->
  heads0 -> edge_index -> (positive -> bool) -> head_list -> bool

type start_list =
  (positive * (positive * (positive * positive) list) list) list

type starts_t =
  ((positive * (positive * positive) list) list * ((positive * positive)
  list * set trie) trie) trie

val make_starts : start_list -> starts_t

val start_at :
  starts_t -> positive -> positive -> ((positive * positive) list * set trie)
  option

val begins :
  positive -> positive -> ((positive * positive) list * set trie) -> bool

val check_start_edge :
  table1 -> heads0 -> positive -> starts_t -> positive -> positive ->
  ((positive * positive) list * set trie) -> positive -> bool

val check_start_end : heads0 -> positive -> starts_t -> positive -> bool

val check_starts :
  positive -> positive -> table1 -> heads0 -> positive -> normal -> starts_t
  -> bool

val check_pds_empty :
  positive -> positive -> actrules -> raut -> (positive * atom) list -> buchi
  -> (positive * positive) list -> (positive * (positive * positive list)
  list) list -> numbers -> head_list -> start_list -> bool

val pushed : table1 -> rop -> positive -> positive -> positive list option

val next_conf :
  positive -> positive -> (positive * atom) list -> table1 -> act_rule PM.t
  -> positive -> conf -> (letter * conf) option

val idle_letter :
  positive -> positive -> (positive * atom) list -> table1 -> ruleix -> conf
  -> letter option

val symbol_at : table1 -> positive -> positive

val class_up : table1 -> positive option -> positive -> positive option

val stack_class_t : table1 -> positive list -> positive option

val plain_t : table1 -> conf -> conf

val walk :
  (positive -> conf -> (letter * conf) option) -> positive list -> conf ->
  letter list -> (letter list * conf) option

val accepting_states : positive -> reader -> positive list -> set

val in_set : positive -> positive -> raut -> conf -> bool

val check_pds_some :
  positive -> positive -> actrules -> raut -> (positive * atom) list -> ltl
  -> (positive * positive) list -> (positive * (positive * positive list)
  list) list -> numbers -> conf -> positive list -> positive list option ->
  bool

val check_pds_holds :
  positive -> positive -> actrules -> raut -> (positive * atom) list -> raw
  -> proof -> (positive * positive) list -> (positive * (positive * positive
  list) list) list -> numbers -> head_list -> start_list -> bool

val check_pds_violated :
  positive -> positive -> actrules -> raut -> (positive * atom) list -> raw
  -> (positive * positive) list -> (positive * (positive * positive list)
  list) list -> numbers -> positive -> positive list -> positive list ->
  positive list option -> bool

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

val key0 : positive -> positive -> positive

val at_key0 : positive -> 'a1 list trie -> 'a1 list

val index0 : (positive * 'a1) list -> 'a1 list trie

val tmap0 : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val unkey : positive -> (positive * positive) option

type loc = positive * positive

type move = positive * (loc * op0)

val loc_eqb : loc -> loc -> bool

val op_eqb : op0 -> op0 -> bool

val head_key : loc -> positive -> positive

type heads1 = positive trie

val has : heads1 -> loc -> positive -> bool

val with_head : heads1 -> loc -> positive -> heads1

type pops = { p_by : loc list trie; p_set : set }

val no_pops : pops

val pop_key : loc -> positive -> loc -> positive

val pops_of : pops -> loc -> positive -> loc list

val has_pop : pops -> loc -> positive -> loc -> bool

val with_pop : pops -> loc -> positive -> loc -> pops

val can :
  (loc -> positive -> move list) -> loc -> positive -> loc -> op0 -> bool

type why_pop =
| ByPop
| ByRewrite of loc * positive
| ByPush of loc * positive * loc

val good_pop :
  (loc -> positive -> move list) -> (loc -> positive -> bool) -> pops -> loc
  -> positive -> loc -> why_pop -> bool

val check_pops :
  (loc -> positive -> move list) -> (loc -> positive -> bool) -> pops ->
  (((loc * positive) * loc) * why_pop) list -> pops option

val closed_at :
  (loc -> positive -> move list) -> pops -> (loc -> positive -> bool) -> loc
  -> positive -> bool

type why_life =
| LMove of loc * op0
| LBelow of loc * positive * loc

val add_life : heads1 -> ((loc * positive) * why_life) -> heads1

val good_life :
  (loc -> positive -> move list) -> (loc -> positive -> bool) -> pops -> (loc
  -> positive -> bool) -> loc -> positive -> why_life -> bool

val head_set : (loc * positive) list -> heads1

val ulives : (loc -> positive -> bool) -> heads1 -> loc -> positive -> bool

val check_until_lives :
  (loc -> positive -> move list) -> (loc -> positive -> bool) -> (loc ->
  positive -> bool) -> pops -> heads1 -> ((loc * positive) * why_life) list
  -> heads1 option

val udead :
  (loc -> positive -> bool) -> (loc -> positive -> bool) -> heads1 -> loc ->
  positive -> bool

val check_until_dies :
  (loc -> positive -> move list) -> (loc -> positive -> bool) -> (loc ->
  positive -> bool) -> pops -> heads1 -> (loc * positive) list -> bool

val until_lives :
  (loc -> positive -> bool) -> (loc -> bool) -> pops -> heads1 -> loc ->
  positive list -> bool

val until_dies :
  (loc -> positive -> bool) -> (loc -> positive -> bool) -> (loc -> bool) ->
  pops -> heads1 -> loc -> positive list -> bool

type until_table = { u_pops : pops; u_lives : heads1; u_dies : heads1 }

val check_until :
  (loc -> positive -> move list) -> (loc -> positive -> bool) -> (loc ->
  positive -> bool) -> (loc -> positive -> bool) -> (loc -> positive -> bool)
  -> (((loc * positive) * loc) * why_pop) list ->
  ((loc * positive) * why_life) list -> (loc * positive) list -> until_table
  option

val until_verdict :
  (loc -> positive -> bool) -> (loc -> positive -> bool) -> (loc -> positive
  -> bool) -> (loc -> bool) -> (loc -> bool) -> until_table -> bool -> loc ->
  positive list -> bool

val until_value :
  (loc -> positive -> bool) -> (loc -> positive -> bool) -> (loc -> positive
  -> bool) -> (loc -> bool) -> (loc -> bool) -> until_table -> loc ->
  positive list -> bool option

val stops :
  (loc -> positive -> bool) -> (loc -> positive -> bool) -> loc -> positive
  -> bool

val rlives :
  (loc -> positive -> bool) -> (loc -> positive -> bool) -> heads1 -> loc ->
  positive -> bool

val check_release_lives :
  (loc -> positive -> move list) -> (loc -> positive -> bool) -> (loc ->
  positive -> bool) -> pops -> heads1 -> ((loc * positive) * why_life) list
  -> bool

val rdead : (loc -> positive -> bool) -> heads1 -> loc -> positive -> bool

val check_release_dies :
  (loc -> positive -> move list) -> (loc -> positive -> bool) -> (loc ->
  positive -> bool) -> pops -> heads1 -> (loc * positive) list -> heads1
  option

val release_lives :
  (loc -> positive -> bool) -> (loc -> positive -> bool) -> (loc -> bool) ->
  pops -> heads1 -> loc -> positive list -> bool

val release_dies :
  (loc -> positive -> bool) -> (loc -> bool) -> pops -> heads1 -> loc ->
  positive list -> bool

type release_table = { r_pops : pops; r_lives : heads1; r_dies : heads1 }

val check_release :
  (loc -> positive -> move list) -> (loc -> positive -> bool) -> (loc ->
  positive -> bool) -> (loc -> positive -> bool) -> (loc -> positive -> bool)
  -> (((loc * positive) * loc) * why_pop) list ->
  ((loc * positive) * why_life) list -> (loc * positive) list ->
  release_table option

val release_verdict :
  (loc -> positive -> bool) -> (loc -> positive -> bool) -> (loc -> positive
  -> bool) -> (loc -> bool) -> (loc -> bool) -> release_table -> bool -> loc
  -> positive list -> bool

val release_value :
  (loc -> positive -> bool) -> (loc -> positive -> bool) -> (loc -> positive
  -> bool) -> (loc -> bool) -> (loc -> bool) -> release_table -> loc ->
  positive list -> bool option

type ready =
| REvery
| RFinite of positive list trie * set
| RPushdown of (positive * op0) list trie * set

val make_ready : automaton -> ready

val follow1 :
  ready -> positive -> positive -> positive -> (positive * op0) list

val accepting : ready -> positive -> bool

val finite : automaton -> bool

val at_most_one : 'a1 list -> bool

val deterministic : automaton -> bool

val vnot : bool option -> bool option

val vand : bool option -> bool option -> bool option

val vor : bool option -> bool option -> bool option

val viff : bool option -> bool option -> bool option

val is_yes : bool option -> bool

val is_no : bool option -> bool

val vsome : ('a1 -> bool option) -> 'a1 list -> bool option

type evidence = { e_pops : (((loc * positive) * loc) * why_pop) list;
                  e_lives : ((loc * positive) * why_life) list;
                  e_dies : (loc * positive) list }

val all_moves :
  (loc -> positive -> move list list) -> loc -> positive -> move list

val k_done :
  (positive -> bool) -> (loc -> positive -> bool option) -> loc -> positive
  -> bool

val k_undone :
  (positive -> bool) -> (loc -> positive -> bool option) -> loc -> positive
  -> bool

val k_bad :
  (positive -> bool) -> (loc -> positive -> bool option) -> loc -> positive
  -> bool

val k_good :
  (positive -> bool) -> (loc -> positive -> bool option) -> loc -> positive
  -> bool

val k_done0 : (positive -> bool) -> (loc -> bool option) -> loc -> bool

val k_undone0 : (positive -> bool) -> (loc -> bool option) -> loc -> bool

val k_bad0 : (positive -> bool) -> (loc -> bool option) -> loc -> bool

val k_good0 : (positive -> bool) -> (loc -> bool option) -> loc -> bool

val k_go : (loc -> positive -> bool option) -> loc -> positive -> bool

val k_stuck : (loc -> positive -> bool option) -> loc -> positive -> bool

val is_nil : 'a1 list -> bool

val k_stop :
  (loc -> positive -> move list list) -> (loc -> positive -> bool option) ->
  loc -> positive -> bool

val k_walk :
  (loc -> positive -> move list list) -> (loc -> positive -> bool option) ->
  loc -> positive -> bool

val until_check :
  (loc -> positive -> move list list) -> (positive -> bool) -> (loc ->
  positive -> bool option) -> (loc -> positive -> bool option) -> evidence ->
  until_table option

val until_says :
  (positive -> bool) -> (loc -> positive -> bool option) -> (loc -> positive
  -> bool option) -> (loc -> bool option) -> until_table -> loc -> positive
  list -> bool option

val release_check :
  (loc -> positive -> move list list) -> (positive -> bool) -> (loc ->
  positive -> bool option) -> (loc -> positive -> bool option) -> evidence ->
  release_table option

val release_says :
  (loc -> positive -> move list list) -> (positive -> bool) -> (loc ->
  positive -> bool option) -> (loc -> positive -> bool option) -> (loc ->
  bool option) -> release_table -> loc -> positive list -> bool option

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

val memo :
  positive list -> (positive -> bool option) -> positive -> bool option

type lts_index = { li_steps : (positive * positive) list trie;
                   li_props : set; li_states : positive list }

val index_lts : lts0 -> positive list -> lts_index

val successors : lts_index -> positive -> (positive * positive) list

val lts_each : lts_index -> ready -> loc -> positive -> move list list

val lts_until :
  lts_index -> automaton -> evidence -> (positive -> bool option) ->
  (positive -> bool option) -> (positive -> bool option) option

val lts_release :
  lts_index -> automaton -> evidence -> (positive -> bool option) ->
  (positive -> bool option) -> (positive -> bool option) option

val both :
  ((positive -> bool option) -> (positive -> bool option) -> 'a1 option) ->
  (positive -> bool option) option -> (positive -> bool option) option -> 'a1
  option

val inverse : (positive -> bool option) -> positive -> bool option

val inverted :
  (positive -> bool option) option -> (positive -> bool option) option

val lts_value : lts_index -> claim -> (positive -> bool option) option

val check_ectl_lts : lts0 -> positive list -> claim -> bool option list option

type monitor = { m_start : positive;
                 m_entries : ((positive * positive) * positive) list }

type watch = { w_start : positive; w_step : positive trie }

val make_watch : monitor -> watch

val reads : watch -> positive -> positive -> positive

val state_after : watch -> positive list -> positive

val carry : watch -> positive list -> positive list

val carried : watch -> positive -> positive -> op0 -> op0

val loc_key : loc -> positive

type answers = { a_lives : (loc -> positive -> bool);
                 a_dies : (loc -> positive -> bool);
                 a_closed : (loc -> positive -> bool);
                 a_pops : (loc -> positive -> loc list);
                 a_lives0 : (loc -> bool); a_dies0 : (loc -> bool) }

val until_answers :
  (positive -> bool) -> (loc -> positive -> bool option) -> (loc -> positive
  -> bool option) -> (loc -> bool option) -> until_table -> answers

val release_answers :
  (loc -> positive -> move list list) -> (positive -> bool) -> (loc ->
  positive -> bool option) -> (loc -> positive -> bool option) -> (loc ->
  bool option) -> release_table -> answers

type refinement = { f_to : positive; f_locs : loc list;
                    f_states : (positive * (positive * loc list)) list }

type known0 = { n_was : positive; n_live : loc list; n_set : set }

val make_known : (positive * loc list) -> known0

val infos : refinement -> known0 trie

val lives_in : known0 -> loc -> bool

val value_above : answers -> set -> known0 -> loc -> positive -> bool option

val loc_set : refinement -> set

val check_refinement : watch -> monitor -> refinement -> answers -> bool

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

val index_pds : pds -> pds_index

val rules_for :
  pds_index -> positive -> positive -> (positive * (positive * op0)) list

type watches = (monitor * watch) trie

val make_watches : (positive * monitor) list -> watches

val watch_of : watches -> positive -> watch

type pvalue = { v_mon : positive;
                v_head : (positive -> positive -> positive -> bool option);
                v_none : (positive -> bool option) }

val value_at : watches -> pvalue -> aconf -> bool option

val pds_each :
  pds_index -> watch -> ready -> loc -> positive -> move list list

val known_head : pvalue -> loc -> positive -> bool option

val known_none : pvalue -> loc -> bool option

val refined :
  watches -> watch -> refinement -> answers -> (positive -> bool option) ->
  pvalue option

val pds_until :
  pds_index -> watches -> automaton -> evidence -> refinement -> pvalue ->
  pvalue -> pvalue option

val pds_release :
  pds_index -> watches -> automaton -> evidence -> refinement -> pvalue ->
  pvalue -> pvalue option

val pinverse : pvalue -> pvalue

val ptrue : positive -> pvalue

val pjoin :
  (bool option -> bool option -> bool option) -> pvalue -> pvalue -> pvalue
  option

val pboth :
  (pvalue -> pvalue -> 'a1 option) -> pvalue option -> pvalue option -> 'a1
  option

val pinverted : pvalue option -> pvalue option

val one_action : pds_index -> automaton

val pds_ex :
  pds_index -> watches -> evidence -> refinement -> pvalue -> pvalue option

val check_lift : watch -> monitor -> positive trie -> bool

val pds_lift :
  watches -> positive -> (positive * positive) list -> pvalue -> pvalue option

val pds_value : pds_index -> watches -> pclaim -> pvalue option

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

val until_at :
  pds_index -> watches -> automaton -> evidence -> pvalue -> pvalue -> (aconf
  -> bool option) option

val release_at :
  pds_index -> watches -> automaton -> evidence -> pvalue -> pvalue -> (aconf
  -> bool option) option

val oboth :
  ((aconf -> bool option) -> (aconf -> bool option) -> 'a1 option) -> (aconf
  -> bool option) option -> (aconf -> bool option) option -> 'a1 option

val oinverted : (aconf -> bool option) option -> (aconf -> bool option) option

val outer_value :
  pds_index -> watches -> oclaim -> (aconf -> bool option) option

val check_ectl_pds :
  pds -> (positive * monitor) list -> oclaim -> aconf list -> bool option
  list option

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

val same_point : point -> point -> bool

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

val statement_size : statement -> positive

val sequence_size : sequence -> positive

val options_size : options -> positive -> positive

val first_of : sequence -> statement

val is_else : sequence -> bool

val firsts : bool -> statement -> positive -> positive list * positive list

val firsts_of_sequence :
  bool -> sequence -> positive -> positive list * positive list

val firsts_of_options :
  bool -> bool -> options -> positive -> positive list * positive list

type table2 = { b_entries : entry0 PM.t; b_targets : positive PM.t;
                b_places : positive PM.t; b_ends : positive list;
                b_ends_behind : positive list; b_points : nat }

val no_table : table2

val add_labels :
  bool -> (positive * bool) list -> statement -> positive -> table2 -> table2

val add_entry : positive -> entry0 -> table2 -> table2

type place = { w_atomic : bool; w_last : bool; w_inside : bool;
               w_loop : positive; w_unless : positive list }

val lay : place -> statement -> positive -> point -> table2 -> table2

val lay_sequence :
  place -> sequence -> bool -> positive -> point -> table2 -> table2

val lay_options : place -> options -> positive -> point -> table2 -> table2

val find_entry : table2 -> positive -> entry0 option

val pass : table2 -> point -> point option

val is_inside : table2 -> point -> bool

val is_atomic : table2 -> point -> bool

val resolve_in : table2 -> nat -> bool -> point -> point

val resolve : table2 -> bool -> point -> point

type move0 =
| Execute of positive
| Pass of point
| Die

val target0 : table2 -> move0 -> point * bool

val move_of : table2 -> positive -> move0

val first_moves : table2 -> positive -> move0 list

val escape_moves : table2 -> positive -> move0 list

val tagged : positive -> move0 list -> (move0 * positive option) list

val escape_group : table2 -> positive -> (move0 * positive option) list

val escapes :
  table2 -> positive list -> positive list -> (move0 * positive option) list

val moves : table2 -> point -> (move0 * positive option) list

type code0 = { k_table : table2; k_start : point; k_ends : point list;
               k_moves : (move0 * positive option) list PM.t;
               k_targets : (point * bool) PM.t; k_inside : point PM.t }

val next_inside : table2 -> positive -> point

val code_of : sequence option -> code0

val moves_at : code0 -> point -> (move0 * positive option) list

val target_of : code0 -> move0 -> point * bool

val inside_after : code0 -> positive -> point

val stands_at : code0 -> point -> positive -> bool

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

val bind : 'a1 outcome -> ('a1 -> 'a2 outcome) -> 'a2 outcome

val unsigned : z -> z -> z

val signed : z -> z -> z

val int : z -> z

val store_as : vtype -> z -> z

val of_bool0 : bool -> z

val is_true : z -> bool

val apply_unary : unary -> z -> z

val apply_binary : binary -> z -> z -> z outcome

type cells = z PM.t

type process = { p_type : nat; p_at : point; p_cells : cells; p_channels : nat }

type channel = { c_shape : nat; c_messages : z list list }

type pstate = { s_globals : cells; s_processes : process list;
                s_channels : channel list; s_last : z }

val find_process : pstate -> z -> process option

val find_channel : pstate -> z -> channel option

val change : nat -> ('a1 -> 'a1) -> 'a1 list -> 'a1 list

val set_processes : process list -> pstate -> pstate

val set_channels : channel list -> pstate -> pstate

val change_process : nat -> (process -> process) -> pstate -> pstate

val set_messages : z -> z list list -> pstate -> pstate

val code_at : code0 list -> nat -> code0

val shape_of : program -> channel -> shape

val is_rendezvous : program -> channel -> bool

val is_full : program -> channel -> bool

type context = { x_pid : nat option; x_timeout : bool }

val channel_of : pstate -> z -> channel option outcome

val measured : program -> measure -> channel option -> z

val fits : z option list -> z list -> bool -> bool outcome

val fits_in : program -> channel -> z option list -> z list -> bool outcome

val find_message :
  program -> channel -> bool -> z option list -> z list list -> z list list
  -> ((z list list * z list) * z list list) option outcome

val first_of_type : nat -> process list -> process option

val remote : nat -> process option -> process option

val cells_of : pstate -> context -> bool -> cells option

val read : cells option -> positive -> z

val stands : code0 list -> process option -> positive -> z

val eval :
  program -> code0 list -> pstate -> context -> expression -> z outcome

val locate :
  program -> code0 list -> pstate -> context -> indices -> z -> positive
  outcome

val wanted_by :
  program -> code0 list -> pstate -> context -> patterns -> z option list
  outcome

val eval_all :
  program -> code0 list -> pstate -> context -> expression list -> z list
  outcome

val put_cell : context -> bool -> positive -> z -> pstate -> pstate

val assign :
  program -> code0 list -> context -> reference -> z -> pstate -> pstate
  outcome

val assign_message :
  program -> code0 list -> context -> patterns -> z list -> pstate -> pstate
  outcome

val most : nat

val at_most : nat -> bool

val put_row : context -> bool -> positive -> z list -> pstate -> pstate

val open_channels :
  context -> bool -> positive -> nat -> nat -> pstate -> pstate outcome

val declare :
  program -> code0 list -> context -> bool -> declaration -> pstate -> pstate
  outcome

val declare_all :
  program -> code0 list -> context -> bool -> declaration list -> pstate ->
  pstate outcome

val zeros : n -> cells

val create :
  program -> code0 list -> nat -> z list -> pstate -> pstate outcome

val die : pstate -> pstate

type offer = { o_channel : z; o_message : z list }

val can0 :
  program -> code0 list -> pstate -> context -> offer option -> bool ->
  action -> bool outcome

val cut_message : program -> channel -> z list -> z list

val greater : z list -> z list -> bool

val insert : z list -> z list -> z list list -> z list list

val pattern_count : patterns -> nat

val message_of :
  program -> code0 list -> pstate -> context -> channel -> expression list ->
  z list outcome

val receive :
  program -> code0 list -> pstate -> context -> channel -> bool -> patterns
  -> z list -> pstate -> pstate outcome

val execute :
  program -> code0 list -> pstate -> context -> offer option -> action ->
  (pstate * bool) outcome

val action_at : code0 -> positive -> action

val offers :
  program -> code0 list -> pstate -> context -> action -> bool outcome

val choose_inside :
  program -> code0 list -> pstate -> context -> offer option -> code0 ->
  positive list -> positive option outcome

val firsts_at : code0 -> positive -> positive list

val run_inside :
  program -> code0 list -> nat -> pstate -> context -> offer option -> code0
  -> point -> bool -> (pstate * bool) outcome

type moved = { u_state : pstate; u_failed : bool; u_alone : nat option }

val set_at : nat -> point -> pstate -> pstate

val set_last : program -> nat -> pstate -> pstate

val advance1 : program -> nat -> code0 -> move0 -> pstate -> bool -> moved

val can_at :
  program -> code0 list -> pstate -> context -> offer option -> bool -> code0
  -> positive -> bool outcome

val execute_at :
  program -> code0 list -> nat -> pstate -> context -> offer option -> code0
  -> positive -> (pstate * bool) outcome

val possible :
  (bool -> move0 -> moved outcome list) -> (move0 * positive option) list ->
  bool -> positive option -> moved outcome list

val provided :
  program -> code0 list -> pstate -> nat -> bool -> process -> bool outcome

val if_provided :
  program -> code0 list -> pstate -> nat -> bool -> (process -> code0 ->
  moved outcome list) -> moved outcome list

val one : bool outcome -> moved outcome -> moved outcome list

val answers0 :
  program -> code0 list -> nat -> pstate -> bool -> offer -> bool -> nat ->
  moved outcome list

val pids : pstate -> nat list

val handshakes :
  program -> code0 list -> nat -> pstate -> nat -> bool -> code0 -> move0 ->
  z -> channel -> expression list -> moved outcome list

val process_moves :
  program -> code0 list -> nat -> pstate -> bool -> nat -> moved outcome list

val state_moves : program -> code0 list -> nat -> pstate -> moved outcome list

val goes_on : program -> code0 list -> nat -> moved -> nat option

val is_content : code0 list -> process -> bool

val class_number : initial_class -> nat

val ordered : declaration list -> declaration list

val create_all : program -> code0 list -> nat list -> pstate -> pstate outcome

val pml_initial : program -> code0 list -> pstate outcome

val ends :
  program -> code0 list -> nat -> nat -> moved -> (pstate * bool) outcome list

val pml_ends :
  program -> code0 list -> nat -> pstate -> (pstate * bool) outcome list

val pml_is_bad_end : program -> code0 list -> nat -> pstate -> bool

val codes_of : program -> code0 list

val same_list : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool

val same_process : process -> process -> bool

val same_channel : channel -> channel -> bool

val same_pstate : pstate -> pstate -> bool

val all_known : 'a1 outcome list -> 'a1 list option

val to_state : (pstate * bool) -> positive option * pstate

val pml_next :
  program -> code0 list -> nat -> pstate -> (positive option * pstate) list
  option

val ends_badly : program -> code0 list -> nat -> pstate -> 'a1 list -> bool

val pml_next_safe :
  program -> code0 list -> nat -> pstate -> (positive option * pstate) list
  option

val is_error : (pstate * bool) outcome -> bool

val end_state : (pstate * bool) outcome -> (positive option * pstate) list

val pml_next_unsafe :
  program -> code0 list -> nat -> pstate -> (positive option * pstate) list
  option

val atom_value : program -> code0 list -> pstate -> expression -> z outcome

val pml_label :
  program -> code0 list -> (positive * expression) list -> pstate -> letter
  -> letter option

val pml_model :
  program -> nat -> (pstate -> positive) -> pstate -> (positive * expression)
  list -> pstate model

val pml_model_safe :
  program -> nat -> (pstate -> positive) -> pstate -> pstate model

val pml_model_unsafe :
  program -> nat -> (pstate -> positive) -> pstate -> pstate model

val pml_check_unsafe :
  program -> nat -> (pstate -> positive) -> pstate list -> bool

val pml_check_violated :
  program -> nat -> (pstate -> positive) -> (positive * expression) list ->
  raw -> (pstate * positive option) list -> (pstate * positive option) list
  -> bool

val no_key : pstate -> positive

val pml_unfolds_safely :
  'a1 -> ('a1 -> 'a1) -> ('a1 -> 'a1 -> bool) -> program -> nat -> (pstate ->
  'a1) -> ('a1 -> pstate) -> positive -> bool

val pml_check_unfolded :
  'a1 -> ('a1 -> 'a1) -> ('a1 -> 'a1 -> bool) -> program -> nat -> (pstate ->
  'a1) -> ('a1 -> pstate) -> positive -> ('a1 -> positive -> positive option)
  -> (positive * expression) list -> raw -> proof -> bool

val look0 :
  program -> code0 -> pstate -> bool -> move0 -> (point * bool) option
  outcome list

val looks :
  program -> code0 -> pstate -> (move0 * positive option) list -> bool ->
  (point * bool) option outcome list

val claim_moves :
  program -> code0 -> pstate -> point -> (point * bool) option outcome list

val is_violation : point option -> bool

val accepting0 : code0 -> positive list -> point -> bool

val claim_ends :
  program -> code0 -> nat -> pstate -> point -> point option outcome list

type both0 = pstate * point option

val same_place : point option -> point option -> bool

val same_both : both0 -> both0 -> bool

val claim_next :
  program -> nat -> code0 -> both0 -> (positive option * both0) list option

val claim_label : code0 -> positive list -> both0 -> letter option

val claim_model :
  program -> nat -> code0 -> positive list -> pstate -> both0 model

val claim_formula : raw

val pml_check_claim :
  program -> nat -> code0 -> positive list -> 'a1 -> ('a1 -> 'a1) -> ('a1 ->
  'a1 -> bool) -> (both0 -> 'a1) -> ('a1 -> both0) -> positive -> ('a1 ->
  positive -> positive option) -> proof -> bool
