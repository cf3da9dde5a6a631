/* A few different words: what comes when there is no room left, is not kept. */
#ifndef PANDA_FEW_H
#define PANDA_FEW_H

#include <stddef.h>
#include <stdint.h>

enum { FEW_MOST = 40 };

typedef struct few {
  uint64_t at[FEW_MOST];
  size_t count;
} few;

static inline void few_add(few *f, size_t most, uint64_t x) {
  for (size_t i = 0; i < f->count; i++)
    if (f->at[i] == x)
      return;
  if (f->count < most && f->count < FEW_MOST)
    f->at[f->count++] = x;
}

#endif
