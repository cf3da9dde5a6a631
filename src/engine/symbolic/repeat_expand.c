/* A way in the graph of heads as steps of the system: where it runs through a
 * call, the frame is popped by a run that the numbers of additions give. */
#include "engine/symbolic/repeat_search.h"

#include <assert.h>

/* A frame to be popped: from its head, ending with these globals, through an
 * accepting head if 'marked'. */
typedef struct goal {
  uint32_t symbol;
  size_t locals, target; /* in 'kept' */
  bool marked;
} goal;

typedef struct expander {
  repeat *x;
  sym_run *out;
  size_t most;
  uint32_t globals, locals;
  bool *head;            /* where we are: globals, then locals */
  bool *below;           /* room for locals */
  bool *middle;          /* room for globals */
  bool *all;             /* by variable */
  uint32_t *now, *under; /* variables of a head: SYM_NOW, SYM_BELOW */
  vec(bool) kept;
  vec(goal) goals; /* the frame on top last */
} expander;

/* ---- Steps ----------------------------------------------------------- */

static void push_values(expander *v, const bool *values, size_t count) {
  for (size_t i = 0; i < count; i++)
    vec_push(v->x->m, &v->out->values, values ? values[i] : false);
}

/* Behind it, 'head' is where we are. */
static bool emit(expander *v, uint32_t rule, const bool *below, bool pops) {
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

static uint32_t rule_of(const expander *v, uint32_t number) {
  return repeat_way(v->x, number).rule;
}

/* ---- Sets of one ----------------------------------------------------- */

static dd head_point(expander *v) {
  return dd_point(v->x->d, v->now, v->head, (size_t)v->globals + v->locals);
}

/* 'globals' behind a pop. */
static dd target_point(expander *v, const bool *globals) {
  return dd_point(v->x->d, v->under, globals, v->globals);
}

static const uint32_t *changed_below(const expander *v, uint32_t entry,
                                     uint32_t *count) {
  const sym_rule *r = &v->x->s->rules.at[rule_of(v, entry)];
  *count = r->changes_below;
  return v->x->s->changed.at + r->first_changed + r->changes_globals +
         r->changes_locals;
}

/* The locals below, picked behind a WAY_ENTRY from 'head'; others stay. */
static void pick_below(expander *v, uint32_t entry, dd x) {
  uint32_t count;
  const uint32_t *changed = changed_below(v, entry, &count);
  memcpy(v->below, v->head + v->globals, v->locals * sizeof *v->below);
  dd_pick(v->x->d, x, v->under, (size_t)v->globals + v->locals, v->all);
  for (uint32_t i = 0; i < count; i++)
    v->below[changed[i]] = v->all[v->globals + changed[i]];
}

static dd below_point(expander *v, uint32_t entry, const bool *locals) {
  repeat *x = v->x;
  uint32_t count;
  const uint32_t *changed = changed_below(v, entry, &count);
  size_t mark = dd_mark(x->d);
  dd result = DD_TRUE;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t variable = v->under[v->globals + changed[i]];
    result =
        dd_and(x->d, result, dd_point(x->d, &variable, &locals[changed[i]], 1));
  }
  return dd_only(x->d, mark, result);
}

static void pick_head(expander *v, dd x) {
  dd_pick(v->x->d, x, v->now, (size_t)v->globals + v->locals, v->head);
}

/* ---- Popping a frame ------------------------------------------------- */

static const pop_table *table_of(const expander *v, bool marked) {
  return marked ? &v->x->marked : &v->x->pops;
}

/* The first addition that has it. */
static uint64_t stamp_of(const expander *v, const goal *g) {
  for (size_t i = 0; i < (size_t)v->globals + v->locals; i++)
    v->all[v->now[i]] = v->head[i];
  for (size_t i = 0; i < v->globals; i++)
    v->all[v->under[i]] = v->kept.at[g->target + i];
  vec_each (const pop_layer, y, &table_of(v, g->marked)->layers[g->symbol]) {
    dd x = y->added;
    while (x > DD_TRUE)
      x = v->all[dd_top(x)] ? dd_high(x) : dd_low(x);
    if (x == DD_TRUE)
      return y->stamp;
  }
  assert(!"a frame that cannot be popped");
  return 0;
}

/* The first addition before 'stamp' that meets x: the intersection. */
static dd first_meeting(expander *v, bool marked, uint32_t symbol,
                        uint64_t stamp, dd x) {
  vec_each (const pop_layer, y, &table_of(v, marked)->layers[symbol]) {
    if (y->stamp >= stamp)
      break;
    dd both = dd_and(v->x->d, x, y->added);
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
  vec_each (const pop_layer, y, &table_of(v, marked)->layers[symbol]) {
    if (y->stamp >= stamp)
      break;
    result = dd_or(
        x->d, result,
        dd_fix(x->d, y->added, v->under, v->kept.at + g->target, v->globals));
  }
  uint32_t count;
  const uint32_t *changed = changed_below(v, entry, &count);
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

static size_t keep(expander *v, const bool *values, size_t count) {
  size_t at = v->kept.count;
  for (size_t i = 0; i < count; i++)
    vec_push(v->x->m, &v->kept, values[i]);
  return at;
}

typedef enum outcome { NOT_THIS_WAY, TAKEN, TOO_LONG } outcome;

/* A call, whose frame is popped first, then the goal's. */
static outcome take_entry(expander *v, uint32_t i, goal g, uint64_t stamp,
                          bool marked_above, bool marked_below) {
  repeat *x = v->x;
  uint32_t to = x->graph.rules.at[i].to, rule = rule_of(v, i);
  uint32_t under = x->s->rules.at[rule].below;
  dd next = sym_image(&x->graph, i, head_point(v));
  /* a part that is not marked may be as late as it likes if the other is */
  uint64_t above_stamp = g.marked && !marked_above ? UINT64_MAX : stamp;
  uint64_t below_stamp = g.marked && !marked_below ? UINT64_MAX : stamp;
  dd rest = popped_before(v, marked_below, under, below_stamp, &g, i);
  dd found =
      first_meeting(v, marked_above, to, above_stamp, dd_and(x->d, next, rest));
  if (found == DD_FALSE)
    return NOT_THIS_WAY;
  /* one solution, looked at three times */
  size_t bits = (size_t)v->globals + v->locals;
  pick_below(v, i, found);
  memcpy(v->middle, v->all, v->globals * sizeof *v->middle);
  found = dd_and(x->d, found, dd_point(x->d, v->under, v->all, bits));
  if (found == DD_FALSE) { /* variables that it does not have */
    assert(!"a solution that is none");
    return NOT_THIS_WAY;
  }
  pick_head(v, found);
  goal *top = &vec_last(&v->goals);
  top->symbol = under;
  top->locals = keep(v, v->below, v->locals);
  top->marked = marked_below;
  goal callee = {to, 0, keep(v, v->middle, v->globals), marked_above};
  vec_push(x->m, &v->goals, callee);
  return emit(v, rule, v->below, false) ? TAKEN : TOO_LONG;
}

static outcome take_step(expander *v, uint32_t i, goal g, uint64_t stamp) {
  repeat *x = v->x;
  uint32_t to = x->graph.rules.at[i].to;
  dd next = dd_and(x->d, sym_image(&x->graph, i, head_point(v)),
                   target_point(v, v->kept.at + g.target));
  dd found = first_meeting(v, g.marked, to, stamp, next);
  if (found == DD_FALSE)
    return NOT_THIS_WAY;
  pick_head(v, found);
  vec_last(&v->goals).symbol = to;
  return emit(v, rule_of(v, i), NULL, false) ? TAKEN : TOO_LONG;
}

static outcome take_pop(expander *v, uint32_t i, goal g) {
  repeat *x = v->x;
  dd behind = dd_and(x->d, sym_preimage(&x->graph, i, x->same), head_point(v));
  if (g.marked ||
      !dd_meets(x->d, behind, target_point(v, v->kept.at + g.target)))
    return NOT_THIS_WAY;
  memcpy(v->head, v->kept.at + g.target, v->globals * sizeof *v->head);
  v->goals.count--;
  if (v->goals.count)
    memcpy(v->head + v->globals, v->kept.at + vec_last(&v->goals).locals,
           v->locals * sizeof *v->head);
  return emit(v, rule_of(v, i), NULL, true) ? TAKEN : TOO_LONG;
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

/* Until the frame of the first goal has gone. */
static bool pop_frames(expander *v) {
  repeat *x = v->x;
  while (v->goals.count) {
    size_t mark = dd_mark(x->d);
    goal *g = &vec_last(&v->goals);
    if (dd_meets(x->d, head_point(v), x->accepting))
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

/* ---- Edges ----------------------------------------------------------- */

static uint32_t entry_of(const repeat *x, uint32_t edge) {
  const sym_rule *r = &x->graph.rules.at[edge];
  repeat_each_from (i, x, r->from)
    if (repeat_way(x, i).kind == WAY_ENTRY &&
        repeat_way(x, i).rule == repeat_way(x, edge).rule)
      return i;
  assert(!"a call without an entry");
  return edge;
}

static bool follow(expander *v, uint32_t edge, const bool *to) {
  repeat *x = v->x;
  size_t bits = (size_t)v->globals + v->locals;
  way_kind kind = repeat_way(x, edge).kind;
  if (kind == WAY_STEP) {
    memcpy(v->head, to, bits * sizeof *to);
    return emit(v, rule_of(v, edge), NULL, false);
  }
  uint32_t entry = entry_of(x, edge);
  dd next = sym_image(&x->graph, entry, head_point(v));
  if (kind == WAY_TOP) {
    pick_below(v, entry, dd_and(x->d, next, dd_point(x->d, v->now, to, bits)));
    memcpy(v->head, to, bits * sizeof *to);
    return emit(v, rule_of(v, edge), v->below, false);
  }
  goal g = {x->graph.rules.at[entry].to, 0, keep(v, to, v->globals),
            kind == WAY_MARKED};
  next = dd_and(x->d, next, below_point(v, entry, to + v->globals));
  next = dd_and(x->d, next, target_point(v, to));
  next = first_meeting(v, g.marked, g.symbol, UINT64_MAX, next);
  assert(next != DD_FALSE);
  pick_head(v, next);
  vec_push(x->m, &v->goals, g);
  bool good =
      emit(v, rule_of(v, edge), to + v->globals, false) && pop_frames(v);
  memcpy(v->head, to, bits * sizeof *to);
  return good;
}

static void prepare(expander *v, repeat *x) {
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

static void finish(expander *v) {
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
  prepare(&v, x);
  for (size_t i = 0; i < bits; i++)
    vec_push(x->m, &out->first, t->values.at[i]);
  memcpy(v.head, t->values.at, bits * sizeof *v.head);
  out->loop = SIZE_MAX;
  for (size_t i = 0; good && i < t->edges.count; i++) {
    size_t mark = dd_mark(x->d);
    if (i == loop)
      out->loop = out->steps.count;
    good = follow(&v, t->edges.at[i], t->values.at + (i + 1) * bits);
    dd_release(x->d, mark);
  }
  finish(&v);
  return good;
}
