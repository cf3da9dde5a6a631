(* post* as a total executable function, proved correct in both directions (Schwoon 2002, section 3.3).
   The states are the control locations 1..np, a copy of each state of the initial automaton A, and a middle state for
   each pair of a control location and a symbol that a push rule leads to; so no hypothesis on A is needed.
   A rule (p, g) -> (q, w) and a transition from p by g to t, possibly after an e-edge of p, give
     q -e-> t for a pop,   q -h-> t for w = h,   (q, h) -k-> t for w = h k, where q -h-> (q, h) is there from the start. *)
From Coq Require Import List PArith Bool Lia FMapPositive MSetPositive.
From Custos Require Import Pushdown Saturation Automaton Oracle Separate Forward Listing.
Import ListNotations.
Open Scope positive_scope.

Definition post_star D (L : conf -> Prop) (c : conf) : Prop := exists c', L c' /\ steps D c' c.

Lemma post_star_rule D L r w : In r D -> post_star D L (r_p r, r_g r :: w) ->
  post_star D L (r_q r, lbl (r_op r) ++ w).
Proof.
  intros I (c & Lc & S). exists c. split; [assumption|]. eapply steps_trans; [exact S|].
  eapply steps_cons; [now constructor|constructor].
Qed.

(** * The states *)
(* an injective pairing: each digit of the first number becomes two *)
Fixpoint pairing (a b : positive) : positive :=
  match a with xH => xI b | xO a => xO (xO (pairing a b)) | xI a => xO (xI (pairing a b)) end.
Lemma pairing_inj a : forall b a' b', pairing a b = pairing a' b' -> a = a' /\ b = b'.
Proof.
  induction a as [a IH|a IH|]; intros b a' b' E; destruct a' as [a'|a'|]; cbn in E; try discriminate.
  - assert (E' : pairing a b = pairing a' b') by congruence. apply IH in E'. split; [f_equal|]; apply E'.
  - assert (E' : pairing a b = pairing a' b') by congruence. apply IH in E'. split; [f_equal|]; apply E'.
  - split; congruence.
Qed.

Section PostStar.
Variables (np : positive) (D : list rule) (A : paut).

Definition inner (s : positive) : positive := np + xO s.
Definition middle (q h : positive) : positive := np + xI (pairing q h).

Lemma inner_inj s t : inner s = inner t -> s = t.
Proof. unfold inner. intro E. apply Pos.add_reg_l in E. congruence. Qed.
Lemma middle_inj q h q' h' : middle q h = middle q' h' -> q = q' /\ h = h'.
Proof. unfold middle. intro E. apply Pos.add_reg_l in E. apply pairing_inj. congruence. Qed.
Lemma inner_middle s q h : inner s <> middle q h.
Proof. unfold inner, middle. intro E. apply Pos.add_reg_l in E. discriminate. Qed.
Lemma inner_ctl s : ~ ctl np (inner s).
Proof. rewrite ctl_le. unfold inner. lia. Qed.
Lemma middle_ctl q h : ~ ctl np (middle q h).
Proof. rewrite ctl_le. unfold middle. lia. Qed.

(** * The saturation; the label xH stands for e, the label xO g for the symbol g *)
Definition fwd (r : rule) (t : positive) : trans :=
  match r_op r with
  | Pop => (r_q r, xH, t)
  | Swap h => (r_q r, xO h, t)
  | Push h k => (middle (r_q r) h, xO k, t)
  end.
Definition fwd_push (r : rule) : list trans :=
  match r_op r with Push h _ => [(r_q r, xO h, middle (r_q r) h)] | _ => [] end.
Definition copy (t : trans) : trans := let '(s, g, q) := t in (inner s, xO g, inner q).
Definition enter (p : positive) : trans := (p, xH, inner p).

Definition post_init : list trans :=
  map copy (tr A) ++ map enter (filter (ctlb np) (starts A)) ++ flat_map fwd_push D.
Definition post_cand (M : aut) : list trans :=
  flat_map (fun r => map (fwd r) (PS.elements (post M (istart M (r_p r)) (xO (r_g r))))) D.
Definition post_states : list positive := map tgt post_init.
Definition post_sat : aut := saturate post_cand (fuel D post_states) (build post_init).

(* the automaton as the user reads it, and its e-edges *)
Definition symbol_of (t : trans) : list trans :=
  let '(s, x, q) := t in match x with xO g => [(s, g, q)] | _ => [] end.
Definition post_aut : paut := PAut (flat_map symbol_of (triples post_sat)) (map inner (fin A)).
Definition post_eps : list (positive * positive) := pair_list post_sat.

Lemma post_aut_tr s g q : In (s, g, q) (tr post_aut) <-> T_of post_sat (s, xO g, q).
Proof.
  cbn [post_aut tr]. rewrite in_flat_map. split.
  - intros ([[a x] b] & I & J). apply triples_spec in I. destruct x; try contradiction.
    destruct J as [J|[]]. inversion J; subst. exact I.
  - intro H. exists (s, xO g, q). split; [now apply triples_spec|left; reflexivity].
Qed.
Lemma post_start p s : Start (pairs post_eps) p s <-> Start post_sat p s.
Proof. unfold Start, post_eps. now rewrite pairs_pair_list. Qed.

(** * What a state accepts is reachable *)
Local Notation L := (langP np A).
Inductive means : positive -> list positive -> Prop :=
| means_ctl : forall p w, ctl np p -> post_star D L (p, w) -> means p w
| means_middle : forall q h w, post_star D L (q, h :: w) -> means (middle q h) w
| means_inner : forall s w f, In f (fin A) -> path (fun t => In t (tr A)) s w f -> means (inner s) w.

Lemma means_ctl_inv p w : ctl np p -> means p w -> post_star D L (p, w).
Proof.
  intros C H. destruct H as [p w _ H|q h w _|s w f _ _]; [assumption|now apply middle_ctl in C|now apply inner_ctl in C].
Qed.
Lemma means_middle_inv q h w : means (middle q h) w -> post_star D L (q, h :: w).
Proof.
  intro H. inversion H as [p v C _ E1 E2|q' h' v H' E1 E2|s v f _ _ E1 E2]; subst.
  - now apply middle_ctl in C.
  - apply middle_inj in E1. now destruct E1 as (-> & ->).
  - now apply inner_middle in E1.
Qed.
Lemma means_inner_inv s w : means (inner s) w -> exists f, In f (fin A) /\ path (fun t => In t (tr A)) s w f.
Proof.
  intro H. inversion H as [p v C _ E1 E2|q h v _ E1 E2|s' v f F P E1 E2]; subst.
  - now apply inner_ctl in C.
  - symmetry in E1. now apply inner_middle in E1.
  - apply inner_inj in E1. subst. eauto.
Qed.

Definition meant (t : trans) : Prop :=
  let '(s, x, q) := t in
  match x with
  | xH => forall w, means q w -> means s w
  | xO g => forall w, means q w -> means s (g :: w)
  | xI _ => False
  end.

Lemma meant_init t : rules_ok np D -> In t post_init -> meant t.
Proof.
  intros W I. apply in_app_or in I. destruct I as [I|I]; [|apply in_app_or in I; destruct I as [I|I]].
  - apply in_map_iff in I. destruct I as ([[s g] q] & <- & I). cbn. intros w H.
    apply means_inner_inv in H. destruct H as (f & F & P). apply means_inner with f; [assumption|]. econstructor; eauto.
  - apply in_map_iff in I. destruct I as (p & <- & I). apply filter_In in I. destruct I as (_ & C).
    cbn. intros w H. apply means_inner_inv in H. destruct H as (f & F & P). apply means_ctl; [exact C|].
    exists (p, w). split; [|constructor]. split; [exact C|]. exists f; auto.
  - apply in_flat_map in I. destruct I as (r & Ir & I). unfold fwd_push in I.
    destruct (r_op r) as [| |h k]; try contradiction. destruct I as [<-|[]]. cbn. intros w H.
    apply means_ctl; [now apply W|]. now apply means_middle_inv.
Qed.

Lemma meant_start M p s w : allP meant M -> Start M p s -> means s w -> means p w.
Proof. intros AP [<-|H]; [auto|]. apply AP in H. apply H. Qed.

Lemma meant_fwd M r s t : rules_ok np D -> allP meant M -> In r D ->
  Start M (r_p r) s -> T_of M (s, xO (r_g r), t) -> meant (fwd r t).
Proof.
  intros W AP Ir Ss Ht.
  assert (K : forall w, means t w -> post_star D L (r_q r, lbl (r_op r) ++ w)).
  { intros w H. apply post_star_rule; [assumption|]. apply means_ctl_inv; [now apply W|].
    eapply meant_start; [exact AP|exact Ss|]. apply AP in Ht. now apply Ht. }
  destruct (W r Ir) as (_ & C). unfold fwd. destruct (r_op r) as [|h|h k]; cbn; intros w H; apply K in H.
  - now apply means_ctl.
  - now apply means_ctl.
  - now apply means_middle.
Qed.

(** * Saturated, with meaning *)
Theorem post_sat_spec : rules_ok np D ->
  (forall t, In t post_init -> T_of post_sat t) /\
  (forall r s t, In r D -> Start post_sat (r_p r) s -> T_of post_sat (s, xO (r_g r), t) -> T_of post_sat (fwd r t)) /\
  (forall t, T_of post_sat t -> meant t /\ In (tgt t) post_states).
Proof.
  intro W.
  assert (Cand : forall M x, In x (post_cand M) <-> exists r s t,
     In r D /\ Start M (r_p r) s /\ T_of M (s, xO (r_g r), t) /\ x = fwd r t).
  { intros M x. unfold post_cand. rewrite in_flat_map. setoid_rewrite in_map_iff.
    setoid_rewrite ps_elements. setoid_rewrite post_spec. setoid_rewrite istart_spec. split.
    - intros (r & Ir & t & <- & s & Ss & Ht). exists r, s, t. auto.
    - intros (r & s & t & Ir & Ss & Ht & ->). exists r. split; [assumption|]. exists t. eauto. }
  destruct (saturate_correct post_cand (fun t => meant t /\ In (tgt t) post_states)
     (flat_map (fun r => map (fwd r) post_states) D) (build post_init)) with (n := fuel D post_states)
     as ((HA & HB) & HC).
  - intros M AP x I. apply Cand in I. destruct I as (r & s & t & Ir & Ss & Ht & ->).
    assert (Q : In t post_states) by (apply AP in Ht; apply Ht).
    split; [split|].
    + eapply meant_fwd; eauto. intros y Hy. now apply AP.
    + unfold fwd. destruct (r_op r); exact Q.
    + apply in_flat_map. exists r. split; [assumption|]. now apply in_map.
  - intros t Ht. apply build_spec in Ht. split; [now apply meant_init|]. now apply in_map.
  - rewrite len_prod. apply fuel_spec.
  - fold post_sat in HA, HB, HC. split; [|split].
    + intros t I. apply HB, build_spec, I.
    + intros r s t Ir Ss Ht. apply HC, Cand. exists r, s, t. auto.
    + exact HA.
Qed.

(** * The automaton contains A, is closed, and holds nothing unjustified *)
Local Notation T := (fun t : trans => In t (tr post_aut)).
Local Notation I := (Start (pairs post_eps)).

Lemma post_aut_copy : rules_ok np D -> forall s g q, In (s, g, q) (tr A) -> T (inner s, g, inner q).
Proof.
  intros W s g q H. apply post_aut_tr. apply post_sat_spec; [assumption|].
  apply in_or_app; left. now apply (in_map copy) in H.
Qed.
Lemma post_aut_enter : rules_ok np D -> forall p, ctl np p -> In p (starts A) -> I p (inner p).
Proof.
  intros W p C H. apply post_start. right. apply post_sat_spec; [assumption|].
  apply in_or_app; right. apply in_or_app; left. apply (in_map enter). now apply filter_In.
Qed.
Lemma post_aut_closed : rules_ok np D -> fclosed D I T.
Proof.
  intros W r s t Ir Ss Ht. destruct (post_sat_spec W) as (H1 & H2 & _).
  apply post_start in Ss. apply post_aut_tr in Ht. specialize (H2 r s t Ir Ss Ht). unfold fwd in H2.
  destruct (r_op r) as [|h|h k] eqn:O; cbn [lbl].
  - exists t. split; [apply post_start; right; exact H2|constructor].
  - exists (r_q r). split; [left; reflexivity|]. econstructor; [|constructor]. now apply post_aut_tr.
  - exists (r_q r). split; [left; reflexivity|].
    econstructor; [|econstructor; [apply post_aut_tr; exact H2|constructor]].
    apply post_aut_tr, H1. apply in_or_app; right. apply in_or_app; right. apply in_flat_map.
    exists r. split; [assumption|]. unfold fwd_push. rewrite O. left; reflexivity.
Qed.
Lemma post_aut_targets : rules_ok np D -> forall s g q, T (s, g, q) -> In q post_states.
Proof. intros W s g q H. apply post_aut_tr in H. apply post_sat_spec in H; [apply H|assumption]. Qed.

Lemma post_aut_means : rules_ok np D -> forall s w f, path T s w f -> In f (fin post_aut) -> means s w.
Proof.
  intros W s w f P F. induction P as [s|s g t w u Ht _ IH].
  - apply in_map_iff in F. destruct F as (q & <- & F). apply means_inner with q; [assumption|constructor].
  - apply post_aut_tr in Ht. apply post_sat_spec in Ht; [|assumption]. destruct Ht as (Ht & _). apply Ht, IH, F.
Qed.
Lemma post_aut_sound : rules_ok np D -> forall p w s f, ctl np p -> I p s -> path T s w f -> In f (fin post_aut) ->
  post_star D L (p, w).
Proof.
  intros W p w s f C Ss P F. apply means_ctl_inv; [assumption|]. apply post_start in Ss.
  eapply meant_start; [|exact Ss|eapply post_aut_means; eauto].
  intros t Ht. now apply post_sat_spec.
Qed.

(* the automaton accepts exactly the configurations that L(A) reaches *)
Theorem post_star_exec_correct : rules_ok np D -> forall c, ctl np (fst c) ->
  (exists s f, I (fst c) s /\ path T s (snd c) f /\ In f (fin post_aut)) <-> post_star D (langP np A) c.
Proof.
  intros W [p w] C; cbn [fst snd] in *. split.
  - intros (s & f & Ss & P & F). eapply post_aut_sound; eauto.
  - intros ([p1 w1] & (C1 & f & F & P) & S). cbn in C1, P.
    destruct (fclosed_steps D I T (post_aut_closed W) _ _ S (inner f)) as (s & Ss & Ps).
    + exists (inner p1). split.
      * apply post_aut_enter; auto. eapply starts_spec; eauto.
      * eapply path_map; [|exact P]. now apply post_aut_copy.
    + exists s, (inner f). split; [exact Ss|]. split; [exact Ps|]. now apply in_map.
Qed.
End PostStar.
