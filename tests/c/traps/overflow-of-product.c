// custos: violated
// options: --check=overflow --ilp32
// inputs: 4611686018427387904 2
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long x = __VERIFIER_nondet_longlong(), y = __VERIFIER_nondet_longlong();
  long long z = x * y;
  return 0;
}
