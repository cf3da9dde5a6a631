// for over an array in a record
typedef T { byte v[2] }
T t; byte i;
active proctype A() { for (i in t.v) { t.v[i] = 7 - i } }
