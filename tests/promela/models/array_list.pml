// an array with a list of first values
short a[4] = { 4, 3, 2, 7 }; short least = 100;
active proctype P() { byte i; for (i : 0 .. 3) { if :: a[i] < least -> least = a[i] :: else fi } assert(least == 2) }
