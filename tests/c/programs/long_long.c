/* 64 bits: also where a machine word has 32. */
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
static unsigned long long power(unsigned long long b, unsigned e,
                                unsigned long long m) {
  unsigned long long r = 1;
  for (b %= m; e; e >>= 1) {
    if (e & 1)
      r = r * b % m;
    b = b * b % m;
  }
  return r;
}
int main(void) {
  long long a = __VERIFIER_nondet_longlong();
  unsigned long long b = __VERIFIER_nondet_ulonglong();
  unsigned long long r = power(b, 65537, 4294967291u);
  r ^= (unsigned long long)(a >> 5) + (b << 7) + (b >> 33);
  r += (unsigned long long)(a / 1000003) - (unsigned long long)(a % 77);
  r = r * 31 + (a < (long long)b) + (a < 0) * 2 + (int)a;
  return (int)(r ^ r >> 32);
}
