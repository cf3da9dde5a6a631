/* Long random runs of the explicit searches against their slow twin:
 *     explicit [COUNT [SEED]]
 * First comes every small case. The last line is that of a unit test. */
#include "tests/explicit/wild.h"

#include <stdlib.h>

static jmp_buf out;

int main(int argc, char **argv) {
  unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
  mem_budget budget = {.fail_in = -1, .handler = &out};
  progress clock = {.budget = &budget};
  static cases c;
  mem m;
  mem_init(&m, &budget);
  c.m = &m;
  c.clock = &clock;
  c.seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  if (setjmp(out)) {
    puts("memory or time is spent");
    return 1;
  }
  progress_begin(&clock, "test");
  for (uint32_t i = 0; i < CASES_SMALL; i++)
    cases_small(&c, i);
  for (unsigned long i = 0; i < count; i++)
    cases_next(&c);
  wild w = {0};
  for (unsigned long i = 0; i < count; i++)
    wild_next(&c, &w);
  printf("%lu wild cases: %lu fair lassos, %lu unfair only, %lu unsupported; "
         "%lu faults, %lu notes\n",
         count, w.fair, w.unfair, w.unsupported, w.faults, w.notes);
  printf("%lu random cases: %lu hold, %lu violated, %lu with faults; %lu weak, "
         "%lu terminal; %lu of %lu mutants false\n",
         count, c.holds, c.violated, c.faults, c.weak, c.terminal,
         c.false_mutants, c.mutants);
  printf("%lu shortest runs compared with brute force, %lu too long for it\n",
         c.shortest, c.not_tried);
  return check_end();
}
