// custos: violated
// inputs: 9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int die(int x) {
  if (x == 9)
    reach_error();
  while (1) {
  }
  return 1;
}

int main(void) {
  if (__VERIFIER_nondet_int() == 9)
    die(9);
  return 0;
}
