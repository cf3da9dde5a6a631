/* What was refuted before, and by which constraints: a condition together with
 * these has no solution, whatever else is on the stack. */
#ifndef SMT_CORES_H
#define SMT_CORES_H

#include "base/map.h"

/* Terms are known by birth and number, as translation_key has them. */
typedef struct core_link {
  uint32_t next;         /* plus 1; 0: the last */
  uint32_t first, count; /* in 'parts' */
} core_link;

typedef struct cores {
  map conditions;
  vec(uint32_t) heads; /* by condition, as 'next' */
  vec(core_link) links;
  vec(uint64_t) parts;
} cores;

/* Is the constraint there now? */
typedef bool core_has(const void *self, uint64_t part);

void cores_clear(cores *c, mem *m);
void cores_add(cores *c, mem *m, uint64_t condition, const uint64_t *parts,
               size_t count);
/* One that is there in full; NULL: none. */
const core_link *cores_find(const cores *c, uint64_t condition, core_has *has,
                            const void *self);

#endif
