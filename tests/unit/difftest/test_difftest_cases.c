/* Where difftest gets its cases: instances, their text, random ones, all of
 * them, and delta debugging of features. */
#include "tests/unit/check.h"

#include "difftest/ddmin.h"
#include "difftest/enumerate.h"
#include "difftest/random.h"

#include <custos/custos.h>

#include <stdlib.h>
#include <string.h>

static const random_shape shape = {.states = 4,
                                   .labels = 5,
                                   .rules = 30,
                                   .transitions = 13,
                                   .extra = {4, 3},
                                   .weights = WEIGHTS_ALL,
                                   .wildcards = true,
                                   .epsilon = true,
                                   .into_control = true};

static bool same_text(const buffer *a, const buffer *b) {
  return a->count == b->count && memcmp(a->text, b->text, a->count) == 0;
}

static void test_text(void) {
  instance in = {0}, back = {0}, small = {0};
  buffer a = {0}, b = {0};
  custos *c = custos_new();
  for (uint64_t n = 0; n < 2000; n++) {
    random_instance(&shape, 7, n, &in);
    buffer_reset(&a);
    instance_write(&in, &a);
    custos_clear(c);
    CHECK(custos_load_text(c, "x", a.text, a.count, "json") == CUSTOS_OK);
    CHECK(custos_rule_count(c) == in.rule_count);
    CHECK(instance_read(&back, a.text, a.count));
    CHECK(instance_features(&back) == instance_features(&in));
    CHECK(back.states == in.states && back.dimension == in.dimension);
    /* Extra states are numbered as they are met: a fixed point from then on. */
    buffer_reset(&a);
    buffer_reset(&b);
    instance_write(&back, &a);
    CHECK(instance_read(&in, a.text, a.count));
    instance_write(&in, &b);
    CHECK(same_text(&a, &b));
    instance_compact(&in, &small);
    CHECK(instance_features(&small) == instance_features(&in));
    CHECK(!instance_compact(&small, &back));
  }
  CHECK(!instance_read(&in, "[]", 2));
  CHECK(!instance_read(&in, "{\"instance\":[1,2,3,4]}", 22));
  CHECK(!instance_read(&in, "", 0));
  custos_delete(c);
  instance_clear(&in);
  instance_clear(&back);
  instance_clear(&small);
  buffer_clear(&a);
  buffer_clear(&b);
}

static void test_select(void) {
  instance in = {0}, out = {0};
  bool keep[7] = {false, true, true, false, true, true, false};
  buffer text = {0};
  in.states = 2;
  in.symbols = 2;
  in.side[0].extra = in.side[1].extra = 1;
  instance_add_rule(&in, (rule){0, 0, 1, 1, RULE_SWAP}, NULL);
  instance_add_rule(&in, (rule){0, 1, 1, 0, RULE_PUSH}, NULL);
  instance_add_edge(&in, 0, (edge){0, 0, 2});
  instance_add_edge(&in, 0, (edge){1, INSTANCE_EPSILON, 2});
  instance_add_accepting(&in, 0, 2);
  instance_add_edge(&in, 1, (edge){1, INSTANCE_ANY, 2});
  instance_add_accepting(&in, 1, 1);
  CHECK(instance_features(&in) == 7);
  instance_select(&in, keep, &out);
  instance_write(&out, &text);
  CHECK(
      strcmp(text.text,
             "{\"instance\":[{\"state-names\":false,\"weight-type\":\"none\"},"
             "{\"states\":[{\"b\":{\"to\":1,\"push\":\"a\"}},{}]},"
             "{\"accepting\":[2],\"edges\":[[0,\"a\",2]]},"
             "{\"accepting\":[],\"edges\":[[1,\"*\",2]]}]}") == 0);
  /* The two states taken for one: nothing is there twice. */
  instance_add_rule(&in, (rule){1, 0, 1, 1, RULE_SWAP}, NULL);
  instance_merge(&in, 0, 0, 1, &out);
  CHECK(out.rule_count == 2 && instance_features(&out) == 7);
  instance_clear(&in);
  instance_clear(&out);
  buffer_clear(&text);
}

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* No two are equal up to renaming, and there are as many as Burnside says. */
static void check_classes(enumerate_size size) {
  const char *why;
  enumeration *e = enumeration_new(&size, &why);
  instance in = {0};
  char **keys = NULL;
  size_t count = 0, capacity = 0, equal = 0;
  while (enumeration_next(e)) {
    buffer key = {0};
    enumeration_get(e, &in);
    instance_key(&in, &key);
    memory_room(keys, count, capacity);
    keys[count++] = key.text;
  }
  CHECK(!enumeration_next(e));
  CHECK((double)count == enumeration_count(e));
  if (count)
    qsort(keys, count, sizeof *keys, compare_texts);
  for (size_t i = 1; i < count; i++)
    equal += strcmp(keys[i - 1], keys[i]) == 0;
  CHECK(equal == 0);
  for (size_t i = 0; i < count; i++)
    free(keys[i]);
  free(keys);
  instance_clear(&in);
  enumeration_delete(e);
}

static double walk(enumerate_sets sets, double *burnside) {
  enumerate_size size = enumerate_phase3();
  const char *why;
  double count = 0;
  size.sets = sets;
  enumeration *e = enumeration_new(&size, &why);
  while (enumeration_next(e))
    count++;
  CHECK(enumeration_renamings(e) == 8);
  *burnside = enumeration_count(e);
  enumeration_delete(e);
  return count;
}

static void test_enumeration(void) {
  static const double expected[] = {40937980, 33505626, 29792250, 951090};
  const char *why = NULL;
  for (int sets = SETS_ANY; sets <= SETS_EXTRA; sets++) {
    double burnside;
    CHECK(walk((enumerate_sets)sets, &burnside) == expected[sets]);
    CHECK(burnside == expected[sets]);
  }
  enumerate_size size = {.states = 2, .labels = 2, .rules = 1, .extra = {1, 1}};
  check_classes(size);
  size.transitions = 1;
  check_classes(size);
  size.wildcards = size.epsilon = true;
  size.labels = 1;
  size.sets = SETS_NONEMPTY;
  check_classes(size);
  size = (enumerate_size){.states = 3, .labels = 1, .rules = 2};
  check_classes(size);
  size = (enumerate_size){.states = 1,
                          .labels = 2,
                          .transitions = 2,
                          .extra = {2, 0},
                          .into_control = true};
  check_classes(size);
  size.states = 7;
  CHECK(!enumeration_new(&size, &why) && why);
}

static void test_random(void) {
  instance in = {0};
  buffer a = {0}, b = {0};
  bool rules = false, edges = false;
  for (uint64_t n = 0; n < 3000; n++) {
    random_instance(&shape, 3, n, &in);
    CHECK(in.states >= 1 && in.states <= 4 && in.symbols <= 5);
    CHECK(in.rule_count <= 30 && in.side[0].edge_count <= 13);
    CHECK(in.side[0].extra <= 4 && in.side[1].extra <= 3);
    rules |= in.rule_count == 30;
    edges |= in.side[1].edge_count == 13;
  }
  CHECK(rules && edges); /* the bounds are met */
  instance_write(&in, &a);
  random_instance(&shape, 3, 1, &in);
  random_instance(&shape, 3, 2999, &in);
  instance_write(&in, &b);
  CHECK(same_text(&a, &b));
  instance_clear(&in);
  buffer_clear(&a);
  buffer_clear(&b);
}

enum { FEATURES = 40 };

typedef struct puzzle {
  const int *needed; /* ended by -1; fails if all of them are there ... */
  int poison;        /* ... and, if not -1, this one only with its successor */
  int tests;
} puzzle;

static bool puzzle_fails(void *self, const bool *keep) {
  puzzle *p = self;
  p->tests++;
  for (const int *n = p->needed; *n >= 0; n++)
    if (!keep[*n])
      return false;
  return p->poison < 0 || !keep[p->poison] || keep[p->poison + 1];
}

static void check_minimal(const int *needed, int poison) {
  puzzle p = {needed, poison, 0};
  bool keep[FEATURES];
  for (int i = 0; i < FEATURES; i++)
    keep[i] = i != 5; /* not all are there at first */
  ddmin(keep, FEATURES, puzzle_fails, &p);
  CHECK(puzzle_fails(&p, keep));
  for (int i = 0; i < FEATURES; i++)
    if (keep[i]) {
      keep[i] = false;
      CHECK(!puzzle_fails(&p, keep));
      keep[i] = true;
    }
  CHECK(!keep[5]);
  CHECK(p.tests < FEATURES * FEATURES);
}

static void test_ddmin(void) {
  check_minimal((int[]){-1}, -1);
  check_minimal((int[]){0, -1}, -1);
  check_minimal((int[]){39, -1}, -1);
  check_minimal((int[]){3, 7, -1}, -1);
  check_minimal((int[]){0, 13, 14, 39, -1}, -1);
  check_minimal((int[]){1, 2, 3, 4, 6, 7, 8, 9, 20, 30, -1}, -1);
  check_minimal((int[]){12, 22, -1}, 12); /* 13 must stay with 12 */
  bool none[1] = {true};
  puzzle p = {(int[]){0, -1}, -1, 0};
  ddmin(none, 1, puzzle_fails, &p);
  CHECK(none[0]);
}

int main(void) {
  test_text();
  test_select();
  test_random();
  test_ddmin();
  test_enumeration();
  return check_end();
}
