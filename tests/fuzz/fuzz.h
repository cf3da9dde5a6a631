/* What the fuzzers share: a problem with a memory limit, and the check that
 * what could be read can be written and read again. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include "tests/unit/problem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline problem *fuzz_problem(jmp_buf *handler) {
  problem *x = problem_new();
  x->budget.limit = (size_t)64 << 20;
  x->budget.handler = handler;
  return x;
}

/* Through our text nothing may change; through JSON it must be readable, and
 * rules that JSON can say stay as many as they are. */
static inline void fuzz_round_trips(problem *x) {
  size_t split = 0;
  problem *y = problem_again(x, false);
  CHECK(same_problem(&x->pds, &y->pds));
  problem_delete(y);
  y = problem_again(x, true);
  problem_write(x, true, &split);
  CHECK(pds_state_count(&y->pds) == pds_state_count(&x->pds) + split);
  CHECK(y->pds.rules.count >= x->pds.rules.count ||
        pds_symbol_count(&x->pds) == 0);
  CHECK(y->pds.dimension == x->pds.dimension);
  CHECK(pds_symbol_count(&y->pds) <= pds_symbol_count(&x->pds));
  for (int side = 0; side < 2; side++)
    CHECK(y->pds.sets[side].accepting.count ==
          x->pds.sets[side].accepting.count);
  problem_delete(y);
}

static inline void fuzz_end(problem *x) {
  problem_delete(x);
  if (check_failed)
    abort();
}

#endif
