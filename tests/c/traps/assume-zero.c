// custos: holds
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  __VERIFIER_assume(0);
  reach_error();
  return 0;
}
