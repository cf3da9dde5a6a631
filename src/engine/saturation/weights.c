#include "engine/saturation/weights.h"

#include <assert.h>
#include <string.h>

static bool below_zero(const int64_t *v, uint32_t dimension) {
  for (uint32_t i = 0; i < dimension; i++)
    if (v[i] != 0)
      return v[i] < 0;
  return false;
}

static void make_room(mem *m, weights *w) {
  w->scratch = mem_alloc(m, w->size);
  w->combined = mem_alloc(m, w->size);
}

void weights_init_none(weights *w) { *w = (weights){.mode = SAT_REACH}; }

void weights_init_steps(mem *m, weights *w, bool longest) {
  *w = (weights){.mode = longest ? SAT_FIXPOINT : SAT_ORDERED,
                 .dimension = 1,
                 .size = sizeof(int64_t),
                 .unit = true,
                 .unit_weight = longest ? -1 : 1};
  make_room(m, w);
}

void weights_init(mem *m, weights *w, const pds *system, bool longest) {
  if (system->dimension == 0) {
    weights_init_steps(m, w, longest);
    return;
  }
  *w = (weights){.mode = SAT_ORDERED, .dimension = system->dimension};
  w->size = w->dimension * sizeof(int64_t);
  make_room(m, w);
  int64_t *rules = mem_array(m, system->weights.count + 1, sizeof *rules);
  for (size_t i = 0; i < system->weights.count; i++) {
    assert(system->weights.at[i] != INT64_MIN);
    rules[i] = longest ? -system->weights.at[i] : system->weights.at[i];
  }
  for (size_t r = 0; r < system->rules.count; r++)
    if (below_zero(rules + r * system->dimension, system->dimension))
      w->mode = SAT_FIXPOINT;
  w->rules = (const unsigned char *)rules;
}

void weights_init_semiring(mem *m, weights *w, const semiring *ring,
                           const unsigned char *rules) {
  *w = (weights){
      .mode = SAT_SEMIRING, .size = ring->size, .ring = ring, .rules = rules};
  make_room(m, w);
}

const void *weights_of_rule(const weights *w, uint32_t rule) {
  return w->unit ? (const void *)&w->unit_weight : w->rules + rule * w->size;
}

void weights_one(const weights *w, void *out) {
  if (w->ring)
    w->ring->one(w->ring->self, out);
  else
    memset(out, 0, w->size);
}

void weights_unbind(const weights *w, void *a, uint32_t level) {
  for (uint32_t i = level; i < w->dimension; i++)
    ((int64_t *)a)[i] = INT64_MIN;
}

uint32_t weights_first_nonzero(const weights *w, const int64_t *sum) {
  uint32_t i = 0;
  while (i < w->dimension && sum[i] == 0)
    i++;
  return i;
}

void weights_extend(weights *w, void *out, const void *a, const void *b) {
  if (w->ring) {
    w->ring->extend(w->ring->self, out, a, b);
    return;
  }
  const int64_t *x = a, *y = b;
  int64_t *z = out, sum = 0;
  bool fits = !w->saturated || (x[0] != INT64_MAX && y[0] != INT64_MAX);
  for (uint32_t i = 0; fits && i < w->dimension; i++) {
    if (base_unlikely(x[i] == INT64_MIN || y[i] == INT64_MIN)) {
      weights_unbind(w, out, i);
      return;
    }
    fits = !base_add_overflows(x[i], y[i], &sum) && sum != INT64_MIN;
    z[i] = sum;
  }
  if (base_unlikely(!fits)) {
    w->saturated = true;
    for (uint32_t i = 0; i < w->dimension; i++)
      z[i] = INT64_MAX;
  }
}

bool weights_less(const weights *w, const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  for (uint32_t i = 0; i < w->dimension; i++)
    if (x[i] != y[i])
      return x[i] < y[i];
  return false;
}

bool weights_improve(weights *w, void *a, const void *b) {
  if (!w->ring) {
    if (!weights_less(w, b, a))
      return false;
    memcpy(a, b, w->size);
    return true;
  }
  w->ring->combine(w->ring->self, w->combined, a, b);
  if (w->ring->equal(w->ring->self, w->combined, a))
    return false;
  memcpy(a, w->combined, w->size);
  return true;
}
