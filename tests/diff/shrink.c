#include "shrink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool fails(const instance *in, shrink_test *run, void *self) {
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stdout) ||
        !freopen("/dev/null", "w", stderr))
      _exit(0);
    alarm(5); /* endless is a failure too */
    run(self, in);
    _exit(0);
  }
  return child > 0 && waitpid(child, &status, 0) == child && status != 0;
}

static void drop_rule(instance *in, int i) {
  in->rules--;
  memmove(&in->rule[i], &in->rule[i + 1],
          (size_t)(in->rules - i) * sizeof in->rule[0]);
}

static void drop_edge(automaton *a, int i) {
  a->edges--;
  memmove(&a->edge[i], &a->edge[i + 1],
          (size_t)(a->edges - i) * sizeof a->edge[0]);
}

/* The n-th way to make it smaller; false: there are no more. */
static bool change(instance *in, int n) {
  if (n < in->rules) {
    drop_rule(in, n);
    return true;
  }
  n -= in->rules;
  for (int side = 0; side < 2; side++) {
    automaton *a = &in->side[side];
    if (n < a->edges) {
      drop_edge(a, n);
      return true;
    }
    n -= a->edges;
    if (n < 32) {
      a->accepting &= ~(UINT32_C(1) << n);
      return true;
    }
    n -= 32;
  }
  if (n >= in->rules * MOST_DIMENSIONS)
    return false;
  in->rule[n / MOST_DIMENSIONS].weight[n % MOST_DIMENSIONS] = 0;
  return true;
}

/* A set of which nothing is said is refused: another failure. */
static bool is_blank(const automaton *a) {
  return a->edges == 0 && a->accepting == 0;
}

bool shrink(instance *in, shrink_test *run, void *self) {
  if (!fails(in, run, self))
    return false;
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (int n = 0;; n++) {
      instance candidate = *in;
      if (!change(&candidate, n))
        break;
      if (is_blank(&candidate.side[INITIAL]) ||
          is_blank(&candidate.side[FINAL]))
        continue;
      if (memcmp(&candidate, in, sizeof candidate) != 0 &&
          fails(&candidate, run, self)) {
        *in = candidate;
        smaller = true;
        n--;
      }
    }
  }
  return true;
}
