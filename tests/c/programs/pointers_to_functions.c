/* Tables of functions, and functions given to functions. */
int __VERIFIER_nondet_int(void);
typedef int operation(int, int);
static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static int times(int a, int b) { return a * b; }
static operation *const table[] = {plus, minus, times};
static int fold(operation *f, const int *at, int n) {
  int sum = 1;
  for (int i = 0; i < n; i++)
    sum = f(sum, at[i]);
  return sum;
}
static operation *choose(int k) { return k < 0 ? minus : table[k % 3]; }
int main(void) {
  int at[5], sum = 0;
  for (int i = 0; i < 5; i++)
    at[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    sum ^= fold(table[i], at, 5);
  sum += fold(choose(at[2] & 3), at, 3);
  return choose(at[0]) == choose(at[1]) ? sum : -sum;
}
