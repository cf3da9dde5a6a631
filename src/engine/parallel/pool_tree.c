/* Compression: the words of a state are the leaves of a balanced tree; each
 * inner node is a pair of references to what is below it, kept once for all
 * states in the set of pairs, whose numbers are the references. Only the root,
 * a pair of references as well, is kept for each state (A. Laarman, J. van de
 * Pol, M. Weber: Parallel Recursive State Compression for Free, 2011).
 *
 * Levels: level 0 are the words; of n elements the next level has n/2, rounded
 * up, one for each pair; a last one without a partner goes up as it is. The
 * level with at most two is the root. The size of a state tells the levels, so
 * size and root together tell the state. */
#include "engine/parallel/pool_set.h"

#include <assert.h>

enum { MOST_LEVELS = 32 };

static uint32_t words_of(uint32_t size) { return size / 4 + (size % 4 != 0); }

static uint64_t pair_hash(uint64_t pair) {
  uint64_t x = pair * UINT64_C(0x9E3779B97F4A7C15);
  x ^= x >> 32;
  x *= UINT64_C(0xBF58476D1CE4E5B9);
  x ^= x >> 29;
  return x * UINT64_C(0x9E3779B97F4A7C15);
}

static uint64_t pair_of(uint32_t low, uint32_t high) {
  return low | (uint64_t)high << 32;
}

/* Room for the levels of so many words, each a little less than half the one
 * before; what is in them is of a state with as many words, or nothing. */
static bool take_branch(pool_hand *h, uint32_t words) {
  pool_branch *b = &h->branch;
  bool known = b->words == words;
  b->words = POOL_NONE;
  if (!known) {
    vec_resize(h->m, &b->refs, 2 * (size_t)words + MOST_LEVELS);
    vec_resize(h->m, &b->changed, 2 * ((size_t)words + 2));
  }
  return known;
}

/* Writes the words; those that are not as before, in order, in 'changed'. */
static size_t write_words(pool_branch *b, bool known, const uint8_t *bytes,
                          uint32_t size) {
  size_t count = 0;
  uint32_t words = words_of(size);
  for (uint32_t i = 0; i < words; i++) {
    uint32_t word = 0;
    if (i < size / 4)
      memcpy(&word, bytes + (size_t)i * 4, 4);
    else
      memcpy(&word, bytes + (size_t)i * 4, size % 4);
    if (known && b->refs.at[i] == word)
      continue;
    b->refs.at[i] = word;
    b->changed.at[count++] = i;
  }
  return count;
}

/* The reference to a pair; POOL_NONE: it is not there, and not to be added. */
static uint32_t refer(pool_hand *h, uint64_t pair, bool add) {
  pool_item key = {
      .bytes = (const uint8_t *)&pair, .hash = pair_hash(pair), .size = 8};
  if (!add)
    return pool_set_find(&h->of->pairs, &key);
  pool_set_insert(&h->of->pairs, &h->pairs, h, &key);
  return key.number;
}

static bool climb(pool_hand *h, const uint8_t *bytes, uint32_t size, bool add,
                  uint64_t *root) {
  pool_branch *b = &h->branch;
  uint32_t n = words_of(size);
  size_t count = write_words(b, take_branch(h, n), bytes, size);
  uint32_t *level = b->refs.at, *changed = b->changed.at;
  while (n > 2) {
    uint32_t *above = level + n, last = UINT32_MAX;
    size_t next = 0;
    for (size_t k = 0; k < count; k++) {
      uint32_t i = changed[k] / 2, ref = level[2 * i];
      if (i == last)
        continue;
      last = i;
      if (2 * i + 1 < n) {
        ref = refer(h, pair_of(ref, level[2 * i + 1]), add);
        if (ref == POOL_NONE)
          return false;
      }
      above[i] = ref;
      changed[next++] = i;
    }
    count = next;
    level = above;
    n = n / 2 + n % 2;
  }
  b->words = words_of(size);
  *root = n == 0 ? 0 : pair_of(level[0], n == 2 ? level[1] : 0);
  return true;
}

uint64_t pool_tree_insert(pool_hand *h, const uint8_t *bytes, uint32_t size) {
  uint64_t root = 0;
  bool added = climb(h, bytes, size, true, &root);
  assert(added);
  (void)added;
  return root;
}

bool pool_tree_find(pool_hand *h, const uint8_t *bytes, uint32_t size,
                    uint64_t *root) {
  return climb(h, bytes, size, false, root);
}

static uint64_t pair_at(const pool_set *s, uint32_t ref) {
  uint32_t size;
  uint64_t pair;
  memcpy(&pair, pool_key_at(s, ref, &size), sizeof pair);
  return pair;
}

/* Down from the root, only where references are not those already there: what
 * is below equal ones is equal. */
void pool_tree_copy(pool_hand *h, uint64_t root, uint32_t size, uint8_t *out) {
  pool_branch *b = &h->branch;
  uint32_t words = words_of(size), sizes[MOST_LEVELS], levels = 0;
  bool known = take_branch(h, words);
  uint32_t *level = b->refs.at, *changed = b->changed.at;
  for (sizes[0] = words; sizes[levels] > 2; levels++) {
    level += sizes[levels];
    sizes[levels + 1] = sizes[levels] / 2 + sizes[levels] % 2;
  }
  size_t count = 0;
  for (uint32_t i = 0; i < sizes[levels]; i++) {
    uint32_t ref = (uint32_t)(root >> (32 * i));
    if (known && level[i] == ref)
      continue;
    level[i] = ref;
    changed[count++] = i;
  }
  uint32_t *next = changed + words + 2;
  while (levels--) {
    uint32_t n = sizes[levels], *below = level - n;
    size_t more = 0;
    for (size_t k = 0; k < count; k++) {
      uint32_t i = 2 * changed[k], ref = level[changed[k]];
      bool has_two = i + 1 < n;
      uint64_t pair = has_two ? pair_at(&h->of->pairs, ref) : ref;
      for (uint32_t j = i; j < i + 1 + has_two; j++, pair >>= 32)
        if (!known || below[j] != (uint32_t)pair) {
          below[j] = (uint32_t)pair;
          next[more++] = j;
        }
    }
    uint32_t *swap = changed;
    changed = next;
    next = swap;
    count = more;
    level = below;
  }
  b->words = words;
  if (size)
    memcpy(out, b->refs.at, size);
}
