#include "automata/letters.h"

#include <assert.h>

enum { AND, OR, MINUS };

/* Copied, for the table holds halves of words. */
static void load(const letters *l, uint32_t set, uint64_t *out) {
  memcpy(out, sequences_at(&l->sets, set), l->words * sizeof *out);
}

static uint32_t store(letters *l, const uint64_t *bits) {
  memcpy(l->halves, bits, l->words * sizeof *bits);
  return sequences_insert(l->m, &l->sets, l->halves, 2 * l->words);
}

#ifndef NDEBUG
/* Every set is one of letters that occur: number 0 has none, number 1 all. */
static void check_letters(const letters *l) {
  assert(l->words ==
         (l->dimensions > 6 ? (size_t)1 << (l->dimensions - 6) : 1));
  for (uint32_t n = 0; n < sequences_count(&l->sets); n++) {
    assert(sequences_length(&l->sets, n) == 2 * l->words);
    for (size_t i = 0; i < 2 * l->words; i++) {
      uint32_t part = sequences_at(&l->sets, n)[i];
      assert(n != LETTERS_NONE || part == 0);
      assert((part & ~sequences_at(&l->sets, LETTERS_ALL)[i]) == 0);
    }
  }
}
#endif

void letters_init(mem *m, progress *clock, letters *l, uint32_t dimensions,
                  const uint64_t *occurs) {
  assert(dimensions <= LETTERS_MOST);
  *l = (letters){.m = m, .clock = clock, .dimensions = dimensions};
  l->words = dimensions > 6 ? (size_t)1 << (dimensions - 6) : 1;
  l->left = mem_array(m, l->words, sizeof *l->left);
  l->right = mem_array(m, l->words, sizeof *l->right);
  l->made = mem_array(m, l->words, sizeof *l->made);
  l->rest = mem_array(m, l->words, sizeof *l->rest);
  l->halves = mem_array(m, 2 * l->words, sizeof *l->halves);
  l->cache = mem_array(m, LETTERS_CACHE, sizeof *l->cache);
  for (uint32_t i = 0; i < LETTERS_CACHE; i++)
    l->cache[i].a = UINT32_MAX;
  store(l, l->made); /* all zero */
  for (size_t i = 0; i < l->words; i++)
    l->made[i] = occurs ? occurs[i] : UINT64_MAX;
  if (dimensions < 6)
    l->made[0] &= (UINT64_C(1) << (1u << dimensions)) - 1;
  store(l, l->made);
  debug_check(check_letters(l));
}

void letters_free(letters *l) {
  debug_check(check_letters(l));
  mem_free(l->m, l->left);
  mem_free(l->m, l->right);
  mem_free(l->m, l->made);
  mem_free(l->m, l->rest);
  mem_free(l->m, l->halves);
  mem_free(l->m, l->cache);
  sequences_free(l->m, &l->sets);
}

uint32_t letters_true(letters *l, uint32_t dimension) {
  assert(dimension < l->dimensions);
  static const uint64_t within[6] = {
      UINT64_C(0xAAAAAAAAAAAAAAAA), UINT64_C(0xCCCCCCCCCCCCCCCC),
      UINT64_C(0xF0F0F0F0F0F0F0F0), UINT64_C(0xFF00FF00FF00FF00),
      UINT64_C(0xFFFF0000FFFF0000), UINT64_C(0xFFFFFFFF00000000)};
  load(l, LETTERS_ALL, l->left);
  for (size_t i = 0; i < l->words; i++)
    if (dimension < 6)
      l->made[i] = l->left[i] & within[dimension];
    else
      l->made[i] = i >> (dimension - 6) & 1 ? l->left[i] : 0;
  return store(l, l->made);
}

static uint32_t combine(letters *l, uint32_t operation, uint32_t a,
                        uint32_t b) {
  assert(a < UINT32_C(1) << 30 && operation < 3);
  uint32_t key = a | operation << 30;
  uint32_t place = (key * 0x9E3779B1u ^ b * 0x85EBCA6Bu) >> 20;
  letters_cached *cached = &l->cache[place % LETTERS_CACHE];
  if (cached->a == key && cached->b == b)
    return cached->result;
  progress_tick(l->clock);
  load(l, a, l->left);
  load(l, b, l->right);
  for (size_t i = 0; i < l->words; i++)
    l->made[i] = operation == AND  ? l->left[i] & l->right[i]
                 : operation == OR ? l->left[i] | l->right[i]
                                   : l->left[i] & ~l->right[i];
  uint32_t result = store(l, l->made);
  *cached = (letters_cached){key, b, result};
  return result;
}

uint32_t letters_and(letters *l, uint32_t a, uint32_t b) {
  if (a == b || b == LETTERS_ALL || a == LETTERS_NONE)
    return a;
  if (a == LETTERS_ALL || b == LETTERS_NONE)
    return b;
  return a < b ? combine(l, AND, a, b) : combine(l, AND, b, a);
}

uint32_t letters_or(letters *l, uint32_t a, uint32_t b) {
  if (a == b || b == LETTERS_NONE || a == LETTERS_ALL)
    return a;
  if (a == LETTERS_NONE || b == LETTERS_ALL)
    return b;
  return a < b ? combine(l, OR, a, b) : combine(l, OR, b, a);
}

uint32_t letters_minus(letters *l, uint32_t a, uint32_t b) {
  if (a == b || a == LETTERS_NONE || b == LETTERS_ALL)
    return LETTERS_NONE;
  return b == LETTERS_NONE ? a : combine(l, MINUS, a, b);
}

bool letters_meet(const letters *l, uint32_t a, uint32_t b) {
  const uint32_t *x = sequences_at(&l->sets, a), *y = sequences_at(&l->sets, b);
  for (size_t i = 0; i < 2 * l->words; i++)
    if (x[i] & y[i])
      return true;
  return false;
}

bool letters_within(const letters *l, uint32_t inner, uint32_t outer) {
  const uint32_t *x = sequences_at(&l->sets, inner);
  const uint32_t *y = sequences_at(&l->sets, outer);
  for (size_t i = 0; i < 2 * l->words; i++)
    if (x[i] & ~y[i])
      return false;
  return true;
}

void letters_rest(letters *l, uint32_t set) { load(l, set, l->rest); }

bool letters_rest_minus(letters *l, uint32_t set) {
  const uint32_t *bits = sequences_at(&l->sets, set);
  uint64_t any = 0;
  for (size_t i = 0; i < l->words; i++) {
    uint64_t word;
    memcpy(&word, bits + 2 * i, sizeof word);
    any |= l->rest[i] &= ~word;
  }
  return any == 0;
}

uint32_t letters_rest_set(letters *l) { return store(l, l->rest); }

/* Sums of products (Minato's way), by halves. */

/* A function of the first 'left' dimensions as a table: 2^left bits. */
static size_t table_words(uint32_t left) {
  return left > 6 ? (size_t)1 << (left - 6) : 1;
}

static bool is_all(const uint64_t *f, uint32_t left) {
  uint64_t all = left < 6 ? (UINT64_C(1) << (1u << left)) - 1 : UINT64_MAX;
  for (size_t i = 0; i < table_words(left); i++)
    if (f[i] != all)
      return false;
  return true;
}

static bool is_none(const uint64_t *f, uint32_t left) {
  for (size_t i = 0; i < table_words(left); i++)
    if (f[i])
      return false;
  return true;
}

/* The half in which dimension 'left' has the value 'high'. */
static void half(const uint64_t *f, uint32_t left, bool high, uint64_t *out) {
  assert(left < LETTERS_MOST);
  size_t words = table_words(left);
  if (left >= 6)
    memcpy(out, f + (high ? words : 0), words * sizeof *out);
  else
    out[0] = (high ? f[0] >> (1u << left) : f[0]) &
             ((UINT64_C(1) << (1u << left)) - 1);
}

static void join(const uint64_t *low, const uint64_t *high, uint32_t left,
                 uint64_t *out) {
  size_t words = table_words(left);
  if (left >= 6) {
    memcpy(out, low, words * sizeof *out);
    memcpy(out + words, high, words * sizeof *out);
  } else {
    out[0] = low[0] | high[0] << (1u << left);
  }
}

/* Adds cubes, each extending 'cube', that cover 'must' and stay in 'may'; what
 * they cover goes to 'covered'. As deep as there are dimensions, at most
 * LETTERS_MOST. */
static void cover(letters *l, const uint64_t *must, const uint64_t *may,
                  uint32_t left, omega_cube cube, letters_cubes *out,
                  uint64_t *covered) {
  size_t words = table_words(left), n;
  if (is_none(must, left)) {
    memset(covered, 0, words * sizeof *covered);
    return;
  }
  if (is_all(may, left)) {
    vec_push(l->m, out, cube);
    memcpy(covered, may, words * sizeof *covered);
    return;
  }
  assert(left > 0); /* else 'may' has the one letter that 'must' has */
  left--;
  n = table_words(left);
  uint64_t *room = mem_array(l->m, 8 * n, sizeof *room);
  uint64_t *must_of[2] = {room, room + n};
  uint64_t *may_of[2] = {room + 2 * n, room + 3 * n};
  uint64_t *done[2] = {room + 4 * n, room + 5 * n};
  uint64_t *rest = room + 6 * n, *both = room + 7 * n;
  uint64_t bit = UINT64_C(1) << left;
  for (int h = 0; h < 2; h++) {
    half(must, left, h == 1, must_of[h]);
    half(may, left, h == 1, may_of[h]);
  }
  for (int h = 0; h < 2; h++) {
    omega_cube longer = {cube.mask | bit, cube.value | (h ? bit : 0)};
    for (size_t i = 0; i < n; i++)
      rest[i] = must_of[h][i] & ~may_of[1 - h][i];
    cover(l, rest, may_of[h], left, longer, out, done[h]);
  }
  for (size_t i = 0; i < n; i++) {
    rest[i] = (must_of[0][i] & ~done[0][i]) | (must_of[1][i] & ~done[1][i]);
    both[i] = may_of[0][i] & may_of[1][i];
  }
  cover(l, rest, both, left, cube, out, must_of[0]);
  for (size_t i = 0; i < n; i++) {
    done[0][i] |= must_of[0][i];
    done[1][i] |= must_of[0][i];
  }
  join(done[0], done[1], left, covered);
  mem_free(l->m, room);
}

void letters_to_cubes(letters *l, uint32_t set, letters_cubes *out) {
  assert(l->dimensions <= LETTERS_MOST);
  uint64_t *room = mem_array(l->m, 3 * l->words, sizeof *room);
  uint64_t *must = room, *may = room + l->words, *covered = may + l->words;
  load(l, set, must);
  load(l, LETTERS_ALL, may);
  for (size_t i = 0; i < l->words; i++)
    may[i] = must[i] | ~may[i];
  if (l->dimensions < 6)
    may[0] &= (UINT64_C(1) << (1u << l->dimensions)) - 1;
  cover(l, must, may, l->dimensions, (omega_cube){0, 0}, out, covered);
  mem_free(l->m, room);
}
