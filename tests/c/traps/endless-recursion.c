// custos: holds
// undecided: states are not recognised
// runs: 1
extern void reach_error(void);

static int f(int x) { return f(x + 1) + 1; }

int main(void) {
  f(0);
  reach_error();
  return 0;
}
