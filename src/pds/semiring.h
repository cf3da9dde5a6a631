/* Weights as an abstract bounded idempotent semiring (Reps, Schwoon,
 * Jha and Melski 2005); the public header says
 * which laws its functions keep. */
#ifndef PDS_SEMIRING_H
#define PDS_SEMIRING_H

#include <stddef.h>

typedef struct semiring {
  size_t size; /* of an element, in bytes */
  void *self;
  void (*zero)(void *self, void *out);
  void (*one)(void *self, void *out);
  void (*combine)(void *self, void *out, const void *a, const void *b);
  void (*extend)(void *self, void *out, const void *a, const void *b);
  int (*equal)(void *self, const void *a, const void *b);
} semiring;

#endif
