// custos: violated
// inputs: 0 0
// The first path has y == 1 and cuts its error; the second, at the same loop,
// must not be taken for it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int y = 1, x = __VERIFIER_nondet_int();
  if (x == 0)
    y = 0;
  while (__VERIFIER_nondet_int()) {
  }
  if (!y)
    reach_error();
  return 0;
}
