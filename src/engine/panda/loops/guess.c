/* Candidates for invariants: the program's conditions and their negations, what
 * the user wrote, bounds of variables by the program's constants, comparisons
 * of two variables, remainders, equations (affine.c), and short
 * disjunctions of these. Only over scalars, and only such as mention something
 * that the loop changes. Rows refute most of them at once. */
#include "engine/panda/loops/guess.h"

#include "engine/panda/loops/conditions.h"

#include <assert.h>
#include <stdlib.h>

enum {
  MOST_CANDIDATES = 500,
  MOST_UNSEEN = 120, /* where no row can refute any */
  MOST_EITHER = 900, /* candidates, with disjunctions */
  MOST_CONSTANTS = 30,
  MOST_ARMS = 40,
  MOST_BOUNDED = 12, /* variables */
  MOST_BOUNDS = 2,   /* of one variable, in one direction */
  MOST_MODULUS = 16,
  MOST_LEARNED = 60, /* predicates that refinement has found */
  CHANCE_ROWS = 240
};

static bool guess_is_among(const uint32_t *at, size_t count, uint32_t v) {
  for (size_t i = 0; i < count; i++)
    if (at[i] == v)
      return true;
  return false;
}

uint32_t guess_apply(guesser *g, bits_op op, unsigned width, uint32_t a,
                     uint32_t b) {
  return cfa_apply(g->x->m, g->p, op, width, a, b, CFA_NONE);
}

uint32_t guess_read(guesser *g, uint32_t v) {
  return cfa_read_scalar(g->x->m, g->p, v);
}

static uint32_t negate(guesser *g, uint32_t condition) {
  assert(condition < g->p->expressions.count);
  const cfa_expression *expression = &g->p->expressions.at[condition];
  return expression->kind == CFA_APPLY && expression->op == BITS_NOT
             ? expression->a
             : guess_apply(g, BITS_NOT, 1, condition, CFA_NONE);
}

static size_t keep_bits(guesser *g) {
  size_t at = g->pool.count;
  for (size_t i = 0; i < g->words; i++)
    vec_push(g->x->m, &g->pool, g->scratch[i]);
  return at;
}

static bool is_somewhere(const guesser *g) {
  for (size_t i = 0; i < g->words; i++)
    if (g->scratch[i])
      return true;
  return false;
}

static bool says_nothing(guesser *g, uint32_t condition) {
  return loops_hold(g->x, &g->chance, condition, g->chance_bits);
}

void guess_offer(guesser *g, uint32_t condition) {
  size_t before = g->tried.keys.count;
  if (map_insert(g->x->m, &g->tried, condition) != before)
    return;
  size_t most = g->l->rows.known.count ? MOST_CANDIDATES : MOST_UNSEEN;
  if (says_nothing(g, condition))
    return;
  if (loops_hold(g->x, g->l, condition, g->scratch)) {
    if (g->l->candidates.count < most) {
      candidate c = {condition, false};
      vec_push(g->x->m, &g->l->candidates, c);
    }
  } else if (is_somewhere(g)) {
    guess_atom atom = {condition, g->group, keep_bits(g)};
    vec_push(g->x->m, &g->refuted, atom);
  }
}

bool guess_covers(const guesser *g, const guess_atom *arm,
                  const uint64_t *bits) {
  const uint64_t *other = g->pool.at + arm->bits;
  size_t rows = g->l->rows.known.count;
  for (size_t i = 0; i < rows; i++)
    if (!((bits[i / 64] | other[i / 64]) >> i % 64 & 1))
      return false;
  return true;
}

bool guess_either(guesser *g, uint32_t arm, uint32_t condition) {
  uint32_t both = guess_apply(g, BITS_OR, 1, arm, condition);
  size_t before = g->tried.keys.count;
  if (map_insert(g->x->m, &g->tried, both) != before)
    return true;
  if (g->l->candidates.count >= MOST_EITHER)
    return false;
  if (says_nothing(g, both))
    return true;
  candidate c = {both, false};
  vec_push(g->x->m, &g->l->candidates, c);
  return true;
}

/* Conditions of the program. */

/* Something that the loop changes, and nothing that it hides. */
static bool guess_mentions_change(const guesser *g, uint32_t condition) {
  uint32_t found[LOOPS_MOST_NODES];
  size_t count;
  if (!loops_scalars_of(g->p, condition, found, &count))
    return false;
  bool changes = false;
  for (size_t n = 0; n < count; n++) {
    if (!loops_is_visible(g->p, g->l, found[n]))
      return false;
    changes = changes ||
              guess_is_among(g->l->scalars.at, g->l->scalars.count, found[n]);
  }
  return changes;
}

/* Do all rows say the same of both? */
static bool are_alike(const guesser *g, const uint64_t *a, const uint64_t *b) {
  return memcmp(a, b, g->words * sizeof *a) == 0;
}

/* One of several that no row tells apart is enough. */
static void take_arm(guesser *g, uint32_t condition) {
  bool all = loops_hold(g->x, g->l, condition, g->scratch);
  guess_atom a = {condition, 0, 0};
  if (all || !is_somewhere(g) || g->arms.count >= MOST_ARMS)
    return;
  vec_each (const guess_atom, b, &g->arms)
    if (are_alike(g, g->pool.at + b->bits, g->scratch))
      return;
  a.bits = keep_bits(g);
  vec_push(g->x->m, &g->arms, a);
}

static void take_condition(guesser *g, uint32_t condition) {
  for (;;) { /* "(int)c" is what asserting functions get */
    const cfa_expression *expression = &g->p->expressions.at[condition];
    if (expression->kind != CFA_APPLY ||
        (expression->op != BITS_ZEXT && expression->op != BITS_NOT))
      break;
    condition = expression->a;
  }
  if (g->p->expressions.at[condition].width != 1 ||
      !guess_mentions_change(g, condition))
    return;
  uint32_t other = negate(g, condition);
  guess_offer(g, condition);
  guess_offer(g, other);
  take_arm(g, condition);
  take_arm(g, other);
}

/* Where x becomes e: perhaps it stays on one side of it. */
static void take_assignment(guesser *g, uint32_t v, uint32_t e) {
  assert(v < g->p->variables.count);
  assert(e < g->p->expressions.count);
  const cfa_variable variable = g->p->variables.at[v];
  const cfa_expression expression = g->p->expressions.at[e];
  uint32_t found[LOOPS_MOST_NODES];
  size_t count;
  if (!variable.is_scalar || variable.is_pointer ||
      variable.kind == CFA_TEMPORARY || variable.width < 8 ||
      expression.kind != CFA_APPLY ||
      !loops_scalars_of(g->p, e, found, &count) ||
      guess_is_among(found, count, v))
    return;
  uint32_t left = guess_read(g, v);
  bits_op at_most = variable.is_signed ? BITS_SLE : BITS_ULE;
  uint32_t equal = guess_apply(g, BITS_EQ, 1, left, e);
  if (!guess_mentions_change(g, equal))
    return;
  g->group++;
  guess_offer(g, equal);
  guess_offer(g, guess_apply(g, at_most, 1, left, e));
  guess_offer(g, guess_apply(g, at_most, 1, e, left));
}

static void look_at_conditions(guesser *g) {
  uint32_t function = g->p->locations.at[g->l->location].function;
  size_t edges = g->p->edges.count;
  for (size_t i = 0; i < edges; i++) {
    const cfa_edge edge = g->p->edges.at[i];
    if (g->p->locations.at[edge.from].function != function)
      continue;
    if ((edge.kind == CFA_ASSUME && edge.holds) || edge.kind == CFA_ASSIGN)
      take_condition(g, edge.a);
    if (edge.kind == CFA_ASSIGN)
      take_assignment(g, edge.variable, edge.a);
    for (uint32_t n = 0; edge.kind == CFA_CALL && n < edge.arguments; n++)
      take_condition(g, g->p->arguments.at[edge.first_argument + n]);
  }
}

static void take_given(guesser *g) {
  const cfa_location *at = &g->p->locations.at[g->l->location];
  if (!g->x->given)
    return;
  vec_each (const cfa_predicate, predicate, g->x->given)
    if ((predicate->function == CFA_NONE ||
         predicate->function == at->function) &&
        (!predicate->line || (predicate->line == at->place.line &&
                              predicate->file == at->place.file)))
      take_condition(g, predicate->condition);
}

/* What refinement has found at the head, then around the loop, then elsewhere:
 * a few, since many of them are about one way of unrolling it. */
static void take_learned(guesser *g) {
  uint32_t function = g->p->locations.at[g->l->location].function;
  size_t taken = 0;
  for (int far = 0; far < 3; far++)
    vec_each (const loops_learned, known, &g->x->learned) {
      if (g->p->locations.at[known->location].function != function)
        continue;
      int how = known->location == g->l->location       ? 0
                : loops_contains(g->l, known->location) ? 1
                                                        : 2;
      if (how == far && taken++ < MOST_LEARNED)
        take_condition(g, known->condition);
    }
}

static void add_constant(guesser *g, uint64_t x) {
  for (size_t i = 0; i < g->constants.count; i++)
    if (g->constants.at[i] == x)
      return;
  if (g->constants.count < MOST_CONSTANTS)
    vec_push(g->x->m, &g->constants, x);
}

static int guess_by_value(const void *a, const void *b) {
  int64_t x = (int64_t) * (const uint64_t *)a;
  int64_t y = (int64_t) * (const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Constants that the function compares with or assigns, and their neighbours.
 */
static void look_at_constants(guesser *g) {
  uint32_t function = g->p->locations.at[g->l->location].function;
  add_constant(g, 0);
  add_constant(g, 1);
  for (size_t i = 0; i < g->p->edges.count; i++) {
    const cfa_edge *edge = &g->p->edges.at[i];
    if (g->p->locations.at[edge->from].function != function ||
        (edge->kind != CFA_ASSUME && edge->kind != CFA_ASSIGN))
      continue;
    const cfa_expression *expression = &g->p->expressions.at[edge->a];
    bool is_negated =
        expression->kind == CFA_APPLY && expression->op == BITS_NOT;
    uint64_t numbers[3];
    size_t n =
        condition_numbers(g->p, is_negated ? expression->a : edge->a, numbers);
    for (size_t k = 0; k < n; k++) {
      add_constant(g, numbers[k]);
      add_constant(g, numbers[k] + 1);
      add_constant(g, numbers[k] - 1);
    }
  }
  qsort(g->constants.at, g->constants.count, sizeof *g->constants.at,
        guess_by_value);
}

/* x at most c, or at least. */
static uint32_t limit(guesser *g, uint32_t v, uint64_t c, bool is_upper,
                      bool is_signed) {
  assert(v < g->p->variables.count);
  unsigned w = g->p->variables.at[v].width;
  uint32_t x = guess_read(g, v);
  uint32_t y = cfa_constant(g->x->m, g->p, w, bits_cut(c, w));
  return guess_apply(g, is_signed ? BITS_SLE : BITS_ULE, 1, is_upper ? x : y,
                     is_upper ? y : x);
}

/* From the tightest on: once so many hold, what is weaker adds little. */
static void bounds(guesser *g, uint32_t v, bool is_upper, bool is_signed) {
  assert(v < g->p->variables.count);
  g->group++;
  unsigned w = g->p->variables.at[v].width;
  size_t before = g->l->candidates.count;
  for (size_t n = 0; n < g->constants.count; n++) {
    size_t i = is_upper ? n : g->constants.count - 1 - n;
    uint64_t c = g->constants.at[i];
    bool fits = (uint64_t)bits_signed(bits_cut(c, w), w) == c;
    if (!is_signed && (int64_t)c < 1)
      fits = false;
    if (fits && g->l->candidates.count < before + MOST_BOUNDS)
      guess_offer(g, limit(g, v, c, is_upper, is_signed));
  }
}

static void bound(guesser *g, uint32_t v) {
  assert(v < g->p->variables.count);
  bool is_signed = g->p->variables.at[v].is_signed;
  bounds(g, v, true, is_signed);
  bounds(g, v, false, is_signed);
  if (is_signed)
    bounds(g, v, true, false);
  unsigned w = g->p->variables.at[v].width;
  for (size_t i = 0; i < g->constants.count; i++) {
    uint64_t c = bits_cut(g->constants.at[i], w);
    if ((uint64_t)bits_signed(c, w) == g->constants.at[i])
      guess_offer(g, guess_apply(g, BITS_EQ, 1, guess_read(g, v),
                                 cfa_constant(g->x->m, g->p, w, c)));
  }
}

/* x < y, x <= y, x <= y + 1: the first two of these that hold. */
static void order(guesser *g, uint32_t x, uint32_t y, unsigned w,
                  bool is_signed) {
  g->group++;
  size_t before = g->l->candidates.count;
  uint32_t one = cfa_constant(g->x->m, g->p, w, 1);
  bits_op at_most = is_signed ? BITS_SLE : BITS_ULE;
  guess_offer(g, guess_apply(g, is_signed ? BITS_SLT : BITS_ULT, 1, x, y));
  guess_offer(g, guess_apply(g, at_most, 1, x, y));
  if (g->l->candidates.count == before)
    guess_offer(
        g, guess_apply(g, at_most, 1, x, guess_apply(g, BITS_ADD, w, y, one)));
}

static void compare(guesser *g, uint32_t v, uint32_t u) {
  assert(v < g->p->variables.count);
  assert(u < g->p->variables.count);
  const cfa_variable a = g->p->variables.at[v], b = g->p->variables.at[u];
  if (a.width != b.width || v == u)
    return;
  bool is_signed = a.is_signed || b.is_signed;
  uint32_t x = guess_read(g, v), y = guess_read(g, u);
  uint32_t equal = guess_apply(g, BITS_EQ, 1, x, y);
  if (loops_hold(g->x, g->l, equal, g->scratch) && g->l->rows.known.count)
    return; /* an equation says so */
  guess_offer(g, equal);
  order(g, x, y, a.width, is_signed);
  order(g, y, x, a.width, is_signed);
}

static uint32_t remainder_is(guesser *g, uint32_t x, unsigned w, uint64_t k,
                             uint64_t r) {
  bool is_power = (k & (k - 1)) == 0;
  uint32_t by = cfa_constant(g->x->m, g->p, w, is_power ? k - 1 : k);
  uint32_t rest = guess_apply(g, is_power ? BITS_AND : BITS_UREM, w, x, by);
  return guess_apply(g, BITS_EQ, 1, rest, cfa_constant(g->x->m, g->p, w, r));
}

static void remainders(guesser *g, size_t i, bool as_arms) {
  assert(i < g->l->rows.variables.count);
  uint32_t v = g->l->rows.variables.at[i];
  assert(v < g->p->variables.count);
  unsigned w = g->p->variables.at[v].width;
  uint32_t x = guess_read(g, v);
  uint64_t tried[MOST_MODULUS + 1] = {0};
  if (!g->l->rows.known.count || !(g->l->rows.known.at[0] >> i & 1))
    return;
  uint64_t first = guess_value(g, 0, i);
  tried[2] = tried[4] = 1;
  for (size_t n = 0; n < g->constants.count; n++)
    if (g->constants.at[n] > 1 && g->constants.at[n] <= MOST_MODULUS)
      tried[g->constants.at[n]] = 1;
  for (uint64_t k = 2; k <= MOST_MODULUS; k++)
    if (tried[k])
      guess_offer(g, remainder_is(g, x, w, k, first % k));
  if (!as_arms)
    return;
  uint32_t even = remainder_is(g, x, w, 2, 0);
  take_arm(g, even);
  take_arm(g, negate(g, even));
}

/* Does the function compute any? */
static bool has_remainders(const cfa *automaton, const loop *l) {
  assert(l->location < automaton->locations.count);
  uint32_t function = automaton->locations.at[l->location].function;
  vec_each (const cfa_edge, edge, &automaton->edges) {
    uint32_t x = edge->a;
    if (automaton->locations.at[edge->from].function != function ||
        (edge->kind != CFA_ASSUME && edge->kind != CFA_ASSIGN))
      continue;
    for (int depth = 0; depth < 4 && x != CFA_NONE; depth++) {
      const cfa_expression *expression = &automaton->expressions.at[x];
      if (expression->kind != CFA_APPLY)
        break;
      if (expression->op == BITS_UREM || expression->op == BITS_SREM ||
          expression->op == BITS_AND)
        return true;
      x = expression->a;
    }
  }
  return false;
}

/* Is there one before it that no row tells from it? */
static bool is_repeated(const guesser *g, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (are_alike(g, g->pool.at + g->refuted.at[i].bits,
                  g->pool.at + g->refuted.at[n].bits))
      return true;
  return false;
}

/* With one arm. Later stages take all of a group. */
static void either_with(guesser *g, const guess_atom *arm, uint32_t stage) {
  uint32_t last = 0;
  for (size_t i = 0; i < g->refuted.count; i++) {
    guess_atom atom = g->refuted.at[i];
    size_t before = g->l->candidates.count;
    if (stage < 3 && ((atom.group == last && last) || is_repeated(g, i)))
      continue;
    if (atom.condition == arm->condition ||
        !guess_covers(g, arm, g->pool.at + atom.bits))
      continue;
    if (!guess_either(g, arm->condition, atom.condition))
      return;
    if (g->l->candidates.count > before)
      last = atom.group;
  }
}

/* Values of all kinds, near each other and far apart. */
static void fill_chance(guesser *g) {
  mem *m = g->x->m;
  loop_rows *rows = &g->chance.rows;
  uint64_t seed = UINT64_C(88172645463325252);
  vec_each (const uint32_t, v, &g->l->rows.variables)
    vec_push(m, &rows->variables, *v);
  for (size_t row = 0; row < CHANCE_ROWS; row++) {
    for (size_t i = 0; i < rows->variables.count; i++) {
      unsigned w = g->p->variables.at[rows->variables.at[i]].width;
      seed ^= seed << 13;
      seed ^= seed >> 7;
      seed ^= seed << 17;
      uint64_t x = seed >> 9,
               some = g->constants.at[x / 64 % g->constants.count];
      vec_push(m, &rows->values,
               bits_cut(row % 4 == 0   ? x
                        : row % 4 == 1 ? x % 9 - 4
                        : x % 3        ? some + x / 4 % 3 - 1
                                       : x % 5,
                        w));
    }
    vec_push(m, &rows->known, UINT64_MAX);
    vec_push(m, &rows->scales, 0);
  }
  g->chance_bits = mem_array(m, loops_words(&g->chance), sizeof(uint64_t));
}

static void guess_clear(guesser *g) {
  mem *m = g->x->m;
  vec_free(m, &g->chance.rows.variables);
  vec_free(m, &g->chance.rows.values);
  vec_free(m, &g->chance.rows.known);
  vec_free(m, &g->chance.rows.scales);
  mem_free(m, g->chance_bits);
  vec_free(m, &g->constants);
  vec_free(m, &g->arms);
  vec_free(m, &g->refuted);
  vec_free(m, &g->pool);
  map_free(m, &g->tried);
  mem_free(m, g->scratch);
}

/* States that differ in what candidates mention must not be taken for one. What
 * is too large to look at, is none. */
static void note_speech(loops *x, const loop *l) {
  vec_each (candidate, c, &l->candidates) {
    uint32_t found[LOOPS_MOST_NODES];
    size_t count;
    c->is_dropped = !loops_scalars_of(x->p, c->condition, found, &count);
    for (size_t i = 0; !c->is_dropped && i < count; i++) {
      const cfa_variable *variable = &x->p->variables.at[found[i]];
      size_t f = variable->function == CFA_NONE ? x->p->functions.count
                                                : variable->function;
      x->is_spoken_of[x->first_scalar[f] + variable->slot] = true;
    }
  }
}

static void guess(loops *x, loop *l, uint32_t stage) {
  guesser g = {.x = x, .p = x->p, .l = l, .words = loops_words(l)};
  const loop_rows *rows = &l->rows;
  g.scratch = mem_array(x->m, g.words, sizeof *g.scratch);
  l->candidates.count = 0;
  look_at_constants(&g);
  fill_chance(&g);
  take_given(&g);
  take_learned(&g);
  look_at_conditions(&g);
  guess_affine(&g, NULL);
  for (size_t i = 0; i < rows->changing && i < MOST_BOUNDED; i++)
    bound(&g, rows->variables.at[i]);
  for (size_t i = 0; i < rows->changing; i++)
    for (size_t j = i + 1; j < rows->variables.count; j++)
      compare(&g, rows->variables.at[i], rows->variables.at[j]);
  for (size_t i = 0; i < rows->changing && i < MOST_BOUNDED; i++)
    remainders(&g, i, stage > 2 || has_remainders(x->p, l));
  if (stage > 1 && rows->known.count) {
    for (size_t n = 0; n < g.arms.count; n++) {
      guess_atom arm = g.arms.at[n];
      guess_affine(&g, &arm);
      either_with(&g, &arm, stage);
    }
  }
  l->stage = stage;
  note_speech(x, l);
  guess_clear(&g);
}

void loops_start_again(loops *x) {
  for (uint32_t i = 0; i < x->count; i++) {
    loop *l = &x->all[i];
    l->candidates.count = l->array_candidates.count = 0;
    l->has_array_candidates = false;
    l->stage = l->array_samples = 0;
  }
}

void loops_guess(loops *x, uint32_t stage) {
  for (uint32_t i = 0; i < x->count; i++)
    if (x->all[i].is_wanted && x->all[i].stage < stage)
      guess(x, &x->all[i], stage);
}
