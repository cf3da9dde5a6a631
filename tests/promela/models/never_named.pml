/* Two claims with names: one is matched to its end, the other is not. */
byte x;
active proctype P() { do :: x < 3 -> x++ :: else -> x = 1 od }
never three { do :: x == 3 -> break :: true od }
never zero_again {
  do :: x != 0 -> break :: true od;
accept: do :: x == 0 od
}
ltl small { [] (x < 4) }
