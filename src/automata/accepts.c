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

static size_t accepts_place(const word_graph *graph, size_t position,
                            uint32_t state) {
  if (position == graph->count)
    position = graph->loop;
  return position * graph->a->states + state;
}

/* Those of 'set' from which some edge with 'mark' (any, if it is 0) inside the
 * set can be reached. Returns whether one was lost. */
static bool keep_leading(const word_graph *graph, uint64_t mark,
                         uint8_t *leads) {
  size_t places = graph->count * graph->a->states;
  bool lost = false, more = true;
  memset(leads, 0, places);
  while (more) {
    more = false;
    for (size_t i = graph->count; i-- > 0;)
      vec_each (const omega_edge, edge, &graph->a->edges) {
        size_t from = accepts_place(graph, i, edge->from),
               to = accepts_place(graph, i + 1, edge->to);
        if (leads[from] || !graph->in[from] || !graph->in[to] ||
            !omega_allows(graph->a, edge, graph->letters[i]))
          continue;
        if ((edge->marks & mark) == mark || leads[to])
          leads[from] = more = true;
      }
  }
  for (size_t i = 0; i < places; i++) {
    lost = lost || (graph->in[i] && !leads[i]);
    graph->in[i] = leads[i];
  }
  return lost;
}

bool omega_accepts(mem *m, const omega *automaton, const uint64_t *letters,
                   size_t count, size_t loop) {
  word_graph graph = {automaton, letters, count, loop, NULL};
  size_t places = count * automaton->states;
  uint8_t *leads = mem_array(m, places + 1, 1);
  bool lost = true;
  graph.in = mem_array(m, places + 1, 1);
  memset(graph.in, 1, places);
  while (lost) {
    lost = keep_leading(&graph, 0, leads);
    for (uint32_t k = 0; k < automaton->sets; k++)
      lost = keep_leading(&graph, UINT64_C(1) << k, leads) || lost;
  }
  /* What is left are the places with an accepting future. */
  bool accepted = graph.in[automaton->initial];
  mem_free(m, leads);
  mem_free(m, graph.in);
  return accepted;
}
