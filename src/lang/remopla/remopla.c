#include "lang/remopla/remopla.h"

#include "lang/remopla/lower.h"

#include <assert.h>
#include <string.h>

const char *rem_word(const rem_lowering *l, uint32_t name) {
  return name == REM_NONE ? "" : names_text(&l->syntax->words, name);
}

bool rem_undeclared(rem_lowering *l, uint32_t name, const rem_spot *s) {
  const char *word = rem_word(l, name);
  const names *known = &l->table->declared;
  uint32_t near = names_nearest(known, word, strlen(word));
  if (near == NAMES_NONE)
    return rem_wrong_at(l->parser, s, "'%s' is not declared", word);
  return rem_wrong_at(l->parser, s, "'%s' is not declared (did you mean '%s'?)",
                      word, names_text(known, near));
}

/* Is the first parenthesis closed by the last? */
static bool is_wrapped(const char *text, size_t length) {
  size_t depth = 0;
  if (length < 2 || text[0] != '(' || text[length - 1] != ')')
    return false;
  for (size_t i = 0; i + 1 < length; i++) {
    depth += text[i] == '(';
    depth -= text[i] == ')';
    if (depth == 0)
      return false;
  }
  return true;
}

/* Blanks, line ends and comments become one blank. */
void rem_copy_text(const rem_lowering *l, const rem_spot *s, char *out,
                   size_t size) {
  const char *at = l->parser->in.start + s->begin,
             *end = l->parser->in.start + s->end;
  size_t count = 0;
  bool blank = false;
  if (is_wrapped(at, (size_t)(end - at))) {
    at++;
    end--;
  }
  while (at < end && count + 5 < size) {
    bool has_two = end - at > 1;
    if (*at == '#' || (*at == '/' && has_two && at[1] == '/')) {
      while (at < end && *at != '\n')
        at++;
      blank = true;
    } else if (*at == '/' && has_two && at[1] == '*') {
      at += 2;
      while (end - at > 1 && !(at[0] == '*' && at[1] == '/'))
        at++;
      at = end - at > 1 ? at + 2 : end;
      blank = true;
    } else if ((unsigned char)*at <= ' ') {
      at++;
      blank = true;
    } else {
      if (blank && count > 0)
        out[count++] = ' ';
      blank = false;
      out[count++] = *at++;
    }
  }
  if (at < end) {
    memcpy(out + count, "...", 3);
    count += 3;
  }
  out[count] = '\0';
}

uint32_t rem_text_of(rem_lowering *l, const rem_spot *s) {
  char text[256];
  rem_copy_text(l, s, text, sizeof text);
  return prog_name(l->m, l->out, text);
}

static prog_edge hidden_edge(rem_lowering *l, uint32_t from, uint32_t to,
                             const char *text) {
  return (prog_edge){.kind = PROG_STEP,
                     .from = from,
                     .to = to,
                     .entry = PROG_NONE,
                     .guard = PROG_NONE,
                     .where = PROG_NONE,
                     .text = prog_name(l->m, l->out, text),
                     .is_hidden = true};
}

/* Globals start with any value. */
static uint32_t start_globals(rem_lowering *l) {
  uint32_t behind = prog_add_location(l->m, l->out, 0, 0, 0);
  rem_begin_effects(l);
  for (uint32_t i = 0; i < l->table->symbols.count; i++) {
    rem_symbol s = l->table->symbols.at[i];
    if (s.kind == REM_S_VARIABLE && s.procedure == PROG_NONE)
      for (uint32_t j = 0; j < s.leaves; j++)
        rem_assign_any(l, s.first_leaf + j, PROG_NONE, PROG_TOP);
  }
  if (l->state != PROG_NONE)
    rem_push_effect(l, PROG_TOP, l->state, PROG_NONE,
                    prog_constant(l->m, l->out,
                                  l->out->variables.at[l->state].width,
                                  l->first_state));
  rem_emit(l, hidden_edge(l, l->out->start, behind, "globals"));
  return behind;
}

/* Calls a module, with any arguments, or a symbol of the rules. */
static void start_call(rem_lowering *l, uint32_t name, const rem_spot *s,
                       uint32_t at, uint32_t to) {
  bool at_start = l->procedure == 0;
  uint32_t symbol = rem_find_symbol(l, name);
  prog_edge e = hidden_edge(l, at, to, rem_word(l, name));
  e.is_hidden = false;
  e.kind = PROG_CALL;
  e.line = s->line;
  e.column = s->column;
  rem_begin_effects(l);
  e.entry = rem_rule_location(l, name);
  uint32_t procedure = PROG_NONE;
  if (e.entry != PROG_NONE) {
    procedure = l->out->locations.at[e.entry].procedure;
  } else if (symbol == REM_NONE) {
    rem_undeclared(l, name, s);
    return;
  } else if (l->table->symbols.at[symbol].kind != REM_S_MODULE) {
    rem_wrong_at(l->parser, s, "'%s' is no module", rem_word(l, name));
    return;
  } else {
    const rem_module k =
        l->table->modules.at[l->table->symbols.at[symbol].value];
    procedure = k.procedure;
    e.entry = l->out->procedures.at[procedure].entry;
    for (uint32_t i = 0; i < k.parameters; i++) {
      rem_symbol p = l->table->symbols.at[k.first_symbol + i];
      for (uint32_t j = 0; j < p.leaves; j++)
        rem_assign_any(l, p.first_leaf + j, PROG_NONE, PROG_TOP);
    }
  }
  if (at_start) {
    l->out->main = procedure;
    l->out->procedures.at[procedure].entry = e.entry;
  }
  rem_emit(l, e);
}

/* "init a b": a runs, then what it returns to, b. Several make a procedure of
 * their own. */
static void start_several(rem_lowering *l, const rem_item *x, uint32_t at) {
  uint32_t procedure =
      prog_add_procedure(l->m, l->out, prog_name(l->m, l->out, "(init)"),
                         x->spot.line, x->spot.column);
  uint32_t here =
      prog_add_location(l->m, l->out, procedure, x->spot.line, x->spot.column);
  prog_edge e = hidden_edge(l, at, l->out->end, "init");
  e.kind = PROG_CALL;
  assert(procedure < l->out->procedures.count);
  e.entry = l->out->procedures.at[procedure].entry = here;
  rem_begin_effects(l);
  rem_emit(l, e);
  l->out->main = l->procedure = procedure;
  for (uint32_t i = 0; i < x->count; i++) {
    rem_spot s = l->syntax->list_spots.at[x->value + i];
    uint32_t to = prog_add_location(l->m, l->out, procedure, s.line, s.column);
    start_call(l, l->syntax->lists.at[x->first + i], &s, here, to);
    here = to;
  }
  e = hidden_edge(l, here, PROG_NONE, "init");
  e.kind = PROG_RETURN;
  rem_begin_effects(l);
  rem_emit(l, e);
}

static void start_program(rem_lowering *l) {
  const rem_item *init = NULL;
  rem_spot s = {.line = 1, .column = 1};
  l->procedure = 0;
  uint32_t at = start_globals(l);
  vec_each (const rem_item, x, &l->syntax->items)
    if (x->kind == REM_I_INIT) {
      if (init)
        rem_wrong_at(l->parser, &x->spot, "a second 'init'");
      init = x;
    }
  uint32_t name = names_find(&l->syntax->words, "main", 4);
  if (init && init->count > 1) {
    rem_item x = *init;
    start_several(l, &x, at);
    return;
  }
  if (init) {
    name = l->syntax->lists.at[init->first];
    s = l->syntax->list_spots.at[init->value];
  } else if (name == NAMES_NONE || rem_find_symbol(l, name) == REM_NONE) {
    rem_wrong_at(l->parser, &s,
                 "where does it start? There is no 'init', nor a module "
                 "'main'");
    return;
  }
  start_call(l, name, &s, at, l->out->end);
}

static void lower_modules(rem_lowering *l) {
  rem_table *t = l->table;
  for (uint32_t i = 0; i < t->modules.count; i++) {
    rem_declare_locals(l, i);
    const rem_item *x = &l->syntax->items.at[t->modules.at[i].item];
    rem_spot s = x->spot;
    if (x->body != REM_NONE && x->has_body && x->locals == 0)
      s = l->syntax->statements.at[x->body].spot;
    uint32_t procedure = t->modules.at[i].procedure;
    uint32_t entry =
        prog_add_location(l->m, l->out, procedure, s.line, s.column);
    l->out->procedures.at[procedure].entry = entry;
    if (!x->has_body)
      rem_wrong_at(l->parser, &x->spot, "module '%s' has no body",
                   rem_word(l, x->name));
  }
  for (uint32_t i = 0; i < t->modules.count; i++)
    rem_lower_module(l, i);
}

static void check_defines(rem_lowering *l) {
  for (size_t i = 0; i < l->define_count; i++) {
    const char *name = l->defines[i].name;
    bool is_known = false;
    vec_each (const rem_item, x, &l->syntax->items)
      is_known |=
          x->kind == REM_I_DEFINE && strcmp(rem_word(l, x->name), name) == 0;
    rem_spot nowhere = {.line = 1, .column = 1};
    if (!is_known)
      rem_wrong_at(l->parser, &nowhere, "there is no 'define %s' to set", name);
  }
}

static bool read_condition(mem *m, prog *p, const char *text, size_t length,
                           const char *file, uint32_t line, uint32_t column,
                           report *r, uint32_t *condition, uint32_t *procedure);

static const prog_language language = {.name = "remopla",
                                       .read_condition = read_condition};

bool remopla_read(mem *m, prog *out, const char *file, const char *bytes,
                  size_t length, const define *defines, size_t count, report *r,
                  progress *clock) {
  rem_table *t = mem_alloc(m, sizeof *t);
  rem_syntax syntax = {0};
  rem_parser parser;
  rem_lowering l = {.m = m,
                    .out = out,
                    .parser = &parser,
                    .syntax = &syntax,
                    .table = t,
                    .clock = clock,
                    .defines = defines,
                    .define_count = count,
                    .module = REM_NONE,
                    .procedure = PROG_NONE,
                    .loop_end = PROG_NONE,
                    .where = PROG_NONE,
                    .path = PROG_NONE,
                    .local_procedure = PROG_NONE};
  rem_parser_init(&parser, m, &syntax, file, bytes, length, 1, 1, r);
  parser.in.clock = clock;
  rem_parse_program(&parser);
  out->language = &language;
  out->syntax = t;
  out->main = PROG_NONE;
  if (r->count > 0)
    return false;
  t->words = syntax.words;
  prog_add_procedure(m, out, prog_name(m, out, ""), 0, 0);
  out->start = out->procedures.at[0].entry = prog_add_location(m, out, 0, 0, 0);
  out->end = prog_add_location(m, out, 0, 0, 0);
  check_defines(&l);
  rem_declare_all(&l);
  rem_declare_results(&l);
  rem_declare_states(&l);
  lower_modules(&l);
  rem_lower_rules(&l);
  start_program(&l);
  prog_finish(m, out);
  t->words = syntax.words;
  rem_syntax_free(m, &syntax);
  return r->count == 0;
}

static bool read_condition(mem *m, prog *p, const char *text, size_t length,
                           const char *file, uint32_t line, uint32_t column,
                           report *r, uint32_t *condition,
                           uint32_t *procedure) {
  rem_table *t = p->syntax;
  size_t before = r->count;
  rem_syntax syntax = {.words = t->words};
  rem_parser parser;
  progress clock = {.budget = m->budget};
  rem_lowering l = {.m = m,
                    .out = p,
                    .parser = &parser,
                    .syntax = &syntax,
                    .table = t,
                    .clock = &clock,
                    .module = REM_NONE,
                    .procedure = PROG_NONE,
                    .where = PROG_NONE,
                    .path = PROG_NONE,
                    .is_formula = true,
                    .local_procedure = PROG_NONE};
  uint32_t e;
  rem_parser_init(&parser, m, &syntax, file, text, length, line, column, r);
  parser.single_equals = true;
  rem_next(&parser.in);
  bool is_good = rem_parse_expression(&parser, &e);
  if (is_good && parser.in.token.kind != REM_T_END)
    is_good = rem_misfit(&parser.in, "an operator or the end");
  t->words = syntax.words;
  if (is_good) {
    *condition = rem_condition(&l, e);
    if (*condition == PROG_NONE)
      *condition = prog_constant(m, p, 1, 1);
    *procedure = l.local_procedure;
  }
  rem_syntax_free(m, &syntax);
  vec_free(m, &parser.pending);
  vec_free(m, &l.scratch);
  vec_free(m, &l.bound);
  vec_free(m, &l.duties);
  return r->count == before;
}
