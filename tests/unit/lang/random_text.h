/* A text that dice write, for the generators of random models. The same seed
 * gives the same text. */
#ifndef UNIT_RANDOM_TEXT_H
#define UNIT_RANDOM_TEXT_H

#include "base/compiler.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

typedef struct random_text {
  uint64_t seed;
  size_t used;
  char text[16384];
} random_text;

static inline uint32_t random_text_below(random_text *r, uint32_t n) {
  r->seed ^= r->seed << 13;
  r->seed ^= r->seed >> 7;
  r->seed ^= r->seed << 17;
  return (uint32_t)((r->seed >> 11) % n);
}

/* What does not fit is left out. */
base_printf(2, 3) static inline void random_text_add(random_text *r,
                                                     const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(r->text + r->used, sizeof r->text - r->used, format, list);
  va_end(list);
  if (n > 0 && r->used + (size_t)n < sizeof r->text)
    r->used += (size_t)n;
}

#endif
