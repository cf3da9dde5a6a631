/* What belongs to one thread: its memory, and the slots that it may use again.
 *
 * Slots of a split block may still be read by hands that found the block before
 * its halves were published. Each hand says which epoch it entered in; retiring
 * slots begins a new epoch, and they are free when every hand is outside or has
 * entered in a later one.
 *   Why that suffices: let R be the retiring hand, X another. R publishes the
 * halves, then increments the epoch, then looks at X's 'entered'; X sets
 * 'entered', then reads the epoch (a second time), then looks at blocks; all
 * but the first and the last are sequentially consistent. If R looked before X
 * had set it, X's second read comes after R's increment, so X sees the halves
 * and leaves the slots alone. If R looked later and saw an epoch after its own,
 * X had read that epoch, and sees the halves; if it saw that X has left, X's
 * reads are over. */
#include "engine/parallel/pool_set.h"

enum {
  LEAST_ROOM = 1 << 14,
  MOST_ROOM = 1 << 21,
  LINE = 64, /* of a cache */
  MOST_ARRAYS_AT_ONCE = 32
};

void *pool_hand_alloc(pool_hand *hand, size_t size) {
  void *p = mem_alloc(hand->m, size);
  uint64_t before = atomic_load_explicit(&hand->memory, memory_order_relaxed);
  atomic_store_explicit(&hand->memory, before + size, memory_order_relaxed);
  return p;
}

void pool_hand_free(pool_hand *hand, void *p, size_t size) {
  mem_free(hand->m, p);
  uint64_t before = atomic_load_explicit(&hand->memory, memory_order_relaxed);
  atomic_store_explicit(&hand->memory, before - size, memory_order_relaxed);
}

/* What is left at the end is lost: at most a quarter. */
void pool_hand_room(pool_hand *hand, size_t size) {
  if ((size_t)(hand->room_end - hand->room) >= size)
    return;
  size_t bytes =
      (size_t)atomic_load_explicit(&hand->memory, memory_order_relaxed) / 32;
  if (bytes < LEAST_ROOM)
    bytes = LEAST_ROOM;
  if (bytes > MOST_ROOM)
    bytes = MOST_ROOM;
  if (bytes / 4 < size) {
    if (size > SIZE_MAX / 8)
      mem_raise(hand->m->budget, MEM_MACHINE);
    bytes = 4 * size;
  }
  uint8_t *room = pool_hand_alloc(hand, bytes);
  hand->room = room;
  hand->room_end = room + bytes;
}

uint8_t *pool_hand_take(pool_hand *hand, size_t size) {
  pool_hand_room(hand, size + 7);
  uint8_t *at = hand->room + (-(uintptr_t)hand->room & 7);
  hand->room = at + size;
  return at;
}

void pool_hand_enter(pool_hand *hand) {
  atomic_store(&hand->entered, atomic_load(&hand->of->epoch));
  (void)atomic_load(&hand->of->epoch);
}

void pool_hand_leave(pool_hand *hand) {
  atomic_store_explicit(&hand->entered, 0, memory_order_release);
}

void pool_hand_retire(pool_hand *hand, pool_slot *slots) {
  uint64_t epoch = atomic_fetch_add(&hand->of->epoch, 1);
  hand->retired.at[hand->retired.count++] =
      (pool_retired){.slots = slots, .epoch = epoch};
}

static void reuse_retired(pool_hand *h, uint32_t block_bits) {
  uint64_t oldest = UINT64_MAX;
  for (pool_hand *x = atomic_load(&h->of->hands); x; x = x->next) {
    uint64_t entered = atomic_load(&x->entered);
    if (entered && entered < oldest)
      oldest = entered;
  }
  size_t kept = 0;
  vec_reserve(h->m, &h->spare, h->retired.count);
  vec_each (pool_retired, retired, &h->retired) {
    if (retired->epoch >= oldest) {
      h->retired.at[kept++] = *retired;
      continue;
    }
    for (size_t i = 0; i < (size_t)1 << block_bits; i++)
      atomic_store_explicit(&retired->slots[i], 0, memory_order_relaxed);
    h->spare.at[h->spare.count++] = retired->slots;
  }
  h->retired.count = kept;
}

void pool_hand_provide(pool_hand *hand, uint32_t block_bits) {
  vec_reserve(hand->m, &hand->retired, 1);
  if (hand->spare.count < 2 && hand->retired.count)
    reuse_retired(hand, block_bits);
  if (hand->spare.count < 2) {
    size_t count = 2 + hand->arrays / 32, bytes = sizeof(pool_slot)
                                                  << block_bits;
    if (count > MOST_ARRAYS_AT_ONCE)
      count = MOST_ARRAYS_AT_ONCE;
    vec_reserve(hand->m, &hand->spare, count);
    uint8_t *at = pool_hand_alloc(hand, count * bytes + LINE);
    at += -(uintptr_t)at & (LINE - 1);
    for (size_t i = 0; i < count; i++)
      hand->spare.at[hand->spare.count++] =
          (pool_slot *)(void *)(at + i * bytes);
    hand->arrays += count;
  }
  if (!hand->spare_halves) {
    pool_block *halves =
        (pool_block *)(void *)pool_hand_take(hand, 2 * sizeof *halves);
    /* A key that was not kept may have left its bytes there. */
    memset(halves, 0, 2 * sizeof *halves);
    hand->spare_halves = halves;
  }
}
