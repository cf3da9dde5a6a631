// A machine that sells for 30 and gives change. It checks that enough was put
// in before it adds the last coin, and so believes a wrong coin: the trace
// shows the coins, one a line, and the state after each.
//
// Type
//     custos check examples/c/vending.c
//   VIOLATED  sold for less than the price
// The trace has the coins that were given, and what they changed.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { PRICE = 30 };

static int credit, sold;

static int value_of(unsigned coin) {
  switch (coin) {
  case 0:
    return 5;
  case 1:
    return 10;
  case 2:
    return 20;
  default:
    return 0; // falls through the slot
  }
}

static void insert(unsigned coin) {
  int value = value_of(coin);
  credit += value;
  if (credit + value >= PRICE) { // should be 'credit >= PRICE'
    sold++;
    assert(credit >= PRICE);
    credit -= PRICE;
  }
}

int main(void) {
  for (int i = 0; i < 3 && sold == 0; i++)
    insert(__VERIFIER_nondet_uint());
  return 0;
}
