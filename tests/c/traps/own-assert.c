// custos: holds
// Its body counts, whatever its name.
extern void reach_error(void);

void __VERIFIER_assert(int c) {
  if (c)
    reach_error();
}

int main(void) {
  __VERIFIER_assert(0);
  return 0;
}
