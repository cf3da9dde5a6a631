extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int() > 1)
    reach_error();
  return 0;
}
