int sign(int x) {
  if (x < 0)
    return -1;
  return x > 0;
}

int main(void) { return sign(3); }
