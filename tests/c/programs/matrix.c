/* Arrays of arrays. */
int __VERIFIER_nondet_int(void);
enum { N = 4 };
static int a[N][N], b[N][N], c[N][N];
static void multiply(int x[N][N], int (*y)[N], int z[][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      z[i][j] = 0;
      for (int k = 0; k < N; k++)
        z[i][j] += x[i][k] * *(*(y + k) + j);
    }
}
int main(void) {
  int cube[2][3][4] = {{{1, 2}, {3}}, {{4, 5, 6, 7}}};
  for (int i = 0; i < N * N; i++) {
    a[i / N][i % N] = __VERIFIER_nondet_int();
    (&b[0][0])[i] = i - 5;
  }
  multiply(a, b, c);
  multiply(c, c, a);
  int sum = (int)(sizeof cube / sizeof cube[0][0]);
  for (int i = 0; i < 24; i++)
    sum = sum * 3 + cube[i / 12][i / 4 % 3][i % 4] + c[i % N][i / 6];
  for (int i = 0; i < N; i++)
    sum ^= a[i][N - 1 - i];
  return sum;
}
