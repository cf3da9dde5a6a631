/* Where keys are: numbers are taken in runs, each by one hand, which then fills
 * it alone. A number that lost a race is simply filled again. */
#include "engine/parallel/pool_set.h"

#include <assert.h>

enum { MOST_EVEN_RUN = 1 << 20, MOST_EVEN_SIZE = 1 << 14 };

static uint32_t stride_of(const pool_set *s, uint32_t size) {
  return s->stride ? s->stride : size;
}

void *pool_array_piece(pool_array *a, pool_hand *h, pool_place at,
                       size_t size) {
  void *piece =
      atomic_load_explicit(&a->pieces[at.piece], memory_order_acquire);
  if (piece)
    return piece;
  void *fresh = pool_hand_alloc(h, size << at.bits);
  if (atomic_compare_exchange_strong_explicit(&a->pieces[at.piece], &piece,
                                              fresh, memory_order_acq_rel,
                                              memory_order_acquire))
    return fresh;
  pool_hand_free(h, fresh, size << at.bits);
  return piece;
}

void pool_writer_init(pool_writer *w, const pool_set *s, pool_hand *h,
                      uint32_t most) {
  uint32_t last = s->stride ? MOST_EVEN_SIZE : MOST_EVEN_RUN / POOL_RUN;
  w->even_count = (most < last ? most : last) + 1;
  w->even = pool_hand_alloc(h, w->even_count * sizeof *w->even);
}

/* 256 more numbers, with room for so many bytes. */
static void take_run(pool_set *s, pool_hand *h, pool_open *o, size_t bytes,
                     uint32_t size) {
  uint8_t *room = pool_hand_take(h, bytes);
  uint64_t run =
      atomic_fetch_add_explicit(&s->runs_taken, 1, memory_order_relaxed);
  if (run >= POOL_MOST_RUNS)
    mem_raise(h->m->budget, MEM_LIMIT);
  pool_place at = pool_array_place((uint32_t)run);
  pool_run *piece = pool_array_piece(&s->runs, h, at, sizeof *piece);
  piece[at.offset] = (pool_run){.at = room, .size = size};
  o->at = room;
  o->next = (uint32_t)run << POOL_RUN_BITS;
  o->left = POOL_RUN;
}

static bool has_own_runs(const pool_writer *w, uint32_t size) {
  return size < w->even_count && w->even[size].seen == POOL_RUN;
}

uint32_t pool_write(pool_set *s, pool_writer *w, pool_hand *h,
                    const uint8_t *bytes, uint32_t size) {
  uint32_t stride = stride_of(s, size);
  if (has_own_runs(w, size)) {
    pool_open *o = &w->even[size];
    if (base_unlikely(!o->left))
      take_run(s, h, o, (size_t)stride * POOL_RUN, size);
    if (stride)
      memcpy(o->at, bytes, stride);
    return o->next;
  }
  pool_open *o = &w->uneven;
  if (!o->left)
    take_run(s, h, o, sizeof(uint8_t *) * POOL_RUN, POOL_UNEVEN);
  pool_hand_room(h, sizeof size + (size_t)stride);
  memcpy(h->room, &size, sizeof size);
  if (stride)
    memcpy(h->room + sizeof size, bytes, stride);
  *(uint8_t **)(void *)o->at = h->room;
  return o->next;
}

void pool_keep(const pool_set *s, pool_writer *w, pool_hand *h, uint32_t size) {
  uint32_t stride = stride_of(s, size);
  pool_open *o = &w->uneven;
  if (has_own_runs(w, size)) {
    o = &w->even[size];
    o->at += stride;
  } else {
    h->room += sizeof size + (size_t)stride;
    o->at += sizeof(uint8_t *);
    if (size < w->even_count)
      w->even[size].seen++;
  }
  assert(o->left);
  o->next++;
  o->left--;
}
