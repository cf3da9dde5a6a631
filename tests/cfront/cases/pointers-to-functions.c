// has 1: ^f[0-9]+ "exit"
// has 1: ^f[0-9]+ "__VERIFIER_nondet_int"
// has 1: ^f[0-9]+ "reach_error"
// has 1: ^f[0-9]+ "strange"
// has 3: ^e.* call (v[0-9]+|-) x[0-9]+
// has 1: fail call "reach_error"
// has: input .*"__VERIFIER_nondet_int"
void exit(int);
void reach_error(void);
int __VERIFIER_nondet_int(void);
int strange(char *);
int main(void) {
  int (*ask)(void) = __VERIFIER_nondet_int;
  void (*end)(int) = exit;
  void (*error)(void) = reach_error;
  int (*s)(char *) = strange;
  int x = ask();
  if (x == 1) end(x);
  if (x == 2) error();
  return s != 0;
}
