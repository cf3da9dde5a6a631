#include "lang/remopla/remopla.h"

#include "lang/remopla/lower.h"

#include <assert.h>
#include <string.h>

const char *rem_word(const rem_lowering *lowering, uint32_t name) {
  return name == REM_NONE ? "" : names_text(&lowering->syntax->words, name);
}

bool rem_undeclared(rem_lowering *lowering, uint32_t name,
                    const rem_spot *spot) {
  const char *word = rem_word(lowering, name);
  const names *known = &lowering->table->declared;
  uint32_t near = names_nearest(known, word, strlen(word));
  if (near == NAMES_NONE)
    return rem_wrong_at(lowering->parser, spot, "'%s' is not declared", word);
  return rem_wrong_at(lowering->parser, spot,
                      "'%s' is not declared (did you mean '%s'?)", word,
                      names_text(known, near));
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
void rem_copy_text(const rem_lowering *lowering, const rem_spot *spot,
                   char *out, size_t size) {
  const char *at = lowering->parser->in.start + spot->begin,
             *end = lowering->parser->in.start + spot->end;
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

uint32_t rem_text_of(rem_lowering *lowering, const rem_spot *spot) {
  char text[256];
  rem_copy_text(lowering, spot, text, sizeof text);
  return prog_name(lowering->m, lowering->out, text);
}

static prog_edge hidden_edge(rem_lowering *lowering, uint32_t from, uint32_t to,
                             const char *text) {
  return (prog_edge){.kind = PROG_STEP,
                     .from = from,
                     .to = to,
                     .entry = PROG_NONE,
                     .guard = PROG_NONE,
                     .where = PROG_NONE,
                     .text = prog_name(lowering->m, lowering->out, text),
                     .is_hidden = true};
}

/* Globals start with any value. */
static uint32_t start_globals(rem_lowering *lowering) {
  uint32_t behind = prog_add_location(lowering->m, lowering->out, 0, 0, 0);
  rem_begin_effects(lowering);
  for (uint32_t i = 0; i < lowering->table->symbols.count; i++) {
    rem_symbol symbol = lowering->table->symbols.at[i];
    if (symbol.kind == REM_S_VARIABLE && symbol.procedure == PROG_NONE)
      for (uint32_t j = 0; j < symbol.leaves; j++)
        rem_assign_any(lowering, symbol.first_leaf + j, PROG_NONE, PROG_TOP);
  }
  if (lowering->state != PROG_NONE)
    rem_push_effect(
        lowering, PROG_TOP, lowering->state, PROG_NONE,
        prog_constant(lowering->m, lowering->out,
                      lowering->out->variables.at[lowering->state].width,
                      lowering->first_state));
  rem_emit(lowering,
           hidden_edge(lowering, lowering->out->start, behind, "globals"));
  return behind;
}

/* Calls a module, with any arguments, or a symbol of the rules. */
static void start_call(rem_lowering *lowering, uint32_t name,
                       const rem_spot *spot, uint32_t at, uint32_t to) {
  bool at_start = lowering->procedure == 0;
  uint32_t symbol = rem_find_symbol(lowering, name);
  prog_edge edge = hidden_edge(lowering, at, to, rem_word(lowering, name));
  edge.is_hidden = false;
  edge.kind = PROG_CALL;
  edge.line = spot->line;
  edge.column = spot->column;
  rem_begin_effects(lowering);
  edge.entry = rem_rule_location(lowering, name);
  uint32_t procedure = PROG_NONE;
  if (edge.entry != PROG_NONE) {
    procedure = lowering->out->locations.at[edge.entry].procedure;
  } else if (symbol == REM_NONE) {
    rem_undeclared(lowering, name, spot);
    return;
  } else if (lowering->table->symbols.at[symbol].kind != REM_S_MODULE) {
    rem_wrong_at(lowering->parser, spot, "'%s' is no module",
                 rem_word(lowering, name));
    return;
  } else {
    const rem_module module =
        lowering->table->modules.at[lowering->table->symbols.at[symbol].value];
    procedure = module.procedure;
    edge.entry = lowering->out->procedures.at[procedure].entry;
    for (uint32_t i = 0; i < module.parameters; i++) {
      rem_symbol p = lowering->table->symbols.at[module.first_symbol + i];
      for (uint32_t j = 0; j < p.leaves; j++)
        rem_assign_any(lowering, p.first_leaf + j, PROG_NONE, PROG_TOP);
    }
  }
  if (at_start) {
    lowering->out->main = procedure;
    lowering->out->procedures.at[procedure].entry = edge.entry;
  }
  rem_emit(lowering, edge);
}

/* "init a b": a runs, then what it returns to, b. Several make a procedure of
 * their own. */
static void start_several(rem_lowering *lowering, const rem_item *item,
                          uint32_t at) {
  uint32_t procedure =
      prog_add_procedure(lowering->m, lowering->out,
                         prog_name(lowering->m, lowering->out, "(init)"),
                         item->spot.line, item->spot.column);
  uint32_t here = prog_add_location(lowering->m, lowering->out, procedure,
                                    item->spot.line, item->spot.column);
  prog_edge edge = hidden_edge(lowering, at, lowering->out->end, "init");
  edge.kind = PROG_CALL;
  assert(procedure < lowering->out->procedures.count);
  edge.entry = lowering->out->procedures.at[procedure].entry = here;
  rem_begin_effects(lowering);
  rem_emit(lowering, edge);
  lowering->out->main = lowering->procedure = procedure;
  for (uint32_t i = 0; i < item->count; i++) {
    rem_spot spot = lowering->syntax->list_spots.at[item->value + i];
    uint32_t to = prog_add_location(lowering->m, lowering->out, procedure,
                                    spot.line, spot.column);
    start_call(lowering, lowering->syntax->lists.at[item->first + i], &spot,
               here, to);
    here = to;
  }
  edge = hidden_edge(lowering, here, PROG_NONE, "init");
  edge.kind = PROG_RETURN;
  rem_begin_effects(lowering);
  rem_emit(lowering, edge);
}

static void start_program(rem_lowering *lowering) {
  const rem_item *init = NULL;
  rem_spot spot = {.line = 1, .column = 1};
  lowering->procedure = 0;
  uint32_t at = start_globals(lowering);
  vec_each (const rem_item, item, &lowering->syntax->items)
    if (item->kind == REM_I_INIT) {
      if (init)
        rem_wrong_at(lowering->parser, &item->spot, "a second 'init'");
      init = item;
    }
  uint32_t name = names_find(&lowering->syntax->words, "main", 4);
  if (init && init->count > 1) {
    rem_item item = *init;
    start_several(lowering, &item, at);
    return;
  }
  if (init) {
    name = lowering->syntax->lists.at[init->first];
    spot = lowering->syntax->list_spots.at[init->value];
  } else if (name == NAMES_NONE ||
             rem_find_symbol(lowering, name) == REM_NONE) {
    rem_wrong_at(lowering->parser, &spot,
                 "where does it start? There is no 'init', nor a module "
                 "'main'");
    return;
  }
  start_call(lowering, name, &spot, at, lowering->out->end);
}

static void lower_modules(rem_lowering *lowering) {
  rem_table *table = lowering->table;
  for (uint32_t i = 0; i < table->modules.count; i++) {
    rem_declare_locals(lowering, i);
    const rem_item *item =
        &lowering->syntax->items.at[table->modules.at[i].item];
    rem_spot spot = item->spot;
    if (item->body != REM_NONE && item->has_body && item->locals == 0)
      spot = lowering->syntax->statements.at[item->body].spot;
    uint32_t procedure = table->modules.at[i].procedure;
    uint32_t entry = prog_add_location(lowering->m, lowering->out, procedure,
                                       spot.line, spot.column);
    lowering->out->procedures.at[procedure].entry = entry;
    if (!item->has_body)
      rem_wrong_at(lowering->parser, &item->spot, "module '%s' has no body",
                   rem_word(lowering, item->name));
  }
  for (uint32_t i = 0; i < table->modules.count; i++)
    rem_lower_module(lowering, i);
}

static void check_defines(rem_lowering *lowering) {
  for (size_t i = 0; i < lowering->define_count; i++) {
    const char *name = lowering->defines[i].name;
    bool is_known = false;
    vec_each (const rem_item, item, &lowering->syntax->items)
      is_known |= item->kind == REM_I_DEFINE &&
                  strcmp(rem_word(lowering, item->name), name) == 0;
    rem_spot nowhere = {.line = 1, .column = 1};
    if (!is_known)
      rem_wrong_at(lowering->parser, &nowhere, "there is no 'define %s' to set",
                   name);
  }
}

static bool read_condition(mem *m, prog *program, const char *text,
                           size_t length, const char *file, uint32_t line,
                           uint32_t column, report *r, uint32_t *condition,
                           uint32_t *procedure);

static const prog_language language = {.name = "remopla",
                                       .read_condition = read_condition};

bool remopla_read(mem *m, prog *out, const char *file, const char *bytes,
                  size_t length, const define *defines, size_t count, report *r,
                  progress *clock) {
  rem_table *table = mem_alloc(m, sizeof *table);
  rem_syntax syntax = {0};
  rem_parser parser;
  rem_lowering lowering = {.m = m,
                           .out = out,
                           .parser = &parser,
                           .syntax = &syntax,
                           .table = table,
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
  out->syntax = table;
  out->main = PROG_NONE;
  if (r->count > 0)
    return false;
  table->words = syntax.words;
  prog_add_procedure(m, out, prog_name(m, out, ""), 0, 0);
  out->start = out->procedures.at[0].entry = prog_add_location(m, out, 0, 0, 0);
  out->end = prog_add_location(m, out, 0, 0, 0);
  check_defines(&lowering);
  rem_declare_all(&lowering);
  rem_declare_results(&lowering);
  rem_declare_states(&lowering);
  lower_modules(&lowering);
  rem_lower_rules(&lowering);
  start_program(&lowering);
  prog_finish(m, out);
  table->words = syntax.words;
  rem_syntax_free(m, &syntax);
  return r->count == 0;
}

static bool read_condition(mem *m, prog *program, const char *text,
                           size_t length, const char *file, uint32_t line,
                           uint32_t column, report *r, uint32_t *condition,
                           uint32_t *procedure) {
  rem_table *table = program->syntax;
  size_t before = r->count;
  rem_syntax syntax = {.words = table->words};
  rem_parser parser;
  progress clock = {.budget = m->budget};
  rem_lowering lowering = {.m = m,
                           .out = program,
                           .parser = &parser,
                           .syntax = &syntax,
                           .table = table,
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
  table->words = syntax.words;
  if (is_good) {
    *condition = rem_condition(&lowering, e);
    if (*condition == PROG_NONE)
      *condition = prog_constant(m, program, 1, 1);
    *procedure = lowering.local_procedure;
  }
  rem_syntax_free(m, &syntax);
  vec_free(m, &parser.pending);
  vec_free(m, &lowering.scratch);
  vec_free(m, &lowering.bound);
  vec_free(m, &lowering.duties);
  return r->count == before;
}
