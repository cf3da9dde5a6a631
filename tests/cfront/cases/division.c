// options: --check=division
// has 2: fail division "division by zero"
// has 1: fail overflow "overflow in division"
// lacks: undefined
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x / 3;
  unsigned u = 7;
  return y / x + u % (unsigned)y;
}
