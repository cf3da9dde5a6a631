#include "lang/promela/parse/parts.h"

#include <stdio.h>

/* A model is a list of declarations, processes, claims and formulas. */

static uint32_t add_process(pml_parser *parser, pml_process_kind kind,
                            uint32_t name, pml_place at) {
  pml_process process = {.name = name,
                         .kind = kind,
                         .active = kind == PML_INIT,
                         .body = PML_NONE,
                         .provided = PML_NONE,
                         .first_parameter = (uint32_t)parser->s->vars.count,
                         .at = at};
  vec_push(parser->m, &parser->s->processes, process);
  return (uint32_t)parser->s->processes.count - 1;
}

/* [n] behind 'active' */
static bool parse_active(pml_parser *parser, uint32_t *count) {
  int64_t n = 1;
  pml_advance(parser);
  if (pml_at(parser, '[')) {
    pml_place at = parser->token.at;
    pml_advance(parser);
    if (!pml_parse_constant(parser, &n) || !pml_take(parser, ']', "']'"))
      return false;
    if (n < 0 || n > PML_MOST_PROCESSES) {
      pml_wrong(parser, at, "0 to %d processes can be active, not %lld",
                PML_MOST_PROCESSES, (long long)n);
      n = 1;
    }
  }
  *count = (uint32_t)n;
  return true;
}

static bool parse_priority(pml_parser *parser, uint32_t process) {
  if (!pml_at_word(parser, PML_W_PRIORITY))
    return true;
  parser->s->uses_priority = true;
  pml_advance(parser);
  if (!pml_at(parser, PML_T_NUMBER))
    return pml_misfit(parser, "a priority, 1 to 255,");
  if (parser->token.value < 1 || parser->token.value > 255)
    pml_wrong(parser, parser->token.at, "a priority is 1 to 255, not %lld",
              (long long)parser->token.value);
  else
    parser->s->processes.at[process].priority = (uint32_t)parser->token.value;
  pml_advance(parser);
  return true;
}

static bool parse_provided(pml_parser *parser, uint32_t process) {
  uint32_t e;
  if (!pml_at_word(parser, PML_W_PROVIDED))
    return true;
  pml_advance(parser);
  if (!pml_at(parser, '('))
    return pml_misfit(parser, "'('");
  if (!pml_parse_expression(parser, PML_PLAIN, &e, NULL))
    return false;
  parser->s->processes.at[process].provided = e;
  return true;
}

static bool parse_proctype(pml_parser *parser) {
  uint32_t active = 0, name, x;
  bool good, is_deterministic;
  if (pml_at_word(parser, PML_W_ACTIVE) && !parse_active(parser, &active))
    return false;
  is_deterministic = pml_at_word(parser, PML_W_D_PROCTYPE);
  if (!is_deterministic && !pml_at_word(parser, PML_W_PROCTYPE))
    return pml_misfit(parser, "'proctype'");
  pml_advance(parser);
  pml_place at = parser->token.at;
  if (!pml_take_name(parser, &name, "the name of the proctype"))
    return false;
  x = add_process(parser, PML_PROCTYPE, name, at);
  parser->s->processes.at[x].active = active;
  parser->s->processes.at[x].is_deterministic = is_deterministic;
  pml_declare(parser, name, PML_IS_PROCESS, x, at);
  parser->process = x;
  good = pml_parse_parameters(parser, x) && parse_priority(parser, x) &&
         parse_provided(parser, x) && pml_parse_body(parser, x);
  pml_scope_end(parser, 0);
  parser->process = PML_NONE;
  return good;
}

static bool parse_init(pml_parser *parser) {
  uint32_t x = add_process(parser, PML_INIT, pml_insert(parser, ":init:"),
                           parser->token.at);
  vec_each (const pml_process, process, &parser->s->processes)
    if (process->kind == PML_INIT && process != &parser->s->processes.at[x]) {
      pml_wrong(parser, parser->token.at,
                "there is an 'init' already, see line %u", process->at.line);
      break;
    }
  pml_advance(parser);
  parser->process = x;
  bool good = parse_priority(parser, x) && pml_parse_body(parser, x);
  pml_scope_end(parser, 0);
  parser->process = PML_NONE;
  return good;
}

/* never, trace, notrace */
static bool parse_claim(pml_parser *parser, pml_process_kind kind) {
  char made[32];
  pml_place at = parser->token.at;
  uint32_t name, count = parser->claims[kind - PML_NEVER]++, x;
  pml_advance(parser);
  snprintf(made, sizeof made, "%s_%u",
           kind == PML_NEVER   ? "never"
           : kind == PML_TRACE ? "trace"
                               : "notrace",
           count);
  name = pml_insert(parser, made);
  if (pml_at(parser, PML_T_NAME) && !pml_take_name(parser, &name, "a name"))
    return false;
  x = add_process(parser, kind, name, at);
  parser->process = x;
  bool good = pml_parse_body(parser, x);
  pml_scope_end(parser, 0);
  parser->process = PML_NONE;
  return good;
}

/* ltl name { ... } ; it is read when all names are known. */
static bool note_formula(pml_parser *parser) {
  pml_source *source = &vec_last(&parser->sources);
  pml_formula formula = {.root = PML_NONE, .at = parser->token.at};
  char name[32];
  pml_advance(parser);
  if (pml_at(parser, PML_T_NAME)) {
    formula.at = parser->token.at;
    formula.name = parser->token.name;
    pml_advance(parser);
  } else {
    snprintf(name, sizeof name, "ltl_%u", parser->unnamed++);
    formula.name = pml_insert(parser, name);
  }
  if (!pml_at(parser, '{'))
    return pml_misfit(parser, "'{'");
  if (map_insert(parser->m, &parser->formula_names, formula.name) <
      parser->s->formulas.count)
    return pml_wrong(parser, formula.at, "there is a formula '%s' already",
                     pml_name(parser, formula.name));
  vec_push(parser->m, &parser->s->formulas, formula);
  vec_push(parser->m, &parser->formula_tokens, source->next);
  do
    pml_advance(parser);
  while (!pml_at(parser, '}') && !pml_at(parser, PML_T_END));
  return pml_take(parser, '}', "'}'");
}

static void parse_formulas(pml_parser *parser) {
  parser->in_formula = true;
  for (size_t i = 0; i < parser->s->formulas.count; i++) {
    uint32_t root;
    vec_last(&parser->sources).next = parser->formula_tokens.at[i];
    parser->parentheses = 0;
    pml_advance(parser);
    if (!pml_parse_expression(parser, PML_PLAIN, &root, NULL))
      continue;
    parser->s->formulas.at[i].root = root;
    pml_skip_separators(parser);
    if (!pml_at(parser, '}'))
      pml_misfit(parser, "an operator or '}'");
  }
  parser->in_formula = false;
}

static bool parse_unit(pml_parser *parser) {
  uint32_t first;
  switch (pml_word_of(parser, &parser->token)) {
  case PML_W_ACTIVE:
  case PML_W_PROCTYPE:
  case PML_W_D_PROCTYPE:
    return parse_proctype(parser);
  case PML_W_INIT:
    return parse_init(parser);
  case PML_W_NEVER:
    return parse_claim(parser, PML_NEVER);
  case PML_W_TRACE:
    return parse_claim(parser, PML_TRACE);
  case PML_W_NOTRACE:
    return parse_claim(parser, PML_NOTRACE);
  case PML_W_LTL:
    return note_formula(parser);
  case PML_W_INLINE:
    return pml_parse_inline(parser);
  case PML_W_TYPEDEF:
    return pml_parse_typedef(parser);
  case PML_W_C_CODE:
  case PML_W_C_DECL:
  case PML_W_C_STATE:
  case PML_W_C_TRACK:
    return pml_parse_c_unit(parser);
  default:
    if (pml_at_declaration(parser))
      return pml_parse_declaration(parser, PML_NONE, &first);
    return pml_misfit(parser, "a declaration, a proctype or 'init'");
  }
}

/* To where something global begins; what is open is given up. */
static void recover(pml_parser *parser, size_t began) {
  while (parser->sources.count > 1) {
    pml_source done = vec_pop(&parser->sources);
    parser->inlines.at[done.inline_number].is_open = false;
    mem_free(parser->m, done.own);
  }
  if (vec_last(&parser->sources).next == began) /* else it would fail again */
    pml_advance(parser);
  parser->opens.count = parser->options.count = 0;
  parser->in_sequence = parser->parentheses = 0;
  parser->takes_array = false;
  for (; !pml_at(parser, PML_T_END); pml_advance(parser)) {
    switch (pml_word_of(parser, &parser->token)) {
    case PML_W_ACTIVE:
    case PML_W_PROCTYPE:
    case PML_W_D_PROCTYPE:
    case PML_W_INIT:
    case PML_W_NEVER:
    case PML_W_TRACE:
    case PML_W_NOTRACE:
    case PML_W_LTL:
    case PML_W_INLINE:
    case PML_W_TYPEDEF:
    case PML_W_C_DECL:
    case PML_W_C_STATE:
    case PML_W_C_TRACK:
      return;
    default:
      break;
    }
  }
}

static void open_parser(pml_parser *parser, const pml_token *tokens,
                        size_t count) {
  pml_source source = {tokens, 0, count, NULL, PML_NONE};
  parser->process = PML_NONE;
  pml_open_words(parser);
  vec_resize(parser->m, &parser->symbols,
             names_count(&parser->s->tokens.names));
  vec_push(parser->m, &parser->sources, source);
  pml_advance(parser);
}

static void close_parser(pml_parser *parser) {
  while (parser->sources.count)
    mem_free(parser->m, vec_pop(&parser->sources).own);
  vec_free(parser->m, &parser->words);
  vec_free(parser->m, &parser->sources);
  vec_free(parser->m, &parser->symbols);
  vec_free(parser->m, &parser->scope);
  map_free(parser->m, &parser->fields);
  vec_free(parser->m, &parser->field_vars);
  map_free(parser->m, &parser->locals);
  vec_free(parser->m, &parser->local_vars);
  vec_free(parser->m, &parser->inlines);
  vec_free(parser->m, &parser->formals);
  map_free(parser->m, &parser->mtype_sets);
  vec_free(parser->m, &parser->mtype_counts);
  vec_free(parser->m, &parser->pending);
  vec_free(parser->m, &parser->operands);
  vec_free(parser->m, &parser->arguments);
  vec_free(parser->m, &parser->facts);
  vec_free(parser->m, &parser->depths);
  vec_free(parser->m, &parser->opens);
  vec_free(parser->m, &parser->options);
  vec_free(parser->m, &parser->inside);
  vec_free(parser->m, &parser->label_of);
  map_free(parser->m, &parser->labels);
  vec_free(parser->m, &parser->label_numbers);
  vec_free(parser->m, &parser->jumps);
  vec_free(parser->m, &parser->remotes);
  vec_free(parser->m, &parser->runs);
  vec_free(parser->m, &parser->formula_tokens);
  map_free(parser->m, &parser->formula_names);
}

bool pml_parse(mem *m, pml_syntax *out, const char *file, report *r,
               progress *clock) {
  pml_parser parser = {.m = m, .s = out, .file = file, .r = r, .clock = clock};
  bool is_whole = true; /* no text was left out */
  open_parser(&parser, out->tokens.list.at, out->tokens.list.count);
  for (;;) {
    pml_skip_separators(&parser);
    if (pml_at(&parser, PML_T_END))
      break;
    size_t began = parser.sources.at[0].next;
    if (!parse_unit(&parser)) {
      is_whole = false;
      parser.failed = true;
      recover(&parser, began);
      parser.process = PML_NONE;
      pml_scope_end(&parser, 0);
    }
  }
  if (is_whole) {
    parse_formulas(&parser);
    pml_resolve_runs(&parser);
    pml_resolve_remotes(&parser);
    pml_resolve_c(&parser);
    pml_check_model(&parser);
    if (!parser.failed) {
      pml_add_skips(&parser);
      pml_check_cycles(&parser);
    }
  }
  bool good = !parser.failed;
  close_parser(&parser);
  return good;
}

/* The names that a formula can mention, as the tree tells them. */
static void restore_names(pml_parser *parser) {
  pml_syntax *syntax = parser->s;
  vec_resize(parser->m, &parser->facts, syntax->exprs.count);
  vec_resize(parser->m, &parser->depths, syntax->exprs.count);
  for (uint32_t i = 0; i < syntax->vars.count; i++) {
    const pml_var *var = &syntax->vars.at[i];
    if (var->record != PML_NONE) {
      map_insert(parser->m, &parser->fields, map_pair(var->record, var->name));
      vec_push(parser->m, &parser->field_vars, i);
    } else if (var->process == PML_NONE) {
      parser->symbols.at[var->name] = (pml_symbol){PML_IS_VAR, i};
    } else if (map_insert(parser->m, &parser->locals,
                          map_pair(var->process, var->name)) ==
               parser->local_vars.count) {
      vec_push(parser->m, &parser->local_vars, i);
    }
  }
  for (uint32_t i = 0; i < syntax->mtypes.count; i++)
    parser->symbols.at[syntax->mtypes.at[i]] = (pml_symbol){PML_IS_CONSTANT, i};
  for (uint32_t i = 0; i < syntax->processes.count; i++)
    if (syntax->processes.at[i].kind == PML_PROCTYPE)
      parser->symbols.at[syntax->processes.at[i].name] =
          (pml_symbol){PML_IS_PROCESS, i};
  for (uint32_t i = 0; i < syntax->records.count; i++)
    parser->symbols.at[syntax->records.at[i].name] =
        (pml_symbol){PML_IS_RECORD, i};
  for (uint32_t i = 0; i < syntax->labels.count; i++) {
    const pml_label *label = &syntax->labels.at[i];
    if (map_insert(parser->m, &parser->labels,
                   map_pair(label->process, label->name)) ==
        parser->label_numbers.count)
      vec_push(parser->m, &parser->label_numbers, i);
  }
}

bool pml_parse_formula(mem *m, pml_syntax *syntax, const pml_token_list *tokens,
                       const char *file, report *r, uint32_t *root) {
  pml_parser parser = {.m = m, .s = syntax, .file = file, .r = r};
  parser.in_formula = parser.is_outside = true;
  open_parser(&parser, tokens->at, tokens->count);
  restore_names(&parser);
  bool good = pml_parse_expression(&parser, PML_PLAIN, root, NULL);
  if (good) {
    pml_skip_separators(&parser);
    if (!pml_at(&parser, PML_T_END))
      pml_misfit(&parser, "an operator or the end of the formula");
    pml_resolve_remotes(&parser);
  }
  good = good && !parser.failed;
  close_parser(&parser);
  return good;
}
