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
  /* Faults, of a severity plus one (0: none), that leave the steps there. */
  uint8_t state_fault[GRAPH_MOST], edge_fault[64];
  uint64_t movers[64];          /* by edge */
  uint64_t enabled[GRAPH_MOST]; /* besides those that have a step */
} test_graph;

/* Is something undefined when the state is expanded? */
static inline bool test_is_undefined(const test_graph *g, uint32_t s) {
  bool found = g->faulty[s] || g->letter_faulty[s] ||
               g->state_fault[s] == MODEL_UNDEFINED + 1;
  for (uint32_t i = 0; i < g->edge_count; i++)
    found |= g->edges[i].from == s && g->edge_fault[i] == MODEL_UNDEFINED + 1;
  return found;
}

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

/* One place for each fault: lines count states, columns edges. */
static inline void test_fault(model_steps *out, uint8_t fault, uint32_t step,
                              uint32_t line, uint32_t column) {
  model_fault f = {.severity = (model_severity)(fault - 1),
                   .step = step,
                   .line = line,
                   .column = column};
  if (fault)
    model_steps_fault(out, &f, "%u %u", (unsigned)line, (unsigned)column);
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
  (void)size;
  if (g->faulty[s]) {
    model_fault f = {.severity = MODEL_UNDEFINED, .step = MODEL_NONE};
    model_steps_fault(out, &f, "state %u", (unsigned)s);
    return;
  }
  for (uint32_t i = 0; i < g->edge_count; i++)
    if (g->edges[i].from == s) {
      ((uint8_t *)scratch)[i / 8] |= (uint8_t)(1 << i % 8);
      test_write(g->edges[i].to, out, g->edges[i].label);
      vec_last(&out->steps).movers = g->movers[i];
      test_fault(out, g->edge_fault[i], (uint32_t)out->steps.count - 1, s + 1,
                 i + 1);
    }
  test_fault(out, g->state_fault[s], MODEL_NONE, s + 1, 0);
}

static inline uint64_t test_enabled(const model *x, void *scratch,
                                    const uint8_t *state, uint32_t size) {
  const test_graph *g = x->self;
  uint32_t s = test_state(state);
  uint64_t found = g->enabled[s];
  (void)scratch;
  (void)size;
  for (uint32_t i = 0; i < g->edge_count; i++)
    if (g->edges[i].from == s)
      found |= g->movers[i];
  return found;
}

/* The edges are the places. */
static inline const uint8_t *test_covered(const model *x, const void *scratch) {
  (void)x;
  return scratch;
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
  if (g->letter_faulty[s]) {
    model_fault f = {.severity = MODEL_UNDEFINED, .step = MODEL_NONE};
    model_steps_fault(out, &f, "letter of state %u", (unsigned)s);
  }
  return !g->letter_faulty[s];
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
                                .from_numbers = test_from_numbers,
                                .enabled = test_enabled,
                                .covered = test_covered};
  model x = {.ops = &ops,
             .self = g,
             .language = "test",
             .most_bytes = 4 + GRAPH_TAIL - 1,
             .scratch_bytes = 8,
             .number_count = 1,
             .may_fault = true};
  names_insert(m, &x.labels, "a", 1);
  names_insert(m, &x.labels, "b", 1);
  vec_resize(m, &x.places, (size_t)g->edge_count);
  *b = (model_binding){.label_letters = g->label_letters};
  return x;
}

#endif
