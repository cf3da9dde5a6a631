#include "tests/symbolic_ltl/system.h"

#include <stdlib.h>

uint32_t random_below(uint64_t *seed, uint32_t n) {
  *seed += UINT64_C(0x9e3779b97f4a7c15);
  uint64_t z = *seed;
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return (uint32_t)((z ^ z >> 31) >> 16) % n;
}

/* Bits of 'mask' are any, the others as they were. */
static uint32_t changed(table *t, uint32_t value, uint32_t mask) {
  return (value & ~mask) | (random_below(&t->seed, MOST_VALUES) & mask);
}

static void random_rule(mem *m, table *t, uint32_t rule, uint32_t masks[3]) {
  uint32_t g_values = 1U << t->globals, l_values = 1U << t->locals;
  uint32_t kind = random_below(&t->seed, 5);
  move r = {.rule = rule, .kind = SYM_SWAP};
  r.kind = kind < 2 ? SYM_SWAP : kind < 4 ? SYM_PUSH : SYM_POP;
  r.from = random_below(&t->seed, t->symbols);
  r.to = random_below(&t->seed, t->symbols);
  r.below = random_below(&t->seed, t->symbols);
  masks[0] = random_below(&t->seed, g_values);
  masks[1] = r.kind == SYM_PUSH   ? l_values - 1
             : r.kind == SYM_SWAP ? random_below(&t->seed, l_values)
                                  : 0;
  masks[2] = r.kind == SYM_PUSH ? random_below(&t->seed, l_values) : 0;
  uint32_t density = 1 + random_below(&t->seed, 4);
  for (r.globals = 0; r.globals < g_values; r.globals++)
    for (r.locals = 0; r.locals < l_values; r.locals++)
      for (uint32_t k = random_below(&t->seed, density + 1); k-- > 0;) {
        r.globals_next = changed(t, r.globals, masks[0]);
        r.locals_next = changed(t, r.kind == SYM_PUSH ? 0 : r.locals, masks[1]);
        r.locals_below = changed(t, r.locals, masks[2]);
        vec_push(m, &t->moves, r);
      }
}

static void random_automaton(mem *m, table *t) {
  omega *a = &t->automaton;
  a->states = 1 + random_below(&t->seed, MOST_STATES);
  a->initial = random_below(&t->seed, a->states);
  a->sets = 1;
  a->state_based = true;
  uint32_t rare = 1 + random_below(&t->seed, 3);
  uint32_t degree = 1 + random_below(&t->seed, 3);
  for (uint32_t q = 0; q < a->states; q++) {
    bool accepting = random_below(&t->seed, 1 + rare) == 0;
    for (uint32_t k = random_below(&t->seed, degree + 1) + (q == 0); k-- > 0;) {
      omega_edge e = {.from = q, .to = random_below(&t->seed, a->states)};
      e.first_cube = (uint32_t)a->cubes.count;
      e.cubes = 1 + random_below(&t->seed, 2);
      e.marks = accepting;
      for (uint32_t c = 0; c < e.cubes; c++) {
        uint64_t mask = random_below(&t->seed, 1 << ATOMS) &
                        random_below(&t->seed, 1 << ATOMS);
        omega_cube cube = {mask, mask & random_below(&t->seed, 1 << ATOMS)};
        vec_push(m, &a->cubes, cube);
      }
      vec_push(m, &a->edges, e);
    }
  }
  omega_index(m, a);
}

/* What each rule changes; kept here since only building needs it. */
static uint32_t rule_masks[32][3];

void table_random(mem *m, uint64_t seed, table *t) {
  memset(t, 0, sizeof *t);
  t->seed = seed * 1000003 + 17;
  t->globals = random_below(&t->seed, MOST_BITS + 1);
  t->locals = random_below(&t->seed, MOST_BITS + 1);
  t->symbols = 1 + random_below(&t->seed, MOST_SYMBOLS);
  t->rules = 2 + random_below(&t->seed, 9);
  for (uint32_t i = 0; i < t->rules; i++) {
    random_rule(m, t, i, rule_masks[i]);
    if (random_below(&t->seed, 2)) /* the last atom is often an event */
      t->rule_events[i] = random_below(&t->seed, 1 << ATOMS) &
                          (random_below(&t->seed, 2) ? 4U : 7U);
  }
  for (uint32_t n = 0; n < MOST_SYMBOLS; n++)
    for (uint32_t g = 0; g < MOST_VALUES; g++)
      for (uint32_t l = 0; l < MOST_VALUES; l++)
        t->holds[n][g][l] = random_below(&t->seed, 4);
  t->start = random_below(&t->seed, t->symbols);
  for (uint32_t k = 1 + random_below(&t->seed, 2); k-- > 0;)
    t->initial[random_below(&t->seed, 1U << t->globals)]
              [random_below(&t->seed, 1U << t->locals)] = true;
  random_automaton(m, t);
}

typedef struct point {
  uint32_t variables[4 * (2 * MOST_BITS)];
  bool values[4 * (2 * MOST_BITS)];
  size_t count;
} point;

static void fix(point *p, const sympds *s, bool global, uint32_t mask,
                sym_copy copy, uint32_t value) {
  for (uint32_t i = 0; i < MOST_BITS; i++)
    if (mask >> i & 1) {
      p->variables[p->count] =
          global ? sym_global(s, i, copy) : sym_local(s, i, copy);
      p->values[p->count++] = value >> i & 1;
    }
}

static dd head(const table *t, const sympds *s, uint32_t globals,
               uint32_t locals) {
  point p = {.count = 0};
  fix(&p, s, true, (1U << t->globals) - 1, SYM_NOW, globals);
  fix(&p, s, false, (1U << t->locals) - 1, SYM_NOW, locals);
  return dd_point(s->d, p.variables, p.values, p.count);
}

static uint32_t bits_of(uint32_t mask, uint32_t *out) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < MOST_BITS; i++)
    if (mask >> i & 1)
      out[count++] = i;
  return count;
}

static void build_rule(const table *t, sympds *s, uint32_t rule) {
  const uint32_t *masks = rule_masks[rule];
  dd relation = DD_FALSE;
  sym_rule r = {.source = rule};
  vec_each (const move, y, &t->moves) {
    if (y->rule != rule)
      continue;
    r.kind = y->kind;
    r.from = y->from;
    r.to = y->kind == SYM_POP ? SYM_NONE : y->to;
    r.below = y->kind == SYM_PUSH ? y->below : SYM_NONE;
    point p = {.count = 0};
    fix(&p, s, true, masks[0], SYM_NEXT, y->globals_next);
    fix(&p, s, false, masks[1], SYM_NEXT, y->locals_next);
    fix(&p, s, false, masks[2], SYM_BELOW, y->locals_below);
    dd here = dd_and(s->d, head(t, s, y->globals, y->locals),
                     dd_point(s->d, p.variables, p.values, p.count));
    relation = dd_or(s->d, relation, here);
  }
  if (relation == DD_FALSE)
    return;
  uint32_t globals[MOST_BITS], locals[MOST_BITS], below[MOST_BITS];
  r.relation = relation;
  r.changes_globals = bits_of(masks[0], globals);
  r.changes_locals = r.kind == SYM_SWAP ? bits_of(masks[1], locals) : 0;
  r.changes_below = bits_of(masks[2], below);
  sympds_add_rule(s, &r, globals, locals, below);
}

static void build_letters(mem *m, const table *t, sympds *s, sym_letters *l) {
  l->atoms = ATOMS;
  l->holds = mem_array(m, (size_t)s->symbols * ATOMS, sizeof(dd));
  l->events = mem_array(m, s->rules.count + 1, sizeof *l->events);
  for (size_t i = 0; i < s->rules.count; i++)
    l->events[i] = t->rule_events[s->rules.at[i].source];
  for (uint32_t n = 0; n < s->symbols; n++)
    for (uint32_t i = 0; i < ATOMS; i++) {
      dd x = DD_FALSE;
      for (uint32_t g = 0; g < 1U << t->globals; g++)
        for (uint32_t k = 0; k < 1U << t->locals; k++)
          if (t->holds[n][g][k] >> i & 1)
            x = dd_or(s->d, x, head(t, s, g, k));
      dd_keep(s->d, &l->holds[(size_t)n * ATOMS + i], x);
    }
}

void table_build(mem *m, dds *d, table *t, sympds *s, sym_letters *l) {
  uint32_t bits = sym_repeat_bits(&t->automaton), positions[8];
  uint32_t all = t->globals + bits + t->locals;
  size_t mark = dd_mark(d);
  for (uint32_t i = 0; i < all; i++) { /* in any order */
    uint32_t k = random_below(&t->seed, i + 1);
    positions[i] = positions[k];
    positions[k] = i;
  }
  sympds_init(s, m, d, t->globals + bits, t->locals, positions, t->symbols);
  for (uint32_t i = 0; i < t->rules; i++)
    build_rule(t, s, i);
  sympds_finish(s);
  s->start = t->start;
  dd initial = DD_FALSE;
  for (uint32_t g = 0; g < 1U << t->globals; g++)
    for (uint32_t k = 0; k < 1U << t->locals; k++)
      if (t->initial[g][k])
        initial = dd_or(d, initial, head(t, s, g, k));
  dd_keep(d, &s->initial, initial);
  build_letters(m, t, s, l);
  dd_release(d, mark);
}

void table_drop(mem *m, dds *d, table *t, sympds *s, sym_letters *l) {
  (void)t;
  for (size_t i = 0; i < (size_t)s->symbols * ATOMS; i++)
    dd_keep(d, &l->holds[i], DD_FALSE);
  vec_each (sym_rule, r, &s->rules)
    dd_keep(d, &r->relation, DD_FALSE);
  dd_keep(d, &s->initial, DD_FALSE);
  (void)m;
}
