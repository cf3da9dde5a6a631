/* Runs of post*: backwards from a head, each step to what it rests on. A call
 * that returned is followed from its end; what was before it waits. */
#include "engine/symbolic/post_cause.h"
#include "engine/symbolic/steps.h"

#include <assert.h>

/* A call that is being followed: the head before it. */
typedef struct pending {
  uint32_t rule, cell, number;
} pending;

typedef struct tracer {
  post_place at;
  bool *below, *entered; /* picked: locals below; globals, locals */
  sym_point pick;        /* being picked: values are the result */
  vec(pending) waiting;
  vec(bool) kept; /* of those: globals and locals, then the locals below */
  size_t most;
  sym_run *run;
} tracer;

static size_t width(const tracer *w) {
  return (size_t)w->at.x->s->globals + w->at.x->s->locals;
}

static bool run_emit(tracer *w, uint32_t rule, const bool *below) {
  const sympds *system = w->at.x->s;
  if (w->run->steps.count >= w->most)
    return false;
  sym_steps_add(w->at.x->m, w->run, system, rule, w->at.now,
                system->rules.at[rule].kind == SYM_POP
                    ? NULL
                    : w->at.now + system->globals,
                below);
  return true;
}

static void run_want(tracer *w, sym_copy globals, sym_copy locals) {
  const sym_copies *copies = &w->at.x->copies;
  sym_point_globals(w->at.x->m, &w->pick, copies, globals, w->at.now);
  sym_point_locals(w->at.x->m, &w->pick, copies, locals, w->at.now);
}

/* The head before a cause, and what else is asked for: picked together. */
static void pick(tracer *w, const post_cause *cause, bool is_entry) {
  sym_post *post = w->at.x;
  dds *diagrams = post->s->d;
  size_t mark = dd_mark(diagrams), n = width(w);
  uint32_t globals = post->s->globals;
  sym_point_clear(&w->pick);
  run_want(w, SYM_NOW, SYM_NOW);
  if (is_entry) {
    run_want(w, SYM_BELOW, SYM_OTHER);
    run_want(w, SYM_NEXT, SYM_BELOW);
  } else if (cause->summary != SYM_NONE) {
    run_want(w, SYM_NEXT, SYM_NEXT);
  }
  dd_pick(diagrams, post_cause_solutions(&w->at, cause), w->pick.variables.at,
          w->pick.variables.count, w->pick.values.at);
  dd_release(diagrams, mark);
  const bool *values = w->pick.values.at;
  if (is_entry) {
    const sym_rule *rule = &post->s->rules.at[cause->rule];
    const uint32_t *bits = sym_changed_below(post->s, rule);
    sym_bits_copy(w->below, values + globals, post->s->locals);
    for (uint32_t i = 0; i < rule->changes_below; i++)
      w->below[bits[i]] = values[2 * n + globals + bits[i]];
  } else if (cause->summary != SYM_NONE) {
    sym_bits_copy(w->entered, values + n, n);
  }
}

/* The trace_back goes on at the head that was picked. */
static void go_before(tracer *w, const post_cause *cause, bool is_entry) {
  size_t n = width(w);
  sym_bits_copy(w->at.now, w->pick.values.at, n);
  if (is_entry)
    sym_bits_copy(w->at.entry, w->pick.values.at + n, n);
  w->at.cell = cause->cell;
  w->at.number = cause->ring;
}

static void keep_values(tracer *w, const bool *values, size_t count) {
  vec_reserve(w->at.x->m, &w->kept, count);
  sym_bits_copy(w->kept.at + w->kept.count, values, count);
  w->kept.count += count;
}

/* The head is behind a call: to the end of its frame, which pops it. */
static bool enter_from_behind(tracer *w, const post_cause *cause) {
  sym_post *post = w->at.x;
  size_t n = width(w);
  pick(w, cause, false);
  pending p = {cause->rule, cause->cell, cause->ring};
  vec_push(post->m, &w->waiting, p);
  keep_values(w, w->pick.values.at, n);
  keep_values(w, w->at.entry, n);
  keep_values(w, w->at.now + post->s->globals, post->s->locals);
  sym_bits_copy(w->at.entry, w->entered, n);
  assert(cause->rule < post->s->rules.count);
  uint32_t entry = post->entry_of[post->s->rules.at[cause->rule].to];
  post_cause end = post_cause_of_summary(&w->at, entry, cause->summary);
  if (!run_emit(w, end.rule, NULL))
    return false;
  pick(w, &end, false);
  go_before(w, &end, false);
  return true;
}

/* At its entry: out again, to the head before the call. */
static bool run_leave(tracer *w) {
  sym_post *post = w->at.x;
  size_t n = width(w);
  pending p = vec_pop(&w->waiting);
  w->kept.count -= 2 * n + post->s->locals;
  const bool *kept = w->kept.at + w->kept.count;
  if (!run_emit(w, p.rule, kept + 2 * n))
    return false;
  sym_bits_copy(w->at.now, kept, n);
  sym_bits_copy(w->at.entry, kept + n, n);
  w->at.cell = p.cell;
  w->at.number = p.number;
  return true;
}

static bool is_at_entry(const tracer *w) {
  const sym_reach *head = &w->at.x->reached.at[w->at.cell];
  return head->symbol == head->entry &&
         memcmp(w->at.now, w->at.entry, width(w) * sizeof *w->at.now) == 0;
}

static bool is_at_start(tracer *w) {
  sym_post *post = w->at.x;
  if (w->waiting.count || post->reached.at[w->at.cell].symbol != post->s->start)
    return false;
  size_t mark = dd_mark(post->s->d);
  sym_point *point = &w->at.point;
  sym_point_clear(point);
  sym_point_globals(post->m, point, &post->copies, SYM_NOW, w->at.now);
  sym_point_locals(post->m, point, &post->copies, SYM_NOW,
                   w->at.now + post->s->globals);
  bool is = dd_meets(post->s->d, post->s->initial,
                     sym_point_diagram(&post->copies, point));
  dd_release(post->s->d, mark);
  return is;
}

/* False: too long. */
static bool trace_back(tracer *w) {
  for (;;) {
    progress_tick(w->at.x->clock);
    if (is_at_entry(w)) {
      if (is_at_start(w))
        return true;
      if (w->waiting.count) {
        if (!run_leave(w))
          return false;
        continue;
      }
      post_cause cause = post_cause_of_entry(&w->at);
      pick(w, &cause, true);
      if (!run_emit(w, cause.rule, w->below))
        return false;
      go_before(w, &cause, true);
      continue;
    }
    post_cause cause = post_cause_of_head(&w->at);
    if (cause.summary != SYM_NONE) {
      if (!enter_from_behind(w, &cause))
        return false;
      continue;
    }
    if (!run_emit(w, cause.rule, NULL))
      return false;
    pick(w, &cause, false);
    go_before(w, &cause, false);
  }
}

/* The ring with the smallest number that meets the heads. */
static void choose_end(tracer *w, uint32_t symbol, dd heads) {
  sym_post *post = w->at.x;
  dds *diagrams = post->s->d;
  size_t mark = dd_mark(diagrams), n = width(w);
  uint32_t best = (uint32_t)post->rings.rings.count;
  for (uint32_t c = post->last_cell[symbol]; c != SYM_NONE;
       c = post->cells.at[c].next) {
    uint32_t ring = sym_rings_meet(diagrams, &post->rings,
                                   post_owner_of_cell(c), heads, 0, best);
    if (ring < best) {
      best = ring;
      w->at.cell = c;
    }
  }
  w->at.number = best;
  sym_point_clear(&w->pick);
  run_want(w, SYM_NOW, SYM_NOW);
  run_want(w, SYM_BELOW, SYM_OTHER);
  assert(best < post->rings.rings.count);
  dd_pick(diagrams, dd_and(diagrams, heads, post->rings.rings.at[best].set),
          w->pick.variables.at, w->pick.variables.count, w->pick.values.at);
  dd_release(diagrams, mark);
  sym_bits_copy(w->at.now, w->pick.values.at, n);
  sym_bits_copy(w->at.entry, w->pick.values.at + n, n);
}

bool sym_post_run(sym_post *post, uint32_t symbol, dd heads, size_t most,
                  sym_run *out) {
  mem *m = post->m;
  size_t n = (size_t)post->s->globals + post->s->locals;
  bool *room = mem_array(m, 4 * n + 4, sizeof *room);
  *out = (sym_run){.loop = SIZE_MAX};
  tracer w = {.at = {.x = post, .now = room, .entry = room + n},
              .entered = room + 2 * n,
              .below = room + 3 * n,
              .most = most,
              .run = out};
  post_make_index(post);
  choose_end(&w, symbol, heads);
  bool good = trace_back(&w);
  if (good)
    sym_steps_reverse(m, out, w.at.now, n);
  sym_point_free(m, &w.at.point);
  sym_point_free(m, &w.pick);
  vec_free(m, &w.waiting);
  vec_free(m, &w.kept);
  mem_free(m, room);
  if (!good)
    sym_steps_free(m, out);
  return good;
}
