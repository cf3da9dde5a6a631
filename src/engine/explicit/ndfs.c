/* Nested depth-first search for a cycle through an accepting ("good") state, as
 * improved by Schwoon and Esparza (2005): the first, blue search finds a cycle
 * itself when an edge closes one on its stack that has an accepting state at
 * either end of the edge; the second, red search, started where the blue one
 * leaves an accepting state, ends at any state of the blue stack; and a state
 * all of whose successors are red is red without a search. */
#include "engine/explicit/search.h"

typedef struct ndfs {
  search *s;
  dfs blue, red;
  vec(uint8_t) pale; /* by frame of the blue stack: a successor is not red */
  bool red_found;
} ndfs;

static bool ndfs_is_good(const ndfs *n, uint32_t state) {
  return n->s->is_good(n->s->good_self, state);
}
static bool is_red(const ndfs *n, uint32_t state) {
  return dfs_colour(&n->red, state) == DFS_FINISHED;
}

static bool blue_discover(dfs *d, uint32_t state) {
  ndfs *n = d->self;
  (void)state;
  vec_push(d->m, &n->pale, 0);
  return true;
}

static bool blue_back(dfs *d, const graph_edge *edge) {
  ndfs *n = d->self;
  vec_last(&n->pale) = 1;
  return !ndfs_is_good(n, edge->to) &&
         !ndfs_is_good(n, vec_last(&d->stack).state);
}

static bool blue_cross(dfs *d, const graph_edge *edge) {
  ndfs *n = d->self;
  if (!is_red(n, edge->to))
    vec_last(&n->pale) = 1;
  return true;
}

static bool blue_finish(dfs *d, uint32_t state) {
  ndfs *n = d->self;
  bool red = !vec_pop(&n->pale);
  if (red) {
    dfs_skip(&n->red, state);
  } else if (ndfs_is_good(n, state)) {
    if (!dfs_from(&n->red, state)) {
      n->red_found = true;
      return false;
    }
    red = true;
  }
  if (!red && n->pale.count)
    vec_last(&n->pale) = 1;
  return true;
}

/* The first frame of the red stack is the seed, which is on the blue one. An
 * edge back to the seed itself need not be looked for: the blue search met it
 * while the seed was on its stack. */
static bool red_discover(dfs *d, uint32_t state) {
  ndfs *n = d->self;
  return d->stack.count == 1 || dfs_colour(&n->blue, state) != DFS_ON_STACK;
}

static void add_lasso(ndfs *n) {
  lasso *l = &n->s->found;
  const dfs *blue = &n->blue, *red = &n->red;
  if (n->red_found) {
    /* The seed is last on the blue stack and first on the red one, whose last
     * is on the blue one again. */
    l->loop = lasso_frame(blue, vec_last(&red->stack).state);
    lasso_add_stack(l, blue, 0, blue->stack.count - 1);
    lasso_add_stack(l, red, 0, red->stack.count - 1);
  } else {
    const graph_edge *last = dfs_followed(blue, &vec_last(&blue->stack));
    l->loop = lasso_frame(blue, last->to);
    lasso_add_stack(l, blue, 0, blue->stack.count);
  }
}

search_result search_ndfs(search *s) {
  static const dfs_hooks blue = {.discover = blue_discover,
                                 .back = blue_back,
                                 .cross = blue_cross,
                                 .finish = blue_finish};
  static const dfs_hooks red = {.discover = red_discover};
  ndfs n = {.s = s};
  search_begin(s, &n.blue, &blue, &n);
  search_begin(s, &n.red, &red, &n);
  search_result result = search_end(s, &n.blue, dfs_run(&n.blue));
  if (result == SEARCH_LASSO)
    add_lasso(&n);
  s->transitions += n.red.transitions;
  dfs_free(&n.blue);
  dfs_free(&n.red);
  vec_free(s->m, &n.pale);
  return result;
}
