/* The two saturations: prepare the rules, then propagate one delta at a time.
 */
#ifndef ENGINE_SATURATION_ENGINES_H
#define ENGINE_SATURATION_ENGINES_H

#include "engine/saturation/agenda.h"

/* 'active' marks the rules to use; NULL: all. */
void pre_init(sat *a, const uint8_t *active);
void pre_propagate(sat *a, const sat_delta *delta);
void post_init(sat *a, const uint8_t *active);
void post_propagate(sat *a, const sat_delta *delta);

/* pre*: the edges that an edge follows from, by its reason. */
void pre_premises(sat *a, uint32_t edge, uint32_t premise[2]);

#endif
