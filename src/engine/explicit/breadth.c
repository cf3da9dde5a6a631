/* Breadth first. States are numbered as they are met, so the numbers are the
 * queue. */
#include "engine/explicit/explorer.h"

#include "base/log.h"

bool explorer_breadth(explorer *e, const explorer_goal *goal) {
  bool goes_on = explorer_start(e, goal);
  uint32_t level_end = 0;
  for (uint32_t i = 0; goes_on && i < store_count(&e->states);) {
    if (i == level_end) {
      e->clock->depth++;
      level_end = store_count(&e->states);
      LOG_AT_MARKS(e->clock, EXPLICIT, e->clock->depth - 1, e->clock->depth,
                   "level %" PRIu64 " has %" PRIu32 " states", e->clock->depth,
                   level_end - i);
    }
    uint32_t count = 0;
    while (i < level_end && count < EXPLORER_GROUP)
      e->group[count++] = i++;
    e->clock->pending = store_count(&e->states) - i;
    goes_on = explorer_expand(e, count, goal);
    if (!goes_on && goal->least)
      explorer_look_nearer(e, e->group[0], level_end, goal);
  }
  return goes_on;
}
