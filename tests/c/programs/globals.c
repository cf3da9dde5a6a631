/* What globals hold at first: nested, with pointers, partly given. */
struct point {
  short x, y;
};
static int numbers[5] = {1, [3] = -4};
static struct point points[] = {{1, 2}, {.y = 7}, {-3, -4}};
static struct point *at = &points[2];
static const char *texts[] = {"one", "two", "three", 0};
static int *inside = &numbers[3], **indirect = &inside;
static struct {
  struct point p;
  const char *name;
  int (*f)(int);
} all;
static int minus(int x) { return -x; }
static struct {
  int k;
  int (*f)(int);
  struct point *p[2];
} given = {3, minus, {points, &points[1]}};
static char buffer[] = "text", fixed[8] = "12345678";
static long long wide = -5000000000;
static unsigned short half = 65535;
static _Bool flag = 7;
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = n;
  for (int i = 0; texts[i]; i++)
    sum = sum * 3 + texts[i][i];
  sum = sum * 3 + at->x * at[-1].y + **indirect + numbers[4];
  sum = sum * 3 + given.f(given.k) + given.p[1]->y + given.p[0]->x;
  sum =
      sum * 3 + (int)sizeof buffer + fixed[7] + (int)(wide >> 8) + half + flag;
  sum += all.p.x + (all.name == 0) + (all.f == 0);
  buffer[n & 3] = 'x';
  return sum + buffer[0] * 2 + buffer[3];
}
