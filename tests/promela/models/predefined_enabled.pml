// enabled: could that process move?
byte x;
active proctype A() { x == 1; x = 2; x == 3; x = 4 }
active proctype B() { do :: enabled(0) -> x = x + 1 :: !enabled(0) && x < 3 -> x++ :: x > 3 -> break od }
