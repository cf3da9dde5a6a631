(* Requests on standard input, answers on standard output, until 'quit' or the end; see kernel/INTERFACE.md. *)
val run : unit -> unit
