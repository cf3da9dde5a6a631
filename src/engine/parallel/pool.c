#include "engine/parallel/pool_set.h"

#include "engine/explicit/store.h"

#include <assert.h>

enum { PAIR = 8 };

pool *pool_new_of(mem *m, uint32_t most_bytes, bool compressed,
                  uint32_t block_bits) {
  pool *p = mem_alloc(m, sizeof *p);
  p->most_bytes = most_bytes;
  p->compressed = compressed;
  p->memory = sizeof *p;
  atomic_store_explicit(&p->epoch, 1, memory_order_relaxed);
  pool_set_init(p, &p->states, m, compressed ? PAIR : 0, block_bits);
  if (compressed)
    pool_set_init(p, &p->pairs, m, PAIR, block_bits);
  return p;
}

pool *pool_new(mem *m, uint32_t most_bytes, bool compressed) {
  return pool_new_of(m, most_bytes, compressed, POOL_BLOCK_BITS);
}

pool_hand *pool_take_hand(pool *p, mem *m) {
  pool_hand *hand = mem_alloc(m, sizeof *hand);
  hand->of = p;
  hand->m = m;
  hand->branch.words = POOL_NONE;
  atomic_store_explicit(&hand->memory, sizeof *hand, memory_order_relaxed);
  pool_writer_init(&hand->states, &p->states, hand, p->most_bytes);
  if (p->compressed) {
    pool_writer_init(&hand->pairs, &p->pairs, hand, PAIR);
    hand->recent = pool_hand_alloc(hand, POOL_RECENT * sizeof *hand->recent);
  }
  hand->next = atomic_load(&p->hands);
  while (!atomic_compare_exchange_weak(&p->hands, &hand->next, hand))
    ;
  return hand;
}

static uint64_t root_hash(uint64_t root, uint32_t size) {
  uint64_t x = (root ^ (uint64_t)size << 17) * UINT64_C(0x9E3779B97F4A7C15);
  x ^= x >> 32;
  x *= UINT64_C(0xBF58476D1CE4E5B9);
  x ^= x >> 29;
  return x * UINT64_C(0x9E3779B97F4A7C15);
}

/* The keys of compressed states are the roots of their trees. */
static void insert_compressed(pool_hand *hand, pool_item *items, size_t count) {
  uint64_t roots[POOL_BATCH];
  pool_item keys[POOL_BATCH];
  pool_tree_insert_all(hand, items, count, roots);
  for (size_t i = 0; i < count; i++) {
    keys[i] = (pool_item){.bytes = (const uint8_t *)&roots[i],
                          .hash = root_hash(roots[i], items[i].size),
                          .size = items[i].size};
  }
  pool_set_insert_all(&hand->of->states, &hand->states, hand, keys, count);
  for (size_t i = 0; i < count; i++) {
    items[i].hash = keys[i].hash;
    items[i].number = keys[i].number;
    items[i].is_new = keys[i].is_new;
  }
}

static void insert_batch(pool_hand *hand, pool_item *items, size_t count) {
  if (hand->of->compressed) {
    insert_compressed(hand, items, count);
  } else {
    for (size_t i = 0; i < count; i++)
      items[i].hash = store_hash(items[i].bytes, items[i].size);
    pool_set_insert_all(&hand->of->states, &hand->states, hand, items, count);
  }
  uint64_t fresh = 0;
  for (size_t i = 0; i < count; i++)
    fresh += items[i].is_new;
  atomic_store_explicit(
      &hand->count,
      atomic_load_explicit(&hand->count, memory_order_relaxed) + fresh,
      memory_order_relaxed);
}

void pool_insert_all(pool_hand *hand, pool_item *items, size_t count) {
  pool_hand_enter(hand);
  for (size_t done = 0; done < count; done += POOL_BATCH)
    insert_batch(hand, items + done,
                 count - done < POOL_BATCH ? count - done : POOL_BATCH);
  pool_hand_leave(hand);
}

uint32_t pool_find(pool_hand *hand, const uint8_t *bytes, uint32_t size) {
  pool_item key = {.bytes = bytes, .size = size};
  uint64_t root;
  uint32_t number = POOL_NONE;
  pool_hand_enter(hand);
  if (!hand->of->compressed) {
    key.hash = store_hash(bytes, size);
    number = pool_set_find(&hand->of->states, &key);
  } else if (pool_tree_find(hand, bytes, size, &root)) {
    key.bytes = (const uint8_t *)&root;
    key.hash = root_hash(root, size);
    number = pool_set_find(&hand->of->states, &key);
  }
  pool_hand_leave(hand);
  return number;
}

uint32_t pool_copy(pool_hand *hand, uint32_t number, uint8_t *out) {
  uint32_t size;
  const uint8_t *at = pool_key_at(&hand->of->states, number, &size);
  assert(size <= hand->of->most_bytes);
  if (hand->of->compressed) {
    uint64_t root;
    memcpy(&root, at, sizeof root);
    pool_tree_copy(hand, root, size, out);
  } else if (size) {
    memcpy(out, at, size);
  }
  return size;
}

uint64_t pool_count(const pool *p) {
  uint64_t count = 0;
  for (pool_hand *hand = atomic_load(&p->hands); hand; hand = hand->next)
    count += atomic_load_explicit(&hand->count, memory_order_relaxed);
  return count;
}

size_t pool_memory(const pool *p) {
  size_t memory = p->memory;
  for (pool_hand *hand = atomic_load(&p->hands); hand; hand = hand->next)
    memory += atomic_load_explicit(&hand->memory, memory_order_relaxed);
  return memory;
}
