// Two locks, a and b, around two accounts: 'move' needs both, and gives them
// back in the opposite order; with -D CROSSED it does not.
//
// Type
//     custos check examples/c/nested.c --ltl='G(call.take_a->Fcall.give_a)'
//   HOLDS     each is given back, in whatever order
//     custos check examples/c/nested.c --ltl='Gin.main'
//   VIOLATED  others are on top, too
// nested.ectl asks for the order.
extern void take_a(void), give_a(void), take_b(void), give_b(void);
extern int more(void), amount(void);

static int here = 100, there;

static void move(int n) {
  take_a();
  here = here - n;
  take_b();
  there = there + n;
#ifdef CROSSED
  give_a();
  give_b();
#else
  give_b();
  give_a();
#endif
}

int main(void) {
  while (more())
    move(amount());
  return here;
}
