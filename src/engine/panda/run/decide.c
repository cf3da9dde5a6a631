/* Decisions: where inputs could lead elsewhere, and going back to them. */
#include "base/log.h"
#include "engine/panda/arrays/arrays.h"
#include "engine/panda/cover/cover.h"

#include "base/check.h"
#include "base/mutant.h"

#include <assert.h>

enum {
  MOST_REFINEMENTS_TRIED = 8, /* refinements at one branch */
  MOST_GUIDED = 1000000       /* conditions of a guided run */
};

/* Seconds for refinement: so many, and that part of all. */
#define LEARNING_AT_LEAST 0.2
#define LEARNING_SHARE 0.2

static uint32_t input_number(const concolic *k, size_t position) {
  assert(position < k->input_terms.count);
  return (uint32_t)terms_at(k->terms, k->input_terms.at[position])->value;
}

/* What the last answer of the solver says about inputs of this run. */
void concolic_take_model(concolic *k) {
  for (size_t i = 0; i < k->input_terms.count; i++) {
    uint32_t n = input_number(k, i);
    uint64_t v;
    if (smt_model(k->solver, n, &v) && v != terms_input_value(k->terms, n))
      terms_assign(k->terms, n, v);
  }
}

/* The inputs for the alternative: those of the model, or the present ones. */
static void keep_vector(concolic *k, bool of_model) {
  for (size_t i = 0; i < k->input_terms.count; i++) {
    uint32_t n = input_number(k, i);
    uint64_t v = terms_input_value(k->terms, n);
    if (of_model)
      smt_model(k->solver, n, &v);
    vec_push(k->m, &k->vectors, v);
  }
}

static void leave_open(concolic *k) {
  if (!k->was_open)
    k->open_edge = concolic_edge(k);
  k->was_open = true;
}

/* The run takes 'side'; is that the one of the present inputs? */
static void make_decision(concolic *k, term condition, bool side,
                          bool is_present) {
  assert(!k->is_guided);
  assert(k->decisions.count == 0 ||
         vec_last(&k->decisions).constraints <= smt_depth(k->solver));
  decision d = {.at = k->at,
                .ordinal = k->ordinal++,
                .condition = condition,
                .side = side,
                .is_pending = true,
                .subject = k->subject,
                .value = k->subject_value,
                .depth = k->depth,
                .base = k->base,
                .objects = (uint32_t)k->objects.count,
                .inputs = (uint32_t)k->inputs.count,
                .boxes = (uint32_t)k->boxes.count,
                .slots = k->slot_trail.count,
                .granules = k->granule_trail.count,
                .deaths = k->death_trail.count,
                .frames = k->frame_trail.count,
                .constraints = smt_depth(k->solver),
                .visits = k->visit_trail.count,
                .vector = k->vectors.count,
                .mark = k->abstraction ? abstraction_mark(k->abstraction) : 0,
                .met = k->loops ? k->loops->met.count : 0,
                .arrays = arrays_now(k),
                .since = k->since,
                .objects_since = k->objects_since};
  keep_vector(k, is_present);
  vec_push(k->m, &k->decisions, d);
  k->since = ++k->stamp;
  k->objects_since = d.objects;
  k->statistics->states++;
}

#ifndef NDEBUG
/* The invariant of concolic.h: the present inputs satisfy the path. */
static void check_path(const concolic *k) {
  for (size_t i = 0; i < smt_depth(k->solver); i++)
    assert(terms_value(k->terms, smt_at(k->solver, i)) == 1);
}
#endif

static void constrain(concolic *k, term condition, bool side) {
  assert((terms_value(k->terms, condition) != 0) == side);
  smt_push(k->solver, side ? condition : terms_not(k->terms, condition));
  debug_check_grown(smt_depth(k->solver), check_path(k));
}

/* The first condition that depends on inputs ends a scouting run. */
static bool is_scouted(concolic *k) {
  k->symbolic++;
  if (!k->is_scouting)
    return false;
  k->was_cut = true;
  concolic_end(k, RUN_CUT);
  return true;
}

/* So often on this path has the instruction decided something. */
static bool count_visit(concolic *k) {
  if (k->deadline > 0 || k->stretch > 0)
    k->last_decision = concolic_seconds();
  if (k->deadline > 0 && k->last_decision > k->deadline) {
    k->is_spent = k->was_cut = true;
    return concolic_end(k, RUN_CUT);
  }
  vec_push(k->m, &k->visit_trail, k->at);
  uint32_t bound = k->loops ? loops_bound(k->loops, k) : k->bound;
  if (++k->visits[k->at] <= bound || !bound)
    return true;
  k->was_cut = true;
  return concolic_end(k, RUN_CUT);
}

static void log_refinement(const concolic *k, uint64_t number, uint32_t edge) {
  LOG(k->clock, PANDA,
      "refinement %" PRIu64 ": why line %" PRIu32 " cannot be reached", number,
      k->p->edges.at[edge].place.line);
}

/* The other side cannot be taken, though the predicates here allow it. If it
 * leads to the error, that was a spurious one: what would have excluded it? */
static void learn(concolic *k, uint32_t expression, bool side) {
  if (!k->abstraction || !k->options->refine || expression == CFA_NONE)
    return;
  uint32_t edge = concolic_edge(k) + (side ? 0 : 1);
  if (!k->fails[k->p->edges.at[edge].to] ||
      k->refinements_tried[k->at] == MOST_REFINEMENTS_TRIED)
    return;
  double now = concolic_seconds();
  if (k->learning > LEARNING_AT_LEAST + LEARNING_SHARE * (now - k->since_when))
    return;
  k->refinements_tried[k->at]++;
  if (abstraction_refine(k->abstraction, expression, side) > 0)
    log_refinement(k, ++k->statistics->refinements, edge);
  k->learning += concolic_seconds() - now;
}

static bool is_refuted_by_predicates(concolic *k, uint32_t expression,
                                     bool side) {
  if (!k->abstraction || expression == CFA_NONE ||
      !abstraction_refutes(k->abstraction, expression, side))
    return false;
  k->statistics->pruned++;
  k->statistics->by_predicates++;
  return true;
}

/* Inputs that were found before. */

/* The inputs of the run that ended are kept, in place of the oldest ones. */
void concolic_keep_inputs(concolic *k) {
  size_t count = terms_inputs(k->terms);
  known_vector *v = &k->known[k->known_next++ % KNOWN_VECTORS];
  vec_resize(k->m, v, count);
  for (size_t i = 0; i < count; i++)
    v->at[i] = terms_input_value(k->terms, (uint32_t)i);
}

static bool is_reused(concolic *k, term wanted) {
  assert(terms_width(k->terms, wanted) == 1);
  for (size_t n = 0; n < KNOWN_VECTORS && n < k->known_next; n++) {
    const known_vector *v = &k->known[(k->known_next - 1 - n) % KNOWN_VECTORS];
    if (!smt_satisfies(k->solver, wanted, v->at, v->count))
      continue;
    k->statistics->reused++;
    return true;
  }
  return false;
}

smt_answer concolic_ask(concolic *k, term wanted) {
  if (is_reused(k, wanted))
    return SMT_SAT;
  smt_answer a = smt_decide(k->solver, wanted, true);
  k->statistics->queries++;
  k->statistics->solver_seconds = smt_statistics_of(k->solver)->seconds;
  return a;
}

/* A guided run takes the side of its inputs, for a while. */
static bool follow_guide(concolic *k) {
  k->symbolic++;
  if (++k->guided < MOST_GUIDED)
    return true;
  k->was_cut = true;
  return concolic_end(k, RUN_CUT);
}

bool concolic_decide(concolic *k, term condition, uint32_t expression,
                     bool *side) {
  assert(terms_width(k->terms, condition) == 1);
  int is_error = k->error_side;
  k->error_side = NO_SIDE;
  if (terms_is_constant(k->terms, condition)) {
    *side = terms_at(k->terms, condition)->value != 0;
    return true;
  }
  *side = terms_value(k->terms, condition) != 0;
  if (k->is_guided)
    return follow_guide(k);
  if (k->replay < k->replay_end) {
    const decision *d = &k->decisions.at[k->replay];
    if (d->condition == condition) {
      assert(*side == d->side);
      k->replay++;
      k->ordinal++;
    }
    return true;
  }
  if (is_scouted(k) || !count_visit(k))
    return false;
  if (is_refuted_by_predicates(k, expression, !*side))
    return true;
  if (MUTANT("panda-drop-alternative") && k->decisions.count % 2 == 1)
    return true;
  term other = *side ? terms_not(k->terms, condition) : condition;
  switch (concolic_ask(k, other)) {
  case SMT_UNSAT:
    k->statistics->pruned++;
    learn(k, expression, !*side);
    return true;
  case SMT_SAT:
    /* What fails is looked at first. */
    if (is_error == !*side) {
      make_decision(k, condition, !*side, false);
      concolic_take_model(k);
      *side = !*side;
      break;
    }
    make_decision(k, condition, *side, true);
    break;
  case SMT_UNKNOWN:
    leave_open(k);
    break;
  }
  constrain(k, condition, *side);
  return true;
}

bool concolic_assume(concolic *k, term condition) {
  assert(terms_width(k->terms, condition) == 1);
  if (terms_is_constant(k->terms, condition))
    return terms_at(k->terms, condition)->value != 0 ||
           concolic_end(k, RUN_BLOCKED);
  if (k->is_guided)
    return terms_value(k->terms, condition) ? follow_guide(k)
                                            : concolic_end(k, RUN_BLOCKED);
  if (is_scouted(k))
    return false;
  if (!terms_value(k->terms, condition)) {
    switch (concolic_ask(k, condition)) {
    case SMT_UNSAT:
      return concolic_end(k, RUN_BLOCKED);
    case SMT_UNKNOWN:
      leave_open(k);
      return concolic_end(k, RUN_BLOCKED);
    case SMT_SAT:
      concolic_take_model(k);
    }
  }
  if (!MUTANT("panda-skip-assume"))
    smt_push(k->solver, condition);
  debug_check_grown(smt_depth(k->solver), check_path(k));
  return true;
}

/* A decision that is taken again asks about the value it asked about. */
bool concolic_concretise(concolic *k, term t, uint64_t *bits) {
  bool is_it = false;
  while (!is_it) {
    *bits = terms_value(k->terms, t);
    if (k->replay < k->replay_end && k->decisions.at[k->replay].subject == t)
      *bits = k->decisions.at[k->replay].value;
    k->subject = t;
    k->subject_value = *bits;
    unsigned w = terms_width(k->terms, t);
    term is = terms_apply(k->terms, BITS_EQ, 1, t,
                          terms_constant(k->terms, w, *bits), TERM_NONE);
    bool goes_on = concolic_decide(k, is, CFA_NONE, &is_it);
    k->subject = TERM_NONE;
    if (!goes_on)
      return false;
  }
  return true;
}

static void undo_slots(concolic *k, size_t to) {
  assert(to <= k->slot_trail.count);
  while (k->slot_trail.count > to) {
    slot_entry e = vec_pop(&k->slot_trail);
    if (e.index & CODE_GLOBAL) {
      k->globals[e.index & ~CODE_GLOBAL] = e.old;
      k->global_stamps[e.index & ~CODE_GLOBAL] = e.stamp;
    } else {
      k->slots.at[e.index] = e.old;
      k->slot_stamps.at[e.index] = e.stamp;
    }
  }
}

static void undo_memory(concolic *k, const decision *d) {
  while (k->granule_trail.count > d->granules) {
    concolic_restore(k, &vec_last(&k->granule_trail));
    k->granule_trail.count--;
  }
  while (k->death_trail.count > d->deaths)
    k->objects.at[vec_pop(&k->death_trail)].is_alive = true;
  while (k->objects.count > d->objects) {
    concolic_release(k, &vec_last(&k->objects));
    k->objects.count--;
  }
  k->boxes.count = d->boxes;
}

static void undo(concolic *k, const decision *d) {
  assert(d->inputs <= k->inputs.count && d->objects <= k->objects.count);
  assert(d->constraints <= smt_depth(k->solver));
  undo_slots(k, d->slots);
  arrays_undo(k, &d->arrays);
  undo_memory(k, d);
  while (k->frame_trail.count > d->frames) {
    frame_entry e = vec_pop(&k->frame_trail);
    k->frames.at[e.depth] = e.old;
  }
  while (k->visit_trail.count > d->visits)
    k->visits[vec_pop(&k->visit_trail)]--;
  k->depth = d->depth;
  k->base = d->base;
  k->frame = k->slots.at + k->base;
  k->inputs.count = k->input_terms.count = d->inputs;
  smt_pop(k->solver, smt_depth(k->solver) - d->constraints);
  if (k->abstraction)
    abstraction_undo(k->abstraction, d->mark);
  if (k->loops)
    k->loops->met.count = d->met;
}

static void take_alternative(concolic *k, decision *d) {
  assert(d->is_pending);
  for (size_t i = 0; i < k->input_terms.count; i++) {
    uint32_t n = input_number(k, i);
    uint64_t v = k->vectors.at[d->vector + i];
    if (v != terms_input_value(k->terms, n))
      terms_assign(k->terms, n, v);
  }
  k->vectors.count = d->vector;
  d->is_pending = false;
  d->side = !d->side;
  constrain(k, d->condition, d->side);
  /* Nobody comes back to this decision: what is noted from here on is for the
   * one before it. */
  k->stamp++;
  k->since = d->since;
  k->objects_since = d->objects_since;
  k->at = d->at;
}

bool concolic_back(concolic *k) {
  while (k->decisions.count && !vec_last(&k->decisions).is_pending)
    k->decisions.count--;
  if (!k->decisions.count)
    return false;
  if (k->cover)
    cover_back(k);
  decision *d = &vec_last(&k->decisions);
  undo(k, d);
  take_alternative(k, d);
  k->replay = k->decisions.count - 1 - d->ordinal;
  k->replay_end = k->decisions.count;
  k->changes++;
  assert((terms_value(k->terms, d->condition) != 0) == d->side);
  return true;
}
