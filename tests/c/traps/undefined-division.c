// custos: unknown
// native: no, what follows a division by zero is undefined
// The division traps on some machines, on others it does not: nothing is known
// of the error behind it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 0) {
    x = 5 / x;
    reach_error();
  }
  return 0;
}
