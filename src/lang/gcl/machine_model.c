#include "lang/gcl/machine_model.h"

#include <assert.h>
#include <string.h>

/* The caller's scratch: this state, the next, and the machine's stacks. */
typedef struct layout {
  size_t next, stack, calls, apart, size;
} layout;

static size_t round_up(size_t n) { return (n + 15) / 16 * 16; }

static layout layout_of(const gcl *g) {
  layout l;
  l.next = round_up((size_t)g->table.state_bytes + GCL_PADDING);
  l.stack = 2 * l.next;
  l.calls = l.stack + round_up(g->values * sizeof(int64_t));
  l.apart = l.calls + round_up(g->calls * sizeof(uint32_t));
  l.size = l.apart + GCL_MOST_PLACES * sizeof(uint32_t);
  return l;
}

static const gcl *gcl_of(const model *x) { return x->self; }

static gcl_machine machine_of(const gcl *g, void *scratch, const gcl_code *code,
                              const uint8_t *state, model_steps *out) {
  layout l = layout_of(g);
  uint8_t *base = scratch;
  memcpy(base, state, g->table.state_bytes);
  memset(base + g->table.state_bytes, 0, GCL_PADDING);
  return (gcl_machine){.table = &g->table,
                       .code = code,
                       .point_code = g->point_code.at,
                       .state = base,
                       .next = base + l.next,
                       .stack = (int64_t *)(void *)(base + l.stack),
                       .calls = (uint32_t *)(void *)(base + l.calls),
                       .apart = (uint32_t *)(void *)(base + l.apart),
                       .out = out};
}

/* Steps from number 'first' on are those of the faulty state. */
static void tell_fault(const gcl_machine *machine, size_t first, gcl_spot spot,
                       model_steps *out) {
  char message[256];
  model_fault fault = {.severity = MODEL_UNDEFINED,
                       .step = MODEL_NONE,
                       .line = spot.line,
                       .column = spot.column};
  gcl_fault_text(machine, message, sizeof message);
  model_steps_drop(out, first);
  model_steps_fault(out, &fault, "%s", message);
}

static void initial(const model *x, void *scratch, model_steps *out) {
  const gcl *g = gcl_of(x);
  (void)scratch;
  memcpy(model_steps_add(out, g->table.state_bytes), g->initial,
         g->table.state_bytes);
}

static void next(const model *x, void *scratch, const uint8_t *state,
                 uint32_t size, model_steps *out) {
  const gcl *g = gcl_of(x);
  const gcl_table *table = &g->table;
  size_t first = out->steps.count;
  (void)size;
  gcl_machine machine = machine_of(g, scratch, &g->code, state, out);
  uint64_t point = gcl_get(machine.state, table->point_position,
                           (UINT64_C(1) << table->point_width) - 1);
  memset(machine.next + table->state_bytes, 0, GCL_PADDING);
  assert(point < g->point_code.count);
  if (!gcl_run(&machine, g->point_code.at[point]))
    tell_fault(&machine, first, gcl_fault_spot(&machine), out);
}

/* As gcl_get and gcl_put for a state without padding. */
static uint64_t careful_get(const gcl_table *table, const uint8_t *state,
                            uint32_t position, uint64_t mask) {
  uint8_t window[GCL_PADDING] = {0};
  uint32_t at = position >> 3, rest = table->state_bytes - at;
  if (at >= table->state_bytes)
    return 0;
  memcpy(window, state + at, rest < GCL_PADDING ? rest : GCL_PADDING);
  return gcl_get(window, position & 7, mask);
}

static void careful_put(const gcl_table *table, uint8_t *state,
                        uint32_t position, uint64_t mask, uint64_t value) {
  uint8_t window[GCL_PADDING] = {0};
  uint32_t at = position >> 3, rest = table->state_bytes - at;
  if (at >= table->state_bytes)
    return;
  if (rest > GCL_PADDING)
    rest = GCL_PADDING;
  memcpy(window, state + at, rest);
  gcl_put(window, position & 7, mask, value);
  memcpy(state + at, window, rest);
}

static uint64_t point_mask(const gcl_table *table) {
  return (UINT64_C(1) << table->point_width) - 1;
}

static int64_t cell_value(const gcl_table *table, const gcl_var *var,
                          const uint8_t *state, uint32_t i) {
  uint64_t stored =
      careful_get(table, state, var->position + i * var->stride, var->mask);
  return (int64_t)(stored + (uint64_t)var->low);
}

static void numbers(const model *x, const uint8_t *state, uint32_t size,
                    int64_t *out) {
  const gcl *g = gcl_of(x);
  const gcl_table *table = &g->table;
  (void)size;
  *out++ = (int64_t)g->points.keys.at[careful_get(
      table, state, table->point_position, point_mask(table))];
  vec_each (const gcl_var, var, &table->vars)
    for (uint32_t i = 0; i < var->count; i++)
      *out++ = cell_value(table, var, state, i);
}

static bool from_numbers(const model *x, const int64_t *number, uint8_t *state,
                         uint32_t *size) {
  const gcl *g = gcl_of(x);
  const gcl_table *table = &g->table;
  uint32_t point = map_find(&g->points, (uint64_t)*number++);
  if (point == MAP_NONE)
    return false;
  *size = table->state_bytes;
  memset(state, 0, table->state_bytes);
  careful_put(table, state, table->point_position, point_mask(table), point);
  vec_each (const gcl_var, var, &table->vars)
    for (uint32_t i = 0; i < var->count; i++, number++) {
      if (*number < var->low || *number > var->high)
        return false;
      careful_put(table, state, var->position + i * var->stride, var->mask,
                  (uint64_t)*number - (uint64_t)var->low);
    }
  return true;
}

static void show_array(const gcl_table *table, const gcl_var *var,
                       const uint8_t *state, text *out) {
  enum { MOST_SHOWN = 64 };
  for (uint32_t i = 0; i < var->count && i < MOST_SHOWN; i++) {
    text_char(out, i ? ',' : '[');
    text_number(out, cell_value(table, var, state, i));
  }
  if (var->count > MOST_SHOWN)
    text_format(out, ",... %u cells", (unsigned)var->count);
  text_char(out, ']');
}

/* The values of the indices around a point, outermost first. */
static void show_env(const gcl *g, uint32_t env, text *out) {
  enum { MOST_SHOWN = 8 };
  uint32_t row[MOST_SHOWN], count = 0;
  for (; env != GCL_NONE && count < MOST_SHOWN; env = g->envs.at[env].parent)
    row[count++] = env;
  for (uint32_t i = count; i-- > 0;) {
    const gcl_env *e = &g->envs.at[row[i]];
    text_put(out, i + 1 == count ? " (" : " ");
    text_put(out, names_text(&g->index_names, e->name));
    text_char(out, '=');
    text_number(out, e->value);
  }
  if (count)
    text_char(out, ')');
}

static void show_point(const gcl *g, uint32_t point, text *out) {
  assert(point < g->places.count);
  const gcl_point *p = &g->places.at[point];
  text_put(out, "at ");
  if (p->line == 0) {
    text_put(out, "the end");
    return;
  }
  text_put(out, g->file);
  text_format(out, ":%u", (unsigned)p->line);
  if (!p->is_alone)
    text_format(out, ":%u", (unsigned)p->column);
  show_env(g, p->env, out);
}

static void show(const model *x, const uint8_t *state, uint32_t size,
                 text *out) {
  const gcl *g = gcl_of(x);
  const gcl_table *table = &g->table;
  (void)size;
  vec_each (const gcl_var, var, &table->vars) {
    if (var != table->vars.at)
      text_char(out, ' ');
    text_put(out, names_text(&table->names, var->name));
    text_char(out, '=');
    if (var->is_array)
      show_array(table, var, state, out);
    else
      text_number(out, cell_value(table, var, state, 0));
  }
  if (table->vars.count && g->places.count == 1)
    return;
  if (table->vars.count)
    text_char(out, ' ');
  show_point(g,
             (uint32_t)careful_get(table, state, table->point_position,
                                   point_mask(table)),
             out);
}

static bool letter(const model *x, const model_binding *binding, void *scratch,
                   const uint8_t *state, uint32_t size, uint64_t *out,
                   model_steps *steps) {
  (void)size;
  gcl_machine machine =
      machine_of(gcl_of(x), scratch, binding->self, state, steps);
  if (!gcl_run(&machine, 0)) {
    /* What was wrong is in a formula, whose place the caller knows. */
    tell_fault(&machine, steps->steps.count, (gcl_spot){0}, steps);
    return false;
  }
  *out = machine.letter;
  return true;
}

/* x[5] beyond the end can only be a mistake; in a larger expression it may be
 * behind a condition. */
static bool is_in_bounds(gcl_compiler *compiler, uint32_t e) {
  assert(e < compiler->syntax->exprs.count);
  const gcl_expr *expr = &compiler->syntax->exprs.at[e];
  int64_t index;
  if (expr->op != GCL_ELEMENT || compiler->syntax->exprs.at[expr->b].has_cell)
    return true;
  const gcl_var *var = &compiler->table->vars.at[expr->a];
  if (!gcl_must_evaluate(compiler, expr->b, &index))
    return false;
  return (index >= 0 && index < (int64_t)var->count) ||
         scan_wrong_at(&compiler->parser->in, 0, 0, "'%s' has %u cells, from 0",
                       names_text(&compiler->table->names, var->name),
                       (unsigned)var->count);
}

static bool bind_atom(gcl_compiler *compiler, uint32_t atom) {
  gcl_parser *parser = compiler->parser;
  size_t before = parser->in.report->count;
  uint32_t e;
  if (*parser->in.atom == '@')
    return scan_wrong_at(&parser->in, 0, 0,
                         "a program's steps have no actions");
  gcl_next(&parser->in);
  if (!gcl_parse_expression(parser, false, &e))
    return false;
  if (parser->in.token.kind != GCL_T_END)
    return scan_misfit(&parser->in, "an operator or the end");
  if (!gcl_must_be(parser, e, GCL_BOOLEAN, "an atom") ||
      parser->in.report->count != before || !is_in_bounds(compiler, e))
    return false;
  gcl_compile_atom(compiler, e, atom);
  return !compiler->is_broken;
}

static bool bind_one(const gcl *g, mem *m, const names *atoms, uint32_t atom,
                     const scan *where, gcl_code *code) {
  gcl_syntax syntax = {0};
  gcl_parser parser;
  gcl_compiler compiler;
  const char *name = names_text(atoms, atom);
  gcl_parser_init(&parser, m, &g->table, &syntax, where->file, name,
                  names_length(atoms, atom), where->report);
  parser.in.atom = name;
  parser.in.atom_line = where->atom_line;
  parser.in.atom_column = where->atom_column;
  gcl_compiler_init(&compiler, &parser, code);
  bool good = bind_atom(&compiler, atom);
  if (good && code->stack > g->values)
    good = scan_wrong_at(&parser.in, 0, 0, "it nests too deeply");
  gcl_compiler_clear(&compiler);
  gcl_parser_clear(&parser);
  gcl_syntax_free(m, &syntax);
  return good;
}

static bool bind(const model *x, mem *m, const names *atoms, const char *file,
                 uint32_t line, uint32_t column, report *r,
                 model_binding *out) {
  scan where = {
      .file = file, .report = r, .atom_line = line, .atom_column = column};
  gcl_code *code = mem_alloc(m, sizeof *code);
  bool good = true;
  *out = (model_binding){.self = code};
  if (names_count(atoms) > MODEL_MOST_ATOMS)
    return report_add(r, file, line, column,
                      "the formula has more than %d atoms", MODEL_MOST_ATOMS);
  out->label_letters = mem_array(m, 0, sizeof *out->label_letters);
  for (uint32_t i = 0; i < names_count(atoms); i++)
    good &= bind_one(gcl_of(x), m, atoms, i, &where, code);
  vec_push(m, &code->words, OP_RETURN);
  return good;
}

void gcl_make_model(mem *m, gcl *g, model *x) {
  static const model_ops ops = {.initial = initial,
                                .next = next,
                                .letter = letter,
                                .show = show,
                                .numbers = numbers,
                                .from_numbers = from_numbers,
                                .bind = bind};
  const gcl_table *table = &g->table;
  g->initial = mem_alloc(m, (size_t)table->state_bytes + GCL_PADDING);
  vec_each (const gcl_var, var, &table->vars)
    for (uint32_t i = 0; i < var->count; i++)
      gcl_put(g->initial, var->position + i * var->stride, var->mask,
              (uint64_t)var->initial - (uint64_t)var->low);
  x->ops = &ops;
  x->self = g;
  x->language = "gcl";
  x->most_bytes = table->state_bytes;
  x->scratch_bytes = (uint32_t)layout_of(g).size;
  x->number_count = (uint32_t)table->cells + 1;
  x->may_fault = g->code.spots.count > 0;
}
