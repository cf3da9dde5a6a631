/* A cycle through a good state, where every cycle that has one good state has
 * only good ones: as in a weak automaton. Each cycle has an edge back to a
 * state on the stack, so the first such edge to a good state decides. */
#include "engine/explicit/search.h"

static bool back(dfs *d, const graph_edge *edge) {
  search *s = d->self;
  return !s->is_good(s->good_self, edge->to);
}

search_result search_cycle(search *s) {
  static const dfs_hooks hooks = {.back = back};
  dfs d;
  search_begin(s, &d, &hooks, s);
  search_result result = search_end(s, &d, dfs_run(&d));
  if (result == SEARCH_LASSO) {
    const dfs_frame *frame = &vec_last(&d.stack);
    s->found.loop = lasso_frame(&d, dfs_followed(&d, frame)->to);
    lasso_add_stack(&s->found, &d, 0, d.stack.count);
  }
  dfs_free(&d);
  return result;
}
