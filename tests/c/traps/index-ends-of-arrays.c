// custos: holds
// options: --check=all
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct text {
  int n;
  char bytes[];
};
struct old_text {
  int n;
  char bytes[1];
};

int main(void) {
  int a[3][4] = {{0}}, *end = &a[1][4], i = __VERIFIER_nondet_int();
  struct text *t = malloc(sizeof *t + 4);
  struct old_text *o = malloc(sizeof *o + 4);
  if (!t || !o || i < 0 || i > 3)
    return 0;
  t->bytes[i] = 1;
  o->bytes[i] = 1;
  for (int *p = a[1]; p < end; p++)
    *p = i;
  return t->bytes[i] + o->bytes[i] + a[2][i];
}
