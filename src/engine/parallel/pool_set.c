/* Looking up and inserting: see pool_set.h. */
#include "engine/parallel/pool_set.h"

#include <assert.h>

/* Blocks that are not tiny count every eighth key as eight: which one the hash
 * decides. That spares most insertions a line of the cache; the count is wrong
 * by a few hundredths, and a block that is full without knowing it is split
 * all the same. */
enum { SAMPLED_BITS = 9, SAMPLE = 8 };

static inline size_t home(const pool_set *s, uint64_t hash) {
  return hash >> 32 & (((size_t)1 << s->block_bits) - 1);
}

static inline pool_block *half_of(pool_block *halves, uint64_t hash) {
  return halves + (hash >> (64 - halves->depth) & 1);
}

/* The leaf; and the entry of the directory, if it was out of date, is not. */
static pool_block *descend(pool_block *b, uint64_t hash, uint32_t depth,
                           _Atomic(pool_block *) *entry) {
  pool_block *halves, *known = b;
  while ((halves = atomic_load_explicit(&b->halves, memory_order_acquire))) {
    b = half_of(halves, hash);
    if (b->depth <= depth)
      known = b;
  }
  if (entry && known != atomic_load_explicit(entry, memory_order_relaxed))
    atomic_store_explicit(entry, known, memory_order_release);
  return b;
}

static inline pool_block *leaf_of(const pool_set *s, uint64_t hash) {
  pool_directory *d = atomic_load_explicit(&s->directory, memory_order_acquire);
  _Atomic(pool_block *) *entry = &d->entries[(hash >> 32) >> (32 - d->depth)];
  pool_block *b = atomic_load_explicit(entry, memory_order_acquire);
  if (base_unlikely(atomic_load_explicit(&b->halves, memory_order_acquire) !=
                    NULL))
    b = descend(b, hash, d->depth, entry);
  return b;
}

static inline bool is_key(const pool_set *s, uint32_t number,
                          const pool_item *x) {
  uint32_t size;
  const uint8_t *at = pool_key_at(s, number, &size);
  if (size != x->size)
    return false;
  if (s->stride == 8) {
    uint64_t a, b;
    memcpy(&a, at, 8);
    memcpy(&b, x->bytes, 8);
    return a == b;
  }
  return size == 0 || memcmp(at, x->bytes, size) == 0;
}

/* Looks in one block. False: its halves are to be looked in. */
static bool find_in(const pool_set *s, const pool_block *b, const pool_item *x,
                    uint32_t *number) {
  size_t mask = ((size_t)1 << s->block_bits) - 1, i = home(s, x->hash);
  *number = POOL_NONE;
  for (size_t seen = 0; seen <= mask; i = (i + 1) & mask, seen++) {
    uint64_t slot = atomic_load_explicit(&b->slots[i], memory_order_acquire);
    if (slot == 0)
      return true;
    if (slot == POOL_FROZEN)
      return false;
    if (slot >> 32 == x->hash >> 32 && is_key(s, (uint32_t)slot - 1, x)) {
      *number = (uint32_t)slot - 1;
      return true;
    }
  }
  return false;
}

uint32_t pool_set_find(const pool_set *s, const pool_item *x) {
  uint32_t number;
  pool_block *b = leaf_of(s, x->hash);
  while (!find_in(s, b, x, &number)) {
    pool_block *halves = atomic_load_explicit(&b->halves, memory_order_acquire);
    /* A block without a free slot, or frozen, takes no more keys: as long as
     * it has no halves there is no such key anywhere. */
    if (!halves)
      return POOL_NONE;
    b = half_of(halves, x->hash);
  }
  return number;
}

static void count_key(pool_set *s, pool_hand *h, pool_block *b, uint64_t hash) {
  uint32_t weight = 1, size = UINT32_C(1) << s->block_bits;
  if (s->block_bits >= SAMPLED_BITS) {
    if (hash & (SAMPLE - 1))
      return;
    weight = SAMPLE;
  }
  uint32_t used =
      atomic_fetch_add_explicit(&b->used, weight, memory_order_relaxed) +
      weight;
  /* Where a key is 8 bytes, a slot weighs more than a longer search. */
  if (used >= size - size / (s->stride ? 8 : 4) &&
      !atomic_load_explicit(&b->claimed, memory_order_relaxed)) {
    pool_see_it_split(s, h, b);
  }
}

/* Looks in one block. False: its halves are to be looked in. */
static inline bool insert_in(pool_set *s, pool_writer *w, pool_hand *h,
                             pool_block *b, pool_item *x) {
  size_t mask = ((size_t)1 << s->block_bits) - 1, i = home(s, x->hash);
  for (size_t seen = 0; seen <= mask; i = (i + 1) & mask, seen++) {
    uint64_t slot = atomic_load_explicit(&b->slots[i], memory_order_acquire);
    if (slot == 0) {
      uint32_t number = pool_write(s, w, h, x->bytes, x->size);
      if (atomic_compare_exchange_strong_explicit(
              &b->slots[i], &slot, x->hash >> 32 << 32 | (number + 1),
              memory_order_acq_rel, memory_order_acquire)) {
        pool_keep(s, w, h, x->size);
        x->number = number;
        x->is_new = true;
        count_key(s, h, b, x->hash);
        return true;
      }
    }
    if (slot == POOL_FROZEN)
      return false;
    if (slot >> 32 == x->hash >> 32 && is_key(s, (uint32_t)slot - 1, x)) {
      x->number = (uint32_t)slot - 1;
      x->is_new = false;
      return true;
    }
  }
  return false;
}

static inline void insert_from(pool_set *s, pool_writer *w, pool_hand *h,
                               pool_block *b, pool_item *x) {
  while (base_unlikely(!insert_in(s, w, h, b, x))) {
    pool_see_it_split(s, h, b);
    b = descend(b, x->hash, 0, NULL);
  }
}

void pool_set_insert(pool_set *s, pool_writer *w, pool_hand *h, pool_item *x) {
  insert_from(s, w, h, leaf_of(s, x->hash), x);
}

static inline void prefetch_key(const pool_set *s, uint32_t number) {
  const pool_run *r = pool_run_of(s, number);
  uint32_t stride = r->size == POOL_UNEVEN ? sizeof(uint8_t *)
                    : s->stride            ? s->stride
                                           : r->size;
  base_prefetch(r->at + (size_t)(number & (POOL_RUN - 1)) * stride);
}

/* Most keys are known, and found in the first slot. A block that is split
 * meanwhile keeps its slots, and leads to its halves. */
void pool_set_insert_all(pool_set *s, pool_writer *w, pool_hand *h,
                         pool_item *items, size_t count) {
  pool_block *blocks[POOL_BATCH];
  assert(count <= POOL_BATCH);
  for (size_t i = 0; i < count; i++) {
    blocks[i] = leaf_of(s, items[i].hash);
    base_prefetch(blocks[i]->slots + home(s, items[i].hash));
  }
  for (size_t i = 0; i < count; i++) {
    uint64_t hash = items[i].hash;
    uint64_t slot = atomic_load_explicit(&blocks[i]->slots[home(s, hash)],
                                         memory_order_acquire);
    if (slot && slot != POOL_FROZEN && slot >> 32 == hash >> 32)
      prefetch_key(s, (uint32_t)slot - 1);
  }
  for (size_t i = 0; i < count; i++)
    insert_from(s, w, h, blocks[i], &items[i]);
}
