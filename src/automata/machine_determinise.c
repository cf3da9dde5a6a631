/* Finite automata by subsets (Rabin and Scott 1959). A subset of one keeps that
 * state's name. */
#include "automata/machine.h"
#include "automata/sequences.h"
#include "base/mutant.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct read {
  uint32_t action, to, rule;
} read;

typedef struct subsets {
  mem *m;
  const machine *x;
  machine *out;
  uint32_t *first, *order; /* rules by the state that they start in */
  sequences sets;          /* the states of the result */
  vec(read) reads;         /* of the subset at hand */
  vec(uint32_t) targets;
  vec(char) name;
} subsets;

static void determinise_index_rules(subsets *v) {
  const machine *x = v->x;
  uint32_t states = machine_states(x);
  v->first = mem_array(v->m, (size_t)states + 2, sizeof *v->first);
  v->order = mem_array(v->m, x->rules.count + 1, sizeof *v->order);
  vec_each (const machine_rule, rule, &x->rules)
    v->first[rule->from + 2]++;
  for (uint32_t q = 0; q < states; q++)
    v->first[q + 2] += v->first[q + 1];
  for (uint32_t i = 0; i < x->rules.count; i++)
    v->order[v->first[x->rules.at[i].from + 1]++] = i;
}

static void add_name(subsets *v, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    vec_push(v->m, &v->name, text[i]);
}

/* The names of the members, if that is short and nobody's yet. */
static void name_subset(subsets *v, uint32_t number) {
  enum { LONGEST = 40 };
  const uint32_t *set = sequences_at(&v->sets, number);
  uint32_t count = sequences_length(&v->sets, number);
  const names *states = &v->x->states;
  v->name.count = 0;
  for (uint32_t i = 0; i < count && v->name.count <= LONGEST; i++) {
    if (i > 0)
      add_name(v, "_", 1);
    add_name(v, names_text(states, set[i]), names_length(states, set[i]));
  }
  if (count == 1)
    return;
  char plain[32];
  snprintf(plain, sizeof plain, "set_%u", number);
  for (size_t i = 0;; i++) {
    bool taken =
        v->name.count > LONGEST ||
        names_find(states, v->name.at, v->name.count) != NAMES_NONE ||
        names_find(&v->out->states, v->name.at, v->name.count) != NAMES_NONE;
    if (!taken)
      return;
    v->name.count = 0;
    add_name(v, plain, strlen(plain));
    for (size_t k = 0; k < i; k++)
      add_name(v, "_", 1);
  }
}

/* The number of the subset of 'targets', which is named if it is new. */
static uint32_t machine_determinise_subset_of(subsets *v) {
  uint32_t before = sequences_count(&v->sets);
  v->targets.count = sequences_sort(v->targets.at, v->targets.count);
  uint32_t n =
      sequences_insert(v->m, &v->sets, v->targets.at, v->targets.count);
  if (n < before)
    return n;
  bool accepting = false;
  vec_each (const uint32_t, q, &v->targets)
    accepting |= v->x->accepting.at[*q];
  name_subset(v, n);
  machine_add_state(v->m, v->out, v->name.at, v->name.count, accepting);
  return n;
}

static int determinise_by_action(const void *x, const void *y) {
  const read *a = x, *b = y;
  if (a->action != b->action)
    return a->action < b->action ? -1 : 1;
  return a->rule < b->rule ? -1 : a->rule > b->rule;
}

static void determinise_follow(subsets *v, uint32_t number) {
  v->reads.count = 0;
  for (uint32_t i = 0; i < sequences_length(&v->sets, number); i++) {
    uint32_t q = sequences_at(&v->sets, number)[i];
    for (uint32_t k = v->first[q]; k < v->first[q + 1]; k++) {
      const machine_rule *r = &v->x->rules.at[v->order[k]];
      vec_push(v->m, &v->reads, ((read){r->action, r->to, v->order[k]}));
    }
  }
  if (v->reads.count)
    qsort(v->reads.at, v->reads.count, sizeof *v->reads.at,
          determinise_by_action);
  for (size_t i = 0; i < v->reads.count;) {
    machine_rule rule = v->x->rules.at[v->reads.at[i].rule];
    v->targets.count = 0;
    for (; i < v->reads.count && v->reads.at[i].action == rule.action; i++)
      if (v->targets.count == 0 || !MUTANT("ectl-subset-first"))
        vec_push(v->m, &v->targets, v->reads.at[i].to);
    rule.from = number;
    rule.to = machine_determinise_subset_of(v);
    vec_push(v->m, &v->out->rules, rule);
  }
}

void machine_determinise(mem *m, progress *clock, const machine *x,
                         machine *out) {
  subsets v = {.m = m, .x = x, .out = out};
  machine_init(m, out, x->kind);
  machine_add_actions(m, out, &x->actions);
  if (machine_states(x) == 0)
    return;
  determinise_index_rules(&v);
  vec_push(m, &v.targets, 0);
  machine_determinise_subset_of(&v);
  for (uint32_t n = 0; n < sequences_count(&v.sets); n++) {
    progress_tick(clock);
    determinise_follow(&v, n);
  }
  mem_free(m, v.first);
  mem_free(m, v.order);
  sequences_free(m, &v.sets);
  vec_free(m, &v.reads);
  vec_free(m, &v.targets);
  vec_free(m, &v.name);
}
