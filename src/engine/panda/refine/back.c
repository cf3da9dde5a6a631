/* Predicates from the end of the path backwards: weakest preconditions.
 *
 * The set of formulas belongs to the frame that the step is in; each frame on
 * the way has its own, so that none speaks of variables of two calls. Behind a
 * call, formulas about the result and about globals go into the callee, with
 * its parameters in place of the caller's variables where these are the
 * arguments; those about the caller alone wait until the call is passed. */
#include "engine/panda/refine/inside.h"

#include <assert.h>

typedef struct set {
  refine_list items;
  uint32_t whole; /* the precondition itself; CFA_NONE: it was lost */
} set;

typedef struct backward {
  refine_job *j;
  vec(set) sets; /* of frames; the last is that of the step */
  size_t core;   /* those of the core below this are still to come */
} backward;

/* Variables of formulas, for refine_forwards. */
static bool note(const abstraction *a, uint32_t variable, const void *self) {
  assert(variable < a->p->variables.count);
  const refine_job *job = self;
  if (a->p->variables.at[variable].is_scalar)
    job->mentions[variable] = true;
  return false;
}

/* Its atoms, if it is no longer one. */
static void put(abstraction *a, refine_job *job, set *s, uint32_t condition) {
  refine_list atoms = {0};
  if (refine_is_small(a, condition) && !refine_is_constant(a, condition))
    refine_atoms(a, condition, &atoms);
  vec_each (const uint32_t, x, &atoms) {
    bool is_old = s->items.count >= REFINE_ITEMS;
    vec_each (const uint32_t, y, &s->items)
      is_old |= *x == *y;
    if (is_old)
      continue;
    vec_push(a->m, &s->items, *x);
    refine_mentions(a, *x, note, job);
  }
  vec_free(a->m, &atoms);
}

static uint32_t keep_small(abstraction *a, uint32_t whole) {
  return whole != CFA_NONE && refine_is_small(a, whole) ? whole : CFA_NONE;
}

static void propose_all(abstraction *a, backward *w, uint32_t location) {
  set *s = &vec_last(&w->sets);
  vec_each (const uint32_t, x, &s->items)
    refine_propose(a, w->j, location, *x);
  if (w->j->takes_whole && s->whole != CFA_NONE)
    refine_propose(a, w->j, location, s->whole);
}

/* Every formula of the set, rewritten; 'none' (may be NULL) says which cannot
 * be. */
static void rewrite_all(abstraction *a, refine_job *job, set *s,
                        refine_change *change, refine_test *none,
                        const void *self) {
  set old = *s;
  s->items = (refine_list){0};
  vec_each (const uint32_t, x, &old.items) {
    if (none && refine_mentions(a, *x, none, self))
      continue;
    change->assume_same = false;
    put(a, job, s, refine_rewrite(a, *x, change));
    if (change->doubt == CFA_NONE)
      continue;
    /* Either way, and which way it is. */
    uint32_t address = change->doubt;
    change->assume_same = true;
    put(a, job, s, refine_rewrite(a, *x, change));
    put(a, job, s,
        cfa_apply(a->m, a->p, BITS_EQ, 1, change->at, address, CFA_NONE));
  }
  vec_free(a->m, &old.items);
  change->assume_same = true;
  if (s->whole != CFA_NONE &&
      (!none || !refine_mentions(a, s->whole, none, self)))
    s->whole = keep_small(a, refine_rewrite(a, s->whole, change));
  else
    s->whole = CFA_NONE;
}

static bool back_is_it(const abstraction *a, uint32_t variable,
                       const void *self) {
  (void)a;
  return variable == *(const uint32_t *)self;
}

static void forget(abstraction *a, refine_job *job, set *s, uint32_t variable) {
  refine_change change = {.at = CFA_NONE};
  rewrite_all(a, job, s, &change, back_is_it, &variable);
}

static void assign(abstraction *a, refine_job *job, set *s, uint32_t variable,
                   uint32_t by) {
  uint32_t from = refine_variable(a, variable);
  refine_change change = {.from = &from, .by = &by, .count = 1, .at = CFA_NONE};
  if (refine_is_small(a, by))
    rewrite_all(a, job, s, &change, NULL, NULL);
  else
    forget(a, job, s, variable);
}

static void store(abstraction *a, refine_job *job, set *s,
                  const cfa_edge *edge) {
  refine_change change = {.at = edge->a, .what = edge->b};
  if (refine_is_small(a, edge->a) && refine_is_small(a, edge->b))
    rewrite_all(a, job, s, &change, NULL, NULL);
}

/* Loads of bytes that are filled with a constant are constants. */
static void fill(abstraction *a, refine_job *job, set *s,
                 const cfa_edge *edge) {
  assert(edge->b < a->p->expressions.count);
  uint64_t byte = a->p->expressions.at[edge->b].value, all = 0;
  refine_list loads = {0}, by = {0};
  if (!refine_is_constant(a, edge->b) || !refine_is_constant(a, edge->c))
    return;
  for (unsigned i = 0; i < 8; i++)
    all |= (byte & 255) << 8 * i;
  vec_each (const uint32_t, x, &s->items)
    refine_loads(a, *x, edge->a, a->p->expressions.at[edge->c].value, &loads);
  vec_each (const uint32_t, x, &loads)
    vec_push(a->m, &by,
             cfa_constant(a->m, a->p, a->p->expressions.at[*x].width, all));
  refine_change change = {
      .from = loads.at, .by = by.at, .count = loads.count, .at = CFA_NONE};
  rewrite_all(a, job, s, &change, NULL, NULL);
  vec_free(a->m, &loads);
  vec_free(a->m, &by);
}

static bool shares(const abstraction *a, const set *s, uint32_t condition) {
  assert(condition < a->infos.count);
  uint64_t mentions = a->infos.at[condition].mentions;
  vec_each (const uint32_t, x, &s->items)
    if (a->infos.at[*x].mentions & mentions)
      return true;
  return false;
}

/* Is the assumption at 'position' one that matters? */
static bool matters(abstraction *a, backward *w, uint32_t position,
                    const cfa_edge *edge) {
  const refine_list *core = &w->j->core;
  if (!w->j->has_core) {
    abs_info_of(a, edge->a);
    return shares(a, &vec_last(&w->sets), edge->a);
  }
  while (w->core && core->at[w->core - 1] > position)
    w->core--;
  return w->core && core->at[w->core - 1] == position;
}

static void back_assume(abstraction *a, backward *w, uint32_t position,
                        const cfa_edge *edge) {
  set *s = &vec_last(&w->sets);
  if (!matters(a, w, position, edge) || !refine_is_small(a, edge->a))
    return;
  uint32_t fails = edge->holds ? refine_not(a, edge->a) : edge->a;
  put(a, w->j, s, edge->a);
  if (s->whole != CFA_NONE)
    s->whole = keep_small(a, refine_or(a, fails, s->whole));
}

static bool is_not_parameter(const abstraction *a, uint32_t variable,
                             const void *self) {
  assert(variable < a->p->variables.count);
  const cfa_function *function = self;
  bool is_global = a->p->variables.at[variable].function == CFA_NONE;
  return !is_global &&
         !(variable >= function->first_variable &&
           variable < function->first_variable + function->parameters &&
           a->p->variables.at[variable].is_scalar);
}

/* A set for the callee, which has just returned. */
static void enter_backwards(abstraction *a, backward *w, const cfa_edge *edge,
                            const cfa_edge *call, uint32_t callee) {
  assert(callee < a->p->functions.count);
  refine_renaming renaming = {0};
  set inner = {.whole = CFA_NONE};
  uint32_t result = call->variable;
  if (result != CFA_NONE && edge->a != CFA_NONE && refine_is_small(a, edge->a))
    refine_rename(a, &renaming, refine_variable(a, result), edge->a);
  refine_rename_arguments(a, &renaming, call, &a->p->functions.at[callee],
                          true);
  set *outer = &vec_last(&w->sets);
  refine_change change = refine_change_of(&renaming);
  /* What is not replaced must not be the caller's: a recursive call has
   * variables of the same numbers. */
  vec_each (const uint32_t, x, &outer->items)
    if (refine_covers(a, *x, &change))
      put(a, w->j, &inner, refine_rewrite(a, *x, &change));
  if (outer->whole != CFA_NONE && refine_covers(a, outer->whole, &change)) {
    inner.whole = keep_small(a, refine_rewrite(a, outer->whole, &change));
    outer->whole = CFA_NONE;
  }
  refine_renaming_clear(a, &renaming);
  if (result != CFA_NONE)
    forget(a, w->j, outer, result);
  vec_push(a->m, &w->sets, inner);
}

/* Before the beginning of the callee: what it said, about arguments. */
static void leave_backwards(abstraction *a, backward *w, const cfa_edge *call,
                            uint32_t callee) {
  assert(callee < a->p->functions.count);
  const cfa_function *function = &a->p->functions.at[callee];
  refine_renaming renaming = {0};
  set inner = vec_pop(&w->sets);
  for (uint32_t i = 0; i < call->arguments && i < function->parameters; i++)
    if (a->p->variables.at[function->first_variable + i].is_scalar)
      refine_rename(a, &renaming,
                    refine_variable(a, function->first_variable + i),
                    a->p->arguments.at[call->first_argument + i]);
  refine_change change = refine_change_of(&renaming);
  rewrite_all(a, w->j, &inner, &change, is_not_parameter, function);
  if (w->sets.count == 0)
    vec_push(a->m, &w->sets, ((set){.whole = CFA_NONE}));
  set *outer = &vec_last(&w->sets);
  vec_each (const uint32_t, x, &inner.items)
    put(a, w->j, outer, *x);
  if (outer->whole == CFA_NONE)
    outer->whole = inner.whole;
  vec_free(a->m, &inner.items);
  refine_renaming_clear(a, &renaming);
}

/* Calls that have returned when the backward comes to 'position' backwards are
 * known by where they were made: of each return its call. */
static void step_back(abstraction *a, backward *w, uint32_t position,
                      uint32_t call) {
  assert(position < a->log.count);
  const abs_step *s = &a->log.at[position];
  assert(s->edge < a->p->edges.count);
  const cfa_edge edge = a->p->edges.at[s->edge];
  set *top = &vec_last(&w->sets);
  switch (edge.kind) {
  case CFA_ASSUME:
    back_assume(a, w, position, &edge);
    break;
  case CFA_ASSIGN:
    assign(a, w->j, top, edge.variable, edge.a);
    break;
  case CFA_INPUT:
  case CFA_HAVOC:
  case CFA_ALLOCATE:
  case CFA_SIZE:
    forget(a, w->j, top, edge.variable);
    break;
  case CFA_STORE:
    store(a, w->j, top, &edge);
    break;
  case CFA_FILL:
    fill(a, w->j, top, &edge);
    break;
  case CFA_CALL:
    leave_backwards(a, w, &edge, s->other);
    break;
  case CFA_RETURN:
    if (call != ABS_NONE) {
      const abs_step *c = &a->log.at[call];
      cfa_edge from = a->p->edges.at[c->edge];
      enter_backwards(a, w, &edge, &from, c->other);
    }
    break;
  default:
    break;
  }
}

/* For each return of the log from 'first' on, the position of its call. */
static uint32_t *match_calls(abstraction *a, size_t first) {
  uint32_t *of = mem_array(a->m, a->log.count - first + 1, sizeof *of);
  vec(uint32_t) calls = {0};
  for (size_t i = 0; i < a->log.count; i++) {
    cfa_edge_kind kind = a->p->edges.at[a->log.at[i].edge].kind;
    uint32_t call = ABS_NONE;
    if (kind == CFA_CALL)
      vec_push(a->m, &calls, (uint32_t)i);
    else if (kind == CFA_RETURN && calls.count)
      call = vec_pop(&calls);
    if (i >= first)
      of[i - first] = call;
  }
  vec_free(a->m, &calls);
  return of;
}

static bool has_something(const backward *w) {
  vec_each (const set, s, &w->sets)
    if (s->items.count || s->whole != CFA_NONE)
      return true;
  return false;
}

void refine_backwards(abstraction *a, refine_job *job) {
  backward w = {.j = job, .core = job->core.count};
  size_t count = a->log.count;
  size_t last = count > REFINE_STEPS ? count - REFINE_STEPS : 0;
  uint32_t *calls = match_calls(a, last);
  set begin = {.whole =
                   job->holds ? refine_not(a, job->condition) : job->condition};
  put(a, job, &begin, job->condition);
  begin.whole = keep_small(a, begin.whole);
  vec_push(a->m, &w.sets, begin);
  propose_all(a, &w, vec_last(&a->frames).location);
  for (size_t i = count; i-- > last && has_something(&w);) {
    progress_tick(a->clock);
    step_back(a, &w, (uint32_t)i, calls[i - last]);
    propose_all(a, &w, a->p->edges.at[a->log.at[i].edge].from);
  }
  mem_free(a->m, calls);
  vec_each (set, s, &w.sets)
    vec_free(a->m, &s->items);
  vec_free(a->m, &w.sets);
}
