#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int cells[4], height;

static void push(int value) {
  cells[height] = value;
  height = height + 1;
}

static int pop(void) {
  height = height - 1;
  return cells[height];
}

int main(void) {
  int first = __VERIFIER_nondet_int(), second = 3;
  push(first);
  push(second);
  if (first == 100)
    pop();
  assert(pop() == second);
  return 0;
}
