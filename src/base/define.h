/* A parameter's value, given from outside a text. */
#ifndef BASE_DEFINE_H
#define BASE_DEFINE_H

#include <stdint.h>

typedef struct define {
  const char *name;
  int64_t value;
} define;

#endif
