// clang-format off
// The same as locks.c, and somebody has thought of sums that grow too large.
// Whether they can is a question about data: the control flow has the run.
//
// Type
//     custos check examples/c/locks-broken.c --ltl='G(call.lock -> X(!call.lock W call.unlock))'
//   VIOLATED  'add' returns with the lock, and then it is taken again
// clang-format on
extern void lock(void), unlock(void);
extern int child(int node, int which), weight(int node);

static int sum;

static void add(int amount) {
  lock();
  if (sum > 1000000)
    return;
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
