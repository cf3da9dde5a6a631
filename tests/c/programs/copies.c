/* memcpy, memmove, memset on structs with pointers in them. */
#include <string.h>
int __VERIFIER_nondet_int(void);
struct s {
  int *p;
  char c;
  int at[3];
  struct s *self;
};
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 3;
  struct s a = {&x, 'c', {1, 2, x}, &a}, b, all[4];
  memcpy(&b, &a, sizeof b);
  a.p = &y;
  int sum = *b.p + *a.p * 3 + (b.self == &a) * 7;
  memset(all, 0, sizeof all);
  all[0] = b;
  memmove(&all[1], &all[0], 2 * sizeof all[0]);
  sum = sum * 3 + *all[1].p + (all[2].p == 0) + all[1].self->c;
  unsigned char *from = (unsigned char *)&a.p, *to = (unsigned char *)&all[3].p;
  for (unsigned i = 0; i < sizeof a.p; i++)
    to[i] = 0;
  memcpy(to, from, sizeof a.p);
  memset(&b.at[1], 0xff, 2 * sizeof(int));
  return sum * 3 + *all[3].p + b.at[0] + b.at[1] * 5 + b.at[2];
}
