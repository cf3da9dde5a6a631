/* The truth about a small automaton: what the interpreter says of all inputs
 * there are; and is a run that somebody found a real one? */
#ifndef UNIT_CFA_TRUTH_H
#define UNIT_CFA_TRUTH_H

#include "tests/unit/cfa_all_inputs.h"
#include "tests/unit/cfa_made.h"
#include "tests/unit/check.h"

#include "engine/panda/panda.h"

enum { MOST_RUNS = 4000, MOST_STEPS = 4000, MANY_STEPS = 60000 };

/* All inputs. */

typedef struct truth {
  bool is_known, fails, faults, stops;
  bool never_ends; /* some run does not */
  size_t runs;
} truth;

/* Arguments and globals of endless automata have few values: a run that is so
 * long without inputs of its own has been there before. */
enum { INPUTS_OF_MAIN = 2 };

static truth by_brute_force(unsigned checks, bool may_not_end) {
  odometer o = {.count = 0};
  truth t = {.is_known = true};
  do {
    o.met = 0;
    cfa_run_options how = {checks, next_value, &o};
    cfa_run *r = cfa_run_begin(&job, &ticks, &made, &how);
    switch (cfa_run_finish(r, may_not_end ? MANY_STEPS : MOST_STEPS)) {
    case CFA_END_ERROR:
      t.fails = true;
      break;
    case CFA_END_FAULT:
      t.faults = true;
      break;
    case CFA_END_UNSUPPORTED:
      t.stops = true;
      break;
    case CFA_END_STEPS:
      t.never_ends = true;
      if (!may_not_end || o.met > INPUTS_OF_MAIN)
        t.is_known = false;
      break;
    default:
      break;
    }
    cfa_run_delete(r);
    t.runs++;
    t.is_known = t.is_known && !o.overflows && t.runs < MOST_RUNS;
  } while (t.is_known && turn(&o));
  return t;
}

/* Runs that were found. */

typedef struct given {
  const cfa_inputs *inputs;
  size_t met;
  bool differs;
} given;

static uint64_t given_value(void *self, const cfa_input *x) {
  given *g = self;
  if (g->met == g->inputs->count) {
    g->differs = true;
    return 0;
  }
  const cfa_input *y = &g->inputs->at[g->met++];
  g->differs = g->differs || y->kind != x->kind || y->width != x->width ||
               y->is_pointer != x->is_pointer || y->offset != x->offset;
  return y->value;
}

static void violation_is_real(const panda_result *r, unsigned checks) {
  given g = {.inputs = &r->inputs};
  cfa_run_options how = {checks, given_value, &g};
  cfa_run *run = cfa_run_begin(&job, &ticks, &made, &how);
  cfa_end end = cfa_run_finish(run, MANY_STEPS);
  CHECK(end == CFA_END_ERROR);
  CHECK(!g.differs && g.met == r->inputs.count);
  CHECK(cfa_run_edge(run) == r->edge || r->fault != CFA_NO_FAULT);
  cfa_run_delete(run);
}

#endif
