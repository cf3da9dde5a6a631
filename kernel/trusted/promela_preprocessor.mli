(* The preprocessor of Promela: #define (with parameters, too), #undef, #if and its like, #include "file". SPIN lets gcc do it; what is
   rarely used in models ('#' and '##' in macros, a variable number of arguments, <system files>, most predefined names) is refused. *)

(* The pieces that are left. *)
val run : Source.t -> Promela_pieces.t list
