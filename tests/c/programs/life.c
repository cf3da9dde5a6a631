/* Two grids, written in turn. */
unsigned long long __VERIFIER_nondet_ulonglong(void);
static unsigned char grid[2][8][8];
static int alive(int now, int x, int y) {
  int n = 0;
  for (int i = -1; i <= 1; i++)
    for (int j = -1; j <= 1; j++)
      n += (i || j) && grid[now][(x + i) & 7][(y + j) & 7];
  return n == 3 || (n == 2 && grid[now][x][y]);
}
int main(void) {
  unsigned long long seed = __VERIFIER_nondet_ulonglong();
  for (int i = 0; i < 64; i++)
    grid[0][i >> 3][i & 7] = seed >> i & 1;
  for (int t = 0; t < 5; t++)
    for (int i = 0; i < 64; i++)
      grid[!(t & 1)][i >> 3][i & 7] =
          (unsigned char)alive(t & 1, i >> 3, i & 7);
  unsigned sum = 0;
  for (int i = 0; i < 64; i++)
    sum = sum * 2 + sum / 7 + grid[1][i >> 3][i & 7];
  return (int)sum;
}
