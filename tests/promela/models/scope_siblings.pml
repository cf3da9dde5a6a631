// one name in two blocks
byte x;
active proctype A() { { byte v = 1; x = v }; { short v = 7; x = x + v }; if :: byte v = 3; x = v :: skip; byte w = 4; x = w fi }
