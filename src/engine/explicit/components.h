/* Strongly connected components by depth-first search: by Tarjan's low links,
 * and by Gabow's stack of boundaries on the path. Both number the components in
 * the order in which they are complete, so that an edge leads to a component
 * with the same number or a smaller one. */
#ifndef ENGINE_EXPLICIT_COMPONENTS_H
#define ENGINE_EXPLICIT_COMPONENTS_H

#include "engine/explicit/dfs.h"

typedef struct components {
  vec(uint32_t) of; /* by state: its component plus one; 0: not met */
  uint32_t count;
} components;

/* False: the graph could not go on, or there are more than 'most' states
 * (0: no limit). */
typedef bool components_search(mem *m, progress *clock, const graph *g,
                               uint64_t most, components *out);
components_search components_tarjan, components_gabow;

void components_free(mem *m, components *c);

#endif
