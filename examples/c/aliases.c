// Two pointers that may point to the same account; which ones is an input.
// What is known of one account must be forgotten when the other one is written
// to, if they may be one, and only then. Moving money within an account must
// not change it; the version that reads both balances first makes money.
//
// Type
//     custos check examples/c/aliases.c
//   HOLDS     all four pairs
//     custos check examples/c/aliases.c -DBROKEN
//   VIOLATED  both pointers are to one account
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct account {
  int balance;
};

static void move(struct account *from, struct account *to, int amount) {
#ifdef BROKEN
  int left = from->balance - amount, got = to->balance + amount;
  from->balance = left;
  to->balance = got;
#else
  from->balance -= amount;
  to->balance += amount;
#endif
}

int main(void) {
  struct account a = {100}, b = {50};
  struct account *from = __VERIFIER_nondet_int() ? &a : &b;
  struct account *to = __VERIFIER_nondet_int() ? &a : &b;
  int amount = __VERIFIER_nondet_int();
  __VERIFIER_assume(amount >= 0 && amount <= from->balance);
  move(from, to, amount);
  assert(a.balance + b.balance == 150);
  assert(from->balance >= 0);
  return 0;
}
