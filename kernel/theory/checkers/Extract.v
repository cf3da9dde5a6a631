(* The kernel as an OCaml module; `scripts/proof --extract` writes kernel/extracted. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Custos Require Import Instance CheckDerivation CheckBackward CheckForward Minimum CheckPump.
From Custos Require Import Formula Property FiniteModel Unfold Lts Gcl GclModel PushdownProperty.
From Custos Require Import EctlLts EctlPds EctlPdsSound.
From Custos Require Import PromelaSyntax PromelaPoints Promela PromelaModel PromelaUnfold PromelaClaim.
Extraction Language OCaml.
Extraction "kernel.ml" raw_oracle derivation_weight check_backward check_forward least_weight check_pump
  core check_negation check_holds check_violated check_safe check_unsafe check_unfolded unfolds_safely
  lts_model expand_command tree_size make_store evaluate gcl_model
  check_pds_holds check_pds_violated
  check_ectl_lts check_ectl_pds
  codes_of pml_initial pml_ends pml_is_bad_end pml_unfolds_safely pml_check_unfolded pml_check_unsafe pml_check_violated
  pml_check_claim.
