#include "lang/promela/parse/parts.h"

#include <stdio.h>

/* A model is a list of declarations, processes, claims and formulas. */

static uint32_t add_process(pml_parser *p, pml_process_kind kind, uint32_t name,
                            pml_place at) {
  pml_process x = {.name = name,
                   .kind = kind,
                   .active = kind == PML_INIT,
                   .body = PML_NONE,
                   .provided = PML_NONE,
                   .first_parameter = (uint32_t)p->s->vars.count,
                   .at = at};
  vec_push(p->m, &p->s->processes, x);
  return (uint32_t)p->s->processes.count - 1;
}

/* [n] behind 'active' */
static bool parse_active(pml_parser *p, uint32_t *count) {
  int64_t n = 1;
  pml_advance(p);
  if (pml_at(p, '[')) {
    pml_place at = p->token.at;
    pml_advance(p);
    if (!pml_parse_constant(p, &n) || !pml_take(p, ']', "']'"))
      return false;
    if (n < 0 || n > PML_MOST_PROCESSES) {
      pml_wrong(p, at, "0 to %d processes can be active, not %lld",
                PML_MOST_PROCESSES, (long long)n);
      n = 1;
    }
  }
  *count = (uint32_t)n;
  return true;
}

static bool parse_priority(pml_parser *p, uint32_t process) {
  if (!pml_at_word(p, PML_W_PRIORITY))
    return true;
  p->s->uses_priority = true;
  pml_advance(p);
  if (!pml_at(p, PML_T_NUMBER))
    return pml_misfit(p, "a priority, 1 to 255,");
  if (p->token.value < 1 || p->token.value > 255)
    pml_wrong(p, p->token.at, "a priority is 1 to 255, not %lld",
              (long long)p->token.value);
  else
    p->s->processes.at[process].priority = (uint32_t)p->token.value;
  pml_advance(p);
  return true;
}

static bool parse_provided(pml_parser *p, uint32_t process) {
  uint32_t e;
  if (!pml_at_word(p, PML_W_PROVIDED))
    return true;
  pml_advance(p);
  if (!pml_at(p, '('))
    return pml_misfit(p, "'('");
  if (!pml_parse_expression(p, PML_PLAIN, &e, NULL))
    return false;
  p->s->processes.at[process].provided = e;
  return true;
}

static bool parse_proctype(pml_parser *p) {
  uint32_t active = 0, name, x;
  bool good, is_deterministic;
  if (pml_at_word(p, PML_W_ACTIVE) && !parse_active(p, &active))
    return false;
  is_deterministic = pml_at_word(p, PML_W_D_PROCTYPE);
  if (!is_deterministic && !pml_at_word(p, PML_W_PROCTYPE))
    return pml_misfit(p, "'proctype'");
  pml_advance(p);
  pml_place at = p->token.at;
  if (!pml_take_name(p, &name, "the name of the proctype"))
    return false;
  x = add_process(p, PML_PROCTYPE, name, at);
  p->s->processes.at[x].active = active;
  p->s->processes.at[x].is_deterministic = is_deterministic;
  pml_declare(p, name, PML_IS_PROCESS, x, at);
  p->process = x;
  good = pml_parse_parameters(p, x) && parse_priority(p, x) &&
         parse_provided(p, x) && pml_parse_body(p, x);
  pml_scope_end(p, 0);
  p->process = PML_NONE;
  return good;
}

static bool parse_init(pml_parser *p) {
  uint32_t x = add_process(p, PML_INIT, pml_insert(p, ":init:"), p->token.at);
  vec_each (const pml_process, y, &p->s->processes)
    if (y->kind == PML_INIT && y != &p->s->processes.at[x]) {
      pml_wrong(p, p->token.at, "there is an 'init' already, see line %u",
                y->at.line);
      break;
    }
  pml_advance(p);
  p->process = x;
  bool good = parse_priority(p, x) && pml_parse_body(p, x);
  pml_scope_end(p, 0);
  p->process = PML_NONE;
  return good;
}

/* never, trace, notrace */
static bool parse_claim(pml_parser *p, pml_process_kind kind) {
  char made[32];
  pml_place at = p->token.at;
  uint32_t name, count = p->claims[kind - PML_NEVER]++, x;
  pml_advance(p);
  snprintf(made, sizeof made, "%s_%u",
           kind == PML_NEVER   ? "never"
           : kind == PML_TRACE ? "trace"
                               : "notrace",
           count);
  name = pml_insert(p, made);
  if (pml_at(p, PML_T_NAME) && !pml_take_name(p, &name, "a name"))
    return false;
  x = add_process(p, kind, name, at);
  p->process = x;
  bool good = pml_parse_body(p, x);
  pml_scope_end(p, 0);
  p->process = PML_NONE;
  return good;
}

/* ltl name { ... } ; it is read when all names are known. */
static bool note_formula(pml_parser *p) {
  pml_source *source = &vec_last(&p->sources);
  pml_formula f = {.root = PML_NONE, .at = p->token.at};
  char name[32];
  pml_advance(p);
  if (pml_at(p, PML_T_NAME)) {
    f.at = p->token.at;
    f.name = p->token.name;
    pml_advance(p);
  } else {
    snprintf(name, sizeof name, "ltl_%u", p->unnamed++);
    f.name = pml_insert(p, name);
  }
  if (!pml_at(p, '{'))
    return pml_misfit(p, "'{'");
  if (map_insert(p->m, &p->formula_names, f.name) < p->s->formulas.count)
    return pml_wrong(p, f.at, "there is a formula '%s' already",
                     pml_name(p, f.name));
  vec_push(p->m, &p->s->formulas, f);
  vec_push(p->m, &p->formula_tokens, source->next);
  do
    pml_advance(p);
  while (!pml_at(p, '}') && !pml_at(p, PML_T_END));
  return pml_take(p, '}', "'}'");
}

static void parse_formulas(pml_parser *p) {
  p->in_formula = true;
  for (size_t i = 0; i < p->s->formulas.count; i++) {
    uint32_t root;
    vec_last(&p->sources).next = p->formula_tokens.at[i];
    p->parentheses = 0;
    pml_advance(p);
    if (!pml_parse_expression(p, PML_PLAIN, &root, NULL))
      continue;
    p->s->formulas.at[i].root = root;
    pml_skip_separators(p);
    if (!pml_at(p, '}'))
      pml_misfit(p, "an operator or '}'");
  }
  p->in_formula = false;
}

static bool parse_unit(pml_parser *p) {
  uint32_t first;
  switch (pml_word_of(p, &p->token)) {
  case PML_W_ACTIVE:
  case PML_W_PROCTYPE:
  case PML_W_D_PROCTYPE:
    return parse_proctype(p);
  case PML_W_INIT:
    return parse_init(p);
  case PML_W_NEVER:
    return parse_claim(p, PML_NEVER);
  case PML_W_TRACE:
    return parse_claim(p, PML_TRACE);
  case PML_W_NOTRACE:
    return parse_claim(p, PML_NOTRACE);
  case PML_W_LTL:
    return note_formula(p);
  case PML_W_INLINE:
    return pml_parse_inline(p);
  case PML_W_TYPEDEF:
    return pml_parse_typedef(p);
  case PML_W_C_CODE:
  case PML_W_C_DECL:
  case PML_W_C_STATE:
  case PML_W_C_TRACK:
    return pml_parse_c_unit(p);
  default:
    if (pml_at_declaration(p))
      return pml_parse_declaration(p, PML_NONE, &first);
    return pml_misfit(p, "a declaration, a proctype or 'init'");
  }
}

/* To where something global begins; what is open is given up. */
static void recover(pml_parser *p, size_t began) {
  while (p->sources.count > 1) {
    pml_source done = vec_pop(&p->sources);
    p->inlines.at[done.inline_number].is_open = false;
    mem_free(p->m, done.own);
  }
  if (vec_last(&p->sources).next == began) /* else it would fail again */
    pml_advance(p);
  p->opens.count = p->options.count = 0;
  p->in_sequence = p->parentheses = 0;
  p->takes_array = false;
  for (; !pml_at(p, PML_T_END); pml_advance(p)) {
    switch (pml_word_of(p, &p->token)) {
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

static void open_parser(pml_parser *p, const pml_token *tokens, size_t count) {
  pml_source source = {tokens, 0, count, NULL, PML_NONE};
  p->process = PML_NONE;
  pml_open_words(p);
  vec_resize(p->m, &p->symbols, names_count(&p->s->tokens.names));
  vec_push(p->m, &p->sources, source);
  pml_advance(p);
}

static void close_parser(pml_parser *p) {
  while (p->sources.count)
    mem_free(p->m, vec_pop(&p->sources).own);
  vec_free(p->m, &p->words);
  vec_free(p->m, &p->sources);
  vec_free(p->m, &p->symbols);
  vec_free(p->m, &p->scope);
  map_free(p->m, &p->fields);
  vec_free(p->m, &p->field_vars);
  map_free(p->m, &p->locals);
  vec_free(p->m, &p->local_vars);
  vec_free(p->m, &p->inlines);
  vec_free(p->m, &p->formals);
  map_free(p->m, &p->mtype_sets);
  vec_free(p->m, &p->mtype_counts);
  vec_free(p->m, &p->pending);
  vec_free(p->m, &p->operands);
  vec_free(p->m, &p->arguments);
  vec_free(p->m, &p->facts);
  vec_free(p->m, &p->depths);
  vec_free(p->m, &p->opens);
  vec_free(p->m, &p->options);
  vec_free(p->m, &p->inside);
  vec_free(p->m, &p->label_of);
  map_free(p->m, &p->labels);
  vec_free(p->m, &p->label_numbers);
  vec_free(p->m, &p->jumps);
  vec_free(p->m, &p->remotes);
  vec_free(p->m, &p->runs);
  vec_free(p->m, &p->formula_tokens);
  map_free(p->m, &p->formula_names);
}

bool pml_parse(mem *m, pml_syntax *out, const char *file, report *r,
               progress *clock) {
  pml_parser p = {.m = m, .s = out, .file = file, .r = r, .clock = clock};
  bool is_whole = true; /* no text was left out */
  open_parser(&p, out->tokens.list.at, out->tokens.list.count);
  for (;;) {
    pml_skip_separators(&p);
    if (pml_at(&p, PML_T_END))
      break;
    size_t began = p.sources.at[0].next;
    if (!parse_unit(&p)) {
      is_whole = false;
      p.failed = true;
      recover(&p, began);
      p.process = PML_NONE;
      pml_scope_end(&p, 0);
    }
  }
  if (is_whole) {
    parse_formulas(&p);
    pml_resolve_runs(&p);
    pml_resolve_remotes(&p);
    pml_resolve_c(&p);
    pml_check_model(&p);
    if (!p.failed) {
      pml_add_skips(&p);
      pml_check_cycles(&p);
    }
  }
  bool good = !p.failed;
  close_parser(&p);
  return good;
}

/* The names that a formula can mention, as the tree tells them. */
static void restore_names(pml_parser *p) {
  pml_syntax *s = p->s;
  vec_resize(p->m, &p->facts, s->exprs.count);
  vec_resize(p->m, &p->depths, s->exprs.count);
  for (uint32_t i = 0; i < s->vars.count; i++) {
    const pml_var *v = &s->vars.at[i];
    if (v->record != PML_NONE) {
      map_insert(p->m, &p->fields, map_pair(v->record, v->name));
      vec_push(p->m, &p->field_vars, i);
    } else if (v->process == PML_NONE) {
      p->symbols.at[v->name] = (pml_symbol){PML_IS_VAR, i};
    } else if (map_insert(p->m, &p->locals, map_pair(v->process, v->name)) ==
               p->local_vars.count) {
      vec_push(p->m, &p->local_vars, i);
    }
  }
  for (uint32_t i = 0; i < s->mtypes.count; i++)
    p->symbols.at[s->mtypes.at[i]] = (pml_symbol){PML_IS_CONSTANT, i};
  for (uint32_t i = 0; i < s->processes.count; i++)
    if (s->processes.at[i].kind == PML_PROCTYPE)
      p->symbols.at[s->processes.at[i].name] = (pml_symbol){PML_IS_PROCESS, i};
  for (uint32_t i = 0; i < s->records.count; i++)
    p->symbols.at[s->records.at[i].name] = (pml_symbol){PML_IS_RECORD, i};
  for (uint32_t i = 0; i < s->labels.count; i++) {
    const pml_label *l = &s->labels.at[i];
    if (map_insert(p->m, &p->labels, map_pair(l->process, l->name)) ==
        p->label_numbers.count)
      vec_push(p->m, &p->label_numbers, i);
  }
}

bool pml_parse_formula(mem *m, pml_syntax *s, const pml_token_list *tokens,
                       const char *file, report *r, uint32_t *root) {
  pml_parser p = {.m = m, .s = s, .file = file, .r = r};
  p.in_formula = p.is_outside = true;
  open_parser(&p, tokens->at, tokens->count);
  restore_names(&p);
  bool good = pml_parse_expression(&p, PML_PLAIN, root, NULL);
  if (good) {
    pml_skip_separators(&p);
    if (!pml_at(&p, PML_T_END))
      pml_misfit(&p, "an operator or the end of the formula");
    pml_resolve_remotes(&p);
  }
  good = good && !p.failed;
  close_parser(&p);
  return good;
}
