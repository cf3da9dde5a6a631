// the options of one choice are one scope
byte x;
active proctype A() { if :: byte v = 3; x = v :: skip; byte v = 4; x = v fi }
