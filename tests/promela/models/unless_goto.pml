// a jump out of the main part, and out of the escape
byte x;
active proctype A() { { x = 1; if :: goto out :: x = 2 fi; x = 3 } unless { x == 2 -> goto out }; x = 4; out: x = 5 }
