// A value is chosen in a function and used by its caller: what the caller must
// know about it (1 <= size <= 4) is not said anywhere in the caller. The
// branches that the predicates of the caller cannot cut are refined by
// predicates of the callee, in the callee's own words.
//
// Type
//     custos check examples/c/callee.c --check=bounds
//   HOLDS     sizes are what 'clamp' leaves
//     custos check examples/c/callee.c --check=bounds -DTOO_MANY=5
//   VIOLATED  a request for 5
#include <assert.h>

#ifndef TOO_MANY
#define TOO_MANY 4
#endif

extern int __VERIFIER_nondet_int(void);

static int clamp(int wanted) {
  if (wanted < 1)
    return 1;
  if (wanted > TOO_MANY)
    return TOO_MANY;
  return wanted;
}

int main(void) {
  int slots[4] = {0, 0, 0, 0};
  int size = clamp(__VERIFIER_nondet_int());
  for (int i = 0; i < size; i++)
    slots[i] = i + 1;
  assert(slots[0] == 1);
  assert(slots[size - 1] == size);
  return 0;
}
