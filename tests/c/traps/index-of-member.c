// custos: violated
// options: --check=index
// native: no, it stays in the object
struct record {
  int a[4], b[4];
};

int main(void) {
  struct record r = {{0}, {0}};
  int n = sizeof r.a / sizeof *r.a;
  for (int i = 0; i <= n; i++)
    r.a[i] = i;
  return r.b[0];
}
