/* How a set's table grows: see pool_set.h. */
#include "engine/parallel/pool_set.h"

#include <assert.h>
#include <sched.h>

enum { TAG_BITS = 32, PATIENCE = 256 };

static pool_directory *directory_new(mem *m, uint32_t depth) {
  pool_directory *d = mem_alloc(m, sizeof *d + (sizeof *d->entries << depth));
  d->depth = depth;
  return d;
}

void pool_set_init(pool *p, pool_set *s, mem *m, uint32_t stride,
                   uint32_t block_bits) {
  size_t bytes = sizeof(pool_slot) << block_bits;
  pool_block *root = mem_alloc(m, sizeof *root);
  root->slots = mem_alloc(m, bytes);
  pool_directory *d = directory_new(m, 0);
  atomic_store_explicit(&d->entries[0], root, memory_order_relaxed);
  s->stride = stride;
  s->block_bits = block_bits;
  atomic_store_explicit(&s->directory, d, memory_order_release);
  p->memory += bytes + sizeof *root + sizeof *d;
}

/* An entry that another thread brings up to date meanwhile may be lost: it
 * leads to the same leaf, by a longer way. */
static void grow_directory(pool_set *s, pool_hand *h, uint32_t depth) {
  pool_directory *d = atomic_load_explicit(&s->directory, memory_order_acquire);
  if (depth > POOL_MOST_DIRECTORY)
    depth = POOL_MOST_DIRECTORY;
  if (d->depth >= depth)
    return;
  uint32_t more = depth - d->depth;
  pool_directory *wide =
      pool_hand_alloc(h, sizeof *wide + (sizeof *wide->entries << depth));
  wide->depth = depth;
  for (size_t i = 0; i < (size_t)1 << depth; i++) {
    pool_block *b =
        atomic_load_explicit(&d->entries[i >> more], memory_order_acquire);
    atomic_store_explicit(&wide->entries[i], b, memory_order_relaxed);
  }
  if (!atomic_compare_exchange_strong_explicit(
          &s->directory, &d, wide, memory_order_release, memory_order_relaxed))
    pool_hand_free(h, wide, sizeof *wide + (sizeof *wide->entries << depth));
}

static void freeze(pool_block *b, uint32_t block_bits) {
  for (size_t i = 0; i < (size_t)1 << block_bits; i++) {
    uint64_t slot = 0;
    if (atomic_load_explicit(&b->slots[i], memory_order_relaxed) == 0)
      atomic_compare_exchange_strong_explicit(&b->slots[i], &slot, POOL_FROZEN,
                                              memory_order_relaxed,
                                              memory_order_relaxed);
  }
}

/* A place does not depend on the bits that decide between the halves: slots are
 * written about in the order they are read. Acquire: who reads a number in a
 * half must see the key, whose writer published it in the old slot. */
static void fill_halves(const pool_block *b, pool_block *halves,
                        uint32_t block_bits) {
  size_t size = (size_t)1 << block_bits, mask = size - 1;
  uint32_t used[2] = {0, 0}, shift = TAG_BITS * 2 - 1 - b->depth;
  for (size_t k = 0; k < size; k++) {
    uint64_t slot = atomic_load_explicit(&b->slots[k], memory_order_acquire);
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
static void give_back(pool_hand *h, pool_slot *slots, uint32_t block_bits) {
  for (size_t i = 0; i < (size_t)1 << block_bits; i++)
    atomic_store_explicit(&slots[i], 0, memory_order_relaxed);
  h->spare.at[h->spare.count++] = slots;
}

void pool_split(pool_set *s, pool_hand *h, pool_block *b) {
  if (b->depth == TAG_BITS) /* thousands of keys with one tag */
    mem_raise(h->m->budget, MEM_LIMIT);
  pool_hand_provide(h, s->block_bits);
  grow_directory(s, h, b->depth + 1U);
  if (atomic_load_explicit(&b->halves, memory_order_acquire))
    return;
  /* From here to the end nothing fails. */
  pool_block *halves = h->spare_halves;
  for (uint32_t half = 0; half < 2; half++) {
    halves[half].depth = (uint8_t)(b->depth + 1);
    halves[half].slots = vec_pop(&h->spare);
  }
  freeze(b, s->block_bits);
  fill_halves(b, halves, s->block_bits);
  pool_block *none = NULL;
  if (atomic_compare_exchange_strong_explicit(&b->halves, &none, halves,
                                              memory_order_release,
                                              memory_order_relaxed)) {
    h->spare_halves = NULL;
    pool_hand_retire(h, b->slots);
  } else {
    give_back(h, halves[0].slots, s->block_bits);
    give_back(h, halves[1].slots, s->block_bits);
  }
}

void pool_see_it_split(pool_set *s, pool_hand *h, pool_block *b) {
  pool_hand_provide(h, s->block_bits); /* may fail: before claiming */
  bool claimed =
      atomic_exchange_explicit(&b->claimed, true, memory_order_relaxed);
  for (uint32_t i = 0; claimed && i < PATIENCE; i++) {
    if (atomic_load_explicit(&b->halves, memory_order_acquire))
      return;
    if (i >= PATIENCE / 2)
      sched_yield();
  }
  pool_split(s, h, b);
}
