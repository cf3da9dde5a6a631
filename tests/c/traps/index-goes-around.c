// custos: violated
// options: --check=all
// native: no, the offset is 0 again
extern long __VERIFIER_nondet_long(void);

static int at(int *p, long i) { return p[i]; }

int main(void) {
  int a[4] = {0};
  long i = __VERIFIER_nondet_long();
  if (i != 0 && i != 1L << 62)
    return 0;
  return at(a, i);
}
