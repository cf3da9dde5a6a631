(* Requests on standard input, answers on standard output, until 'quit' or the end; see custos-kernel(1). *)
val run : unit -> unit
