/* Clauses for contracts, from the program's own conditions and constants.
 * Required: conditions of the function, and of those that call it, about
 * arguments and globals; bounds; comparisons. Ensured: bounds of the result and
 * of the globals that change, comparisons and sums with the values at the
 * entry, what callers ask of the result; and each of these under a condition
 * on the values at the entry. */
#include "engine/panda/calls.h"

enum {
  MOST_CLAUSES = 3000,
  MOST_FACTS = 240,
  MOST_GUARDS = 12,
  MOST_CONSTANTS = 24,
  MOST_DEPTH = 12 /* of a condition */
};

/* A variable, and what stands for it. */
typedef struct renaming {
  uint32_t from, to;
} renaming;

typedef vec(uint32_t) numbers;

/* What is bounded and compared, as an expression. */
typedef struct subject {
  uint32_t x;
  unsigned width;
  bool is_signed;
} subject;

typedef struct guesser {
  calls *x;
  cfa *p;
  contract *c;
  uint32_t function;
  vec(uint64_t) constants; /* of 64 bits, as numbers with a sign */
  vec(renaming) names;
  vec(subject) subjects;
  numbers guards;
} guesser;

/* ---- Expressions ----------------------------------------------------- */

static uint32_t apply(guesser *g, bits_op op, unsigned width, uint32_t a,
                      uint32_t b) {
  return cfa_apply(g->x->m, g->p, op, width, a, b, CFA_NONE);
}

static uint32_t not_x(guesser *g, uint32_t x) {
  return apply(g, BITS_NOT, 1, x, CFA_NONE);
}

static uint32_t now(guesser *g, uint32_t v) {
  cfa_expression e = {.kind = CFA_VARIABLE,
                      .width = g->p->variables.at[v].width,
                      .a = v,
                      .b = CFA_NONE,
                      .c = CFA_NONE};
  return cfa_express(g->x->m, g->p, &e);
}

static uint32_t ghost(guesser *g, cfa_ghost kind, uint32_t v, unsigned width,
                      bool is_signed) {
  cfa_expression e = {.kind = CFA_GHOST,
                      .width = (uint8_t)width,
                      .is_signed = is_signed,
                      .a = v,
                      .b = CFA_NONE,
                      .c = CFA_NONE,
                      .value = kind};
  return cfa_express(g->x->m, g->p, &e);
}

static uint32_t old(guesser *g, uint32_t v) {
  const cfa_variable *x = &g->p->variables.at[v];
  return ghost(g, CFA_GHOST_OLD, v, x->width, x->is_signed);
}

/* The condition with other names, CFA_NONE: it speaks of what has none, or of
 * memory, or may make inputs. */
static uint32_t renamed(guesser *g, uint32_t x, int depth) {
  const cfa_expression e = g->p->expressions.at[x];
  uint32_t operands[3], to[3] = {CFA_NONE, CFA_NONE, CFA_NONE};
  if (e.is_pointer || depth > MOST_DEPTH)
    return CFA_NONE;
  if (e.kind == CFA_CONSTANT)
    return x;
  if (e.kind == CFA_VARIABLE) {
    vec_each (const renaming, n, &g->names)
      if (n->from == e.a)
        return n->to;
    return CFA_NONE;
  }
  if (e.kind != CFA_APPLY || (e.op >= BITS_UDIV && e.op <= BITS_SREM) ||
      (e.op >= BITS_SHL && e.op <= BITS_ASHR))
    return CFA_NONE;
  size_t n = cfa_operands(&e, operands);
  for (size_t i = 0; i < n; i++) {
    to[i] = renamed(g, operands[i], depth + 1);
    if (to[i] == CFA_NONE)
      return CFA_NONE;
  }
  return cfa_apply(g->x->m, g->p, e.op, e.width, to[0], to[1], to[2]);
}

static void name(guesser *g, uint32_t from, uint32_t to) {
  renaming r = {from, to};
  vec_push(g->x->m, &g->names, r);
}

/* ---- Lists ----------------------------------------------------------- */

/* Its number in the list; CFA_NONE: there is no room for it. 'stronger' is the
 * number of one that implies it. */
static uint32_t add_weaker(guesser *g, clauses *to, uint32_t condition,
                           uint32_t stronger, uint32_t another) {
  clause c = {.condition = condition, .stronger = {stronger, another}};
  for (size_t i = 0; i < to->count; i++)
    if (to->at[i].condition == condition)
      return (uint32_t)i;
  if (to->count == MOST_CLAUSES ||
      g->p->expressions.at[condition].kind == CFA_CONSTANT)
    return CFA_NONE;
  vec_push(g->x->m, to, c);
  return (uint32_t)(to->count - 1);
}

static void add(guesser *g, clauses *to, uint32_t condition) {
  add_weaker(g, to, condition, CFA_NONE, CFA_NONE);
}

static void add_number(guesser *g, numbers *to, size_t most, uint32_t x) {
  vec_each (const uint32_t, y, to)
    if (*y == x)
      return;
  if (to->count < most)
    vec_push(g->x->m, to, x);
}

static void add_constant(guesser *g, uint64_t x) {
  for (size_t i = 0; i < g->constants.count; i++)
    if (g->constants.at[i] == x)
      return;
  if (g->constants.count < MOST_CONSTANTS)
    vec_push(g->x->m, &g->constants, x);
}

/* ---- Constants ------------------------------------------------------- */

static void constants_of(guesser *g, uint32_t root) {
  if (root == CFA_NONE)
    return;
  const cfa_expression *x = &g->p->expressions.at[root];
  uint32_t operands[3] = {root, CFA_NONE, CFA_NONE};
  size_t n = x->kind == CFA_CONSTANT ? 1 : cfa_operands(x, operands);
  for (size_t k = 0; k < n; k++) {
    const cfa_expression *c = &g->p->expressions.at[operands[k]];
    if (c->kind != CFA_CONSTANT || c->is_pointer)
      continue;
    uint64_t v = (uint64_t)bits_signed(c->value, c->width);
    add_constant(g, v);
    add_constant(g, v + 1);
    add_constant(g, v - 1);
  }
}

/* Of a function: what it compares with, assigns, returns and gives away. */
static void constants_in(guesser *g, uint32_t function) {
  for (size_t i = 0; i < g->p->edges.count; i++) {
    const cfa_edge *e = &g->p->edges.at[i];
    if (g->p->locations.at[e->from].function != function)
      continue;
    if (e->kind == CFA_ASSUME || e->kind == CFA_ASSIGN || e->kind == CFA_RETURN)
      constants_of(g, e->a);
    for (uint32_t n = 0; e->kind == CFA_CALL && n < e->arguments; n++)
      constants_of(g, g->p->arguments.at[e->first_argument + n]);
  }
}

static void look_at_constants(guesser *g) {
  add_constant(g, 0);
  add_constant(g, 1);
  constants_in(g, g->function);
  for (size_t i = 0; i < g->p->edges.count; i++) {
    const cfa_edge *e = &g->p->edges.at[i];
    uint32_t of = g->p->locations.at[e->from].function;
    if (e->kind == CFA_CALL && e->function == g->function && of != e->function)
      constants_in(g, of);
  }
}

/* ---- Bounds ---------------------------------------------------------- */

typedef struct constants {
  uint64_t at[MOST_CONSTANTS]; /* cut to the width */
  size_t count;
} constants;

static bool is_less(const subject *s, uint64_t a, uint64_t b) {
  return s->is_signed ? bits_signed(a, s->width) < bits_signed(b, s->width)
                      : a < b;
}

/* Those that fit, in the order of the subject. */
static void sort_constants(const guesser *g, const subject *s, constants *to) {
  to->count = 0;
  for (size_t i = 0; i < g->constants.count; i++) {
    uint64_t cut = bits_cut(g->constants.at[i], s->width);
    size_t n = to->count;
    if ((uint64_t)bits_signed(cut, s->width) != g->constants.at[i])
      continue;
    for (; n && is_less(s, cut, to->at[n - 1]); n--)
      to->at[n] = to->at[n - 1];
    to->at[n] = cut;
    to->count++;
  }
}

/* Tight ones first: a bound is looked at when the tighter one has failed. */
static void bound(guesser *g, clauses *to, const subject *s) {
  bits_op at_most = s->is_signed ? BITS_SLE : BITS_ULE;
  constants all;
  sort_constants(g, s, &all);
  uint32_t tighter = CFA_NONE;
  for (size_t i = 0; i < all.count; i++) {
    uint32_t c = cfa_constant(g->x->m, g->p, s->width, all.at[i]);
    tighter =
        add_weaker(g, to, apply(g, at_most, 1, s->x, c), tighter, CFA_NONE);
  }
  tighter = CFA_NONE;
  for (size_t i = all.count; i-- > 0;) {
    uint32_t c = cfa_constant(g->x->m, g->p, s->width, all.at[i]);
    tighter =
        add_weaker(g, to, apply(g, at_most, 1, c, s->x), tighter, CFA_NONE);
  }
}

/* ---- Conditions of the program --------------------------------------- */

static void each_condition(guesser *g, uint32_t function,
                           void (*take)(guesser *, uint32_t)) {
  size_t edges = g->p->edges.count;
  for (size_t i = 0; i < edges; i++) {
    const cfa_edge *e = &g->p->edges.at[i];
    if (e->kind != CFA_ASSUME || !e->holds ||
        g->p->locations.at[e->from].function != function)
      continue;
    uint32_t x = renamed(g, e->a, 0);
    if (x != CFA_NONE)
      take(g, x);
  }
}

static void take_guard(guesser *g, uint32_t x) {
  add_number(g, &g->guards, MOST_GUARDS, x);
  add_number(g, &g->guards, MOST_GUARDS, not_x(g, x));
}

static void take_fact(guesser *g, uint32_t x) {
  add(g, &g->c->ensures, x);
  add(g, &g->c->ensures, not_x(g, x));
}

static void take_required(guesser *g, uint32_t x) {
  add(g, &g->c->requires, x);
  add(g, &g->c->requires, not_x(g, x));
}

/* The caller's names of the arguments. */
static void name_arguments(guesser *g, const cfa_edge *e, bool as_old) {
  const cfa_function *f = &g->p->functions.at[g->function];
  for (uint32_t n = 0; n < e->arguments && n < f->parameters; n++) {
    const cfa_expression a =
        g->p->expressions.at[g->p->arguments.at[e->first_argument + n]];
    uint32_t v = f->first_variable + n;
    const cfa_variable *x = &g->p->variables.at[v];
    if (a.kind == CFA_VARIABLE && x->is_scalar && !x->is_pointer)
      name(g, a.a, as_old ? old(g, v) : now(g, v));
  }
}

static void name_known(guesser *g, bool as_old, bool globals_only) {
  vec_each (const uint32_t, v, &g->c->known)
    if (!globals_only || g->p->variables.at[*v].function == CFA_NONE)
      name(g, *v, as_old ? old(g, *v) : now(g, *v));
}

static void look_at_caller(guesser *g, cfa_edge e) {
  const cfa_function *f = &g->p->functions.at[g->function];
  uint32_t caller = g->p->locations.at[e.from].function;
  g->names.count = 0;
  name_arguments(g, &e, false);
  name_known(g, false, true);
  each_condition(g, caller, take_required);
  g->names.count = 0;
  if (e.variable != CFA_NONE && !f->result_is_pointer)
    name(g, e.variable,
         ghost(g, CFA_GHOST_RESULT, CFA_NONE, f->result_width,
               g->p->variables.at[e.variable].is_signed));
  name_arguments(g, &e, true);
  name_known(g, false, true);
  each_condition(g, caller, take_fact);
}

static void look_at_conditions(guesser *g) {
  g->names.count = 0;
  name_known(g, false, false);
  each_condition(g, g->function, take_required);
  g->names.count = 0;
  name_known(g, true, false);
  each_condition(g, g->function, take_guard);
  size_t edges = g->p->edges.count;
  for (size_t i = 0; i < edges; i++) {
    cfa_edge e = g->p->edges.at[i];
    if (e.kind == CFA_CALL && e.function == g->function)
      look_at_caller(g, e);
  }
}

/* ---- What is required ------------------------------------------------ */

static void require_order(guesser *g, uint32_t v, uint32_t u) {
  const cfa_variable a = g->p->variables.at[v], b = g->p->variables.at[u];
  if (a.width != b.width)
    return;
  bits_op at_most = a.is_signed || b.is_signed ? BITS_SLE : BITS_ULE;
  uint32_t x = now(g, v), y = now(g, u);
  add(g, &g->c->requires, apply(g, BITS_EQ, 1, x, y));
  add(g, &g->c->requires, apply(g, at_most, 1, x, y));
  add(g, &g->c->requires, apply(g, at_most, 1, y, x));
}

static void guess_required(guesser *g) {
  const contract *c = g->c;
  for (size_t i = 0; i < c->known.count; i++)
    bound(g, &g->c->requires,
          &(subject){now(g, c->known.at[i]),
                     g->p->variables.at[c->known.at[i]].width,
                     g->p->variables.at[c->known.at[i]].is_signed});
  for (size_t i = 0; i < c->known.count; i++)
    for (size_t j = i + 1; j < c->known.count; j++)
      require_order(g, c->known.at[i], c->known.at[j]);
}

/* ---- What is ensured ------------------------------------------------- */

static bool result_is_signed(const guesser *g) {
  vec_each (const cfa_edge, e, &g->p->edges)
    if (e->kind == CFA_CALL && e->function == g->function &&
        e->variable != CFA_NONE && g->p->variables.at[e->variable].is_signed)
      return true;
  vec_each (const uint32_t, v, &g->c->known)
    if (g->p->variables.at[*v].is_signed)
      return true;
  return false;
}

static void find_subjects(guesser *g) {
  const cfa_function f = g->p->functions.at[g->function];
  if (f.result_width && !f.result_is_pointer) {
    bool is_signed = result_is_signed(g);
    subject s = {
        ghost(g, CFA_GHOST_RESULT, CFA_NONE, f.result_width, is_signed),
        f.result_width, is_signed};
    vec_push(g->x->m, &g->subjects, s);
  }
  vec_each (const uint32_t, v, &g->c->scalars) {
    const cfa_variable y = g->p->variables.at[*v];
    subject s = {now(g, *v), y.width, y.is_signed};
    if (!y.is_pointer)
      vec_push(g->x->m, &g->subjects, s);
  }
}

static void fact(guesser *g, uint32_t x) {
  if (g->c->ensures.count < MOST_FACTS)
    add(g, &g->c->ensures, x);
}

static void compare_with(guesser *g, const subject *s, uint32_t y) {
  bits_op at_most = s->is_signed ? BITS_SLE : BITS_ULE;
  fact(g, apply(g, BITS_EQ, 1, s->x, y));
  fact(g, apply(g, at_most, 1, s->x, y));
  fact(g, apply(g, at_most, 1, y, s->x));
}

static void equal_sum(guesser *g, const subject *s, bits_op op, uint32_t x,
                      uint32_t y) {
  fact(g, apply(g, BITS_EQ, 1, s->x, apply(g, op, s->width, x, y)));
}

/* With the values at the entry, plus a constant, and their sums. */
static void compare_with_old(guesser *g, const subject *s, size_t i) {
  const contract *c = g->c;
  if (g->p->variables.at[c->known.at[i]].width != s->width)
    return;
  uint32_t x = old(g, c->known.at[i]);
  compare_with(g, s, x);
  for (size_t j = 0; j < c->known.count; j++) {
    if (g->p->variables.at[c->known.at[j]].width != s->width)
      continue;
    uint32_t y = old(g, c->known.at[j]);
    if (j >= i)
      equal_sum(g, s, BITS_ADD, x, y);
    if (j != i)
      equal_sum(g, s, BITS_SUB, x, y);
  }
  constants all;
  sort_constants(g, s, &all);
  for (size_t n = 0; n < all.count; n++) {
    uint32_t k = cfa_constant(g->x->m, g->p, s->width, all.at[n]);
    if (!all.at[n])
      continue;
    equal_sum(g, s, BITS_ADD, x, k);
    equal_sum(g, s, BITS_SUB, x, k);
  }
}

static void guess_facts(guesser *g) {
  for (size_t i = 0; i < g->subjects.count; i++) {
    const subject s = g->subjects.at[i];
    constants all;
    bound(g, &g->c->ensures, &s);
    sort_constants(g, &s, &all);
    for (size_t n = 0; n < all.count; n++) {
      uint32_t k = cfa_constant(g->x->m, g->p, s.width, all.at[n]);
      fact(g, apply(g, BITS_EQ, 1, s.x, k));
    }
    for (size_t n = 0; n < g->c->known.count; n++)
      compare_with_old(g, &s, n);
    for (size_t n = 0; n < i; n++)
      if (g->subjects.at[n].width == s.width)
        compare_with(g, &s, g->subjects.at[n].x);
  }
}

/* Even or odd: what is called by turns often tells that. */
static void guess_parity(guesser *g) {
  const cfa_function f = g->p->functions.at[g->function];
  for (uint32_t n = 0; n < f.parameters; n++) {
    const cfa_variable y = g->p->variables.at[f.first_variable + n];
    if (!y.is_scalar || y.is_pointer || y.width < 8)
      continue;
    uint32_t one = cfa_constant(g->x->m, g->p, y.width, 1);
    uint32_t zero = cfa_constant(g->x->m, g->p, y.width, 0);
    uint32_t last =
        apply(g, BITS_AND, y.width, old(g, f.first_variable + n), one);
    take_guard(g, apply(g, BITS_EQ, 1, last, zero));
  }
}

/* Each of them, or a condition on the values at the entry. */
static void guard_facts(guesser *g) {
  clauses *to = &g->c->ensures;
  size_t facts = to->count;
  numbers guarded = {0};
  vec_resize(g->x->m, &guarded, facts);
  vec_each (const uint32_t, y, &g->guards)
    for (uint32_t i = 0; i < facts; i++) {
      uint32_t tighter = to->at[i].stronger[0];
      uint32_t x = apply(g, BITS_OR, 1, *y, to->at[i].condition);
      if (tighter != CFA_NONE)
        tighter = guarded.at[tighter];
      guarded.at[i] = add_weaker(g, to, x, i, tighter);
    }
  vec_free(g->x->m, &guarded);
}

static void guess(calls *x, uint32_t function) {
  guesser g = {.x = x, .p = x->p, .c = &x->all[function], .function = function};
  look_at_constants(&g);
  look_at_conditions(&g);
  guess_required(&g);
  guess_parity(&g);
  find_subjects(&g);
  guess_facts(&g);
  guard_facts(&g);
  vec_free(x->m, &g.constants);
  vec_free(x->m, &g.names);
  vec_free(x->m, &g.subjects);
  vec_free(x->m, &g.guards);
}

void calls_guess(calls *x) {
  for (uint32_t f = 0; f < x->p->functions.count; f++) {
    const contract *c = &x->all[f];
    if (c->is_wanted && !c->requires.count && !c->ensures.count)
      guess(x, f);
  }
}
