#include "engine/symbolic/repeat_fronts.h"

void fronts_begin(repeat *x, fronts *f, bool back, const dd *inside,
                  uint32_t symbol, dd heads) {
  *f = (fronts){.x = x, .back = back, .inside = inside};
  f->seen = sym_repeat_slots(x);
  f->next = sym_repeat_slots(x);
  dd_keep(x->d, &f->seen[symbol], heads);
  vec_push(x->m, &f->first, 0);
  vec_push(x->m, &f->all, ((front){symbol, DD_FALSE}));
  dd_keep(x->d, &f->all.at[0].heads, heads);
}

void fronts_end(fronts *f) {
  vec_each (front, y, &f->all)
    dd_keep(f->x->d, &y->heads, DD_FALSE);
  sym_repeat_free_slots(f->x, f->seen);
  sym_repeat_free_slots(f->x, f->next);
  vec_free(f->x->m, &f->all);
  vec_free(f->x->m, &f->first);
}

size_t fronts_layer_end(const fronts *f, size_t layer) {
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

bool fronts_advance(fronts *f) {
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

size_t fronts_search(fronts *f, const dd *targets) {
  for (size_t k = 0;; k++) {
    if (k == f->all.count && !fronts_advance(f))
      return SIZE_MAX;
    if (dd_meets(f->x->d, f->all.at[k].heads, targets[f->all.at[k].symbol]))
      return k;
  }
}

size_t fronts_layer_of(const fronts *f, size_t k) {
  size_t layer = 0;
  while (k >= fronts_layer_end(f, layer))
    layer++;
  return layer;
}
