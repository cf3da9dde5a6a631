/* Takes away heads that cannot be on an accepting cycle, in layers: those that
 * cannot reach, among the heads that are left, an accepting edge to one that is
 * left (Emerson and Lei 1986). An anchor has such an edge. After the first
 * layer, only heads that lost something are looked at: those with an edge to
 * what was taken away that are no anchors, and what leads to them without
 * passing an anchor. */
#include "engine/symbolic/repeat_search.h"

typedef struct remover {
  repeat *x;
  dd *anchors;
  dd *taken;            /* by the layer before */
  dd *doubtful, *saved; /* 'doubtful' heads that are left, and those that can */
  dd *fresh;
  vec(uint32_t) losers; /* symbols with something taken */
  vec(uint32_t) doubts; /* symbols with something doubtful, each once */
  bool *is_touched;
} remover;

dd sym_repeat_accepting_before(repeat *x, uint32_t rule, dd targets) {
  dd before =
      dd_and(x->d, x->accepting, sym_preimage(&x->graph, rule, targets));
  if (repeat_way(x, rule).kind == WAY_THROUGH)
    before = dd_or(x->d, before,
                   sym_preimage(&x->graph, x->groups[rule].marked, targets));
  return before;
}

static void find_anchors(remover *v, uint32_t n) {
  repeat *x = v->x;
  size_t mark = dd_mark(x->d);
  dd result = DD_FALSE;
  repeat_each_from (i, x, n)
    if (repeat_is_edge(x, i)) {
      dd targets = x->hull[x->graph.rules.at[i].to];
      if (targets != DD_FALSE)
        result =
            dd_or(x->d, result, sym_repeat_accepting_before(x, i, targets));
      result = dd_only(x->d, mark, result);
    }
  dd_keep(x->d, &v->anchors[n], dd_and(x->d, result, x->hull[n]));
  dd_release(x->d, mark);
}

static void add_doubt(remover *v, uint32_t n, dd heads) {
  repeat *x = v->x;
  dd news = dd_minus(x->d, dd_and(x->d, heads, x->hull[n]), v->anchors[n]);
  news = dd_minus(x->d, news, v->doubtful[n]);
  if (news == DD_FALSE)
    return;
  if (v->doubtful[n] == DD_FALSE)
    vec_push(x->m, &v->doubts, n);
  sym_repeat_join(x, &v->doubtful[n], news);
  sym_repeat_join(x, &v->fresh[n], news);
  sym_repeat_wait(x, n);
}

/* Heads from which an edge leads to one of 'targets' at symbol n: given to
 * 'add', by symbol. */
static void each_before(remover *v, uint32_t n, dd targets,
                        void add(remover *, uint32_t, dd)) {
  repeat *x = v->x;
  repeat_each_into (i, x, n)
    if (repeat_is_edge(x, *i)) {
      size_t mark = dd_mark(x->d);
      uint32_t from = x->graph.rules.at[*i].from;
      if (x->hull[from] != DD_FALSE)
        add(v, from, sym_preimage(&x->graph, *i, targets));
      dd_release(x->d, mark);
    }
}

/* Until nothing is fresh. */
static void spread(remover *v, void add(remover *, uint32_t, dd)) {
  repeat *x = v->x;
  for (uint32_t n; (n = sym_repeat_next(x)) != SYM_NONE;) {
    dd fresh = DD_FALSE;
    dd_keep(x->d, &fresh, v->fresh[n]);
    dd_keep(x->d, &v->fresh[n], DD_FALSE);
    each_before(v, n, fresh, add);
    dd_keep(x->d, &fresh, DD_FALSE);
    x->clock->done = ++x->statistics.rounds;
  }
}

/* Which heads may have lost their way to an anchor? */
static void doubt(remover *v) {
  repeat *x = v->x;
  vec_each (const uint32_t, m, &v->losers)
    repeat_each_into (i, x, *m) {
      uint32_t from = x->graph.rules.at[*i].from;
      if (repeat_is_edge(x, *i) && !v->is_touched[from]) {
        v->is_touched[from] = true;
        find_anchors(v, from);
      }
    }
  vec_each (const uint32_t, m, &v->losers)
    repeat_each_into (i, x, *m)
      v->is_touched[x->graph.rules.at[*i].from] = false;
  vec_each (const uint32_t, m, &v->losers) {
    each_before(v, *m, v->taken[*m], add_doubt);
    dd_keep(x->d, &v->taken[*m], DD_FALSE);
  }
  v->losers.count = 0;
  spread(v, add_doubt);
}

static void doubt_all(remover *v) {
  repeat *x = v->x;
  size_t mark = dd_mark(x->d);
  for (uint32_t n = 0; n < x->s->symbols; n++)
    if (x->hull[n] != DD_FALSE)
      find_anchors(v, n);
  for (uint32_t n = 0; n < x->s->symbols; n++) {
    add_doubt(v, n, x->hull[n]);
    dd_release(x->d, mark);
  }
  while (sym_repeat_next(x) != SYM_NONE)
    ;
  for (uint32_t n = 0; n < x->s->symbols; n++)
    dd_keep(x->d, &v->fresh[n], DD_FALSE);
}

static void add_saved(remover *v, uint32_t n, dd heads) {
  repeat *x = v->x;
  dd news = dd_minus(x->d, dd_and(x->d, heads, v->doubtful[n]), v->saved[n]);
  if (news == DD_FALSE)
    return;
  sym_repeat_join(x, &v->saved[n], news);
  sym_repeat_join(x, &v->fresh[n], news);
  sym_repeat_wait(x, n);
}

/* Those that still reach a head that is in no doubt. */
static void save(remover *v) {
  repeat *x = v->x;
  vec_each (const uint32_t, n, &v->doubts)
    repeat_each_from (i, x, *n)
      if (repeat_is_edge(x, i)) {
        size_t mark = dd_mark(x->d);
        uint32_t to = x->graph.rules.at[i].to;
        dd sure = dd_minus(x->d, x->hull[to], v->doubtful[to]);
        if (sure != DD_FALSE)
          add_saved(v, *n, sym_preimage(&x->graph, i, sure));
        dd_release(x->d, mark);
      }
  spread(v, add_saved);
}

/* The others have this rank. */
static void take_away(remover *v, uint32_t rank) {
  repeat *x = v->x;
  vec_each (const uint32_t, n, &v->doubts) {
    size_t mark = dd_mark(x->d);
    dd lost = dd_minus(x->d, v->doubtful[*n], v->saved[*n]);
    if (lost != DD_FALSE) {
      dd_keep(x->d, &x->hull[*n], dd_minus(x->d, x->hull[*n], lost));
      dd_keep(x->d, &v->taken[*n], lost);
      vec_push(x->m, &v->losers, *n);
      vec_push(x->m, &x->ranks, ((rank_row){*n, rank, DD_FALSE}));
      dd_keep(x->d, &vec_last(&x->ranks).heads, lost);
    }
    dd_keep(x->d, &v->doubtful[*n], DD_FALSE);
    dd_keep(x->d, &v->saved[*n], DD_FALSE);
    dd_release(x->d, mark);
  }
  v->doubts.count = 0;
}

bool sym_repeat_remove(repeat *x) {
  remover v = {.x = x};
  dd **const tables[] = {&v.anchors, &v.taken, &v.doubtful, &v.saved, &v.fresh};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    *tables[i] = sym_repeat_slots(x);
  v.is_touched = mem_array(x->m, (size_t)x->s->symbols + 1, sizeof(bool));
  for (uint32_t n = 0; n < x->s->symbols; n++)
    dd_keep(x->d, &x->hull[n], x->heads[n]);
  uint32_t rank = 1;
  doubt_all(&v);
  for (;; rank++) {
    save(&v);
    take_away(&v, rank);
    if (v.losers.count == 0)
      break;
    doubt(&v);
  }
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    sym_repeat_free_slots(x, *tables[i]);
  mem_free(x->m, v.is_touched);
  vec_free(x->m, &v.losers);
  vec_free(x->m, &v.doubts);
  for (uint32_t n = 0; n < x->s->symbols; n++)
    if (x->hull[n] != DD_FALSE)
      return true;
  return false;
}
