// custos: violated or rejected
// options: --check=division
// inputs: 1
// clang computes it while compiling, and keeps no trace of it but a message.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 1)
    return 5 / 0;
  return 0;
}
