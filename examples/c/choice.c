// What the paper's Figure 4 shows. An input is 0 at first, so that the run
// takes the second branch; the first one is possible too, though not with this
// input. A query finds an input that leads there, which is run next. With it
// the assertion fails, at the only value that makes it.
//
// Type
//     custos check examples/c/choice.c
//   VIOLATED  x = 7
//     custos check examples/c/choice.c -DLIMIT=7
//   HOLDS     both branches were taken
#include <assert.h>

#ifndef LIMIT
#define LIMIT 8
#endif

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y;
  if (x > 1 && x < LIMIT)
    y = x;
  else
    y = 0;
  assert(y != 7);
  return 0;
}
