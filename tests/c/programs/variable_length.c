/* Arrays whose size is known late. */
unsigned __VERIFIER_nondet_uint(void);
static int total(int n, int at[n]) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += at[i];
  return sum;
}
int main(void) {
  int sum = 0;
  for (int round = 0; round < 5; round++) {
    unsigned n = 1 + __VERIFIER_nondet_uint() % 9;
    int at[n];
    short grid[n][3];
    for (unsigned i = 0; i < n; i++) {
      at[i] = (int)(i * i) - 7;
      for (int j = 0; j < 3; j++)
        grid[i][j] = (short)(at[i] * j);
    }
    sum = sum * 7 + total((int)n, at) + (int)sizeof at + (int)sizeof grid +
          grid[n - 1][2];
  }
  return sum;
}
