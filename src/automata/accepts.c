/* Whether an automaton accepts a word that repeats, from the definition: the
 * largest set of places from which, for each mark, an edge with it can be
 * reached without leaving the set (Emerson and Lei 1986). */
#include "automata/omega.h"

typedef struct word_graph {
  const omega *a;
  const uint64_t *letters;
  size_t count, loop;
  uint8_t *in; /* by place: position * states + state */
} word_graph;

static size_t accepts_place(const word_graph *g, size_t position,
                            uint32_t state) {
  if (position == g->count)
    position = g->loop;
  return position * g->a->states + state;
}

/* Those of 'set' from which some edge with 'mark' (any, if it is 0) inside the
 * set can be reached. Returns whether one was lost. */
static bool keep_leading(const word_graph *g, uint64_t mark, uint8_t *leads) {
  size_t places = g->count * g->a->states;
  bool lost = false, more = true;
  memset(leads, 0, places);
  while (more) {
    more = false;
    for (size_t i = g->count; i-- > 0;)
      vec_each (const omega_edge, e, &g->a->edges) {
        size_t from = accepts_place(g, i, e->from),
               to = accepts_place(g, i + 1, e->to);
        if (leads[from] || !g->in[from] || !g->in[to] ||
            !omega_allows(g->a, e, g->letters[i]))
          continue;
        if ((e->marks & mark) == mark || leads[to])
          leads[from] = more = true;
      }
  }
  for (size_t i = 0; i < places; i++) {
    lost = lost || (g->in[i] && !leads[i]);
    g->in[i] = leads[i];
  }
  return lost;
}

bool omega_accepts(mem *m, const omega *a, const uint64_t *letters,
                   size_t count, size_t loop) {
  word_graph g = {a, letters, count, loop, NULL};
  size_t places = count * a->states;
  uint8_t *leads = mem_array(m, places + 1, 1);
  bool lost = true;
  g.in = mem_array(m, places + 1, 1);
  memset(g.in, 1, places);
  while (lost) {
    lost = keep_leading(&g, 0, leads);
    for (uint32_t k = 0; k < a->sets; k++)
      lost = keep_leading(&g, UINT64_C(1) << k, leads) || lost;
  }
  /* What is left are the places with an accepting future. */
  bool accepted = g.in[a->initial];
  mem_free(m, leads);
  mem_free(m, g.in);
  return accepted;
}
