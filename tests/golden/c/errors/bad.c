int main(void) {
  int x = y;
  return zero(3) +
}
