// for over the elements of an array
byte a[3]; byte i;
active proctype A() { for (i in a) { a[i] = i + 1; if :: i == 1 -> break :: true fi } assert(a[0] == 1) }
