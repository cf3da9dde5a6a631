/* By way of b, an atomic sequence of four statements is one step; by way of a,
   three steps of one statement each lead to the same. */
byte x;
active proctype P() {
  if
  :: x = 1; x = 2; x = 9
  :: atomic { x = 3; x = 4; x = 5; x = 9 }
  fi
}
ltl low { [] (x != 9) }
