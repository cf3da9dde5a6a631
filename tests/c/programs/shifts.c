/* Shifts of signed and unsigned numbers of each width. */
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
static unsigned rotate(unsigned x, unsigned k) {
  return x << (k & 31) | x >> (-k & 31);
}
int main(void) {
  unsigned sum = 1;
  for (int k = 0; k < 32; k++) {
    int n = __VERIFIER_nondet_int();
    long l = __VERIFIER_nondet_long();
    sum =
        sum * 5 + (unsigned)(n >> k) + ((unsigned)n >> k) + ((unsigned)n << k);
    sum = rotate(sum, (unsigned)k) ^ (unsigned)(l >> k) ^
          (unsigned)(1LL << k >> 3);
    short s = (short)n;
    s >>= k & 15;
    s = (short)(s << 1);
    sum += (unsigned)s;
  }
  return (int)sum;
}
