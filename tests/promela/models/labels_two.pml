// two labels on one statement
byte x;
active proctype A() { x = 1; one: two: x = x + 1; if :: x == 2 -> goto one :: x == 3 -> goto two :: else fi }
