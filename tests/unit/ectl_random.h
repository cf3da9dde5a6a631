/* Small random questions of extended CTL. The same seed gives the same one. */
#ifndef UNIT_ECTL_RANDOM_H
#define UNIT_ECTL_RANDOM_H

#include "product/ectl_answer.h"

#include <stdio.h>

typedef struct ectl_dice {
  uint64_t seed;
} ectl_dice;

static inline uint32_t ectl_roll(ectl_dice *r, uint32_t below) {
  r->seed ^= r->seed << 13;
  r->seed ^= r->seed >> 7;
  r->seed ^= r->seed << 17;
  return (uint32_t)((r->seed >> 11) % below);
}

enum { ECTL_RANDOM_AUTOMATA = 2 };

typedef struct ectl_instance {
  ectl formulas;
  machine system, until[ECTL_RANDOM_AUTOMATA], release[ECTL_RANDOM_AUTOMATA];
  const machine *until_at[ECTL_RANDOM_AUTOMATA];
  const machine *release_at[ECTL_RANDOM_AUTOMATA];
  ectl_places places;
  ectl_question question;
} ectl_instance;

static inline uint32_t ectl_named(mem *m, names *to, char letter, uint32_t n) {
  char name[3] = {letter, (char)('0' + n), 0};
  return names_insert(m, to, name, 2);
}

static inline void ectl_random_shape(mem *m, machine *x, machine_kind kind,
                                     uint32_t states, uint32_t symbols) {
  *x = (machine){.kind = kind};
  names_insert(m, &x->symbols, "_", 1);
  for (uint32_t i = 1; i < symbols; i++)
    ectl_named(m, &x->symbols, 'g', i);
  for (uint32_t i = 0; i < states; i++)
    ectl_named(m, &x->states, 's', i);
}

static inline bool ectl_same_rule(const machine_rule *x, const machine_rule *y,
                                  bool by_head) {
  return x->action == y->action && x->from == y->from && x->top == y->top &&
         (by_head || (x->to == y->to && x->operation == y->operation &&
                      x->symbol == y->symbol));
}

/* 'is_single': at most one rule for a head and action. */
static inline void ectl_random_rules(mem *m, ectl_dice *r, machine *x,
                                     uint32_t count, bool is_single) {
  uint32_t symbols = machine_symbols(x), states = machine_states(x);
  for (uint32_t i = 0; i < count; i++) {
    /* Three letters, of which the third is rare. */
    uint32_t letter = ectl_roll(r, 7) / 3;
    machine_rule y = {.from = ectl_roll(r, states), .to = ectl_roll(r, states)};
    y.operation = MACHINE_REWRITE;
    y.action = ectl_named(m, &x->actions, 'a', letter);
    if (machine_has_stack(x)) {
      y.top = ectl_roll(r, symbols);
      y.operation = (machine_operation)ectl_roll(r, 3);
      y.symbol =
          y.operation == MACHINE_POP ? MACHINE_NONE : ectl_roll(r, symbols);
    }
    bool is_there = false;
    vec_each (const machine_rule, z, &x->rules)
      is_there = is_there || ectl_same_rule(&y, z, is_single);
    if (!is_there)
      vec_push(m, &x->rules, y);
  }
}

static inline void ectl_random_facts(mem *m, ectl_dice *r, machine *x) {
  uint32_t tops = x->kind == MACHINE_PDS ? machine_symbols(x) : 1;
  for (uint32_t s = 0; s < machine_states(x); s++)
    for (uint32_t g = 0; g < tops; g++) {
      machine_head at = {s, x->kind == MACHINE_PDS ? g : MACHINE_NONE};
      if (x->kind == MACHINE_PDS && ectl_roll(r, 4))
        vec_push(m, &x->heads, at);
      for (uint32_t p = 0; p < 2; p++)
        if (ectl_roll(r, 2)) {
          machine_fact f = {at, ectl_named(m, &x->props, 'p', p)};
          vec_push(m, &x->facts, f);
        }
    }
}

static inline void ectl_random_automaton(mem *m, ectl_dice *r, bool on_pds,
                                         bool is_single, machine *x) {
  bool has_stack = !on_pds && ectl_roll(r, 3);
  uint32_t states = 1 + ectl_roll(r, 3);
  ectl_random_shape(m, x, has_stack ? MACHINE_PDA : MACHINE_DFA, states,
                    has_stack ? 1 + ectl_roll(r, 3) : 1);
  for (uint32_t i = 0; i < states; i++)
    vec_push(m, &x->accepting, (uint8_t)ectl_roll(r, 2));
  ectl_random_rules(m, r, x, 1 + ectl_roll(r, has_stack ? 12 : 6), is_single);
}

static inline uint32_t ectl_random_node(mem *m, ectl_dice *r, ectl *t,
                                        uint32_t height) {
  static const ectl_operator inner[] = {
      ECTL_NOT, ECTL_AND, ECTL_OR, ECTL_IMPLIES, ECTL_IFF, ECTL_EX,
      ECTL_AX,  ECTL_EU,  ECTL_EU, ECTL_EU,      ECTL_ER,  ECTL_ER,
      ECTL_ER,  ECTL_AU,  ECTL_AU, ECTL_AR,      ECTL_AR};
  ectl_node n = {.left = ECTL_NONE, .right = ECTL_NONE, .name = ECTL_NONE};
  uint32_t leaf = ectl_roll(r, 6);
  if (height == 0 || ectl_roll(r, 8) == 0) {
    n.op = leaf < 4 ? ECTL_PROP : leaf == 4 ? ECTL_TRUE : ECTL_FALSE;
    if (n.op == ECTL_PROP) /* p2 is a proposition that no system has */
      n.name = ectl_named(m, &t->props, 'p', ectl_roll(r, 9) / 4);
    return ectl_add(m, t, n);
  }
  n.op = inner[ectl_roll(r, sizeof inner / sizeof *inner)];
  n.left = ectl_random_node(m, r, t, height - 1);
  if (n.op != ECTL_NOT && n.op != ECTL_EX && n.op != ECTL_AX)
    n.right = ectl_random_node(m, r, t, height - 1);
  if (n.op >= ECTL_EU && ectl_roll(r, 8))
    n.name = ectl_roll(r, ECTL_RANDOM_AUTOMATA);
  return ectl_add(m, t, n);
}

static inline void ectl_random_places(mem *m, ectl_dice *r, ectl_instance *x) {
  for (uint32_t i = ectl_roll(r, 4); i > 0; i--) {
    ectl_place p = {.state = ectl_roll(r, machine_states(&x->system))};
    for (uint32_t k = ectl_roll(r, 4); k > 0; k--)
      vec_push(m, &p.stack, ectl_roll(r, machine_symbols(&x->system)));
    vec_push(m, &x->places, p);
  }
}

/* Into a zeroed one, that does not move. */
static inline void ectl_random(mem *m, uint64_t seed, ectl_instance *x) {
  ectl_dice dice = {seed * UINT64_C(0x9E3779B97F4A7C15) + 1}, *r = &dice;
  for (int i = 0; i < 8; i++)
    ectl_roll(r, 2);
  bool is_pds = ectl_roll(r, 2) != 0;
  ectl_random_shape(m, &x->system, is_pds ? MACHINE_PDS : MACHINE_LTS,
                    1 + ectl_roll(r, is_pds ? 3 : 4),
                    is_pds ? 1 + ectl_roll(r, 3) : 1);
  ectl_random_rules(m, r, &x->system, ectl_roll(r, is_pds ? 14 : 9), false);
  ectl_random_facts(m, r, &x->system);
  for (uint32_t i = 0; i < ECTL_RANDOM_AUTOMATA; i++) {
    ectl_named(m, &x->formulas.automata, 'x', i);
    ectl_random_automaton(m, r, is_pds, false, &x->until[i]);
    ectl_random_automaton(m, r, is_pds, true, &x->release[i]);
    x->until_at[i] = &x->until[i];
    x->release_at[i] = &x->release[i];
  }
  uint32_t root = ectl_random_node(m, r, &x->formulas, 1 + ectl_roll(r, 3));
  x->question = (ectl_question){.formulas = &x->formulas,
                                .root = ectl_core(m, &x->formulas, root),
                                .system = &x->system,
                                .until = x->until_at,
                                .release = x->release_at,
                                .places = &x->places};
  if (is_pds)
    ectl_random_places(m, r, x);
}

#endif
