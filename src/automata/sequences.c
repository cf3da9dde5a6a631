#include "automata/sequences.h"

#include "base/map.h"

#include <assert.h>
#include <stdlib.h>

void sequences_free(mem *m, sequences *t) {
  vec_free(m, &t->at);
  vec_free(m, &t->first);
  vec_free(m, &t->hash);
  mem_free(m, t->slots);
  t->slots = NULL;
  t->mask = 0;
}

static uint32_t hash_of(const uint32_t *at, size_t count) {
  uint64_t h = UINT64_C(0xCBF29CE484222325) ^ count;
  for (; count >= 2; at += 2, count -= 2) {
    h = (h ^ map_pair(at[0], at[1])) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 29;
  }
  if (count)
    h = (h ^ at[0]) * UINT64_C(0xBF58476D1CE4E5B9);
  return (uint32_t)(h ^ h >> 32);
}

static void enlarge(mem *m, sequences *t) {
  uint32_t slots = t->slots ? 2 * (t->mask + 1) : 64;
  if (slots == 0)
    mem_raise(m->budget, MEM_LIMIT);
  uint32_t *fresh = mem_array(m, slots, sizeof *fresh);
  mem_free(m, t->slots);
  t->slots = fresh;
  t->mask = slots - 1;
  for (uint32_t n = 0; n < t->hash.count; n++) {
    uint32_t i = t->hash.at[n];
    while (fresh[i & t->mask])
      i++;
    fresh[i & t->mask] = n + 1;
  }
}

uint32_t sequences_insert(mem *m, sequences *t, const uint32_t *at,
                          size_t count) {
  assert(at || count == 0);
  uint32_t h = hash_of(at, count), i = h;
  if (2 * t->hash.count >= t->mask)
    enlarge(m, t);
  for (; t->slots[i & t->mask]; i++) {
    uint32_t n = t->slots[i & t->mask] - 1;
    if (t->hash.at[n] == h && sequences_length(t, n) == count &&
        (count == 0 || memcmp(sequences_at(t, n), at, count * sizeof *at) == 0))
      return n;
  }
  if (t->at.count + count >= UINT32_MAX)
    mem_raise(m->budget, MEM_LIMIT);
  if (t->first.count == 0)
    vec_push(m, &t->first, 0);
  bool own = t->at.at && at >= t->at.at && at < t->at.at + t->at.count;
  size_t offset = own ? (size_t)(at - t->at.at) : 0;
  vec_reserve(m, &t->at, count);
  if (own)
    at = t->at.at + offset;
  if (count)
    memcpy(t->at.at + t->at.count, at, count * sizeof *at);
  t->at.count += count;
  vec_push(m, &t->first, (uint32_t)t->at.count);
  vec_push(m, &t->hash, h);
  t->slots[i & t->mask] = (uint32_t)t->hash.count;
  debug_check_grown(t->hash.count, check_sequences(t));
  return (uint32_t)t->hash.count - 1;
}

#ifndef NDEBUG
void check_sequences(const sequences *t) {
  uint32_t count = sequences_count(t), used = 0;
  assert((t->mask & (t->mask + 1)) == 0);
  assert(count == 0 || (t->first.count == (size_t)count + 1 &&
                        vec_last(&t->first) == t->at.count));
  for (uint32_t i = 0; t->slots && i <= t->mask; i++)
    used += t->slots[i] != 0;
  assert(used == count && used <= t->mask / 2 + 1);
  for (uint32_t n = 0; n < count; n++) {
    assert(t->first.at[n] <= t->first.at[n + 1]);
    assert(hash_of(sequences_at(t, n), sequences_length(t, n)) ==
           t->hash.at[n]);
    uint32_t i = t->hash.at[n];
    while (t->slots[i & t->mask] != n + 1) {
      assert(t->slots[i & t->mask] != 0); /* else it is lost */
      i++;
    }
  }
}
#endif

bool sequences_within(const sequences *t, uint32_t inner, uint32_t outer) {
  const uint32_t *a = sequences_at(t, inner), *b = sequences_at(t, outer);
  const uint32_t *a_end = a + sequences_length(t, inner);
  const uint32_t *b_end = b + sequences_length(t, outer);
  if (inner == outer)
    return true;
  if (a_end - a > b_end - b)
    return false;
  for (; a != a_end; a++, b++) {
    while (b != b_end && *b < *a)
      b++;
    if (b == b_end || *b != *a)
      return false;
  }
  return true;
}

bool sequences_has(const sequences *t, uint32_t set, uint32_t value) {
  const uint32_t *a = sequences_at(t, set);
  for (uint32_t n = sequences_length(t, set); n > 0; n--, a++)
    if (*a == value)
      return true;
  return false;
}

uint32_t sequences_union(mem *m, sequences *t, uint32_t a, uint32_t b) {
  assert(a < sequences_count(t) && b < sequences_count(t));
  if (a == b || sequences_within(t, b, a))
    return a;
  size_t count = (size_t)sequences_length(t, a) + sequences_length(t, b), n = 0;
  uint32_t *all = mem_array(m, count, sizeof *all);
  const uint32_t *x = sequences_at(t, a), *y = sequences_at(t, b);
  const uint32_t *x_end = x + sequences_length(t, a);
  const uint32_t *y_end = y + sequences_length(t, b);
  while (x != x_end || y != y_end) {
    uint32_t next = y == y_end || (x != x_end && *x <= *y) ? *x : *y;
    x += x != x_end && *x == next;
    y += y != y_end && *y == next;
    all[n++] = next;
  }
  uint32_t result = sequences_insert(m, t, all, n);
  mem_free(m, all);
  return result;
}

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

size_t sequences_sort(uint32_t *numbers, size_t count) {
  size_t kept = 0;
  if (count > 1)
    qsort(numbers, count, sizeof *numbers, compare);
  for (size_t i = 0; i < count; i++)
    if (kept == 0 || numbers[kept - 1] != numbers[i])
      numbers[kept++] = numbers[i];
  return kept;
}
