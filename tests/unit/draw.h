/* Random numbers, the same ones on every machine, for tests that compare things
 * with their definitions. */
#ifndef UNIT_DRAW_H
#define UNIT_DRAW_H

#include "tests/unit/room.h"

static uint64_t seed = 88172645463325252u;
static uint32_t draw(uint32_t below) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t)((seed >> 20) % below);
}

#endif
