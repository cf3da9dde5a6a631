#include "base/names.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

void names_free(mem *m, names *t) {
  vec_free(m, &t->text);
  vec_free(m, &t->start);
  mem_free(m, t->slots);
  *t = (names){0};
}

uint32_t names_count(const names *t) {
  return t->start.count ? (uint32_t)t->start.count - 1 : 0;
}

const char *names_text(const names *t, uint32_t n) {
  assert(n < names_count(t));
  return t->text.at + t->start.at[n];
}

size_t names_length(const names *t, uint32_t n) {
  assert(n < names_count(t) && t->start.at[n] < t->start.at[n + 1]);
  return (size_t)t->start.at[n + 1] - t->start.at[n] - 1;
}

static uint32_t hash(const char *text, size_t length) {
  uint64_t h = UINT64_C(0xCBF29CE484222325) ^ length, word;
  for (; length >= 8; text += 8, length -= 8) {
    memcpy(&word, text, 8);
    h = (h ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 29;
  }
  word = 0;
  memcpy(&word, text, length);
  h = (h ^ word) * UINT64_C(0xBF58476D1CE4E5B9);
  return (uint32_t)(h ^ h >> 32);
}

/* The slot of the text, or the free one where it belongs. */
static uint32_t slot_of(const names *t, const char *text, size_t length,
                        uint32_t h) {
  for (uint32_t i = h;; i++) {
    i &= t->mask;
    names_slot slot = t->slots[i];
    if (slot.number == 0 ||
        (slot.hash == h && names_length(t, slot.number - 1) == length &&
         memcmp(names_text(t, slot.number - 1), text, length) == 0))
      return i;
  }
}

static bool is_name(const names *t, uint32_t n, const char *text,
                    size_t length) {
  return n < names_count(t) && names_length(t, n) == length &&
         memcmp(names_text(t, n), text, length) == 0;
}

/* Files repeat names in the order in which they brought them up: the last one
 * again, or the one after it, perhaps after a glance elsewhere. That is found
 * without a traversal to some far slot. */
static bool guess(const names *t, const char *text, size_t length,
                  uint32_t *n) {
  const uint32_t likely[] = {t->last, t->last + 1, t->before, t->before + 1};
  for (int i = 0; i < 4; i++)
    if (is_name(t, likely[i], text, length)) {
      *n = likely[i];
      return true;
    }
  return false;
}

static uint32_t remember(names *t, uint32_t n) {
  assert(n < names_count(t));
  if (n != t->last && n != t->last + 1)
    t->before = t->last;
  return t->last = n;
}

uint32_t names_find(const names *t, const char *text, size_t length) {
  text = length ? text : "";
  if (!t->slots)
    return NAMES_NONE;
  uint32_t i = slot_of(t, text, length, hash(text, length));
  return t->slots[i].number ? t->slots[i].number - 1 : NAMES_NONE;
}

static void names_enlarge(mem *m, names *t) {
  uint32_t count = t->slots ? 2 * (t->mask + 1) : 16;
  if (count == 0)
    mem_raise(m->budget, MEM_LIMIT);
  names_slot *slots = mem_array(m, count, sizeof *slots);
  for (uint32_t i = 0; t->slots && i <= t->mask; i++)
    if (t->slots[i].number) {
      uint32_t j = t->slots[i].hash;
      while (slots[j & (count - 1)].number)
        j++;
      slots[j & (count - 1)] = t->slots[i];
    }
  mem_free(m, t->slots);
  t->slots = slots;
  t->mask = count - 1;
}

uint32_t names_insert(mem *m, names *t, const char *text, size_t length) {
  uint32_t n;
  text = length ? text : "";
  if (guess(t, text, length, &n))
    return remember(t, n);
  if (names_count(t) >= t->mask / 3 * 2)
    names_enlarge(m, t);
  if (t->start.count == 0)
    vec_push(m, &t->start, 0);
  uint32_t h = hash(text, length), i = slot_of(t, text, length, h);
  if (t->slots[i].number)
    return remember(t, t->slots[i].number - 1);
  if (length >= UINT32_MAX - 1 - t->text.count)
    mem_raise(m->budget, MEM_LIMIT);
  vec_reserve(m, &t->text, length + 1);
  vec_reserve(m, &t->start, 1);
  memcpy(t->text.at + t->text.count, text, length);
  t->text.count += length;
  t->text.at[t->text.count++] = '\0';
  t->start.at[t->start.count++] = (uint32_t)t->text.count;
  t->slots[i] = (names_slot){names_count(t), h};
  debug_check_grown(names_count(t), check_names(t));
  return remember(t, names_count(t) - 1);
}

#ifndef NDEBUG
void check_names(const names *t) {
  assert((t->mask & (t->mask + 1)) == 0);
  assert(names_count(t) == 0 || (t->start.at[0] == 0 && t->slots));
  assert(names_count(t) == 0 || vec_last(&t->start) == t->text.count);
  for (uint32_t n = 0; n < names_count(t); n++) {
    assert(names_text(t, n)[names_length(t, n)] == '\0');
    assert(names_find(t, names_text(t, n), names_length(t, n)) == n);
  }
}
#endif

/* Levenshtein's distance, in which two neighbours that have changed places are
 * one mistake, too (Damerau); short texts only. */
enum { NEAREST_LENGTH = 40 };

static size_t distance(const char *a, size_t n, const char *b, size_t k) {
  size_t row[NEAREST_LENGTH + 1], last[NEAREST_LENGTH + 1];
  size_t before[NEAREST_LENGTH + 1] = {0}; /* of a without its last two */
  assert(k <= NEAREST_LENGTH);
  for (size_t j = 0; j <= k; j++)
    row[j] = j;
  for (size_t i = 1; i <= n; i++) {
    size_t diagonal = row[0];
    memcpy(last, row, (k + 1) * sizeof *row);
    row[0] = i;
    for (size_t j = 1; j <= k; j++) {
      size_t best = diagonal + (a[i - 1] != b[j - 1]);
      bool is_swapped =
          i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      diagonal = row[j];
      if (is_swapped && before[j - 2] + 1 < best)
        best = before[j - 2] + 1;
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      row[j] = best;
    }
    memcpy(before, last, (k + 1) * sizeof *row);
  }
  return row[k];
}

uint32_t names_nearest(const names *t, const char *text, size_t length) {
  enum { MOST_NAMES = 10000 }; /* a suggestion is not worth a long search */
  uint32_t best = NAMES_NONE;
  size_t closest = length / 3 + 1;
  if (length > NEAREST_LENGTH)
    return NAMES_NONE;
  for (uint32_t n = 0; n < names_count(t) && n < MOST_NAMES; n++) {
    size_t other = names_length(t, n);
    if (other > NEAREST_LENGTH || other + closest < length ||
        length + closest < other)
      continue;
    size_t d = distance(text, length, names_text(t, n), other);
    if (d < closest) {
      closest = d;
      best = n;
    }
  }
  return best;
}
