/* Unions: what one member writes, another reads. */
int __VERIFIER_nondet_int(void);
union word {
  int i;
  unsigned u;
  short s[2];
  unsigned char b[4];
  struct {
    unsigned char low, high;
  } part;
};
static unsigned swapped(unsigned x) {
  union word w, v;
  w.u = x;
  for (int i = 0; i < 4; i++)
    v.b[3 - i] = w.b[i];
  return v.u;
}
int main(void) {
  union word w;
  w.i = __VERIFIER_nondet_int();
  w.part.high ^= 0x5a;
  int sum = w.s[0] - w.s[1];
  union word *p = &w;
  p->s[1] = (short)(p->b[0] * 3);
  return sum + (int)swapped((unsigned)w.i);
}
