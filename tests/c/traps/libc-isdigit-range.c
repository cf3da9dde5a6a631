// custos: unknown
// native: no, what is no character is undefined
extern int isdigit(int), __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c > 255 && isdigit(c))
    reach_error();
  return 0;
}
