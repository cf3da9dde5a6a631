// has 1: ^v[0-9]+ parameter s32 "x" f
// has 1: ^v[0-9]+ parameter s32 "%taken" f
// has 1: ^v[0-9]+ local o4 "taken" f
// has 1: ^v[0-9]+ global s32 "kept" -
// has 1: ^v[0-9]+ local u8 "c" f
// has: ^t[0-9]+ struct .*"struct node"
// has: ^t[0-9]+ struct .*"named"
// has: ^m[0-9]+ "next"
// has 1: ^l[0-9]+ f[0-9]+ @0:25:3
// has 1: havoc
// lacks: "unreached"
struct node { struct node *next; int bits : 3; };
typedef struct { int x; } named;
static int f(int x, int taken) {
  static int kept = 1;
  int *p = &taken;
  kept += *p;
  return x + kept;
}
int unreached(void) { return 1; }
int main(void) {
  struct node n = {&n, 1};
  named m = {3};
  unsigned char c = 5;
  for (int i = 0;
       i < 3;
       i++) {
    int fresh;
    if (i == 1) fresh = c;
    c += (unsigned char)f(fresh, m.x + n.bits);
  }
  return c;
}
