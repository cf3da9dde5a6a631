/* A heap of costs, the least first. There is no decrease: what has become
 * cheaper is added again, and the user passes over stale entries. Invariant:
 * entry i costs at least what entry (i - 1) / 2 does. */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include "base/check.h"
#include "base/vec.h"

typedef struct heap_entry {
  uint64_t cost;
  uint32_t what;
} heap_entry;
typedef vec(heap_entry) heap;

void heap_add(mem *m, heap *q, uint64_t cost, uint32_t what);
/* The heap is not empty. */
heap_entry heap_take(heap *q);

/* Asserts that no entry costs less than the one above it. */
void check_heap(const heap *q);

#endif
