// custos: holds
// native: no, nobody defines the function
// A function without a body that is declared not to return does not.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern _Noreturn void give_up(int code);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) {
    give_up(1);
    reach_error();
  }
  if (x < 0)
    reach_error();
  return 0;
}
