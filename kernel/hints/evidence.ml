type weight = Unclaimed | Weight of int64 array | Unbounded_below | Unbounded_above

type least = {
  least_from : Ints.t;
  least_symbol : Ints.t;
  least_first : Ints.t;
  least_to : Ints.t;
  least_weights : Problem.Weights.t;
}

type run = {
  weight : weight;
  fact_rule : Ints.t;
  fact_from : Ints.t;
  fact_symbol : Ints.t;
  fact_to : Ints.t;
  fact_first : Ints.t;
  fact_second : Ints.t;
  start : int;
  link_fact : Ints.t;
  link_to : Ints.t;
  link_in_loop : Ints.t;
  fact_loop : (int * int * int) option;
  least : least option;
}

type reduction = { popped : Ints.t; below : Ints.t; head_state : Ints.t; head_symbol : Ints.t }

type certificate = {
  forward : bool;
  epsilon_from : Ints.t;
  epsilon_to : Ints.t;
  reduction : reduction option;
  row_from : Ints.t;
  row_symbol : Ints.t;
  row_first : Ints.t;
  targets : Ints.t;
  last_raw : int;
}

type claim = Reachable of run | Unreachable of certificate

type reader = {
  numbers : Numbering.t;
  tokens : Tokens.t;
  (* The file's numbers to those of the problem: *)
  mutable states : int array; (* control states 1.. *)
  mutable symbols : int array; (* 1.. *)
  mutable initial_states : int array; (* raw states *)
  mutable final_states : int array;
  (* States that only the certificate has, made dense. *)
  free_states : Int_table.t;
}

let fail r format = Tokens.fail r.tokens format
let byte r = Tokens.byte r.tokens
let skip_byte r = r.tokens.at <- r.tokens.at + 1
let at_line_end r = Tokens.at_line_end r.tokens
let next_line r = Tokens.next_line r.tokens
let word r w = Tokens.word r.tokens w
let expect r w = Tokens.expect r.tokens w
let blank r what = Tokens.blank r.tokens what
let natural r bound what = Tokens.natural r.tokens bound what
let header r key = Tokens.header r.tokens key
let is_digit c = c >= '0' && c <= '9'

let integer r =
  let t = r.tokens in
  let start = t.at in
  if byte r = '-' then skip_byte r;
  let digits = t.at in
  while is_digit (byte r) do
    skip_byte r
  done;
  if t.at = digits then fail r "a weight, an integer, should be here";
  match Decimal.integer t.text start (t.at - start) with
  | Some value -> value
  | None ->
      t.at <- start;
      fail r "this weight does not fit 64 bits"

(* The head of the file. *)

let shell_quoted text = "'" ^ String.concat "'\\''" (String.split_on_char '\'' text) ^ "'"

let check_texts option in_evidence given =
  if in_evidence <> given then begin
    let arguments texts = String.concat " " (List.map (fun text -> option ^ "=" ^ shell_quoted text) texts) in
    match (in_evidence, given) with
    | [], _ -> Fault.rejected "the evidence was made without %s: leave out %s" option (arguments given)
    | _ -> Fault.rejected "the evidence was made with other options: say %s" (arguments in_evidence)
  end

let table r key names number_of what = Array.map number_of (Name_table.read r.tokens key names what)

let control r = r.states.(natural r (Array.length r.states) "control state")
let symbol r = r.symbols.(natural r (Array.length r.symbols) "symbol")
let most_free = 1 lsl 40

(* A tagged state. 'free': states that only the certificate has are allowed. *)
let state r side ~free =
  if byte r <> '@' then Numbering.start (control r)
  else begin
    skip_byte r;
    let extra = match side with Problem.Initial -> r.initial_states | Problem.Final -> r.final_states in
    let extras = Array.length extra and controls = Array.length r.states in
    let k = natural r (if free then most_free else extras + controls) "inner state" in
    if k < extras then Numbering.inner extra.(k)
    else if k < extras + controls then Numbering.inner r.states.(k - extras)
    else begin
      let known = Int_table.find r.free_states k in
      let j =
        if known >= 0 then known
        else begin
          let fresh = Int_table.length r.free_states in
          Int_table.set r.free_states k fresh;
          fresh
        end
      in
      Numbering.inner (Numbering.raw_count r.numbers side + 1 + j)
    end
  end

let read_weight r =
  if not (word r "weight") then Unclaimed
  else begin
    let weight =
      if word r " unbounded below" then Unbounded_below
      else if word r " unbounded above" then Unbounded_above
      else
        Weight
          (Array.init r.numbers.problem.dimension (fun _ ->
               blank r "as many integers as weights have in the problem";
               integer r))
    in
    next_line r;
    weight
  end

let read_facts r run =
  let count = header r "facts" in
  for number = 0 to count - 1 do
    let rule =
      if word r "rule" then begin
        blank r "the number of a rule";
        natural r (Problem.rule_count r.numbers.problem) "rule"
      end
      else begin
        if not (word r "edge") then fail r "'edge' or 'rule' should be here: fact %d of %d" number count;
        -1
      end
    in
    Ints.push run.fact_rule rule;
    blank r "a state";
    Ints.push run.fact_from (state r Problem.Final ~free:false);
    blank r "a symbol";
    Ints.push run.fact_symbol (symbol r);
    blank r "a state";
    Ints.push run.fact_to (state r Problem.Final ~free:false);
    let premise () =
      if at_line_end r then -1
      else begin
        blank r "a fact";
        natural r count "fact"
      end
    in
    let first = premise () in
    Ints.push run.fact_first first;
    Ints.push run.fact_second (premise ());
    next_line r
  done;
  count

let read_witness r run facts =
  let count = header r "witness" in
  for _ = 1 to count do
    Ints.push run.link_fact (natural r facts "fact");
    blank r "a state of the initial set";
    Ints.push run.link_to (state r Problem.Initial ~free:false);
    let marked = not (at_line_end r) in
    if marked then begin
      blank r "'loop'";
      expect r "loop"
    end;
    Ints.push run.link_in_loop (if marked then 1 else 0);
    next_line r
  done

let read_fact_loop r facts =
  if not (word r "loop") then None
  else begin
    let fact bound =
      blank r "a fact";
      natural r bound "fact"
    in
    let repeated = fact facts in
    let first = fact facts in
    let behind_last = fact (facts + 1) in
    next_line r;
    Some (repeated, first, behind_last)
  end

let read_least r weight =
  if byte r <> 'l' then None
  else begin
    (match weight with
    | Weight w when Array.length w > 0 -> ()
    | _ -> fail r "'least' needs a weight that is claimed");
    let count = header r "least" in
    let least =
      {
        least_from = Ints.create ();
        least_symbol = Ints.create ();
        least_first = Ints.create ();
        least_to = Ints.create ();
        least_weights = Problem.Weights.create ();
      }
    in
    for row = 0 to count - 1 do
      if byte r <> 'r' then fail r "row %d of %d should be here: 'r', a state, a symbol, states with weights" row count;
      skip_byte r;
      Ints.push least.least_from (state r Problem.Final ~free:false);
      blank r "a symbol";
      Ints.push least.least_symbol (symbol r);
      Ints.push least.least_first (Ints.length least.least_to);
      while not (at_line_end r) do
        blank r "a state";
        Ints.push least.least_to (state r Problem.Final ~free:false);
        for _ = 1 to r.numbers.problem.dimension do
          blank r "a weight";
          Problem.Weights.push least.least_weights (integer r)
        done
      done;
      next_line r
    done;
    Ints.push least.least_first (Ints.length least.least_to);
    Some least
  end

let read_run r =
  let weight = read_weight r in
  let run =
    {
      weight;
      fact_rule = Ints.create ();
      fact_from = Ints.create ();
      fact_symbol = Ints.create ();
      fact_to = Ints.create ();
      fact_first = Ints.create ();
      fact_second = Ints.create ();
      start = 0;
      link_fact = Ints.create ();
      link_to = Ints.create ();
      link_in_loop = Ints.create ();
      fact_loop = None;
      least = None;
    }
  in
  let facts = read_facts r run in
  expect r "start";
  blank r "a control state";
  let start = control r in
  next_line r;
  read_witness r run facts;
  let fact_loop = read_fact_loop r facts in
  { run with start; fact_loop; least = read_least r weight }

let read_list r key item = Tokens.list r.tokens key (fun _ -> item r)

let read_reduction r =
  if byte r <> 'p' then None
  else begin
    let popped = read_list r "popped" control in
    let below = read_list r "below" symbol in
    let head_state = Ints.create () and head_symbol = Ints.create () in
    let count = header r "heads" in
    for _ = 1 to count do
      Ints.push head_state (control r);
      blank r "a symbol";
      Ints.push head_symbol (symbol r);
      next_line r
    done;
    Some { popped; below; head_state; head_symbol }
  end

let read_rows r side ~free certificate =
  let count = header r "rows" in
  for row = 0 to count - 1 do
    if byte r <> 'r' then fail r "row %d of %d should be here: 'r', a state, a symbol, states" row count;
    skip_byte r;
    Ints.push certificate.row_from (state r side ~free);
    blank r "a symbol";
    Ints.push certificate.row_symbol (symbol r);
    Ints.push certificate.row_first (Ints.length certificate.targets);
    while not (at_line_end r) do
      blank r "a state";
      Ints.push certificate.targets (state r side ~free)
    done;
    next_line r
  done;
  Ints.push certificate.row_first (Ints.length certificate.targets)

let read_certificate r =
  expect r "direction";
  let forward = word r " forward" in
  if not forward then expect r " backward";
  next_line r;
  let side = if forward then Problem.Initial else Problem.Final in
  let epsilon_from = Ints.create () and epsilon_to = Ints.create () in
  if forward then begin
    let count = header r "epsilon" in
    for _ = 1 to count do
      Ints.push epsilon_from (control r);
      blank r "a state";
      Ints.push epsilon_to (state r side ~free:true);
      next_line r
    done
  end;
  let reduction = read_reduction r in
  let certificate =
    {
      forward;
      epsilon_from;
      epsilon_to;
      reduction;
      row_from = Ints.create ();
      row_symbol = Ints.create ();
      row_first = Ints.create ();
      targets = Ints.create ();
      last_raw = 0;
    }
  in
  read_rows r side ~free:forward certificate;
  { certificate with last_raw = Numbering.raw_count r.numbers side + Int_table.length r.free_states }

let read (numbers : Numbering.t) ~initial ~final source =
  let r =
    {
      numbers;
      tokens = Tokens.create source;
      states = [||];
      symbols = [||];
      initial_states = [||];
      final_states = [||];
      free_states = Int_table.create ();
    }
  in
  let problem = numbers.problem in
  if not (word r "custos evidence 1") then fail r "'custos evidence 1' should be here: this is no evidence of version 1";
  next_line r;
  ignore (Tokens.texts r.tokens "problem");
  check_texts "--initial" (Tokens.texts r.tokens "initial") initial;
  check_texts "--final" (Tokens.texts r.tokens "final") final;
  expect r "claim";
  let reachable = word r " reachable" in
  if not reachable then expect r " unreachable";
  next_line r;
  r.states <- table r "states" problem.states (fun n -> n + 1) "state";
  r.symbols <- table r "symbols" problem.symbols (fun n -> n + 1) "symbol";
  let extra_number k = numbers.np + 1 + k in
  r.initial_states <- table r "initial-states" problem.initial.extra extra_number "extra state";
  r.final_states <- table r "final-states" problem.final.extra extra_number "extra state";
  let claim = if reachable then Reachable (read_run r) else Unreachable (read_certificate r) in
  Tokens.finish r.tokens;
  claim
