/* A beginner's mistake: the loop writes one element too many. */
int main(void) {
  int a[4];
  for (int i = 0; i <= 4; i++)
    a[i] = 2 * i;
  return a[3];
}
