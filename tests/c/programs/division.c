/* Division truncates; the remainder has the sign of the dividend. */
int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 60; i++) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0 || b == -1)
      b = 2;
    sum = sum * 3 + a / b - a % b;
    sum ^= (int)((unsigned)a / (unsigned)b + (unsigned)a % (unsigned)b);
    if (a / b * b + a % b != a)
      return -1;
    sum += (signed char)a / 3 + (short)b % 5 + a / -2 - a % -3;
  }
  return sum;
}
