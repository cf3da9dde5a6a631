/* The order of the program. */
#include "engine/symbolic/places.h"

typedef struct visit {
  uint32_t symbol, rule;
  bool is_below_done;
} visit;

/* The next symbol that the visit leads to: what is below a PUSH first, which is
 * left first, too. SYM_NONE: no more. */
static uint32_t next_of(const sympds *system, visit *v) {
  if (v->rule == system->first_rule[v->symbol + 1])
    return SYM_NONE;
  const sym_rule *rule = &system->rules.at[v->rule];
  if (rule->kind == SYM_PUSH && !v->is_below_done) {
    v->is_below_done = true;
    return rule->below;
  }
  v->is_below_done = false;
  v->rule++;
  return rule->kind == SYM_POP ? v->symbol
                               : rule->to; /* itself: seen already */
}

uint32_t *sym_places(mem *m, const sympds *system) {
  uint32_t *place = mem_array(m, (size_t)system->symbols + 1, sizeof *place);
  bool *seen = mem_array(m, (size_t)system->symbols + 1, sizeof *seen);
  uint32_t left = system->symbols; /* places are given from the last on */
  vec(visit) open = {0};
  visit first = {system->start, system->first_rule[system->start], false};
  seen[system->start] = true;
  vec_push(m, &open, first);
  while (open.count) {
    uint32_t next = next_of(system, &vec_last(&open));
    if (next == SYM_NONE) {
      place[vec_pop(&open).symbol] = left--;
    } else if (!seen[next]) {
      visit v = {next, system->first_rule[next], false};
      seen[next] = true;
      vec_push(m, &open, v);
    }
  }
  for (uint32_t n = 0; n < system->symbols; n++)
    if (!seen[n])
      place[n] = system->symbols + 1;
  vec_free(m, &open);
  mem_free(m, seen);
  return place;
}
