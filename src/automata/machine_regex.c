#include "automata/machine.h"

#include <stdio.h>

/* The expression with the actions' numbers of the machine. */
static void relabel(mem *m, const regex *r, const names *actions, machine *x,
                    regex *out) {
  uint32_t *number = mem_array(m, names_count(actions) + 1u, sizeof *number);
  for (uint32_t a = 0; a < names_count(actions); a++)
    number[a] = names_insert(m, &x->actions, names_text(actions, a),
                             names_length(actions, a));
  vec_each (const regex_node, n, &r->nodes) {
    regex_node node = *n;
    if (n->op == REGEX_LABEL && n->left < FA_SET)
      node.left = number[n->left];
    vec_push(m, &out->nodes, node);
  }
  mem_free(m, number);
}

/* The only state of a minimal automaton from which no word is accepted;
 * FA_NONE: there is none. */
static uint32_t dead_state(const dfa *a) {
  for (uint32_t q = 0; q < dfa_states(a); q++)
    if (!a->accepting.at[q] && a->first.at[q] == a->first.at[q + 1] &&
        (a->other.at[q] == q || a->other.at[q] == FA_NONE))
      return q;
  return FA_NONE;
}

static void add_states(mem *m, const dfa *a, uint32_t dead, machine *out) {
  for (uint32_t q = 0; q < dfa_states(a); q++) {
    char name[32];
    int length = snprintf(name, sizeof name, "re_%u", q - (q > dead));
    if (q != dead)
      machine_add_state(m, out, name, (size_t)length, a->accepting.at[q]);
  }
}

static void add_rules(mem *m, progress *clock, const dfa *a, uint32_t dead,
                      machine *out) {
  for (uint32_t q = 0; q < dfa_states(a); q++) {
    for (uint32_t g = 0; g < a->symbols && q != dead; g++) {
      progress_tick(clock);
      uint32_t to = dfa_next(a, q, g);
      machine_rule rule = {.action = g,
                           .from = q - (q > dead),
                           .to = to - (to > dead),
                           .operation = MACHINE_REWRITE};
      if (to != dead)
        vec_push(m, &out->rules, rule);
    }
  }
}

void machine_from_regex(mem *m, progress *clock, const regex *r, uint32_t root,
                        const names *actions, const names *alphabet,
                        machine *out) {
  regex own = {0};
  fa threads = {0};
  dfa subsets, least;
  machine_init(m, out, MACHINE_DFA);
  machine_add_actions(m, out, alphabet);
  relabel(m, r, actions, out, &own);
  threads.symbols = names_count(&out->actions);
  fa_any(m, &threads); /* FA_SET + 0 */
  regex_to_fa(m, &own, root, &threads);
  fa_determinise(m, clock, &threads, &subsets);
  dfa_minimise(m, clock, &subsets, &least);
  uint32_t dead = dead_state(&least);
  if (dead == least.initial) { /* no word at all: it is the only state */
    machine_add_state(m, out, "re_0", 4, false);
  } else {
    add_states(m, &least, dead, out);
    add_rules(m, clock, &least, dead, out);
  }
  vec_free(m, &own.nodes);
  fa_free(m, &threads);
  dfa_free(m, &subsets);
  dfa_free(m, &least);
}
