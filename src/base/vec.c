#include "base/vec.h"

#include <assert.h>

void *vec_grow(mem *m, void *at, size_t *capacity, size_t count, size_t more,
               size_t size) {
  size_t wanted, bytes;
  assert(count <= *capacity && (at || *capacity == 0));
  /* Half as much again: the tail of a large array is address space that was
   * never touched, so the factor costs no memory. */
  size_t roomy = *capacity + *capacity / 2 + 4;
  if (base_add_overflows(count, more, &wanted))
    mem_raise(m->budget, MEM_MACHINE);
  if (wanted < roomy)
    wanted = roomy;
  if (base_mul_overflows(wanted, size, &bytes))
    mem_raise(m->budget, MEM_MACHINE);
  at = mem_resize(m, at, bytes);
  *capacity = wanted;
  return at;
}
