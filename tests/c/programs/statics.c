/* Static locals keep their values; each function has its own. */
int __VERIFIER_nondet_int(void);
static int counter(int by) {
  static int value = 40;
  static const int steps[] = {1, -2, 30};
  value += steps[by % 3u];
  return value;
}
static int other(void) {
  static int value;
  return value++ * 2;
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum = sum * 5 + counter(__VERIFIER_nondet_int() & 7) + other();
  return sum;
}
