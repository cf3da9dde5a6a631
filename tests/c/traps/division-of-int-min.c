// custos: holds
// The division traps: nothing comes after it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x == -2147483647 - 1 && y == -1) {
    int z = x / y;
    reach_error();
  }
  return 0;
}
