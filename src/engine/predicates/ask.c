#include "engine/predicates/ask.h"

void asker_init(asker *a, shapes *s, progress *clock,
                const smt_limits *limits) {
  memset(a, 0, sizeof *a);
  a->s = s;
  a->m = s->m;
  a->clock = clock;
  a->t = terms_new(s->m);
  a->solver = smt_new(s->m, a->t, clock, limits);
}

/* ---- Terms ----------------------------------------------------------- */

static term leaf(asker *a, uint32_t e, bool wants_base) {
  uint32_t n = map_insert(a->m, &a->leaves, e);
  if (2 * n == a->inputs.count) {
    const cfa_expression *x = &a->s->p->expressions.at[e];
    vec_push(a->m, &a->inputs, terms_input(a->t, x->width, 0));
    vec_push(a->m, &a->inputs,
             x->is_pointer ? terms_input(a->t, 32, 0) : TERM_NONE);
  }
  return a->inputs.at[2 * n + wants_base];
}

/* Is this pointer null? */
static term is_null(asker *a, uint32_t e) {
  const cfa_expression *x = &a->s->p->expressions.at[e];
  if (x->kind == CFA_CONSTANT)
    return terms_constant(a->t, 1, x->value == 0);
  if (x->kind == CFA_ADDRESS || x->kind == CFA_FUNCTION)
    return terms_constant(a->t, 1, 0);
  term word = leaf(a, e, false), base = leaf(a, e, true);
  term no_object = terms_apply(a->t, BITS_EQ, 1, base,
                               terms_constant(a->t, 32, 0), TERM_NONE);
  term no_offset =
      terms_apply(a->t, BITS_EQ, 1, word,
                  terms_constant(a->t, terms_width(a->t, word), 0), TERM_NONE);
  return terms_and(a->t, no_object, no_offset);
}

static term term_so_far(const asker *a, uint32_t e) {
  return a->terms_of.at[map_find(&a->read, e)];
}

static term apply(asker *a, const cfa_expression *x) {
  const cfa *p = a->s->p;
  uint32_t of[3];
  term v[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  if (x->op == BITS_EQ && p->expressions.at[x->a].is_pointer)
    return p->expressions.at[x->b].kind == CFA_CONSTANT ? is_null(a, x->a)
                                                        : is_null(a, x->b);
  size_t count = cfa_operands(x, of);
  for (size_t i = 0; i < count; i++)
    v[i] = term_so_far(a, of[i]);
  return terms_apply(a->t, x->op, x->width, v[0], v[1], v[2]);
}

static term make_term(asker *a, uint32_t e) {
  cfa_expression x = a->s->p->expressions.at[e];
  if (x.is_pointer)
    return TERM_NONE; /* only asked whether it is null */
  if (x.kind == CFA_CONSTANT)
    return terms_constant(a->t, x.width, bits_cut(x.value, x.width));
  if (x.kind == CFA_APPLY && !shape_is_leaf(a->s, e))
    return apply(a, &x);
  return leaf(a, e, false);
}

static void push_operands(asker *a, uint32_t e, shape_list *waiting) {
  uint32_t of[3];
  if (shape_is_leaf(a->s, e))
    return;
  size_t count = cfa_operands(&a->s->p->expressions.at[e], of);
  for (size_t i = 0; i < count; i++)
    if (map_find(&a->read, of[i]) == MAP_NONE)
      vec_push(a->m, waiting, of[i]);
}

/* Of an expression of one bit. */
static term read(asker *a, uint32_t e) {
  shape_list waiting = {0};
  vec_push(a->m, &waiting, e);
  while (waiting.count) {
    uint32_t x = vec_last(&waiting);
    size_t before = waiting.count;
    if (map_find(&a->read, x) == MAP_NONE) {
      push_operands(a, x, &waiting);
      if (waiting.count > before)
        continue;
      term made = make_term(a, x);
      map_insert(a->m, &a->read, x);
      vec_push(a->m, &a->terms_of, made);
    }
    waiting.count--;
  }
  vec_free(a->m, &waiting);
  return term_so_far(a, e);
}

/* ---- Tables ---------------------------------------------------------- */

typedef struct question {
  term condition, of[ASK_MOST];
  size_t count;
} question;

static void take_model(asker *a) {
  vec_resize(a->m, &a->values, terms_inputs(a->t));
  for (uint32_t i = 0; i < a->values.count; i++) {
    uint64_t value = 0;
    if (!smt_model(a->solver, i, &value))
      value = 0;
    a->values.at[i] = value;
  }
}

/* The row of the model; and not this one again, with this condition. */
static unsigned take_row(asker *a, const question *q, bool *is_true) {
  unsigned row = 0;
  term same = terms_constant(a->t, 1, 1);
  take_model(a);
  const uint64_t *values = a->values.at;
  size_t known = a->values.count;
  *is_true = terms_value_under(a->t, q->condition, values, known) != 0;
  for (size_t i = 0; i < q->count; i++) {
    bool holds = terms_value_under(a->t, q->of[i], values, known) != 0;
    row |= (unsigned)holds << i;
    same = terms_and(a->t, same, holds ? q->of[i] : terms_not(a->t, q->of[i]));
  }
  same = terms_and(a->t, same,
                   *is_true ? q->condition : terms_not(a->t, q->condition));
  smt_push(a->solver, terms_not(a->t, same));
  return row;
}

/* All rows that there are, one solution after the other. */
static void fill(asker *a, const question *q, ask_table *out) {
  uint64_t all =
      q->count == ASK_MOST ? UINT64_MAX : (UINT64_C(1) << (1u << q->count)) - 1;
  size_t pushed = 0;
  smt_answer answer;
  bool is_true;
  progress_look(a->clock);
  while ((answer = smt_check(a->solver, TERM_NONE, false)) == SMT_SAT) {
    a->queries++;
    unsigned row = take_row(a, q, &is_true);
    pushed++;
    if (is_true)
      out->can_be_true |= UINT64_C(1) << row;
    else
      out->can_be_false |= UINT64_C(1) << row;
  }
  a->queries++;
  smt_pop(a->solver, pushed);
  if (answer == SMT_UNKNOWN)
    out->can_be_true = out->can_be_false = all;
}

static uint64_t hash(uint32_t condition, const uint32_t *of, size_t count) {
  uint64_t h = condition + 1;
  for (size_t i = 0; i < count; i++)
    h = (h ^ h >> 31 ^ of[i]) * UINT64_C(0x9E3779B97F4A7C15) + i;
  return h;
}

static bool is_it(const ask_table *t, uint32_t condition, const uint32_t *of,
                  size_t count) {
  return t->condition == condition && t->count == count &&
         memcmp(t->of, of, count * sizeof *of) == 0;
}

const ask_table *ask(asker *a, uint32_t condition, const uint32_t *of,
                     size_t count) {
  uint64_t h = hash(condition, of, count);
  uint32_t n;
  /* Two questions of one hash: the later one gets another. */
  while ((n = map_find(&a->known, h)) != MAP_NONE)
    if (is_it(&a->tables.at[n], condition, of, count))
      return &a->tables.at[n];
    else
      h++;
  ask_table table = {.condition = condition, .count = (uint32_t)count};
  question q = {.count = count};
  memcpy(table.of, of, count * sizeof *of);
  for (size_t i = 0; i < count; i++)
    q.of[i] = read(a, of[i]);
  q.condition = read(a, condition);
  fill(a, &q, &table);
  map_insert(a->m, &a->known, h);
  vec_push(a->m, &a->tables, table);
  return &vec_last(&a->tables);
}
