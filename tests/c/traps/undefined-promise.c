// custos: violated
// options: --check=undefined
// native: no, clang has nothing there
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (x & 3) {
  case 0:
  case 1:
  case 2:
    return 0;
  }
  __builtin_unreachable();
}
