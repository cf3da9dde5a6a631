/* pushdown_ltl FROM TO: random problems number FROM .. TO-1, see compare.h. */
#include "tests/pushdown_ltl/compare.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  tally t = {0};
  /* sets, dense, formula; states, symbols, rules, states of the automaton */
  static const instance_shape shapes[] = {
      {false, false, false, 2, 2, 6, 3}, {false, false, false, 3, 3, 8, 3},
      {true, false, false, 2, 2, 5, 2},  {false, true, false, 2, 3, 0, 3},
      {false, true, false, 3, 3, 1, 3},  {false, true, false, 3, 2, 0, 4},
      {false, true, true, 3, 3, 0, 0},   {false, false, true, 2, 2, 8, 0},
      {true, true, false, 2, 2, 0, 2},   {true, false, true, 2, 2, 6, 0}};
  if (argc != 3) {
    fprintf(stderr, "usage: pushdown_ltl FROM TO\n");
    return 1;
  }
  unsigned long failed = 0;
  uint64_t from = strtoull(argv[1], NULL, 10), to = strtoull(argv[2], NULL, 10);
  for (uint64_t i = from; i < to; i++) {
    instance *x = instance_new(i, &shapes[i % 10]);
    const char *wrong = compare(x, i, &t);
    if (wrong) {
      printf("%llu: %s\n", (unsigned long long)i, wrong);
      failed++;
    }
    instance_delete(x);
  }
  printf("violated %llu, holds %llu, too large %llu; %llu configurations, "
         "%llu lassos up to %llu steps, %llu certificates; rejected: %llu "
         "forged, %llu mutated\n",
         (unsigned long long)t.violated, (unsigned long long)t.holds,
         (unsigned long long)t.skipped, (unsigned long long)t.configurations,
         (unsigned long long)t.lassos, (unsigned long long)t.longest,
         (unsigned long long)t.ranks, (unsigned long long)t.forged,
         (unsigned long long)t.mutated);
  printf("rejected with one kind of gap:");
  for (size_t i = 0; i < sizeof t.ignored / sizeof *t.ignored; i++)
    printf(" %llu", (unsigned long long)t.ignored[i]);
  printf("\n");
  printf("%llu passed, %lu failed\n", (unsigned long long)(to - from - failed),
         failed);
  return failed != 0;
}
