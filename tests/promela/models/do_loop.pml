// a loop until break
byte x;
active proctype A() { do :: x < 3 -> x++ :: x > 1 -> break :: x == 2 -> x = 0 od; x = 9 }
