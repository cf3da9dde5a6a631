/* Structs of many shapes as arguments and results: padding, odd sizes,
 * bit-fields, pointers, unions; also through pointers to functions. */
int __VERIFIER_nondet_int(void);
struct a {
  char c;
  int i;
};
struct b {
  char c[3];
};
struct c {
  int a;
  char b;
  short c;
  int d;
};
struct d {
  char a;
  long b;
};
struct e {
  char c[7];
};
struct f {
  struct a a;
  struct b b;
};
struct g {
  int x : 3, y : 20;
  char z;
};
union u {
  char c;
  int i;
  long l;
};
struct j {
  int *p;
  char c;
};
struct k {
  long l[5];
  char c;
};
struct l {
  short s;
};
struct m {
  char c[6];
};
struct o {
  int x, y, z;
};
static struct a fa(struct a x) {
  x.i++;
  return x;
}
static struct b fb(struct b x) {
  x.c[1]++;
  return x;
}
static struct c fc(struct c x, int n) {
  x.c = (short)(x.c + n);
  return x;
}
static struct d fd(struct d x) {
  x.b++;
  return x;
}
static struct e fe(int n, struct e x) {
  x.c[6] = (char)n;
  return x;
}
static struct f ff(struct f x) {
  x.b.c[2]++;
  x.a.i ^= 5;
  return x;
}
static struct g fg(struct g x) {
  x.y++;
  x.x++;
  return x;
}
static union u fu(union u x) {
  x.c++;
  return x;
}
static struct j fj(struct j x) {
  x.c++;
  (*x.p)++;
  return x;
}
static struct k fk(struct k x) {
  x.l[4]++;
  return x;
}
static struct l fl(struct l x) {
  x.s++;
  return x;
}
static struct m fm(struct m x, struct m y) {
  x.c[5] = y.c[0];
  return x;
}
static struct o fo(struct o x, int n) {
  x.y += n;
  return x;
}
static struct o fp(struct o x, int n) {
  x.z ^= n;
  return x;
}
static struct c deep(struct c x, int n) {
  if (n == 0)
    return x;
  x.a += n;
  return deep(fc(x, n), n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  struct o (*po)(struct o, int) = n & 1 ? fo : fp;
  struct o o = {n, 2, 3};
  for (int i = 0; i < 3; i++) {
    struct a a = {.c = (char)i, .i = n};
    struct b b = {{(char)n, 2, 3}};
    struct c c = {n, 1, (short)n, i};
    struct d d = {(char)n, n};
    struct e e = {{1, 2, 3, 4, 5, 6, 7}};
    struct f f = {a, b};
    struct g g = {0, 0, 0};
    union u u;
    struct j j = {&sum, 3};
    struct k k = {{1, 2, 3, 4, n}, 5};
    struct l l = {(short)n};
    struct m m = {"hello"};
    g.x = 3;
    g.y = n;
    g.z = 1;
    u.i = n;
    a = fa(a);
    o = po(fo(o, i), n);
    b = fb(b);
    c = deep(fc(fc(c, 2), i), 3);
    d = fd(fd(d));
    e = fe(n, e);
    f = ff(f);
    g = fg(g);
    u = fu(u);
    j = fj(j);
    k = fk(k);
    l = fl(l);
    m = fm(m, fm(m, m));
    sum = sum * 31 + a.i + b.c[1] + c.a + c.c + (int)d.b + e.c[6];
    sum = sum * 31 + f.a.i + f.b.c[2] + g.x + g.y + g.z + (u.i & 255);
    sum = sum * 31 + j.c + (int)k.l[4] + l.s + m.c[5] + fa(a).i + o.x +
          o.y * 3 + o.z;
  }
  return sum;
}
