// custos: violated
// inputs: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void __VERIFIER_assert(int c) {
  if (c)
    reach_error();
}

int main(void) {
  __VERIFIER_assert(__VERIFIER_nondet_int());
  return 0;
}
