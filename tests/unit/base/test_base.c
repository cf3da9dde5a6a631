/* The containers against models that cannot be wrong, with random operations.
 */
#include "base/map.h"
#include "base/mem.h"
#include "base/names.h"
#include "base/text.h"
#include "base/vec.h"

#include "tests/unit/check.h"

#include <stdlib.h>
#include <string.h>

static uint64_t seed = 7;

static uint32_t roll(uint32_t sides) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t)(seed >> 20) % sides;
}

enum { SLOTS = 40 };

/* 'used' rises and falls with the blocks, contents survive resizing. */
static void test_mem_blocks(void) {
  mem_budget budget = {.fail_in = -1};
  mem m;
  unsigned char *block[SLOTS] = {0};
  size_t size[SLOTS] = {0};
  mem_init(&m, &budget);
  for (int n = 0; n < 20000; n++) {
    uint32_t i = roll(SLOTS), action = roll(3);
    if (action == 0) {
      mem_free(&m, block[i]);
      block[i] = NULL;
      size[i] = 0;
    } else {
      size_t fresh = roll(200) + 1, kept = size[i] < fresh ? size[i] : fresh;
      size_t before = budget.used;
      block[i] = mem_resize(&m, block[i], fresh);
      CHECK(size[i] == 0 || budget.used == before + fresh - size[i]);
      bool contents_are_kept = true;
      for (size_t k = 0; k < kept; k++)
        contents_are_kept &= block[i][k] == (unsigned char)i;
      CHECK(contents_are_kept);
      memset(block[i], (int)i, fresh);
      size[i] = fresh;
    }
    CHECK(budget.peak >= budget.used);
  }
  unsigned char *zeroed = mem_array(&m, 50, 3);
  int sum = 0;
  for (int i = 0; i < 150; i++)
    sum += zeroed[i];
  CHECK(sum == 0);
  mem_clear(&m);
  CHECK(budget.used == 0);
}

/* What 'use' raises when it runs under the budget. */
static mem_fault fault_of(mem_budget *budget, mem *m, void (*use)(mem *)) {
  jmp_buf here;
  budget->fault = MEM_NO_FAULT;
  if (setjmp(here) == 0) {
    budget->handler = &here;
    use(m);
  }
  budget->handler = NULL;
  return budget->fault;
}

static void use_kilobyte(mem *m) { mem_alloc(m, 1024); }
static void use_hundreds(mem *m) {
  for (int i = 0; i < 10; i++)
    mem_alloc(m, 100);
}
static void use_impossible(mem *m) { mem_array(m, SIZE_MAX / 2, 3); }
static void use_enormous(mem *m) { mem_alloc(m, SIZE_MAX - 5); }
static void use_time(mem *m) { mem_raise(m->budget, MEM_TIME); }
static void use_vec(mem *m) {
  vec(uint64_t) v = {0};
  for (uint64_t i = 0; i < 1000; i++)
    vec_push(m, &v, i);
}
static void use_huge_vec(mem *m) {
  vec(uint64_t) v = {0};
  vec_push(m, &v, 1);
  vec_reserve(m, &v, SIZE_MAX);
}

static void test_mem_faults(void) {
  mem_budget budget = {.fail_in = -1, .limit = 1000};
  mem m;
  mem_init(&m, &budget);
  CHECK(fault_of(&budget, &m, use_kilobyte) == MEM_LIMIT);
  CHECK(budget.used == 0);
  CHECK(fault_of(&budget, &m, use_hundreds) == MEM_LIMIT);
  CHECK(budget.used > 0 && budget.used <= 1000);
  mem_clear(&m);
  CHECK(budget.used == 0);
  budget.limit = 0;
  CHECK(fault_of(&budget, &m, use_kilobyte) == MEM_NO_FAULT);
  CHECK(fault_of(&budget, &m, use_impossible) == MEM_MACHINE);
  CHECK(fault_of(&budget, &m, use_enormous) == MEM_MACHINE);
  CHECK(fault_of(&budget, &m, use_huge_vec) == MEM_MACHINE);
  CHECK(fault_of(&budget, &m, use_time) == MEM_TIME);
  for (int64_t n = 0; n < 10; n++) { /* the n-th fails, once */
    budget.fail_in = n;
    CHECK(fault_of(&budget, &m, use_hundreds) == MEM_LIMIT);
    CHECK(fault_of(&budget, &m, use_hundreds) == MEM_NO_FAULT);
  }
  budget.fail_in = 3;
  CHECK(fault_of(&budget, &m, use_vec) == MEM_LIMIT);
  mem_clear(&m);
  CHECK(budget.used == 0);
}

/* Two sets of blocks under one limit. */
static void test_mem_shared_budget(void) {
  mem_budget budget = {.fail_in = -1, .limit = 2500};
  mem a, b;
  mem_init(&a, &budget);
  mem_init(&b, &budget);
  CHECK(fault_of(&budget, &a, use_kilobyte) == MEM_NO_FAULT);
  CHECK(fault_of(&budget, &b, use_kilobyte) == MEM_NO_FAULT);
  CHECK(fault_of(&budget, &b, use_kilobyte) == MEM_LIMIT);
  mem_clear(&a);
  CHECK(fault_of(&budget, &b, use_kilobyte) == MEM_NO_FAULT);
  mem_clear(&b);
  CHECK(budget.used == 0);
}

static void test_vec(void) {
  enum { MOST = 5000 };
  static uint32_t model[MOST];
  size_t count = 0;
  mem_budget budget = {.fail_in = -1};
  mem m;
  vec(uint32_t) v = {0};
  mem_init(&m, &budget);
  for (int n = 0; n < 60000; n++) {
    uint32_t action = roll(10);
    if (action < 6 && count < MOST) {
      uint32_t x = roll(1000);
      vec_push(&m, &v, x);
      model[count++] = x;
    } else if (action < 9 && count > 0) {
      CHECK(vec_last(&v) == model[count - 1]);
      CHECK(vec_pop(&v) == model[--count]);
    } else if (roll(50) == 0) {
      size_t fresh = roll(MOST);
      vec_resize(&m, &v, fresh);
      for (; count < fresh; count++)
        model[count] = 0;
      count = fresh;
    }
    CHECK(v.count == count && v.capacity >= count);
  }
  CHECK(count == 0 || memcmp(v.at, model, count * sizeof *model) == 0);
  uint64_t sum = 0, expected = 0;
  vec_each (const uint32_t, x, &v)
    sum += *x;
  for (size_t i = 0; i < count; i++)
    expected += model[i];
  CHECK(sum == expected);
  vec_reserve(&m, &v, 100);
  CHECK(v.capacity - v.count >= 100);
  vec_free(&m, &v);
  CHECK(v.at == NULL && v.count == 0 && budget.used == 0);
}

/* Keys that differ in few bits, so that a weak hash would show. */
static uint64_t some_key(void) {
  switch (roll(3)) {
  case 0:
    return roll(3000);
  case 1:
    return map_pair(roll(60), roll(60));
  default:
    return UINT64_MAX - roll(100);
  }
}

static void test_map(void) {
  enum { MOST = 10000 };
  static uint64_t model[MOST]; /* number to key */
  uint32_t count = 0;
  mem_budget budget = {.fail_in = -1};
  mem m;
  map t = {0};
  mem_init(&m, &budget);
  CHECK(map_find(&t, 0) == MAP_NONE);
  for (int n = 0; n < 20000; n++) {
    uint64_t key = some_key();
    uint32_t expected = 0;
    while (expected < count && model[expected] != key)
      expected++;
    CHECK(map_find(&t, key) == (expected < count ? expected : MAP_NONE));
    if (roll(2)) {
      CHECK(map_insert(&m, &t, key) == expected);
      if (expected == count)
        model[count++] = key;
    }
    CHECK(t.keys.count == count);
  }
  CHECK(memcmp(t.keys.at, model, count * sizeof *model) == 0);
  map_free(&m, &t);
  CHECK(map_find(&t, model[0]) == MAP_NONE && budget.used == 0);
}

/* Lengths around the words of the hash; also the empty name. */
static size_t some_name(char out[24]) {
  size_t length = roll(20);
  for (size_t i = 0; i < length; i++)
    out[i] = (char)('a' + (i + 3 < length ? 0 : roll(5)));
  return length;
}

static void test_names(void) {
  enum { MOST = 4000 };
  static char model[MOST][24];
  static size_t lengths[MOST];
  uint32_t count = 0;
  mem_budget budget = {.fail_in = -1};
  mem m;
  names t = {0};
  mem_init(&m, &budget);
  CHECK(names_count(&t) == 0 && names_find(&t, "x", 1) == NAMES_NONE);
  names empty = {0};
  CHECK(names_find(&empty, NULL, 0) == NAMES_NONE);
  CHECK(names_insert(&m, &empty, NULL, 0) == 0);
  CHECK(names_insert(&m, &empty, NULL, 0) == 0);
  CHECK(names_find(&empty, NULL, 0) == 0 && names_find(&empty, "", 0) == 0);
  for (int n = 0; n < 15000; n++) {
    char name[24] = {0};
    size_t length = some_name(name);
    uint32_t expected = 0;
    while (expected < count && (lengths[expected] != length ||
                                memcmp(model[expected], name, length) != 0))
      expected++;
    CHECK(names_find(&t, name, length) ==
          (expected < count ? expected : NAMES_NONE));
    if (roll(2) && count < MOST) {
      CHECK(names_insert(&m, &t, name, length) == expected);
      if (expected == count) {
        memcpy(model[count], name, sizeof name);
        lengths[count++] = length;
      }
    }
    CHECK(names_count(&t) == count);
  }
  for (uint32_t i = 0; i < count; i++)
    CHECK(names_length(&t, i) == lengths[i] &&
          strcmp(names_text(&t, i), model[i]) == 0);
  mem_clear(&m);
}

static void test_names_nearest(void) {
  mem_budget budget = {.fail_in = -1};
  mem m;
  names t = {0};
  mem_init(&m, &budget);
  CHECK(names_nearest(&t, "turn", 4) == NAMES_NONE);
  names_insert(&m, &t, "flag", 4);
  names_insert(&m, &t, "turns", 5);
  CHECK(names_nearest(&t, "turn", 4) == 1);
  CHECK(names_nearest(&t, "flags", 5) == 0);
  CHECK(names_nearest(&t, "elephant", 8) == NAMES_NONE);
  mem_clear(&m);
}

typedef struct page {
  char at[100000];
  size_t count;
  size_t room; /* refuses beyond */
} page;

static int onto_page(void *self, const char *s, size_t length) {
  page *p = self;
  if (length > p->room - p->count)
    return 1;
  memcpy(p->at + p->count, s, length);
  p->count += length;
  return 0;
}

static void test_text(void) {
  static page got = {.room = sizeof got.at}, want = {.room = sizeof want.at};
  static char piece[20000];
  text t;
  memset(piece, 'x', sizeof piece);
  text_init(&t, onto_page, &got);
  while (want.count < 70000) {
    size_t length = roll(30) == 0 ? roll(20000) : roll(40);
    char number[32];
    text_add(&t, piece, length);
    onto_page(&want, piece, length);
    int64_t n = (int64_t)roll(1000) - 500;
    n = roll(9) == 0 ? INT64_MIN : roll(9) == 0 ? INT64_MAX : n;
    text_number(&t, n);
    text_char(&t, ' ');
    text_format(&t, "%s", "f");
    text_put(&t, "p");
    int digits = snprintf(number, sizeof number, "%lld fp", (long long)n);
    onto_page(&want, number, (size_t)digits);
  }
  CHECK(text_end(&t));
  CHECK(got.count == want.count && memcmp(got.at, want.at, got.count) == 0);
}

static void test_text_quoted(void) {
  static page got = {.room = sizeof got.at};
  text t;
  text_init(&t, onto_page, &got);
  text_quoted(&t, "a\"b\\c\n\x01\x7f\0d", 10);
  CHECK(text_end(&t));
  got.at[got.count] = '\0';
  CHECK(strcmp(got.at, "\"a\\\"b\\\\c\\u000a\\u0001\\u007f\\u0000d\"") == 0);
}

static void test_text_refused(void) {
  static page got = {.room = 10000};
  text t;
  text_init(&t, onto_page, &got);
  for (int i = 0; i < 30000; i++)
    text_char(&t, 'x');
  CHECK(!text_end(&t) && t.stopped);
  CHECK(got.count <= 10000);
}

int main(void) {
  test_mem_blocks();
  test_mem_faults();
  test_mem_shared_budget();
  test_vec();
  test_map();
  test_names();
  test_names_nearest();
  test_text();
  test_text_quoted();
  test_text_refused();
  return check_end();
}
