(* custos-kernel: checks evidence against its problem, by verified code. *)

let version = "custos-kernel " ^ Version.text

let help =
  "Usage: custos-kernel [OPTIONS] PROBLEM... EVIDENCE\n\
  \       custos-kernel translation EVIDENCE\n\
  \       custos-kernel oracle [OPTIONS] PROBLEM...\n\
  \       custos-kernel serve\n\
  \       custos-kernel safety [OPTIONS] MODEL.pml\n\
  \       custos-kernel steps [OPTIONS] [--show] MODEL.pml\n\n\
   Checks the evidence that 'custos check' wrote for its answer, by code that was\n\
   proved correct in Coq. The first line printed is 'accepted: ...' or\n\
   'rejected: ...'. The files of the problem are those given to 'custos check', in\n\
   the same order: .json, .pds, .pa; or one .lts, .aut, .gcl, .pml or .ectl. '-' is\n\
   standard input.\n\n\
   translation\n\
  \         checks evidence about a formula alone: that an automaton accepts every\n\
  \         word that satisfies it\n\
   oracle   decides a small problem by a slow procedure that was proved correct:\n\
  \         'reachable' or 'unreachable'\n\
   serve    answers requests on standard input; see custos-kernel(1)\n\
   safety   whether a Promela model is safe (assertions, invalid ends, faults), from\n\
  \         its text alone, without evidence\n\
   steps    counts the states and steps of a Promela model, by the meaning that\n\
  \         Promela has in Coq\n\n\
   Options:\n\
  \      --initial=TEXT   the texts that 'custos check' was given, in the same\n\
  \      --final=TEXT     order\n\
  \      --define=NAME=N  the values of parameters that 'custos check' was given; if\n\
  \                       there are none, and no question, the evidence's are\n\
  \                       taken, and printed. Of a Promela model: macros, NAME=TEXT\n\
  \      --option=NAME=VALUE\n\
  \                       what else 'custos check' was told of a Promela model; known\n\
  \                       are claims=FILE and include=FOLDER\n\
  \      --states=N       of a Promela model, at most so many states (1000000)\n\
  \      --property=NAME  the question: evidence about another property is rejected;\n\
  \                       'unreachable' of a pushdown problem, 'safety' of a program,\n\
  \                       'f @ m' of a session\n\
  \      --ltl=FORMULA    the same for a formula that 'custos check' was given;\n\
  \                       without a question it is the evidence's, and printed\n\
  \      --lang=json|pds|automaton|lts|aut|gcl|promela|ectl\n\
  \                       the language of the problem's files, whatever their names\n\
  \                       say\n\
  \  -h, --help           print this help\n\
  \  -V, --version        print the version\n\n\
   Exit status: 0 accepted (oracle: unreachable), 10 rejected (oracle: reachable),\n\
   1 wrong usage, 2 malformed input, 3 the system failed, 4 malformed evidence,\n\
   5 beyond what this program reads.\n"

type options = {
  files : string list;
  texts : (Problem.side * string) list; (* of --initial and --final, in their order *)
  defines : string list; (* of --define, in their order *)
  options : string list; (* of --option *)
  states : int; (* of --states *)
  language : string option;
  question : Heading.asked option;
}

type wish = Help | Version | Work of options

let option_value name argument rest =
  let prefix = name ^ "=" in
  let n = String.length prefix in
  if argument = name then
    match rest with
    | value :: rest -> Some (value, rest)
    | [] -> Fault.usage "%s needs a value: %s=TEXT" name name
  else if String.length argument >= n && String.sub argument 0 n = prefix then
    Some (String.sub argument n (String.length argument - n), rest)
  else None

let definition text =
  let wrong () = Fault.usage "--define needs a name and an integer: --define=N=5, not '%s'" text in
  match String.index_opt text '=' with
  | None | Some 0 -> wrong ()
  | Some i -> (
      let digits = String.sub text (i + 1) (String.length text - i - 1) in
      let is_decimal = String.for_all (fun c -> (c >= '0' && c <= '9') || c = '-') digits in
      match int_of_string_opt digits with
      | Some value when is_decimal -> (String.sub text 0 i, value)
      | _ -> wrong ())

let name_defined text = match String.index_opt text '=' with Some i -> String.sub text 0 i | None -> text

let add_define text defines =
  if List.exists (fun other -> name_defined other = name_defined text) defines then
    Fault.usage "--define=%s: a second value of %s" text (name_defined text);
  text :: defines

let states text =
  match int_of_string_opt text with
  | Some n when n > 0 && n < 1 lsl 40 -> n
  | _ -> Fault.usage "--states needs a number: --states=100000, not '%s'" text

let ask o question =
  if o.question <> None then Fault.usage "there is one question: give --property or --ltl once";
  { o with question = Some question }

let rec parse o = function
  | [] -> Work { o with files = List.rev o.files; texts = List.rev o.texts; defines = List.rev o.defines; options = List.rev o.options }
  | ("-h" | "--help") :: _ -> Help
  | ("-V" | "--version") :: _ -> Version
  | "--" :: rest -> parse { o with files = List.rev_append rest o.files } []
  | argument :: rest -> (
      match
        ( option_value "--initial" argument rest,
          option_value "--final" argument rest,
          option_value "--lang" argument rest,
          option_value "--define" argument rest )
      with
      | Some (text, rest), _, _, _ -> parse { o with texts = (Problem.Initial, text) :: o.texts } rest
      | _, Some (text, rest), _, _ -> parse { o with texts = (Problem.Final, text) :: o.texts } rest
      | _, _, Some (name, rest), _ -> parse { o with language = Some name } rest
      | _, _, _, Some (text, rest) -> parse { o with defines = add_define text o.defines } rest
      | None, None, None, None -> parse_question o argument rest)

and parse_question o argument rest =
  match
    ( option_value "--property" argument rest,
      option_value "--ltl" argument rest,
      option_value "--option" argument rest,
      option_value "--states" argument rest )
  with
  | Some (name, rest), _, _, _ -> parse (ask o (Heading.Property name)) rest
  | _, Some (formula, rest), _, _ -> parse (ask o (Heading.Formula formula)) rest
  | _, _, Some (text, rest), _ -> parse { o with options = text :: o.options } rest
  | _, _, _, Some (text, rest) -> parse { o with states = states text } rest
  | None, None, None, None ->
      if String.length argument > 1 && argument.[0] = '-' then Fault.usage "there is no option %s" argument;
      parse { o with files = argument :: o.files } rest

(* Pipes have no suffix: JSON begins with a brace, .pds never does. *)
let guess_language (source : Source.t) =
  let rec first i =
    if i >= String.length source.text then '\000'
    else match source.text.[i] with ' ' | '\t' | '\r' | '\n' -> first (i + 1) | c -> c
  in
  if first 0 = '{' then "json" else "pds"

let language o path source =
  match o.language with
  | Some name -> name
  | None ->
      if Filename.check_suffix path ".json" then "json"
      else if Filename.check_suffix path ".pds" then "pds"
      else if Filename.check_suffix path ".pa" then "automaton"
      else guess_language source

let wrong_file file message = raise (Fault.Bad_input { file; line = 0; column = 0; message })

let load_file o (problem : Problem.t) path =
  let source = Source.of_file path in
  match language o path source with
  | "json" -> Pdaaal.read problem source
  | "pds" -> Pds.read problem source
  | "automaton" ->
      if problem.final.is_given then wrong_file path "the problem has an initial and a final set already";
      let side = if problem.initial.is_given then Problem.Final else Problem.Initial in
      Pds.read_configurations problem side source
  | "lts" | "aut" | "gcl" | "promela" | "ectl" -> Fault.usage "%s: this is no pushdown system" path
  | other -> Fault.usage "there is no language '%s': there are json, pds, automaton, lts, aut, gcl, promela and ectl" other

let load_pushdown o files =
  let problem = Problem.create () in
  List.iter (load_file o problem) files;
  List.iter
    (fun (side, text) ->
      let name = match side with Problem.Initial -> "--initial" | Problem.Final -> "--final" in
      Pds.read_configurations problem side (Source.of_string ~name text))
    o.texts;
  let all = String.concat " " files in
  if not problem.has_system then wrong_file all "there is no pushdown system";
  if not problem.initial.is_given then wrong_file all "there is no initial set: give one with --initial or a file";
  problem

(* Reachability asks for a final set, too. *)
let numbered files (problem : Problem.t) =
  if not problem.final.is_given then
    wrong_file (String.concat " " files) "there is no final set: give one with --final or a file";
  Numbering.of_problem problem

let load o files = numbered files (load_pushdown o files)

(* None: a pushdown system. *)
let finite_language o path =
  let suffix = Filename.check_suffix path in
  match o.language with
  | Some "lts" -> Some Finite.Lts
  | Some "aut" -> Some Finite.Aut
  | Some "gcl" -> Some Finite.Gcl
  | Some _ -> None
  | None ->
      if suffix ".lts" then Some Finite.Lts
      else if suffix ".aut" then Some Finite.Aut
      else if suffix ".gcl" then Some Finite.Gcl
      else None

let accepted_status = 0
and usage_status = 1
and input_status = 2
and system_status = 3
and evidence_status = 4
and unsupported_status = 5
and rejected_status = 10

let rec split_last = function
  | [] -> Fault.usage "give the files of the problem, then the evidence"
  | [ _ ] -> Fault.usage "give the files of the problem before the evidence"
  | [ problem; evidence ] -> ([ problem ], evidence)
  | problem :: rest ->
      let problems, evidence = split_last rest in
      (problem :: problems, evidence)

(* Large problems are read once and stay: collecting them again and again would be in vain. *)
let expect_large_heap () = Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 21; space_overhead = 400 }

let texts_of o wanted = List.filter_map (fun (side, text) -> if side = wanted then Some text else None) o.texts

let verdict (heading : Heading.t) proved =
  ((match heading.verdict with Heading.Holds -> "holds" | Heading.Violated -> "violated"), proved)

let show_defines defines =
  String.concat " " (List.map (fun (name, value) -> Printf.sprintf "--define=%s=%d" name value) defines)

(* What is malformed in it is told from what is in the problem by the name of the source itself. *)
let with_evidence path work =
  let bad_evidence = function
    | Fault.Bad_input { file; line; column; message } -> raise (Fault.Bad_evidence { file; line; column; message })
    | other -> raise other
  in
  let evidence = try Source.of_file path with Fault.Bad_input _ as bad -> bad_evidence bad in
  try work evidence
  with Fault.Bad_input { file; _ } as bad when file == evidence.name || file == Heading.text_name -> bad_evidence bad

let no_options o (heading : Heading.t) =
  if o.options <> [] then Fault.usage "--option is for Promela models";
  if heading.options <> [] then Fault.rejected "the evidence has options of a Promela model"

let check_finite o language problem evidence =
  if o.texts <> [] then Fault.usage "--initial and --final are for pushdown systems";
  let source = Source.of_file problem in
  let tokens = Tokens.create evidence in
  let heading = Heading.read ?question:o.question tokens in
  let defines = List.map definition o.defines in
  no_options o heading;
  if (defines <> [] || o.question <> None) && defines <> heading.defines then
    Fault.rejected "the evidence was made with other values of parameters: %s"
      (match heading.defines with [] -> "those of the file" | defines -> show_defines defines);
  verdict heading (Finite.check language source heading tokens)

let promela_suffixes = [ ".pml"; ".prom"; ".pm"; ".prm"; ".pr"; ".spin"; ".sumo"; ".promela" ]

let is_promela o path =
  match o.language with Some name -> name = "promela" | None -> List.exists (Filename.check_suffix path) promela_suffixes

(* The files of claims. Folders of 'include' may be read; which files are, the model says. *)
let claims_of options =
    List.filter_map
      (fun text ->
        match (name_defined text, String.index_opt text '=') with
        | "claims", Some i -> Some (String.sub text (i + 1) (String.length text - i - 1))
        | "include", _ -> None
        | "channels", _ -> raise (Fault.Unsupported "the kernel does not know lossy channels")
        | "ignore", _ -> raise (Fault.Unsupported "the kernel does not know models of which errors are ignored")
        | _ -> Fault.usage "--option=%s: there is no such option" text)
      options

(* Numbers of the evidence are macros, too. *)
let check_promela o problem evidence =
  if o.texts <> [] then Fault.usage "--initial and --final are for pushdown systems";
  let tokens = Tokens.create evidence in
  let heading = Heading.read ?question:o.question tokens in
  let is_macro text = name_defined text = "define" in
  ignore (claims_of o.options);
  let given = List.sort_uniq compare (List.map (fun text -> "define=" ^ text) o.defines @ o.options) in
  let numbers = List.map (fun (name, value) -> Printf.sprintf "define=%s=%d" name value) heading.defines in
  let found = List.sort_uniq compare (numbers @ heading.options) in
  if (given <> [] || o.question <> None) && given <> found then
    Fault.rejected "the evidence was made with other options: %s" (match found with [] -> "none" | _ -> String.concat " " found);
  let macros = List.map (fun text -> String.sub text 7 (String.length text - 7)) (List.filter is_macro found) in
  let claims = claims_of (List.filter (fun text -> not (is_macro text)) heading.options) in
  verdict heading (Promela_question.check ~most:o.states ~macros ~claims (Source.of_file problem) heading tokens)

let is_session o path =
  match o.language with Some name -> name = "ectl" | None -> Filename.check_suffix path ".ectl"

let check_session o problem evidence =
  if o.texts <> [] || o.defines <> [] then Fault.usage "a session has no initial set and no parameters";
  let source = Source.of_file problem in
  let tokens = Tokens.create evidence in
  let heading = Heading.read ?question:o.question tokens in
  no_options o heading;
  verdict heading (Ectl.check source heading tokens)

let reachability = Heading.Property "unreachable"

let check_pushdown o problems source =
  if o.defines <> [] then Fault.usage "--define is for programs: a pushdown system has no parameters";
  let problem = load_pushdown o problems in
  let initial = texts_of o Problem.Initial and final = texts_of o Problem.Final in
  if Heading.is_temporal source then begin
    let tokens = Tokens.create source in
    let heading = Heading.read ?question:o.question tokens in
    no_options o heading;
    verdict heading (Pushdown_ltl.check problem ~initial heading tokens)
  end
  else begin
    ignore (Heading.settled o.question reachability);
    let numbers = numbered problems problem in
    let reachable, proved = Checker.check numbers (Evidence.read numbers ~initial ~final source) in
    ((if reachable then "reachable" else "unreachable"), proved)
  end

let report work =
  match work () with
  | claim, proved ->
      Printf.printf "accepted: %s: %s\n" claim proved;
      accepted_status
  | exception Fault.Rejected why ->
      Printf.printf "rejected: %s\n" why;
      rejected_status

let check o =
  expect_large_heap ();
  let problems, evidence = split_last o.files in
  report @@ fun () ->
  with_evidence evidence (fun evidence ->
      match (List.find_map (finite_language o) problems, problems) with
      | _, [ problem ] when is_session o problem -> check_session o problem evidence
      | _ when List.exists (is_session o) problems -> Fault.usage "a session is one file"
      | _, [ problem ] when is_promela o problem -> check_promela o problem evidence
      | Some language, [ problem ] -> check_finite o language problem evidence
      | Some _, _ -> Fault.usage "a finite model is one file"
      | None, _ -> check_pushdown o problems evidence)

let translation o =
  match o.files with
  | [ evidence ] ->
      report @@ fun () ->
      with_evidence evidence (fun evidence -> ("translation", snd (Finite.check_translation ?question:o.question evidence)))
  | _ -> Fault.usage "give one file: evidence about a formula"

let oracle o =
  if o.question <> None then Fault.usage "the oracle decides whether the final set can be reached, nothing else";
  if o.files = [] then Fault.usage "give the files of the problem";
  if Checker.decide (load o o.files) then begin
    print_endline "reachable";
    10
  end
  else begin
    print_endline "unreachable";
    0
  end

(* Of one Promela model, without evidence. *)
let load_promela o =
  match o.files with
  | [ file ] ->
      if o.question <> None || o.texts <> [] then Fault.usage "there is no question but whether it is safe";
      expect_large_heap ();
      Promela.read ~macros:o.defines ~claims:(claims_of o.options) ~formula:"" (Source.of_file file)
  | _ -> Fault.usage "give one file: a Promela model"

(* Whatever it finds is told by words: the exit status says only that it came to an end. *)
let steps ~show o =
  let model = load_promela o in
  let tell text count = if show then Printf.printf "%s\n= %d steps\n\n" text count in
  let r = Promela_steps.explore ~show:tell ~most:o.states model in
  Printf.printf "%d states, %d steps, %d failed assertions, %d invalid ends, %d faulty states%s\n" r.states r.transitions r.assertions
    r.ends r.faults
    (if r.is_complete then "" else ", not complete");
  accepted_status

let safety o =
  let model = load_promela o in
  report (fun () -> Promela_safety.decide ~most:o.states model)

let run arguments =
  let nothing =
    { files = []; texts = []; defines = []; options = []; states = 1_000_000; language = None; question = None }
  in
  let work command rest =
    match parse nothing rest with
    | Help ->
        print_string help;
        0
    | Version ->
        print_endline version;
        0
    | Work o -> command o
  in
  match arguments with
  | "serve" :: [] ->
      Serve.run ();
      0
  | "serve" :: ("-h" | "--help") :: _ -> work check [ "--help" ]
  | "serve" :: _ -> Fault.usage "'serve' takes no arguments"
  | "steps" :: rest ->
      let show, rest = List.partition (fun argument -> argument = "--show") rest in
      work (steps ~show:(show <> [])) rest
  | "safety" :: rest -> work safety rest
  | "oracle" :: rest -> work oracle rest
  | "translation" :: rest -> work translation rest
  | rest -> work check rest

let complain message =
  prerr_endline ("custos-kernel: " ^ message);
  system_status

let () =
  let status =
    try
      let status = run (List.tl (Array.to_list Sys.argv)) in
      flush stdout;
      status
    with
    | Fault.Bad_input { file; line; column; message } ->
        prerr_endline (Fault.describe_bad_input ~file ~line ~column message);
        input_status
    | Fault.Bad_evidence { file; line; column; message } ->
        prerr_endline (Fault.describe_bad_input ~file ~line ~column message);
        evidence_status
    | Fault.Unsupported message ->
        prerr_endline message;
        unsupported_status
    | Fault.Usage message ->
        prerr_endline ("custos-kernel: " ^ message ^ "\nTry 'custos-kernel --help'.");
        usage_status
    | Fault.System message | Sys_error message -> complain message
    | Fault.Rejected message ->
        print_endline ("rejected: " ^ message);
        rejected_status
    | Out_of_memory -> complain "out of memory"
    | Stack_overflow -> complain "the stack is too small (try 'ulimit -s unlimited')"
    | error -> complain ("internal error: " ^ Printexc.to_string error)
  in
  (* What cannot be written is noticed by 'flush' above; 'exit' must not try again and raise. *)
  (try exit status with Sys_error _ -> ())
