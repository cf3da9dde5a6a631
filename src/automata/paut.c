#include "automata/paut.h"

#include <assert.h>
#include <stdio.h>

uint32_t paut_add_state(mem *m, paut *automaton) {
  char name[16];
  uint32_t before = names_count(&automaton->extra), k, free_number = before;
  /* Names that the user chose may be numbers too: skip the taken ones. */
  do {
    int n = snprintf(name, sizeof name, "%u", (unsigned)++free_number);
    k = names_insert(m, &automaton->extra, name, (size_t)n);
  } while (k != before);
  assert(k < PAUT_EXTRA - 2);
  return PAUT_EXTRA + k;
}

void paut_add_edge(mem *m, paut *automaton, uint32_t from, uint32_t label,
                   uint32_t to) {
  assert(from < PAUT_EXTRA ||
         from - PAUT_EXTRA < names_count(&automaton->extra));
  assert(to < PAUT_EXTRA || to - PAUT_EXTRA < names_count(&automaton->extra));
  vec_push(m, &automaton->edges, ((paut_edge){from, label, to}));
}

void paut_add_accepting(mem *m, paut *automaton, uint32_t state) {
  assert(state < PAUT_EXTRA ||
         state - PAUT_EXTRA < names_count(&automaton->extra));
  vec_push(m, &automaton->accepting, state);
}

uint32_t paut_add_set(mem *m, paut *automaton, bool negated,
                      const uint32_t *symbols, size_t count) {
  paut_set set = {negated, (uint32_t)automaton->set_symbols.count,
                  (uint32_t)count};
  for (size_t i = 0; i < count; i++)
    vec_push(m, &automaton->set_symbols, symbols[i]);
  vec_push(m, &automaton->sets, set);
  assert(automaton->sets.count < PAUT_SET - 1);
  return PAUT_SET + (uint32_t)automaton->sets.count - 1;
}

bool paut_set_has(const paut *automaton, uint32_t label, uint32_t symbol) {
  assert(label >= PAUT_SET && label - PAUT_SET < automaton->sets.count);
  const paut_set *set = &automaton->sets.at[label - PAUT_SET];
  for (uint32_t i = 0; i < set->count; i++)
    if (automaton->set_symbols.at[set->first + i] == symbol)
      return !set->negated;
  return set->negated;
}
