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

enum { MOST_LEVELS = 32, PAIR = 8, NEAR = 4 };

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

/* Room for the levels of so many words, each about half the one before; what is
 * in them is of a state with as many words, or nothing. Until 'words' is set
 * again it is nothing: whoever fails meanwhile leaves no half-written tree. */
static bool take_branch(pool_hand *hand, uint32_t words) {
  pool_branch *branch = &hand->branch;
  bool known = branch->words == words;
  branch->words = POOL_NONE;
  if (!known) {
    vec_resize(hand->m, &branch->refs, 2 * (size_t)words + MOST_LEVELS);
    vec_resize(hand->m, &branch->changed, 2 * ((size_t)words + 2));
  }
  return known;
}

static uint32_t word_at(const uint8_t *bytes, uint32_t size, uint32_t i) {
  uint32_t word = 0;
  if (i < size / 4)
    memcpy(&word, bytes + (size_t)i * 4, 4);
  else
    memcpy(&word, bytes + (size_t)i * 4, size % 4);
  return word;
}

static pool_recent *recent_of(pool_hand *hand, uint64_t hash) {
  return &hand->recent[hash >> 16 & (POOL_RECENT - 1)];
}

/* The reference to a pair; POOL_NONE: it is not there, and not to be added. */
static uint32_t refer(pool_hand *hand, uint64_t pair, bool add) {
  pool_item key = {
      .bytes = (const uint8_t *)&pair, .hash = pair_hash(pair), .size = PAIR};
  if (!add)
    return pool_set_find(&hand->of->pairs, &key);
  pool_recent *recent = recent_of(hand, key.hash);
  if (recent->ref_plus_one && recent->pair == pair)
    return recent->ref_plus_one - 1;
  pool_set_insert(&hand->of->pairs, &hand->pairs, hand, &key);
  *recent = (pool_recent){.pair = pair, .ref_plus_one = key.number + 1};
  return key.number;
}

/* The whole tree, which becomes the branch. False: not there, not added. */
static bool climb(pool_hand *hand, const uint8_t *bytes, uint32_t size,
                  bool add, uint64_t *root) {
  pool_branch *branch = &hand->branch;
  uint32_t words = words_of(size), n = words;
  take_branch(hand, words);
  uint32_t *level = branch->refs.at;
  for (uint32_t i = 0; i < words; i++)
    level[i] = word_at(bytes, size, i);
  for (; n > 2; n = n / 2 + n % 2) {
    uint32_t *above = level + n;
    for (uint32_t i = 0; i < n; i += 2) {
      uint32_t ref = level[i];
      if (i + 1 < n)
        ref = refer(hand, pair_of(ref, level[i + 1]), add);
      if (ref == POOL_NONE && i + 1 < n)
        return false;
      above[i / 2] = ref;
    }
    level = above;
  }
  branch->words = words;
  *root = n == 0 ? 0 : pair_of(level[0], n == 2 ? level[1] : 0);
  return true;
}

bool pool_tree_find(pool_hand *hand, const uint8_t *bytes, uint32_t size,
                    uint64_t *root) {
  return climb(hand, bytes, size, false, root);
}

/* States near the branch. */

/* Of several states, level by level, so that the pairs of all of them are
 * looked up side by side. What is not in a state's list of changes is as in the
 * branch. */
typedef struct group {
  pool_hand *h;
  size_t count;                                  /* of states */
  size_t first[POOL_BATCH], changes[POOL_BATCH]; /* of each, in the list */
  size_t wanted; /* pairs to be looked up; each key's bytes are the change's */
  pool_item keys[POOL_BATCH];
  pool_change *wants[POOL_BATCH];
} group;

/* Adds the state if it is near. */
static bool add_near(group *g, const uint8_t *bytes, uint32_t size) {
  pool_branch *branch = &g->h->branch;
  uint32_t words = words_of(size);
  if (branch->words != words)
    return false;
  size_t first = branch->changes.count, most = NEAR + words / 4;
  vec_reserve(g->h->m, &branch->changes, most);
  for (uint32_t i = 0; i < words; i++) {
    uint32_t word = word_at(bytes, size, i);
    if (branch->refs.at[i] == word)
      continue;
    if (branch->changes.count == first + most) {
      branch->changes.count = first;
      return false;
    }
    branch->changes.at[branch->changes.count++] =
        (pool_change){.pair = word, .index = i};
  }
  g->first[g->count] = first;
  g->changes[g->count++] = branch->changes.count - first;
  return true;
}

static void look_up(group *g) {
  pool_hand *hand = g->h;
  pool_set_insert_all(&hand->of->pairs, &hand->pairs, hand, g->keys, g->wanted);
  for (size_t i = 0; i < g->wanted; i++) {
    uint32_t number = g->keys[i].number;
    *recent_of(hand, g->keys[i].hash) =
        (pool_recent){.pair = g->wants[i]->pair, .ref_plus_one = number + 1};
    g->wants[i]->pair = number;
  }
  g->wanted = 0;
}

/* The change is a pair; it will be the reference to it after look_up. */
static void want(group *g, pool_change *change) {
  uint64_t hash = pair_hash(change->pair);
  const pool_recent *recent = recent_of(g->h, hash);
  if (recent->ref_plus_one && recent->pair == change->pair) {
    change->pair = recent->ref_plus_one - 1;
    return;
  }
  g->keys[g->wanted] = (pool_item){
      .bytes = (const uint8_t *)&change->pair, .hash = hash, .size = PAIR};
  g->wants[g->wanted++] = change;
  if (g->wanted == POOL_BATCH)
    look_up(g);
}

/* Changes on a level of 'n' become those on the next; their number. */
static size_t lift(group *g, const uint32_t *level, uint32_t n,
                   pool_change *list, size_t count) {
  size_t kept = 0;
  for (size_t k = 0; k < count; k++) {
    uint32_t i = list[k].index, ref = (uint32_t)list[k].pair;
    bool has_two = (i | 1) < n;
    uint32_t other = has_two ? level[i ^ 1] : 0;
    if (has_two && k + 1 < count && list[k + 1].index == (i | 1) && !(i & 1))
      other = (uint32_t)list[++k].pair;
    pool_change *change = &list[kept++];
    change->index = i / 2;
    change->pair = !has_two ? ref
                   : i & 1  ? pair_of(other, ref)
                            : pair_of(ref, other);
    if (has_two)
      want(g, change);
  }
  return kept;
}

static void lift_all(group *g, uint64_t *roots) {
  pool_branch *branch = &g->h->branch;
  uint32_t n = branch->words;
  const uint32_t *level = branch->refs.at;
  for (; n > 2; level += n, n = n / 2 + n % 2) {
    for (size_t i = 0; i < g->count; i++)
      g->changes[i] =
          lift(g, level, n, branch->changes.at + g->first[i], g->changes[i]);
    look_up(g);
  }
  for (size_t i = 0; i < g->count; i++) {
    uint32_t top[2] = {n > 0 ? level[0] : 0, n > 1 ? level[1] : 0};
    for (size_t k = 0; k < g->changes[i]; k++) {
      const pool_change *change = &branch->changes.at[g->first[i] + k];
      top[change->index] = (uint32_t)change->pair;
    }
    roots[i] = pair_of(top[0], top[1]);
  }
}

void pool_tree_insert_all(pool_hand *hand, const pool_item *items, size_t count,
                          uint64_t *roots) {
  for (size_t done = 0; done < count;) {
    group g = {.h = hand};
    hand->branch.changes.count = 0;
    while (done + g.count < count && add_near(&g, items[done + g.count].bytes,
                                              items[done + g.count].size))
      ;
    lift_all(&g, roots + done);
    done += g.count;
    if (done < count) {
      climb(hand, items[done].bytes, items[done].size, true, &roots[done]);
      done++;
    }
  }
}

static uint64_t pair_at(const pool_set *set, uint32_t ref) {
  uint32_t size;
  uint64_t pair;
  memcpy(&pair, pool_key_at(set, ref, &size), sizeof pair);
  return pair;
}

/* Down from the root, only where references are not those already there: what
 * is below equal ones is equal. */
void pool_tree_copy(pool_hand *hand, uint64_t root, uint32_t size,
                    uint8_t *out) {
  pool_branch *branch = &hand->branch;
  uint32_t words = words_of(size), sizes[MOST_LEVELS], levels = 0;
  bool known = take_branch(hand, words);
  uint32_t *level = branch->refs.at, *changed = branch->changed.at;
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
      uint64_t pair = has_two ? pair_at(&hand->of->pairs, ref) : ref;
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
  branch->words = words;
  if (size)
    memcpy(out, branch->refs.at, size);
}
