// clang-format off
// A tree is summed up by a recursive walk; the sum is shared, and a lock guards
// it. lock and unlock belong to somebody else, and so does the tree: they have
// no body here. The questions are about calls alone, and Custos answers them on
// the control flow, for every depth of the recursion.
//
// Type
//     custos check examples/c/locks.c --ltl='G(call.lock -> X(!call.lock U call.unlock))'
//   HOLDS     a lock is given back before it is taken again
//     custos check examples/c/locks.c --ltl='!call.unlock W call.lock'
//   HOLDS     nothing is given back that was not taken
//     custos check examples/c/locks.c --ltl='G(call.walk -> F return.walk)'
//   VIOLATED  data are ignored: the recursion need not end
// locks.ectl asks more of it; docs/c-control-flow.md is a walk-through.
// clang-format on
extern void lock(void), unlock(void);
extern int child(int node, int which), weight(int node);

static int sum;

static void add(int amount) {
  lock();
  sum = sum + amount;
  unlock();
}

static void walk(int node) {
  if (node == 0)
    return;
  walk(child(node, 0));
  add(weight(node));
  walk(child(node, 1));
}

int main(void) {
  walk(1);
  lock();
  int result = sum;
  unlock();
  return result;
}
