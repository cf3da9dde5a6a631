/* The order of the program. */
#include "engine/symbolic/places.h"

typedef struct visit {
  uint32_t symbol, rule;
  bool is_below_done;
} visit;

/* The next symbol that the visit leads to: what is below a PUSH first, which is
 * left first, too. SYM_NONE: no more. */
static uint32_t next_of(const sympds *s, visit *v) {
  if (v->rule == s->first_rule[v->symbol + 1])
    return SYM_NONE;
  const sym_rule *r = &s->rules.at[v->rule];
  if (r->kind == SYM_PUSH && !v->is_below_done) {
    v->is_below_done = true;
    return r->below;
  }
  v->is_below_done = false;
  v->rule++;
  return r->kind == SYM_POP ? v->symbol : r->to; /* itself: seen already */
}

uint32_t *sym_places(mem *m, const sympds *s) {
  uint32_t *place = mem_array(m, (size_t)s->symbols + 1, sizeof *place);
  bool *seen = mem_array(m, (size_t)s->symbols + 1, sizeof *seen);
  uint32_t left = s->symbols; /* places are given from the last on */
  vec(visit) open = {0};
  visit first = {s->start, s->first_rule[s->start], false};
  seen[s->start] = true;
  vec_push(m, &open, first);
  while (open.count) {
    uint32_t next = next_of(s, &vec_last(&open));
    if (next == SYM_NONE) {
      place[vec_pop(&open).symbol] = left--;
    } else if (!seen[next]) {
      visit v = {next, s->first_rule[next], false};
      seen[next] = true;
      vec_push(m, &open, v);
    }
  }
  for (uint32_t n = 0; n < s->symbols; n++)
    if (!seen[n])
      place[n] = s->symbols + 1;
  vec_free(m, &open);
  mem_free(m, seen);
  return place;
}
