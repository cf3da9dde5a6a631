/* Random cases, each with a seed of its own, so that one of them can be done
 * again alone: TEST [COUNT [FIRST]]. */
#ifndef UNIT_CASES_H
#define UNIT_CASES_H

#include "tests/unit/check.h"
#include "tests/unit/draw.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct cases {
  unsigned long first, many;
} cases;

static cases cases_asked(int argc, char **argv, unsigned long usually) {
  ticks.budget = &budget;
  return (cases){.first = argc > 2 ? strtoul(argv[2], NULL, 10) : 0,
                 .many = argc > 1 ? strtoul(argv[1], NULL, 10)
                                  : check_cases(usually)};
}

static void cases_each(cases c, void (*one)(unsigned long number)) {
  for (unsigned long i = c.first; i < c.first + c.many; i++) {
    seed = 88172645463325252u + 2654435761u * i;
    unsigned long before = check_failed;
    one(i);
    if (check_failed == before)
      continue;
    fprintf(stderr, "case %lu\n", i);
    if (getenv("CUSTOS_MUTANT")) /* a planted bug need not be seen twice */
      return;
  }
}

#endif
