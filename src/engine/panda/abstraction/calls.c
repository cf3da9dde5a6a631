/* Calls and returns: two frames meet.
 *
 * At a call the callee's predicates are read with the arguments in place of the
 * parameters. At a return everything that both frames know counts: the callee
 * about its variables and what is global now, the caller about its own
 * variables, and about globals and memory as they were at the call, which is
 * how they still are unless the path wrote them since. A parameter that nobody
 * assigns to still is the argument. */
#include "engine/panda/abstraction/inside.h"

#include <assert.h>

typedef vec(abs_value) abs_values;

/* The arguments, evaluated in the caller: each part of them once. */
static void read_arguments(abstraction *a, const cfa_edge *edge,
                           const abs_reading *reading, abs_values *out) {
  for (uint32_t i = 0; i < edge->arguments; i++) {
    uint32_t x = a->p->arguments.at[edge->first_argument + i];
    vec_push(a->m, out, abs_read(a, reading, x));
  }
}

static size_t given(const abstraction *a, const cfa_edge *edge,
                    uint32_t callee) {
  assert(callee < a->p->functions.count);
  uint32_t wanted = a->p->functions.at[callee].parameters;
  return edge->arguments < wanted ? edge->arguments : wanted;
}

static void read_entry(abstraction *a, const cfa_edge *edge, uint32_t callee,
                       const abs_frame *caller) {
  abs_values arguments = {0};
  abs_reading run = {.is_run = true};
  abs_reading reading = {.locals = ABS_OTHER, .callee = callee};
  abs_suppose(a, caller);
  abs_reading_begin(a, &run);
  read_arguments(a, edge, &run, &arguments);
  reading.arguments = arguments.at;
  reading.argument_count = given(a, edge, callee);
  abs_reading_begin(a, &reading);
  abs_land(a, &reading, false);
  vec_free(a->m, &arguments);
}

void abs_enter(abstraction *a, uint32_t position) {
  assert(position < a->log.count);
  uint32_t edge = a->log.at[position].edge, callee = a->log.at[position].other;
  abs_frame caller = vec_last(&a->frames);
  abs_frame frame = {.function = callee,
                     .location = a->p->functions.at[callee].entry,
                     .start = ABS_NONE,
                     .edge = edge,
                     .since = position};
  vec_push(a->m, &a->frames, frame);
  a->fresh = 0;
  if (abs_applies(a, frame.location))
    read_entry(a, &a->p->edges.at[edge], callee, &caller);
}

static void suppose(abstraction *a, term x, abs_truth truth) {
  vec_push(a->m, &a->hypotheses, truth == ABS_TRUE ? x : terms_not(a->t, x));
}

/* What the caller knew when it called, as facts about the time before. */
static void suppose_caller(abstraction *a, const abs_frame *caller,
                           const abs_reading *past) {
  if (caller->start == ABS_NONE)
    return;
  for (size_t i = 0; i < a->at[caller->location].count; i++) {
    abs_truth truth = (abs_truth)a->values.at[caller->start + i];
    if (truth == ABS_UNKNOWN)
      continue;
    term x =
        abs_read_predicate(a, past, a->at[caller->location].at[i].predicate);
    vec_push(a->m, &a->hypotheses, truth == ABS_TRUE ? x : terms_not(a->t, x));
  }
}

/* The callee's parameters that are still what the caller gave. */
static void find_arguments(abstraction *a, const abs_frame *callee,
                           const abs_reading *past, abs_values *out) {
  assert(callee->edge < a->p->edges.count);
  assert(callee->function < a->p->functions.count);
  const cfa_edge *edge = &a->p->edges.at[callee->edge];
  uint32_t first = a->p->functions.at[callee->function].first_variable;
  size_t count = given(a, edge, callee->function);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t x = a->p->arguments.at[edge->first_argument + i];
    bool is_still = a->p->variables.at[first + i].is_scalar &&
                    !a->is_assigned[first + i] &&
                    !abs_info_of(a, x)->makes_input;
    abs_value none = {0};
    vec_push(a->m, out, is_still ? abs_read(a, past, x) : none);
  }
}

static void suppose_callee(abstraction *a, const abs_frame *callee,
                           const abs_reading *now) {
  if (callee->start == ABS_NONE)
    return;
  for (size_t i = 0; i < a->at[callee->location].count; i++) {
    abs_truth truth = (abs_truth)a->values.at[callee->start + i];
    uint32_t n = a->at[callee->location].at[i].predicate;
    if (truth != ABS_UNKNOWN)
      suppose(a, abs_read_predicate(a, now, n), truth);
  }
}

static abs_value read_result(abstraction *a, const cfa_edge *edge,
                             const abs_reading *now, uint32_t variable) {
  assert(variable < a->p->variables.count);
  const cfa_variable *v = &a->p->variables.at[variable];
  abs_reading run = *now;
  if (edge->a == CFA_NONE)
    return abs_fresh_value(a, v->width, v->is_pointer);
  run.is_run = true;
  abs_reading_begin(a, &run);
  return abs_read(a, &run, edge->a);
}

static void read_return(abstraction *a, const abs_frame *callee,
                        const abs_frame *caller, const cfa_edge *edge) {
  assert(callee->edge < a->p->edges.count);
  uint32_t result = a->p->edges.at[callee->edge].variable;
  abs_values arguments = {0};
  abs_reading past = {
      .locals = ABS_OTHER, .is_past = true, .since = callee->since};
  abs_reading now = {.callee = callee->function};
  abs_reading reading = {.locals = ABS_OTHER};
  a->hypotheses.count = 0;
  abs_reading_begin(a, &past);
  suppose_caller(a, caller, &past);
  find_arguments(a, callee, &past, &arguments);
  now.arguments = arguments.at;
  now.argument_count = arguments.count;
  abs_reading_begin(a, &now);
  suppose_callee(a, callee, &now);
  if (result != CFA_NONE) {
    reading.is_replaced = true;
    reading.variable = result;
    reading.by = read_result(a, edge, &now, result);
  }
  abs_reading_begin(a, &reading);
  abs_land(a, &reading, false);
  vec_free(a->m, &arguments);
}

void abs_leave(abstraction *a, uint32_t position) {
  assert(position < a->log.count);
  cfa_edge edge = a->p->edges.at[a->log.at[position].edge];
  abs_frame callee = vec_pop(&a->frames);
  vec_push(a->m, &a->gone, callee);
  if (a->frames.count == 0)
    return;
  abs_frame caller = vec_last(&a->frames);
  uint32_t to = a->p->edges.at[callee.edge].to;
  vec_last(&a->frames).location = to;
  vec_last(&a->frames).start = ABS_NONE;
  a->fresh = 0;
  if (abs_applies(a, to))
    read_return(a, &callee, &caller, &edge);
}
