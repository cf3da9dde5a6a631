// custos: violated
// options: --check=all
// native: no, its place is still there
struct s {
  int a, b;
};
int main(void) {
  struct s *p = 0;
  for (int i = 0; i < 3; i++) {
    if (p)
      p->a = 1;
    struct s v = {i, i};
    p = &v;
    p->b++;
  }
  return 0;
}
