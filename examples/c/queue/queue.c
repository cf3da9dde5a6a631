// See main.c.
#include "queue.h"

#include <stdlib.h>

#ifndef ROOM
#define ROOM 2
#endif

struct queue {
  int *values; // ROOM of them
  unsigned first, count;
};

struct queue *queue_new(void) {
  struct queue *q = malloc(sizeof *q);
  if (!q)
    exit(EXIT_FAILURE);
  q->values = malloc(ROOM * sizeof *q->values);
  if (!q->values)
    exit(EXIT_FAILURE);
  q->first = q->count = 0;
  return q;
}

int queue_put(struct queue *q, int value) {
  if (q->count == ROOM)
    return 0;
  q->values[(q->first + q->count) % ROOM] = value;
  q->count++;
  return 1;
}

int queue_get(struct queue *q, int *value) {
  if (q->count == 0)
    return 0;
  *value = q->values[q->first];
#ifdef BROKEN
  q->first++;
#else
  q->first = (q->first + 1) % ROOM;
#endif
  q->count--;
  return 1;
}

int queue_count(const struct queue *q) { return (int)q->count; }

void queue_delete(struct queue *q) {
  free(q->values);
  free(q);
}
