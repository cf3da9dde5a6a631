// custos: violated
// options: --check=division
// inputs: 0
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  return 10u % x;
}
