/* Runs of pre*: forwards from the start, each step to a ring with a smaller
 * number. A call that returns is followed first; what is behind it
 * waits. */
#include "engine/symbolic/pre_cause.h"
#include "engine/symbolic/steps.h"

/* Behind a call that is being followed. */
typedef struct pending {
  uint32_t symbol, number;
  bool is_popping;
} pending;

typedef struct tracer {
  pre_place at;
  sym_point pick; /* being picked: values are the result */
  vec(pending) waiting;
  vec(bool) kept; /* of those: locals, goals */
  size_t most;
  sym_run *run;
} tracer;

static bool pre_run_emit(tracer *w, uint32_t rule, const bool *globals,
                         const bool *locals, const bool *below) {
  if (w->run->steps.count >= w->most)
    return false;
  sym_steps_add(w->at.x->m, w->run, w->at.x->s, rule, globals, locals, below);
  return true;
}

static void pre_run_want(tracer *w, sym_copy globals, sym_copy locals) {
  const sym_copies *copies = &w->at.x->copies;
  sym_point_globals(w->at.x->m, &w->pick, copies, globals, w->at.now);
  sym_point_locals(w->at.x->m, &w->pick, copies, locals, w->at.now);
}

static void pick_from(tracer *w, dd set) {
  sym_point_clear(&w->pick);
  pre_run_want(w, SYM_NOW, SYM_NOW);
  pre_run_want(w, SYM_BELOW, SYM_BELOW);
  dd_pick(w->at.x->s->d, set, w->pick.variables.at, w->pick.variables.count,
          w->pick.values.at);
}

/* Popped: on with what waits below it. False: too long. */
static bool pre_run_leave(tracer *w, uint32_t rule) {
  const sympds *system = w->at.x->s;
  if (!pre_run_emit(w, rule, w->at.goal, NULL, NULL))
    return false;
  pending p = vec_pop(&w->waiting);
  w->kept.count -= (size_t)system->globals + system->locals;
  const bool *kept = w->kept.at + w->kept.count;
  w->at.symbol = p.symbol;
  w->at.number = p.number;
  w->at.is_popping = p.is_popping;
  sym_bits_copy(w->at.now, w->at.goal, system->globals);
  sym_bits_copy(w->at.now + system->globals, kept, system->locals);
  sym_bits_copy(w->at.goal, kept + system->locals, system->globals);
  return true;
}

/* What is below a new top waits until that is popped. */
static void enter(tracer *w, const pre_cause *cause, const bool *below) {
  sym_pre *pre = w->at.x;
  const sympds *system = pre->s;
  pending p = {system->rules.at[cause->rule].below, cause->ring,
               w->at.is_popping};
  size_t first = w->kept.count;
  vec_push(pre->m, &w->waiting, p);
  vec_resize(pre->m, &w->kept, first + system->locals + system->globals);
  sym_bits_copy(w->kept.at + first, below + system->globals, system->locals);
  sym_bits_copy(w->kept.at + first + system->locals, w->at.goal,
                system->globals);
  w->at.is_popping = true;
  sym_bits_copy(w->at.goal, below, system->globals);
}

/* One step that is no POP. False: too long. */
static bool step(tracer *w) {
  sym_pre *pre = w->at.x;
  const sympds *system = pre->s;
  size_t n = (size_t)system->globals + system->locals,
         mark = dd_mark(system->d);
  pre_cause cause = pre_cause_of(&w->at);
  pick_from(w, pre_cause_solutions(&w->at, &cause));
  dd_release(system->d, mark);
  const bool *now = w->pick.values.at, *below = now + n;
  if (!pre_run_emit(w, cause.rule, now, now + system->globals,
                    below + system->globals))
    return false;
  w->at.symbol = system->rules.at[cause.rule].to;
  w->at.number = cause.ring;
  if (cause.pop != SYM_NONE) {
    enter(w, &cause, below);
    w->at.number = cause.pop;
  }
  sym_bits_copy(w->at.now, now, n);
  return true;
}

static bool is_at_target(tracer *w) {
  sym_pre *pre = w->at.x;
  if (w->at.is_popping || pre->targets[w->at.symbol] == DD_FALSE)
    return false;
  size_t mark = dd_mark(pre->s->d);
  sym_point *point = &w->at.point;
  sym_point_clear(point);
  sym_point_globals(pre->m, point, &pre->copies, SYM_NOW, w->at.now);
  sym_point_locals(pre->m, point, &pre->copies, SYM_NOW,
                   w->at.now + pre->s->globals);
  bool is = dd_meets(pre->s->d, pre->targets[w->at.symbol],
                     sym_point_diagram(&pre->copies, point));
  dd_release(pre->s->d, mark);
  return is;
}

static void choose_start(tracer *w) {
  sym_pre *pre = w->at.x;
  sympds *system = pre->s;
  size_t mark = dd_mark(system->d);
  w->at.symbol = system->start;
  w->at.number =
      sym_rings_meet(system->d, &pre->rings, pre_owner_of_heads(system->start),
                     system->initial, 0, (uint32_t)pre->rings.rings.count);
  pick_from(w, dd_and(system->d, system->initial,
                      pre->rings.rings.at[w->at.number].set));
  dd_release(system->d, mark);
  sym_bits_copy(w->at.now, w->pick.values.at,
                (size_t)system->globals + system->locals);
}

bool sym_pre_run(sym_pre *pre, size_t most, sym_run *out) {
  mem *m = pre->m;
  size_t n = (size_t)pre->s->globals + pre->s->locals;
  bool *room = mem_array(m, 2 * n + 2, sizeof *room);
  *out = (sym_run){.loop = SIZE_MAX};
  tracer w = {.at = {.x = pre, .now = room, .goal = room + n},
              .most = most,
              .run = out};
  pre_make_index(pre);
  choose_start(&w);
  sym_steps_first(m, out, w.at.now, n);
  bool good = true;
  while (good && !is_at_target(&w)) {
    progress_tick(pre->clock);
    uint32_t pop = w.at.is_popping ? pre_last_pop(&w.at) : SYM_NONE;
    good = pop == SYM_NONE ? step(&w) : pre_run_leave(&w, pop);
  }
  sym_point_free(m, &w.at.point);
  sym_point_free(m, &w.pick);
  vec_free(m, &w.waiting);
  vec_free(m, &w.kept);
  mem_free(m, room);
  if (!good)
    sym_steps_free(m, out);
  return good;
}
