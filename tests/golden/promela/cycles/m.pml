byte x;
active proctype A() {
  do
  :: x == 0 -> x = 1
  :: x == 1 ->
accept_here:
     x = 2
  :: x == 2 ->
progress_here:
     x = 0
  :: x == 0 -> x = 3; x = 0
  od
}
never { do :: x == 3 -> break :: true od }
