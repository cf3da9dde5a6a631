(* Wildcards, label sets and e-edges: semantics of the instance as written, its expansion to
   plain rules and automata, proved equivalent, and an oracle for raw instances. Symbols are 1..ns. *)
From Coq Require Import List PArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Backward Oracle Separate.
Import ListNotations.

(* a label set: listed symbols, or all symbols of the alphabet except the listed ones (LNot [] is "*") *)
Inductive lset := LIn (l : list positive) | LNot (l : list positive).
Definition lmatch (ns : positive) (s : lset) (g : positive) : Prop :=
  match s with LIn l => In g l | LNot l => (g <= ns)%positive /\ ~ In g l end.
Definition syms (ns : positive) : list positive := map Pos.of_nat (seq 1 (Pos.to_nat ns)).
Definition memp (g : positive) (l : list positive) : bool := existsb (Pos.eqb g) l.
Definition lexp (ns : positive) (s : lset) : list positive :=
  match s with LIn l => l | LNot l => filter (fun g => negb (memp g l)) (syms ns) end.

Lemma syms_spec ns g : In g (syms ns) <-> (g <= ns)%positive.
Proof.
  unfold syms. rewrite in_map_iff. split.
  - intros (n & <- & I). apply in_seq in I. lia.
  - intro L. exists (Pos.to_nat g). split; [apply Pos2Nat.id|]. apply in_seq. lia.
Qed.
Lemma memp_spec g l : memp g l = true <-> In g l.
Proof.
  unfold memp. rewrite existsb_exists. split.
  - intros (x & I & E). apply Pos.eqb_eq in E. now subst.
  - intro I. exists g. split; [assumption|apply Pos.eqb_refl].
Qed.
Lemma lexp_spec ns s g : In g (lexp ns s) <-> lmatch ns s g.
Proof.
  destruct s as [l|l]; cbn; [tauto|]. rewrite filter_In, syms_spec, negb_true_iff, <- not_true_iff_false, memp_spec. tauto.
Qed.

(** * Rules *)
Inductive rsym := Sym (g : positive) | Same.      (* Same: the symbol that the head matched *)
Inductive rop := RPop | RSwap (x : rsym) | RPush (x y : rsym).
Definition rget (g : positive) (x : rsym) : positive := match x with Sym h => h | Same => g end.
Record rrule := RRule { rr_p : positive; rr_h : lset; rr_q : positive; rr_op : rop }.
Definition rresult (o : rop) (g : positive) : list positive :=
  match o with RPop => [] | RSwap x => [rget g x] | RPush x y => [rget g x; rget g y] end.
Inductive rstep (ns : positive) (D : list rrule) : conf -> conf -> Prop :=
| rstep_intro : forall r g w, In r D -> lmatch ns (rr_h r) g ->
    rstep ns D (rr_p r, g :: w) (rr_q r, rresult (rr_op r) g ++ w).
Inductive rsteps ns D : conf -> conf -> Prop :=
| rsteps_refl : forall c, rsteps ns D c c
| rsteps_cons : forall c c' c'', rstep ns D c c' -> rsteps ns D c' c'' -> rsteps ns D c c''.

Definition rop_exp (o : rop) (g : positive) : op :=
  match o with RPop => Pop | RSwap x => Swap (rget g x) | RPush x y => Push (rget g x) (rget g y) end.
Definition rexp1 ns (r : rrule) : list rule :=
  map (fun g => Rule (rr_p r) g (rr_q r) (rop_exp (rr_op r) g)) (lexp ns (rr_h r)).
Definition rexp ns (D : list rrule) : list rule := flat_map (rexp1 ns) D.

Lemma rexp_step ns D c c' : step (rexp ns D) c c' <-> rstep ns D c c'.
Proof.
  assert (E : forall o g, lbl (rop_exp o g) = rresult o g) by (destruct o; reflexivity).
  split.
  - intros [r w I]. apply in_flat_map in I. destruct I as (x & Ix & I). apply in_map_iff in I.
    destruct I as (g & <- & Ig). cbn. rewrite E. constructor; [assumption|now apply lexp_spec].
  - intros [r g w I M]. rewrite <- E.
    apply (step_intro (rexp ns D) (Rule (rr_p r) g (rr_q r) (rop_exp (rr_op r) g)) w).
    apply in_flat_map. exists r. split; [assumption|]. unfold rexp1.
    apply (in_map (fun g => Rule (rr_p r) g (rr_q r) (rop_exp (rr_op r) g))). now apply lexp_spec.
Qed.
Lemma rexp_steps ns D c c' : steps (rexp ns D) c c' <-> rsteps ns D c c'.
Proof. split; induction 1; try constructor; econstructor; eauto; now apply rexp_step. Qed.

(** * Automata *)
Record raut := RAut { r_tr : list (positive * lset * positive); r_eps : list (positive * positive); r_fin : list positive }.
Inductive rpath ns (A : raut) : positive -> list positive -> positive -> Prop :=
| rp_nil : forall s, rpath ns A s [] s
| rp_eps : forall s t w u, In (s, t) (r_eps A) -> rpath ns A t w u -> rpath ns A s w u
| rp_sym : forall s l g t w u, In (s, l, t) (r_tr A) -> lmatch ns l g -> rpath ns A t w u -> rpath ns A s (g :: w) u.
Definition rlang np ns (A : raut) (c : conf) : Prop :=
  ctl np (fst c) /\ exists q, In q (r_fin A) /\ rpath ns A (fst c) (snd c) q.

(* transitive closure of the e-edges *)
Definition eps_cand (l : list (positive * positive)) (M : aut) : list trans :=
  flat_map (fun e => map (fun t => (fst e, xH, t)) (PS.elements (rs M (snd e)))) l.
Definition eps_exec (l : list (positive * positive)) : aut :=
  saturate (eps_cand l) (fuel l l) (build (map (fun e => (fst e, xH, snd e)) l)).
Inductive eplus (l : list (positive * positive)) : positive -> positive -> Prop :=
| ep_one : forall s t, In (s, t) l -> eplus l s t
| ep_cons : forall s t u, In (s, t) l -> eplus l t u -> eplus l s u.
Lemma eplus_last l s t : eplus l s t -> In t (map snd l).
Proof. induction 1 as [s t I|]; [|assumption]. apply in_map_iff. exists (s, t); auto. Qed.

Lemma eps_exec_spec l s t : T_of (eps_exec l) (s, xH, t) <-> eplus l s t.
Proof.
  pose (P := fun t : trans => let '(s, x, q) := t in x = xH -> eplus l s q).
  destruct (saturate_correct (eps_cand l) P
     (flat_map (fun e => map (fun t => (fst e, xH, t)) (map snd l)) l) (build (map (fun e => (fst e, xH, snd e)) l)))
     with (n := fuel l l) as ((HA & HB) & HC).
  - intros M AP x I. apply in_flat_map in I. destruct I as ([a b] & Ie & I). apply in_map_iff in I.
    destruct I as (q & <- & I). apply ps_elements, T_of_succ in I. apply AP in I. specialize (I eq_refl). cbn in I.
    split; [intros _; cbn; eauto using eplus|].
    apply in_flat_map. exists (a, b). split; [assumption|]. apply in_map_iff. exists q. split; [reflexivity|].
    eapply eplus_last; eauto.
  - intros [[a x] b] Ht _. apply build_spec in Ht. apply in_map_iff in Ht. destruct Ht as ([c d] & E & I).
    cbn in E. inversion E; subst. now constructor.
  - rewrite len_prod, map_length. apply fuel_spec.
  - fold (eps_exec l) in *. split.
    + intro H. apply HA in H. now apply H.
    + induction 1 as [s t I|s t u I _ IH].
      * apply HB, build_spec. apply in_map_iff. exists (s, t); auto.
      * apply HC. apply in_flat_map. exists (s, t). split; [assumption|]. apply in_map_iff.
        exists u. split; [reflexivity|]. apply ps_elements, T_of_succ, IH.
Qed.

(* the states before s: those from which e-edges lead to s, and s *)
Definition rev_eps (l : list (positive * positive)) := map (fun e : positive * positive => (snd e, fst e)) l.
Definition before (M : aut) (s : positive) : list positive := s :: PS.elements (rs M s).
Definition rm (ns : positive) (A : raut) : paut :=
  let M := eps_exec (rev_eps (r_eps A)) in
  PAut (flat_map (fun t => let '(s, l, q) := t in
          flat_map (fun s' => map (fun g => (s', g, q)) (lexp ns l)) (before M s)) (r_tr A))
       (flat_map (before M) (r_fin A)).

Inductive estar (l : list (positive * positive)) : positive -> positive -> Prop :=
| es_refl : forall s, estar l s s
| es_cons : forall s t u, In (s, t) l -> estar l t u -> estar l s u.
Lemma estar_snoc l s t u : estar l s t -> In (t, u) l -> estar l s u.
Proof. induction 1; eauto using estar. Qed.
Lemma in_rev l s t : In (s, t) (rev_eps l) <-> In (t, s) l.
Proof.
  unfold rev_eps. rewrite in_map_iff. split.
  - intros ([a b] & E & I). cbn in E; inversion E; subst; assumption.
  - intro I. exists (t, s). auto.
Qed.
Lemma eplus_snoc l s t u : eplus l s t -> In (t, u) l -> eplus l s u.
Proof. induction 1; eauto using eplus. Qed.

Lemma before_spec l s s' : In s' (before (eps_exec (rev_eps l)) s) <-> estar l s' s.
Proof.
  unfold before. cbn [In]. unfold rs. rewrite ps_elements, <- T_of_succ, eps_exec_spec. split.
  - intros [->|H]; [constructor|].
    induction H as [s t I|s t u I _ IH]; apply (proj1 (in_rev _ _ _)) in I; [eauto using estar|eapply estar_snoc; eauto].
  - induction 1 as [s|s t u I _ IH]; [auto|right]. apply (proj2 (in_rev _ _ _)) in I.
    destruct IH as [->|IH]; [now constructor|]. eapply eplus_snoc; eauto.
Qed.

Lemma rm_tr ns A s g q : In (s, g, q) (tr (rm ns A)) <->
  exists m l, estar (r_eps A) s m /\ In (m, l, q) (r_tr A) /\ lmatch ns l g.
Proof.
  cbn [rm tr]. rewrite in_flat_map. split.
  - intros ([[m l] q0] & I & J). apply in_flat_map in J. destruct J as (s' & B & J).
    apply in_map_iff in J. destruct J as (g0 & E & Ig). inversion E; subst.
    exists m, l. split; [now apply before_spec|]. split; [assumption|now apply lexp_spec].
  - intros (m & l & B & I & Mg). exists (m, l, q). split; [assumption|]. apply in_flat_map.
    exists s. split; [now apply before_spec|].
    apply (in_map (fun g => (s, g, q))). now apply lexp_spec.
Qed.
Lemma rm_fin ns A s : In s (fin (rm ns A)) <-> exists f, estar (r_eps A) s f /\ In f (r_fin A).
Proof.
  cbn [rm fin]. rewrite in_flat_map. split; intros (f & H1 & H2); exists f; split; try assumption; now apply before_spec.
Qed.

Lemma rpath_estar ns A s t w u : estar (r_eps A) s t -> rpath ns A t w u -> rpath ns A s w u.
Proof. induction 1; eauto using rpath. Qed.

Lemma rpath_split ns A s w u : rpath ns A s w u ->
  match w with
  | [] => estar (r_eps A) s u
  | g :: w => exists m l t, estar (r_eps A) s m /\ In (m, l, t) (r_tr A) /\ lmatch ns l g /\ rpath ns A t w u
  end.
Proof.
  induction 1 as [s|s t w u I P IH|s l g t w u I M P IH].
  - constructor.
  - destruct w as [|g w]; [eauto using estar|].
    destruct IH as (m & l & t' & E & H). exists m, l, t'. split; [eauto using estar|assumption].
  - exists s, l, t. split; [constructor|auto].
Qed.

Theorem rm_lang np ns A c : langP np (rm ns A) c <-> rlang np ns A c.
Proof.
  destruct c as [p w]. unfold langP, lang, rlang. cbn [fst snd].
  assert (G : forall w p, (exists q, In q (fin (rm ns A)) /\ path (fun t => In t (tr (rm ns A))) p w q) <->
                          (exists q, In q (r_fin A) /\ rpath ns A p w q)).
  { clear p w. induction w as [|g w IH]; intro p.
    - split.
      + intros (q & F & P). apply path1 in P. subst q. apply rm_fin in F. destruct F as (f & E & F).
        exists f. split; [assumption|]. eapply rpath_estar; [exact E|constructor].
      + intros (q & F & P). apply rpath_split in P. exists p. split; [apply rm_fin; eauto|constructor].
    - split.
      + intros (q & F & P). apply path1 in P. destruct P as (t & Ht & P).
        destruct (proj1 (IH t)) as (f & Ff & Pf); [eauto|].
        apply rm_tr in Ht. destruct Ht as (m & l & E & I & M).
        exists f. split; [assumption|]. eapply rpath_estar; [exact E|]. eapply rp_sym; eauto.
      + intros (q & F & P). apply rpath_split in P. destruct P as (m & l & t & E & I & M & P).
        destruct (proj2 (IH t)) as (f & Ff & Pf); [eauto|].
        exists f. split; [assumption|]. econstructor; [|exact Pf]. apply rm_tr. eauto. }
  rewrite G. tauto.
Qed.

(** * The raw instance *)
Definition rreachable np ns D A1 A2 : Prop :=
  exists c1 c2, rlang np ns A1 c1 /\ rlang np ns A2 c2 /\ rsteps ns D c1 c2.
Theorem expand_reachable np ns D A1 A2 :
  reachable (rexp ns D) (langP np (rm ns A1)) (langP np (rm ns A2)) <-> rreachable np ns D A1 A2.
Proof.
  unfold reachable, rreachable. setoid_rewrite rm_lang. setoid_rewrite rexp_steps. reflexivity.
Qed.

Definition raw_oracle np ns D A1 A2 : option bool := oracle_any np (rexp ns D) (rm ns A1) (rm ns A2).
Theorem raw_oracle_correct np ns D A1 A2 b : raw_oracle np ns D A1 A2 = Some b ->
  (b = true <-> rreachable np ns D A1 A2).
Proof. intro H. apply oracle_any_Some in H. now rewrite expand_reachable in H. Qed.
