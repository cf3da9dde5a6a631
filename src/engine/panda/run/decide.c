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

static uint32_t input_number(const concolic *engine, size_t position) {
  assert(position < engine->input_terms.count);
  return (uint32_t)terms_at(engine->terms, engine->input_terms.at[position])
      ->value;
}

/* What the last answer of the solver says about inputs of this run. */
void concolic_take_model(concolic *engine) {
  for (size_t i = 0; i < engine->input_terms.count; i++) {
    uint32_t n = input_number(engine, i);
    uint64_t v;
    if (smt_model(engine->solver, n, &v) &&
        v != terms_input_value(engine->terms, n))
      terms_assign(engine->terms, n, v);
  }
}

/* The inputs for the alternative: those of the model, or the present ones. */
static void keep_vector(concolic *engine, bool of_model) {
  for (size_t i = 0; i < engine->input_terms.count; i++) {
    uint32_t n = input_number(engine, i);
    uint64_t v = terms_input_value(engine->terms, n);
    if (of_model)
      smt_model(engine->solver, n, &v);
    vec_push(engine->m, &engine->vectors, v);
  }
}

static void leave_open(concolic *engine) {
  if (!engine->was_open)
    engine->open_edge = concolic_edge(engine);
  engine->was_open = true;
}

/* The run takes 'side'; is that the one of the present inputs? */
static void make_decision(concolic *engine, term condition, bool side,
                          bool is_present) {
  assert(!engine->is_guided);
  assert(engine->decisions.count == 0 ||
         vec_last(&engine->decisions).constraints <= smt_depth(engine->solver));
  decision d = {
      .at = engine->at,
      .ordinal = engine->ordinal++,
      .condition = condition,
      .side = side,
      .is_pending = true,
      .subject = engine->subject,
      .value = engine->subject_value,
      .depth = engine->depth,
      .base = engine->base,
      .objects = (uint32_t)engine->objects.count,
      .inputs = (uint32_t)engine->inputs.count,
      .boxes = (uint32_t)engine->boxes.count,
      .slots = engine->slot_trail.count,
      .granules = engine->granule_trail.count,
      .deaths = engine->death_trail.count,
      .frames = engine->frame_trail.count,
      .constraints = smt_depth(engine->solver),
      .visits = engine->visit_trail.count,
      .vector = engine->vectors.count,
      .mark = engine->abstraction ? abstraction_mark(engine->abstraction) : 0,
      .met = engine->loops ? engine->loops->met.count : 0,
      .arrays = arrays_now(engine),
      .since = engine->since,
      .objects_since = engine->objects_since};
  keep_vector(engine, is_present);
  vec_push(engine->m, &engine->decisions, d);
  engine->since = ++engine->stamp;
  engine->objects_since = d.objects;
  engine->statistics->states++;
}

#ifndef NDEBUG
/* The invariant of concolic.h: the present inputs satisfy the path. */
static void check_path(const concolic *k) {
  for (size_t i = 0; i < smt_depth(k->solver); i++)
    assert(terms_value(k->terms, smt_at(k->solver, i)) == 1);
}
#endif

static void constrain(concolic *engine, term condition, bool side) {
  assert((terms_value(engine->terms, condition) != 0) == side);
  smt_push(engine->solver,
           side ? condition : terms_not(engine->terms, condition));
  debug_check_grown(smt_depth(engine->solver), check_path(engine));
}

/* The first condition that depends on inputs ends a scouting run. */
static bool is_scouted(concolic *engine) {
  engine->symbolic++;
  if (!engine->is_scouting)
    return false;
  engine->was_cut = true;
  concolic_end(engine, RUN_CUT);
  return true;
}

/* So often on this path has the instruction decided something. */
static bool count_visit(concolic *engine) {
  if (engine->deadline > 0 || engine->stretch > 0)
    engine->last_decision = concolic_seconds();
  if (engine->deadline > 0 && engine->last_decision > engine->deadline) {
    engine->is_spent = engine->was_cut = true;
    return concolic_end(engine, RUN_CUT);
  }
  vec_push(engine->m, &engine->visit_trail, engine->at);
  uint32_t bound =
      engine->loops ? loops_bound(engine->loops, engine) : engine->bound;
  if (++engine->visits[engine->at] <= bound || !bound)
    return true;
  engine->was_cut = true;
  return concolic_end(engine, RUN_CUT);
}

static void log_refinement(const concolic *engine, uint64_t number,
                           uint32_t edge) {
  LOG(engine->clock, PANDA,
      "refinement %" PRIu64 ": why line %" PRIu32 " cannot be reached", number,
      engine->p->edges.at[edge].place.line);
}

/* The other side cannot be taken, though the predicates here allow it. If it
 * leads to the error, that was a spurious one: what would have excluded it? */
static void learn(concolic *engine, uint32_t expression, bool side) {
  if (!engine->abstraction || !engine->options->refine ||
      expression == CFA_NONE)
    return;
  uint32_t edge = concolic_edge(engine) + (side ? 0 : 1);
  if (!engine->fails[engine->p->edges.at[edge].to] ||
      engine->refinements_tried[engine->at] == MOST_REFINEMENTS_TRIED)
    return;
  double now = concolic_seconds();
  if (engine->learning >
      LEARNING_AT_LEAST + LEARNING_SHARE * (now - engine->since_when))
    return;
  engine->refinements_tried[engine->at]++;
  if (abstraction_refine(engine->abstraction, expression, side) > 0)
    log_refinement(engine, ++engine->statistics->refinements, edge);
  engine->learning += concolic_seconds() - now;
}

static bool is_refuted_by_predicates(concolic *engine, uint32_t expression,
                                     bool side) {
  if (!engine->abstraction || expression == CFA_NONE ||
      !abstraction_refutes(engine->abstraction, expression, side))
    return false;
  engine->statistics->pruned++;
  engine->statistics->by_predicates++;
  return true;
}

/* Inputs that were found before. */

/* The inputs of the run that ended are kept, in place of the oldest ones. */
void concolic_keep_inputs(concolic *engine) {
  size_t count = terms_inputs(engine->terms);
  known_vector *vector = &engine->known[engine->known_next++ % KNOWN_VECTORS];
  vec_resize(engine->m, vector, count);
  for (size_t i = 0; i < count; i++)
    vector->at[i] = terms_input_value(engine->terms, (uint32_t)i);
}

static bool is_reused(concolic *engine, term wanted) {
  assert(terms_width(engine->terms, wanted) == 1);
  for (size_t n = 0; n < KNOWN_VECTORS && n < engine->known_next; n++) {
    const known_vector *vector =
        &engine->known[(engine->known_next - 1 - n) % KNOWN_VECTORS];
    if (!smt_satisfies(engine->solver, wanted, vector->at, vector->count))
      continue;
    engine->statistics->reused++;
    return true;
  }
  return false;
}

smt_answer concolic_ask(concolic *engine, term wanted) {
  if (is_reused(engine, wanted))
    return SMT_SAT;
  smt_answer a = smt_decide(engine->solver, wanted, true);
  engine->statistics->queries++;
  engine->statistics->solver_seconds =
      smt_statistics_of(engine->solver)->seconds;
  return a;
}

/* A guided run takes the side of its inputs, for a while. */
static bool follow_guide(concolic *engine) {
  engine->symbolic++;
  if (++engine->guided < MOST_GUIDED)
    return true;
  engine->was_cut = true;
  return concolic_end(engine, RUN_CUT);
}

bool concolic_decide(concolic *engine, term condition, uint32_t expression,
                     bool *side) {
  assert(terms_width(engine->terms, condition) == 1);
  int is_error = engine->error_side;
  engine->error_side = NO_SIDE;
  if (terms_is_constant(engine->terms, condition)) {
    *side = terms_at(engine->terms, condition)->value != 0;
    return true;
  }
  *side = terms_value(engine->terms, condition) != 0;
  if (engine->is_guided)
    return follow_guide(engine);
  if (engine->replay < engine->replay_end) {
    const decision *d = &engine->decisions.at[engine->replay];
    if (d->condition == condition) {
      assert(*side == d->side);
      engine->replay++;
      engine->ordinal++;
    }
    return true;
  }
  if (is_scouted(engine) || !count_visit(engine))
    return false;
  if (is_refuted_by_predicates(engine, expression, !*side))
    return true;
  if (MUTANT("panda-drop-alternative") && engine->decisions.count % 2 == 1)
    return true;
  term other = *side ? terms_not(engine->terms, condition) : condition;
  switch (concolic_ask(engine, other)) {
  case SMT_UNSAT:
    engine->statistics->pruned++;
    learn(engine, expression, !*side);
    return true;
  case SMT_SAT:
    /* What fails is looked at first. */
    if (is_error == !*side) {
      make_decision(engine, condition, !*side, false);
      concolic_take_model(engine);
      *side = !*side;
      break;
    }
    make_decision(engine, condition, *side, true);
    break;
  case SMT_UNKNOWN:
    leave_open(engine);
    break;
  }
  constrain(engine, condition, *side);
  return true;
}

bool concolic_assume(concolic *engine, term condition) {
  assert(terms_width(engine->terms, condition) == 1);
  if (terms_is_constant(engine->terms, condition))
    return terms_at(engine->terms, condition)->value != 0 ||
           concolic_end(engine, RUN_BLOCKED);
  if (engine->is_guided)
    return terms_value(engine->terms, condition)
               ? follow_guide(engine)
               : concolic_end(engine, RUN_BLOCKED);
  if (is_scouted(engine))
    return false;
  if (!terms_value(engine->terms, condition)) {
    switch (concolic_ask(engine, condition)) {
    case SMT_UNSAT:
      return concolic_end(engine, RUN_BLOCKED);
    case SMT_UNKNOWN:
      leave_open(engine);
      return concolic_end(engine, RUN_BLOCKED);
    case SMT_SAT:
      concolic_take_model(engine);
    }
  }
  if (!MUTANT("panda-skip-assume"))
    smt_push(engine->solver, condition);
  debug_check_grown(smt_depth(engine->solver), check_path(engine));
  return true;
}

/* A decision that is taken again asks about the value it asked about. */
bool concolic_concretise(concolic *engine, term t, uint64_t *bits) {
  bool is_it = false;
  while (!is_it) {
    *bits = terms_value(engine->terms, t);
    if (engine->replay < engine->replay_end &&
        engine->decisions.at[engine->replay].subject == t)
      *bits = engine->decisions.at[engine->replay].value;
    engine->subject = t;
    engine->subject_value = *bits;
    unsigned w = terms_width(engine->terms, t);
    term is = terms_apply(engine->terms, BITS_EQ, 1, t,
                          terms_constant(engine->terms, w, *bits), TERM_NONE);
    bool goes_on = concolic_decide(engine, is, CFA_NONE, &is_it);
    engine->subject = TERM_NONE;
    if (!goes_on)
      return false;
  }
  return true;
}

static void undo_slots(concolic *engine, size_t to) {
  assert(to <= engine->slot_trail.count);
  while (engine->slot_trail.count > to) {
    slot_entry entry = vec_pop(&engine->slot_trail);
    if (entry.index & CODE_GLOBAL) {
      engine->globals[entry.index & ~CODE_GLOBAL] = entry.old;
      engine->global_stamps[entry.index & ~CODE_GLOBAL] = entry.stamp;
    } else {
      engine->slots.at[entry.index] = entry.old;
      engine->slot_stamps.at[entry.index] = entry.stamp;
    }
  }
}

static void undo_memory(concolic *engine, const decision *d) {
  while (engine->granule_trail.count > d->granules) {
    concolic_restore(engine, &vec_last(&engine->granule_trail));
    engine->granule_trail.count--;
  }
  while (engine->death_trail.count > d->deaths)
    engine->objects.at[vec_pop(&engine->death_trail)].is_alive = true;
  while (engine->objects.count > d->objects) {
    concolic_release(engine, &vec_last(&engine->objects));
    engine->objects.count--;
  }
  engine->boxes.count = d->boxes;
}

static void undo(concolic *engine, const decision *d) {
  assert(d->inputs <= engine->inputs.count &&
         d->objects <= engine->objects.count);
  assert(d->constraints <= smt_depth(engine->solver));
  undo_slots(engine, d->slots);
  arrays_undo(engine, &d->arrays);
  undo_memory(engine, d);
  while (engine->frame_trail.count > d->frames) {
    frame_entry entry = vec_pop(&engine->frame_trail);
    engine->frames.at[entry.depth] = entry.old;
  }
  while (engine->visit_trail.count > d->visits)
    engine->visits[vec_pop(&engine->visit_trail)]--;
  engine->depth = d->depth;
  engine->base = d->base;
  engine->frame = engine->slots.at + engine->base;
  engine->inputs.count = engine->input_terms.count = d->inputs;
  smt_pop(engine->solver, smt_depth(engine->solver) - d->constraints);
  if (engine->abstraction)
    abstraction_undo(engine->abstraction, d->mark);
  if (engine->loops)
    engine->loops->met.count = d->met;
}

static void take_alternative(concolic *engine, decision *d) {
  assert(d->is_pending);
  for (size_t i = 0; i < engine->input_terms.count; i++) {
    uint32_t n = input_number(engine, i);
    uint64_t v = engine->vectors.at[d->vector + i];
    if (v != terms_input_value(engine->terms, n))
      terms_assign(engine->terms, n, v);
  }
  engine->vectors.count = d->vector;
  d->is_pending = false;
  d->side = !d->side;
  constrain(engine, d->condition, d->side);
  /* Nobody comes back to this decision: what is noted from here on is for the
   * one before it. */
  engine->stamp++;
  engine->since = d->since;
  engine->objects_since = d->objects_since;
  engine->at = d->at;
}

bool concolic_back(concolic *engine) {
  while (engine->decisions.count && !vec_last(&engine->decisions).is_pending)
    engine->decisions.count--;
  if (!engine->decisions.count)
    return false;
  if (engine->cover)
    cover_back(engine);
  decision *d = &vec_last(&engine->decisions);
  undo(engine, d);
  take_alternative(engine, d);
  engine->replay = engine->decisions.count - 1 - d->ordinal;
  engine->replay_end = engine->decisions.count;
  engine->changes++;
  assert((terms_value(engine->terms, d->condition) != 0) == d->side);
  return true;
}
