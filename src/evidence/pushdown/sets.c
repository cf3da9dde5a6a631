#include "evidence/pushdown/sets.h"

#include <string.h>

static uint32_t origin_of(const sets *v, uint32_t raw) {
  return raw >= PAUT_EXTRA ? v->controls + (raw - PAUT_EXTRA) : raw;
}

void sets_init(sets *v, mem *m, const pds *system, pds_side side) {
  memset(v, 0, sizeof *v);
  v->m = m;
  v->p = system;
  v->a = &system->sets[side];
  v->controls = pds_state_count(system);
  v->extras = names_count(&v->a->extra);
  size_t states = (size_t)v->controls + v->extras;
  v->first = mem_array(m, states + 2, sizeof *v->first);
  v->order = mem_array(m, v->a->edges.count + 1, sizeof *v->order);
  v->seen = mem_array(m, states + 1, sizeof *v->seen);
  v->accepting = mem_array(m, states + 1, 1);
  vec_each (const uint32_t, s, &v->a->accepting)
    v->accepting[origin_of(v, *s)] = 1;
  v->entered = mem_array(m, states + 1, 1);
  vec_each (const paut_edge, edge, &v->a->edges) {
    v->first[origin_of(v, edge->from) + 1]++;
    if (edge->label != PAUT_EPSILON)
      v->entered[origin_of(v, edge->to)] = 1;
  }
  for (size_t s = 0; s < states; s++)
    v->first[s + 1] += v->first[s];
  for (uint32_t i = (uint32_t)v->a->edges.count; i-- > 0;)
    v->order[--v->first[origin_of(v, v->a->edges.at[i].from) + 1]] = i;
  /* Filling moved each boundary down by one place. */
  memmove(v->first, v->first + 1, (states + 1) * sizeof *v->first);
  v->first[states] = (uint32_t)v->a->edges.count;
}

uint32_t sets_origin(const sets *v, uint32_t state) {
  uint32_t inner = v->controls + v->extras;
  return state < inner ? state : state - inner;
}

uint32_t sets_inner(const sets *v, uint32_t origin) {
  return origin >= v->controls ? origin : v->controls + v->extras + origin;
}

bool sets_is_entered(const sets *v, uint32_t inner) {
  return v->entered[sets_origin(v, inner)];
}

void sets_close(sets *v, uint32_t state) {
  v->stamp++;
  v->closure.count = 0;
  v->seen[sets_origin(v, state)] = v->stamp;
  vec_push(v->m, &v->closure, sets_origin(v, state));
  for (size_t i = 0; i < v->closure.count; i++)
    for (uint32_t s = v->closure.at[i], k = v->first[s]; k < v->first[s + 1];
         k++) {
      const paut_edge *edge = &v->a->edges.at[v->order[k]];
      uint32_t to = origin_of(v, edge->to);
      if (edge->label == PAUT_EPSILON && v->seen[to] != v->stamp) {
        v->seen[to] = v->stamp;
        vec_push(v->m, &v->closure, to);
      }
    }
}

bool sets_accepts(sets *v, uint32_t state) {
  sets_close(v, state);
  vec_each (const uint32_t, s, &v->closure)
    if (v->accepting[*s])
      return true;
  return false;
}

static bool label_has(const sets *v, uint32_t label, uint32_t symbol) {
  if (label == PAUT_EPSILON)
    return false;
  return label >= PAUT_SET ? paut_set_has(v->a, label, symbol)
                           : label == symbol;
}

bool sets_has_edge(sets *v, uint32_t from, uint32_t symbol, uint32_t to) {
  sets_close(v, from);
  vec_each (const uint32_t, s, &v->closure)
    for (uint32_t k = v->first[*s]; k < v->first[*s + 1]; k++) {
      const paut_edge *edge = &v->a->edges.at[v->order[k]];
      if (sets_inner(v, origin_of(v, edge->to)) == to &&
          label_has(v, edge->label, symbol))
        return true;
    }
  return false;
}

bool sets_each_edge(sets *v, sets_visit *f, void *self) {
  for (size_t i = 0; i < v->closure.count; i++)
    for (uint32_t s = v->closure.at[i], k = v->first[s]; k < v->first[s + 1];
         k++) {
      const paut_edge *edge = &v->a->edges.at[v->order[k]];
      uint32_t to = sets_inner(v, origin_of(v, edge->to));
      if (edge->label == PAUT_EPSILON)
        continue;
      if (edge->label < PAUT_SET) {
        if (!f(self, edge->label, to))
          return false;
        continue;
      }
      for (uint32_t g = 0; g < pds_symbol_count(v->p); g++)
        if (paut_set_has(v->a, edge->label, g) && !f(self, g, to))
          return false;
    }
  return true;
}
