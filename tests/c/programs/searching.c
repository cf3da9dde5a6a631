/* Binary search in a loop that is left from within. */
int __VERIFIER_nondet_int(void);
static int search(const int *at, int low, int high, int wanted) {
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (at[middle] == wanted)
      return middle;
    if (at[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return ~low;
}
int main(void) {
  int at[64];
  for (int i = 0; i < 64; i++)
    at[i] = i * i - 100;
  int sum = 0;
  do {
    int found = search(at, 0, 64, __VERIFIER_nondet_int());
    sum = sum * 9 + found;
    if (found > 20)
      return sum;
  } while (sum < 1000000 && sum > -1000000);
  return -sum;
}
