/* The set of states that threads share: against the store of one thread, and
 * by many hands at once, with blocks so small that they are split all the
 * time. */
#include "engine/explicit/store.h"
#include "engine/parallel/pool_set.h"
#include "tests/unit/check.h"

#include <pthread.h>
#include <stdlib.h>

/* The sanitizer of threads is slow, and of no use where there is one. */
#ifdef __SANITIZE_THREAD__
enum { LESS = 16 };
#else
enum { LESS = 1 };
#endif

enum { MOST_THREADS = 8 };

static jmp_buf out;
static mem_budget budget = {.fail_in = -1, .handler = &out};
static mem m;

static uint32_t pick(uint64_t *seed, uint32_t below) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*seed >> 33) % below;
}

/* Random states of at most 'most' bytes, over few values, so that many come
 * again; 'even': all of that length. */
static uint32_t random_state(uint64_t *seed, uint8_t *bytes, uint32_t most,
                             bool even) {
  uint32_t size = even ? most : pick(seed, most + 1);
  for (uint32_t i = 0; i < size; i++)
    bytes[i] = (uint8_t)(i % 7 < 2 ? pick(seed, 3) : i + 1);
  return size;
}

static uint64_t wrong_items(pool_hand *h, store *s, const pool_item *items,
                            uint32_t count, uint32_t *numbers) {
  uint64_t wrong = 0;
  for (uint32_t i = 0; i < count; i++) {
    const pool_item *x = &items[i];
    uint32_t before = store_count(s);
    uint32_t known =
        store_insert(s, x->bytes, x->size, store_hash(x->bytes, x->size));
    wrong += x->is_new != (known == before);
    if (known == before)
      numbers[known] = x->number;
    wrong += numbers[known] != x->number;
    wrong += pool_find(h, x->bytes, x->size) != x->number;
  }
  return wrong;
}

/* Every state of the store is in the pool, with its bytes. */
static uint64_t wrong_copies(pool_hand *h, const store *s,
                             const uint32_t *numbers, uint32_t most) {
  uint64_t wrong = 0;
  uint8_t *copy = malloc((size_t)most + 1);
  for (uint32_t n = 0; copy && n < store_count(s); n++) {
    uint32_t size;
    const uint8_t *at = store_at(s, n, &size);
    wrong += pool_copy(h, numbers[n], copy) != size ||
             (size && memcmp(at, copy, size) != 0);
    wrong += pool_find(h, at, size) != numbers[n];
  }
  free(copy);
  return wrong;
}

typedef struct shape {
  uint32_t most, rounds, block_bits;
  bool even, compressed;
} shape;

static void against_store(const shape *x) {
  uint64_t seed = 1 + x->most, wrong = 0;
  uint32_t *numbers = calloc(x->rounds * 16, sizeof *numbers);
  uint8_t *bytes = malloc(16 * (size_t)x->most + 1);
  pool *p = pool_new_of(&m, x->most, x->compressed, x->block_bits);
  pool_hand *h = pool_take_hand(p, &m);
  store s;
  store_init(&s, &m, x->most);
  for (uint32_t k = 0; k < x->rounds; k++) {
    pool_item items[16];
    uint32_t count = pick(&seed, 17);
    for (uint32_t i = 0; i < count; i++) {
      items[i].bytes = bytes + (size_t)i * x->most;
      items[i].size =
          random_state(&seed, bytes + (size_t)i * x->most, x->most, x->even);
      if (pick(&seed, 4) == 0) {
        uint64_t hash = store_hash(items[i].bytes, items[i].size);
        bool in_store =
            store_find(&s, items[i].bytes, items[i].size, hash) != STORE_NONE;
        wrong += (pool_find(h, items[i].bytes, items[i].size) != POOL_NONE) !=
                 in_store;
      }
    }
    pool_insert_all(h, items, count);
    wrong += wrong_items(h, &s, items, count, numbers);
    wrong += pool_count(p) != store_count(&s);
  }
  wrong += wrong_copies(h, &s, numbers, x->most);
  CHECK(wrong == 0 && store_count(&s) > (x->most ? 1 : 0));
  CHECK(pool_memory(p) > 0 && pool_memory(p) <= budget.used);
  free(numbers);
  free(bytes);
  mem_clear(&m);
  CHECK(budget.used == 0);
}

static void all_shapes(void) {
  static const uint32_t most[] = {0,  1,  2,  3,  4,  5,   7,   8,    9,    12,
                                  16, 17, 31, 40, 64, 100, 333, 5000, 20000};
  for (size_t i = 0; i < sizeof most / sizeof *most; i++)
    for (uint32_t k = 0; k < 12; k++) {
      shape x = {.most = most[i],
                 .rounds = most[i] > 1000 ? 5 : 200 / LESS,
                 .block_bits = k / 4 == 0   ? 2
                               : k / 4 == 1 ? 3
                                            : 12,
                 .even = k & 1,
                 .compressed = k & 2};
      against_store(&x);
    }
}

/* One state among short ones that is far longer than all memory so far. */
static void huge_state(bool compressed) {
  enum { HUGE = 3 << 20 };
  uint8_t *bytes = calloc(HUGE, 1), *copy = malloc(HUGE);
  pool *p = pool_new(&m, HUGE, compressed);
  pool_hand *h = pool_take_hand(p, &m);
  pool_item items[4] = {{.bytes = bytes, .size = 3},
                        {.bytes = bytes, .size = HUGE},
                        {.bytes = bytes, .size = HUGE - 1},
                        {.bytes = bytes, .size = HUGE}};
  bytes[HUGE - 3] = 7;
  pool_insert_all(h, items, 4);
  CHECK(items[0].is_new && items[1].is_new && items[2].is_new);
  CHECK(!items[3].is_new && items[3].number == items[1].number);
  CHECK(pool_copy(h, items[1].number, copy) == HUGE);
  CHECK(memcmp(bytes, copy, HUGE) == 0);
  CHECK(pool_copy(h, items[2].number, copy) == HUGE - 1);
  CHECK(pool_copy(h, items[0].number, copy) == 3);
  free(bytes);
  free(copy);
  mem_clear(&m);
}

/* State number k is computed; each thread inserts all of 0 .. states - 1, in an
 * order of its own. */
typedef struct race {
  pool *p;
  pool_words *news; /* by number: how often it was new */
  _Atomic uint32_t *numbers;
  uint32_t states;
  bool compressed, even;
  pthread_barrier_t start;
} race;

typedef struct racer {
  race *of;
  uint64_t seed;
  mem_budget budget;
  jmp_buf out;
  mem m;
  uint64_t wrong;
  bool stopped;
} racer;

enum { LONGEST = 90 };

static uint32_t computed_state(const race *x, uint32_t k, uint8_t *bytes) {
  uint32_t size = x->even ? 24 : 8 + k % 7 * 11;
  memset(bytes, 5, size);
  uint32_t low = k & 0x3f, high = k >> 6;
  memcpy(bytes, &low, 4);
  memcpy(bytes + size - 4, &high, 4);
  return size;
}

static uint64_t settle_item(race *x, pool_hand *h, const pool_item *i,
                            uint32_t k) {
  uint64_t wrong = 0;
  uint32_t none = 0;
  if (i->is_new)
    atomic_fetch_add(pool_word(x->news, h, i->number), 1);
  if (!atomic_compare_exchange_strong(&x->numbers[k], &none, i->number + 1))
    wrong += none != i->number + 1;
  return wrong;
}

static void run_racer(racer *r) {
  race *x = r->of;
  pool_hand *h = pool_take_hand(x->p, &r->m);
  static _Thread_local uint8_t bytes[32][LONGEST];
  uint8_t copy[LONGEST];
  uint32_t step = 2 * pick(&r->seed, x->states / 2) + 1; /* odd: all of 2^n */
  uint32_t k = pick(&r->seed, x->states);
  for (uint32_t done = 0; done < x->states;) {
    pool_item items[32];
    uint32_t ks[32], count = 1 + pick(&r->seed, 32);
    if (count > x->states - done)
      count = x->states - done;
    for (uint32_t i = 0; i < count; i++, k = (k + step) & (x->states - 1)) {
      ks[i] = k;
      items[i].bytes = bytes[i];
      items[i].size = computed_state(x, k, bytes[i]);
    }
    pool_insert_all(h, items, count);
    for (uint32_t i = 0; i < count; i++)
      r->wrong += settle_item(x, h, &items[i], ks[i]);
    uint32_t i = pick(&r->seed, count);
    r->wrong += pool_find(h, bytes[i], items[i].size) != items[i].number;
    r->wrong += pool_copy(h, items[i].number, copy) != items[i].size ||
                memcmp(copy, bytes[i], items[i].size) != 0;
    done += count;
  }
}

static void *racer_main(void *self) {
  racer *r = self;
  pthread_barrier_wait(&r->of->start);
  if (setjmp(r->out) == 0)
    run_racer(r);
  else
    r->stopped = true;
  return NULL;
}

/* What all of them left. */
static void check_race(race *x, pool_hand *h) {
  uint64_t wrong = 0;
  uint8_t bytes[LONGEST], copy[LONGEST];
  CHECK(pool_count(x->p) == x->states);
  for (uint32_t k = 0; k < x->states; k++) {
    uint32_t number = atomic_load(&x->numbers[k]) - 1;
    uint32_t size = computed_state(x, k, bytes);
    wrong += atomic_load(pool_word(x->news, h, number)) != 1;
    wrong += pool_find(h, bytes, size) != number;
    wrong +=
        pool_copy(h, number, copy) != size || memcmp(copy, bytes, size) != 0;
  }
  CHECK(wrong == 0);
}

typedef struct race_shape {
  uint32_t threads, states, block_bits;
  bool compressed, even;
  size_t limit; /* 0: none */
  uint64_t seed;
} race_shape;

static uint32_t run_race(const race_shape *o) {
  static racer racers[MOST_THREADS];
  static pthread_t threads[MOST_THREADS];
  race x = {.states = o->states, .compressed = o->compressed, .even = o->even};
  x.p = pool_new_of(&m, LONGEST, o->compressed, o->block_bits);
  x.news = pool_words_new(&m);
  x.numbers = mem_array(&m, o->states, sizeof *x.numbers);
  pthread_barrier_init(&x.start, NULL, o->threads);
  budget.limit = o->limit ? budget.used + o->limit : 0;
  for (uint32_t i = 0; i < o->threads; i++) {
    racer *r = &racers[i];
    memset(r, 0, sizeof *r);
    r->of = &x;
    r->seed = o->seed * MOST_THREADS + i;
    r->budget.fail_in = -1;
    r->budget.handler = &r->out;
    r->budget.of = &budget;
    mem_init(&r->m, &r->budget);
    if (pthread_create(&threads[i], NULL, racer_main, r) != 0)
      abort();
  }
  uint64_t wrong = 0;
  uint32_t stopped = 0;
  for (uint32_t i = 0; i < o->threads; i++) {
    pthread_join(threads[i], NULL);
    wrong += racers[i].wrong;
    stopped += racers[i].stopped;
  }
  budget.limit = 0;
  CHECK(wrong == 0);
  if (!stopped)
    check_race(&x, pool_take_hand(x.p, &m));
  for (uint32_t i = 0; i < o->threads; i++)
    mem_clear(&racers[i].m);
  mem_clear(&m);
  CHECK(budget.used == 0);
  pthread_barrier_destroy(&x.start);
  return stopped;
}

static void races(void) {
  for (uint32_t seed = 0; seed < 24; seed++) {
    race_shape o = {.threads = 1 + seed % 5,
                    .states = seed % 3 ? 4096 : (1 << 15) / LESS,
                    .block_bits = seed % 4 == 3 ? 12 : 2 + seed % 4,
                    .compressed = seed / 2 % 2,
                    .even = seed / 4 % 2,
                    .seed = seed};
    CHECK(run_race(&o) == 0);
  }
  /* Many young tables: that is when directories are doubled. */
  for (uint32_t seed = 100; seed < 100 + 200; seed++) {
    race_shape o = {.threads = 4,
                    .states = 512,
                    .block_bits = 2 + seed % 3,
                    .compressed = seed & 1,
                    .even = seed / 2 % 2,
                    .seed = seed};
    CHECK(run_race(&o) == 0);
  }
}

/* Memory is spent midway: whoever notices is out, all others end. */
static void spent_memory(void) {
  uint32_t stopped = 0, rounds = 0;
  for (size_t limit = 1000; limit < 2 << 20; limit += limit / 6, rounds++) {
    race_shape o = {.threads = 4,
                    .states = 1 << 11,
                    .block_bits = 2 + (uint32_t)(limit % 4),
                    .compressed = limit & 4,
                    .even = limit & 8,
                    .limit = limit,
                    .seed = limit};
    stopped += run_race(&o) != 0;
  }
  CHECK(stopped > rounds / 4 && stopped < rounds);
}

/* The n-th allocation fails, for every n; the hand is of use afterwards. */
static void failed_allocations(bool compressed) {
  volatile uint32_t failed = 0, wrong = 0;
  for (volatile int64_t n = 0;; n++) {
    pool *volatile p = pool_new_of(&m, 40, compressed, 3);
    pool_hand *volatile h = pool_take_hand(p, &m);
    volatile uint32_t done = 0;
    budget.fail_in = n;
    if (setjmp(out))
      failed++;
    for (; done < 600; done++) {
      uint8_t bytes[40] = {0};
      uint32_t k = done;
      memcpy(bytes + 7, &k, 4);
      pool_item x = {.bytes = bytes, .size = 11 + k % 29};
      pool_insert_all(h, &x, 1);
      pool_item again = x;
      pool_insert_all(h, &again, 1);
      wrong += again.is_new || again.number != x.number;
    }
    bool last = budget.fail_in >= 0;
    budget.fail_in = -1;
    mem_clear(&m);
    if (last)
      break;
  }
  CHECK(failed > 30 && wrong == 0);
}

/* Somebody has claimed a block, and frozen some of its slots, and does not go
 * on: others do it in his place. */
static void abandoned_split(uint32_t frozen) {
  pool *p = pool_new_of(&m, 4, false, 5);
  pool_hand *h = pool_take_hand(p, &m);
  pool_block *b = atomic_load(&atomic_load(&p->states.directory)->entries[0]);
  uint32_t wrong = 0;
  for (uint32_t k = 0; k < 500; k++) {
    pool_item x = {.bytes = (const uint8_t *)&k, .size = 4};
    if (k == 10) {
      atomic_store(&b->claimed, true);
      for (uint32_t i = 0; i < frozen; i++)
        if (!atomic_load(&b->slots[i]))
          atomic_store(&b->slots[i], POOL_FROZEN);
    }
    wrong += pool_find(h, x.bytes, 4) != POOL_NONE;
    pool_insert_all(h, &x, 1);
    wrong += !x.is_new || pool_find(h, x.bytes, 4) != x.number;
  }
  CHECK(wrong == 0 && pool_count(p) == 500 && atomic_load(&b->halves));
  mem_clear(&m);
}

/* Slots of split blocks are used again: all of them together would be more
 * than is taken. */
static void slots_again(void) {
  pool *p = pool_new(&m, 4, false);
  pool_hand *h = pool_take_hand(p, &m);
  for (uint32_t k = 0; k < 200000; k++) {
    pool_item x = {.bytes = (const uint8_t *)&k, .size = 4};
    pool_insert_all(h, &x, 1);
  }
  /* 64 to 128 blocks are in use, about as many have been split. */
  CHECK(h->arrays >= 63 && h->arrays <= 140);
  mem_clear(&m);
}

/* Numbers end before 2^32 - 1. */
static void last_number(void) {
  pool *volatile p = pool_new(&m, 4, false);
  pool_hand *volatile h = pool_take_hand(p, &m);
  volatile uint32_t k = 0, most = 0;
  atomic_store(&p->states.runs_taken, POOL_MOST_RUNS - 2);
  if (setjmp(out) == 0)
    for (; k < 1000; k++) {
      uint32_t value = k;
      pool_item x = {.bytes = (const uint8_t *)&value, .size = 4};
      pool_insert_all(h, &x, 1);
      if (x.number > most)
        most = x.number;
    }
  CHECK(k == 2 * POOL_RUN && most == UINT32_MAX - POOL_RUN);
  CHECK(budget.fault == MEM_LIMIT && pool_count(p) == k);
  mem_clear(&m);
}

static void words(void) {
  static const uint32_t numbers[] = {
      0,    1,    127,   128,     1023,    1024,    1025,
      4095, 4096, 65535, 1 << 20, 1 << 24, 1 << 30, UINT32_MAX - 1};
  enum { COUNT = sizeof numbers / sizeof *numbers };
  pool *p = pool_new(&m, 4, false);
  pool_hand *h = pool_take_hand(p, &m);
  pool_words *w = pool_words_new(&m);
  _Atomic uint32_t *at[COUNT];
  for (uint32_t i = 0; i < COUNT - 2; i++) {
    at[i] = pool_word(w, h, numbers[i]);
    CHECK(*at[i] == 0);
    *at[i] = i + 1;
  }
  for (uint32_t i = 0; i < COUNT - 2; i++)
    CHECK(pool_word(w, h, numbers[i]) == at[i] && *at[i] == i + 1);
  /* Pieces follow one another without gap. */
  pool_place before = pool_array_place(0);
  uint64_t wrong = before.piece != 0 || before.offset != 0;
  for (uint32_t n = 1; n < 1 << 20; n++) {
    pool_place now = pool_array_place(n);
    bool follows = now.piece == before.piece
                       ? now.offset == before.offset + 1
                       : now.piece == before.piece + 1 && now.offset == 0 &&
                             before.offset + 1 == UINT64_C(1) << before.bits;
    wrong += !follows;
    before = now;
  }
  for (uint32_t i = 0; i < COUNT; i++)
    wrong += pool_array_place(numbers[i]).piece >= POOL_PIECES;
  CHECK(wrong == 0);
  mem_clear(&m);
}

int main(void) {
  mem_init(&m, &budget);
  all_shapes();
  huge_state(false);
  huge_state(true);
  words();
  races();
  spent_memory();
  failed_allocations(false);
  failed_allocations(true);
  for (uint32_t frozen = 0; frozen <= 32; frozen++)
    abandoned_split(frozen);
  slots_again();
  last_number();
  return check_end();
}
