/* Larger random models, made while they are searched: where the steps of a
 * state lead to, what holds in it and what is wrong with it follow from its
 * number and a seed. */
#ifndef UNIT_PARALLEL_GRAPH_H
#define UNIT_PARALLEL_GRAPH_H

#include "model/model.h"

enum { HASHED_PLACES = 64 };

typedef struct hashed {
  uint32_t states, degree;
  uint64_t seed;
  uint32_t initials;
  uint32_t span;       /* steps lead at most so far on, but for a few */
  uint32_t fault_odds; /* a state in so many; 0: none */
  uint32_t letter_odds;
  atomic_uint *expanded; /* by state, if it is to be counted */
  uint32_t endless_at;   /* raises MEM_ENDLESS there; MODEL_NONE: nowhere */
} hashed;

static inline uint64_t hashed_mix(const hashed *g, uint64_t a, uint64_t b) {
  uint64_t z = g->seed + a * UINT64_C(0x9E3779B97F4A7C15) +
               b * UINT64_C(0xD1B54A32D192ED03);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

static inline void hashed_add(model_steps *out, uint32_t state) {
  uint32_t size = 4 + state % 5;
  uint8_t *p = model_steps_add(out, size);
  memset(p, (int)(state & 0xFF), size);
  memcpy(p, &state, 4);
}

static inline void hashed_initial(const model *x, void *scratch,
                                  model_steps *out) {
  const hashed *g = x->self;
  (void)scratch;
  for (uint32_t i = 0; i < g->initials; i++)
    hashed_add(out, (uint32_t)(hashed_mix(g, i, 99) % g->states));
}

static inline uint32_t hashed_degree(const hashed *g, uint32_t s) {
  return (uint32_t)(hashed_mix(g, s, 98) % (g->degree + 1));
}

static inline uint32_t hashed_to(const hashed *g, uint32_t s, uint32_t i) {
  uint64_t h = hashed_mix(g, s, i);
  if (h % 16 == 0)
    return (uint32_t)((h >> 8) % g->states);
  return (uint32_t)((s + (h >> 8) % g->span) % g->states);
}

static inline void hashed_fault(model_steps *out, model_severity severity,
                                uint32_t step, uint32_t line) {
  model_fault f = {.severity = severity, .step = step, .line = line};
  model_steps_fault(out, &f, "fault %u", (unsigned)line);
}

static inline void hashed_next(const model *x, void *scratch,
                               const uint8_t *state, uint32_t size,
                               model_steps *out) {
  const hashed *g = x->self;
  uint32_t s, degree;
  (void)size;
  memcpy(&s, state, 4);
  if (g->expanded)
    atomic_fetch_add(&g->expanded[s], 1);
  if (s == g->endless_at)
    mem_raise(out->m->budget, MEM_ENDLESS);
  degree = hashed_degree(g, s);
  for (uint32_t i = 0; i < degree; i++)
    hashed_add(out, hashed_to(g, s, i));
  ((uint8_t *)scratch)[s % HASHED_PLACES / 8] |= (uint8_t)(1 << s % 8);
  uint64_t odds = g->fault_odds ? hashed_mix(g, s, 97) % g->fault_odds : 9;
  if (odds < 3)
    hashed_fault(out, (model_severity)odds,
                 degree && s % 2 ? s % degree : MODEL_NONE, 1 + s % 20);
}

static inline bool hashed_letter(const model *x, const model_binding *b,
                                 void *scratch, const uint8_t *state,
                                 uint32_t size, uint64_t *letter,
                                 model_steps *out) {
  const hashed *g = x->self;
  uint32_t s;
  (void)b;
  (void)scratch;
  (void)size;
  (void)out;
  memcpy(&s, state, 4);
  *letter = hashed_mix(g, s, 96) % g->letter_odds == 0;
  *letter |= (hashed_mix(g, s, 95) & 1) << 1;
  return true;
}

static inline const uint8_t *hashed_covered(const model *x,
                                            const void *scratch) {
  (void)x;
  return scratch;
}

/* 'g' stays where it is. */
static inline model hashed_model(mem *m, hashed *g) {
  static const model_ops ops = {.initial = hashed_initial,
                                .next = hashed_next,
                                .letter = hashed_letter,
                                .covered = hashed_covered};
  model x = {.ops = &ops,
             .self = g,
             .language = "test",
             .most_bytes = 8,
             .scratch_bytes = 8,
             .number_count = 1,
             .may_fault = true};
  vec_resize(m, &x.places, (size_t)HASHED_PLACES);
  return x;
}

#endif
