/* The truth about a small automaton: what the interpreter says of all inputs
 * there are; and is a run that somebody found a real one? */
#ifndef UNIT_CFA_TRUTH_H
#define UNIT_CFA_TRUTH_H

#include "cfa_made.h"
#include "check.h"

#include "cfa/run.h"
#include "engine/panda/panda.h"

enum { MOST_RUNS = 4000, MOST_STEPS = 4000 };

/* ---- All inputs ------------------------------------------------------ */

typedef struct odometer {
  uint64_t values[64];
  unsigned widths[64];
  size_t count, met;
  bool overflows;
} odometer;

static uint64_t next_value(void *self, const cfa_input *x) {
  odometer *o = self;
  if (o->met == 64) {
    o->overflows = true;
    return 0;
  }
  if (o->met == o->count) {
    o->values[o->count] = 0;
    o->widths[o->count++] = x->is_pointer ? 0 : x->width;
  }
  return o->values[o->met++];
}

static bool turn(odometer *o) {
  o->count = o->met;
  while (o->count) {
    uint64_t *v = &o->values[o->count - 1];
    if (*v < bits_mask(o->widths[o->count - 1]) && o->widths[o->count - 1]) {
      ++*v;
      return true;
    }
    o->count--;
  }
  return false;
}

typedef struct truth {
  bool is_known, fails, faults, stops;
  size_t runs;
} truth;

static truth by_brute_force(unsigned checks) {
  odometer o = {.count = 0};
  truth t = {.is_known = true};
  do {
    o.met = 0;
    cfa_run_options how = {checks, next_value, &o};
    cfa_run *r = cfa_run_begin(&job, &ticks, &made, &how);
    switch (cfa_run_finish(r, MOST_STEPS)) {
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

/* ---- Runs that were found --------------------------------------------- */

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
  cfa_end end = cfa_run_finish(run, MOST_STEPS);
  CHECK(end == CFA_END_ERROR);
  CHECK(!g.differs && g.met == r->inputs.count);
  CHECK(cfa_run_edge(run) == r->edge || r->fault != CFA_NO_FAULT);
  cfa_run_delete(run);
}

/* A branch's edges: the one that holds first. */
static void order_branches(void) {
  for (size_t i = 0; i < made.edges.count; i++)
    for (size_t j = i + 1; j < made.edges.count; j++)
      if (made.edges.at[i].from == made.edges.at[j].from &&
          !made.edges.at[i].holds && made.edges.at[j].holds) {
        cfa_edge e = made.edges.at[i];
        made.edges.at[i] = made.edges.at[j];
        made.edges.at[j] = e;
      }
}

#endif
