/* A set of states that threads share. A state has a number; what is known of it
 * is kept in arrays by number ('pool_words').
 *
 * Nobody waits for a lock: the hash table is a directory of small blocks of
 * slots (extendible hashing: Fagin, Nievergelt, Pippenger and Strong 1979). A
 * slot holds a number and 32 bits of the hash, and is filled by one
 * compare-and-swap after the state's bytes have been written. A block that is
 * three quarters full (compressed: seven eighths) is split in two by whoever
 * meets it (the directory is doubled when it must be), while the others work on
 * in all other blocks: the table grows without stopping the world.
 *
 * Compressed: a state is a tree of pairs of 32-bit words, shared between states
 * (Laarman, van de Pol, Weber: tree compression): whatever its length, a state
 * takes 8 bytes, a slot, and what is new of its tree.
 *
 * Who uses a number must have got it from an insertion of its own, or from the
 * thread that did, in a way that orders memory (release there, acquire here).
 * Numbers are below 2^32 - 256; each hand leaves at most some hundreds unused
 * for each length of states. Beyond: MEM_LIMIT. */
#ifndef ENGINE_PARALLEL_POOL_H
#define ENGINE_PARALLEL_POOL_H

#include "base/vec.h"

#include <stdatomic.h>
#include <stdbool.h>

#define POOL_NONE UINT32_MAX

typedef struct pool pool;
typedef struct pool_hand pool_hand; /* one for each thread */

/* No state is longer than 'most_bytes'. What a hand needs it takes from the
 * memory it was made with; that must live as long as the pool is used. */
pool *pool_new(mem *m, uint32_t most_bytes, bool compressed);
pool_hand *pool_take_hand(pool *p, mem *m);

typedef struct pool_item {
  const uint8_t *bytes;
  uint64_t hash; /* set by pool_insert_all */
  uint32_t size;
  uint32_t number; /* set by it, below 2^32 - 1 */
  bool is_new;     /* set by it: of all threads exactly one is told so */
} pool_item;

/* Inserts several, in order; their places are looked up side by side. */
void pool_insert_all(pool_hand *hand, pool_item *items, size_t count);
/* The number, or POOL_NONE. */
uint32_t pool_find(pool_hand *hand, const uint8_t *bytes, uint32_t size);
/* The state's bytes into 'out', which has room for most_bytes; its size. */
uint32_t pool_copy(pool_hand *hand, uint32_t number, uint8_t *out);

uint64_t pool_count(const pool *p); /* of states */
size_t pool_memory(const pool *p);  /* bytes in use */

/* An array of words by number, zero at first, that never moves. */
typedef struct pool_words pool_words;
pool_words *pool_words_new(mem *m);
_Atomic uint32_t *pool_word(pool_words *words, pool_hand *hand,
                            uint32_t number);

#endif
