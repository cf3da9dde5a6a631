// check --native=always: safety violated
byte x;
active proctype A() { x = 3; if :: x <= 3 -> assert(x == 4) :: else fi }
