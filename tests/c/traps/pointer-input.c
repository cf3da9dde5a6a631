// custos: unknown
// options: --lp64 --spec=TRAPS/unreach-call.prp
// native: no, nobody can give the address
// Memory is presumed to be used rightly. That must not exclude the runs that
// read what the pointer leads to: it may lead to something.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);

int main(void) {
  int *p = __VERIFIER_nondet_pointer();
  if (p && *p == 5)
    reach_error();
  return 0;
}
