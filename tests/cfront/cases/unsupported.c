// has 1: unsupported "inline assembly"
// has 1: unsupported "va_arg"
// has 1: unsupported "floating point"
// has 1: unsupported "atomics"
// has 1: unsupported "computed goto"
// has 1: unsupported "setjmp|_setjmp"
// has 1: unsupported "threads: pthread_create"
// has 1: unsupported "function strange has no body"
// has 1: unsupported "printf with %n"
// has 1: unsupported "(__isoc99_)?scanf, which has no model"
// has 1: unsupported "integers of more than 64 bits"
// has: return
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
void strange(int *);
int pthread_create(void *, const void *, void *(*)(void *), void *);
static int sum(int n, ...) { va_list l; va_start(l, n); return va_arg(l, int); }
static _Atomic int atom;
static jmp_buf b;
int main(void) {
  int x = 1;
  double d = 0.5;
  __int128 wide;
  static void *const label[] = {&&one, &&two};
  switch (__VERIFIER_nondet_int()) {
  case 0: __asm__("nop"); break;
  case 1: return sum(1, 2);
  case 2: d = d * 2; break;
  case 3: atom++; break;
  case 4: goto *label[x];
  case 5: return setjmp(b);
  case 6: return pthread_create(0, 0, 0, 0);
  case 7: strange(&x); break;
  case 8: printf("%d%%n%n", x, &x); break;
  case 9: return scanf("%d", &x);
  case 10: wide = x; return (int)(wide * wide);
  case 11: printf("%d%%n", x); break;
  }
one:
  __asm__ volatile("" ::: "memory");
two:
  return x;
}
