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

void *pool_hand_alloc(pool_hand *h, size_t size) {
  void *p = mem_alloc(h->m, size);
  uint64_t before = atomic_load_explicit(&h->memory, memory_order_relaxed);
  atomic_store_explicit(&h->memory, before + size, memory_order_relaxed);
  return p;
}

void pool_hand_free(pool_hand *h, void *p, size_t size) {
  mem_free(h->m, p);
  uint64_t before = atomic_load_explicit(&h->memory, memory_order_relaxed);
  atomic_store_explicit(&h->memory, before - size, memory_order_relaxed);
}

/* What is left at the end is lost: at most a quarter. */
void pool_hand_room(pool_hand *h, size_t size) {
  if ((size_t)(h->room_end - h->room) >= size)
    return;
  size_t bytes =
      (size_t)atomic_load_explicit(&h->memory, memory_order_relaxed) / 32;
  if (bytes < LEAST_ROOM)
    bytes = LEAST_ROOM;
  if (bytes > MOST_ROOM)
    bytes = MOST_ROOM;
  if (bytes / 4 < size) {
    if (size > SIZE_MAX / 8)
      mem_raise(h->m->budget, MEM_MACHINE);
    bytes = 4 * size;
  }
  uint8_t *room = pool_hand_alloc(h, bytes);
  h->room = room;
  h->room_end = room + bytes;
}

uint8_t *pool_hand_take(pool_hand *h, size_t size) {
  pool_hand_room(h, size + 7);
  uint8_t *at = h->room + (-(uintptr_t)h->room & 7);
  h->room = at + size;
  return at;
}

void pool_hand_enter(pool_hand *h) {
  atomic_store(&h->entered, atomic_load(&h->of->epoch));
  (void)atomic_load(&h->of->epoch);
}

void pool_hand_leave(pool_hand *h) {
  atomic_store_explicit(&h->entered, 0, memory_order_release);
}

void pool_hand_retire(pool_hand *h, pool_slot *slots) {
  uint64_t epoch = atomic_fetch_add(&h->of->epoch, 1);
  h->retired.at[h->retired.count++] =
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
  vec_each (pool_retired, r, &h->retired) {
    if (r->epoch >= oldest) {
      h->retired.at[kept++] = *r;
      continue;
    }
    for (size_t i = 0; i < (size_t)1 << block_bits; i++)
      atomic_store_explicit(&r->slots[i], 0, memory_order_relaxed);
    h->spare.at[h->spare.count++] = r->slots;
  }
  h->retired.count = kept;
}

void pool_hand_provide(pool_hand *h, uint32_t block_bits) {
  vec_reserve(h->m, &h->retired, 1);
  if (h->spare.count < 2 && h->retired.count)
    reuse_retired(h, block_bits);
  if (h->spare.count < 2) {
    size_t count = 2 + h->arrays / 32, bytes = sizeof(pool_slot) << block_bits;
    if (count > MOST_ARRAYS_AT_ONCE)
      count = MOST_ARRAYS_AT_ONCE;
    vec_reserve(h->m, &h->spare, count);
    uint8_t *at = pool_hand_alloc(h, count * bytes + LINE);
    at += -(uintptr_t)at & (LINE - 1);
    for (size_t i = 0; i < count; i++)
      h->spare.at[h->spare.count++] = (pool_slot *)(void *)(at + i * bytes);
    h->arrays += count;
  }
  if (!h->spare_halves) {
    pool_block *halves =
        (pool_block *)(void *)pool_hand_take(h, 2 * sizeof *halves);
    /* A key that was not kept may have left its bytes there. */
    memset(halves, 0, 2 * sizeof *halves);
    h->spare_halves = halves;
  }
}
