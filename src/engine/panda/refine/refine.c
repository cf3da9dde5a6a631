/* New predicates where the path excludes what the known ones allow. */
#include "engine/panda/refine/inside.h"

static void try_once(abstraction *a, refine_job *j) {
  memset(j->fresh, 0, a->p->locations.count);
  refine_backwards(a, j);
  refine_forwards(a, j);
  abs_refresh(a);
}

size_t abstraction_refine(abstraction *a, uint32_t condition, bool holds) {
  if (a->blind || a->frames.count == 0 ||
      vec_last(&a->frames).location == CFA_NONE)
    return 0;
  refine_job j = {.condition = condition, .holds = holds};
  j.fresh = mem_array(a->m, a->p->locations.count + 1, sizeof *j.fresh);
  j.mentions = mem_array(a->m, a->p->variables.count + 1, sizeof *j.mentions);
  j.has_core = refine_core(a, condition, holds, &j.core);
  try_once(a, &j);
  if (!abstraction_refutes(a, condition, holds)) {
    /* Atoms cannot say "if this then that". */
    j.takes_whole = true;
    try_once(a, &j);
  }
  mem_free(a->m, j.fresh);
  mem_free(a->m, j.mentions);
  vec_free(a->m, &j.core);
  return j.added;
}
