/* Memory without a limit and random numbers, the same ones on every machine,
 * for tests that compare automata with their definitions. */
#ifndef UNIT_DRAW_H
#define UNIT_DRAW_H

#include "base/progress.h"

static mem_budget budget = {.fail_in = -1};
static mem job;
static progress ticks;

static uint64_t seed = 88172645463325252u;
static uint32_t draw(uint32_t below) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t)((seed >> 20) % below);
}

#endif
