/* Four errors in three places; the end state is one of them. */
byte x;
active proctype P() {
  do
  :: x < 3 -> printf("up\n"); x++; assert(x != 2)
  :: x > 0 -> break
  od;
  printf("stop at %d\n", x);
  assert(x != 3);
  x == 1
}
