/* Large random graphs that are nowhere written down: where a state leads to is
 * computed from its number. They tell who was met and who was expanded, which
 * is the truth that the odds are about. */
#ifndef UNIT_LOSSY_GRAPH_H
#define UNIT_LOSSY_GRAPH_H

#include "engine/lossy/lossy.h"

#include <string.h>

enum { LOSSY_GRAPH_MOST = 1 << 16, LOSSY_GRAPH_BYTES = 20 };

typedef struct lossy_graph {
  uint32_t states, degree;
  uint64_t seed;
  uint32_t faulty; /* a state that is wrong; UINT32_MAX: none */
  bool is_chain;   /* each leads to the next only */
  bool tells;      /* one thread only */
  uint8_t met[LOSSY_GRAPH_MOST], expanded[LOSSY_GRAPH_MOST];
} lossy_graph;

static inline uint64_t lossy_graph_random(uint64_t x) {
  x += UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
  return x ^ x >> 31;
}

static inline uint32_t lossy_graph_next(const lossy_graph *g, uint32_t s,
                                        uint32_t i) {
  if (g->is_chain)
    return s + 1 < g->states ? s + 1 : s;
  uint64_t x = (uint64_t)s << 32 | i;
  return (uint32_t)(lossy_graph_random(lossy_graph_random(x) + g->seed) %
                    g->states);
}

/* Few bits differ between states, as in real ones. */
static inline void lossy_graph_write(lossy_graph *g, uint32_t s,
                                     model_steps *out) {
  uint8_t *p = model_steps_add(out, LOSSY_GRAPH_BYTES);
  memset(p, 0, LOSSY_GRAPH_BYTES);
  p[3] = (uint8_t)s;
  p[9] = (uint8_t)(s >> 8);
  p[17] = (uint8_t)(s >> 16);
  if (g->tells)
    g->met[s] = 1;
}

static inline uint32_t lossy_graph_read(const uint8_t *p) {
  return (uint32_t)(p[3] | p[9] << 8 | p[17] << 16);
}

static inline void lossy_graph_initial(const model *x, void *scratch,
                                       model_steps *out) {
  (void)scratch;
  lossy_graph_write(x->self, 0, out);
}

static inline void lossy_graph_steps(const model *x, void *scratch,
                                     const uint8_t *state, uint32_t size,
                                     model_steps *out) {
  lossy_graph *g = x->self;
  uint32_t s = lossy_graph_read(state);
  (void)scratch;
  (void)size;
  if (g->tells)
    g->expanded[s] = 1;
  for (uint32_t i = 0; i < g->degree; i++)
    lossy_graph_write(g, lossy_graph_next(g, s, i), out);
  if (s == g->faulty) {
    model_fault f = {.severity = MODEL_ERROR, .step = MODEL_NONE};
    model_steps_fault(out, &f, "state %u", (unsigned)s);
  }
}

static inline model lossy_graph_model(lossy_graph *g) {
  static const model_ops ops = {.initial = lossy_graph_initial,
                                .next = lossy_graph_steps};
  return (model){.ops = &ops,
                 .self = g,
                 .language = "test",
                 .most_bytes = LOSSY_GRAPH_BYTES,
                 .scratch_bytes = 8,
                 .may_fault = true};
}

/* The truth, the slow way: how many can be reached. */
static inline uint32_t lossy_graph_reachable(const lossy_graph *g) {
  static uint8_t seen[LOSSY_GRAPH_MOST];
  uint32_t count = 1;
  memset(seen, 0, sizeof seen);
  seen[0] = 1;
  for (bool grows = true; grows;) {
    grows = false;
    for (uint32_t s = 0; s < g->states; s++)
      for (uint32_t i = 0; seen[s] && i < g->degree; i++) {
        uint32_t to = lossy_graph_next(g, s, i);
        grows |= !seen[to];
        count += !seen[to];
        seen[to] = 1;
      }
  }
  return count;
}

/* Met by a search, but taken for others by all. */
static inline uint32_t lossy_graph_missed(const lossy_graph *g) {
  uint32_t count = 0;
  for (uint32_t s = 0; s < g->states; s++)
    count += g->met[s] && !g->expanded[s];
  return count;
}

#endif
