/* What waits to be propagated, and in which order. */
#include "engine/saturation/saturation.h"

#include <assert.h>
#include <string.h>

/* ---- The heap of SAT_ORDERED ------------------------------------------ */

enum { HEAP_WIDTH = 4 };

static bool before(const sat *a, uint32_t e, uint32_t f) {
  if (a->w->dimension == 1)
    return *(const int64_t *)sat_value(a, e) <
           *(const int64_t *)sat_value(a, f);
  return weights_less(a->w, sat_value(a, e), sat_value(a, f));
}

static void heap_place(sat *a, size_t i, uint32_t e) {
  a->heap.at[i] = e;
  a->position.at[e] = (uint32_t)i;
}

static void heap_up(sat *a, uint32_t e) {
  size_t i = a->position.at[e];
  while (i > 0 && before(a, e, a->heap.at[(i - 1) / HEAP_WIDTH])) {
    heap_place(a, i, a->heap.at[(i - 1) / HEAP_WIDTH]);
    i = (i - 1) / HEAP_WIDTH;
  }
  heap_place(a, i, e);
}

static uint32_t heap_pop(sat *a) {
  uint32_t top = a->heap.at[0], e = vec_pop(&a->heap);
  size_t n = a->heap.count, i = 0;
  a->position.at[top] = SAT_NONE;
  if (n == 0)
    return top;
  for (;;) {
    size_t first = HEAP_WIDTH * i + 1, least = first;
    for (size_t k = first + 1; k < first + HEAP_WIDTH && k < n; k++)
      if (before(a, a->heap.at[k], a->heap.at[least]))
        least = k;
    if (first >= n || !before(a, a->heap.at[least], e))
      break;
    heap_place(a, i, a->heap.at[least]);
    i = least;
  }
  heap_place(a, i, e);
  return top;
}

void sat_requeue(sat *a, uint32_t e) {
  if (a->w->mode == SAT_ORDERED) {
    if (a->position.at[e] == SAT_NONE) {
      vec_push(a->m, &a->heap, e);
      a->position.at[e] = (uint32_t)a->heap.count - 1;
    }
    heap_up(a, e);
  } else if (a->position.at[e] == SAT_NONE) {
    a->position.at[e] = 1;
    vec_push(a->m, &a->later, e);
  }
}

/* ---- Agenda ------------------------------------------------------------ */

/* In the order of their numbers, which is that of the program: a sweep through
 * memory instead of a walk all over it. Radix sort, 11 bits at a time. */
static void sort_queue(sat *a) {
  enum { DIGITS = 2048, WORTH_IT = 2048 };
  size_t n = a->queue.count;
  if (n < WORTH_IT)
    return;
  vec_resize(a->m, &a->sorting, n);
  for (uint32_t shift = 0; a->rows.count >> shift; shift += 11) {
    uint32_t start[DIGITS + 1] = {0};
    for (size_t i = 0; i < n; i++)
      start[(a->queue.at[i] >> shift) % DIGITS + 1]++;
    for (uint32_t k = 0; k < DIGITS; k++)
      start[k + 1] += start[k];
    for (size_t i = 0; i < n; i++)
      a->sorting.at[start[(a->queue.at[i] >> shift) % DIGITS]++] =
          a->queue.at[i];
    memcpy(a->queue.at, a->sorting.at, n * sizeof *a->queue.at);
  }
}

/* The generation at hand is done: the next one takes its place. */
static bool next_generation(sat *a) {
  if (a->later.count == 0)
    return false;
  a->queue.count = a->queue_head = 0;
  vec_reserve(a->m, &a->queue, a->later.count);
  memcpy(a->queue.at, a->later.at, a->later.count * sizeof *a->queue.at);
  a->queue.count = a->later.count;
  a->later.count = 0;
  if (a->w->mode == SAT_REACH)
    sort_queue(a);
  return true;
}

/* The rows that come up are all over memory, but they are known in advance. */
static void look_ahead(const sat *a) {
  const uint32_t *next = a->queue.at + a->queue_head;
  size_t left = a->queue.count - a->queue_head;
  if (left > 12) {
    const sat_row *r = &a->rows.at[next[12]];
    base_prefetch(r);
  }
  if (left > 8) {
    const sat_row *r = &a->rows.at[next[8]];
    if (!r->dense)
      base_prefetch(&a->edges.at[r->first]);
    if (r->action_count)
      base_prefetch(&a->actions[r->actions]);
  }
  if (left > 4) {
    const sat_row *r = &a->rows.at[next[4]];
    for (uint32_t i = 0; i < r->action_count && i < 2; i++) {
      uint32_t target = a->actions[r->actions + i].target;
      if (target != SAT_NONE)
        base_prefetch(&a->rows.at[target]);
    }
  }
}

static void take_back_set(sat *a) {
  if (a->lent == SAT_NONE)
    return;
  memset(a->sets.at[a->lent], 0, a->set_words.at[a->lent] * sizeof(uint64_t));
  vec_push(a->m, &a->free_sets, a->lent);
  a->lent = SAT_NONE;
}

static bool next_row(sat *a, sat_delta *d) {
  take_back_set(a);
  if (a->queue_head == a->queue.count && !next_generation(a))
    return false;
  look_ahead(a);
  d->row = a->queue.at[a->queue_head++];
  sat_row *r = &a->rows.at[d->row];
  d->first = r->first;
  d->count = r->count - r->done;
  d->again = false;
  d->set = SAT_NONE;
  if (r->dense) {
    d->set = a->lent = r->first;
    r->first = SAT_NONE;
    const uint64_t *words = a->sets.at[d->set];
    d->low = 0;
    d->high = a->set_words.at[d->set];
    while (words[d->low] == 0)
      d->low++;
    while (words[d->high - 1] == 0)
      d->high--;
  }
  r->done = r->count;
  r->queued = false;
  return true;
}

static bool next_edge(sat *a, sat_delta *d) {
  uint32_t e;
  if (a->w->mode == SAT_ORDERED) {
    if (a->heap.count == 0)
      return false;
    e = heap_pop(a);
  } else {
    if (a->queue_head == a->queue.count && !next_generation(a))
      return false;
    e = a->queue.at[a->queue_head++];
    a->position.at[e] = SAT_NONE;
  }
  *d = (sat_delta){a->edges.at[e].row, e, 1, SAT_NONE, 0, 0, a->visited.at[e]};
  a->visited.at[e] = 1;
  return true;
}

bool sat_next(sat *a, sat_delta *d) {
  a->clock->done = a->transitions;
  a->clock->pending =
      a->heap.count + a->queue.count - a->queue_head + a->later.count;
  progress_tick(a->clock);
  return a->w->mode == SAT_REACH ? next_row(a, d) : next_edge(a, d);
}

const void *sat_least(const sat *a) {
  return a->heap.count ? sat_value(a, a->heap.at[0]) : NULL;
}
