// options: --check=overflow
// has 1: fail overflow "overflow in addition"
// has 2: fail overflow "overflow in subtraction"
// has 1: fail overflow "overflow in multiplication"
// has 1: fail overflow "overflow in division"
// lacks: fail division
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  short s = 3;
  unsigned u = 5;
  s++;
  u = u * 3 + 1;
  y = x + y;
  y = y - x;
  y = -y;
  y = y * x;
  y = y / x;
  return y;
}
