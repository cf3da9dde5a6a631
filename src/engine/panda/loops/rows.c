/* Rows: concrete states at loop heads. */
#include "engine/panda/loops/loops.h"

#include <assert.h>

enum {
  MOST_VARIABLES = 20,
  MOST_ROWS = 320,
  MOST_PASSES = 20000, /* of loop heads, in a run by lot */
  ALL_PASSES = 12,     /* of a run give rows, then a few for each doubling */
  MOST_DEPTH = 24
};

static bool rows_is_among(const uint32_t *at, size_t count, uint32_t v) {
  for (size_t i = 0; i < count; i++)
    if (at[i] == v)
      return true;
  return false;
}

/* Division by 0 and the like end a run, or make an input. */
static bool is_total(const cfa *automaton, const cfa_expression *e) {
  const cfa_expression *b =
      e->b == CFA_NONE ? NULL : &automaton->expressions.at[e->b];
  if (e->op >= BITS_UDIV && e->op <= BITS_SREM)
    return b->kind == CFA_CONSTANT && b->value != 0 &&
           b->value != bits_mask(b->width);
  if (e->op >= BITS_SHL && e->op <= BITS_ASHR)
    return b->kind == CFA_CONSTANT && b->value < e->width;
  return true;
}

bool loops_scalars_of(const cfa *automaton, uint32_t condition,
                      uint32_t out[LOOPS_MOST_NODES], size_t *count) {
  uint32_t work[LOOPS_MOST_NODES];
  size_t n = 0, nodes = 0;
  work[n++] = condition;
  *count = 0;
  while (n) {
    const cfa_expression *expression = &automaton->expressions.at[work[--n]];
    uint32_t operands[3];
    if (++nodes > LOOPS_MOST_NODES || expression->is_pointer)
      return false;
    if (expression->kind == CFA_VARIABLE &&
        !rows_is_among(out, *count, expression->a))
      out[(*count)++] = expression->a;
    if (expression->kind == CFA_VARIABLE || expression->kind == CFA_CONSTANT)
      continue;
    if (expression->kind != CFA_APPLY || !is_total(automaton, expression))
      return false;
    size_t k = cfa_operands(expression, operands);
    for (size_t i = 0; i < k; i++) {
      if (n == LOOPS_MOST_NODES)
        return false;
      work[n++] = operands[i];
    }
  }
  return true;
}

bool loops_is_visible(const cfa *automaton, const loop *l, uint32_t variable) {
  assert(variable < automaton->variables.count);
  assert(l->location < automaton->locations.count);
  const cfa_variable *v = &automaton->variables.at[variable];
  const cfa_location *head = &automaton->locations.at[l->location];
  return v->function == CFA_NONE || v->place.file == CFA_NONE ||
         v->place.file != head->place.file || v->place.line <= head->place.line;
}

static void add_variable(loops *x, loop *l, uint32_t v) {
  assert(v < x->p->variables.count);
  const cfa_variable *variable = &x->p->variables.at[v];
  if (!loops_is_visible(x->p, l, v))
    return;
  loop_rows *rows = &l->rows;
  if (variable->is_scalar && !variable->is_pointer &&
      variable->kind != CFA_TEMPORARY && variable->width >= 8 &&
      rows->variables.count < MOST_VARIABLES &&
      !rows_is_among(rows->variables.at, rows->variables.count, v))
    vec_push(x->m, &rows->variables, v);
}

static void add_from(loops *x, loop *l, uint32_t expression, bool that_change) {
  uint32_t found[LOOPS_MOST_NODES];
  size_t count;
  if (expression == CFA_NONE ||
      !loops_scalars_of(x->p, expression, found, &count))
    return;
  for (size_t n = 0; n < count; n++)
    if (rows_is_among(l->scalars.at, l->scalars.count, found[n]) == that_change)
      add_variable(x, l, found[n]);
}

/* Those that conditions and calls mention come first. */
static void add_mentioned(loops *x, loop *l, cfa_edge_kind kind,
                          bool that_change) {
  assert(l->location < x->p->locations.count);
  uint32_t function = x->p->locations.at[l->location].function;
  for (size_t i = 0; i < x->p->edges.count; i++) {
    const cfa_edge *edge = &x->p->edges.at[i];
    if (x->p->locations.at[edge->from].function != function ||
        edge->kind != kind)
      continue;
    if (kind != CFA_CALL)
      add_from(x, l, edge->a, that_change);
    for (uint32_t n = 0; kind == CFA_CALL && n < edge->arguments; n++)
      add_from(x, l, x->p->arguments.at[edge->first_argument + n], that_change);
  }
}

void loops_choose_variables(loops *x, loop *l) {
  add_mentioned(x, l, CFA_ASSUME, true);
  vec_each (const uint32_t, v, &l->scalars)
    add_variable(x, l, *v);
  l->rows.changing = (uint32_t)l->rows.variables.count;
  add_mentioned(x, l, CFA_ASSUME, false);
  add_mentioned(x, l, CFA_CALL, false);
  add_mentioned(x, l, CFA_ASSIGN, false);
}

void loops_new_run(loops *x, size_t rows) {
  x->passes = 0;
  for (uint32_t i = 0; i < x->count; i++) {
    loop_rows *r = &x->all[i].rows;
    r->passes = 0;
    r->most = r->known.count + rows;
    if (r->most > MOST_ROWS)
      r->most = MOST_ROWS;
  }
}

/* All of the first, then eight for each doubling. */
static bool is_due(uint32_t pass) {
  if (pass < ALL_PASSES)
    return true;
  uint32_t step = 1;
  while (pass >> 4 >= step)
    step *= 2;
  return pass % step == 0;
}

static bool value_now(concolic *engine, uint32_t v, uint64_t *out) {
  value y = *concolic_register(engine, concolic_scalar(engine, v));
  if (y.object)
    return false;
  *out = concolic_bits(engine, y);
  return true;
}

bool loops_note_row(loops *x, loop *l, concolic *engine) {
  loop_rows *rows = &l->rows;
  uint64_t row[MOST_VARIABLES] = {0}, known = 0;
  unsigned scale = engine->sampler ? engine->sampler->scale : 0;
  if (engine->sampler && ++x->passes > MOST_PASSES) {
    engine->was_cut = true;
    return concolic_end(engine, RUN_CUT);
  }
  if (!is_due(rows->passes++) || rows->known.count >= rows->most)
    return true;
  uint64_t hash = scale;
  for (size_t i = 0; i < rows->variables.count; i++) {
    if (value_now(engine, rows->variables.at[i], &row[i]))
      known |= UINT64_C(1) << i;
    hash = (hash ^ row[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
  }
  hash ^= known;
  size_t before = rows->known.count;
  if (map_insert(x->m, &rows->seen, hash) != before)
    return true;
  for (size_t i = 0; i < rows->variables.count; i++)
    vec_push(x->m, &rows->values, row[i]);
  vec_push(x->m, &rows->known, known);
  vec_push(x->m, &rows->scales, (uint8_t)scale);
  return true;
}

typedef struct reader {
  const loops *x;
  const loop_rows *rows;
  size_t row;
  bool is_unknown; /* it mentions something that the row does not have */
} reader;

static uint64_t read_variable(reader *r, uint32_t v) {
  for (size_t i = 0; i < r->rows->variables.count; i++)
    if (r->rows->variables.at[i] == v) {
      if (!(r->rows->known.at[r->row] >> i & 1))
        r->is_unknown = true;
      return r->rows->values.at[r->row * r->rows->variables.count + i];
    }
  r->is_unknown = true;
  return 0;
}

static uint64_t rows_evaluate(reader *r, uint32_t x, int depth) {
  assert(x < r->x->p->expressions.count);
  const cfa_expression *expression = &r->x->p->expressions.at[x];
  uint32_t operands[3];
  uint64_t v[3] = {0};
  if (expression->kind == CFA_CONSTANT)
    return bits_cut(sampler_scaled(&r->x->sampler, r->rows->scales.at[r->row],
                                   expression->value),
                    expression->width);
  if (expression->kind == CFA_VARIABLE)
    return read_variable(r, expression->a);
  if (depth > MOST_DEPTH || expression->kind != CFA_APPLY) {
    r->is_unknown = true;
    return 0;
  }
  size_t n = cfa_operands(expression, operands);
  for (size_t i = 0; i < n; i++)
    v[i] = rows_evaluate(r, operands[i], depth + 1);
  unsigned from = r->x->p->expressions.at[expression->a].width;
  if (expression->op == BITS_CONCAT)
    from = r->x->p->expressions.at[expression->b].width;
  return bits_apply(expression->op, expression->width, from, v[0], v[1], v[2]);
}

bool loops_hold(const loops *x, const loop *l, uint32_t condition,
                uint64_t *bits) {
  bool all = true;
  memset(bits, 0, loops_words(l) * sizeof *bits);
  for (size_t i = 0; i < l->rows.known.count; i++) {
    reader r = {.x = x, .rows = &l->rows, .row = i};
    bool is_true = rows_evaluate(&r, condition, 0) != 0;
    if (r.is_unknown || is_true)
      bits[i / 64] |= UINT64_C(1) << i % 64;
    else
      all = false;
  }
  return all;
}
