// custos: violated
// options: --check=bounds
int main(void) {
  char *p = "abc";
  p[0] = 'x';
  return 0;
}
