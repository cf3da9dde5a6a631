/* SAT_FIXPOINT: versions of edges, and weights without a bound. */
#ifndef ENGINE_SATURATION_LOOPS_H
#define ENGINE_SATURATION_LOOPS_H

#include "engine/saturation/saturation.h"

/* A new version, with the weight given. */
uint32_t sat_add_version(sat *a, sat_version version, const void *value);
static inline const int64_t *sat_version_value(const sat *a, uint32_t version) {
  return a->version_values.at + (size_t)version * a->w->dimension;
}
/* The latest weight of the edge came from an earlier
 * one of its own, and so could the next: it has no bound. Says so if it sees
 * it. */
void sat_look_for_loop(sat *a, uint32_t edge);

#endif
