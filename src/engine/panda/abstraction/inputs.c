/* Inputs of the solver by what they stand for. */
#include "engine/panda/abstraction/inside.h"

#include <assert.h>

enum { KEY_FRESH = 100, KEY_OBJECT };

static uint64_t inputs_hash(const abs_key *key) {
  uint64_t h = 0;
  for (size_t i = 0; i < 6; i++) {
    h = (h ^ key->of[i]) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 29;
  }
  return h;
}

static size_t inputs_slot_of(const abs_inputs *inputs, const abs_key *key) {
  size_t i = inputs_hash(key) & inputs->mask;
  while (inputs->slots[i] &&
         memcmp(&inputs->keys.at[inputs->slots[i] - 1], key, sizeof *key) != 0)
    i = (i + 1) & inputs->mask;
  return i;
}

static void inputs_make_room(mem *m, abs_inputs *inputs) {
  size_t slots = inputs->slots ? inputs->mask + 1 : 0;
  if (inputs->keys.count + 1 <= slots / 2)
    return;
  mem_free(m, inputs->slots);
  inputs->slots = NULL;
  slots = slots ? slots * 2 : 64;
  inputs->slots = mem_array(m, slots, sizeof *inputs->slots);
  inputs->mask = slots - 1;
  for (size_t i = 0; i < inputs->keys.count; i++)
    inputs->slots[inputs_slot_of(inputs, &inputs->keys.at[i])] =
        (uint32_t)i + 1;
}

/* Its number; TERM_NONE is its term if it is new. */
static uint32_t number_of(abstraction *a, const abs_key *key) {
  abs_inputs *inputs = &a->inputs;
  inputs_make_room(a->m, inputs);
  size_t i = inputs_slot_of(inputs, key);
  if (inputs->slots[i])
    return inputs->slots[i] - 1;
  vec_push(a->m, &inputs->terms, TERM_NONE);
  vec_push(a->m, &inputs->keys, *key);
  inputs->slots[i] = (uint32_t)inputs->keys.count;
  return inputs->slots[i] - 1;
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
  abs_value value = {.word = abs_fresh(a, width)};
  if (is_pointer)
    value.base = abs_fresh(a, 32);
  return value;
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
