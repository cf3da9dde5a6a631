/* A lasso in the graph of heads, by breadth-first searches on diagrams: heads
 * are picked one by one only along the way that was found. */
#include "engine/symbolic/repeat_search.h"

#include <assert.h>

/* Layers of a search, in the order of their distance. */
typedef struct front {
  uint32_t symbol;
  dd heads;
} front;

typedef struct fronts {
  repeat *x;
  bool back;
  const dd *inside; /* by symbol: only there */
  dd *seen, *next;  /* by symbol */
  vec(front) all;
  vec(size_t) first; /* of each layer */
} fronts;

typedef struct finder {
  repeat *x;
  fronts start; /* from the start, forward */
  size_t node;  /* room for the values of a head */
  bool *values;
  uint32_t *now; /* variables of a head */
} finder;

/* ---- Searches -------------------------------------------------------- */

static void begin_search(repeat *x, fronts *f, bool back, const dd *inside,
                         uint32_t symbol, dd heads) {
  *f = (fronts){.x = x, .back = back, .inside = inside};
  f->seen = sym_repeat_slots(x);
  f->next = sym_repeat_slots(x);
  dd_keep(x->d, &f->seen[symbol], heads);
  vec_push(x->m, &f->first, 0);
  vec_push(x->m, &f->all, ((front){symbol, DD_FALSE}));
  dd_keep(x->d, &f->all.at[0].heads, heads);
}

static void end_search(fronts *f) {
  vec_each (front, y, &f->all)
    dd_keep(f->x->d, &y->heads, DD_FALSE);
  sym_repeat_free_slots(f->x, f->seen);
  sym_repeat_free_slots(f->x, f->next);
  vec_free(f->x->m, &f->all);
  vec_free(f->x->m, &f->first);
}

static size_t layer_end(const fronts *f, size_t layer) {
  return layer + 1 < f->first.count ? f->first.at[layer + 1] : f->all.count;
}

static void advance_along(fronts *f, uint32_t rule, dd heads) {
  repeat *x = f->x;
  const sym_rule *r = &x->graph.rules.at[rule];
  uint32_t to = f->back ? r->from : r->to;
  size_t mark = dd_mark(x->d);
  if (f->inside[to] != DD_FALSE) {
    dd news = f->back ? sym_preimage(&x->graph, rule, heads)
                      : sym_image(&x->graph, rule, heads);
    news = dd_minus(x->d, dd_and(x->d, news, f->inside[to]), f->seen[to]);
    if (news != DD_FALSE) {
      sym_repeat_join(x, &f->next[to], news);
      sym_repeat_wait(x, to);
    }
  }
  dd_release(x->d, mark);
}

/* The next layer; false: there is none. */
static bool advance(fronts *f) {
  repeat *x = f->x;
  size_t begin = vec_last(&f->first), end = f->all.count;
  for (size_t k = begin; k < end; k++) {
    front y = f->all.at[k];
    progress_tick(x->clock);
    if (f->back)
      repeat_each_into (i, x, y.symbol) {
        if (repeat_is_edge(x, *i))
          advance_along(f, *i, y.heads);
      }
    else
      repeat_each_from (i, x, y.symbol) {
        if (repeat_is_edge(x, i))
          advance_along(f, i, y.heads);
      }
  }
  vec_push(x->m, &f->first, end);
  for (uint32_t n; (n = sym_repeat_next(x)) != SYM_NONE;) {
    sym_repeat_join(x, &f->seen[n], f->next[n]);
    vec_push(x->m, &f->all, ((front){n, DD_FALSE}));
    dd_keep(x->d, &vec_last(&f->all).heads, f->next[n]);
    dd_keep(x->d, &f->next[n], DD_FALSE);
  }
  if (f->all.count > end)
    return true;
  f->first.count--;
  return false;
}

/* The nearest front that meets 'targets'; SIZE_MAX: none does. */
static size_t search_for(fronts *f, const dd *targets) {
  for (size_t k = 0;; k++) {
    if (k == f->all.count && !advance(f))
      return SIZE_MAX;
    if (dd_meets(f->x->d, f->all.at[k].heads, targets[f->all.at[k].symbol]))
      return k;
  }
}

static size_t layer_of(const fronts *f, size_t k) {
  size_t layer = 0;
  while (k >= layer_end(f, layer))
    layer++;
  return layer;
}

/* ---- Single heads ---------------------------------------------------- */

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
static void walk_home(finder *v, const fronts *f, size_t layer, trail *t) {
  repeat *x = v->x;
  while (layer-- > 0) {
    size_t mark = dd_mark(x->d);
    uint32_t here = vec_last(&t->symbols);
    dd point = last_head(v, t);
    bool found = false;
    for (size_t k = f->first.at[layer]; k < layer_end(f, layer) && !found;
         k++) {
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
  vec_push(v->x->m, &to->symbols, from->symbols.at[i]);
  for (size_t k = 0; k < v->node; k++)
    vec_push(v->x->m, &to->values, from->values.at[i * v->node + k]);
}

static void free_trail(finder *v, trail *t) {
  vec_free(v->x->m, &t->symbols);
  vec_free(v->x->m, &t->values);
  vec_free(v->x->m, &t->edges);
}

/* ---- The cycle ------------------------------------------------------- */

/* An accepting edge from layer 'layer' of 'forth' to what 'back' has seen, to
 * the nearest layer. */
typedef struct turn {
  uint32_t rule; /* an edge */
  dd before;     /* kept */
  size_t to;     /* front of 'back' */
} turn;

static bool find_turn(repeat *x, const fronts *forth, size_t layer,
                      const fronts *back, dd *here, turn *out) {
  size_t begin = forth->first.at[layer], end = layer_end(forth, layer);
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
  repeat *x = v->x;
  size_t mark = dd_mark(x->d);
  trail home = {0};
  push_head(v, &home, x->graph.rules.at[t->rule].from, t->before);
  walk_home(v, forth, layer, &home);
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
  walk_home(v, back, layer_of(back, t->to), out);
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
  begin_search(x, &back, true, x->hull, symbol, point);
  begin_search(x, &forth, false, x->hull, symbol, point);
  while (advance(&back))
    ;
  bool found = find_turn(x, &forth, 0, &back, here, &t);
  for (; !found && advance(&forth); layer++)
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
  end_search(&forth);
  end_search(&back);
  sym_repeat_free_slots(x, here);
  dd_release(x->d, mark);
  return found;
}

/* ---- The lasso ------------------------------------------------------- */

/* From the start to the nearest head of the cycle, which is turned round to
 * begin there. */
static void join_cycle(finder *v, const trail *cycle, trail *out,
                       size_t *loop) {
  repeat *x = v->x;
  size_t mark = dd_mark(x->d), edges = cycle->edges.count;
  dd *targets = sym_repeat_slots(x);
  for (size_t i = 0; i < edges; i++)
    sym_repeat_join(x, &targets[cycle->symbols.at[i]], head_at(v, cycle, i));
  size_t k = search_for(&v->start, targets);
  assert(k != SIZE_MAX);
  front y = v->start.all.at[k];
  trail home = {0};
  push_head(v, &home, y.symbol, dd_and(x->d, y.heads, targets[y.symbol]));
  dd met = last_head(v, &home);
  size_t turned = 0;
  while (cycle->symbols.at[turned] != y.symbol ||
         head_at(v, cycle, turned) != met)
    turned++;
  walk_home(v, &v->start, layer_of(&v->start, k), &home);
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
  begin_search(x, &v.start, false, x->heads, x->graph.start, x->graph.initial);
  trim(x);
  size_t k = search_for(&v.start, x->hull);
  assert(k != SIZE_MAX);
  trail at = {0}, cycle = {0};
  front y = v.start.all.at[k];
  push_head(&v, &at, y.symbol, dd_and(x->d, y.heads, x->hull[y.symbol]));
  for (unsigned attempt = 1;
       !try_cycle(&v, &at, attempt > NEAR_ATTEMPTS, &cycle);)
    attempt++;
  join_cycle(&v, &cycle, out, loop);
  end_search(&v.start);
  free_trail(&v, &at);
  free_trail(&v, &cycle);
  mem_free(x->m, v.values);
  mem_free(x->m, v.now);
  dd_release(x->d, mark);
}
