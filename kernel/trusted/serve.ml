(* The bytes that have been read and not been used: from 'first' to 'last' in 'bytes'. Reading waits only when these are no
   complete request, and only then answers are flushed. *)
type input = { mutable bytes : Bytes.t; mutable first : int; mutable last : int }

let chunk = 65536

exception End_of_requests

(* At least one byte more, or the end. *)
let read_more t =
  flush stdout;
  if t.last + chunk > Bytes.length t.bytes then begin
    let kept = t.last - t.first in
    let target = if kept + chunk > Bytes.length t.bytes then Bytes.create (2 * (kept + chunk)) else t.bytes in
    Bytes.blit t.bytes t.first target 0 kept;
    t.bytes <- target;
    t.first <- 0;
    t.last <- kept
  end;
  let n = input stdin t.bytes t.last chunk in
  if n = 0 then raise End_of_requests;
  t.last <- t.last + n

let longest_line = 256

let read_line t =
  let rec search i =
    if i = t.last then begin
      let done_ = i - t.first in
      if done_ > longest_line then raise End_of_requests;
      read_more t;
      search (t.first + done_)
    end
    else if Bytes.get t.bytes i = '\n' then begin
      let line = Bytes.sub_string t.bytes t.first (i - t.first) in
      t.first <- i + 1;
      line
    end
    else search (i + 1)
  in
  search t.first

let read_bytes t count =
  while t.last - t.first < count do
    read_more t
  done;
  let text = Bytes.sub_string t.bytes t.first count in
  t.first <- t.first + count;
  text

let one_line text = String.map (fun c -> if c = '\n' || c = '\r' then ' ' else c) text

let load text =
  let problem = Problem.create () in
  Pdaaal.read problem (Source.of_string ~name:"problem" text);
  if not (problem.initial.is_given && problem.final.is_given) then
    raise
      (Fault.Bad_input { file = "problem"; line = 0; column = 0; message = "an instance with both automata is needed" });
  Numbering.of_problem problem

let oracle text = if Checker.decide (load text) then "reachable" else "unreachable"

let certify problem evidence =
  let numbers = load problem in
  let claim = Evidence.read numbers ~initial:[] ~final:[] (Source.of_string ~name:"evidence" evidence) in
  let reachable, _ = Checker.check numbers claim in
  if reachable then "accepted reachable" else "accepted unreachable"

let translation evidence =
  let formula, _ = Finite.check_translation (Source.of_string ~name:"evidence" evidence) in
  "accepted translation " ^ Heading.show_question (Heading.Formula formula.source.text)

let pushdown read source heading tokens =
  let problem = Problem.create () in
  read problem source;
  if not (problem.has_system && problem.initial.is_given) then
    raise
      (Fault.Bad_input { file = "problem"; line = 0; column = 0; message = "a system with an initial set is needed" });
  Pushdown_ltl.check problem ~initial:[] heading tokens

(* A model without options. *)
let promela source (heading : Heading.t) tokens =
  if heading.options <> [] || heading.defines <> [] then Fault.rejected "the evidence was made with options";
  Promela_question.check ~most:100_000 ~macros:[] ~claims:[] source heading tokens

let languages =
  [
    ("lts", Finite.check Finite.Lts);
    ("aut", Finite.check Finite.Aut);
    ("gcl", Finite.check Finite.Gcl);
    ("ectl", Ectl.check);
    ("promela", promela);
    ("pds", pushdown Pds.read);
    ("json", pushdown Pdaaal.read);
  ]

let read_question text =
  match Heading.read_question text with
  | Some question -> question
  | None ->
      let message = "a question is 'property \"NAME\"' or 'formula \"TEXT\"'" in
      raise (Fault.Bad_input { file = "question"; line = 1; column = 1; message })

let check checker problem evidence question =
  let question = Option.map read_question question in
  let tokens = Tokens.create (Source.of_string ~name:"evidence" evidence) in
  let heading = Heading.read ?question tokens in
  ignore (checker (Source.of_string ~name:"problem" problem) heading tokens);
  Printf.sprintf "accepted %s %s"
    (match heading.verdict with Heading.Holds -> "holds" | Heading.Violated -> "violated")
    (Heading.show_question heading.asked)

let answer request =
  match request () with
  | reply -> reply
  | exception Fault.Rejected why -> one_line ("rejected " ^ why)
  | exception Fault.Bad_input { file; line; column; message } ->
      one_line ("error " ^ Fault.describe_bad_input ~file ~line ~column message)
  | exception Fault.Unsupported what -> one_line ("error " ^ what)
  | exception Out_of_memory -> "error out of memory"
  | exception Stack_overflow -> "error stack overflow"

let reply text =
  print_string text;
  print_char '\n'

let size text =
  match int_of_string_opt text with
  | Some n when n >= 0 && n <= Sys.max_string_length && text.[0] <> '0' || text = "0" -> Option.get (int_of_string_opt text)
  | _ -> -1

let run () =
  set_binary_mode_in stdin true;
  set_binary_mode_out stdout true;
  let t = { bytes = Bytes.create (4 * chunk); first = 0; last = 0 } in
  let rec serve () =
    match String.split_on_char ' ' (read_line t) with
    | [ "quit" ] -> ()
    | [ "oracle"; n ] when size n >= 0 ->
        let text = read_bytes t (size n) in
        reply (answer (fun () -> oracle text));
        serve ()
    | [ "certify"; n; m ] when size n >= 0 && size m >= 0 ->
        let problem = read_bytes t (size n) in
        let evidence = read_bytes t (size m) in
        reply (answer (fun () -> certify problem evidence));
        serve ()
    | [ "translation"; n ] when size n >= 0 ->
        let evidence = read_bytes t (size n) in
        reply (answer (fun () -> translation evidence));
        serve ()
    | [ "check"; language; n; m ] when List.mem_assoc language languages && size n >= 0 && size m >= 0 ->
        let problem = read_bytes t (size n) in
        let evidence = read_bytes t (size m) in
        reply (answer (fun () -> check (List.assoc language languages) problem evidence None));
        serve ()
    | [ "check"; language; n; m; k ]
      when List.mem_assoc language languages && size n >= 0 && size m >= 0 && size k >= 0 ->
        let problem = read_bytes t (size n) in
        let evidence = read_bytes t (size m) in
        let question = read_bytes t (size k) in
        reply (answer (fun () -> check (List.assoc language languages) problem evidence (Some question)));
        serve ()
    | _ ->
        (* What follows cannot be told from text: give up. *)
        reply "error unknown request: there are 'oracle N', 'certify N M', 'translation N', 'check LANGUAGE N M [K]' and 'quit'"
  in
  (try serve () with End_of_requests -> ());
  flush stdout
