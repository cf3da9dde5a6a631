/* Integer promotions and mixed signs. */
signed char __VERIFIER_nondet_char(void);
unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 30; i++) {
    signed char c = __VERIFIER_nondet_char();
    unsigned short s = __VERIFIER_nondet_ushort();
    unsigned char u = (unsigned char)c;
    char plain = (char)s;
    sum = sum * 3 + (c < s) + (c < (unsigned)s) * 2 + (plain == (char)u) * 4;
    sum = sum * 3 + (unsigned)(c >> 1) + (unsigned)(u << 3) + (unsigned)~u +
          (unsigned)-s;
    sum = sum * 3 + (unsigned)((short)(s + 1) / 3) + (unsigned)(c % 7) +
          (unsigned)(-1 < 1u);
    sum += (unsigned)(s - 65535 - c) + (unsigned)!c +
           (unsigned)(long)(c * 70000LL);
  }
  return (int)sum;
}
