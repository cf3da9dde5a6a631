/* switch: falling through, default in the middle, ranges, nested. */
int __VERIFIER_nondet_int(void);
static int f(int x) {
  int y = 0;
  switch (x) {
  case -3:
    y += 1;
  case 0:
    y += 10;
    break;
  default:
    y += 100;
  case 7:
    y += 1000;
    switch (x & 3) {
    case 1:
      y *= 2;
    case 2:
      return y;
    }
    break;
  case 8:
    for (int i = 0; i < 5; i++) {
      if (i == 2)
        continue;
      switch (i) {
      case 3:
        y += 5;
        continue;
      case 4:
        y += 7;
      }
      y++;
    }
  }
  return y - 1;
}
int main(void) {
  int sum = 0;
  for (int x = -5; x < 12; x++)
    sum = sum * 3 + f(x);
  for (int i = 0; i < 20; i++)
    sum = sum * 3 + f(__VERIFIER_nondet_int());
  return sum;
}
