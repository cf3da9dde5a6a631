// custos: unknown
// native: no, it is undefined
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (__builtin_clz(x) == 40)
    reach_error();
  return 0;
}
