/* ++ and -- on everything that has a value. */
int __VERIFIER_nondet_int(void);
struct s {
  unsigned char c;
  short at[2];
  int bits : 5;
  _Bool b;
};
static int next(void) {
  static int n;
  return n++;
}
int main(void) {
  struct s x = {250, {32766, -32767}, 14, 0}, *p = &x;
  short *q = x.at;
  int i = __VERIFIER_nondet_int(), r = 0;
  for (int k = 0; k < 10; k++) {
    r += p->c++ + --(*q) * 2;
    ++*(q + 1);
    r -= x.bits++;
    x.b++;
    r ^= i-- + (x.b--, next());
    q[next() & 1]--;
  }
  int at[4] = {0}, j = 0;
  at[j++] = 4;
  at[j++] += 5;
  (*(at + j++))--;
  return r + x.c + x.at[0] + x.at[1] + x.bits + i + at[1] * 3 + at[2] * 7 + j;
}
