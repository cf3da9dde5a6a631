// a loop by goto
byte x;
active proctype A() { again: x++; if :: x < 4 -> goto again :: x == 3 -> goto out :: else fi; x = 0; out: skip }
