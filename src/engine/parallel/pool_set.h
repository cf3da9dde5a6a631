/* Inside the pool: a set of keys, which are strings of bytes with a size, that
 * have numbers. The pool has one for its states; a compressed one has one for
 * pairs of references, and one for the states, whose keys are pairs, too.
 *
 * Table. Blocks form a binary tree by the first bits of the hash; only leaves
 * are filled. The directory is a short cut into it: an entry is some block on
 * the way to the leaf, most often the leaf. So nothing depends on when an entry
 * is brought up to date, nor on which of two directories a thread sees.
 *   A slot is 0 (free), or POOL_FROZEN, or a tag (32 bits of the hash) above a
 * number plus one. Changes: free to one of the others, never back. Invariant:
 * from the place that the tag decides to the slot there is no free and no
 * frozen slot; so who meets one of these knows that the key is not in this
 * block, and who meets a frozen one goes on in the block's halves.
 *   Split: whoever does it allocates all that it needs, freezes the free slots,
 * copies the others to two new blocks that nobody sees yet, and publishes both
 * with one compare-and-swap. Between freezing and publishing nothing can fail;
 * and if it takes long (the thread may not be running), who waits does the same
 * work anew: the first to publish wins.
 *
 * Order of memory. Bytes of a key, then its run, are written before the
 * compare-and-swap (release) that publishes its number in a slot; slots are
 * read with acquire. The same for a block before the pointer to it.
 *
 * Slots of a block that was split are used again, when no hand is still inside
 * a call that began before (see pool_hand.c). Blocks without slots stay. */
#ifndef ENGINE_PARALLEL_POOL_SET_H
#define ENGINE_PARALLEL_POOL_SET_H

#include "engine/parallel/pool_array.h"

#include <assert.h>

enum {
  POOL_RUN_BITS = 8,
  POOL_RUN = 1 << POOL_RUN_BITS,
  POOL_BLOCK_BITS = 12,     /* slots of a block, as a power */
  POOL_MOST_DIRECTORY = 22, /* bits */
  POOL_BATCH = 64,
  POOL_RECENT = 1 << 13
};

#define POOL_FROZEN (UINT64_MAX << 32)
#define POOL_UNEVEN UINT32_MAX
#define POOL_MOST_RUNS ((UINT64_C(1) << (32 - POOL_RUN_BITS)) - 1)

typedef _Atomic uint64_t pool_slot;

typedef struct pool_block pool_block;
struct pool_block {
  _Atomic(pool_block *) halves; /* two; NULL: not split */
  pool_slot *slots;             /* not to be used once it has halves */
  _Atomic uint32_t used;        /* slots, about (see pool_set.c) */
  atomic_bool claimed;          /* somebody is about to split it */
  uint8_t depth;                /* so many bits of the hash are common to all */
};

typedef struct pool_directory {
  uint32_t depth;
  _Atomic(pool_block *) entries[];
} pool_directory;

/* 256 numbers: the keys one behind the other, all with one size; or, with size
 * POOL_UNEVEN, pointers to them, each behind its size. */
typedef struct pool_run {
  uint8_t *at;
  uint32_t size;
} pool_run;

typedef struct pool_set {
  _Atomic(pool_directory *) directory;
  uint32_t stride; /* bytes of any key; 0: as many as its size */
  uint32_t block_bits;
  _Atomic uint64_t runs_taken;
  pool_array runs;
} pool_set;

/* Where the next key of some size goes. */
typedef struct pool_open {
  uint8_t *at;
  uint32_t next; /* its number */
  uint16_t left; /* in the run */
  uint16_t seen; /* so many of this size are in uneven runs; at 256 the size
                    earns runs of its own, which then waste no more than that */
} pool_open;

/* A hand's part in a set. */
typedef struct pool_writer {
  pool_open *even; /* by size */
  uint32_t even_count;
  pool_open uneven;
} pool_writer;

typedef struct pool_retired {
  pool_slot *slots;
  uint64_t epoch;
} pool_retired;

/* On some level: a word, a reference, or the pair that it will refer to. */
typedef struct pool_change {
  uint64_t pair;
  uint32_t index;
} pool_change;

/* A state that this hand copied or compressed, and the tree above it: those
 * that come next differ from it in few places. */
typedef struct pool_branch {
  vec(uint32_t) refs;       /* all levels; words first */
  vec(uint32_t) changed;    /* of a level, and of the next */
  vec(pool_change) changes; /* in those that come next */
  uint32_t words;           /* of the state; POOL_NONE: none is known */
} pool_branch;

/* A pair that was looked up not long ago. */
typedef struct pool_recent {
  uint64_t pair;
  uint32_t ref_plus_one; /* 0: none */
} pool_recent;

struct pool_hand {
  pool *of;
  mem *m;
  pool_hand *next;          /* of all */
  _Atomic uint64_t entered; /* the epoch when its call began; 0: in none */
  _Atomic uint64_t count;   /* of states that were new to all */
  _Atomic uint64_t memory;  /* that it has taken */
  uint8_t *room, *room_end; /* for keys */
  pool_writer states, pairs;
  vec(pool_slot *) spare; /* all zero */
  vec(pool_retired) retired;
  pool_block *spare_halves;
  size_t arrays; /* of slots that it has allocated */
  pool_branch branch;
  pool_recent *recent; /* by hash */
};

struct pool {
  _Atomic(pool_hand *) hands;
  _Atomic uint64_t epoch;
  uint32_t most_bytes;
  bool compressed;
  pool_set states, pairs;
  size_t memory; /* without that of the hands */
};

/* pool.c */

/* As pool_new, with blocks of 1 << block_bits slots: for tests. */
pool *pool_new_of(mem *m, uint32_t most_bytes, bool compressed,
                  uint32_t block_bits);

/* pool_hand.c */

void *pool_hand_alloc(pool_hand *hand, size_t size);
void pool_hand_free(pool_hand *hand, void *p, size_t size);
/* Contiguous room for so many bytes at h->room. */
void pool_hand_room(pool_hand *hand, size_t size);
/* The same, and takes it; on a multiple of 8. */
uint8_t *pool_hand_take(pool_hand *hand, size_t size);
void pool_hand_enter(pool_hand *hand);
void pool_hand_leave(pool_hand *hand);
/* At least two spare arrays of slots, and place to give back or retire. */
void pool_hand_provide(pool_hand *hand, uint32_t block_bits);
void pool_hand_retire(pool_hand *hand, pool_slot *slots);

/* pool_split.c */

void pool_set_init(pool *p, pool_set *set, mem *m, uint32_t stride,
                   uint32_t block_bits);
void pool_split(pool_set *set, pool_hand *hand, pool_block *block);
/* Splits it, or waits for another who does. */
void pool_see_it_split(pool_set *set, pool_hand *hand, pool_block *block);

/* pool_run.c */

/* No size is more than 'most'. */
void pool_writer_init(pool_writer *writer, const pool_set *set, pool_hand *hand,
                      uint32_t most);
/* Writes a key where the next of its size goes. The number is its own only
 * after pool_keep; before that the next key takes the same place. */
uint32_t pool_write(pool_set *set, pool_writer *writer, pool_hand *hand,
                    const uint8_t *bytes, uint32_t size);
void pool_keep(const pool_set *set, pool_writer *writer, pool_hand *hand,
               uint32_t size);

static inline const pool_run *pool_run_of(const pool_set *s, uint32_t number) {
  pool_place at = pool_array_place(number >> POOL_RUN_BITS);
  const pool_run *piece =
      atomic_load_explicit(&s->runs.pieces[at.piece], memory_order_acquire);
  assert(piece); /* a number is known after its run was written */
  return piece + at.offset;
}

static inline const uint8_t *pool_key_at(const pool_set *s, uint32_t number,
                                         uint32_t *size) {
  const pool_run *run = pool_run_of(s, number);
  uint32_t i = number & (POOL_RUN - 1);
  *size = run->size;
  if (base_unlikely(run->size == POOL_UNEVEN)) {
    const uint8_t *p = ((uint8_t **)(void *)run->at)[i];
    memcpy(size, p, sizeof *size);
    return p + sizeof *size;
  }
  return run->at + (size_t)i * (s->stride ? s->stride : run->size);
}

/* pool_set.c */

/* Hashes are given. */
void pool_set_insert_all(pool_set *set, pool_writer *writer, pool_hand *hand,
                         pool_item *items, size_t count);
void pool_set_insert(pool_set *set, pool_writer *writer, pool_hand *hand,
                     pool_item *item);
uint32_t pool_set_find(const pool_set *set, const pool_item *item);

/* pool_tree.c */

/* The roots of the states' trees. */
void pool_tree_insert_all(pool_hand *hand, const pool_item *items, size_t count,
                          uint64_t *roots);
/* False: a state whose tree was not inserted. */
bool pool_tree_find(pool_hand *hand, const uint8_t *bytes, uint32_t size,
                    uint64_t *root);
void pool_tree_copy(pool_hand *hand, uint64_t root, uint32_t size,
                    uint8_t *out);

#endif
