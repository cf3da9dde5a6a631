/* A set of states, which are strings of bytes, as dense numbers 0, 1, 2, ... in
 * the order of first insertion. What is known of a state is kept by its owner
 * in arrays by number.
 *
 * Bytes live in large blocks that never move. As long as all states have one
 * length they lie one behind the other, and a number tells the place; from the
 * first state of another length on, each is behind its length, and its place is
 * kept.
 * A slot of the hash table holds a number plus one and 32 bits of the hash; the
 * place of a slot is decided by those same bits, so that neither a miss nor a
 * larger table looks at the states. Invariant: at most 3/4 of the slots are
 * used; between a state's place and its slot there is no free slot.
 *
 * For threads, later: a slot is one word, so that an insertion is one
 * compare-and-swap after the bytes have been written; each thread then fills
 * blocks of its own and takes numbers from a counter in runs of 256, the size
 * of a group below; only growing needs all of them to stop. */
#ifndef ENGINE_EXPLICIT_STORE_H
#define ENGINE_EXPLICIT_STORE_H

#include "base/vec.h"

#include <stdbool.h>

#define STORE_NONE UINT32_MAX

enum { STORE_GROUP = 256 };

typedef struct store {
  mem *m;
  uint32_t count;
  uint32_t even; /* so many have the length of the first, 'length' */
  uint32_t length, length_bits; /* 1 << length_bits of them in a block */
  vec(uint8_t *) even_blocks;
  vec(uint8_t *) blocks; /* of the others */
  uint32_t block_bits;   /* a block has 1 << block_bits bytes */
  uint64_t end;          /* where the next state goes: block, then offset */
  vec(uint64_t) group;   /* where the others number 0, 256, 512, ... are */
  vec(uint32_t) place;   /* of each of them, from its group's first */
  uint64_t *slots;
  uint32_t slot_bits;
  uint64_t looked_at; /* statistics: states whose bytes were compared */
} store;

/* No state is longer than 'most_bytes'. */
void store_init(store *s, mem *m, uint32_t most_bytes);
void store_free(store *s);

static inline uint32_t store_count(const store *s) { return s->count; }

uint64_t store_hash(const uint8_t *bytes, uint32_t size);

/* 'hash' is that of the bytes. The state is new iff the result was the count
 * before. Beyond 2^31 states MEM_LIMIT is raised. */
uint32_t store_insert(store *s, const uint8_t *bytes, uint32_t size,
                      uint64_t hash);

/* Inserts several, in order. Their places are looked up side by side, so that
 * the processor waits for memory once and not for each. */
typedef struct store_item {
  const uint8_t *bytes;
  uint64_t hash; /* set by store_insert_all */
  uint32_t size;
  uint32_t number; /* set by store_insert_all */
} store_item;
void store_insert_all(store *s, store_item *items, size_t count);

/* The number, or STORE_NONE. */
uint32_t store_find(const store *s, const uint8_t *bytes, uint32_t size,
                    uint64_t hash);

/* Valid until the store is freed. */
const uint8_t *store_at(const store *s, uint32_t number, uint32_t *size);

/* Asserts the invariant, and that each state is found. */
void check_store(const store *s);

size_t store_memory(const store *s); /* bytes in use */

#endif
