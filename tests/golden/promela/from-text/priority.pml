byte x;

active proctype A() priority 3 {
  x = 1;
  assert(x == 1)
}

ltl small { [] (x < 2) }
