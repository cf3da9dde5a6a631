(* Promela: what its models do. States are those between steps; 'pml_step' is the relation of what SPIN stores, one step of it
   being a whole atomic sequence as long as it is not blocked, a whole d_step, or both halves of a handshake. Every rule has the
   section of the notes that it formalises; where SPIN and its manual differ, SPIN's behaviour is the meaning. *)
From Coq Require Import List PArith NArith ZArith Bool FMapPositive.
From Custos Require Import Automaton PromelaSyntax PromelaPoints.
Import ListNotations.
Local Open Scope Z_scope.

(** * Outcomes *)
(* What can go wrong. SPIN goes on after some of these; here only a failing assertion has an 'afterwards'. *)
Inductive fault := BadIndex | BadDivision | BadChannel | BadFields | BadPeek | BlockedDstep | SendInDstep | TooMany.
(* Unknown: more steps were taken in one than were allowed; it is no answer at all. *)
Inductive outcome (A : Type) := Val (a : A) | Bad (f : fault) | Unknown.
Arguments Val {A}. Arguments Bad {A}. Arguments Unknown {A}.
Definition bind {A B} (o : outcome A) (f : A -> outcome B) : outcome B :=
  match o with Val a => f a | Bad e => Bad e | Unknown => Unknown end.
Notation "'let*' x ':=' e 'in' f" := (bind e (fun x => f)) (at level 200, x pattern, e at level 100, f at level 200).

(** * Integers: section 12 *)
Definition unsigned (bits z : Z) : Z := Z.land z (Z.ones bits).
Definition signed (bits z : Z) : Z :=
  let u := unsigned bits z in if u <? Z.shiftl 1 (bits - 1) then u else u - Z.shiftl 1 bits.
Definition int (z : Z) : Z := signed 32 z.
(* a value cut to a type as it is stored; arrays of bits are arrays of bytes *)
Definition store_as (t : vtype) (z : Z) : Z :=
  match t_basic t with
  | TBit => unsigned (if t_array t then 8 else 1) z
  | TByte | TMtype | TChan => unsigned 8 z
  | TShort => signed 16 z
  | TInt => int z
  | TUnsigned bits => if 32 <=? bits then int z else unsigned bits z
  end.
Definition of_bool (b : bool) : Z := if b then 1 else 0.
Definition is_true (z : Z) : bool := negb (z =? 0).
Definition apply_unary (o : unary) (a : Z) : Z :=
  match o with UNot => of_bool (a =? 0) | UNegate => int (- a) | UComplement => Z.lnot a end.
Definition apply_binary (o : binary) (a b : Z) : outcome Z :=
  match o with
  | BAdd => Val (int (a + b))
  | BSub => Val (int (a - b))
  | BMul => Val (int (a * b))
  | BDiv => if b =? 0 then Bad BadDivision else Val (int (Z.quot a b))
  | BMod => if b =? 0 then Bad BadDivision else Val (Z.rem a b)
  | BAndBits => Val (Z.land a b)
  | BXorBits => Val (Z.lxor a b)
  | BOrBits => Val (Z.lor a b)
  | BShiftLeft => Val (int (Z.shiftl a (Z.land b 31)))
  | BShiftRight => Val (Z.shiftr a (Z.land b 31))
  | BEq => Val (of_bool (a =? b))
  | BNe => Val (of_bool (negb (a =? b)))
  | BLt => Val (of_bool (a <? b))
  | BLe => Val (of_bool (a <=? b))
  | BGt => Val (of_bool (b <? a))
  | BGe => Val (of_bool (b <=? a))
  end.

(** * States: section 3 *)
Definition cells := PM.t Z.
Record process := Process {
  p_type : nat;
  p_at : point;
  p_cells : cells;
  p_channels : nat }.                                   (* how many there were when it was made *)
Record channel := Channel { c_shape : nat; c_messages : list (list Z) }.
Record pstate := State {
  s_globals : cells;
  s_processes : list process;                           (* by pid *)
  s_channels : list channel;                            (* by number, from 1 *)
  s_last : Z }.                                         (* 0 where nobody asks for it *)

Definition find_process (s : pstate) (pid : Z) : option process :=
  if 0 <=? pid then nth_error (s_processes s) (Z.to_nat pid) else None.
Definition find_channel (s : pstate) (n : Z) : option channel :=
  if 1 <=? n then nth_error (s_channels s) (Z.to_nat (n - 1)) else None.
Fixpoint change {A} (n : nat) (f : A -> A) (l : list A) : list A :=
  match l, n with [], _ => [] | x :: l, O => f x :: l | x :: l, S n => x :: change n f l end.
Definition set_processes (l : list process) (s : pstate) : pstate := State (s_globals s) l (s_channels s) (s_last s).
Definition set_channels (l : list channel) (s : pstate) : pstate := State (s_globals s) (s_processes s) l (s_last s).
Definition change_process (pid : nat) (f : process -> process) (s : pstate) : pstate :=
  set_processes (change pid f (s_processes s)) s.
Definition set_messages (n : Z) (l : list (list Z)) (s : pstate) : pstate :=
  set_channels (change (Z.to_nat (n - 1)) (fun c => Channel (c_shape c) l) (s_channels s)) s.

Section Semantics.
Variable G : program.
Variable codes : list code.                             (* of the proctypes: code_of *)
Variable limit : nat.                                   (* of what is done in one step *)
Definition code_at (type : nat) : code := nth type codes (code_of None).
Definition shape_of (c : channel) : shape := nth (c_shape c) (g_shapes G) (Shape 0 []).
Definition is_rendezvous (c : channel) : bool := Nat.eqb (h_capacity (shape_of c)) 0.
Definition is_full (c : channel) : bool := negb (is_rendezvous c) && Nat.leb (h_capacity (shape_of c)) (length (c_messages c)).

(** * Expressions: sections 11 to 13 *)
(* Who evaluates (nobody: a formula), and is 'timeout' true? *)
Record context := Context { x_pid : option nat; x_timeout : bool }.

(* An uninitialised channel is a fault; one that died with its process is empty. *)
Definition channel_of (s : pstate) (n : Z) : outcome (option channel) :=
  if n =? 0 then Bad BadChannel else Val (find_channel s n).
Definition measured (m : measure) (c : option channel) : Z :=
  let length := match c with Some c => Z.of_nat (length (c_messages c)) | None => 0 end in
  let full := match c with Some c => is_full c | None => false end in
  match m with
  | MLen => length
  | MEmpty => of_bool (length =? 0)
  | MNempty => of_bool (negb (length =? 0))
  | MFull => of_bool full
  | MNfull => of_bool (negb full)
  end.
(* None: anything fits. Beyond the only field of a message there are zeros, beyond several there is nothing to compare. *)
Fixpoint fits (wanted : list (option Z)) (message : list Z) (only : bool) : outcome bool :=
  match wanted, message with
  | [], _ => Val true
  | None :: w, _ => fits w (tl message) only
  | Some z :: w, x :: message => if z =? x then fits w message only else Val false
  | Some z :: w, [] => if only then (if z =? 0 then fits w [] only else Val false) else Bad BadFields
  end.
Definition fits_in (c : channel) (wanted : list (option Z)) (message : list Z) : outcome bool :=
  fits wanted message (Nat.eqb (length (h_fields (shape_of c))) 1).
(* The first message that fits, or the first of all if it does; what is before and behind it. *)
Fixpoint find_message (c : channel) (random : bool) (wanted : list (option Z)) (before l : list (list Z))
  : outcome (option (list (list Z) * list Z * list (list Z))) :=
  match l with
  | [] => Val None
  | m :: l => let* b := fits_in c wanted m in
              if b then Val (Some (rev before, m, l))
              else if random then find_message c random wanted (m :: before) l else Val None
  end.
Fixpoint first_of_type (type : nat) (l : list process) : option process :=
  match l with [] => None | p :: l => if Nat.eqb (p_type p) type then Some p else first_of_type type l end.
Definition remote (type : nat) (p : option process) : option process :=
  match p with Some p => if Nat.eqb (p_type p) type then Some p else None | None => None end.
Definition cells_of (s : pstate) (x : context) (is_local : bool) : option cells :=
  if is_local then match x_pid x with Some pid => option_map p_cells (nth_error (s_processes s) pid) | None => None end
  else Some (s_globals s).
Definition read (o : option cells) (c : positive) : Z :=
  match o with Some m => match PM.find c m with Some z => z | None => 0 end | None => 0 end.

Definition stands (p : option process) (l : positive) : Z :=
  of_bool (match p with Some p => stands_at (code_at (p_type p)) (p_at p) l | None => false end).

Fixpoint eval (s : pstate) (x : context) (e : expression) : outcome Z :=
  match e with
  | XNum z => Val z
  | XRead (Ref is_local first i _) => let* c := locate s x i (Zpos first) in Val (read (cells_of s x is_local) c)
  | XUnary o a => let* a := eval s x a in Val (apply_unary o a)
  | XBinary o a b => let* a := eval s x a in let* b := eval s x b in apply_binary o a b
  | XAnd a b => let* a := eval s x a in if is_true a then let* b := eval s x b in Val (of_bool (is_true b)) else Val 0
  | XOr a b => let* a := eval s x a in if is_true a then Val 1 else let* b := eval s x b in Val (of_bool (is_true b))
  | XIf a b c => let* a := eval s x a in if is_true a then eval s x b else eval s x c
  | XMeasure m c => let* n := eval s x c in let* c := channel_of s n in Val (measured m c)
  | XPoll c random p =>
    let* n := eval s x c in let* wanted := wanted_by s x p in let* c := channel_of s n in
    match c with
    | None => Val 0
    | Some c => if is_rendezvous c then Bad BadPeek
                else let* m := find_message c random wanted [] (c_messages c) in
                     Val (of_bool (match m with Some _ => true | None => false end))
    end
  | XSelf => Val (match x_pid x with Some pid => Z.of_nat pid | None => -1 end)
  | XCount => Val (Z.of_nat (length (s_processes s)))
  | XLast => Val (s_last s)
  | XTimeout => Val (of_bool (x_timeout x))
  | XAt type pid l => let* pid := eval s x pid in Val (stands (remote type (find_process s pid)) l)
  | XSomeAt type l => Val (stands (first_of_type type (s_processes s)) l)
  | XRemote type pid (Ref _ first i _) =>
    let* pid := eval s x pid in
    match remote type (find_process s pid) with
    | Some p => let* c := locate s x i (Zpos first) in Val (read (Some (p_cells p)) c)
    | None => Val 0
    end
  | XSomeRemote type (Ref _ first i _) =>
    match first_of_type type (s_processes s) with
    | Some p => let* c := locate s x i (Zpos first) in Val (read (Some (p_cells p)) c)
    | None => Val 0
    end
  end
with locate (s : pstate) (x : context) (i : indices) (c : Z) : outcome positive :=
  match i with
  | NoIndex => Val (Z.to_pos c)
  | Index e count stride r => let* z := eval s x e in
                              if (0 <=? z) && (z <? count) then locate s x r (c + z * stride) else Bad BadIndex
  end
with wanted_by (s : pstate) (x : context) (p : patterns) : outcome (list (option Z)) :=
  match p with
  | PNil => Val []
  | PAny r | PStore _ r => let* l := wanted_by s x r in Val (None :: l)
  | PValue e r => let* z := eval s x e in let* l := wanted_by s x r in Val (Some z :: l)
  end.

Fixpoint eval_all (s : pstate) (x : context) (l : list expression) : outcome (list Z) :=
  match l with [] => Val [] | e :: l => let* z := eval s x e in let* r := eval_all s x l in Val (z :: r) end.

(** * Assignment *)
Definition put_cell (x : context) (is_local : bool) (c : positive) (z : Z) (s : pstate) : pstate :=
  if is_local
  then match x_pid x with
       | Some pid => change_process pid (fun p => Process (p_type p) (p_at p) (PM.add c z (p_cells p)) (p_channels p)) s
       | None => s end
  else State (PM.add c z (s_globals s)) (s_processes s) (s_channels s) (s_last s).
Definition assign (x : context) (r : reference) (z : Z) (s : pstate) : outcome pstate :=
  let 'Ref is_local first i t := r in
  let* c := locate s x i (Zpos first) in Val (put_cell x is_local c (store_as t z) s).
(* Left to right: an index may depend on what came before it (section 11). *)
Fixpoint assign_message (x : context) (p : patterns) (message : list Z) (s : pstate) : outcome pstate :=
  match p with
  | PNil => Val s
  | PAny r | PValue _ r => assign_message x r (tl message) s
  | PStore y r => let* s := assign x y (hd 0 message) s in assign_message x r (tl message) s
  end.

(** * Processes and channels come: sections 3, 9 and 13 *)
Definition most : nat := 255.
Definition at_most (n : nat) : bool := Nat.ltb n most.
Fixpoint put_row (x : context) (is_local : bool) (c : positive) (l : list Z) (s : pstate) : pstate :=
  match l with [] => s | z :: l => put_row x is_local (Pos.succ c) l (put_cell x is_local c z s) end.
Fixpoint open_channels (x : context) (is_local : bool) (c : positive) (shape count : nat) (s : pstate) : outcome pstate :=
  match count with
  | O => Val s
  | S count => let n := length (s_channels s) in
               if at_most n
               then open_channels x is_local (Pos.succ c) shape count
                      (put_cell x is_local c (Z.of_nat n + 1) (set_channels (s_channels s ++ [Channel shape []]) s))
               else Bad TooMany
  end.
Definition declare (x : context) (is_local : bool) (d : declaration) (s : pstate) : outcome pstate :=
  match d_initial d with
  | IValue e count => let* z := eval s x e in Val (put_row x is_local (d_first d) (repeat (store_as (d_type d) z) count) s)
  | IList l => (fix one (c : positive) (l : list expression) (s : pstate) : outcome pstate :=
                  match l with
                  | [] => Val s
                  | e :: l => let* z := eval s x e in one (Pos.succ c) l (put_cell x is_local c (store_as (d_type d) z) s)
                  end) (d_first d) l s
  | IChannel shape count => open_channels x is_local (d_first d) shape count s
  end.
Fixpoint declare_all (x : context) (is_local : bool) (l : list declaration) (s : pstate) : outcome pstate :=
  match l with [] => Val s | d :: l => let* s := declare x is_local d s in declare_all x is_local l s end.
Definition zeros (n : N) : cells :=
  snd (N.iter n (fun y => (Pos.succ (fst y), PM.add (fst y) 0 (snd y))) (1%positive, PM.empty Z)).
(* The arguments have been evaluated; first values may speak of parameters and of _pid. *)
Definition create (type : nat) (arguments : list Z) (s : pstate) : outcome pstate :=
  match nth_error (g_types G) type with
  | None => Bad TooMany
  | Some y =>
    if at_most (length (s_processes s)) then
      let parameters := combine (y_parameters y) arguments in
      let frame := fold_left (fun m a => PM.add (fst (fst a)) (store_as (snd (fst a)) (snd a)) m) parameters (zeros (y_cells y)) in
      let p := Process type (k_start (code_at type)) frame (length (s_channels s)) in
      declare_all (Context (Some (length (s_processes s))) false) true (y_declarations y) (set_processes (s_processes s ++ [p]) s)
    else Bad TooMany
  end.
(* Only the youngest ends, and its channels go with it. *)
Definition die (s : pstate) : pstate :=
  match rev (s_processes s) with
  | [] => s
  | p :: r => set_channels (firstn (p_channels p) (s_channels s)) (set_processes (rev r) s)
  end.

(** * Basic statements *)
(* What a handshake offers: to whom nothing else than this message is possible. *)
Record offer := Offer { o_channel : Z; o_message : list Z }.

(* May the action be executed? 'some': an earlier one of the process could be (section 5). *)
Definition can (s : pstate) (x : context) (o : option offer) (some : bool) (a : action) : outcome bool :=
  match o, a with
  | None, ATest e => let* z := eval s x e in Val (is_true z)
  | None, AElse => Val (negb some)
  | None, ASend c _ _ =>
    let* n := eval s x c in
    match find_channel s n with
    | Some c => Val (negb (is_rendezvous c) && negb (is_full c))
    | None => Bad BadChannel
    end
  | None, AReceive c random keeps p =>
    let* n := eval s x c in let* c := channel_of s n in
    match c with
    | None => Val false
    | Some c => if is_rendezvous c then (if keeps then Bad BadPeek else Val false)
                else match c_messages c with
                     | [] => Val false
                     | l => let* wanted := wanted_by s x p in let* m := find_message c random wanted [] l in
                            Val (match m with Some _ => true | None => false end)
                     end
    end
  | None, _ => Val true
  | Some o, AReceive c _ keeps p =>
    let* n := eval s x c in let* c := channel_of s n in
    match c with
    | Some c => if n =? o_channel o
                then if keeps then Bad BadPeek else let* wanted := wanted_by s x p in fits_in c wanted (o_message o)
                else Val false
    | None => Val false
    end
  | Some _, _ => Val false
  end.

(* The field of a message is cut to its type; a bit has a byte to itself if it is the whole message (section 11). *)
Definition cut_message (c : channel) (l : list Z) : list Z :=
  let fields := h_fields (shape_of c) in
  map (fun y => store_as (Type_of (fst y) (Nat.eqb (length fields) 1)) (snd y)) (combine fields l).
Fixpoint greater (a b : list Z) : bool :=
  match a, b with y :: a, z :: b => if z <? y then true else if y <? z then false else greater a b | _, _ => false end.
(* c!! : before the first message that is greater than what is sent, before that is cut *)
Fixpoint insert (sent cut : list Z) (l : list (list Z)) : list (list Z) :=
  match l with [] => [cut] | m :: l => if greater m sent then cut :: m :: l else m :: insert sent cut l end.
Fixpoint pattern_count (p : patterns) : nat :=
  match p with PNil => O | PAny r | PValue _ r | PStore _ r => S (pattern_count r) end.
Definition message_of (s : pstate) (x : context) (c : channel) (l : list expression) : outcome (list Z) :=
  if Nat.eqb (length l) (length (h_fields (shape_of c))) then eval_all s x l else Bad BadFields.
Definition receive (s : pstate) (x : context) (c : channel) (keeps : bool) (p : patterns) (message : list Z) (s' : pstate) : outcome pstate :=
  let fields := length (h_fields (shape_of c)) in let count := pattern_count p in
  if negb (Nat.eqb count fields) && (negb keeps || (Nat.ltb fields count && Nat.ltb 1 fields)) then Bad BadFields
  else assign_message x p message s'.

(* What an action does that may be executed: the new state, and whether an assertion failed. *)
Definition execute (s : pstate) (x : context) (o : option offer) (a : action) : outcome (pstate * bool) :=
  let plain (r : outcome pstate) := let* s := r in Val (s, false) in
  match a with
  | ASkip | AElse => Val (s, false)
  | ATest e => let* _ := eval s x e in Val (s, false)
  | AAssign r e => plain (let* z := eval s x e in assign x r z s)
  | ARun r type l =>
    plain (let* l := eval_all s x l in let* s' := create type l s in
           match r with Some r => assign x r (Z.of_nat (length (s_processes s))) s' | None => Val s' end)
  | ASend c sorted l =>
    plain (let* n := eval s x c in
           match find_channel s n with
           | Some c => let* sent := message_of s x c l in
                       let cut := cut_message c sent in
                       Val (set_messages n (if sorted then insert sent cut (c_messages c) else c_messages c ++ [cut]) s)
           | None => Bad BadChannel
           end)
  | AReceive c random keeps p =>
    plain (let* n := eval s x c in
           match find_channel s n, o with
           | None, _ => Bad BadChannel
           | Some c, Some o => receive s x c keeps p (o_message o) s
           | Some c, None =>
             let* wanted := wanted_by s x p in let* m := find_message c random wanted [] (c_messages c) in
             match m with
             | Some (before, m, behind) => receive s x c keeps p m (if keeps then s else set_messages n (before ++ behind) s)
             | None => Bad BadChannel
             end
           end)
  | AAssert e => let* z := eval s x e in Val (s, negb (is_true z))
  | APrint l => let* _ := eval_all s x l in Val (s, false)
  end.

(** * d_step: section 7 *)
Definition action_at (c : code) (n : positive) : action :=
  match option_map e_kind (find_entry (k_table c) n) with Some (KBasic a) => a | _ => ASkip end.
Definition offers (s : pstate) (x : context) (a : action) : outcome bool :=
  match a with
  | ASend c _ _ => let* n := eval s x c in Val (match find_channel s n with Some c => is_rendezvous c | None => false end)
  | _ => Val false
  end.
(* The first that can be executed, in the order of the text with else as the last. A rendezvous send is a fault. *)
Fixpoint choose_inside (s : pstate) (x : context) (o : option offer) (c : code) (l : list positive) : outcome (option positive) :=
  match l with
  | [] => Val None
  | n :: l => let a := action_at c n in
              let* b := match o with None => offers s x a | Some _ => Val false end in
              if b then Bad SendInDstep
              else let* b := can s x o false a in if b then Val (Some n) else choose_inside s x o c l
  end.
Definition firsts_at (c : code) (n : positive) : list positive :=
  match find_entry (k_table c) n with Some e => e_firsts e | None => [] end.
Fixpoint run_inside (fuel : nat) (s : pstate) (x : context) (o : option offer) (c : code) (p : point) (failed : bool)
  : outcome (pstate * bool) :=
  match p, fuel with
  | At n, S fuel =>
    let* m := choose_inside s x o c (firsts_at c n) in
    match m with
    | None => Bad BlockedDstep
    | Some m =>
      let* r := execute s x o (action_at c m) in
      run_inside fuel (fst r) x None c (inside_after c m) (failed || snd r)
    end
  | At _, O | Behind _, _ => Unknown
  | End, _ => Val (s, failed)
  end.

(** * The moves of a process *)
(* After a move: the state, whether an assertion failed, and who would go on alone. *)
Record moved := Moved { u_state : pstate; u_failed : bool; u_alone : option nat }.
Definition set_at (pid : nat) (p : point) (s : pstate) : pstate :=
  change_process pid (fun y => Process (p_type y) p (p_cells y) (p_channels y)) s.
Definition set_last (pid : nat) (s : pstate) : pstate :=
  State (s_globals s) (s_processes s) (s_channels s) (if g_uses_last G then Z.of_nat pid else 0).
Definition advance (pid : nat) (c : code) (m : move) (s : pstate) (failed : bool) : moved :=
  let (p, alone) := target_of c m in
  Moved (set_last pid (set_at pid p s)) failed (if alone then Some pid else None).

(* May statement n be executed, and what does it do? A d_step can begin if one of its choices can; that this is a rendezvous
   send shows when it is executed. *)
Definition can_at (s : pstate) (x : context) (o : option offer) (some : bool) (c : code) (n : positive) : outcome bool :=
  match option_map e_kind (find_entry (k_table c) n) with
  | Some (KDstep f) => match choose_inside s x o c (firsts_at c f) with
                       | Val m => Val (match m with Some _ => true | None => false end)
                       | Bad SendInDstep => Val true
                       | Bad e => Bad e
                       | Unknown => Unknown end
  | Some (KBasic a) => can s x o some a
  | _ => Val false
  end.
Definition execute_at (s : pstate) (x : context) (o : option offer) (c : code) (n : positive) : outcome (pstate * bool) :=
  match option_map e_kind (find_entry (k_table c) n) with
  | Some (KDstep f) => run_inside limit s x o c (At f) false
  | _ => execute s x o (action_at c n)
  end.

(* The moves of a list that are possible, by what 'try' says of one: once an escape is possible, nothing but the same escape
   (section 8); else depends on whether something was possible before (section 5). *)
Fixpoint possible (try : bool -> move -> list (outcome moved)) (l : list (move * option positive)) (some : bool) (escape : option positive)
  : list (outcome moved) :=
  match l with
  | [] => []
  | (m, e) :: l =>
    if match escape, e with None, _ => true | Some u, Some v => Pos.eqb u v | Some _, None => false end
    then match try some m with [] => possible try l some escape | r => r ++ possible try l true e end
    else []
  end.
(* section 9: a process that is not provided for does nothing *)
Definition provided (s : pstate) (pid : nat) (timeout : bool) (p : process) : outcome bool :=
  match nth_error (g_types G) (p_type p) with
  | Some (Proctype _ (Some e) _ _ _) => let* z := eval s (Context (Some pid) timeout) e in Val (is_true z)
  | _ => Val true
  end.
Definition if_provided (s : pstate) (pid : nat) (timeout : bool) (f : process -> code -> list (outcome moved)) : list (outcome moved) :=
  match nth_error (s_processes s) pid with
  | None => []
  | Some p => match provided s pid timeout p with
              | Val true => f p (code_at (p_type p))
              | Val false => []
              | Bad e => [Bad e]
              | Unknown => [Unknown] end
  end.
Definition one (b : outcome bool) (r : outcome moved) : list (outcome moved) :=
  match b with Val true => [r] | Val false => [] | Bad e => [Bad e] | Unknown => [Unknown] end.

(* The second half of a handshake, by another process; nothing but a receive, be it the first of a d_step, can answer. *)
Definition answers (s : pstate) (timeout : bool) (o : offer) (failed : bool) (pid : nat) : list (outcome moved) :=
  if_provided s pid timeout (fun p c =>
    let x := Context (Some pid) timeout in
    possible (fun _ m =>
      match m with
      | Execute n => one (can_at s x (Some o) true c n)
                         (let* r := execute_at s x (Some o) c n in Val (advance pid c m (fst r) (failed || snd r)))
      | _ => []
      end) (moves_at c (p_at p)) false None).
Definition pids (s : pstate) : list nat := seq 0 (length (s_processes s)).
(* A rendezvous send is possible if another process takes it; its A flag is lost (section 10). *)
Definition handshakes (s : pstate) (pid : nat) (timeout : bool) (c : code) (m : move) (n : Z) (q : channel) (l : list expression) : list (outcome moved) :=
  match message_of s (Context (Some pid) timeout) q l with
  | Val sent => let s' := u_state (advance pid c m s false) in
                flat_map (answers s' timeout (Offer n (cut_message q sent)) false) (filter (fun j => negb (Nat.eqb j pid)) (pids s))
  | Bad e => [Bad e]
  | Unknown => [Unknown]
  end.
Definition process_moves (s : pstate) (timeout : bool) (pid : nat) : list (outcome moved) :=
  if_provided s pid timeout (fun p c =>
    let x := Context (Some pid) timeout in
    possible (fun some m =>
      match m with
      | Die => if Nat.eqb (S pid) (length (s_processes s)) then [Val (Moved (set_last pid (die s)) false None)] else []
      | Pass _ => [Val (advance pid c m s false)]
      | Execute n =>
        let alone := one (can_at s x None some c n)
                         (let* r := execute_at s x None c n in Val (advance pid c m (fst r) (snd r))) in
        match option_map e_kind (find_entry (k_table c) n) with
        | Some (KBasic (ASend e _ l)) =>
          match eval s x e with
          | Val i => match find_channel s i with
                     | Some q => if is_rendezvous q then handshakes s pid timeout c m i q l else alone
                     | None => alone end
          | _ => alone end
        | _ => alone
        end
      end) (moves_at c (p_at p)) false None).

(** * The moves of a state: sections 2, 5 and 6 *)
(* timeout is true if nothing else is possible in the whole system *)
Definition state_moves (s : pstate) : list (outcome moved) :=
  match flat_map (process_moves s false) (pids s) with
  | [] => if g_uses_timeout G then flat_map (process_moves s true) (pids s) else []
  | l => l
  end.
(* An atomic that blocks lets the others go on. *)
Definition goes_on (m : moved) : option nat :=
  match u_alone m with
  | Some p => match process_moves (u_state m) false p with [] => None | _ => Some p end
  | None => None
  end.
(* from a move to where it comes to rest *)
Inductive leads : moved -> pstate -> bool -> Prop :=
| leads_rest m : goes_on m = None -> leads m (u_state m) (u_failed m)
| leads_on m p m' s b : goes_on m = Some p -> In (Val m') (process_moves (u_state m) false p) ->
    leads m' s b -> leads m s (u_failed m || b).
(* from a move to one that goes wrong *)
Inductive goes_wrong : moved -> fault -> Prop :=
| wrong_now m p f : goes_on m = Some p -> In (Bad f) (process_moves (u_state m) false p) -> goes_wrong m f
| wrong_later m p m' f : goes_on m = Some p -> In (Val m') (process_moves (u_state m) false p) -> goes_wrong m' f -> goes_wrong m f.

(* One step of a state; b: an assertion failed on the way. *)
Definition pml_step (s : pstate) (b : bool) (t : pstate) : Prop := exists m, In (Val m) (state_moves s) /\ leads m t b.
Definition pml_wrong (s : pstate) (f : fault) : Prop :=
  In (Bad f) (state_moves s) \/ exists m, In (Val m) (state_moves s) /\ goes_wrong m f.
(* Invalid end states: nobody can move, and somebody is neither at its end nor at an end label (section 9). *)
Definition is_content (p : process) : bool :=
  match p_at p with End => true | q => existsb (same_point q) (k_ends (code_at (p_type p))) end.
Definition pml_bad_end (s : pstate) : Prop := state_moves s = [] /\ forallb is_content (s_processes s) = false.

(** * The first state: sections 9 and 12 *)
Definition class_number (c : initial_class) : nat :=
  match c with CUnsigned => 0 | CBit => 1 | CByte => 2 | CChan => 3 | CMtype => 4 | CShort => 5 | CInt => 6 | CRecord => 7 end%nat.
(* SPIN gives globals their first values by kinds of types. *)
Definition ordered (l : list declaration) : list declaration :=
  flat_map (fun k => filter (fun d => Nat.eqb (class_number (d_class d)) k) l) (seq 0 8).
Fixpoint create_all (l : list nat) (s : pstate) : outcome pstate :=
  match l with [] => Val s | type :: l => let* s := create type [] s in create_all l s end.
Definition pml_initial : outcome pstate :=
  let* s := declare_all (Context None false) false (ordered (g_declarations G)) (State (zeros (g_cells G)) [] [] 0) in
  create_all (g_start G) s.

(** * The same as a function *)
(* All ends of a step; Unknown after 'fuel' moves. *)
Fixpoint ends (fuel : nat) (m : moved) : list (outcome (pstate * bool)) :=
  match goes_on m with
  | None => [Val (u_state m, u_failed m)]
  | Some p =>
    match fuel with
    | O => [Unknown]
    | S fuel => flat_map (fun o => match o with
        | Val m' => map (fun r => let* y := r in Val (fst y, u_failed m || snd y)) (ends fuel m')
        | Bad f => [Bad f]
        | Unknown => [Unknown] end) (process_moves (u_state m) false p)
    end
  end.
Definition pml_ends (s : pstate) : list (outcome (pstate * bool)) :=
  flat_map (fun o => match o with Val m => ends limit m | Bad f => [Bad f] | Unknown => [Unknown] end) (state_moves s).
Definition pml_is_bad_end (s : pstate) : bool :=
  match state_moves s with [] => negb (forallb is_content (s_processes s)) | _ => false end.
End Semantics.
Definition codes_of (G : program) : list code := map (fun y => code_of (y_body y)) (g_types G).

(** * The model, whatever the limit *)
(* A limit only cuts off: PromelaModel.v proves that what comes to an end within one limit does so in the same way within all
   larger ones. *)
Definition promela_step (G : program) (s : pstate) (failed : bool) (t : pstate) : Prop :=
  exists limit, pml_step G (codes_of G) limit s failed t.
Definition promela_wrong (G : program) (s : pstate) (f : fault) : Prop := exists limit, pml_wrong G (codes_of G) limit s f.
Definition promela_bad_end (G : program) (s : pstate) : Prop := pml_bad_end G (codes_of G) 0 s.
(* What safety is about: a step on which an assertion fails, one that has no meaning, an invalid end state. *)
Definition promela_error (G : program) (s : pstate) : Prop :=
  (exists t, promela_step G s true t) \/ (exists f, promela_wrong G s f) \/ promela_bad_end G s.
Inductive promela_reaches (G : program) : pstate -> Prop :=
| reaches_start s : pml_initial G (codes_of G) = Val s -> promela_reaches G s
| reaches_step s b t : promela_reaches G s -> promela_step G s b t -> promela_reaches G t.
(* What formulas see: an assertion that fails is a step as any other. *)
Definition any_step (G : program) (s t : pstate) : Prop := exists b, promela_step G s b t.
