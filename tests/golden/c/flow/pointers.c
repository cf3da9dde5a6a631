#include <setjmp.h>
#include <stdlib.h>

extern void begin(void), finish(void), work(int *at), give_up(void);
extern int choose(void);
static int x;
static jmp_buf back;

static void fast(int n) {
  begin();
  work(&x);
  finish();
  if (n > 3)
    exit(1);
}

static void slow(int n) {
  begin();
  if (n)
    slow(n - 1);
  finish();
}

static void odd(int n) { longjmp(back, n); }

static int other(void) { return 0; }

int main(int count, char **words) {
  void (*how)(int) = choose() ? fast : slow;
  int (*what)(void) = other;
  if (count == 5)
    odd(3);
  how(what());
  return words != 0;
}
