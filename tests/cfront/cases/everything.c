// has: call - f
// has: call v[0-9]+ x
// has: input .*__VERIFIER_nondet_int
// has: free
// has 1: fail assertion "x != 77"
// has 1: fail call "reach_error"
// lacks: unsupported
#include <stddef.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
void __assert_fail(const char *, const char *, unsigned, const char *);
void *malloc(size_t);
void free(void *);
struct node { struct node *next; int data; };
static int global = 3, *where = &global;
static const char *words[] = {"one", "two"};
static int twice(int x) { return 2 * x; }
static int (*const functions[])(int) = {twice, twice};
static struct node make(int d) { struct node n = {0, d}; return n; }
int main(void) {
  int x = __VERIFIER_nondet_int(), a[4] = {1, 2};
  struct node *n = malloc(sizeof *n), m = make(x);
  n->next = &m;
  n->data = a[x & 3] + functions[x & 1](*where) + words[x & 1][0];
  switch (n->data) { case 1: x++; break; case 2: global--; default: x--; }
  while (x > 3 && n->next) x /= 2;
  if (n->next->data == 5) reach_error();
  if (!(x != 77)) __assert_fail("x != 77", "f", 1, "main");
  free(n);
  return x < 0 ? -x : x;
}
