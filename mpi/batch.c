#include "mpi/batch.h"

#include <string.h>

enum {
  HEAD = sizeof(origin) + sizeof(uint32_t),
  MOST = 64 * 1024,
  LEAST = 4 * 1024,
  TOGETHER = 8 * 1024 * 1024
};

uint32_t batch_capacity(uint32_t most_bytes, uint32_t ranks) {
  uint32_t capacity = TOGETHER / (ranks ? ranks : 1);
  if (capacity > MOST)
    capacity = MOST;
  if (capacity < LEAST)
    capacity = LEAST;
  if (capacity < most_bytes + HEAD)
    capacity = most_bytes + HEAD;
  return capacity;
}

bool batch_put(batch *b, const batch_state *state) {
  if (b->capacity - b->used < HEAD ||
      b->capacity - b->used - HEAD < state->size)
    return false;
  uint8_t *to = b->at + b->used;
  memcpy(to, &state->from, sizeof state->from);
  memcpy(to + sizeof state->from, &state->size, sizeof state->size);
  if (state->size)
    memcpy(to + HEAD, state->bytes, state->size);
  b->used += HEAD + state->size;
  return true;
}

bool batch_next(const uint8_t *at, uint32_t length, uint32_t *place,
                batch_state *out) {
  if (length - *place < HEAD)
    return false;
  const uint8_t *from = at + *place;
  memcpy(&out->from, from, sizeof out->from);
  memcpy(&out->size, from + sizeof out->from, sizeof out->size);
  if (length - *place - HEAD < out->size)
    return false;
  out->bytes = from + HEAD;
  *place += HEAD + out->size;
  return true;
}
