let read (t : Tokens.t) key names what =
  let line = Source.line_at t.source t.at in
  let count = Tokens.header t key in
  let seen = Bytes.make (Names.count names) '\000' in
  let numbers = Array.make (min count (Names.count names)) 0 in
  for i = 0 to count - 1 do
    Tokens.quoted t;
    let n = Quoted.find names t.name in
    let reject why =
      Fault.rejected "%s:%d: %s %s %s" t.source.name (line + 1 + i) what (Fault.show_name (Quoted.contents t.name)) why
    in
    if n < 0 then reject "is not in the problem";
    if Bytes.get seen n <> '\000' then reject "is there twice";
    Bytes.set seen n '\001';
    numbers.(i) <- n;
    Tokens.next_line t
  done;
  if count < Names.count names then
    Fault.rejected "%s:%d: the problem has %d of these, this table has %d: %s %s is missing" t.source.name line
      (Names.count names) count what
      (Fault.show_name (Names.name names (Bytes.index seen '\000')));
  numbers
