/* The graph that both readers build, and the model that it is.
 * Invariant once it is closed: the edges of state s are first[s] ..
 * first[s + 1] - 1, for s < with_edges; the states beyond have none. */
#ifndef LANG_LTS_GRAPH_H
#define LANG_LTS_GRAPH_H

#include "lang/lts/lts.h"

/* 'prop' holds in 'state'. */
typedef struct graph_fact {
  uint32_t prop, state;
} graph_fact;

typedef struct graph {
  bool has_names;  /* else a state's name is its number */
  bool has_labels; /* some edge has an action */
  names states;
  uint32_t state_count;
  uint32_t state_bytes; /* of a state of the model, the lowest byte first */
  vec(uint32_t) initial;
  vec(uint32_t) from; /* while it grows */
  vec(uint32_t) to, labels, lines;
  vec(uint16_t) columns; /* UINT16_MAX if beyond */
  uint32_t *first;
  uint32_t with_edges;
  names props;
  vec(graph_fact) facts;
} graph;

void graph_add_edge(mem *m, graph *g, uint32_t from, uint32_t to,
                    uint32_t label, uint32_t line, uint32_t column);
/* No more edges: sorts them by source and makes 'x' the model of the graph.
 * 'g' lives as long as it. */
void graph_close(mem *m, graph *g, model *x);

/* A name as the .lts text has it: quoted if it must be. */
void graph_write_name(text *out, const char *name, size_t length);
void graph_write_state(const graph *g, uint32_t state, text *out);

#endif
