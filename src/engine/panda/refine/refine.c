/* New predicates where the path excludes what the known ones allow. */
#include "engine/panda/refine/inside.h"

static void try_once(abstraction *a, refine_job *job) {
  memset(job->fresh, 0, a->p->locations.count);
  refine_backwards(a, job);
  refine_forwards(a, job);
  abs_refresh(a);
}

size_t abstraction_refine(abstraction *a, uint32_t condition, bool holds) {
  if (a->blind || a->frames.count == 0 ||
      vec_last(&a->frames).location == CFA_NONE)
    return 0;
  refine_job job = {.condition = condition, .holds = holds};
  job.fresh = mem_array(a->m, a->p->locations.count + 1, sizeof *job.fresh);
  job.mentions =
      mem_array(a->m, a->p->variables.count + 1, sizeof *job.mentions);
  job.has_core = refine_core(a, condition, holds, &job.core);
  try_once(a, &job);
  if (!abstraction_refutes(a, condition, holds)) {
    /* Atoms cannot say "if this then that". */
    job.takes_whole = true;
    try_once(a, &job);
  }
  mem_free(a->m, job.fresh);
  mem_free(a->m, job.mentions);
  vec_free(a->m, &job.core);
  return job.added;
}
