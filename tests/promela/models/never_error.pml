// a claim that comes to its end
byte x;
active proctype A() { do :: x < 3 -> x++ :: else -> x = 0 od }
never { do :: x == 2 -> break :: else od }
