/* Frames are popped along the numbers of additions to the popping relations:
 * each step leads to an earlier one. */
#include "engine/symbolic/repeat_expand.h"

#include <assert.h>

static const pop_table *table_of(const expander *v, bool marked) {
  return marked ? &v->x->marked : &v->x->pops;
}

/* The first addition that has it. */
static uint64_t stamp_of(const expander *v, const goal *g) {
  for (size_t i = 0; i < (size_t)v->globals + v->locals; i++)
    v->all[v->now[i]] = v->head[i];
  for (size_t i = 0; i < v->globals; i++)
    v->all[v->under[i]] = v->kept.at[g->target + i];
  vec_each (const pop_layer, layer,
            &table_of(v, g->marked)->layers[g->symbol]) {
    dd x = layer->added;
    while (x > DD_TRUE)
      x = v->all[dd_top(x)] ? dd_high(x) : dd_low(x);
    if (x == DD_TRUE)
      return layer->stamp;
  }
  assert(false); /* it can be popped */
  return 0;
}

dd expander_first_meeting(expander *v, bool marked, uint32_t symbol,
                          uint64_t stamp, dd x) {
  vec_each (const pop_layer, layer, &table_of(v, marked)->layers[symbol]) {
    if (layer->stamp >= stamp)
      break;
    dd both = dd_and(v->x->d, x, layer->added);
    if (both != DD_FALSE)
      return both;
  }
  return DD_FALSE;
}

/* From where 'symbol' was popped before 'stamp', ending in the goal's globals:
 * over SYM_BELOW, its unchanged locals those of the head. */
static dd popped_before(expander *v, bool marked, uint32_t symbol,
                        uint64_t stamp, const goal *g, uint32_t entry) {
  repeat *x = v->x;
  size_t mark = dd_mark(x->d);
  dd result = DD_FALSE;
  vec_each (const pop_layer, layer, &table_of(v, marked)->layers[symbol]) {
    if (layer->stamp >= stamp)
      break;
    result = dd_or(x->d, result,
                   dd_fix(x->d, layer->added, v->under, v->kept.at + g->target,
                          v->globals));
  }
  uint32_t count;
  const uint32_t *changed = expander_changed_below(v, entry, &count);
  bool *stays = mem_array(x->m, (size_t)v->locals + 1, sizeof *stays);
  for (uint32_t i = 0; i < v->locals; i++)
    stays[i] = true;
  for (uint32_t i = 0; i < count; i++)
    stays[changed[i]] = false;
  for (uint32_t i = 0; i < v->locals; i++)
    if (stays[i])
      result = dd_fix(x->d, result, &v->now[v->globals + i],
                      &v->head[v->globals + i], 1);
  mem_free(x->m, stays);
  return dd_only(x->d, mark, dd_rename(x->d, result, x->now_to_below));
}

typedef enum outcome { NOT_THIS_WAY, TAKEN, TOO_LONG } outcome;

/* A call, whose frame is popped first, then the goal's. */
static outcome take_entry(expander *v, uint32_t i, goal g, uint64_t stamp,
                          bool marked_above, bool marked_below) {
  repeat *x = v->x;
  uint32_t to = x->graph.rules.at[i].to, rule = expander_rule_of(v, i);
  assert(rule < x->s->rules.count);
  uint32_t under = x->s->rules.at[rule].below;
  dd next = sym_image(&x->graph, i, expander_head_point(v));
  /* a part that is not marked may be as late as it likes if the other is */
  uint64_t above_stamp = g.marked && !marked_above ? UINT64_MAX : stamp;
  uint64_t below_stamp = g.marked && !marked_below ? UINT64_MAX : stamp;
  dd rest = popped_before(v, marked_below, under, below_stamp, &g, i);
  dd found = expander_first_meeting(v, marked_above, to, above_stamp,
                                    dd_and(x->d, next, rest));
  if (found == DD_FALSE)
    return NOT_THIS_WAY;
  /* one solution, looked at three times */
  size_t bits = (size_t)v->globals + v->locals;
  expander_pick_below(v, i, found);
  expander_copy(v->middle, v->all, v->globals);
  found = dd_and(x->d, found, dd_point(x->d, v->under, v->all, bits));
  if (found == DD_FALSE) { /* variables that it does not have */
    assert(false);         /* it is a solution of one of them */
    return NOT_THIS_WAY;
  }
  expander_pick_head(v, found);
  goal *top = &vec_last(&v->goals);
  top->symbol = under;
  top->locals = expander_keep(v, v->below, v->locals);
  top->marked = marked_below;
  goal callee = {to, 0, expander_keep(v, v->middle, v->globals), marked_above};
  vec_push(x->m, &v->goals, callee);
  return expander_emit(v, rule, v->below, false) ? TAKEN : TOO_LONG;
}

static outcome take_step(expander *v, uint32_t i, goal g, uint64_t stamp) {
  repeat *x = v->x;
  uint32_t to = x->graph.rules.at[i].to;
  dd next = dd_and(x->d, sym_image(&x->graph, i, expander_head_point(v)),
                   expander_target_point(v, v->kept.at + g.target));
  dd found = expander_first_meeting(v, g.marked, to, stamp, next);
  if (found == DD_FALSE)
    return NOT_THIS_WAY;
  expander_pick_head(v, found);
  vec_last(&v->goals).symbol = to;
  return expander_emit(v, expander_rule_of(v, i), NULL, false) ? TAKEN
                                                               : TOO_LONG;
}

static outcome take_pop(expander *v, uint32_t i, goal g) {
  repeat *x = v->x;
  dd behind =
      dd_and(x->d, sym_preimage(&x->graph, i, x->same), expander_head_point(v));
  if (g.marked ||
      !dd_meets(x->d, behind, expander_target_point(v, v->kept.at + g.target)))
    return NOT_THIS_WAY;
  expander_copy(v->head, v->kept.at + g.target, v->globals);
  v->goals.count--;
  if (v->goals.count)
    expander_copy(v->head + v->globals, v->kept.at + vec_last(&v->goals).locals,
                  v->locals);
  return expander_emit(v, expander_rule_of(v, i), NULL, true) ? TAKEN
                                                              : TOO_LONG;
}

static outcome take_way(expander *v, uint32_t i, goal g, uint64_t stamp) {
  switch (repeat_way(v->x, i).kind) {
  case WAY_POP:
    return take_pop(v, i, g);
  case WAY_STEP:
    return take_step(v, i, g, stamp);
  case WAY_ENTRY: {
    if (!g.marked)
      return take_entry(v, i, g, stamp, false, false);
    outcome o = take_entry(v, i, g, stamp, true, false);
    return o == NOT_THIS_WAY ? take_entry(v, i, g, stamp, false, true) : o;
  }
  default:
    return NOT_THIS_WAY;
  }
}

bool expander_pop_frames(expander *v) {
  repeat *x = v->x;
  while (v->goals.count) {
    size_t mark = dd_mark(x->d);
    goal *g = &vec_last(&v->goals);
    if (dd_meets(x->d, expander_head_point(v), x->accepting))
      g->marked = false;
    uint64_t stamp = stamp_of(v, g);
    outcome o = NOT_THIS_WAY;
    repeat_each_from (i, x, g->symbol) {
      o = take_way(v, i, *g, stamp);
      if (o != NOT_THIS_WAY)
        break;
    }
    assert(o != NOT_THIS_WAY);
    dd_release(x->d, mark);
    if (o != TAKEN)
      return false;
  }
  v->kept.count = 0;
  return true;
}
