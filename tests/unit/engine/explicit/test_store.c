/* The store of states against a plain list, and what it promises: numbers in
 * order, bytes that stay where they are, every length. */
#include "base/progress.h"
#include "engine/explicit/store.h"
#include "tests/unit/check.h"

#include <stdlib.h>

static jmp_buf out;
static mem_budget budget = {.fail_in = -1, .handler = &out};
static mem m;
static uint64_t seed = 1;

static uint32_t pick(uint32_t below) {
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(seed >> 33) % below;
}

typedef struct kept {
  uint8_t bytes[400];
  uint32_t size;
} kept;

/* Random states of at most 'most' bytes, over few values, so that many come
 * again; 'even': all of that length. */
static void against_a_list(uint32_t most, bool even, uint32_t rounds) {
  kept *list = calloc(rounds, sizeof *list);
  uint32_t count = 0, wrong = 0;
  store s;
  store_init(&s, &m, most);
  for (uint32_t k = 0; k < rounds; k++) {
    kept now = {.size = even ? most : pick(most + 1)};
    for (uint32_t i = 0; i < now.size; i++)
      now.bytes[i] = (uint8_t)(i < 2 ? pick(12) : 7);
    uint32_t known = 0;
    while (known < count &&
           (list[known].size != now.size ||
            memcmp(list[known].bytes, now.bytes, now.size) != 0))
      known++;
    uint64_t hash = store_hash(now.bytes, now.size);
    wrong += store_find(&s, now.bytes, now.size, hash) !=
             (known < count ? known : STORE_NONE);
    wrong += store_insert(&s, now.bytes, now.size, hash) != known;
    wrong += store_find(&s, now.bytes, now.size, hash) != known;
    if (known == count)
      list[count++] = now;
    wrong += store_count(&s) != count;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t size;
    const uint8_t *p = store_at(&s, i, &size);
    wrong += size != list[i].size || memcmp(p, list[i].bytes, size) != 0;
  }
  CHECK(wrong == 0 && count > 1);
  store_free(&s);
  free(list);
}

static void empty_state(void) {
  store s;
  uint32_t size = 1;
  uint8_t byte = 0;
  store_init(&s, &m, 1);
  CHECK(store_find(&s, NULL, 0, store_hash(NULL, 0)) == STORE_NONE);
  CHECK(store_insert(&s, NULL, 0, store_hash(NULL, 0)) == 0);
  CHECK(store_insert(&s, &byte, 1, store_hash(&byte, 1)) == 1);
  CHECK(store_insert(&s, NULL, 0, store_hash(NULL, 0)) == 0);
  CHECK(store_at(&s, 0, &size) != NULL && size == 0);
  CHECK(*store_at(&s, 1, &size) == 0 && size == 1);
  store_free(&s);
}

/* As many as a table grows several times for; numbers are computed. */
static void many(uint32_t count, bool batches) {
  store s;
  uint32_t wrong = 0;
  static uint8_t bytes[16][12];
  store_item items[16];
  const uint8_t *first = NULL;
  store_init(&s, &m, 12);
  for (uint32_t n = 0; n < count; n += 16) {
    for (uint32_t i = 0; i < 16; i++) {
      memset(bytes[i], 0, sizeof bytes[i]);
      for (int k = 0; k < 4; k++)
        bytes[i][k] = (uint8_t)((n + i) >> 8 * k);
      items[i] = (store_item){.bytes = bytes[i],
                              .size = count > 1000 && n < 500 ? 8 : 8 + i % 5};
    }
    if (batches)
      store_insert_all(&s, items, 16);
    for (uint32_t i = 0; i < 16; i++) {
      uint64_t hash = store_hash(items[i].bytes, items[i].size);
      uint32_t number = store_insert(&s, items[i].bytes, items[i].size, hash);
      wrong += number != n + i;
      wrong += batches && items[i].number != number;
    }
    uint32_t size;
    if (n == 0)
      first = store_at(&s, 0, &size);
  }
  for (uint32_t n = 0; n < count; n++) {
    uint32_t size;
    const uint8_t *p = store_at(&s, n, &size);
    wrong += ((uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16) != n;
    wrong += n == 0 && p != first; /* it has not moved */
  }
  CHECK(wrong == 0);
  CHECK(store_memory(&s) < count * 64 + 200000);
  store_free(&s);
}

static void large_states(void) {
  enum { SIZE = 300000 };
  uint8_t *bytes = calloc(1, SIZE);
  store s;
  store_init(&s, &m, SIZE);
  uint32_t wrong = 0, size;
  for (uint32_t i = 0; i < 40; i++) {
    bytes[SIZE / 2] = (uint8_t)i;
    uint32_t length = SIZE - i % 3;
    wrong += store_insert(&s, bytes, length, store_hash(bytes, length)) != i;
  }
  for (uint32_t i = 0; i < 40; i++)
    wrong += store_at(&s, i, &size)[SIZE / 2] != i || size != SIZE - i % 3;
  CHECK(wrong == 0);
  store_free(&s);
  free(bytes);
}

/* States that differ in one bit, or in length alone, have different hashes. */
static void hashes(void) {
  uint8_t bytes[40] = {0};
  enum { COUNT = 40 * 8 + 40 };
  uint64_t all[COUNT];
  uint32_t n = 0, same = 0;
  for (uint32_t i = 0; i < sizeof bytes; i++)
    all[n++] = store_hash(bytes, i);
  for (uint32_t bit = 0; bit < 8 * sizeof bytes; bit++) {
    bytes[bit / 8] = (uint8_t)(1u << bit % 8);
    all[n++] = store_hash(bytes, sizeof bytes);
    bytes[bit / 8] = 0;
  }
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < i; k++)
      same += all[i] >> 32 == all[k] >> 32;
  CHECK(same == 0);
}

/* A limit on memory is met wherever it is. */
static void limits(void) {
  volatile uint32_t raised = 0;
  for (volatile int64_t n = 0; n < 40; n++) {
    mem_init(&m, &budget);
    if (setjmp(out)) {
      raised++;
    } else {
      store s;
      budget.fail_in = n;
      store_init(&s, &m, 4);
      for (uint32_t i = 0; i < 20000; i++) {
        uint32_t size = 4 - i % 2;
        store_insert(&s, (const uint8_t *)&i, size,
                     store_hash((const uint8_t *)&i, size));
      }
      store_free(&s);
    }
    budget.fail_in = -1;
    mem_clear(&m);
  }
  CHECK(raised > 10 && raised <= 40);
  CHECK(budget.used == 0);
}

int main(void) {
  mem_init(&m, &budget);
  if (setjmp(out)) {
    CHECK(budget.fault == MEM_NO_FAULT);
    return check_end();
  }
  for (uint32_t most = 1; most < 20; most++) {
    against_a_list(most, false, 400);
    against_a_list(most, true, 400);
  }
  against_a_list(399, false, 500);
  against_a_list(130, true, 200);
  many(16, false);
  many(200000, false);
  many(200000, true);
  empty_state();
  large_states();
  hashes();
  CHECK(budget.used == 0);
  limits();
  return check_end();
}
