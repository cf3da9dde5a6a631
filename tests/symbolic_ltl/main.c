/* symbolic_ltl systems FROM TO: random symbolic pushdown systems and automata,
 * number FROM .. TO-1, decided by sym_repeat and by a naive twin.
 * symbolic_ltl programs FROM TO, symbolic_ltl files PROGRAM.bp...: see
 * programs.h. */
#include "tests/symbolic_ltl/naive.h"
#include "tests/symbolic_ltl/programs.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct tally {
  unsigned long violated, holds, longest, layers, passed, failed;
} tally;

static const char *compare(mem *m, progress *clock, dds *d, uint64_t seed,
                           tally *y) {
  table t;
  sympds s;
  sym_letters l;
  sym_repeat_answer a;
  table_random(m, seed, &t);
  table_build(m, d, &t, &s, &l);
  naive *x = mem_alloc(m, sizeof *x);
  bool violated = naive_solve(m, &t, x);
  sym_repeat(m, clock, &s, &l, &t.automaton, 100000, &a);
  table_drop(m, d, &t, &s, &l);
  if (a.heads != x->heads)
    return "another number of heads";
  if (a.violated != violated)
    return "another verdict";
  if (!violated) {
    y->holds++;
    y->layers = a.layers > y->layers ? a.layers : y->layers;
    return naive_check_proof(x, &a.proof);
  }
  y->violated++;
  if (!a.has_run)
    return "no run";
  if (a.run.steps.count > y->longest)
    y->longest = a.run.steps.count;
  return naive_check_run(x, &s, &a.run);
}

/* Some at a time, with diagrams and memory of their own. */
static void compare_some(uint64_t from, uint64_t to, tally *y) {
  mem_budget budget = {.fail_in = -1};
  mem m;
  mem_init(&m, &budget);
  progress clock = {.budget = &budget};
  dds d = {0};
  dd_order order = {.variables = SYM_COPIES * (2 * MOST_BITS + STATE_BITS),
                    .bytes = 1 << 26};
  if (!dds_open(&d, &m, &clock, &order))
    abort();
  for (uint64_t i = from; i < to; i++) {
    mem own;
    mem_init(&own, &budget);
    const char *wrong = compare(&own, &clock, &d, i, y);
    if (wrong)
      printf("%llu: %s\n", (unsigned long long)i, wrong);
    y->passed += !wrong;
    y->failed += wrong != NULL;
    mem_clear(&own);
  }
  dds_close(&d);
  mem_clear(&m);
}

/* 'sources', if there are any: files with a Boolean program each. */
static int compare_programs(uint64_t from, uint64_t to, char **sources) {
  static char source[1 << 16];
  programs_tally y = {0};
  unsigned long failed = 0;
  for (uint64_t i = from; i < to; i++) {
    if (sources) {
      FILE *f = fopen(sources[i], "r");
      size_t length = f ? fread(source, 1, sizeof source - 1, f) : 0;
      source[length] = '\0';
      if (f)
        fclose(f);
    }
    const char *wrong = programs_compare(i, sources ? source : NULL, &y);
    if (wrong)
      printf("%llu: %s\n", (unsigned long long)i, wrong);
    failed += wrong != NULL;
  }
  printf("violated %lu (loops: %lu grow the stack, %lu call and return, %lu "
         "stutter), longest run %lu; holds %lu, most layers %lu; too large "
         "%lu; %lu explicit rules\n",
         y.violated, y.growing, y.calling, y.stuttering, y.longest, y.holds,
         y.layers, y.skipped, y.rules);
  printf("%lu passed, %lu failed\n", (unsigned long)(to - from) - failed,
         failed);
  return failed != 0;
}

static int compare_systems(uint64_t from, uint64_t to) {
  tally y = {0};
  for (uint64_t i = from; i < to; i += 200)
    compare_some(i, i + 200 < to ? i + 200 : to, &y);
  printf("violated %lu, longest run %lu; holds %lu, most layers %lu\n",
         y.violated, y.longest, y.holds, y.layers);
  printf("%lu passed, %lu failed\n", y.passed, y.failed);
  return y.failed != 0;
}

int main(int argc, char **argv) {
  if (argc > 2 && strcmp(argv[1], "files") == 0)
    return compare_programs(0, (uint64_t)argc - 2, argv + 2);
  if (argc != 4 ||
      (strcmp(argv[1], "systems") != 0 && strcmp(argv[1], "programs") != 0)) {
    fprintf(stderr, "usage: symbolic_ltl systems|programs FROM TO\n"
                    "       symbolic_ltl files PROGRAM.bp...\n");
    return 1;
  }
  uint64_t from = strtoull(argv[2], NULL, 10), to = strtoull(argv[3], NULL, 10);
  return argv[1][0] == 's' ? compare_systems(from, to)
                           : compare_programs(from, to, NULL);
}
