/* Which loops are to be summarised: those that paths were cut in; and where
 * that is. */
#include "engine/panda/loops/loops.h"

enum {
  STRAIGHT_BOUND = 200, /* where nothing is unrolled */
  SIMPLE_BOUND = 40     /* rounds, of loops that could be wanted, too */
};

bool loops_is_simple(const cfa *automaton, const loop *l) {
  if (l->objects.count || l->changes_memory || l->frees)
    return false;
  vec_each (const uint32_t, v, &l->scalars)
    if (automaton->variables.at[*v].is_pointer)
      return false;
  return true;
}

/* How often was the branch that is executed decided in this activation of the
 * loop: up to 'enough'. */
static uint32_t rounds_of(const loops *x, const concolic *engine, const loop *l,
                          uint32_t depth, uint32_t enough) {
  uint32_t rounds = 0, last = 0;
  for (size_t i = engine->decisions.count; i-- > 0 && rounds < enough;) {
    const decision *d = &engine->decisions.at[i];
    uint32_t edge = engine->code->edges.at[d->at];
    if (d->depth < depth || (d->depth == depth && edge != CFA_NONE &&
                             !loops_contains(l, x->p->edges.at[edge].from)))
      break;
    if (d->at != engine->at)
      continue;
    rounds += d->ordinal >= last; /* else a later one of the same time */
    last = d->ordinal;
  }
  return rounds;
}

/* All of the path counts, unless only simple loops are summarised: then others
 * may go around as often as they do, and enter simple ones each time. */
static uint32_t bound_in(const loops *x, const concolic *engine,
                         const loop *l) {
  if (!x->simple_only || !loops_is_simple(engine->p, l))
    return engine->bound;
  bool is_often =
      engine->visits[engine->at] > SIMPLE_BOUND &&
      rounds_of(x, engine, l, engine->depth, SIMPLE_BOUND) == SIMPLE_BOUND;
  return is_often ? SIMPLE_BOUND : engine->bound;
}

uint32_t loops_bound(const loops *x, const concolic *engine) {
  uint32_t edge = concolic_edge(engine), bound = STRAIGHT_BOUND;
  if (x->task != LOOPS_SUMMARISE || edge == CFA_NONE)
    return engine->bound;
  for (uint32_t i = 0; i < x->count; i++) {
    const loop *l = &x->all[i];
    if (l->stage || !loops_contains(l, engine->p->edges.at[edge].from))
      continue;
    bound = bound_in(x, engine, l);
    if (bound == SIMPLE_BOUND)
      break;
  }
  return bound;
}

/* The innermost loop around that has gone around so often; if there is none,
 * the innermost. */
static bool want_around(loops *x, const concolic *engine, uint32_t location,
                        uint32_t depth, uint32_t enough) {
  loop *best = NULL;
  for (uint32_t i = 0; i < x->count; i++) {
    loop *l = &x->all[i];
    if (!loops_contains(l, location) ||
        (x->simple_only && !loops_is_simple(x->p, l)) ||
        rounds_of(x, engine, l, depth, enough) < enough)
      continue;
    if (l->is_wanted && l->wanted_in == x->pass)
      return true;
    if (!l->is_wanted && (!best || l->body.count < best->body.count))
      best = l;
  }
  if (!best)
    return false;
  best->is_wanted = true;
  best->is_long = enough > 0;
  best->wanted_in = x->pass;
  return true;
}

static bool want_in_frames(loops *x, const concolic *engine, uint32_t enough) {
  uint32_t edge = concolic_edge(engine);
  for (uint32_t d = engine->depth; d-- > 0;) {
    if (edge != CFA_NONE &&
        want_around(x, engine, x->p->edges.at[edge].from, d + 1, enough))
      return true;
    edge = engine->frames.at[d].call;
  }
  return false;
}

bool loops_want_more(loops *x, const concolic *engine) {
  uint32_t bound = loops_bound(x, engine);
  return (bound > 1 && want_in_frames(x, engine, bound - 1)) ||
         want_in_frames(x, engine, 0);
}
