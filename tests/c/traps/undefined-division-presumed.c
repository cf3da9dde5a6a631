// custos: holds
// options: --spec=TRAPS/unreach-call.prp
// SV-COMP presumes that no run is undefined.
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
