/* The code of one process does not see the frame of another. */
byte x;
active proctype A() { byte i; c_code { now.y = 1; } }
