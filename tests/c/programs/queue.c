/* A ring buffer in a struct, used through pointers. */
#include <stdbool.h>
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
typedef struct queue {
  int at[8];
  unsigned head, count;
} queue;
static bool put(queue *q, int x) {
  if (q->count == 8)
    return false;
  q->at[(q->head + q->count++) % 8] = x;
  return true;
}
static bool take(queue *q, int *x) {
  if (!q->count)
    return false;
  *x = q->at[q->head];
  q->head = (q->head + 1) & 7;
  q->count--;
  return true;
}
int main(void) {
  queue q = {{0}, 3, 0};
  unsigned sum = 0;
  int x = 0, misses = 0;
  for (int i = 0; i < 100; i++) {
    if (__VERIFIER_nondet_bool())
      misses += !put(&q, __VERIFIER_nondet_int());
    else if (take(&q, &x))
      sum = sum * 17 + (unsigned)x;
    else
      misses += 100;
  }
  return (int)sum + misses;
}
