/* The log of the run, and what is known along it. */
#include "engine/panda/abstraction/inside.h"

#include <assert.h>

static void find_assigned(abstraction *a) {
  vec_each (const cfa_edge, edge, &a->p->edges)
    if (edge->variable != CFA_NONE)
      a->is_assigned[edge->variable] = true;
}

abstraction *abstraction_new(mem *m, progress *clock, cfa *automaton,
                             const smt_limits *limits,
                             abstraction_resolve *resolve, void *self) {
  abstraction *a = mem_alloc(m, sizeof *a);
  a->m = m;
  a->clock = clock;
  a->p = automaton;
  a->resolve = resolve;
  a->self = self;
  a->at = mem_array(m, automaton->locations.count + 1, sizeof *a->at);
  a->was_left =
      mem_array(m, automaton->locations.count + 1, sizeof *a->was_left);
  a->has_new = mem_array(m, automaton->locations.count + 1, sizeof *a->has_new);
  a->is_assigned =
      mem_array(m, automaton->variables.count + 1, sizeof *a->is_assigned);
  a->written = mem_array(m, (size_t)automaton->globals + 1, sizeof *a->written);
  find_assigned(a);
  a->t = terms_new(m);
  a->solver = smt_new(m, a->t, clock, limits);
  return a;
}

void abstraction_delete(abstraction *a) {
  if (!a)
    return;
  mem *m = a->m;
  smt_delete(a->solver);
  terms_delete(a->t);
  for (size_t i = 0; i < a->p->locations.count; i++)
    vec_free(m, &a->at[i]);
  mem_free(m, a->at);
  mem_free(m, a->was_left);
  mem_free(m, a->has_new);
  mem_free(m, a->is_assigned);
  mem_free(m, a->written);
  vec_free(m, &a->predicates);
  map_free(m, &a->by_term);
  vec_free(m, &a->places);
  vec_free(m, &a->frames);
  vec_free(m, &a->gone);
  vec_free(m, &a->values);
  vec_free(m, &a->log);
  vec_free(m, &a->targets);
  vec_free(m, &a->infos);
  vec_free(m, &a->plain);
  vec_free(m, &a->memo);
  vec_free(m, &a->work);
  vec_free(m, &a->clouds);
  vec_free(m, &a->hypotheses);
  vec_free(m, &a->list);
  vec_free(m, &a->stated);
  abs_cache_clear(a);
  abs_inputs_clear(a);
  mem_free(m, a);
}

/* Of a predicate and its negation the one whose term came first is it. */
static uint32_t intern(abstraction *a, uint32_t condition, bool *is_flipped) {
  term x = abs_read_here(a, condition, false).word;
  term not_x = terms_not(a->t, x);
  *is_flipped = not_x < x;
  term is = *is_flipped ? not_x : x;
  uint32_t n = map_insert(a->m, &a->by_term, is);
  if (n == a->predicates.count) {
    abs_predicate predicate = {.condition = condition,
                               .is_flipped = *is_flipped,
                               .is = is,
                               .is_not = *is_flipped ? x : not_x};
    vec_push(a->m, &a->predicates, predicate);
  }
  return n;
}

bool abs_add(abstraction *a, uint32_t location, uint32_t condition) {
  assert(condition < a->p->expressions.count);
  assert(a->p->expressions.at[condition].width == 1 &&
         !a->p->expressions.at[condition].is_pointer);
  if (terms_is_constant(a->t, abs_read_here(a, condition, false).word))
    return false;
  bool is_flipped;
  abs_list *list = &a->at[location];
  uint32_t n = intern(a, condition, &is_flipped);
  vec_each (const abs_entry, x, list)
    if (x->predicate == n)
      return false;
  abs_entry entry = {
      .predicate = n, .condition = condition, .is_flipped = is_flipped};
  /* Runs that are gone were here, and nobody looked. */
  entry.was_visited = a->was_left[location];
  entry.was_not_true = entry.was_not_false = entry.was_visited;
  abs_place place = {location, (uint32_t)list->count};
  vec_push(a->m, list, entry);
  vec_push(a->m, &a->places, place);
  if (list->count > a->most)
    a->most = list->count;
  a->has_new[location] = true;
  return true;
}

bool abstraction_add(abstraction *a, uint32_t location, uint32_t condition) {
  if (!abs_add(a, location, condition))
    return false;
  abs_refresh(a);
  return true;
}

const abs_target *abs_target_at(const abstraction *a, uint32_t position) {
  size_t low = 0, high = a->targets.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (a->targets.at[middle].position < position)
      low = middle + 1;
    else
      high = middle;
  }
  return low < a->targets.count && a->targets.at[low].position == position
             ? &a->targets.at[low]
             : NULL;
}

static bool writes_memory(const abstraction *a, const cfa_edge *edge) {
  return edge->kind == CFA_STORE || edge->kind == CFA_COPY ||
         edge->kind == CFA_FILL ||
         (edge->kind == CFA_HAVOC &&
          !a->p->variables.at[edge->variable].is_scalar);
}

/* What the edge writes that outlives its frame; the frame that it leads to is
 * on top. NULL: nothing. */
static uint32_t *written_by(abstraction *a, const cfa_edge *edge) {
  uint32_t v = edge->kind == CFA_CALL ? CFA_NONE : edge->variable;
  if (writes_memory(a, edge))
    return &a->memory_written;
  if (edge->kind == CFA_RETURN)
    v = vec_last(&a->gone).edge == CFA_NONE
            ? CFA_NONE
            : a->p->edges.at[vec_last(&a->gone).edge].variable;
  return v < a->p->globals ? &a->written[v] : NULL;
}

static void advance(abstraction *a, uint32_t position, bool is_live) {
  assert(position < a->log.count);
  abs_step *step = &a->log.at[position];
  assert(step->edge < a->p->edges.count);
  const cfa_edge *edge = &a->p->edges.at[step->edge];
  step->values = (uint32_t)a->values.count;
  if (edge->kind == CFA_CALL) {
    abs_enter(a, position);
    return;
  }
  if (edge->kind == CFA_RETURN) {
    step->before = a->frames.count < 2
                       ? ABS_NONE
                       : a->frames.at[a->frames.count - 2].start;
    abs_leave(a, position);
  } else {
    step->before = vec_last(&a->frames).start;
    abs_move(a, position, is_live);
  }
  uint32_t *when = written_by(a, edge);
  if (when) {
    a->log.at[position].other = *when;
    *when = position + 1;
  }
}

static void retreat(abstraction *a, uint32_t position) {
  assert(position < a->log.count);
  abs_step step = a->log.at[position];
  assert(step.edge < a->p->edges.count);
  const cfa_edge *edge = &a->p->edges.at[step.edge];
  a->values.count = step.values;
  if (edge->kind == CFA_CALL) {
    a->frames.count--;
    return;
  }
  uint32_t *when = written_by(a, edge);
  if (when)
    *when = step.other;
  uint32_t from = edge->from;
  if (edge->kind == CFA_RETURN) {
    abs_frame frame = vec_pop(&a->gone);
    if (frame.edge != CFA_NONE) {
      vec_last(&a->frames).start = step.before;
      vec_last(&a->frames).location = a->p->edges.at[frame.edge].from;
    }
    vec_push(a->m, &a->frames, frame);
    return;
  }
  vec_last(&a->frames).start = step.before;
  vec_last(&a->frames).location = from;
}

/* Where the path leads, if the expression does not say it. */
static void note_target(abstraction *a, const cfa_edge *edge,
                        uint32_t position) {
  if (edge->kind != CFA_STORE || !a->resolve ||
      abs_info_of(a, edge->a)->is_fixed)
    return;
  abs_target target = {.position = position,
                       .at = a->resolve(a->self, edge->a)};
  if (target.at.is_known)
    vec_push(a->m, &a->targets, target);
}

void abstraction_lose(abstraction *a) {
  a->blind++;
  a->was_blind = true;
}

bool abstraction_is_lost(const abstraction *a) { return a->blind > 0; }

void abstraction_step(abstraction *a, uint32_t edge, uint32_t callee) {
  if (a->blind || a->log.count >= ABS_MOST_STEPS) {
    abstraction_lose(a);
    return;
  }
  assert(a->frames.count);
  uint32_t position = (uint32_t)a->log.count;
  abs_step step = {.edge = edge, .other = callee, .before = ABS_NONE};
  vec_push(a->m, &a->log, step);
  note_target(a, &a->p->edges.at[edge], position);
  advance(a, position, true);
}

static void start(abstraction *a) {
  const cfa *automaton = a->p;
  abs_frame frame = {.function = automaton->main,
                     .location = automaton->functions.at[automaton->main].entry,
                     .start = ABS_NONE,
                     .edge = CFA_NONE};
  a->frames.count = a->gone.count = a->values.count = 0;
  vec_push(a->m, &a->frames, frame);
  abs_start(a);
}

void abstraction_begin(abstraction *a) {
  if (a->has_begun)
    abstraction_undo(a, 0);
  a->has_begun = true;
  start(a);
}

size_t abstraction_mark(const abstraction *a) {
  return a->log.count + a->blind;
}

/* Where a step ended, so that predicates that come later know that a run was
 * there which they were not told of. */
static void leave_place(abstraction *a) {
  if (a->frames.count && vec_last(&a->frames).location != CFA_NONE)
    a->was_left[vec_last(&a->frames).location] = true;
}

void abstraction_undo(abstraction *a, size_t mark) {
  if (mark > a->log.count) {
    a->blind = mark - a->log.count;
    return;
  }
  a->blind = 0;
  while (a->log.count > mark) {
    leave_place(a);
    retreat(a, (uint32_t)a->log.count - 1);
    a->log.count--;
  }
  while (a->targets.count && vec_last(&a->targets).position >= mark)
    a->targets.count--;
}

/* The first step that leads to a location with new predicates. */
static size_t first_affected(abstraction *a) {
  vec(uint32_t) calls = {0};
  size_t i;
  for (i = 0; i < a->log.count; i++) {
    const abs_step *step = &a->log.at[i];
    const cfa_edge *edge = &a->p->edges.at[step->edge];
    uint32_t to = edge->to;
    if (edge->kind == CFA_CALL) {
      to = a->p->functions.at[step->other].entry;
      vec_push(a->m, &calls, edge->to);
    } else if (edge->kind == CFA_RETURN) {
      to = calls.count ? vec_pop(&calls) : CFA_NONE;
    }
    if (to != CFA_NONE && a->has_new[to])
      break;
  }
  vec_free(a->m, &calls);
  return i;
}

void abs_refresh(abstraction *a) {
  bool is_at_start = a->has_new[a->p->functions.at[a->p->main].entry];
  if (a->has_begun) {
    size_t first = is_at_start ? 0 : first_affected(a);
    for (size_t i = a->log.count; i-- > first;)
      retreat(a, (uint32_t)i);
    if (is_at_start)
      start(a);
    for (size_t i = first; i < a->log.count; i++) {
      progress_tick(a->clock);
      advance(a, (uint32_t)i, false);
    }
  }
  memset(a->has_new, 0, a->p->locations.count * sizeof *a->has_new);
}

bool abstraction_refutes(abstraction *a, uint32_t condition, bool holds) {
  if (a->blind || a->frames.count == 0)
    return false;
  a->fresh = 0;
  abs_suppose(a, &vec_last(&a->frames));
  term x = abs_read_here(a, condition, true).word;
  return abs_excludes(a, &a->hypotheses, holds ? x : terms_not(a->t, x));
}

size_t abstraction_count(const abstraction *a) { return a->places.count; }

abstraction_known abstraction_at(const abstraction *a, size_t i) {
  assert(i < a->places.count);
  abs_place place = a->places.at[i];
  assert(place.location < a->p->locations.count);
  const abs_entry *entry = &a->at[place.location].at[place.index];
  bool is_sure = entry->was_visited && !a->was_blind;
  return (abstraction_known){.location = place.location,
                             .condition = entry->condition,
                             .was_visited = entry->was_visited,
                             .is_always_true = is_sure && !entry->was_not_true,
                             .is_always_false =
                                 is_sure && !entry->was_not_false};
}

uint64_t abstraction_most_at_a_location(const abstraction *a) {
  return a->most;
}

uint64_t abstraction_queries(const abstraction *a) {
  return smt_statistics_of(a->solver)->queries;
}
