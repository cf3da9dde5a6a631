/* The clock is looked at in time, whether a tick takes a nanosecond or many
 * milliseconds. */
#include "base/progress.h"
#include "tests/unit/check.h"

#include <time.h>

static void work(double seconds) {
  struct timespec t = {0, (long)(seconds * 1e9)};
  nanosleep(&t, NULL);
}

/* Seconds that a loop with such rounds took until it was stopped; the first
 * ones are as quick as can be. */
static double stopped_after(uint32_t quick, double round, double limit) {
  mem_budget budget = {.fail_in = -1};
  jmp_buf out;
  progress clock = {.budget = &budget, .limit = limit};
  double begin = progress_clock();
  budget.handler = &out;
  if (setjmp(out) == 0) {
    progress_begin(&clock, "working");
    for (uint32_t i = 0;; i++) {
      progress_tick(&clock);
      if (i >= quick)
        work(round);
      if (i >= quick + 400 && round > 0)
        return 1e9; /* nobody looked */
    }
  }
  CHECK(budget.fault == MEM_TIME);
  return progress_clock() - begin;
}

static void long_rounds_are_stopped(void) {
  double taken = stopped_after(0, 0.005, 0.05);
  CHECK(taken >= 0.05 && taken < 1.0);
}

/* Each took nothing before, and much now: at most one long interval passes. */
static void rounds_that_become_long_are_stopped(void) {
  double taken = stopped_after(100, 0.005, 0.05);
  CHECK(taken >= 0.05 && taken < 1.5);
}

static void short_rounds_are_stopped(void) {
  double taken = stopped_after(0, 0, 0.05);
  CHECK(taken >= 0.05 && taken < 1.0);
}

static bool count_looks(void *self, const progress *p) {
  (void)p;
  return ++*(uint32_t *)self > 1000000;
}

static void count_aside(void *self, const progress *p) {
  (void)count_looks(self, p);
}

/* A tick of an ordinary loop is no system call. */
static void few_looks_of_many_ticks(void) {
  mem_budget budget = {.fail_in = -1};
  uint32_t looks = 0;
  progress clock = {
      .budget = &budget, .aside = count_aside, .aside_self = &looks};
  progress_begin(&clock, "working");
  for (uint32_t i = 0; i < 10000000; i++)
    progress_tick(&clock);
  CHECK(looks > 1000 && looks < 20000);
}

int main(void) {
  long_rounds_are_stopped();
  rounds_that_become_long_are_stopped();
  short_rounds_are_stopped();
  few_looks_of_many_ticks();
  return check_end();
}
