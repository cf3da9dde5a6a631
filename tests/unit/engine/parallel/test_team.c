/* Threads that allocate, raise, are stopped, run out of time, or find
 * something: what the caller sees, and that nothing is left behind. */
#include "tests/unit/check.h"

#include "base/vec.h"
#include "engine/parallel/team.h"

typedef enum act {
  ACT_COUNT, /* tick so often */
  ACT_ALLOCATE,
  ACT_LINGER, /* until stopped */
  ACT_RAISE,
  ACT_FIND,     /* sets 'done', and lingers until the others know */
  ACT_FIND_LATE /* lingers until 'done', then raises */
} act;

typedef struct play {
  act acts[TEAM_MOST];
  uint32_t counted[TEAM_MOST];
  atomic_uint began;
} play;

enum { TICKS = 5000, GREEDY = 1 << 20 };

static void linger(team_member *me, bool for_ever) {
  while (for_ever || !atomic_load(&me->of->done))
    progress_tick(&me->clock);
}

static void act_out(team_member *me) {
  play *p = me->self;
  atomic_fetch_add(&p->began, 1);
  vec(uint64_t) mine = {0};
  for (uint64_t i = 0; i < 1000; i++)
    vec_push(&me->m, &mine, i + me->number);
  switch (p->acts[me->number]) {
  case ACT_COUNT:
    for (uint32_t i = 0; i < TICKS; i++) {
      me->clock.states++;
      me->clock.matched += 2;
      me->clock.done += 3;
      me->clock.pending = 1;
      me->clock.depth = me->number;
      progress_tick(&me->clock);
    }
    p->counted[me->number] = (uint32_t)mine.at[999];
    break;
  case ACT_ALLOCATE:
    for (;;)
      mem_alloc(&me->m, 1000);
  case ACT_LINGER:
    linger(me, true);
    break;
  case ACT_RAISE:
    mem_raise(me->m.budget, MEM_ENDLESS);
  case ACT_FIND:
    atomic_store(&me->of->done, true);
    linger(me, false);
    break;
  case ACT_FIND_LATE:
    linger(me, false);
    mem_raise(me->m.budget, MEM_LIMIT);
  }
}

typedef struct caller {
  mem_budget budget;
  mem m;
  progress clock;
  unsigned looks;
  uint64_t most_states;
} caller;

static void caller_begin(caller *c) {
  *c = (caller){.budget = {.fail_in = -1}};
  mem_init(&c->m, &c->budget);
  c->clock.budget = &c->budget;
  progress_begin(&c->clock, "test");
}

static void see(void *self, const progress *p) {
  caller *c = self;
  c->looks++;
  if (p->states > c->most_states)
    c->most_states = p->states;
}

/* What the caller gets; its own handler must be in place again. */
static mem_fault perform(caller *c, play *p, unsigned count, bool *found) {
  jmp_buf way_out;
  worker_team team;
  c->budget.handler = &way_out;
  c->budget.fault = MEM_NO_FAULT;
  if (setjmp(way_out) == 0) {
    team_begin(&team, &c->m, &c->clock, count);
    team_run(&team, act_out, p);
    *found = atomic_load(&team.done);
    CHECK(c->budget.handler == &way_out);
    CHECK(c->budget.used > count * sizeof(team_member));
    team_end(&team);
    CHECK(c->budget.used == 0);
    return MEM_NO_FAULT;
  }
  CHECK(c->budget.handler == &way_out);
  CHECK(c->budget.used == 0);
  return c->budget.fault;
}

static void test_counts(unsigned count) {
  caller c;
  play p = {0};
  bool found = true;
  caller_begin(&c);
  CHECK(perform(&c, &p, count, &found) == MEM_NO_FAULT);
  CHECK(!found && p.began == count);
  CHECK(c.clock.states == (uint64_t)TICKS * count);
  CHECK(c.clock.matched == (uint64_t)TICKS * count * 2);
  CHECK(c.clock.done == (uint64_t)TICKS * count * 3);
  CHECK(c.clock.pending == count && c.clock.depth == count - 1);
  for (unsigned i = 0; i < count; i++)
    CHECK(p.counted[i] == 999 + i);
}

static void test_fault(act of_one, mem_fault expected, unsigned count) {
  for (unsigned who = 0; who < count; who++) {
    caller c;
    play p = {0};
    bool found = false;
    caller_begin(&c);
    c.budget.limit = 8 * GREEDY;
    for (unsigned i = 0; i < count; i++)
      p.acts[i] = i == who ? of_one : ACT_LINGER;
    CHECK(perform(&c, &p, count, &found) == expected);
    CHECK(c.budget.peak <= c.budget.limit);
  }
}

static void test_time_and_stop(void) {
  caller c;
  play p = {.acts = {ACT_LINGER, ACT_LINGER, ACT_COUNT}};
  bool found = false;
  caller_begin(&c);
  c.clock.aside = see;
  c.clock.aside_self = &c;
  c.clock.limit =
      1; /* on a busy machine, too, one member has counted by then */
  CHECK(perform(&c, &p, 3, &found) == MEM_TIME);
  CHECK(progress_clock() - c.clock.started < 5);
  CHECK(c.looks > 1 && c.most_states == TICKS);
  caller_begin(&c);
  c.clock.stop = 1;
  CHECK(perform(&c, &p, 3, &found) == MEM_STOPPED);
}

static bool say_stop(void *self, const progress *p) {
  (void)p;
  ++*(unsigned *)self;
  return true;
}

static void test_callback(void) {
  caller c;
  play p = {.acts = {ACT_LINGER, ACT_LINGER}};
  bool found = false;
  unsigned called = 0;
  caller_begin(&c);
  c.clock.callback = say_stop;
  c.clock.self = &called;
  CHECK(perform(&c, &p, 2, &found) == MEM_STOPPED);
  CHECK(called == 1);
}

/* What was found counts, even if another then runs out of memory. */
static void test_found(void) {
  for (int i = 0; i < 20; i++) {
    caller c;
    play p = {.acts = {ACT_FIND, ACT_FIND_LATE, ACT_LINGER, ACT_COUNT}};
    bool found = false;
    caller_begin(&c);
    CHECK(perform(&c, &p, 4, &found) == MEM_NO_FAULT);
    CHECK(found);
  }
}

static void count_runs(team_member *me) {
  atomic_fetch_add((atomic_uint *)me->self, 1);
  me->clock.states++;
}

static void test_again(void) {
  caller c;
  jmp_buf way_out;
  worker_team team;
  atomic_uint runs = 0;
  caller_begin(&c);
  c.budget.handler = &way_out;
  if (setjmp(way_out) != 0) {
    CHECK_NEVER("raised");
    return;
  }
  team_begin(&team, &c.m, &c.clock, 5);
  for (unsigned i = 1; i <= 10; i++) {
    team_run(&team, count_runs, &runs);
    CHECK(runs == 5 * i && c.clock.states == 5 * i);
  }
  team_end(&team);
  CHECK(c.budget.used == 0);
}

/* The caller is out of memory before anything runs. */
static void test_no_room(int64_t fail_in) {
  caller c;
  play p = {0};
  jmp_buf way_out;
  worker_team team;
  caller_begin(&c);
  c.budget.fail_in = fail_in;
  c.budget.handler = &way_out;
  if (setjmp(way_out) == 0) {
    team_begin(&team, &c.m, &c.clock, 3);
    team_run(&team, act_out, &p);
  }
  CHECK(c.budget.fault == MEM_LIMIT && p.began == 0);
  mem_clear(&c.m);
  CHECK(c.budget.used == 0);
}

int main(void) {
  for (unsigned count = 1; count <= 9; count++)
    test_counts(count);
  test_counts(64);
  test_fault(ACT_RAISE, MEM_ENDLESS, 4);
  test_fault(ACT_ALLOCATE, MEM_LIMIT, 4);
  test_time_and_stop();
  test_callback();
  test_found();
  test_again();
  test_no_room(0);
  test_no_room(1);
  return check_end();
}
