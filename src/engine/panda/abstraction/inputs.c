/* Inputs of the solver by what they stand for. */
#include "engine/panda/abstraction/inside.h"

#include <assert.h>

enum { KEY_FRESH = 100, KEY_OBJECT };

static uint64_t inputs_hash(const abs_key *k) {
  uint64_t h = 0;
  for (size_t i = 0; i < 6; i++) {
    h = (h ^ k->of[i]) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 29;
  }
  return h;
}

static size_t inputs_slot_of(const abs_inputs *n, const abs_key *key) {
  size_t i = inputs_hash(key) & n->mask;
  while (n->slots[i] &&
         memcmp(&n->keys.at[n->slots[i] - 1], key, sizeof *key) != 0)
    i = (i + 1) & n->mask;
  return i;
}

static void inputs_make_room(mem *m, abs_inputs *n) {
  size_t slots = n->slots ? n->mask + 1 : 0;
  if (n->keys.count + 1 <= slots / 2)
    return;
  mem_free(m, n->slots);
  n->slots = NULL;
  slots = slots ? slots * 2 : 64;
  n->slots = mem_array(m, slots, sizeof *n->slots);
  n->mask = slots - 1;
  for (size_t i = 0; i < n->keys.count; i++)
    n->slots[inputs_slot_of(n, &n->keys.at[i])] = (uint32_t)i + 1;
}

/* Its number; TERM_NONE is its term if it is new. */
static uint32_t number_of(abstraction *a, const abs_key *key) {
  abs_inputs *n = &a->inputs;
  inputs_make_room(a->m, n);
  size_t i = inputs_slot_of(n, key);
  if (n->slots[i])
    return n->slots[i] - 1;
  vec_push(a->m, &n->terms, TERM_NONE);
  vec_push(a->m, &n->keys, *key);
  n->slots[i] = (uint32_t)n->keys.count;
  return n->slots[i] - 1;
}

term abs_input(abstraction *a, unsigned width, const abs_key *key) {
  uint32_t n = number_of(a, key);
  assert(n < a->inputs.terms.count);
  if (a->inputs.terms.at[n] == TERM_NONE)
    a->inputs.terms.at[n] = terms_input(a->t, width, 0);
  return a->inputs.terms.at[n];
}

term abs_fresh(abstraction *a, unsigned width) {
  return abs_input(a, width, &(abs_key){{KEY_FRESH, width, a->fresh++}});
}

abs_value abs_fresh_value(abstraction *a, unsigned width, bool is_pointer) {
  abs_value v = {.word = abs_fresh(a, width)};
  if (is_pointer)
    v.base = abs_fresh(a, 32);
  return v;
}

/* Names below 2^31 are those of variables and functions: what is allocated gets
 * greater ones. */
term abs_object(abstraction *a, uint32_t owner, uint32_t variable) {
  uint32_t n = number_of(a, &(abs_key){{KEY_OBJECT, owner, variable}});
  assert(n < a->inputs.terms.count);
  if (a->inputs.terms.at[n] == TERM_NONE)
    a->inputs.terms.at[n] = terms_constant(a->t, 32, (uint64_t)n + 1);
  return a->inputs.terms.at[n];
}

void abs_inputs_clear(abstraction *a) {
  vec_free(a->m, &a->inputs.keys);
  vec_free(a->m, &a->inputs.terms);
  mem_free(a->m, a->inputs.slots);
  a->inputs.slots = NULL;
}
