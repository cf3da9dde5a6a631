/* How a path was found, and how it is written down. */
#ifndef ENGINE_ECTL_PATH_H
#define ENGINE_ECTL_PATH_H

#include "engine/ectl/shortest.h"
#include "product/ectl_answer.h"

/* A place, as the table sees it: symbols of the table, the top first. */
typedef struct ectl_spot {
  mem *m;
  progress *clock;
  const ectl_table *t;
  ectl_shortest *x;
  uint32_t location;
  uint32_t *symbols;
  uint32_t depth;
  uint64_t *work; /* edges that were looked at for lassos */
} ectl_spot;

/* More than this is not spent on a short one. */
#define ECTL_MOST_WORK UINT64_C(10000)

/* A rule, and then a pop; either may be ECTL_NO. */
typedef struct ectl_stretch {
  uint32_t rule, pop;
} ectl_stretch;

/* Stretches of the path, in order. */
typedef struct ectl_route {
  vec(ectl_stretch) stretches;
  uint64_t cost;     /* steps; ECTL_FAR: there is no route */
  size_t loop;       /* stretches before the loop; SIZE_MAX: none */
  uint32_t location; /* where it ends, */
  uint32_t head;     /* with this head on top; ECTL_NO: the stack is empty */
} ectl_route;

/* The shortest to an end; within 'bound', by facts that have been found. */
void ectl_route_to_end(const ectl_spot *spot, uint64_t bound, ectl_route *out);
/* A short lasso, likewise; looks at the nearest heads only. */
void ectl_route_lasso(const ectl_spot *spot, uint64_t bound, ectl_route *out);
/* Along the table's own reasons, to an end or a head that comes again, if that
 * takes no more than 'most' steps. All pops have been found, and the spot is
 * true by a head that lives. */
void ectl_route_by_reasons(const ectl_spot *spot, uint64_t most,
                           ectl_route *out);

#endif
