// custos: violated
// options: --check=bounds,index
// native: no, its place is still there
int main(void) {
  int y = 2, *p = &y;
  {
    int x = 3;
    p = &x;
    *p = 5;
  }
  *p = 4;
  return y;
}
