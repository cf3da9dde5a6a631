/* Searches that forget, with so much memory that they forget nothing: they
 * agree with the definitions and with the search that does not. With too little
 * of it: what they find is true. Threads, limits, failing memory. */
#include "tests/unit/engine/lossy/lossy_graph.h"

#include "engine/lossy/job.h"
#include "tests/explicit/wild.h"

static jmp_buf out;
static mem_budget budget = {.fail_in = -1, .handler = &out};
static progress ticks = {.budget = &budget};
static mem m;
static cases c;
static lossy_graph g;

/* Small graphs with all kinds of faults. */

static void right_fault(const lossy_options *o, const explicit_answer *a) {
  const char *why = NULL;
  CHECK(a->faults > 0 && a->run.loop == a->run.count);
  CHECK(a->fault.severity >= (o->strict ? MODEL_NOTE : MODEL_ERROR));
  CHECK((o->strict ? model_replay_note : model_replay_fault)(&m, &c.x, &a->run,
                                                             &why));
}

static void look(const lossy_options *o, unsigned long *faults) {
  wild_found all = wild_find(&c, o->strict ? MODEL_NOTE : MODEL_ERROR);
  explicit_answer a;
  lossy_odds odds;
  lossy_safety(&m, &ticks, &c.x, o, &a, &odds);
  CHECK((a.verdict == EXPLICIT_FAULT) == (all.faults > 0));
  CHECK(odds.any > 0 && !odds.is_full && !odds.is_cut);
  CHECK(a.stats.transitions == a.stats.states + a.stats.matched);
  /* Two threads may both count a state of a table of bits. */
  bool exact = o->jobs == 1 || o->kind == LOSSY_COMPACT;
  if (a.verdict == EXPLICIT_HOLDS || o->keep_going) {
    uint64_t edges = 0;
    for (uint32_t i = 0; i < c.g.edge_count; i++)
      edges |= (uint64_t)(a.covered[i / 8] >> i % 8 & 1) << i;
    CHECK(edges == all.edges && a.notes.count == all.notes);
    CHECK(exact ? odds.states == all.states : odds.states >= all.states);
    if (exact) {
      CHECK(a.stats.states == all.states * o->searches);
      CHECK(a.stats.transitions == all.arrivals * o->searches);
      CHECK(a.faults == all.faults * o->searches);
    }
  }
  if (a.verdict != EXPLICIT_FAULT)
    return;
  right_fault(o, &a);
  ++*faults;
}

/* What is found with hardly any memory is true. */
static void look_in_little(const lossy_options *o) {
  wild_found all = wild_find(&c, o->strict ? MODEL_NOTE : MODEL_ERROR);
  explicit_answer a;
  lossy_odds odds;
  lossy_safety(&m, &ticks, &c.x, o, &a, &odds);
  CHECK(odds.any > 0);
  CHECK(a.faults <= all.faults * o->searches);
  CHECK(odds.states <= all.states);
  if (a.verdict == EXPLICIT_FAULT)
    right_fault(o, &a);
}

static void small_graphs(uint32_t count) {
  unsigned long faults = 0;
  for (uint32_t i = 0; i < count; i++) {
    wild_graph(&c, 1);
    c.x = test_model(&m, &c.g, &c.b);
    for (uint32_t way = 0; way < 16; way++) {
      lossy_options o = {.kind = way & 1 ? LOSSY_BITSTATE : LOSSY_COMPACT,
                         .jobs = i % 16 ? 1 : 1 + i / 16 % 3,
                         .searches = way & 2 ? 1 + i % 4 : 1,
                         .bytes = 1 << 16,
                         .seed = i,
                         .keep_going = way & 4,
                         .strict = way & 8};
      look(&o, &faults);
      o.bytes = 64 * (i % 3);
      o.bits = way & 1 ? 1 : 8;
      o.jobs = 1;
      look_in_little(&o);
    }
    mem_clear(&m);
  }
  CHECK(faults > count);
}

static void ask(const lossy_options *o, explicit_answer *a, lossy_odds *odds) {
  static model x;
  x = lossy_graph_model(&g);
  lossy_safety(&m, &ticks, &x, o, a, odds);
}

/* Threads that give each other states expand each of them once. */
static void threads(void) {
  explicit_answer a;
  lossy_odds odds;
  for (uint32_t i = 0; i < 40; i++) {
    g = (lossy_graph){
        .states = 20000, .degree = 1 + i % 4, .seed = i, .faulty = UINT32_MAX};
    uint32_t all = lossy_graph_reachable(&g);
    lossy_options o = {
        .jobs = 1 + i % 5, .searches = 1, .bytes = 1 << 20, .seed = i};
    ask(&o, &a, &odds);
    CHECK(a.verdict == EXPLICIT_HOLDS);
    CHECK(a.stats.states == all && odds.states == all);
    CHECK(a.stats.transitions == 1 + (uint64_t)all * g.degree);
    o.kind = LOSSY_BITSTATE;
    ask(&o, &a, &odds);
    CHECK(odds.states + 100 > all && odds.states < all + 100);
    o.searches = 6;
    o.bytes *= 4;
    ask(&o, &a, &odds);
    CHECK(odds.states + 100 > all && odds.states <= all);
    mem_clear(&m);
  }
}

/* A path of as many steps as there are states, and the fault at its end. */
static void deep(void) {
  const char *why = NULL;
  g = (lossy_graph){.states = 60000, .degree = 1, .is_chain = true};
  g.faulty = g.states - 1;
  for (unsigned jobs = 1; jobs <= 3; jobs++)
    for (unsigned searches = 1; searches <= 2; searches++) {
      lossy_options o = {.jobs = jobs, .searches = searches, .bytes = 1 << 21};
      explicit_answer a;
      lossy_odds odds;
      ask(&o, &a, &odds);
      CHECK(a.verdict == EXPLICIT_FAULT && a.run.count == g.states);
      CHECK(a.stats.depth == g.states);
      CHECK(strcmp(a.fault_text, "state 59999") == 0);
      model x = lossy_graph_model(&g);
      CHECK(model_replay_fault(&m, &x, &a.run, &why));
      mem_clear(&m);
    }
}

/* The order and the hashes are the seed's, and nobody else's. */
static void seeds(void) {
  size_t lengths[8];
  bool differ = false;
  for (uint64_t seed = 0; seed < 8; seed++)
    for (int again = 0; again < 2; again++) {
      lossy_options o = {.jobs = 1, .searches = 1, .bytes = 1 << 18};
      explicit_answer a;
      lossy_odds odds;
      g = (lossy_graph){.states = 5000, .degree = 3, .seed = 5, .faulty = 4001};
      o.seed = seed;
      ask(&o, &a, &odds);
      CHECK(a.verdict == EXPLICIT_FAULT);
      CHECK(!again || lengths[seed] == a.run.count);
      lengths[seed] = a.run.count;
      differ |= a.run.count != lengths[0];
      mem_clear(&m);
    }
  CHECK(differ);
}

static void full(void) {
  explicit_answer a;
  lossy_odds odds;
  for (unsigned jobs = 1; jobs <= 3; jobs++)
    for (unsigned searches = 1; searches <= 3; searches++) {
      g = (lossy_graph){
          .states = 5000, .degree = 4, .seed = jobs, .faulty = UINT32_MAX};
      lossy_options o = {.jobs = jobs, .searches = searches, .bytes = 8000};
      ask(&o, &a, &odds);
      CHECK(a.verdict == EXPLICIT_HOLDS && odds.is_full);
      CHECK(odds.states <= 1000 && odds.states > 100);
      mem_clear(&m);
    }
}

/* Who waits for threads looks at the clock beside them: a search that is to be
 * stopped must not be over before a busy machine lets it look. This one would
 * take many seconds. */
enum { HUGE_GRAPH = 1 << 24, HUGE_TABLE = 1 << 26 };

static void cut(void) {
  explicit_answer a;
  lossy_odds odds;
  g = (lossy_graph){.states = HUGE_GRAPH, .degree = 8, .faulty = UINT32_MAX};
  lossy_options o = {
      .jobs = 2, .searches = 4, .bytes = HUGE_TABLE, .seconds = 1e-6};
  ask(&o, &a, &odds);
  CHECK(a.verdict == EXPLICIT_HOLDS && odds.is_cut && odds.states < HUGE_GRAPH);
  mem_clear(&m);
}

/* What ends a search; MEM_NO_FAULT: nothing did. */
static mem_fault ended_by(unsigned jobs, unsigned searches, size_t bytes) {
  static mem_fault fault;
  jmp_buf handler;
  budget.handler = &handler;
  fault = MEM_NO_FAULT;
  if (setjmp(handler) == 0) {
    explicit_answer a;
    lossy_odds odds;
    lossy_options o = {.jobs = jobs, .searches = searches, .bytes = bytes};
    ask(&o, &a, &odds);
    CHECK(a.verdict == EXPLICIT_HOLDS);
  } else {
    fault = budget.fault;
  }
  mem_clear(&m);
  CHECK(budget.used == 0);
  budget.handler = &out;
  return fault;
}

static void limits(void) {
  for (unsigned jobs = 1; jobs <= 3; jobs++)
    for (unsigned searches = 1; searches <= 3; searches += 2) {
      g = (lossy_graph){.states = 60000, .degree = 8, .faulty = UINT32_MAX};
      CHECK(ended_by(jobs, searches, 1 << 20) == MEM_NO_FAULT);
      budget.limit = 3 << 19;
      CHECK(ended_by(jobs, searches, 1 << 20) == MEM_LIMIT);
      budget.limit = 0;
      g.states = HUGE_GRAPH;
      ticks.stop = 1;
      CHECK(ended_by(jobs, searches, HUGE_TABLE) == MEM_STOPPED);
      ticks.stop = 0;
      progress_begin(&ticks, "test");
      ticks.limit = 1e-9;
      CHECK(ended_by(jobs, searches, HUGE_TABLE) == MEM_TIME);
      ticks.limit = 0;
    }
}

/* Each allocation of the caller fails once. */
static void failures(unsigned jobs) {
  int64_t n = 0;
  mem_fault fault;
  g = (lossy_graph){.states = 50, .degree = 2, .faulty = UINT32_MAX};
  do {
    budget.fail_in = n++;
    fault = ended_by(jobs, 1, 1 << 20);
    CHECK(fault == MEM_NO_FAULT || fault == MEM_LIMIT);
  } while (fault != MEM_NO_FAULT);
  budget.fail_in = -1;
  CHECK(n > 5);
}

int main(void) {
  mem_init(&m, &budget);
  c = (cases){.m = &m, .clock = &ticks, .seed = 7};
  if (setjmp(out)) {
    puts("memory or time is spent");
    return 1;
  }
  progress_begin(&ticks, "test");
  small_graphs(1500);
  threads();
  deep();
  seeds();
  full();
  cut();
  limits();
  for (unsigned jobs = 1; jobs <= 3; jobs++)
    failures(jobs);
  return check_end();
}
