// a jump out of an atomic and into one
byte x;
active proctype A() { atomic { x = 1; if :: goto out :: goto inside :: x = 2 fi }; x = 3; atomic { x = 4; inside: x = 5; x = 6 }; out: x = 7 }
active proctype B() { x = 9 }
