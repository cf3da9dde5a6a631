#include "engine/explicit/store.h"

#include "base/check.h"

#include <assert.h>

enum { LEAST_BLOCK_BITS = 16, FIRST_SLOT_BITS = 10, MOST_LENGTH = 5 };

#define MOST_STATES (UINT32_C(1) << 31)

void store_init(store *s, mem *m, uint32_t most_bytes) {
  assert(most_bytes <= UINT32_MAX - MOST_LENGTH);
  *s = (store){
      .m = m, .block_bits = LEAST_BLOCK_BITS, .slot_bits = FIRST_SLOT_BITS};
  /* At most a quarter of a block stays empty at its end. */
  while ((UINT64_C(1) << s->block_bits) <
         4 * ((uint64_t)most_bytes + MOST_LENGTH))
    s->block_bits++;
  s->slots = mem_array(m, (size_t)1 << s->slot_bits, sizeof *s->slots);
}

void store_free(store *s) {
  for (size_t i = 0; i < s->blocks.count; i++)
    mem_free(s->m, s->blocks.at[i]);
  for (size_t i = 0; i < s->even_blocks.count; i++)
    mem_free(s->m, s->even_blocks.at[i]);
  vec_free(s->m, &s->blocks);
  vec_free(s->m, &s->even_blocks);
  vec_free(s->m, &s->group);
  vec_free(s->m, &s->place);
  mem_free(s->m, s->slots);
  s->slots = NULL;
}

/* Eight bytes at a time; each round is a bijection of the word for a given
 * state of the hash, the last two spread every bit to the high ones. */
uint64_t store_hash(const uint8_t *bytes, uint32_t size) {
  const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
  uint64_t h = (size + UINT64_C(1)) * odd, word;
  for (; size >= 8; bytes += 8, size -= 8) {
    memcpy(&word, bytes, 8);
    h = (h ^ word) * odd;
    h ^= h >> 29;
  }
  if (size) {
    word = 0;
    memcpy(&word, bytes, size);
    h = (h ^ word) * odd;
    h ^= h >> 29;
  }
  h *= UINT64_C(0xBF58476D1CE4E5B9);
  h ^= h >> 32;
  return h * odd;
}

static size_t slot_of(const store *s, uint64_t hash) {
  return (size_t)(hash >> (64 - s->slot_bits));
}

static uint8_t *address(const store *s, uint64_t place) {
  assert(place >> s->block_bits < s->blocks.count);
  return s->blocks.at[place >> s->block_bits] +
         (place & ((UINT64_C(1) << s->block_bits) - 1));
}

static uint8_t *even_address(const store *s, uint32_t number) {
  assert(number >> s->length_bits < s->even_blocks.count);
  size_t offset = number & ((UINT32_C(1) << s->length_bits) - 1);
  return s->even_blocks.at[number >> s->length_bits] + offset * s->length;
}

/* Of a state behind its length: where that is. */
static uint8_t *uneven_address(const store *s, uint32_t number) {
  assert(number >= s->even && number - s->even < s->place.count);
  uint32_t i = number - s->even;
  return address(s, s->group.at[i / STORE_GROUP] + s->place.at[i]);
}

const uint8_t *store_at(const store *s, uint32_t number, uint32_t *size) {
  assert(number < s->count);
  if (number < s->even) {
    *size = s->length;
    return even_address(s, number);
  }
  const uint8_t *p = uneven_address(s, number);
  uint32_t n = *p++;
  if (base_unlikely(n >= 128)) {
    n &= 127;
    for (uint32_t shift = 7;; shift += 7) {
      n |= (uint32_t)(*p & 127) << shift;
      if (*p++ < 128)
        break;
    }
  }
  *size = n;
  return p;
}

/* Where 'bytes' is, or would be: a slot. */
static size_t store_look(const store *s, const uint8_t *bytes, uint32_t size,
                         uint64_t hash, uint64_t *looked_at) {
  size_t mask = ((size_t)1 << s->slot_bits) - 1;
  assert(s->slots && s->count <= mask); /* a slot is free */
  uint32_t tag = (uint32_t)(hash >> 32);
  for (size_t i = slot_of(s, hash);; i = (i + 1) & mask) {
    uint64_t slot = s->slots[i];
    if (slot == 0)
      return i;
    if ((uint32_t)(slot >> 32) != tag)
      continue;
    uint32_t known;
    const uint8_t *p = store_at(s, (uint32_t)slot - 1, &known);
    ++*looked_at;
    if (known == size && (size == 0 || memcmp(p, bytes, size) == 0))
      return i;
  }
}

/* Slots in order of their places: the larger table is written from its start
 * to its end. */
static void grow(store *s) {
  size_t old = (size_t)1 << s->slot_bits, mask = 2 * old - 1;
  uint64_t *slots = mem_array(s->m, 2 * old, sizeof *slots);
  if (s->slot_bits == 32) /* the tags have no more bits */
    mem_raise(s->m->budget, MEM_LIMIT);
  s->slot_bits++;
  for (size_t k = 0; k < old; k++) {
    uint64_t slot = s->slots[k];
    if (slot == 0)
      continue;
    size_t i = slot_of(s, slot);
    while (slots[i])
      i = (i + 1) & mask;
    slots[i] = slot;
  }
  mem_free(s->m, s->slots);
  s->slots = slots;
}

static void append_even(store *s, const uint8_t *bytes) {
  assert(bytes || s->length == 0);
  assert(s->place.count == 0); /* else a number would be taken */
  if (s->even >> s->length_bits == s->even_blocks.count) {
    vec_push(s->m, &s->even_blocks, NULL);
    vec_last(&s->even_blocks) =
        mem_alloc(s->m, ((size_t)s->length << s->length_bits) + 1);
  }
  if (s->length)
    memcpy(even_address(s, s->even), bytes, s->length);
  s->even++;
}

static void append_uneven(store *s, const uint8_t *bytes, uint32_t size) {
  uint64_t block = UINT64_C(1) << s->block_bits;
  assert((uint64_t)size + MOST_LENGTH <= block);
  if ((s->end & (block - 1)) + size + MOST_LENGTH > block ||
      s->end >> s->block_bits == s->blocks.count) {
    s->end = (uint64_t)s->blocks.count << s->block_bits;
    vec_push(s->m, &s->blocks, NULL);
    vec_last(&s->blocks) = mem_alloc(s->m, (size_t)block);
  }
  if (s->place.count % STORE_GROUP == 0)
    vec_push(s->m, &s->group, s->end);
  if (s->end - vec_last(&s->group) > UINT32_MAX) /* states of many MiB each */
    mem_raise(s->m->budget, MEM_LIMIT);
  vec_push(s->m, &s->place, (uint32_t)(s->end - vec_last(&s->group)));
  uint8_t *start = address(s, s->end), *p = start;
  uint32_t n = size;
  for (; n >= 128; n >>= 7)
    *p++ = (uint8_t)(n | 128);
  *p++ = (uint8_t)n;
  if (size)
    memcpy(p, bytes, size);
  s->end += (uint64_t)(p - start) + size;
}

static uint32_t append(store *s, const uint8_t *bytes, uint32_t size) {
  if (s->count == MOST_STATES)
    mem_raise(s->m->budget, MEM_LIMIT);
  if (s->count == 0) {
    s->length = size;
    while ((uint64_t)size << (s->length_bits + 1) <= UINT64_C(1)
                                                         << s->block_bits &&
           s->length_bits < LEAST_BLOCK_BITS)
      s->length_bits++;
  }
  if (size == s->length && s->even == s->count)
    append_even(s, bytes);
  else
    append_uneven(s, bytes, size);
  return s->count++;
}

uint32_t store_insert(store *s, const uint8_t *bytes, uint32_t size,
                      uint64_t hash) {
  size_t i = store_look(s, bytes, size, hash, &s->looked_at);
  if (s->slots[i])
    return (uint32_t)s->slots[i] - 1;
  uint32_t number = append(s, bytes, size);
  s->slots[i] = hash >> 32 << 32 | (number + 1);
  debug_check_grown(s->count, check_store(s));
  if (base_unlikely(s->count > ((size_t)3 << s->slot_bits) / 4))
    grow(s);
  return number;
}

void store_insert_all(store *s, store_item *items, size_t count) {
  const store_item *end = items + count;
  for (store_item *item = items; item != end; item++) {
    item->hash = store_hash(item->bytes, item->size);
    base_prefetch(s->slots + slot_of(s, item->hash));
  }
  /* Most states are known, and found in the first slot. 'number' is a guess
   * first. */
  for (store_item *item = items; item != end; item++) {
    uint64_t slot = s->slots[slot_of(s, item->hash)];
    item->number = STORE_NONE;
    if (slot && slot >> 32 == item->hash >> 32) {
      item->number = (uint32_t)slot - 1;
      if (item->number < s->even)
        base_prefetch(even_address(s, item->number));
      else
        base_prefetch(s->place.at + (item->number - s->even));
    }
  }
  for (store_item *item = items; s->place.count && item != end; item++)
    if (item->number != STORE_NONE && item->number >= s->even)
      base_prefetch(uneven_address(s, item->number));
  for (store_item *item = items; item != end; item++)
    item->number = store_insert(s, item->bytes, item->size, item->hash);
}

uint32_t store_find(const store *s, const uint8_t *bytes, uint32_t size,
                    uint64_t hash) {
  uint64_t looked_at = 0;
  size_t i = store_look(s, bytes, size, hash, &looked_at);
  return s->slots[i] ? (uint32_t)s->slots[i] - 1 : STORE_NONE;
}

#ifndef NDEBUG
void check_store(const store *s) {
  size_t used = 0;
  assert(s->even <= s->count && s->count - s->even == s->place.count);
  for (size_t i = 0; i < (size_t)1 << s->slot_bits; i++)
    used += s->slots[i] != 0;
  assert(used == s->count && used <= ((size_t)3 << s->slot_bits) / 4 + 1);
  for (uint32_t n = 0; n < s->count; n++) {
    uint32_t size;
    const uint8_t *bytes = store_at(s, n, &size);
    assert(store_find(s, bytes, size, store_hash(bytes, size)) == n);
  }
}
#endif

size_t store_memory(const store *s) {
  return (s->blocks.count << s->block_bits) +
         s->even_blocks.count * ((size_t)s->length << s->length_bits) +
         (sizeof *s->slots << s->slot_bits) +
         s->place.count * sizeof *s->place.at +
         s->group.count * sizeof *s->group.at;
}
