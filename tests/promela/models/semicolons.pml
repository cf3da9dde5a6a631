// separators: none, one, many; arrows
byte x
active proctype A() {
  x = 1
  x = 2;
  ;
  x = 3 -> x = 4;;
  if
  :: x == 4 -> x = 5;
  :: else -> ;
  fi
  x = 6
}
