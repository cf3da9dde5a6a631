/* Larger random models, made while they are searched: where the steps of a
 * state lead to, what holds in it and what is wrong with it follow from its
 * number and a seed. */
#ifndef UNIT_PARALLEL_GRAPH_H
#define UNIT_PARALLEL_GRAPH_H

#include "model/model.h"

#include <time.h>

enum { HASHED_PLACES = 64 };

typedef struct hashed {
  uint32_t states, degree;
  uint64_t seed;
  uint32_t initials;
  uint32_t span;       /* steps lead at most so far on, but for a few */
  uint32_t fault_odds; /* a state in so many; 0: none */
  uint32_t letter_odds;
  /* Not 0: states in blocks of so many. Steps lead to the same block or the
   * next; only forward from the first of a block, to which no step of its own
   * block leads: so it is on no cycle, and there the first atom holds. */
  uint32_t block;
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
  uint32_t first = g->block && g->block < g->states ? g->block : g->states;
  for (uint32_t i = 0; i < g->initials; i++)
    hashed_add(out, (uint32_t)(hashed_mix(g, i, 99) % first));
}

static inline bool hashed_is_first(const hashed *g, uint32_t s) {
  return s % g->block == 0 && s / g->block + 1 < g->states / g->block;
}

static inline uint32_t hashed_degree(const hashed *g, uint32_t s) {
  if (g->block && hashed_is_first(g, s))
    return 1 + g->degree / 2; /* an end there would be a cycle */
  return (uint32_t)(hashed_mix(g, s, 98) % (g->degree + 1));
}

static inline uint32_t hashed_in_blocks(const hashed *g, uint32_t s,
                                        uint64_t h) {
  uint32_t block = s / g->block;
  bool forward = hashed_is_first(g, s) || h % 4 == 0;
  h >>= 8;
  if (forward && block + 1 < g->states / g->block)
    return (block + 1) * g->block + (uint32_t)(h % g->block);
  return block * g->block + 1 + (uint32_t)(h % (g->block - 1));
}

static inline uint32_t hashed_to(const hashed *g, uint32_t s, uint32_t i) {
  uint64_t h = hashed_mix(g, s, i);
  if (g->block)
    return hashed_in_blocks(g, s, h);
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
  *letter |= g->block && hashed_is_first(g, s);
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

/* A ring, and threads that doze. */

/* State 0 leads to 'ways' states, each of these into a ring of so many, in
 * which the first atom holds once if 'is_lit', and on all ways to it. Who takes
 * a step falls asleep now and then: threads meet each other in all places. */
typedef struct ring {
  uint32_t ways, length;
  bool is_lit;
  uint32_t seed;
} ring;

/* The scratch: a number that changes with each step. */
static inline void ring_doze(void *scratch, uint32_t seed) {
  uint64_t *at = scratch;
  *at = *at * UINT64_C(6364136223846793005) + (uintptr_t)scratch + seed;
  struct timespec little = {.tv_nsec = (long)(*at >> 40) % 300000};
  if (*at >> 58 == 0)
    nanosleep(&little, NULL);
}

static inline void ring_initial(const model *x, void *scratch,
                                model_steps *out) {
  (void)x;
  (void)scratch;
  hashed_add(out, 0);
}

static inline void ring_next(const model *x, void *scratch,
                             const uint8_t *state, uint32_t size,
                             model_steps *out) {
  const ring *r = x->self;
  uint32_t s, first = r->ways + 1;
  (void)size;
  memcpy(&s, state, 4);
  ring_doze(scratch, r->seed);
  for (uint32_t i = 1; s == 0 && i <= r->ways; i++)
    hashed_add(out, i);
  if (s > 0 && s <= r->ways)
    hashed_add(out, first + s * 7919 * (r->seed + 1) % r->length);
  if (s >= first)
    hashed_add(out, first + (s - first + 1) % r->length);
}

static inline bool ring_letter(const model *x, const model_binding *b,
                               void *scratch, const uint8_t *state,
                               uint32_t size, uint64_t *letter,
                               model_steps *out) {
  const ring *r = x->self;
  uint32_t s;
  (void)b;
  (void)scratch;
  (void)size;
  (void)out;
  memcpy(&s, state, 4);
  *letter = (s > 0 && s <= r->ways) ||
            (r->is_lit && s == r->ways + 1 + r->seed * 31 % r->length);
  return true;
}

static inline model ring_model(ring *r) {
  static const model_ops ops = {
      .initial = ring_initial, .next = ring_next, .letter = ring_letter};
  return (model){.ops = &ops,
                 .self = r,
                 .language = "test",
                 .most_bytes = 8,
                 .scratch_bytes = 8,
                 .number_count = 1};
}

#endif
