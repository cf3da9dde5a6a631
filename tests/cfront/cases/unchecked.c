// lacks: fail
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x / (x + 1) * 3;
}
