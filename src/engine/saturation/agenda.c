/* What waits to be propagated, and in which order. */
#include "engine/saturation/agenda.h"

#include "base/check.h"

#include <assert.h>
#include <string.h>

enum { HEAP_WIDTH = 4 };

static bool before(const sat *a, uint32_t e, uint32_t f) {
  assert(e < a->edges.count && f < a->edges.count);
  if (a->w->dimension == 1)
    return *(const int64_t *)sat_value(a, e) <
           *(const int64_t *)sat_value(a, f);
  return weights_less(a->w, sat_value(a, e), sat_value(a, f));
}

static void heap_place(sat *a, size_t i, uint32_t e) {
  assert(i < a->heap.count);
  assert(e < a->position.count);
  a->heap.at[i] = e;
  a->position.at[e] = (uint32_t)i;
}

static void heap_up(sat *a, uint32_t e) {
  assert(e < a->position.count);
  size_t i = a->position.at[e];
  while (i > 0 && before(a, e, a->heap.at[(i - 1) / HEAP_WIDTH])) {
    heap_place(a, i, a->heap.at[(i - 1) / HEAP_WIDTH]);
    i = (i - 1) / HEAP_WIDTH;
  }
  heap_place(a, i, e);
}

static uint32_t heap_pop(sat *a) {
  assert(a->heap.count > 0 && a->position.at[a->heap.at[0]] == 0);
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

#ifndef NDEBUG
/* The agenda in SAT_REACH: bits, their summary, flags and count agree. */
static void check_waiting(const sat *a) {
  uint64_t count = 0;
  for (uint32_t r = 0; r < a->rows.count; r++) {
    bool waits =
        r / 64 < a->waiting.count && (a->waiting.at[r / 64] >> r % 64 & 1) != 0;
    assert(waits == a->rows.at[r].queued);
    count += waits;
  }
  assert(count == a->waiting_count);
  for (uint32_t w = 0; w < a->waiting.count; w++)
    assert((a->waiting.at[w] != 0) ==
           (a->waiting_words.at[w / 64] >> w % 64 & 1));
}

/* In SAT_ORDERED: every edge of the heap knows its place, and none is lighter
 * than the one above it. */
static void check_agenda_heap(const sat *a) {
  for (size_t i = 0; i < a->heap.count; i++) {
    assert(a->position.at[a->heap.at[i]] == i);
    assert(i == 0 ||
           !before(a, a->heap.at[i], a->heap.at[(i - 1) / HEAP_WIDTH]));
  }
}
#endif

void sat_requeue(sat *a, uint32_t e) {
  assert(a->w->mode != SAT_REACH && e < a->position.count);
  if (a->w->mode == SAT_ORDERED) {
    if (a->position.at[e] == SAT_NONE) {
      vec_push(a->m, &a->heap, e);
      a->position.at[e] = (uint32_t)a->heap.count - 1;
    }
    heap_up(a, e);
    debug_check_grown(a->heap.count, check_agenda_heap(a));
  } else if (a->position.at[e] == SAT_NONE) {
    a->position.at[e] = 1;
    vec_push(a->m, &a->later, e);
  }
}

/* The rows are numbered in the order of the program, and what one row gains its
 * neighbours often gain next: a sweep finds them while they are near. */
void sat_row_waits(sat *a, uint32_t row) {
  assert(row < a->rows.count);
  if (a->rows.at[row].queued)
    return;
  a->rows.at[row].queued = true;
  if (row / 64 >= a->waiting.count) {
    size_t words = a->rows.count / 64 + 1;
    vec_resize(a->m, &a->waiting, words);
    vec_resize(a->m, &a->waiting_words, words / 64 + 1);
  }
  a->waiting.at[row / 64] |= UINT64_C(1) << row % 64;
  a->waiting_words.at[row / 4096] |= UINT64_C(1) << row / 64 % 64;
  a->waiting_count++;
  debug_check_grown(a->waiting_count, check_waiting(a));
}

/* The next set bit at or beyond 'from', in the direction; SAT_NONE: none. */
static uint32_t next_bit(const uint64_t *words, size_t count, uint32_t from,
                         bool down) {
  if (from == SAT_NONE || (!down && from / 64 >= count))
    return SAT_NONE;
  size_t i = from / 64;
  uint64_t bits = words[i] & (down ? UINT64_MAX >> (63 - from % 64)
                                   : UINT64_MAX << from % 64);
  while (bits == 0) {
    if (down ? i-- == 0 : ++i == count)
      return SAT_NONE;
    bits = words[i];
  }
  return (uint32_t)(i * 64) +
         (down ? base_highest_bit(bits) : base_lowest_bit(bits));
}

/* The next row that waits in the sweep at hand; SAT_NONE: it is over. */
static uint32_t next_in_sweep(const sat *a) {
  bool down = a->sweeps_down;
  uint32_t word = a->sweep / 64;
  if (a->sweep == SAT_NONE || word >= a->waiting.count)
    return SAT_NONE;
  uint64_t bits =
      a->waiting.at[word] &
      (down ? UINT64_MAX >> (63 - a->sweep % 64) : UINT64_MAX << a->sweep % 64);
  if (bits == 0) {
    word = next_bit(a->waiting_words.at, a->waiting_words.count,
                    down ? word - 1 : word + 1, down);
    if (word == SAT_NONE)
      return SAT_NONE;
    bits = a->waiting.at[word];
  }
  return word * 64 + (down ? base_highest_bit(bits) : base_lowest_bit(bits));
}

static uint32_t take_waiting_row(sat *a) {
  assert(a->waiting_count > 0);
  uint32_t row = next_in_sweep(a);
  if (row == SAT_NONE) {
    a->sweeps_down = !a->sweeps_down;
    a->sweep = a->sweeps_down ? (uint32_t)a->waiting.count * 64 - 1 : 0;
    row = next_in_sweep(a);
  }
  assert(row != SAT_NONE && a->rows.at[row].queued);
  a->sweep = row;
  a->waiting.at[row / 64] &= ~(UINT64_C(1) << row % 64);
  if (a->waiting.at[row / 64] == 0)
    a->waiting_words.at[row / 4096] &= ~(UINT64_C(1) << row / 64 % 64);
  a->waiting_count--;
  a->rows.at[row].queued = false;
  return row;
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
  return true;
}

static void take_back_set(sat *a) {
  if (a->delta_set == SAT_NONE)
    return;
  memset(a->sets.at[a->delta_set], 0,
         a->set_words.at[a->delta_set] * sizeof(uint64_t));
  vec_push(a->m, &a->free_sets, a->delta_set);
  a->delta_set = SAT_NONE;
}

static bool next_row(sat *a, sat_delta *delta) {
  take_back_set(a);
  if (a->waiting_count == 0)
    return false;
  delta->row = take_waiting_row(a);
  sat_row *row = &a->rows.at[delta->row];
  delta->first = row->first;
  delta->count = row->count - row->done;
  delta->again = false;
  delta->set = SAT_NONE;
  if (row->dense) {
    delta->set = a->delta_set = row->first;
    row->first = SAT_NONE;
    const uint64_t *words = a->sets.at[delta->set];
    delta->low = 0;
    delta->high = a->set_words.at[delta->set];
    while (words[delta->low] == 0)
      delta->low++;
    while (words[delta->high - 1] == 0)
      delta->high--;
  }
  row->done = row->count;
  return true;
}

static bool next_edge(sat *a, sat_delta *delta) {
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
  *delta =
      (sat_delta){a->edges.at[e].row, e, 1, SAT_NONE, 0, 0, a->visited.at[e]};
  a->visited.at[e] = 1;
  return true;
}

bool sat_next(sat *a, sat_delta *delta) {
  a->clock->done = a->transitions;
  a->clock->pending = a->waiting_count + a->heap.count + a->queue.count -
                      a->queue_head + a->later.count;
  progress_tick(a->clock);
  return a->w->mode == SAT_REACH ? next_row(a, delta) : next_edge(a, delta);
}

const void *sat_least(const sat *a) {
  return a->heap.count ? sat_value(a, a->heap.at[0]) : NULL;
}
