/* goto: backwards, out of loops, into a loop. */
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int() & 15, i = 0, j, sum = 0;
  if (n & 1)
    goto middle;
again:
  for (j = 0; j < n; j++) {
    sum += i * j;
    if (sum > 300)
      goto out;
  middle:
    sum += 3;
    if (i > 2)
      j++;
    else if (n & 1)
      j = n - 2;
  }
  i++;
  if (i < 6)
    goto again;
out:
  return sum * 8 + i;
}
