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
static bool is_total(const cfa *p, const cfa_expression *e) {
  const cfa_expression *b = e->b == CFA_NONE ? NULL : &p->expressions.at[e->b];
  if (e->op >= BITS_UDIV && e->op <= BITS_SREM)
    return b->kind == CFA_CONSTANT && b->value != 0 &&
           b->value != bits_mask(b->width);
  if (e->op >= BITS_SHL && e->op <= BITS_ASHR)
    return b->kind == CFA_CONSTANT && b->value < e->width;
  return true;
}

bool loops_scalars_of(const cfa *p, uint32_t condition,
                      uint32_t out[LOOPS_MOST_NODES], size_t *count) {
  uint32_t work[LOOPS_MOST_NODES];
  size_t n = 0, nodes = 0;
  work[n++] = condition;
  *count = 0;
  while (n) {
    const cfa_expression *e = &p->expressions.at[work[--n]];
    uint32_t operands[3];
    if (++nodes > LOOPS_MOST_NODES || e->is_pointer)
      return false;
    if (e->kind == CFA_VARIABLE && !rows_is_among(out, *count, e->a))
      out[(*count)++] = e->a;
    if (e->kind == CFA_VARIABLE || e->kind == CFA_CONSTANT)
      continue;
    if (e->kind != CFA_APPLY || !is_total(p, e))
      return false;
    size_t k = cfa_operands(e, operands);
    for (size_t i = 0; i < k; i++) {
      if (n == LOOPS_MOST_NODES)
        return false;
      work[n++] = operands[i];
    }
  }
  return true;
}

bool loops_is_visible(const cfa *p, const loop *l, uint32_t variable) {
  assert(variable < p->variables.count);
  assert(l->location < p->locations.count);
  const cfa_variable *v = &p->variables.at[variable];
  const cfa_location *head = &p->locations.at[l->location];
  return v->function == CFA_NONE || v->place.file == CFA_NONE ||
         v->place.file != head->place.file || v->place.line <= head->place.line;
}

static void add_variable(loops *x, loop *l, uint32_t v) {
  assert(v < x->p->variables.count);
  const cfa_variable *y = &x->p->variables.at[v];
  if (!loops_is_visible(x->p, l, v))
    return;
  loop_rows *r = &l->rows;
  if (y->is_scalar && !y->is_pointer && y->kind != CFA_TEMPORARY &&
      y->width >= 8 && r->variables.count < MOST_VARIABLES &&
      !rows_is_among(r->variables.at, r->variables.count, v))
    vec_push(x->m, &r->variables, v);
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
    const cfa_edge *e = &x->p->edges.at[i];
    if (x->p->locations.at[e->from].function != function || e->kind != kind)
      continue;
    if (kind != CFA_CALL)
      add_from(x, l, e->a, that_change);
    for (uint32_t n = 0; kind == CFA_CALL && n < e->arguments; n++)
      add_from(x, l, x->p->arguments.at[e->first_argument + n], that_change);
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

static bool value_now(concolic *k, uint32_t v, uint64_t *out) {
  value y = *concolic_register(k, concolic_scalar(k, v));
  if (y.object)
    return false;
  *out = concolic_bits(k, y);
  return true;
}

bool loops_note_row(loops *x, loop *l, concolic *k) {
  loop_rows *r = &l->rows;
  uint64_t row[MOST_VARIABLES] = {0}, known = 0;
  unsigned scale = k->sampler ? k->sampler->scale : 0;
  if (k->sampler && ++x->passes > MOST_PASSES) {
    k->was_cut = true;
    return concolic_end(k, RUN_CUT);
  }
  if (!is_due(r->passes++) || r->known.count >= r->most)
    return true;
  uint64_t hash = scale;
  for (size_t i = 0; i < r->variables.count; i++) {
    if (value_now(k, r->variables.at[i], &row[i]))
      known |= UINT64_C(1) << i;
    hash = (hash ^ row[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
  }
  hash ^= known;
  size_t before = r->known.count;
  if (map_insert(x->m, &r->seen, hash) != before)
    return true;
  for (size_t i = 0; i < r->variables.count; i++)
    vec_push(x->m, &r->values, row[i]);
  vec_push(x->m, &r->known, known);
  vec_push(x->m, &r->scales, (uint8_t)scale);
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
  const cfa_expression *e = &r->x->p->expressions.at[x];
  uint32_t operands[3];
  uint64_t v[3] = {0};
  if (e->kind == CFA_CONSTANT)
    return bits_cut(
        sampler_scaled(&r->x->sampler, r->rows->scales.at[r->row], e->value),
        e->width);
  if (e->kind == CFA_VARIABLE)
    return read_variable(r, e->a);
  if (depth > MOST_DEPTH || e->kind != CFA_APPLY) {
    r->is_unknown = true;
    return 0;
  }
  size_t n = cfa_operands(e, operands);
  for (size_t i = 0; i < n; i++)
    v[i] = rows_evaluate(r, operands[i], depth + 1);
  unsigned from = r->x->p->expressions.at[e->a].width;
  if (e->op == BITS_CONCAT)
    from = r->x->p->expressions.at[e->b].width;
  return bits_apply(e->op, e->width, from, v[0], v[1], v[2]);
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
