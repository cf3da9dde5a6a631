(* The preprocessor of Promela: #define (with parameters, too), #undef, #if and its like, #include "file". SPIN lets gcc do it; what is
   rarely used in models ('#' and '##' in macros, a variable number of arguments, <system files>, most predefined names) is refused. *)

(* The pieces that are left of the model, and of a formula that may use its macros. 'macros' are defined before the first line, each NAME=TEXT, or NAME, which is 1; the files 'claims' come
   behind the last. *)
val run : macros:string list -> claims:string list -> formula:string -> Source.t -> Promela_pieces.t list * Promela_pieces.t list
