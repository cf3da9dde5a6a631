/* A concrete run beside a predicate abstraction. Two runs of the same inputs:
 * one goes ahead, so that the abstraction can be told each edge before the
 * other takes it. After every step what is known must hold. */
#ifndef UNIT_ABSTRACTION_RUN_H
#define UNIT_ABSTRACTION_RUN_H

#include "cfa/run_inside.h"
#include "engine/panda/abstraction/inside.h"
#include "tests/unit/check.h"
#include "tests/unit/engine/abstraction_random.h"

enum { MOST_INPUTS = 64 };
static uint64_t chosen[MOST_INPUTS];
static abstraction *known;
static cfa_run *ahead, *behind;
static bool says_where; /* pointers are resolved */
static unsigned long told_true, told_false, told_nothing;

typedef struct chooser {
  size_t met;
} chooser;

static uint64_t choose_next(void *self, const cfa_input *input) {
  chooser *c = self;
  size_t n = c->met++;
  return input->is_pointer ? 0 : n < MOST_INPUTS ? chosen[n] : 0;
}

static chooser first_chooser, second_chooser;

/* Where pointers lead is decided by the path, unless an index is not a
 * constant. */
static abstraction_target resolve(void *self, uint32_t expression) {
  abstraction_target out = {0};
  const cfa_expression *x = &made.expressions.at[expression];
  run_code c;
  (void)self;
  bool is_fixed =
      x->kind == CFA_VARIABLE || x->kind == CFA_ADDRESS ||
      (x->kind == CFA_OFFSET && made.expressions.at[x->b].kind == CFA_CONSTANT);
  if (!says_where || !is_fixed || draw(4) == 0)
    return out;
  run_code_make(behind, &expression, 1, &c);
  behind->is_quiet = true;
  if (run_evaluate(behind, &c)) {
    run_value v = run_root(behind, &c, 0);
    out.object = (uint32_t)v.object;
    out.offset = v.bits;
    out.is_known = true;
  }
  behind->is_quiet = false;
  run_code_free(behind, &c);
  return out;
}

static inline void begin_abstraction(void) {
  smt_limits limits = {.milliseconds = 2000};
  known = abstraction_new(&job, &ticks, &made, &limits, resolve, NULL);
}

static inline void begin_runs(void) {
  cfa_run_options o = {.choose = choose_next, .self = &first_chooser};
  first_chooser.met = second_chooser.met = 0;
  ahead = cfa_run_begin(&job, &ticks, &made, &o);
  o.self = &second_chooser;
  behind = cfa_run_begin(&job, &ticks, &made, &o);
  abstraction_begin(known);
}

static inline void end_runs(void) {
  cfa_run_delete(ahead);
  cfa_run_delete(behind);
}

/* What is known in the frame on top holds in the run. */
static inline bool is_consistent(void) {
  const abs_frame *f = &vec_last(&known->frames);
  if (known->frames.count != cfa_run_depth(behind) ||
      f->location != cfa_run_location(behind))
    return false;
  if (f->start == ABS_NONE)
    return known->at[f->location].count == 0;
  for (size_t i = 0; i < known->at[f->location].count; i++) {
    const abs_entry *e = &known->at[f->location].at[i];
    abs_truth truth = (abs_truth)known->values.at[f->start + i];
    uint64_t value;
    if (truth == ABS_UNKNOWN) {
      told_nothing++;
      continue;
    }
    told_true += truth == ABS_TRUE;
    told_false += truth == ABS_FALSE;
    bool says = (truth == ABS_TRUE) != e->is_flipped;
    if (cfa_run_value(behind, e->condition, &value) && value != says)
      return false;
  }
  return true;
}

/* The edge that the run takes next; false: it ends before it. */
static inline bool look_ahead(uint32_t *edge_taken, uint32_t *callee) {
  if (!cfa_run_step(ahead))
    return false;
  *edge_taken = cfa_run_edge(ahead);
  *callee = CFA_NONE;
  if (made.edges.at[*edge_taken].kind == CFA_CALL)
    *callee = made.locations.at[cfa_run_location(ahead)].function;
  return true;
}

#endif
