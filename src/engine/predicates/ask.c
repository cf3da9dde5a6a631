#include "engine/predicates/ask.h"

#include <assert.h>

void asker_init(asker *a, shapes *s, progress *clock,
                const smt_limits *limits) {
  memset(a, 0, sizeof *a);
  a->s = s;
  a->m = s->m;
  a->clock = clock;
  a->t = terms_new(s->m);
  a->solver = smt_new(s->m, a->t, clock, limits);
}

static term leaf(asker *a, uint32_t e, bool wants_base) {
  uint32_t n = map_insert(a->m, &a->leaves, e);
  if (2 * n == a->inputs.count) {
    const cfa_expression *expression = &a->s->p->expressions.at[e];
    vec_push(a->m, &a->inputs, terms_input(a->t, expression->width, 0));
    vec_push(a->m, &a->inputs,
             expression->is_pointer ? terms_input(a->t, 32, 0) : TERM_NONE);
  }
  return a->inputs.at[2 * n + wants_base];
}

/* Is this pointer null? */
static term ask_is_null(asker *a, uint32_t e) {
  assert(e < a->s->p->expressions.count);
  const cfa_expression *expression = &a->s->p->expressions.at[e];
  if (expression->kind == CFA_CONSTANT)
    return terms_constant(a->t, 1, expression->value == 0);
  if (expression->kind == CFA_ADDRESS || expression->kind == CFA_FUNCTION)
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

static term ask_apply(asker *a, const cfa_expression *expression) {
  const cfa *automaton = a->s->p;
  uint32_t of[3];
  term v[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  if (expression->op == BITS_EQ &&
      automaton->expressions.at[expression->a].is_pointer)
    return automaton->expressions.at[expression->b].kind == CFA_CONSTANT
               ? ask_is_null(a, expression->a)
               : ask_is_null(a, expression->b);
  size_t count = cfa_operands(expression, of);
  for (size_t i = 0; i < count; i++)
    v[i] = term_so_far(a, of[i]);
  return terms_apply(a->t, expression->op, expression->width, v[0], v[1], v[2]);
}

static term make_term(asker *a, uint32_t e) {
  assert(e < a->s->p->expressions.count);
  cfa_expression expression = a->s->p->expressions.at[e];
  if (expression.is_pointer)
    return TERM_NONE; /* only asked whether it is null */
  if (expression.kind == CFA_CONSTANT)
    return terms_constant(a->t, expression.width,
                          bits_cut(expression.value, expression.width));
  if (expression.kind == CFA_APPLY && !shape_is_leaf(a->s, e))
    return ask_apply(a, &expression);
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

/* Not this row again, with this truth of the condition. */
static void exclude(asker *a, const question *q, unsigned row, bool is_true) {
  term same = is_true ? q->condition : terms_not(a->t, q->condition);
  for (size_t i = 0; i < q->count; i++)
    same = terms_and(a->t, same,
                     row >> i & 1 ? q->of[i] : terms_not(a->t, q->of[i]));
  smt_push(a->solver, terms_not(a->t, same));
}

/* Under the values in 'values': the row, and whether the condition holds. */
static unsigned row_of(asker *a, const question *q, bool *is_true) {
  unsigned row = 0;
  const uint64_t *values = a->values.at;
  size_t known = a->values.count;
  *is_true = terms_value_under(a->t, q->condition, values, known) != 0;
  for (size_t i = 0; i < q->count; i++)
    if (terms_value_under(a->t, q->of[i], values, known))
      row |= 1u << i;
  return row;
}

/* True: that is new. */
static bool note(ask_table *out, unsigned row, bool is_true) {
  uint64_t *rows = is_true ? &out->can_be_true : &out->can_be_false;
  bool is_new = !(*rows >> row & 1);
  *rows |= UINT64_C(1) << row;
  return is_new;
}

enum { ASK_SAMPLES = 160, ASK_INTERESTING = 64 };

typedef struct sampler {
  term_inputs inputs;
  uint64_t interesting[ASK_INTERESTING];
  size_t count;
  uint64_t seed;
} sampler;

static uint64_t draw(sampler *s) {
  s->seed ^= s->seed << 13;
  s->seed ^= s->seed >> 7;
  s->seed ^= s->seed << 17;
  return s->seed >> 11;
}

/* Constants that it is compared with, and their neighbours. */
static void look_for_constants(asker *a, sampler *s, uint32_t atom) {
  shape_range range = shape_range_of(a->s, atom, false);
  const uint64_t found[] = {range.first, range.first - 1,
                            range.first + range.beyond,
                            range.first + range.beyond + 1};
  for (size_t i = 0; i < 4 && s->count < ASK_INTERESTING; i++)
    s->interesting[s->count++] = found[i];
}

static void choose_values(asker *a, sampler *s) {
  uint64_t before = 0;
  vec_each (const uint32_t, n, &s->inputs) {
    unsigned width = terms_width(a->t, terms_input_at(a->t, *n));
    uint64_t value = draw(s), how = draw(s) % 8;
    if (how < 3)
      value = s->interesting[value % s->count];
    else if (how < 5)
      value = value % 4 - 1;
    else if (how < 7) /* near the last one: differences matter */
      value = before + value % 3 - 1;
    before = value;
    a->values.at[*n] = bits_cut(value, width);
  }
}

/* Rows that some values show: the solver is asked about the others only. */
static void sample(asker *a, const question *q, ask_table *out) {
  sampler s = {.seed = 88172645463325252u + out->condition};
  s.interesting[s.count++] = 0;
  look_for_constants(a, &s, out->condition);
  for (size_t i = 0; i < q->count; i++)
    look_for_constants(a, &s, out->of[i]);
  vec_resize(a->m, &a->values, terms_inputs(a->t));
  memset(a->values.at, 0, a->values.count * sizeof *a->values.at);
  term all = q->condition;
  for (size_t i = 0; i < q->count; i++)
    all = terms_apply(a->t, BITS_XOR, 1, all, q->of[i], TERM_NONE);
  terms_inputs_of(a->t, a->m, all, &s.inputs);
  for (unsigned i = 0; i < ASK_SAMPLES; i++) {
    bool is_true;
    choose_values(a, &s);
    unsigned row = row_of(a, q, &is_true);
    note(out, row, is_true);
  }
  vec_free(a->m, &s.inputs);
}

/* All rows that there are, one solution after the other. */
static void fill(asker *a, const question *q, ask_table *out) {
  uint64_t all =
      q->count == ASK_MOST ? UINT64_MAX : (UINT64_C(1) << (1u << q->count)) - 1;
  size_t depth = smt_depth(a->solver);
  smt_answer answer = SMT_UNSAT;
  progress_look(a->clock);
  sample(a, q, out);
  for (unsigned row = 0; row < 1u << q->count; row++) {
    if (out->can_be_true >> row & 1)
      exclude(a, q, row, true);
    if (out->can_be_false >> row & 1)
      exclude(a, q, row, false);
  }
  while ((out->can_be_true != all || out->can_be_false != all) &&
         (answer = smt_decide(a->solver, TERM_NONE, false)) == SMT_SAT) {
    bool is_true;
    a->queries++;
    take_model(a);
    unsigned row = row_of(a, q, &is_true);
    if (!note(out, row, is_true)) { /* the model is no model */
      answer = SMT_UNKNOWN;
      break;
    }
    exclude(a, q, row, is_true);
  }
  a->queries++;
  smt_pop(a->solver, smt_depth(a->solver) - depth);
  if (answer == SMT_UNKNOWN)
    out->can_be_true = out->can_be_false = all;
}

static uint64_t hash(uint32_t condition, const uint32_t *of, size_t count) {
  uint64_t h = condition + 1;
  for (size_t i = 0; i < count; i++)
    h = (h ^ h >> 31 ^ of[i]) * UINT64_C(0x9E3779B97F4A7C15) + i;
  return h;
}

static bool is_it(const ask_table *table, uint32_t condition,
                  const uint32_t *of, size_t count) {
  return table->condition == condition && table->count == count &&
         memcmp(table->of, of, count * sizeof *of) == 0;
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
