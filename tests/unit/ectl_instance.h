/* Random questions of extended CTL, small enough for the twin. */
#ifndef UNIT_ECTL_INSTANCE_H
#define UNIT_ECTL_INSTANCE_H

#include "tests/unit/check.h"

#include "base/progress.h"
#include "product/ectl_answer.h"

#include <stdlib.h>
#include <string.h>

typedef struct instance_shape {
  bool has_stack;            /* the system does: a PDS */
  uint32_t states, symbols;  /* of the system; symbols: of what has a stack */
  uint32_t automaton_states; /* at most, like all of these */
  uint32_t actions, rules, depth;
} instance_shape;

enum { INSTANCE_AUTOMATA = 2 };

typedef struct instance {
  mem_budget budget;
  mem mem;
  progress clock;
  uint64_t seed;
  instance_shape shape;
  machine system, until[INSTANCE_AUTOMATA], release[INSTANCE_AUTOMATA];
  const machine *all_until[INSTANCE_AUTOMATA], *all_release[INSTANCE_AUTOMATA];
  ectl formulas;
  ectl_places places;
  ectl_question q;
} instance;

static uint32_t instance_random(instance *x, uint32_t below) {
  x->seed = x->seed * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (uint32_t)((x->seed >> 33) % below);
}

static bool instance_chance(instance *x, uint32_t percent) {
  return instance_random(x, 100) < percent;
}

static bool instance_same_rule(const machine_rule *a, const machine_rule *b,
                               bool reads_alone) {
  return a->action == b->action && a->from == b->from && a->top == b->top &&
         (reads_alone || (a->to == b->to && a->operation == b->operation &&
                          a->symbol == b->symbol));
}

static void instance_add_rule(instance *x, machine *y, bool deterministic) {
  uint32_t states = machine_states(y), symbols = machine_symbols(y);
  machine_rule r = {.action = instance_random(x, names_count(&y->actions)),
                    .from = instance_random(x, states),
                    .to = instance_random(x, states),
                    .operation = MACHINE_REWRITE};
  if (machine_has_stack(y)) {
    r.top = instance_random(x, symbols);
    r.operation = (machine_operation)instance_random(x, 3);
    r.symbol =
        r.operation == MACHINE_POP ? MACHINE_NONE : instance_random(x, symbols);
  }
  vec_each (const machine_rule, o, &y->rules)
    if (instance_same_rule(o, &r, deterministic))
      return;
  vec_push(&x->mem, &y->rules, r);
}

static void instance_machine(instance *x, machine *y, machine_kind kind,
                             uint32_t states, uint32_t rules,
                             bool deterministic) {
  static const char *const names_of[] = {"s", "t", "u", "v", "w"};
  static const char *const symbols_of[] = {"_", "g", "h"};
  static const char *const actions_of[] = {"a", "b", "c"};
  mem *m = &x->mem;
  machine_init(m, y, kind);
  for (uint32_t i = 0; i < states; i++)
    machine_add_state(m, y, names_of[i], 1, instance_chance(x, 45));
  for (uint32_t i = 0; i < x->shape.symbols && machine_has_stack(y); i++)
    names_insert(m, &y->symbols, symbols_of[i], 1);
  /* the same actions by other numbers, one that the other lacks */
  uint32_t first = instance_random(x, x->shape.actions);
  for (uint32_t i = 0; i < x->shape.actions; i++)
    names_insert(m, &y->actions, actions_of[(first + i) % x->shape.actions], 1);
  for (uint32_t i = 0; i < rules; i++)
    instance_add_rule(x, y, deterministic);
}

static void instance_label(instance *x) {
  machine *s = &x->system;
  mem *m = &x->mem;
  uint32_t symbols = machine_has_stack(s) ? machine_symbols(s) : 1;
  names_insert(m, &s->props, "q", 1);
  names_insert(m, &s->props, "p", 1);
  for (uint32_t i = 0; i < machine_states(s); i++)
    for (uint32_t g = 0; g < symbols; g++) {
      machine_head h = {i, machine_has_stack(s) ? g : MACHINE_NONE};
      if (machine_has_stack(s) && instance_chance(x, 70))
        vec_push(m, &s->heads, h);
      for (uint32_t p = 0; p < 2; p++)
        if (instance_chance(x, 50))
          vec_push(m, &s->facts, ((machine_fact){h, p}));
    }
}

static uint32_t instance_formula(instance *x, uint32_t depth) {
  static const ectl_operator below[] = {ECTL_NOT, ECTL_AND, ECTL_OR, ECTL_EX,
                                        ECTL_AX,  ECTL_EU,  ECTL_ER, ECTL_AU,
                                        ECTL_AR,  ECTL_EU,  ECTL_ER};
  mem *m = &x->mem;
  if (depth == 0 && instance_chance(x, 20))
    return ectl_add(
        m, &x->formulas,
        (ectl_node){.op = instance_chance(x, 70) ? ECTL_TRUE : ECTL_FALSE});
  if (depth == 0)
    return ectl_add_prop(m, &x->formulas,
                         instance_chance(x, 50)   ? "p"
                         : instance_chance(x, 90) ? "q"
                                                  : "r",
                         1);
  ectl_node n = {.op = below[instance_random(x, 11)]};
  if (depth == 1 && n.op < ECTL_EX)
    n.op = instance_chance(x, 50) ? ECTL_EU : ECTL_ER;
  n.left = instance_formula(x, instance_random(x, depth));
  n.right = instance_formula(x, depth - 1);
  n.name = instance_chance(x, 15) ? ECTL_EVERY_WORD
                                  : instance_random(x, INSTANCE_AUTOMATA);
  return ectl_add(m, &x->formulas, n);
}

/* All stacks up to a depth, in order: false after the last. */
static bool instance_next_stack(uint32_t *stack, size_t *depth,
                                uint32_t symbols, size_t most) {
  for (size_t i = 0; i < *depth; i++) {
    if (++stack[i] < symbols)
      return true;
    stack[i] = 0;
  }
  stack[(*depth)++] = 0;
  return *depth <= most;
}

static void instance_find_places(instance *x, size_t most) {
  uint32_t stack[8] = {0}, symbols = machine_symbols(&x->system);
  size_t depth = 0;
  do
    for (uint32_t s = 0; s < machine_states(&x->system); s++) {
      ectl_place p = {.state = s};
      for (size_t i = 0; i < depth; i++)
        vec_push(&x->mem, &p.stack, stack[i]);
      vec_push(&x->mem, &x->places, p);
    }
  while (instance_next_stack(stack, &depth, symbols, most));
}

/* Machines, without labels and formulas. */
static instance *instance_begin(uint64_t seed, const instance_shape *shape) {
  instance *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  x->budget.fail_in = -1;
  mem_init(&x->mem, &x->budget);
  x->clock.budget = &x->budget;
  progress_begin(&x->clock, "test");
  x->seed = seed;
  x->shape = *shape;
  for (uint32_t i = 0; i < 8; i++)
    instance_random(x, 2);
  x->q = (ectl_question){.formulas = &x->formulas,
                         .system = &x->system,
                         .until = x->all_until,
                         .release = x->all_release};
  for (uint32_t i = 0; i < INSTANCE_AUTOMATA; i++) {
    x->all_until[i] = &x->until[i];
    x->all_release[i] = &x->release[i];
    names_insert(&x->mem, &x->formulas.automata, i ? "b" : "a", 1);
  }
  return x;
}

static instance *instance_new(uint64_t seed, const instance_shape *shape) {
  instance *x = instance_begin(seed, shape);
  machine_kind kind = shape->has_stack ? MACHINE_DFA : MACHINE_PDA;
  instance_machine(x, &x->system, shape->has_stack ? MACHINE_PDS : MACHINE_LTS,
                   1 + instance_random(x, shape->states),
                   1 + instance_random(x, shape->rules), false);
  for (uint32_t i = 0; i < INSTANCE_AUTOMATA; i++) {
    bool plain = instance_chance(x, 15);
    instance_machine(x, &x->until[i], plain ? MACHINE_DFA : kind,
                     1 + instance_random(x, shape->automaton_states),
                     1 + instance_random(x, shape->rules), false);
    instance_machine(x, &x->release[i], plain ? MACHINE_DFA : kind,
                     1 + instance_random(x, shape->automaton_states),
                     1 + instance_random(x, 2 * shape->rules), true);
  }
  instance_label(x);
  if (shape->has_stack)
    instance_find_places(x, 3);
  uint32_t f = instance_formula(x, 1 + instance_random(x, shape->depth));
  x->q.root = ectl_core(&x->mem, &x->formulas, f);
  x->q.places = &x->places;
  return x;
}

static void instance_delete(instance *x) {
  mem_clear(&x->mem);
  CHECK(x->budget.used == 0);
  free(x);
}

#endif
