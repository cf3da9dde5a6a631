// true, false, characters
byte x; bool b = true;
active proctype A() { x = 'a'; assert(x == 97); b = false; x = true + true; x == 2 && !b }
