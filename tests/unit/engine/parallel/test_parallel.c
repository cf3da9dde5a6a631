/* Searches on several threads: the same verdicts and counts as the definitions
 * give on small random graphs, and as the sequential searches give on larger
 * ones and on the models of this repository; and how they end early. */
#include "custos/custos.h"
#include "engine/parallel/parallel.h"
#include "engine/parallel/share.h"
#include "engine/parallel/trail.h"
#include "tests/explicit/wild.h"
#include "tests/unit/engine/parallel/parallel_graph.h"

#include <dirent.h>
#include <stdlib.h>

#ifdef __SANITIZE_THREAD__
enum {
  WILD = 150,
  SMALL_STEP = 331,
  HASHED = 12,
  HASHED_STATES = 3000,
  RINGS = 50
};
#else
enum {
  WILD = 2000,
  SMALL_STEP = 37,
  HASHED = 60,
  HASHED_STATES = 20000,
  RINGS = 1000
};
#endif

static cases c;
static jmp_buf way_out;

static parallel_options options_of(unsigned n) {
  return (parallel_options){.jobs = 1 + n % 4, .compressed = n / 4 % 2};
}

/* Against a list that is searched from end to end. */
static void test_trail(void) {
  for (uint32_t round = 0; round < 200; round++) {
    uint32_t list[300], count = 0, most = 1 + cases_random(&c, 300);
    uint32_t range = most + cases_random(&c, 1000);
    uint32_t base = round % 2 ? UINT32_MAX - 1 - range : 0;
    trail t;
    trail_init(&t, c.m);
    for (uint32_t step = 0; step < 1000; step++) {
      uint32_t number = base + cases_random(&c, range);
      bool known = false;
      for (uint32_t i = 0; i < count; i++)
        known |= list[i] == number;
      CHECK(trail_has(&t, number) == known);
      if (!known && count < most && cases_random(&c, 3)) {
        trail_push(&t, number);
        list[count++] = number;
      } else if (count) {
        trail_pop(&t);
        count--;
      }
      CHECK(t.list.count == count);
    }
    mem_clear(c.m);
  }
}

/* Numbers below 'most' are a tree: those behind n begin at 3 n + 1. Each must
 * be met once. */
typedef struct sharing {
  share s;
  uint32_t most;
  atomic_uint *met;
} sharing;

static void share_out(team_member *me) {
  sharing *v = me->self;
  share_stack mine = {.m = &me->m};
  if (me->number == 0)
    share_push(&mine, (share_run){0, 1, 1});
  while (!share_is_empty(&mine) || share_take(&v->s, me, &mine)) {
    if (share_wants(&v->s))
      share_give(&v->s, &mine);
    share_run *top = &vec_last(&mine.runs);
    uint32_t n = top->next++;
    mine.runs.count -= top->next == top->end;
    atomic_fetch_add(&v->met[n], 1);
    uint32_t first = 3 * n + 1, end = n % 5 ? first + 3 : first + 1;
    if (end > v->most)
      end = v->most;
    if (first < end)
      share_push(&mine, (share_run){first, end, 1});
    progress_tick(&me->clock);
  }
}

/* Which are met is found by one thread. */
static void meet_slowly(const sharing *v, uint8_t *met) {
  met[0] = 1;
  for (uint32_t n = 0; n < v->most; n++)
    for (uint32_t k = 0; met[n] && k < (n % 5 ? 3u : 1u); k++)
      if (3 * n + 1 + k < v->most)
        met[3 * n + 1 + k] = 1;
}

static void test_share(void) {
  for (unsigned jobs = 1; jobs <= 8; jobs++) {
    worker_team team;
    sharing v = {.most = 20000 * jobs};
    v.met = mem_array(c.m, v.most, sizeof *v.met);
    uint8_t *met = mem_array(c.m, v.most, sizeof *met);
    meet_slowly(&v, met);
    team_begin(&team, c.m, c.clock, jobs);
    share_begin(&v.s, c.m, jobs);
    team_run(&team, share_out, &v);
    share_end(&v.s);
    team_end(&team);
    bool same = true;
    for (uint32_t n = 0; n < v.most; n++)
      same = same && v.met[n] == met[n];
    CHECK(same);
    mem_clear(c.m);
  }
}

/* Small ones, against the definitions. */

static void look_at_safety(const explicit_safety_options *o,
                           const parallel_options *p) {
  wild_found all = wild_find(&c, o->strict ? MODEL_NOTE : MODEL_ERROR);
  const char *why = NULL;
  explicit_answer a;
  parallel_safety(c.m, c.clock, &c.x, o, p, &a);
  CHECK((a.verdict == EXPLICIT_FAULT) == (all.faults > 0));
  CHECK(a.stats.transitions == a.stats.states + a.stats.matched);
  CHECK(c.clock->states == a.stats.states);
  if (a.verdict == EXPLICIT_HOLDS || o->keep_going) {
    uint64_t edges = 0;
    for (uint32_t i = 0; i < c.g.edge_count; i++)
      edges |= (uint64_t)(a.covered[i / 8] >> i % 8 & 1) << i;
    CHECK(a.faults == all.faults && a.notes.count == all.notes);
    CHECK(a.stats.states == all.states && a.stats.transitions == all.arrivals);
    CHECK(edges == all.edges);
  }
  if (a.verdict != EXPLICIT_FAULT)
    return;
  CHECK(a.run.loop == a.run.count && a.faults > 0);
  CHECK(a.fault.severity >= (o->strict ? MODEL_NOTE : MODEL_ERROR));
  CHECK((o->strict ? model_replay_note : model_replay_fault)(c.m, &c.x, &a.run,
                                                             &why));
}

static void look_at_cycles(const parallel_options *p) {
  explicit_answer a;
  parallel_decide(c.m, c.clock, &c.x, &c.b, &c.a, p, &a);
  cases_answer(&c, &a);
  if (a.verdict == EXPLICIT_VIOLATED)
    return;
  uint32_t pairs = 0;
  for (uint32_t v = 0; v < c.twin.nodes; v++)
    pairs += c.twin.reachable[v];
  CHECK(a.stats.states == pairs);
}

static void test_wild(void) {
  for (unsigned n = 0; n < check_cases(WILD); n++) {
    uint32_t atoms = 1 + cases_random(&c, 2);
    wild_graph(&c, atoms);
    c.a = (omega){0};
    cases_automaton(&c, atoms);
    if (c.a.sets != 1 || !c.a.state_based) {
      omega one = {0};
      omega_degeneralise(c.m, &c.a, &one);
      c.a = one;
    }
    c.x = test_model(c.m, &c.g, &c.b);
    bool fits = c.g.states * c.a.states <= TWIN_MOST;
    if (fits)
      twin_decide(&c.twin, &c.g, &c.a);
    for (unsigned k = 0; k < 4; k++) {
      explicit_safety_options o = {.keep_going = k & 1, .strict = k & 2};
      parallel_options p = options_of(n + k);
      look_at_safety(&o, &p);
      if (fits)
        look_at_cycles(&p);
    }
    mem_clear(c.m);
  }
}

/* Every SMALL_STEP-th of the small cases. */
static void test_small(void) {
  static const omega_cube cubes[] = {{0, 0}, {1, 0}, {1, 1}};
  for (uint32_t first = 0; first < CASES_SMALL; first += SMALL_STEP) {
    uint32_t n = first;
    c.g = (test_graph){.states = 2, .initials = 1};
    for (uint32_t i = 0; i < 4; i++, n /= 2)
      if (n % 2)
        c.g.edges[c.g.edge_count++] = (test_edge){i / 2, i % 2, MODEL_NONE};
    for (uint32_t s = 0; s < 2; s++, n /= 2)
      c.g.letters[s] = n % 2;
    c.a = (omega){.states = 2, .sets = 1, .state_based = true};
    for (uint32_t i = 0; i < 4; i++, n /= 4)
      if (n % 4)
        cases_edge(&c, i / 2, i % 2, cubes[n % 4 - 1], 0);
    vec_each (omega_edge, e, &c.a.edges)
      e->marks = n >> e->from & 1;
    omega_index(c.m, &c.a);
    c.x = test_model(c.m, &c.g, &c.b);
    twin_decide(&c.twin, &c.g, &c.a);
    parallel_options p = options_of(first + 1);
    look_at_cycles(&p);
    mem_clear(c.m);
  }
}

/* Larger ones, against the sequential searches. */

static bool same_bits(const uint8_t *a, const uint8_t *b) {
  return memcmp(a, b, HASHED_PLACES / 8) == 0;
}

static void compare_safety(hashed *g, const explicit_safety_options *o) {
  explicit_answer one;
  const char *why = NULL;
  explicit_safety(c.m, c.clock, &c.x, o, &one);
  bool all = one.verdict == EXPLICIT_HOLDS || o->keep_going;
  for (unsigned n = 0; n < 10; n++) {
    parallel_options p = {.jobs = n % 5 == 4 ? 7 : 1 + n % 5,
                          .compressed = n >= 5};
    explicit_answer many;
    g->expanded = mem_array(c.m, g->states, sizeof *g->expanded);
    parallel_safety(c.m, c.clock, &c.x, o, &p, &many);
    CHECK(many.verdict == one.verdict);
    for (uint32_t s = 0; s < g->states; s++)
      if (g->expanded[s] > 1 && many.verdict == EXPLICIT_HOLDS)
        CHECK_NEVER("a state was expanded twice");
    mem_free(c.m, g->expanded);
    g->expanded = NULL;
    if (all)
      CHECK(many.stats.states == one.stats.states &&
            many.stats.transitions == one.stats.transitions &&
            many.faults == one.faults && many.notes.count == one.notes.count &&
            same_bits(many.covered, one.covered));
    if (many.verdict == EXPLICIT_FAULT)
      CHECK((o->strict ? model_replay_note
                       : model_replay_fault)(c.m, &c.x, &many.run, &why));
  }
}

static void compare_cycles(void) {
  explicit_answer one;
  explicit_options o = {.emptiness = EXPLICIT_NDFS};
  explicit_decide(c.m, c.clock, &c.x, &c.b, &c.a, &o, &one);
  for (unsigned n = 0; n < 10; n++) {
    parallel_options p = {.jobs = n % 5 == 4 ? 7 : 1 + n % 5,
                          .compressed = n >= 5};
    explicit_answer many;
    parallel_decide(c.m, c.clock, &c.x, &c.b, &c.a, &p, &many);
    CHECK(many.verdict == one.verdict);
    if (many.verdict == EXPLICIT_VIOLATED)
      CHECK(cases_lasso_is_right(&c, &many.run));
    else
      CHECK(many.stats.states == one.stats.states);
  }
  c.violated += one.verdict == EXPLICIT_VIOLATED;
  c.holds += one.verdict == EXPLICIT_HOLDS;
  c.faults += one.verdict == EXPLICIT_FAULT;
}

/* Infinitely often the first atom: not weak. */
static void recurrence(void) {
  c.a = (omega){.states = 2, .sets = 1, .state_based = true};
  for (uint32_t q = 0; q < 2; q++) {
    cases_edge(&c, q, 1, (omega_cube){1, 1}, q);
    cases_edge(&c, q, 0, (omega_cube){1, 0}, q);
  }
  omega_index(c.m, &c.a);
}

static void test_hashed(void) {
  for (uint32_t n = 0; n < check_cases(HASHED); n++) {
    hashed g = {.states = 1 + cases_random(&c, HASHED_STATES),
                .degree = 1 + cases_random(&c, 4),
                .seed = n,
                .initials = 1 + cases_random(&c, 3),
                .fault_odds = n % 2 ? 0 : 10 + cases_random(&c, 40000),
                .letter_odds = 1 + cases_random(&c, n % 3 ? 1000000 : 3),
                .endless_at = MODEL_NONE};
    g.span = 1 + cases_random(&c, n % 4 ? g.states : 20);
    if (n % 2) {
      g.block = 2 + cases_random(&c, 30);
      g.letter_odds = 1 + cases_random(&c, 3 * g.states);
    }
    c.x = hashed_model(c.m, &g);
    c.b = (model_binding){0};
    explicit_safety_options o = {.keep_going = n & 2, .strict = n % 7 == 0};
    compare_safety(&g, &o);
    c.a = (omega){0};
    if (n % 3)
      recurrence();
    else
      do
        cases_automaton(&c, 1);
      while (!(c.a.sets == 1 && c.a.state_based) && (c.a = (omega){0}, true));
    compare_cycles();
    mem_clear(c.m);
  }
}

/* A thread that calls states red which another has not finished with hides
 * the only accepting cycle from it. */
static void test_rings(void) {
  for (uint32_t n = 0; n < RINGS; n++) {
    ring r = {.ways = 1 + n % 7,
              .length = 20 + cases_random(&c, 60),
              .is_lit = n % 8 != 0,
              .seed = n};
    parallel_options p = {.jobs = 2 + n % 4, .compressed = n % 16 == 1};
    explicit_answer a;
    c.x = ring_model(&r);
    c.b = (model_binding){0};
    recurrence();
    parallel_decide(c.m, c.clock, &c.x, &c.b, &c.a, &p, &a);
    CHECK((a.verdict == EXPLICIT_VIOLATED) == r.is_lit);
    CHECK(!r.is_lit || cases_lasso_is_right(&c, &a.run));
    mem_clear(c.m);
  }
}

typedef enum search_kind { SAFETY, CYCLES } search_kind;

static mem_fault search_until(hashed *g, search_kind kind,
                              const parallel_options *p) {
  jmp_buf own;
  mem_budget *b = c.m->budget;
  explicit_answer a;
  explicit_safety_options o = {.keep_going = true};
  b->handler = &own;
  b->fault = MEM_NO_FAULT;
  if (setjmp(own) == 0) {
    c.x = hashed_model(c.m, g);
    c.b = (model_binding){0};
    recurrence();
    if (kind == SAFETY)
      parallel_safety(c.m, c.clock, &c.x, &o, p, &a);
    else
      parallel_decide(c.m, c.clock, &c.x, &c.b, &c.a, p, &a);
  }
  b->handler = &way_out;
  mem_clear(c.m);
  CHECK(b->used == 0);
  return b->fault;
}

static void test_limits(void) {
  mem_budget *b = c.m->budget;
  hashed g = {.states = 3000000,
              .degree = 3,
              .initials = 2,
              .span = 3000000,
              .letter_odds = UINT32_MAX,
              .endless_at = MODEL_NONE};
  hashed little = g;
  little.states = little.span = 500;
  for (unsigned n = 0; n < 16; n++) {
    parallel_options p = options_of(n);
    search_kind kind = n / 8 ? CYCLES : SAFETY;
    b->limit = (size_t)3 << 20;
    CHECK(search_until(&g, kind, &p) == MEM_LIMIT);
    b->limit = 0;
    progress_begin(c.clock, "test");
    c.clock->limit = 0.06;
    CHECK(search_until(&g, kind, &p) == MEM_TIME);
    c.clock->limit = 0;
    c.clock->stop = 1;
    CHECK(search_until(&g, kind, &p) == MEM_STOPPED);
    c.clock->stop = 0;
    little.endless_at = (uint32_t)(hashed_mix(&little, 0, 99) % 500);
    CHECK(search_until(&little, kind, &p) == MEM_ENDLESS);
    little.endless_at = MODEL_NONE;
    CHECK(search_until(&little, kind, &p) == MEM_NO_FAULT);
  }
}

/* A limit at every size: nothing hangs, nothing is left behind. */
static void test_all_limits(void) {
  mem_budget *b = c.m->budget;
  hashed g = {.states = 400,
              .degree = 3,
              .initials = 2,
              .span = 400,
              .fault_odds = 100,
              .letter_odds = 100,
              .endless_at = MODEL_NONE};
  unsigned ended = 0;
  for (unsigned n = 0; n < 2 * 400; n++) {
    parallel_options p = options_of(n / 2);
    b->limit = 2000 + (size_t)n * n * 4;
    mem_fault f = search_until(&g, n % 2 ? CYCLES : SAFETY, &p);
    CHECK(f == MEM_NO_FAULT || f == MEM_LIMIT);
    ended += f == MEM_NO_FAULT;
  }
  b->limit = 0;
  CHECK(ended > 0);
}

/* The models of this repository. */

typedef struct tally {
  unsigned models, violated, holds, unknown;
} tally;

static custos *load(const char *path, const char *jobs, const char *kept) {
  custos *x = custos_new();
  if (!x)
    abort();
  custos_set(x, "certify", "no");
  custos_set(x, "keep-going", "yes");
  custos_set(x, "memory", "200");
  CHECK(custos_set(x, "jobs", jobs) == CUSTOS_OK);
  CHECK(custos_set(x, "store", kept) == CUSTOS_OK);
  if (custos_load(x, path, NULL) == CUSTOS_OK)
    return x;
  custos_delete(x);
  return NULL;
}

static void compare_results(const custos_result *one,
                            const custos_result *many) {
  CHECK(one->verdict == many->verdict);
  bool safety = strcmp(many->engine, "cndfs") != 0;
  if (safety && one->verdict != CUSTOS_UNKNOWN) {
    CHECK(one->states == many->states && one->matched == many->matched);
    CHECK(one->errors == many->errors);
  } else if (one->verdict == CUSTOS_HOLDS &&
             strcmp(one->engine, "reachability") != 0) {
    CHECK(one->states == many->states);
  }
}

static void compare_model(const char *path, unsigned n, tally *t) {
  static const char *const jobs[] = {"2", "3", "4", "1"};
  custos *one = load(path, "1", "plain");
  if (!one)
    return;
  custos *many = load(path, jobs[n % 4], n % 4 == 3 || n % 3 ? "tree" : "auto");
  custos_result a, b;
  t->models++;
  size_t count = custos_property_count(one);
  for (size_t i = 0; many && i < count; i++) {
    custos_status x = custos_check(one, i, &a), y = custos_check(many, i, &b);
    CHECK(x == y);
    if (x != y)
      printf("%s, property %zu: %s\n", path, i,
             custos_last_error(x == CUSTOS_OK ? many : one)->message);
    if (x != CUSTOS_OK || y != CUSTOS_OK)
      break;
    compare_results(&a, &b);
    t->violated += a.verdict == CUSTOS_VIOLATED;
    t->holds += a.verdict == CUSTOS_HOLDS;
    t->unknown += a.verdict == CUSTOS_UNKNOWN;
  }
  custos_delete(one);
  custos_delete(many);
}

/* A step in which a third process comes between the two of a handshake cannot
 * be replayed yet, by whichever search it was found. */
static bool has_quirk(const char *name) {
  return strncmp(name, "ds_", 3) == 0 &&
         (strstr(name, "quirk") || strstr(name, "pending"));
}

static void compare_folder(const char *folder, unsigned every, tally *t) {
  DIR *d = opendir(folder);
  CHECK(d != NULL);
  if (!d)
    return;
  unsigned n = 0;
  for (struct dirent *e; (e = readdir(d)) != NULL;) {
    char path[512];
    const char *dot = strrchr(e->d_name, '.');
    if (!dot ||
        (strcmp(dot, ".pml") != 0 && strcmp(dot, ".gcl") != 0 &&
         strcmp(dot, ".lts") != 0 && strcmp(dot, ".aut") != 0) ||
        has_quirk(e->d_name))
      continue;
    snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
    if (n++ % every == 0)
      compare_model(path, n / every, t);
  }
  closedir(d);
}

static void test_models(void) {
#ifdef __SANITIZE_THREAD__
  unsigned every = 12;
#else
  unsigned every = 1;
#endif
  tally t = {0};
  compare_folder("examples/gcl", 1, &t);
  compare_folder("examples/lts", 1, &t);
  compare_folder("examples/promela", 1, &t);
  compare_folder("tests/promela/models", every, &t);
  compare_folder("tests/promela/micro", every, &t);
  printf("%u models: %u properties hold, %u violated, %u unknown\n", t.models,
         t.holds, t.violated, t.unknown);
  CHECK(t.holds > 20 && t.violated > 10);
}

int main(void) {
  static mem_budget budget = {.fail_in = -1, .handler = &way_out};
  static progress clock = {.budget = &budget};
  static mem m;
  mem_init(&m, &budget);
  c.m = &m;
  c.clock = &clock;
  c.seed = 7;
  if (setjmp(way_out)) {
    puts("memory or time is spent");
    return 1;
  }
  progress_begin(&clock, "test");
  test_trail();
  test_share();
  test_wild();
  test_small();
  test_hashed();
  test_rings();
  printf("%lu hold, %lu violated, %lu with faults\n", c.holds, c.violated,
         c.faults);
  test_limits();
  test_all_limits();
  test_models();
  return check_end();
}
