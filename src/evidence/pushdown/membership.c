#include "evidence/pushdown/membership.h"

#include <string.h>

static uint32_t membership_number(const membership *v, size_t set,
                                  uint32_t state) {
  return v->offset.at[set] + (state >= PAUT_EXTRA
                                  ? pds_state_count(v->p) + state - PAUT_EXTRA
                                  : state);
}

void membership_init(membership *v, mem *m, const pds *system) {
  *v = (membership){.m = m, .p = system};
  vec_push(m, &v->offset, 0);
}

void membership_add(membership *v, const paut *automaton) {
  size_t set = v->sets.count;
  uint32_t before = v->offset.at[set];
  uint32_t states = pds_state_count(v->p) + names_count(&automaton->extra);
  vec_push(v->m, &v->sets, (membership_set){automaton});
  vec_push(v->m, &v->offset, before + states);
  v->entered = mem_resize(v->m, v->entered, (size_t)before + states + 1);
  memset(v->entered + before, 0, (size_t)states + 1);
  vec_each (const paut_edge, edge, &automaton->edges)
    if (edge->label != PAUT_EPSILON)
      v->entered[membership_number(v, set, edge->to)] = 1;
}

static uint8_t *fresh(membership *v) {
  size_t states = membership_states(v);
  vec_resize(v->m, &v->bits, (v->count + (size_t)1) * states + 1);
  uint8_t *at = v->bits.at + v->count * states;
  memset(at, 0, states + 1);
  return at;
}

/* The number of the class whose bytes stand behind the last. */
static uint32_t take(membership *v) {
  size_t states = membership_states(v);
  const uint8_t *at = v->bits.at + v->count * states;
  uint64_t h = 5381;
  for (size_t i = 0; i < states; i++)
    h = h * 33 + at[i];
  uint32_t n = map_insert(v->m, &v->hashes, h);
  if (n == v->first.count)
    vec_push(v->m, &v->first, PDS_NONE);
  for (uint32_t c = v->first.at[n]; c != PDS_NONE; c = v->next.at[c])
    if (memcmp(v->bits.at + c * states, at, states) == 0)
      return c;
  vec_push(v->m, &v->next, v->first.at[n]);
  v->first.at[n] = v->count;
  return v->count++;
}

/* Adds the states from which epsilon leads to those that are there. */
static void follow_epsilon(const membership *v, uint8_t *at) {
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t k = 0; k < v->sets.count; k++)
      vec_each (const paut_edge, edge, &v->sets.at[k].automaton->edges)
        if (edge->label == PAUT_EPSILON &&
            at[membership_number(v, k, edge->to)] &&
            !at[membership_number(v, k, edge->from)]) {
          at[membership_number(v, k, edge->from)] = 1;
          grows = true;
        }
  }
}

uint32_t membership_empty(membership *v) {
  uint8_t *at = fresh(v);
  for (size_t k = 0; k < v->sets.count; k++)
    vec_each (const uint32_t, s, &v->sets.at[k].automaton->accepting)
      at[membership_number(v, k, *s)] = 1;
  follow_epsilon(v, at);
  return take(v);
}

static bool reads(const paut *automaton, uint32_t label, uint32_t symbol) {
  if (label == PAUT_EPSILON)
    return false;
  return label >= PAUT_SET ? paut_set_has(automaton, label, symbol)
                           : label == symbol;
}

uint32_t membership_above(membership *v, uint32_t below, uint32_t symbol) {
  size_t states = membership_states(v);
  uint32_t n = map_insert(v->m, &v->above, map_pair(below, symbol));
  if (n < v->above_class.count)
    return v->above_class.at[n];
  uint8_t *at = fresh(v);
  const uint8_t *rest = v->bits.at + below * states;
  for (size_t k = 0; k < v->sets.count; k++)
    vec_each (const paut_edge, edge, &v->sets.at[k].automaton->edges)
      if (rest[membership_number(v, k, edge->to)] &&
          !at[membership_number(v, k, edge->from)] &&
          reads(v->sets.at[k].automaton, edge->label, symbol))
        at[membership_number(v, k, edge->from)] = 1;
  follow_epsilon(v, at);
  uint32_t c = take(v);
  vec_push(v->m, &v->above_class, c);
  return c;
}

uint32_t membership_below(membership *v, uint32_t c) {
  size_t states = membership_states(v);
  uint32_t controls = pds_state_count(v->p);
  if (c < v->below_class.count && v->below_class.at[c])
    return v->below_class.at[c] - 1;
  uint8_t *at = fresh(v);
  for (size_t k = 0; k < v->sets.count; k++)
    for (uint32_t i = v->offset.at[k]; i < v->offset.at[k + 1]; i++)
      if (v->entered[i] || i - v->offset.at[k] >= controls)
        at[i] = v->bits.at[c * states + i];
  uint32_t result = take(v);
  if (v->below_class.count <= c)
    vec_resize(v->m, &v->below_class, (size_t)c + 1);
  v->below_class.at[c] = result + 1;
  return result;
}

uint32_t membership_of(membership *v, const uint32_t *list, size_t count) {
  uint8_t *at = fresh(v);
  for (size_t i = 0; i < count; i++)
    at[list[i]] = 1;
  return take(v);
}

bool membership_has(const membership *v, uint32_t c, size_t set,
                    uint32_t state) {
  size_t states = membership_states(v);
  return v->bits.at[c * states + membership_number(v, set, state)];
}
