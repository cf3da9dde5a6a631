// has 3: undefined "division by zero"
// has 2: undefined "overflow in division"
// has 1: undefined "what is declared unreachable is reached"
// has 1: undefined "a function that is declared not to return returns"
// lacks: fail division
int __VERIFIER_nondet_int(void);
_Noreturn static void stop(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x / 3;
  unsigned u = 7;
  if (x == 5)
    __builtin_unreachable();
  if (x == 6)
    stop();
  return y / x + u % (unsigned)y + x % y;
}
