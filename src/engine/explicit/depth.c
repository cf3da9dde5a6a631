/* Depth first, several states abreast. All states that a group leads to are
 * stored when it is expanded; the new ones have numbers one behind the other,
 * so that a frame of the stack is two numbers, however many states wait in it.
 * (A search that stores each state when it enters it has longer paths.)
 * Invariant: the states that wait are those from 'next' to the one before 'end'
 * in each frame; no frame is empty. */
#include "engine/explicit/explorer.h"

typedef struct frame {
  uint32_t next, end;
  uint32_t level; /* no path to one of them has more states */
} frame;

typedef struct depth {
  explorer *e;
  vec(frame) stack;
} depth;

static void push(depth *v, uint32_t first, uint32_t level) {
  frame f = {.next = first, .end = store_count(&v->e->states), .level = level};
  if (f.next == f.end)
    return;
  vec_push(v->e->m, &v->stack, f);
  if (level > v->e->clock->depth)
    v->e->clock->depth = level;
}

/* Fills the group from the top of the stack; the level of what comes next. */
static uint32_t take_group(depth *v, size_t *count) {
  uint32_t level = 0;
  *count = 0;
  while (*count < EXPLORER_GROUP && v->stack.count) {
    frame *top = &vec_last(&v->stack);
    if (top->level > level)
      level = top->level;
    v->e->group[(*count)++] = top->next++;
    v->stack.count -= top->next == top->end;
  }
  return level + 1;
}

bool explorer_depth(explorer *e, const explorer_goal *goal) {
  depth v = {.e = e};
  bool goes_on = explorer_start(e, goal);
  push(&v, 0, 1);
  while (goes_on && v.stack.count) {
    uint32_t first = store_count(&e->states);
    size_t count;
    uint32_t level = take_group(&v, &count);
    e->clock->pending = v.stack.count;
    goes_on = explorer_expand(e, count, goal);
    push(&v, first, level);
  }
  vec_free(e->m, &v.stack);
  return goes_on;
}
