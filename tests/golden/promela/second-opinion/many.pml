/* More states than the walker may compare one by one. */
byte x, y;

active [2] proctype A() {
  do
  :: x < 5 -> x++
  :: x > 0 -> x--
  :: y = x
  od
}

