#include "bdd/dd.h"
#include "tests/unit/check.h"

#include <math.h>

/* Diagrams over six variables, compared with truth tables of 64 rows. */

enum { VARIABLES = 6, ROWS = 64, POOL = 24 };

static uint64_t seed = 20261116;
static uint64_t draw(uint64_t below) {
  seed = seed * 6364136223846793005U + 1442695040888963407U;
  return (seed >> 33) % below;
}

typedef struct world {
  mem_budget budget;
  mem m;
  progress clock;
  dds d;
  jmp_buf handler;
} world;

static void world_init(world *w) {
  *w = (world){.budget = {.fail_in = -1, .handler = &w->handler}};
  mem_init(&w->m, &w->budget);
  w->clock.budget = &w->budget;
  progress_begin(&w->clock, "test");
}

static bool world_open(world *w, uint32_t variables, uint32_t block) {
  dd_order o = {.variables = variables, .block = block};
  return dds_open(&w->d, &w->m, &w->clock, &o);
}

/* Nothing is left behind, neither blocks nor charges. */
static void world_end(world *w) {
  dds_close(&w->d);
  mem_clear(&w->m);
  CHECK(w->budget.used == 0);
}

static uint32_t place[VARIABLES]; /* of each variable in the order */

static uint64_t column(uint32_t v) {
  uint64_t t = 0;
  for (uint32_t row = 0; row < ROWS; row++)
    t |= (uint64_t)(row >> v & 1) << row;
  return t;
}

static bool value_at(dd x, uint32_t row) {
  while (x > DD_TRUE) {
    uint32_t v = 0;
    while (place[v] != dd_top(x))
      v++;
    x = row >> v & 1 ? dd_high(x) : dd_low(x);
  }
  return x == DD_TRUE;
}

static bool is_like(dd x, uint64_t table) {
  for (uint32_t row = 0; row < ROWS; row++)
    if (value_at(x, row) != (bool)(table >> row & 1))
      return false;
  return true;
}

static uint64_t table_exists(uint64_t t, uint32_t set) {
  for (uint32_t v = 0; v < VARIABLES; v++)
    if (set >> v & 1) {
      uint64_t high = t & column(v), low = t & ~column(v);
      t = high | high >> (1U << v) | low | low << (1U << v);
    }
  return t;
}

static uint64_t table_fix(uint64_t t, uint32_t set, uint32_t values) {
  uint64_t out = 0;
  for (uint32_t row = 0; row < ROWS; row++)
    out |= (t >> ((row & ~set) | (values & set)) & 1) << row;
  return out;
}

/* Variable v becomes to[v]. */
static uint64_t table_rename(uint64_t t, const uint32_t *to) {
  uint64_t out = 0;
  for (uint32_t row = 0; row < ROWS; row++) {
    uint32_t from = 0;
    for (uint32_t v = 0; v < VARIABLES; v++)
      from |= (row >> to[v] & 1) << v;
    out |= (t >> from & 1) << row;
  }
  return out;
}

static size_t listed(uint32_t set, uint32_t *out) {
  size_t count = 0;
  for (uint32_t v = VARIABLES; v-- > 0;)
    if (set >> v & 1)
      out[count++] = place[v];
  return count;
}

static void check_looks(dds *d, dd x, uint64_t t) {
  CHECK(is_like(x, t));
  CHECK(dd_count(d, x, VARIABLES) == (double)__builtin_popcountll(t));
  CHECK(dd_count(d, x, VARIABLES + 3) == 8 * (double)__builtin_popcountll(t));
  dd_variables has = {0};
  dd_support(d, x, &has);
  uint32_t expected = 0;
  for (uint32_t v = 0; v < VARIABLES; v++)
    if (table_fix(t, 1U << v, 0) != table_fix(t, 1U << v, 1U << v)) {
      bool found = false;
      vec_each (const uint32_t, h, &has)
        found = found || *h == place[v];
      CHECK(found);
      expected++;
    }
  CHECK(has.count == expected);
  for (size_t i = 1; i < has.count; i++)
    CHECK(has.at[i - 1] < has.at[i]);
  vec_free(d->m, &has);
  if (x == DD_FALSE)
    return;
  bool values[VARIABLES];
  uint32_t row = 0;
  dd_pick(d, x, place, VARIABLES, values);
  for (uint32_t v = 0; v < VARIABLES; v++)
    row |= (uint32_t)values[v] << v;
  CHECK(t >> row & 1);
}

typedef struct entry {
  dd x; /* kept */
  uint64_t table;
} entry;

static void random_rename(dds *d, const entry *a, entry *out) {
  uint32_t to[VARIABLES], from_place[VARIABLES], to_place[VARIABLES];
  for (uint32_t v = 0; v < VARIABLES; v++)
    to[v] = v;
  for (uint32_t v = VARIABLES; v-- > 1;) {
    uint32_t other = (uint32_t)draw(v + 1), old = to[v];
    to[v] = to[other];
    to[other] = old;
  }
  for (uint32_t v = 0; v < VARIABLES; v++) {
    from_place[v] = place[v];
    to_place[v] = place[to[v]];
  }
  dd_renaming *r = dd_renaming_make(d, from_place, to_place, VARIABLES);
  *out = (entry){dd_rename(d, a->x, r), table_rename(a->table, to)};
}

static void random_operation(dds *d, const entry *a, const entry *b,
                             const entry *c, entry *out) {
  uint32_t set = (uint32_t)draw(1U << VARIABLES), list[VARIABLES];
  uint32_t rows = (uint32_t)draw(ROWS);
  size_t count = listed(set, list);
  bool values[VARIABLES];
  for (size_t i = 0, v = VARIABLES; v-- > 0;)
    if (set >> v & 1)
      values[i++] = rows >> v & 1;
  uint64_t s = a->table, t = b->table;
  switch (draw(13)) {
  case 0:
    *out = (entry){dd_not(d, a->x), ~s};
    break;
  case 1:
    *out = (entry){dd_and(d, a->x, b->x), s & t};
    break;
  case 2:
    *out = (entry){dd_or(d, a->x, b->x), s | t};
    break;
  case 3:
    *out = (entry){dd_xor(d, a->x, b->x), s ^ t};
    break;
  case 4:
    *out = (entry){dd_iff(d, a->x, b->x), ~(s ^ t)};
    break;
  case 5:
    *out = (entry){dd_minus(d, a->x, b->x), s & ~t};
    break;
  case 6:
    *out = (entry){dd_if(d, a->x, b->x, c->x), (s & t) | (~s & c->table)};
    break;
  case 7:
    *out = (entry){dd_exists(d, a->x, dd_set(d, list, count)),
                   table_exists(s, set)};
    break;
  case 8:
    *out = (entry){dd_and_exists(d, a->x, b->x, dd_set(d, list, count)),
                   table_exists(s & t, set)};
    break;
  case 9:
    *out =
        (entry){dd_fix(d, a->x, list, values, count), table_fix(s, set, rows)};
    break;
  case 10:
    *out = (entry){dd_point(d, list, values, count), 0};
    for (uint32_t row = 0; row < ROWS; row++)
      out->table |= (uint64_t)((row & set) == (rows & set)) << row;
    break;
  case 11:
    random_rename(d, a, out);
    break;
  default:
    *out = (entry){dd_variable(d, place[rows % VARIABLES]),
                   column(rows % VARIABLES)};
  }
}

static void test_random(uint32_t spread) {
  world w;
  world_init(&w);
  if (setjmp(w.handler)) {
    CHECK(w.budget.fault == MEM_NO_FAULT);
    return;
  }
  for (uint32_t v = 0; v < VARIABLES; v++)
    place[v] = (v * 5 % VARIABLES + v / VARIABLES) * spread + v % spread;
  CHECK(world_open(&w, VARIABLES * spread, 0));
  dds *d = &w.d;
  entry pool[POOL] = {{0}};
  for (int round = 0; round < 20000; round++) {
    size_t mark = dd_mark(d);
    const entry *a = &pool[draw(POOL)], *b = &pool[draw(POOL)];
    entry new = {0}, *to = &pool[draw(POOL)];
    random_operation(d, a, b, &pool[draw(POOL)], &new);
    CHECK(is_like(new.x, new.table));
    CHECK(dd_implies(d, a->x, b->x) == ((a->table & ~b->table) == 0));
    CHECK(dd_meets(d, a->x, b->x) == ((a->table & b->table) != 0));
    CHECK((a->x == b->x) == (a->table == b->table));
    new.x = dd_only(d, mark, new.x);
    CHECK(dd_mark(d) == mark + 1);
    if (round % 16 == 0)
      check_looks(d, new.x, new.table);
    if (new.x > DD_TRUE || draw(8) == 0) {
      dd_keep(d, &to->x, new.x);
      to->table = new.table;
    }
    dd_release(d, mark);
  }
  world_end(&w);
}

/* The sum over i of x[i] & x[count - 1 - i], as odd or even, in the worst
 * order: exponential, with all sorts of operations on the way. */
static dd grow(dds *d, uint32_t variables) {
  dd x = DD_FALSE;
  size_t mark = dd_mark(d);
  for (uint32_t i = 0; i < variables / 2; i++) {
    dd y = dd_and(d, dd_variable(d, i), dd_variable(d, variables / 2 + i));
    x = dd_only(d, mark, dd_or(d, x, y));
  }
  return x;
}

static mem_fault spent(size_t limit, double seconds) {
  static world w;
  world_init(&w);
  w.budget.limit = limit;
  w.clock.limit = seconds;
  volatile mem_fault fault = MEM_NO_FAULT;
  if (setjmp(w.handler) == 0) {
    CHECK(world_open(&w, 64, 0));
    grow(&w.d, 64);
  } else
    fault = w.budget.fault;
  CHECK(limit == 0 || w.budget.peak <= limit);
  world_end(&w);
  return fault;
}

static void test_limits(void) {
  CHECK(spent(20 << 20, 0) == MEM_LIMIT);
  CHECK(spent(1 << 10, 0) == MEM_LIMIT);
  double before = progress_clock();
  CHECK(spent(0, 0.2) == MEM_TIME);
  CHECK(progress_clock() - before < 30);
  /* and works again */
  test_random(1);
}

/* Every allocation, BuDDy's included, and every charge fails once; every
 * seventh where variables are moved, which takes long. */
static void test_every_failure(uint32_t variables, uint32_t block) {
  static world w;
  volatile int64_t n = 0;
  volatile bool failed = true;
  for (; failed; n += block ? 7 : 1) {
    world_init(&w);
    w.budget.fail_in = n;
    failed = false;
    if (setjmp(w.handler) == 0) {
      CHECK(world_open(&w, variables, block));
      grow(&w.d, variables);
      CHECK(block == 0 || w.d.reorderings > 0);
    } else {
      failed = true;
      CHECK(w.budget.fault == MEM_LIMIT);
    }
    world_end(&w);
  }
  CHECK(n > (block ? 100 : 20));
  test_random(1); /* as if nothing had been */
}

static void test_one_at_a_time(void) {
  static world w, other;
  world_init(&w);
  world_init(&other);
  CHECK(world_open(&w, 4, 0));
  CHECK(!world_open(&other, 4, 0));
  world_end(&other);
  CHECK(dd_and(&w.d, dd_variable(&w.d, 0), DD_TRUE) == dd_variable(&w.d, 0));
  world_end(&w);
  CHECK(world_open(&other, 4, 0));
  world_end(&other);
  dds closed = {0};
  dds_close(&closed);
}

static void test_too_many(void) {
  static world w;
  world_init(&w);
  if (setjmp(w.handler) == 0) {
    world_open(&w, DD_MOST_VARIABLES + 1, 0);
    CHECK(!w.d.is_open);
  }
  world_end(&w);
}

/* As deep as it gets: the stack is large enough for every operation. */
static void test_deep(void) {
  static world w;
  world_init(&w);
  if (setjmp(w.handler)) {
    CHECK(w.budget.fault == MEM_NO_FAULT);
    return;
  }
  enum { MANY = DD_MOST_VARIABLES };
  CHECK(world_open(&w, MANY, 0));
  dds *d = &w.d;
  uint32_t *even = mem_array(&w.m, MANY, sizeof *even);
  uint32_t *odd = mem_array(&w.m, MANY, sizeof *odd);
  bool *values = mem_array(&w.m, MANY, sizeof *values);
  for (uint32_t i = 0; i < MANY / 2; i++) {
    even[MANY / 2 - 1 - i] = 2 * i;
    odd[MANY / 2 - 1 - i] = 2 * i + 1;
    values[i] = i % 3 == 0;
  }
  dd x = dd_point(d, even, values, MANY / 2);
  dd y = dd_rename(d, x, dd_renaming_make(d, even, odd, MANY / 2));
  dd both = dd_and(d, x, y);
  CHECK(dd_size(d, both) == MANY);
  CHECK(dd_exists(d, both, dd_set(d, even, MANY / 2)) == y);
  CHECK(dd_and_exists(d, x, y, dd_set(d, odd, MANY / 2)) == x);
  CHECK(dd_fix(d, both, even, values, MANY / 2) == y);
  CHECK(dd_implies(d, both, dd_or(d, x, dd_not(d, y))));
  CHECK(dd_if(d, x, y, DD_FALSE) == both);
  CHECK(dd_count(d, both, MANY) == 1);
  CHECK(isinf(dd_count(d, x, MANY)));
  bool *again = mem_array(&w.m, MANY, sizeof *again);
  dd_pick(d, both, odd, MANY / 2, again);
  CHECK(memcmp(values, again, MANY / 2 * sizeof *values) == 0);
  world_end(&w);
}

/* Moving variables keeps what diagrams mean, and helps where the order is
 * bad. */
static void test_reordering(void) {
  static world w;
  world_init(&w);
  if (setjmp(w.handler)) {
    CHECK(w.budget.fault == MEM_NO_FAULT);
    return;
  }
  enum { MANY = 40 };
  CHECK(world_open(&w, MANY, 1));
  dd x = grow(&w.d, MANY);
  dd_statistics s;
  dds_statistics(&w.d, &s);
  CHECK(s.reorderings > 0);
  CHECK(dd_size(&w.d, x) < 100000);
  dd y = DD_FALSE;
  for (uint32_t i = MANY / 2; i-- > 0;)
    y = dd_or(
        &w.d, y,
        dd_and(&w.d, dd_variable(&w.d, MANY / 2 + i), dd_variable(&w.d, i)));
  CHECK(x == y);
  world_end(&w);
}

int main(void) {
  test_random(1);
  test_random(3);
  test_one_at_a_time();
  test_too_many();
  test_deep();
  test_limits();
  test_every_failure(36, 0);
  test_every_failure(40, 2);
  test_reordering();
  return check_end();
}
