/* Text that is kept: a sink for text_init that collects all pieces. */
#ifndef BASE_KEPT_H
#define BASE_KEPT_H

#include "base/vec.h"

typedef struct kept {
  mem *m;
  vec(char) bytes;
} kept;

/* 'self' is the kept. */
static inline int kept_add(void *self, const char *piece, size_t length) {
  kept *k = self;
  assert(k->m && piece);
  vec_reserve(k->m, &k->bytes, length);
  memcpy(k->bytes.at + k->bytes.count, piece, length);
  k->bytes.count += length;
  return 0;
}

#endif
