#include "tests/pushdown_ltl/instance.h"

#include "logic/translate.h"

#include <stdio.h>
#include <stdlib.h>

uint32_t instance_random(uint64_t *seed, uint32_t below) {
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return (uint32_t)((*seed >> 20) % below);
}

static void add_name(mem *m, names *t, const char *prefix, uint32_t number) {
  char name[32];
  int length = snprintf(name, sizeof name, "%s%u", prefix, (unsigned)number);
  names_insert(m, t, name, (size_t)length);
}

static void add_names(mem *m, names *t, const char *prefix, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    add_name(m, t, prefix, i);
}

static uint32_t random_state(uint64_t *seed, const pds *p, const paut *a) {
  uint32_t n = pds_state_count(p) + names_count(&a->extra);
  uint32_t s = instance_random(seed, n);
  return s < pds_state_count(p) ? s : PAUT_EXTRA + s - pds_state_count(p);
}

static void random_set(mem *m, uint64_t *seed, const pds *p, paut *a,
                       uint32_t most_extra, uint32_t most_edges) {
  uint32_t extras = instance_random(seed, most_extra + 1);
  uint32_t edges = instance_random(seed, most_edges + 1) + 1;
  for (uint32_t i = 0; i < extras; i++)
    paut_add_state(m, a);
  for (uint32_t i = 0; i < edges; i++) {
    uint32_t label = instance_random(seed, pds_symbol_count(p));
    uint32_t kind = instance_random(seed, 10);
    if (kind == 0)
      label = PAUT_EPSILON;
    else if (kind < 4)
      label = paut_add_set(m, a, kind < 3, &label, kind == 1 ? 0 : 1);
    uint32_t from = random_state(seed, p, a);
    if (instance_random(seed, 2))
      from = instance_random(seed, pds_state_count(p));
    uint32_t to = random_state(seed, p, a);
    if (extras && instance_random(seed, 3))
      to = PAUT_EXTRA + instance_random(seed, extras);
    paut_add_edge(m, a, from, label, to);
  }
  for (uint32_t i = instance_random(seed, 2) + 1; i-- > 0;)
    paut_add_accepting(m, a, random_state(seed, p, a));
}

static void random_rule(mem *m, uint64_t *seed, pds *p) {
  uint32_t states = pds_state_count(p), symbols = pds_symbol_count(p);
  bool wild = instance_random(seed, 8) == 0;
  pds_rule r = {.from = instance_random(seed, states),
                .to = instance_random(seed, states),
                .top = instance_random(seed, symbols),
                .length = instance_random(seed, 3),
                .action = PDS_NONE};
  if (wild)
    r.top = PDS_ANY;
  for (uint32_t i = 0; i < r.length; i++) {
    r.push[i] = instance_random(seed, symbols);
    if (wild && instance_random(seed, 2))
      r.push[i] = PDS_ANY;
  }
  if (instance_random(seed, 3) == 0)
    r.action = instance_random(seed, names_count(&p->actions));
  pds_add_rule(m, p, &r, NULL);
}

/* One or two rules for nearly every head, calls and returns above all. */
static void dense_rules(mem *m, uint64_t *seed, pds *p) {
  static const uint32_t lengths[] = {0, 0, 0, 1, 1, 2, 2, 2};
  uint32_t states = pds_state_count(p), symbols = pds_symbol_count(p);
  for (uint32_t s = 0; s < states; s++)
    for (uint32_t g = 0; g < symbols; g++)
      for (uint32_t i = (instance_random(seed, 20) + 12) / 13; i-- > 0;) {
        pds_rule r = {.from = s,
                      .top = g,
                      .to = instance_random(seed, states),
                      .length = lengths[instance_random(seed, 8)],
                      .push = {instance_random(seed, symbols),
                               instance_random(seed, symbols)},
                      .action = PDS_NONE};
        if (instance_random(seed, 4) == 0)
          r.action = instance_random(seed, 2);
        pds_add_rule(m, p, &r, NULL);
      }
}

static void random_atoms(instance *x, uint64_t *seed, bool with_sets) {
  static const char *const prefixes[] = {"state.p", "top.a", "@x", "set.s"};
  const uint32_t counts[] = {pds_state_count(&x->p), pds_symbol_count(&x->p), 2,
                             (uint32_t)x->p.named_sets.count};
  for (uint32_t i = instance_random(seed, 4); i-- > 0;) {
    uint32_t kind = instance_random(seed, with_sets ? 5 : 3);
    kind = kind < 3 ? kind : 3;
    add_name(&x->mem, &x->atoms, prefixes[kind],
             instance_random(seed, counts[kind]));
  }
}

static void random_automaton(instance *x, uint64_t *seed, uint32_t most) {
  mem *m = &x->mem;
  omega *a = &x->a;
  uint32_t atoms = names_count(&x->atoms);
  a->states = instance_random(seed, most) + 1;
  a->initial = instance_random(seed, a->states);
  a->sets = 1;
  a->state_based = true;
  for (uint32_t q = 0; q < a->states; q++) {
    uint64_t marks = instance_random(seed, 3) == 0;
    uint32_t edges = instance_random(seed, 4);
    vec_push(m, &a->first, (uint32_t)a->edges.count);
    for (uint32_t i = 0; i < edges; i++) {
      omega_edge e = {q, instance_random(seed, a->states),
                      (uint32_t)a->cubes.count, instance_random(seed, 2) + 1,
                      marks};
      vec_push(m, &a->edges, e);
      for (uint32_t k = 0; k < e.cubes; k++) {
        omega_cube c = {0, 0};
        for (uint32_t t = 0; t < atoms; t++)
          if (instance_random(seed, 3) == 0) {
            c.mask |= UINT64_C(1) << t;
            c.value |= (uint64_t)instance_random(seed, 2) << t;
          }
        vec_push(m, &a->cubes, c);
      }
    }
  }
  vec_push(m, &a->first, (uint32_t)a->edges.count);
}

static void add_edge(instance *x, uint32_t from, uint32_t to, uint64_t mask,
                     uint64_t value, uint64_t marks) {
  omega_edge e = {from, to, (uint32_t)x->a.cubes.count, 1, marks};
  omega_cube c = {mask, value};
  vec_push(&x->mem, &x->a.cubes, c);
  vec_push(&x->mem, &x->a.edges, e);
}

/* Infinitely often 'atom 0', or 'for ever not atom 0'; after 'atom 1' first, if
 * there is one and the coin says so. */
static void waiting_automaton(instance *x, uint64_t *seed) {
  omega *a = &x->a;
  uint32_t atoms = names_count(&x->atoms), kind = instance_random(seed, 4);
  uint64_t zero = atoms > 0, one = atoms > 1 ? 2 : 0;
  a->states = 3;
  a->sets = 1;
  a->state_based = true;
  vec_push(&x->mem, &a->first, 0);
  add_edge(x, 0, 0, 0, 0, 0);
  add_edge(x, 0, 1, one, kind & 1 ? one : 0, 0);
  vec_push(&x->mem, &a->first, 2);
  if (kind & 2) {
    add_edge(x, 1, 1, 0, 0, 0);
    add_edge(x, 1, 2, zero, zero, 0);
    vec_push(&x->mem, &a->first, 4);
    add_edge(x, 2, 1, 0, 0, 1);
  } else {
    add_edge(x, 1, 2, one, 0, 0);
    vec_push(&x->mem, &a->first, 3);
    add_edge(x, 2, 2, zero, 0, 1);
  }
  vec_push(&x->mem, &a->first, (uint32_t)a->edges.count);
}

static void random_formula(instance *x, uint64_t *seed) {
  static const ltl_op unary[] = {LTL_NOT, LTL_NEXT, LTL_FINALLY, LTL_GLOBALLY};
  static const ltl_op binary[] = {LTL_AND,   LTL_OR,      LTL_IMPLIES,
                                  LTL_UNTIL, LTL_RELEASE, LTL_WEAK,
                                  LTL_AND,   LTL_EQUIV};
  mem *m = &x->mem;
  ltl *t = &x->table;
  uint32_t atoms = names_count(&x->atoms), made[12], count = 0;
  report r = {0};
  for (uint32_t i = 0; i < atoms; i++)
    made[count++] =
        ltl_atom(m, t, names_text(&x->atoms, i), names_length(&x->atoms, i));
  if (count == 0)
    made[count++] = ltl_make(m, t, LTL_TRUE, LTL_NONE, LTL_NONE);
  for (uint32_t i = instance_random(seed, 6) + 1; i-- > 0; count++) {
    uint32_t left = made[instance_random(seed, count)];
    uint32_t right = made[instance_random(seed, count)];
    made[count] =
        instance_random(seed, 2)
            ? ltl_make(m, t, unary[instance_random(seed, 4)], left, LTL_NONE)
            : ltl_make(m, t, binary[instance_random(seed, 8)], left, right);
  }
  x->has_formula = true;
  x->formula = made[count - 1];
  uint32_t negation = ltl_make(m, t, LTL_NOT, x->formula, LTL_NONE);
  translate_options o = {TRANSLATE_FULL, false};
  if (!translate(m, &x->clock, t, negation, &o, &r, &x->a)) {
    printf("%s\n", r.entries[0].message);
    abort();
  }
}

instance *instance_new(uint64_t number, const instance_shape *shape) {
  instance *x = calloc(1, sizeof *x);
  report r = {0};
  if (!x)
    abort();
  uint64_t s = (number + 1) * UINT64_C(0x9E3779B97F4A7C15), *seed = &s;
  for (int i = 0; i < 5; i++)
    instance_random(seed, 2);
  x->budget.fail_in = -1;
  mem_init(&x->mem, &x->budget);
  x->clock.budget = &x->budget;
  progress_begin(&x->clock, "test");
  mem *m = &x->mem;
  pds *p = &x->p;
  add_names(m, &p->states, "p", instance_random(seed, shape->most_states) + 1);
  add_names(m, &p->symbols, "a",
            instance_random(seed, shape->most_symbols) + 1);
  add_names(m, &p->actions, "x", 2);
  for (uint32_t i = instance_random(seed, shape->most_rules + 1); i-- > 0;)
    random_rule(m, seed, p);
  if (shape->dense)
    dense_rules(m, seed, p);
  p->has_system = p->has_set[PDS_INITIAL] = true;
  random_set(m, seed, p, &p->sets[PDS_INITIAL], 3, shape->dense ? 8 : 5);
  if (shape->with_sets)
    add_names(m, &p->set_names, "s", 2);
  for (uint32_t i = 0; i < names_count(&p->set_names); i++) {
    pds_set set = {.name = 1 - i}; /* not in the order of the names */
    random_set(m, seed, p, &set.automaton, 2, 4);
    vec_push(m, &p->named_sets, set);
  }
  random_atoms(x, seed, shape->with_sets);
  if (!pds_bind(m, p, &x->atoms, "f", 1, 1, &r, &x->b)) {
    printf("%s\n", r.entries[0].message);
    abort();
  }
  if (shape->with_formula)
    random_formula(x, seed);
  else if (shape->dense && instance_random(seed, 3))
    waiting_automaton(x, seed);
  else
    random_automaton(x, seed, shape->most_automaton);
  return x;
}

void instance_delete(instance *x) {
  mem_clear(&x->mem);
  free(x);
}
