// custos: violated
// options: --check=bounds
// inputs: 0
extern int __VERIFIER_nondet_int(void);

static int *kept;
static void f(int x) {
  int y = x;
  if (x == 0)
    kept = &y;
}
static int g;

int main(void) {
  kept = &g;
  f(__VERIFIER_nondet_int());
  *kept = 1;
  return 0;
}
