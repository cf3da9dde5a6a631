// custos: violated
// inputs: 4294967296
// options: --ilp32
// The parameter is an int: high bits are lost.
extern long long __VERIFIER_nondet_longlong(void);
extern void reach_error(void);

void __VERIFIER_assert(int c) {
  if (!c)
    reach_error();
}

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  if (x)
    __VERIFIER_assert(x);
  return 0;
}
