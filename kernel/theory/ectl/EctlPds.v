(* Formulas of extended CTL on a pushdown system, evaluated from evidence: a table and a monitor for each EX, Until and Release. Values are
   known by state, top and the state of a monitor that has read what lies below. *)
From Coq Require Import List PArith Bool Arith Lia.
From Custos Require Import Trie Ectl Keys Pops Lives UntilTable ReleaseTable Paths EctlProduct EctlAutomaton EctlValues EctlKinds Monitor Refinement EctlLts.
Import ListNotations.

Inductive pclaim :=
| PFalse (i : positive) | PTrue (i : positive) | PProp (i : positive) (p : positive)       (* i: of the monitors *)
| PNot (f : pclaim) | PAnd (f g : pclaim) | POr (f g : pclaim) | PImp (f g : pclaim) | PIff (f g : pclaim)
| PEX (e : evidence) (r : refinement) (f : pclaim) | PAX (e : evidence) (r : refinement) (f : pclaim)
| PEU (A : automaton) (e : evidence) (r : refinement) (f g : pclaim) | PER (A : automaton) (e : evidence) (r : refinement) (f g : pclaim)
| PAU (A : automaton) (e : evidence) (r : refinement) (f g : pclaim) | PAR (A : automaton) (e : evidence) (r : refinement) (f g : pclaim)
| PLift (j : positive) (h : list (positive * positive)) (f : pclaim).              (* the same by a finer monitor: what its states refine *)
Fixpoint pclaimed (c : pclaim) : formula :=
  match c with
  | PFalse _ => FFalse | PTrue _ => FTrue | PProp _ p => FProp p
  | PNot f => FNot (pclaimed f) | PAnd f g => FAnd (pclaimed f) (pclaimed g) | POr f g => FOr (pclaimed f) (pclaimed g)
  | PImp f g => FImp (pclaimed f) (pclaimed g) | PIff f g => FIff (pclaimed f) (pclaimed g)
  | PEX _ _ f => FEX (pclaimed f) | PAX _ _ f => FAX (pclaimed f)
  | PEU A _ _ f g => FEU A (pclaimed f) (pclaimed g) | PER A _ _ f g => FER A (pclaimed f) (pclaimed g)
  | PAU A _ _ f g => FAU A (pclaimed f) (pclaimed g) | PAR A _ _ f g => FAR A (pclaimed f) (pclaimed g)
  | PLift _ _ f => pclaimed f
  end.

Record pds_index := PdsIndex { pi_rules : trie (list (positive * (positive * op))); pi_props : set; pi_actions : list positive }.
Definition index_pds (M : pds) : pds_index :=
  PdsIndex (index (tmap (fun x => (key (fst (fst (fst x))) (snd (fst (fst x))), (snd (fst x), snd x))) (p_rules M)))
    (setof (tmap (fun x => key (fst x) (key (fst (snd x)) (snd (snd x)))) (p_props M)))
    (values (setof (tmap (fun x => snd (fst x)) (p_rules M)))).
Definition rules_for (ix : pds_index) (p g : positive) : list (positive * (positive * op)) := at_key (key p g) (pi_rules ix).

Definition watches := trie (monitor * watch).
Definition make_watches (l : list (positive * monitor)) : watches := fold_left (fun t x => put (fst x) (snd x, make_watch (snd x)) t) l Empty.
Definition watch_of (E : watches) (i : positive) : watch := match find i E with Some x => snd x | None => Watch 1 Empty end.
Lemma make_watches_ok l i x : find i (make_watches l) = Some x -> snd x = make_watch (fst x).
Proof.
  unfold make_watches. assert (G : forall l t, (forall x, find i t = Some x -> snd x = make_watch (fst x)) ->
    find i (fold_left (fun t x => put (fst x) (snd x, make_watch (snd x)) t) l t) = Some x -> snd x = make_watch (fst x)).
  { induction l0 as [|[j m] l0 IH]; cbn [fold_left]; intros t H F; [auto|]. refine (IH _ _ F). intros y Fy. cbn [fst snd] in Fy. unfold put in Fy.
    destruct (Pos.eq_dec i j) as [->|N]; [rewrite find_update_same in Fy; inversion Fy; reflexivity|].
    rewrite find_update_other in Fy by assumption. auto. }
  apply G. intros y F; discriminate.
Qed.

(* of a formula: by state, top and state of the monitor; by state with an empty stack *)
Record pvalue := PValue { v_mon : positive; v_head : positive -> positive -> positive -> option bool; v_none : positive -> option bool }.
Definition value_at (E : watches) (v : pvalue) (c : aconf) : option bool :=
  match snd c with [] => v_none v (fst c) | g :: w => v_head v (fst c) g (state_after (watch_of E (v_mon v)) w) end.

Definition pds_each (ix : pds_index) (m : watch) (A : ready) (l : loc) (G : positive) : list (list move) :=
  match unkey G with
  | None => []
  | Some (g, d) => map (fun x : positive * (positive * op) =>
      map (fun r : positive * op => (fst x, ((fst r, fst (snd x)), carried m d g (snd (snd x))))) (follow A (fst l) 1%positive (fst x)))
    (rules_for ix (snd l) g)
  end.
Definition known_head (v : pvalue) (l : loc) (G : positive) : option bool :=
  match unkey G with Some (g, d) => v_head v (snd l) g d | None => None end.
Definition known_none (v : pvalue) (l : loc) : option bool := v_none v (snd l).

Definition refined (E : watches) (m : watch) (r : refinement) (a : answers) (none : positive -> option bool) : option pvalue :=
  match find (f_to r) E with
  | None => None
  | Some x =>
    if check_refinement m (fst x) r a then
      let ix := infos r in
      let locs := loc_set r in
      Some (PValue (f_to r)
        (fun p g d => match d with
          | xH => None
          | _ => match find d ix with Some k => value_above a locs k (1%positive, p) (key g (n_was k)) | None => None end
          end) none)
    else None
  end.
Definition pds_until (ix : pds_index) (E : watches) (A : automaton) (e : evidence) (r : refinement) (x y : pvalue) : option pvalue :=
  if finite A && Pos.eqb (v_mon x) (v_mon y) then
    let m := watch_of E (v_mon x) in
    let a := make_ready A in
    match until_check (pds_each ix m a) (accepting a) (known_head x) (known_head y) e with
    | None => None
    | Some t => refined E m r (until_answers (accepting a) (known_head x) (known_head y) (known_none y) t)
        (fun p => until_says (accepting a) (known_head x) (known_head y) (known_none y) t (1%positive, p) [])
    end
  else None.
Definition pds_release (ix : pds_index) (E : watches) (A : automaton) (e : evidence) (r : refinement) (x y : pvalue) : option pvalue :=
  if finite A && Pos.eqb (v_mon x) (v_mon y) && deterministic A then
    let m := watch_of E (v_mon x) in
    let a := make_ready A in
    match release_check (pds_each ix m a) (accepting a) (known_head x) (known_head y) e with
    | None => None
    | Some t => refined E m r (release_answers (pds_each ix m a) (accepting a) (known_head x) (known_head y) (known_none y) t)
        (fun p => release_says (pds_each ix m a) (accepting a) (known_head x) (known_head y) (known_none y) t (1%positive, p) [])
    end
  else None.

Definition pinverse (v : pvalue) : pvalue := PValue (v_mon v) (fun p g d => vnot (v_head v p g d)) (fun p => vnot (v_none v p)).
Definition ptrue (i : positive) : pvalue := PValue i (fun _ _ _ => Some true) (fun _ => Some true).
Definition pjoin (f : option bool -> option bool -> option bool) (x y : pvalue) : option pvalue :=
  if Pos.eqb (v_mon x) (v_mon y) then
    Some (PValue (v_mon x) (fun p g d => f (v_head x p g d) (v_head y p g d)) (fun p => f (v_none x p) (v_none y p)))
  else None.
Definition pboth {B} (f : pvalue -> pvalue -> option B) (x y : option pvalue) : option B :=
  match x, y with Some x, Some y => f x y | _, _ => None end.
Definition pinverted (o : option pvalue) : option pvalue := match o with Some v => Some (pinverse v) | None => None end.
(* one action of the system *)
Definition one_action (ix : pds_index) : automaton := Finite (tmap (fun a => (1, a, 2)%positive) (pi_actions ix)) [2%positive].
Definition pds_ex (ix : pds_index) (E : watches) (e : evidence) (r : refinement) (x : pvalue) : option pvalue :=
  pds_until ix E (one_action ix) e r (ptrue (v_mon x)) x.

(* what each state of monitor j refines: all of it *)
Definition check_lift (m : watch) (n : monitor) (h : trie positive) : bool :=
  match find (m_start n) h with Some d => Pos.eqb d (w_start m) | None => false end &&
  forallb (fun x : positive * positive * positive => let '(d, g, e) := x in
    match find d h, find e h with Some d, Some e => Pos.eqb (reads m d g) e | _, _ => false end) (m_entries n).
Definition pds_lift (E : watches) (j : positive) (h : list (positive * positive)) (x : pvalue) : option pvalue :=
  if Pos.eqb j (v_mon x) then Some x else
  match find j E with
  | None => None
  | Some y =>
    let h := fold_left (fun t z => put (fst z) (snd z) t) h Empty in
    if check_lift (watch_of E (v_mon x)) (fst y) h then
      Some (PValue j (fun p g d => match d with xH => None | _ => match find d h with Some d => v_head x p g d | None => None end end) (v_none x))
    else None
  end.

Fixpoint pds_value (ix : pds_index) (E : watches) (c : pclaim) : option pvalue :=
  match c with
  | PFalse i => Some (pinverse (ptrue i))
  | PTrue i => Some (ptrue i)
  | PProp i a => Some (PValue i (fun p g _ => Some (mem (key a (key p g)) (pi_props ix))) (fun _ => Some false))
  | PNot f => pinverted (pds_value ix E f)
  | PAnd f g => pboth (pjoin vand) (pds_value ix E f) (pds_value ix E g)
  | POr f g => pboth (pjoin vor) (pds_value ix E f) (pds_value ix E g)
  | PImp f g => pboth (pjoin (fun a b => vor (vnot a) b)) (pds_value ix E f) (pds_value ix E g)
  | PIff f g => pboth (pjoin viff) (pds_value ix E f) (pds_value ix E g)
  | PEX e r f => match pds_value ix E f with Some x => pds_ex ix E e r x | None => None end
  | PAX e r f => pinverted (match pds_value ix E f with Some x => pds_ex ix E e r (pinverse x) | None => None end)
  | PEU A e r f g => pboth (pds_until ix E A e r) (pds_value ix E f) (pds_value ix E g)
  | PER A e r f g => pboth (pds_release ix E A e r) (pds_value ix E f) (pds_value ix E g)
  | PAU A e r f g => pinverted (pboth (fun x y => pds_release ix E A e r (pinverse x) (pinverse y)) (pds_value ix E f) (pds_value ix E g))
  | PAR A e r f g => pinverted (pboth (fun x y => pds_until ix E A e r (pinverse x) (pinverse y)) (pds_value ix E f) (pds_value ix E g))
  | PLift j h f => match pds_value ix E f with Some x => pds_lift E j h x | None => None end
  end.

(** * Parts that lie below no other table need no monitor: their value is that of whole stacks *)
Inductive oclaim :=
| OIn (c : pclaim)
| ONot (f : oclaim) | OAnd (f g : oclaim) | OOr (f g : oclaim) | OImp (f g : oclaim) | OIff (f g : oclaim)
| OEX (e : evidence) (f : pclaim) | OAX (e : evidence) (f : pclaim)
| OEU (A : automaton) (e : evidence) (f g : pclaim) | OER (A : automaton) (e : evidence) (f g : pclaim)
| OAU (A : automaton) (e : evidence) (f g : pclaim) | OAR (A : automaton) (e : evidence) (f g : pclaim).
Fixpoint oclaimed (c : oclaim) : formula :=
  match c with
  | OIn c => pclaimed c
  | ONot f => FNot (oclaimed f) | OAnd f g => FAnd (oclaimed f) (oclaimed g) | OOr f g => FOr (oclaimed f) (oclaimed g)
  | OImp f g => FImp (oclaimed f) (oclaimed g) | OIff f g => FIff (oclaimed f) (oclaimed g)
  | OEX _ f => FEX (pclaimed f) | OAX _ f => FAX (pclaimed f)
  | OEU A _ f g => FEU A (pclaimed f) (pclaimed g) | OER A _ f g => FER A (pclaimed f) (pclaimed g)
  | OAU A _ f g => FAU A (pclaimed f) (pclaimed g) | OAR A _ f g => FAR A (pclaimed f) (pclaimed g)
  end.
Definition until_at (ix : pds_index) (E : watches) (A : automaton) (e : evidence) (x y : pvalue) : option (aconf -> option bool) :=
  if finite A && Pos.eqb (v_mon x) (v_mon y) then
    let m := watch_of E (v_mon x) in
    let a := make_ready A in
    match until_check (pds_each ix m a) (accepting a) (known_head x) (known_head y) e with
    | None => None
    | Some t => Some (fun c => until_says (accepting a) (known_head x) (known_head y) (known_none y) t (1%positive, fst c) (carry m (snd c)))
    end
  else None.
Definition release_at (ix : pds_index) (E : watches) (A : automaton) (e : evidence) (x y : pvalue) : option (aconf -> option bool) :=
  if finite A && Pos.eqb (v_mon x) (v_mon y) && deterministic A then
    let m := watch_of E (v_mon x) in
    let a := make_ready A in
    match release_check (pds_each ix m a) (accepting a) (known_head x) (known_head y) e with
    | None => None
    | Some t => Some (fun c => release_says (pds_each ix m a) (accepting a) (known_head x) (known_head y) (known_none y) t (1%positive, fst c) (carry m (snd c)))
    end
  else None.
Definition oboth {B} (f : (aconf -> option bool) -> (aconf -> option bool) -> option B) (x y : option (aconf -> option bool)) : option B :=
  match x, y with Some x, Some y => f x y | _, _ => None end.
Definition oinverted (o : option (aconf -> option bool)) : option (aconf -> option bool) :=
  match o with Some v => Some (fun c => vnot (v c)) | None => None end.
Fixpoint outer_value (ix : pds_index) (E : watches) (c : oclaim) : option (aconf -> option bool) :=
  match c with
  | OIn c => match pds_value ix E c with Some x => Some (value_at E x) | None => None end
  | ONot f => oinverted (outer_value ix E f)
  | OAnd f g => oboth (fun x y => Some (fun c => vand (x c) (y c))) (outer_value ix E f) (outer_value ix E g)
  | OOr f g => oboth (fun x y => Some (fun c => vor (x c) (y c))) (outer_value ix E f) (outer_value ix E g)
  | OImp f g => oboth (fun x y => Some (fun c => vor (vnot (x c)) (y c))) (outer_value ix E f) (outer_value ix E g)
  | OIff f g => oboth (fun x y => Some (fun c => viff (x c) (y c))) (outer_value ix E f) (outer_value ix E g)
  | OEX e f => match pds_value ix E f with Some x => until_at ix E (one_action ix) e (ptrue (v_mon x)) x | None => None end
  | OAX e f => oinverted (match pds_value ix E f with Some x => until_at ix E (one_action ix) e (ptrue (v_mon x)) (pinverse x) | None => None end)
  | OEU A e f g => pboth (until_at ix E A e) (pds_value ix E f) (pds_value ix E g)
  | OER A e f g => pboth (release_at ix E A e) (pds_value ix E f) (pds_value ix E g)
  | OAU A e f g => oinverted (pboth (fun x y => release_at ix E A e (pinverse x) (pinverse y)) (pds_value ix E f) (pds_value ix E g))
  | OAR A e f g => oinverted (pboth (fun x y => until_at ix E A e (pinverse x) (pinverse y)) (pds_value ix E f) (pds_value ix E g))
  end.
