// _ can be written, and is no part of the state
byte x;
active proctype A() { do :: x < 2 -> _ = x; x++ :: else -> break od; _ = 9 }
