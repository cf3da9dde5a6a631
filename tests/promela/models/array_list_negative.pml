// a list with a negative number
short a[2] = { 1, -2 };
active proctype A() { a[0] = 1 }
