/* Where keys are: numbers are taken in runs, each by one hand, which then fills
 * it alone. A number that lost a race is simply filled again. */
#include "engine/parallel/pool_set.h"

#include <assert.h>

enum { MOST_EVEN_RUN = 1 << 20, MOST_EVEN_SIZE = 1 << 14 };

static uint32_t stride_of(const pool_set *set, uint32_t size) {
  return set->stride ? set->stride : size;
}

void *pool_array_piece(pool_array *array, pool_hand *hand, pool_place at,
                       size_t size) {
  void *piece =
      atomic_load_explicit(&array->pieces[at.piece], memory_order_acquire);
  if (piece)
    return piece;
  void *fresh = pool_hand_alloc(hand, size << at.bits);
  if (atomic_compare_exchange_strong_explicit(&array->pieces[at.piece], &piece,
                                              fresh, memory_order_acq_rel,
                                              memory_order_acquire))
    return fresh;
  pool_hand_free(hand, fresh, size << at.bits);
  return piece;
}

void pool_writer_init(pool_writer *writer, const pool_set *set, pool_hand *hand,
                      uint32_t most) {
  uint32_t last = set->stride ? MOST_EVEN_SIZE : MOST_EVEN_RUN / POOL_RUN;
  writer->even_count = (most < last ? most : last) + 1;
  writer->even =
      pool_hand_alloc(hand, writer->even_count * sizeof *writer->even);
}

/* 256 more numbers, with room for so many bytes. */
static void take_run(pool_set *set, pool_hand *hand, pool_open *o, size_t bytes,
                     uint32_t size) {
  uint8_t *room = pool_hand_take(hand, bytes);
  uint64_t run =
      atomic_fetch_add_explicit(&set->runs_taken, 1, memory_order_relaxed);
  if (run >= POOL_MOST_RUNS)
    mem_raise(hand->m->budget, MEM_LIMIT);
  pool_place at = pool_array_place((uint32_t)run);
  pool_run *piece = pool_array_piece(&set->runs, hand, at, sizeof *piece);
  piece[at.offset] = (pool_run){.at = room, .size = size};
  o->at = room;
  o->next = (uint32_t)run << POOL_RUN_BITS;
  o->left = POOL_RUN;
}

static bool has_own_runs(const pool_writer *writer, uint32_t size) {
  return size < writer->even_count && writer->even[size].seen == POOL_RUN;
}

uint32_t pool_write(pool_set *set, pool_writer *writer, pool_hand *hand,
                    const uint8_t *bytes, uint32_t size) {
  uint32_t stride = stride_of(set, size);
  if (has_own_runs(writer, size)) {
    pool_open *o = &writer->even[size];
    if (base_unlikely(!o->left))
      take_run(set, hand, o, (size_t)stride * POOL_RUN, size);
    if (stride)
      memcpy(o->at, bytes, stride);
    return o->next;
  }
  pool_open *o = &writer->uneven;
  if (!o->left)
    take_run(set, hand, o, sizeof(uint8_t *) * POOL_RUN, POOL_UNEVEN);
  pool_hand_room(hand, sizeof size + (size_t)stride);
  memcpy(hand->room, &size, sizeof size);
  if (stride)
    memcpy(hand->room + sizeof size, bytes, stride);
  *(uint8_t **)(void *)o->at = hand->room;
  return o->next;
}

void pool_keep(const pool_set *set, pool_writer *writer, pool_hand *hand,
               uint32_t size) {
  uint32_t stride = stride_of(set, size);
  pool_open *o = &writer->uneven;
  if (has_own_runs(writer, size)) {
    o = &writer->even[size];
    o->at += stride;
  } else {
    hand->room += sizeof size + (size_t)stride;
    o->at += sizeof(uint8_t *);
    if (size < writer->even_count)
      writer->even[size].seen++;
  }
  assert(o->left);
  o->next++;
  o->left--;
}
