// A program of two files: what comes out of the queue went in, in the same
// order. The files are given together, as to a compiler.
//
// Type
//     custos check examples/c/queue/*.c --check=bounds,null
//   HOLDS     whatever is put and got, six times
//     custos check examples/c/queue/*.c --check=bounds,null -DBROKEN
//   VIOLATED  the beginning leaves the array
#include "queue.h"

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  struct queue *q = queue_new();
  int put = 0, got = 0;
  for (int step = 0; step < 6; step++) {
    if (__VERIFIER_nondet_int()) {
      if (queue_put(q, put))
        put++;
    } else {
      int value = -1;
      if (queue_get(q, &value)) {
        assert(value == got);
        got++;
      }
    }
    assert(queue_count(q) == put - got);
  }
  queue_delete(q);
  return 0;
}
