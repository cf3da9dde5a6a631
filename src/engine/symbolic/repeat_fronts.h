/* Breadth-first searches in the graph of heads, forward and back, on
 * diagrams. */
#ifndef ENGINE_SYMBOLIC_REPEAT_FRONTS_H
#define ENGINE_SYMBOLIC_REPEAT_FRONTS_H

#include "engine/symbolic/repeat_search.h"

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

/* 'inside' is borrowed. */
void fronts_begin(repeat *x, fronts *f, bool back, const dd *inside,
                  uint32_t symbol, dd heads);
void fronts_end(fronts *f);

/* The next layer; false: there is none. */
bool fronts_advance(fronts *f);
/* The nearest front that meets 'targets', by symbol; SIZE_MAX: none does. */
size_t fronts_search(fronts *f, const dd *targets);

size_t fronts_layer_of(const fronts *f, size_t front_number);
/* Behind the last front of the layer. */
size_t fronts_layer_end(const fronts *f, size_t layer);

#endif
