(* The kernel as an OCaml module: run coqc in the folder kernel/extracted. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Custos Require Import Instance CheckDerivation CheckBackward CheckForward.
Extraction Language OCaml.
Extraction "kernel.ml" raw_oracle derivation_weight check_backward check_forward.
