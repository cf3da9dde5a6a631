(* The kernel as an OCaml module; `scripts/proof --extract` writes kernel/extracted. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Custos Require Import Instance CheckDerivation CheckBackward CheckForward Minimum CheckPump.
Extraction Language OCaml.
Extraction "kernel.ml" raw_oracle derivation_weight check_backward check_forward least_weight check_pump.
