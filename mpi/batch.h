/* Many states in one message: for each its origin, its size and its bytes. */
#ifndef MPI_BATCH_H
#define MPI_BATCH_H

#include "mpi/origin.h"

#include <stdbool.h>

typedef struct batch {
  uint8_t *at;
  uint32_t used, capacity;
} batch;

typedef struct batch_state {
  origin from;
  const uint8_t *bytes; /* in the message */
  uint32_t size;
} batch_state;

/* How large batches should be: many states each, but no more than a few MiB
 * together, and one state at least. */
uint32_t batch_capacity(uint32_t most_bytes, uint32_t ranks);

/* False: there is no room for it. */
bool batch_put(batch *b, const batch_state *state);

/* The state at '*place', which moves on. False: there is none; then '*place' is
 * 'length' unless the message is broken. */
bool batch_next(const uint8_t *at, uint32_t length, uint32_t *place,
                batch_state *out);

#endif
