/* Searches for an accepting cycle, each of them hooks of one depth-first
 * search. They differ in what they ask of the automaton and in what they keep
 * of each state. */
#ifndef ENGINE_EXPLICIT_SEARCH_H
#define ENGINE_EXPLICIT_SEARCH_H

#include "engine/explicit/components.h"
#include "engine/explicit/lasso.h"

typedef enum search_result {
  SEARCH_EMPTY, /* no reachable cycle is accepting */
  SEARCH_LASSO, /* 'found' */
  SEARCH_STUCK  /* the same, but somewhere something is wrong: 'found' leads
                   there */
} search_result;

typedef struct search {
  mem *m;
  progress *clock;
  const graph *g;
  /* ndfs: the states with all marks. Cycle: those with which every cycle is
   * accepting. Reach: those from which all can go on among such states. */
  bool (*is_good)(void *self, uint32_t state);
  void *good_self;
  lasso found;
  bool is_wrong; /* somewhere: 'to_wrong' leads there */
  lasso to_wrong;
  bool dead_end; /* reach: a good state had no good successor; the result
                    says nothing */
  uint64_t states, transitions, depth;
} search;

typedef search_result search_function(search *s);

search_function search_reach;    /* a good state */
search_function search_cycle;    /* a cycle that has a good state */
search_function search_ndfs;     /* the same, in two searches */
search_function search_couvreur; /* a cycle with all marks on its edges */
/* The same, by the components of the whole graph; for comparison. */
search_function search_tarjan, search_gabow;

/* What the searches share. The first path to where something is wrong is kept,
 * and the search goes on with the edges that there are. */
void search_begin(search *s, dfs *d, const dfs_hooks *hooks, void *self);
/* The figures, and what the end means. */
search_result search_end(search *s, dfs *d, bool done);
void search_free(search *s);

/* Which components have an accepting cycle, by number plus one. */
typedef vec(uint8_t) search_flags;
void search_accepting(mem *m, progress *clock, const graph *g,
                      const components *c, search_flags *out);

#endif
