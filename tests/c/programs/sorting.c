/* Sorting in place, by insertion and by quicksort. */
int __VERIFIER_nondet_int(void);
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
static void quick(int *low, int *high) {
  if (high - low < 2)
    return;
  int pivot = low[(high - low) / 2], *i = low, *j = high - 1;
  while (i <= j) {
    while (*i < pivot)
      i++;
    while (*j > pivot)
      j--;
    if (i <= j)
      swap(i++, j--);
  }
  quick(low, j + 1);
  quick(i, high);
}
int main(void) {
  int a[30], b[30];
  for (int i = 0; i < 30; i++)
    a[i] = b[i] = __VERIFIER_nondet_int();
  quick(a, a + 30);
  for (int i = 1; i < 30; i++)
    for (int j = i; j > 0 && b[j] < b[j - 1]; j--)
      swap(&b[j], &b[j - 1]);
  int sum = 0;
  for (int i = 0; i < 30; i++) {
    if (a[i] != b[i])
      return -1;
    sum = sum * 3 + a[i];
  }
  return sum;
}
