/* Memory without a limit, for tests that need some and no more. */
#ifndef UNIT_ROOM_H
#define UNIT_ROOM_H

#include "base/progress.h"

static mem_budget budget = {.fail_in = -1};
static mem job;
static progress ticks;

#endif
