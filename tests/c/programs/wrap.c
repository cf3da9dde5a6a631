/* Unsigned numbers wrap, of every width; signed ones with -fwrapv. */
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned char c = (unsigned char)n;
  unsigned short s = (unsigned short)(n >> 3);
  signed char d = (signed char)(n >> 7);
  c = (unsigned char)(c + 200);
  s = (unsigned short)(s * s);
  d = (signed char)(d - 100);
  unsigned u = n - 1;
  int i = (int)(n * 2654435761u);
  i = i + i + 2147483647;
  unsigned count = 0;
  for (unsigned char k = 250; k >= 240 || k < 5; k++)
    count++;
  return (int)(c + s * 3u + (unsigned)d * 5u + u) + i - (int)count +
         (n - 1 < n) + (-n > n);
}
