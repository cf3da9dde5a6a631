/* Looking up and inserting: see pool_set.h. */
#include "engine/parallel/pool_set.h"

#include <assert.h>

/* Blocks that are not tiny count every eighth key as eight: which one the hash
 * decides. That spares most insertions a line of the cache; the count is wrong
 * by a few hundredths, and a block that is full without knowing it is split
 * all the same. */
enum { SAMPLED_BITS = 9, SAMPLE = 8 };

static inline size_t home(const pool_set *set, uint64_t hash) {
  return hash >> 32 & (((size_t)1 << set->block_bits) - 1);
}

static inline pool_block *half_of(pool_block *halves, uint64_t hash) {
  return halves + (hash >> (64 - halves->depth) & 1);
}

/* The leaf; and the entry of the directory, if it was out of date, is not. */
static pool_block *descend(pool_block *block, uint64_t hash, uint32_t depth,
                           _Atomic(pool_block *) *entry) {
  pool_block *halves, *known = block;
  while (
      (halves = atomic_load_explicit(&block->halves, memory_order_acquire))) {
    block = half_of(halves, hash);
    if (block->depth <= depth)
      known = block;
  }
  if (entry && known != atomic_load_explicit(entry, memory_order_relaxed))
    atomic_store_explicit(entry, known, memory_order_release);
  return block;
}

static inline pool_block *leaf_of(const pool_set *set, uint64_t hash) {
  pool_directory *directory =
      atomic_load_explicit(&set->directory, memory_order_acquire);
  _Atomic(pool_block *) *entry =
      &directory->entries[(hash >> 32) >> (32 - directory->depth)];
  pool_block *block = atomic_load_explicit(entry, memory_order_acquire);
  if (base_unlikely(
          atomic_load_explicit(&block->halves, memory_order_acquire) != NULL))
    block = descend(block, hash, directory->depth, entry);
  return block;
}

static inline bool is_key(const pool_set *set, uint32_t number,
                          const pool_item *item) {
  uint32_t size;
  const uint8_t *at = pool_key_at(set, number, &size);
  if (size != item->size)
    return false;
  if (set->stride == 8) {
    uint64_t a, b;
    memcpy(&a, at, 8);
    memcpy(&b, item->bytes, 8);
    return a == b;
  }
  return size == 0 || memcmp(at, item->bytes, size) == 0;
}

/* Looks in one block. False: its halves are to be looked in. */
static bool find_in(const pool_set *set, const pool_block *block,
                    const pool_item *item, uint32_t *number) {
  size_t mask = ((size_t)1 << set->block_bits) - 1, i = home(set, item->hash);
  *number = POOL_NONE;
  for (size_t seen = 0; seen <= mask; i = (i + 1) & mask, seen++) {
    uint64_t slot =
        atomic_load_explicit(&block->slots[i], memory_order_acquire);
    if (slot == 0)
      return true;
    if (slot == POOL_FROZEN)
      return false;
    if (slot >> 32 == item->hash >> 32 &&
        is_key(set, (uint32_t)slot - 1, item)) {
      *number = (uint32_t)slot - 1;
      return true;
    }
  }
  return false;
}

uint32_t pool_set_find(const pool_set *set, const pool_item *item) {
  uint32_t number;
  pool_block *block = leaf_of(set, item->hash);
  while (!find_in(set, block, item, &number)) {
    pool_block *halves =
        atomic_load_explicit(&block->halves, memory_order_acquire);
    /* A block without a free slot, or frozen, takes no more keys: as long as
     * it has no halves there is no such key anywhere. */
    if (!halves)
      return POOL_NONE;
    block = half_of(halves, item->hash);
  }
  return number;
}

static void count_key(pool_set *set, pool_hand *hand, pool_block *block,
                      uint64_t hash) {
  uint32_t weight = 1, size = UINT32_C(1) << set->block_bits;
  if (set->block_bits >= SAMPLED_BITS) {
    if (hash & (SAMPLE - 1))
      return;
    weight = SAMPLE;
  }
  uint32_t used =
      atomic_fetch_add_explicit(&block->used, weight, memory_order_relaxed) +
      weight;
  /* Where a key is 8 bytes, a slot weighs more than a longer search. */
  if (used >= size - size / (set->stride ? 8 : 4) &&
      !atomic_load_explicit(&block->claimed, memory_order_relaxed)) {
    pool_see_it_split(set, hand, block);
  }
}

/* Looks in one block. False: its halves are to be looked in. */
static inline bool insert_in(pool_set *set, pool_writer *writer,
                             pool_hand *hand, pool_block *block,
                             pool_item *item) {
  size_t mask = ((size_t)1 << set->block_bits) - 1, i = home(set, item->hash);
  for (size_t seen = 0; seen <= mask; i = (i + 1) & mask, seen++) {
    uint64_t slot =
        atomic_load_explicit(&block->slots[i], memory_order_acquire);
    if (slot == 0) {
      uint32_t number = pool_write(set, writer, hand, item->bytes, item->size);
      if (atomic_compare_exchange_strong_explicit(
              &block->slots[i], &slot, item->hash >> 32 << 32 | (number + 1),
              memory_order_acq_rel, memory_order_acquire)) {
        pool_keep(set, writer, hand, item->size);
        item->number = number;
        item->is_new = true;
        count_key(set, hand, block, item->hash);
        return true;
      }
    }
    if (slot == POOL_FROZEN)
      return false;
    if (slot >> 32 == item->hash >> 32 &&
        is_key(set, (uint32_t)slot - 1, item)) {
      item->number = (uint32_t)slot - 1;
      item->is_new = false;
      return true;
    }
  }
  return false;
}

static inline void insert_from(pool_set *set, pool_writer *writer,
                               pool_hand *hand, pool_block *block,
                               pool_item *item) {
  while (base_unlikely(!insert_in(set, writer, hand, block, item))) {
    pool_see_it_split(set, hand, block);
    block = descend(block, item->hash, 0, NULL);
  }
}

void pool_set_insert(pool_set *set, pool_writer *writer, pool_hand *hand,
                     pool_item *item) {
  insert_from(set, writer, hand, leaf_of(set, item->hash), item);
}

static inline void prefetch_key(const pool_set *set, uint32_t number) {
  const pool_run *run = pool_run_of(set, number);
  uint32_t stride = run->size == POOL_UNEVEN ? sizeof(uint8_t *)
                    : set->stride            ? set->stride
                                             : run->size;
  base_prefetch(run->at + (size_t)(number & (POOL_RUN - 1)) * stride);
}

/* Most keys are known, and found in the first slot. A block that is split
 * meanwhile keeps its slots, and leads to its halves. */
void pool_set_insert_all(pool_set *set, pool_writer *writer, pool_hand *hand,
                         pool_item *items, size_t count) {
  pool_block *blocks[POOL_BATCH];
  assert(count <= POOL_BATCH);
  for (size_t i = 0; i < count; i++) {
    blocks[i] = leaf_of(set, items[i].hash);
    base_prefetch(blocks[i]->slots + home(set, items[i].hash));
  }
  for (size_t i = 0; i < count; i++) {
    uint64_t hash = items[i].hash;
    uint64_t slot = atomic_load_explicit(&blocks[i]->slots[home(set, hash)],
                                         memory_order_acquire);
    if (slot && slot != POOL_FROZEN && slot >> 32 == hash >> 32)
      prefetch_key(set, (uint32_t)slot - 1);
  }
  for (size_t i = 0; i < count; i++)
    insert_from(set, writer, hand, blocks[i], &items[i]);
}
