/* A way in the graph of heads as steps of the system: where it runs through a
 * call, the frame is popped by a run that the numbers of additions give. */
#include "engine/symbolic/repeat_expand.h"

#include <assert.h>

static void push_values(expander *v, const bool *values, size_t count) {
  for (size_t i = 0; i < count; i++)
    vec_push(v->x->m, &v->out->values, values ? values[i] : false);
}

bool expander_emit(expander *v, uint32_t rule, const bool *below, bool pops) {
  sym_step step = {rule, v->out->values.count};
  if (v->out->steps.count >= v->most)
    return false;
  progress_tick(v->x->clock);
  vec_push(v->x->m, &v->out->steps, step);
  if (rule == SYM_NONE)
    return true;
  push_values(v, v->head, v->globals);
  push_values(v, pops ? NULL : v->head + v->globals, v->locals);
  if (below)
    push_values(v, below, v->locals);
  return true;
}

uint32_t expander_rule_of(const expander *v, uint32_t number) {
  return repeat_way(v->x, number).rule;
}

dd expander_head_point(expander *v) {
  return dd_point(v->x->d, v->now, v->head, (size_t)v->globals + v->locals);
}

dd expander_target_point(expander *v, const bool *globals) {
  return dd_point(v->x->d, v->under, globals, v->globals);
}

const uint32_t *expander_changed_below(const expander *v, uint32_t entry,
                                       uint32_t *count) {
  const sym_rule *rule = &v->x->s->rules.at[expander_rule_of(v, entry)];
  *count = rule->changes_below;
  return v->x->s->changed.at + rule->first_changed + rule->changes_globals +
         rule->changes_locals;
}

void expander_pick_below(expander *v, uint32_t entry, dd x) {
  uint32_t count;
  const uint32_t *changed = expander_changed_below(v, entry, &count);
  expander_copy(v->below, v->head + v->globals, v->locals);
  dd_pick(v->x->d, x, v->under, (size_t)v->globals + v->locals, v->all);
  for (uint32_t i = 0; i < count; i++)
    v->below[changed[i]] = v->all[v->globals + changed[i]];
}

void expander_pick_head(expander *v, dd x) {
  dd_pick(v->x->d, x, v->now, (size_t)v->globals + v->locals, v->head);
}

size_t expander_keep(expander *v, const bool *values, size_t count) {
  size_t at = v->kept.count;
  for (size_t i = 0; i < count; i++)
    vec_push(v->x->m, &v->kept, values[i]);
  return at;
}

static uint32_t entry_of(const repeat *x, uint32_t edge) {
  assert(edge < x->graph.rules.count);
  const sym_rule *rule = &x->graph.rules.at[edge];
  repeat_each_from (i, x, rule->from)
    if (repeat_way(x, i).kind == WAY_ENTRY &&
        repeat_way(x, i).rule == repeat_way(x, edge).rule)
      return i;
  assert(false); /* each call has one */
  return edge;
}

static dd below_point(expander *v, uint32_t entry, const bool *locals) {
  repeat *x = v->x;
  uint32_t count;
  const uint32_t *changed = expander_changed_below(v, entry, &count);
  size_t mark = dd_mark(x->d);
  dd result = DD_TRUE;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t variable = v->under[v->globals + changed[i]];
    result =
        dd_and(x->d, result, dd_point(x->d, &variable, &locals[changed[i]], 1));
  }
  return dd_only(x->d, mark, result);
}

static bool follow(expander *v, uint32_t edge, const bool *to) {
  repeat *x = v->x;
  size_t bits = (size_t)v->globals + v->locals;
  way_kind kind = repeat_way(x, edge).kind;
  if (kind == WAY_STEP) {
    expander_copy(v->head, to, bits);
    return expander_emit(v, expander_rule_of(v, edge), NULL, false);
  }
  uint32_t entry = entry_of(x, edge);
  dd next = sym_image(&x->graph, entry, expander_head_point(v));
  if (kind == WAY_TOP) {
    expander_pick_below(v, entry,
                        dd_and(x->d, next, dd_point(x->d, v->now, to, bits)));
    expander_copy(v->head, to, bits);
    return expander_emit(v, expander_rule_of(v, edge), v->below, false);
  }
  goal g = {x->graph.rules.at[entry].to, 0, expander_keep(v, to, v->globals),
            kind == WAY_MARKED};
  next = dd_and(x->d, next, below_point(v, entry, to + v->globals));
  next = dd_and(x->d, next, expander_target_point(v, to));
  next = expander_first_meeting(v, g.marked, g.symbol, UINT64_MAX, next);
  assert(next != DD_FALSE);
  expander_pick_head(v, next);
  vec_push(x->m, &v->goals, g);
  bool good =
      expander_emit(v, expander_rule_of(v, edge), to + v->globals, false) &&
      expander_pop_frames(v);
  expander_copy(v->head, to, bits);
  return good;
}

static void expand_prepare(expander *v, repeat *x) {
  size_t bits = (size_t)v->globals + v->locals;
  v->head = mem_array(x->m, bits + 1, sizeof(bool));
  v->below = mem_array(x->m, (size_t)v->locals + 1, sizeof(bool));
  v->middle = mem_array(x->m, (size_t)v->globals + 1, sizeof(bool));
  v->all = mem_array(x->m, bits * SYM_COPIES + 1, sizeof(bool));
  v->now = mem_array(x->m, bits + 1, sizeof *v->now);
  v->under = mem_array(x->m, bits + 1, sizeof *v->under);
  for (uint32_t i = 0; i < bits; i++) {
    v->now[i] = i < v->globals ? sym_global(x->s, i, SYM_NOW)
                               : sym_local(x->s, i - v->globals, SYM_NOW);
    v->under[i] = v->now[i] + SYM_BELOW - SYM_NOW;
  }
}

static void expand_finish(expander *v) {
  mem *m = v->x->m;
  mem_free(m, v->head);
  mem_free(m, v->below);
  mem_free(m, v->middle);
  mem_free(m, v->all);
  mem_free(m, v->now);
  mem_free(m, v->under);
  vec_free(m, &v->kept);
  vec_free(m, &v->goals);
}

bool sym_repeat_expand(repeat *x, const trail *t, size_t loop, size_t most,
                       sym_run *out) {
  expander v = {.x = x, .out = out, .most = most};
  v.globals = x->s->globals;
  v.locals = x->s->locals;
  size_t bits = (size_t)v.globals + v.locals;
  bool good = true;
  expand_prepare(&v, x);
  for (size_t i = 0; i < bits; i++)
    vec_push(x->m, &out->first, t->values.at[i]);
  expander_copy(v.head, t->values.at, bits);
  out->loop = SIZE_MAX;
  for (size_t i = 0; good && i < t->edges.count; i++) {
    size_t mark = dd_mark(x->d);
    if (i == loop)
      out->loop = out->steps.count;
    good = follow(&v, t->edges.at[i], t->values.at + (i + 1) * bits);
    dd_release(x->d, mark);
  }
  expand_finish(&v);
  return good;
}
