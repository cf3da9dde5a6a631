/* Sets of states that forget: fixed memory, shared by threads, never locked.
 * Whoever asks twice for the same state is told that it is known the second
 * time; but a state may be taken for others that were stored.
 *
 * COMPACT (Wolper and Leroy 1993; Stern and Dill 1995): open addressing, a slot
 * holds some bits of a hash (never 0; 0 is a free slot). The lines of slots
 * where a state belongs, one after the other, are said by another hash as well,
 * so that it is compared with few. A slot never changes again.
 *
 * BITSTATE (Holzmann 1987): each state sets a few bits, here and there; it is
 * known if all of them are set. A bit is never cleared. */
#ifndef ENGINE_LOSSY_TABLE_H
#define ENGINE_LOSSY_TABLE_H

#include "engine/lossy/lossy.h"

#include <stdatomic.h>

enum { TABLE_LINE = 8 }; /* words of a cache line */

typedef struct lossy_table {
  lossy_kind kind;
  unsigned bits;   /* as in lossy_options, never 0 */
  uint64_t lines;  /* below 2^32 */
  uint64_t factor; /* of the hashes, odd */
  uint64_t place_seed, mark_seed;
  double likeness; /* COMPACT: the chance that two marks are the same */
  _Atomic uint64_t *words;
  _Atomic uint64_t ones; /* BITSTATE: bits that are set, but for what the hands
                            have not told yet */
} lossy_table;

/* What a thread that uses a table keeps for itself. */
typedef struct table_hand {
  double missed; /* as in lossy_odds */
  uint64_t ones; /* not told yet */
} table_hand;

typedef struct table_hash {
  uint64_t place, mark;
} table_hash;

typedef enum table_answer { TABLE_NEW, TABLE_KNOWN, TABLE_FULL } table_answer;

/* As large as 'bytes' allow; at least a line. */
void table_init(lossy_table *table, mem *m, lossy_kind kind, unsigned bits,
                size_t bytes);
/* Empties it; hashes are others with another seed. Nobody else uses it. */
void table_clear(lossy_table *table, uint64_t seed);
void table_free(lossy_table *table, mem *m);
size_t table_bytes(const lossy_table *table);

table_hash table_hash_of(const lossy_table *table, const uint8_t *bytes,
                         uint32_t size);
/* So that the processor need not wait for memory when it is inserted. */
void table_expect(const lossy_table *table, table_hash hash);
table_answer table_insert(lossy_table *table, table_hand *hand,
                          table_hash hash);

/* Different numbers from one: a bijection that spreads every bit. */
static inline uint64_t table_mix(uint64_t z) {
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

#endif
