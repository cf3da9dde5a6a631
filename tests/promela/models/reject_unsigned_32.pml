/* Refused: 31 bits are the most. */
unsigned x : 32;
active proctype A() { x = 1 }
