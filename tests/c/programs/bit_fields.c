/* Bit-fields: signs, overflow, packing, zero width. */
int __VERIFIER_nondet_int(void);
struct packed {
  int a : 3;
  unsigned b : 4;
  int : 0;
  unsigned c : 17;
  signed char d : 2;
  _Bool e : 1;
  unsigned long long f : 50;
};
int main(void) {
  struct packed p = {0};
  int n = __VERIFIER_nondet_int();
  p.a = n;
  p.b = (unsigned)n >> 3;
  p.c = (unsigned)n;
  p.d = (signed char)n;
  p.e = n;
  p.f = (unsigned long long)n * 0x10001u;
  p.a++;
  p.b -= 5;
  p.c <<= 1;
  p.f += p.c;
  struct packed q = p;
  q.d--;
  return p.a * 1000 + (int)p.b + (int)p.c + p.d * 17 + p.e + (int)(p.f >> 20) +
         q.d * 3 + (int)sizeof p;
}
