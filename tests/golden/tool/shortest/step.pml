/* A fault in a step is met before one in a state as far away, which takes a
   step less. */
byte x;
active proctype P() {
  if
  :: x = 1; assert(false)
  :: x = 2; false
  fi
}
