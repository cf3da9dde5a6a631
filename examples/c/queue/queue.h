// A queue of at most ROOM numbers.
#ifndef QUEUE_H
#define QUEUE_H

struct queue;
struct queue *queue_new(void);
int queue_put(struct queue *q, int value); // 0: there was no room
int queue_get(struct queue *q, int *value);
int queue_count(const struct queue *q);
void queue_delete(struct queue *q);

#endif
