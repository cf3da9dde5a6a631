/* Models for tests: graphs that are written down, with a letter for each state
 * and labels on edges. The bytes of a state are longer or shorter by its
 * number. */
#ifndef EXPLICIT_GRAPH_H
#define EXPLICIT_GRAPH_H

#include "model/run.h"

#include <stdio.h>

enum { GRAPH_MOST = 16, GRAPH_LABELS = 2, GRAPH_TAIL = 3 };

typedef struct test_edge {
  uint32_t from, to, label;
} test_edge;

typedef struct test_graph {
  uint32_t states;
  uint32_t initial[4], initials;
  test_edge edges[64];
  uint32_t edge_count;
  uint64_t letters[GRAPH_MOST];
  bool faulty[GRAPH_MOST];        /* it has no steps, being wrong */
  bool letter_faulty[GRAPH_MOST]; /* it has no letter */
  uint64_t label_letters[GRAPH_LABELS];
} test_graph;

static inline void test_write(uint32_t state, model_steps *out,
                              uint32_t label) {
  uint32_t size = 4 + state % GRAPH_TAIL;
  uint8_t *p = model_steps_add(out, size);
  memset(p, 0xAB, size);
  for (int i = 0; i < 4; i++)
    p[i] = (uint8_t)(state >> 8 * i);
  vec_last(&out->steps).label = label;
}

static inline uint32_t test_state(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
         (uint32_t)p[3] << 24;
}

static inline void test_initial(const model *x, void *scratch,
                                model_steps *out) {
  const test_graph *g = x->self;
  (void)scratch;
  for (uint32_t i = 0; i < g->initials; i++)
    test_write(g->initial[i], out, MODEL_NONE);
}

static inline void test_next(const model *x, void *scratch,
                             const uint8_t *state, uint32_t size,
                             model_steps *out) {
  const test_graph *g = x->self;
  uint32_t s = test_state(state);
  (void)scratch;
  (void)size;
  if (g->faulty[s]) {
    out->is_fault = true;
    snprintf(out->fault, sizeof out->fault, "state %u", (unsigned)s);
    return;
  }
  for (uint32_t i = 0; i < g->edge_count; i++)
    if (g->edges[i].from == s)
      test_write(g->edges[i].to, out, g->edges[i].label);
}

static inline bool test_letter(const model *x, const model_binding *b,
                               void *scratch, const uint8_t *state,
                               uint32_t size, uint64_t *letter,
                               model_steps *out) {
  const test_graph *g = x->self;
  uint32_t s = test_state(state);
  (void)b;
  (void)scratch;
  (void)size;
  *letter = g->letters[s];
  out->is_fault = g->letter_faulty[s];
  return !out->is_fault;
}

static inline void test_numbers(const model *x, const uint8_t *state,
                                uint32_t size, int64_t *out) {
  (void)x;
  (void)size;
  *out = test_state(state);
}

static inline bool test_from_numbers(const model *x, const int64_t *numbers,
                                     uint8_t *state, uint32_t *size) {
  const test_graph *g = x->self;
  if (*numbers < 0 || *numbers >= (int64_t)g->states)
    return false;
  *size = 4 + (uint32_t)*numbers % GRAPH_TAIL;
  memset(state, 0xAB, *size);
  for (int i = 0; i < 4; i++)
    state[i] = (uint8_t)(*numbers >> 8 * i);
  return true;
}

/* The model and its binding refer to 'g'. */
static inline model test_model(mem *m, test_graph *g, model_binding *b) {
  static const model_ops ops = {.initial = test_initial,
                                .next = test_next,
                                .letter = test_letter,
                                .numbers = test_numbers,
                                .from_numbers = test_from_numbers};
  model x = {.ops = &ops,
             .self = g,
             .language = "test",
             .most_bytes = 4 + GRAPH_TAIL - 1,
             .scratch_bytes = 1,
             .number_count = 1,
             .may_fault = true};
  names_insert(m, &x.labels, "a", 1);
  names_insert(m, &x.labels, "b", 1);
  *b = (model_binding){.label_letters = g->label_letters};
  return x;
}

#endif
