/* A few different words: what comes when there is no room left, is not kept. */
#ifndef PANDA_SMALL_SET_H
#define PANDA_SMALL_SET_H

#include <stddef.h>
#include <stdint.h>

enum { SMALL_SET_MOST = 40 };

typedef struct small_set {
  uint64_t at[SMALL_SET_MOST];
  size_t count;
} small_set;

static inline void small_set_add(small_set *f, size_t most, uint64_t x) {
  for (size_t i = 0; i < f->count; i++)
    if (f->at[i] == x)
      return;
  if (f->count < most && f->count < SMALL_SET_MOST)
    f->at[f->count++] = x;
}

#endif
