/* Lists of any length, beside many runs: random automata (cfa_lists.h). The
 * interpreter runs each with short sequences of inputs: what fails in one of
 * these runs must not hold. */
#include "tests/unit/cases.h"

#include "tests/unit/cfa_lists.h"

#include "engine/panda/panda.h"

#include <setjmp.h>
#include <stdlib.h>

enum { SECONDS = 2 };

static size_t verdicts[3], by_lists, failing, spent;

static void check_one(unsigned long number) {
  (void)number;
  static panda_result r;
  static panda_open open;
  jmp_buf handler;
  random_automaton();
  const char *wrong = cfa_validate(&job, &made);
  CHECK(!wrong);
  if (wrong)
    fprintf(stderr, "%s\n", wrong);
  panda_options o = {.presume_memory = true,
                     .lists_first = true,
                     .unlike_links = 1 + draw(4),
                     .most_bound = 4,
                     .query_milliseconds = 2000};
  open = (panda_open){NULL, NULL, NULL};
  budget.handler = &handler;
  ticks.limit = SECONDS;
  progress_begin(&ticks, "");
  if (setjmp(handler) == 0) {
    panda_decide(&job, &ticks, &made, &o, &open, &r);
    ticks.limit = 0;
    verdicts[r.verdict]++;
    bool is_shape = strstr(r.reason, "lists") != NULL;
    by_lists += is_shape && r.verdict == PANDA_HOLDS;
    failing += r.verdict == PANDA_VIOLATED;
    CHECK(r.verdict != PANDA_HOLDS || !fails());
  } else {
    CHECK(budget.fault == MEM_TIME);
    spent++;
  }
  ticks.limit = 0;
  panda_close(&open);
  budget.handler = NULL;
}

int main(int argc, char **argv) {
  cases asked = cases_asked(argc, argv, 200);
  unsigned long many = asked.many;
  cases_each(asked, check_one);
  CHECK(many < 50 || (by_lists > many / 20 && failing > many / 20));
  fprintf(stderr,
          "%zu hold (%zu by shapes of lists), %zu are violated, %zu unknown, "
          "%zu took too long\n",
          verdicts[PANDA_HOLDS], by_lists, verdicts[PANDA_VIOLATED],
          verdicts[PANDA_UNKNOWN], spent);
  return check_end();
}
