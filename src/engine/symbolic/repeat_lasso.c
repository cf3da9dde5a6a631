/* A lasso in the graph of heads, by breadth-first searches on diagrams: heads
 * are picked one by one only along the way that was found. */
#include "engine/symbolic/repeat_fronts.h"

#include <assert.h>

typedef struct finder {
  repeat *x;
  fronts start; /* from the start, forward */
  size_t node;  /* room for the values of a head */
  bool *values;
  uint32_t *now; /* variables of a head */
} finder;

static void push_head(finder *v, trail *t, uint32_t symbol, dd heads) {
  repeat *x = v->x;
  dd_pick(x->d, heads, v->now, v->node, v->values);
  vec_push(x->m, &t->symbols, symbol);
  for (size_t i = 0; i < v->node; i++)
    vec_push(x->m, &t->values, v->values[i]);
}

static dd head_at(finder *v, const trail *t, size_t i) {
  return dd_point(v->x->d, v->now, t->values.at + i * v->node, v->node);
}

static dd last_head(finder *v, const trail *t) {
  return head_at(v, t, t->symbols.count - 1);
}

/* From the trail's last head to the first layer of a search, whose layer
 * 'layer' has that head. The trail is then one against the search's
 * direction. */
static void follow_home(finder *v, const fronts *f, size_t layer, trail *t) {
  repeat *x = v->x;
  while (layer-- > 0) {
    size_t mark = dd_mark(x->d);
    uint32_t here = vec_last(&t->symbols);
    dd point = last_head(v, t);
    bool found = false;
    for (size_t k = f->first.at[layer];
         k < fronts_layer_end(f, layer) && !found; k++) {
      front y = f->all.at[k];
      uint32_t from = f->back ? here : y.symbol;
      uint32_t to = f->back ? y.symbol : here;
      repeat_each_from (i, x, from) {
        if (!repeat_is_edge(x, i) || x->graph.rules.at[i].to != to)
          continue;
        dd near = f->back ? sym_image(&x->graph, i, point)
                          : sym_preimage(&x->graph, i, point);
        near = dd_and(x->d, near, y.heads);
        if (near == DD_FALSE)
          continue;
        push_head(v, t, y.symbol, near);
        vec_push(x->m, &t->edges, i);
        found = true;
        break;
      }
    }
    assert(found);
    dd_release(x->d, mark);
    progress_tick(x->clock);
  }
}

/* Appends heads i of 'from' and the edge before each, in the order given. */
static void append_head(finder *v, trail *to, const trail *from, size_t i) {
  assert(i < from->symbols.count);
  vec_push(v->x->m, &to->symbols, from->symbols.at[i]);
  for (size_t k = 0; k < v->node; k++)
    vec_push(v->x->m, &to->values, from->values.at[i * v->node + k]);
}

static void free_trail(finder *v, trail *t) {
  vec_free(v->x->m, &t->symbols);
  vec_free(v->x->m, &t->values);
  vec_free(v->x->m, &t->edges);
}

/* An accepting edge from layer 'layer' of 'forth' to what 'back' has seen, to
 * the nearest layer. */
typedef struct turn {
  uint32_t rule; /* an edge */
  dd before;     /* kept */
  size_t to;     /* front of 'back' */
} turn;

static bool find_turn(repeat *x, const fronts *forth, size_t layer,
                      const fronts *back, dd *here, turn *out) {
  assert(layer < forth->first.count);
  size_t begin = forth->first.at[layer], end = fronts_layer_end(forth, layer);
  bool found = false;
  for (size_t k = begin; k < end; k++)
    dd_keep(x->d, &here[forth->all.at[k].symbol], forth->all.at[k].heads);
  for (size_t k = 0; k < back->all.count && !found; k++) {
    front y = back->all.at[k];
    repeat_each_into (i, x, y.symbol) {
      uint32_t from = x->graph.rules.at[*i].from;
      if (!repeat_is_edge(x, *i) || here[from] == DD_FALSE)
        continue;
      size_t mark = dd_mark(x->d);
      dd before =
          dd_and(x->d, here[from], sym_repeat_accepting_before(x, *i, y.heads));
      if (before != DD_FALSE) {
        *out = (turn){.rule = *i, .to = k};
        dd_keep(x->d, &out->before, before);
        found = true;
      }
      dd_release(x->d, mark);
      if (found)
        break;
    }
  }
  for (size_t k = begin; k < end; k++)
    dd_keep(x->d, &here[forth->all.at[k].symbol], DD_FALSE);
  return found;
}

/* s to u, the accepting edge, and back to s. */
static void make_cycle(finder *v, const fronts *forth, size_t layer,
                       const fronts *back, const turn *t, trail *out) {
  assert(t->to < back->all.count);
  repeat *x = v->x;
  size_t mark = dd_mark(x->d);
  trail home = {0};
  assert(t->rule < x->graph.rules.count);
  push_head(v, &home, x->graph.rules.at[t->rule].from, t->before);
  follow_home(v, forth, layer, &home);
  for (size_t i = home.symbols.count; i-- > 0;) {
    append_head(v, out, &home, i);
    if (i > 0)
      vec_push(x->m, &out->edges, home.edges.at[i - 1]);
  }
  free_trail(v, &home);
  dd u = last_head(v, out);
  bool plain = dd_meets(x->d, u, x->accepting);
  uint32_t rule = plain ? t->rule : x->groups[t->rule].marked;
  front y = back->all.at[t->to];
  push_head(v, out, y.symbol,
            dd_and(x->d, y.heads, sym_image(&x->graph, rule, u)));
  vec_push(x->m, &out->edges, rule);
  follow_home(v, back, fronts_layer_of(back, t->to), out);
  dd_release(x->d, mark);
}

/* Heads without one before them, among those that are left, go; and so on. */
static void trim(repeat *x) {
  size_t mark = dd_mark(x->d);
  for (uint32_t n = 0; n < x->s->symbols; n++)
    if (x->hull[n] != DD_FALSE)
      sym_repeat_wait(x, n);
  for (uint32_t n; (n = sym_repeat_next(x)) != SYM_NONE;) {
    dd kept = DD_FALSE;
    repeat_each_into (i, x, n)
      if (repeat_is_edge(x, *i))
        kept = dd_only(x->d, mark,
                       dd_or(x->d, kept,
                             sym_image(&x->graph, *i,
                                       x->hull[x->graph.rules.at[*i].from])));
    kept = dd_and(x->d, kept, x->hull[n]);
    if (kept != x->hull[n]) {
      dd_keep(x->d, &x->hull[n], kept);
      repeat_each_from (i, x, n)
        if (repeat_is_edge(x, i))
          sym_repeat_wait(x, x->graph.rules.at[i].to);
    }
    dd_release(x->d, mark);
  }
}

/* Nothing that leads back to where we were is of use: 'hull' becomes what was
 * reached and does not. */
static void restrict_to(repeat *x, const fronts *forth, const fronts *back) {
  size_t mark = dd_mark(x->d);
  for (uint32_t n = 0; n < x->s->symbols; n++) {
    dd_keep(x->d, &x->hull[n], dd_minus(x->d, forth->seen[n], back->seen[n]));
    dd_release(x->d, mark);
  }
}

/* One attempt, from the last head of 'at'. False: another head is there. */
static bool try_cycle(finder *v, trail *at, bool far, trail *out) {
  repeat *x = v->x;
  fronts forth, back;
  size_t mark = dd_mark(x->d), layer = 0;
  uint32_t symbol = vec_last(&at->symbols);
  dd point = last_head(v, at);
  dd *here = sym_repeat_slots(x);
  turn t = {0};
  fronts_begin(x, &back, true, x->hull, symbol, point);
  fronts_begin(x, &forth, false, x->hull, symbol, point);
  while (fronts_advance(&back))
    ;
  bool found = find_turn(x, &forth, 0, &back, here, &t);
  for (; !found && fronts_advance(&forth); layer++)
    found = find_turn(x, &forth, layer + 1, &back, here, &t);
  if (found) {
    make_cycle(v, &forth, layer, &back, &t, out);
    dd_keep(x->d, &t.before, DD_FALSE);
  } else {
    restrict_to(x, &forth, &back);
    trim(x);
    size_t best = SIZE_MAX;
    for (size_t k = 0; k < forth.all.count && (far || best == SIZE_MAX); k++)
      if (dd_meets(x->d, forth.all.at[k].heads,
                   x->hull[forth.all.at[k].symbol]))
        best = k;
    assert(best != SIZE_MAX);
    front y = forth.all.at[best];
    push_head(v, at, y.symbol, dd_and(x->d, y.heads, x->hull[y.symbol]));
  }
  fronts_end(&forth);
  fronts_end(&back);
  sym_repeat_free_slots(x, here);
  dd_release(x->d, mark);
  return found;
}

/* From the start to the nearest head of the cycle, which is turned round to
 * begin there. */
static void join_cycle(finder *v, const trail *cycle, trail *out,
                       size_t *loop) {
  repeat *x = v->x;
  size_t mark = dd_mark(x->d), edges = cycle->edges.count;
  dd *targets = sym_repeat_slots(x);
  for (size_t i = 0; i < edges; i++)
    sym_repeat_join(x, &targets[cycle->symbols.at[i]], head_at(v, cycle, i));
  size_t k = fronts_search(&v->start, targets);
  assert(k != SIZE_MAX);
  assert(k < v->start.all.count);
  front y = v->start.all.at[k];
  trail home = {0};
  push_head(v, &home, y.symbol, dd_and(x->d, y.heads, targets[y.symbol]));
  dd met = last_head(v, &home);
  size_t turned = 0;
  while (cycle->symbols.at[turned] != y.symbol ||
         head_at(v, cycle, turned) != met)
    turned++;
  follow_home(v, &v->start, fronts_layer_of(&v->start, k), &home);
  for (size_t i = home.symbols.count; i-- > 0;) {
    append_head(v, out, &home, i);
    if (i > 0)
      vec_push(x->m, &out->edges, home.edges.at[i - 1]);
  }
  *loop = out->edges.count;
  for (size_t i = 0; i < edges; i++) {
    vec_push(x->m, &out->edges, cycle->edges.at[(turned + i) % edges]);
    append_head(v, out, cycle, (turned + i + 1) % edges);
  }
  free_trail(v, &home);
  sym_repeat_free_slots(x, targets);
  dd_release(x->d, mark);
}

enum { NEAR_ATTEMPTS = 4 }; /* then from the heads that are far away */

void sym_repeat_find_lasso(repeat *x, trail *out, size_t *loop) {
  finder v = {.x = x, .node = (size_t)x->s->globals + x->s->locals};
  size_t mark = dd_mark(x->d);
  v.values = mem_array(x->m, v.node + 1, sizeof *v.values);
  v.now = mem_array(x->m, v.node + 1, sizeof *v.now);
  for (uint32_t i = 0; i < v.node; i++)
    v.now[i] = i < x->s->globals ? sym_global(x->s, i, SYM_NOW)
                                 : sym_local(x->s, i - x->s->globals, SYM_NOW);
  fronts_begin(x, &v.start, false, x->heads, x->graph.start, x->graph.initial);
  trim(x);
  size_t k = fronts_search(&v.start, x->hull);
  assert(k != SIZE_MAX);
  trail at = {0}, cycle = {0};
  assert(k < v.start.all.count);
  front y = v.start.all.at[k];
  push_head(&v, &at, y.symbol, dd_and(x->d, y.heads, x->hull[y.symbol]));
  for (unsigned attempt = 1;
       !try_cycle(&v, &at, attempt > NEAR_ATTEMPTS, &cycle);)
    attempt++;
  join_cycle(&v, &cycle, out, loop);
  fronts_end(&v.start);
  free_trail(&v, &at);
  free_trail(&v, &cycle);
  mem_free(x->m, v.values);
  mem_free(x->m, v.now);
  dd_release(x->d, mark);
}
