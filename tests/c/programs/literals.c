/* Compound literals, designated fields, strings as arrays. */
int __VERIFIER_nondet_int(void);
struct p {
  int x, y;
  char name[6];
};
static int sum_of(const int *at, int n) {
  int sum = 0;
  while (n--)
    sum += *at++;
  return sum;
}
static int of(struct p q) { return q.x * q.y + q.name[1]; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int sum = sum_of((int[]){n, 2, n ^ 3}, 3);
  struct p *q = &(struct p){.y = n, .name = "abcde"};
  q->x = 5;
  sum += of((struct p){n, 3, "xy"}) + of(*q);
  *q = (struct p){.name = {[2] = 'q'}};
  for (int i = 0; i < 3; i++)
    sum = sum * 3 + (int[3]){i, n, 7}[i];
  return sum + "hello"[n & 3] + q->name[2] + q->x + *("abc" + 1);
}
