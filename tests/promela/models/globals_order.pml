// first values of globals are given type by type
int a = 4; byte b = a; byte c = b + 1; bit d = 1; byte e = d;
active proctype A() { assert(b == 0 && c == 1 && e == 1) }
