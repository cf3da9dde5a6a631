/* How a set's table grows: see pool_set.h. */
#include "engine/parallel/pool_set.h"

#include <assert.h>
#include <sched.h>

enum { TAG_BITS = 32, PATIENCE = 256 };

static pool_directory *directory_new(mem *m, uint32_t depth) {
  pool_directory *directory =
      mem_alloc(m, sizeof *directory + (sizeof *directory->entries << depth));
  directory->depth = depth;
  return directory;
}

void pool_set_init(pool *p, pool_set *set, mem *m, uint32_t stride,
                   uint32_t block_bits) {
  size_t bytes = sizeof(pool_slot) << block_bits;
  pool_block *root = mem_alloc(m, sizeof *root);
  root->slots = mem_alloc(m, bytes);
  pool_directory *directory = directory_new(m, 0);
  atomic_store_explicit(&directory->entries[0], root, memory_order_relaxed);
  set->stride = stride;
  set->block_bits = block_bits;
  atomic_store_explicit(&set->directory, directory, memory_order_release);
  p->memory += bytes + sizeof *root + sizeof *directory;
}

/* An entry that another thread brings up to date meanwhile may be lost: it
 * leads to the same leaf, by a longer way. */
static void grow_directory(pool_set *set, pool_hand *hand, uint32_t depth) {
  pool_directory *directory =
      atomic_load_explicit(&set->directory, memory_order_acquire);
  if (depth > POOL_MOST_DIRECTORY)
    depth = POOL_MOST_DIRECTORY;
  if (directory->depth >= depth)
    return;
  uint32_t more = depth - directory->depth;
  pool_directory *wide =
      pool_hand_alloc(hand, sizeof *wide + (sizeof *wide->entries << depth));
  wide->depth = depth;
  for (size_t i = 0; i < (size_t)1 << depth; i++) {
    pool_block *block = atomic_load_explicit(&directory->entries[i >> more],
                                             memory_order_acquire);
    atomic_store_explicit(&wide->entries[i], block, memory_order_relaxed);
  }
  if (!atomic_compare_exchange_strong_explicit(&set->directory, &directory,
                                               wide, memory_order_release,
                                               memory_order_relaxed))
    pool_hand_free(hand, wide, sizeof *wide + (sizeof *wide->entries << depth));
}

static void freeze(pool_block *block, uint32_t block_bits) {
  for (size_t i = 0; i < (size_t)1 << block_bits; i++) {
    uint64_t slot = 0;
    if (atomic_load_explicit(&block->slots[i], memory_order_relaxed) == 0)
      atomic_compare_exchange_strong_explicit(&block->slots[i], &slot,
                                              POOL_FROZEN, memory_order_relaxed,
                                              memory_order_relaxed);
  }
}

/* A place does not depend on the bits that decide between the halves: slots are
 * written about in the order they are read. Acquire: who reads a number in a
 * half must see the key, whose writer published it in the old slot. */
static void fill_halves(const pool_block *block, pool_block *halves,
                        uint32_t block_bits) {
  size_t size = (size_t)1 << block_bits, mask = size - 1;
  uint32_t used[2] = {0, 0}, shift = TAG_BITS * 2 - 1 - block->depth;
  for (size_t k = 0; k < size; k++) {
    uint64_t slot =
        atomic_load_explicit(&block->slots[k], memory_order_acquire);
    if (slot == POOL_FROZEN)
      continue;
    uint32_t half = slot >> shift & 1;
    pool_slot *to = halves[half].slots;
    size_t i = slot >> TAG_BITS & mask;
    while (atomic_load_explicit(&to[i], memory_order_relaxed))
      i = (i + 1) & mask;
    atomic_store_explicit(&to[i], slot, memory_order_relaxed);
    used[half]++;
  }
  for (uint32_t half = 0; half < 2; half++)
    atomic_store_explicit(&halves[half].used, used[half], memory_order_relaxed);
}

/* Slots that nobody else has seen. */
static void give_back(pool_hand *hand, pool_slot *slots, uint32_t block_bits) {
  for (size_t i = 0; i < (size_t)1 << block_bits; i++)
    atomic_store_explicit(&slots[i], 0, memory_order_relaxed);
  hand->spare.at[hand->spare.count++] = slots;
}

void pool_split(pool_set *set, pool_hand *hand, pool_block *block) {
  if (block->depth == TAG_BITS) /* thousands of keys with one tag */
    mem_raise(hand->m->budget, MEM_LIMIT);
  pool_hand_provide(hand, set->block_bits);
  grow_directory(set, hand, block->depth + 1U);
  if (atomic_load_explicit(&block->halves, memory_order_acquire))
    return;
  /* From here to the end nothing fails. */
  pool_block *halves = hand->spare_halves;
  for (uint32_t half = 0; half < 2; half++) {
    halves[half].depth = (uint8_t)(block->depth + 1);
    halves[half].slots = vec_pop(&hand->spare);
  }
  freeze(block, set->block_bits);
  fill_halves(block, halves, set->block_bits);
  pool_block *none = NULL;
  if (atomic_compare_exchange_strong_explicit(&block->halves, &none, halves,
                                              memory_order_release,
                                              memory_order_relaxed)) {
    hand->spare_halves = NULL;
    pool_hand_retire(hand, block->slots);
  } else {
    give_back(hand, halves[0].slots, set->block_bits);
    give_back(hand, halves[1].slots, set->block_bits);
  }
}

void pool_see_it_split(pool_set *set, pool_hand *hand, pool_block *block) {
  pool_hand_provide(hand, set->block_bits); /* may fail: before claiming */
  bool claimed =
      atomic_exchange_explicit(&block->claimed, true, memory_order_relaxed);
  for (uint32_t i = 0; claimed && i < PATIENCE; i++) {
    if (atomic_load_explicit(&block->halves, memory_order_acquire))
      return;
    if (i >= PATIENCE / 2)
      sched_yield();
  }
  pool_split(set, hand, block);
}
