// custos: violated or rejected
// options: --check=overflow
// clang computes it while compiling, and keeps no trace of it but a message.
int main(void) {
  if (2147483647 + 1)
    return 1;
  return 0;
}
