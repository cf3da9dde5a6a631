(* Does the evidence prove its claim? Whatever is accepted here was accepted by a verified function of Kernel, applied to the
   problem as it was read; all else in this program only prepares its arguments and explains its answers. *)

(* What was accepted: is it reachability, and what was proved, in words. Raises Fault.Rejected. *)
val check : Numbering.t -> Evidence.claim -> bool * string

(* The verified decision procedure, for small problems. *)
val decide : Numbering.t -> bool
