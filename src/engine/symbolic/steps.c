/* Runs that are being made. */
#include "engine/symbolic/steps.h"

#include <assert.h>

static void add_values(mem *m, sym_run *run, const bool *values, size_t count) {
  size_t before = run->values.count;
  vec_resize(m, &run->values, before + count);
  if (values && count)
    memcpy(run->values.at + before, values, count * sizeof *values);
}

void sym_steps_add(mem *m, sym_run *run, const sympds *system, uint32_t rule,
                   const bool *globals, const bool *locals, const bool *below) {
  assert(rule < system->rules.count);
  sym_step step = {rule, run->values.count};
  vec_push(m, &run->steps, step);
  add_values(m, run, globals, system->globals);
  add_values(m, run, locals, system->locals);
  if (system->rules.at[rule].kind == SYM_PUSH)
    add_values(m, run, below, system->locals);
}

void sym_steps_first(mem *m, sym_run *run, const bool *first, size_t count) {
  vec_resize(m, &run->first, count);
  if (count)
    memcpy(run->first.at, first, count * sizeof *first);
}

void sym_steps_reverse(mem *m, sym_run *run, const bool *first, size_t count) {
  sym_steps_first(m, run, first, count);
  for (size_t i = 0, j = run->steps.count; i + 1 < j; i++) {
    sym_step step = run->steps.at[i];
    run->steps.at[i] = run->steps.at[--j];
    run->steps.at[j] = step;
  }
}

void sym_steps_free(mem *m, sym_run *run) {
  vec_free(m, &run->first);
  vec_free(m, &run->steps);
  vec_free(m, &run->values);
}
