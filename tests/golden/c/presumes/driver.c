void reach_error(void);
int __VERIFIER_nondet_int(void);
struct device {
  struct device *parent;
  int state;
} first;

int main(void) {
  int n = __VERIFIER_nondet_int();
  int rest = 100 / n;
  if (rest > 10)
    return 0;
  struct device *parent = first.parent;
  if (parent->state == 0)
    reach_error();
  return 0;
}
