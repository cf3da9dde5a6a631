/* Everything that moves. */
byte x, y = 2, a[3] = {1, 2};
inline twice(v, n) { v = n * 2; if :: v > 3 -> n++ :: else fi }
inline get(v) { return v + 1 }
active [2] proctype A() provided (x < 9) {
  byte i; int j = x + 1
  i = 1
  L: do
  :: i < 3 -> i++; skip; skip; skip
  :: atomic { i >= 3; break }
  od unless { x == 7 -> goto done }
  for (i : 1 .. 3) { a[i - 1] = i }
  for (i in a) { a[i]-- }
  select (i : 0 .. 3); select (j : -1 .. i)
  d_step { twice(x, y); y = (x > y -> x : y) }
  i = get(j)
  { skip } unless { timeout }
  if :: x == 1 :: end1: x == 2 -> progress: goto L :: else fi;
  done:
}
init { byte p; p = run B(1, 2) priority 3; assert(p > 0 && !(x / 2 == 1)) }
proctype B(byte v; int w) priority 5 { printf("%d %d\n", v, w); set_priority(_pid, 2) }
