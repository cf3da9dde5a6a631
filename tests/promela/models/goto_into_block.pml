// a jump into the middle of a block and of a loop
byte x;
active proctype A() { if :: goto mid :: goto deep :: x = 1 fi; { x = 2; mid: x = 3 }; do :: x < 5 -> x++; deep: x = 5 :: else -> break od }
