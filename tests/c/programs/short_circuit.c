/* && and || evaluate what they must, in order. */
int __VERIFIER_nondet_int(void);
static int calls;
static int yes(int x) { return calls = calls * 3 + x, 1; }
static int no(int x) {
  calls = calls * 5 + x;
  return 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), a[3] = {1, 2, 3}, i = 0;
  int r = (n & 1 && yes(1)) || (n & 2 && no(2)) || (n & 4 ? yes(3) : no(4));
  r += n > 0 && n < 1000 && yes(5);
  r += (no(6) || n & 8) && !(yes(7) && no(8));
  r = r * 2 + (i++ < 1 && a[i] == 2 && a[++i] == 3 ? a[i--] : a[0]);
  int *p = n & 16 ? &a[2] : 0;
  r += p && *p == 3;
  return r * 1000 + calls + i;
}
