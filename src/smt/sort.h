/* Shell's sort, for numbers of which few are out of place, since terms are
 * gone through from the left. It needs no room. */
#ifndef SMT_SORT_H
#define SMT_SORT_H

#include <stddef.h>
#include <stdint.h>

static inline void sort_nearly_sorted(uint32_t *at, size_t count) {
  for (size_t gap = count / 2; gap > 0; gap /= 2)
    for (size_t i = gap; i < count; i++) {
      uint32_t x = at[i];
      size_t j = i;
      for (; j >= gap && at[j - gap] > x; j -= gap)
        at[j] = at[j - gap];
      at[j] = x;
    }
}

#endif
