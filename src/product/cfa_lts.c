#include "product/cfa_machine.h"

#include <string.h>

typedef struct maker {
  mem *m;
  const cfa *p;
  const cfa_flow *f;
  machine *out;
  names stacks; /* by state, as bytes: the mode, symbols, the top last */
  uint32_t modes;
  /* By head (symbol and mode), and one more: its propositions, its rules. */
  uint32_t *first_prop, *first_rule, *props, *rules;
  uint32_t *action, step;
} maker;

/* What each symbol has. */

/* From 'counts' by head plus two: where each begins, plus one. */
static size_t add_up(uint32_t *counts, uint32_t heads) {
  for (uint32_t i = 2; i < heads + 2; i++)
    counts[i] += counts[i - 1];
  return counts[heads + 1];
}

static uint32_t head_of(const maker *k, uint32_t mode, uint32_t symbol) {
  return symbol * k->modes + mode;
}

static void go_through_set(maker *k, bool is_counting, uint32_t n) {
  const paut *automaton = &k->f->pds.named_sets.at[n].automaton;
  vec_each (const paut_edge, edge, &automaton->edges) {
    if (edge->from >= PAUT_EXTRA)
      continue;
    const paut_set *set = &automaton->sets.at[edge->label - PAUT_SET];
    for (uint32_t i = 0; i < set->count; i++) {
      uint32_t head =
          head_of(k, edge->from, automaton->set_symbols.at[set->first + i]);
      if (is_counting)
        k->first_prop[head + 2]++;
      else
        k->props[k->first_prop[head + 1]++] = n;
    }
  }
}

static void go_through_sets(maker *k, bool is_counting) {
  for (uint32_t i = 0; i < k->f->pds.named_sets.count; i++)
    go_through_set(k, is_counting, i);
}

static void sort_all(maker *k) {
  const pds *system = &k->f->pds;
  k->modes = pds_state_count(system);
  uint32_t heads = pds_symbol_count(system) * k->modes;
  k->first_prop = mem_array(k->m, (size_t)heads + 3, sizeof *k->first_prop);
  k->first_rule = mem_array(k->m, (size_t)heads + 3, sizeof *k->first_rule);
  go_through_sets(k, true);
  k->props =
      mem_array(k->m, add_up(k->first_prop, heads) + 1, sizeof *k->props);
  go_through_sets(k, false);
  vec_each (const pds_rule, rule, &system->rules)
    k->first_rule[head_of(k, rule->from, rule->top) + 2]++;
  k->rules =
      mem_array(k->m, add_up(k->first_rule, heads) + 1, sizeof *k->rules);
  for (uint32_t i = 0; i < system->rules.count; i++) {
    const pds_rule *rule = &system->rules.at[i];
    k->rules[k->first_rule[head_of(k, rule->from, rule->top) + 1]++] = i;
  }
}

static void add_names(maker *k) {
  const pds *system = &k->f->pds;
  uint32_t actions = names_count(&system->actions);
  k->action = mem_array(k->m, (size_t)actions + 1, sizeof *k->action);
  k->step = cfa_plain_name(k->m, &k->out->actions, "step");
  for (uint32_t i = 0; i < actions; i++)
    k->action[i] =
        cfa_plain_name(k->m, &k->out->actions, names_text(&system->actions, i));
  vec_each (const pds_set, set, &system->named_sets)
    cfa_proposition(k->m, k->p, &k->out->props,
                    names_text(&system->set_names, set->name));
}

/* The end lies below all, so that no stack is empty. */
static uint32_t state_of(maker *k, const uint32_t *stack, size_t count) {
  uint32_t before = names_count(&k->stacks), top = stack[count - 1];
  uint32_t n = names_insert(k->m, &k->stacks, (const char *)stack,
                            count * sizeof *stack);
  if (n < before)
    return n;
  cfa_plain_name(k->m, &k->out->states, names_text(&k->f->pds.symbols, top));
  vec_push(k->m, &k->out->accepting, 0);
  uint32_t head = head_of(k, stack[0], top);
  for (uint32_t i = k->first_prop[head]; i < k->first_prop[head + 1]; i++) {
    machine_fact fact = {{n, MACHINE_NONE}, k->props[i]};
    vec_push(k->m, &k->out->facts, fact);
  }
  return n;
}

/* Both sides of a branch may lead to one place: each rule once. */
static void lts_add_rule(maker *k, size_t first, uint32_t action, uint32_t from,
                         uint32_t to) {
  for (size_t i = first; i < k->out->rules.count; i++)
    if (k->out->rules.at[i].action == action && k->out->rules.at[i].to == to)
      return;
  machine_rule rule = {
      .action = action, .from = from, .to = to, .operation = MACHINE_REWRITE};
  vec_push(k->m, &k->out->rules, rule);
}

static void expand(maker *k, uint32_t state) {
  size_t count = names_length(&k->stacks, state) / sizeof(uint32_t);
  size_t first = k->out->rules.count;
  uint32_t *stack = mem_array(k->m, count + 2, sizeof *stack);
  memcpy(stack, names_text(&k->stacks, state), count * sizeof *stack);
  uint32_t head = head_of(k, stack[0], stack[count - 1]);
  for (uint32_t i = k->first_rule[head]; i < k->first_rule[head + 1]; i++) {
    const pds_rule *rule = &k->f->pds.rules.at[k->rules[i]];
    size_t n = count - 1;
    stack[0] = rule->to;
    for (uint32_t w = rule->length; w-- > 0;)
      stack[n++] = rule->push[w];
    uint32_t action =
        rule->action == PDS_NONE ? k->step : k->action[rule->action];
    lts_add_rule(k, first, action, state, state_of(k, stack, n));
  }
  mem_free(k->m, stack);
}

/* A stack with more locations than there are functions, those without a body
 * and the end included, has one function twice. */
static bool is_too_high(const maker *k, uint32_t state) {
  size_t functions = 0;
  for (uint32_t i = 0; i < pds_symbol_count(&k->f->pds); i++)
    functions += k->f->symbol_location.at[i] == CFA_NONE;
  return names_length(&k->stacks, state) / sizeof(uint32_t) - 1 >
         functions + k->p->functions.count;
}

bool cfa_flow_lts(mem *m, progress *clock, const cfa *automaton,
                  const cfa_flow *flow, uint32_t most, machine *out) {
  maker k = {.m = m, .p = automaton, .f = flow, .out = out};
  bool fits = true;
  machine_init(m, out, MACHINE_LTS);
  sort_all(&k);
  add_names(&k);
  /* main's first location is symbol 0 */
  uint32_t start[3] = {0, flow->bottom, 0};
  state_of(&k, start, 3);
  for (uint32_t i = 0; fits && i < names_count(&k.stacks); i++) {
    progress_tick(clock);
    fits = names_count(&k.stacks) <= most && !is_too_high(&k, i);
    if (fits)
      expand(&k, i);
  }
  mem_free(m, k.first_prop);
  mem_free(m, k.first_rule);
  mem_free(m, k.props);
  mem_free(m, k.rules);
  mem_free(m, k.action);
  names_free(m, &k.stacks);
  return fits;
}
