/* Writes one element too far for one input. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int at[3] = {0}, i = __VERIFIER_nondet_int();
  if (i >= 0 && i <= 3)
    at[i] = 1;
  return at[0];
}
