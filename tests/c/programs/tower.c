/* The towers of Hanoi, with stacks in an array of structs. */
unsigned __VERIFIER_nondet_uint(void);
static struct peg {
  int at[10];
  int count;
} pegs[3];
static int moves;
static int move(struct peg *from, struct peg *to) {
  int disc = from->at[--from->count];
  if (to->count && to->at[to->count - 1] < disc)
    return 0;
  to->at[to->count++] = disc;
  moves++;
  return 1;
}
static int solve(int n, struct peg *a, struct peg *b, struct peg *c) {
  return n == 0 ||
         (solve(n - 1, a, c, b) && move(a, c) && solve(n - 1, b, a, c));
}
int main(void) {
  int n = 1 + (int)(__VERIFIER_nondet_uint() % 8);
  for (int i = 0; i < n; i++)
    pegs[0].at[pegs[0].count++] = n - i;
  int right = solve(n, pegs, pegs + 1, pegs + 2);
  return moves * 4 + right + (pegs[2].count == n) * 2;
}
