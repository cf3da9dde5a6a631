// custos: holds
// What cannot be reached does no harm.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

double d = 0;

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3 && x < 4) {
    d = x;
    reach_error();
  }
  return 0;
}
