// custos: unknown
// native: no, it is undefined
// The function is declared not to return, and does.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void exit(int);

static _Noreturn void stop(int x) {
  if (x != 3)
    exit(1);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0) {
    stop(x);
    reach_error();
  }
  return 0;
}
