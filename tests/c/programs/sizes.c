/* sizeof, offsets and alignment: as the data model says. */
#include <stddef.h>
struct s {
  char a;
  long b;
  char c;
  void *d;
  short e;
};
union u {
  char c[5];
  int i;
};
struct t {
  union u x;
  struct s y[2];
  char z;
};
enum e { A, B = 300 };
int main(void) {
  struct t v[3];
  int n = (int)(sizeof(long) + 10 * sizeof(void *) + 100 * sizeof(struct s));
  n = n * 3 + (int)(sizeof(union u) + 10 * sizeof(struct t) + 1000 * sizeof v);
  n = n * 3 + (int)(offsetof(struct s, b) + offsetof(struct s, e) * 16 +
                    offsetof(struct t, y[1].c));
  n = n * 3 + (int)(sizeof(enum e) + sizeof(size_t) + sizeof(wchar_t) +
                    sizeof "text" + sizeof 'a');
  n += (int)((char *)&v[2].y[1] - (char *)v);
  n += (int)(&v[2] - v) * 7 + (int)sizeof(n ? (short)1 : 'a');
  return n;
}
