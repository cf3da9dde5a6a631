let check ~most ~macros ~claims source (heading : Heading.t) tokens =
  let formula = match heading.asked with Heading.Formula text -> text | Heading.Property _ -> "" in
  let model = Promela.read ~macros ~claims ~formula source in
  match heading.asked with
  | Heading.Property "safety" -> Promela_safety.check ~most model heading.verdict tokens
  | Heading.Property name when Promela_claim.is_claim model name -> Promela_claim.check ~most model heading name
  | _ -> Promela_ltl.check ~most model heading tokens
