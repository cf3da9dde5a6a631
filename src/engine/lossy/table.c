#include "engine/lossy/table.h"

#include <assert.h>

enum {
  COMPACT_BITS = 64,
  BITSTATE_BITS = 3,
  MOST_LINES = 64, /* that are looked at; then the table counts as full */
  ONES_KEPT = 256  /* by a hand, before it tells of them */
};

static const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);

void table_init(lossy_table *table, mem *m, lossy_kind kind, unsigned bits,
                size_t bytes) {
  *table = (lossy_table){.kind = kind, .bits = bits};
  if (bits == 0)
    table->bits = kind == LOSSY_COMPACT ? COMPACT_BITS : BITSTATE_BITS;
  assert(table->bits <= (kind == LOSSY_COMPACT ? 64 : LOSSY_MOST_BITS));
  table->lines = bytes / (TABLE_LINE * sizeof *table->words);
  if (table->lines == 0)
    table->lines = 1;
  if (table->lines > UINT32_MAX)
    table->lines = UINT32_MAX;
  table->likeness = 1;
  for (unsigned i = 0; i < table->bits; i++)
    table->likeness /= 2;
  table->words = mem_array(m, table->lines, TABLE_LINE * sizeof *table->words);
  table->factor = odd;
}

void table_free(lossy_table *table, mem *m) {
  mem_free(m, (void *)table->words);
  table->words = NULL;
}

void table_clear(lossy_table *table, uint64_t seed) {
  if (table->place_seed) /* it has been used */
    memset((void *)table->words, 0, table_bytes(table));
  table->ones = 0;
  table->factor = table_mix(seed + odd) | 1;
  table->place_seed = table_mix(seed + 2 * odd) | 1;
  table->mark_seed = table_mix(seed + 3 * odd);
}

size_t table_bytes(const lossy_table *table) {
  return (size_t)table->lines * TABLE_LINE * sizeof *table->words;
}

/* Two hashes at once, eight bytes at a time. A word is spread first, by a
 * bijection: the differences between states are few bits in a few words, and
 * must not meet a way to cancel out. */
table_hash table_hash_of(const lossy_table *table, const uint8_t *bytes,
                         uint32_t size) {
  uint64_t a = table->place_seed ^ size * odd, b = table->mark_seed + size,
           word;
  for (;;) {
    uint32_t part = size < 8 ? size : 8;
    word = 0;
    if (part == 8)
      memcpy(&word, bytes, 8);
    else if (part)
      memcpy(&word, bytes, part);
    word *= table->factor;
    word ^= word >> 32;
    a = (a ^ word) * UINT64_C(0xD6E8FEB86659FD93);
    a ^= a >> 29;
    b = (b ^ word) * UINT64_C(0xA0761D6478BD642F);
    b ^= b >> 32;
    if (size <= 8)
      break;
    bytes += 8;
    size -= 8;
  }
  return (table_hash){.place = table_mix(a), .mark = table_mix(b)};
}

/* Of 64 bits to a line, each as likely: the upper half of a product, which the
 * processor has but C has not. */
static size_t line_of(const lossy_table *table, uint64_t x) {
  uint64_t low = (x & UINT32_MAX) * table->lines >> 32;
  return (size_t)(((x >> 32) * table->lines + low) >> 32);
}

/* A bit of BITSTATE: its word; 'x' says which one in it. */
static size_t word_of(const lossy_table *table, uint64_t x) {
  return line_of(table, x) * TABLE_LINE + (x >> 6 & (TABLE_LINE - 1));
}

void table_expect(const lossy_table *table, table_hash hash) {
  assert(table->words);
  base_prefetch((const void *)(table->words + word_of(table, hash.place)));
  if (table->kind == LOSSY_COMPACT)
    return;
  for (unsigned i = 1; i < table->bits; i++)
    base_prefetch((const void *)(table->words +
                                 word_of(table, hash.place + i * hash.mark)));
}

/* How many states are missed: think of those that are met for the first time.
 * One of them is taken for others with a chance p that is known at that moment.
 * It is one of the missed then, and nobody notices; otherwise it is stored, and
 * p / (1 - p) is added to 'missed'. Either way the expectations of what is
 * missed and of what is added are the same, p, so that they agree in the sum:
 * 'missed' estimates without bias how many states were met and not stored. (A
 * state that was missed once stays so, since tables only fill up.) This assumes
 * of the hashes that they are as good as dice, and nothing of the model. */

/* p = (ones / bits)^k: all k bits that the state asks for are ones. */
static double bitstate_odds(const lossy_table *table, uint64_t ones) {
  double fill = (double)ones / ((double)table->lines * TABLE_LINE * 64);
  double p = fill;
  for (unsigned i = 1; i < table->bits; i++)
    p *= fill;
  return p < 1 ? p / (1 - p) : 0;
}

static void add_ones(lossy_table *table, table_hand *hand, unsigned fresh) {
  hand->ones += fresh;
  if (hand->ones < ONES_KEPT)
    return;
  atomic_fetch_add_explicit(&table->ones, hand->ones, memory_order_relaxed);
  hand->ones = 0;
}

/* Of threads that store a state at the same time at least one sets a bit, and
 * is told that the state is new; perhaps several are. */
static table_answer insert_bits(lossy_table *table, table_hand *hand,
                                table_hash hash) {
  unsigned fresh = 0;
  uint64_t x = hash.place;
  for (unsigned i = 0; i < table->bits; i++, x += hash.mark) {
    _Atomic uint64_t *word = table->words + word_of(table, x);
    uint64_t bit = UINT64_C(1) << (x & 63);
    if (atomic_load_explicit(word, memory_order_relaxed) & bit)
      continue;
    uint64_t before = atomic_fetch_or_explicit(word, bit, memory_order_relaxed);
    fresh += !(before & bit);
  }
  if (!fresh)
    return TABLE_KNOWN;
  uint64_t ones = atomic_load_explicit(&table->ones, memory_order_relaxed);
  hand->missed += bitstate_odds(table, ones + hand->ones);
  add_ones(table, hand, fresh);
  return TABLE_NEW;
}

/* A new state is compared with the marks of c others until it finds a free
 * slot, and is like one of them by chance with p = 1 - (1 - q)^c where q is
 * 2^-bits; so p / (1 - p) = (1 - q)^-c - 1, which the binomial series adds up
 * without loss: c q + c (c + 1) / 2 q^2 + ... */
static double compact_odds(const lossy_table *table, uint64_t c) {
  double sum = 0, term = 1;
  for (unsigned i = 1; i < 100 && term > sum * 1e-9; i++) {
    term *= (double)(c + i - 1) * table->likeness / i;
    sum += term;
  }
  return sum;
}

static table_answer insert_mark(lossy_table *table, table_hand *hand,
                                table_hash hash) {
  uint64_t mark = hash.mark >> (64 - table->bits), looked_at = 0,
           x = hash.place;
  mark += mark == 0;
  /* Steps of one length could go round in few lines: each is another. */
  for (unsigned i = 0; i < MOST_LINES; i++, x = table_mix(x + hash.mark)) {
    _Atomic uint64_t *slots = table->words + line_of(table, x) * TABLE_LINE;
    for (size_t k = 0; k < TABLE_LINE; k++, looked_at++) {
      /* from a place inside the line that the hash tells, and around */
      _Atomic uint64_t *slot = slots + ((x >> 6) + k) % TABLE_LINE;
      uint64_t found = atomic_load_explicit(slot, memory_order_relaxed);
      if (found == 0 &&
          atomic_compare_exchange_strong_explicit(
              slot, &found, mark, memory_order_relaxed, memory_order_relaxed)) {
        if (looked_at)
          hand->missed += compact_odds(table, looked_at);
        return TABLE_NEW;
      }
      if (found == mark)
        return TABLE_KNOWN;
    }
  }
  return TABLE_FULL;
}

table_answer table_insert(lossy_table *table, table_hand *hand,
                          table_hash hash) {
  assert(table->words && table->place_seed); /* cleared before its first use */
  return table->kind == LOSSY_COMPACT ? insert_mark(table, hand, hash)
                                      : insert_bits(table, hand, hash);
}
