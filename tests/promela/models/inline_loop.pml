// an inline that starts with a loop, as a guard, in an atomic
byte x;
inline up(top) { do :: x < top -> x++ :: else -> break od }
active proctype A() { up(2); atomic { up(4); x = 0 }; if :: up(1) :: x == 0 -> x = 3 fi }
