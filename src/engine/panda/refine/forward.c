/* Predicates from where the path makes them true to where it changes their
 * variables: assumptions that matter, and what constants are assigned. What
 * weakest preconditions say cannot be said of a frame or before an input; this
 * can. */
#include "engine/panda/refine/inside.h"

#include <assert.h>

void refine_propose(abstraction *a, refine_job *job, uint32_t location,
                    uint32_t condition) {
  if (abs_info_of(a, condition)->size > REFINE_SIZE ||
      a->at[location].count >= REFINE_A_LOCATION ||
      job->fresh[location] >= REFINE_NEW)
    return;
  if (abs_add(a, location, condition)) {
    job->added++;
    job->fresh[location]++;
  }
}

void refine_rename(abstraction *a, refine_renaming *renaming, uint32_t from,
                   uint32_t by) {
  vec_push(a->m, &renaming->from, from);
  vec_push(a->m, &renaming->by, by);
}

refine_change refine_change_of(const refine_renaming *renaming) {
  return (refine_change){.from = renaming->from.at,
                         .by = renaming->by.at,
                         .count = renaming->from.count,
                         .at = CFA_NONE};
}

void refine_renaming_clear(abstraction *a, refine_renaming *renaming) {
  vec_free(a->m, &renaming->from);
  vec_free(a->m, &renaming->by);
}

static bool is_global(const abstraction *a, uint32_t variable,
                      const void *self) {
  (void)self;
  return a->p->variables.at[variable].function == CFA_NONE;
}

void refine_rename_arguments(abstraction *a, refine_renaming *renaming,
                             const cfa_edge *call, const cfa_function *function,
                             bool to_the_end) {
  for (uint32_t i = 0; i < call->arguments && i < function->parameters; i++) {
    uint32_t x = a->p->arguments.at[call->first_argument + i];
    uint32_t v = function->first_variable + i;
    if (!a->p->variables.at[v].is_scalar || !refine_is_small(a, x) ||
        (to_the_end && a->is_assigned[v]))
      continue;
    if (!refine_is_constant(a, x) && !abs_info_of(a, x)->has_load &&
        !refine_mentions(a, x, is_global, NULL))
      refine_rename(a, renaming, x, refine_variable(a, v));
  }
}

typedef struct start {
  uint32_t position, condition;
} start;
typedef vec(start) starts;

static bool forward_is_it(const abstraction *a, uint32_t variable,
                          const void *self) {
  (void)a;
  return variable == *(const uint32_t *)self;
}

/* Is the condition, behind the step, no longer what it was? */
static bool is_changed(abstraction *a, const cfa_edge *edge,
                       uint32_t condition) {
  uint32_t v = edge->kind == CFA_CALL ? CFA_NONE : edge->variable;
  return v != CFA_NONE && refine_mentions(a, condition, forward_is_it, &v);
}

static void follow_into(abstraction *a, starts *all, const cfa_edge *call,
                        uint32_t callee, start s) {
  assert(callee < a->p->functions.count);
  refine_renaming renaming = {0};
  refine_rename_arguments(a, &renaming, call, &a->p->functions.at[callee],
                          false);
  refine_change change = refine_change_of(&renaming);
  if (refine_covers(a, s.condition, &change)) {
    start inner = {s.position, refine_rewrite(a, s.condition, &change)};
    vec_push(a->m, all, inner);
  }
  refine_renaming_clear(a, &renaming);
}

/* From s.position on, as far as its frame and its variables last. */
static void follow(abstraction *a, refine_job *job, starts *all, start s) {
  size_t depth = 0;
  uint32_t result = CFA_NONE;
  for (size_t i = s.position; i < a->log.count; i++) {
    const abs_step *step = &a->log.at[i];
    const cfa_edge edge = a->p->edges.at[step->edge];
    if (depth == 0) {
      refine_propose(a, job, edge.from, s.condition);
      if (edge.kind == CFA_RETURN || is_changed(a, &edge, s.condition))
        return;
      if (edge.kind == CFA_CALL) {
        result = edge.variable;
        follow_into(a, all, &edge, step->other,
                    (start){(uint32_t)i + 1, s.condition});
      }
    }
    depth += edge.kind == CFA_CALL;
    depth -= edge.kind == CFA_RETURN;
    if (edge.kind == CFA_RETURN && depth == 0 && result != CFA_NONE &&
        refine_mentions(a, s.condition, forward_is_it, &result))
      return;
  }
  if (depth == 0)
    refine_propose(a, job, vec_last(&a->frames).location, s.condition);
}

static void start_assumptions(abstraction *a, refine_job *job, starts *all) {
  refine_list atoms = {0};
  size_t count = job->core.count < 100 ? job->core.count : 100;
  for (size_t i = 0; i < count; i++) {
    uint32_t position = job->core.at[job->core.count - 1 - i];
    if (a->log.count - position > REFINE_STEPS)
      continue;
    uint32_t c = a->p->edges.at[a->log.at[position].edge].a;
    atoms.count = 0;
    if (refine_is_small(a, c))
      refine_atoms(a, c, &atoms);
    vec_each (const uint32_t, x, &atoms)
      vec_push(a->m, all, ((start){position + 1, *x}));
  }
  vec_free(a->m, &atoms);
}

/* A variable of the formulas becomes an address, or, where that is wanted, a
 * constant: then it is that. */
static void start_constants(abstraction *a, refine_job *job, starts *all) {
  size_t count = a->log.count;
  size_t first = count > REFINE_STEPS ? count - REFINE_STEPS : 0;
  for (size_t i = count; i-- > first && all->count < REFINE_FOLLOWED;) {
    const cfa_edge edge = a->p->edges.at[a->log.at[i].edge];
    if (edge.kind != CFA_ASSIGN || !job->mentions[edge.variable])
      continue;
    bool is_wanted = abs_info_of(a, edge.a)->is_fixed ||
                     (job->takes_whole && refine_is_constant(a, edge.a));
    if (!is_wanted)
      continue;
    uint32_t is = refine_apply(a, BITS_EQ, 1, refine_variable(a, edge.variable),
                               edge.a, CFA_NONE);
    vec_push(a->m, all, ((start){(uint32_t)i + 1, is}));
  }
}

void refine_forwards(abstraction *a, refine_job *job) {
  starts all = {0};
  start_assumptions(a, job, &all);
  start_constants(a, job, &all);
  for (size_t i = 0; i < all.count && i < REFINE_FOLLOWED; i++) {
    progress_tick(a->clock);
    follow(a, job, &all, all.at[i]);
  }
  vec_free(a->m, &all);
}
