byte x;
inline twice() { x = x * 2; x = x + 1 }
active proctype A() {
  if
  :: x == 0 -> x = 1
  :: x == 1 -> x = 7; twice()
  fi
}
