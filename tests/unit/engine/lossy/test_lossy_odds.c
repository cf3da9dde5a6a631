/* The odds that searches which forget tell of themselves, against what really
 * happened, in thousands of runs. Seeds are fixed: no chance is involved. */
#include "tests/unit/check.h"
#include "tests/unit/engine/lossy/lossy_graph.h"

#include "engine/lossy/odds.h"
#include "engine/lossy/table.h"

#include <stdlib.h>

static jmp_buf out;
static mem_budget budget = {.fail_in = -1, .handler = &out};
static progress ticks = {.budget = &budget};
static mem m;
static lossy_graph g;

typedef struct tally {
  double told, missed;  /* states */
  double told_any, any; /* chance, and how often it was so */
  double states;
} tally;

static void run(const lossy_options *o, tally *t) {
  model x = lossy_graph_model(&g);
  explicit_answer answer;
  lossy_odds odds;
  memset(g.met, 0, sizeof g.met);
  memset(g.expanded, 0, sizeof g.expanded);
  lossy_safety(&m, &ticks, &x, o, &answer, &odds);
  CHECK(answer.verdict == EXPLICIT_HOLDS);
  CHECK(odds.any > 0 && odds.any <= 1 && odds.missed >= 0);
  CHECK(!odds.is_full && !odds.is_cut);
  uint32_t missed = lossy_graph_missed(&g);
  t->told += odds.missed;
  t->missed += missed;
  t->told_any += odds.any;
  t->any += missed > 0;
  t->states += (double)odds.states;
  mem_clear(&m);
}

static tally runs(const lossy_options *with, uint32_t count) {
  lossy_options o = *with;
  tally t = {0};
  for (uint32_t i = 1; i <= count; i++) {
    o.seed = i;
    g.seed = 1000 + i;
    run(&o, &t);
  }
  printf("%s, %u bits, %zu bytes, %u searches: missed %.3f, told %.3f; any "
         "%.3f, told %.3f; %.1f of %u states\n",
         o.kind == LOSSY_COMPACT ? "compact" : "bitstate", o.bits, o.bytes,
         o.searches, t.missed / count, t.told / count, t.any / count,
         t.told_any / count, t.states / count, g.states);
  return t;
}

static bool is_near(double a, double b, double tolerance) {
  return a <= b * (1 + tolerance) && b <= a * (1 + tolerance);
}

/* Sums over many runs: as near as counts of rare things are to what was to be
 * expected of them, four times their spread, and three in a hundred. */
static bool agree(double told, double missed) {
  double d = told - missed;
  return d * d <= 16 * told + 0.0009 * told * told;
}

static void bitstate(void) {
  static const struct {
    unsigned bits;
    size_t bytes;
  } cases[] = {{1, 4096}, {2, 1024}, {3, 768},  {3, 1024},
               {3, 4096}, {4, 2048}, {6, 1536}, {3, 1 << 14}};
  g = (lossy_graph){
      .states = 2000, .degree = 6, .faulty = UINT32_MAX, .tells = true};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    lossy_options o = {.kind = LOSSY_BITSTATE,
                       .bits = cases[i].bits,
                       .jobs = 1,
                       .searches = 1,
                       .bytes = cases[i].bytes};
    tally t = runs(&o, 400);
    CHECK(t.missed > 0);
    CHECK(agree(t.told, t.missed));
  }
}

/* Few bits are kept, so that there is something to see. */
static void compact(void) {
  g = (lossy_graph){
      .states = 2000, .degree = 6, .faulty = UINT32_MAX, .tells = true};
  for (unsigned bits = 8; bits <= 12; bits += 2) {
    lossy_options o = {.kind = LOSSY_COMPACT,
                       .bits = bits,
                       .jobs = 1,
                       .searches = 1,
                       .bytes = 8 * 2500};
    tally t = runs(&o, 400);
    CHECK(t.missed > 0);
    CHECK(agree(t.told, t.missed));
    o.bytes *= 4;
    tally roomy = runs(&o, 400);
    CHECK(roomy.told < t.told); /* fewer neighbours, fewer mistakes */
    CHECK(agree(roomy.told, roomy.missed));
  }
}

/* How often anything is missed, where that is a matter of luck. */
static void any(void) {
  g = (lossy_graph){
      .states = 400, .degree = 5, .faulty = UINT32_MAX, .tells = true};
  for (size_t bytes = 512; bytes <= 4096; bytes *= 2) {
    lossy_options o = {
        .kind = LOSSY_BITSTATE, .jobs = 1, .searches = 1, .bytes = bytes};
    const uint32_t count = 1000;
    tally t = runs(&o, count);
    double told = t.told_any / count, seen = t.any / count;
    CHECK(told - seen < 0.05 && seen - told < 0.05);
  }
}

/* What all searches of a swarm miss. */
static void swarms(void) {
  g = (lossy_graph){
      .states = 2000, .degree = 8, .faulty = UINT32_MAX, .tells = true};
  for (unsigned searches = 2; searches <= 4; searches++) {
    lossy_options o = {
        .kind = LOSSY_BITSTATE, .jobs = 1, .searches = searches, .bytes = 1024};
    tally t = runs(&o, 200);
    CHECK(t.missed > 0);
    CHECK(is_near(t.told, t.missed, 1.0));
  }
}

static void chances(void) {
  static const double table[][2] = {/* x, 1 - exp(-x) */
                                    {1e-12, 1e-12},
                                    {0.05, 0.04877057549928599},
                                    {0.3, 0.2591817793182821},
                                    {1, 0.6321205588285577},
                                    {3, 0.950212931632136},
                                    {20, 0.9999999979388464},
                                    {1e9, 1}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    lossy_odds o = {.missed = table[i][0]};
    odds_settle(&o);
    CHECK(is_near(o.any, table[i][1], 1e-6));
  }
  lossy_odds none = {0};
  odds_settle(&none);
  CHECK(none.any > 0 && none.any < 1e-18);
}

static void sums(void) {
  lossy_odds sum, three[3] = {{.states = 900, .missed = 100},
                              {.states = 1800, .missed = 200},
                              {.states = 500, .missed = 500, .is_full = true}};
  odds_of_swarm(three, 2, &sum);
  CHECK(is_near(sum.missed, 20, 1e-9) && sum.states == 1800 && !sum.is_full);
  odds_of_swarm(three, 3, &sum); /* the last says nothing of the rest */
  CHECK(is_near(sum.missed, 20, 1e-9) && sum.states == 1800 && sum.is_full);
  odds_of_swarm(three + 2, 1, &sum);
  CHECK(is_near(sum.missed, 500, 1e-9) && sum.states == 500 && sum.is_full);
  odds_of_swarm(three, 0, &sum);
  CHECK(sum.states == 0);
}

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static size_t twice(uint64_t *values, size_t count) {
  size_t found = 0;
  qsort(values, count, sizeof *values, by_value);
  for (size_t i = 1; i < count; i++)
    found += values[i] == values[i - 1];
  return found;
}

/* States that differ in two bits anywhere, or in their length: no hash comes
 * twice, and each part of its bits is as even as dice are. */
static void hashes(void) {
  enum { BITS = 8 * 48, COUNT = BITS * (BITS - 1) / 2 + 49, CELLS = 256 };
  lossy_table t;
  uint64_t *place = mem_array(&m, COUNT, sizeof *place);
  uint64_t *mark = mem_array(&m, COUNT, sizeof *mark);
  table_init(&t, &m, LOSSY_BITSTATE, 0, 64);
  for (uint64_t seed = 0; seed < 5; seed++) {
    uint8_t state[48] = {0};
    size_t n = 0;
    uint32_t cells[2][8][CELLS] = {0};
    table_clear(&t, seed);
    for (uint32_t length = 0; length <= 48; length++, n++) {
      table_hash h = table_hash_of(&t, state, length);
      place[n] = h.place;
      mark[n] = h.mark;
    }
    for (uint32_t i = 0; i < BITS; i++)
      for (uint32_t k = 0; k < i; k++, n++) {
        state[i / 8] ^= (uint8_t)(1 << i % 8);
        state[k / 8] ^= (uint8_t)(1 << k % 8);
        table_hash h = table_hash_of(&t, state, 48);
        place[n] = h.place;
        mark[n] = h.mark;
        state[i / 8] ^= (uint8_t)(1 << i % 8);
        state[k / 8] ^= (uint8_t)(1 << k % 8);
      }
    CHECK(n == COUNT);
    for (size_t i = 0; i < COUNT; i++)
      for (int part = 0; part < 8; part++) {
        cells[0][part][place[i] >> 8 * part & 255]++;
        cells[1][part][mark[i] >> 8 * part & 255]++;
      }
    for (int part = 0; part < 16; part++) {
      double mean = (double)COUNT / CELLS, chi = 0;
      for (int i = 0; i < CELLS; i++) {
        double d = cells[part / 8][part % 8][i] - mean;
        chi += d * d / mean;
      }
      CHECK(chi > 150 && chi < 380); /* 255, give or take 23 */
    }
    CHECK(twice(place, COUNT) == 0 && twice(mark, COUNT) == 0);
  }
  mem_clear(&m);
}

int main(void) {
  mem_init(&m, &budget);
  if (setjmp(out)) {
    puts("memory or time is spent");
    return 1;
  }
  progress_begin(&ticks, "test");
  chances();
  sums();
  hashes();
  bitstate();
  compact();
  any();
  swarms();
  return check_end();
}
