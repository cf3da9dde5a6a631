(* Statements of Promela, and what SPIN's parser makes of them. *)

(* The body of a process, '{' to '}': its statements (None: it has declarations only) and the first values of its variables. It is
   finished by 'finish' when all of the model is known. *)
type body

val body : Promela_reader.t -> body * Kernel.declaration list

(* 'has_rendezvous': a channel of the model is one. *)
val finish : Promela_reader.t -> Promela_reader.process -> has_rendezvous:bool -> body -> Kernel.sequence option

(* The same for a claim, which is a process with a negative number: its statements, which only look, and the numbers of its labels that begin
   with 'accept'. *)
val finish_claim :
  Promela_reader.t -> Promela_reader.process -> body * Kernel.declaration list -> Kernel.sequence option * Kernel.positive list
