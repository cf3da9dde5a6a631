#include "base/heap.h"

#include <assert.h>

void heap_add(mem *m, heap *q, uint64_t cost, uint32_t what) {
  vec_push(m, q, ((heap_entry){cost, what}));
  size_t i = q->count - 1;
  while (i > 0 && q->at[(i - 1) / 2].cost > cost) {
    q->at[i] = q->at[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  q->at[i] = (heap_entry){cost, what};
  debug_check_grown(q->count, check_heap(q));
}

#ifndef NDEBUG
void check_heap(const heap *q) {
  for (size_t i = 1; i < q->count; i++)
    assert(q->at[(i - 1) / 2].cost <= q->at[i].cost);
}
#endif

heap_entry heap_take(heap *q) {
  assert(q->count > 0);
  heap_entry top = q->at[0], last = vec_pop(q);
  size_t i = 0, n = q->count;
  while (2 * i + 1 < n) {
    size_t k = 2 * i + 1;
    if (k + 1 < n && q->at[k + 1].cost < q->at[k].cost)
      k++;
    if (q->at[k].cost >= last.cost)
      break;
    q->at[i] = q->at[k];
    i = k;
  }
  if (n)
    q->at[i] = last;
  assert(n == 0 || top.cost <= q->at[0].cost);
  return top;
}
