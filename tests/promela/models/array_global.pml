// an array, its first value, an index that is computed
byte a[3] = 1; byte i;
active proctype P() { do :: i < 3 -> a[i] = a[i] + a[(i + 1) % 3]; i++ :: else -> break od; assert(a[2] == 3) }
