/* Monitors made: by subsets, states that can be reached only. */
#ifndef ENGINE_ECTL_MONITOR_H
#define ENGINE_ECTL_MONITOR_H

#include "base/progress.h"
#include "product/ectl_monitor.h"

/* The one that knows nothing. */
void ectl_monitor_first(mem *m, const machine *system, ectl_monitor *out);

/* That of a table which is about every configuration and whose symbols carry
 * 'coarser'. May be exponential. */
void ectl_monitor_refine(mem *m, progress *clock, const ectl_monitor *coarser,
                         const ectl_table *table, ectl_monitor *out);

/* After a stack, the top first; all of it below some top. */
uint32_t ectl_monitor_read(const ectl_monitor *monitor, const uint32_t *stack,
                           size_t depth);

#endif
